"""What a return is compared with: the baselines of group-relative policy gradients.

A group is G derivations of one query. The advantage of a derivation is its return minus a
baseline made of the group's returns. A baseline that leaves the derivation itself out keeps the
gradient unbiased whatever the weights are; one that contains it does not, except for the plain
mean, where the bias is a constant factor. Weighing each return by the squared norm of its
gradient (or a cheap stand-in) makes the estimate less noisy, not better on average.

To add one, write a function of :class:`GroupReturns` and add it to ``BASELINES``. Functions import
torch themselves: ``--help`` reads the names without it.

Dimension key: M groups, G derivations of each, B frames of all of them.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from torch import Tensor

TINY = 1e-12


@dataclass
class GroupReturns:
    """What the baselines are computed from."""

    returns: "Tensor"
    """[M, G]"""
    trajectory: "Tensor"
    """[B] which derivation a frame belongs to: group times G plus place in the group, ascending."""
    weights: "Tensor | None" = None
    """[M, G] squared norms of the derivations' gradients, or of their logits' gradients."""
    frame_weights: "Tensor | None" = None
    """[B] squared norms of the frames' logits' gradients."""
    past_returns: "Tensor | None" = None
    """[M] weighted sum of earlier returns of the same query."""
    past_weights: "Tensor | None" = None
    """[M] sum of their weights."""


@dataclass(frozen=True)
class Baseline:
    """A way to compare returns."""

    needs: Literal["returns", "logits", "gradients"]
    """What the weights are made of."""
    is_biased: bool
    """Whether the expected gradient has another direction than that of the expected return."""
    help: str
    advantages: Callable[[GroupReturns], "Tensor"]
    """[B], one number for each frame."""
    has_history: bool = True
    """Whether earlier returns of a query may join it (``--history``)."""


def _sums(groups: GroupReturns, *, weighted: bool) -> "tuple[Tensor, Tensor, Tensor]":
    """Weights [M, G], and [M, 1] the sums of weighted returns and of weights, history included."""
    weights = groups.weights if weighted else None
    if weights is None:
        weights = groups.returns.new_ones(groups.returns.shape)
    returned = (weights * groups.returns).sum(1, keepdim=True)
    total = weights.sum(1, keepdim=True)
    if groups.past_returns is not None and groups.past_weights is not None:
        returned = returned + groups.past_returns[:, None]
        total = total + groups.past_weights[:, None]
    return weights, returned, total


def _each_frame(groups: GroupReturns, advantages: "Tensor") -> "Tensor":
    return advantages.flatten()[groups.trajectory]


def group(groups: GroupReturns) -> "Tensor":
    """Return minus mean, divided by the group's standard deviation (GRPO)."""
    _, returned, total = _sums(groups, weighted=False)
    spread = groups.returns.std(1, keepdim=True) + 1e-6
    return _each_frame(groups, (groups.returns - returned / total) / spread)


def leave_one_out(groups: GroupReturns, *, weighted: bool) -> "Tensor":
    """Return minus the mean of the other returns; unbiased whatever the weights.

    Where the others weigh nothing (forced moves only), their plain mean is taken.
    """
    weights, returned, total = _sums(groups, weighted=weighted)
    others, rest = returned - weights * groups.returns, total - weights
    n_each = groups.returns.shape[1]
    plain = (groups.returns.sum(1, keepdim=True) - groups.returns) / (n_each - 1)
    weigh = rest > TINY
    baseline = (others / rest.where(weigh, 1.0)).where(weigh, plain)
    return _each_frame(groups, groups.returns - baseline)


def rloo(groups: GroupReturns) -> "Tensor":
    """Plain leave-one-out mean (RLOO)."""
    return leave_one_out(groups, weighted=False)


def weighted_loo(groups: GroupReturns) -> "Tensor":
    """Leave-one-out mean weighted by squared norms."""
    return leave_one_out(groups, weighted=True)


def exact_in_sample(groups: GroupReturns) -> "Tensor":
    """Return minus the mean weighted by squared norms, with the derivation itself: biased."""
    _, returned, total = _sums(groups, weighted=True)
    baseline = (returned / total.clamp_min(TINY)).where(total > TINY, 0.0)
    return _each_frame(groups, groups.returns - baseline)


def optimal_token(groups: GroupReturns) -> "Tensor":
    """Return minus a baseline for each step, weighted by the logits' norms up to there: biased.

    As published (arXiv 2602.07078) and in veRL: the weight of a derivation at step t is the sum
    of ``1 - 2 p(a) + sum p**2`` up to t, over those of the group that are still going on; where
    only one is, its baseline is 0.
    """
    import torch

    assert groups.frame_weights is not None
    trajectory, n_each = groups.trajectory, groups.returns.shape[1]
    counts = torch.bincount(trajectory, minlength=groups.returns.numel())
    step = torch.arange(len(trajectory), device=trajectory.device)
    step = step - (counts.cumsum(0) - counts)[trajectory]
    sums = groups.frame_weights.cumsum(0)
    before = torch.cat([sums.new_zeros(1), sums])[counts.cumsum(0) - counts]
    weights = sums - before[trajectory]
    returns = groups.returns.flatten()[trajectory]
    longest = step.max() + 1
    place = (trajectory // n_each) * longest + step
    total = weights.new_zeros(int(groups.returns.shape[0] * longest))
    returned = total.index_add(0, place, weights * returns)
    alive = total.index_add(0, place, torch.ones_like(weights))
    total = total.index_add(0, place, weights)
    baseline = torch.where(alive > 1, returned / (total + 1e-8), 0.0)
    return returns - baseline[place]


BASELINES: dict[str, Baseline] = {
    "group": Baseline(
        "returns", False, "mean of the group, divided by its standard deviation (GRPO)", group
    ),
    "rloo": Baseline("returns", False, "mean of the others (RLOO)", rloo),
    "logit_loo": Baseline(
        "logits", False, "mean of the others, weighted by the logits' norms", weighted_loo
    ),
    "eob_loo": Baseline(
        "gradients", False, "mean of the others, weighted by exact gradient norms", weighted_loo
    ),
    "otb": Baseline(
        "logits",
        True,
        "published optimal token baseline, in-sample",
        optimal_token,
        has_history=False,
    ),
    "eob": Baseline(
        "gradients", True, "published exact optimal baseline, in-sample", exact_in_sample
    ),
}
"""Values of ``--baseline``."""


def logit_norms(log_probs: "Tensor", actions: "Tensor") -> "Tensor":
    """Squared norms [B] of the gradients of log-probabilities with respect to the logits.

    That is ``1 - 2 p(a) + sum p**2`` over the legal actions; 0 for a forced move.

    Args:
        log_probs: [B, A], minus infinity for illegal actions.
        actions: [B].
    """
    chosen = log_probs.gather(1, actions[:, None]).squeeze(1).exp()
    return 1 - 2 * chosen + log_probs.exp().square().sum(1)


class History:
    """The last returns of each query, with their weights.

    Args:
        length: how many are kept of a query; 0 for none.
    """

    def __init__(self, length: int) -> None:
        self.length = length
        self._past: dict[int, deque[tuple[float, float]]] = {}

    def sums(self, queries: Sequence[int]) -> "tuple[Tensor, Tensor]":
        """[M] weighted sums of returns, and sums of weights, of ``queries``."""
        pairs = [
            (sum(r * w for r, w in past), sum(w for _, w in past))
            for past in (self._past.get(query, ()) for query in queries)
        ]
        import torch

        both = torch.tensor(pairs).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    def is_level(self, query: int, value: float) -> bool:
        """Whether all that is known of a query is ``value``."""
        return all(known == value for known, _ in self._past.get(query, ()))

    def add(self, query: int, returns: Sequence[float], weights: Sequence[float]) -> None:
        """Add a group of ``query``."""
        if self.length:
            past = self._past.setdefault(query, deque(maxlen=self.length))
            past.extend(zip(returns, weights, strict=True))

    def state_dict(self) -> dict[str, Any]:
        """All that is known."""
        return {"past": {query: [list(p) for p in past] for query, past in self._past.items()}}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        for query, past in state["past"].items():
            self.add(query, [r for r, _ in past], [w for _, w in past])
