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

Step = tuple[str, str, list[list[str]], dict[str, int]]
"""Program, goal, the goals of each candidate, and candidates lost by cause."""

ERROR = {"builtin_errors": 1}
NEGATION = "p(X) :- \\+ q(X).\nq(X) :- r(X), X > 1.\nr(1).\nr(2)."
CUTS = "p(X) :- X > 2, !, q(big).\np(X) :- X > 1, !, q(middle).\np(X) :- q(small).\nq(a)."
FIRST_CUT = "p(a, Y) :- !, q(1).\np(X, Y) :- q(2).\nq(a)."
STEPS: dict[str, Step] = {
    "builtins in front run at once": (
        "p(X) :- Y is X + 1, Y > 2, q(Y), Z is Y * 2.\nq(N).", "p(5)",
        [["q(6)", "is(_0,'*'(6,2))"]], {},
    ),
    "builtins behind the body run when they come to the front": (
        "p(1).\np(2).\nq(a).", "p(X), X > 1, Y is X + 1, q(Y)", [["q(3)"]], {},
    ),
    "a failing builtin counts nothing": (
        "p(X) :- X == b.\np(X) :- X \\= a.\np(X) :- fail.\np(X) :- X = a.", "p(a)", [[]], {},
    ),
    "a candidate for each solution": (
        "p(X) :- between(1, 3, X), X =\\= 2, between(X, 3, Y), q(X, Y).\nq(1, 1).", "p(X)",
        [["q(1,1)"], ["q(1,2)"], ["q(1,3)"], ["q(3,3)"]], {},
    ),
    "a generator stops at its limit": (
        "p(X) :- between(1, inf, X), X < 3.\np(0).", "p(X)", [[], [], []],
        {"inference_limits": 1},
    ),
    "negation of what is not proved": (NEGATION, "p(1)", [[]], {}),
    "negation of what is proved": (NEGATION, "p(2)", [], {}),
    "negation with a variable": (NEGATION, "p(X)", [], {}),
    "negation binds nothing": (
        "p(X, Y) :- \\+ \\+ q(X), r(X, Y).\nq(a).\nr(a, b).", "p(X, X)", [["r(_0,_0)"]], {},
    ),
    "an error inside negation is never a yes": (
        "p(X) :- \\+ q(X).\nq(X) :- X > foo.", "p(1)", [], ERROR,
    ),
    "the last clause": (CUTS, "p(1)", [["q(small)"]], {}),
    "a cut behind tests": (CUTS, "p(2)", [["q(middle)"]], {}),
    "the first cut": (CUTS, "p(3)", [["q(big)"]], {}),
    "a cut whose head matches": (FIRST_CUT, "p(a, b)", [["q(1)"]], {}),
    "a cut whose head does not match": (FIRST_CUT, "p(b, b)", [["q(2)"]], {}),
    "a cut whose head binds": (FIRST_CUT, "p(X, b)", [["q(1)"]], {}),
}  # fmt: skip


@by_both
@pytest.mark.parametrize("name", STEPS)
def test_a_step_has_these_candidates(name: str, oracle: bool, tmp_path: Path) -> None:
    program, goal, goals, lost = STEPS[name]

    assert candidates(tmp_path, program, goal, oracle=oracle) == (goals, lost)


@by_both
@pytest.mark.parametrize(
    "body", ["Y is X + 1", "X < 1", "atom_length(X, N)", "length(L, a)", "Y is foo + 1", "2 > foo"]
)
def test_builtin_errors_remove_the_candidate_and_are_counted(
    oracle: bool, body: str, tmp_path: Path
) -> None:
    program = f"p(X) :- {body}.\np(X).\np(X) :- {body}."

    assert candidates(tmp_path, program, "p(X)", oracle=oracle) == ([[]], {"builtin_errors": 2})


@by_both
def test_infinitely_many_solutions_are_paged(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X) :- between(1, inf, X), q(X).\nq(1).", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    states = after(engine, roots(program, answers=False), 0)
    page = expand(engine, states, limit=4, offset=1000)

    found = [text(program, state) for state in listed(page.candidates)]
    assert found == [[f"q({n})"] for n in (1001, 1002, 1003, 1004)]
    assert page.more.tolist() == [True]


@by_both
@pytest.mark.parametrize("loop", ["l(X) :- l(X).", "l(X) :- l(f(X)).", "l(X) :- l(X), l(X)."])
@pytest.mark.parametrize("goal", ["\\+ l(a)", "\\+ \\+ l(a)", "\\+ ( l(a), fail )"])
def test_negation_that_reaches_its_limit_is_counted_and_never_a_yes(
    oracle: bool, loop: str, goal: str, tmp_path: Path
) -> None:
    program, limits = f"p :- {goal}.\n{loop}", {"max_subproof_inferences": 5000}
    found = candidates(tmp_path, program, "p", oracle=oracle, **limits)

    assert found == ([], {"subproof_limits": 1})


@by_both
@pytest.mark.parametrize(
    ("body", "goal", "expected", "kind"),
    [
        ("( q(X) ; r(X) ; X = c )", "p(X)", [["q(_0)"], ["r(_0)"], []], "or"),
        ("( X > 2 -> q(X) ; r(X) )", "p(3)", [["q(3)"]], "if"),
        ("( X > 2 -> q(X) ; r(X) )", "p(2)", [["r(2)"]], "if"),
        ("( between(2, 9, X) -> q(X) ; q(0) )", "p(X)", [["q(2)"]], "if"),
    ],
)
def test_a_control_construct_is_one_step_with_its_branches(
    oracle: bool, body: str, goal: str, expected: list[list[str]], kind: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, f"p(X) :- {body}.\nq(a).\nr(b).", goal)
    engine = make_engine(program, oracle=oracle, answers=False)
    page = expand(engine, after(engine, roots(program, answers=False), 0, 0))
    kinds = {clause.id: clause.kind for clause in program.clauses}

    assert [text(program, state) for state in listed(page.candidates)] == expected
    assert {kinds[clause] for clause in page.clauses.tolist()} == {kind}


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
    assert [losses(page, row) for row in (0, 1)] == [{}, ERROR]


@by_both
def test_a_programs_own_definition_goes_before_a_builtin(oracle: bool, tmp_path: Path) -> None:
    program = "plus(o, Y, Y).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z)."
    loaded = make_program(tmp_path, program, "plus(X, Y, s(o))")
    engine = make_engine(loaded, oracle=oracle)
    finals = answers_in_order(engine, tuple(loaded.queries[0].root(answers=True).tolist()))

    assert [text(loaded, s) for s in finals] == [["'$answer'(o,s(o))"], ["'$answer'(s(o),o)"]]
    assert loaded.overrides == ["plus/3"]
