"""Ordinary programs that an earlier version refused, gave up or answered wrongly, by kind."""

from pathlib import Path

import pytest

from tests.problems import searched

KINDS = {
    "a cut behind a goal of the library": (
        "first(X, Xs, X) :- member(X, Xs), !.\nfirst(_, [X|_], X).\n", "first(Y, [b, c], X)",
        ["Y = b, X = b"],
    ),
    "a condition that is no builtin": (
        "new(X, Xs, Ys) :- ( memberchk(X, Xs) -> Ys = Xs ; Ys = [X|Xs] ).\n", "new(a, [b], X)",
        ["X = [a, b]"],
    ),
    "a sub-proof of a thousand steps": (
        "count(N, C) :- findall(X, double(N, X), L), length(L, C).\n"
        "double(N, X) :- between(1, N, Y), X is 2 * Y.\n", "count(1200, X)", ["X = 1200"],
    ),
    "an interpreter of the program's own clauses": (
        "child(a, b). child(b, c).\nbelow(X, Y) :- child(X, Y).\n"
        "below(X, Z) :- child(X, Y), below(Y, Z).\nholds(true).\n"
        "holds((A, B)) :- holds(A), holds(B).\n"
        "holds(A) :- A \\= true, A \\= (_, _), clause(A, B), holds(B).\n", "holds(below(a, X))",
        ["X = b", "X = c"],
    ),
    "a negation elsewhere, which leaves tabling to others": (
        "arc(a, b). arc(b, a).\nto(X, Y) :- to(X, Z), arc(Z, Y).\nto(X, Y) :- arc(X, Y).\n"
        "end(X) :- arc(_, X), \\+ arc(X, _).\n", "to(a, X)", ["X = a", "X = b"],
    ),
    "output behind a search": (
        "step(a, b). step(b, c).\npath(X, X, [X]).\n"
        "path(X, Z, [X|P]) :- step(X, Y), path(Y, Z, P).\n"
        "tell(P) :- path(a, c, P), format(\"~w~n\", [P]), nl.\n", "tell(X)", ["X = [a, b, c]"],
    ),
    "a test of characters": ("letter(C) :- code_type(C, alpha).\n", "letter(0'x)", ["true"]),
    "a goal without arguments in a loop that tabling ends": (
        "on.\nedge(a, b). edge(b, a).\nreach(X, Y) :- reach(X, Z), on, edge(Z, Y).\n"
        "reach(X, Y) :- edge(X, Y).\n", "reach(a, X)", ["X = a", "X = b"],
    ),
    "a hundred thousand solutions that are collected": (
        "p(N) :- findall(X, q(100000, X), L), length(L, N).\nq(N, N).\n"
        "q(N, X) :- N > 1, M is N-1, q(M, X).\n", "p(N)", ["N = 100000"],
    ),
    "a definition of dif/2": ("dif(a, b).\np(X) :- dif(X, b).\n", "p(X)", ["X = a"]),
}  # fmt: skip
"""Kind -> program, goal, answers: there are no others."""


@pytest.mark.parametrize("kind", KINDS)
def test_kind_of_program_has_all_its_answers(kind: str, tmp_path: Path) -> None:
    text, goal, answers = KINDS[kind]
    found = searched(tmp_path, text, goal)

    assert sorted(str(proof.answer) for proof in found.answers) == answers
    assert found.complete


LOST = "1 candidate lost to errors of builtins"


@pytest.mark.parametrize(
    ("text", "goal", "told"),
    [
        (":- table least(min).\nleast(2).\nleast(1).\np(X) :- least(X).\n", "p(X)",
         "tabling with modes"),
        ("large(X) :- size(X, N), N > 3.\nsize(X, N) :- N #= X + 1.\n", "large(4)", "operator"),
        ("p(a) => true.\np(b).\n", "p(b)", "either rules with => or other clauses"),
        # a name that is made when it is called delays nothing
        ("p(X) :- atom_concat(di, f, D), call(D, X, a).\n", "p(X)", LOST),
        # terms that share their parts have too many differences
        ("d(0, f(_)).\nd(N, f(T, T)) :- N > 0, M is N - 1, d(M, T).\n",
         "d(40, X), d(40, Y), dif(X, Y)", LOST),
        # the predicates of library(reif) are there where it is imported
        ("known(X, Xs) :- if_(memberd_t(X, Xs), true, fail).\n", "known(a, [a])", "if_/3"),
        ("p.\n", "format(atom(A), '~w', [X])", LOST),  # a text that would name a variable
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_never_called_complete(
    text: str, goal: str, told: str, tmp_path: Path
) -> None:
    found = searched(tmp_path, text, goal, search="depth-first")

    assert (found.answers, found.complete) == ((), False)
    assert told in str(found)
