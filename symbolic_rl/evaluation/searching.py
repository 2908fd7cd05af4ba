"""Run searches on the same queries, within increasing budgets or against the clock.

A query left open within a budget is searched from scratch within the next one. With tenfold budgets
that costs a ninth of the time, and each row of the table is independent of the larger budgets: a
search shrinks its last batch before the limit, and rounding depends on the searches that share a
batch. An interruption leaves whole rows.

Seconds are wall clock until the first answer, with program and policy loaded. A warm-up search of
the first query, which compiles the program for SWI-Prolog, is not counted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import nan
from time import perf_counter
from typing import Any

from symbolic_rl.base.console import duration
from symbolic_rl.evaluation.table import Outcomes
from symbolic_rl.search import (
    AnswerIterator,
    Limits,
    Search,
    SearchResult,
    Space,
    first_answers,
)
from symbolic_rl.search.base import INFERENCES, MOST
from symbolic_rl.search.scheduler import AT_ONCE

_SHOWN_EACH_S = 0.2

Show = Callable[[str], None]
"""Called repeatedly with a line on the progress."""
IsStopped = Callable[[], bool]
"""Polled; True ends the searches."""


@dataclass
class SearchPasses:
    """Passes of one search over Q queries, within increasing budgets."""

    name: str
    make: Callable[[Space], Search]
    spaces: Sequence[Space]  # [Q]
    memory_mb: int
    """Megabytes for the states of its searches; 0: a quarter of the machine's memory."""
    outcomes: list[Outcomes] = field(default_factory=list)
    """Outcomes within each budget that has any."""
    results: dict[int, SearchResult] = field(default_factory=dict)  # latest result of each query
    waiting: list[int] = field(default_factory=list)  # queries not yet finished in the current pass
    seconds: float = 0.0
    inferences: int = 0

    @property
    def n_proved(self) -> int:
        """Number of queries proved so far."""
        return sum(bool(result.answers) for result in self.results.values())

    @property
    def undecided(self) -> list[int]:
        """Queries that a larger budget may prove: neither proved nor exhausted."""
        decided = {i for i, r in self.results.items() if r.answers or r.ended != INFERENCES}
        return [i for i in range(len(self.spaces)) if i not in decided]

    @property
    def pace(self) -> float:
        """Inferences per second; NaN before the first search has ended."""
        return self.inferences / self.seconds if self.inferences and self.seconds else nan

    def run(self, budget: int, goes_on: Callable[[], bool]) -> bool:
        """Search the undecided queries; False if ``goes_on``, called in rounds, stopped it."""
        which, before, started = self.undecided, self.seconds, perf_counter()
        self.waiting = which.copy()
        limits = Limits(max_inferences=budget, memory_mb=self.memory_mb)
        searches = (self.make(self.spaces[i]) for i in which)
        is_whole = True
        for ended in first_answers(searches, limits, at_once=AT_ONCE):
            if ended is not None:
                i, result = which[ended[0]], ended[1]
                self.results[i] = result
                self.waiting.remove(i)
                self.inferences += result.inferences
            self.seconds = before + perf_counter() - started
            if not goes_on():
                is_whole = False
                break
        # Easy queries finish first, so only a finished prefix of the queries is an unbiased sample.
        n = min(self.waiting, default=len(self.spaces))
        if n:
            results = [self.results[i] for i in range(n)]
            figures: dict[str, Any] = {"budget": budget, "seconds": self.seconds}
            self.outcomes.append(Outcomes.of_results(results, method=self.name, **figures))
        return is_whole


def run_passes(
    searches: Sequence[SearchPasses], budgets: Sequence[int], *, show: Show, is_stopped: IsStopped
) -> bool:
    """Run all searches within each budget, smallest first; return False if stopped."""
    due = 0.0
    passes = [(budget, search) for budget in budgets for search in searches]
    for at, (budget, search) in enumerate(passes):

        def goes_on(at: int = at) -> bool:
            nonlocal due
            if perf_counter() >= due:
                due = perf_counter() + _SHOWN_EACH_S
                show(_progress(passes[at:]))
            return not is_stopped()

        if is_stopped() or not search.run(budget, goes_on):
            return False
    return True


def _progress(passes: Sequence[tuple[int, SearchPasses]]) -> str:
    """Return a line on the first of some passes, with an upper bound on the time of all."""
    (budget, search), *later = passes
    # As if no query were proved: each query left spends its whole budget, at the pace so far.
    left = len(search.waiting) * budget / search.pace
    for other_budget, other in later:
        pace = other.pace if other.inferences else search.pace
        left += len(other.undecided) * other_budget / pace
    n = len(search.spaces)
    parts = [
        f"{search.name} within {budget:,}",
        f"{n - len(search.waiting):,} of {n:,} queries, {search.n_proved:,} proved",
        f"about {duration(left)} left" if left == left else "no end in sight yet",
    ]
    return " | ".join(parts)


def time_searches(
    searches: Sequence[SearchPasses], limit_s: float, *, show: Show, is_stopped: IsStopped
) -> list[Outcomes]:
    """Time the first answer to each query by each search, one query at a time.

    A search ends after ``limit_s`` seconds. If stopped, queries or searches are missing.
    """
    outcomes = []
    for one in searches:
        if is_stopped():
            break
        _, start_up_s = _first_answer(one, one.spaces[0], limit_s)
        results, seconds = list[SearchResult](), list[float]()
        for space in one.spaces:
            if is_stopped():
                break
            n_proved = sum(bool(result.answers) for result in results)
            counted = f"{len(results):,} of {len(one.spaces):,} queries, {n_proved:,} proved"
            show(f"{one.name} in seconds | {counted}")
            result, spent = _first_answer(one, space, limit_s)
            results.append(result)
            seconds.append(spent)
        clock: dict[str, Any] = {"seconds": sum(seconds), "start_up_s": start_up_s}
        clock |= {"seconds_each": seconds, "limit_s": limit_s}
        outcomes.append(Outcomes.of_results(results, method=one.name, **clock))
    return outcomes


def _first_answer(one: SearchPasses, space: Space, limit_s: float) -> tuple[SearchResult, float]:
    """Search once; return the result and the seconds."""
    started = perf_counter()
    limits = Limits(max_inferences=MOST, timeout_s=limit_s, memory_mb=one.memory_mb)
    found = AnswerIterator(one.make(space), limits).take(1)
    return found, perf_counter() - started
