"""Searches in seconds: wall clock until the first answer, one query at a time.

The program is loaded and the policy is open before. A first search of the first query is not timed:
it compiles the program for native Prolog and warms what runs later, and is named as the start-up.

Dimension key: Q queries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from symbolic_rl.evaluation.tallies import FloatArray
from symbolic_rl.search import AnswerIterator, Limits, Search, Space

TIMES_S = (0.01, 0.1, 1.0, 10.0)
"""Seconds within which queries are counted, up to the limit."""
_MOST_INFERENCES = 1 << 42


@dataclass(frozen=True)
class TimedSearch:
    """Search to be timed."""

    name: str
    """Name in tables, such as ``guided + native``."""
    make: Callable[[Space], Search]
    spaces: Sequence[Space]
    """[Q] one for each query."""


@dataclass(frozen=True)
class Timings:
    """Seconds of one search."""

    search: str
    """Name in tables."""
    seconds: FloatArray
    """[n] until the first answer to each of the first n queries; infinite without one."""
    start_up_s: float
    """Seconds of the first search, which is not counted."""
    limit_s: float
    """Seconds after which a search was ended."""

    @property
    def times_s(self) -> list[float]:
        """Seconds within which queries are counted: those of ``TIMES_S``, and the limit."""
        return [*(t for t in TIMES_S if t < self.limit_s), self.limit_s]

    def within(self, seconds: float) -> float:
        """Return the share of the queries refuted within so many seconds; NaN without any."""
        return float((self.seconds <= seconds).mean()) if self.seconds.size else float("nan")

    def rows(self, env: str, split: str) -> list[dict[str, Any]]:
        """Return a row for each number of seconds."""
        return [
            {
                "env": env,
                "split": split,
                "search": self.search,
                "seconds": t,
                "refuted": int((self.seconds <= t).sum()),
                "queries": int(self.seconds.size),
                "refutation_rate": self.within(t),
                "start_up_s": round(self.start_up_s, 3),
            }
            for t in self.times_s
            if self.seconds.size
        ]


def time_searches(
    searches: Sequence[TimedSearch],
    limit_s: float,
    *,
    show: Callable[[str], None] = lambda line: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[Timings, ...]:
    """Time the first answer to each query by each search.

    Args:
        searches: one after the other.
        limit_s: seconds after which a search of a query is ended.
        show: called with a line on the progress before each query.
        is_stopped: asked before each query; True ends it, and there are fewer queries or searches.
    """
    timings = []
    for one in searches:
        if is_stopped():
            break
        limit = Limits(max_inferences=_MOST_INFERENCES, timeout_s=limit_s)
        start_up_s = _first_answer(one, one.spaces[0], limit)[1]
        seconds = list[float]()
        for space in one.spaces:
            if is_stopped():
                break
            done, refuted = len(seconds), sum(s < inf for s in seconds)
            show(f"{one.name} in seconds | {done:,} of {len(one.spaces):,}, {refuted:,} refuted")
            is_refuted, spent = _first_answer(one, space, limit)
            seconds.append(spent if is_refuted else inf)
        timings.append(Timings(one.name, np.array(seconds), start_up_s, limit_s))
    return tuple(timings)


def _first_answer(one: TimedSearch, space: Space, limits: Limits) -> tuple[bool, float]:
    """Search once; return whether there was an answer, and the seconds."""
    started = perf_counter()
    found = AnswerIterator(one.make(space), limits).take(1)
    return bool(found.answers), perf_counter() - started


def table(timings: Sequence[Timings]) -> list[str]:
    """Return the lines of a table, and how its figures were made."""
    if not timings:
        return []
    times = timings[0].times_s
    lines = [f"{'refuted within':<21}" + "".join(f"{f'{t:g} s':>10}" for t in times)]
    for one in timings:
        lines.append(f"{one.search:<21}" + "".join(f"{one.within(t):>10.3f}" for t in times))
    first = ", ".join(f"{one.search} {one.start_up_s:.2f} s" for one in timings)
    lines.append(
        "  seconds: wall clock until the first answer, one query at a time; without start-up, "
        f"which is a first search of the first query: {first}"
    )
    return lines
