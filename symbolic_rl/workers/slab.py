"""The slab: one block of shared memory with what passes between parent and workers at each step.

Each array has the rows of all workers one behind the other; a worker writes to its own. What is
long and rare (snapshots, errors) goes through the channel's mailbox instead.

Dimension key: N rows, A actions, G goals, W slots of a goal, K workers, L levels of queries.
"""

import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.derivation.frames import Transition
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.observation.pages import COUNTERS
from symbolic_rl.observation.windows import Observation

PHASES = ("expand", "reset", "view")
"""Columns of :attr:`Slab.seconds`."""

_LINE = 64
"""Bytes of a cache line: no two arrays share one."""

_TRANSITION = {
    "reward": np.float32,
    "terminated": np.bool_,
    "truncated": np.bool_,
    "episode_return": np.float32,
    "episode_inferences": np.int32,
}


@dataclass(frozen=True)
class Layout:
    """Where each array of a slab is; computed once, by the parent."""

    arrays: Mapping[str, tuple[str, tuple[int, ...], int]]
    """Name -> dtype, shape and first byte."""
    nbytes: int

    @classmethod
    def of(cls, row: Observation, n: int, n_workers: int, n_levels: int) -> "Layout":
        """The layout for N rows that are observed as ``row`` is."""
        wanted: dict[str, tuple[Any, tuple[int, ...]]] = {
            "actions": (np.int64, (n,)),
            "levels": (np.int64, (n_workers,)),
            "counted": (np.int64, (n_workers, len(COUNTERS))),
            "tallies": (np.int64, (n_workers, n_levels, 2)),
            "inferences": (np.int64, (n_workers,)),
            "seconds": (np.float64, (n_workers, len(PHASES))),
            "stepping": (np.float64, (n_workers,)),
        }
        wanted |= {f"transition.{name}": (dtype, (n, 1)) for name, dtype in _TRANSITION.items()}
        for moment in ("following", "root"):
            for name, array in row.arrays().items():
                wanted[f"{moment}.{name}"] = (array.dtype, (n, *array.shape[1:]))
        arrays, end = {}, 0
        for name, (dtype, shape) in wanted.items():
            arrays[name] = (np.dtype(dtype).str, shape, end)
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            end += -(-size // _LINE) * _LINE
        return cls(arrays, end)


class Slab:
    """Arrays in shared memory.

    Args:
        descriptor: of a file of ``layout.nbytes`` bytes; may be closed afterwards.
        layout: where the arrays are in it.
    """

    def __init__(self, descriptor: int, layout: Layout) -> None:
        self.layout = layout
        memory = mmap.mmap(descriptor, layout.nbytes)
        self._arrays: dict[str, NDArray[Any]] = {
            name: np.ndarray(shape, dtype, memory, first)
            for name, (dtype, shape, first) in layout.arrays.items()
        }
        self.actions: IntArray = self._arrays["actions"]
        """[N] what the parent wants played."""
        self.levels: IntArray = self._arrays["levels"]
        """[K] the level whose queries are drawn."""
        self.counted: IntArray = self._arrays["counted"]
        """[K, len(COUNTERS)] totals of each worker; so are the next three."""
        self.tallies: IntArray = self._arrays["tallies"]
        """[K, L, 2] episodes that earned a reward, and all that ended."""
        self.inferences: IntArray = self._arrays["inferences"]
        """[K]"""
        self.seconds: NDArray[np.float64] = self._arrays["seconds"]
        """[K, len(PHASES)]; of this process of the worker."""
        self.stepping: NDArray[np.float64] = self._arrays["stepping"]
        """[K] seconds that the last step took within :class:`Derivations`."""
        self.following = self._observation("following")
        """What the step led to."""
        self.root = self._observation("root")
        """The same, after rows that ended have started anew: what the next action is chosen on."""
        self.transition = Transition(self.following, **self._under("transition"))
        """Reward and ends of the step."""

    def rows(self, rows: slice) -> tuple[Transition, Observation]:
        """What some rows of the slab hold, sharing memory."""
        flags = {name: getattr(self.transition, name)[rows] for name in _TRANSITION}
        return Transition(self.following.rows(rows), **flags), self.root.rows(rows)

    def _under(self, name: str) -> dict[str, NDArray[Any]]:
        return {
            key.removeprefix(f"{name}."): array
            for key, array in self._arrays.items()
            if key.startswith(f"{name}.")
        }

    def _observation(self, moment: str) -> Observation:
        arrays: dict[str, Any] = {"candidates": None, **self._under(moment)}
        return Observation(**arrays)


def copy_transition(source: Transition, observation: Observation) -> Transition:
    """A transition with fresh arrays, and the given observation."""
    flags = {name: getattr(source, name).copy() for name in _TRANSITION}
    return Transition(observation, **flags)


def write_transition(target: Transition, source: Transition) -> None:
    """Copy reward and ends; the observation is there already."""
    for name in _TRANSITION:
        np.copyto(getattr(target, name), getattr(source, name))
