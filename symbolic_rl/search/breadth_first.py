"""Breadth-first search: the states of a level before those of the next one.

The level of a state is the number of steps that lead to it, plus one for every doubling of the
pages that were turned on the way: so an infinite list of candidates keeps the search from nothing.
"""

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.search.best_first import BestFirst
from symbolic_rl.search.entries import FloatArray, Taken


class BreadthFirst(BestFirst):
    """See :class:`symbolic_rl.search.base.Search`; the first weight is the level."""

    def weigh(self, taken: Taken) -> tuple[FloatArray, FloatArray]:
        """See :class:`symbolic_rl.search.best_first.BestFirst`."""
        further = taken.weights.copy()
        further[:, 0] += is_doubled(taken.number + 1)
        return taken.weights[taken.page.owner] + [1, 0], further

    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """The level."""
        level: FloatArray = weights[:, 0]
        return level


def is_doubled(number: IntArray) -> NDArray[np.bool_]:
    """Whether the page of this number (from 1) is a power of two."""
    doubled: NDArray[np.bool_] = (number & (number - 1)) == 0
    return doubled
