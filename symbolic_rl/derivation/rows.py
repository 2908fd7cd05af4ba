"""What N derivations are: plain arrays, and which query each plays next. The engine holds none.

Dimension key: N rows, P parts of the rows (one for each thread), L levels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from symbolic_rl.engine.tokens import IntArray, TokenBatch, splitmix64
from symbolic_rl.observation.pages import COUNTERS, Pages


class QueryDraw:
    """Which query the e-th episode of a row plays: a function of seed, row, e and the level alone.

    With ``group_size`` G, each G rows that follow one another are a team. The episodes that start
    in a team are numbered in the order in which they start, those of one step by row, and G
    numbers that follow one another play the same query: a function of seed, team, number // G and
    of the level when the first of them started. So whichever row is free goes on with the group
    that is being played, and a group waits for its own episodes alone.

    Args:
        sizes: number of queries of each level, easiest first.
        rows: [N] numbers of the rows.
        seed: seed of the draw.
        current_share: share of episodes on the current level.
        in_order: row r plays query r, again and again, instead of drawing.
        group_size: episodes that play the same query; ``rows`` are whole teams then.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        rows: IntArray,
        seed: int,
        current_share: float,
        *,
        in_order: bool = False,
        group_size: int = 1,
    ) -> None:
        self.first: IntArray = np.cumsum([0, *sizes])
        """[L+1] index of the first query of each level, and the number of queries."""
        self.sizes = np.array(sizes, np.int64)
        """[L] queries of each level."""
        self.rows = rows
        """[N] numbers of the rows."""
        teams = (rows // group_size).astype(np.uint64)
        self.keys = splitmix64(teams ^ splitmix64(np.full(1, seed, np.uint64)))
        """[N] uint64: what the draws of a row depend on."""
        self.current_share = current_share
        self.in_order, self.group_size = in_order, group_size
        self.level = 0
        self.team: IntArray = np.arange(rows.size) // group_size
        """[N] the team of each row, from 0."""
        n_teams = -(-rows.size // group_size)
        self.started = np.zeros(n_teams, np.int64)
        """[teams] episodes that started; without groups nobody counts."""
        self.group = np.full(n_teams, -1)
        """[teams] the group that started last, and the level that it has."""
        self.group_level = np.zeros(n_teams, np.int64)

    def __call__(self, rows: IntArray, episodes: IntArray) -> tuple[IntArray, IntArray]:
        """Queries [M], and their levels [M], of episodes [M] of ascending rows [M], by index."""
        if self.in_order:
            return self.rows[rows] % self.first[-1], np.zeros(rows.size, np.int64)
        in_force = np.full(rows.size, self.level)
        if self.group_size > 1:
            episodes, in_force = self._in_groups(self.team[rows])
        pick = splitmix64(self.keys[rows] ^ episodes.astype(np.uint64))
        level = in_force
        if in_force.any():
            which = splitmix64(pick)
            is_current = (which >> np.uint64(11)) / 2.0**53 < self.current_share
            below = np.maximum(in_force, 1).astype(np.uint64)
            earlier = (splitmix64(which) % below).astype(np.int64)
            level = np.where(is_current, in_force, np.where(in_force > 0, earlier, 0))
        within = (pick % self.sizes[level].astype(np.uint64)).astype(np.int64)
        return self.first[level] + within, level

    def _in_groups(self, team: IntArray) -> tuple[IntArray, IntArray]:
        """Groups that the next episodes of ascending teams [M] belong to, and their levels."""
        number = self.started[team] + np.arange(team.size) - np.searchsorted(team, team)
        np.add.at(self.started, team, 1)
        group = number // self.group_size
        level = np.where(group == self.group[team], self.group_level[team], self.level)
        self.group[team], self.group_level[team] = group, level  # of one team the last one counts
        return group, level

    def keep(self, rows: IntArray) -> None:
        """Go on with ``rows`` only, numbered from 0."""
        self.rows, self.keys, self.team = self.rows[rows], self.keys[rows], self.team[rows]

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` needs to go on from here."""
        groups = {"started": self.started, "group": self.group, "group_level": self.group_level}
        return {"level": self.level, **_copied(groups)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state`; the arrays stay where they are."""
        self.level = state["level"]
        for name in ("started", "group", "group_level"):
            getattr(self, name)[:] = state[name]


@dataclass
class Rows:
    """N derivations, and what was counted of them since construction."""

    pages: Pages
    query: IntArray
    """[N] index of the query that is being proved."""
    level: IntArray
    """[N] level of that query."""
    episode: IntArray
    """[N] how many episodes the row has finished."""
    counted: IntArray
    """[P, len(COUNTERS)] sums."""
    tallies: IntArray
    """[P, L, 2] episodes that earned a reward, and all that ended."""
    inferences: IntArray
    """[P] sums, those of resets not included."""

    @classmethod
    def blank(cls, n: int, width: int, *, n_levels: int, n_parts: int) -> Self:
        """N rows that have not started, windows of ``width`` actions."""
        return cls(
            pages=Pages.blank(n, width),
            query=np.zeros(n, np.int64),
            level=np.zeros(n, np.int64),
            episode=np.full(n, -1),
            counted=np.zeros((n_parts, len(COUNTERS)), np.int64),
            tallies=np.zeros((n_parts, n_levels, 2), np.int64),
            inferences=np.zeros(n_parts, np.int64),
        )

    def __len__(self) -> int:
        return int(self.query.size)

    @property
    def n_parts(self) -> int:
        """P, parts that are stepped side by side."""
        return int(self.inferences.size)

    def count(self) -> None:
        """Add what the pages have counted to the sums."""
        self.counted[0] += self.pages.counted.sum(axis=0)
        self.pages.counted[:] = 0

    def kept(self, rows: IntArray) -> Self:
        """A copy of ``rows`` [M], with the sums."""
        pages = Pages.blank(rows.size, self.pages.mask.shape[1])
        pages.copy_rows(self.pages, np.arange(rows.size), rows)
        return type(self)(
            pages,
            self.query[rows],
            self.level[rows],
            self.episode[rows],
            self.counted,
            self.tallies,
            self.inferences,
        )

    def state(self) -> dict[str, Any]:
        """A copy of all arrays, for :meth:`of_state`."""
        pages = _copied(vars(self.pages)) | {"pool": _copied(vars(self.pages.pool))}
        return _copied(vars(self)) | {"pages": pages}

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> Self:
        """Rows as they were when :meth:`state` was called."""
        pool = TokenBatch(**_copied(state["pages"]["pool"]))
        pages = Pages(**(_copied(state["pages"]) | {"pool": pool}))
        return cls(pages=pages, **_copied(state))


def _copied(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: array.copy() for name, array in arrays.items() if isinstance(array, np.ndarray)}
