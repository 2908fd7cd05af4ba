"""Random small processes give the same in Prolog, in C, on tensors and in gymnasium."""

from pathlib import Path
from random import Random

import pytest

from symbolic_rl.play.problem import load_problem
from tests.test_process_on_device import pair, play_both
from tests.test_process_packs import walks

N_MOVES = 60
WAYS = ("left", "right", "jump(2)", "wait")


def written(folder: Path, seed: int) -> str:
    """Write a random process as a pack, and return its folder.

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
        "process": "true",
        "reward_scale": rng.choice((0.25, 1.0)),
        "auto_advance": "true" if has_chance else rng.choice(("true", "false")),
        "max_inferences": rng.randint(4, 12),
        "n_goals": rng.randint(1, 3),
    }
    toml = "\n".join(f"{key} = {value}" for key, value in settings.items())
    queries = [f"query(from({rng.choice(starts)}))." for _ in range(n_queries)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.pl").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / "train.pl").write_text("\n".join(dict.fromkeys(queries)) + "\n", "utf-8")
    (folder / "env.toml").write_text(f'program = "program.pl"\n[env]\n{toml}\n', "utf-8")
    return str(folder)


def agrees(folder: str) -> None:
    """Compare walks, however they are played."""
    walks(folder, N_MOVES)
    play_both(*pair(load_problem(folder), 4, seed=3), N_MOVES)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_process_is_the_same_however_it_is_played(seed: int, tmp_path: Path) -> None:
    agrees(written(tmp_path / "pack", seed))


@pytest.mark.slow
def test_200_random_processes_are_the_same_however_they_are_played(tmp_path: Path) -> None:
    for seed in range(100, 300):
        agrees(written(tmp_path / str(seed), seed))
