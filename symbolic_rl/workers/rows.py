"""The rows of one worker: they play what is asked and write what came of it to the slab."""

import pickle
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.config import EnvConfig
from symbolic_rl.derivation.derivations import Derivations
from symbolic_rl.packs import Pack
from symbolic_rl.problem import Problem
from symbolic_rl.workers.channel import ADOPT, KEEP, RESET, STEP, STEP_ONLY
from symbolic_rl.workers.slab import PHASES, Slab, write_transition


@dataclass(frozen=True)
class Setup:
    """All that a new process needs to know to take a worker's place."""

    pack: Pack
    env_config: EnvConfig
    fingerprint: str
    """Of the program and queries that the parent has loaded."""
    number: int
    """Of the worker."""
    first: int
    """Of its rows."""
    last: int
    """Of its rows, exclusive."""
    split: str
    seed: int
    with_candidates: bool
    group_size: int
    """Episodes that play the same query."""


class Rows:
    """Some rows of the slab.

    Args:
        setup: which rows, and what they play.
        problem: the problem of the set-up, loaded.
        slab: where to write.
    """

    def __init__(self, setup: Setup, problem: Problem, slab: Slab) -> None:
        self._rows = slice(setup.first, setup.last)
        self._derivations = Derivations(
            problem,
            setup.last - setup.first,
            split=setup.split,
            seed=setup.seed,
            first_row=setup.first,
            with_candidates=setup.with_candidates,
            group_size=setup.group_size,
        )
        self._transition, self._root = slab.rows(self._rows)
        self._into = self._transition.observation, self._root
        self._actions = slab.actions[self._rows]
        self._levels = slab.levels[setup.number : setup.number + 1]
        self._counted, self._tallies = slab.counted[setup.number], slab.tallies[setup.number]
        self._inferences = slab.inferences[setup.number : setup.number + 1]
        self._seconds = slab.seconds[setup.number]
        self._stepping = slab.stepping[setup.number : setup.number + 1]
        self._tallies[:] = 0
        self._count()

    def play(self, request: bytes, content: bytes = b"") -> bytes | None:
        """Do what is asked; what is to be left in the mailbox, if anything.

        Args:
            request: one of the requests of :mod:`symbolic_rl.workers.channel` but ``OPEN``.
            content: what came with it.
        """
        self._derivations.draw.level = int(self._levels[0])
        answer = None
        if request in (STEP, STEP_ONLY):
            self._step(restart=request == STEP)
        elif request == RESET:
            self._root.assign(self._derivations.reset(np.frombuffer(content, np.int64)))
        elif request == KEEP:
            answer = self._keep()
        elif request == ADOPT:
            self._adopt(pickle.loads(content))
        else:
            raise ValueError(f"a worker was asked for {request!r}")
        self._count()
        return answer

    def _step(self, *, restart: bool) -> None:
        started = perf_counter()
        played, _ = self._derivations.step(self._actions, restart=restart, into=self._into)
        self._stepping[0] = perf_counter() - started
        write_transition(self._transition, played)

    def _keep(self) -> bytes:
        return snapshot(self._derivations.state())

    def _adopt(self, state: dict[str, Any]) -> None:
        self._derivations.restore(state)
        self._tallies[:] = 0  # what was played since is forgotten
        self._levels[0] = self._derivations.draw.level
        self._root.assign(self._derivations.current())

    def _count(self) -> None:
        played = self._derivations
        self._counted[:] = list(played.counters.values())
        for level, tally in played.successes.items():
            self._tallies[level] = tally
        self._inferences[0] = played.inferences
        self._seconds[:] = [played.seconds[phase] for phase in PHASES]


def content_of(rows: NDArray[np.int64]) -> bytes:
    """What goes with ``RESET``: the rows [M] of the worker, counted from its first one."""
    return rows.astype(np.int64).tobytes()


def snapshot(state: dict[str, Any]) -> bytes:
    """What goes with ``ADOPT`` and comes from ``KEEP``: a state of :class:`Derivations`."""
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
