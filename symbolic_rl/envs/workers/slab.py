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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.structs import address
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.play.observation import Frame, Observation, Transition
from symbolic_rl.play.pages import COUNTERS

PHASES = ("expand", "reset", "view")
"""Columns of :attr:`SharedSlab.seconds`."""

LENT_BYTES = 2**22
"""Of slots, about; when all of them are in use, frames are copied."""

LEAST_LENT, MOST_LENT = 3, 64
"""Slots, however large, and however small. Whoever keeps only the latest frame needs three."""

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

_SHOWN = [field.name for field in fields(Observation)]

_FRAME = [
    *(f"transition.{name}" for name in _TRANSITION),
    *(f"{moment}.{name}" for moment in ("following", "current") for name in _SHOWN),
]
"""Names of the arrays of a frame; ``candidates`` may be missing."""

Place = tuple[str, tuple[int, ...], int]
"""Dtype, shape and first byte."""
Places = Mapping[str, Place]


def _places(wanted: Mapping[str, tuple[Any, tuple[int, ...]]]) -> tuple[Places, int]:
    """Where to put arrays of these types and shapes, and how many bytes they take."""
    places, end = {}, 0
    for name, (dtype, shape) in wanted.items():
        places[name] = (np.dtype(dtype).str, shape, end)
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        end += -(-size // _LINE) * _LINE
    return places, -(-end // mmap.PAGESIZE) * mmap.PAGESIZE


@dataclass(frozen=True)
class SlabLayout:
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
    def of(cls, row: Observation, n: int, n_workers: int, n_levels: int) -> "SlabLayout":
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
        for moment in ("following", "current"):
            for name, array in row.arrays().items():
                wanted[f"{moment}.{name}"] = (array.dtype, (n, *array.shape[1:]))
        frame, size = _places(wanted)
        n_lent = max(LEAST_LENT, min(LENT_BYTES // size, MOST_LENT))
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
    mask_at: int
    """Where the mask of the current is in memory."""
    objects: tuple[Any, ...]
    """All that somebody may refer to."""
    counts: list[int]
    """References to each of them while nobody does."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody refers to any of it."""
        return [*map(getrefcount, self.objects)] == self.counts


class SharedSlab:
    """Arrays in shared memory.

    Args:
        descriptor: of a file of ``layout.nbytes`` bytes; may be closed afterwards.
        layout: where the arrays are in it.
    """

    def __init__(self, descriptor: int, layout: SlabLayout) -> None:
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
        self._rooms: dict[int, weakref.ref[Any]] = {}
        self._taken_back = [_appending(self._free, slot) for slot in range(layout.n_slots)]
        self._arrays = [_array_at(layout.frame.get(name)) for name in _FRAME]

    def lend(self) -> Loan:
        """A slot that nobody else refers to."""
        slot = self._free.pop()
        room = self._room.from_buffer(self._memory, self._first(slot))
        self._rooms[slot] = weakref.ref(room, self._taken_back[slot])
        frame = self._frame(room, 0)
        transition = frame.transition
        arrays = (*vars(transition).values(), *vars(transition.observation).values())
        objects = (transition, frame.current, *arrays, *vars(frame.current).values())
        objects = tuple(each for each in objects if each is not None)
        mask_at = address(frame.current.action_mask, bool)
        del room, transition, arrays  # they refer to it too
        counts = [*map(getrefcount, objects)]
        return Loan(slot, frame, self._is_scarce, mask_at, objects, counts)

    def lend_again(self, loan: Loan | None) -> Loan:
        """The same slot, if nobody refers to it any more but who asks here; else another one.

        Most callers keep only the latest frame, and to make its arrays anew takes longer than
        anything else that is done for a step in the parent.
        """
        if loan is None or not loan.is_idle:
            return self.lend()
        loan.is_scarce = self._is_scarce
        return loan

    @property
    def _is_scarce(self) -> bool:
        return len(self._free) < self._n_held

    def frame(self, slot: int, rows: slice) -> Frame:
        """Some rows of the frame in a slot, whoever it is lent to."""
        return rows_of(self._frame(self._memory, self._first(slot)), rows)

    def _first(self, slot: int) -> int:
        return self.layout.first_slot + slot * self.layout.slot_bytes

    def _frame(self, memory: Any, first: int) -> Frame:
        arrays: list[Any] = [
            None if at is None else np.ndarray(at[0], at[1], memory, first + at[2])
            for at in self._arrays
        ]
        n = len(_TRANSITION)
        following, current = (
            Observation(*arrays[k : k + len(_SHOWN)]) for k in (n, n + len(_SHOWN))
        )
        return Frame(Transition(following, *arrays[:n]), current)


def _appending(free: list[int], slot: int) -> Callable[[object], None]:
    """What takes a slot back when the memory that was lent has no reference left."""
    return lambda _: free.append(slot)


def _array_at(place: Place | None) -> tuple[tuple[int, ...], np.dtype[Any], int] | None:
    """Shape, type and first byte, where there is such an array."""
    return place and (place[1], np.dtype(place[0]), place[2])


def rows_of(frame: Frame, rows: slice) -> Frame:
    """Some rows of a frame, sharing memory."""
    flags = {name: getattr(frame.transition, name)[rows] for name in _TRANSITION}
    following = frame.transition.observation.rows(rows)
    return Frame(Transition(following, **flags), frame.current.rows(rows))
