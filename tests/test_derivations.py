"""The laws of derivations: moves, forced moves, ends, starts, checkpoints."""

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from symbolic_rl.base.errors import EngineError
from symbolic_rl.play.queries import QueryDraw
from tests.exhaustion import children
from tests.playing import arrays, goals, legal, random_actions, same, state, step
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


def test_a_refutation_of_a_query_labelled_false_still_earns_the_reward(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, "p(a) :- q.\nq.", "query(p(a), false).", auto_advance=False)
    derivations = make_derivations(problem)
    rewards = [step(derivations, 0).reward[0, 0] for _ in range(3)]

    assert rewards == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("auto_advance", [False, True])
@pytest.mark.parametrize("limit", [2, 3, 4, 5, 6])
def test_a_refutation_by_exactly_the_last_allowed_inference_counts(
    limit: int, auto_advance: bool, tmp_path: Path
) -> None:
    program = "p(a) :- q(a).\np(b) :- q(b).\nq(X) :- r(X).\nr(a).\nr(X) :- s(X).\ns(b)."
    problem = make_problem(
        tmp_path, program, "query(p(X)).", max_inferences=limit, auto_advance=auto_advance
    )  # $query, p, q, r: a refutation takes 4 inferences by clauses p(a), q(X) and r(a)
    derivations = make_derivations(problem)
    for _ in range(6):
        transition = step(derivations, 0)
        if transition.terminated.any() or transition.truncated.any():
            break

    assert transition.terminated.tolist() == [[limit >= 4]]
    assert transition.truncated.tolist() == [[limit < 4]]
    assert transition.reward.tolist() == transition.episode_return.tolist() == [[limit >= 4]]
    assert transition.episode_inferences.tolist() == [[min(limit, 4)]]


def test_a_failed_derivation_at_the_last_allowed_inference_is_terminated(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, "p :- q(a).\np :- q(b).\nq(c).", "query(p).", max_inferences=2,
        auto_advance=False,
    )  # fmt: skip
    derivations = make_derivations(problem)
    step(derivations, 0)
    transition = step(derivations, 0)

    assert (transition.terminated.all(), transition.truncated.any()) == (True, False)
    assert transition.reward.tolist() == [[0.0]]


def test_a_root_without_candidates_keeps_one_action_that_ends_with_nothing(tmp_path: Path) -> None:
    for refuse, action in ((False, 0), (True, 31)):
        problem = make_problem(tmp_path, "p(a).", "query((1 > 2, p(X))).", refuse=refuse)
        derivations = make_derivations(problem)
        assert legal(derivations.current()) == [action]
        transition = step(derivations, action)

        assert transition.terminated.all() and not transition.truncated.any()
        assert (transition.reward[0, 0], transition.episode_inferences[0, 0]) == (0, 0)


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


def test_forced_moves_of_a_reset_stop_before_the_last_allowed_inference(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, "p(X) :- p(f(X)).", "query(p(a)).", max_inferences=5, loop_check="off"
    )
    derivations = make_derivations(problem)
    assert derivations.pages.inferences.tolist() == [4]
    transition = step(derivations, 0)

    assert transition.truncated.all() and transition.episode_inferences.tolist() == [[5]]


# ---- forced moves


@settings(max_examples=60)
@given(
    case=wild_programs(),
    random=st.randoms(use_true_random=False),
    loop_check=st.sampled_from(["on", "off"]),
)
def test_auto_advance_is_playing_the_forced_moves_one_by_one(
    case: Case, random: Random, loop_check: str, tmp_path: Path
) -> None:
    note(str(case))
    both = []
    for auto_advance in (True, False):
        problem = make_problem(
            tmp_path, case.program, f"query(({case.goal})).", n_candidates=4,
            auto_advance=auto_advance, loop_check=loop_check, max_inferences=8, max_pages=3,
            builtin_inferences=2000,
        )  # fmt: skip
        both.append(make_derivations(problem))
    auto, manual = both
    for _ in range(20):  # at reset: up to the move that would end the episode
        if state(auto) == state(manual) and auto.pages.offset == manual.pages.offset:
            break
        assert len(legal(manual.current())) == 1
        assert not step(manual, *legal(manual.current())).terminated.any()
    for _ in range(8):
        action = random.choice(legal(auto.current()))
        one = step(auto, action)
        reward = np.zeros((1, 1), np.float32)
        for _ in range(40):
            other = step(manual, action)
            reward += other.reward
            if other.terminated.any() or other.truncated.any() or len(legal(manual.current())) > 1:
                break
            (action,) = legal(manual.current())

        assert state(auto) == state(manual)
        assert auto.pages.inferences.tolist() == manual.pages.inferences.tolist()
        np.testing.assert_array_equal(one.reward, reward)
        same(arrays(one), arrays(other))
        if one.terminated.any() or one.truncated.any():
            for name, count in auto.counters.items():
                assert count == manual.counters[name] or name == "view_cuts", name
            return


# ---- starts


def test_the_query_of_an_episode_depends_on_seed_row_and_episode_alone(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, max_inferences=6)
    whole = make_derivations(problem, 6, in_order=False, seed=3)
    parts = [
        make_derivations(problem, 2, in_order=False, seed=3, first_row=0),
        make_derivations(problem, 4, in_order=False, seed=3, first_row=2),
    ]
    played: dict[tuple[int, int], int] = {}
    for derivations, first, random in ((whole, 0, 1), (parts[0], 0, 2), (parts[1], 2, 3)):
        choose = Random(random)
        for _ in range(30):
            for row in range(derivations.n):
                key = (first + row, int(derivations.episode[row]))
                query = int(derivations.query[row])
                assert played.setdefault(key, query) == query
            step(derivations, *random_actions(derivations, choose), restart=True)

    assert len(played) > 60 and len(set(played.values())) > 15


ROWS = np.arange(100)
EPISODES = np.repeat(ROWS, 100), np.tile(ROWS, 100)
"""100 episodes in each of 100 rows."""


def test_queries_are_drawn_evenly_and_by_seed() -> None:
    draws = {seed: QueryDraw([10], ROWS, seed)(*EPISODES)[0] for seed in (0, 1)}

    assert np.bincount(draws[0], minlength=10).min() > 850
    assert 0.05 < (draws[0] == draws[1]).mean() < 0.15


def test_levels_of_a_curriculum_get_their_share() -> None:
    draw = QueryDraw([5, 10, 20], ROWS, 0)
    assert set(draw(*EPISODES)[1].tolist()) == {0}
    draw.level = 2
    queries, levels = draw(*EPISODES)
    share = np.bincount(levels) / levels.size

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


# ---- steps


def test_a_masked_action_is_refused_with_an_error_that_names_it(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS)
    derivations = make_derivations(problem, 3)
    before = arrays(derivations.current())
    actions = np.array([row.argmax() for row in derivations.pages.mask])
    actions[1] = 17

    with pytest.raises(EngineError, match="action 17 of row 1 is masked"):
        derivations.step(actions)
    same(arrays(derivations.current()), before)


def test_a_step_and_a_reset_are_a_step_that_restarts(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, max_inferences=5)
    two = make_derivations(problem, 5, in_order=False)
    one = make_derivations(problem, 5, in_order=False)
    random = Random(0)
    for _ in range(30):
        actions = random_actions(one, random)
        transition, restarted = one.step(actions)
        other, current = two.step(actions, restart=False)
        done = (other.terminated | other.truncated)[:, 0]
        if done.any():
            current = two.reset(np.flatnonzero(done))

        same(arrays(transition, restarted), arrays(other, current))
    assert one.counters == two.counters and one.successes == two.successes


def test_every_step_returns_fresh_arrays(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, max_inferences=5)
    derivations = make_derivations(problem, 5, in_order=False)
    random, kept = Random(0), []
    for _ in range(12):
        found = arrays(*derivations.step(random_actions(derivations, random)))
        kept.append((found, {name: array.copy() for name, array in found.items()}))

    for found, copies in kept:
        same(found, copies)
    for (one, _), (two, _) in pairwise(kept):
        for a in one.values():
            assert not any(np.shares_memory(a, b) for b in two.values())


def test_terminal_observations_survive_the_restart(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, "p(1) :- q.\np(2) :- r.\nq.\nr.", "query(p(X)).")
    derivations = make_derivations(problem)
    transition, restarted = derivations.step(np.array([1]))

    assert transition.terminated.all() and not transition.observation.goals.any()
    assert transition.observation.inferences.tolist() == [[3]]
    assert legal(transition.observation) == [0] and legal(restarted) == [0, 1]
    assert restarted.goals.any() and restarted.inferences.tolist() == [[1]]


def test_no_mask_is_ever_empty(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, max_inferences=4)
    derivations = make_derivations(problem, 25)
    random = Random(0)
    for _ in range(30):
        transition, observation = derivations.step(random_actions(derivations, random))

        assert transition.observation.action_mask.any(axis=1).all()
        assert observation.action_mask.any(axis=1).all()


def test_what_is_lost_in_the_last_step_of_an_episode_is_counted(tmp_path: Path) -> None:
    program = "p(X) :- q(X), X < a.\nq(1).\nq(2).\nq(3).\n"
    for restart in (False, True):
        problem = make_problem(tmp_path, program, "query(p(_)).")
        derivations = make_derivations(problem)
        transition = step(derivations, 0, restart=restart)

        assert transition.terminated.all() and derivations.counters["builtin_errors"] == 3


def test_what_is_lost_is_counted_by_its_cause(tmp_path: Path) -> None:
    program = (
        "p :- a(X).\np :- b.\np :- c.\na(X) :- between(1, inf, X), X < 0.\na(1) :- q.\n"
        "b :- \\+ loop.\nb :- q.\nc :- foo < 1.\nc :- q.\nloop :- loop.\nq :- fail.\n"
    )
    problem = make_problem(tmp_path, program, "query(p).", auto_advance=False)
    counts = []
    for choice in (0, 1, 2):
        derivations = make_derivations(problem)
        step(derivations, 0)
        step(derivations, choice)
        step(derivations, 0)
        counts.append(
            [
                derivations.counters[name]
                for name in ("inference_limits", "negation_limits", "builtin_errors")
            ]
        )

    assert counts == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_successes_and_inferences_are_tallied(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, "p(1) :- q.\np(2) :- r.\nq.\nr :- s.\ns :- fail.", "query(p(X))."
    )
    derivations = make_derivations(problem)
    for action in (0, 0, 1):
        step(derivations, action, restart=True)

    assert derivations.successes == {0: (2, 3)}
    assert derivations.inferences == 2 + 2 + 2


def test_rows_that_are_kept_go_on_as_they_would_have(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, max_inferences=8)
    whole, some = make_derivations(problem, 9), make_derivations(problem, 9)
    rows, random = np.array([1, 4, 8]), Random(0)
    some.keep(rows)
    for _ in range(15):
        actions = random_actions(whole, random)
        one, _ = whole.step(actions)
        other, _ = some.step(actions[rows])

        same({name: a[rows] for name, a in arrays(one).items()}, arrays(other))


# ---- checkpoints


@settings(max_examples=20)
@given(case=wild_programs(), random=st.randoms(use_true_random=False))
def test_restored_rows_have_the_same_future(case: Case, random: Random, tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, case.program, f"query(({case.goal})).\nquery(({case.goal}), false).",
        n_candidates=5, loop_check="on", max_inferences=7, refuse=True,
        builtin_inferences=2000,
    )  # fmt: skip
    one = make_derivations(problem, 4, in_order=False)
    for _ in range(random.randrange(5)):
        one.step(random_actions(one, random))
    saved = one.state()
    played = []
    for _ in range(6):
        actions = random_actions(one, random)
        played.append((actions, arrays(*one.step(actions))))
    for _ in range(2):
        other = make_derivations(problem, 4, in_order=False, seed=0)
        other.restore(saved)

        for actions, found in played:
            same(arrays(*other.step(actions)), found)
        assert other.counters == one.counters and other.successes == one.successes


def test_every_state_can_be_expanded_again_from_its_tokens(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, auto_advance=False, loop_check="off")
    derivations = make_derivations(problem, 10)
    random = Random(0)
    for _ in range(6):
        for row in range(10):
            again = children(problem.engine, [state(derivations, row)])[0]
            slots = derivations.pages.slots[row]
            kept = [tuple(derivations.pages.pool[i].tolist()) for i in slots[slots >= 0]]

            assert kept == list(dict.fromkeys(c.state for c in again))
        derivations.step(random_actions(derivations, random))
