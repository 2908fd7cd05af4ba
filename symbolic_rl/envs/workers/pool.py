"""N derivations side by side in K worker processes. Torch-free.

The rows are those of one :class:`Derivations` with the same seed, whatever K is, and whatever
happens to the workers on the way.

Dimension key: N rows, K workers.
"""

import os
import pickle
import weakref
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from symbolic_rl.base.errors import WorkerError
from symbolic_rl.bridge.schema import Observation, Transition
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.envs.workers import opener
from symbolic_rl.envs.workers.channel import anonymous_file
from symbolic_rl.envs.workers.cores import shared_out
from symbolic_rl.envs.workers.group import WorkerGroup
from symbolic_rl.envs.workers.process import Setup, call_of, result_of
from symbolic_rl.envs.workers.slab import PHASES, SharedSlab, SlabLayout
from symbolic_rl.envs.workers.worker import Restarts, Worker
from symbolic_rl.play.pages import COUNTERS
from symbolic_rl.play.problem import Problem, ProblemImage

MOST_RESTARTS = 3
"""Workers that may be replaced during a call."""


class WorkerPool:
    """N rows of derivations of the queries of a split, in K processes.

    Workers start when the pool is made; the first request waits for them. A worker that dies, that
    raises or that does not answer in time is replaced, and its rows are what they would have been.

    Args:
        problem: program, queries and settings.
        n: number of rows.
        n_workers: number of processes, at most N.
        split: the split whose queries are played.
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
        self.n, self.n_levels = n, len(problem.levels(split))
        layout = SlabLayout.of(
            n,
            problem.sizes,
            with_candidates=with_candidates,
            n_workers=n_workers,
            n_levels=self.n_levels,
        )
        slab_file = anonymous_file(layout.nbytes)
        self.slab = SharedSlab(slab_file, layout)
        self._restarts = Restarts(max_restarts)
        bounds = np.linspace(0, n // group_size, n_workers + 1).astype(int) * group_size
        self.workers: list[Worker] = []
        cores = shared_out(n_workers)
        image = ProblemImage.of(problem)
        content = pickle.dumps(image, 5) if image else b""
        image_file = anonymous_file(content=content)
        is_shared = n_workers > 1 and len(content) >= opener.LEAST_BYTES and opener.is_possible()
        forks = opener.Opener(image_file, os.getcwd()) if is_shared else None
        del image, content
        files = slab_file, image_file
        self._finalizer = weakref.finalize(self, _close, self.workers, forks, files)
        for number, (first, last) in enumerate(pairwise(bounds.tolist())):
            setup = Setup(
                pack=problem.pack,
                env_config=problem.env_config,
                fingerprint=problem.fingerprint,
                known=problem.known,
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
                    image_file,
                    opener=forks,
                    restarts=self._restarts,
                    timeout_s=timeout_s,
                    core=cores[number % len(cores)] if cores else None,
                )
            )
        self._all = WorkerGroup(self.workers, self.slab)

    # ---- steps of all rows, as of Derivations

    def reset(self, rows: IntArray | None = None) -> Observation:
        """Start the next episode in ``rows`` (default: all); return a fresh observation of all."""
        return self._all.reset(np.arange(self.n) if rows is None else rows)

    def begin(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """See :meth:`WorkerGroup.begin`."""
        return self._all.begin(actions, restart=restart)

    def end(self) -> None:
        """See :meth:`WorkerGroup.end`."""
        self._all.end()

    def step(self, actions: IntArray, *, restart: bool = True) -> tuple[Transition, Observation]:
        """Play one action in each row: :meth:`begin`, then :meth:`end`."""
        played = self._all.begin(actions, restart=restart)
        self._all.end()
        return played

    def current(self) -> Observation:
        """Return a copy of the observation of all rows."""
        return self._all.current()

    def reseed(self, seed: int) -> None:
        """Restart with another seed; :meth:`reset` is due then."""
        self.set_level(0)
        for worker in self.workers:
            worker.open(seed)
        for worker in self.workers:
            worker.receive()

    def set_level(self, level: int) -> None:
        """Draw queries of ``level`` (from 0) and below from now on."""
        for worker in self.workers:
            worker.settle()  # a worker reads its level when it takes a request up
        self.slab.levels[:] = level

    def call(self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call a function in all workers concurrently; the rows stay as they are.

        A worker that fails is replaced and asked again, at most ``MOST_RESTARTS`` times in a call.

        Args:
            function: of a torch-free module; it is called with the problem and its arguments.
            arguments: of each worker.

        Returns:
            the result of each worker.

        Raises:
            WorkerError: a worker failed for good.
            Exception: what the function has raised.
        """
        self._restarts.most = self._restarts.count + MOST_RESTARTS
        for worker, own in zip(self.workers, arguments, strict=True):
            worker.ask_call(call_of(function, own))
        answers = [worker.receive() for worker in self.workers]
        return [result_of(answer) for answer in answers]

    # ---- what happened

    @property
    def restarts(self) -> int:
        """Workers that were replaced since construction."""
        return self._restarts.count

    @property
    def counters(self) -> dict[str, int]:
        """Counts since construction of what was lost, merged, masked, paged or cut."""
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
        """Return the state of each worker's rows, as of :meth:`Derivations.state`.

        After a :class:`WorkerError` the rows of the failed worker are those before the step in
        which it failed.
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
        """Continue from :meth:`states`; :meth:`current` has the observation then."""
        loan = self.slab.lend()
        for worker, state in zip(self.workers, states, strict=True):
            worker.adopt(state, loan)
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
