"""Table of outcomes: the result of each method on each query of a split, within each budget.

Plain data and its JSON: printing needs neither program nor policy. Torch-free.

Dimension key: Q queries of the table; n <= Q, the queries a method has tried.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from statistics import median
from typing import Any, Self

from symbolic_rl.search import Derivation, SearchResult
from symbolic_rl.search.base import MOST

TIMES_S = (0.01, 0.1, 1.0, 10.0)
"""Time limits at which proved queries are counted, in seconds."""


@dataclass(frozen=True, kw_only=True)
class Method:
    """Description of a way to prove queries."""

    name: str
    title: str
    protocol: str
    uses_policy: bool = False
    is_search: bool = True
    """False if an attempt is a single derivation (policy alone, random choice)."""
    counts_steps: bool = True
    """True if its inferences are resolution steps, comparable between methods."""
    is_only_timed: bool = False  # true if timed only, without budgets of inferences


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """Outcomes of the first n queries by one method within one budget."""

    method: str
    budget: int = 0
    """Most inferences per query; 0 if limited by time."""
    limit_s: float = 0.0
    """Most seconds per query, tried one at a time; 0 if limited by inferences."""
    proved: list[bool]
    inferences: list[int]
    """[n] until the proof or the end; at most the budget."""
    steps: list[int]
    """[n] steps of the proof; 0 without one."""
    ended: list[str]
    """[n] reason for the end."""
    complete: list[bool]
    """[n] True if the search was exhaustive and lost nothing: a query without proof has none."""
    seconds: float
    """Wall clock of all queries, smaller budgets included."""
    seconds_each: list[float] = field(default_factory=list)
    """[n] wall clock of each query, if tried one at a time."""
    start_up_s: float = 0.0
    """Wall clock of the warm-up search, not counted elsewhere."""
    returns: list[float] = field(default_factory=list)
    """[n] return of each episode of an MDP."""
    counters: list[dict[str, int]] = field(default_factory=list)
    """[n] candidates lost, merged, masked; [1] if attempted in parallel."""
    found: list[Derivation | None] = field(default_factory=list)
    """[n] proofs found by a search; not part of the JSON."""

    @classmethod
    def of_results(cls, results: Sequence[SearchResult], *, budget: int = 0, **others: Any) -> Self:
        """Build outcomes from search results; ``others`` are further fields."""
        found = [one.answers[0] if one.answers else None for one in results]
        return cls(
            budget=budget,
            proved=[one is not None for one in found],
            inferences=[min(one.inferences, budget or MOST) for one in results],
            steps=[len(one.choices) if one else 0 for one in found],
            ended=[one.ended for one in results],
            complete=[one.complete for one in results],
            counters=[{key: n for key, n in one.counters.items() if n} for one in results],
            found=found,
            **others,
        )

    @property
    def n(self) -> int:
        """Number of queries tried; fewer than Q after an interruption."""
        return len(self.proved)

    @property
    def n_proved(self) -> int:
        """Number of queries proved."""
        return sum(self.proved)

    @property
    def rate(self) -> float:
        """Share of the queries proved."""
        return self.n_proved / max(1, self.n)

    @property
    def median_inferences(self) -> float:
        """Median over all queries; without a proof, all inferences spent count."""
        return median(self.inferences) if self.n else float("nan")

    @property
    def median_steps(self) -> float:
        """Median steps of the proofs; NaN without proofs."""
        return median(filter(None, self.steps)) if any(self.steps) else float("nan")

    @property
    def times_s(self) -> list[float]:
        """Time limits to report: ``TIMES_S`` below the limit, and the limit itself."""
        return [*(t for t in TIMES_S if t < self.limit_s), self.limit_s]

    def within_s(self, seconds: float) -> int:
        """Count the queries proved within some seconds."""
        pairs = zip(self.proved, self.seconds_each, strict=True)
        return sum(is_proved and spent <= seconds for is_proved, spent in pairs)

    def proved_over(
        self, spent: Sequence[float], *, least: float, end: float
    ) -> list[tuple[float, float]]:
        """Return the cumulative share proved over the effort ``spent`` [n], up to ``end``."""
        pairs = zip(spent, self.proved, strict=True)
        each = sorted(max(least, x) for x, is_proved in pairs if is_proved)
        steps = [(x, i / self.n) for i, x in enumerate(each, 1)]
        return [(least, 0.0), *steps, (end, len(each) / max(1, self.n))]


def joined(parts: Sequence[Outcomes | None]) -> Outcomes:
    """Concatenate the outcomes of one method and budget over several runs."""
    tried = [one for one in parts if one]
    names = ("proved", "inferences", "steps", "ended", "complete")
    columns: dict[str, Any] = {
        name: [x for one in tried for x in getattr(one, name)] for name in names
    }
    return replace(tried[0], **columns, seconds=sum(one.seconds for one in tried))


@dataclass(frozen=True, kw_only=True)
class OutcomeTable:
    """Outcomes of the queries of a split."""

    env: str
    split: str
    queries: list[str]
    labels: list[bool]
    """[Q] whether each query should have a proof."""
    of_queries: int
    """Number of queries of the split; the table has the first Q."""
    searched: int
    """Number of queries for searches; the first ones."""
    methods: list[Method]
    outcomes: list[Outcomes]
    """By method, then by increasing budget."""
    protocol: list[str]
    """How the methods were run, beyond their descriptions."""
    leaks: list[str]
    """Queries that also occur in training or among the facts."""
    refused: list[str]
    """Searches left out, each with the reason."""
    is_complete: bool = True
    """False if it was interrupted."""
    command: str = ""
    """Command line that made the table, if any."""

    def method(self, name: str) -> Method:
        """Return a method by name."""
        return next(one for one in self.methods if one.name == name)

    def within(self, name: str, budget: int) -> Outcomes | None:
        """Return the outcomes of a method within a budget, if any."""
        return next((o for o in self.outcomes if (o.method, o.budget) == (name, budget)), None)

    def last(self, name: str) -> Outcomes | None:
        """Return the outcomes of a method within its largest budget, if any."""
        found = [one for one in self.outcomes if one.method == name and one.budget]
        return found[-1] if found else None

    @property
    def budgets(self) -> list[int]:
        """All budgets of any method, ascending."""
        return sorted({one.budget for one in self.outcomes if one.budget})

    @property
    def timed(self) -> list[Outcomes]:
        """Outcomes of the searches that were timed."""
        return [one for one in self.outcomes if one.limit_s]

    @property
    def searches(self) -> list[Method]:
        """Searches tried within budgets."""
        return [one for one in self.methods if one.is_search and not one.is_only_timed]

    def as_json(self) -> dict[str, Any]:
        """Return the document kept in run directories; proofs are left out."""
        names = [one.name for one in fields(Method)]
        methods = [{name: getattr(one, name) for name in names} for one in self.methods]
        outcomes = [{**vars(one), "found": []} for one in self.outcomes]
        return {**vars(self), "methods": methods, "outcomes": outcomes}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read :meth:`as_json`, or raise KeyError or TypeError: a field is missing, or another."""
        methods = [Method(**one) for one in document["methods"]]
        outcomes = [Outcomes(**one) for one in document["outcomes"]]
        return cls(**{**document, "methods": methods, "outcomes": outcomes})
