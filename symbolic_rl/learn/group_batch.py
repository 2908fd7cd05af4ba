"""Groups of one update: packed for the network, divided into minibatches, shared by ranks.

Dimension key: B frames, M groups of G derivations, A actions.
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
"""Upper bound of the weight of a frame that an older policy has gathered."""

STALE_STEPS = 64
"""Such weights are multiples of 1 / STALE_STEPS, so that copies of a derivation stay copies."""


class GroupBatch:
    """Packed groups of one update, with values of their frames that epochs share.

    Args:
        policy: packs the frames on the host; its device holds what epochs share.
        groups: are learned from.
        config: training settings.
    """

    def __init__(self, policy: DerivationPolicy, groups: Groups, config: TrainConfig) -> None:
        self.groups, self.trajectory = groups, groups.trajectory
        self.packing: Any = policy.pack(groups.frames)
        self.lengths = groups.lengths()
        self._end = self.lengths.cumsum(0)
        behaviour = groups.frames.get("action_log_prob")
        there = policy.to_device({"action": groups.frames.get("action"), "behaviour": behaviour})
        self.action, self.behaviour = there["action"], there["behaviour"]
        """[B] both; log-probabilities when the frames were gathered."""
        self.norms: Tensor | None = None
        """[M, G] squared gradient norms, if the baseline needs them."""
        blank = torch.zeros_like(self.behaviour)
        self.proximal, self.stale, self.advantage = blank, blank.clone(), blank.clone()
        n_actions = groups.frames.get("action_mask").shape[1] if config.kl_coeff else 0
        self.reference = blank.new_zeros(len(blank), n_actions)
        """[B, A] log-probabilities under the reference policy."""

    @cached_property
    def moves(self) -> tuple[Tensor, Tensor]:
        """Example frame of each distinct move (observation and action), and moves [B] of frames."""
        action = self.groups.frames.get("action")
        return distinct(torch.cat([self.packing.keys, action[:, None].long()], 1))

    def frames_of(self, part: Tensor) -> tuple[Tensor, Tensor]:
        """Return the frames of ascending groups, and their derivations numbered from 0."""
        count = self.lengths[part]
        end = count.cumsum(0)
        group = torch.arange(len(part)).repeat_interleave(count)
        frames = torch.arange(len(group)) + (self._end[part] - end)[group]
        size = self.groups.returns.shape[1]
        local = group * size + self.trajectory[frames] % size
        return frames, local


def staleness(log_prob: Tensor, behaviour: Tensor) -> Tensor:
    """Return importance weights [B] of frames gathered with log-probabilities ``behaviour``."""
    weight = (log_prob - behaviour).exp()
    return ((weight * STALE_STEPS).round() / STALE_STEPS).clamp(max=MOST_STALE)


class GroupShares:
    """Groups of all ranks, in the order in which one process would have them.

    Args:
        ranks: the processes that train together.
        groups: those of this rank, if it has any.
    """

    def __init__(self, ranks: Ranks, groups: Groups | None) -> None:
        nothing = torch.zeros(0, dtype=torch.int64)
        mine = (nothing, nothing) if groups is None else (groups.lengths(), groups.number)
        each = ranks.gather_objects(mine)
        self.lengths = torch.cat([lengths for lengths, _ in each])
        """[M] frames of each group, of all ranks."""
        rank = torch.arange(len(each)).repeat_interleave(torch.tensor([len(x) for x, _ in each]))
        order = torch.cat([number for _, number in each]).argsort(stable=True)
        self.lengths, rank = self.lengths[order], rank[order]
        place = torch.cat([torch.arange(len(lengths)) for lengths, _ in each])[order]
        self._place = place.masked_fill(rank != ranks.number, -1)
        """[M] index among this rank's groups; -1 for groups of other ranks."""

    def mine(self, chosen: Tensor) -> Tensor:
        """Return the ``chosen`` groups of this rank, by their index among its groups."""
        place = self._place[chosen]
        return place[place >= 0]


def minibatches(lengths: Tensor, size: int) -> list[Tensor]:
    """Return the groups in random order, in parts of about ``size`` frames."""
    order = torch.randperm(len(lengths))
    return split(order, lengths[order], size)


def split(items: Tensor, lengths: Tensor, size: int) -> list[Tensor]:
    """Split groups or derivations of ``lengths`` frames into parts of about ``size`` frames."""
    number = (lengths.cumsum(0) - 1) // size
    return [part for part in torch.split(items, torch.bincount(number).tolist()) if len(part)]
