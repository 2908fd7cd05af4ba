"""``prove --goals FILE``: every goal searched, its proof kept, and no goal searched twice."""

import json
import signal
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.errors import ConfigError, ProofError
from symbolic_rl.cli import prove as command_line
from symbolic_rl.cli.goals import Records
from symbolic_rl.cli.main import COMMANDS
from symbolic_rl.cli.runs import verify_proofs
from symbolic_rl.proofs.goals import GoalBatch, GoalResult
from symbolic_rl.proofs.prove import prove
from symbolic_rl.proofs.saved import save, verify_file
from symbolic_rl.search import SEARCHES, Limits
from tests.problems import write_files
from tests.processes import comes_true, started

PROGRAM = """\
edge(a, b). edge(b, c). edge(c, d). edge(b, x).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
nat(o).
nat(s(X)) :- nat(X).
loop(X) :- nat(Y), Y = X.
wrong(X) :- X is foo + 1.
"""
GOALS = """\
path(a, d).
path(a, X), ( X = x ; member(X, [q]) ).
query(path(d, a)).
loop(a).
wrong(_).
path(a, d).
nat(s(s(Y))).
"""
ENDS = ["proved", "proved", "no proof", "max_inferences", "lost", "proved", "proved"]
LIMITS = Limits(max_inferences=200)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "p.pl").write_text(PROGRAM)
    (tmp_path / "goals.pl").write_text(GOALS)
    return tmp_path / "p.pl"


def batch(program: Path, **options: Any) -> GoalBatch:
    return GoalBatch(program, program.with_name("goals.pl"), **{"limits": LIMITS, **options})


def by_number(results: list[GoalResult]) -> list[GoalResult]:
    return sorted(results, key=lambda result: result.number)


@pytest.mark.parametrize("search", ["guided", "iterative-deepening", "breadth-first", "swipl"])
def test_goals_end_as_they_do_one_by_one(program: Path, search: str) -> None:
    is_counted = SEARCHES[search].counts_steps
    limits = LIMITS if is_counted else Limits(max_inferences=20_000)
    found = by_number(list(batch(program, search=search, limits=limits).run()))

    assert [result.line for result in found] == [*range(1, 8)]
    assert [result.end == "proved" for result in found] == [end == "proved" for end in ENDS]
    if is_counted:
        assert [result.end for result in found] == ENDS
        for result in found:
            alone = prove(program, result.goal, search=search, swipl=False, max_inferences=200)
            assert result.inferences == alone.take(1).inferences


def test_each_proof_is_kept_and_derived_again(program: Path, tmp_path: Path) -> None:
    goals, file = batch(program), tmp_path / "kept.jsonl"
    records = Records(goals, file)
    results = list(goals.run(records.left))
    lines = [records.add(result) for result in results]
    records.close()
    derived = verify_file(file, program)

    assert file.read_text().splitlines() == lines
    kept = {record["search"]["line"]: record for record in map(json.loads, lines)}
    assert [kept[line]["search"]["end"] for line in range(1, 8)] == ENDS
    assert kept[2]["bindings"] == {"X": "x"} and kept[7]["bindings"] == {"Y": "o"}
    assert kept[3].keys() == {"program", "goal", "search"}
    proved = [result for result in results if result.end == "proved"]
    for proof, result in zip(derived, proved, strict=True):
        whole = goals.proof(result)
        assert [line.goal for line in proof.lines] == [line.goal for line in whole.lines]
        assert result.answer is not None
        assert (proof.goal, proof.bindings) == (result.goal, result.answer.bindings)


def test_goals_that_are_done_are_not_searched_again(program: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    goals = batch(program)
    records = Records(goals, file)
    for result in islice(goals.run(records.left), 3):
        records.add(result)
    records.close()
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"goal": "path(a, d)", "li')  # it was being written
    again = Records(batch(program), file)
    again.close()

    assert file.read_bytes() == whole
    done = {json.loads(line)["goal"] for line in whole.splitlines()}
    assert [*again.left] == [i for i in range(7) if goals.queries[i].text not in done]
    with_more = Records(batch(program, limits=Limits(max_inferences=300)), file)
    with_more.close()
    decided = {i for i in again.before if ENDS[i] != "max_inferences"}
    assert with_more.before.keys() == decided


def test_a_proof_of_swipl_with_a_goal_that_is_no_state_is_derived_again(tmp_path: Path) -> None:
    text = "p(b) :- numlist(1, 2000, L), q(L).\nq([_|_]).\n"
    small = {"env.toml": "[env]\nmax_tokens = 1000\n"}
    pack = write_files(tmp_path / "pack", small, program=text)
    write_files(tmp_path, goals="query(p(X)).\nquery(p(b)).\n")
    goals = GoalBatch(pack, tmp_path / "goals.pl", search="swipl", limits=Limits())
    records = Records(goals, tmp_path / "kept.jsonl")
    for result in goals.run():
        records.add(result)
    records.close()

    assert [proof.inferences for proof in verify_file(tmp_path / "kept.jsonl", pack)] == [3, 3]


def test_goals_of_another_program_and_other_files_are_refused(
    program: Path, tmp_path: Path
) -> None:
    file = tmp_path / "kept.jsonl"
    goals = batch(program)
    records = Records(goals, file)
    records.add(next(iter(goals.run())))
    records.close()
    before = file.read_bytes()
    program.write_text(PROGRAM + "edge(d, e).\n")
    with pytest.raises(ProofError, match=r"another program, .*: files\.p\.pl: "):
        Records(batch(program), file)
    for content in (b"[]\n", b"text\n", b'{"goal": 1}\n'):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(ProofError, match="something other than proofs"):
            Records(batch(program), tmp_path / "other")
        assert (tmp_path / "other").read_bytes() == content
    with pytest.raises(ProofError, match="cannot keep the proofs"):
        Records(batch(program), tmp_path)
    assert file.read_bytes() == before
    save(file, program, "nat(o)", [])  # of one goal: it does not say how the search went
    with pytest.raises(ProofError, match="something other than proofs"):
        Records(batch(program), file)


def told(*args: str) -> int:
    return command_line.main([*args, "--max-inferences", "200"])


def test_a_line_for_each_goal_and_a_summary(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.jsonl"
    args = (str(program), "--goals", str(program.with_name("goals.pl")), "--save", str(file))
    code = told(*args)
    lines = capsys.readouterr().out.splitlines()
    again = told(*args, "--jsonl")
    silent = capsys.readouterr()
    replayed = verify_proofs([str(file), str(program), "--trees"])
    trees = capsys.readouterr().out.splitlines()

    assert (code, again, replayed) == (1, 1, 0)
    assert sorted(line.split()[0] for line in lines[:7]) == list("1234567")
    assert "     7  proved                  2  nat(s(s(Y)))   Y = o" in [
        line.replace(" 4  nat", " 2  nat") for line in lines[:7]
    ]
    assert lines[7] == (
        "7 goals: 4 proved, 1 without a proof, 1 undecided (candidates were lost), "
        "1 ended by --max-inferences"
    )
    assert lines[8].startswith("search portfolio: ")
    assert silent.out == "" and "7 of 7 goals were done before" in silent.err
    assert sum(line.endswith("derived again)") for line in trees) == ENDS.count("proved")
    assert "nat(s(s(Y))): Y = o  (4 inferences, derived again)" in trees
    assert "  nat(s(s(o)))  p.pl:5" in trees


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("a(b)", "--goals", "g.pl"), "cannot be combined with a goal"),
        (("--goals", "g.pl", "--answers", "2"), "cannot be combined with --answers"),
        (("--goals", "g.pl", "--learn"), "cannot be combined with --learn"),
        (("--goals", "g.pl", "--json"), "--jsonl does"),
        (("a(b)", "--jsonl"), "add --goals"),
        ((), "there is no goal"),
    ],
)
def test_flags_that_say_nothing_are_refused(flags: tuple[str, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        command_line.main(["p.pl", *flags])


@pytest.mark.parametrize("command", ["prove", "play"])
def test_goal_in_front_of_its_program_is_refused(command: str, program: Path) -> None:
    with pytest.raises(ConfigError, match="the goal is given before the program") as caught:
        COMMANDS[command].load()(["path(a, X)", str(program)])
    assert str(caught.value).endswith(f"write symbolic-rl {command} {program} 'path(a, X)'")


def test_a_goal_may_be_longer_than_the_name_of_a_file(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main([str(program), " , ".join(["path(a, b)"] * 30)]) == 0
    assert capsys.readouterr().out.startswith("true\n")


def test_an_interrupted_batch_keeps_what_it_has(program: Path, tmp_path: Path) -> None:
    """Goals that end at once are kept while others go on; the next call searches only these."""
    file = tmp_path / "kept.jsonl"
    words = ("-m", "symbolic_rl", "prove", str(program), "--goals", "goals.pl", "--save", str(file))
    (tmp_path / "goals.pl").write_text("path(a, d).\nloop(a).\n")
    process = started(sys.executable, *words, "--max-inferences", str(10**12), cwd=tmp_path)
    assert comes_true(
        lambda: process.poll() is not None or (file.exists() and b"\n" in file.read_bytes())
    )
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)

    assert process.returncode == 130
    assert "2 goals: 1 proved, 1 not searched" in out
    records = Records(batch(program), file)
    records.close()
    assert list(records.left) == [1]
