"""The C core and its oracle are one function: they give the same expansions."""

import math
import pickle
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, note, settings, strategies as st

from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    INTEGER_BASE,
    NUMBER,
    STRING,
    VARIABLE_BASE,
    TokenBatch,
    code_of,
)
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from tests.problems import (
    after,
    by_both,
    expand,
    listed,
    make_engine,
    make_program,
    roots,
    same_expansions,
)
from tests.processes import ran
from tests.strategies import Case, programs, wild_programs

MOST_TOKENS = 3000


def walk(
    one: PrologEngine, other: PrologEngine, states: TokenBatch, random: Random, n_steps: int
) -> None:
    """Compare every expansion on a random walk, with random pages and hidden clauses."""
    n_clauses = one.program.n_clauses
    for _ in range(n_steps):
        limit = random.choice((1, 2, 3, 7, 64))
        offset = np.array([random.choice((0, 0, 0, 1, 2, 5)) for _ in range(len(states))])
        hidden = np.array([random.choice((0, random.randrange(n_clauses))) for _ in offset])
        page = expand(one, states, limit=limit, offset=offset, hidden=hidden)
        same_expansions(page, expand(other, states, limit=limit, offset=offset, hidden=hidden))
        following = [
            state for state in listed(page.candidates) if state[0] and len(state) < MOST_TOKENS
        ]
        if not following:
            return
        states = TokenBatch.of(random.sample(following, min(len(following), 8)))


@settings(max_examples=150)
@given(
    case=st.one_of(
        wild_programs(),
        programs(),
        wild_programs(flat=True),
        wild_programs(delays=True),
        programs(delays=True),
    ),
    random=st.randoms(use_true_random=False),
    occurs_check=st.booleans(),
)
def test_both_agree_on_random_programs(
    case: Case, random: Random, occurs_check: bool, tmp_path: Path
) -> None:
    note(str(case))
    program = make_program(tmp_path, case.program, case.goal, case.goal)
    limits = {"occurs_check": occurs_check, "max_subproof_inferences": 2000}
    for answers in (True, False):
        oracle = make_engine(program, oracle=True, answers=answers, **limits)
        other = make_engine(program, answers=answers, **limits)
        walk(oracle, other, roots(program, answers=answers), random, 12)


# ---- terms that are hard to write down

LITERALS = r"""
v(X) :- X is 2 ** 200.
v(X) :- X is -(2 ** 64).
v(X) :- X is 98301 + 0.
v(X) :- X is 98301 + 1.
v(X) :- X is -32768 - 0.
v(X) :- X is -32768 - 1.
v(X) :- X is 1.5.
v(X) :- X is 0.1 + 0.2.
v(X) :- X is -0.0.
v(X) :- X is inf.
v(X) :- X is -inf.
v(X) :- X is nan.
v(X) :- X is 1.0e300.
v(X) :- X is 5.0e-324.
v("").
v("a string").
v(X) :- atom_string(Y, "new atom"), X = Y.
v(X) :- atom_codes(X, []).
v(X) :- atom_codes(X, [0x1F600, 0x10FFFF, 0xE9, 0x4E2D]).
v(X) :- atom_codes(X, [0xC0007, 0xF0001, 1, 2, 0]).
v(X) :- atom_codes(X, "don't \\ \n \x01\").
v(X) :- X = "\x01\\x1F600\ \"quoted\"".
v(X) :- atom_codes(Name, "new functor"), X =.. [Name, Y, Z, Y].
v(X) :- atom_codes(Name, []), X =.. [Name, Y].
v(X) :- length(L, 60), X =.. [wide|L].
v('[]').
v([]).
v({}).
v('{}'(a)).
v([a|T]).
v("9.0").
v('9.0').
v('').
both(X, Y) :- v(X), again(X, Y).
again(X, pair(X, X)).
"""


@by_both
def test_literals_survive_any_number_of_steps(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, LITERALS, "both(X, Y)")
    engine = make_engine(program, oracle=oracle)
    states = after(engine, roots(program), 0, 0)
    ends = expand(engine, states)  # v(X) is resolved: again(X, Y) is selected
    finals = expand(engine, ends.candidates).candidates

    assert len(finals) == len(ends.candidates) == LITERALS.count("\nv(")
    for before, final in zip(listed(ends.candidates), listed(finals), strict=True):
        half = len(before) // 2  # again(X, Y), and the answer with X and Y
        value = before[2:half]
        assert before[half + 2 :] == before[2 : half + 1]
        assert final[2:] == (*value, program_token(program, "pair", 2), *value, *value)


def program_token(program: Program, name: str, arity: int) -> int:
    """The token of a symbol."""
    return next(s.token for s in program.vocabulary.symbols if (s.name, s.arity) == (name, arity))


ELSEWHERE = """
import pickle, sys
from pathlib import Path
from tests.problems import expand, make_engine, make_program
from tests.test_core_agrees import LITERALS

file = Path(sys.argv[1])
engine = make_engine(make_program(file.parent, LITERALS, "both(X, Y)"))
file.write_bytes(pickle.dumps(expand(engine, pickle.loads(file.read_bytes()))))
"""


def test_literals_mean_the_same_in_another_process(tmp_path: Path) -> None:
    program = make_program(tmp_path, LITERALS, "both(X, Y)")
    engine = make_engine(program)
    states = expand(engine, after(engine, roots(program), 0, 0)).candidates
    file = tmp_path / "states"
    file.write_bytes(pickle.dumps(states))
    ran(sys.executable, "-c", ELSEWHERE, str(file), cwd=Path(__file__).parents[1])
    same_expansions(pickle.loads(file.read_bytes()), expand(engine, states))


@by_both
def test_terms_nested_100000_deep_are_resolved(oracle: bool, tmp_path: Path) -> None:
    """They are nested in one place, to the right, and to the left."""
    text = "p(X) :- q(X).\nq(f(X, Y)) :- p(X), p(Y).\nq(s(X)) :- p(X).\nq(a)."
    program = make_program(tmp_path, text, "p(a)")
    engine = make_engine(program, oracle=oracle, answers=False)
    symbols = (("p", 1), ("q", 1), ("f", 2), ("s", 1), ("a", 0))
    p, q, f, s, a = (program_token(program, *symbol) for symbol in symbols)
    depth = 100_000
    right, left = [f, a] * depth, [f] * depth + [a] * depth
    states = TokenBatch.of([[1, p, *[s] * depth, a], [1, p, *right, a], [1, p, *left, a]])
    one = expand(engine, states).candidates
    two = expand(engine, one).candidates

    np.testing.assert_array_equal(one.tokens, np.where(states.tokens == p, q, states.tokens))
    assert [state[0] for state in listed(two)] == [1, 2, 2]
    assert two.tokens.size == states.tokens.size - 3 + 1 + 0 + 1


@by_both
@pytest.mark.parametrize("count", [0xD7FF, 0xD800, 0xDFFF, 60_000])
def test_counts_may_be_large(oracle: bool, count: int, tmp_path: Path) -> None:
    program = make_program(
        tmp_path,
        f'p("{"x" * count}").\np(X) :- length(L, {count}), X =.. [f|L].\nq(X) :- p(X), p(X).',
        "q(X)",
    )
    engine = make_engine(program, oracle=oracle)
    page = expand(engine, after(engine, roots(program), 0, 0))
    string, compound = (
        listed(expand(engine, page.candidates.take(np.array([i]))).candidates)[0] for i in (0, 1)
    )

    assert string[2:4] == (STRING, code_of(count)) and len(string) == 4 + count
    assert compound[2:4] == (FUNCTOR, code_of(count)) and compound[5] == ord("f")
    assert compound[6:] == tuple(range(VARIABLE_BASE, VARIABLE_BASE + count))


@by_both
def test_a_state_may_have_many_goals(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a) :- q(X), q(X).\nq(b).", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    p, q, a = (program_token(program, *symbol) for symbol in (("p", 1), ("q", 1), ("a", 0)))
    for n in (0xD7FF, 0xD800, 60_000):
        states = TokenBatch.of([[code_of(n), p, VARIABLE_BASE, *[q, a] * (n - 1)]])
        found = listed(expand(engine, states).candidates)
        goals = [q, VARIABLE_BASE, q, VARIABLE_BASE, *[q, a] * (n - 1)]
        assert found == [(code_of(n + 1), *goals)]


@by_both
@pytest.mark.parametrize("occurs_check", [True, False])
@pytest.mark.parametrize("clause", ["p(Y, f(Y)).", "p(X, Y) :- Y = f(X)."])
def test_cyclic_terms_are_refused_or_without_the_occurs_check_counted(
    oracle: bool, occurs_check: bool, clause: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, f"{clause}\nq(X) :- p(X, X).", "q(X)")
    engine = make_engine(program, oracle=oracle, occurs_check=occurs_check)
    page = expand(engine, after(engine, roots(program), 0, 0))
    assert (page.counts.sum(), page.lost.sum()) == (0, not occurs_check)


@by_both
@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 12])
def test_a_term_that_is_built_shares_no_variable_it_is_bound_to(
    oracle: bool, n: int, tmp_path: Path
) -> None:
    names = [f"X{k}" for k in range(n)]
    xs = ", ".join(names)
    alike = [f"p({xs}, {x})" for x in names]
    within = [
        goal.replace(f"{x},", f"g(a, [{x}]),", 1) for x, goal in zip(names, alike, strict=True)
    ]
    apart = f"p({xs}, Y)"
    lines = [f"q :- {goal}." for goal in (*alike, *within, apart)]
    program = make_program(tmp_path, "\n".join([f"p({xs}, f({xs})).", *lines]), "q")
    engine = make_engine(program, oracle=oracle)
    page = expand(engine, after(engine, roots(program), 0))
    assert page.counts.sum() == len(lines)
    proved = [
        expand(engine, page.candidates.take(np.array([k]))).counts.sum() for k in range(len(lines))
    ]
    assert proved == [0] * (2 * n) + [1]


@by_both
@pytest.mark.parametrize("goal", ["atom_length(Y, _)", "_ is Y + 1", "1 < Y"])
def test_an_error_about_a_cyclic_term_is_counted_as_any_other(
    oracle: bool, goal: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, f"q :- Y = f(Y), {goal}.", "q")
    engine = make_engine(program, oracle=oracle, occurs_check=False)
    page = expand(engine, after(engine, roots(program), 0))
    assert (page.counts.sum(), page.lost.sum()) == (0, 1)


@by_both
@example(value=98301)
@example(value=98302)
@example(value=-32768)
@example(value=-32769)
@given(
    value=st.integers(-40_000, 110_000)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
)
@settings(max_examples=60)
def test_numbers_are_exact(oracle: bool, value: float, tmp_path: Path) -> None:
    written = str(value)
    if isinstance(value, float):
        mantissa, e, exponent = written.partition("e")
        written = f"{mantissa if '.' in mantissa else mantissa + '.0'}{e}{exponent}"
    program = make_program(tmp_path, f"p({written}).\nq(X) :- p(X), p({written}).", "q(X)")
    final = listed(after(make_engine(program, oracle=oracle), roots(program), 0, 0, 0, 0))[0]

    assert final[0] == 0
    if isinstance(value, int) and -0x8000 <= value < 0x17FFE:
        assert final[2:] == (value + INTEGER_BASE,)
    else:
        assert final[2:4] == (NUMBER, len(final) - 4)
        found = type(value)("".join(map(chr, final[4:])))
        assert (found, math.copysign(1, found)) == (value, math.copysign(1, value))
