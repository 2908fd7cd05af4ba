"""Memory of expert iteration: the state of each training query, frames of proofs, and its course.

Dimension key: Q queries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.tokens import IntArray, starts
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.proof_frames import Choice
from symbolic_rl.program.program import Query
from symbolic_rl.search import SearchResult
from symbolic_rl.search.base import INFERENCES
from symbolic_rl.search.shortening import inferences_of

PROVED_ONE_IN = 4
"""One search in this many is for a query with a proof, which a better policy may shorten."""

ROUND_BUDGETS = 4
"""Queries that failed before may use up at most this many first budgets per search of a round."""

PATIENCE = 5
"""Rounds without a new or shorter proof after which training may end."""

SURE = 16
"""Training ends after this many rounds in a row without a failed search: other queries of the same
kind would be proved as well."""

ON_PROPOSALS = 3
"""Proposals keep training going for this many times the rounds that the given queries took."""

MOST_BUDGET, MOST_DEEPENED = 20_000, 1_000_000
"""Most inferences of a search for a training query, at the start and at the end: where nothing new
is found, and queries that may have a proof lack one, the bound doubles."""

DEEPENED_TOGETHER = 5_000_000
"""Most inferences of one search of each of these queries, with a bound that has doubled."""

UNPROVED_ON_PROPOSALS = 100
"""Extra rounds allowed while one of the given queries may have a proof and has none."""


def provable(problem: Problem) -> list[Query]:
    """Return the training queries that are labelled true, or raise ConfigError: there is none."""
    queries = [query for query in problem.queries("train") if query.label]
    if not queries:
        raise ConfigError(
            "All training queries are labelled false, so there is no proof to find.",
            "--algo expert",
            "add queries that have a proof, or use --algo ppo.",
        )
    return queries


@dataclass(frozen=True)
class Noted:
    """News of a round, by the numbers of the queries."""

    imitated: list[int]  # queries whose proof is imitated from now on
    new: list[int]  # queries that had no proof before
    shorter: list[int]  # queries with a shorter proof than before
    again: list[int]  # queries that had a proof before


@dataclass
class Ledger:
    """Knowledge of Q training queries; all arrays are [Q] int64."""

    budget: IntArray  # inferences of the next search
    failures: IntArray  # searches without a proof
    length: IntArray  # steps of the shortest known proof; 0 where there is none
    round: IntArray  # round in which the first proof was found, from 1; 0 where there is none
    inferences: IntArray  # inferences of all searches up to the first proof, or so far
    proof: IntArray  # digest of the choices of the proof that is imitated; 0 where there is none
    exhausted: IntArray
    """1 where a search was exhausted and no candidate was lost: there is no proof."""
    lost: IntArray
    """1 where a proof is known, and the latest search, with the same budget, found none."""

    @classmethod
    def blank(cls, n: int, budget: int) -> Self:
        """Return a ledger of ``n`` untried queries."""
        return cls(np.full(n, budget), *(np.zeros(n, np.int64) for _ in range(7)))

    def __len__(self) -> int:
        return len(self.budget)

    def expect(self, n: int) -> None:
        """Refuse arrays that no session of ``n`` queries can have written, by a ValueError."""
        for name, array in vars(self).items():
            least = 1 if name == "budget" else 0
            if array.shape != (n,) or array.dtype != np.int64 or array.min(initial=least) < least:
                raise ValueError(f"ledger: {name}")

    def extend(self, n: int, budget: int) -> None:
        """Add ``n`` untried queries."""
        new = vars(self.blank(n, budget))
        vars(self).update({key: np.concatenate([x, new[key]]) for key, x in vars(self).items()})

    @property
    def is_proved(self) -> NDArray[np.bool_]:
        """[Q] bool: a proof is known."""
        return self.length > 0

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """[Q] bool: there may be a proof, and none is known."""
        is_open: NDArray[np.bool_] = ~self.is_proved & (self.exhausted == 0)
        return is_open

    def choose(
        self,
        rng: np.random.Generator,
        n: int,
        first_budget: int,
        *,
        fills_up: bool,
        program: IntArray | None = None,
    ) -> IntArray:
        """Return the queries of a round: half of them failed before, others are new, some proved.

        If one kind is short of queries, the others take its places. All budgets together are at
        most ``ROUND_BUDGETS`` first budgets per search, so that a few hard queries, which may have
        no proof at all, do not delay the others.

        ``first_budget`` is the budget of an untried query. ``fills_up`` gives remaining places to
        proved queries. Programs take turns: ``program`` [Q] is the number of each query's program.
        """
        # Shuffled first, so that ties below are broken at random.
        shuffled = rng.permutation(len(self))
        is_open, failures = self.is_open[shuffled], self.failures[shuffled]
        failed, new = shuffled[is_open & (failures > 0)], shuffled[is_open & (failures == 0)]
        proved = shuffled[self.is_proved[shuffled]]
        if not failed.size + new.size + proved.size:
            return shuffled[:1]  # all searches were exhausted, but a round needs a query
        # Queries with the fewest failures come first. Three or more failures count alike, and the
        # random term lets every query come back.
        tries = np.minimum(self.failures[failed], 3) + 2 * rng.random(failed.size)
        failed = failed[np.argsort(tries, kind="stable")]
        if program is not None:
            failed, new, proved = (in_turns(kind, program[kind]) for kind in (failed, new, proved))
        # Proved queries keep a quarter of the places: a better policy may shorten their proofs.
        n_again = min(n // PROVED_ONE_IN, proved.size)
        n_open = n - n_again
        n_failed = min(failed.size, max(n_open // 2, n_open - new.size))
        # Budgets double on failure; a few costly queries must not use up the round.
        costs = np.cumsum(self.budget[failed[:n_failed]])
        affordable = int((costs <= ROUND_BUDGETS * n * first_budget).sum())
        n_failed = min(n_failed, max(1, affordable))  # at least one, however costly
        chosen = np.concatenate([failed[:n_failed], new])[:n_open]
        capacity = n - chosen.size if fills_up else n_again
        return np.concatenate([chosen, proved[:capacity]])

    def note(self, results: Mapping[int, SearchResult], round_number: int, most: int) -> "Noted":
        """Note the results of a round, by query; ``most`` is the largest budget."""
        imitated, new, shorter, again = list[int](), list[int](), list[int](), list[int]()
        for query, result in results.items():
            known = self.length[query]
            if known:
                again.append(query)
                self.lost[query] = not result.answers
            if self._note(query, result, round_number, most):
                imitated.append(query)
            if result.answers and not known:
                new.append(query)
            if result.answers and len(result.answers[0].choices) < known:
                shorter.append(query)
        return Noted(imitated, new, shorter, again)

    def rows(self) -> list[dict[str, Value]]:
        """Return a row for each query; ``round`` and ``steps`` are 0 without a proof.

        The ``next_budget`` is 0 where a search was exhausted; ``lost`` is 1 where the latest search
        did not find a known proof again.
        """
        next_budget = np.where(self.exhausted > 0, 0, self.budget)
        columns = self.round, self.inferences, self.length, next_budget, self.lost
        names = "round", "inferences", "steps", "next_budget", "lost"
        each = zip(*(column.tolist() for column in columns), strict=True)
        return [dict(zip(names, numbers, strict=True)) for numbers in each]

    def round_metrics(
        self, n: int, noted: Noted, found: Sequence[SearchResult], tried: Sequence[SearchResult]
    ) -> dict[str, Value]:
        """Return the metrics of a round: its news, all results, and the training queries alone.

        The first ``n`` queries are given ones; proposals have their own counts.
        """
        n_proved = int(self.is_proved[:n].sum())
        spent = [result.inferences for result in tried if result.answers]
        return {
            "proved": n_proved,
            "queries": n,
            "unproved": n - n_proved,
            "exhausted": int(self.exhausted[:n].sum()),
            "newly_proved": sum(i < n for i in noted.new),
            "proofs_shortened": len(noted.shorter),
            "searched_again": len(noted.again),
            "not_found_again": int(self.lost[noted.again].sum()),
            "inferences": sum(map(inferences_of, found)),
            "episodes": len(tried),
            "success": len(spent) / len(tried),
            "truncated": sum(result.ended == INFERENCES for result in tried) / len(tried),
            "mean_inferences": float(np.mean(spent)) if spent else float("nan"),
            "median_inferences": float(np.median(spent)) if spent else float("nan"),
        }

    def _note(self, query: int, result: SearchResult, round_number: int, most: int) -> bool:
        """Note the result of a search; return whether its proof replaces the known one.

        A proof of equal length replaces the known one: of all shortest proofs of a query, the one
        that the policy finds by itself contradicts its other habits least. A proof that is already
        imitated stays.
        """
        known = self.length[query]
        if not known:
            self.inferences[query] += result.inferences
        if result.answers:
            choices = result.answers[0].choices
            length, digest = len(choices), _digest(choices)
            if not known:
                self.round[query] = round_number
            if known and (length > known or (length == known and digest == self.proof[query])):
                return False
            self.length[query], self.proof[query] = length, digest
            return True
        if not known:
            self.failures[query] += 1
            self.budget[query] = min(most, 2 * self.budget[query])
            self.exhausted[query] = int(result.complete)
        return False


def in_turns(queries: IntArray, program: IntArray) -> IntArray:
    """Return queries [K] in order within each ``program`` [K], the programs taking turns.

    >>> in_turns(np.array([5, 6, 7, 8]), np.array([0, 0, 0, 1])).tolist()
    [5, 8, 6, 7]
    """
    order = np.argsort(program, kind="stable")
    turn = np.empty(len(queries), np.int64)
    turn[order] = np.arange(len(queries)) - starts(np.bincount(program))[program[order]]
    return queries[np.argsort(turn, kind="stable")]


def _digest(choices: Sequence[Choice]) -> int:
    """Return a digest of 63 bits that distinguishes a proof from others of its query."""
    digest = blake2b(np.array(choices, np.int64).tobytes(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


@dataclass
class Course:
    """Counts that decide when training ends."""

    rounds: int = 0
    inferences: int = 0  # inferences of all searches
    idle: int = 0
    """Rounds since the last news: a new proof of a given query, a shorter one, good proposals."""
    inferences_at_news: int = 0
    news_round: int = 0  # round in which a proof of a given query was last found or shortened
    sure: int = 0  # rounds in a row in which no search has failed
    most_budget: int = MOST_BUDGET  # largest budget of a search, unless the settings name one

    def deepen(self, ledger: Ledger) -> None:
        """Double the largest budget, if the few queries left have come up to it and nothing is new.

        >>> def bound(n: int, rounds: int = PATIENCE) -> int:
        ...     course = Course(idle=rounds)
        ...     course.deepen(Ledger.blank(n, MOST_BUDGET))
        ...     return course.most_budget
        >>> bound(125), bound(126), bound(125, PATIENCE - 1)
        (40000, 20000, 20000)
        """
        most, budgets = 2 * self.most_budget, ledger.budget[ledger.is_open]
        is_stuck = self.idle >= PATIENCE and budgets.min(initial=most) >= self.most_budget
        if is_stuck and most <= MOST_DEEPENED and 0 < budgets.size * most <= DEEPENED_TOGETHER:
            self.most_budget = most

    def begin(self, inferences: int) -> None:
        """Begin a round whose searches took ``inferences``."""
        self.rounds += 1
        self.inferences += inferences

    def note(
        self, *, is_sure: bool, has_news: bool, has_good_proposals: bool, is_open: bool
    ) -> None:
        """Note the outcome of the round.

        ``is_sure``: no search has failed; ``has_news``: a proof of a given query was found or
        shortened; ``is_open``: a given query without a proof may have one.
        """
        self.sure = self.sure + 1 if is_sure else 0
        if has_news:
            self.news_round = self.rounds
        # Good proposals keep training going, but not forever.
        most = UNPROVED_ON_PROPOSALS if is_open else PATIENCE
        is_early = self.rounds <= ON_PROPOSALS * self.news_round + most
        if has_news or (has_good_proposals and is_early):
            self.idle, self.inferences_at_news = 0, self.inferences
        else:
            self.idle += 1

    def why_done(self, ledger: Ledger, most_budget: int, *, proposes: bool) -> str:
        """Return why training may end: ``PATIENCE`` rounds without a new or a shorter proof.

        While queries that may have a proof lack one, two more things must hold: their budgets have
        reached ``most_budget``, and the inferences since the last news are at least those before
        it. Without proposals, training also ends after ``SURE`` rounds without a failed search,
        however many queries are untried. The reason is empty while training goes on.
        """
        if self.sure >= SURE and not proposes:
            return f"no search failed in the last {self.sure} rounds"
        if self.idle < PATIENCE:
            return ""
        budgets = ledger.budget[ledger.is_open]  # kept proposals are proved
        has_tried = self.inferences - self.inferences_at_news >= self.inferences_at_news
        if budgets.size and not (has_tried and budgets.min() >= most_budget):
            return ""
        return f"{self.idle} rounds of searches found no new and no shorter proof"
