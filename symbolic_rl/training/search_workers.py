"""Searches of a round, in this process or in worker processes.

A worker has a copy of the policy and opens the problem from its files. It gets the weights, and
some of the round's queries with their budgets, and returns the results. A worker that dies is
replaced, and its queries are searched again: they end as they would have, because a search depends
on its query, its budget and the weights alone (but for the rounding of batched products).
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, WorkerError
from symbolic_rl.engine import need_prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.carried import ProblemFiles
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.program.program import Query
from symbolic_rl.search import AnswerIterator, Limits, SearchResult
from symbolic_rl.search.base import run_side_by_side
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.policy_order import PolicyOrder

Job = tuple[int, int]
"""Number of a query of :func:`provable`, and the inferences that its search may take."""

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

    It is Levin search without the share of iterative deepening that ``guided`` adds for a policy
    that may be bad: here the policy learns, and that eighth of the inferences took a third of the
    time.

    Args:
        problem: program and training queries.
        policy: guides the searches.
        at_once: searches that share a crossing to Prolog and a call of the policy.

    Raises:
        ConfigError: the engine cannot search.
    """

    restarts = 0

    def __init__(self, problem: Problem, policy: DerivationPolicy, at_once: int) -> None:
        program = need_prolog(problem.engine, "--algo expert").program
        self._queries, self._at_once = provable(problem), at_once
        self._engine = PrologEngine(program, problem.env_config, answers=True)
        self._order = PolicyOrder(policy, problem, program)

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """See :class:`Searches`; the largest budgets start first, so that few go on alone."""
        order = sorted(range(len(jobs)), key=lambda i: -jobs[i][1])
        tasks = (self._search(*jobs[i]).first() for i in order)
        found = run_side_by_side(tasks, at_once=self._at_once)
        return [one for _, one in sorted(zip(order, found, strict=True), key=lambda pair: pair[0])]

    def describe(self) -> str:
        """See :class:`Searches`."""
        return f"{self._at_once} side by side"

    def shutdown(self) -> None:
        """See :class:`Searches`."""

    def _search(self, query: int, budget: int) -> AnswerIterator:
        space = self._order.space(self._engine, self._queries[query], SearchConfig())
        return AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=budget))


Weights = dict[str, NDArray[np.generic]]


class ProcessSearches:
    """Searches in ``n_workers`` processes of this machine, each with a copy of the policy.

    Args:
        problem: program and training queries.
        policy: the one that learns; the copies get its weights before each round.
        config: training settings, resolved.
    """

    def __init__(self, problem: Problem, policy: DerivationPolicy, config: TrainConfig) -> None:
        need_prolog(problem.engine, "--algo expert")
        self._policy, self._n_workers = policy, config.n_workers
        self._at_once = -(-config.n_envs // config.n_workers)
        shape = PolicyShape.for_problem(problem)
        self._arguments = ProblemFiles.of(problem), policy.name, shape, config.dim, self._at_once
        self.restarts = 0
        self._executor = self._started()

    def __call__(self, jobs: Sequence[Job]) -> list[SearchResult]:
        """See :class:`Searches`.

        Raises:
            WorkerError: workers died again and again.
        """
        weights = {k: x.cpu().numpy() for k, x in self._policy.head.state_dict().items()}
        order = sorted(range(len(jobs)), key=lambda i: -jobs[i][1])
        parts = [order[k :: self._n_workers] for k in range(self._n_workers)]
        results: dict[int, SearchResult] = {}
        waiting, broken = [part for part in parts if part], 0
        while waiting:
            asked = [self._ask(weights, [jobs[i] for i in part]) for part in waiting]
            failed = []
            for part, answer in zip(waiting, asked, strict=True):
                try:
                    results |= zip(part, answer(), strict=True)
                except BrokenProcessPool:
                    failed.append(part)
            waiting = failed
            if failed:
                broken += 1
                self._replace(broken)
        return [results[i] for i in range(len(jobs))]

    def describe(self) -> str:
        """See :class:`Searches`."""
        return f"{self._at_once} side by side in each of {self._n_workers} processes"

    def shutdown(self) -> None:
        """See :class:`Searches`."""
        self._executor.shutdown(cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._n_workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_open_worker,
            initargs=self._arguments,
        )

    def _ask(self, weights: Weights, jobs: list[Job]) -> Callable[[], list[SearchResult]]:
        try:
            return self._executor.submit(_search_in_worker, weights, jobs).result
        except BrokenProcessPool as error:
            return _raising(error)

    def _replace(self, times: int) -> None:
        """Start new workers in place of those that have ended."""
        self.shutdown()
        if times > MOST_RESTARTS:
            raise WorkerError(
                f"The processes that search ended {times} times in one round.",
                f"--collector multiprocess or replicated, {self._n_workers} workers",
                "look for what ends them, such as a lack of memory; or use --collector vectorized.",
            )
        self.restarts += 1
        self._executor = self._started()


def _raising(error: BrokenProcessPool) -> Callable[[], list[SearchResult]]:
    def answer() -> list[SearchResult]:
        raise error

    return answer


_worker: dict[str, Any] = {}
"""The policy and the searches of a worker process."""


def _open_worker(
    files: ProblemFiles, head: str, shape: PolicyShape, dim: int, at_once: int
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    torch.set_num_threads(1)
    problem = files.open()
    policy = make_policy(head, shape, dim=dim)
    _worker.update(policy=policy, searches=LocalSearches(problem, policy, at_once))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _search_in_worker(weights: Weights, jobs: list[Job]) -> list[SearchResult]:
    tensors = {key: torch.from_numpy(array) for key, array in weights.items()}
    _worker["policy"].head.load_state_dict(tensors)
    found: list[SearchResult] = _worker["searches"](jobs)
    return found


SEARCHES_OF: dict[str, Callable[[Problem, DerivationPolicy, TrainConfig], Searches]] = {
    "vectorized": lambda problem, policy, run: LocalSearches(problem, policy, run.n_envs),
    "multiprocess": ProcessSearches,
    "replicated": ProcessSearches,
}
"""Value of ``--collector`` -> what searches with it."""
