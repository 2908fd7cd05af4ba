"""Rules with ``=>``: single sided unification, compared with SWI-Prolog."""

from pathlib import Path

import pytest
from hypothesis import given, note, settings, strategies as st

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.proofs.prove import prove
from tests.exhaustion import answers_in_order, decoded, load, root
from tests.fuzz.whole import check_whole
from tests.oracle import OracleError, oracle
from tests.oracles.general import GeneralEngine
from tests.problems import expand, roots
from tests.strategies import Writer

RULES = """\
len([], N) => N = 0.
len([_|T], N) => len(T, N0), N is N0 + 1.
near(X), X = f(Y) => Y = 1.
near(X), nonvar(X), X > 1 => true.
far(X, Y), X = Z, Y = f(Z), Z = a => true.
far(_, _) => fail.
same(X, X) => true.
same(_, _) => fail.
deep(f(X, Y, g(X))), Y = X => true.
either(X), ( X = 1 ; X = 2 ) => true.
branch(X) => X = 1 ; X = 2.
kept(E) :- catch(len(a, _), error(E, _), true).
of_library(G, E) :- catch(G, error(existence_error(matching_rule, lists:E), _), true).
"""
RAISES = None
ANSWERS = [
    ("len([a, b], N)", ["N = 2"]),
    ("len(L, N)", RAISES),
    ("near(X)", RAISES),
    ("near(f(X))", ["X = 1"]),
    ("near(3)", ["true"]),
    ("near(0)", RAISES),
    ("far(X, f(Y))", ["X = a, Y = a"]),
    ("far(X, Y)", []),
    ("far(b, f(X))", []),
    ("same(X, X)", ["true"]),
    ("same(X, Y)", []),
    ("deep(f(1, X, g(1)))", ["X = 1"]),
    ("deep(f(1, 2, g(1)))", RAISES),
    ("deep(f(A, B, g(C)))", RAISES),
    ("either(X)", ["X = 1"]),
    ("either(3)", RAISES),
    ("branch(X)", ["X = 1", "X = 2"]),
    ("kept(E)", ["E = existence_error(matching_rule, len(a, _A))"]),
    ("of_library(subtract([a|X], [b], Y), E)", ["E = subtract(_A, [b], _B)"]),
    ("of_library(max_member(@=<, X, [a|Y]), E)", ["E = max_member_(_A, user:(@=<), a, _B)"]),
]
"""What SWI-Prolog 9.0.4 gives for goals of RULES."""


@pytest.mark.parametrize("search", ["iterative-deepening", "swipl", "prolog"])
def test_rules_match_and_commit(search: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.pl"
    file.write_text(RULES)
    for goal, expected in ANSWERS:
        found = prove(file, goal, search=search).take(9)
        answers = [proof.answer for proof in found.answers]
        assert answers == (expected or []), goal
        assert "the search space is exhausted" not in str(found) or (
            found.complete == (expected is not RAISES)
        ), goal


@st.composite
def rules(draw: st.DrawFn, most_guards: int = 0) -> tuple[str, str]:
    """Rules of one predicate, with unifications as guards, and a goal of it."""
    writer = Writer(draw)

    def rule() -> str:
        if not most_guards:
            return f"p({writer.terms(2)}) => {writer.term()} = {writer.term()}."
        unified = [
            f"{writer.pick('XYZ')} = {writer.term()}" for _ in range(writer.upto(most_guards))
        ]
        return ", ".join([f"p(X, {writer.term()})", *unified]) + f" => X = {writer.term()}."

    return "\n".join(rule() for _ in range(writer.upto(4, 1))), f"p({writer.terms(2)})"


@settings(max_examples=150)
@given(case=rules())
def test_random_rules_match_and_commit_as_in_swipl(case: tuple[str, str], tmp_path: Path) -> None:
    note("\n?- ".join(case))
    config = EnvConfig(hide_query=False)
    program = load(tmp_path, *case, config)
    engines = [make(program, config, answers=True) for make in (GeneralEngine, PrologEngine)]
    try:
        expected, _ = oracle().answers(*case)
    except OracleError as error:
        assert "matching_rule" in str(error)
        for engine in engines:
            called = expand(engine, roots(program, answers=True)).candidates
            page = expand(engine, called)
            assert (page.counts.sum(), page.lost.sum()) == (0, 1)
        return
    for engine in engines:
        found = answers_in_order(engine, root(program))
        assert [decoded(state, engine.vocabulary) for state in found] == expected


@settings(max_examples=200)
@given(case=rules(most_guards=3))
def test_unifications_in_front_of_a_guard_are_part_of_the_head(
    case: tuple[str, str], tmp_path: Path
) -> None:
    note("\n?- ".join(case))
    text, goal = case
    file = tmp_path / "rules.pl"
    file.write_text(f"{text}\n")

    check_whole(file, goal, ("iterative-deepening",))
