"""The laws of builtins, negation and control in one resolution step, in C and by its oracle."""

from pathlib import Path

import pytest

from tests.exhaustion import answers_in_order
from tests.problems import (
    after,
    by_both,
    candidates,
    expand,
    listed,
    losses,
    make_engine,
    make_program,
    roots,
    text,
)


@by_both
def test_builtins_in_front_run_at_once(oracle: bool, tmp_path: Path) -> None:
    program = "p(X) :- Y is X + 1, Y > 2, q(Y), Z is Y * 2.\nq(N).\nr(N)."
    goals, lost = candidates(tmp_path, program, "p(5)", oracle=oracle)

    assert goals == [["q(6)", "is(_0,'*'(6,2))"]] or goals == [["q(6)", "'is'(_0,'*'(6,2))"]]
    assert lost == {}


@by_both
def test_builtins_behind_the_body_run_when_they_come_to_the_front(
    oracle: bool, tmp_path: Path
) -> None:
    goals, _ = candidates(
        tmp_path, "p(1).\np(2).\nq(a).", "p(X), X > 1, Y is X + 1, q(Y)", oracle=oracle
    )

    assert goals == [["q(3)"]]


@by_both
def test_a_failing_builtin_removes_the_candidate_and_counts_nothing(
    oracle: bool, tmp_path: Path
) -> None:
    goals, lost = candidates(
        tmp_path, "p(X) :- X == b.\np(X) :- X \\= a.\np(X) :- fail.\np(X) :- X = a.", "p(a)",
        oracle=oracle,
    )  # fmt: skip

    assert (goals, lost) == ([[]], {})


@by_both
@pytest.mark.parametrize(
    "body", ["Y is X + 1", "X < 1", "atom_length(X, N)", "length(L, a)", "Y is foo + 1", "2 > foo"]
)
def test_builtin_errors_remove_the_candidate_and_are_counted(
    oracle: bool, body: str, tmp_path: Path
) -> None:
    goals, lost = candidates(
        tmp_path, f"p(X) :- {body}.\np(X).\np(X) :- {body}.", "p(X)", oracle=oracle
    )

    assert (goals, lost) == ([[]], {"builtin_errors": 2})


@by_both
def test_nondeterministic_builtins_give_a_candidate_for_each_solution(
    oracle: bool, tmp_path: Path
) -> None:
    goals, _ = candidates(
        tmp_path, "p(X) :- between(1, 3, X), X =\\= 2, between(X, 3, Y), q(X, Y).\nq(1, 1).",
        "p(X)", oracle=oracle,
    )  # fmt: skip

    assert goals == [["q(1,1)"], ["q(1,2)"], ["q(1,3)"], ["q(3,3)"]]


@by_both
def test_infinitely_many_solutions_are_paged(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X) :- between(1, inf, X), q(X).\nq(1).", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    states = after(engine, roots(program, answers=False), 0)
    page = expand(engine, states, limit=4, offset=1000)

    assert [text(program, s) for s in listed(page.candidates)] == [
        [f"q({n})"] for n in (1001, 1002, 1003, 1004)
    ]
    assert page.more.tolist() == [True]


@by_both
def test_a_generator_that_finds_nothing_more_stops_at_its_limit_and_is_counted(
    oracle: bool, tmp_path: Path
) -> None:
    program = "p(X) :- between(1, inf, X), X < 3.\np(0)."
    goals, lost = candidates(tmp_path, program, "p(X)", oracle=oracle)

    assert (goals, lost) == ([[], [], []], {"inference_limits": 1})


@by_both
def test_negation_keeps_what_cannot_be_proved(oracle: bool, tmp_path: Path) -> None:
    program = "p(X) :- \\+ q(X).\nq(X) :- r(X), X > 1.\nr(1).\nr(2)."

    assert candidates(tmp_path, program, "p(1)", oracle=oracle) == ([[]], {})
    assert candidates(tmp_path, program, "p(2)", oracle=oracle) == ([], {})
    assert candidates(tmp_path, program, "p(X)", oracle=oracle) == ([], {})


@by_both
def test_negation_binds_nothing(oracle: bool, tmp_path: Path) -> None:
    goals, _ = candidates(
        tmp_path, "p(X, Y) :- \\+ \\+ q(X), r(X, Y).\nq(a).\nr(a, b).", "p(X, X)", oracle=oracle
    )

    assert goals == [["r(_0,_0)"]]


@by_both
@pytest.mark.parametrize("loop", ["l(X) :- l(X).", "l(X) :- l(f(X)).", "l(X) :- l(X), l(X)."])
@pytest.mark.parametrize("goal", ["\\+ l(a)", "\\+ \\+ l(a)", "\\+ ( l(a), fail )"])
def test_negation_that_reaches_its_limit_is_counted_and_never_a_yes(
    oracle: bool, loop: str, goal: str, tmp_path: Path
) -> None:
    goals, lost = candidates(
        tmp_path, f"p :- {goal}.\n{loop}", "p", oracle=oracle, builtin_inferences=5000
    )

    assert (goals, lost) == ([], {"negation_limits": 1})


@by_both
def test_an_error_inside_negation_is_counted_and_never_a_yes(oracle: bool, tmp_path: Path) -> None:
    program = "p(X) :- \\+ q(X).\nq(X) :- X > foo."

    assert candidates(tmp_path, program, "p(1)", oracle=oracle) == ([], {"builtin_errors": 1})


@by_both
def test_a_disjunction_is_one_step_with_a_candidate_for_each_branch(
    oracle: bool, tmp_path: Path
) -> None:
    program = make_program(tmp_path, "p(X) :- ( q(X) ; r(X) ; X = c ).\nq(a).\nr(b).", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    states = after(engine, roots(program, answers=False), 0, 0)
    page = expand(engine, states)
    kinds = {clause.id: clause.kind for clause in program.clauses}

    assert [text(program, s) for s in listed(page.candidates)] == [["q(_0)"], ["r(_0)"], []]
    assert {kinds[clause] for clause in page.clauses.tolist()} == {"or"}


@by_both
@pytest.mark.parametrize(("value", "branch"), [("3", "big"), ("1", "small"), ("2", "small")])
def test_an_if_then_else_takes_one_branch(
    oracle: bool, value: str, branch: str, tmp_path: Path
) -> None:
    program = "p(X) :- ( X > 2 -> big(X) ; small(X) ).\nbig(3).\nsmall(2)."
    loaded = make_program(tmp_path, program, f"p({value})")
    engine = make_engine(loaded, oracle=oracle, answers=False)
    states = after(engine, roots(loaded, answers=False), 0, 0)
    page = expand(engine, states)

    assert [text(loaded, s) for s in listed(page.candidates)] == [[f"{branch}({value})"]]


@by_both
def test_a_condition_runs_once(oracle: bool, tmp_path: Path) -> None:
    program = "p(X) :- ( between(2, 9, X) -> q(X) ; q(0) ).\nq(X)."
    loaded = make_program(tmp_path, program, "p(X)")
    engine = make_engine(loaded, oracle=oracle, answers=False)
    page = expand(engine, after(engine, roots(loaded, answers=False), 0, 0))

    assert [text(loaded, s) for s in listed(page.candidates)] == [["q(2)"]]


@by_both
def test_a_cut_behind_tests_shuts_out_the_later_clauses(oracle: bool, tmp_path: Path) -> None:
    program = "p(X) :- X > 2, !, q(big).\np(X) :- X > 1, !, q(middle).\np(X) :- q(small).\nq(a)."

    assert candidates(tmp_path, program, "p(3)", oracle=oracle)[0] == [["q(big)"]]
    assert candidates(tmp_path, program, "p(2)", oracle=oracle)[0] == [["q(middle)"]]
    assert candidates(tmp_path, program, "p(1)", oracle=oracle)[0] == [["q(small)"]]


@by_both
def test_a_cut_shuts_out_only_goals_that_match_its_head(oracle: bool, tmp_path: Path) -> None:
    program = "p(a, Y) :- !, q(1).\np(X, Y) :- q(2).\nq(a)."

    assert candidates(tmp_path, program, "p(a, b)", oracle=oracle)[0] == [["q(1)"]]
    assert candidates(tmp_path, program, "p(b, b)", oracle=oracle)[0] == [["q(2)"]]
    assert candidates(tmp_path, program, "p(X, b)", oracle=oracle)[0] == [["q(1)"]]


@by_both
def test_a_query_may_be_a_conjunction_that_starts_with_a_builtin(
    oracle: bool, tmp_path: Path
) -> None:
    program = make_program(tmp_path, "p(1).\np(2).", "between(2, 4, X), p(X)", "X < 1, p(X)")
    engine = make_engine(program, oracle=oracle)
    page = expand(engine, roots(program))

    assert [text(program, s) for s in listed(page.candidates)] == [
        [f"p({n})", f"'$answer'({n})"] for n in (2, 3, 4)
    ]
    assert [losses(page, row) for row in (0, 1)] == [{}, {"builtin_errors": 1}]


@by_both
def test_a_programs_own_definition_goes_before_a_builtin(oracle: bool, tmp_path: Path) -> None:
    program = "plus(o, Y, Y).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z)."
    loaded = make_program(tmp_path, program, "plus(X, Y, s(o))")
    engine = make_engine(loaded, oracle=oracle)
    finals = answers_in_order(engine, tuple(loaded.queries[0].root(answers=True).tolist()))

    assert [text(loaded, s) for s in finals] == [["'$answer'(o,s(o))"], ["'$answer'(s(o),o)"]]
    assert loaded.overrides == ["plus/3"]
