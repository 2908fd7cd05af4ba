"""Transfers: the rules of their order, on a device that is slow on purpose, and on CUDA."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tensordict import TensorDict
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.collectors.base import LocalCollector
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import DerivationPolicy, PolicyShape, choose_head, make_policy
from symbolic_rl.policy.transfer import ALIGNMENT, PinnedTransfer, Port, Transfer, open_transfer
from symbolic_rl.training.ppo import PPO
from tests.pretend_cuda import waits_refused

pytestmark = pytest.mark.usefixtures("one_thread")

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
        self.is_deaf = False
        """Whether it returns at once from every wait, with nothing done."""

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
        if not self.port.is_deaf:
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


def sent(port: SlowPort, n_steps: int) -> list[dict[str, Tensor]]:
    """What is on the device after some steps, when it has done all its work."""
    transfer = PinnedTransfer(port)
    found = [transfer.up(step(i), ids=torch.int32) for i in range(n_steps)]
    port.work(port.n_copies)
    return found


def test_waiting_is_told_from_transferring(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock by which each copy takes a second and each wait fifty."""
    port, seconds = PromptPort(), [0.0]
    copy = port.copy

    def copied(target: Tensor, source: Tensor) -> SlowEvent:
        seconds[0] += 1
        return copy(target, source)

    def waited(event: SlowEvent) -> None:
        seconds[0] += 50

    monkeypatch.setattr("symbolic_rl.policy.transfer.perf_counter", lambda: seconds[0])
    monkeypatch.setattr(port, "copy", copied)
    monkeypatch.setattr(SlowEvent, "synchronize", waited)
    transfer = PinnedTransfer(port)
    for number in range(3):  # the third one waits for the first slab
        transfer.up(step(number), ids=torch.int32)
    transfer.down(torch.zeros(4))

    assert (transfer.transfer_s, transfer.wait_s) == (4, 100)


def same(found: list[dict[str, Tensor]]) -> bool:
    return all(
        torch.equal(tensor, step(i)[name])
        for i, arrived in enumerate(found)
        for name, tensor in arrived.items()
    )


def test_a_slab_is_not_rewritten_before_its_event() -> None:
    assert same(sent(SlowPort(), 7))


def test_two_slabs_are_used_in_turn_so_that_the_first_wait_is_at_the_third_step() -> None:
    port = SlowPort()
    transfer = PinnedTransfer(port)
    done = []
    for i in range(4):
        transfer.up(step(i), ids=torch.int32)
        done.append(port.n_done)

    assert done == [0, 0, 1, 2]


def test_a_result_stays_what_it_was_when_the_next_one_comes() -> None:
    transfer = PinnedTransfer(SlowPort())
    (first,) = transfer.down(torch.zeros(5))
    transfer.down(torch.ones(5))

    assert not first.any()


def test_the_slow_device_notices_when_nobody_waits() -> None:
    """The tests above can fail: a transfer whose waits do nothing sends and reads rubbish."""
    deaf = SlowPort()
    deaf.is_deaf = True

    assert not same(sent(deaf, 7))
    assert not torch.equal(PinnedTransfer(deaf).down(torch.zeros(5))[0], torch.zeros(5))


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


# ---- the policy on a device


@pytest.fixture(scope="module", params=["countries_s3", "robinson"])
def problem(request: pytest.FixtureRequest) -> Problem:
    return load_problem(request.param)


CONFIG = TrainConfig(
    algo="ppo", n_envs=8, frames_per_batch=64, minibatch_size=32, dim=16, device="cpu"
)


def parts(problem: Problem) -> tuple[DerivationEnv, DerivationPolicy]:
    torch.manual_seed(0)
    head, _ = choose_head("auto", is_flat=problem.is_flat, n_clauses=problem.n_clauses)
    env = DerivationEnv(problem, CONFIG.n_envs, with_candidates=head == "resolvent")
    return env, make_policy(head, PolicyShape.for_problem(env.problem), dim=CONFIG.dim)


class DeviceLike(DerivationPolicy):
    """A policy on the CPU that goes through slabs, as on a device."""

    def to_device(self, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
        return self.transfer.up(tensors, ids=self.head.id_dtype)

    @property
    def transfer(self) -> Transfer:
        if self._transfer is None:
            self._transfer = PinnedTransfer(PromptPort())
        return self._transfer


def test_through_slabs_the_policy_chooses_as_without(problem: Problem) -> None:
    env, policy = parts(problem)
    like = DeviceLike(policy.head, name=policy.name)
    td = env.reset()
    for seed in range(3):
        torch.manual_seed(seed)
        expected = policy(td.clone())
        torch.manual_seed(seed)
        found = like(td.clone())
        for key in policy.out_keys:
            torch.testing.assert_close(found[key], expected[key], rtol=0, atol=0)
        _, td = env.step_and_maybe_reset(expected)


def collected(problem: Problem) -> tuple[DeviceLike, PPO, TensorDict]:
    env, policy = parts(problem)
    like = DeviceLike(policy.head, name=policy.name)
    algorithm = PPO(like, CONFIG)
    batches = iter(LocalCollector(env, like, CONFIG))
    next(batches)
    return like, algorithm, next(batches)


def test_through_slabs_a_policy_learns_as_without(problem: Problem) -> None:
    policy, algorithm, batch = collected(problem)
    _, plain = parts(problem)
    plain.load_state_dict(policy.state_dict())
    torch.manual_seed(1)
    expected = PPO(plain, CONFIG).learn(batch, progress=0.0)
    torch.manual_seed(1)
    found = algorithm.learn(batch, progress=0.0)

    assert found == pytest.approx(expected, rel=1e-4, abs=1e-6)  # goals are summed in other orders


def test_a_copy_of_a_policy_has_no_part_in_the_slabs(problem: Problem) -> None:
    policy, _, _ = collected(problem)
    copy = deepcopy(policy)

    assert policy._transfer is not None and copy._transfer is None


@pytest.mark.cuda
def test_collecting_on_cuda_never_waits_for_the_device_and_learns_as_the_cpu_does(
    problem: Problem,
) -> None:
    env, policy = parts(problem)
    policy.cuda()
    _, on_cpu = parts(problem)
    learners = PPO(policy, replace(CONFIG, device="cuda")), PPO(on_cpu, CONFIG)
    batches = iter(LocalCollector(env, policy, CONFIG))
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
        assert metrics[0].keys() == metrics[1].keys()
        for key, value in metrics[0].items():
            assert value == pytest.approx(metrics[1][key], rel=1e-2, abs=1e-4), key
