"""Steps in C give the candidates of resolution.pl, and do most of the work."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge import core
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import list_packs
from symbolic_rl.program.program import Program
from tests.problems import expand, make_engine, make_program, roots, same_expansions, text

VALUES = """\
value(_). value(a). value(b). value([]). value(3). value(-2). value(0). value(f(a, b)).
value(f(_, 3)). value(g(g(a))). value([b, a, 3, b]). value([c|_]). value([f(b), f(a), a]).
value([[a], []]). value("text"). value(2.5). value(123456789012345678901). value(3 + 4).
value([x, _]). value('an atom that no clause has').
"""

GOALS = """\
true
fail
X = a ; false
X = Y
X = f(Y, Z)
f(X, Y) = f(Y, g(Z))
X \\= Y
f(X, Z) \\= f(Z, Y)
X == Y
X \\== Y
X @< Y
X @>= Y
X @> Y, X @=< f(Y)
unify_with_occurs_check(X, g(Y))
var(X)
nonvar(X), var(Y)
atom(X)
number(X)
integer(X)
atomic(X)
compound(X)
ground(f(X, Y))
is_list(X)
must_be(integer, X)
must_be(list, X)
must_be(oneof([a, 3]), X)
dif(X, Y)
dif(f(X, Z), f(Z, Y))
dif(Z, X), Z = Y
Z is X + Y
Z is X * 70000 - Y
Z is X mod Y
Z is X rem 2 + X // Y
Z is max(X, abs(Y)) - min(sign(X), -Y)
Z is X / Y
X =:= Y
X =\\= Y
X < Y
X =< Y
X > Y
X >= Y
Z #= X + Y
X - 2 * Y #= Z
X #= Y
X #= Z + Y
Z #= X mod Y
Z #= X // Y rem 3
Z #= max(X, abs(Y)) - min(-X, Y)
X #\\= Y
X #< Y + 1
X #=< Y
X #> Y
X #>= Y * 2
\\+ X #> Y
functor(X, Y, Z)
functor(Z, X, Y)
functor(X, _, 2)
functor(X, N, A), Z = N-A
functor(X, N, _), N == f
functor(X, N, _), functor(Y, N, _)
functor(X, N, A), functor(Z, N, A)
arg(X, Y, Z)
arg(1, X, Z), Z \\== Y
length(X, Y)
length(X, Z)
length([_, _], X)
msort(X, Z)
msort(X, Z), Z = [Y|_]
sort(X, Z)
sort([X, Y, X], Z)
msort([X, Y], [Y|_])
memberchk(X, Y)
memberchk(Z, X)
memberchk(f(Z), [Y, X])
memberchk(X, [Y|Z])
memberchk(Z, [f(Z), X])
\\+ memberchk(f(Z), Z)
\\+ memberchk(X, [Y, a])
\\+ X = Y
\\+ (X = Y, atom(X))
\\+ atom(X), \\+ Y == b
( X == Y -> Z = same ; Z = other )
( integer(X), X > 0 -> Z is X - 1 ; atom(X) -> Z = atom ; Z = Y )
once(( X = a ; X = b ))
X =.. Y
X =.. [Y|Z]
X =.. [N|A], Z = A-N
Z =.. [X|Y]
Z =.. [X, Y, X]
Z =.. [X]
X =.. [N|A], Z =.. [N|A], Y == Z
X =.. [N, A|B], Z =.. [N, Y|B]
copy_term(X, Z)
between(1, 3, X)
atom_length(X, Z)
member(Z, X)
( X = Z ; Y = Z )
maplist(=(Z), [X, Y])
findall(W, member(W, [X, Y]), Z)
aggregate_all(count, X = Y, Z)
forall(X = Y, atom(X))
value(Z), Z == X, !
value(Z), ( Z == Y, ! ; Z == X ), value(Z)
( value(Z), Z == X -> value(Y) ; value(Z), ! )
( value(Z), Z @> X *-> true ; Z = Y )
once(( value(Z), Z @> X ))
ignore(( value(Z), Z @> X, Z @< Y ))
\\+ ( value(Z), Z @> X, !, Z @< Y )
""".splitlines()


WRITES = {"write", "print", "writeln", "writeq", "write_canonical", "portray_clause"}
OUTPUT = {*WRITES, "nl", "flush_output"}
"""Builtins that are true in C; the proof shows what they write."""


def resolved_in_c() -> int:
    library = core.load()
    return int(library.core_resolved())


def levels(program: Program, n: int, **limits: int) -> Iterator[TokenBatch]:
    """Compare all candidates, and theirs, n levels down; yield the states of each level."""
    one, other = (make_engine(program, oracle=oracle, **limits) for oracle in (True, False))
    states = roots(program)
    for _ in range(n):
        page = expand(one, states, limit=64)
        same_expansions(page, expand(other, states, limit=64))
        states = page.candidates
        yield states
        open_states = [i for i, state in enumerate(states) if state[0]]
        if not open_states:
            return
        states = states.take(np.array(open_states))


@pytest.mark.parametrize("place", ["body", "behind", "before a cut"])
@pytest.mark.parametrize("goal", GOALS)
def test_builtins_are_run_in_c_as_in_prolog(goal: str, place: str, tmp_path: Path) -> None:
    """In front of a body; and in front of what is behind a goal that leads to none of its own."""
    values = "done(_, _, _).\nchoose(X, Y) :- value(X), value(Y).\n"
    clauses = {
        "body": f"test(X, Y, Z) :- {goal}, done(X, Y, Z).\n"
        "go(X, Y, Z) :- value(X), value(Y), test(X, Y, Z).\n",
        "before a cut": f"test(X, Y, Z) :- {goal}, !, done(X, Y, Z).\n"
        "test(X, Y, Y) :- !, value(X).\ntest(_, _, c).\n"
        "go(X, Y, Z) :- choose(X, Y), \\+ ( test(X, Y, Z), Z == c ), test(X, Y, Z).\n",
        "behind": f"go(X, Y, Z) :- choose(X, Y), {goal}, {goal}, done(X, Y, Z).\n",
    }
    imports = ":- use_module(library(clpfd)).\n" if "#" in goal else ""
    program = make_program(tmp_path, imports + VALUES + values + clauses[place], "go(X, Y, Z)")
    *_, last = levels(program, 7)

    assert goal == "fail" or place == "behind" or len(last), "nothing was compared"


def test_each_builtin_in_c_is_among_the_goals() -> None:
    text = (PROLOG_DIR / "core" / "builtins.c").read_text("utf-8")
    table = text.split("builtins[] =")[1].split("};")[0]
    names = re.findall(r'{ "((?:\\.|[^"])+)", [0-9]', table)
    assert len(names) > 50
    tokens = {token for goal in GOALS for token in re.findall(r"\w+|[^\w\s,()\[\]|_]+", goal)}
    named = {name.replace("\\\\", "\\") for name in names if not name.startswith("$")}
    assert named - tokens <= OUTPUT


def facts(n: int) -> str:
    """Facts whose arguments are symbols, structures and variables."""
    shapes = ("a{0}", "f(a{1}, X)", "X", "[a{2}|X]", "{3}", "g(X)", "a{0}")
    lines = []
    for k in range(n):
        chosen = [shapes[(k * step + k // 7) % len(shapes)] for step in (1, 3, 5)]
        lines.append("p({}).".format(", ".join(chosen).format(k % 5, k % 3, k % 2, k % 4)))
    return "\n".join(lines) + "\n"


def test_clauses_are_found_by_any_argument(tmp_path: Path) -> None:
    values = ("_", "a1", "f(a1, b)", "f(_, _)", "[a1, c]", "2", "zz", "g(g(_))", "[]")
    goals = [f"p({x}, {y}, {z})" for x in values for y in values for z in values]
    program = make_program(tmp_path, facts(300), *goals)
    one, other = make_engine(program, oracle=True), make_engine(program)
    states = expand(one, roots(program), limit=1).candidates
    random = np.random.default_rng(0)
    before = resolved_in_c()
    for limit in (1, 5, 1000):
        for first in (0, 2):
            hidden = random.integers(0, 304, len(states))
            offset = np.full(len(states), first)
            page = expand(one, states, limit=limit, offset=offset, hidden=hidden)
            same_expansions(page, expand(other, states, limit=limit, offset=offset, hidden=hidden))
            assert page.counts.any()

    assert resolved_in_c() - before == 6 * len(states)


@pytest.mark.parametrize("name", list_packs())
def test_most_states_of_the_packs_are_resolved_in_c(name: str) -> None:
    problem = load_problem(name)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    states = TokenBatch.of([query.root(answers=True) for query in problem.queries("train")[:40]])
    n, before = 0, 0
    for level in range(6):
        if level == 1:
            n, before = 0, resolved_in_c()  # SWI-Prolog makes the step from the query
        page = expand(engine, states, limit=8)
        n += len(states)
        following = [i for i, state in enumerate(page.candidates) if state[0]][:400]
        states = page.candidates.take(np.array(following))

    assert resolved_in_c() - before > 0.9 * n


def test_deep_and_long_terms_are_left_or_resolved_alike(tmp_path: Path) -> None:
    deep = "f(" * 900 + "a" + ")" * 900
    long = "[" + ", ".join(map(str, range(5000))) + "]"
    clauses = (
        "same(X, X).\nlast([X], X).\nlast([_|T], X) :- last(T, X).\n"
        "sorted(L, S) :- msort(L, S).\nsize(L, N) :- length(L, N).\n"
    )
    goals = (f"same({deep}, X)", f"same({deep}, f(X))", f"last({long}, X)", f"sorted({long}, S)",
             f"size({long}, N)", "same(f(X), X)", "same(f(X, Y), f(Y, g(X)))")  # fmt: skip
    program = make_program(tmp_path, clauses, *goals)

    assert len(list(levels(program, 4)))


SUB_PROOFS = """\
down(0).
down(N) :- N > 0, M is N - 1, down(M).
all(N) :- findall(X-Y-Y, ( between(1, 3, X), down(N) ), [_-Z-_|_]), Z = a.
of(N) :- aggregate_all(count, ( member(X, [1, 2]), between(X, N, _) ), S), S > 0.
most(N) :- aggregate_all(max(X + 1), between(1, N, X), M), aggregate_all(sum(X), member(X, [M]), M).
neither(N) :- \\+ \\+ down(N), \\+ ( down(3), fail ).
chain(N) :- settled(N), !.
chain(_) :- fail.
settled(N) :- N > 0, M is N - 1, settled(M), M < 0, !.
settled(_).
cases(N) :- once(case(N)).
case(N) :- ( N > 0, M is N - 1, case(M), M < 0 -> fail ; ( N < 0, ! ; true ) ), ( true *-> true ).
ways(N) :- \\+ ( way(N, X), X < 3 ).
way(N, X) :- between(1, 3, X), ( X > 2, down(N), ! ; X > 2 ), X < 4.
way(_, 1).
softly(N) :- \\+ tried(N).
tried(N) :- N > 0, M is N - 1, ( ( tried(M) *-> true ; M < 0 ), M > 3 *-> true ; fail ).
"""


@pytest.mark.parametrize(
    ("name", "passing"),
    [
        ("all", 109),
        ("of", 497),
        ("most", 996),
        ("neither", 328),
        ("chain", 199),
        ("cases", 82),
        ("ways", 326),
        ("softly", 90),
    ],
)
def test_steps_of_sub_proofs_are_counted_alike(name: str, passing: int, tmp_path: Path) -> None:
    """The largest goals that the least limit allows are the same in C and in SWI-Prolog."""
    numbers = range(passing - 5, passing + 6)
    goals = [f"{name}({n})" for n in numbers]
    program = make_program(tmp_path, SUB_PROOFS, *goals)
    before = resolved_in_c()
    first, second = levels(program, 2, max_subproof_inferences=1000)

    assert (len(first), len(second)) == (len(goals), 6)
    assert resolved_in_c() - before == len(goals)


@pytest.mark.parametrize("goal", ["\\+ p", "findall(1, p, [_])", "forall(p, fail)"])
def test_sub_proofs_within_each_other_are_left_to_prolog(goal: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, f"p :- {goal}.\n", "p")
    found = levels(program, 2, max_subproof_inferences=20_000)
    assert [len(level) for level in found] == [1, 0]


def test_what_is_overridden_is_no_builtin(tmp_path: Path) -> None:
    program = make_program(
        tmp_path, "is_list(a).\nis_list([X]) :- is_list(X).\np(X) :- is_list(X).\n", "p(X)", "p([])"
    )
    *_, last = levels(program, 4)
    assert any("is_list" in goal for state in last for goal in text(program, state))


def test_a_program_with_many_clauses_is_resolved_in_c_too(tmp_path: Path) -> None:
    facts = "".join(f"n({i // 1000}, {i % 1000}).\n" for i in range(200_001))
    program = make_program(tmp_path, facts, "n(X, Y)", "n(200, X)", "n(200, 1)")
    one, other = (make_engine(program, oracle=oracle) for oracle in (False, True))
    states = expand(one, roots(program), limit=1).candidates
    before = resolved_in_c()
    page = expand(one, states, limit=3)

    assert resolved_in_c() - before == len(states) == 3
    assert page.counts.tolist() == [3, 1, 0]
    same_expansions(page, expand(other, states, limit=3))


def test_constraints_are_kept_in_c_as_in_prolog(tmp_path: Path) -> None:
    """States with ``dif/2`` are resolved in C, but where a sub-proof or ``\\=`` meets it."""
    text = (
        "go(X, Y) :- dif(X, f(Y)), dif(X-a, Y-Z), dif(X, U), pair(U, Y), value(X), value(Z).\n"
        "pair(X, Y) :- dif(g(X, Y), g(a, b)), dif(X, Y), X = h(_).\n"
        "pair(_, _) :- dif(_, a).\n"
    )
    program = make_program(tmp_path, VALUES + text, "go(X, Y)")
    before = resolved_in_c()
    counts = [np.count_nonzero(states.goal_counts()) for states in levels(program, 6)]

    assert sum(counts) > 40
    assert resolved_in_c() - before > 0.8 * sum(counts[:-1])
