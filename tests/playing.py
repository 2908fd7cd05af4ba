"""Playing derivations in tests, and comparing what came of it."""

from dataclasses import fields
from random import Random
from typing import Any

import numpy as np

from symbolic_rl.bridge.schema import Observation, Transition
from symbolic_rl.play.derivations import Derivations
from tests.problems import text


def random_actions(derivations: Derivations, random: Random) -> np.ndarray:
    """A legal action for each row."""
    mask = derivations.pages.mask
    return np.array([random.choice(np.flatnonzero(row).tolist()) for row in mask])


def arrays(*parts: Any) -> dict[str, np.ndarray]:
    """All arrays of observations and transitions, by name."""
    found: dict[str, np.ndarray] = {}
    for i, part in enumerate(parts):
        for field in fields(part):
            value = getattr(part, field.name)
            if isinstance(value, Observation):
                found |= {f"{i}.{k}": v for k, v in arrays(value).items()}
            elif value is not None:
                found[f"{i}.{field.name}"] = value
    return found


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    """Assert that two sets of arrays are equal."""
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)
        assert array.dtype == other[name].dtype


def state(derivations: Derivations, row: int = 0) -> tuple[int, ...]:
    """The tokens of the state of a row."""
    pages = derivations.pages
    return tuple(pages.pool[int(pages.state_at[row])].tolist())


def goals(derivations: Derivations, problem: Any, row: int = 0) -> list[str]:
    """The goals of the state of a row."""
    return text(problem.program, state(derivations, row))


def legal(observation: Observation, row: int = 0) -> list[int]:
    """The legal actions of a row."""
    return np.flatnonzero(observation.action_mask[row]).tolist()


def step(derivations: Derivations, *actions: int, restart: bool = False) -> Transition:
    """Play one action in each row."""
    return derivations.step(np.array(actions), restart=restart)[0]
