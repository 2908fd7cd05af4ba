"""Searches for one proof of each of some queries, in this process or in workers. Torch-free.

A worker opens the problem, and each call gives it the current weights and a share of the queries.
The result of a search depends only on its query, its budget, the weights and the counts of choices
that the rounds before have tried, so a lost worker costs only time.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchSettings, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy.weights import NetworkWeights
from symbolic_rl.program.program import Query
from symbolic_rl.search import (
    AnswerIterator,
    LevinTreeSearch,
    Limits,
    MemoryBudget,
    SearchResult,
    run_side_by_side,
)
from symbolic_rl.search.base import SearchTask, SpaceOrder, default_memory_mb
from symbolic_rl.search.search_checkpoint import CheckpointOrder, Network
from symbolic_rl.search.shortening import Kinds, shortened

if TYPE_CHECKING:
    from symbolic_rl.policy import DerivationPolicy

Job = tuple[Query, int]
"""A query, and the inferences that its search may take."""

Found = tuple[SearchResult, IntArray]
"""A result, and the counts [K, N_COUNTS] of the choices that its proof's shortening has tried."""


def _expect_prolog(problem: Problem) -> None:
    """Raise ConfigError if a problem is stepped on a device, where searches cannot run."""
    if problem.tables is not None:
        what = "--algo expert needs the engine prolog."
        raise ConfigError(what, "--engine", "use --engine prolog.")


SEARCH_SHARE = 1 / 2
"""Share of ``--memory-mb`` that the states of all searches of a round may take."""


LEAST_PRIORITY = 19
"""Lowest priority of a process (POSIX), for workers that search ahead."""


def search_memory_mb(run: TrainConfig) -> int:
    """Return the megabytes that the searches of a round may take together."""
    return max(1, int(SEARCH_SHARE * (run.memory_mb or default_memory_mb())))


class Searches(Protocol):
    """Searches for the first answer to each of some queries, by the current policy."""

    kinds: Kinds
    """Choices that were tried to shorten proofs, and how often they failed."""

    @property
    def restarts(self) -> int:
        """Workers that were replaced."""

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """Search; WorkerError: too many workers were lost."""

    def begin(self, jobs: Sequence[Job]) -> None:
        """Take the jobs of :meth:`end`, which must follow; workers begin to search."""

    def end(self) -> list[SearchResult]:
        """Return the results of :meth:`begin`; WorkerError: too many workers were lost."""

    def shutdown(self) -> None:
        """End all workers; may be called twice."""


class LocalSearches:
    """Searches for the first answer to each of some queries, side by side in this process.

    ConfigError: the engine cannot search.
    """

    restarts = 0  # workers that were replaced

    def __init__(
        self,
        problem: Problem,
        policy: "DerivationPolicy",
        at_once: int,
        n_threads: int = 1,
        *,
        memory_mb: int = 0,
    ) -> None:
        from symbolic_rl.search.policy_order import PolicyOrder

        _expect_prolog(problem)
        self._problem, self._policy = problem, policy
        self._at_once, self._n_threads, self._memory_mb = at_once, n_threads, memory_mb
        self._order = PolicyOrder(policy, problem, problem.program)
        self.kinds = Kinds()

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """Search with the current policy."""
        self._order.settings = self._policy.search_settings
        memory = MemoryBudget(self._memory_mb, self._at_once)
        options = {"at_once": self._at_once, "n_threads": self._n_threads}
        found = _search(self._problem, self._order, jobs, self.kinds.counts, memory, **options)
        return _counted(found, self.kinds)

    def begin(self, jobs: Sequence[Job]) -> None:
        """Note the jobs of :meth:`end`, which does all of the work."""
        self._begun = jobs

    def end(self) -> list[SearchResult]:
        """Search for what :meth:`begin` has noted."""
        return self(self._begun)

    def shutdown(self) -> None:
        """End all workers; may be called twice."""


class WorkerSearches:
    """Searches in workers, each with a copy of the weights.

    ConfigError: the engine cannot search, or C does not support the policy's head.

    Args:
        problem: program and training queries.
        policy: the policy that learns; workers get its weights before each round.
        run: settings; ``n_envs`` is the number of concurrent searches of all workers.
        open_workers: starts the workers: a :class:`.WorkerPool`, or actors with its methods.
    """

    def __init__(
        self,
        problem: Problem,
        policy: "DerivationPolicy",
        run: TrainConfig,
        open_workers: Callable[[], Any],
    ) -> None:
        _expect_prolog(problem)
        self._policy = policy
        self._n_workers, self._at_once = run.n_workers, -(-run.n_envs // run.n_workers)
        self._memory_mb = max(1, search_memory_mb(run) // run.n_workers)
        self._clauses = problem.ids.clause_ids(problem.program)
        self._weights()  # refuses unsupported heads before any worker starts
        self.kinds = Kinds()
        self.workers = open_workers()
        self._is_ahead = run.search_ahead

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """Search with the current policy; WorkerError: too many workers were lost."""
        self.begin(jobs)
        return self.end()

    def begin(self, jobs: Sequence[Job]) -> None:
        """Begin to search with the current policy, in the workers; :meth:`end` must follow."""
        if self._is_ahead:  # the learner, which all wait for, goes first where cores are short
            for worker in self.workers.workers:
                with suppress(OSError):  # it has died, and is replaced when it is asked
                    os.setpriority(os.PRIO_PROCESS, worker.pid, LEAST_PRIORITY)
        self.workers.ask(find_proofs, self._divided(jobs))

    def end(self) -> list[SearchResult]:
        """Wait for the results of :meth:`begin`; WorkerError: too many workers were lost."""
        return self._in_order(self.workers.results())

    def _divided(self, jobs: Sequence[Job]) -> list[tuple[Any, ...]]:
        """Return the arguments of each worker: a copy of the weights, and its jobs."""
        order = _longest_first(jobs)
        self._parts = [order[k :: self._n_workers] for k in range(self._n_workers)]
        settings = self._policy.search_settings
        common = self._weights(), self._clauses, settings, self.kinds.counts
        share = self._at_once, self._memory_mb
        return [(*common, [jobs[i] for i in part], *share) for part in self._parts]

    def _in_order(self, found: Sequence[Sequence[Found]]) -> list[SearchResult]:
        """Return the results of all workers in the order of the jobs."""
        results: dict[int, Found] = {}
        for part, own in zip(self._parts, found, strict=True):
            results |= zip(part, own, strict=True)
        return _counted([results[i] for i in range(len(results))], self.kinds)

    @property
    def restarts(self) -> int:
        """Workers that were replaced."""
        return int(self.workers.restarts)

    def shutdown(self) -> None:
        """End all workers; may be called twice."""
        self.workers.close()

    def _weights(self) -> NetworkWeights:
        weights = self._policy.head.plain_weights()
        if weights is None:
            raise ConfigError(
                f"Workers search with weights in C, which has none for the policy "
                f"{self._policy.name!r}: its head is not one of C's, or it is too wide.",
                "--policy, --dim",
                "give --collector vectorized, which asks the policy itself; or --dim 1024 at most.",
            )
        return weights


def find_proofs(
    problem: Problem,
    weights: NetworkWeights,
    clauses: NDArray[np.int32],
    search_settings: SearchSettings,
    kinds: IntArray,
    jobs: Sequence[Job],
    at_once: int,
    memory_mb: int,
) -> list[Found]:
    """Search for the first answer to each query, in a worker."""
    network = Network(weights, problem.viewer, clauses)
    order = CheckpointOrder(network, problem.env_config, search_settings)
    memory = MemoryBudget(memory_mb, at_once)
    return _search(problem, order, jobs, kinds, memory, at_once=at_once)


class ProgramSearches:
    """Searches in several programs; workers of different programs search at the same time."""

    def __init__(self, opened: Iterable[Callable[[], Searches]]) -> None:
        self.each = list[Searches]()
        try:
            for one in opened:
                self.each.append(one())
        except BaseException:
            self.shutdown()
            raise

    def begin(self, jobs: Sequence[Job], program: IntArray) -> None:
        """Begin to search for jobs [J] of these programs [J]; :meth:`end` must follow."""
        self._places = [np.flatnonzero(program == k).tolist() for k in range(len(self.each))]
        for searches, places in zip(self.each, self._places, strict=True):
            searches.begin([jobs[i] for i in places])

    def end(self) -> list[SearchResult]:
        """Return the results [J] of :meth:`begin`, in the order of the jobs.

        WorkerError: too many workers were lost.
        """
        results: dict[int, SearchResult] = {}
        for searches, places in zip(self.each, self._places, strict=True):
            results |= zip(places, searches.end(), strict=True)
        return [results[i] for i in range(len(results))]

    @property
    def kinds(self) -> list[IntArray]:
        """Counts [K, N_COUNTS] of the choices that were tried, by program; see :class:`.Kinds`."""
        return [searches.kinds.counts for searches in self.each]

    @kinds.setter
    def kinds(self, counts: Sequence[IntArray]) -> None:
        for searches, own in zip(self.each, counts, strict=True):
            searches.kinds = Kinds(own)

    @property
    def restarts(self) -> int:
        """Workers that were replaced."""
        return sum(searches.restarts for searches in self.each)

    def shutdown(self) -> None:
        """End all workers; may be called twice."""
        for searches in self.each:
            searches.shutdown()


def _search(
    problem: Problem,
    order: SpaceOrder,
    jobs: Sequence[Job],
    kinds: IntArray,
    memory: MemoryBudget,
    *,
    at_once: int,
    n_threads: int = 1,
) -> list[Found]:
    """Search for the first answer to each query by Levin tree search, and shorten its proof.

    One proof is enough, so the answer term is dropped: states that differ only in their answers are
    searched once. Unlike ``guided``, there is no breadth-first part, which bounds the cost of a bad
    policy; here the policy learns.
    """
    program = problem.program
    engine = PrologEngine(program, problem.env_config, answers=True)
    # Proofs found with estimates deviate from the policy's habits, and imitation of them would
    # spoil these.
    settings = replace(order.settings, steps_to_go=False)

    def task(query: Query, budget: int) -> SearchTask[Found]:
        query = query.without_answer(engine.vocabulary)
        space = order.space(engine, query, settings, n_threads=n_threads)
        search = AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=budget), memory)
        result = yield from search.first()
        return (yield from shortened(space, result, kinds, memory))

    started = _longest_first(jobs)
    found = run_side_by_side((task(*jobs[i]) for i in started), at_once=at_once)
    return [one for _, one in sorted(zip(started, found, strict=True), key=lambda pair: pair[0])]


def _counted(found: Sequence[Found], kinds: Kinds) -> list[SearchResult]:
    """Return the results alone; ``kinds`` gets the counts."""
    kinds.add(tried for _, tried in found)
    return [result for result, _ in found]


def _longest_first(jobs: Sequence[Job]) -> list[int]:
    """Return indices of jobs, largest budgets first, so that few searches end up alone."""
    return sorted(range(len(jobs)), key=lambda i: -jobs[i][1])
