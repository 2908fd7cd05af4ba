"""The economies of a step: the same step for less, and nothing that waits for the device."""

import shutil
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from symbolic_rl.learn import learner
from symbolic_rl.learn.learner import Compiled, why_no_bf16, why_no_compiler
from symbolic_rl.policy import HEADS
from tests.test_grpo import grpo, rolled
from tests.test_ppo import CONFIG, parts, success

CPU = torch.device("cpu")
WAITING = ("_local_scalar_dense", "nonzero", "is_nonzero", "equal", "masked_select", "_unique2")


class Waits(TorchDispatchMode):
    """Counts the operations for whose result a host would wait for its device."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.overloadpacket.__name__
        masks = name == "index" and any(
            index is not None and index.dtype == torch.bool for index in args[1]
        )
        if name in WAITING or masks:
            self.found[name] += 1
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("name", HEADS)
def test_nothing_waits_for_the_device_between_the_steps_of_a_batch(name: str) -> None:
    """On a device minibatches are taken before the first step; the test does it here too."""
    policy, ppo, batches = parts(name)
    batch = next(batches)
    advantage, target = ppo.advantages(batch)
    frames = {
        "action": batch["action"],
        "action_log_prob": batch["action_log_prob"],
        "advantage": advantage,
        "value_target": target,
    }
    frames = {key: value.flatten(0, 1) for key, value in frames.items()}
    packing = policy.pack(policy.take_observations(batch))
    minibatches = list(ppo._minibatches(packing, CPU, batch.numel()))
    with Waits() as during:
        for minibatch in minibatches:
            ppo._step(minibatch, frames, advantage.flatten())
    with Waits() as control:
        float(advantage.mean())

    assert len(minibatches) == 8
    assert not during.found
    assert control.found == {"_local_scalar_dense": 1}


def after_ppo(name: str, **changes: Any) -> tuple[dict[str, float], list[Tensor]]:
    policy, ppo, batches = parts(name, **changes)
    metrics = ppo.learn(next(batches), progress=0.1)
    return metrics, [p.detach().clone() for p in policy.parameters()]


def after_grpo(name: str, **changes: Any) -> tuple[dict[str, float], list[Tensor]]:
    policy, algorithm = grpo(
        name, minibatch_size=40, lr=0.01, epochs=2, entropy_coeff=0.01, **changes
    )
    metrics = algorithm.update(rolled(policy))
    return metrics, [p.detach().clone() for p in policy.parameters()]


@pytest.mark.parametrize("after", [after_ppo, after_grpo])
@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("changes", [{"micro_batch_size": 10}, {"fused_optimizer": False}])
def test_the_step_is_the_same(after: Callable[..., Any], name: str, changes: Any) -> None:
    (metrics, weights), (others, same) = after(name), after(name, **changes)

    assert others == pytest.approx(metrics, rel=1e-3, abs=1e-5, nan_ok=True)
    for one, other in zip(weights, same, strict=True):
        torch.testing.assert_close(other, one, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", HEADS)
def test_bf16_learns_the_corridor(name: str) -> None:
    _, ppo, batches = parts(name, precision="bf16")
    for iteration in range(20):
        batch = next(batches)
        ppo.learn(batch, progress=iteration / 20)

    assert ppo.learner.has_bf16
    assert success(batch) > 0.9


def test_bf16_rounds_what_is_computed_and_keeps_the_weights() -> None:
    (plain, _), (rounded, weights) = (after_ppo("clause", precision=p) for p in ("float32", "bf16"))

    assert rounded["loss_critic"] != plain["loss_critic"]
    assert rounded["loss_critic"] == pytest.approx(plain["loss_critic"], rel=0.05)
    assert all(weight.dtype == torch.float32 for weight in weights)
    assert why_no_bf16(CPU) == ""


def test_without_a_compiler_it_says_why_and_goes_on_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    policy, ppo, _ = parts("clause", compile=True)

    assert why_no_compiler(CPU).startswith("no C++ compiler was found (")
    assert "torch.compile is not used: no C++ compiler" in ppo.describe()
    assert ppo.learner.network is policy.head


def test_a_failing_compiler_is_a_warning_and_the_plain_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(*args: object, **options: object) -> Callable[[Any], Any]:
        def fail(inputs: Any) -> Any:
            raise torch._dynamo.exc.BackendCompilerFailed(lambda: None, OSError("no ld"), None)

        return fail

    monkeypatch.setattr(torch, "compile", failing)
    monkeypatch.setattr(learner, "why_no_compiler", lambda device: "")
    with pytest.warns(RuntimeWarning, match=r"going on without it(.|\n)*no ld"):
        compiled = after_ppo("clause", compile=True)

    assert str(compiled) == str(after_ppo("clause"))


def test_errors_of_the_network_are_not_taken_for_the_compilers() -> None:
    def broken(inputs: Any) -> Any:
        raise ValueError("of the network")

    network = Compiled(torch.nn.Linear(1, 1))
    network._compiled = broken
    with pytest.raises(ValueError, match="of the network"):
        network(None)


@pytest.mark.slow
@pytest.mark.parametrize("name", HEADS)
def test_a_compiled_network_makes_the_same_steps(name: str) -> None:
    if why := why_no_compiler(CPU):
        pytest.skip(why)
    (metrics, weights), (others, same) = (after_ppo(name, compile=c) for c in (False, True))

    assert others == pytest.approx(metrics, rel=1e-3, abs=1e-5)
    for one, other in zip(weights, same, strict=True):
        torch.testing.assert_close(other, one, rtol=1e-3, atol=1e-4)


@pytest.mark.cuda
@pytest.mark.parametrize("name", HEADS)
def test_cuda_is_not_waited_for_between_steps(name: str) -> None:
    policy, ppo, batches = parts(name)
    batch = next(batches)
    policy.cuda()
    ppo = type(ppo)(policy, CONFIG)
    step = ppo._step

    def watched(*args: Any) -> Any:
        torch.cuda.set_sync_debug_mode("error")
        try:
            return step(*args)
        finally:
            torch.cuda.set_sync_debug_mode("default")

    ppo._step = watched  # type: ignore[method-assign]
    assert ppo.learn(batch, progress=0.0)["steps"] == 8
