"""The engine ``tensor``: which programs it runs, and builtins, negation and large states there."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import NotFlatError
from symbolic_rl.engine.tensor.clause_table import ClauseTable
from tests.frames import step_both
from tests.problems import make_problem, make_program
from tests.test_tensor_env import pair

BUILTINS = ("=", "\\=", "==", "\\==", "<", "=<", ">", ">=", "=:=", "=\\=")
OPERANDS = ("X", "Y", "a", "b", "-3", "0", "1")


@pytest.mark.parametrize("builtin", BUILTINS)
def test_builtins_decide_alike(builtin: str, tmp_path: Path) -> None:
    signs = ("", "\\+ ")
    goals = [f"{s}{one} {builtin} {two}" for s in signs for one in OPERANDS for two in OPERANDS]
    early = [f"p({i}, X, Y) :- {goal}, q(X, Y)." for i, goal in enumerate(goals)]
    late = [f"q({i}, X, Y) :- t(X), u(Y), {goal}, q(Y, X)." for i, goal in enumerate(goals)]
    facts = ["q(_, _).", "t(_).", "t(a).", "t(0).", "t(1).", "u(_).", "u(a).", "u(0).", "u(1)."]
    asked = ("p(N, X, Y)", "p(N, X, X)", "q(N, X, Y)", "q(N, X, X)")
    problem = make_problem(
        tmp_path, "\n".join([*early, *late, *facts]), "".join(f"query({q}).\n" for q in asked),
        n_candidates=100, n_goals=2, view="prefix", auto_advance=False,
    )  # fmt: skip
    one, other = pair(problem, 120, with_candidates=False)
    step_both(one, other, 5)

    assert bool(one.counters["builtin_errors"]) == (builtin in BUILTINS[4:])


NEGATION = """
f(a). f(b). f(a).
g(X, X). g(a, b).
p(1, X) :- \\+ f(X), q(X).
p(2, X) :- q(X), \\+ f(X).
p(3, X) :- q(X), \\+ g(X, b).
p(4, X) :- q(X), \\+ g(X, X), q(X).
p(5, X) :- q(X), \\+ h(X).
p(6, X) :- f(X), q(X).
q(a). q(b). q(c). q(_).
:- dynamic h/1.
"""


def test_negated_facts_respect_what_is_hidden(tmp_path: Path) -> None:
    asked = ("p(N, X)", "(p(N, X), f(a))", "f(a)", "f(b)", "g(X, X)", "g(a, b)", "q(c)")
    goals = [f"(p(N, X), {goal})" for goal in asked] + list(asked)
    queries = "".join(f"query({goal}).\n" for goal in goals)
    problem = make_problem(tmp_path, NEGATION, queries, view="prefix")
    step_both(*pair(problem, 64), 8)


def test_a_thousand_variables_are_numbered_in_order(tmp_path: Path) -> None:
    arguments = ", ".join(f"X{i}" for i in range(30))
    text = f"p :- q({arguments}), q({arguments}).\nq({arguments}) :- p, X1 = X0.\nq({arguments})."
    problem = make_problem(tmp_path, text, "query(p).", view="prefix", max_inferences=30)
    step_both(*pair(problem, 8), 15)


REFUSED = {
    "p(s(X)) :- p(X).": ("p/1", "s/1", 2),
    "p([]). p([a]).": ("p/1", "[|]", 2),
    "p(X) :- q(X), X is 1 + 1.": ("p/1", "is/2", 2),
    'p("text").': ("p/1", "string", 2),
    "p(99999999999).": ("p/1", "small integer", 2),
    "p(X) :- q(X), \\+ r(X).\nr(X) :- q(X).": ("p/1", "r/1", 2),
    "p(X) :- \\+ ( q(X), q(a) ).": ("p/1", "more than one goal", 2),
    "p(X) :- \\+ \\+ q(X).": ("p/1", "negation", 2),
    "p(X) :- X == a, !.\np(_).": ("p/1", "cut", 3),
    "p(X) :- ( X == a -> q(X) ; q(b) ).": ("p/1", "if-then-else", 2),
    "p(pi).\np(X) :- X < 3.": ("p/1", "pi", 3),
    "p(X) :- atom(X).": ("p/1", "atom/1", 2),
    "p(X) :- X < pi.": ("p/1", "pi", 2),
    "p(a) :- aggregate_all(count, q(_), 1).": ("p/1", "collects the solutions of a goal", 2),
    "p(X) :- dif(X, a).": ("p/1", "dif/2", 2),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_it_cannot_run_is_refused_with_predicate_reason_and_line(
    text: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, f"q(a).\n{text}", "q(X)")
    predicate, why, line = REFUSED[text]
    with pytest.raises(NotFlatError) as refused:
        ClauseTable.of(program)
    assert predicate in refused.value.what or "$if" in refused.value.what
    assert why in refused.value.what
    assert refused.value.where == f"{tmp_path / 'program.pl'}:{line}"


def test_a_query_it_cannot_run_is_refused(tmp_path: Path) -> None:
    program = make_program(tmp_path, "q(a).", "q(X)", "q([X])")
    with pytest.raises(NotFlatError, match="line 2 of the queries of split goals"):
        ClauseTable.of(program)
