"""The plunit files of ``tests/prolog``, and the lint of the engine's Prolog modules."""

import re
import subprocess
from pathlib import Path

import pytest

from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge.build import library_path
from tests.oracle import SWIPL
from tests.processes import ran

FOLDER = Path(__file__).absolute().parent / "prolog"
MODULES = sorted(PROLOG_DIR.rglob("*.pl"))
LOAD_CORE = f"shlib:load_foreign_library(system:'{library_path()}')"
STRICT = ["--on-error=status", "--on-warning=status"]


def swipl(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run SWI-Prolog without standard input; its modules find the engine's as ``engine(Name)``."""
    return ran(*SWIPL, *STRICT, "-p", f"engine={PROLOG_DIR}", *arguments)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("test_*.pl")), ids=lambda path: path.stem)
def test_plunit_passes(file: Path) -> None:
    done = swipl("-g", LOAD_CORE, "-g", "run_tests", "-t", "halt", str(file))
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_failing_plunit_test_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "test_wrong.pl"
    file.write_text(
        ":- use_module(library(plunit)).\n:- begin_tests(wrong).\n"
        "test(wrong, X == 2) :- X = 1.\n:- end_tests(wrong).\n"
    )
    assert swipl("-g", "run_tests", "-t", "halt", str(file)).returncode != 0


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_modules_load_alone_without_warnings(module: Path) -> None:
    loaded = swipl("-g", f"use_module('{module}', [])", "-t", "halt")
    assert (loaded.returncode, loaded.stderr) == (0, "")


def test_modules_call_nothing_unknown() -> None:
    files = ", ".join(f"'{module}'" for module in MODULES)
    goal = f"forall(member(M, [{files}]), use_module(M, [])), check:list_undefined"
    checked = swipl("-g", goal, "-t", "halt")
    found = re.findall(r"(\w+:\S+/\d+), which is referenced", checked.stderr)

    # Predicates of the C core are there once it is loaded, an export's predicates in its folder.
    # Clauses of the library, which are data, call builtins of their own (own.pl).
    elsewhere = ("core:core_", "program:", "weights:")
    own = (
        "'$find'/4", "'$memberchk'/2", "'$must_be'/2", "'$domain_error'/2", "'$cell'/2",
        "'$input'/1", "'$call'/2",
    )  # fmt: skip
    unknown = [name for name in found if not name.endswith(own)]
    assert [name for name in unknown if not name.startswith(elsewhere)] == []
    assert checked.returncode == 0 or found, checked.stderr


def test_every_export_has_a_mode_line() -> None:
    done = swipl(str(FOLDER / "lint.pl"), "--", *map(str, MODULES))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
