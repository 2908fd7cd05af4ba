"""Searches of a round, in this process or in worker processes.

A worker has a copy of the policy and opens the problem from its files. It gets the weights, and
some of the round's queries with their budgets, and returns the results. A worker that dies, or is
ended because it hangs, is replaced, and its queries are searched again: they end as they would
have, because a search depends on its query, its budget and the weights alone (but for the rounding
of batched products).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, ClassVar, Protocol

import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, WorkerError
from symbolic_rl.base.registry import Entry
from symbolic_rl.collectors import COLLECTORS
from symbolic_rl.collectors.ray import connect, disconnect, need_cores
from symbolic_rl.engine import need_prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.carried import ProblemFiles
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.program.program import Query
from symbolic_rl.search import AnswerIterator, Limits, SearchResult, levin
from symbolic_rl.search.base import run_side_by_side
from symbolic_rl.search.memory import MemoryBudget, default_memory_mb
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.search_actor import SearchActor
from symbolic_rl.training.search_process import Answerer, SearchProcess, WorkerDied

Job = tuple[Query, int]
"""A query, and the inferences that its search may take."""

MOST_RESTARTS = 3
"""Times that workers are started again for one round."""


def provable(problem: Problem) -> list[Query]:
    """Return the training queries that are labelled true: proofs of the others teach nothing.

    Raises:
        ConfigError: there are none.
    """
    queries = [query for query in problem.queries("train") if query.label]
    if not queries:
        raise ConfigError(
            "All training queries are labelled false: there is no proof to be found.",
            "--algo expert",
            "add queries that have a proof, or use --algo ppo.",
        )
    return queries


class Searches(Protocol):
    """Interface of what searches the queries of a round."""

    restarts: int
    """Times that workers were started again."""

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """Search for the first answer to each query, with the policy as it is."""
        ...

    def describe(self) -> str:
        """Return where searches run, in words."""
        ...

    def shutdown(self) -> None:
        """End workers."""
        ...


class LocalSearches:
    """Searches in this process, side by side.

    A proof is wanted, not every answer: states that differ only in the answer that they lead to are
    searched once. It is Levin search without the share that ``guided`` gives to breadth-first
    search in case the policy is bad: here it learns.

    Args:
        problem: program and training queries.
        policy: guides the searches.
        at_once: searches that share a crossing to Prolog and a call of the policy.
        n_threads: threads that run searches in C.
        n_processes: processes that search at the same time, and share the memory.

    Raises:
        ConfigError: the engine cannot search.
    """

    restarts = 0

    def __init__(
        self,
        problem: Problem,
        policy: DerivationPolicy,
        at_once: int,
        n_threads: int = 1,
        n_processes: int = 1,
    ) -> None:
        program = need_prolog(problem.engine, "--algo expert").program
        self._at_once, self._n_threads = at_once, n_threads
        self._memory = MemoryBudget(default_memory_mb() // n_processes, at_once)
        self._engine = PrologEngine(program, problem.env_config, answers=True)
        self._policy = policy
        self._order = PolicyOrder(policy, problem, program)

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """See :class:`Searches`; the largest budgets start first, so that few go on alone."""
        order = sorted(range(len(jobs)), key=lambda i: -jobs[i][1])
        tasks = (self._search(*jobs[i]).first() for i in order)
        found = run_side_by_side(tasks, at_once=self._at_once)
        return [one for _, one in sorted(zip(order, found, strict=True), key=lambda pair: pair[0])]

    def describe(self) -> str:
        """See :class:`Searches`."""
        threads = f" in {self._n_threads} threads" if self._n_threads > 1 else ""
        return f"{self._at_once} side by side{threads}"

    def shutdown(self) -> None:
        """See :class:`Searches`."""

    def _search(self, query: Query, budget: int) -> AnswerIterator:
        # Proofs that estimates lead to lie beside the policy's habits: imitated, they spoil them.
        reading = replace(self._policy.reading, steps_to_go=False)
        query = query.without_answer(self._engine.vocabulary)
        space = self._order.space(self._engine, query, reading, n_threads=self._n_threads)
        return AnswerIterator(levin(space), Limits(max_inferences=budget), self._memory)


class SearchWorker(Protocol):
    """Interface of a worker, which searches when it is asked."""

    @property
    def pid(self) -> int:
        """Number of its process, on its machine."""
        ...

    def ask(self, weights: dict[str, Any], jobs: list[Any]) -> Any:
        """Return what it finds for ``jobs`` with ``weights``.

        Raises:
            WorkerDied: it has ended.
            Exception: what it raised.
        """
        ...

    def end(self) -> None:
        """End it."""
        ...


class WorkerSearches:
    """Searches in ``n_workers`` processes of this machine, each with a copy of the policy.

    Args:
        problem: program and training queries.
        policy: the one that learns; the copies get its weights before each round.
        config: training settings, resolved.
    """

    place: ClassVar[str] = "processes"
    """Kind of the workers, in words."""
    start: ClassVar[Callable[..., SearchWorker]] = SearchProcess
    """Starts a worker: gets :func:`_open_searches` and its arguments."""

    def __init__(self, problem: Problem, policy: DerivationPolicy, config: TrainConfig) -> None:
        need_prolog(problem.engine, "--algo expert")
        self._policy = policy
        self._at_once = -(-config.n_envs // config.n_workers)
        shape = PolicyShape.for_problem(problem)
        arguments = ProblemFiles.of(problem), policy.name, shape, config.dim, self._at_once
        self._arguments = (*arguments, config.n_workers)
        self.restarts = 0
        self.workers = [self._started() for _ in range(config.n_workers)]
        self._threads = ThreadPoolExecutor(config.n_workers, "ask")

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """See :class:`Searches`.

        Raises:
            WorkerError: workers died again and again.
        """
        head = {k: x.cpu().numpy() for k, x in self._policy.head.state_dict().items()}
        weights = {"head": head, "reading": self._policy.reading}
        order = sorted(range(len(jobs)), key=lambda i: -jobs[i][1])
        waiting = [k for k in range(len(self.workers)) if k < len(jobs)]
        results: dict[int, SearchResult] = {}
        times = 0
        while waiting:
            parts = {k: order[k :: len(self.workers)] for k in waiting}
            asked = {
                k: self._threads.submit(self.workers[k].ask, weights, [jobs[i] for i in part])
                for k, part in parts.items()
            }
            waiting = []
            for k, answer in asked.items():
                try:
                    results |= zip(parts[k], answer.result(), strict=True)
                except WorkerDied:
                    waiting.append(k)
            times += bool(waiting)
            for k in waiting:
                self._replace(k, times)
        return [results[i] for i in range(len(jobs))]

    def describe(self) -> str:
        """See :class:`Searches`."""
        return f"{self._at_once} side by side in each of {len(self.workers)} {self.place}"

    def shutdown(self) -> None:
        """See :class:`Searches`."""
        for worker in self.workers:
            worker.end()
        self._threads.shutdown()

    def _started(self) -> SearchWorker:
        return type(self).start(_open_searches, *self._arguments)

    def _replace(self, k: int, times: int) -> None:
        """Start a new worker in place of one that has ended."""
        self.workers[k].end()
        if times > MOST_RESTARTS:
            raise WorkerError(
                f"The {self.place} that search ended {times} times in one round.",
                f"--collector with --algo expert, {len(self.workers)} workers",
                "look for what ends them, such as a lack of memory; or use --collector vectorized.",
            )
        self.restarts += 1
        self.workers[k] = self._started()


class RaySearches(WorkerSearches):
    """Searches in ``n_workers`` actors of a Ray cluster; see :class:`WorkerSearches`.

    Raises:
        InstallationError: Ray is not installed.
        RunError: the cluster cannot be reached, or has too few free cores.
    """

    place = "Ray actors"
    start = SearchActor

    def __init__(self, problem: Problem, policy: DerivationPolicy, config: TrainConfig) -> None:
        self._is_ours = connect(config.n_workers)
        try:
            need_cores(config.n_workers)
            super().__init__(problem, policy, config)
        except BaseException:
            disconnect(self._is_ours)
            raise

    def shutdown(self) -> None:
        """End the actors, and Ray where it was started for them."""
        super().shutdown()
        disconnect(self._is_ours)

    def _started(self) -> SearchWorker:
        need_cores(1)  # of the actor that this one replaces, or of another node
        return super()._started()


def _open_searches(
    files: ProblemFiles, head: str, shape: PolicyShape, dim: int, at_once: int, n_workers: int
) -> Answerer:
    """Return what a worker process searches with, once it has the weights."""
    problem = files.open()
    policy = make_policy(head, shape, dim=dim)
    searches = LocalSearches(problem, policy, at_once, 1, n_workers)

    def found(weights: dict[str, Any], jobs: list[Any]) -> list[SearchResult]:
        tensors = {key: torch.from_numpy(array) for key, array in weights["head"].items()}
        policy.head.load_state_dict(tensors)
        policy.reading = weights["reading"]
        return searches(jobs)

    return found


def local_searches(
    problem: Problem, policy: DerivationPolicy, config: TrainConfig
) -> LocalSearches:
    """Return searches in this process, as many side by side as there are environments."""
    return LocalSearches(problem, policy, config.n_envs, config.n_threads)


def make_searches(problem: Problem, policy: DerivationPolicy, config: TrainConfig) -> Searches:
    """Return the searches of the collector that the settings name.

    Raises:
        ConfigError: the engine cannot search.
        WorkerError: workers did not start.
    """
    make: Entry[Callable[..., Searches]] = Entry(COLLECTORS[config.collector].searches, "")
    return make.load()(problem, policy, config)
