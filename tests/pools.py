"""Worker processes in tests: made to fail, and compared with one process."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from tensordict import TensorDictBase
from torchrl.envs import EnvBase

from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.torchrl import PoolEnv
from symbolic_rl.envs.workers import opener
from symbolic_rl.envs.workers.worker import Worker
from tests.frames import same_frames
from tests.problems import make_problem
from tests.processes import comes_true, is_stopped

GRAPH = """
path(X, X).
path(X, Z) :- edge(X, Y), path(Y, Z).
edge(a, b). edge(b, c). edge(c, a). edge(a, d).
"""
PATHS = "".join(f"query(path({x}, {y})).\n" for x in "abcd" for y in "abcd")
PEANO = "add(o, Y, Y).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\n"
SUMS = """
query(add(X, Y, s(s(o)))).
query(add(s(X), X, s(s(s(o)))), true).
query(add(X, X, s(o)), false).
"""


def kill(worker: Worker) -> None:
    os.kill(worker.pid, signal.SIGKILL)


def stop(worker: Worker) -> None:
    """Stop a worker, which will never answer; see :func:`wait_for_all_but_the_stopped`."""
    os.kill(worker.pid, signal.SIGSTOP)
    assert comes_true(lambda: is_stopped(worker.pid))  # it runs on for a moment
    _STOPPED.add(worker.pid)


_STOPPED: set[int] = set()


def wait_for_all_but_the_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of a pool count for workers that were stopped, and let no other be too slow."""

    def allowed_s(worker: Worker) -> float:
        allowed: float = vars(worker)["_allowed_s"]
        return allowed if worker.pid in _STOPPED else 600.0

    def allow(worker: Worker, seconds: float) -> None:
        vars(worker)["_allowed_s"] = seconds

    monkeypatch.setattr(Worker, "_allowed_s", property(allowed_s, allow), raising=False)


def let_raise(worker: Worker) -> None:
    """Ask for something that does not exist; the worker answers with its traceback."""
    worker._channel.post(b"?")


FAULTS = {"killed": kill, "stopped": stop, "raising": let_raise}


def let_openers_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers of small programs be forked as well; skip where no system can watch them."""
    if not opener.is_possible():
        pytest.skip("this system cannot watch processes by a descriptor")
    monkeypatch.setattr(opener, "LEAST_BYTES", 1)


def paged_graph(folder: Path) -> Problem:
    """A function-free problem with pages and loops."""
    return make_problem(folder, GRAPH, PATHS, n_candidates=4, max_inferences=9)


def sums(folder: Path) -> Problem:
    """A problem with terms and false queries."""
    return make_problem(folder, PEANO, SUMS, n_candidates=5, refuse=True, max_inferences=9)


PROBLEMS = {"graph": paged_graph, "sums": sums}


def same_shown(one: TensorDictBase, other: TensorDictBase) -> None:
    """Assert that a policy is shown the same."""
    for key in ("goals", "candidates", "clauses", "action_mask", "inferences"):
        assert torch.equal(one[key], other[key]), key


class Twins:
    """An environment with workers next to one in this process, given the same actions."""

    def __init__(self, env: PoolEnv, reference: EnvBase) -> None:
        self.env, self.reference = env, reference
        self.rng = torch.Generator().manual_seed(0)
        self.current, self.expected = env.reset(), reference.reset()
        same_frames(self.current, self.expected)

    def play(self, n_steps: int, between: Callable[[int], None] = lambda step: None) -> None:
        """Step both, ``between`` calls at each step, and compare all tensors and counts."""
        for step in range(n_steps):
            mask = self.expected["action_mask"].float()
            actions = mask.multinomial(1, generator=self.rng).squeeze(-1)
            self.current["action"], self.expected["action"] = actions, actions.clone()
            between(step)
            stepped, self.current = self.env.step_and_maybe_reset(self.current)
            wanted, self.expected = self.reference.step_and_maybe_reset(self.expected)
            same_frames(stepped["next"], wanted["next"])
            same_frames(self.current, self.expected)
        assert self.env.counters == self.reference.counters
        assert self.env.inferences == self.reference.inferences
        assert self.env.success_by_level() == self.reference.success_by_level()
