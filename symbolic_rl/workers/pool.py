"""N derivations side by side in K worker processes; the arrays of :class:`Derivations`.

Torch-free. The rows are those of one :class:`Derivations` with the same seed, whatever K is, and
whatever happens to the workers on the way.

Dimension key: N rows, K workers.
"""

import os
import pickle
import weakref
from itertools import pairwise
from typing import Any

import numpy as np

from symbolic_rl.derivation.frames import BoolArray, Frame, Transition
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.errors import EngineError, WorkerError
from symbolic_rl.observation.pages import COUNTERS
from symbolic_rl.observation.windows import Observation, Window
from symbolic_rl.problem import Problem
from symbolic_rl.workers.channel import RESET, STEP, STEP_ONLY
from symbolic_rl.workers.memory import anonymous_file
from symbolic_rl.workers.rows import Setup, content_of
from symbolic_rl.workers.slab import PHASES, Layout, Loan, Slab, rows_of
from symbolic_rl.workers.worker import Request, Restarts, Worker


class Group:
    """Workers with neighbouring rows that are stepped together.

    Args:
        workers: in the order of their rows.
        slab: where the rows are.
    """

    def __init__(self, workers: list[Worker], slab: Slab) -> None:
        self._workers = workers
        self.rows = slice(workers[0].rows.start, workers[-1].rows.stop)
        """Which rows of the pool these are."""
        base = self.rows.start
        self._slices = [slice(w.rows.start - base, w.rows.stop - base) for w in workers]
        self._numbers = slice(workers[0].setup.number, workers[-1].setup.number + 1)
        self._slab, self._every = slab, np.arange(self.rows.stop - base)
        self._lent: tuple[Loan, Frame] | None = None
        self._next: Loan | None = None

    def begin(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """Let the workers play one action in each row; :meth:`end` is due then.

        Args:
            actions: [n] index into the window, for each row of the group.
            restart: start the next episode in rows that ended.

        Returns:
            the transition, and the observation after the restart, which :meth:`end` completes. All
            arrays are fresh; they lie in shared memory, which is used anew when the last
            reference to them has gone.

        Raises:
            EngineError: an action is masked.
            WorkerError: a worker failed for good.
        """
        actions = np.array(actions, np.int64)  # a copy: the journal keeps it
        self._check(actions)
        self._keep()
        for worker in self._workers:
            worker.settle()
        kind, loan = STEP if restart else STEP_ONLY, self._next or self._slab.lend()
        self._slab.actions[self.rows] = actions
        self._slab.slots[self._numbers] = loan.slot
        for worker in self._workers:
            worker.signal(kind)
        # from here on the workers are at work
        for worker, here in zip(self._workers, self._slices, strict=True):
            worker.noted(Request(kind, self._level(worker), loan.slot, actions[here]))
        frame = self._part(loan)
        if loan.is_scarce:
            frame = Frame(frame.transition.copy(), frame.root.copy())
        self._lent, self._next = (loan, frame), self._slab.lend()
        return frame.transition, frame.root

    def end(self) -> None:
        """Wait until all workers have played.

        Raises:
            WorkerError: a worker failed for good.
        """
        assert self._lent is not None
        (loan, given), self._lent = self._lent, None
        self._wait(loan)
        if loan.is_scarce:
            written = self._part(loan)
            given.transition.assign(written.transition)
            given.root.assign(written.root)

    def send(self, actions: IntArray, *, restart: bool = True) -> None:
        """As :meth:`begin`; :meth:`receive` gives the arrays."""
        self.begin(actions, restart=restart)

    def receive(self) -> tuple[Transition, Observation]:
        """Wait until all workers have played; what :meth:`begin` has returned, complete.

        Raises:
            WorkerError: a worker failed for good.
        """
        assert self._lent is not None
        _, given = self._lent
        self.end()
        return given.transition, given.root

    def reset(self, rows: IntArray) -> Observation:
        """Start the next episode in ``rows`` of the group; a fresh observation of all of them."""
        self._keep()
        loan = self._slab.lend()
        for worker, part in zip(self._workers, self._slices, strict=True):
            here = rows[(rows >= part.start) & (rows < part.stop)] - part.start
            level = self._level(worker)
            worker.send(Request(RESET, level, loan.slot, content=content_of(here)))
        self._wait(loan)
        return self.current()

    def current(self) -> Observation:
        """A copy of the observation of all rows."""
        roots = [worker.root.arrays() for worker in self._workers]
        parts = {name: [root[name] for root in roots] for name in roots[0]}
        joined: dict[str, Any] = {name: np.concatenate(found) for name, found in parts.items()}
        return Observation(**{"candidates": None, **joined})

    def _part(self, loan: Loan) -> Frame:
        if len(self._every) == len(self._slab.actions):
            return loan.frame
        return rows_of(loan.frame, self.rows)

    def _level(self, worker: Worker) -> int:
        return int(self._slab.levels[worker.setup.number])

    def _check(self, actions: IntArray) -> None:
        for mask, chosen, first in self._masks(actions):
            width = mask.shape[1]
            if chosen.view(np.uint64).max() < width:  # none is negative
                legal = mask[self._every[: len(mask)], chosen]
                if legal.all():
                    continue
            inside = (chosen >= 0) & (chosen < width)
            legal = inside & mask[self._every[: len(mask)], np.where(inside, chosen, 0)]
            row = int(np.flatnonzero(~legal)[0])
            raise EngineError(
                f"action {int(chosen[row])} of row {first + row} is masked.",
                "step",
                f"choose one of {np.flatnonzero(mask[row]).tolist()}.",
            )

    def _masks(self, actions: IntArray) -> list[tuple[BoolArray, IntArray, int]]:
        """The mask of each frame that rows are shown, the actions for them, and the first row."""
        loans = [worker.loan for worker in self._workers]
        assert loans[0] is not None, "reset is due"
        if loans.count(loans[0]) == len(loans):
            return [(loans[0].frame.root.action_mask[self.rows], actions, self.rows.start)]
        return [
            (worker.root.action_mask, actions[here], worker.rows.start)
            for worker, here in zip(self._workers, self._slices, strict=True)
        ]

    def _keep(self) -> None:
        """Take the snapshots that are due; the workers make theirs at the same time."""
        due = [worker for worker in self._workers if worker.is_snapshot_due]
        for worker in due:
            worker.ask_snapshot()
        for worker in due:
            worker.receive()

    def _wait(self, loan: Loan) -> None:
        for worker in self._workers:
            worker.settle()
            worker.loan = loan


class Pool:
    """N rows of derivations of the queries of a split, in K processes.

    Workers start when the pool is made; the first request waits for them. A worker that dies, that
    raises or that does not answer in time is replaced, and its rows are what they would have been.

    Args:
        problem: program, queries and settings.
        n: number of rows.
        n_workers: number of processes, at most N.
        split: whose queries are played.
        seed: seed of the order of queries.
        with_candidates: show the candidates' resolvents.
        group_size: episodes that play the same query; N is a multiple of it.
        timeout_s: seconds after which a worker that does not answer is taken to hang.
        max_restarts: workers that are replaced before the pool gives up.
    """

    def __init__(
        self,
        problem: Problem,
        n: int,
        *,
        n_workers: int = 1,
        split: str = "train",
        seed: int = 0,
        with_candidates: bool = True,
        group_size: int = 1,
        timeout_s: float = 60.0,
        max_restarts: int = 100,
    ) -> None:
        width = problem.env_config.n_candidates
        window = Window(problem.viewer, width=width, with_candidates=with_candidates)
        self.n, self.n_levels = n, len(problem.levels(split))
        layout = Layout.of(window.blank(1), n, n_workers, self.n_levels)
        slab_file = anonymous_file(layout.nbytes)
        self.slab = Slab(slab_file, layout)
        self._restarts = Restarts(max_restarts)
        bounds = np.linspace(0, n // group_size, n_workers + 1).astype(int) * group_size
        self.workers: list[Worker] = []
        self._finalizer = weakref.finalize(self, _close, self.workers, slab_file)
        for number, (first, last) in enumerate(pairwise(bounds.tolist())):
            setup = Setup(
                pack=problem.pack,
                env_config=problem.env_config,
                fingerprint=problem.fingerprint,
                number=number,
                first=first,
                last=last,
                split=split,
                seed=seed,
                with_candidates=with_candidates,
                group_size=group_size,
            )
            self.workers.append(
                Worker(
                    setup,
                    problem,
                    self.slab,
                    slab_file,
                    restarts=self._restarts,
                    timeout_s=timeout_s,
                )
            )
        self._all = Group(self.workers, self.slab)

    def groups(self, n: int) -> list[Group]:
        """The workers in N groups, which can be sent to and received from independently.

        With two groups, one can be stepped while the policy works on the other.
        """
        bounds = np.linspace(0, len(self.workers), n + 1).astype(int)
        return [Group(self.workers[a:b], self.slab) for a, b in pairwise(bounds)]

    # ---- steps of all rows, as of Derivations

    def reset(self, rows: IntArray | None = None) -> Observation:
        """Start the next episode in ``rows`` (default: all); a fresh observation of all rows."""
        return self._all.reset(np.arange(self.n) if rows is None else rows)

    def send(self, actions: IntArray, *, restart: bool = True) -> None:
        """See :meth:`Group.send`."""
        self._all.send(actions, restart=restart)

    def receive(self) -> tuple[Transition, Observation]:
        """See :meth:`Group.receive`."""
        return self._all.receive()

    def begin(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """See :meth:`Group.begin`."""
        return self._all.begin(actions, restart=restart)

    def end(self) -> None:
        """See :meth:`Group.end`."""
        self._all.end()

    def step(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """Play one action in each row: :meth:`begin`, then :meth:`end`."""
        played = self._all.begin(actions, restart=restart)
        self._all.end()
        return played

    def current(self) -> Observation:
        """The observation of all rows, a copy."""
        return self._all.current()

    def reseed(self, seed: int) -> None:
        """Start anew with another seed; :meth:`reset` is due then."""
        self.set_level(0)
        for worker in self.workers:
            worker.open(seed)
        for worker in self.workers:
            worker.receive()

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and below from now on."""
        for worker in self.workers:
            worker.settle()  # one that is at work reads its level only then
        self.slab.levels[:] = level

    # ---- what happened

    @property
    def restarts(self) -> int:
        """Workers that were replaced since construction."""
        return self._restarts.count

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since construction."""
        return dict(zip(COUNTERS, self.slab.counted.sum(axis=0).tolist(), strict=True))

    @property
    def inferences(self) -> int:
        """Inferences since construction, those of resets not included."""
        return int(self.slab.inferences.sum())

    @property
    def successes(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward, and all that ended, since construction, by level."""
        tallies = self.slab.tallies.sum(axis=0).tolist()
        return {level: (won, played) for level, (won, played) in enumerate(tallies) if played}

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds by phase, the mean of the workers, which work at the same time."""
        before = np.array([worker.seconds_before for worker in self.workers])
        mean = (before + self.slab.seconds).mean(axis=0)
        return dict(zip(PHASES, mean.tolist(), strict=True))

    # ---- checkpoints

    def states(self) -> list[dict[str, Any]]:
        """The state of each worker's rows, as of :meth:`Derivations.state`.

        After a :class:`WorkerError` the rows of the worker that failed are as they were before the
        step in which it did.
        """
        living = []
        for worker in self.workers:
            try:
                if not worker.is_given_up:
                    worker.ask_snapshot()
                    living.append(worker)
            except WorkerError:
                continue
        kept = {}
        for worker in living:
            try:
                kept[worker.setup.number] = worker.receive()
            except WorkerError:
                continue
        return [
            pickle.loads(kept.get(worker.setup.number) or worker.snapshot_without_process())
            for worker in self.workers
        ]

    def restore(self, states: list[dict[str, Any]]) -> None:
        """Go on from :meth:`states`; :meth:`current` has the observation then."""
        loan = self.slab.lend()
        for worker, state in zip(self.workers, states, strict=True):
            worker.adopt(state, loan)
        for worker in self.workers:
            worker.receive()
            worker.loan = loan

    def close(self) -> None:
        """End the workers; none is left behind without this either."""
        self._finalizer()


def _close(workers: list[Worker], slab_file: int) -> None:
    for worker in workers:
        worker.hang_up()
    for worker in workers:
        worker.close()
    os.close(slab_file)
