"""Programs that are loaded without the clauses that cannot be loaded: ``--lenient``."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.evaluation.check import check
from symbolic_rl.program.notes import left_out_in_words
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import ProofResult, prove
from symbolic_rl.proofs.saved import save, verify_file
from symbolic_rl.search import SEARCHES

Run = Callable[..., "subprocess.CompletedProcess[str]"]

PROGRAM = """\
:- initialization(main).
city(oslo). city(rome).
likes(ann, X) :- city(X).
likes(bob, X) :- city(X), tell(X).
likes(bob, mars).
main :- likes(X, Y), read(X-Y), nl.
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "likes.pl").write_text(PROGRAM)
    return tmp_path / "likes.pl"


def ask(program: Path, goal: str, search: str = "auto") -> ProofResult:
    return prove(program, goal, search=search, lenient=True).take(100)


def test_program_is_refused_as_a_whole_without_the_setting(program: Path) -> None:
    with pytest.raises(ProgramError, match="tell/1 cannot be called"):
        prove(program, "likes(ann, X)")


def test_goal_that_reaches_nothing_left_out_has_all_its_answers(program: Path) -> None:
    found = ask(program, "likes(ann, X)")

    assert [str(proof.answer) for proof in found.answers] == ["X = oslo", "X = rome"]
    assert found.complete
    assert [(note.line, note.severity) for note in found.skipped] == [
        (1, "skipped"), (4, "skipped"), (6, "skipped"),
    ]  # fmt: skip


@pytest.mark.parametrize("search", [name for name in SEARCHES if name not in ("guided", "prolog")])
def test_goal_that_reaches_what_is_left_out_is_never_complete(search: str, program: Path) -> None:
    found = ask(program, "likes(bob, X)", search)

    assert [str(proof.answer) for proof in found.answers] == ["X = mars"]
    assert (found.ended, found.complete) == ("exhausted", False)
    assert found.counters["builtin_errors"] == 1


def test_prolog_search_ends_with_the_error_as_prolog_does(program: Path) -> None:
    found = ask(program, "likes(bob, X)", "prolog")

    assert (found.ended, found.answers) == ("error", ())


def test_negation_that_reaches_what_is_left_out_is_neither_true_nor_false(program: Path) -> None:
    found = ask(program, "\\+ likes(bob, rome)")

    assert (found.answers, found.complete) == ((), False)


def test_what_a_left_out_clause_costs_is_told_as_that(program: Path) -> None:
    told = ask(program, "\\+ likes(bob, rome)").ending

    assert "1 candidate lost to errors of builtins, or to the clauses that are left out" in told


def test_prove_names_what_was_left_out_and_why(program: Path, command: Run) -> None:
    done = command("prove", str(program), "likes(ann, X)", "--lenient")

    assert done.returncode == 0
    assert "left out: 3 clauses and directives" in done.stdout
    refused = r"1  tell/1 cannot be called: it reads, or writes to a file \(.*:4\)"
    assert re.search(refused, done.stdout)


def test_json_has_place_and_reason_of_each(program: Path, command: Run) -> None:
    words = ("prove", str(program), "likes(ann, X)", "--lenient", "--json")
    left_out = json.loads(command(*words).stdout)["left_out"]

    assert [one["place"].rpartition(".pl:")[2] for one in left_out] == ["1:1", "4:27", "6:22"]
    assert left_out[2]["reason"] == "read/1 cannot be called: it reads, or writes to a file"


def test_check_counts_and_lists_them(program: Path) -> None:
    told = str(check(program, lenient=True))

    assert "left out    3 clauses and directives, each named below" in told
    assert f"{program}:4:27: skipped: tell/1 cannot be called" in told


def test_training_and_evaluation_say_what_is_left_out(tmp_path: Path, command: Run) -> None:
    (tmp_path / "program.pl").write_text(PROGRAM)
    for split in ("train", "test"):
        (tmp_path / f"{split}.pl").write_text("query(likes(ann, rome)).\n")
    few = ("--algo", "ppo", "--n-envs", "8", "--frames-per-batch", "32", "--total-frames", "32")
    few = (*few, "--minibatch-size", "32", "--run-dir", str(tmp_path / "run"))
    trained = command("train", "--env", str(tmp_path / "program.pl"), "--lenient", *few)
    evaluated = command("eval", str(tmp_path / "run"))

    for done in (trained, evaluated):
        assert done.returncode == 0, done.stderr
        assert "left out: 3 clauses and directives" in done.stdout


def test_pack_may_ask_for_it(tmp_path: Path) -> None:
    (tmp_path / "program.pl").write_text(PROGRAM)
    (tmp_path / "env.toml").write_text("[env]\nlenient = true\n")

    assert len(prove(tmp_path, "likes(ann, rome)").take(1).answers) == 1


def test_mistakes_of_a_goal_are_errors_all_the_same(program: Path) -> None:
    with pytest.raises(ProgramError, match="the goal has an error"):
        prove(program, "likes(ann, X), tell(X)", lenient=True)


def test_saved_proof_is_derived_again(program: Path, tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    save(file, program, "likes(bob, X)", list(prove(program, "likes(bob, X)", lenient=True)))

    assert [str(proof.answer) for proof in verify_file(file, program)] == ["X = mars"]


def test_clauses_that_are_left_out_are_counted_among_the_clauses(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text("p(a).\np(X) :- missing(X).\n")
    with pytest.raises(ProgramError, match="unknown predicate missing/1"):
        Program([file], {})

    assert len(Program([file], {}, config=EnvConfig(lenient=True)).clauses) == 2


def test_many_reasons_are_grouped_the_most_frequent_first() -> None:
    notes = [Diagnostic("skipped", "p.pl", n, 1, f"reason {n % 20}") for n in range(1, 106)]
    told = left_out_in_words([*notes, Diagnostic("info", "p.pl", 1, 1, "nothing")])

    assert told[0].startswith("left out: 105 clauses and directives")
    assert told[1] == "  6  reason 1 (p.pl:1, p.pl:21, p.pl:41 and 3 more)"
    assert told[-1] == "  40  for 8 other reasons (symbolic-rl check names each)"
    assert len(told) == 14
