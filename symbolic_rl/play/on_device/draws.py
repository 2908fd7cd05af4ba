"""Draw of the queries of rows that start, where no shape may depend on how many there are.

Sibling of :class:`.DeviceQueryDraw`, by whose law it draws; a mask tells the rows that start.

Dimension key: N rows, T teams.
"""

import torch
from torch import Tensor

from symbolic_rl.play.on_device.queries import DeviceQueryDraw


class MaskedQueryDraw(DeviceQueryDraw):
    """Draw of queries for the rows of a mask."""

    def of_mask(self, which: Tensor, episodes: Tensor) -> tuple[Tensor, Tensor]:
        """Draw the queries of ``episodes`` [N] for the rows of the mask ``which`` [N].

        Returns:
            queries [N] and their levels [N]; those of other rows mean nothing.
        """
        rows = torch.arange(len(which), device=which.device)
        in_force = torch.full_like(rows, self.level)
        if self._group_size > 1:
            episodes, in_force = self._in_masked_groups(which, rows // self._group_size)
        return self.drawn(rows, episodes, in_force)

    def _in_masked_groups(self, which: Tensor, team: Tensor) -> tuple[Tensor, Tensor]:
        """Return groups of the next episodes, and their levels, as ``_in_groups`` does."""
        size = self._group_size
        before = torch.cumsum(which.long().view(-1, size), 1).view(-1) - which.long()
        number = self._started[team] + before
        self._started.index_add_(0, team, which.long())
        group = torch.div(number, size, rounding_mode="floor")
        is_known = group == self._group[team]
        level = torch.where(is_known, self._group_level[team], self.level)
        latest = self._group.scatter_reduce(0, team, torch.where(which, group, -1), "amax")
        level_of = torch.where(latest == self._group, self._group_level, self.level)
        self._group_level.copy_(level_of)  # in place, as a captured step wants it
        self._group.copy_(latest)
        return group, level
