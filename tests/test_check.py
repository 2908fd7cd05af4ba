"""What ``check`` says of a program, and of its mistakes."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import ProgramError
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.evaluation.check import CheckResult, check, find_leaks
from symbolic_rl.program.pack import list_packs
from symbolic_rl.program.program import Program
from tests.problems import write_files
from tests.processes import Run

PROGRAM = """\
:- use_module(library(lists)).
edge(a, b). edge(b, c). edge(c, d). edge(c, d).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
plus(o, Y, Y).
plus(s(X), Y, s(Z)) :- plus(X, Y, Z).
small(X) :- ( X < 3 ; X =:= 10 ), ( X > 1 -> true ; X =< 0 ).
ab --> [a], ab.
ab --> [].
first(X, L) :- append([X], _, L).
many(X) :- between(1, 100, X), member(X, [1, 2, 3]).
"""


def write_pack(folder: Path, program: str, settings: str = "", **queries: str) -> Path:
    return write_files(folder, {"env.toml": settings}, program=program, **queries)


def rows(report: CheckResult) -> dict[str, str]:
    lines = [line.split(maxsplit=1) for line in str(report).splitlines()]
    return {line[0]: line[1] if len(line) > 1 else "" for line in lines}


def test_report_tells_what_is_in_a_program(tmp_path: Path) -> None:
    told = rows(check(write_pack(tmp_path, PROGRAM) / "program.pl"))

    assert told["clauses"].startswith("5 facts, 6 rules, 2 from grammar rules, ")
    assert "of the library" in told["clauses"]
    assert "2 branches of disjunctions" in told["clauses"]
    assert "plus/3 (2)" in told["predicates"] and "ab/2 (2)" in told["predicates"]
    assert "between/3" in told["builtins"]
    assert told["library"] == "append/3, member/2"
    assert told["overrides"].startswith("plus/3: the program's own")
    assert told["terms"] == "with function symbols or builtins"
    assert told["queries"].startswith("none; to prove a goal: symbolic-rl prove")


def test_example_is_a_goal_of_the_file_that_was_named(tmp_path: Path) -> None:
    files = {"main": ":- use_module(one).\nown(X) :- q(X), \\+ one:p(X).\np(c).\n"}
    files["one"] = ":- module(one, [q/1]).\nq(a).\np(b).\n"
    told = rows(check(write_files(tmp_path, **files) / "main.pl"))

    assert told["queries"].endswith('main.pl "own(A)"')
    assert "one:p/1 (1)" in told["predicates"]


def test_example_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    file = write_files(tmp_path, {"my program.pl": "p(a, b).\n"}) / "my program.pl"

    assert rows(check(file))["queries"].endswith(f"prove '{file}' \"p(A, B)\"")


def test_what_is_left_out_is_asked_for_once_for_each_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = "".join(f"p{i}(X) :- p{i + 1}(X).\n" for i in range(50))
    report = check(write_files(tmp_path, p=f"{chain}p50(X) :- assertz(q(X)).\n") / "p.pl")
    answers = [report.problem.program.affected] * 2
    monkeypatch.setattr(Program, "affected", property(lambda _: answers.pop()))

    assert rows(report)["provable"].startswith("0 of 51 predicates")
    assert not answers


def test_function_free_program_is_recognised(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "p(a, b). q(X) :- p(X, _).", train="query(q(a)).\n")
    told = rows(check(pack))

    assert told["terms"] == "function-free"
    assert told["view"] == "prefix: 10 goals of 3 slots"
    assert told["loop"] == "check  on"


def test_share_of_shortened_states_counts_each_state_once(tmp_path: Path) -> None:
    program = "p(L) :- q(L). p(L) :- r(L). q([x|_]). r([x|_])."
    long = "query(p([a, b, c, d, e, f, g, h])).\n"  # fails after one step, whichever it is

    sample = check(write_pack(tmp_path, program, train=long)).sample

    assert sample is not None and 0.5 < sample.shortened <= 1.0


def test_a_sample_ends_early_where_candidates_meet_limits(tmp_path: Path) -> None:
    text = "p(X) :- between(1, inf, X), X < 0.\n"
    settings = "[env]\nmax_subproof_inferences = 1000\n"
    sample = check(write_pack(tmp_path, text, settings, train="query(p(X)).\n")).sample

    assert sample is not None and sample.counters["inference_limits"] == sample.states == 64


def test_no_part_of_a_check_goes_on_when_its_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symbolic_rl.evaluation.check._SECONDS", 1e-9)
    report = check(write_pack(tmp_path, "p(X) :- p(s(X)).\n", train="query(p(0)).\n"))
    told = rows(report)
    assert report.sample and report.sample.states == 64  # a step of each row
    assert told["branching"].endswith(": all that 1e-09 s were enough for")
    assert told["proofs"].endswith(
        "0 of 1 training queries are proved by plain search within "
        "2,000 inferences, time was up for 1"
    )


def test_leaks_are_told_up_to_names_of_variables(tmp_path: Path) -> None:
    pack = write_pack(
        tmp_path,
        PROGRAM,
        train="query(path(a, X)).\nquery(path(b, d)).\n",
        test="query(path(a, c)).\nquery(path(a, Y)).\nquery(edge(c, d)).\n",
        valid="query(path(b, c)).\n",
    )
    report = check(pack)

    assert [(leak.split, leak.where, len(leak.queries)) for leak in report.leaks] == [
        ("test", "the training queries", 1),
        ("test", "the facts", 1),
    ]
    assert "path(a, Y) (" in str(report) and "test.pl:2)" in str(report)
    assert "3 queries, 1 of them facts (hidden while proved)" in str(report)


def test_pages_and_cut_views_are_foreseen(tmp_path: Path) -> None:
    facts = "".join(f"wide({i}).\n" for i in range(40))
    long = "deep(X) :- deep(s(s(s(s(s(s(X))))))).\ndeep(X) :- deep(t(X)).\n"
    narrow = "[env]\nn_candidates = 8\nmax_inferences = 6\n"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    wide = write_pack(
        tmp_path / "a", facts + "p :- wide(X), other(X).\nother(100).", narrow, train="query(p)."
    )
    deep = write_pack(tmp_path / "b", long, narrow, train="query(deep(a)).")

    paged, cut = check(wide).sample, check(deep).sample

    assert paged is not None and cut is not None
    assert paged.paged > 0.5 and paged.shortened == 0.0 and paged.counters["pages_turned"] > 0
    assert cut.shortened > 0.3 and cut.paged == 0.0
    assert paged.most_candidates == 7 and cut.most_candidates == 2


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("sokoban", "rewriting") else [])
        for name in list_packs()
    ],
)
def test_packs_that_come_with_the_package_have_no_leaks_and_no_errors(name: str) -> None:
    problem = load_problem(name)

    assert [find_leaks(problem, split) for split in problem.splits] == [()] * len(problem.splits)
    assert [note for note in problem.program.notes if note.severity != "info"] == []


def test_all_errors_are_told_at_once_with_place_and_fix(tmp_path: Path, command: Run) -> None:
    (tmp_path / "bad.pl").write_text(
        "p(X) :- q(X).\nr(a b).\n:- initialization(main).\natom(x).\ns(X) :- X = 1, tell(X).\n"
    )
    done = command("check", str(tmp_path / "bad.pl"), "--strict")

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    places = [
        line for line in done.stderr.splitlines() if "bad.pl:" in line and ": error: " in line
    ]
    assert [line.split("bad.pl:")[1].split(":")[0] for line in places] == ["1", "2", "3", "4", "5"]
    assert done.stderr.count("to fix:") >= 5


@pytest.mark.parametrize("place", ["program", "train"])
def test_text_that_is_not_utf8_is_refused_with_its_place(place: str, tmp_path: Path) -> None:
    write_pack(tmp_path, "p(a).", train="query(p(a)).")
    (tmp_path / "env.toml").write_text("[env]\nstrict = true\n")
    (tmp_path / f"{place}.pl").write_bytes("p(a).\np('caf\u00e9').\n".encode("latin-1"))

    with pytest.raises(ProgramError) as caught:
        check(str(tmp_path))
    assert f"{place}.pl:2:7: error: byte 0xe9 is not UTF-8" in str(caught.value)


def test_program_in_latin1_is_read_with_a_warning(tmp_path: Path) -> None:
    text = ":- encoding(iso_latin_1).\n:- [other].\np('caf\u00e9').\n"
    (tmp_path / "p.pl").write_bytes(text.encode("latin-1"))
    (tmp_path / "other.pl").write_bytes("q('\u00fc').\n".encode("latin-1"))
    result = check(str(tmp_path / "p.pl"))
    names = {symbol.name for symbol in result.problem.vocabulary.symbols}

    assert {"caf\u00e9", "\u00fc"} <= names
    assert [note.message for note in result.notes] == [
        "the file is not in UTF-8: it is read as ISO Latin-1"
    ] * 2


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_program_that_begins_with_the_mark_of_utf16_is_read(encoding: str, tmp_path: Path) -> None:
    text = "\ufeff%% \u6f22\np('caf\u00e9').\np(a)\n"
    (tmp_path / "p.pl").write_bytes(text.encode(encoding))
    result = check(str(tmp_path / "p.pl"))

    assert "caf\u00e9" in {symbol.name for symbol in result.problem.vocabulary.symbols}
    assert [(note.line, note.severity) for note in result.notes] == [(4, "skipped")]


def test_goals_of_a_file_are_checked_and_those_that_cannot_be_asked_named(
    tmp_path: Path, command: Run
) -> None:
    program = write_pack(tmp_path, PROGRAM, goals="path(a, X).\nshell(X).\nedge(a, b).\n")
    program /= "program.pl"
    said = command("check", str(program), "--goals", str(tmp_path / "goals.pl"))

    assert said.returncode == 0
    assert "train       2 queries, 1 of them facts (visible)\n" in said.stdout
    assert f"loaded 2 of 3 queries of {tmp_path / 'goals.pl'}\n" in said.stdout
    assert "shell/1 cannot be called" in said.stdout and "(line 2)" in said.stdout

    (tmp_path / "goals.pl").write_text("")
    refused = command("check", str(program), "--goals", str(tmp_path / "goals.pl"))
    assert "there is no goal in this file" in refused.stderr
