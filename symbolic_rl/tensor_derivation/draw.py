"""Which query an episode plays: :class:`symbolic_rl.derivation.draw.QueryDraw` on a device.

The same arithmetic in tensors, so that an episode starts without a copy to the host.

Dimension key: M episodes that start.
"""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.derivation.draw import OF_TEAMS, QueryDraw


class DeviceDraw:
    """Goes on from a draw, with the same queries.

    Args:
        draw: of rows that are whole teams, not in order.
        device: where the numbers are.
    """

    def __init__(self, draw: QueryDraw, device: torch.device) -> None:
        assert not draw.in_order
        self.level = draw.level
        """Of episodes that start from now on."""
        self._share, self._group_size = draw.current_share, draw.group_size
        self._keys = torch.from_numpy(draw.keys.view(np.int64)).to(device)
        self._first, self._size = (
            torch.from_numpy(x).to(device, copy=True) for x in (draw.first, draw.sizes)
        )
        self._started, self._group, self._group_level = (
            torch.from_numpy(getattr(draw, name)).to(device, copy=True) for name in OF_TEAMS
        )

    def __call__(self, rows: Tensor, episodes: Tensor) -> tuple[Tensor, Tensor]:
        """Queries [M], and their levels [M], of episodes [M] of ascending rows [M]."""
        in_force = torch.full_like(rows, self.level)
        if self._group_size > 1:
            episodes, in_force = self._in_groups(rows // self._group_size)
        pick = _splitmix64(self._keys.index_select(0, rows) ^ episodes)
        level = in_force
        if len(self._size) > 1:
            which = _splitmix64(pick)
            is_current = _shifted_right(which, 11).double() / 2.0**53 < self._share
            earlier = _remainder(_splitmix64(which), in_force.clamp(min=1))
            level = torch.where(is_current | (in_force == 0), in_force, earlier)
        within = _remainder(pick, self._size.index_select(0, level))
        return self._first.index_select(0, level) + within, level

    def _in_groups(self, team: Tensor) -> tuple[Tensor, Tensor]:
        """Groups that the next episodes of ascending teams [M] belong to, and their levels."""
        rank = torch.arange(len(team), device=team.device) - torch.searchsorted(team, team)
        number = self._started.index_select(0, team) + rank
        self._started.index_add_(0, team, torch.ones_like(team))
        group = torch.div(number, self._group_size, rounding_mode="floor")
        is_known = group == self._group.index_select(0, team)
        level = torch.where(is_known, self._group_level.index_select(0, team), self.level)
        latest = self._group.scatter_reduce(0, team, group, "amax")
        self._group_level = torch.where(latest == self._group, self._group_level, self.level)
        self._group = latest
        return group, level

    def state(self) -> dict[str, Tensor]:
        """What depends on the episodes that have started, copied to the host."""
        counts = {name: getattr(self, f"_{name}").cpu().clone() for name in OF_TEAMS}
        return {"level": torch.tensor(self.level), **counts}

    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Go on from :meth:`state`."""
        self.level = int(state["level"])
        for name in OF_TEAMS:
            setattr(self, f"_{name}", state[name].to(self._keys.device, copy=True))


def _shifted_right(x: Tensor, by: int) -> Tensor:
    """The logical shift of 64-bit words."""
    return (x >> by) & ((1 << (64 - by)) - 1)


def _splitmix64(x: Tensor) -> Tensor:
    """:func:`symbolic_rl.engine.tokens.splitmix64` on the bits of int64."""
    x = x + _signed(0x9E3779B97F4A7C15)
    x = (x ^ _shifted_right(x, 30)) * _signed(0xBF58476D1CE4E5B9)
    x = (x ^ _shifted_right(x, 27)) * _signed(0x94D049BB133111EB)
    return x ^ _shifted_right(x, 31)


def _signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


def _remainder(x: Tensor, by: Tensor) -> Tensor:
    """The remainder of 64-bit words, taken as unsigned, by small positive numbers."""
    return (_shifted_right(x, 1) % by * 2 + (x & 1)) % by
