"""Trackers of experiments: the real packages, offline, where they are installed."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.cli import main as cli
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.training.tracking import TRACKERS, Tracker, find_tracker
from symbolic_rl.training.train import train
from tests.reported import SHORT

Run = Callable[..., Any]


@pytest.mark.skipif(find_spec("wandb") is None, reason="wandb is not installed")
def test_a_tracker_is_told_settings_and_metrics(
    tmp_path: Path, command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tested with wandb: the other trackers' pins conflict with ``constraints.txt``."""
    monkeypatch.setenv("WANDB_MODE", "offline")
    words = ("train", "--env", "countries_s1", "--total-frames", "64", "--dim", "8")
    done = command(*words, "--run-dir", "run", "--track", "wandb")
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.glob("run/wandb/offline-run-*/run-*.wandb")
    kept = file.read_bytes().decode("latin-1")
    assert all(f in kept for f in ("countries_s1", "imitation_frames", "success", "seconds_expand"))
    assert list(tmp_path.glob("run/events.out.*"))


def test_a_missing_package_is_told_before_anything_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    there = Tracker("no_such_package_of_trackers", lambda *_: None)
    monkeypatch.setitem(TRACKERS, "toy", there)
    monkeypatch.chdir(tmp_path)

    assert cli.run(["train", "--track", "toy"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "error: no_such_package_of_trackers is not installed.",
        "  where:  --track toy",
        "  to fix: pip install no_such_package_of_trackers; "
        "TensorBoard's events are written without it.",
    ]
    assert not list(tmp_path.iterdir())
    with pytest.raises(ConfigError, match="choose from"):
        find_tracker("none of these")


class Toy:
    """A logger that writes lines, and fails at a step."""

    experiment = "experiment"

    def __init__(self, file: Path, fails_at: int) -> None:
        self.file, self.fails_at = file, fails_at

    def log_metrics(self, metrics: dict[str, Any], step: int) -> None:
        if step == self.fails_at:
            raise OSError("the disk of the tracker is full\nand more")
        with self.file.open("a") as out:
            out.write(f"{step} {sorted(metrics)[0]}\n")


@pytest.mark.parametrize("fails_at", [0, 2])
def test_a_tracker_is_an_entry_and_a_run_does_not_depend_on_it(
    fails_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    said = tmp_path / "said.txt"

    def tell(logger: Toy, settings: dict[str, Any]) -> None:
        said.write_text(f"settings {settings['problem']}\n")

    def end(experiment: str) -> None:
        said.write_text(said.read_text() + f"end of {experiment}\n")

    entry = Tracker("torch", lambda name, run: Toy(said, fails_at), tell, end)
    monkeypatch.setitem(TRACKERS, "toy", entry)
    config = TrainConfig(**{**SHORT, "total_frames": 192})

    summary = train(load_problem("countries_s1"), config, tmp_path / "run", track="toy")

    assert (summary.status, summary.iterations) == ("finished", 3)
    kept = [line.split()[0] for line in said.read_text().splitlines()]
    assert kept == ["settings", "1", *([] if fails_at else ["2", "3", "end"])]
    told = capsys.readouterr()
    failed = "toy failed and is left out from here on: the disk of the tracker is full"
    assert (failed in told.out + told.err) == bool(fails_at)


def test_a_tracker_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, run: Path) -> None:
        raise RuntimeError("no key")

    monkeypatch.setitem(TRACKERS, "toy", Tracker("torch", refuse))
    with pytest.raises(ConfigError, match=r"toy could not start: no key\.\n.*--track toy"):
        train(load_problem("countries_s1"), TrainConfig(**SHORT), tmp_path / "run", track="toy")
