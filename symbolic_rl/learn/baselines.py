"""Baselines of group-relative policy gradients: what is subtracted from a return.

A group is G derivations of one query. The advantage of a derivation is its return minus a baseline
computed from the group's returns. A baseline without the derivation's own return keeps the
gradient unbiased, whatever the weights of the returns. One that includes it changes the expected
gradient: the plain mean by the factor 1 - 1/G, weighted means also in direction. Weighing returns
by squared gradient norms (or a cheap proxy) may reduce the variance.

To add one, write a function of :class:`GroupReturns` and add it to ``BASELINES``. Functions import
torch themselves, so that ``--help`` reads the names without it.

Dimension key: M groups of G derivations, B frames in all, A actions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from torch import Tensor

TINY = 1e-12


@dataclass
class GroupReturns:
    """Inputs of a baseline."""

    returns: "Tensor"  # [M, G]
    trajectory: "Tensor"
    """[B] int64, ascending: derivation of each frame, as group * G + place in the group."""
    weights: "Tensor | None" = None
    """[M, G] squared norms of the derivations' gradients, with respect to weights or logits."""
    frame_weights: "Tensor | None" = None
    """[B] squared norms of the frames' gradients with respect to the logits."""


@dataclass(frozen=True)
class Baseline:
    """Entry of ``BASELINES``."""

    needs: Literal["returns", "logits", "gradients"]
    """Source of the weights; ``returns`` stands for equal weights."""
    is_biased: bool
    """True if the expected gradient is not a multiple of the gradient of the expected return."""
    help: str  # one line for users
    advantages: Callable[[GroupReturns], "Tensor"]  # returns the advantage [B] of each frame


def _sums(inputs: GroupReturns, *, weighted: bool) -> "tuple[Tensor, Tensor, Tensor]":
    """Return weights [M, G], and sums [M, 1] of weighted returns and of weights."""
    weights = inputs.weights if weighted else None
    if weights is None:
        weights = inputs.returns.new_ones(inputs.returns.shape)
    returned = (weights * inputs.returns).sum(1, keepdim=True)
    total = weights.sum(1, keepdim=True)
    return weights, returned, total


def _each_frame(inputs: GroupReturns, advantages: "Tensor") -> "Tensor":
    return advantages.flatten()[inputs.trajectory]


def group(inputs: GroupReturns) -> "Tensor":
    """Compute (R_i - mean) / std over the group (GRPO, Shao et al. 2024, arXiv 2402.03300)."""
    _, returned, total = _sums(inputs, weighted=False)
    spread = inputs.returns.std(1, keepdim=True) + 1e-6
    return _each_frame(inputs, (inputs.returns - returned / total) / spread)


def leave_one_out(inputs: GroupReturns, *, weighted: bool) -> "Tensor":
    """Compute R_i - sum_{j != i} w_j R_j / sum_{j != i} w_j, with squared norms w if weighted.

    Unweighted this is RLOO (Ahmadian et al. 2024, arXiv 2402.14740). Where all the others have
    weight 0 (only forced moves), their plain mean is taken.

    >>> import torch
    >>> inputs = GroupReturns(torch.tensor([[1.0, 0.0]]), torch.tensor([0, 1, 1]))
    >>> BASELINES["rloo"].advantages(inputs)
    tensor([ 1., -1., -1.])
    """
    weights, returned, total = _sums(inputs, weighted=weighted)
    others, rest = returned - weights * inputs.returns, total - weights
    n_each = inputs.returns.shape[1]
    plain = (inputs.returns.sum(1, keepdim=True) - inputs.returns) / (n_each - 1)
    # Weights that sum to 0 would divide by zero; the plain mean replaces the weighted one.
    weigh = rest > TINY
    baseline = (others / rest.where(weigh, 1.0)).where(weigh, plain)
    return _each_frame(inputs, inputs.returns - baseline)


def exact_in_sample(inputs: GroupReturns) -> "Tensor":
    """Compute R_i - sum_j w_j R_j / sum_j w_j with squared norms w, j = i included: biased.

    In expectation over derivations this is the constant baseline of least variance (Greensmith,
    Bartlett and Baxter 2004).
    """
    _, returned, total = _sums(inputs, weighted=True)
    baseline = (returned / total.clamp_min(TINY)).where(total > TINY, 0.0)
    return _each_frame(inputs, inputs.returns - baseline)


def optimal_token(inputs: GroupReturns) -> "Tensor":
    """Compute R_i - B_t, a baseline for each step t, weighted by logit norms up to t: biased.

    As published (arXiv 2602.07078) and in veRL: the weight of a derivation at step t is the sum
    of ``1 - 2 p(a) + sum p**2`` up to t; B_t is a mean over the derivations of the group that
    reach step t, and 0 if only one does.
    """
    import torch

    assert inputs.frame_weights is not None
    trajectory, n_each = inputs.trajectory, inputs.returns.shape[1]
    # Frames are sorted by derivation: the place in a derivation is the step, and differences of one
    # running sum over all frames are running sums of each derivation.
    frame = torch.arange(len(trajectory), device=trajectory.device)
    first = torch.searchsorted(trajectory, trajectory)
    step = frame - first
    sums = inputs.frame_weights.cumsum(0)
    # [B] the sum at the frame less the sum before its derivation began.
    weights = sums - torch.cat([sums.new_zeros(1), sums])[first]
    returns = inputs.returns.flatten()[trajectory]
    # One cell per group and step. All B frames bound the length of a derivation; the longest one
    # would have to be fetched from the device.
    place = (trajectory // n_each) * len(trajectory) + step
    blank = weights.new_zeros(inputs.returns.shape[0] * len(trajectory))

    def by_step(x: "Tensor") -> "Tensor":
        return blank.index_put((place,), x, accumulate=True)

    returned, alive = by_step(weights * returns), by_step(torch.ones_like(weights))
    total = by_step(weights)
    baseline = torch.where(alive > 1, returned / (total + 1e-8), 0.0)
    return returns - baseline[place]


_rloo = partial(leave_one_out, weighted=False)
_weighted_loo = partial(leave_one_out, weighted=True)

BASELINES: dict[str, Baseline] = {
    "group": Baseline(
        "returns", False, "mean of the group, divided by its standard deviation (GRPO)", group
    ),
    "rloo": Baseline("returns", False, "mean of the others (RLOO)", _rloo),
    "logit_loo": Baseline(
        "logits", False, "mean of the others, weighted by the logits' norms", _weighted_loo
    ),
    "eob_loo": Baseline(
        "gradients", False, "mean of the others, weighted by exact gradient norms", _weighted_loo
    ),
    "otb": Baseline("logits", True, "published optimal token baseline, in-sample", optimal_token),
    "eob": Baseline(
        "gradients", True, "published exact optimal baseline, in-sample", exact_in_sample
    ),
}
"""Values of ``--baseline``."""


def logit_norms(log_probs: "Tensor", actions: "Tensor") -> "Tensor":
    """Return squared norms [B] of the gradients of log-probabilities [B, A] with respect to logits.

    They are ``1 - 2 p(a) + sum p**2`` over the legal actions, and 0 for forced moves.
    """
    chosen = log_probs.gather(1, actions[:, None]).squeeze(1).exp()
    return 1 - 2 * chosen + log_probs.exp().square().sum(1)
