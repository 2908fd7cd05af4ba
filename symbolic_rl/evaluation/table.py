"""The table of outcomes: what each method made of each query of a split, within each budget.

Plain data, and its JSON: whatever prints it needs neither the program nor the policy. Torch-free.

Dimension key: Q queries of the table; n, the first of them, which a method has tried.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from statistics import median
from typing import Any, Self

from symbolic_rl.search import Derivation, SearchResult
from symbolic_rl.search.base import MOST

TIMES_S = (0.01, 0.1, 1.0, 10.0)
"""Seconds within which queries are counted, up to the limit of the searches."""


@dataclass(frozen=True, kw_only=True)
class Method:
    """Way to prove a query, as reports describe it."""

    name: str
    title: str
    protocol: str
    uses_policy: bool = False
    is_search: bool = True
    """False where an attempt is a single derivation: the policy alone, or random choice."""
    counts_steps: bool = True
    """True if its inferences are resolution steps, so that methods can be compared by them."""
    is_only_timed: bool = False
    """True where its seconds are measured, and no budget of inferences is tried."""


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """Outcomes of the first n queries by one method within one budget."""

    method: str
    budget: int = 0
    """Most inferences for each query; 0 where seconds are the limit."""
    limit_s: float = 0.0
    """Most seconds for each query, tried one at a time; 0 where inferences are the limit."""
    proved: list[bool]
    inferences: list[int]
    """[n] until the proof, or until the end; at most the budget."""
    steps: list[int]
    """[n] steps of the proof; 0 without one."""
    ended: list[str]
    """[n] reason for the end."""
    complete: list[bool]
    """[n] True if the search was exhausted and lost nothing: without a proof, there is none."""
    seconds: float
    """Wall clock of all queries, smaller budgets included."""
    seconds_each: list[float] = field(default_factory=list)
    """[n] wall clock of each query, where they are tried one at a time."""
    start_up_s: float = 0.0
    """Wall clock of a first search of the first query, which is not counted."""
    returns: list[float] = field(default_factory=list)
    """[n] return of each episode of an MDP."""
    counters: list[dict[str, int]] = field(default_factory=list)
    """[n] what was lost, turned and left out; [1] where queries are attempted side by side."""
    found: list[Derivation | None] = field(default_factory=list)
    """[n] proofs that a search has found; they are not part of the JSON."""

    @classmethod
    def of_results(cls, results: Sequence[SearchResult], *, budget: int = 0, **others: Any) -> Self:
        """Return the outcomes of searches; ``others`` are further fields."""
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
        """Number of queries tried; fewer than all where the evaluation was interrupted."""
        return len(self.proved)

    @property
    def n_proved(self) -> int:
        """Number of queries proved."""
        return sum(self.proved)

    @property
    def rate(self) -> float:
        """Share of the queries that is proved."""
        return self.n_proved / max(1, self.n)

    @property
    def median_inferences(self) -> float:
        """Median over all queries: one without a proof counts with what was spent on it."""
        return median(self.inferences) if self.n else float("nan")

    @property
    def median_steps(self) -> float:
        """Median steps of the proofs; NaN without any."""
        return median(filter(None, self.steps)) if any(self.steps) else float("nan")

    @property
    def times_s(self) -> list[float]:
        """Seconds within which queries are counted: ``TIMES_S`` up to the limit, and the limit."""
        return [*(t for t in TIMES_S if t < self.limit_s), self.limit_s]

    def within_s(self, seconds: float) -> int:
        """Return how many queries are proved within some seconds."""
        pairs = zip(self.proved, self.seconds_each, strict=True)
        return sum(is_proved and spent <= seconds for is_proved, spent in pairs)


def joined(parts: Sequence[Outcomes | None]) -> Outcomes:
    """Return the outcomes of one method within one budget in several runs, as if of one."""
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
    """Queries of the split, of which these are the first."""
    searched: int
    """Queries, the first ones, that searches are to try."""
    methods: list[Method]
    outcomes: list[Outcomes]
    """In the order of the methods, smaller budgets first."""
    protocol: list[str]
    """How the outcomes were made, besides the descriptions of the methods."""
    leaks: list[str]
    """Queries that stand in training or among the facts."""
    refused: list[str]
    """Searches that were left out, each with the reason."""
    is_complete: bool = True
    """False if it was interrupted."""
    command: str = ""
    """The command that made it, where one did."""

    def method(self, name: str) -> Method:
        """Return the method of a name."""
        return next(one for one in self.methods if one.name == name)

    def within(self, name: str, budget: int) -> Outcomes | None:
        """Return the outcomes of a method within some inferences; None without any."""
        return next((o for o in self.outcomes if (o.method, o.budget) == (name, budget)), None)

    def last(self, name: str) -> Outcomes | None:
        """Return the outcomes of a method within its largest number of inferences."""
        found = [one for one in self.outcomes if one.method == name and one.budget]
        return found[-1] if found else None

    @property
    def budgets(self) -> list[int]:
        """Numbers of inferences that some method was given, ascending."""
        return sorted({one.budget for one in self.outcomes if one.budget})

    @property
    def timed(self) -> list[Outcomes]:
        """Outcomes of the searches that were timed."""
        return [one for one in self.outcomes if one.limit_s]

    @property
    def searches(self) -> list[Method]:
        """Searches that were to be tried within budgets."""
        return [one for one in self.methods if one.is_search and not one.is_only_timed]

    def as_json(self) -> dict[str, Any]:
        """Return all of it but the proofs, as a run directory keeps it."""
        names = [one.name for one in fields(Method)]
        methods = [{name: getattr(one, name) for name in names} for one in self.methods]
        outcomes = [{**vars(one), "found": []} for one in self.outcomes]
        return {**vars(self), "methods": methods, "outcomes": outcomes}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read :meth:`as_json`.

        Raises:
            KeyError: a field is missing.
            TypeError: a field is missing, unknown, or of another type.
        """
        methods = [Method(**one) for one in document["methods"]]
        outcomes = [Outcomes(**one) for one in document["outcomes"]]
        return cls(**{**document, "methods": methods, "outcomes": outcomes})
