"""Goals that wait for variables: dif/2, freeze/2 and when/2; next to test_against_swipl."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from symbolic_rl.base.errors import ConfigError, ProofError
from symbolic_rl.proofs.goals import GoalBatch
from symbolic_rl.proofs.prove import prove, shown
from symbolic_rl.proofs.saved import save, verify_file
from tests.fuzz.whole import IMPORTS_REIF, SEARCHES, check_whole, write_files
from tests.problems import by_each_search, program_file, searched

PROGRAM = """\
pick(X, Y) :- dif(X, Y), member(X, [a, b]), member(Y, [a, b]).
other(X, Y) :- dif(X-Y, a-b), member(X, [a, c]).
kept(L) :- dif(X, a), findall(X, member(X, [a, b, _]), L).
never(X) :- dif(f(X), f(X)).
ever(X) :- dif(f(X, a), f(_, b)).
unlike(X) :- dif(X, a), \\+ X = a.
first(X) :- dif(X, a), only(X).
only(a) :- !.
only(b) :- !.
only(c).
"""
WAKING = """\
even(0). even(2). even(4).
late(X) :- freeze(X, even(X)), member(X, [1, 2, 3, 4]).
open(X) :- freeze(X, even(X)).
both(X, Y) :- when(( nonvar(X), ground(Y) ), even(X)), X = 2, Y = f(_).
one(X, Y) :- when(( ?=(X, Y) ; nonvar(X) ), even(Y)), Y = 2, X = 3.
cut(X) :- freeze(X, even(X)), small(X).
small(1) :- !.
small(2) :- !.
small(4).
inside(Y) :- freeze(X, Y = X), once(( member(X, [a, b]), Y == b )).
apart(X) :- freeze(X, fail), X \\= a, X \\= f(_).
alike(X, Y) :- when(?=(X, Y), true), X \\= Y.
"""


program = program_file(PROGRAM)


waking = program_file(WAKING)


ANSWERS = [
    ("pick(X, Y)", ["X = a, Y = b", "X = b, Y = a"]),
    ("other(X, Y)", ["X = a, dif(Y, b)", "X = c"]),
    ("other(X, Y), Y = b", ["X = c, Y = b"]),
    ("kept(L)", ["L = [b, _A], dif(_A, a)"]),
    ("never(X)", []),
    ("ever(X)", ["true"]),
    ("unlike(X)", ["dif(X, a)"]),
    ("first(X)", ["X = b"]),
    ("dif(X, Y), dif(X, a), dif(X, a)", ["dif(X, Y), dif(X, a)"]),
    ("dif(X, Y), X = Y", []),
    ("G = dif(X), call(G, a), member(X, [a, b])", ["G = dif(b), X = b"]),
    ("dif(X, a), memberchk(X, [a, b, c])", ["X = b"]),
    ("dif(X, a), memberchk(X-c, [a-c, Y]), dif(Y, b-c)", ["Y = X-c, dif(X, a), dif(X, b)"]),
    ("dif(X, a), \\+ memberchk(f(X), [f(a)])", ["dif(X, a)"]),
    ("dif(X, b), subtract([a, b], [X], L)", ["X = a, L = [b]"]),
]


@by_each_search
def test_each_search_keeps_dif_as_a_constraint(search: str, program: Path) -> None:
    for goal, expected in ANSWERS:
        found = prove(program, goal, search=search).take(9)
        assert ([proof.answer for proof in found.answers], found.complete) == (expected, True), goal


@pytest.mark.parametrize(
    "goal, expected",
    [
        ("late(X)", ["X = 2", "X = 4"]),
        ("open(X)", ["freeze(X, even(X))"]),
        ("open(X), open(Y), X = Y", ["Y = X, freeze(X, even(X)), freeze(X, even(X))"]),
        ("both(X, Y)", ["X = 2, Y = f(_A), when(ground(f(_A)), even(2))"]),
        ("both(X, f(a))", ["X = 2"]),
        ("one(X, Y)", ["X = 3, Y = 2"]),
        ("cut(X)", ["X = 2"]),
        ("inside(Y)", ["Y = b"]),
        ("freeze(a, even(X))", ["X = 0", "X = 2", "X = 4"]),
        ("apart(X)", ["freeze(X, fail)"]),
        ("alike(X, Y)", []),
        ("freeze(X, even(X)), memberchk(X, [1, 2, 4])", ["X = 2"]),
        ("freeze(X, even(Y)), memberchk(X, [1, 2])", ["X = 1, Y = 0"]),
    ],
)
@pytest.mark.parametrize("search", ["iterative-deepening", "depth-first", "unguided"])
def test_delayed_goals_are_woken(search: str, goal: str, expected: list[str], waking: Path) -> None:
    found = prove(waking, goal, search=search).take(9)

    answers = sorted(proof.answer for proof in found.answers)
    assert (answers, found.complete) == (sorted(expected), True)


@pytest.mark.parametrize(
    "goal, complete",
    [("subsumes_term(b, X)", False), ("subsumes_term(X, a)", False), ("subsumes_term(X, Y)", True),
     ("subsumes_term(f(X, a), f(b, c))", True), ("subsumes_term(g(Y), g(a))", True)],
)  # fmt: skip
def test_a_goal_that_swipl_runs_within_subsumes_term_is_told(
    goal: str, complete: bool, waking: Path
) -> None:
    found = prove(waking, f"freeze(X, fail), {goal}").take(2)

    assert found.complete == complete


@pytest.mark.parametrize("search", ["swipl", "prolog"])
def test_compiled_searches_refuse_goals_that_are_woken(search: str, waking: Path) -> None:
    with pytest.raises(ConfigError, match="freeze/2 or when/2"):
        prove(waking, "late(X)", search=search)


WOKEN = {
    "late(X)": [
        (2, "freeze(2, even(2))", "builtin"),
        (2, "member(2, [1, 2, 3, 4])", "library"),
        (3, "member(2, [2, 3, 4])", "library"),
        (4, "call(even(2))", "call"),
        (5, "even(2)", "clause"),
    ],
    "open(X), Y = a, X = 2, Y = a": [
        (1, "a = a", "builtin"),
        (1, "2 = 2", "builtin"),
        (2, "call(even(2))", "call"),
        (3, "even(2)", "clause"),
        (1, "a = a", "builtin"),
    ],
}
"""Goals, and the last five lines of their proofs."""


@pytest.mark.parametrize("goal", WOKEN)
def test_a_proof_shows_what_was_woken_in_front_of_the_goals_behind(goal: str, waking: Path) -> None:
    lines = next(prove(waking, goal)).lines

    assert [(line.depth, line.goal, line.kind) for line in lines[-5:]] == WOKEN[goal]


def test_goals_that_the_last_goal_of_a_condition_wakes_are_below_it(tmp_path: Path) -> None:
    goal = "once(freeze(a, f(b))), catch((f(W), w), _, true)"
    (proof,) = searched(tmp_path, "f(a).\nf(b).\nw :- writeln(x).\n", goal, most=1).answers

    shown = [(line.depth, line.goal) for line in proof.lines]
    assert shown[1:5] == [
        (1, "freeze(a, f(b))"), (2, "call(f(b))"), (3, "f(b)"), (1, "catch((f(a), w), _A, true)"),
    ]  # fmt: skip


def test_residual_goals_are_in_json_and_verified(program: Path, tmp_path: Path) -> None:
    proof = next(prove(program, "other(X, Y)"))
    file = tmp_path / "proof.jsonl"
    save(file, program, "other(X, Y)", [proof])

    assert proof.as_json()["residual"] == ["dif(Y, b)"]
    assert shown(proof).startswith("X = a, dif(Y, b)\n")
    assert verify_file(file, program) == [replace(proof, found_by="")]
    record = json.loads(file.read_text())
    del record["residual"]
    file.write_text(json.dumps(record))
    with pytest.raises(ProofError):
        verify_file(file, program)


def test_goals_of_a_file_have_residual_goals(program: Path, tmp_path: Path) -> None:
    goals = tmp_path / "goals.pl"
    goals.write_text("unlike(X).\n")
    (result,) = GoalBatch(program, goals).run()

    assert result.as_json()["residual"] == ["dif(X, a)"]


REIFIED = """\
occurs(E, Xs, Ys) :- tfilter(=(E), Xs, Ys).
known(X, Xs) :- if_(memberd_t(X, Xs), true, fail).
in_tree(_, nil, false).
in_tree(E, t(F, L, R), T) :- if_(E = F, T = true, if_(in_tree(E, L), T = true, in_tree(E, R, T))).
both(X, Y, R) :- if_(( X = 1, Y = 2 ), R = yes, R = no).
any(X, Y, R) :- if_(( X = 1 ; dif(Y, 2) ), R = yes, R = no).
unique([], []).
unique([X|Xs], Ys) :- if_(memberd_t(X, Xs), Ys = Zs, Ys = [X|Zs]), unique(Xs, Zs).
later(X, R) :- C = (X = a), if_(C, R = yes, R = no).
split(Xs, A, B) :- tpartition(=(a), Xs, A, B).
some(X, Xs) :- tmember(=(X), Xs).
told(X, Xs, T) :- tmember_t(=(X), Xs, T).
cut(X, Y) :- if_(X = a, ( member(Y, [1, 2]), ! ), Y = 3).
"""


@pytest.mark.parametrize(
    "goal",
    [
        "occurs(a, [a, X, b], Ys)", "occurs(E, [a, b], Ys)", "known(X, [a, b])", "known(X, [a, Y])",
        "in_tree(X, t(a, t(b, nil, nil), t(Y, nil, nil)), T)", "both(X, Y, R)", "any(X, Y, R)",
        "unique([X, a, Y], L)", "later(X, R)", "split([a, X, Y], A, B)", "some(X, [a, b, a])",
        "told(X, [a, Y], T)", "memberd_t(f(X), [f(a), Y], T)", "=(X, f(Y), T), X = f(a)",
        "cut(X, Y)",
    ],
)  # fmt: skip
def test_reified_conditions_are_those_of_reif(goal: str, tmp_path: Path) -> None:
    """The oracle loads what the predicates of library(reif) mean, clause by clause."""
    file = write_files([IMPORTS_REIF, *REIFIED.splitlines()], tmp_path)

    assert check_whole(file, goal, SEARCHES) == "complete there, complete here"
