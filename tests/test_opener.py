"""Workers of a large program are forked from one process that has opened it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.envs.torchrl import DerivationEnv, PoolEnv
from symbolic_rl.envs.workers import opener
from symbolic_rl.envs.workers.opener import ForkedProcess
from symbolic_rl.program.image import ProgramFromImage, ProgramImage
from symbolic_rl.program.program import Program
from tests.pools import Twins, kill, let_openers_fork, paged_graph
from tests.problems import make_program


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Problem:
    let_openers_fork(monkeypatch)
    return paged_graph(tmp_path)


def forks_of(env: PoolEnv) -> opener.Opener:
    found = env.pool.workers[0]._opener
    assert found is not None
    return found


def test_a_worker_is_replaced_without_opener(graph: Problem, pool: Callable[..., PoolEnv]) -> None:
    env = pool(graph)
    twins = Twins(env, DerivationEnv(graph, 7, seed=1))
    twins.play(3)
    forks_of(env)._process.kill()
    kill(env.pool.workers[0])
    twins.play(5)
    assert env.restarts == 1
    assert not isinstance(env.pool.workers[0]._process, ForkedProcess)


def test_an_opener_ends_with_its_workers(graph: Problem, pool: Callable[..., PoolEnv]) -> None:
    env = pool(graph)
    env.reset()
    pids = [forks_of(env)._process.pid, *(worker.pid for worker in env.pool.workers)]
    status = Path(f"/proc/{pids[0]}/status").read_text(encoding="ascii")
    env.close()
    assert "Threads:\t1\n" in status
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_an_image_of_many_facts_has_parts(tmp_path: Path) -> None:
    n = 25_000
    text = "\n".join(f"p(c{k}, c{k + 1})." for k in range(n))
    program = make_program(tmp_path, text, "p(X, Y)", "p(c24990, Y)")
    image = ProgramImage.of(program)
    opened = ProgramFromImage(image)

    assert len(image.facts) > 1
    pages = []
    for one in (program, opened):
        engine = PrologEngine(cast(Program, one), EnvConfig(), answers=True)
        states = TokenBatch.of([query.root(answers=True) for query in one.queries])
        at = np.zeros(2, np.int64)
        for _ in range(2):  # the step from the query, and the first one behind it
            page = engine.expand(states, hidden=at, limit=2 * n, offset=at)
            states = page.candidates.take(np.array([0, page.counts[0]]))
        pages.append((page.counts.tolist(), page.clauses.tolist(), page.candidates.tokens.tolist()))
    assert pages[0] == pages[1]
    assert pages[0][0] == [n, 1]
