"""The rows of one worker: they play what is asked and write what came of it to the slab."""

import pickle
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.config import EnvConfig
from symbolic_rl.derivation.derivations import Derivations
from symbolic_rl.derivation.frames import Frame
from symbolic_rl.observation.windows import Observation
from symbolic_rl.packs import Pack
from symbolic_rl.problem import Problem
from symbolic_rl.workers.channel import ADOPT, KEEP, RESET, STEP, STEP_ONLY
from symbolic_rl.workers.slab import PHASES, Slab


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
        self._slab, self._frames = slab, dict[int, Frame]()
        self._actions = slab.actions[self._rows]
        self._levels = slab.levels[setup.number : setup.number + 1]
        self._slot = slab.slots[setup.number : setup.number + 1]
        self._number = slice(setup.number, setup.number + 1)
        self._seconds = slab.seconds[setup.number]
        self._stepping = slab.stepping[self._number]
        self._count_there()

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
            self._show(self._derivations.reset(np.frombuffer(content, np.int64)))
        elif request == KEEP:
            answer = self._keep()
        elif request == ADOPT:
            self._adopt(pickle.loads(content))
        else:
            raise ValueError(f"a worker was asked for {request!r}")
        seconds = self._derivations.seconds
        for k, phase in enumerate(PHASES):
            self._seconds[k] = seconds[phase]
        return answer

    @property
    def _frame(self) -> Frame:
        """Where this request's frame is to be written."""
        slot = int(self._slot[0])
        if slot not in self._frames:
            self._frames[slot] = self._derivations.room(self._slab.frame(slot, self._rows))
        return self._frames[slot]

    def _step(self, *, restart: bool) -> None:
        frame = self._frame
        started = perf_counter()
        self._derivations.step(self._actions, restart=restart, into=frame)
        self._stepping[0] = perf_counter() - started

    def _show(self, root: Observation) -> None:
        self._frame.root.assign(root)

    def _keep(self) -> bytes:
        return snapshot(self._derivations.state())

    def _adopt(self, state: dict[str, Any]) -> None:
        self._derivations.restore(state)
        self._count_there()
        self._levels[0] = self._derivations.draw.level
        self._show(self._derivations.current())

    def _count_there(self) -> None:
        """Let the rows keep their sums in the slab."""
        played = self._derivations.rows
        for name in ("counted", "tallies", "inferences"):
            sums = getattr(self._slab, name)[self._number]
            sums[:] = getattr(played, name)
            setattr(played, name, sums)


def content_of(rows: NDArray[np.int64]) -> bytes:
    """What goes with ``RESET``: the rows [M] of the worker, counted from its first one."""
    return rows.astype(np.int64).tobytes()


def snapshot(state: dict[str, Any]) -> bytes:
    """What goes with ``ADOPT`` and comes from ``KEEP``: a state of :class:`Derivations`."""
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)
