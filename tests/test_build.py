"""Building the compiled wire: what is said where it cannot be built."""

import shutil
from pathlib import Path

import pytest

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge import build
from symbolic_rl.cli.main import run


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder ``wire`` to build in, and a compiler ``cc`` that fails."""
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho stdlib.h: no such file >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setattr(build, "_include_folder", lambda: tmp_path)
    monkeypatch.setattr(build, "_folders", lambda: [tmp_path / "wire"])
    return tmp_path


def test_a_compiler_that_fails_is_quoted_and_another_is_asked_for(machine: Path) -> None:
    with pytest.raises(EngineError) as raised:
        build.build()

    assert raised.value.what == "the C compiler failed: stdlib.h: no such file"
    assert raised.value.where.startswith(str(machine / "cc"))
    assert "CC" in raised.value.fix


def test_folders_that_cannot_be_written_to_are_named(machine: Path) -> None:
    (machine / "wire").write_text("a file, not a folder")
    with pytest.raises(EngineError) as raised:
        build.build()

    assert raised.value.where == str(machine / "wire")
    assert "writable" in raised.value.fix


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_a_search_without_the_wire_says_that_it_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.pl").write_text("p(a).")
    command = ["prove", str(tmp_path / "p.pl"), "p(X)"]

    assert run(command) == 0
    assert "note" not in capsys.readouterr().err or build.library_path() is None
    monkeypatch.setattr(build, "_folders", lambda: [tmp_path / "none"])
    assert run(command) == 0
    assert "note: the compiled wire was not built" in capsys.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))  # nobody can compile there
    assert not build.is_missing()
