"""Two loaders, one reading: the same program, the same refusal, or a word on what needs Prolog."""

import itertools
import subprocess
from pathlib import Path

import pytest

from symbolic_rl.base.errors import ProgramError, SymbolicError
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.comments import comment_end
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import clause_text
from symbolic_rl.program.without_prolog import store
from symbolic_rl.program.without_prolog.program import FlatProgram, NeedsPrologError
from tests.oracle import SWIPL
from tests.test_without_prolog import same_programs

EQUAL = {
    "a lone carriage return does not end a comment": (b"p(a). % c\rp(b).\nq(c).\n", b""),
    "nor a line": (b"p(a).\rp(b).\rq(X) :- p(X).\r", b"query(q(a)).\r\rquery(p(b)).\n"),
    "lines of other systems": (b"p(a).\r\n% x\r\np(b).\r\n", b"query(p(X)).\r\n"),
    "a comment over lines": (b"p(a). /* x\r */ p(b). % y\r\np(c).", b""),
    "comments within a comment": (
        b"p(a). /* x /* y\n*/ p(b). */ p(c). /*/ p(d). */ p(e).\n/* /*/ */ p(f). /***/ p(g).",
        b"query(p(X)). /* /* /* */ */ query(p(b)). */\nquery(p(c)).",
    ),
    "a comment's beginning in quotes, and behind a symbol": (
        b"p('/*', '/* /*').\np(a) :- p(X, '*/'), X \\= 'b */'. % /* /* */\np(b). /* % */",
        b"",
    ),
    "a mark of byte order": (b"\xef\xbb\xbfp(a).\n", b""),
    "zeros in front": (b"p(007).\np(7).\np(-0).\np(0).\n", b"query(p(07))."),
    "least and greatest integers": (
        b"p(98301).\np(-32768).\np(97999).\np(98000).\n",
        b"query(p(98301)).",
    ),
    "symbols of queries only": (
        b"p(a).\nr(b).\n",
        b"query((p(X), r(c))).\nquery((r(d), s = X ; p(e))).\nquery(\\+ p(g)).\n",
    ),
    "facts that queries hide, and new symbols": (
        b"p(a).\np(b).\n",
        b"query((p(z), p(y))).\nquery(p(k)).\nquery(p(a)).\nquery((p(X), X = m)).\n",
    ),
    "a builtin whose name is an operator, called without it": (
        b"p(b, 12).\np(X, Z) :- p(X, Y), is(Y, Z).\n",
        b"query((p(X, Y), is(X, Y))).\n",
    ),
}
REFUSED = {
    "a comment within a comment that is never closed": (b"p(a). /* /* */ p(b).\n", b""),
    "many arguments": (b"p(" + b",".join([b"a"] * 1001) + b").\n", b""),
    "a declaration beyond all sizes": (b":- dynamic p/99999999999999999999.\nq(a).\n", b""),
}
NEEDS_PROLOG = {
    "64 bits": (b"p(9223372036854775808).\n", b""),
    "less than 64 bits": (b"p(-99999999999999999999999).\n", b""),
    "5,000 digits": (b"p(" + b"9" * 5000 + b").\n", b""),
    "5,000 digits in a rule": (b"q(a).\np(X) :- X = " + b"9" * 5000 + b".\n", b""),
    "5,000 digits in a query": (b"p(a).\n", b"query(p(" + b"9" * 5000 + b")).\n"),
    "an integer of a query": (b"p(a).\n", b"query(p(99999999999999999999999)).\n"),
    "the integer behind the greatest": (b"p(98302).\n", b""),
    "an integer of five digits": (b"p(99999).\n", b""),
}


OPERATORS = ("mod", "div", "is", "as", "table", "'?'", "'+'", "'->'", "'.'", "';'")
EQUAL |= {
    f"{operator} as the name of a predicate": (
        f"{operator}(a).\np(X) :- q(X).\nq(b).\n".encode(),
        b"",
    )
    for operator in OPERATORS[:-2]
}


def files(folder: Path, text: tuple[bytes, bytes]) -> tuple[list[Path], dict[str, list[Path]]]:
    (folder / "p.pl").write_bytes(text[0])
    (folder / "train.pl").write_bytes(text[1])
    return [folder / "p.pl"], {"train": [folder / "train.pl"]}


@pytest.mark.parametrize("name", EQUAL)
def test_both_loaders_read_the_same(name: str, tmp_path: Path) -> None:
    given = files(tmp_path, EQUAL[name])

    same_programs(Program(*given), FlatProgram(*given), texts=False)


@pytest.mark.parametrize("name", REFUSED)
def test_both_loaders_refuse_the_same(name: str, tmp_path: Path) -> None:
    said = []
    for loader in (Program, FlatProgram):
        with pytest.raises(ProgramError) as caught:
            loader(*files(tmp_path, REFUSED[name]))
        assert not isinstance(caught.value, NeedsPrologError)
        said.append([(note.line, note.message) for note in caught.value.diagnostics])

    assert said[0] == said[1]


@pytest.mark.parametrize("name", NEEDS_PROLOG)
def test_what_has_no_token_is_left_to_prolog_and_then_told(name: str, tmp_path: Path) -> None:
    """The engine in torch then takes the program, or says that it cannot: no traceback."""
    given = files(tmp_path, NEEDS_PROLOG[name])
    with pytest.raises(NeedsPrologError, match="an integer that has no token"):
        FlatProgram(*given)
    assert not Program(*given).is_flat or "query" in name
    (tmp_path / "env.toml").write_text('program = "p.pl"\n[env]\nengine = "tensor"\n')
    with pytest.raises(SymbolicError, match=r"function-free|tensor"):
        load_problem(load_pack(tmp_path))


def test_a_declaration_with_too_many_digits_is_left_to_prolog(tmp_path: Path) -> None:
    given = files(tmp_path, (b":- table p/" + b"9" * 23_000 + b".\np(a).\n", b""))

    with pytest.raises(NeedsPrologError):
        FlatProgram(*given)
    with pytest.raises(ProgramError, match="number too long"):
        Program(*given)


def test_more_symbols_than_tokens_need_prolog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """786,000 of them take a while; here the tokens end with the 30th."""
    monkeypatch.setattr(store, "VARIABLE_BASE", 30)
    facts = b"".join(b"p(a%d).\n" % i for i in range(8))
    more = b"".join(b"p(b%d).\n" % i for i in range(8))
    queries = b"".join(b"query(p(z%d)).\n" % i for i in range(9))
    rule = b"p(X) :- q(X, u, v, w).\n"
    for text in ((facts + more, b""), (facts, queries), (facts + rule, b"")):
        with pytest.raises(NeedsPrologError, match="more symbols than have tokens"):
            FlatProgram(*files(tmp_path, text))


def test_a_comment_ends_where_swi_prolog_ends_it(tmp_path: Path) -> None:
    """All texts of up to six of ``/``, ``*`` and a blank behind the beginning of a comment."""
    texts = ["".join(t) for n in range(7) for t in itertools.product("/* ", repeat=n)]
    ends = [comment_end(f"/*{text}", 0) for text in texts]
    told = {text: end for text, end in zip(texts, ends, strict=True)}
    # an atom behind the end is read; without an end there is a syntax error
    closed = [t for t, end in told.items() if end is None or not f"/*{t}"[end:].strip()]
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

    assert read == ["open" if told[text] is None else "x" for text in closed]
    assert {"open", "x"} == {*read}


def test_what_a_comment_within_a_comment_holds_is_not_read(tmp_path: Path) -> None:
    """Brackets and numbers were, where the inner comment ended the outer one."""
    inside = b"(" * 1500 + b"9" * 20_000 + b"'"
    given = files(tmp_path, (b"p(a).\n/* /* */ " + inside + b" */ p(b).\n", b""))

    same_programs(Program(*given), FlatProgram(*given), texts=False)
    assert clause_text(b"p. /* /* */ . q. */ r(a). % s\n", 1).endswith("r(a).")


@pytest.mark.parametrize("text", [":- op(700, xfx,\\+).\np(a).\n", "p(\\+).\np(\\+, a).\n"])
def test_negation_as_an_atom_is_left_to_prolog(text: str, tmp_path: Path) -> None:
    file = tmp_path / "program.pl"
    file.write_text(text)

    with pytest.raises(NeedsPrologError):
        FlatProgram([file], {})
    assert load_problem(load_pack(file)).program.n_clauses
