"""The same moves of MDPs give the same, however they are stepped: packs and random ones."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from symbolic_rl.derivations import queries, step
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.envs.gymnasium.envs import DerivationGymEnv, DerivationVectorEnv
from symbolic_rl.program.pack import list_packs, load_pack
from tests.frames import step_both
from tests.playing import both, play
from tests.problems import write_files
from tests.test_mdp_on_device import pair

PROCESSES = [name for name in list_packs() if load_pack(name).env.is_mdp]
SHORT, LONG = 30, 1000


@pytest.fixture(autouse=True)
def few_starts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find only the starts that are needed: SWI-Prolog takes long to find sokoban's."""
    for module in (queries, step):
        monkeypatch.setattr(module, "CHUNK", 4)


def gymnasium_agrees(name: str, n_moves: int) -> None:
    """Gymnasium's environments, of one row and of two, play as rows in this process."""
    rows, rng = Derivations(load_problem(name), 2), np.random.default_rng(3)
    one, many = DerivationGymEnv(name), DerivationVectorEnv(name, num_envs=2)
    observation = rows.reset()
    together, alone = many.reset(seed=0)[0], one.reset(seed=0)[0]
    for _ in range(n_moves):
        for key, array in observation.arrays().items():
            np.testing.assert_array_equal(array, together[key].reshape(array.shape), key)
            np.testing.assert_array_equal(alone[key], together[key][0], key)
        actions = (rng.random(observation.action_mask.shape) * observation.action_mask).argmax(1)
        transition, observation = rows.step(actions)
        alone, *mine, _ = one.step(int(actions[0]))
        together, *theirs, _ = many.step(actions)
        expected = transition.reward, transition.terminated, transition.truncated
        for single, vector, array in zip(mine, theirs, expected, strict=True):
            np.testing.assert_array_equal(vector, array[:, 0])
            assert single == vector[0]
        if mine[1] or mine[2]:
            alone, _ = one.reset()


def walks(name: str, n_moves: int) -> None:
    """Compare walks of one length in C, in Prolog and in gymnasium."""
    play(*both(load_problem(name), 2, in_order=False), Random(0), n_moves)
    gymnasium_agrees(name, n_moves)


@pytest.mark.parametrize("n_moves", [SHORT, pytest.param(LONG, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PROCESSES)
def test_a_walk_is_the_same_in_prolog_in_c_and_in_gymnasium(name: str, n_moves: int) -> None:
    walks(name, n_moves)


# ---- random MDPs

N_MOVES = 60
WAYS = ("left", "right", "jump(2)", "wait")


def written(folder: Path, seed: int) -> str:
    """Write a random MDP as a pack, and return its folder.

    Places have moves by facts; by chance of the seed there are a counter, draws, rewards, what is
    seen, and settings.
    """
    rng = Random(seed)
    n_places, n_queries = rng.randint(3, 9), rng.randint(1, 6)
    has_chance, has_rewards, is_seen = (rng.random() < share for share in (0.4, 0.6, 0.5))
    last = rng.randint(3, 8)
    lines = [
        f"way({place}, {way}, {rng.randrange(n_places)})."
        for place in range(n_places)
        for way in rng.sample(WAYS, rng.randint(place == 0, len(WAYS)))
    ]
    starts = sorted({int(line[4]) for line in lines})  # others are dead ends
    seed_now, seed_next, drawn = "none", "none", "P1 = P0"
    if has_chance:
        choices = [rng.randrange(n_places) for _ in range(rng.randint(2, 4))]
        seed_now, seed_next = "Key-Count", "Key-Count1"
        drawn = f"draw(Key-Count, {choices}, D), Count1 is Count + 1, "
        drawn += f"P1 is (P0 + D) mod {n_places}"
    first = "Place-0" if has_chance else "none"
    lines += [
        f"initial(from(Place), at(Place, 0, {first})).",
        f"action(at(P, K, {seed_now}), Way, at(P1, K1, {seed_next})) :- "
        f"way(P, Way, P0), K1 is K + 1, {drawn}.",
        f"terminal(at({rng.randrange(n_places)}, K, _), {rng.randint(-2, 5)}) :- K < {last}.",
        f"terminal(at(_, {last}, _), {rng.randint(-1, 1)}).",
    ]
    if has_rewards:
        lines += [
            f"reward(_, left, at(P, _, _), R) :- R is P * {rng.randint(-3, 3)} + 1.",
            f"reward(at(P, _, _), jump(N), _, R) :- P >= {rng.randrange(n_places)}, R is N - P.",
        ]
    if is_seen or has_chance:  # what is seen of a seed is nothing that tables could hold
        lines += [f"observe(at(P, K, _), [place(P), left(L)]) :- L is {last} - K."]
    settings = {
        "kind": '"mdp"',
        "reward_scale": rng.choice((0.25, 1.0)),
        "auto_advance": "true" if has_chance else rng.choice(("true", "false")),
        "max_inferences": rng.randint(4, 12),
        "n_goals": rng.randint(1, 3),
    }
    toml = "\n".join(f"{key} = {value}" for key, value in settings.items())
    queries = [f"query(from({rng.choice(starts)}))." for _ in range(n_queries)]
    files = {"env.toml": f'program = "program.pl"\n[env]\n{toml}\n'}
    train = "\n".join(dict.fromkeys(queries)) + "\n"
    write_files(folder, files, program="\n".join(lines) + "\n", train=train)
    return str(folder)


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(100, 300), marks=pytest.mark.slow)])
def test_random_mdps_are_the_same_however_they_are_stepped(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        folder = written(tmp_path / str(seed), seed)
        walks(folder, N_MOVES)
        step_both(*pair(load_problem(folder), 4, seed=3), N_MOVES)
