"""Playing derivations in tests, and comparing what came of it."""

from dataclasses import fields
from random import Random
from typing import Any

import numpy as np

from symbolic_rl.bridge.schema import Observation, Transition
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.pages import NUMBERS, Pages
from symbolic_rl.derivations.problem import Problem
from tests.oracles.step import PlainDerivations, Row, State
from tests.problems import make_derivations, text

Both = tuple[Derivations, PlainDerivations]


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
    """Take one action in each row."""
    return derivations.step(np.array(actions), restart=restart)[0]


# ---- in C and in plain Python


def both(problem: Problem, n: int, *, n_threads: int = 1, **options: Any) -> Both:
    """The rows of a problem in C, and in plain Python."""
    options = {"in_order": True, **options}
    rows = make_derivations(problem, n, n_threads=n_threads, **options)
    return rows, PlainDerivations(problem, n, **options)


def same_so_far(rows: Derivations, plain: PlainDerivations) -> None:
    """Assert that two sets of rows are at the same states, and counted the same."""
    pages, numbers = rows.pages, [name for name in NUMBERS if hasattr(Row, name)]
    for i, row in enumerate(plain.rows):
        assert (rows.rows.query[i], rows.rows.level[i], rows.rows.episode[i]) == (
            row.query,
            row.level,
            row.episode,
        )
        for name in numbers:
            assert getattr(pages, name)[i] == getattr(row, name), name
        assert pages.clauses[i].tolist() == row.clauses
        assert pages.mask[i].tolist() == row.mask
        assert [found(pages, at) for at in pages.slots[i]] == row.following
        assert found(pages, pages.state_at[i]) == row.state
        past = pages.history[i, : pages.history_length[i]]
        np.testing.assert_array_equal(past, TokenBatch.of(row.history).hashes())
    assert rows.counters == plain.counts
    assert rows.successes == plain.successes
    assert rows.inferences == plain.inferences


def found(pages: Pages, at: int) -> State | None:
    """The state at a place of the pool, whose hash is its own."""
    if at < 0:
        return None
    state = pages.pool[at]
    np.testing.assert_array_equal(pages.hashes[at], TokenBatch.of([state]).hashes()[0])
    return tuple(state.tolist())


def play(rows: Derivations, plain: PlainDerivations, random: Random, n_steps: int) -> None:
    """Play the same random moves in both: some without restart, at another level or in few rows."""
    for _ in range(n_steps):
        same(arrays(rows.current()), arrays(plain.current()))
        actions = random_actions(rows, random)
        restart = random.random() < 0.8
        rows.draw.level = plain.draw.level = random.randrange(rows.rows.tallies.shape[1])
        stays = rows.pages.outcome != 0
        if stays.any() or random.random() < 0.3:
            stays |= np.array([random.random() < 0.3 for _ in stays])
        options: dict[str, Any] = {"restart": restart, "stays": stays if stays.any() else None}
        same(arrays(*rows.step(actions, **options)), arrays(*plain.step(actions, **options)))
        if random.random() < 0.5:
            ended = np.flatnonzero(rows.pages.outcome)
            same(arrays(rows.reset(ended)), arrays(plain.reset(ended.tolist())))
        same_so_far(rows, plain)
