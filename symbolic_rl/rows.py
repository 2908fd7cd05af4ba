"""What N derivations are: plain arrays, and which query each plays next. The engine holds none.

Dimension key: N rows, P parts of the rows (one for each thread), L levels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from symbolic_rl.engine.tokens import IntArray, TokenBatch, splitmix64
from symbolic_rl.pages import COUNTERS, Pages


class QueryDraw:
    """Which query the e-th episode of a row plays: a function of seed, row, e and the level alone.

    Args:
        sizes: number of queries of each level, easiest first.
        rows: [N] numbers of the rows.
        seed: seed of the draw.
        current_share: share of episodes on the current level.
        in_order: row r plays query r, again and again, instead of drawing.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        rows: IntArray,
        seed: int,
        current_share: float,
        *,
        in_order: bool = False,
    ) -> None:
        self.first: IntArray = np.cumsum([0, *sizes])
        """[L+1] index of the first query of each level, and the number of queries."""
        self.sizes = np.array(sizes, np.int64)
        """[L] queries of each level."""
        self.rows = rows
        """[N] numbers of the rows."""
        self.keys = splitmix64(rows.astype(np.uint64) ^ splitmix64(np.full(1, seed, np.uint64)))
        """[N] uint64: what the draws of a row depend on."""
        self.current_share = current_share
        self.in_order = in_order
        self.level = 0

    def __call__(self, rows: IntArray, episodes: IntArray) -> tuple[IntArray, IntArray]:
        """Queries [M], and their levels [M], of episodes [M] of rows [M], by index."""
        if self.in_order:
            return self.rows[rows] % self.first[-1], np.zeros(rows.size, np.int64)
        pick = splitmix64(self.keys[rows] ^ episodes.astype(np.uint64))
        level = np.full(rows.size, self.level)
        if self.level:
            which = splitmix64(pick)
            is_current = (which >> np.uint64(11)) / 2.0**53 < self.current_share
            earlier = (splitmix64(which) % np.uint64(self.level)).astype(np.int64)
            level = np.where(is_current, level, earlier)
        within = (pick % self.sizes[level].astype(np.uint64)).astype(np.int64)
        return self.first[level] + within, level

    def keep(self, rows: IntArray) -> None:
        """Go on with ``rows`` only, numbered from 0."""
        self.rows, self.keys = self.rows[rows], self.keys[rows]


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
