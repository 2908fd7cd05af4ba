"""Transfers: the rules of their order, on a device that is slow on purpose, and on CUDA."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given, strategies as st
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.collectors.base import LocalCollector
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import PolicyShape, choose_head, make_policy
from symbolic_rl.policy.transfer import ALIGNMENT, PinnedTransfer, Port, Transfer, open_transfer
from symbolic_rl.training.ppo import PPO
from tests.pretend_cuda import waits_refused

POISON = 0xAB
"""What memory holds that nobody has written."""


class SlowPort(Port):
    """A device that makes no copy before somebody waits for it, or for a later one.

    The worst that a device may do: what is written to a slab before the wait is what is copied,
    and what is read before the wait is poison.
    """

    def __init__(self) -> None:
        super().__init__(torch.device("cpu"))
        self.waiting: list[tuple[Tensor, Tensor]] = []
        self.n_copies = self.n_done = 0

    def pinned(self, n_bytes: int) -> Tensor:
        return torch.full((n_bytes,), POISON, dtype=torch.uint8)

    def empty(self, n_bytes: int) -> Tensor:
        return torch.full((n_bytes,), POISON, dtype=torch.uint8)

    def copy(self, target: Tensor, source: Tensor) -> "SlowEvent":
        assert target.shape == source.shape and target.dtype == source.dtype == torch.uint8
        self.waiting.append((target, source))
        self.n_copies += 1
        return SlowEvent(self, self.n_copies)

    def work(self, until: int) -> None:
        """Make the copies up to the given one, in their order."""
        while self.n_done < until:
            target, source = self.waiting.pop(0)
            target.copy_(source)
            self.n_done += 1


class SlowEvent:
    def __init__(self, port: SlowPort, number: int) -> None:
        self.port, self.number = port, number

    def synchronize(self) -> None:
        self.port.work(self.number)


class PromptPort(SlowPort):
    """A device that copies at once, for what is computed from the copies."""

    def copy(self, target: Tensor, source: Tensor) -> SlowEvent:
        event = super().copy(target, source)
        self.work(self.n_copies)
        return event


def step(number: int, size: int = 40) -> dict[str, Tensor]:
    """Something to send, different in each step."""
    return {
        "goals": torch.arange(size, dtype=torch.int32) + 1000 * number,
        "action_mask": torch.arange(size) % (number + 2) == 0,
    }


def test_waiting_is_told_from_transferring(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock by which each copy takes a second and each wait fifty."""
    port, seconds = PromptPort(), [0]

    def lasting(function: Callable[..., Any], by: int) -> Callable[..., Any]:
        def lasts(*args: Any) -> Any:
            seconds[0] += by
            return function(*args)

        return lasts

    monkeypatch.setattr("symbolic_rl.policy.transfer.perf_counter", lambda: seconds[0])
    monkeypatch.setattr(port, "copy", lasting(port.copy, 1))
    monkeypatch.setattr(SlowEvent, "synchronize", lasting(SlowEvent.synchronize, 50))
    transfer = PinnedTransfer(port)
    for number in range(3):  # the third one waits for the first slab
        transfer.up(step(number), ids=torch.int32)
    transfer.down(torch.zeros(4))

    assert (transfer.transfer_s, transfer.wait_s) == (4, 100)


def test_a_slab_is_not_rewritten_before_its_event_for_which_the_third_step_waits() -> None:
    port = SlowPort()
    transfer = PinnedTransfer(port)
    found, done = [], []
    for number in range(7):
        found.append(transfer.up(step(number), ids=torch.int32))
        done.append(port.n_done)
    port.work(port.n_copies)

    assert done == [0, 0, 1, 2, 3, 4, 5], "two slabs are used by turns"
    for number, arrived in enumerate(found):
        assert all(torch.equal(arrived[name], x) for name, x in step(number).items())


def test_a_result_stays_what_it_was_when_the_next_one_comes() -> None:
    transfer = PinnedTransfer(SlowPort())
    (first,) = transfer.down(torch.zeros(5))
    transfer.down(torch.ones(5))
    assert not first.any()


shapes = st.lists(st.integers(0, 5), min_size=1, max_size=3)
kinds = st.sampled_from([torch.int64, torch.int32, torch.bool])


@given(
    fields=st.lists(st.tuples(kinds, shapes), min_size=1, max_size=6),
    ids=st.sampled_from([torch.int16, torch.int32]),
)
def test_tensors_arrive_as_they_were_sent(
    fields: list[tuple[torch.dtype, list[int]]], ids: torch.dtype
) -> None:
    given_ = {
        str(i): torch.randint(0, 30_000, shape).to(kind) for i, (kind, shape) in enumerate(fields)
    }
    found = PinnedTransfer(PromptPort()).up(given_, ids=ids)

    assert found.keys() == given_.keys()
    for name, tensor in given_.items():
        assert found[name].dtype == (ids if tensor.dtype == torch.int32 else tensor.dtype)
        assert torch.equal(found[name].to(tensor.dtype), tensor)
        if tensor.dtype != torch.int64:
            assert found[name].storage_offset() * found[name].itemsize % ALIGNMENT == 0


def test_on_the_cpu_nothing_is_copied() -> None:
    transfer = open_transfer(torch.device("cpu"))
    fields, columns = step(0), (torch.zeros(3), torch.ones(3))
    assert type(transfer) is Transfer
    assert all(transfer.up(fields, ids=torch.int16)[key] is fields[key] for key in fields)
    assert all(map(lambda a, b: a is b, transfer.down(*columns), columns))


@pytest.mark.cuda
@pytest.mark.parametrize("name", ["countries_s3", "robinson"])
def test_collecting_on_cuda_never_waits_for_the_device_and_learns_as_the_cpu_does(
    name: str,
) -> None:
    problem, config = load_problem(name), TrainConfig(algo="ppo", dim=16, device="cpu")
    config = replace(config, n_envs=8, frames_per_batch=64, minibatch_size=32)
    head, _ = choose_head("auto", told_apart=problem.told_apart, n_clauses=problem.n_clauses)
    shape = PolicyShape.for_problem(problem)
    policy, on_cpu = (make_policy(head, shape, dim=config.dim) for _ in range(2))
    policy.cuda()
    learners = PPO(policy, replace(config, device="cuda")), PPO(on_cpu, config)
    env = DerivationEnv(problem, config.n_envs, with_candidates=head == "resolvent")
    batches = iter(LocalCollector(env, policy, config))
    next(batches)  # allocates the slabs, loads the kernels
    for _ in range(3):
        with waits_refused():
            batch: Any = next(batches)
        on_cpu.load_state_dict({key: x.cpu() for key, x in policy.state_dict().items()})
        assert {batch[key].device.type for key in policy.out_keys} == {"cpu"}
        metrics = []
        for learner in learners:
            torch.manual_seed(2)  # the same minibatches
            metrics.append(learner.learn(batch, progress=0.0))
        assert metrics[0] == pytest.approx(metrics[1], rel=1e-2, abs=1e-4)
