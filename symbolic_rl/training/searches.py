"""Rounds of searches for proofs of training queries: the searching half of expert iteration.

A round searches ``n_envs`` queries side by side with the policy as it is. A query that fails comes
back with twice its budget (Orseau and Lelis, 2021); one search in four is of a query that was
proved, whose proof a better policy may shorten. A query whose search was exhausted has no proof and
is not searched again. The shortest proof of each query is replayed into the frames that an
environment shows on the way.

Where goals are all there is, and few, a round also tries what the proposer makes of them
(:mod:`symbolic_rl.training.proposer`); a proposal that is kept becomes a training query.

Q queries, F frames of the proofs that a round has found or shortened.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from time import perf_counter
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase

from symbolic_rl.base.config import ResolvedConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.markup import visible
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.collectors import make_searches
from symbolic_rl.collectors.base import CollectorFigures
from symbolic_rl.engine import COUNTERS
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.replay import Choice, Replayer
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import GOALS
from symbolic_rl.program.program import Query
from symbolic_rl.search import Derivation, SearchResult
from symbolic_rl.search.base import INFERENCES
from symbolic_rl.training.proposer import Proposal, Proposer

PROVED_ONE_IN = 4
"""Of the searches of a round, one in so many is of a query that has a proof."""

ROUND_BUDGETS = 4
"""First budgets, for each search of a round, that the queries which failed before may use up."""

MOST_DECISIONS = 256
"""Decisions of a proof that are imitated, the first ones."""

PATIENCE = 5
"""Rounds without a new or shorter proof after which training may end."""

SURE = 16
"""Rounds in a row without a search that failed after which training ends: other queries of the
same kind would be proved as well."""

ON_PROPOSALS = 3
"""Proposals keep training going for so many times the rounds that the given queries took."""

_SHOWN = 60
"""Characters of a query in the line on the progress."""

UNPROVED_ON_PROPOSALS = 100
"""And for so many rounds more while a given query that may have a proof has none."""


class RoundStatistics:
    """Statistics of the rounds of a collector, in the form of :class:`.EpisodeStatistics`."""

    def __init__(self, collector: "SearchCollector") -> None:
        self._collector = collector

    @property
    def recent_success(self) -> float:
        """Share of the searches of the last round that found a proof."""
        return float(self._collector.last_round.get("success", 0.0))

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
    proof: IntArray
    """Digest of the choices of the proof that is imitated; 0 where there is none."""
    exhausted: IntArray
    """1 where a search was exhausted and lost nothing: there is no proof."""

    @classmethod
    def blank(cls, n: int, budget: int) -> Self:
        """Return what is known of ``n`` queries that were not searched yet."""
        return cls(np.full(n, budget), *(np.zeros(n, np.int64) for _ in range(6)))

    def expect(self, n: int) -> None:
        """Refuse numbers of a checkpoint that no session of ``n`` queries has left.

        Raises:
            ValueError: names the array.
        """
        for name, array in vars(self).items():
            least = 1 if name == "budget" else 0
            if array.shape != (n,) or array.dtype != np.int64 or array.min(initial=least) < least:
                raise ValueError(f"ledger: {name}")

    def extend(self, n: int, budget: int) -> None:
        """Add ``n`` queries that were not searched yet."""
        new = vars(self.blank(n, budget))
        vars(self).update({key: np.concatenate([x, new[key]]) for key, x in vars(self).items()})

    @property
    def is_proved(self) -> NDArray[np.bool_]:
        return self.length > 0

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Queries that may have a proof, none of which is known."""
        is_open: NDArray[np.bool_] = ~self.is_proved & (self.exhausted == 0)
        return is_open


def _digest(choices: Sequence[Choice]) -> int:
    """Return 63 bits that tell a proof from others of its query."""
    digest = blake2b(np.array(choices, np.int64).tobytes(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


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
        config: ResolvedConfig,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self.queries = provable(problem)
        """The given training queries, then those that were proposed and kept."""
        self.n_given = len(self.queries)
        self._config = config.run
        self._search = make_searches(problem, policy, config)
        self._replayer = Replayer(
            problem, with_candidates=policy.needs_candidates, most=MOST_DECISIONS
        )
        self._ledger = _Ledger.blank(self.n_given, self._config.search_budget)
        self._proposer: Proposer | None = None
        if self._config.propose and GOALS in problem.pack.queries:
            known = state["proposer"] if state else None
            self._proposer = Proposer(problem, self.queries, self._config, known)
            self.queries += [proposal.query for proposal in self._proposer.kept]
        self._rng = np.random.default_rng(self._config.seed)
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._seconds = {"expand": 0.0, "view": 0.0}
        self._policy = policy
        self._inferences = self._rounds = 0
        self._inferences_at_news = self._idle = self._sure = self._news_round = 0
        self.last_round: dict[str, Value] = {}
        """Metrics of the last round: ``success`` is the share of its searches that found a proof,
        ``proved`` the given training queries that have one; ``episodes`` are searches. Proposals
        are counted apart."""
        self.proofs: dict[int, Derivation] = {}
        """Proof of each given query that was proved in this session, by its number."""
        if state:
            self._restore(state)

    def __iter__(self) -> Iterator[TensorDict]:
        while True:
            yield self._round()

    @property
    def is_done(self) -> bool:
        """True when ``PATIENCE`` rounds have found no new proof and none that is shorter.

        While queries that may have a proof are without one, budgets must have grown as far as they
        may, and as many inferences must have been made in vain as were made until the last news.
        True as well after ``SURE`` rounds in which no search has failed, however many queries were
        not searched yet.
        """
        if self._sure >= SURE and not self._proposer:
            return True
        if self._idle < PATIENCE:
            return False
        budgets = self._ledger.budget[self._ledger.is_open]  # proposals are proved, or none
        in_vain = self._inferences - self._inferences_at_news
        has_tried = in_vain >= self._inferences_at_news
        return not budgets.size or bool(
            has_tried and budgets.min() >= self._config.max_search_budget
        )

    @property
    def hardest(self) -> str:
        """Given query that took most inferences to prove so far, in words; empty without one."""
        proved = self._ledger.is_proved[: self.n_given]
        if not proved.any():
            return ""
        spent = np.where(proved, self._ledger.inferences[: self.n_given], -1)
        query = visible(self.queries[int(spent.argmax())].text)
        cut = f"{query[:_SHOWN]} ..." if len(query) > _SHOWN else query
        return f"{cut} ({spent.max():,} inferences)"

    @property
    def figures(self) -> CollectorFigures:
        """See :class:`symbolic_rl.collectors.base.Collector`."""
        proved = int(self._ledger.is_proved[: self.n_given].sum())
        return CollectorFigures(
            counters={**self._counters, "worker_restarts": self._search.restarts},
            seconds=dict(self._seconds),
            inferences=self._inferences,
            success_by_level={0: (proved, self.n_given)},
        )

    def describe(self) -> str:
        """Return a line on how proofs are gathered."""
        line = (
            f"gathers proofs of {self.n_given:,} training queries by guided search, "
            f"{self._search.describe()}, {self._config.search_budget} inferences each, "
            "doubled on failure"
        )
        return line + "; proposes more goals of their kind" * (self._proposer is not None)

    def table(self) -> list[dict[str, Value]]:
        """Return a row for each training query; ``round`` and ``steps`` are 0 without a proof.

        The ``origin`` is ``given``, or how a query was proposed; ``next_budget`` is 0 where a
        search was exhausted.
        """
        ledger = self._ledger
        next_budget = np.where(ledger.exhausted > 0, 0, ledger.budget)
        columns = ledger.round, ledger.inferences, ledger.length, next_budget
        names = "round", "inferences", "steps", "next_budget"
        kept = self._proposer.kept if self._proposer else []
        origins = ["given"] * self.n_given + [proposal.origin for proposal in kept]
        return [
            {"query": query.text, "origin": origin, **dict(zip(names, numbers, strict=True))}
            for query, origin, *numbers in zip(
                self.queries, origins, *(column.tolist() for column in columns), strict=True
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
            "idle": (self._idle, self._sure),
            "proposer": self._proposer.state() if self._proposer else {},
            "counts": (self._rounds, self._inferences),
            "news": (self._news_round, self._inferences_at_news),
        }

    def _restore(self, state: Mapping[str, Any]) -> None:
        self._ledger = _Ledger(**{key: x.numpy().copy() for key, x in state["ledger"].items()})
        self._ledger.expect(len(self.queries))
        self._rng.bit_generator.state = state["random"]
        self._idle, self._sure = map(int, state["idle"])
        self._rounds, self._inferences = map(int, state["counts"])
        self._news_round, self._inferences_at_news = map(int, state["news"])
        self._policy.longest_proof = int(self._ledger.length.max())

    def _round(self) -> TensorDict:
        """Search some queries, and return the frames of the proofs that are new or shorter."""
        started = perf_counter()
        chosen = self._choose()
        proposals = self._proposed(self._config.n_envs - chosen.size)
        jobs = [(self.queries[i], int(self._ledger.budget[i])) for i in chosen.tolist()]
        if self._proposer:
            jobs += [(proposal.query, self._proposer.budget) for proposal in proposals]
        found = self._search(jobs)
        searched = perf_counter()
        results = dict(zip(chosen.tolist(), found, strict=False))
        results |= self._kept(proposals, found[chosen.size :])
        before = self._inferences
        self._inferences += sum(result.inferences for result in found)
        for name in COUNTERS:
            self._counters[name] += sum(result.counters[name] for result in found)
        imitated = self._note(results)
        replayed = self._replayer(
            [self.queries[i] for i in imitated], [results[i].answers[0].choices for i in imitated]
        )
        spent = [results[i].inferences for i in chosen.tolist() if results[i].answers]
        self.last_round |= {
            "inferences": self._inferences - before,
            "episodes": chosen.size,
            "success": len(spent) / chosen.size,
            "truncated": np.mean([results[i].ended == INFERENCES for i in chosen.tolist()]).item(),
            "mean_inferences": float(np.mean(spent)) if spent else float("nan"),
            "median_inferences": float(np.median(spent)) if spent else float("nan"),
            "proofs_not_replayed": int((~replayed.is_refuted).sum()),
            "max_budget": int(self._ledger.budget[chosen].max()),
            **(self._proposer.last_round if self._proposer else {}),
        }
        keys: dict[str, Any] = {**replayed.frames, "action": replayed.actions}
        keys["to_go"] = replayed.to_go
        keys["query"] = np.repeat(np.array(imitated, np.int64), replayed.counts)
        tensors = {key: torch.from_numpy(array) for key, array in keys.items()}
        self._seconds["expand"] += searched - started
        self._seconds["view"] += perf_counter() - searched
        return TensorDict(tensors, batch_size=[len(replayed.actions)])

    def _proposed(self, n: int) -> list[Proposal]:
        """Return at most ``n`` proposals, with budgets of at most ``ROUND_BUDGETS`` together."""
        if not self._proposer:
            return []
        together = ROUND_BUDGETS * self._config.n_envs * self._config.search_budget
        return self._proposer.propose(min(n, together // self._proposer.budget), self._rng)

    def _kept(
        self, proposals: Sequence[Proposal], found: Sequence[SearchResult]
    ) -> dict[int, SearchResult]:
        """Make training queries of the proposals that are worth it; return their results."""
        kept = self._proposer.grade(proposals, found) if self._proposer else []
        first = len(self.queries)
        self.queries += [proposals[i].query for i in kept]
        self._ledger.extend(len(kept), self._config.search_budget)
        return {number: found[i] for number, i in enumerate(kept, first)}

    def _choose(self) -> IntArray:
        """Return the queries of a round: half of them failed before, others are new, some proved.

        Where one kind is short of queries, the others take its places. Budgets together are at most
        ``ROUND_BUDGETS`` first ones for each search: a few hard queries, which may have no proof
        at all, do not hold up what is learned from the others.
        """
        ledger, n = self._ledger, self._config.n_envs
        shuffled = self._rng.permutation(len(self.queries))
        is_open, failures = ledger.is_open[shuffled], ledger.failures[shuffled]
        failed, new = shuffled[is_open & (failures > 0)], shuffled[is_open & (failures == 0)]
        proved = shuffled[ledger.is_proved[shuffled]]
        if not failed.size + new.size + proved.size:
            return shuffled[:1]  # all were exhausted: there is nothing better to search
        # those that failed least come first, but three failures and more are all the same, and a
        # draw lets every query come back
        tries = np.minimum(ledger.failures[failed], 3) + 2 * self._rng.random(failed.size)
        failed = failed[np.argsort(tries, kind="stable")]
        n_again = min(n // PROVED_ONE_IN, proved.size)
        n_open = n - n_again
        n_failed = min(failed.size, max(n_open // 2, n_open - new.size))
        costs = np.cumsum(ledger.budget[failed[:n_failed]])
        affordable = int((costs <= ROUND_BUDGETS * n * self._config.search_budget).sum())
        n_failed = min(n_failed, max(1, affordable))  # one at least, however dear, if there is room
        chosen = np.concatenate([failed[:n_failed], new])[:n_open]
        room = n_again if self._proposer else n - chosen.size  # proposals take what is left
        return np.concatenate([chosen, proved[:room]])

    def _proposals_are_news(self) -> bool:
        """Tell whether the round's proposals are worth another one."""
        is_open = self._ledger.is_open[: self.n_given].any()
        most = UNPROVED_ON_PROPOSALS if is_open else PATIENCE
        is_early = self._rounds <= ON_PROPOSALS * self._news_round + most
        return is_early and self._proposer is not None and self._proposer.has_news

    def _note(self, results: Mapping[int, SearchResult]) -> list[int]:
        """Note results in the ledger; return the queries whose proofs are to be imitated.

        A proof as long as the known one takes its place: of all shortest proofs of a query, that
        which the policy finds by itself contradicts the fewest of its other habits. A proof that
        is imitated already is left as it is.
        """
        ledger, most = self._ledger, self._config.max_search_budget
        self._rounds += 1
        imitated: list[int] = []
        new: list[int] = []
        n_shorter, is_news = 0, False
        for i, result in results.items():
            known = ledger.length[i]
            if not known:
                ledger.inferences[i] += result.inferences
            if result.answers:
                length = len(result.answers[0].choices)
                is_better = not known or length < known
                n_shorter += int(length < known)
                if not known:
                    ledger.round[i] = self._rounds
                    new.append(i)
                if i < self.n_given:
                    is_news |= is_better
                    self.proofs[i] = result.answers[0]
                digest = _digest(result.answers[0].choices)
                if is_better or (length == known and digest != ledger.proof[i]):
                    ledger.length[i], ledger.proof[i] = length, digest
                    imitated.append(i)
            elif not known:
                ledger.failures[i] += 1
                ledger.budget[i] = min(most, 2 * ledger.budget[i])
                ledger.exhausted[i] = int(result.complete)
        is_sure = all(found.answers or found.complete for found in results.values())
        self._sure = self._sure + 1 if is_sure else 0
        if is_news:
            self._news_round = self._rounds
        if is_news or self._proposals_are_news():
            self._idle, self._inferences_at_news = 0, self._inferences
        else:
            self._idle += 1
        if self._proposer:
            for i in new:
                choices = results[i].answers[0].choices
                self._proposer.note_proof(self.queries[i], choices, self._rng)
        self._policy.longest_proof = int(ledger.length.max())
        n_proved = int(ledger.is_proved[: self.n_given].sum())
        self.last_round = {
            "proved": n_proved,
            "queries": self.n_given,
            "unproved": self.n_given - n_proved,
            "exhausted": int(ledger.exhausted[: self.n_given].sum()),
            "newly_proved": sum(i < self.n_given for i in new),
            "proofs_shortened": n_shorter,
        }
        return imitated
