"""The laws of what a policy may choose from: pages of candidates, variants, the loop check."""

from pathlib import Path
from random import Random

import numpy as np
from hypothesis import given, note, settings
from hypothesis import strategies as st

from symbolic_rl.base.config import MORE, REFUSE
from tests.playing import goals, random_actions, state, step
from tests.problems import make_derivations, make_problem, text
from tests.strategies import Case, wild_programs
from tests.test_derivations import PATHS, SMALL

TEN = "".join(f"p({i}).\n" for i in range(10))


@settings(max_examples=40)
@given(case=wild_programs(), n_candidates=st.integers(4, 9), refuse=st.booleans())
def test_the_window_is_the_page_of_candidates(
    case: Case, n_candidates: int, refuse: bool, tmp_path: Path
) -> None:
    note(str(case))
    problem = make_problem(
        tmp_path, case.program, f"query(({case.goal})).", n_candidates=n_candidates,
        refuse=refuse, auto_advance=False, loop_check="off", hide_query=False,
        builtin_inferences=2000,
    )  # fmt: skip
    derivations = make_derivations(problem)
    random = Random(0)
    for _ in range(5):
        page = problem.engine.expand(
            derivations.pages.states(np.arange(1)),
            hidden=np.zeros(1, np.int64), limit=1000, offset=derivations.pages.offset.copy(),
        )  # fmt: skip
        room = n_candidates - refuse
        fits = len(page.candidates) <= room and not page.more[0]
        shown = len(page.candidates) if fits else room - 1
        expected: dict[tuple[int, ...], int] = {}
        for i in range(min(shown, len(page.candidates))):
            expected.setdefault(tuple(page.candidates[i].tolist()), int(page.clauses[i]))
        pages = derivations.pages
        slots = pages.slots[0][pages.slots[0] >= 0]

        if page.counts[0]:
            assert [tuple(pages.pool[i].tolist()) for i in slots] == list(expected)
            assert pages.clauses[0, : slots.size].tolist() == list(expected.values())
            assert (MORE in pages.clauses[0]) == (not fits)
            assert (REFUSE in pages.clauses[0]) == refuse
            assert pages.mask[0].sum() == slots.size + (not fits) + refuse
        if step(derivations, *random_actions(derivations, random)).terminated.any():
            return


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


def test_variants_in_other_rows_are_not_merged(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, "query(path(a, b)).")
    derivations = make_derivations(problem, 3)

    assert derivations.pages.mask.sum(axis=1).tolist() == [derivations.pages.mask[0].sum()] * 3
    assert derivations.counters["merged"] == 0


@settings(max_examples=60)
@given(
    n=st.integers(0, 25),
    distinct=st.integers(1, 25),
    n_candidates=st.integers(4, 12),
    refuse=st.booleans(),
)
def test_turning_pages_neither_skips_nor_repeats(
    n: int, distinct: int, n_candidates: int, refuse: bool, tmp_path: Path
) -> None:
    rules = "".join(f"p(X) :- q({i % distinct}, X).\n" for i in range(n))
    problem = make_problem(
        tmp_path, f"{rules}p(X) :- q(last, X).\nq(0, a).", "query(p(X)).",
        n_candidates=n_candidates, refuse=refuse, auto_advance=False, loop_check="off",
    )  # fmt: skip
    derivations = make_derivations(problem)
    step(derivations, 0)
    found = []
    while True:
        pages = derivations.pages
        slots = pages.slots[0][pages.slots[0] >= 0]
        page = [text(problem.program, pages.pool[i].tolist())[0] for i in slots]
        assert len(set(page)) == len(page)
        found += [(clause, goal) for clause, goal in zip(pages.clauses[0], page, strict=False)]
        if MORE not in pages.clauses[0]:
            break
        before = state(derivations)
        step(derivations, pages.clauses[0].tolist().index(MORE))
        assert state(derivations) == before
    expected = [f"q({i % distinct},_0)" for i in range(n)] + ["q(last,_0)"]

    assert [goal for _, goal in found] == [expected[clause - 4] for clause, _ in found]
    assert len({clause for clause, _ in found}) == len(found)
    assert [clause for clause, _ in found] == sorted(clause for clause, _ in found)
    assert {goal for _, goal in found} == set(expected)
    assert derivations.counters["merged"] == len(expected) - len(found)


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


def test_histories_of_rows_and_episodes_are_apart(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, SMALL, PATHS, loop_check="on", max_inferences=9)
    derivations = make_derivations(problem, 7)
    alone = [make_derivations(problem, 1, first_row=row) for row in range(7)]
    random = Random(1)
    for _ in range(40):
        actions = random_actions(derivations, random)
        step(derivations, *actions, restart=True)
        for row, one in enumerate(alone):
            step(one, actions[row], restart=True)

            np.testing.assert_array_equal(one.pages.mask[0], derivations.pages.mask[row])
            np.testing.assert_array_equal(one.pages.clauses[0], derivations.pages.clauses[row])
            assert state(one) == state(derivations, row)


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
