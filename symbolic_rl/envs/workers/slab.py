"""The slab: one block of shared memory for everything that parent and workers exchange in a step.

It holds orders to workers and their counts, followed by *slots*, each for the frame of a step.
Workers write a frame directly into the slot lent to the step. The parent hands out its arrays
without copying, and lends the slot again once nothing refers to them. Each array has the rows of
all workers, in order; a worker writes its own. Long and rare contents (snapshots, errors) go
through the channel's mailbox instead.

Dimension key: N rows, A actions, G goals, W slots of a goal, K workers, L levels of queries.
"""

import ctypes
import mmap
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.schema import Frame, FrameLayout, Place, Sizes, places
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.pages import COUNTERS

PHASES = ("expand", "reset", "view")
"""Columns of :attr:`SharedSlab.seconds`."""

LENT_BYTES = 2**22
"""Approximate bytes of all slots; when all are in use, frames are copied."""

LEAST_LENT, MOST_LENT = 3, 64
"""Bounds on the number of slots. A caller that keeps only the latest frame needs three."""

SCRATCH = 0
"""The slot that is never lent: repeated requests of a replaced worker write there."""


@dataclass(frozen=True)
class SlabLayout:
    """Layout of a slab; the parent computes it once."""

    notes: Mapping[str, Place]  # orders to workers, and their counts
    frame: FrameLayout  # the layout within a slot
    first_slot: int  # first byte of the first slot
    slot_bytes: int
    n_slots: int

    @classmethod
    def of(
        cls, n: int, sizes: Sizes, *, with_candidates: int, n_workers: int, n_levels: int
    ) -> "SlabLayout":
        """Lay out a slab for N rows."""
        notes: dict[str, tuple[tuple[int, ...], Any]] = {
            "actions": ((n,), np.int64),
            "levels": ((n_workers,), np.int64),
            "slots": ((n_workers,), np.int64),
            "counted": ((n_workers, len(COUNTERS)), np.int64),
            "tallies": ((n_workers, n_levels, 2), np.int64),
            "inferences": ((n_workers,), np.int64),
            "seconds": ((n_workers, len(PHASES)), np.float64),
        }
        found, end = places(notes.values())
        frame = FrameLayout.of(n, sizes, with_candidates=with_candidates)
        first, size = (-(-x // mmap.PAGESIZE) * mmap.PAGESIZE for x in (end, frame.nbytes))
        n_lent = max(LEAST_LENT, min(LENT_BYTES // size, MOST_LENT))
        # One for SCRATCH, some for the workers, and some for frames that callers keep.
        n_slots = 1 + _n_held(n_workers) + n_lent
        there = {name: at for name, at in zip(notes, found, strict=True) if at}
        return cls(there, frame, first, size, n_slots)

    @property
    def nbytes(self) -> int:
        """Bytes of the whole slab; the system provides pages only where something is written."""
        return self.first_slot + self.n_slots * self.slot_bytes


def _n_held(n_workers: int) -> int:
    """Return the slots that a pool may hold: three for each worker (last, current, next)."""
    return 3 * n_workers


@dataclass(eq=False)
class Loan:
    """Slot that is lent to a step, until nothing refers to its memory."""

    slot: int
    frame: Frame  # all rows, in shared memory
    is_scarce: bool  # true if few slots are left: callers then get copies of the frame
    objects: tuple[Any, ...]  # all arrays of the frame, to which a caller may refer
    counts: list[int]
    """Number of references to each of ``objects`` while no caller refers to it."""

    @property
    def is_idle(self) -> bool:
        """True if no caller refers to the frame or any of its arrays."""
        return [*map(getrefcount, self.objects)] == self.counts


class SharedSlab:
    """Arrays in shared memory, as a parent or a worker sees them.

    Args:
        descriptor: a file of ``layout.nbytes`` bytes; may be closed afterwards.
        layout: places of the arrays in it.
    """

    def __init__(self, descriptor: int, layout: SlabLayout) -> None:
        self.layout = layout
        self._memory = mmap.mmap(descriptor, layout.nbytes)
        notes: dict[str, NDArray[Any]] = {
            name: np.ndarray(shape, dtype, self._memory, first)
            for name, (shape, dtype, first) in layout.notes.items()
        }
        self.actions: IntArray = notes["actions"]
        """[N] actions to take."""
        self.levels: IntArray = notes["levels"]
        """[K] the level whose queries are drawn."""
        self.slots: IntArray = notes["slots"]
        """[K] the slot to write the frame to."""
        self.counted: IntArray = notes["counted"]
        """[K, len(COUNTERS)] totals of each worker, as the next three arrays."""
        self.tallies: IntArray = notes["tallies"]
        """[K, L, 2] episodes that earned a reward, and all that ended."""
        self.inferences: IntArray = notes["inferences"]
        """[K]"""
        self.seconds: NDArray[np.float64] = notes["seconds"]
        """[K, len(PHASES)] seconds of each worker's current process."""
        self._free = list(range(layout.n_slots - 1, SCRATCH, -1))
        self._n_held = _n_held(len(self.levels))
        self._capacity = ctypes.c_char * layout.slot_bytes
        self._views_of: dict[int, weakref.ref[Any]] = {}
        self._taken_back = [_appending(self._free, slot) for slot in range(layout.n_slots)]

    def lend(self) -> Loan:
        """Return a slot that nothing else refers to.

        All arrays of the frame are views of one ``capacity`` object. It dies with the last view,
        even one that a tensor or a slice of a caller holds, and its weak reference frees the slot.
        """
        slot = self._free.pop()
        # A ctypes array over the mapping: numpy's views of it keep it alive, and it can be weakly
        # referenced.
        capacity = self._capacity.from_buffer(self._memory, self._first(slot))
        self._views_of[slot] = weakref.ref(capacity, self._taken_back[slot])
        frame = self.layout.frame.frame(capacity)
        parts = (frame, frame.transition, frame.transition.observation, frame.current)
        objects = tuple(each for part in parts for each in part.arrays().values())
        del capacity, parts  # otherwise these would count as a caller's references
        counts = [*map(getrefcount, objects)]
        return Loan(slot, frame, self._is_scarce, objects, counts)

    def lend_again(self, loan: Loan | None) -> Loan:
        """Return the same slot with its arrays if no caller refers to them; else another slot.

        Most callers keep only the latest frame, and creating its arrays is the parent's most
        expensive work in a step.
        """
        if loan is None or not loan.is_idle:
            return self.lend()
        loan.is_scarce = self._is_scarce
        return loan

    @property
    def _is_scarce(self) -> bool:
        return len(self._free) < self._n_held

    def frame(self, slot: int, rows: slice) -> Frame:
        """Return some rows of the frame in a slot, lent or not."""
        return self.layout.frame.frame(self._memory, self._first(slot))[rows]

    def _first(self, slot: int) -> int:
        return self.layout.first_slot + slot * self.layout.slot_bytes


def _appending(free: list[int], slot: int) -> Callable[[object], None]:
    """Return a callback that frees a slot; it holds only the list, so a slab can be freed."""
    return lambda _: free.append(slot)
