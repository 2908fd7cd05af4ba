"""Searches for one proof of each of some queries, in this process or in workers. Torch-free.

A worker opens the problem and is asked with the weights of now and a share of the queries. What a
search finds depends on its query, its budget and the weights alone, so a worker that is lost costs
time and nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.problem import Problem
from symbolic_rl.program.program import Query
from symbolic_rl.search import AnswerIterator, LevinTreeSearch, Limits, SearchResult
from symbolic_rl.search.base import run_side_by_side
from symbolic_rl.search.memory import MemoryBudget, default_memory_mb
from symbolic_rl.search.network import Network, NetworkWeights
from symbolic_rl.search.space import Advice, Order, Page, Space

if TYPE_CHECKING:
    from symbolic_rl.policy import DerivationPolicy

Job = tuple[Query, int]
"""A query, and the inferences that its search may take."""


class Searches(Protocol):
    """Interface of the searches of a backend."""

    @property
    def restarts(self) -> int:
        """Workers that were replaced."""
        ...

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """Search for the first answer to each query, with the policy as it is."""
        ...

    def describe(self) -> str:
        """Return where searches run, for a line to print."""
        ...

    def shutdown(self) -> None:
        """End all workers; may be called twice."""
        ...


class Workers(Protocol):
    """Interface of processes or actors that have a problem."""

    @property
    def restarts(self) -> int:
        """Workers that were replaced."""
        ...

    def call(self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return ``function(problem, *arguments[k])`` of each worker k."""
        ...

    def close(self) -> None:
        """End the workers."""
        ...


def _expect_prolog(problem: Problem) -> None:
    """Raise ConfigError if the steps of a problem run on a device, where no search does."""
    if problem.tables is not None:
        what = "--algo expert needs the engine prolog."
        raise ConfigError(what, "--engine", "use --engine prolog.")


class LocalSearches:
    """Searches in this process, side by side.

    Args:
        problem: program and training queries.
        policy: guides the searches.
        at_once: searches that share a crossing to Prolog and a call of the policy.
        n_threads: threads that run searches in C.

    Raises:
        ConfigError: the engine cannot search.
    """

    restarts = 0

    def __init__(
        self, problem: Problem, policy: "DerivationPolicy", at_once: int, n_threads: int = 1
    ) -> None:
        from symbolic_rl.search.policy_order import PolicyOrder

        _expect_prolog(problem)
        self._problem, self._policy = problem, policy
        self._at_once, self._n_threads = at_once, n_threads
        self._order = PolicyOrder(policy, problem, problem.program)

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """See :class:`Searches`."""
        return _search(
            self._problem,
            self._order,
            self._policy.reading,
            jobs,
            at_once=self._at_once,
            n_threads=self._n_threads,
        )

    def describe(self) -> str:
        """See :class:`Searches`."""
        threads = f" in {self._n_threads} threads" if self._n_threads > 1 else ""
        return f"{self._at_once} side by side{threads}"

    def shutdown(self) -> None:
        """See :class:`Searches`."""


class WorkerSearches:
    """Searches in workers, each with a copy of the weights.

    Args:
        problem: program and training queries.
        policy: the one that learns; workers get its weights before each round.
        n_workers: number of workers.
        at_once: searches side by side, of all workers together.
        open_workers: starts the workers.
        place: kind of the workers, for a line to print.

    Raises:
        ConfigError: the engine cannot search, or C does not know the head of the policy.
    """

    def __init__(
        self,
        problem: Problem,
        policy: "DerivationPolicy",
        *,
        n_workers: int,
        at_once: int,
        open_workers: Callable[[], Workers],
        place: str,
    ) -> None:
        _expect_prolog(problem)
        self._policy, self._place = policy, place
        self._n_workers, self._at_once = n_workers, -(-at_once // n_workers)
        self._clauses = problem.ids.clause_ids(problem.program)
        self._weights()
        self.workers = open_workers()

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """See :class:`Searches`.

        Raises:
            WorkerError: workers were lost again and again.
        """
        order = _longest_first(jobs)
        parts = [order[k :: self._n_workers] for k in range(self._n_workers)]
        common = self._weights(), self._clauses, self._policy.reading
        asked = [
            (*common, [jobs[i] for i in part], self._at_once, self._n_workers) for part in parts
        ]
        results: dict[int, SearchResult] = {}
        for part, found in zip(parts, self.workers.call(find_proofs, asked), strict=True):
            results |= zip(part, found, strict=True)
        return [results[i] for i in range(len(jobs))]

    @property
    def restarts(self) -> int:
        """See :class:`Searches`."""
        return self.workers.restarts

    def describe(self) -> str:
        """See :class:`Searches`."""
        return f"{self._at_once} side by side in each of {self._n_workers} {self._place}"

    def shutdown(self) -> None:
        """See :class:`Searches`."""
        self.workers.close()

    def _weights(self) -> NetworkWeights:
        weights = NetworkWeights.of(self._policy.head)
        if weights is None:
            raise ConfigError(
                f"Workers search with weights in C, which does not know the policy "
                f"{self._policy.name!r} of this width.",
                "--policy, --dim",
                "give --collector vectorized, which asks the policy itself; or --dim 1024 at most.",
            )
        return weights


def find_proofs(
    problem: Problem,
    weights: NetworkWeights,
    clauses: NDArray[np.int32],
    reading: SearchConfig,
    jobs: Sequence[Job],
    at_once: int,
    n_processes: int,
) -> list[SearchResult]:
    """Search for the first answer to each query, in a worker.

    Args:
        problem: the problem that the worker has opened.
        weights: of the policy, as it is now.
        clauses: clause ids of training, by clause of the program.
        reading: how the searches read the policy.
        jobs: queries and budgets.
        at_once: searches side by side.
        n_processes: workers that search concurrently and share the memory.
    """
    network = Network(weights, problem.viewer, clauses, problem.env_config.n_candidates)
    order = _NetworkOrder(network)
    return _search(problem, order, reading, jobs, at_once=at_once, n_processes=n_processes)


class _NetworkOrder:
    """Order of candidates that C computes by itself, with given weights."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def network(self) -> int:
        """Return the address of the weights (``network_t``)."""
        return self._network.address

    def __call__(self, states: TokenBatch, page: Page, wanted: NDArray[np.bool_]) -> Advice:
        raise NotImplementedError("C computes the logits of these searches")


def _search(
    problem: Problem,
    order: Order,
    reading: SearchConfig,
    jobs: Sequence[Job],
    *,
    at_once: int,
    n_threads: int = 1,
    n_processes: int = 1,
) -> list[SearchResult]:
    """Search for the first answer to each query by Levin tree search.

    A proof is wanted, not every answer: states that differ only in the answer that they lead to are
    searched once. Breadth-first search has no share, unlike in ``guided``, where it bounds the cost
    of a bad policy: here the policy learns.
    """
    program = problem.program
    engine = PrologEngine(program, problem.env_config, answers=True)
    memory = MemoryBudget(default_memory_mb() // n_processes, at_once)
    width = problem.env_config.n_candidates - problem.env_config.refuse
    # Proofs that estimates lead to lie off the policy's habits: imitated, they spoil them.
    settings = replace(reading, steps_to_go=False)

    def task(query: Query, budget: int) -> Any:
        query = query.without_answer(engine.vocabulary)
        space = Space(
            engine, query, width=width, order=order, settings=settings, n_threads=n_threads
        )
        return AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=budget), memory).first()

    started = _longest_first(jobs)
    found = run_side_by_side((task(*jobs[i]) for i in started), at_once=at_once)
    return [one for _, one in sorted(zip(started, found, strict=True), key=lambda pair: pair[0])]


def _longest_first(jobs: Sequence[Job]) -> list[int]:
    """Return the indices of jobs, largest budgets first, so that few searches go on alone."""
    return sorted(range(len(jobs)), key=lambda i: -jobs[i][1])
