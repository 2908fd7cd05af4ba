"""The C core and its oracle are one function: they give the same expansions."""

import struct
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    INTEGER_BASE,
    NUMBER,
    STRING,
    VARIABLE_BASE,
    TokenBatch,
    code_of,
)
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import list_packs, load_pack
from symbolic_rl.program.program import Program
from tests.problems import (
    after,
    by_both,
    expand,
    listed,
    losses,
    make_engine,
    make_program,
    roots,
    same_expansions,
    text,
)
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


def compare(case: Case, folder: Path, random: Random, occurs_check: bool) -> None:
    """Compare both on a random program."""
    note(str(case))
    program = make_program(folder, case.program, case.goal, case.goal)
    limits = {"occurs_check": occurs_check, "max_subproof_inferences": 2000}
    for answers in (True, False):
        oracle = make_engine(program, oracle=True, answers=answers, **limits)
        other = make_engine(program, answers=answers, **limits)
        walk(oracle, other, roots(program, answers=answers), random, 12)


@settings(max_examples=60)
@given(case=wild_programs(), random=st.randoms(use_true_random=False), occurs_check=st.booleans())
def test_both_agree_on_wild_programs(
    case: Case, random: Random, occurs_check: bool, tmp_path: Path
) -> None:
    compare(case, tmp_path, random, occurs_check)


@settings(max_examples=40)
@given(case=programs(), random=st.randoms(use_true_random=False))
def test_both_agree_on_layered_programs(case: Case, random: Random, tmp_path: Path) -> None:
    compare(case, tmp_path, random, True)


@settings(max_examples=60)
@given(case=wild_programs(flat=True), random=st.randoms(use_true_random=False))
def test_both_agree_on_flat_programs(case: Case, random: Random, tmp_path: Path) -> None:
    compare(case, tmp_path, random, True)


@pytest.mark.parametrize("name", list_packs())
def test_both_agree_on_the_packs(name: str) -> None:
    pack = load_pack(name)
    program = load_problem(pack, EnvConfig(kind=pack.env.kind)).program
    random = Random(0)
    chosen = random.sample(program.queries, min(24, len(program.queries)))
    for answers in (True, False):
        states = TokenBatch.of([query.root(answers=answers) for query in chosen])
        oracle = make_engine(program, oracle=True, answers=answers)
        other = make_engine(program, answers=answers)
        for _ in range(3):
            walk(oracle, other, states, random, 8)


def test_flat_candidates_that_are_too_large_are_lost_and_counted(tmp_path: Path) -> None:
    long = ", ".join(["p(X)"] * 400)
    program = make_program(tmp_path, f"p(X) :- {long}.\np(a).\np(b).\n", "p(X)")
    limits = {"max_tokens": 1000}
    oracle = make_engine(program, oracle=True, answers=False, **limits)
    other = make_engine(program, answers=False, **limits)
    states = after(oracle, after(oracle, roots(program, answers=False), 0), 0)
    for limit in (1, 2, 3):
        page = expand(other, states, limit=limit)

        same_expansions(expand(oracle, states, limit=limit), page)
        assert losses(page)["size_limits"] == 1


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
        value = literal_argument(before)
        shown = [token for token in final[2:]]
        assert shown == [*value, program_token(program, "pair", 2), *value, *value]


def program_token(program: Program, name: str, arity: int) -> int:
    """The token of a symbol."""
    return next(s.token for s in program.vocabulary.symbols if (s.name, s.arity) == (name, arity))


def literal_argument(state: tuple[int, ...]) -> list[int]:
    """The tokens of X in a state again(X, Y) with the answer term '$answer'(X, Y)."""
    goal_and_answer = state[1:]
    half = len(goal_and_answer) // 2
    goal, answer = goal_and_answer[:half], goal_and_answer[half:]
    assert goal[1:] == answer[1:]
    return list(goal[1:-1])


ELSEWHERE = """
import sys
from pathlib import Path
import numpy as np
from symbolic_rl.base.config import EnvConfig
from symbolic_rl.program.program import Program
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.bridge.tokens import TokenBatch
from tests.oracles.general import GeneralEngine

folder, saved, result, oracle = sys.argv[1:]
config = EnvConfig(hide_query=False)
program = Program(
    [Path(folder, "program.pl")], {"goals": [Path(folder, "goals.pl")]}, config=config
)
engine = (GeneralEngine if oracle == "True" else PrologEngine)(program, config, answers=True)
states = TokenBatch(**np.load(saved))
zeros = np.zeros(len(states), np.int64)
page = engine.expand(states, hidden=zeros, limit=100, offset=zeros)
np.savez(result, tokens=page.candidates.tokens, offsets=page.candidates.offsets,
         hashes=page.hashes, clauses=page.clauses, counts=page.counts)
"""


@by_both
def test_literals_mean_the_same_in_another_process(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, LITERALS, "both(X, Y)")
    engine = make_engine(program, oracle=oracle)
    states = expand(engine, after(engine, roots(program), 0, 0)).candidates
    np.savez(tmp_path / "states.npz", tokens=states.tokens, offsets=states.offsets)
    files = [str(tmp_path / name) for name in ("", "states.npz", "page.npz")]
    subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *files, str(oracle)],
        check=True, stdin=subprocess.DEVNULL, timeout=600, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    page, there = expand(engine, states), np.load(tmp_path / "page.npz")

    np.testing.assert_array_equal(there["tokens"], page.candidates.tokens)
    np.testing.assert_array_equal(there["offsets"], page.candidates.offsets)
    np.testing.assert_array_equal(there["hashes"], page.hashes)
    np.testing.assert_array_equal(there["clauses"], page.clauses)
    np.testing.assert_array_equal(there["counts"], page.counts)


DEEP = "p(X) :- q(X).\nq(f(X, Y)) :- p(X), p(Y).\nq(s(X)) :- p(X).\nq(a)."


def deep_states(program: Program, depth: int) -> TokenBatch:
    """p(T) for terms T nested to the right, to the left and in one place."""
    p, f, s, a = (
        program_token(program, *symbol) for symbol in (("p", 1), ("f", 2), ("s", 1), ("a", 0))
    )
    return TokenBatch.of(
        [
            [1, p, *[s] * depth, a],
            [1, p, *[f, a] * depth, a],
            [1, p, *[f] * depth, *[a] * (depth + 1)],
        ]
    )


@by_both
def test_terms_nested_100000_deep_are_resolved(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, DEEP, "p(a)")
    engine = make_engine(program, oracle=oracle, answers=False)
    states = deep_states(program, 100_000)
    p, q = program_token(program, "p", 1), program_token(program, "q", 1)
    one = expand(engine, states).candidates
    two = expand(engine, one).candidates

    np.testing.assert_array_equal(one.tokens, np.where(states.tokens == p, q, states.tokens))
    assert [state[0] for state in listed(two)] == [1, 2, 2]
    assert two.tokens.size == states.tokens.size - 3 + 1 + 0 + 1


@by_both
def test_thousands_of_variables_are_numbered_in_order(oracle: bool, tmp_path: Path) -> None:
    program = make_program(
        tmp_path, "p(N) :- length(L, N), q(L).\nq(L) :- r(L, L).\nr(_, _).", "p(5000)"
    )
    engine = make_engine(program, oracle=oracle, answers=False)
    states = after(engine, roots(program, answers=False), 0, 0, 0)
    variables = [token for token in listed(states)[0] if token >= VARIABLE_BASE]

    assert variables == [VARIABLE_BASE + i for i in range(5000)] * 2


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
        listed(expand(engine, page.candidates.take(np.arange(1))).candidates)[0],
        (listed(expand(engine, page.candidates.take(np.arange(1, 2))).candidates)[0]),
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
@pytest.mark.parametrize("clause", ["p(Y, f(Y)).", "p(X, Y) :- Y = f(X).", "p(f(X), g(f(X)))."])
def test_cyclic_terms_are_refused(oracle: bool, clause: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, f"{clause}\nq(X) :- p(X, X).", "q(X)")
    sound = make_engine(program, oracle=oracle)
    page = expand(sound, after(sound, roots(program), 0, 0))

    assert (page.counts.sum(), page.lost.sum()) == (0, 0)


@by_both
@pytest.mark.parametrize("clause", ["p(Y, f(Y)).", "p(X, Y) :- Y = f(X)."])
def test_cyclic_terms_are_counted_without_the_occurs_check(
    oracle: bool, clause: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, f"{clause}\nq(X) :- p(X, X).", "q(X)")
    unsound = make_engine(program, oracle=oracle, occurs_check=False)
    page = expand(unsound, after(unsound, roots(program), 0, 0))

    assert (page.counts.sum(), page.lost.sum()) == (0, 1)


@by_both
@example(value=98301)
@example(value=98302)
@example(value=-32768)
@example(value=-32769)
@given(value=st.integers(-40_000, 110_000) | st.integers())
@settings(max_examples=30)
def test_integers_of_any_size_are_exact(oracle: bool, value: int, tmp_path: Path) -> None:
    program = make_program(tmp_path, f"p({value}).\nq(X) :- p(X), p({value}).", "q(X)")
    engine = make_engine(program, oracle=oracle)
    final = listed(after(engine, roots(program), 0, 0, 0, 0))[0]
    token = value + INTEGER_BASE

    assert final[0] == 0
    assert text(program, final) == [f"'$answer'({value})"]
    assert (final[2] == token) == (-0x8000 <= value < 0x17FFE)


@by_both
@given(value=st.floats(allow_nan=False, allow_infinity=False))
@settings(max_examples=30)
def test_floats_are_exact(oracle: bool, value: float, tmp_path: Path) -> None:
    mantissa, _, exponent = repr(value).partition("e")
    mantissa += "" if "." in mantissa else ".0"
    written = f"{mantissa}e{exponent}" if exponent else mantissa
    program = make_program(tmp_path, f"p({written}).\nq(X) :- p(X), p(X).", "q(X)")
    final = listed(after(make_engine(program, oracle=oracle), roots(program), 0, 0, 0, 0))[0]
    codes = final[4:]

    assert (final[0], final[2], final[3]) == (0, NUMBER, len(codes))
    assert struct.pack("d", float("".join(map(chr, codes)))) == struct.pack("d", value)
