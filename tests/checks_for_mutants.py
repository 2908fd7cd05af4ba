"""Fixed differential checks that ``test_mutants.py`` runs on copies of ``prolog/``.

python checks_for_mutants.py FOLDER      exits with 0 if FOLDER holds a sound engine
"""

import sys
import tempfile
from pathlib import Path

import symbolic_rl.base.files

if __name__ == "__main__":  # before the engine is imported
    symbolic_rl.base.files.PROLOG_DIR = Path(sys.argv[1])

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge import build
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine.prolog import PrologEngine
from tests.exhaustion import answers_in_order, decoded, load, root
from tests.oracle import oracle
from tests.oracles.general import GeneralEngine
from tests.strategies import Case

CASES = (
    Case("p(X, X).\np(X, Y) :- q(Y, X).\nq(f(X), Y).", "p(X, f(X))"),
    Case("p(X) :- q(X, Y), q(Y, Z).\nq(a, b).\nq(b, c).\nq(X, d).", "p(X), p(Y)"),
    Case("p(a).\np(b).\np(c).\np(X) :- p2(X).\np2(b).\np2(d).", "p(X)"),
    Case("p(X, f(Y)) :- q(X), r(Y).\nq(1).\nq(2).\nr([X, Y]).\nr(g(Z)).", "p(X, Y), q(X)"),
    Case("p(X) :- q(X), \\+ r(X).\nq(1).\nq(2).\nr(2).", "p(X), \\+ r(f(X))"),
    Case("p(X, Y) :- X > 1, !, Y = big.\np(X, small).\nq(1).\nq(2).", "q(X), p(X, Y), q(Z)"),
    Case("p(X, Y) :- ( X = 1 -> Y = one ; X = 2 -> Y = two ; Y = X ).",
         "member(X, [1, 2, 3]), p(X, Y)"),
    Case("p(X) :- ( between(1, 3, X) -> q(X) ; true ).\nq(X).", "p(X)"),
    Case("p(X) :- X = f(X).\np(X) :- X \\= f(X), q(X).\nq(a).\nq(f(a)).", "p(X)"),
    Case("len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.", "len([a, X, Y], N)"),
    Case("p(X) :- ( q(X) ; r(X) ).\nq(1.5).\nr(\"s\").\nr('').\nr(123456789012345678901).", "p(X)"),
    Case("plus(o, Y, Y).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z).", "plus(X, Y, s(s(o)))"),
    Case("p(X, Y, Z) :- X \\= Y, q(Y, Z), Y \\== Z, X == a.\nq(b, c).\nq(a, a).\nq(b, b).",
         "q(_, X), p(X, Y, Z)"),
    Case("p(X) :- q(X, Y), Y \\= c, X \\== Y.\nq(a, b).\nq(a, c).\nq(b, b).\nq(U, d).", "p(X)"),
    Case("p(X, Y) :- between(1, 3, X), Y is X * 2.\np(9, z).", "p(X, Y)"),
)  # fmt: skip
_CONFIG = EnvConfig(hide_query=False)
_ENGINES = (GeneralEngine, PrologEngine)
"""SWI-Prolog alone, and the C core with it."""


def check_answers(folder: Path, case: Case) -> None:
    """The answers are SWI-Prolog's, in its order, for pages of any size."""
    program = load(folder, case.program, case.goal, _CONFIG)
    expected, more = oracle().answers(case.program, case.goal)
    assert not more
    for limit in (1, 2, 50):
        for make in _ENGINES:
            engine = make(program, _CONFIG, answers=True)
            found = answers_in_order(engine, root(program), limit=limit)
            assert [decoded(state, program.vocabulary) for state in found] == expected, case


def check_hidden(folder: Path, make: type[PrologEngine]) -> None:
    """A hidden fact and its duplicates cannot be used, also inside negation."""
    for text in ("p(a).\np(b).\np(a).\nr(X).", "p(a).\np(b).\np(a).\nr(X) :- \\+ p(f(X))."):
        program = load(folder, text, "p(X)", _CONFIG)
        engine = make(program, _CONFIG)
        start = TokenBatch.of([program.queries[0].root(answers=False)])
        zero, one = np.zeros(1, np.int64), np.array([4])
        state = engine.expand(start, hidden=one, limit=9, offset=zero).candidates
        clauses = engine.expand(state, hidden=one, limit=9, offset=zero).clauses
        assert clauses.tolist() == [5]
    program = load(folder, "p(a).\nr(X) :- \\+ p(X).", "r(a)", _CONFIG)
    engine = make(program, _CONFIG)
    start = TokenBatch.of([program.queries[0].root(answers=False)])
    state = engine.expand(start, hidden=one, limit=9, offset=zero).candidates
    assert engine.expand(state, hidden=one, limit=9, offset=zero).counts.tolist() == [1]


def check_lost(folder: Path, make: type[PrologEngine]) -> None:
    """What is lost is counted by its cause."""
    text = "p :- X < 1.\np :- \\+ l.\np :- between(1, inf, X), X < 0.\nl :- l."
    program = load(folder, text, "p", _CONFIG)
    engine = make(program, _CONFIG)
    start = TokenBatch.of([program.queries[0].root(answers=False)])
    zero = np.zeros(1, np.int64)
    state = engine.expand(start, hidden=zero, limit=9, offset=zero).candidates
    page = engine.expand(state, hidden=zero, limit=9, offset=zero)
    assert (page.counts.tolist(), page.lost[0, :3].tolist()) == ([0], [1, 1, 1])


def main() -> None:
    """Run all checks, with a C core of the files as they are."""
    build.FAST = ("-O0",)  # a mutant runs for a second and takes three to compile with -O3
    build.build()
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            check_answers(Path(folder), case)
        for make in _ENGINES:
            check_hidden(Path(folder), make)
            check_lost(Path(folder), make)


if __name__ == "__main__":
    main()
