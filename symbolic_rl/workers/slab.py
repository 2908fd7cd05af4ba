"""The slab: one block of shared memory with what passes between parent and workers at each step.

It holds what workers are told and what they have counted, and after that a number of *slots*, each
with room for the frame of a step. Workers write a frame straight into the slot that the step was
lent; the parent hands its arrays out as they are, and lends the slot again when nobody refers to
them any more. Each array has the rows of all workers one behind the other; a worker writes to its
own. What is long and rare (snapshots, errors) goes through the channel's mailbox instead.

Dimension key: N rows, A actions, G goals, W slots of a goal, K workers, L levels of queries.
"""

import ctypes
import mmap
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.derivation.frames import Frame, Transition
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.observation.pages import COUNTERS
from symbolic_rl.observation.windows import Observation

PHASES = ("expand", "reset", "view")
"""Columns of :attr:`Slab.seconds`."""

LENT_BYTES = 2**22
"""Of slots, about; when all of them are in use, frames are copied."""

MOST_LENT = 64
"""Slots, however small."""

SCRATCH = 0
"""The slot that is never lent: what a worker is asked to do once more goes there."""

_LINE = 64
"""Bytes of a cache line: no two arrays share one."""

_TRANSITION = {
    "reward": np.float32,
    "terminated": np.bool_,
    "truncated": np.bool_,
    "episode_return": np.float32,
    "episode_inferences": np.int32,
}

Places = Mapping[str, tuple[str, tuple[int, ...], int]]
"""Name -> dtype, shape and first byte."""


def _places(wanted: Mapping[str, tuple[Any, tuple[int, ...]]]) -> tuple[Places, int]:
    """Where to put arrays of these types and shapes, and how many bytes they take."""
    places, end = {}, 0
    for name, (dtype, shape) in wanted.items():
        places[name] = (np.dtype(dtype).str, shape, end)
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        end += -(-size // _LINE) * _LINE
    return places, -(-end // mmap.PAGESIZE) * mmap.PAGESIZE


@dataclass(frozen=True)
class Layout:
    """Where each array of a slab is; computed once, by the parent."""

    notes: Places
    """What workers are told, and what they have counted."""
    frame: Places
    """Within a slot."""
    first_slot: int
    """First byte."""
    slot_bytes: int
    n_slots: int

    @classmethod
    def of(cls, row: Observation, n: int, n_workers: int, n_levels: int) -> "Layout":
        """The layout for N rows that are observed as ``row`` is."""
        notes, first = _places(
            {
                "actions": (np.int64, (n,)),
                "levels": (np.int64, (n_workers,)),
                "slots": (np.int64, (n_workers,)),
                "counted": (np.int64, (n_workers, len(COUNTERS))),
                "tallies": (np.int64, (n_workers, n_levels, 2)),
                "inferences": (np.int64, (n_workers,)),
                "seconds": (np.float64, (n_workers, len(PHASES))),
                "stepping": (np.float64, (n_workers,)),
            }
        )
        wanted: dict[str, tuple[Any, tuple[int, ...]]] = {
            f"transition.{name}": (dtype, (n, 1)) for name, dtype in _TRANSITION.items()
        }
        for moment in ("following", "root"):
            for name, array in row.arrays().items():
                wanted[f"{moment}.{name}"] = (array.dtype, (n, *array.shape[1:]))
        frame, size = _places(wanted)
        n_lent = min(LENT_BYTES // size, MOST_LENT)
        return cls(notes, frame, first, size, 1 + _n_held(n_workers) + n_lent)

    @property
    def nbytes(self) -> int:
        """Of the whole slab; memory that nobody writes to takes no room."""
        return self.first_slot + self.n_slots * self.slot_bytes


def _n_held(n_workers: int) -> int:
    """Slots that the pool itself may hold: each worker's last one, one under way, one for later."""
    return 3 * n_workers


@dataclass(eq=False)
class Loan:
    """A slot that is lent to a step. It goes back when the last reference to its memory goes."""

    slot: int
    frame: Frame
    """All rows, in shared memory."""
    is_scarce: bool
    """Few are left: the pool gives out copies and keeps this one to itself."""


class Slab:
    """Arrays in shared memory.

    Args:
        descriptor: of a file of ``layout.nbytes`` bytes; may be closed afterwards.
        layout: where the arrays are in it.
    """

    def __init__(self, descriptor: int, layout: Layout) -> None:
        self.layout = layout
        self._memory = mmap.mmap(descriptor, layout.nbytes)
        notes: dict[str, NDArray[Any]] = {
            name: np.ndarray(shape, dtype, self._memory, first)
            for name, (dtype, shape, first) in layout.notes.items()
        }
        self.actions: IntArray = notes["actions"]
        """[N] what the parent wants played."""
        self.levels: IntArray = notes["levels"]
        """[K] the level whose queries are drawn."""
        self.slots: IntArray = notes["slots"]
        """[K] where the frame is to be written."""
        self.counted: IntArray = notes["counted"]
        """[K, len(COUNTERS)] totals of each worker; so are the next three."""
        self.tallies: IntArray = notes["tallies"]
        """[K, L, 2] episodes that earned a reward, and all that ended."""
        self.inferences: IntArray = notes["inferences"]
        """[K]"""
        self.seconds: NDArray[np.float64] = notes["seconds"]
        """[K, len(PHASES)]; of this process of the worker."""
        self.stepping: NDArray[np.float64] = notes["stepping"]
        """[K] seconds that the last step took within :class:`Derivations`."""
        self._free = list(range(layout.n_slots - 1, SCRATCH, -1))
        self._n_held = _n_held(len(self.levels))
        self._room = ctypes.c_char * layout.slot_bytes
        self._parts = [
            [
                (name.removeprefix(f"{part}."), shape, np.dtype(dtype), first)
                for name, (dtype, shape, first) in layout.frame.items()
                if name.startswith(f"{part}.")
            ]
            for part in ("transition", "following", "root")
        ]

    def lend(self) -> Loan:
        """A slot that nobody else refers to."""
        slot = self._free.pop()
        room = self._room.from_buffer(self._memory, self._first(slot))
        weakref.finalize(room, self._free.append, slot).atexit = False
        return Loan(slot, self._frame(room, 0), len(self._free) < self._n_held)

    def frame(self, slot: int, rows: slice) -> Frame:
        """Some rows of the frame in a slot, whoever it is lent to."""
        return rows_of(self._frame(self._memory, self._first(slot)), rows)

    def _first(self, slot: int) -> int:
        return self.layout.first_slot + slot * self.layout.slot_bytes

    def _frame(self, memory: Any, first: int) -> Frame:
        parts: tuple[dict[str, Any], ...] = tuple(
            {name: np.ndarray(shape, dtype, memory, first + at) for name, shape, dtype, at in part}
            for part in self._parts
        )
        flags, *seen = parts
        following, root = (Observation(**{"candidates": None, **arrays}) for arrays in seen)
        return Frame(Transition(following, **flags), root)


def rows_of(frame: Frame, rows: slice) -> Frame:
    """Some rows of a frame, sharing memory."""
    flags = {name: getattr(frame.transition, name)[rows] for name in _TRANSITION}
    following = frame.transition.observation.rows(rows)
    return Frame(Transition(following, **flags), frame.root.rows(rows))
