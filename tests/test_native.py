"""Building the compiled wire, and what it shares with Python and Prolog."""

import ctypes as c
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.errors import EngineError
from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge import build as native
from symbolic_rl.bridge import tokens
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.play.pages import NUMBERS, Outcome
from symbolic_rl.program.program import FIRST_CLAUSE
from symbolic_rl.program.without_prolog.store import Store


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder ``wire`` to build in, and a compiler ``cc`` that fails."""
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho stdlib.h: no such file >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setattr(native, "_include_folder", lambda: tmp_path)
    monkeypatch.setattr(native, "_folders", lambda: [tmp_path / "wire"])
    return tmp_path


def test_a_compiler_that_fails_is_quoted_and_another_is_asked_for(machine: Path) -> None:
    with pytest.raises(EngineError) as raised:
        native.build()

    assert raised.value.what == "the C compiler failed: stdlib.h: no such file"
    assert raised.value.where.startswith(str(machine / "cc"))
    assert "CC" in raised.value.fix


def test_folders_that_cannot_be_written_to_are_named(machine: Path) -> None:
    (machine / "wire").write_text("a file, not a folder")
    with pytest.raises(EngineError) as raised:
        native.build()

    assert raised.value.where == str(machine / "wire")
    assert "writable" in raised.value.fix


@pytest.fixture
def wire() -> c.CDLL:
    """The compiled wire."""
    library = native.load()
    if library is None:
        pytest.skip("the compiled wire was not built")
    library.wire_structures.restype = library.wire_constants.restype = c.c_char_p
    return library


def test_structures_tell_their_sizes_and_where_their_fields_are(wire: c.CDLL) -> None:
    rows = [line.split() for line in wire.wire_structures().decode().splitlines()]
    sizes = {row[0]: int(row[1]) for row in rows if len(row) == 2}
    fields = [(row[0], int(row[2]), int(row[3])) for row in rows if len(row) == 4]

    assert len(sizes) + len(fields) == len(rows) and {name for name, *_ in fields} == sizes.keys()
    for (name, offset, size), (following, start, _) in zip(
        fields, [*fields[1:], ("", 0, 0)], strict=True
    ):
        end = start if following == name else sizes[name]
        assert offset + size <= end < offset + size + 8  # nothing but padding lies between


def test_constants_are_those_of_python(wire: c.CDLL) -> None:
    rows = (line.split() for line in wire.wire_constants().decode().splitlines())
    found = {name: int(value) for name, value in rows}

    for name in ("VARIABLE_BASE", "VARIABLE_END", "INTEGER_BASE", "INTEGER_LEAST", "INTEGER_END"):
        assert found[name] == getattr(tokens, name)
    kinds = [found[f"{name}_LITERAL"] for name in ("NUMBER", "STRING", "ATOM", "FUNCTOR")]
    assert kinds == [tokens.NUMBER, tokens.STRING, tokens.ATOM, tokens.FUNCTOR]
    assert (found["MORE_CLAUSE"], found["REFUSE_CLAUSE"]) == (MORE, REFUSE)
    assert (found["FIRST_CLAUSE"], found["N_LOST"]) == (FIRST_CLAUSE, len(LOST))
    assert all(found[outcome.name] == outcome for outcome in Outcome)
    for name in ("state_at", "history_length"):
        assert found[name.upper()] == NUMBERS.index(name)


def test_symbols_with_fixed_tokens_are_those_of_prolog() -> None:
    text = (PROLOG_DIR / "resolve" / "tokens.pl").read_text("utf-8")
    rows = re.findall(r"^fixed_symbol\((\d+), \(?'?(.*?)'?\)?, (\d)\)\.$", text, re.MULTILINE)
    symbols = [(int(token), name, int(arity)) for token, name, arity in rows]

    assert [(s.token, s.name, s.arity) for s in Store().symbols] == symbols


def test_a_constant_that_differs_between_c_and_prolog_is_one_clear_error(
    wire: c.CDLL, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(PROLOG_DIR, tmp_path / "prolog"))
    file = folder / "resolve" / "constants.pl"
    text = file.read_text("utf-8")
    swapped = {
        "inference_limits, 8": "inference_limits, 9",
        "negation_limits, 9": "negation_limits, 8",
    }
    file.write_text(re.sub("|".join(swapped), lambda found: swapped[found[0]], text), "utf-8")
    (tmp_path / "program.pl").write_text("p(a).\n")
    code = (
        "import sys, pathlib, symbolic_rl.base.files as files\n"
        "files.PROLOG_DIR = pathlib.Path(sys.argv[1])\n"
        "from symbolic_rl.base.config import EnvConfig\n"
        "from symbolic_rl.play.problem import load_problem\n"
        "load_problem(pathlib.Path(sys.argv[2]), EnvConfig(wire='c'), goal='p(X)')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder), str(tmp_path / "program.pl")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )

    assert done.returncode != 0
    assert "wire_mismatch(inference_limits,8)" in done.stderr.splitlines()[-3], done.stderr
