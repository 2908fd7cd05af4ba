"""Layout of windows, in numpy and in C: variants merged, loops masked, *more* and *refuse* placed.

Dimension key: N rows, M candidates, H states of a history.
"""

import ctypes as c

import numpy as np

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.bridge.schema import BoolArray
from symbolic_rl.bridge.structs import WindowLayoutStruct, address
from symbolic_rl.bridge.tokens import HashArray, IntArray, starts
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.engine import Expansion
from symbolic_rl.play.pages import COUNTERS, Outcome, Pages

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
        merged = within & repeated(row_of, page.hashes)
        loops = np.zeros_like(merged)
        if self.loop_check:
            lengths = pages.history_length[rows]
            past = pages.history[rows, : lengths.max(initial=0)]
            loops = within & ~merged & looped(past, row_of, page.hashes, lengths)
        self._fill(pages, rows, row_of, within & ~merged & ~loops, page, base)
        pages.next_offset[rows] = pages.offset[rows] + capacity
        pages.counted[rows, : len(LOST)] += page.lost
        pages.counted[rows, MERGED] += np.bincount(row_of[merged], minlength=rows.size)
        pages.counted[rows, LOOPED] += np.bincount(row_of[loops], minlength=rows.size)

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


def looped(
    past: HashArray, owner: IntArray, hashes: HashArray, lengths: IntArray | None = None
) -> BoolArray:
    """Return which candidates are variants of an earlier state of their derivation: the loop check.

    Equal hashes (128 bits of the tokens) stand for equal tokens, which are variants.

    Args:
        past: [N, H, 2] hashes of the earlier states of each row.
        owner: [M] row of each candidate.
        hashes: [M, 2] their hashes.
        lengths: [N] how many of ``past`` count, from the first; default all.
    """
    same = past[owner, :, 0] == hashes[:, None, 0]
    if lengths is not None:
        same &= np.arange(past.shape[1]) < lengths[owner, None]
    which, when = np.nonzero(same)
    found = np.zeros(owner.size, bool)
    found[which] |= past[owner[which], when, 1] == hashes[which, 1]
    return found


def repeated(owner: IntArray, hashes: HashArray) -> BoolArray:
    """Return [M] which candidates are variants of an earlier one of the same row."""
    found = np.zeros(owner.size, bool)
    order = np.lexsort((owner, hashes[:, 1], hashes[:, 0]))
    one, two = order[:-1], order[1:]
    same = (owner[one] == owner[two]) & (hashes[one] == hashes[two]).all(axis=1)
    found[two[same]] = True
    return found


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
