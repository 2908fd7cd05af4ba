"""Layout of windows: which candidates of a page are actions, in numpy and in C."""

import ctypes as c

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.bridge.structs import WindowLayoutStruct, address
from symbolic_rl.bridge.tokens import HashArray, IntArray, starts
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.engine import Expansion
from symbolic_rl.play.pages import COUNTERS, Outcome, Pages

BoolArray = NDArray[np.bool_]


MERGED, LOOPED = COUNTERS.index("merged"), COUNTERS.index("loops_masked")


class NumpyWindowLayout:
    """See :class:`symbolic_rl.play.pages.WindowLayout`.

    Args:
        width: actions of a window.
        refuse: offer the action *refuse*.
        loop_check: mask candidates that are variants of an earlier state of the derivation.
    """

    def __init__(self, width: int, *, refuse: bool, loop_check: bool) -> None:
        self.width, self.refuse, self.loop_check = width, refuse, loop_check

    @property
    def limit(self) -> int:
        """See :attr:`symbolic_rl.play.pages.WindowLayout.limit`."""
        return self.width - self.refuse

    def __call__(self, pages: Pages, rows: IntArray, page: Expansion, base: int) -> None:
        """See :meth:`symbolic_rl.play.pages.WindowLayout.__call__`."""
        row_of = np.repeat(np.arange(rows.size), page.counts)
        first = starts(page.counts)
        capacity = np.where(page.more, self.limit - 1, self.limit)
        within = np.arange(row_of.size) - first[row_of] < capacity[row_of]
        merged = within & _repeated(row_of, page.hashes)
        looped = within & ~merged
        if self.loop_check:
            looped &= _looped(pages, rows, row_of, page.hashes)
        else:
            looped[:] = False
        self._fill(pages, rows, row_of, within & ~merged & ~looped, page, base)
        pages.next_offset[rows] = pages.offset[rows] + capacity
        pages.counted[rows, : len(LOST)] += page.lost
        pages.counted[rows, MERGED] += np.bincount(row_of[merged], minlength=rows.size)
        pages.counted[rows, LOOPED] += np.bincount(row_of[looped], minlength=rows.size)

    def _fill(
        self,
        pages: Pages,
        rows: IntArray,
        row_of: IntArray,
        kept: BoolArray,
        page: Expansion,
        base: int,
    ) -> None:
        chosen = np.flatnonzero(kept)
        owner = row_of[chosen]
        shown = np.bincount(owner, minlength=rows.size)
        slot = np.arange(chosen.size) - starts(shown)[owner]
        slots = np.full((rows.size, self.width), -1)
        clauses = np.zeros((rows.size, self.width), np.int32)
        slots[owner, slot] = base + chosen
        clauses[owner, slot] = page.clauses[chosen]
        mask = slots >= 0
        mask[page.more, self.limit - 1] = True
        clauses[page.more, self.limit - 1] = MORE
        failed = ~mask.any(axis=1)
        if self.refuse:
            mask[~failed, -1] = True
            clauses[~failed, -1] = REFUSE
        mask[failed, 0] = True
        pages.slots[rows], pages.clauses[rows], pages.mask[rows] = slots, clauses, mask
        pages.outcome[rows] = np.where(failed, Outcome.FAILED, Outcome.OPEN)


def _looped(pages: Pages, rows: IntArray, row_of: IntArray, hashes: HashArray) -> BoolArray:
    """[M] whether a candidate is a variant of an earlier state of its derivation."""
    looped = np.zeros(row_of.size, bool)
    lengths = pages.history_length[rows]
    seen = pages.history[rows, : lengths.max(initial=0)]
    past = np.arange(seen.shape[1]) < lengths[:, None]
    same = (seen[row_of, :, 0] == hashes[:, None, 0]) & past[row_of]
    which, when = np.nonzero(same)
    looped[which] |= seen[row_of[which], when, 1] == hashes[which, 1]
    return looped


def _repeated(row_of: IntArray, hashes: HashArray) -> BoolArray:
    """[M] whether a candidate is a variant of an earlier one of the same state."""
    repeated = np.zeros(row_of.size, bool)
    order = np.lexsort((row_of, hashes[:, 1], hashes[:, 0]))
    one, two = order[:-1], order[1:]
    same = (row_of[one] == row_of[two]) & (hashes[one] == hashes[two]).all(axis=1)
    repeated[two[same]] = True
    return repeated


class CompiledWindowLayout(NumpyWindowLayout):
    """See :class:`symbolic_rl.play.layout.NumpyWindowLayout`, whose results it has.

    Args:
        library: the loaded wire.
        width: actions of a window.
        refuse: offer the action *refuse*.
        loop_check: mask candidates that are variants of an earlier state of the derivation.
    """

    def __init__(self, library: c.CDLL, width: int, *, refuse: bool, loop_check: bool) -> None:
        super().__init__(width, refuse=refuse, loop_check=loop_check)
        self._call = library.wire_lay_out
        self._call.argtypes, self._call.restype = [c.c_void_p], None

    def structure(self, pages: Pages) -> WindowLayoutStruct:
        """The window's settings and the pages; valid while ``pages`` keeps its arrays."""
        layout = WindowLayoutStruct(
            width=self.width,
            limit=self.limit,
            refuse=self.refuse,
            loop_check=self.loop_check,
            n_counters=len(COUNTERS),
            merged=MERGED,
            looped=LOOPED,
            history=address(pages.history, np.uint64),
            history_length=address(pages.history_length),
            history_room=pages.history.shape[1],
            clauses=address(pages.clauses, np.int32),
            mask=address(pages.mask, bool),
        )
        for name in ("offset", "next_offset", "slots", "outcome", "counted"):
            setattr(layout, name, address(getattr(pages, name)))
        return layout

    def __call__(self, pages: Pages, rows: IntArray, page: Expansion, base: int) -> None:
        """See :meth:`symbolic_rl.play.pages.WindowLayout.__call__`."""
        layout = self.structure(pages)
        layout.n, layout.base = rows.size, base
        layout.rows, layout.counts = address(rows), address(page.counts)
        layout.more, layout.lost = address(page.more, bool), address(page.lost)
        layout.candidate_clauses = address(page.clauses)
        layout.hashes = address(page.hashes, np.uint64)
        self._call(c.addressof(layout))
