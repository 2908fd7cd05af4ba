"""What a step gives: what it led to, and what every row is shown after the restarts.

Dimension key: N rows.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.observation.windows import Observation

BoolArray = NDArray[np.bool_]


@dataclass
class Transition:
    """What a step led to, before the rows that ended start anew; all arrays are [N, 1]."""

    observation: Observation
    reward: NDArray[np.float32]
    terminated: BoolArray
    truncated: BoolArray
    episode_return: NDArray[np.float32]
    """At the end of an episode; else 0."""
    episode_inferences: NDArray[np.int32]
    """At the end of an episode; else 0."""

    @classmethod
    def blank(cls, observation: Observation) -> "Transition":
        """All zero, around an observation."""
        column = (len(observation.goals), 1)
        return cls(
            observation,
            np.zeros(column, np.float32),
            np.zeros(column, bool),
            np.zeros(column, bool),
            np.zeros(column, np.float32),
            np.zeros(column, np.int32),
        )

    def copy(self) -> Self:
        """Fresh arrays with the same content."""
        arrays = {name: array.copy() for name, array in vars(self).items()}
        return type(self)(**arrays)

    def assign(self, source: "Transition") -> None:
        """Copy everything from ``source``."""
        self.observation.assign(source.observation)
        for name, array in vars(self).items():
            if name != "observation":
                np.copyto(array, getattr(source, name))


@dataclass
class Frame:
    """The result of a step."""

    transition: Transition
    root: Observation
    """What every row is shown now: after the restart where one ended."""
