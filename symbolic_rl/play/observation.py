"""What the policy is shown of the open pages: the observation.

Dimension key: N rows, A actions, G goals, W slots of a goal.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import IntArray, TokenArray
from symbolic_rl.play.pages import COUNTERS, Pages
from symbolic_rl.play.views_c import AnyViewer

_VIEW_CUTS = COUNTERS.index("view_cuts")


@dataclass
class Observation:
    """N rows of what the policy is shown."""

    goals: TokenArray
    """[N, G, W] int32 view ids."""
    candidates: TokenArray | None
    """[N, A, G, W] int32 view ids; None for a policy that scores clauses."""
    clauses: NDArray[np.int32]
    """[N, A] int32."""
    action_mask: NDArray[np.bool_]
    """[N, A]; no row is empty."""
    inferences: NDArray[np.int32]
    """[N, 1] int32."""

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """The arrays by name, without those that are not there."""
        return {name: array for name, array in vars(self).items() if array is not None}

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return sum(array.nbytes for array in self.arrays().values())

    def copy(self) -> Self:
        """Fresh arrays with the same content."""
        arrays = {name: array.copy() for name, array in self.arrays().items()}
        return type(self)(**{"candidates": None, **arrays})  # type: ignore[arg-type]

    def rows(self, rows: slice) -> Self:
        """Some rows, sharing memory."""
        arrays = {name: array[rows] for name, array in self.arrays().items()}
        return type(self)(**{"candidates": None, **arrays})  # type: ignore[arg-type]

    def assign(self, source: "Observation") -> None:
        """Copy everything from ``source``."""
        for name, array in self.arrays().items():
            np.copyto(array, getattr(source, name))

    def copy_rows(self, source: "Observation", rows: IntArray, source_rows: IntArray) -> None:
        """Make ``rows`` copies of rows of another observation."""
        for name, array in self.arrays().items():
            array[rows] = getattr(source, name)[source_rows]


class ObservationWriter:
    """Shows pages.

    Args:
        viewer: lays goals out.
        width: actions of the window.
        with_candidates: show the candidates' resolvents.
    """

    def __init__(self, viewer: AnyViewer, *, width: int, with_candidates: bool) -> None:
        self._viewer, self.width, self.with_candidates = viewer, width, with_candidates

    def blank(self, n: int) -> Observation:
        """An observation of N rows, all padding."""
        view, a = self._viewer.view, self.width
        g, w = view.n_goals, view.goal_width
        return Observation(
            goals=np.zeros((n, g, w), np.int32),
            candidates=np.zeros((n, a, g, w), np.int32) if self.with_candidates else None,
            clauses=np.zeros((n, a), np.int32),
            action_mask=np.zeros((n, a), bool),
            inferences=np.zeros((n, 1), np.int32),
        )

    def show(self, pages: Pages, observation: Observation) -> None:
        """Write all rows of ``pages`` into an observation; count what is cut."""
        observation.goals[:] = 0
        if observation.candidates is not None:
            observation.candidates[:] = 0
        observation.clauses[:] = pages.clauses
        observation.action_mask[:] = pages.mask
        observation.inferences[:, 0] = pages.inferences
        cut = self._viewer.show(
            pages.pool, pages.state_at, pages.slots, observation.goals, observation.candidates
        )
        pages.counted[:, _VIEW_CUTS] += cut


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
    current: Observation
    """What every row is shown now: after the restart where one ended."""
