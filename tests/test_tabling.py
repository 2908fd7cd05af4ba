"""Searches of function-free programs that end because tabling says that nothing is left."""

import gc
import random
import re
from pathlib import Path

import pytest
from hypothesis import event, given, note, settings, strategies as st

from symbolic_rl.bridge.swipl import run
from symbolic_rl.proofs.proof import verify
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import Space, make_search
from symbolic_rl.search.base import EXHAUSTED, Derivation
from symbolic_rl.search.opened import open_goals
from symbolic_rl.search.pairs import AnswerTables, TabledSearch, WithTabling
from symbolic_rl.search.scheduler import run_side_by_side
from tests.oracle import swipl
from tests.problems import write_files
from tests.strategies import Draw

GRAPH = """\
edge(a, b). edge(b, c). edge(c, a). edge(x, y).
left(X, Y) :- left(X, Z), edge(Z, Y).
left(X, Y) :- edge(X, Y).
double(X, Y) :- double(X, Z), double(Z, Y).
double(X, Y) :- edge(X, Y).
even(X, X) :- edge(X, _).
even(X, Y) :- odd(X, Z), edge(Z, Y).
odd(X, Y) :- even(X, Z), edge(Z, Y).
"""
TABLED = """
read_all(In) :- read(In, T), ( T == end_of_file -> true ; add(T), read_all(In) ).
add((H :- B)) :- !, assertz((H :- B, true)).
add(H) :- assertz(H).
ask(File, Goal, Vs) :-
    forall(member(P, [p0/1, p1/2, p2/2, left/2, double/2, even/2, odd/2, path/2]),
           ( dynamic(P), table(P) )),
    open(File, read, In), read_all(In),
    statistics(inferences, Before),
    findall(Vs, Goal, Found), sort(Found, Answers),
    statistics(inferences, After),
    I is After - Before,
    format("~d~n", [I]), forall(member(A, Answers), format("~q~n", [A])).
"""


def space_of(folder: Path, text: str, goal: str) -> Space:
    file = folder / "program.pl"
    file.write_text(text)
    return open_goals(file).space(goal)


def by_swipl(folder: Path, text: str, goal: str, variables: str) -> tuple[int, set[str]]:
    """Inferences and answers of SWI-Prolog's tabling; nothing of the engine is used."""
    write_files(folder, plain=text, ask=TABLED)
    asked = f"ask('{folder / 'plain.pl'}', ({goal}), [{variables}])"
    first, *answers = swipl(asked, folder / "ask.pl").splitlines()
    return int(first), set(answers)


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("left(X, c)", ["X = a", "X = b", "X = c"]),
        ("double(a, X)", ["X = a", "X = b", "X = c"]),
        ("even(a, X), X \\== a", ["X = b", "X = c"]),
        ("left(y, X)", []),
    ],
)
def test_left_recursion_ends_as_exhausted(goal: str, answers: list[str], tmp_path: Path) -> None:
    (tmp_path / "graph.pl").write_text(GRAPH)
    found = prove(tmp_path / "graph.pl", goal).take(10)
    without = prove(
        tmp_path / "graph.pl",
        goal,
        search="iterative-deepening",
        tabling=False,
        max_inferences=9_000,
    ).take(10)
    assert sorted(str(proof.answer) for proof in found.answers) == answers
    assert (found.ended, found.complete) == ("exhausted", True)
    assert (without.ended, without.complete) == ("max_inferences", False)


def test_answers_of_tabling_say_so_and_have_proofs(tmp_path: Path) -> None:
    ring = "".join(f"edge(n{i}, n{(i + 1) % 60}).\n" for i in range(60))
    (tmp_path / "ring.pl").write_text(GRAPH.split("\n", 1)[1] + ring)
    found = prove(tmp_path / "ring.pl", "left(n0, X)").take(100)
    last = found.answers[-1]
    assert len({proof.answer for proof in found.answers}) == 60 and found.complete
    assert last.found_by == "tabling"
    assert last.inferences == 1 + 2 * max(1, int(last.bindings["X"][1:]) or 60)


@pytest.mark.parametrize(
    "text",
    [
        "p(X, a). p(X, Y) :- p(Y, X).",
        "p(a, b). p(X, Y) :- X \\== Y, p(Y, X).",
        "p(a, b). p(X, Y) :- p(Y, _), Z = X.",
        "p(a, b). p(X, Y) :- p(Y, X), \\+ p(X, X).",
        "p(a, f(b)). p(X, Y) :- p(Y, X).",
        "p(X, Y) :- X = a, !. p(b, Y) :- p(Y, b).",
        pytest.param(f'p(a, "{"b" * 10**6}").', id="an answer that no state has room for"),
    ],
)
def test_programs_that_it_cannot_answer_for_are_refused(text: str, tmp_path: Path) -> None:
    tables = AnswerTables(space_of(tmp_path, text, "p(a, X)"), 10**6)
    assert not tables.is_complete and not tables.is_limited


def test_tables_are_forgotten_with_the_search(tmp_path: Path) -> None:
    tables = AnswerTables(space_of(tmp_path, GRAPH, "left(a, X)"), 10**6)
    assert tables.is_complete
    del tables
    gc.collect()
    run("\\+ tabled:tables(_, _, _, _, _, _)")


@st.composite
def datalog(draw: Draw) -> tuple[str, str, str]:
    """A function-free program, a goal and its variables; predicates call each other."""
    names = {"p0": 1, "p1": 2, "p2": 2}
    constant, variable = st.sampled_from("abcd"), st.sampled_from("XYZ")
    lines = []
    for name, arity in names.items():
        for _ in range(draw(st.integers(1, 3))):
            lines.append(f"{name}({', '.join(draw(constant) for _ in range(arity))}).")
    for _ in range(draw(st.integers(1, 6))):
        body, bound = [], set[str]()
        for _ in range(draw(st.integers(1, 3))):
            name = draw(st.sampled_from(list(names)))
            terms = [draw(st.one_of(variable, variable, constant)) for _ in range(names[name])]
            bound |= {term for term in terms if term in "XYZ"}
            body.append(f"{name}({', '.join(terms)})")
        known = st.sampled_from(sorted(bound)) if bound else constant
        if draw(st.integers(0, 3)) == 0:
            test = draw(st.sampled_from(["\\=", "\\==", "=", "=="]))
            body.append(f"{draw(known)} {test} {draw(st.one_of(known, constant))}")
        head = draw(st.sampled_from(list(names)))
        terms = [draw(st.one_of(known, known, constant)) for _ in range(names[head])]
        lines.append(f"{head}({', '.join(terms)}) :- {', '.join(body)}.")
    goal = draw(st.sampled_from(["p0(X)", "p1(X, Y)", "p1(a, X)", "p2(X, X)", "p2(X, b), p0(X)"]))
    return "\n".join(lines), goal, ", ".join(sorted(set(re.findall("[XY]", goal))))


@settings(max_examples=20)
@given(case=datalog())
def test_answers_are_those_of_swipl(case: tuple[str, str, str], tmp_path: Path) -> None:
    """Each has a derivation that can be done again."""
    text, goal, variables = case
    note(f"{text}\n?- {goal}.")
    space = space_of(tmp_path, text, goal)
    tables = AnswerTables(space, 10**6)
    _, expected = by_swipl(tmp_path, text, goal, variables)
    proofs = [verify(space.engine, space.query, d.choices) for d in tables.derivations(0)]
    event(f"answers: {min(len(proofs), 5)}")

    assert tables.is_complete
    shown = {f"[{','.join(proof.bindings[v] for v in variables.split(', '))}]" for proof in proofs}
    assert shown == expected and len(proofs) == len(expected)


RULES = {
    "left": "path(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n",
    "mutual": "path(X, Y) :- odd(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n"
    "odd(X, Y) :- path(X, Z), edge(Z, Y).\n",
}


@pytest.mark.parametrize("rules", RULES)
def test_cyclic_graphs_of_1000_nodes_cost_less_than_20_times_tabling(
    rules: str, tmp_path: Path
) -> None:
    """In inferences of SWI-Prolog, which no load changes."""
    rng = random.Random(0)
    to = [(i, rng.randrange(1000)) for i in range(1000) for _ in range(2)]
    edges = [*to, *((i, (i + 1) % 1000) for i in range(1000))]
    text = RULES[rules] + "".join(f"edge(n{a}, n{b}).\n" for a, b in edges)
    space = space_of(tmp_path, text, "path(n0, X)")
    search = WithTabling(make_search("breadth-first", space), TabledSearch(space))
    found = list[Derivation]()  # without their derivations, of up to 2,000 steps each
    while not search.ended:
        found += run_side_by_side([search.advance(10**6)], at_once=1)[0]
    inferences, expected = by_swipl(tmp_path, text, "path(n0, X)", "X")
    tables = AnswerTables(space, 10**7)

    assert search.ended == EXHAUSTED and not any(search.counters.values())
    assert len({one.key for one in found}) == len(found) == len(expected)
    assert search.inferences <= 4096
    assert tables.inferences <= 20 * inferences
