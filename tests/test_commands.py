"""The commands from end to end: train, then what its last line says; eval, prove, check; Ctrl-C."""

import json
import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import Interrupted
from symbolic_rl.training import sweep
from symbolic_rl.training.session import Session
from symbolic_rl.training.sweep import cell
from symbolic_rl.training.train import train
from tests.conftest import in_this_process
from tests.problems import write_files
from tests.processes import started

FEW = ("--algo", "ppo", "--n-envs", "16", "--frames-per-batch", "64", "--minibatch-size", "64")
PROGRAM = """
parent(ann, bob). parent(bob, cid). parent(bob, dan).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
"""


def written(folder: Path) -> Path:
    train = "query(ancestor(ann, bob)).\nquery(ancestor(bob, cid)).\n"
    test = "query(ancestor(ann, cid)).\nquery(ancestor(ann, dan)).\n"
    return write_files(folder, program=PROGRAM, train=train, test=test)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("trained")
    pack = written(folder / "relatives")
    (pack / "env.toml").write_text('description = "Who descends from whom?"\n')
    words = ("train", "--env", "relatives", "--run-dir", "run", "--total-frames", "640", *FEW)
    done = in_this_process(folder, *words)
    assert done.returncode == 0, done.stderr
    return folder / "run", done.stdout


def test_training_ends_with_run_figure_and_next_command(trained: tuple[Path, str]) -> None:
    printed = trained[1].splitlines()
    done = in_this_process(trained[0].parent, *shlex.split(printed[-1])[2:])
    assert any(line.startswith("test, all 2 queries") for line in printed)
    assert any(line.startswith("  the policy alone, greedy") for line in printed)
    assert printed[-2:] == ["run    run", 'next   symbolic-rl prove run "ancestor(ann, cid)"']
    assert (done.returncode, done.stderr) == (0, "")
    assert "program.pl:" in done.stdout


def test_training_from_a_file_without_test_queries_says_where_to_put_them(tmp_path: Path) -> None:
    (written(tmp_path) / "test.pl").unlink()
    words = ("train", "--env", "program.pl", "--run-dir", "run", "--total-frames", "64", *FEW)
    told = in_this_process(tmp_path, *words).stdout

    assert "no test queries: put lines such as query(goal(X)). into test.pl\n" in told


def test_ctrl_c_leaves_a_run_of_a_single_file_that_is_resumed_in_its_folder(tmp_path: Path) -> None:
    """The queries are those next to the file."""
    program = written(tmp_path) / "program.pl"
    words = ("train", "--env", str(program), "--run-dir", "run", "--total-frames", str(10**9), *FEW)
    process = started(sys.executable, "-m", "symbolic_rl", *words, cwd=tmp_path)
    assert process.stdout is not None
    while "frames/s" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    printed, told = process.communicate(timeout=600)
    assert (process.returncode, told) == (130, ""), printed
    stopped = json.loads((tmp_path / "run" / "summary.json").read_text())
    frames = stopped["frames"] + 64
    resumed = in_this_process(tmp_path, "train", "--resume", "run", "--total-frames", str(frames))

    assert printed.splitlines()[-2:] == ["run    run", "next   symbolic-rl train --resume run"]
    assert stopped["status"] == "interrupted" and (tmp_path / "run" / "checkpoint").is_dir()
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["frames"] == frames
    assert "of 2 test goals" in resumed.stdout


def test_a_signal_within_a_call_of_prolog_keeps_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    iterate = Session.iterate

    def interrupted_later(run: Session) -> dict[str, Any]:
        if run.has_iterated:
            os.kill(os.getpid(), signal.SIGINT)
            raise Interrupted
        row = iterate(run)
        run.checkpoint()
        return row

    monkeypatch.setattr(Session, "iterate", interrupted_later)
    config = TrainConfig(algo="ppo", n_envs=4, frames_per_batch=64, total_frames=640, dim=8)
    summary = train("countries_s1", config, tmp_path / "run")

    assert (summary.status, summary.signal, summary.frames) == ("interrupted", signal.SIGINT, 64)
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["frames"] == 64


def test_training_and_searches_write_the_report(trained: tuple[Path, str], tmp_path: Path) -> None:
    before = (trained[0] / "report.html").read_text("utf-8")
    shutil.copytree(trained[0].parent, tmp_path / "copy")
    words = ("eval", "run", "--search", "--budget", "100", "--limit", "1")
    done = in_this_process(tmp_path / "copy", *words)
    after = (tmp_path / "copy" / "run" / "report.html").read_text("utf-8")

    assert "report run/report.html" in trained[1].splitlines()
    assert "symbolic-rl train --env relatives --run-dir run" in before
    assert "Share of 2 test queries" in before
    assert done.stdout.splitlines()[-1] == "report run/report.html"
    assert "symbolic-rl eval run --search --budget 100 --limit 1" in after
    assert "Share of 1 test queries" in after


PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "json.md"
SWEEP = "--env relatives --n-envs 4 --n-workers 1 2 --seconds 0.05 --repeats 1 --json"
DOCUMENTS = {
    "prove": [
        "prove relatives ancestor(ann,X) --answers 9 --json",
        "prove run ancestor(ann,X) --json",
    ],
    "prove --goals": ["prove relatives --goals goals.pl --jsonl"],
    "eval": ["eval run --json", "eval run --search --budget 9 --seconds 0.01 --json"],
    "eval --ranking": ["eval graph --ranking --triples 1 --budget 9 --json"],
    "diagnose": ["diagnose run --json", "diagnose run --json --against graph"],
    "sweep": [f"sweep {SWEEP}"],
}
"""Section of the page on JSON -> commands whose documents it describes."""


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of each value of a document; ``[]`` is a member of a list."""
    children = (
        [(f"{path}.{key}".lstrip("."), part) for key, part in value.items()]
        if isinstance(value, dict)
        else [(f"{path}[]", part) for part in value]
        if isinstance(value, list)
        else []
    )
    if not children:
        yield path
    for name, child in children:
        yield from paths(child, name)


@pytest.mark.skipif(not PAGE.is_file(), reason="needs the checkout")
@pytest.mark.parametrize("section", DOCUMENTS)
def test_the_page_on_json_has_the_paths_of_each_document(
    section: str, trained: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One cell of the sweep is measured in a process of its own, as all are otherwise."""
    apart = sweep.measure
    monkeypatch.setattr(sweep, "measure", lambda c: (cell.measure if c.n_workers else apart)(c))
    folder = trained[0].parent
    (folder / "goals.pl").write_text("ancestor(ann, cid).\nancestor(dan, X).\n")
    if "graph" in " ".join(DOCUMENTS[section]) and not (folder / "graph").exists():
        words = ("--run-dir", "graph", "--total-frames", "640", *FEW)
        in_this_process(folder, "train", "--env", "countries_s1", *words)
    text = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.M)
    (told,) = (part for part in text if part.startswith(f"{section}\n"))
    named = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*?) \|", told, re.M)))
    found: set[str] = set()
    for words in DOCUMENTS[section]:
        done = in_this_process(folder, *words.split())
        assert done.returncode in (0, 1), done.stderr
        whole = [done.stdout] if "--jsonl" not in words else done.stdout.splitlines()
        found |= {path for document in whole for path in paths(json.loads(document))}
    known = {name: re.escape(name.rstrip("?")).replace(r"\*", ".+") for name in named}

    strangers = {
        path
        for path in found
        if not any(re.fullmatch(one, path) for one in known.values())
        and not any(name.startswith((f"{path}[", f"{path}.")) for name in named)  # empty, or null
    }
    silent = {
        name
        for name, one in known.items()
        if not any(re.fullmatch(one, path) or name.startswith(f"{path}[") for path in found)
    }
    assert strangers == set() and all(name.endswith("?") for name in silent), (strangers, silent)
