"""The laws of derivations: moves, forced moves, ends, starts, checkpoints."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from symbolic_rl.derivations.queries import QueryDraw
from tests.playing import arrays, goals, random_actions, same, step
from tests.problems import make_derivations, make_problem
from tests.strategies import Case, wild_programs

SMALL = """
path(X, X).
path(X, Z) :- edge(X, Y), path(Y, Z).
edge(a, b).
edge(b, c).
edge(c, a).
edge(a, d).
edge(d, e).
"""
PATHS = "".join(f"query(path({x}, {y})).\n" for x in "abcde" for y in "abcde")


# ---- ends


@pytest.mark.parametrize(("label", "reward"), [("true", 0.0), ("false", 1.0)])
def test_refuse_earns_the_reward_for_queries_labelled_false(
    label: str, reward: float, tmp_path: Path
) -> None:
    problem = make_problem(tmp_path, SMALL, f"query(path(e, a), {label}).", refuse=True)
    derivations = make_derivations(problem)
    transition = step(derivations, problem.env_config.n_candidates - 1)
    assert transition.terminated.all() and not transition.truncated.any()
    assert transition.reward.tolist() == transition.episode_return.tolist() == [[reward]]


@pytest.mark.parametrize("auto_advance", [False, True])
@pytest.mark.parametrize("limit", [2, 3, 4, 5, 6])
def test_a_proof_by_exactly_the_last_allowed_inference_counts(
    limit: int, auto_advance: bool, tmp_path: Path
) -> None:
    program = "p(a) :- q(a).\np(b) :- q(b).\nq(X) :- r(X).\nr(a).\nr(X) :- s(X).\ns(b)."
    problem = make_problem(
        tmp_path, program, "query(p(X)).", max_inferences=limit, auto_advance=auto_advance
    )  # $query, p, q, r: a proof takes 4 inferences by clauses p(a), q(X) and r(a)
    derivations = make_derivations(problem)
    for _ in range(6):
        transition = step(derivations, 0)
        if transition.terminated.any() or transition.truncated.any():
            break

    assert transition.terminated.tolist() == [[limit >= 4]]
    assert transition.truncated.tolist() == [[limit < 4]]
    assert transition.reward.tolist() == transition.episode_return.tolist() == [[limit >= 4]]
    assert transition.episode_inferences.tolist() == [[min(limit, 4)]]


def test_a_reset_is_never_terminal_and_plays_forced_moves_up_to_the_last(tmp_path: Path) -> None:
    program = "one(a).\nchain :- link.\nlink :- two.\ntwo :- one(a).\ndead :- link, one(b).\n"
    problem = make_problem(
        tmp_path, f"{program}two_ways(1).\ntwo_ways(2).\nfork :- two_ways(X), two_ways(3).",
        "query(one(a)).\nquery(chain).\nquery(dead).\nquery(fork).", hide_query=False,
    )  # fmt: skip
    derivations = make_derivations(problem, 4)

    assert [goals(derivations, problem, row) for row in range(4)] == [
        ["one(a)"], ["one(a)"], ["one(a)", "one(b)"], ["two_ways(_0)", "two_ways(3)"],
    ]  # fmt: skip
    assert derivations.pages.inferences.tolist() == [1, 4, 4, 2]
    transition = step(derivations, 0, 0, 0, 0)
    assert transition.terminated[:, 0].tolist() == [True] * 4
    assert transition.reward[:, 0].tolist() == [1.0, 1.0, 0.0, 0.0]


# ---- starts


ROWS = np.arange(100)
EPISODES = np.repeat(ROWS, 100), np.tile(ROWS, 100)
"""100 episodes in each of 100 rows."""


def test_queries_are_drawn_evenly_by_seed_and_levels_get_their_share() -> None:
    draws = {seed: QueryDraw([10], ROWS, seed)(*EPISODES)[0] for seed in (0, 1)}
    draw = QueryDraw([5, 10, 20], ROWS, 0)
    assert set(draw(*EPISODES)[1].tolist()) == {0}
    draw.level = 2
    queries, levels = draw(*EPISODES)
    share = np.bincount(levels) / levels.size

    assert np.bincount(draws[0], minlength=10).min() > 850
    assert 0.05 < (draws[0] == draws[1]).mean() < 0.15
    assert abs(share[2] - 0.5) < 0.03 and abs(share[0] - share[1]) < 0.04
    for level, (low, high) in enumerate([(0, 5), (5, 15), (15, 35)]):
        assert set(queries[levels == level].tolist()) == set(range(low, high))


def test_a_query_does_not_use_its_own_fact(tmp_path: Path) -> None:
    program = "p(a).\np(a).\np(b) :- q.\nq.\nr :- \\+ p(a)."
    for hide, reward in ((True, 0.0), (False, 1.0)):
        problem = make_problem(tmp_path, program, "query(p(a)).", hide_query=hide)
        derivations = make_derivations(problem)
        transition = step(derivations, 0)
        assert transition.terminated.all() and transition.reward.tolist() == [[reward]]


# ---- checkpoints


@settings(max_examples=20)
@given(case=wild_programs(), random=st.randoms(use_true_random=False))
def test_restored_rows_have_the_same_future(case: Case, random: Random, tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, case.program, f"query(({case.goal})).\nquery(({case.goal}), false).",
        n_candidates=5, loop_check="on", max_inferences=7, refuse=True,
        max_subproof_inferences=2000,
    )  # fmt: skip
    one = make_derivations(problem, 4, in_order=False)
    for _ in range(random.randrange(5)):
        one.step(random_actions(one, random))
    saved = one.state()
    stepped = []
    for _ in range(6):
        actions = random_actions(one, random)
        stepped.append((actions, arrays(*one.step(actions))))
    for _ in range(2):
        other = make_derivations(problem, 4, in_order=False, seed=0)
        other.restore(saved)

        for actions, found in stepped:
            same(arrays(*other.step(actions)), found)
        assert other.counters == one.counters and other.successes == one.successes
