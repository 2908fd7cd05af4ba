"""Windows laid out in C (``wire_lay_out`` of ``prolog/kernels.c``)."""

import ctypes as c

import numpy as np

from symbolic_rl.engine import Expansion
from symbolic_rl.engine.compiled import address
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.layout import LOOPED, MERGED, NumpyLayout
from symbolic_rl.pages import COUNTERS, Pages

_SETTINGS = ("width", "limit", "refuse", "loop_check", "n_counters", "merged", "looped")
_EXPANSION = ("rows", "counts", "more", "lost", "candidate_clauses", "hashes")
_PAGES = ("offset", "next_offset", "slots", "clauses", "mask", "outcome", "counted")


class _Layout(c.Structure):
    """``layout_t`` of kernels.c."""

    _fields_ = (
        [(name, c.c_int64) for name in (*_SETTINGS, "n")]
        + [(name, c.c_void_p) for name in _EXPANSION]
        + [("base", c.c_int64), ("history", c.c_void_p), ("history_length", c.c_void_p)]
        + [("history_room", c.c_int64)]
        + [(name, c.c_void_p) for name in _PAGES]
    )


class CompiledLayout(NumpyLayout):
    """See :class:`symbolic_rl.layout.NumpyLayout`, whose results it has.

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

    def __call__(self, pages: Pages, rows: IntArray, page: Expansion, base: int) -> None:
        """See :meth:`symbolic_rl.pages.Layout.__call__`."""
        layout = _Layout(
            self.width,
            self.limit,
            self.refuse,
            self.loop_check,
            len(COUNTERS),
            MERGED,
            LOOPED,
            rows.size,
            address(rows),
            address(page.counts),
            address(page.more, bool),
            address(page.lost),
            address(page.clauses),
            address(page.hashes, np.uint64),
            base,
            address(pages.history, np.uint64),
            address(pages.history_length),
            pages.history.shape[1],
            address(pages.offset),
            address(pages.next_offset),
            address(pages.slots),
            address(pages.clauses, np.int32),
            address(pages.mask, bool),
            address(pages.outcome),
            address(pages.counted),
        )
        self._call(c.addressof(layout))
