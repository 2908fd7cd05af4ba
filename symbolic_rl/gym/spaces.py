"""What gymnasium is shown of derivations, and the spaces of it.

Dimension key: N environments, A actions, G goals, W slots of a goal.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from symbolic_rl.derivation.frames import BoolArray, Transition
from symbolic_rl.observation.windows import Observation
from symbolic_rl.problem import Problem

Shown = dict[str, NDArray[Any]]
"""An observation: ``goals, candidates, clauses, inferences`` int32 and ``action_mask`` int8."""


def observation_space(problem: Problem, with_candidates: bool) -> spaces.Space[Any]:
    """The space of one environment's observations; 0 is padding everywhere."""
    config, view = problem.env_config, problem.viewer.view
    a, g, w = config.n_candidates, view.n_goals, view.goal_width
    ids = problem.program.vocabulary.size - 1
    shown: dict[str, spaces.Space[Any]] = {
        "goals": spaces.Box(0, ids, (g, w), np.int32),
        "clauses": spaces.Box(0, problem.n_clauses - 1, (a,), np.int32),
        "action_mask": spaces.MultiBinary(a),
        "inferences": spaces.Box(0, config.max_inferences, (1,), np.int32),
    }
    if with_candidates:
        shown["candidates"] = spaces.Box(0, ids, (a, g, w), np.int32)
    return spaces.Dict(shown)


def action_space(problem: Problem) -> spaces.Discrete:
    """The space of one environment's actions: places in the window."""
    return spaces.Discrete(problem.env_config.n_candidates)


def arrays_of(observation: Observation) -> Shown:
    """The arrays by name, with the mask as gymnasium's spaces sample by it."""
    arrays: Shown = observation.arrays()
    arrays["action_mask"] = observation.action_mask.view(np.int8)
    return arrays


def row_of(observation: Observation, row: int) -> Shown:
    """The arrays of one row."""
    return {name: array[row] for name, array in arrays_of(observation).items()}


def final_info(transition: Transition, illegal: BoolArray) -> dict[str, NDArray[Any]]:
    """What is told of each row [N] whose episode ended; zeros for the others."""
    return {
        "is_success": transition.reward[:, 0] > 0,
        "episode_inferences": transition.episode_inferences[:, 0].astype(np.int64),
        "illegal_action": illegal,
    }
