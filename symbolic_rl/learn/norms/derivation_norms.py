"""Exact norms of the gradients of derivations, from a pass of their own before the first step.

The pass runs over the distinct moves (observation and action) of a batch, far fewer than its
frames, and once for all copies of a derivation.

Dimension key: B frames, M groups of G derivations, n = M * G.
"""

from typing import Any

import torch
from torch import Tensor

from symbolic_rl.learn.group_batch import GroupBatch, split, staleness
from symbolic_rl.learn.norms.recorder import GradientRecorder
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical
from symbolic_rl.policy.packing import distinct, mentioned

NORMS_FRAMES = 16_384
"""Frames whose derivations' norms are computed at once, to bound memory."""


class DerivationNorms:
    """Squared norms of the gradients of derivations' log-probabilities.

    Args:
        policy: its layers have rules in :mod:`symbolic_rl.learn.norms.gradient_norms`.
    """

    def __init__(self, policy: DerivationPolicy) -> None:
        self.policy, self.recorder = policy, GradientRecorder(policy.head)

    def __call__(self, batch: GroupBatch) -> Tensor:
        """Return squared norms [M, G] of ``sum_t factor_t grad log pi(a_t | s_t)``.

        The factor of a frame is its weight in the loss, the staleness.

        Raises:
            UnsupportedModuleError: a layer has no rule.
        """
        returns, trajectory = batch.groups.returns, batch.trajectory
        n = returns.numel()
        example, move = batch.moves
        inputs, there = self.policy.send(batch.packing.take(example), example=example, move=move)
        log_prob = self._log_prob(inputs, batch.action[there["example"]])[there["move"]]
        factor = staleness(log_prob, batch.behaviour)
        (factor_here,) = self.policy.transfer.down(factor)
        original = copies(move, factor_here.double(), trajectory, n)
        is_kept = original == torch.arange(n)
        kept = is_kept.nonzero().squeeze(1)
        length = torch.bincount(trajectory, minlength=n)
        parts = split(kept, length[kept], NORMS_FRAMES)
        squares = torch.cat([self._of_derivations(batch, part, factor) for part in parts])
        same = (is_kept.cumsum(0) - 1)[original]
        return squares[self.policy.to_device({"same": same})["same"]].view(returns.shape)

    def _of_derivations(self, batch: GroupBatch, part: Tensor, factor: Tensor) -> Tensor:
        """Return squared norms of ascending derivations ``part``, from their distinct moves."""
        example, move = batch.moves
        new = torch.full((batch.groups.returns.numel(),), -1)
        new[part] = torch.arange(len(part))
        frames = (new[batch.trajectory] >= 0).nonzero().squeeze(1)
        is_made = mentioned(move[frames], len(example))
        made, local = is_made.nonzero().squeeze(1), is_made.cumsum(0) - 1
        shown, local = example[made], local[move[frames]]
        # Each move is an owner of its own: a row shared by two moves would mix their gradients.
        each = torch.arange(len(made))
        inputs, there = self.policy.send(
            self.policy.pack(batch.groups.frames[shown], each).take(None),
            each=each,
            shown=shown,
            local=local,
            frames=frames,
            of_frame=new[batch.trajectory[frames]],
        )
        with self.recorder:
            logits, _ = self.policy.head(inputs)
        total = MaskedCategorical(logits).log_prob(batch.action[there["shown"]]).sum()
        gradients = self.recorder.gradients(total, inputs.owners(there["each"]), len(made))
        factors = factor[there["frames"]]
        return gradients.squared_norms(there["local"], factors, there["of_frame"], len(part))

    @torch.no_grad()
    def _log_prob(self, inputs: Any, action: Tensor) -> Tensor:
        return MaskedCategorical(self.policy.head(inputs)[0]).log_prob(action)


def copies(moves: Tensor, factors: Tensor, trajectory: Tensor, n: int) -> Tensor:
    """Return, for each trajectory [n], the first with the same moves and factors.

    Trajectories are hashed, then compared with their originals: after a collision every trajectory
    stands for itself, which costs time and is exact all the same.

    Args:
        moves: [B] numbers of moves.
        factors: [B] float64.
        trajectory: [B], ascending; each of the n has a frame.
        n: number of trajectories.
    """
    _, code = distinct(torch.stack([moves, factors.view(torch.int64)], 1))
    start = torch.searchsorted(trajectory, torch.arange(n))
    length = torch.bincount(trajectory, minlength=n)
    step = torch.arange(len(trajectory)) - start[trajectory]
    random = torch.Generator().manual_seed(0)
    multipliers = torch.randint(-(2**62), 2**62, (int(length.max()) + 1,), generator=random)
    keys = multipliers[length].index_add(0, trajectory, (code + 1) * multipliers[step])
    _, same = torch.unique(keys, return_inverse=True)
    original = torch.full_like(same, n).scatter_reduce_(0, same, torch.arange(n), "amin")[same]
    there = (start[original][trajectory] + step).clamp(max=len(code) - 1)
    if torch.equal(code[there], code) and torch.equal(length[original], length):
        return original
    return torch.arange(n)  # two keys have collided
