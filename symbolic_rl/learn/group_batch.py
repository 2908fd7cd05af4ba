"""The groups of one update as GRPO goes through them, epoch after epoch.

Dimension key: B frames, M groups of G derivations.
"""

from functools import cached_property
from typing import Any

import torch
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.groups import Groups
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.packing import distinct

MOST_STALE = 2.0
"""Weight of a frame of an older policy at most."""

STALE_STEPS = 64
"""Such weights are rounded to fractions of this: copies of a derivation stay copies."""


class GroupBatch:
    """The groups of one update, packed, and what is kept of their frames between epochs.

    Args:
        policy: packs, and says where the tensors go.
        groups: what is learned from.
        config: says how frames are averaged.
    """

    def __init__(self, policy: DerivationPolicy, groups: Groups, config: TrainConfig) -> None:
        device = policy.device
        self.groups, self.trajectory = groups, groups.trajectory
        self.packing: Any = policy.pack(groups.frames)
        self.lengths = groups.lengths()
        self._end = self.lengths.cumsum(0)
        self.queries = queries_of(groups) if config.history else []
        self.action = groups.frames.get("action").to(device)
        self.behaviour = groups.frames.get("action_log_prob").to(device)
        """Log-probability when the frame was gathered."""
        each = torch.bincount(self.trajectory, minlength=groups.returns.numel())
        scale = torch.ones_like(self.behaviour)
        self.scale = scale if config.loss_mean == "token" else 1 / each[self.trajectory].to(scale)
        """What a frame counts."""
        self.norms: Tensor | None = None
        """[M, G] where they were computed before the first step."""
        self.proximal, self.stale, self.advantage = (torch.zeros_like(scale) for _ in range(3))
        n_actions = groups.frames.get("action_mask").shape[1] if config.kl_coeff else 0
        self.reference = scale.new_zeros(len(scale), n_actions)
        """Log-probabilities of all actions under the reference policy."""

    @cached_property
    def moves(self) -> tuple[Tensor, Tensor]:
        """A frame for each distinct move, what is shown and what is chosen; the move [B] made."""
        action = self.groups.frames.get("action").to(self.packing.keys.device)
        return distinct(torch.cat([self.packing.keys, action[:, None].long()], 1))

    def frames_of(self, few: Tensor) -> tuple[Tensor, Tensor]:
        """Frames of ascending groups ``few``, and their derivations numbered from 0."""
        count = self.lengths[few]
        end = count.cumsum(0)
        group = torch.arange(len(few)).repeat_interleave(count)
        frames = torch.arange(len(group)) + (self._end[few] - end)[group]
        size = self.groups.returns.shape[1]
        local = group * size + self.trajectory[frames] % size
        return frames, local.to(self.scale.device)


def staleness(log_prob: Tensor, behaviour: Tensor) -> Tensor:
    """Weights [B] of frames that were gathered with log-probability ``behaviour``."""
    weight = (log_prob - behaviour).exp()
    return ((weight * STALE_STEPS).round() / STALE_STEPS).clamp(max=MOST_STALE)


def queries_of(groups: Groups) -> list[int]:
    """A number for the query of each group: a hash of the first state that is shown.

    Queries whose views start alike share their history, which is no fault: a baseline may be any
    function of what the policy sees first.
    """
    size = groups.returns.shape[1]
    first = torch.searchsorted(groups.trajectory, torch.arange(len(groups)) * size)
    rows = groups.frames.get("goals")[first].flatten(1).tolist()
    return [hash(tuple(row)) for row in rows]


class GroupShares:
    """The groups of all ranks, in the order in which one process would have them.

    Args:
        ranks: the processes that train together.
        groups: those of this rank, if it has any.
        size: derivations of a group.
    """

    def __init__(self, ranks: Ranks, groups: Groups | None, size: int) -> None:
        nothing = torch.zeros(0, dtype=torch.int64)
        mine = (nothing, nothing) if groups is None else (groups.lengths(), groups.number)
        each = ranks.gather_objects(mine)
        self.lengths = torch.cat([lengths for lengths, _ in each])
        """[M] frames of each group."""
        self._size = size
        rank = torch.arange(len(each)).repeat_interleave(torch.tensor([len(x) for x, _ in each]))
        order = torch.cat([number for _, number in each]).argsort(stable=True)
        self.lengths, rank = self.lengths[order], rank[order]
        place = torch.cat([torch.arange(len(lengths)) for lengths, _ in each])[order]
        self._place = place.masked_fill(rank != ranks.number, -1)
        """[M] which of this rank's groups it is."""

    def mine(self, chosen: Tensor) -> Tensor:
        """Those of ``chosen`` groups that this rank has, by its own count."""
        place = self._place[chosen]
        return place[place >= 0]

    def amount(self, chosen: Tensor, *, by_token: bool) -> float:
        """What the losses of a minibatch of groups are divided by: frames, or derivations."""
        return float(self.lengths[chosen].sum() if by_token else len(chosen) * self._size)


def minibatches(lengths: Tensor, size: int) -> list[Tensor]:
    """Groups in random order, in parts of about ``size`` frames."""
    order = torch.randperm(len(lengths))
    return split(order, lengths[order], size)


def split(these: Tensor, lengths: Tensor, size: int) -> list[Tensor]:
    """Groups or derivations, of so many frames each, in parts of about ``size`` frames."""
    part = (lengths.cumsum(0) - 1) // size
    return [few for few in torch.split(these, torch.bincount(part).tolist()) if len(few)]
