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

from symbolic_rl.base.config import SearchConfig, TrainConfig
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.collectors.base import CollectorFigures
from symbolic_rl.engine import COUNTERS, need_prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.replay import Replayer
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.search import Limits, SearchResult, find_all
from symbolic_rl.search.policy_order import PolicyOrder

PROVED_ONE_IN = 4
"""Of the searches of a round, one in so many is of a query that has a proof."""

PATIENCE = 5
"""Rounds without a new or shorter proof after which training ends, once all queries are proved."""

READING = SearchConfig(sharpness=1.0, uniform_share=0.0)
"""Reading of the policy by searches: as it is, with a uniform share that falls with depth."""


class RoundStatistics:
    """Statistics of the rounds of a collector, in the form of :class:`.EpisodeStatistics`."""

    def __init__(self, collector: "SearchCollector") -> None:
        self._collector = collector

    @property
    def recent_success(self) -> float:
        """Share of the training queries that have a proof."""
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
        program = need_prolog(problem.engine, "--algo expert").program
        self.queries = problem.queries("train")
        self._config = config
        self._engine = PrologEngine(program, problem.env_config, answers=True)
        self._order = PolicyOrder(policy, problem, program)
        self._replayer = Replayer(problem, with_candidates=policy.needs_candidates)
        n = len(self.queries)
        blank = np.full(n, config.search_budget), np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._ledger = _Ledger(*blank)
        self._rng = np.random.default_rng(config.seed)
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._seconds = {"expand": 0.0, "view": 0.0}
        self._inferences = 0
        self._idle = 0
        self.last_round: dict[str, float] = {}
        """Metrics of the last round: ``success`` is the share of the queries that have a proof,
        ``frames`` are those that gradient steps draw, ``episodes`` are searches."""
        if state:
            self._restore(state)

    def __iter__(self) -> Iterator[TensorDict]:
        while True:
            yield self._round()

    @property
    def is_done(self) -> bool:
        """True when every query has a proof and ``PATIENCE`` rounds have shortened none."""
        return self._idle >= PATIENCE

    @property
    def figures(self) -> CollectorFigures:
        """See :class:`symbolic_rl.collectors.base.Collector`."""
        proved = int(self._ledger.is_proved.sum())
        return CollectorFigures(
            counters=dict(self._counters),
            seconds=dict(self._seconds),
            inferences=self._inferences,
            success_by_level={0: (proved, len(self.queries))},
        )

    def describe(self) -> str:
        """Return a line on how proofs are gathered."""
        n = min(self._config.n_envs, len(self.queries))
        return (
            f"gathers proofs of {len(self.queries):,} training queries by guided search, {n} side "
            f"by side, {self._config.search_budget} inferences each, doubled on failure"
        )

    def set_level(self, level: int) -> None:
        """Do nothing: budgets take the place of levels."""

    def shutdown(self) -> None:
        """Do nothing: searches end with their round."""

    def state(self) -> dict[str, Any]:
        """Return what a resumed run needs: tensors and plain values."""
        ledger = {key: torch.from_numpy(array) for key, array in vars(self._ledger).items()}
        return {"ledger": ledger, "random": self._rng.bit_generator.state, "idle": self._idle}

    def _restore(self, state: Mapping[str, Any]) -> None:
        self._ledger = _Ledger(**{key: x.numpy().copy() for key, x in state["ledger"].items()})
        self._rng.bit_generator.state, self._idle = state["random"], state["idle"]

    def _round(self) -> TensorDict:
        """Search some queries, and return the frames of the proofs that are new or shorter."""
        started = perf_counter()
        chosen = self._choose()
        results: dict[int, SearchResult] = {}
        for budget in np.unique(self._ledger.budget[chosen]).tolist():
            same = chosen[self._ledger.budget[chosen] == budget].tolist()
            spaces = [self._order.space(self._engine, self.queries[i], READING) for i in same]
            limits = Limits(max_inferences=budget)
            found = find_all("guided", spaces, limits=limits, at_once=len(spaces))
            results |= dict(zip(same, found, strict=True))
        searched = perf_counter()
        batch = self._learned_from(chosen, results)
        self._seconds["expand"] += searched - started
        self._seconds["view"] += perf_counter() - searched
        return batch

    def _choose(self) -> IntArray:
        """Return the queries of a round: those without a proof that failed least, and a few others.

        Few open queries do not crowd out each other: those that failed often come back, too.
        """
        ledger, n = self._ledger, self._config.n_envs
        open_ = self._rng.permutation(np.flatnonzero(~ledger.is_proved))
        proved = self._rng.permutation(np.flatnonzero(ledger.is_proved))
        tries = ledger.failures[open_].astype(np.float64)
        if open_.size < 4 * n:
            tries = np.minimum(tries, 3) + 2 * self._rng.random(open_.size)
        n_open = min(open_.size, n - n // PROVED_ONE_IN)
        open_ = open_[np.argsort(tries, kind="stable")][:n_open]
        return np.concatenate([open_, proved[: n - n_open]])

    def _learned_from(self, chosen: IntArray, results: Mapping[int, SearchResult]) -> TensorDict:
        """Note results in the ledger; return the frames of proofs that are new or shorter."""
        ledger, most = self._ledger, self._config.max_search_budget
        better: list[int] = []
        n_new, n_found = 0, 0
        for i in chosen.tolist():
            result = results[i]
            self._inferences += result.inferences
            for name in COUNTERS:
                self._counters[name] += result.counters[name]
            if result.answers:
                n_found += 1
                length = len(result.answers[0].choices)
                if not ledger.length[i] or length < ledger.length[i]:
                    n_new += not ledger.length[i]
                    ledger.length[i] = length
                    better.append(i)
            elif not ledger.length[i]:
                ledger.failures[i] += 1
                ledger.budget[i] = min(most, 2 * ledger.budget[i])
        replayed = self._replayer(
            [self.queries[i] for i in better], [results[i].answers[0].choices for i in better]
        )
        spent = [results[i].inferences for i in chosen.tolist() if results[i].answers]
        self._idle = 0 if better or not ledger.is_proved.all() else self._idle + 1
        self.last_round = {
            "frames": self._config.imitation_steps * self._config.imitation_frames,
            "inferences": sum(results[i].inferences for i in chosen.tolist()),
            "episodes": chosen.size,
            "success": float(ledger.is_proved.mean()),
            "mean_inferences": float(np.mean(spent)) if spent else float("nan"),
            "median_inferences": float(np.median(spent)) if spent else float("nan"),
            "searches_refuted": n_found,
            "newly_proved": n_new,
            "proofs_shortened": len(better) - n_new,
            "proofs_not_replayed": int((~replayed.is_refuted).sum()),
            "max_budget": int(ledger.budget[chosen].max()),
        }
        keys: dict[str, Any] = {**replayed.frames, "action": replayed.actions}
        keys["query"] = np.repeat(np.array(better, np.int64), replayed.counts)
        tensors = {key: torch.from_numpy(array) for key, array in keys.items()}
        return TensorDict(tensors, batch_size=[len(replayed.actions)])
