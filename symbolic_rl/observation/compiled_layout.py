"""Windows laid out in C (``wire_lay_out`` of ``prolog/wire/kernels.c``)."""

import ctypes as c

import numpy as np

from symbolic_rl.engine import Expansion
from symbolic_rl.engine.compiled import address
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.observation.layout import LOOPED, MERGED, NumpyLayout
from symbolic_rl.observation.pages import COUNTERS, Pages

_SETTINGS = ("width", "limit", "refuse", "loop_check", "n_counters", "merged", "looped")
_EXPANSION = ("rows", "counts", "more", "lost", "candidate_clauses", "hashes")
_PAGES = ("offset", "next_offset", "slots", "clauses", "mask", "outcome", "counted")


class Layout(c.Structure):
    """``layout_t`` of wire.h."""

    _fields_ = (
        [(name, c.c_int64) for name in (*_SETTINGS, "n")]
        + [(name, c.c_void_p) for name in _EXPANSION]
        + [("base", c.c_int64), ("history", c.c_void_p), ("history_length", c.c_void_p)]
        + [("history_room", c.c_int64)]
        + [(name, c.c_void_p) for name in _PAGES]
    )


class CompiledLayout(NumpyLayout):
    """See :class:`symbolic_rl.observation.layout.NumpyLayout`, whose results it has.

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

    def structure(self, pages: Pages) -> Layout:
        """The window's settings and the pages; valid while ``pages`` keeps its arrays."""
        layout = Layout(
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
        """See :meth:`symbolic_rl.observation.pages.Layout.__call__`."""
        layout = self.structure(pages)
        layout.n, layout.base = rows.size, base
        layout.rows, layout.counts = address(rows), address(page.counts)
        layout.more, layout.lost = address(page.more, bool), address(page.lost)
        layout.candidate_clauses = address(page.clauses)
        layout.hashes = address(page.hashes, np.uint64)
        self._call(c.addressof(layout))
