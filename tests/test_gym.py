"""The environment under gymnasium: its checks, its vector protocol, an outside client."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from symbolic_rl.base.errors import ConfigError, EngineError, PackError
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.envs.gymnasium import DerivationGymEnv, DerivationVectorEnv, Shown
from symbolic_rl.program.pack import list_packs

COUNTRIES = "symbolic_rl/countries_s3-v0"
KEYS = {"goals", "candidates", "clauses", "action_mask", "inferences"}


def legal(rng: np.random.Generator, shown: Shown) -> Any:
    """A random legal action for each row."""
    mask = shown["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(-1)


def assert_equal(one: Any, other: Any) -> None:
    """Compare dictionaries and arrays of arrays, nested, to the bit."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        one, other = list(one.values()), [other[key] for key in one]
    if isinstance(one, list) or (isinstance(one, np.ndarray) and one.dtype == object):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_equal(a, b)
    else:
        np.testing.assert_array_equal(one, other)
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A Prolog file without queries."""
    file = tmp_path / "lists.pl"
    file.write_text("app([], L, L).\napp([H|T], L, [H|R]) :- app(T, L, R).\n")
    return file


@pytest.mark.parametrize("pack", ["countries_s3", "robinson"])
def test_gymnasium_finds_nothing_to_complain_about(pack: str) -> None:
    assert {f"symbolic_rl/{name}-v0" for name in list_packs()} < gymnasium.registry.keys()
    for flatten in (True, False):
        env = gymnasium.make(f"symbolic_rl/{pack}-v0", flatten=flatten, render_mode="ansi")
        check_env(env.unwrapped)  # warnings are errors here


def test_rows_play_what_the_rows_of_every_collector_play() -> None:
    envs = gymnasium.make_vec(COUNTRIES, num_envs=8, flatten=False)
    assert isinstance(envs, DerivationVectorEnv)
    rows, rng = Derivations(envs.problem, 8, seed=3), np.random.default_rng(0)
    shown, _ = envs.reset(seed=3)
    expected, n_ended = rows.reset(), 0
    for _ in range(60):
        assert shown in envs.observation_space
        np.testing.assert_array_equal(envs.action_masks(), expected.action_mask)
        shown["action_mask"] = shown["action_mask"].view(bool)
        assert_equal(shown, expected.arrays())
        actions = legal(rng, shown)
        shown, *ends, infos = envs.step(actions)
        transition, expected = rows.step(actions)
        wanted = transition.reward, transition.terminated, transition.truncated
        for one, other in zip(ends, wanted, strict=True):
            np.testing.assert_array_equal(one, other[:, 0])
        done = (transition.terminated | transition.truncated)[:, 0]
        assert bool(infos) == done.any()
        if infos:
            final = infos["final_info"]
            assert not any(final[key][~done].any() for key in final)
            for mask in (infos["_final_obs"], infos["_final_info"], final["_is_success"]):
                np.testing.assert_array_equal(mask, done)
            assert all(last is None for last in infos["final_obs"][~done])
            np.testing.assert_array_equal(final["is_success"][done], ends[0][done] > 0)
            inferences = transition.episode_inferences[done, 0]
            np.testing.assert_array_equal(final["episode_inferences"][done], inferences)
        for row in np.flatnonzero(done):
            last = infos["final_obs"][row]
            np.testing.assert_array_equal(last["goals"], transition.observation.goals[row])
        n_ended += done.sum()
    assert n_ended > 50


@pytest.mark.parametrize("mode", AutoresetMode)
def test_native_vector_speaks_as_gymnasiums_own_does(mode: AutoresetMode) -> None:
    """Also of forbidden actions: one in four is."""
    native = gymnasium.make_vec(COUNTRIES, num_envs=2, autoreset_mode=mode.value)
    sync = gymnasium.make_vec(
        COUNTRIES, num_envs=2, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}
    )
    assert isinstance(sync, SyncVectorEnv)
    assert native.observation_space == sync.observation_space
    assert native.action_space == sync.action_space
    assert native.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"]
    rng, n_illegal, n_ended = np.random.default_rng(1), 0, 0
    seeds = [5, 7]  # a seed for each
    one, other = native.reset(seed=seeds), sync.reset(seed=seeds)
    for _ in range(200):
        assert_equal(one[0], other[0])
        assert_equal(one[-1], other[-1])
        actions = rng.integers(24, size=2) if rng.random() < 0.25 else legal(rng, one[0])
        n_illegal += not native.unwrapped.action_masks()[0, actions[0]]
        one, other = native.step(actions), sync.step(actions)
        for a, b in zip(one[1:4], other[1:4], strict=True):
            assert_equal(a, b)
        done = one[2] | one[3]
        n_ended += done.sum()
        if mode == AutoresetMode.DISABLED and done.any():
            assert_equal(one[0], other[0])
            assert_equal(one[-1], other[-1])
            with pytest.raises(EngineError, match=f"episode of row {done.argmax()} has ended"):
                native.step(actions)
            one, other = (env.reset(options={"reset_mask": done}) for env in (native, sync))
    assert n_illegal > 20 and n_ended > 40


def test_a_forbidden_action_fails_the_derivation_and_no_other() -> None:
    envs = gymnasium.make_vec(COUNTRIES, num_envs=6, flatten=False)
    assert isinstance(envs, DerivationVectorEnv)
    rows, rng = Derivations(envs.problem, 6, seed=0), np.random.default_rng(0)
    shown, _ = envs.reset(seed=0)
    rows.reset()
    actions = legal(rng, shown)
    forbidden = actions.copy()
    forbidden[2] = shown["action_mask"][2].argmin()
    after, reward, terminated, _, infos = envs.step(forbidden)
    transition, expected = rows.step(actions)

    others = np.arange(6) != 2
    assert terminated[2] and not reward[2]
    assert infos["final_info"]["illegal_action"].tolist() == [False, False, True] + 3 * [False]
    np.testing.assert_array_equal(infos["final_obs"][2]["goals"], shown["goals"][2])
    np.testing.assert_array_equal(after["goals"][others], expected.goals[others])
    np.testing.assert_array_equal(terminated[others], transition.terminated[others, 0])
    rows = Derivations(envs.problem, 6, seed=0)
    rows.reset()
    np.testing.assert_array_equal(after["goals"][2], rows.reset(np.array([2])).goals[2])


def test_a_seed_decides_the_queries_and_no_seed_draws_one() -> None:
    def first(seed: int | None) -> list[int]:
        env = gymnasium.make(COUNTRIES)
        shown = [env.reset(seed=seed)[0], *(env.reset()[0] for _ in range(7))]
        return [int(array["goals"].astype(np.int64).sum()) for array in shown]

    assert first(1) == first(1)
    assert len({tuple(first(seed)) for seed in (1, 2, None, None)}) == 4


def test_settings_axes_and_masks_of_resets_are_taken() -> None:
    options = {"num_envs": 4, "n_candidates": 9, "with_candidates": False}
    flat, deep = (gymnasium.make_vec(COUNTRIES, flatten=f, **options) for f in (True, False))
    assert isinstance(flat, DerivationVectorEnv)
    before, other = flat.reset(seed=0)[0], deep.reset(seed=0)[0]
    after, _ = flat.reset(options={"reset_mask": np.array([True, False, False, True])})

    assert flat.single_action_space == gymnasium.spaces.Discrete(9)
    assert before.keys() == KEYS - {"candidates"}
    for key, values in other.items():
        assert values.shape[1:] == flat.shapes[key] and before[key].ndim == 2
        np.testing.assert_array_equal(before[key].reshape(values.shape), values)
    assert (before["goals"] == after["goals"]).all(1).tolist() == [False, True, True, False]


def test_what_cannot_be_played_is_refused_at_once(lists: Path) -> None:
    with pytest.raises(PackError, match="no queries in split 'train'"):
        gymnasium.make("symbolic_rl/Program-v0", program=lists)
    with pytest.raises(PackError, match="did you mean countries_s3"):
        gymnasium.make("symbolic_rl/Program-v0", program="countries_3")
    with pytest.raises(ConfigError, match=r"(?s)no autoreset_mode 'Later'.*'NextStep'"):
        gymnasium.make_vec(COUNTRIES, num_envs=2, autoreset_mode="Later")
    with pytest.raises(EngineError, match=r"call reset\(\) first"):
        gymnasium.make_vec(COUNTRIES, num_envs=2).step(np.zeros(2, int))
    envs = gymnasium.make_vec(COUNTRIES, num_envs=2)
    envs.reset()
    with pytest.raises(EngineError, match="no action -1"):
        envs.step(np.array([0, -1]))


def test_options_of_a_reset_set_the_goal_or_are_refused(lists: Path) -> None:
    env = DerivationGymEnv(lists, goal="app(X, Y, [a])", render_mode="ansi")
    env.reset(seed=0)
    shown, _ = env.reset(options={"goal": "app([a], Y, Z)"})

    assert shown in env.observation_space
    assert str(env.render()).startswith("?- app([a], Y, Z).")
    shown, _ = env.reset(options={"goal": "app([other], Y, Z), app(Y, Y, Y)"})
    assert shown in env.observation_space
    again, _ = pickle.loads(pickle.dumps(env)).reset(seed=1)
    assert all((again[key] == shown[key]).all() for key in shown)
    with pytest.raises(ConfigError, match="disjunction"):
        env.reset(options={"goal": "app([a], Y, Z) ; app(Y, Z, [b])"})
    with pytest.raises(TypeError, match="gaol"):
        env.reset(options={"gaol": "app([a], Y, Z)"})


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("n_steps", [0, 3, 30])
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_a_copy_of_an_environment_goes_on_as_the_original(
    copied: Callable[[Any], Any], n_steps: int, mode: AutoresetMode
) -> None:
    options: dict[str, Any] = {"num_envs": 3, "render_mode": "ansi", "autoreset_mode": mode}
    envs, rng = gymnasium.make_vec(COUNTRIES, **options), np.random.default_rng
    shown, _ = envs.reset(seed=4)
    for _ in range(n_steps):
        shown, *_ = envs.step(legal(rng(0), shown))
    ends = []
    for env in (copied(envs), envs):
        random, now, seen = rng(1), shown, []
        for _ in range(20):
            now, *others = env.step(legal(random, now))
            seen.append((now, *others, env.render()))
        ends.append(seen)
    for one, other in zip(*ends, strict=True):
        assert_equal(dict(enumerate(one)), dict(enumerate(other)))


def test_environments_of_one_program_share_it(lists: Path) -> None:
    made = [DerivationGymEnv(lists, goal="app(X, Y, [a])") for _ in range(3)]
    assert made[0].problem is made[1].problem is made[2].problem
    lists.write_text("app([], L, L).\n")
    assert DerivationGymEnv(lists, goal="app(X, Y, [a])").problem is not made[0].problem


def test_gymnasiums_processes_take_it() -> None:
    rng = np.random.default_rng(0)
    processes = gymnasium.make_vec(
        COUNTRIES, num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}
    )
    assert isinstance(processes, AsyncVectorEnv)
    shown, _ = processes.reset(seed=0)
    for _ in range(30):
        shown, *_ = processes.step(legal(rng, shown))
    processes.close()
