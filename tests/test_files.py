"""Files that cannot be written are refused before the work, and folders when they are due."""

import os
from pathlib import Path

import pytest

from symbolic_rl.base import errors
from symbolic_rl.base.errors import ConfigError, InstallationError
from symbolic_rl.base.files import expect_plot, expect_writable
from tests.processes import Run


def test_what_can_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    expect_writable(tmp_path / "new", "--save")
    (tmp_path / "there").write_text("mine")
    expect_writable(tmp_path / "there", "--save")
    assert os.listdir(tmp_path) == ["there"] and (tmp_path / "there").read_text() == "mine"


def test_a_place_of_others_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(os, "access", lambda path, mode: asked.append((path, mode)))  # root may all
    with pytest.raises(ConfigError, match="cannot be written"):
        expect_writable(tmp_path / "new", "--save")
    assert asked == [(tmp_path, os.W_OK)]


def test_a_plot_needs_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match=r"\.png, \.svg, \.pdf"):
        expect_plot(tmp_path / "plot.txt", "--plot")
    expect_plot(tmp_path / "plot.svg", "--plot")
    monkeypatch.setattr(errors, "find_spec", lambda name: None)
    with pytest.raises(InstallationError, match="matplotlib"):
        expect_plot(tmp_path / "plot.svg", "--plot")


def test_packs_say_where_they_cannot_be_written(command: Run, tmp_path: Path) -> None:
    for split in ("train", "valid", "test"):
        (tmp_path / split).write_text(f"a\tlikes\t{split}\n")
    done = command("import", "triples", "train", "valid", "test", "--name", "x", "--out", "train")
    assert (done.returncode, done.stdout) == (2, "")
    assert "where:  train/x" in done.stderr and "--out" in done.stderr
