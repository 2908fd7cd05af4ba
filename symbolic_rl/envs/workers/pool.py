"""N derivations side by side in K worker processes. Torch-free.

The rows equal the rows of one :class:`Derivations` with the same seed, for any K and any failures
of workers. In a step, work that the workers wait for comes first; other work is done while they
step.

Dimension key: N rows, K workers.
"""

import os
import pickle
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from time import perf_counter
from typing import Any, Unpack

import numpy as np

from symbolic_rl.base.errors import WorkerError
from symbolic_rl.bridge import core
from symbolic_rl.bridge.schema import Frame, Observation, Transition
from symbolic_rl.bridge.structs import address
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.derivations import RowOptions, expect_counts
from symbolic_rl.derivations.pages import COUNTERS
from symbolic_rl.derivations.problem import Problem, ProblemImage
from symbolic_rl.derivations.rows import by_level
from symbolic_rl.derivations.step import masked
from symbolic_rl.envs.workers import opener
from symbolic_rl.envs.workers.channel import RESET, STEP, STEP_ONLY, anonymous_file
from symbolic_rl.envs.workers.process import Setup, call_of, result_of
from symbolic_rl.envs.workers.slab import PHASES, Loan, SharedSlab, SlabLayout
from symbolic_rl.envs.workers.worker import Request, Restarts, Worker, shared_out

MOST_RESTARTS = 3
"""Workers that may be replaced during a call."""


class WorkerPool:
    """N rows of derivations of the queries of a split, in K processes.

    Workers start with the pool; the first request waits for them. A worker that dies, raises or
    does not answer in time is replaced, and its rows continue as if it had not failed.

    Args:
        problem: program, queries and settings.
        n: number of rows.
        n_workers: number of processes, at most N.
        timeout_s: seconds without an answer after which a worker counts as hanging.
        max_restarts: workers that are replaced before the pool gives up.
        rows: as of :class:`.Derivations`; N is a multiple of ``group_size``.
    """

    def __init__(
        self,
        problem: Problem,
        n: int,
        *,
        n_workers: int = 1,
        timeout_s: float = 60.0,
        max_restarts: int = 100,
        **rows: Unpack[RowOptions],
    ) -> None:
        self.n, group_size = n, rows.get("group_size", 1)
        expect_counts(n, seed=rows.get("seed", 0), group_size=group_size, n_workers=n_workers)
        layout = SlabLayout.of(
            n,
            problem.sizes,
            with_candidates=rows.get("with_candidates", True),
            n_workers=n_workers,
            n_levels=len(problem.asked(rows.get("split", "train")).sizes),
        )
        slab_file = anonymous_file(layout.nbytes)
        self.slab = SharedSlab(slab_file, layout)
        self._restarts = Restarts(max_restarts)
        # Whole teams per worker, because the draw of a group counts the episodes of its team.
        bounds = np.linspace(0, n // group_size, n_workers + 1).astype(int) * group_size
        self.workers: list[Worker] = []
        cores = shared_out(n_workers)
        content = pickle.dumps(ProblemImage.of(problem), pickle.HIGHEST_PROTOCOL)
        image_file = anonymous_file(content=content)
        is_shared = n_workers > 1 and len(content) >= opener.LEAST_BYTES and opener.is_possible()
        forks = opener.Opener(image_file, os.getcwd()) if is_shared else None
        del content
        files = slab_file, image_file
        self._finalizer = weakref.finalize(self, _close, self.workers, forks, files)
        for number, (first, last) in enumerate(pairwise(bounds.tolist())):
            options: RowOptions = {**rows, "first_row": rows.get("first_row", 0) + first}
            self.workers.append(
                Worker(
                    Setup(number, first, last, options),
                    problem,
                    self.slab,
                    slab_file,
                    image_file,
                    opener=forks,
                    restarts=self._restarts,
                    timeout_s=timeout_s,
                    core=cores[number % len(cores)] if cores else None,
                )
            )
        self._in_pool_s = self._waited_s = 0.0
        self._lent: tuple[Loan, Frame] | None = None
        self._before: Loan | None = None
        self._next: Loan | None = None
        self._first_masked = core.load().core_first_masked

    # ---- steps of all rows, as of Derivations

    def begin(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """Begin to take one action in each row; :meth:`end` must follow.

        EngineError: an action is masked. WorkerError: a worker failed for good.

        Args:
            actions: [N] index into the window, for each row.
            restart: start the next episode in rows that ended.

        Returns:
            the transition, and the observation after the restart, which :meth:`end` completes. All
            arrays are fresh, in shared memory that is reused once no reference to them is left.
        """
        started = perf_counter()
        actions = np.array(actions, np.int64)  # a copy, which the journals keep
        # Every worker must be idle: one at work would read these actions for the last step.
        for worker in self.workers:
            worker.settle()
        self._keep()
        self.slab.actions[:] = actions
        self._check(actions)
        kind, loan = STEP if restart else STEP_ONLY, self._next or self.slab.lend()
        self.slab.slots[:] = loan.slot
        for worker in self.workers:
            worker.signal(kind)
        # The workers are at work, so the journal, the arrays of this frame and the slot of the next
        # one cost no time.
        for worker in self.workers:
            worker.noted(Request(kind, self._level(worker), loan.slot, actions[worker.rows]))
        frame = loan.frame
        if loan.is_scarce:
            frame = frame.copy()
        before, self._before = self._before, None
        self._lent, self._next = (loan, frame), self.slab.lend_again(before)
        self._in_pool_s += perf_counter() - started
        return frame.transition, frame.current

    def end(self) -> None:
        """Wait until all workers have stepped; WorkerError: a worker failed for good."""
        assert self._lent is not None
        started = perf_counter()
        (loan, given), self._lent = self._lent, None
        self._wait(loan)
        if loan.is_scarce:
            given[...] = loan.frame
        self._in_pool_s += perf_counter() - started

    def step(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """Take one action in each row: :meth:`begin`, then :meth:`end`."""
        begun = self.begin(actions, restart=restart)
        self.end()
        return begun

    def reset(self, rows: IntArray | None = None) -> Observation:
        """Start the next episode in ``rows`` (default: all); return a fresh observation of all."""
        started = perf_counter()
        self._keep()
        rows = np.arange(self.n) if rows is None else rows
        loan = self.slab.lend()
        for worker in self.workers:
            first, last = worker.rows.start, worker.rows.stop
            here = rows[(rows >= first) & (rows < last)] - first
            level = self._level(worker)
            worker.send(Request(RESET, level, loan.slot, content=here.tobytes()))
        self._wait(loan)
        self._in_pool_s += perf_counter() - started
        return self.current()

    def current(self) -> Observation:
        """Return a copy of the observation of all rows."""
        parts = [worker.current.arrays() for worker in self.workers]
        return Observation(**{k: np.concatenate([part[k] for part in parts]) for k in parts[0]})

    def _level(self, worker: Worker) -> int:
        return int(self.slab.levels[worker.setup.number])

    def _check(self, actions: IntArray) -> None:
        """Raise an error for a forbidden action."""
        loans = [worker.loan for worker in self.workers]
        assert loans[0] is not None, "reset is due"
        if loans.count(loans[0]) == len(loans):
            shown = [(loans[0].frame.current, slice(0, self.n))]
        else:  # a worker failed for good, and has no frame of the last step
            shown = [(worker.current, worker.rows) for worker in self.workers]
        for observation, rows in shown:
            mask, chosen = observation.action_mask, actions[rows]
            row = self._first_masked(address(mask, bool), address(chosen), *mask.shape)
            if row >= 0:
                raise masked(int(chosen[row]), rows.start + row, mask[row])

    def _keep(self) -> None:
        """Take the snapshots that are due; the workers make them side by side."""
        due = [worker for worker in self.workers if worker.is_snapshot_due]
        for worker in due:
            worker.ask_snapshot()
        for worker in due:
            worker.receive()
            worker.place.choose(worker.pid)

    def _wait(self, loan: Loan) -> None:
        before = self.workers[0].loan
        for worker in reversed(self.workers):  # the last one signalled likely ends last
            worker.settle()
            worker.loan = loan
        self._before = before

    def reseed(self, seed: int) -> None:
        """Restart with another seed; :meth:`reset` must follow."""
        self.set_level(0)
        for worker in self.workers:
            worker.open(seed)
        for worker in self.workers:
            worker.receive()

    def set_level(self, level: int) -> None:
        """Draw queries of ``level`` (from 0) and below from now on."""
        for worker in self.workers:
            worker.settle()  # a worker reads its level when it begins a request
        self.slab.levels[:] = level

    def ask(self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
        """Call a function in all workers concurrently; :meth:`results`, next, waits for the end.

        The rows do not change. A worker that fails is replaced and called again, at most
        ``MOST_RESTARTS`` times in all. The function, of a torch-free module, takes the problem and
        the worker's ``arguments``.
        """
        self._restarts.most = self._restarts.count + MOST_RESTARTS
        for worker, own in zip(self.workers, arguments, strict=True):
            worker.ask_call(call_of(function, own))

    def results(self) -> list[Any]:
        """Wait for the results of :meth:`ask`, one of each worker.

        WorkerError: a worker failed for good. Exception: the function raised it.
        """
        answers = [worker.receive() for worker in self.workers]
        return [result_of(answer) for answer in answers]

    # ---- counts and times

    @property
    def restarts(self) -> int:
        """Workers that were replaced since construction."""
        return self._restarts.count

    @property
    def counters(self) -> dict[str, int]:
        """Counts since construction: lost, merged, masked, paged, cut."""
        return dict(zip(COUNTERS, self.slab.counted.sum(axis=0).tolist(), strict=True))

    @property
    def inferences(self) -> int:
        """Inferences since construction, resets not included."""
        return int(self.slab.inferences.sum())

    @property
    def successes(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward, and all that ended, since construction, by level."""
        return by_level(self.slab.tallies.sum(axis=0).tolist())

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds since construction by phase, the mean of the workers.

        ``wait`` is the time that this process waited in addition to their work.
        """
        before = np.array([worker.seconds_before for worker in self.workers])
        mean = (before + self.slab.seconds).mean(axis=0)
        self._waited_s = max(self._waited_s, self._in_pool_s - float(mean.sum()))
        return dict(zip(PHASES, mean.tolist(), strict=True)) | {"wait": self._waited_s}

    # ---- checkpoints

    def state(self) -> dict[str, list[dict[str, Any]]]:
        """Return the state of each worker's rows, as of :meth:`Derivations.state`.

        After a :class:`WorkerError` the rows of the failed worker are as before the step in which
        it failed.
        """
        living = []
        for worker in self.workers:
            with suppress(WorkerError):
                if not worker.is_given_up:
                    worker.ask_snapshot()
                    living.append(worker)
        kept = {}
        for worker in living:
            with suppress(WorkerError):
                kept[worker.setup.number] = worker.receive()
        snapshots = [
            kept.get(worker.setup.number) or worker.snapshot_without_process()
            for worker in self.workers
        ]
        return {"workers": [pickle.loads(snapshot) for snapshot in snapshots]}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`state`; :meth:`current` returns the observation."""
        loan = self.slab.lend()
        for worker, saved in zip(self.workers, state["workers"], strict=True):
            worker.adopt(saved, loan)
        for worker in self.workers:
            worker.receive()
            worker.loan = loan

    def close(self) -> None:
        """End the workers; the finalizer of a forgotten pool does the same."""
        self._finalizer()


def _close(workers: list[Worker], forks: opener.Opener | None, files: Sequence[int]) -> None:
    for worker in workers:
        worker.hang_up()
    for worker in workers:
        worker.close()
    if forks is not None:
        forks.close()
    for file in files:
        os.close(file)
