"""The economies of a step: the same step for less, and nothing that waits for the device."""

import shutil
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from symbolic_rl.learn import learner
from symbolic_rl.learn.learner import why_no_bf16, why_no_compiler
from symbolic_rl.policy import HEADS
from tests.pretend_cuda import waits_refused
from tests.test_grpo import grpo, rolled
from tests.test_ppo import CONFIG, parts

CPU = torch.device("cpu")


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
def test_micro_batches_make_the_same_step(after: Callable[..., Any], name: str) -> None:
    (metrics, weights), (others, same) = after(name), after(name, micro_batch_size=10)

    assert others == pytest.approx(metrics, rel=1e-3, abs=1e-5, nan_ok=True)
    for one, other in zip(weights, same, strict=True):
        torch.testing.assert_close(other, one, rtol=1e-3, atol=1e-4)


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


@pytest.mark.parametrize("after", [after_ppo, after_grpo])
def test_a_compiler_that_fails_on_the_way_back_is_a_warning_and_the_plain_network(
    monkeypatch: pytest.MonkeyPatch, after: Callable[..., Any]
) -> None:
    class FailsBack(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Tensor) -> Tensor:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, *gradient: Tensor) -> Any:
            raise RuntimeError("no ptxas")

    def compiled(head: Callable[[Any], Any], **options: object) -> Callable[[Any], Any]:
        return lambda inputs: tuple(FailsBack.apply(x) for x in head(inputs))

    monkeypatch.setattr(torch, "compile", compiled)
    monkeypatch.setattr(learner, "why_no_compiler", lambda device: "")
    with pytest.warns(RuntimeWarning, match=r"going on without it(.|\n)*no ptxas"):
        found = after("clause", compile=True)

    assert str(found) == str(after("clause"))


@pytest.mark.filterwarnings("ignore:torch.compile failed")
def test_errors_of_the_network_itself_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(inputs: Any) -> Any:
        raise ValueError("of the network")

    monkeypatch.setattr(torch, "compile", lambda head, **options: broken)
    monkeypatch.setattr(learner, "why_no_compiler", lambda device: "")
    _, ppo, batches = parts("clause", compile=True)
    monkeypatch.setattr(ppo.learner.network, "_plain", broken)
    with pytest.raises(ValueError, match="of the network"):
        ppo.learn(next(batches), progress=0.0)


def test_emulated_bf16_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def emulated(including_emulation: bool = True) -> bool:
        return including_emulation

    monkeypatch.setattr(torch.cuda, "is_bf16_supported", emulated)
    assert why_no_bf16(torch.device("cuda")) == "the GPU has no bfloat16"


def test_a_mode_that_warns_when_it_is_first_set_is_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    modes = ["default"]

    def set_mode(mode: str) -> None:
        modes.append(mode)
        if len(modes) == 2:  # as torch does, when the mode is set already
            warnings.warn("Synchronization debug mode is a prototype feature", stacklevel=1)

    monkeypatch.setattr(torch.cuda, "set_sync_debug_mode", set_mode)
    with waits_refused():
        assert modes[-1] == "error"

    assert modes[-1] == "default"


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
        with waits_refused():
            return step(*args)

    ppo._step = watched  # type: ignore[method-assign]
    assert ppo.learn(batch, progress=0.0)["steps"] == 8
