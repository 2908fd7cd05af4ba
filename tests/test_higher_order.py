"""Goals that call goals: maplist and its like, findall and its like; beside test_against_swipl."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import NotFlatError
from symbolic_rl.engine.tensor.clause_table import ClauseTable
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES

PROGRAM = """\
age(ann, 31). age(bob, 7). age(cid, 40).
older(N, X) :- age(X, A), A > N.
plus_age(X, S0, S) :- age(X, A), S is S0 + A.
adults(Xs, Ys) :- include(older(17), Xs, Ys).
total(Xs, S) :- foldl(plus_age, Xs, 0, S).
oldest(X) :- aggregate_all(max(A, Y), age(Y, A), max(_, X)).
all(Xs) :- findall(X, age(X, _), Xs).
known(Xs) :- maplist(age, Xs, _).
nat(0).
nat(s(X)) :- nat(X).
endless(Xs) :- findall(X, nat(X), Xs).
wrong(S) :- aggregate_all(sum(X), age(X, _), S).
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("higher") / "ages.pl"
    file.write_text(PROGRAM)
    return file


@pytest.mark.parametrize("search", [name for name in SEARCHES if name != "guided"])
def test_every_search_finds_the_same_answer(search: str, program: Path) -> None:
    goal = "all(Xs), adults(Xs, Ys), total(Xs, S), oldest(X), known([bob, ann])"
    found = prove(program, goal, search=search).take(5)

    assert [str(proof.answer) for proof in found.answers] == [
        "Xs = [ann, bob, cid], Ys = [ann, cid], S = 78, X = cid"
    ]
    assert found.complete


def test_proof_shows_goals_as_they_were_written(program: Path) -> None:
    lines = next(prove(program, "adults([bob, ann], Ys), oldest(X)")).lines

    assert [(line.depth, line.goal, line.kind) for line in lines[1:]] == [
        (1, "adults([bob, ann], [ann])", "clause"),
        (2, "include(older(17), [bob, ann], [ann])", "each"),
        (3, "\\+ older(17, bob)", "not"),
        (3, "include(older(17), [ann], [ann])", "each"),
        (4, "older(17, ann)", "builtin"),
        (4, "[ann] = [ann]", "builtin"),
        (4, "include(older(17), [], [])", "each"),
        (1, "oldest(cid)", "clause"),
        (2, "aggregate_all(max(_A, _B), age(_B, _A), max(40, cid))", "builtin"),
    ]


@pytest.mark.parametrize("search", ["iterative-deepening", "swipl", "depth-first"])
def test_solutions_without_end_are_counted_and_never_complete(search: str, program: Path) -> None:
    found = prove(program, "endless(Xs)", search=search).take(1)

    assert (found.answers, found.ended, found.complete) == ((), "exhausted", False)
    assert found.counters["subproof_limits"] == 1


def test_error_of_a_sum_is_counted_and_never_complete(program: Path) -> None:
    found = prove(program, "wrong(S)").take(1)

    assert (found.answers, found.complete) == ((), False)
    assert found.counters["builtin_errors"] == 1


def test_engines_for_function_free_programs_refuse_by_name(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text("q(a).\np(a) :- aggregate_all(count, q(_), 1).\n")
    with pytest.raises(NotFlatError, match="collects the solutions of a goal"):
        ClauseTable.of(Program([file], {}, goals={"goal": "p(X)"}))


def test_own_definition_of_such_a_predicate_is_a_predicate_like_others(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text("include(a, b, c).\np(X) :- include(a, b, X).\n")

    program = Program([file], {})

    assert len(program.clauses) == 2 and program.is_flat and not program.library
