"""The state of N derivations: plain arrays, of which the engine holds none.

Dimension key: N rows, P parts of the rows (one for each thread), L levels.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.play.pages import COUNTERS, Pages


@dataclass
class DerivationRows:
    """N derivations, and the sums of their counts since construction."""

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
        """Return N rows that have not started, with windows of ``width`` actions."""
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
        """P, the parts that are stepped side by side."""
        return int(self.inferences.size)

    def count(self) -> None:
        """Add the counts of the pages to the sums, and clear them."""
        self.counted[0] += self.pages.counted.sum(axis=0)
        self.pages.counted[:] = 0

    def kept(self, rows: IntArray) -> Self:
        """Return a copy of ``rows`` [M], with the sums."""
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
        """Return a copy of all arrays, for :meth:`of_state`."""
        pages = _copied(vars(self.pages)) | {"pool": _copied(vars(self.pages.pool))}
        return _copied(vars(self)) | {"pages": pages}

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> Self:
        """Return the rows of a :meth:`state`."""
        pool = TokenBatch(**_copied(state["pages"]["pool"]))
        pages = Pages(**(_copied(state["pages"]) | {"pool": pool}))
        return cls(pages=pages, **_copied(state))


def _copied(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: array.copy() for name, array in arrays.items() if isinstance(array, np.ndarray)}
