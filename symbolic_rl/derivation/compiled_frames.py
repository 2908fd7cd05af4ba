"""Frames for a step in C: their arrays in one piece of memory, and where each of them is."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from symbolic_rl.derivation.frames import Frame, Transition
from symbolic_rl.engine.compiled import address
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.observation.windows import Observation

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
