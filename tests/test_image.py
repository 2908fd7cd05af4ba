"""A problem that is opened from its image is stepped as the one that was loaded from text."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, ProblemImage, load_problem
from symbolic_rl.program.image import QueryColumns
from tests.problems import make_problem

GRAPH = (
    "edge(a, b). edge(b, c). edge(c, a). edge(b, d). edge(a, b).\n"
    "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n"
)
TERMS = """\
:- op(700, xfx, ===>).
parsed(a) :- term_to_atom(a ===> b, 'a===>b').
plus(0, X, X).
plus(s(X), Y, s(Z)) :- plus(X, Y, Z).
big(123456789012345678901234567890). big(-7). big(2.5). big("a string"). big('An atom').
max(X, Y, X) :- X >= Y, !.
max(_, Y, Y).
odd(X) :- big(X), \\+ X == -7.
pick(X) :- ( X = 1 ; X = 2 ; append([X], _, [3, 4]) ).
"""
CASES = {
    "function-free": (GRAPH, "query(path(a, d)). query(edge(a, b)). query(path(a, X), false).\n"),
    "terms": (
        TERMS,
        "query(plus(s(0), X, s(s(0)))). query(max(3, 2, X)). query(max(1, 2, X)). query(big(X)).\n"
        "query(odd(X)). query((pick(X), X > 1)). query((member(Y, [x, y]) ; Y = z)).\n"
        "query(parsed(X)).\n",
    ),
}


def sent(problem: Problem) -> Problem:
    image = ProblemImage.of(problem)
    assert image is not None
    opened: Problem = pickle.loads(pickle.dumps(image)).open()
    return opened


@pytest.mark.parametrize("case", CASES)
def test_an_image_is_played_as_the_problem(case: str, tmp_path: Path) -> None:
    made = make_problem(tmp_path, *CASES[case], max_inferences=9, n_candidates=4)
    one, other = (Derivations(problem, 12, seed=3) for problem in (made, sent(made)))
    shown, expected = other.reset(), one.reset()
    rng = np.random.default_rng(0)
    for _ in range(150):
        for name, array in expected.arrays().items():
            assert np.array_equal(getattr(shown, name), array)
        actions = (rng.random(shown.action_mask.shape) * shown.action_mask).argmax(axis=1)
        (_, shown), (_, expected) = other.step(actions), one.step(actions)

    assert other.successes == one.successes and sum(n for n, _ in one.successes.values()) > 20
    assert other.counters == one.counters


def test_queries_are_the_same_but_for_their_texts() -> None:
    problem = load_problem("robinson")
    opened, packed = sent(problem), QueryColumns.of(problem.program.queries)
    assert len(packed) == len(problem.program.queries)
    assert packed[-1].line == problem.program.queries[-1].line
    for split in problem.splits:
        queries, others = problem.queries(split), opened.queries(split)
        assert len(queries) == len(others)
        for query, other in zip(queries, others, strict=True):
            assert query.root(answers=True).tolist() == other.root(answers=True).tolist()
            for name in ("split", "label", "hidden", "line", "names"):
                assert getattr(query, name) == getattr(other, name)
            assert other.text == ""
    asked, others = problem.asked("train"), opened.asked("train")
    assert asked.sizes == others.sizes and len(asked.sizes) > 1
    assert np.array_equal(asked.labels, others.labels)
    assert np.array_equal(asked.hidden, others.hidden)
    assert [q.line for q in asked.queries[5:9]] == [q.line for q in others.queries[5:9]]


def test_a_problem_of_another_engine_is_stepped_in_c_from_its_image(tmp_path: Path) -> None:
    made = make_problem(tmp_path, *CASES["function-free"], engine="tensor")
    opened = ProblemImage.of(made).open()
    assert opened.tables is None and opened.sizes == made.sizes
    assert len(opened.queries("train")) == len(made.queries("train"))
