"""The same moves of the packs that are processes give the same, however they are played."""

from random import Random
from typing import Any

import numpy as np
import pytest

from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.envs.gymnasium.envs import DerivationGymEnv, DerivationVectorEnv
from symbolic_rl.play import queries, step
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.program.pack import list_packs, load_pack
from tests.conftest import Run
from tests.playing import both, play

PROCESSES = [name for name in list_packs() if load_pack(name).env.process]
SHORT = 30
LONG = 1000


@pytest.fixture(autouse=True)
def few_starts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find only the starts that are played: SWI-Prolog takes long for those of sokoban."""
    for module in (queries, step):
        monkeypatch.setattr(module, "CHUNK", 4)


class Walk:
    """A random walk: the same actions for whoever shows the same masks."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(3)

    def __call__(self, mask: Any) -> IntArray:
        actions: IntArray = (self._rng.random(mask.shape) * mask).argmax(axis=1)
        return actions


def rows_played(problem: Problem, n_moves: int) -> list[dict[str, Any]]:
    """Observations, rewards and ends of two rows."""
    rows, walk, seen = Derivations(problem, 2), Walk(), []
    observation = rows.reset()
    for _ in range(n_moves):
        transition, observation = rows.step(walk(observation.action_mask))
        seen.append(
            {
                "reward": transition.reward[:, 0].copy(),
                "terminated": transition.terminated[:, 0].copy(),
                "truncated": transition.truncated[:, 0].copy(),
                **{key: array.copy() for key, array in observation.arrays().items()},
            }
        )
    return seen


def same(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> None:
    """All frames are equal in the keys of the first."""
    for mine, theirs in zip(one, other, strict=True):
        for key, array in mine.items():
            np.testing.assert_array_equal(array, theirs[key].reshape(array.shape), key)


def vector_played(name: str, n_moves: int) -> list[dict[str, Any]]:
    """The same through gymnasium's vector environment."""
    envs, walk, seen = DerivationVectorEnv(name, num_envs=2), Walk(), []
    shown, _ = envs.reset(seed=0)
    for _ in range(n_moves):
        shown, reward, terminated, truncated, _ = envs.step(walk(shown["action_mask"]))
        ends = {"reward": reward, "terminated": terminated, "truncated": truncated}
        seen.append({**ends, **shown})
    return seen


def single_agrees(name: str, n_moves: int) -> None:
    """Gymnasium's environment of one row plays as a vector of one row does."""
    one, many, walk = DerivationGymEnv(name), DerivationVectorEnv(name, num_envs=1), Walk()
    shown, _ = one.reset(seed=0)
    together, _ = many.reset(seed=0)
    for _ in range(n_moves):
        for key, array in shown.items():
            np.testing.assert_array_equal(array, together[key][0], key)
        actions = walk(together["action_mask"])
        shown, reward, terminated, truncated, _ = one.step(int(actions[0]))
        together, rewards, ends, cuts, _ = many.step(actions)
        assert (reward, terminated, truncated) == (rewards[0], ends[0], cuts[0])
        if terminated or truncated:
            shown, _ = one.reset()


@pytest.mark.parametrize("name", PROCESSES)
def test_a_short_walk_is_the_same_in_prolog_in_c_and_in_gymnasium(name: str) -> None:
    walks(name, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROCESSES)
def test_a_walk_of_1000_moves_is_the_same_in_prolog_in_c_and_in_gymnasium(name: str) -> None:
    walks(name, LONG)


def walks(name: str, n_moves: int) -> None:
    """Compare walks of one length."""
    problem = load_problem(name)
    play(*both(problem, 2, in_order=False), Random(0), n_moves)
    same(rows_played(problem, n_moves), vector_played(name, n_moves))
    single_agrees(name, n_moves)


@pytest.mark.parametrize("name", ["rewriting", "sokoban", "tiles"])
def test_a_saved_plan_is_derived_again_by_swi_prolog(name: str, command: Run) -> None:
    query = next(iter(load_problem(name).queries("train")))
    goal = query.text

    asked = command("prove", name, goal, "--save", "plan.json")
    again = command("replay", "plan.json", name)

    assert (asked.returncode, again.returncode) == (0, 0), asked.stderr + again.stderr
    assert "derived again" in again.stdout
