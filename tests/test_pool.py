"""Worker processes give what one process gives."""

import os
from collections.abc import Callable

import numpy as np
import pytest

from symbolic_rl.base.errors import EngineError
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.torchrl import DerivationEnv, PoolEnv
from symbolic_rl.envs.workers import slab as slab_module
from tests.frames import same_frames
from tests.pools import Twins, kill, same_shown
from tests.saved import through_a_file


@pytest.mark.parametrize("n_workers", [1, 3])
def test_workers_play_as_one_process(
    problem: Problem, n_workers: int, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(problem, n_workers=n_workers), DerivationEnv(problem, 7, seed=1))
    twins.play(150)
    assert sum(n for _, n in twins.env.success_by_level().values()) > 50
    assert twins.env.restarts == 0
    with pytest.raises(AssertionError):
        same_frames(twins.current, DerivationEnv(problem, 7, seed=2).reset())


def test_seconds_are_the_mean_of_what_the_workers_write(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    written = env.pool.slab.seconds
    env.reset()
    written[:] = np.nan
    env.rollout(2)
    assert (written >= 0).all()  # NaN is not
    written[:] = [[4, 0, 8], [2, 1, 0]]
    assert env.seconds == {"expand": 3, "reset": 0.5, "view": 4, "wait": env.seconds["wait"]}


def test_a_masked_action_is_refused_with_the_number_of_its_row(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    td = env.rand_action(env.reset())
    td["action"][5] = int(td["action_mask"][5].int().argmin())
    with pytest.raises(EngineError, match=r"action \d of row 5 is masked"):
        env.step(td)
    assert env.restarts == 0


def test_another_pool_goes_on_from_a_checkpoint(
    problem: Problem, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(problem), DerivationEnv(problem, 7, seed=1, n_threads=2))
    twins.play(9)
    pairs = (pool(problem), twins.env), (DerivationEnv(problem, 7, seed=1), twins.reference)
    for fresh, env in pairs:
        fresh.set_extra_state(through_a_file(env.get_extra_state()))
    resumed = pairs[0][0]
    after = Twins(resumed, pairs[1][0])
    same_shown(after.current, twins.current)
    after.play(20, lambda step: kill(resumed.pool.workers[1]) if step == 10 else None)


def test_who_keeps_only_the_latest_frame_gets_no_copies(
    graph: Problem, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However large frames are, they are lent, and their arrays are used again."""
    monkeypatch.setattr(slab_module, "LENT_BYTES", 1)
    stepped = pool(graph).pool
    current, seen = stepped.reset(), set()
    for _ in range(20):
        _, current = stepped.step(current.action_mask.argmax(axis=1))
        loan = stepped.workers[0].loan
        assert loan is not None and not loan.is_scarce
        assert current is loan.frame.current
        seen.add(id(current))

    assert len(seen) <= 4


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no affinities")
def test_workers_keep_to_a_core_each_while_nobody_else_uses_the_machine(
    graph: Problem, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    every, crowded = os.sched_getaffinity(0), False
    monkeypatch.setattr("symbolic_rl.envs.workers.worker.is_crowded", lambda: crowded)
    monkeypatch.setattr("symbolic_rl.base.machine.n_cores", lambda: 2)
    stepped, fewer = pool(graph, n_workers=2).pool, pool(graph, n_workers=1).pool
    current = stepped.reset()
    first, second = ({sorted(every)[k % len(every)]} for k in range(2))

    def cores() -> list[set[int]]:
        return [os.sched_getaffinity(worker.pid) for worker in stepped.workers]

    assert cores() == [first, second]
    assert os.sched_getaffinity(fewer.workers[0].pid) == every
    crowded = True
    for worker in stepped.workers:
        worker.place.choose(worker.pid)
    assert cores() == [every, every]
    crowded = False
    kill(stepped.workers[1])
    stepped.step(current.action_mask.argmax(axis=1))  # the one in its place keeps to it too
    assert cores() == [every, second]
