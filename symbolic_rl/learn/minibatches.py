"""How the groups of an update are divided: among ranks, into minibatches and micro-batches."""

import torch
from torch import Tensor

from symbolic_rl.learn.groups import Groups
from symbolic_rl.ranks import Ranks


class Shares:
    """The groups of all ranks, in the order in which one process would have them.

    Args:
        ranks: the processes that train together.
        groups: those of this rank, if it has any.
        size: derivations of a group.
    """

    def __init__(self, ranks: Ranks, groups: Groups | None, size: int) -> None:
        nothing = torch.zeros(0, dtype=torch.int64)
        mine = (nothing, nothing) if groups is None else (groups.frames_of_groups(), groups.number)
        each = ranks.objects(mine)
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
