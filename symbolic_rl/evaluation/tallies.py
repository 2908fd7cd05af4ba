"""Tallies: what each search did with the queries of a split, budget by budget; intervals."""

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.search import SEARCHES, Derivation, SearchMethod

FloatArray = NDArray[np.float64]

_RESAMPLES = 2_000
_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Outcomes:
    """Results of one search within one budget, on the first n queries of a split."""

    refuted: NDArray[np.bool_]
    """[n] whether an answer was found."""
    inferences: IntArray
    """[n] until the first answer, or until the search ended; at most the budget."""
    lengths: IntArray
    """[n] steps of the derivation found; 0 without one."""
    ended: tuple[str, ...]
    """[n] reason for the end of each search."""
    seconds: float
    """Time spent, that of the smaller budgets included."""

    @property
    def n(self) -> int:
        """Number of queries searched; fewer than all where the report was interrupted."""
        return int(self.refuted.size)

    @property
    def median_length(self) -> float | None:
        """Median steps of the derivations found; None without any."""
        return float(np.median(self.lengths[self.refuted])) if self.refuted.any() else None


@dataclass(frozen=True)
class SearchTally:
    """Results of one search on the queries of a split."""

    search: str
    """Name in ``SEARCHES``."""
    outcomes: dict[int, Outcomes]
    """Budget -> results, smaller budgets first; those that an interruption left no query are
    missing."""
    found: tuple[Derivation | None, ...] = ()
    """[Q] derivation of each query that was refuted."""
    counters: tuple[dict[str, int], ...] = ()
    """[Q] what the last search of each query lost, turned and left out; empty where it has none."""

    @property
    def method(self) -> SearchMethod:
        """Entry of the search in the registry."""
        return SEARCHES[self.search]

    @property
    def last(self) -> Outcomes:
        """Results within the largest budget."""
        return self.outcomes[max(self.outcomes)]

    @property
    def refuted(self) -> NDArray[np.bool_]:
        """[n] within the largest budget."""
        return self.last.refuted

    @property
    def inferences(self) -> IntArray:
        """[n] within the largest budget; see :class:`Outcomes`."""
        return self.last.inferences

    @property
    def seconds(self) -> float:
        """Time of all budgets."""
        return self.last.seconds if self.outcomes else 0.0

    def within(self, budget: int) -> NDArray[np.bool_]:
        """Return [n] which queries were refuted with at most ``budget`` inferences."""
        return self.outcomes[budget].refuted

    def n_within(self, budget: int) -> int:
        """Return how many queries were searched within a budget."""
        return self.outcomes[budget].n if budget in self.outcomes else 0


@dataclass(frozen=True)
class Interval:
    """Figure with its 95 % bootstrap interval over queries."""

    value: float
    low: float
    high: float

    def as_json(self) -> list[float]:
        """Return value, low and high."""
        return [self.value, self.low, self.high]

    def __str__(self) -> str:
        return f"{self.value:,.4g} ({self.low:,.4g} to {self.high:,.4g})"


def wilson(successes: int, tries: int, level: float = _CONFIDENCE) -> tuple[float, float]:
    """Compute the confidence interval of a share by Wilson's score method (Wilson, 1927).

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, scale = successes / tries, 1 + z**2 / tries
    middle = (share + z**2 / (2 * tries)) / scale
    half = z / scale * (share * (1 - share) / tries + z**2 / (4 * tries**2)) ** 0.5
    low, high = middle - half, middle + half
    # at the ends the bounds are 0 and 1 exactly, but for rounding
    return low if successes else 0.0, high if successes < tries else 1.0


def bootstrap(statistic: Any, pairs: FloatArray, *, seed: int = 0) -> Interval:
    """Compute a statistic of [2, Q] figures and its 95 % interval (percentile bootstrap)."""
    rng = np.random.default_rng(seed)
    n = pairs.shape[1]
    values = [statistic(pairs[:, rng.integers(0, n, n)]) for _ in range(_RESAMPLES)]
    tail = (1 - _CONFIDENCE) / 2
    low, high = np.quantile(values, [tail, 1 - tail]).tolist()
    return Interval(statistic(pairs), low, high)
