"""Two loaders, one reading: the same program, the same refusal, or a word on what needs Prolog."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import ProgramError, SymbolicError
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.program.without_prolog import store
from symbolic_rl.program.without_prolog.program import FlatProgram, NeedsPrologError
from tests.test_without_prolog import same_programs

EQUAL = {
    "a lone carriage return does not end a comment": (b"p(a). % c\rp(b).\nq(c).\n", b""),
    "nor a line": (b"p(a).\rp(b).\rq(X) :- p(X).\r", b"query(q(a)).\r\rquery(p(b)).\n"),
    "lines of other systems": (b"p(a).\r\n% x\r\np(b).\r\n", b"query(p(X)).\r\n"),
    "a comment over lines": (b"p(a). /* x\r */ p(b). % y\r\np(c).", b""),
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
}
REFUSED = {
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
