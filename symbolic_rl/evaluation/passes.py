"""Passes: searches of the same queries within one budget after the other, the smallest first.

A query that a search does not decide within a budget is searched anew within the next one. That
costs a ninth of the time where budgets grow tenfold, and makes each row of a report what it would
be if its budget were the largest: a search takes the last batch before its limit smaller than it
would take it on its way to a larger limit, and products of batches are rounded by what is searched
beside. An interruption leaves whole rows.

Dimension key: Q queries.
"""

from collections.abc import Callable, Sequence
from math import nan
from time import perf_counter

import numpy as np

from symbolic_rl.base.console import duration
from symbolic_rl.evaluation.tallies import Outcomes, SearchTally
from symbolic_rl.search import (
    AnswerIterator,
    Derivation,
    Limits,
    Search,
    SearchResult,
    Space,
    make_search,
    rounds_side_by_side,
    search_method,
)
from symbolic_rl.search.base import INFERENCES
from symbolic_rl.search.memory import MemoryBudget

AT_ONCE = 64
"""Searches that share a crossing to Prolog and a call of the policy."""

_SHOWN_EACH_S = 0.2


class SearchPasses:
    """Passes of one search over Q queries.

    Args:
        name: a key of ``SEARCHES``.
        spaces: [Q] one for each query.
        hedge: hedge the search, if it can be hedged.
    """

    def __init__(self, name: str, spaces: Sequence[Space], *, hedge: bool) -> None:
        self.name = name
        self._spaces = spaces
        self._hedge = hedge and search_method(name).make_hedged is not None
        n = len(spaces)
        self.is_decided = np.zeros(n, bool)
        """[Q] True once a larger budget changes nothing: refuted, or exhausted."""
        self.n_ended = 0
        """Queries that are searched within the budget of the last pass."""
        self.n_refuted = 0
        self._inferences, self._lengths = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._ended = [INFERENCES] * n
        self._found: list[Derivation | None] = [None] * n
        self._counters: list[dict[str, int]] = [{} for _ in range(n)]
        self._outcomes: dict[int, Outcomes] = {}
        self._running: dict[int, Search] = {}
        self._seconds = 0.0
        self._made = 0

    @property
    def tally(self) -> SearchTally:
        """Results of the passes so far."""
        found, counters = tuple(self._found), tuple(self._counters)
        return SearchTally(self.name, dict(self._outcomes), found, counters)

    @property
    def inferences_per_second(self) -> float:
        """Pace of all passes; NaN before the first inference."""
        made = self._made + sum(search.inferences for search in self._running.values())
        return made / self._seconds if made and self._seconds else nan

    def inferences_left(self, budget: int, *, is_running: bool) -> int:
        """Return the most inferences that a pass may still take.

        Args:
            budget: of the pass.
            is_running: it has begun; otherwise it will search all that is not decided by now.
        """
        if not is_running:
            return int((~self.is_decided).sum()) * budget
        begun = sum(search.inferences for search in self._running.values())
        return max(0, (self.is_decided.size - self.n_ended) * budget - begun)

    def run(self, budget: int, goes_on: Callable[[], bool]) -> bool:
        """Search the queries that are not decided; return False if it was stopped.

        Args:
            budget: inferences of each search.
            goes_on: called after each round of the searches; False stops the pass.
        """
        which = np.flatnonzero(~self.is_decided)
        has_ended = self.is_decided.copy()
        self.n_ended = int(has_ended.sum())
        limits, before, started = Limits(max_inferences=budget), self._seconds, perf_counter()
        memory = MemoryBudget(at_once=AT_ONCE)
        tasks = (AnswerIterator(self._begin(i), limits, memory).first() for i in which.tolist())
        was_stopped = False
        for ended in rounds_side_by_side(tasks, at_once=AT_ONCE):
            if ended is not None:
                query = int(which[ended[0]])
                self._note(query, ended[1], budget)
                has_ended[query] = True
                self.n_ended += 1
            self._seconds = before + perf_counter() - started
            if not goes_on():
                was_stopped = True
                break
        self._running.clear()
        n = has_ended.size if has_ended.all() else int(has_ended.argmin())
        if n:  # an easy query ends before a hard one: only those in front are no selection
            self._outcomes[budget] = Outcomes(
                refuted=self._lengths[:n] > 0,
                inferences=self._inferences[:n].copy(),
                lengths=self._lengths[:n].copy(),
                ended=tuple(self._ended[:n]),
                seconds=self._seconds,
            )
        return not was_stopped

    def _begin(self, query: int) -> Search:
        search = make_search(self.name, self._spaces[query], hedge=self._hedge)
        self._running[query] = search
        return search

    def _note(self, query: int, result: SearchResult, budget: int) -> None:
        self._made += self._running.pop(query).inferences
        self._inferences[query] = min(result.inferences, budget)
        self._lengths[query] = len(result.answers[0].choices) if result.answers else 0
        self._ended[query] = result.ended
        self._found[query] = result.answers[0] if result.answers else None
        self._counters[query] = {name: n for name, n in result.counters.items() if n}
        self.n_refuted += bool(result.answers)
        self.is_decided[query] = bool(result.answers) or result.ended != INFERENCES


def run_passes(
    searches: Sequence[SearchPasses],
    budgets: Sequence[int],
    *,
    show: Callable[[str], None],
    is_stopped: Callable[[], bool],
) -> bool:
    """Run all searches within one budget after the other; return False if it was stopped.

    Args:
        searches: run in this order, within each budget.
        budgets: of inferences, growing.
        show: called now and then with a line on the progress.
        is_stopped: asked after each round of searches; True stops them.
    """
    due = 0.0
    for b, budget in enumerate(budgets):
        for s, search in enumerate(searches):

            def goes_on(b: int = b, s: int = s) -> bool:
                nonlocal due
                if perf_counter() >= due:
                    due = perf_counter() + _SHOWN_EACH_S
                    show(_progress(searches, budgets, b, s))
                return not is_stopped()

            if is_stopped() or not search.run(budget, goes_on):
                return False
    return True


def _progress(searches: Sequence[SearchPasses], budgets: Sequence[int], b: int, s: int) -> str:
    """Return a line on pass ``b`` of search ``s``, with the most time that all passes may take."""
    search, pace = searches[s], searches[s].inferences_per_second
    left = 0.0
    for i, other in enumerate(searches):
        passes = budgets[b:] if i >= s else budgets[b + 1 :]
        own = other.inferences_per_second
        inferences = sum(
            other.inferences_left(budget, is_running=i == s and budget == budgets[b])
            for budget in passes
        )
        left += inferences / (own if own == own else pace)
    parts = [
        f"{search.name} within {budgets[b]:,}",
        f"{search.n_ended:,} of {search.is_decided.size:,} queries, {search.n_refuted:,} refuted",
        f"at most {duration(left)} left" if left == left else "no end in sight yet",
    ]
    return " | ".join(parts)
