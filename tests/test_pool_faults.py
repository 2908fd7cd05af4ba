"""Workers may be killed, stop or raise at any time, and nothing is lost."""

from collections.abc import Callable

import numpy as np
import pytest
import torch

from symbolic_rl.base.errors import WorkerError
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.torchrl import DerivationEnv, PoolEnv
from symbolic_rl.envs.workers import slab as slab_module, worker as worker_module
from symbolic_rl.envs.workers.opener import ForkedProcess
from tests.frames import same_frames
from tests.pools import (
    FAULTS,
    GRAPH,
    Twins,
    kill,
    let_openers_fork,
    let_raise,
    same_shown,
    wait_for_all_but_the_stopped,
)
from tests.saved import through_a_file


@pytest.mark.parametrize(
    ("problem", "is_forked", "fault"),
    [*(("graph", forked, fault) for fault in FAULTS for forked in (False, True)),
     ("sums", False, "killed")],
    indirect=["problem"],
)  # fmt: skip
def test_a_worker_that_fails_is_replaced_and_nothing_is_lost(
    problem: Problem,
    is_forked: bool,
    fault: str,
    pool: Callable[..., PoolEnv],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if is_forked:
        let_openers_fork(monkeypatch)
    monkeypatch.setattr(worker_module, "JOURNAL_LENGTH", 8)
    wait_for_all_but_the_stopped(monkeypatch)
    env = pool(problem, worker_timeout_s=0.1)
    twins = Twins(env, DerivationEnv(problem, 7, seed=1))

    def between(step: int) -> None:
        if step in (0, 8, 9, 30):  # at once; with a snapshot due, and after it; much later
            FAULTS[fault](env.pool.workers[step % 2])

    twins.play(40, between)

    assert env.restarts == 4
    for worker in env.pool.workers:
        assert len(worker._journal) <= 8
        assert isinstance(worker._process, ForkedProcess) == is_forked


@pytest.mark.parametrize("fault", FAULTS)
def test_a_worker_may_fail_at_its_start_and_in_a_reset(
    graph: Problem, fault: str, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for_all_but_the_stopped(monkeypatch)
    env = pool(graph, worker_timeout_s=0.1)
    if fault == "killed":  # a stopped start would be waited for
        kill(env.pool.workers[1])
    twins = Twins(env, DerivationEnv(graph, 7, seed=1))
    twins.play(5)
    FAULTS[fault](env.pool.workers[0])
    asked = torch.tensor([1, 0, 1, 0, 0, 1, 0], dtype=torch.bool).unsqueeze(-1)
    twins.current.set("_reset", asked)
    twins.expected.set("_reset", asked)
    same_frames(env.reset(twins.current), twins.reference.reset(twins.expected))
    assert env.restarts == 1 + (fault == "killed")


def test_all_workers_may_fail_in_the_middle_of_a_step(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env, whole = pool(graph).pool, pool(graph).pool
    current, rng = env.reset(), np.random.default_rng(0)
    whole.reset()
    for step in range(12):
        actions = (rng.random(current.action_mask.shape) * current.action_mask).argmax(1)
        stepped, current = env.begin(actions)
        if step % 4 == 1:
            for worker in env.workers:
                kill(worker)
        env.end()
        wanted, expected = whole.step(actions)
        assert (current.candidates == expected.candidates).all()
        assert (stepped.terminated == wanted.terminated).all()
    assert env.restarts >= 3 and env.counters == whole.counters


def test_an_interrupt_between_request_and_answer_loses_nothing(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(graph), DerivationEnv(graph, 7, seed=1))
    twins.play(3)
    td, expected = twins.current, twins.expected
    actions = expected["action_mask"].int().argmax(-1)
    twins.env.pool.begin(actions.numpy())  # and Ctrl-C here, before the answer is taken
    saved = twins.env.get_extra_state()
    resumed = pool(graph)
    resumed.set_extra_state(saved)
    td, expected = resumed.reset(), expected.set("action", actions)
    _, expected = twins.reference.step_and_maybe_reset(expected)

    same_shown(td, expected)


def test_too_many_restarts_end_in_an_error_and_a_checkpoint_can_be_made(
    problem: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(problem, max_restarts=1)
    twins = Twins(env, DerivationEnv(problem, 7, seed=1, n_threads=2))
    twins.play(12, lambda step: kill(env.pool.workers[1]) if step == 3 else None)
    kill(env.pool.workers[1])
    env.pool.workers[1]._process.wait(600)
    before = twins.current["goals"].clone()
    with pytest.raises(
        WorkerError, match="worker 1 was killed by SIGKILL, 1 workers were replaced"
    ):
        env.step(env.rand_action(twins.current))
    with pytest.raises(WorkerError):
        env.reset()
    resumed = pool(problem)
    resumed.set_extra_state(through_a_file(env.get_extra_state()))

    mine = slice(3, 7)  # the rows of the worker that failed have not moved
    assert torch.equal(resumed.reset()["goals"][mine], before[mine])


def test_an_error_that_comes_again_ends_with_the_workers_own_traceback(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    actions = env.pool.current().action_mask.argmax(1)
    for worker in env.pool.workers:  # so that the parent does not see what is wrong
        worker.current.action_mask[:] = True
    actions[1] = 3
    with pytest.raises(WorkerError) as caught:
        env.pool.step(actions)

    assert env.restarts == 1
    assert "and its replacement raised the same error" in caught.value.what
    assert caught.value.traceback.startswith("Traceback (most recent call last)")
    assert "derivations.py" in str(caught.value) and "is masked" in str(caught.value)


def test_frames_are_not_overwritten_while_somebody_has_them(
    graph: Problem, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slab_module, "MOST_LENT", 3)
    whole, stepped = Derivations(graph, 7, seed=1), pool(graph).pool
    expected, kept = whole.reset(), []
    stepped.reset()
    whole.step(expected.action_mask.argmax(axis=1))
    stepped.step(expected.action_mask.argmax(axis=1))
    n_free, expected = len(stepped.slab._free), whole.current()
    for step in range(9):  # far more frames than slots
        actions = expected.action_mask.argmax(axis=1)
        if step == 5:
            kill(stepped.workers[0])
        wanted, expected = whole.step(actions)
        kept.append((*stepped.step(actions), wanted, expected))

    for transition, current, wanted, expected in kept:
        assert np.array_equal(current.goals, expected.goals)
        assert np.array_equal(transition.observation.candidates, wanted.observation.candidates)
        assert np.array_equal(transition.reward, wanted.reward)
    assert len(stepped.slab._free) < n_free
    del kept, transition, current
    assert len(stepped.slab._free) == n_free


def test_a_worker_that_fails_out_of_turn_does_not_spoil_its_last_answer(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    worker = env.pool.workers[1]
    before = worker.snapshot_without_process()
    worker.ask_snapshot()
    let_raise(worker)
    worker._process.wait(600)

    assert worker.receive() == before
    env.step(env.rand_action())
    assert env.restarts == 1


def test_a_program_that_was_changed_meanwhile_is_refused(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    graph.pack.program[0].write_text(GRAPH + "edge(d, a).\n")
    kill(env.pool.workers[0])
    with pytest.raises(WorkerError, match="changed after the run had started"):
        env.step(env.rand_action())
