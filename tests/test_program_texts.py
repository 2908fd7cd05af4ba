"""Texts of programs and queries: tokens, hidden clauses, comments, and errors with their lines."""

import gc
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import NotFlatError, ProgramError
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import clause_text, comment_end
from tests.oracle import SWIPL
from tests.problems import make_problem, write_files


def loaded(folder: Path, text: str, queries: str = "", split: str = "train") -> Program:
    """The program and queries of these texts, without a part left out."""
    write_files(folder, p=text, goals=queries)
    strict = EnvConfig(strict=True)
    return Program([folder / "p.pl"], {split: [folder / "goals.pl"]}, config=strict)


def errors(folder: Path, text: str, queries: str = "") -> list[tuple[str, int, str]]:
    """File, line and message of each error."""
    with pytest.raises(ProgramError) as caught:
        loaded(folder, text, queries)
    found = [note for note in caught.value.diagnostics if note.severity == "error"]
    return [(Path(note.file).name, note.line, note.message) for note in found]


# ---- tokens and queries


def test_string_that_goes_on_behind_a_backslash_is_read_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    loaded(tmp_path, 'p("a\\\n  b").\n')
    assert capfd.readouterr() == ("", "")


def test_goals_with_a_question_in_front_are_read_in_files_of_goals(tmp_path: Path) -> None:
    text = "p(a, b).\np(b, c).\nq(X) :- p(X, _).\n"
    goals = "?- p(a, X).\n?-q(X), \\+ p(X, c).\nq(b).\n?- query(p(a, c), false).\n"
    for split in ("own", "goals"):
        queries = loaded(tmp_path, text, goals, split).queries
        assert [query.line for query in queries] == [1, 2, 3, 4]
        assert [query.label for query in queries] == [True, True, True, False]

    assert errors(tmp_path, text, goals) and errors(tmp_path, goals)


def test_no_python_object_is_kept_for_each_fact(tmp_path: Path) -> None:
    """There were four and more for each clause, and as many for each symbol."""
    text = "".join(f"p(c{i}, d{i % 7}).\n" for i in range(5000))
    loaded(tmp_path, text)  # allocates what one process loads once
    gc.collect()
    before = sys.getallocatedblocks()
    program = loaded(tmp_path, text)
    gc.collect()
    blocks = sys.getallocatedblocks() - before

    assert len(program.clauses) == 5000 and program.clauses[4999].line == 5000
    assert blocks < 1000


@pytest.mark.parametrize("number", ["98302", "-32769", "9" * 5000])
def test_the_tensor_engine_refuses_integers_without_a_token(number: str, tmp_path: Path) -> None:
    for text, query in ((f"p({number}).", "p(X)"), ("p(a).", f"p({number})")):
        with pytest.raises(NotFlatError, match="a number that is no small integer"):
            make_problem(tmp_path, text, f"query({query}).", engine="tensor")


# ---- errors

RESERVED = {
    1: "=/2 cannot be defined", 3: "a conjunction is no clause", 4: "it is reserved",
    5: "atom/1 cannot be defined", 6: "call/1 cannot", 7: "assertz/1 cannot",
}  # fmt: skip
WRONG = [
    ("p(a\np(b).\nq(c).\n", {2: "operator expected"}),
    ("p(a).\np(a,).\nq(c).", {2: "cannot start a term"}),
    ("p(a).\n\np(a)).\nq(c).", {3: "cannot start a term"}),
    ("p(a).\nq(b)\n\n\n", {5: "ends within a clause"}),
    ("p(a).\nq(b) :-\n p(a)\n\nr(c).\n", {5: "operator expected"}),
    ("p(a).\nq('abc).\nr(c).\n", {2: "a quote is never closed"}),
    ("p(a) q(b).\n r(c).", {1: "operator expected"}),
    ("p (a).\nq(a).", {1: "operator expected"}),
    ("p(a) :- p(b), .\nq :- p(a) == .\nr :- .", dict.fromkeys((1, 2, 3), "without its argument")),
    (
        "X :- p(a).\n3.\n3 :- q.\np(a).",
        dict.fromkeys((1, 2, 3), "the head of a clause is a variable"),
    ),
    ("p(X) :-\n  q(X),\n  r(X).\nq(a) :- p(X),\n s ;\n t(X).", {3: "r/1", 5: "s/0", 6: "t/1"}),
    ("X = Y :- p(X).\np(a).\na , b.\n'$x'(a).\natom(a).\ncall(a).\nassertz(a).", RESERVED),
    ('p(X) :- "x", X.\np(X) :- q(X), 3.\nq(a).', {1: "a string", 2: "a number"}),
    ("p(a). /* never\nq(b).", {1: "a comment is never closed"}),
    ("p(a). /* /* */ p(b).\n", {1: "a comment is never closed"}),
    (
        "p(X) :- see(X).\nq.\np(X) :-\n tell(X).",
        {1: "see/1 cannot be called", 4: "tell/1 cannot be called"},
    ),
    (
        ":- initialization(main).\np(a).\n:- foo.\n",
        {1: "initialization/1: no directive", 3: "foo/0: no directive"},
    ),
    (
        "p(a.\np(b) :- zzz.\nq(] .\nr(c) :- yyy(X).\n",
        {1: "operator expected", 2: "zzz/0", 3: "cannot start a term", 4: "yyy/1"},
    ),
    (f"p({','.join(['a'] * 1001)}).\n", {1: "more than 1,000 arguments"}),
    (":- dynamic p/99999999999999999999.\nq(a).\n", {1: "more than 1,000 arguments"}),
    ("p(a).\n\nq(b).\n /* never", {3: "a comment is never closed"}),  # behind this line
    (f":- table p/{'9' * 23_000}.\np(a).\n", {1: "more than 19,728 digits"}),
]


@pytest.mark.parametrize("first", ["", "#!/usr/bin/env swipl\n"])
@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_each_error_is_told_with_its_line(
    text: str, expected: dict[int, str], first: str, tmp_path: Path
) -> None:
    found = {line: message for _, line, message in errors(tmp_path, first + text)}

    lines = {line + len(first.splitlines()): part for line, part in expected.items()}
    assert found.keys() == lines.keys()
    assert all(part in found[line] for line, part in lines.items()), found


def test_each_error_of_queries_is_told_with_its_line(tmp_path: Path) -> None:
    queries = (
        "query(p(a)).\np(a).\nquery(q(b), maybe).\nquery(r(c)).\nquery(p(a) :- q(b)).\n"
        "query((p(a), 3)).\nquery(p(a)) :- true.\nquery(q(b)\nquery(q(b)).\n"
    )
    no_query = "a file of queries has a clause that is not a query"

    assert errors(tmp_path, "p(a).\nq(b).\n", queries) == [
        ("goals.pl", 2, no_query),
        ("goals.pl", 3, "the label of a query is neither true nor false"),
        ("goals.pl", 4, "unknown predicate r/1"),
        ("goals.pl", 5, "a clause cannot be a goal"),
        ("goals.pl", 6, "a number, a string or a dict is used as a goal"),
        ("goals.pl", 7, no_query),
        ("goals.pl", 9, "syntax error: operator expected"),
    ]


# ---- comments


def test_a_comment_ends_where_swi_prolog_ends_it(tmp_path: Path) -> None:
    """All texts of up to six of ``/``, ``*`` and a blank behind the beginning of a comment."""
    texts = ["".join(t) for n in range(7) for t in itertools.product("/* ", repeat=n)]
    ends = {text: comment_end(f"/*{text}".encode(), 0) for text in texts}
    # an atom behind the end is read; without an end there is a syntax error
    closed = [t for t, end in ends.items() if end is None or not f"/*{t}"[end:].strip()]
    (tmp_path / "texts").write_text("\n".join(closed))
    goal = (
        'read_file_to_string(texts, All, []), split_string(All, "\\n", "", Texts),'
        "forall(member(Text, Texts), ("
        '  format(string(Clause), "/*~s x . ", [Text]), open_string(Clause, In),'
        "  catch(read_term(In, Read, []), error(_, _), Read = open), writeln(Read) ))"
    )
    read = subprocess.run(
        [*SWIPL, "-g", goal, "-t", "halt"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.split()

    assert read == ["open" if ends[text] is None else "x" for text in closed]
    assert {"open", "x"} == {*read}


def test_a_clause_ends_behind_a_comment_within_a_comment() -> None:
    assert clause_text(b"p. /* /* */ . q. */ r(a). % s\n", 1).endswith("r(a).")
