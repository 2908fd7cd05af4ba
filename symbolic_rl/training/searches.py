"""Rounds of searches for proofs of training queries: the searching half of expert iteration.

A round searches ``n_envs`` queries side by side with the policy as it is. A query that fails comes
back with twice its budget (Orseau and Lelis, 2021); one search in four is of a query that was
proved, whose proof a better policy may shorten. The shortest proof of each query is replayed into
the frames that an environment shows on the way.

Q queries, F frames of the proofs that a round has found or shortened.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.collectors.base import CollectorFigures
from symbolic_rl.engine import COUNTERS
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.replay import Replayer
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.search import SearchResult
from symbolic_rl.training.search_workers import SEARCHES_OF, provable

PROVED_ONE_IN = 4
"""Of the searches of a round, one in so many is of a query that has a proof."""

ROUND_BUDGETS = 4
"""First budgets, for each search of a round, that the queries which failed before may use up."""

PATIENCE = 5
"""Rounds without a new or shorter proof after which training may end."""


class RoundStatistics:
    """Statistics of the rounds of a collector, in the form of :class:`.EpisodeStatistics`."""

    def __init__(self, collector: "SearchCollector") -> None:
        self._collector = collector

    @property
    def recent_success(self) -> float:
        """Share of the searches of the last round that found a proof."""
        return self._collector.last_round.get("success", 0.0)

    def update(self, batch: TensorDictBase) -> dict[str, Value]:
        """Return the statistics of the round that gave ``batch``."""
        return dict(self._collector.last_round)

    def start_anew(self) -> None:
        """Do nothing: a round is complete."""

    def state_dict(self) -> dict[str, Any]:
        """Return nothing: the collector keeps the state of the queries."""
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Do nothing."""


@dataclass
class _Ledger:
    """Knowledge of Q training queries; all arrays are [Q] int64."""

    budget: IntArray
    """Inferences of the next search."""
    failures: IntArray
    """Searches without a proof."""
    length: IntArray
    """Steps of the shortest known proof; 0 where there is none."""
    round: IntArray
    """Round in which the first proof was found, from 1; 0 where there is none."""
    inferences: IntArray
    """Inferences of all searches until the first proof, or so far."""

    @property
    def is_proved(self) -> NDArray[np.bool_]:
        return self.length > 0


class SearchCollector:
    """Endless iterator of rounds, in the form of :class:`symbolic_rl.collectors.base.Collector`.

    A round is a TensorDict [F]: keys of an observation, ``action``, and ``query``, the number of
    the training query that the frame belongs to. F may be 0.

    Args:
        problem: program, and the training queries that are searched.
        policy: guides the searches.
        config: training settings.
        state: ``state()`` of another collector of these settings, to go on from there.

    Raises:
        ConfigError: the engine cannot search.
    """

    def __init__(
        self,
        problem: Problem,
        policy: DerivationPolicy,
        config: TrainConfig,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self.queries = provable(problem)
        self._config = config
        self._search = SEARCHES_OF[config.collector](problem, policy, config)
        self._replayer = Replayer(problem, with_candidates=policy.needs_candidates)
        n = len(self.queries)
        blank = (np.zeros(n, np.int64) for _ in range(4))
        self._ledger = _Ledger(np.full(n, config.search_budget), *blank)
        self._rng = np.random.default_rng(config.seed)
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._seconds = {"expand": 0.0, "view": 0.0}
        self._policy = policy
        self._inferences = self._rounds = 0
        self._inferences_at_news = self._idle = 0
        self.last_round: dict[str, float] = {}
        """Metrics of the last round: ``success`` is the share of its searches that found a proof,
        ``proved`` the training queries that have one; ``episodes`` are searches."""
        if state:
            self._restore(state)

    def __iter__(self) -> Iterator[TensorDict]:
        while True:
            yield self._round()

    @property
    def is_done(self) -> bool:
        """True when ``PATIENCE`` rounds have found no new proof and none that is shorter.

        While queries are without a proof, budgets must have grown as far as they may, and as many
        inferences must have been made in vain as were made until the last news.
        """
        if self._idle < PATIENCE:
            return False
        budgets = self._ledger.budget[~self._ledger.is_proved]
        in_vain = self._inferences - self._inferences_at_news
        has_tried = in_vain >= self._inferences_at_news
        return not budgets.size or bool(
            has_tried and budgets.min() >= self._config.max_search_budget
        )

    @property
    def figures(self) -> CollectorFigures:
        """See :class:`symbolic_rl.collectors.base.Collector`."""
        proved = int(self._ledger.is_proved.sum())
        return CollectorFigures(
            counters={**self._counters, "worker_restarts": self._search.restarts},
            seconds=dict(self._seconds),
            inferences=self._inferences,
            success_by_level={0: (proved, len(self.queries))},
        )

    def describe(self) -> str:
        """Return a line on how proofs are gathered."""
        return (
            f"gathers proofs of {len(self.queries):,} training queries by guided search, "
            f"{self._search.describe()}, {self._config.search_budget} inferences each, "
            "doubled on failure"
        )

    def table(self) -> list[dict[str, Value]]:
        """Return a row for each training query; ``round`` and ``steps`` are 0 without a proof."""
        ledger = self._ledger
        columns = ledger.round, ledger.inferences, ledger.length, ledger.budget
        return [
            {"query": q.text, "round": r, "inferences": n, "steps": steps, "next_budget": budget}
            for q, r, n, steps, budget in zip(
                self.queries, *(column.tolist() for column in columns), strict=True
            )
        ]

    def set_level(self, level: int) -> None:
        """Do nothing: budgets take the place of levels."""

    def shutdown(self) -> None:
        """End the workers."""
        self._search.shutdown()

    def state(self) -> dict[str, Any]:
        """Return what a resumed run needs: tensors and plain values."""
        ledger = {key: torch.from_numpy(array) for key, array in vars(self._ledger).items()}
        return {
            "ledger": ledger,
            "random": self._rng.bit_generator.state,
            "idle": self._idle,
            "counts": (self._rounds, self._inferences, self._inferences_at_news),
        }

    def _restore(self, state: Mapping[str, Any]) -> None:
        self._ledger = _Ledger(**{key: x.numpy().copy() for key, x in state["ledger"].items()})
        self._rng.bit_generator.state, self._idle = state["random"], state["idle"]
        self._rounds, self._inferences, self._inferences_at_news = state["counts"]
        self._policy.longest_proof = int(self._ledger.length.max())

    def _round(self) -> TensorDict:
        """Search some queries, and return the frames of the proofs that are new or shorter."""
        started = perf_counter()
        chosen = self._choose()
        found = self._search([(i, int(self._ledger.budget[i])) for i in chosen.tolist()])
        results = dict(zip(chosen.tolist(), found, strict=True))
        searched = perf_counter()
        batch = self._learned_from(chosen, results)
        self._seconds["expand"] += searched - started
        self._seconds["view"] += perf_counter() - searched
        return batch

    def _choose(self) -> IntArray:
        """Return the queries of a round: half of them failed before, others are new, some proved.

        Where one kind is short of queries, the others take its places. Budgets together are at most
        ``ROUND_BUDGETS`` first ones for each search: a few hard queries, which may have no proof
        at all, do not hold up what is learned from the others.
        """
        ledger, n = self._ledger, self._config.n_envs
        shuffled = self._rng.permutation(len(self.queries))
        is_proved, failures = ledger.is_proved[shuffled], ledger.failures[shuffled]
        failed = shuffled[~is_proved & (failures > 0)]
        new, proved = shuffled[~is_proved & (failures == 0)], shuffled[is_proved]
        # those that failed least come first, but three failures and more are all the same, and a
        # draw lets every query come back
        tries = np.minimum(ledger.failures[failed], 3) + 2 * self._rng.random(failed.size)
        failed = failed[np.argsort(tries, kind="stable")]
        n_open = n - min(n // PROVED_ONE_IN, proved.size)
        n_failed = min(failed.size, max(n_open // 2, n_open - new.size))
        costs = np.cumsum(ledger.budget[failed[:n_failed]])
        affordable = int((costs <= ROUND_BUDGETS * n * self._config.search_budget).sum())
        n_failed = min(n_failed, max(1, affordable))  # one at least, however dear, if there is room
        chosen = np.concatenate([failed[:n_failed], new])[:n_open]
        return np.concatenate([chosen, proved[: n - chosen.size]])

    def _learned_from(self, chosen: IntArray, results: Mapping[int, SearchResult]) -> TensorDict:
        """Note results in the ledger; return the frames of proofs that are to be imitated.

        A proof as long as the known one takes its place: of all shortest proofs of a query, that
        which the policy finds by itself contradicts the fewest of its other habits.
        """
        ledger, most = self._ledger, self._config.max_search_budget
        self._rounds += 1
        kept: list[int] = []
        n_new, n_shorter, n_found = 0, 0, 0
        for i in chosen.tolist():
            result = results[i]
            self._inferences += result.inferences
            for name in COUNTERS:
                self._counters[name] += result.counters[name]
            known = ledger.length[i]
            if not known:
                ledger.inferences[i] += result.inferences
            if result.answers:
                n_found += 1
                length = len(result.answers[0].choices)
                n_new, n_shorter = n_new + int(not known), n_shorter + int(length < known)
                if not known:
                    ledger.round[i] = self._rounds
                if not known or length <= known:
                    ledger.length[i] = length
                    kept.append(i)
            elif not known:
                ledger.failures[i] += 1
                ledger.budget[i] = min(most, 2 * ledger.budget[i])
        if n_new or n_shorter:
            self._idle, self._inferences_at_news = 0, self._inferences
        else:
            self._idle += 1
        self._policy.longest_proof = int(ledger.length.max())
        replayed = self._replayer(
            [self.queries[i] for i in kept], [results[i].answers[0].choices for i in kept]
        )
        spent = [results[i].inferences for i in chosen.tolist() if results[i].answers]
        self.last_round = {
            "inferences": sum(results[i].inferences for i in chosen.tolist()),
            "episodes": chosen.size,
            "success": n_found / chosen.size,
            "proved": int(ledger.is_proved.sum()),
            "queries": len(self.queries),
            "mean_inferences": float(np.mean(spent)) if spent else float("nan"),
            "median_inferences": float(np.median(spent)) if spent else float("nan"),
            "newly_proved": n_new,
            "proofs_shortened": n_shorter,
            "proofs_not_replayed": int((~replayed.is_refuted).sum()),
            "max_budget": int(ledger.budget[chosen].max()),
        }
        keys: dict[str, Any] = {**replayed.frames, "action": replayed.actions}
        keys["query"] = np.repeat(np.array(kept, np.int64), replayed.counts)
        tensors = {key: torch.from_numpy(array) for key, array in keys.items()}
        return TensorDict(tensors, batch_size=[len(replayed.actions)])
