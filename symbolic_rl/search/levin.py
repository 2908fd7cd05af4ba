"""Levin tree search (Orseau, Lelis, Lattimore and Weber, 2018): likely derivations first.

The cost of a state is depth / probability. The depth counts the steps and turned pages that lead to
it; the probability is the product of those of all choices on the way. At each state these are the
policy's, raised to a power and mixed with a uniform share, as the settings of the space say.

**Two readings.** A great power costs little along a derivation of many steps that the policy knows,
and much at each step where it is wrong. So a second reading, ten times as sharp, can have a share w
of the probability of each derivation: (1 - w) times the product by the first power, plus w times
the product by the second. What either finds cheaply, the mixture finds for at most 1 / (1 - w) and
1 / w times the cost.

**Complete.** The uniform share is above 0, so every state has a finite cost; a page is finite and
every step adds to the depth, so only finitely many states cost less than any given number.

**Bounded.** A derivation of cost C = d / p is found after at most C steps: the leaves of what was
expanded until then exclude each other, so their probabilities sum to at most 1, and a leaf of depth
d that costs at most C has a probability of at least d / C. A batch takes only states at most twice
as dear as its cheapest (``slack``, a logarithm), and so at most doubles this bound.

**Estimates.** A policy that imitated proofs also estimates the inferences h that are left (its
value is log(1 + h)). Where the settings say so, states are ordered much as by PHS* (Orseau and
Lelis 2021): by (d + h) / p^(1 + h / (d + 10)), what the whole derivation would cost if the steps
left were as likely as those behind. PHS* itself has no 10, ten sure steps before the query: without
them the first two or three steps say too much about all that are left. The estimate of a state is
made when it is expanded; a candidate waits with that of its parent less one (deferred evaluation:
Richter and Helmert 2009). No estimate makes a state cost less than d / p, so searches stay
complete, and the bound above holds for the greatest cost along a derivation whose states are
reached in no other way.

A candidate that loops back to a state on its own way is not shown to the policy, as in training;
one that was met elsewhere keeps its probability, though it is not followed again.

Dimension key: N states expanded, M candidates of them.
"""

from collections.abc import Hashable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.search.best_first import BestFirstSearch, ExpandedBatch, FloatArray
from symbolic_rl.search.space import Advice

_LEAST_LOG = -1e6
"""Logarithm below all of a policy; stands for the likeliest where a state has no candidate."""

SURE_STEPS = 10.0
"""Steps of probability 1 that count as behind every state, where those left are priced."""

FALLING_SHARE = 0.1
"""Factor of the uniform share that falls with depth. Less is closer to the policy: a search whose
proofs are to be imitated should not find them beside its habits."""


class LevinTreeSearch(BestFirstSearch):
    """Levin tree search; weights: depth, log-probabilities by both readings, inferences left.

    Args:
        space: the derivations to search; its ``order`` gives the log-probabilities of candidates,
            its ``settings`` the power that sharpens them and the uniform share.
    """

    slack = np.log(2)
    root_weights = (0.0, 0.0, 0.0, 0.0)

    @property
    def batch_key(self) -> Hashable:
        """See :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        return self.space.settings

    def weigh(self, batch: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """See :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        page, n = batch.page, len(batch.states)
        shown = _shown(batch)
        n_shown = np.bincount(page.owner[shown], minlength=n) + page.more
        uniform = 1 / np.maximum(n_shown, 1)
        below, further = batch.weights[page.owner], batch.weights.copy()
        below[:, 0] += 1
        further[:, 0] += 1
        if self.space.order is None:
            below[:, 1:3] += np.log(uniform)[page.owner, None]
            further[:, 1:3] += np.log(uniform)[:, None]
        else:
            share = self._uniform_share(batch.weights[:, 0])
            advice = self.space.order(batch.states, page, shown)
            if self.space.estimates:
                asked = advice.to_go >= 0
                further[:, 3] = np.where(asked, advice.to_go, further[:, 3])
                below[:, 3] = np.maximum(further[:, 3] - 1, 0)[page.owner]
            sharp, sharp_more = self._sharpened(batch, shown, advice)
            for column in (1, 2) if self.space.settings.sharper_share else (1,):
                if column == 2:
                    sharp, sharp_more = _sharper(sharp), _sharper(sharp_more)
                of_all, of_more = _shares(batch, sharp, sharp_more)
                of_all = (1 - share[page.owner]) * of_all + (share * uniform)[page.owner]
                below[:, column] += np.log(of_all)
                further[:, column] += np.log((1 - share) * of_more + share * uniform)
        below[~shown, 1:3] = -np.inf
        return below, further

    @property
    def answer_log_probability(self) -> float:
        """Log-probability of the last answer."""
        return float(self.log_probability(np.array([self.answer_weights]))[0])

    def log_probability(self, weights: FloatArray) -> FloatArray:
        """Return the log-probability [K] of states of weights [K, 4], by both readings."""
        share = self.space.settings.sharper_share
        first: FloatArray = weights[:, 1]
        if not share:
            return first
        mixed: FloatArray = np.logaddexp(np.log1p(-share) + first, np.log(share) + weights[:, 2])
        return mixed

    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """Return log((d + h) / p^(1 + h / (d + 10))), or -1 for an answer, emitted at once.

        Without estimates the inferences left h are 0.

        It is rounded to 32 bits: the last bits of a logarithm, which differ between libraries, do
        not decide which of two equal states comes first.
        """
        depth, to_go = weights[:, 0], weights[:, 3]
        cost = np.log(depth + to_go) - self.log_probability(weights) * (
            1 + to_go / (depth + SURE_STEPS)
        )
        return np.where(is_answer, -1.0, cost.astype(np.float32).astype(np.float64))

    def _uniform_share(self, depth: FloatArray) -> FloatArray:
        """Return the uniform share [N] at states of a depth: a constant, or falling with it.

        What falls is c (1 - log(d + 3) / log(d + 4)). As 1 - c x is at least (1 - x)^c, along a
        derivation of any depth the policy's probabilities lose no more than a factor of
        (log(d + 4) / log(3))^c. At depth 300 that is 1.2; a constant share of 0.02 costs 400. The
        share is never 0, so no candidate has the probability 0 and the search is complete.
        """
        share = self.space.settings.uniform_share
        if share:
            return np.full(depth.shape, share)
        falling: FloatArray = FALLING_SHARE * (1 - np.log(depth + 3) / np.log(depth + 4))
        return falling

    def _sharpened(
        self, batch: ExpandedBatch, shown: NDArray[np.bool_], advice: Advice
    ) -> tuple[FloatArray, FloatArray]:
        """Return the policy's probabilities of candidates [M] and next pages [N] to the power.

        They are relative to the likeliest of each state.
        """
        page = batch.page
        logs = np.where(shown, advice.candidates, -np.inf).astype(np.float64)
        further = np.where(page.more, advice.more, -np.inf).astype(np.float64)
        # The likeliest becomes 1: a power of 30 would underflow to 0 for all where a policy spreads
        # its probability over many candidates.
        most = np.maximum(further, _LEAST_LOG)
        np.maximum.at(most, page.owner, logs)
        sharp = np.exp(self.space.settings.sharpness * (logs - most[page.owner]))
        return sharp, np.exp(self.space.settings.sharpness * (further - most))


def _sharper(sharp: FloatArray) -> FloatArray:
    """Return probabilities to the power 10, multiplied in the order in which C does."""
    square = sharp * sharp
    fourth = square * square
    tenth: FloatArray = fourth * fourth * square
    return tenth


def _shares(
    batch: ExpandedBatch, sharp: FloatArray, sharp_more: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the shares of candidates [M] and next pages [N] in the total of each state."""
    owner = batch.page.owner
    total = np.bincount(owner, sharp, minlength=len(batch.states)) + sharp_more
    total = np.maximum(total, 1.0)  # without a candidate it is 0, else at least 1
    return sharp / total[owner], sharp_more / total


def _shown(batch: ExpandedBatch) -> NDArray[np.bool_]:
    """Return [M] which candidates neither loop nor repeat another of their page."""
    page, at, owners = batch.page, batch.at, batch.page.owner.tolist()
    repeated: list[int] = []
    for nodes, (a, b) in zip(batch.nodes, pairwise(batch.first_candidate), strict=True):
        keys, rows = page.keys[a:b], owners[a:b]
        if nodes.has_none(keys) and len(set(zip(rows, keys, strict=True))) == len(keys):
            continue
        of_page: set[tuple[int, bytes]] = set()
        for i, of_row in enumerate(zip(rows, keys, strict=True), a):
            row, key = of_row
            if of_row in of_page or nodes.is_ancestor(key, at[row]):
                repeated.append(i)
            of_page.add(of_row)
    shown = np.ones(len(page.keys), bool)
    shown[repeated] = False
    return shown
