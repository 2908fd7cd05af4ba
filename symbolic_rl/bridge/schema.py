"""The schema of observations and frames: one row for each key.

The rows are the fields of :class:`Observation` and :class:`Transition`. They define TorchRL's
specs, gymnasium's spaces, the workers' slab, the structures that C writes to, the device's tensors
and the keys of checkpoints. ``tests/test_schema.py`` adds a row and finds it everywhere.

Dimension key: N rows, A actions, G goals, W slots of a goal, F features of a candidate.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntFlag
from types import EllipsisType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import IntArray, TokenArray

BoolArray = NDArray[np.bool_]


class CandidateKeys(IntFlag):
    """Keys of an observation that only some policies read.

    Where a ``with_candidates`` is a bool, True stands for ``CANDIDATES``.
    """

    NOTHING = 0
    CANDIDATES = 1  # the resolvents of candidates
    STRUCTURE = 2  # their features without names


Sizes = Mapping[str, int]
"""Length of each axis by its letter, and bounds of values by name."""


@dataclass(frozen=True)
class Key:
    """A row of the schema."""

    name: str
    axes: str  # letters of the axes after N; 1 for a column
    dtype: Any
    below: str = ""  # name of the size that bounds its values; empty if none does
    source: str = ""  # attribute of the open pages that it shows; empty if a viewer writes it
    part: CandidateKeys = CandidateKeys.NOTHING  # absent unless it is shown
    is_wide: bool = False
    """Left out of ``next`` in rollouts, because the next frame has it as its current one."""

    def shape(self, n: int, sizes: Sizes) -> tuple[int, ...]:
        """Return the shape of ``n`` rows."""
        return (n, *(sizes[axis] for axis in self.axes))

    def blank(self, n: int, sizes: Sizes) -> NDArray[Any]:
        """Return ``n`` rows of padding."""
        return np.zeros(self.shape(n, sizes), self.dtype)


def _key(axes: str, dtype: type, **row: Any) -> Any:
    return field(default=None, metadata={"axes": axes, "dtype": np.dtype(dtype), **row})


class RowArrays:
    """Arrays [N, ...] by name; an index into the rows applies to all of them."""

    def arrays(self) -> dict[str, Any]:
        """Return the arrays by name, without those that are absent."""
        return {name: array for name, array in vars(self).items() if array is not None}

    def __getitem__(self, rows: slice | IntArray) -> Self:
        return type(self)(**{name: array[rows] for name, array in self.arrays().items()})

    def __setitem__(self, rows: slice | IntArray | EllipsisType, source: Self) -> None:
        for name, array in self.arrays().items():
            array[rows] = getattr(source, name)

    def copy(self) -> Self:
        """Return fresh arrays with the same content."""
        return type(self)(**{name: array.copy() for name, array in self.arrays().items()})

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return sum(array.nbytes for array in self.arrays().values())


@dataclass
class Observation(RowArrays):
    """N rows of observations; 0 is padding. Fields and their order are the same as in C."""

    goals: TokenArray = _key("GW", np.int32, below="view_ids")  # [N, G, W] view ids
    candidates: TokenArray | None = _key(
        "AGW", np.int32, below="view_ids", part=CandidateKeys.CANDIDATES, is_wide=True
    )  # [N, A, G, W] view ids; None for a policy that scores clauses
    structure: NDArray[np.int8] | None = _key(
        "AF", np.int8, part=CandidateKeys.STRUCTURE, is_wide=True
    )
    """[N, A, F] features without names (``docs/reference/structure.md``); None unless read."""
    clauses: NDArray[np.int32] = _key(
        "A", np.int32, below="clauses", source="clauses", is_wide=True
    )  # [N, A] clause of each candidate, or the id of a special action
    action_mask: BoolArray = _key("A", np.bool_, source="mask", is_wide=True)
    """[N, A] legal actions; no row is empty."""
    inferences: NDArray[np.int32] = _key("1", np.int32, below="inferences", source="inferences")
    """[N, 1] inferences of the derivation."""


@dataclass
class Transition(RowArrays):
    """The result of a step before finished rows restart."""

    observation: Observation
    reward: NDArray[np.float32] = _key("1", np.float32)
    terminated: BoolArray = _key("1", np.bool_)
    truncated: BoolArray = _key("1", np.bool_)
    episode_return: NDArray[np.float32] = _key("1", np.float32)
    """At the end of an episode; otherwise 0."""
    episode_inferences: NDArray[np.int32] = _key("1", np.int32)  # at the end of an episode; else 0


@dataclass
class Frame(RowArrays):
    """The result of a step."""

    transition: Transition
    current: Observation  # current observation of every row, after the restart if its episode ended


def _keys(table: type) -> tuple[Key, ...]:
    return tuple(Key(row.name, **row.metadata) for row in fields(table) if row.metadata)


OBSERVATION, TRANSITION = _keys(Observation), _keys(Transition)
"""The two tables."""


def shown_keys(*, with_candidates: int) -> list[Key]:
    """Return the keys of an observation with these parts, :class:`CandidateKeys` or a bool."""
    return [key for key in OBSERVATION if not key.part or key.part & with_candidates]


# ---- arrays in one piece of memory

Place = tuple[tuple[int, ...], Any, int]
"""Shape, dtype and first byte of an array."""

_LINE = 64
"""Bytes of a cache line. No two arrays share one, so that threads do not contend for it."""


def places(wanted: Iterable[tuple[tuple[int, ...], Any] | None]) -> tuple[list[Place | None], int]:
    """Lay out arrays end to end; return shape, dtype and offset of each, and the total bytes.

    None stands for an absent array.
    """
    found: list[Place | None] = []
    end = 0
    for array in wanted:
        found.append(array and (*array, end))
        if array is not None:
            end += -(-int(np.prod(array[0])) * np.dtype(array[1]).itemsize // _LINE) * _LINE
    return found, end


@dataclass(frozen=True)
class FrameLayout:
    """The layout of a frame in one piece of memory; can be pickled."""

    places: list[Place | None]
    """In the order of C: the observation after the step, the current one, the results."""
    nbytes: int

    @classmethod
    def of(cls, n: int, sizes: Sizes, *, with_candidates: int) -> Self:
        """Lay out a frame of ``n`` rows."""
        there = {*shown_keys(with_candidates=with_candidates), *TRANSITION}
        keys = (*OBSERVATION, *OBSERVATION, *TRANSITION)
        return cls(
            *places((key.shape(n, sizes), key.dtype) if key in there else None for key in keys)
        )

    def frame(self, memory: Any, first: int = 0) -> Frame:
        """Return the frame that begins at byte ``first`` of a buffer."""
        return self._frame(
            [
                place and np.ndarray(place[0], place[1], memory, first + place[2])
                for place in self.places
            ]
        )

    def apart(self) -> Frame:
        """Return a frame of undefined content whose arrays have memory of their own."""
        return self._frame([place and np.empty(place[0], place[1]) for place in self.places])

    def _frame(self, arrays: Sequence[Any]) -> Frame:
        k = len(OBSERVATION)
        following, current = Observation(*arrays[:k]), Observation(*arrays[k : 2 * k])
        return Frame(Transition(following, *arrays[2 * k :]), current)
