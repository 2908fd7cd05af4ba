"""Workers that are stepped together, in their parent: the order of work in a step.

Work that the workers wait for comes first, work that can be done beside theirs comes behind.
"""

import ctypes as c
from collections.abc import Callable
from typing import Any

import numpy as np

from symbolic_rl.bridge import core
from symbolic_rl.bridge.schema import BoolArray, Frame, Observation, Transition
from symbolic_rl.bridge.structs import address
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.envs.workers.channel import RESET, STEP, STEP_ONLY
from symbolic_rl.envs.workers.process import content_of
from symbolic_rl.envs.workers.slab import Loan, SharedSlab
from symbolic_rl.envs.workers.worker import Request, Worker
from symbolic_rl.play.step import masked


class WorkerGroup:
    """The workers of a pool, stepped together.

    Args:
        workers: in the order of their rows.
        slab: the slab of the pool.
    """

    def __init__(self, workers: list[Worker], slab: SharedSlab) -> None:
        self._workers = workers
        self._slab = slab
        self._lent: tuple[Loan, Frame] | None = None
        self._before: Loan | None = None
        self._next: Loan | None = None
        self._first_masked = _first_masked()
        self._actions_at = address(slab.actions)

    def begin(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """Begin to play one action in each row; :meth:`end` is due then.

        Args:
            actions: [N] index into the window, for each row.
            restart: start the next episode in rows that ended.

        Returns:
            the transition, and the observation after the restart, which :meth:`end` completes. All
            arrays are fresh; they lie in shared memory, which is used anew when the last
            reference to them has gone.

        Raises:
            EngineError: an action is masked.
            WorkerError: a worker failed for good.
        """
        actions = np.array(actions, np.int64)  # a copy, which the journals keep
        for worker in self._workers:
            worker.settle()
        self._keep()
        self._slab.actions[:] = actions
        self._check(actions)
        kind, loan = STEP if restart else STEP_ONLY, self._next or self._slab.lend()
        self._slab.slots[:] = loan.slot
        for worker in self._workers:
            worker.signal(kind)
        # From here on the workers are at work: the journal, the arrays of this frame and the slot
        # of the next one cost no time.
        for worker in self._workers:
            worker.noted(Request(kind, self._level(worker), loan.slot, actions[worker.rows]))
        frame = loan.frame
        if loan.is_scarce:
            frame = frame.copy()
        before, self._before = self._before, None
        self._lent, self._next = (loan, frame), self._slab.lend_again(before)
        return frame.transition, frame.current

    def end(self) -> None:
        """Wait until all workers have played.

        Raises:
            WorkerError: a worker failed for good.
        """
        assert self._lent is not None
        (loan, given), self._lent = self._lent, None
        self._wait(loan)
        if loan.is_scarce:
            given[...] = loan.frame

    def reset(self, rows: IntArray) -> Observation:
        """Start the next episode in ``rows``; return a fresh observation of all rows."""
        self._keep()
        loan = self._slab.lend()
        for worker in self._workers:
            first, last = worker.rows.start, worker.rows.stop
            here = rows[(rows >= first) & (rows < last)] - first
            level = self._level(worker)
            worker.send(Request(RESET, level, loan.slot, content=content_of(here)))
        self._wait(loan)
        return self.current()

    def current(self) -> Observation:
        """Return a copy of the observation of all rows."""
        parts = [worker.current.arrays() for worker in self._workers]
        return Observation(**{k: np.concatenate([part[k] for part in parts]) for k in parts[0]})

    def _level(self, worker: Worker) -> int:
        return int(self._slab.levels[worker.setup.number])

    def _check(self, actions: IntArray) -> None:
        """Raise an error for a forbidden action; the actions are in the slab already."""
        loan = self._loan
        if loan is not None:
            shape = loan.frame.current.action_mask.shape
            if self._first_masked(loan.mask_at, self._actions_at, *shape) < 0:
                return
        for mask, chosen, first in self._masks(actions):
            row = self._first_masked(address(mask, bool), address(chosen), *mask.shape)
            if row >= 0:
                raise masked(int(chosen[row]), first + row, mask[row])

    @property
    def _loan(self) -> Loan | None:
        """The loan of the current frame, if it is one for all workers."""
        loans = [worker.loan for worker in self._workers]
        assert loans[0] is not None, "reset is due"
        return loans[0] if loans.count(loans[0]) == len(loans) else None

    def _masks(self, actions: IntArray) -> list[tuple[BoolArray, IntArray, int]]:
        """Return the mask of each current frame, the actions for it, and its first row."""
        loan = self._loan
        if loan is not None:
            return [(loan.frame.current.action_mask, actions, 0)]
        return [
            (worker.current.action_mask, actions[worker.rows], worker.rows.start)
            for worker in self._workers
        ]

    def _keep(self) -> None:
        """Take the snapshots that are due; the workers make them side by side."""
        due = [worker for worker in self._workers if worker.is_snapshot_due]
        for worker in due:
            worker.ask_snapshot()
        for worker in due:
            worker.receive()
            worker.place.choose(worker.pid)

    def _wait(self, loan: Loan) -> None:
        before = self._workers[0].loan
        for worker in reversed(self._workers):  # the last one told is likely the last one done
            worker.settle()
            worker.loan = loan
        self._before = before


def _first_masked() -> Callable[[int, int, int, int], int]:
    """Return ``wire_first_masked`` of step.c: from addresses and [N, A] to a row, or -1."""
    function: Any = c.CFUNCTYPE(c.c_int64, c.c_void_p, c.c_void_p, c.c_int64, c.c_int64)(
        ("wire_first_masked", core.load())
    )
    return function  # type: ignore[no-any-return]
