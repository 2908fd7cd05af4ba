"""The computed answers of the environment are those of SWI-Prolog, in its order."""

from pathlib import Path

import pytest
from hypothesis import assume, event, given, note, settings

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine.prolog import PrologEngine
from tests.exhaustion import (
    TooLargeError,
    answers_in_order,
    answers_of_graph,
    decoded,
    load,
    root,
)
from tests.oracle import oracle
from tests.strategies import Case, programs

CONFIG = EnvConfig(
    hide_query=False, wire="prolog", builtin_inferences=10**6, negation_inferences=10**6
)


def check_answers(case: Case, folder: Path, limit: int) -> None:
    """The engine's answers are the oracle's: the same list depth first, the same set as a graph."""
    note(str(case))
    program = load(folder, case.program, case.goal, CONFIG)
    engine = PrologEngine(program, CONFIG, answers=True)
    start = root(program)
    try:
        found = answers_in_order(engine, start, limit=limit)
    except TooLargeError:
        event("too large")
        assume(False)
    expected, more = oracle().answers(case.program, case.goal, most=len(found))
    event(f"answers: {min(len(found), 3)}")
    answers = [decoded(state, engine.vocabulary) for state in found]

    assert (answers, more) == (expected, False)

    reached = answers_of_graph(engine, start, limit=3)
    assert {decoded(state, engine.vocabulary) for state in reached} == set(expected)


@settings(max_examples=500)
@given(case=programs())
def test_answers_are_those_of_swipl_in_its_order(case: Case, tmp_path: Path) -> None:
    check_answers(case, tmp_path, limit=5)


@settings(max_examples=100)
@given(case=programs(flat=True))
def test_flat_programs_have_the_answers_of_swipl_in_its_order(case: Case, tmp_path: Path) -> None:
    check_answers(case, tmp_path, limit=2)


@pytest.mark.slow
@settings(max_examples=5000)
@given(case=programs())
def test_thousands_of_programs_have_the_answers_of_swipl(case: Case, tmp_path: Path) -> None:
    check_answers(case, tmp_path, limit=7)


def test_oracle_is_sound() -> None:
    answers, more = oracle().answers("q(a, b).\nr(_, X) :- q(X, X).\ns(X) :- r(X, _).", "s(1)")

    assert (answers, more) == ([], False)


def test_oracle_makes_the_occurs_check() -> None:
    assert oracle().answers("p(X, X).", "p(X, f(X))") == ([], False)
