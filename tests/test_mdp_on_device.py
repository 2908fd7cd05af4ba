"""An MDP on a device plays what ``DerivationEnv`` plays with the engine ``prolog``."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from symbolic_rl.base.errors import ConfigError, EngineError
from symbolic_rl.derivations import mdp_states
from symbolic_rl.derivations.mdp_states import PRIME
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.mdp_on_device import MdpTensorEnv
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.program.pack import load_pack
from tests.frames import same_frames, step_both, unrolled
from tests.pretend_cuda import waits_refused
from tests.problems import make_problem, problem_of
from tests.test_mdps import QUERIES, SEEN, WALK

DRAWS = """\
initial(start(Key), at(0, Key-0)).
action(at(N, Key-Count), jump, at(M, Key-Count1)) :-
    draw(Key-Count, [1, 2, 3], D), M is N + D, M =< 12, Count1 is Count + 1.
action(at(N, Key-Count), dice, at(M, Key-Count1)) :-
    draw(Key-Count, [0, 1], D), M is N + D, Count1 is Count + 2.
action(at(N, Seed), back, at(M, Seed)) :- N > 0, M is N - 1.
terminal(at(12, _), 5).
reward(at(_, _), jump, at(M, _), R) :- R is M mod 3.
reward(at(_, _), back, _, -1).
observe(at(N, _), [place(N)]).
"""
STARTS = "".join(f"query(start({n})).\n" for n in range(20))


def on_device(one: Problem) -> Problem:
    """The same problem with the engine ``tensor``."""
    return load_problem(one.pack, replace(one.env_config, engine="tensor"))


def pair(one: Problem, n: int, **options: Any) -> tuple[DerivationEnv, MdpTensorEnv]:
    """Environments of the same problem for both engines."""
    return DerivationEnv(one, n, **options), MdpTensorEnv(on_device(one), n, **options)


PROGRAMS = {
    "seen": (SEEN, QUERIES, {"max_inferences": 7, "reward_scale": 0.25, "n_goals": 2}),
    "draws": (DRAWS, STARTS, {"max_inferences": 30}),
    "without forced moves": (WALK, QUERIES, {"auto_advance": False}),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("options", [{}, {"group_size": 4, "with_candidates": False}], ids=str)
def test_processes_are_played_alike(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    program, queries, settings = PROGRAMS[name]
    problem = make_problem(tmp_path, program, queries, kind="mdp", **settings)
    step_both(*pair(problem, 16, seed=3, **options), 60)


def test_one_choice_of_40_is_drawn_as_often_as_in_prolog(tmp_path: Path) -> None:
    """It lies within a list that draws the same at both ends."""
    text = DRAWS.replace("[1, 2, 3]", str([2] * 19 + [1] + [2] * 20)).replace("[0, 1]", "[0]")
    limits = {"max_subproof_inferences": 99_000}  # so that C derives it
    problem = make_problem(tmp_path, text, STARTS, kind="mdp", max_inferences=30, **limits)
    one, other = pair(problem, 8, seed=3)
    assert np.bincount(other._bucket_of).tolist() == [PRIME - 1638, 1638]
    step_both(one, other, 40)


def test_a_list_that_only_one_draw_leads_to_is_found(tmp_path: Path) -> None:
    """Its length is found although the moves that draw from it fail, or are negated."""
    hidden = "draw(Key-Count, [1, 2, 3], D), deep(D, Key-Count)"
    text = (
        DRAWS.replace("draw(Key-Count, [1, 2, 3], D)", hidden)
        + """\
deep(1, _).
deep(2, Seed) :- \\+ draw(Seed, [a, a, a, b, a, a, a], b).
deep(3, Seed) :- draw(Seed, [a, a, a, a, b], b).
"""
    )
    problem = make_problem(tmp_path, text, STARTS, kind="mdp", max_inferences=30)

    step_both(*pair(problem, 16, seed=3), 60)


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=pytest.mark.cuda)])
def test_catcher_is_played_alike_and_on_cuda_nothing_waits(device: str) -> None:
    env = MdpTensorEnv(problem_of("catcher", "tensor"), 64, seed=3, device=device)
    step_both(DerivationEnv(problem_of("catcher"), 64, seed=3), env, 60)
    frame = env.reset()
    for _ in range(3):
        frame = env.rand_action(frame)
        with waits_refused() if device == "cuda" else nullcontext():
            _, frame = env.step_and_maybe_reset(frame)


def test_a_masked_action_ends_the_episode_and_is_told_later(tmp_path: Path) -> None:
    env = MdpTensorEnv(on_device(make_problem(tmp_path, WALK, QUERIES, kind="mdp")), 2)
    frame = env.reset().set("action", torch.tensor([31, 0]))
    following = env.step(frame)["next"]
    assert following["terminated"].squeeze(1).tolist() == [True, False]
    with pytest.raises(EngineError, match="1 actions were masked"):
        _ = env.counters


def test_a_checkpoint_goes_on_where_it_was(tmp_path: Path) -> None:
    problem = on_device(make_problem(tmp_path, DRAWS, STARTS, kind="mdp"))
    one, other = (MdpTensorEnv(problem, 8, group_size=4) for _ in range(2))
    one.rollout(9, break_when_any_done=False)
    saved = one.state_dict()
    for env in (one, other):
        env.load_state_dict(saved)
    same_frames(unrolled(one, 9), unrolled(other, 9))


REFUSED = [
    ({"loop_check": "on"}, WALK, QUERIES, "loop_check"),
    ({"refuse": True}, WALK, QUERIES, "refuse"),
    ({"auto_advance": False}, DRAWS, STARTS, "forced"),
    ({"n_candidates": 4}, WALK.replace("[1, 2]", "[1, 2, 3, 4]"), QUERIES, "moves"),
    (
        {},
        DRAWS.replace("D), M is N + D, C", "D), M is N + D + Count mod 2, C"),
        STARTS,
        "a goal other than draw/3",
    ),
    ({}, DRAWS.replace("[0, 1]", str([*range(300)])), STARTS, "more than 256 outcomes"),
    ({}, f"{DRAWS}terminal(at(_, _-5), 2).", STARTS, "a goal other than draw/3"),
    ({}, f"{DRAWS}terminal(at(_, _-Count), 2) :- Count > 7.", STARTS, "a goal other than draw/3"),
    (
        {},
        f"{DRAWS}terminal(at(_, Seed), 2) :- arg(2, Seed, 5).",
        STARTS,
        "a goal other than draw/3",
    ),
    (
        {},
        DRAWS.replace("M =< 12", "M =< 12, Next is Count + 1, draw(Key-Next, [0, 0, 0, 1], 0)"),
        STARTS,
        "a goal other than draw/3",
    ),
]


@pytest.mark.parametrize(("settings", "program", "queries", "said"), REFUSED)
def test_what_tables_cannot_hold_is_refused(
    settings: dict[str, Any], program: str, queries: str, said: str, tmp_path: Path
) -> None:
    problem = on_device(make_problem(tmp_path, program, queries, kind="mdp", **settings))
    with pytest.raises(ConfigError, match=said):
        MdpTensorEnv(problem, 2)


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mdp_states, "MOST_STATES", 100)
    pack = load_pack("tiles")
    problem = load_problem(pack, replace(pack.env, engine="tensor", loop_check="off"))
    with pytest.raises(ConfigError, match="more than 100 states"):
        MdpTensorEnv(problem, 2)
