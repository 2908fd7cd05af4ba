"""The economies of a step: the same step for less, and nothing that waits for the device."""

import shutil
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from symbolic_rl.learn import learner
from symbolic_rl.learn.learner import why_no_bf16, why_no_compiler
from tests.problems import SYMBOL_HEADS
from tests.test_grpo import grpo, rolled
from tests.test_ppo import parts

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


@pytest.mark.parametrize(
    "changes",
    [{"micro_batch_size": 10}, pytest.param({"compile": True}, marks=pytest.mark.slow)],
    ids=str,
)
@pytest.mark.parametrize("after", [after_ppo, after_grpo])
@pytest.mark.parametrize("name", SYMBOL_HEADS)
def test_micro_batches_and_compiled_networks_make_the_same_step(
    after: Callable[..., Any], name: str, changes: dict[str, Any]
) -> None:
    if "compile" in changes and (why := why_no_compiler(CPU)):
        pytest.skip(why)
    (metrics, weights), (others, same) = after(name), after(name, **changes)
    assert others == pytest.approx(metrics, rel=1e-3, abs=1e-5, nan_ok=True)
    torch.testing.assert_close(same, weights, rtol=1e-3, atol=1e-4)


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
