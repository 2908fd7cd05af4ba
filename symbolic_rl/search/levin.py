"""Levin tree search (Orseau, Lelis, Lattimore and Weber, 2018): what the policy finds likely first.

The cost of a state is depth / probability. The depth counts the steps and turned pages that lead to
it, the probability is that of all choices on the way: at each state the policy's, sharpened, mixed
with a small uniform share. So no candidate has the probability 0, and only finitely many states
cost less than any given number: the search is complete, and a derivation of depth d and probability
p is found after at most d / p steps, or twice as many as states are taken in batches.

A candidate that loops back to a state on its own way is not shown to the policy, as in training;
one that was met elsewhere keeps its probability, though nobody follows it again.

Dimension key: N states taken, M candidates of them.
"""

from collections.abc import Hashable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.search.best_first import BestFirst
from symbolic_rl.search.entries import FloatArray, Taken
from symbolic_rl.search.space import Space

UNIFORM_SHARE = 1e-4
"""Of the probability at each state; the policy has the rest."""
SHARPNESS = 30.0
"""Power to which the policy's probabilities are raised: derivations of thousands of choices are too
improbable without. So high, a search follows the policy's first choice, and comes back to the
others by how little they were behind it."""
_LEAST = np.finfo(np.float64).tiny


class LevinTreeSearch(BestFirst):
    """See :class:`symbolic_rl.search.base.Search`; the weights are depth and log-probability.

    Args:
        space: what is searched; its ``order`` says how probable each candidate is.
        uniform_share: of the probability at each state.
        sharpness: power to which the policy's probabilities are raised.
    """

    slack = np.log(2)

    def __init__(
        self,
        space: Space,
        *,
        uniform_share: float = UNIFORM_SHARE,
        sharpness: float = SHARPNESS,
    ) -> None:
        self._share, self._sharpness = uniform_share, sharpness
        super().__init__(space)

    @property
    def kind(self) -> Hashable:
        """See :class:`symbolic_rl.search.best_first.BestFirst`."""
        return self._share, self._sharpness

    def weigh(self, taken: Taken) -> tuple[FloatArray, FloatArray]:
        """See :class:`symbolic_rl.search.best_first.BestFirst`."""
        page, n = taken.page, len(taken.states)
        shown = _shown(taken)
        n_shown = np.bincount(page.owner[shown], minlength=n) + page.more
        uniform = 1 / np.maximum(n_shown, 1)
        of_candidate, of_more = uniform[page.owner], uniform
        if self.space.order is not None:
            candidate_logs, more_logs = self.space.order(taken.states, page, shown)
            sharp = np.where(shown, np.exp(self._sharpness * candidate_logs), 0.0)
            sharp_more = np.where(page.more, np.exp(self._sharpness * more_logs), 0.0)
            total = np.bincount(page.owner, sharp, minlength=n) + sharp_more
            total = np.maximum(total, _LEAST)
            of_candidate = self._mixed(sharp / total[page.owner], of_candidate)
            of_more = self._mixed(sharp_more / total, of_more)
        below, further = taken.weights[page.owner], taken.weights.copy()
        below[:, 0] += 1
        below[:, 1] += np.log(of_candidate)
        below[~shown, 1] = -np.inf
        further[:, 0] += 1
        further[:, 1] += np.log(of_more)
        return below, further

    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """The logarithm of depth / probability; an answer in sight costs nothing."""
        cost: FloatArray = np.log(weights[:, 0]) - weights[:, 1]
        return np.where(is_answer, -1.0, cost)

    def _mixed(self, sharp: FloatArray, uniform: FloatArray) -> FloatArray:
        return (1 - self._share) * sharp + self._share * uniform


def _shown(taken: Taken) -> NDArray[np.bool_]:
    """[M] which candidates neither loop nor repeat one of their page."""
    page, at, owners = taken.page, taken.at, taken.page.owner.tolist()
    repeated: list[int] = []
    for nodes, (a, b) in zip(taken.nodes, pairwise(taken.first_candidate), strict=True):
        keys, rows = page.keys[a:b], owners[a:b]
        if nodes.knows_none(keys) and len(set(zip(rows, keys, strict=True))) == len(keys):
            continue
        of_page: set[tuple[int, bytes]] = set()
        for i, of_row in enumerate(zip(rows, keys, strict=True), a):
            row, key = of_row
            if of_row in of_page or nodes.is_on_the_way(key, at[row]):
                repeated.append(i)
            of_page.add(of_row)
    shown = np.ones(len(page.keys), bool)
    shown[repeated] = False
    return shown
