"""Frames for a step in C: their arrays in one piece of memory, and where each of them is."""

import ctypes as c
from dataclasses import dataclass
from typing import Any

import numpy as np

from symbolic_rl.bridge.structs import GoalViewStruct, WindowLayoutStruct, address
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch
from symbolic_rl.engine import Expansion
from symbolic_rl.play.observation import Frame, Observation, Transition
from symbolic_rl.play.pages import COUNTERS, Pages
from symbolic_rl.play.step_numpy import LOOPED, MERGED, NumpyLayout
from symbolic_rl.play.views import View, Viewer
from symbolic_rl.program import vocabulary as ids
from symbolic_rl.program.vocabulary import Vocabulary

SHOWN = ("goals", "candidates", "clauses", "action_mask", "inferences")
"""The arrays of an observation, in the order of ``frame_t`` of wire.h."""

_RESULTS = ("reward", "terminated", "truncated", "episode_return", "episode_inferences")


def addresses_of(observation: Observation) -> list[int]:
    """Where its arrays are in memory; 0 for one that is not there."""
    arrays = [getattr(observation, name) for name in SHOWN]
    return [0 if array is None else address(array, array.dtype) for array in arrays]


@dataclass
class CompiledFrame(Frame):
    """A frame, and where its arrays are in memory."""

    addresses: IntArray
    """``frame_t`` of wire.h."""

    @classmethod
    def around(cls, frame: Frame) -> "CompiledFrame":
        """The same arrays, wherever they are in memory."""
        transition = frame.transition
        results = (getattr(transition, name) for name in _RESULTS)
        addresses = addresses_of(transition.observation) + addresses_of(frame.root)
        addresses += [address(array, array.dtype) for array in results]
        return cls(transition, frame.root, np.array(addresses, np.int64))


class FrameMaker:
    """Makes frames whose arrays lie one behind the other in one piece of memory.

    Args:
        blank: an observation of the right shape.
    """

    def __init__(self, blank: Observation) -> None:
        transition = Transition.blank(blank)
        arrays = [getattr(blank, name) for name in SHOWN] * 2
        arrays += [getattr(transition, name) for name in _RESULTS]
        self._kinds: list[tuple[tuple[int, ...], Any, int]] = []
        self._offsets = np.zeros(len(arrays), np.int64)
        self._is_there = np.array([array is not None for array in arrays])
        self._n_bytes = 0
        for k, array in enumerate(arrays):
            self._offsets[k] = self._n_bytes
            if array is not None:
                self._kinds.append((array.shape, array.dtype, self._n_bytes))
                self._n_bytes += -(-array.nbytes // 64) * 64

    def __call__(self) -> CompiledFrame:
        """A frame whose content is undefined."""
        memory = np.empty(self._n_bytes, np.uint8)
        made = (np.ndarray(shape, kind, memory, start) for shape, kind, start in self._kinds)
        arrays: list[Any] = [next(made) if there else None for there in self._is_there.tolist()]
        addresses = (self._offsets + address(memory, np.uint8)) * self._is_there
        following, root = (Observation(*arrays[k : k + 5]) for k in (0, 5))
        return CompiledFrame(Transition(following, *arrays[10:]), root, addresses)


class CompiledLayout(NumpyLayout):
    """See :class:`symbolic_rl.play.step_numpy.NumpyLayout`, whose results it has.

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
        """See :meth:`symbolic_rl.play.pages.Layout.__call__`."""
        layout = self.structure(pages)
        layout.n, layout.base = rows.size, base
        layout.rows, layout.counts = address(rows), address(page.counts)
        layout.more, layout.lost = address(page.more, bool), address(page.lost)
        layout.candidate_clauses = address(page.clauses)
        layout.hashes = address(page.hashes, np.uint64)
        self._call(c.addressof(layout))


class CompiledViewer:
    """See :class:`symbolic_rl.play.views.Viewer`.

    Args:
        library: the loaded wire.
        view: the layout.
        vocabulary: symbols of the program.
    """

    def __init__(self, library: c.CDLL, view: View, vocabulary: Vocabulary) -> None:
        self.view = view
        first, count = _children(view)
        tables = (vocabulary.view_id, vocabulary.arity, first, count)
        self._tables = tables  # the C side holds their addresses
        self._view = GoalViewStruct(
            view.kind == "tree",
            view.n_goals,
            view.goal_width,
            vocabulary.arity.size,
            *(address(table, np.int32) for table in tables),
            ids.VARIABLE_ID,
            ids.N_VARIABLE_ROLES,
            ids.INTEGER_ID,
            ids.INTEGER_LEAST_SHOWN,
            ids.INTEGER_END_SHOWN,
            ids.BUCKET_ID,
            ids.N_INTEGER_BUCKETS,
            ids.LITERAL_ID,
            ids.N_LITERAL_BUCKETS,
        )
        self.address = c.addressof(self._view)
        """Of the ``view_t``."""
        self._call = library.wire_show
        self._call.restype = None
        self._call.argtypes = [c.c_void_p] * 3 + [c.c_int64] * 2 + [c.c_void_p] * 5

    def show(
        self,
        pool: TokenBatch,
        states: IntArray,
        slots: IntArray,
        goals: TokenArray,
        candidates: TokenArray | None,
    ) -> IntArray:
        """See :meth:`symbolic_rl.play.views.Viewer.show`."""
        cut = np.zeros(states.size, np.int64)
        self._call(
            self.address,
            address(pool.tokens, np.int32),
            address(pool.offsets),
            *slots.shape,
            address(states),
            address(slots),
            address(goals, np.int32),
            None if candidates is None else address(candidates, np.int32),
            address(cut),
        )
        return cut


def _children(view: View) -> tuple[TokenArray, TokenArray]:
    """The first child, and the number of children, of each slot of the tree."""
    n = max(1, len(view.parents))
    first, count = np.zeros(n, np.int32), np.zeros(n, np.int32)
    for slot in range(1, len(view.parents)):
        parent = view.parents[slot]
        if view.arguments[slot] == 0:
            first[parent] = slot
        count[parent] += 1
    return first, count


AnyViewer = Viewer | CompiledViewer
"""Both write the same."""
