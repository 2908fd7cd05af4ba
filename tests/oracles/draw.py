"""The draw of queries in plain Python: which query each episode of a row plays."""

from collections.abc import Sequence

CURRENT_SHARE = 0.5
"""Share of episodes on the current level."""


def mixed(x: int) -> int:
    """Return the next number of splitmix64 (Steele, Lea and Flood, 2014)."""
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


class Draw:
    """Draw of the query of an episode; see :class:`symbolic_rl.derivations.queries.QueryDraw`."""

    def __init__(self, sizes: Sequence[int], seed: int, *, in_order: bool, group_size: int) -> None:
        self._sizes, self._seed = sizes, seed
        self._in_order, self._group_size = in_order, group_size
        self.level = 0
        self.started: dict[int, int] = {}
        """Episodes that have started, by team of rows."""
        self.levels: dict[tuple[int, int], int] = {}
        """Level of each group of episodes, by team and number of the group."""

    def __call__(self, row: int, episode: int) -> tuple[int, int]:
        """Return the query of an episode of a row, and its level."""
        if self._in_order:
            return row % sum(self._sizes), 0
        team, level = row // self._group_size, self.level
        if self._group_size > 1:
            number = self.started[team] = self.started.get(team, -1) + 1
            episode = number // self._group_size
            level = self.levels.setdefault((team, episode), level)
        drawn = mixed(mixed(team ^ mixed(self._seed)) ^ episode)
        which = mixed(drawn)
        if level and (which >> 11) / 2**53 >= CURRENT_SHARE:
            level = mixed(which) % level
        return sum(self._sizes[:level]) + drawn % self._sizes[level], level
