"""Spaces of gymnasium, and the rows of derivations that its environments play.

Dimension key: N environments, A actions, G goals, W slots of a goal.
"""

from functools import cached_property
from math import prod
from os.path import basename
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.schema import (
    OBSERVATION,
    BoolArray,
    Key,
    Observation,
    Sizes,
    Transition,
    shown_keys,
)
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import Problem
from symbolic_rl.program.vocabulary import Vocabulary

Shown = dict[str, NDArray[Any]]
"""An observation: ``goals, candidates, clauses, inferences`` int32 and ``action_mask`` int8."""


def observation_space(
    problem: Problem, *, with_candidates: bool, flatten: bool
) -> spaces.Space[Any]:
    """Return the space of the observations of one environment; 0 is padding everywhere."""
    keys = shown_keys(with_candidates=with_candidates)
    return spaces.Dict({key.name: _space(key, problem.sizes, flatten) for key in keys})


def _space(key: Key, sizes: Sizes, flatten: bool) -> spaces.Space[Any]:
    shape = key.shape(1, sizes)[1:]
    if key.dtype == np.bool_:
        return spaces.MultiBinary(shape[0] if len(shape) == 1 else shape)
    highest = sizes[key.below] - 1 if key.below else np.iinfo(key.dtype).max
    return spaces.Box(0, highest, (prod(shape),) if flatten else shape, key.dtype.type)


def shapes(problem: Problem) -> dict[str, tuple[int, ...]]:
    """Return the shape of each key of an observation that is not flattened."""
    return {key.name: key.shape(1, problem.sizes)[1:] for key in OBSERVATION}


def action_space(problem: Problem) -> spaces.Discrete:
    """Return the space of the actions of one environment: places in the window."""
    return spaces.Discrete(problem.env_config.n_candidates)


def arrays_of(observation: Observation, *, flatten: bool) -> Shown:
    """Return the arrays by name, flags as the int8 of gymnasium's ``MultiBinary``."""
    arrays = {
        name: x.view(np.int8) if x.dtype == np.bool_ else x
        for name, x in observation.arrays().items()
    }
    return {name: x.reshape(len(x), -1) for name, x in arrays.items()} if flatten else arrays


def row_of(observation: Observation, row: int, *, flatten: bool) -> Shown:
    """Return the arrays of one row."""
    return {name: array[row] for name, array in arrays_of(observation, flatten=flatten).items()}


def final_info(transition: Transition, illegal: BoolArray) -> dict[str, NDArray[Any]]:
    """Return the ``info`` of each row [N] whose episode ended; zeros for the others."""
    return {
        "is_success": transition.reward[:, 0] > 0,
        "episode_inferences": transition.episode_inferences[:, 0].astype(np.int64),
        "illegal_action": illegal,
    }


class GymDerivations:
    """N derivations, and their current observation.

    Args:
        problem: program, queries and settings.
        n: number of rows.
        split: the split whose queries are played.
        with_candidates: show the candidates' resolvents.
    """

    def __init__(self, problem: Problem, n: int, *, split: str, with_candidates: bool) -> None:
        self._problem, self._n = problem, n
        self._options = {"split": split, "with_candidates": with_candidates}
        self._derivations: Derivations | None = None

    @property
    def vocabulary(self) -> Vocabulary:
        """Symbols of the program and its queries."""
        return self._problem.vocabulary

    @cached_property
    def places(self) -> list[str]:
        """File and line of each clause."""
        return [f"{basename(c.file)}:{c.line}" for c in self._problem.program.clauses]

    @property
    def derivations(self) -> Derivations:
        """The derivations.

        Raises:
            EngineError: there was no reset yet.
        """
        if self._derivations is None:
            raise EngineError("there is no derivation yet.", "step", "call reset() first.")
        return self._derivations

    @property
    def is_open(self) -> bool:
        """True after the first reset."""
        return self._derivations is not None

    def reset(self, seed: int | None, mask: BoolArray | None = None) -> Observation:
        """Start the next episode in all rows, or in those of ``mask`` [N]; anew with a seed."""
        if seed is not None or self._derivations is None:
            self._derivations = Derivations(
                self._problem,
                self._n,
                seed=seed or 0,
                **self._options,  # type: ignore[arg-type]
            )
            mask = None
        self.shown = self.derivations.reset(None if mask is None else np.flatnonzero(mask))
        return self.shown

    def step(self, actions: NDArray[Any], *, restart: bool) -> tuple[Transition, BoolArray]:
        """Play one action in each row; the observation after it is in ``shown``.

        Args:
            actions: [N] index into the window.
            restart: start the next episode in rows that ended.

        Returns:
            the transition, and a mask [N] of rows with a forbidden action, whose derivation has
            failed where it stood.

        Raises:
            EngineError: an action is outside the window, or there was no reset yet.
        """
        derivations, before = self.derivations, self.shown
        self.before = before
        actions = np.asarray(actions, np.int64).reshape(self._n)
        mask = before.action_mask
        outside = actions[(actions < 0) | (actions >= mask.shape[1])]
        if outside.size:
            raise EngineError(
                f"there is no action {int(outside[0])}.",
                "step",
                f"choose from 0 to {mask.shape[1] - 1}.",
            )
        illegal = ~mask[np.arange(self._n), actions]
        # all rows step together: one that failed plays its first legal action, unseen
        actions = np.where(illegal, mask.argmax(1), actions)
        transition, self.shown = derivations.step(actions, restart=restart)
        if illegal.any():
            self._fail(transition, np.flatnonzero(illegal), before, restart)
        return transition, illegal

    def _fail(
        self, transition: Transition, rows: NDArray[np.int64], before: Observation, restart: bool
    ) -> None:
        ended = (transition.terminated | transition.truncated)[rows, 0]
        transition.observation[rows] = before[rows]
        transition.reward[rows] = 0
        transition.episode_return[rows] = 0
        transition.terminated[rows], transition.truncated[rows] = True, False
        transition.episode_inferences[rows] = before.inferences[rows]
        if restart and not ended.all():
            self.shown = self.derivations.reset(rows[~ended])
