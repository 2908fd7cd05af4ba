"""The loader without SWI-Prolog gives what SWI-Prolog's loader gives, or says why not."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, note, settings

from symbolic_rl.base.errors import ProgramError
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.program.without_prolog.program import FlatProgram, NeedsPrologError
from tests.flat_strategies import flat_programs
from tests.strategies import Case


def same_programs(one: Program, other: FlatProgram, *, texts: bool) -> None:
    """Assert that symbols, clauses and queries are the same."""
    assert one.vocabulary.symbols == other.vocabulary.symbols
    assert one.vocabulary.n_names == other.vocabulary.n_names
    assert list(one.clauses) == list(other.clauses)
    kinds = ("is_flat", "builtins", "library", "overrides", "n_clauses")
    assert [getattr(one, k) for k in kinds] == [getattr(other, k) for k in kinds]
    terms, others = one.clause_terms(), other.clause_terms()
    np.testing.assert_array_equal(terms.terms.tokens, others.terms.tokens)
    np.testing.assert_array_equal(terms.terms.offsets, others.terms.offsets)
    np.testing.assert_array_equal(terms.written, others.written)
    assert len(one.queries) == len(other.queries)
    fields = ("split", "label", "hidden", "line", "names", *(("text",) if texts else ()))
    for query, same in zip(one.queries, other.queries, strict=True):
        assert [getattr(query, f) for f in fields] == [getattr(same, f) for f in fields]
        assert query.goal.tolist() == same.goal.tolist()
        assert query.answer.tolist() == same.answer.tolist()


@pytest.mark.parametrize("name", ["countries_s1", "countries_s2", "countries_s3", "family"])
def test_packs_are_the_same(name: str) -> None:
    pack = load_pack(name)
    queries = {split: [path] for split, path in pack.queries.items()}
    one = Program(pack.program, queries, config=pack.env)

    same_programs(one, FlatProgram(pack.program, queries, config=pack.env), texts=True)


@settings(max_examples=60)
@given(case=flat_programs())
def test_random_programs_are_the_same(case: Case, tmp_path: Path) -> None:
    note(str(case))
    (tmp_path / "program.pl").write_text(case.program)
    (tmp_path / "goals.pl").write_text(f"query(({case.goal})).\nquery(({case.goal}), false).\n")
    files, queries = [tmp_path / "program.pl"], {"goals": [tmp_path / "goals.pl"]}
    try:
        flat = FlatProgram(files, queries)
    except NeedsPrologError:
        assert "\\+" in str(case)
        return

    same_programs(Program(files, queries), flat, texts=False)


def test_goals_with_a_question_in_front_are_the_same(tmp_path: Path) -> None:
    """In files of goals alone; elsewhere, both loaders refuse them."""
    (tmp_path / "p.pl").write_text("p(a, b).\np(b, c).\nq(X) :- p(X, _).\n")
    file = tmp_path / "goals.pl"
    file.write_text("?- p(a, X).\n?-q(X), \\+ p(X, c).\nq(b).\n?- query(p(a, c), false).\n")
    for split in ("own", "goals"):
        one = Program([tmp_path / "p.pl"], {split: [file]})
        same_programs(one, FlatProgram([tmp_path / "p.pl"], {split: [file]}), texts=False)
        assert [query.line for query in one.queries] == [1, 2, 3, 4]
        assert [query.label for query in one.queries] == [True, True, True, False]
    for files, queries in (([tmp_path / "p.pl"], {"train": [file]}), ([file], {})):
        with pytest.raises(ProgramError):
            Program(files, queries)
        with pytest.raises((ProgramError, NeedsPrologError)):
            FlatProgram(files, queries)


@pytest.mark.parametrize(
    "text",
    [
        ":- dynamic later/1).", ":- dynamic(later/1.", ":- dynamic(a/1, b/2).",
        ":- dynamic\x85a/1.", ":- dynamic\x1ca/1.", ":- table a/1).",
        ":- use_module(library(lists)).\x1cp(b).",
        ":- dynamic a/1.\x1cp(b).", ":- dynamic\xa0a/1.", ":-dynamic a/1 , b / 2 .",
        "p(X, Y) :- X = Y-1.", "p(X, Y) :- \\+ X \\= Y*2.", "p(X, Y) :- X = Y mod 2.",
        ":- dynamic( a/1 ).", ":- discontiguous(a/1).", ":- dynamic a/1.%", ":- dynamic (a/1).",
        ":- .", ":-%\n.", "p(1 000).", "p(X) :- X > 1 0.", ":- op(70 0, xfx, ===>).", "?- .",
    ],
)  # fmt: skip
def test_odd_declarations_are_read_alike_or_left_to_prolog(text: str, tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text(f"p(a).\n{text}\n", encoding="utf-8")
    try:
        flat = FlatProgram([file], {})
    except NeedsPrologError:
        return

    same_programs(Program([file], {}), flat, texts=True)


ODD_FACTS = (
    "p(100000, a).", "p('X', a).", "p(X, a).", "p('1', a).", "p(1, a).", "p( a,b ).", "p(a , b).",
    "q.", "q(a).", "p(a,b,c).", "'p'(a, b).", "p(a, b). p(b, a).", "p(a, X) :- q(X).", "p(-1, a).",
    "% c\np(a, b).", "p(a, b).  \t\np(a, 'b').", "append(a, b).", ":- dynamic r/1.", "  p(a, b).",
    "p(a, b). % c", "p(007, 7).", "p(aB_1, z).", "r(X) :- ( p(X, a) ; q(X) ).", "\np(a, é1).",
)  # fmt: skip


def test_runs_of_facts_are_read_as_each_fact_alone(tmp_path: Path) -> None:
    """Plain facts are read some thousands at a time, up to one that needs the long way."""
    random, compared = Random(0), 0
    file = tmp_path / "program.pl"
    for _ in range(60):
        lines = ["q(z).", "p(z, z)."]
        for i in range(random.choice([1, 3, 6])):
            run = random.choice([0, 1, 3, 4, 5, 63, 70, 200])
            names = random.choice(["c", "same"])
            lines += [f"p({names}{j % 40}, {names}{i}_{j})." for j in range(run)]
            lines.append(random.choice(ODD_FACTS))
        file.write_bytes(random.choice(["\n", "\r\n"]).join([*lines, ""]).encode())
        try:
            flat = FlatProgram([file], {})
        except ProgramError:
            continue
        same_programs(Program([file], {}), flat, texts=True)
        compared += 1

    assert compared > 15


@pytest.mark.parametrize("load", [Program, FlatProgram])
def test_no_python_object_is_kept_for_each_fact(load: type, tmp_path: Path) -> None:
    """There were four and more for each clause, and as many for each symbol."""
    file = tmp_path / "program.pl"
    file.write_text("".join(f"p(c{i}, d{i % 7}).\n" for i in range(5000)))
    load([file], {})  # what is loaded once
    gc.collect()
    before = sys.getallocatedblocks()
    program = load([file], {})
    gc.collect()
    blocks = sys.getallocatedblocks() - before

    assert len(program.clauses) == 5000 and program.clauses[4999].line == 5000
    assert blocks < 1000


WRITTEN = """
% a comment
:- dynamic(later/1).
:- dynamic here/2, there/0.
:- discontiguous p/1.
:- use_module(library(lists)).
p('quoted atom', 'it''s', -3).   p(a,b,   12). /* between
   clauses */ p( a , X, X ) :- X = a , \\+ later(X) , \\+(here(X, _)).
p(_, _, _).
'Upper'(X) :- ( p(X, Y, _) ; q ), ( there, ( later(X) ; true ) ; X \\== Y ).
q.
q :- p(0, 1, 98301), 1 < 2, false.
q:-q,q.
plus(a, b, c).
r(X) :- \\+ X = a, p(X, -1, b).
t(mod, is).
"""


def test_what_is_written_in_many_ways_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "program.pl").write_text(WRITTEN)
    (tmp_path / "goals.pl").write_text(
        "query(p(a, X, Y)).\nquery((q, p(X, b, _) ; q), false).\nquery(p(a, b, 12), true).\n"
        "query(plus(a, b, c)).\nquery(p(U, V, W)).\n"
    )
    files, queries = [tmp_path / "program.pl"], {"goals": [tmp_path / "goals.pl"]}
    flat = FlatProgram(files, queries)

    same_programs(Program(files, queries), flat, texts=False)
    assert [query.hidden > 0 for query in flat.queries] == [False, False, True, True, True]


def places(error: ProgramError) -> list[tuple[str, int]]:
    """File and line of each error."""
    found = {(Path(d.file).name, d.line) for d in error.diagnostics if d.severity == "error"}
    return sorted(found)


def errors_of(
    loader: type, files: Sequence[Path], queries: Sequence[Path]
) -> list[tuple[str, int]]:
    """Where a loader finds errors."""
    try:
        loader(files, {"asked": queries})
    except ProgramError as error:
        return places(error)
    return []


WRONG = {
    "unclosed": "p(a\np(b).\nq(c).\n",
    "no argument": "p(a).\np(a,).\nq(c).",
    "bracket": "p(a).\n\np(a)).\nq(c).",
    "no stop": "p(a).\nq(b)",
    "no stop before": "p(a).\nq(b) :-\n p(a)\n\nr(c).\n",
    "quote": "p(a).\nq('abc).\nr(c).\n",
    "two": "p(a) q(b).\n r(c).",
    "no operand": "p(a) :- p(b), .\nq :- p(a) == .\n",
    "no body": "p(a) :- .\nq.",
    "no heads": "X :- p(a).\n3.\n3 :- q.\np(a).",
    "unknown": "p(X) :-\n  q(X),\n  r(X).\nq(a) :- p(X),\n s ; t(X).",
    "reserved": "X = Y :- p(X).\np(a).\na , b.\n'$x'(a).\natom(a).\ncall(a).\nassertz(a).",
    "no goals": "p(X) :- X.\np(X) :- q(X), 3.\nq(a).",
    "comment": "p(a). /* never\nq(b).",
    "impure": "p(X) :- bagof(a, q, X).\nq.\np(X) :-\n write(X).",
    "directive": ":- initialization(main).\np(a).\n:- foo.\n",
    "end": "p(a).\nq(b",
    "end of line": "p(a).\nq(b)\n\n\n",
    "several": "p(a.\np(b) :- zzz.\nq(] .\nr(c) :- yyy(X).\n",
    "space": "p (a).\nq(a).",
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_found_in_the_same_lines(name: str, tmp_path: Path) -> None:
    file = tmp_path / "program.pl"
    file.write_text(WRONG[name])
    found = errors_of(FlatProgram, [file], [])

    assert found == errors_of(Program, [file], []) != []


def test_errors_in_queries_are_found_in_the_same_lines(tmp_path: Path) -> None:
    (tmp_path / "program.pl").write_text("p(a).\nq(b).\n")
    (tmp_path / "goals.pl").write_text(
        "query(p(a)).\np(a).\nquery(q(b), maybe).\nquery(r(c)).\nquery(p(a) :- q(b)).\n"
        "query((p(a), X)).\nquery(p(a)) :- true.\nquery(q(b)\nquery(q(b)).\n"
    )
    files, goals = [tmp_path / "program.pl"], [tmp_path / "goals.pl"]
    found = errors_of(FlatProgram, files, goals)

    assert set(errors_of(Program, files, goals)) - set(found) <= {("goals.pl", 7)}
    assert ("goals.pl", 2) in found and ("goals.pl", 4) in found


def test_mutilated_text_is_never_read_differently(tmp_path: Path) -> None:
    random, compared, read = Random(0), 0, 0
    text = ["% facts", "t(a, b).", "t(b, 12).", "p(X, Z) :- t(X, Y), p(Y, Z)."]
    text += ["p(X, Y) :- q(Y), X \\= Y, \\+ q(X).", "q('A b'). q(-3).", "r :- ( p(a, b) ; q(_) )."]
    whole = "\n".join(text)
    file = tmp_path / "program.pl"
    for _ in range(300):
        at = random.randrange(len(whole))
        added = random.choice(("", "", "(", ")", ",", ".", " ", "\n", "X", "a", "'", "0", "-", ";"))
        file.write_text(whole[:at] + added + whole[at + 1 :])
        try:
            flat = FlatProgram([file], {})
        except NeedsPrologError:
            continue
        except ProgramError as error:
            compared += 1
            assert set(places(error)) <= set(errors_of(Program, [file], []))
        else:
            read += 1
            same_programs(Program([file], {}), flat, texts=False)
    assert read > 20 and compared > 20


def test_what_is_beyond_it_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "program.pl"
    file.write_text("p(a).\np([a]).\nq(X) :- p(X), !.\nr(f(X)) :- p(X).\ns(X) :- X is 1 + 1.\n")
    with pytest.raises(NeedsPrologError) as error:
        FlatProgram([file], {})

    assert places(error.value) == [("program.pl", line) for line in (2, 3, 4, 5)]
