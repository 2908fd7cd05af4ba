"""A run's directory: nothing half written, nothing overwritten, nothing mixed up."""

import io
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import torch

from symbolic_rl.base.config import CurriculumConfig, EnvConfig, TrainConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import _CHECKPOINT, RunConfig, RunDirectory, _header

CONFIG = RunConfig(
    problem="family",
    source="envs/family",
    fingerprint="0123",
    queries={"train": "4567"},
    head="resolvent",
    env=EnvConfig(n_goals=5),
    train=TrainConfig(algo="ppo", n_envs=8, frames_per_batch=64),
    curriculum=CurriculumConfig(levels=("level_01.pl", "level_02.pl")),
)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunDirectory]:
    with closing(RunDirectory.new(tmp_path / "run", CONFIG)) as run:
        run.create()
        yield run


def row(iteration: int, **values: Any) -> dict[str, Any]:
    return {"iteration": iteration, "loss": 0.1 * iteration, **values}


def test_settings_are_read_back_as_they_were(run: RunDirectory) -> None:
    opened = RunDirectory.open(run.path).config
    assert replace(opened, versions={}) == replace(CONFIG, versions={})
    assert opened.versions["torch"] == version("torch")


def test_two_processes_cannot_train_in_one_directory(run: RunDirectory) -> None:
    for other in (RunDirectory.new(run.path, CONFIG), RunDirectory.open(run.path)):
        with pytest.raises(RunError, match="Another process is training"):
            other.lock()
    run.close()
    with closing(RunDirectory.open(run.path)) as other:
        other.lock()


@pytest.mark.parametrize(
    "name", ["config.json", "checkpoint/search_checkpoint", "proofs/a.json.gz"]
)
def test_a_pipe_in_the_place_of_a_file_is_refused(run: RunDirectory, name: str) -> None:
    (run.path / name).unlink(missing_ok=True)
    (run.path / name).parent.mkdir(exist_ok=True)
    os.mkfifo(run.path / name)
    with pytest.raises(RunError, match=f"not a regular file(.|\n)*{name}"):
        RunDirectory.open(run.path)


def test_a_run_that_never_got_to_a_checkpoint_may_be_started_over(run: RunDirectory) -> None:
    run.append(row(1))
    run.close()
    again = RunDirectory.new(run.path, replace(CONFIG, source="again"))
    again.create()
    assert again.metrics() == []
    assert RunDirectory.open(run.path).config.source == "again"


@pytest.mark.parametrize("name", ["config.json", "metrics.csv"])
def test_files_of_somebody_else_are_not_written_over(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text('{"mine": 1}')
    with pytest.raises(RunError, match="not of a run"):
        RunDirectory.new(tmp_path, CONFIG)
    with pytest.raises(RunError, match=r"A file has the name(.|\n)*--run-dir"):
        RunDirectory.new(file, CONFIG)
    with pytest.raises(RunError, match=r"cannot be kept(.|\n)*--run-dir"):
        RunDirectory.new(file / "run", CONFIG).create()
    with pytest.raises(RunError, match="this is not a directory"):
        RunDirectory.open(file)

    assert file.read_text() == '{"mine": 1}'


def test_rows_after_the_checkpoint_are_dropped_and_written_again(run: RunDirectory) -> None:
    value = float(torch.tensor(1 / 3))
    for iteration in range(1, 6):
        run.append(row(iteration, value=value))
    run.close()
    run.forget_after(3)
    run.append(row(4, loss=7.0, value=2.0))
    assert [r["iteration"] for r in run.metrics()] == ["1", "2", "3", "4"]
    assert float(run.metrics()[-1]["loss"]) == 7
    assert torch.tensor(float(run.metrics()[0]["value"])) == torch.tensor(value)  # 32 bits


def test_a_row_that_was_not_written_to_its_end_is_none(run: RunDirectory) -> None:
    for iteration in range(1, 13):
        run.append(row(iteration))
    run.close()
    file = run.path / "metrics.csv"
    whole = file.read_bytes()
    for cut in (1, 2, 6, len(b"12,1.2\r\n") - 1):
        file.write_bytes(whole[:-cut])
        assert [int(r["iteration"]) for r in run.metrics()] == list(range(1, 12))

    run.forget_after(12)
    run.append(row(12))
    assert file.read_bytes() == whole


def test_an_interrupted_write_keeps_the_last_checkpoint(
    run: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(handle: int) -> None:
        os.truncate(handle, 100)
        raise KeyboardInterrupt

    run.save_checkpoint({"iteration": 1})
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "fsync", die)
        run.save_checkpoint({"iteration": 2})

    assert run.load_checkpoint() == {"iteration": 1}


def test_a_checkpoint_is_read_unless_it_is_damaged_or_would_run_code(run: RunDirectory) -> None:
    with pytest.raises(RunError, match="no checkpoint"):
        run.load_checkpoint()
    weights = {"weight": torch.randn(3, 2)}
    run.save_checkpoint({"policy": weights, "totals": {"frames": 64}, "nothing": None})
    state, whole = run.load_checkpoint(), run.checkpoint_file.read_bytes()

    assert torch.equal(state["policy"]["weight"], weights["weight"])
    assert state["totals"] == {"frames": 64} and state["nothing"] is None
    buffer = io.BytesIO()
    torch.save({"iteration": Path("anything but numbers")}, buffer)
    signed = _header(_CHECKPOINT, buffer.getvalue()) + buffer.getvalue()
    one_bit = whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]
    for content in (signed, whole[:100], one_bit):
        run.checkpoint_file.write_bytes(content)
        with pytest.raises(RunError, match="cannot be read"):
            run.load_checkpoint()
