"""Importers: the registry, Popper's folders, triples, sizes; ``docs`` has their commands."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import ConfigError, PackError, ProgramError
from symbolic_rl.base.registry import Entry
from symbolic_rl.cli.programs import import_pack
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.evaluation.check import check
from symbolic_rl.importers import IMPORTERS, ImportRequest, ImportSummary, atom, one_line, string
from symbolic_rl.importers.popper import import_popper
from symbolic_rl.importers.tptp.importer import import_tptp
from symbolic_rl.importers.triples import import_pykeen, import_triples
from symbolic_rl.program.source_text import clauses_of
from symbolic_rl.proofs.prove import prove
from tests.kin import files
from tests.problems import write_files
from tests.work import calls_of

BK = """\
:- use_module(library(lists)).
% has a head and a tail
head([H|_], H).
tail([_|T], T).
empty([]).
shout(X) :- shell(X).
"""
EXS = """\
pos(last([a, b], b)).
pos(last([c], c)). % neg(last([x], y)).
neg(last([a, 'it''s.'], a)).
neg( last([a,
           b], "a).") ).
"""
BIAS = """\
head_pred(last, 2).
body_pred(head, 2).
body_pred(tail, 2).
body_pred(odd, 1).
max_vars(4).
type(last, (list, element)).
direction(last, (in, out)).
enable_recursion.
"""


def popper(folder: Path, **texts: str) -> ImportSummary:
    write_files(folder, **{"bk": BK, "exs": EXS, "bias": BIAS, **texts})
    return import_popper(ImportRequest("popper", "", (folder,), "pack", folder))


def test_examples_become_labelled_queries(tmp_path: Path) -> None:
    report = str(popper(tmp_path))
    queries = load_problem(tmp_path / "pack").queries("train")

    assert "refused 1: shell/1" in report and "bk.pl:6" in report  # of the background
    assert [(query.text, query.label) for query in queries] == [
        ("last([a, b], b)", True),
        ("last([c], c)", True),
        ("last([a, 'it\\'s.'], a)", False),
        ('last([a, b], "a).")', False),
    ]
    assert "2 positive and 2 negative examples" in report
    assert "last/2 to be learned from head/2, tail/2, odd/1" in report
    assert "1 max_vars, 1 type, 1 direction, 1 enable_recursion" in report


def test_rules_that_are_added_prove_the_examples_and_are_kept(tmp_path: Path) -> None:
    popper(tmp_path, bk=BK.replace("shout(X) :- shell(X).", ""))
    rules = (
        "last(L, X) :- head(L, X), tail(L, T), empty(T).\nlast(L, X) :- tail(L, T), last(T, X).\n"
    )
    (tmp_path / "pack/rules.pl").write_text(rules)
    popper(tmp_path, bk=BK.replace("shout(X) :- shell(X).", ""))
    outcomes = [
        bool(prove(tmp_path / "pack", query.text).take(1).answers)
        for query in load_problem(tmp_path / "pack").queries("train")
    ]

    assert outcomes == [True, True, False, False]
    assert (tmp_path / "pack/rules.pl").read_text() == rules
    assert "skip" not in (tmp_path / "pack/env.toml").read_text()


@pytest.mark.parametrize(
    ("texts", "error", "told"),
    [
        ({"bias": "body_pred(a, 1)."}, PackError, "no predicate is to be learned"),
        ({"bias": "head_pred(First, 2)."}, PackError, "no predicate is to be learned"),
        ({"exs": "pos(first(a))."}, PackError, "no example of last/2"),
        ({"exs": "last(a, b)."}, PackError, "no example of last/2"),
        ({"exs": "pos(last(a, b)"}, ProgramError, "no query of the file"),
        ({"exs": "pos(last([a, b))."}, ProgramError, "no query of the file"),
    ],
)
def test_folders_that_are_refused(
    texts: dict[str, str], error: type[Exception], told: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=told):
        popper(tmp_path, **texts)


def test_examples_of_other_predicates_are_counted(tmp_path: Path) -> None:
    report = str(popper(tmp_path, exs=EXS + "pos(first(a)).\nlast(a, b).\nodd(x)."))
    assert "refused 1: an example of a predicate that the bias does not name" in report
    assert "refused 2: neither pos(Example) nor neg(Example)" in report


def test_files_of_popper_that_are_missing_or_no_text(tmp_path: Path) -> None:
    for told in ("cannot be read", "not UTF-8"):
        with pytest.raises(PackError, match=told):
            import_popper(ImportRequest("popper", "", (tmp_path,)))
        (tmp_path / "bk.pl").write_bytes(b"p(\xff).")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a. b.", ["a", "b"]),
        ("a:-b.%c.\nd.", ["a:-b", "d"]),
        ("a('x. y'). b", ["a('x. y')", "b"]),
        ('a("it\'s. "). b.', ['a("it\'s. ")', "b"]),
        ("a(0'.). b(0''). c(0'\\n).", ["a(0'.)", "b(0'')", "c(0'\\n)"]),
        ("a(1.5). b(X) :- X =.. [f].", ["a(1.5)", "b(X) :- X =.. [f]"]),
        ("/* a. */ b. /* c", ["b", "/* c"]),
        ("a('don''t. '). b('\\'. ').", ["a('don''t. ')", "b('\\'. ')"]),
        ("", []),
    ],
)
def test_clauses_of_a_text_are_told_apart(text: str, expected: list[str]) -> None:
    assert [clause for _, clause in clauses_of(text)] == expected


def test_names_and_strings_are_those_of_prolog() -> None:
    assert [atom(name) for name in ("a1", "A", "", "a b", "mod", "[]")] == [
        "a1", "'A'", "''", "'a b'", "(mod)", "'[]'"
    ]  # fmt: skip
    assert string('a"b\\') == '"a\\"b\\\\"'
    assert one_line("a\nb\u2028c") == "a?b?c"


def test_triples_of_a_folder(tmp_path: Path) -> None:
    files(tmp_path)
    (tmp_path / "test.txt").rename(tmp_path / "test.tsv")
    report = import_triples(ImportRequest("triples", "", (tmp_path,), "kin", tmp_path))

    assert str(report).startswith(f"made {tmp_path}/kin: 9 train, 1 valid, 1 test\nnext ")
    check(tmp_path / "kin")

    (tmp_path / "valid.txt").write_text("a\tb\tc\nno triple\n")
    with pytest.raises(PackError, match=r"valid\.txt:2"):
        import_triples(ImportRequest("triples", "", (tmp_path,), "kin", tmp_path))
    (tmp_path / "valid.txt").unlink()
    with pytest.raises(PackError, match=r"no file valid.txt or valid.tsv"):
        import_triples(ImportRequest("triples", "", (tmp_path,), "kin", tmp_path))


def test_a_relation_of_held_out_triples_alone_is_declared_and_reserved_names_are_refused(
    tmp_path: Path,
) -> None:
    for split, text in (("train", "a\tr\tb"), ("valid", "a\tS b\tc"), ("test", "b\tS b\tc")):
        (tmp_path / f"{split}.txt").write_text(f"{text}\n")
    import_triples(ImportRequest("triples", "", (tmp_path,), "kin", tmp_path))
    assert "test        1 quer" in str(check(tmp_path / "kin"))
    (tmp_path / "train.txt").write_text("a\t=\tb\n")
    with pytest.raises(PackError, match=r"'='.*predicate of Prolog"):
        import_triples(ImportRequest("triples", "", (tmp_path,), "kin", tmp_path))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("wn18rr", r"downloads it.*\n.*\n.*import triples FOLDER"),
        ("FB15k-237", r"downloads it.*\n.*\n.*import triples FOLDER"),
        ("freebase", "choose from umls"),
    ],
)
def test_sets_that_pykeen_does_not_bring_are_refused_with_the_way(name: str, told: str) -> None:
    with pytest.raises(PackError, match=told):
        import_pykeen(ImportRequest("pykeen", name))


def test_requests_that_are_not_clear(tmp_path: Path) -> None:
    for importer, request in (
        (import_pykeen, ImportRequest("pykeen")),
        (import_pykeen, ImportRequest("pykeen", "umls", (tmp_path,))),
        (import_triples, ImportRequest("triples")),
        (import_triples, ImportRequest("triples", "", (tmp_path,) * 2)),
        (import_popper, ImportRequest("popper")),
        (import_tptp, ImportRequest("tptp")),
    ):
        with pytest.raises(ConfigError, match="cannot tell what to import"):
            importer(request)


def test_a_format_is_one_entry(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(IMPORTERS, "toy", Entry("tests.test_importers:import_toy", "toy FILE"))
    assert import_pack(["toy", "a.toy"]) == 0
    assert capsys.readouterr().out == "read a.toy\nmade nothing\n"
    with pytest.raises(SystemExit):
        import_pack(["--help"])
    assert "import toy FILE" in capsys.readouterr().out
    with pytest.raises(ConfigError, match="did you mean 'tptp'"):
        import_pack(["tpt", "a"])


def import_toy(request: ImportRequest) -> ImportSummary:
    return ImportSummary(read=[str(request.files[0])], made=["nothing"])


def work_of_import(n: int, folder: Path) -> int:
    """Return the calls that Python makes for as many clauses."""
    reports, file = list[object](), folder / f"{n}.p"
    rules = "".join(
        f"cnf(c{i}, axiom, p{i % 50}(X, f(Y)) | ~ p{(i + 1) % 50}(X, Y)).\n" for i in range(n)
    )
    file.write_text(rules + "cnf(g, negated_conjecture, ~ p0(a, X)).")
    request = ImportRequest("tptp", "", (file,), f"pack{n}", folder)
    work = calls_of(lambda: reports.append(IMPORTERS["tptp"].load()(request)))
    assert f"{n + 1:,} clauses" in str(reports[0])
    return work


def test_size_costs_linear_work(tmp_path: Path) -> None:
    work_of_import(100, tmp_path)
    assert work_of_import(4_000, tmp_path) < 8.4 * work_of_import(500, tmp_path)
