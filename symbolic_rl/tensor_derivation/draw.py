"""Which query an episode plays: :class:`symbolic_rl.derivation.rows.QueryDraw` on a device.

Dimension key: N rows, M episodes that start, T teams.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.engine.tokens import IntArray, splitmix64

_COUNTS = ("started", "group", "group_level")


class DeviceDraw:
    """The same queries as :class:`.QueryDraw` draws.

    Args:
        sizes: number of queries of each level, easiest first.
        rows: [N] numbers of the rows in the run, whole teams.
        seed: seed of the draw.
        current_share: share of episodes on the current level.
        group_size: episodes that play the same query.
        device: where the numbers are.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        rows: IntArray,
        seed: int,
        current_share: float,
        *,
        group_size: int,
        device: torch.device,
    ) -> None:
        teams = rows // group_size
        keys = splitmix64(teams.astype(np.uint64) ^ splitmix64(np.full(1, seed, np.uint64)))
        self._keys = torch.from_numpy(keys.view(np.int64)).to(device)
        self._first = torch.tensor(np.cumsum([0, *sizes]), device=device)
        self._size = torch.tensor(list(sizes), device=device)
        self._share, self._group_size = current_share, group_size
        self.level = 0
        """Of episodes that start from now on."""
        n_teams = -(-rows.size // group_size)
        self._started = torch.zeros(n_teams, dtype=torch.int64, device=device)
        self._group = torch.full_like(self._started, -1)
        self._group_level = torch.zeros_like(self._started)

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
        counts = {name: getattr(self, f"_{name}").cpu().clone() for name in _COUNTS}
        return {"level": torch.tensor(self.level), **counts}

    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Go on from :meth:`state`."""
        self.level = int(state["level"])
        for name in _COUNTS:
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
