"""Levin tree search (Orseau, Lelis, Lattimore and Weber, 2018): what the policy finds likely first.

The cost of a state is depth / probability. The depth counts the steps and turned pages that lead to
it, the probability is that of all choices on the way: at each state the policy's, sharpened, mixed
with a uniform share; the space's settings say how much. So no candidate has the probability 0, and
only finitely many states cost less than any given number: the search is complete, and a derivation
of depth d and probability p is found after at most d / p steps, or twice as many as states are
taken in batches.

A candidate that loops back to a state on its own way is not shown to the policy, as in training;
one that was met elsewhere keeps its probability, though nobody follows it again.

Dimension key: N states taken, M candidates of them.
"""

from collections.abc import Hashable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.search.best_first import BestFirst, ExpandedBatch, FloatArray

_LEAST_LOG = -1e6
"""Below all log-probabilities of a policy; of states without a candidate."""


class LevinTreeSearch(BestFirst):
    """See :class:`symbolic_rl.search.base.Search`; the weights are depth and log-probability.

    Args:
        space: what is searched; its ``order`` says how probable each candidate is, its ``settings``
            how much that is sharpened, and how large the uniform share is.
    """

    slack = np.log(2)

    @property
    def kind(self) -> Hashable:
        """See :class:`symbolic_rl.search.best_first.BestFirst`."""
        return self.space.settings

    def weigh(self, taken: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """See :class:`symbolic_rl.search.best_first.BestFirst`."""
        page, n = taken.page, len(taken.states)
        shown = _shown(taken)
        n_shown = np.bincount(page.owner[shown], minlength=n) + page.more
        uniform = 1 / np.maximum(n_shown, 1)
        of_candidate, of_more = uniform[page.owner], uniform
        if self.space.order is not None:
            share = self.space.settings.uniform_share
            sharp, sharp_more = self._sharpened(taken, shown)
            of_candidate = (1 - share) * sharp + share * of_candidate
            of_more = (1 - share) * sharp_more + share * of_more
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

    def _sharpened(
        self, taken: ExpandedBatch, shown: NDArray[np.bool_]
    ) -> tuple[FloatArray, FloatArray]:
        """The policy's sharpened probabilities of candidates [M] and of further pages [N]."""
        assert self.space.order is not None
        page, n = taken.page, len(taken.states)
        candidate_logs, more_logs = self.space.order(taken.states, page, shown)
        logs = np.where(shown, candidate_logs, -np.inf).astype(np.float64)
        further = np.where(page.more, more_logs, -np.inf).astype(np.float64)
        most = np.maximum(further, _LEAST_LOG)
        np.maximum.at(most, page.owner, logs)
        sharp = np.exp(self.space.settings.sharpness * (logs - most[page.owner]))
        sharp_further = np.exp(self.space.settings.sharpness * (further - most))
        total = np.bincount(page.owner, sharp, minlength=n) + sharp_further
        total = np.maximum(total, 1.0)  # without a candidate it is 0, else at least 1
        return sharp / total[page.owner], sharp_further / total


def _shown(taken: ExpandedBatch) -> NDArray[np.bool_]:
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
