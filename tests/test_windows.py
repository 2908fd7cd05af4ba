"""The laws of what a policy may choose from: pages of candidates, variants, the loop check."""

from pathlib import Path
from random import Random

import numpy as np

from symbolic_rl.base.config import MORE, REFUSE
from tests.playing import goals, random_actions, state, step
from tests.problems import make_derivations, make_problem
from tests.test_derivations import PATHS, SMALL

TEN = "".join(f"p({i}).\n" for i in range(10))


def test_more_is_the_last_action_before_refuse(tmp_path: Path) -> None:
    for refuse in (False, True):
        problem = make_problem(
            tmp_path, f"{TEN}q(0).", "query((p(X), q(X))).", n_candidates=5, refuse=refuse
        )
        derivations = make_derivations(problem)
        if refuse:
            step(derivations, 0)
        clauses = derivations.pages.clauses[0].tolist()

        assert clauses == ([4, 5, 6, MORE, REFUSE] if refuse else [4, 5, 6, 7, MORE])


def test_of_variants_the_first_is_kept_and_the_others_are_counted(tmp_path: Path) -> None:
    program = "p(X) :- q(X, Y).\np(X) :- r(X).\np(Z) :- q(Z, A).\np(b) :- r(b).\nq(a, a).\nr(a)."
    problem = make_problem(tmp_path, program, "query(p(b)).\nquery(p(X)).", loop_check="off")
    derivations = make_derivations(problem, 2)

    assert derivations.pages.clauses[:, :4].tolist() == [[4, 5, 0, 0], [4, 5, 7, 0]]
    assert derivations.counters["merged"] == 2 + 1


def test_turning_a_page_costs_no_inference_and_is_counted(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, f"{TEN}q(0).", "query((p(X), q(X))).", n_candidates=4, auto_advance=False
    )
    derivations = make_derivations(problem)
    step(derivations, 0)
    transition = step(derivations, 3)

    assert transition.observation.inferences.tolist() == [[1]]
    assert transition.observation.clauses.tolist() == [[7, 8, 9, MORE]]
    assert derivations.counters["pages_turned"] == 1


def test_too_many_pages_truncate_and_are_counted(tmp_path: Path) -> None:
    for restart in (False, True):
        problem = make_problem(
            tmp_path, TEN, "query(p(X)).", n_candidates=4, max_pages=1, auto_advance=False
        )
        derivations = make_derivations(problem)
        step(derivations, 0, restart=restart)
        first = step(derivations, 3, restart=restart)
        second = step(derivations, 3, restart=restart)

        assert (first.truncated.any(), second.truncated[0, 0]) == (False, True)
        assert second.reward.tolist() == [[0.0]] and not second.terminated.any()
        assert derivations.counters["page_limits"] == 1


def test_a_new_state_starts_at_its_first_page(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, f"{TEN}q(0).\nq(1).", "query((p(X), p(Y), q(X), q(Y))).",
        n_candidates=4, max_pages=1, auto_advance=False,
    )  # fmt: skip
    derivations = make_derivations(problem)
    step(derivations, 0)
    for _ in range(2):
        assert derivations.pages.clauses.tolist() == [[4, 5, 6, MORE]]
        assert not step(derivations, 3).truncated.any()
        assert derivations.pages.clauses.tolist() == [[7, 8, 9, MORE]]
        step(derivations, 0)
    assert goals(derivations, problem) == ["q(3)", "q(3)"]


def test_a_variant_of_an_earlier_state_is_masked_and_counted(tmp_path: Path) -> None:
    program = "p(X) :- p(Y), q.\np(X) :- p(Y).\np(a).\nq :- q.\nq."
    problem = make_problem(tmp_path, program, "query(p(X)).", loop_check="on", hide_query=False)
    derivations = make_derivations(problem)

    assert derivations.pages.clauses[0, :3].tolist() == [4, 6, 0]
    assert derivations.counters["loops_masked"] == 1
    problem = make_problem(tmp_path, program, "query(p(X)).", loop_check="off", hide_query=False)
    assert make_derivations(problem).pages.clauses[0, :4].tolist() == [4, 5, 6, 0]


def test_no_derivation_visits_a_state_twice_under_the_loop_check(tmp_path: Path) -> None:
    problem = make_problem(
        tmp_path, SMALL, PATHS, loop_check="on", max_inferences=30, auto_advance=False
    )
    derivations = make_derivations(problem, 25)
    seen = [{state(derivations, row)} for row in range(25)]
    random = Random(2)
    for _ in range(40):
        transition, _ = derivations.step(random_actions(derivations, random), restart=False)
        done = (transition.terminated | transition.truncated)[:, 0]
        for row in range(25):
            if not done[row]:
                assert state(derivations, row) not in seen[row]
            seen[row].add(state(derivations, row))
        derivations.reset(np.flatnonzero(done))
        for row in np.flatnonzero(done):
            seen[row] = {state(derivations, row)}
    assert derivations.counters["loops_masked"] > 0
