"""Building and loading the C core: what is said where it cannot be compiled, or does not fit."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rl.base.errors import InstallationError, MissingPrologError
from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge import build, core
from tests.processes import quick_compiler, ran


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which nothing was built, in the place of ``prolog/core``."""
    (tmp_path / "core").mkdir()
    name = build.library_path().name
    monkeypatch.setattr(build, "_HOME", tmp_path / "core")
    monkeypatch.setattr(build, "library_path", lambda: tmp_path / "core" / name)
    return tmp_path / "core"


def program(folder: Path, name: str, script: str) -> Path:
    """A program of the shell, in a folder that can be the PATH."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


FAILING = """case "$1" in
--special) echo "$1" >&2;;
*) echo stdlib.h: no such file >&2;;
esac
exit 1"""


def refusal(wanted: type[InstallationError] = InstallationError) -> InstallationError:
    with pytest.raises(wanted) as raised:
        build.build()
    return raised.value


CC = {
    # what stands in CC, with @ as a compiler that fails; what is said, and where
    "a compiler that fails": ("@", "the C compiler failed: stdlib.h: no such file", "@"),
    "words that are options": ("'@' --special", "the C compiler failed: --special", "@"),
    "a compiler that is not there": ("/nonexistent", "/nonexistent", "CC"),
}


@pytest.mark.parametrize("case", CC)
def test_a_compiler_that_fails_is_quoted_and_another_is_asked_for(
    case: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = str(program(tmp_path / "bin", "cc", FAILING))
    named, what, where = (word.replace("@", compiler) for word in CC[case])
    monkeypatch.setenv("CC", named)
    said = refusal()
    assert what in said.what and said.where.startswith(where) and "CC" in said.fix
    assert list(home.iterdir()) == []


INSTALLS = {
    "apt-get": "apt-get install -y gcc libc6-dev",
    "dnf": "dnf install -y gcc",
    "brew": "brew install gcc",
    "conda": "conda install -y -c conda-forge c-compiler",
    "none": "apt-get install -y gcc libc6-dev (Debian), or dnf install -y gcc (Fedora), or brew",
}


@pytest.mark.parametrize("manager", INSTALLS)
def test_without_a_compiler_the_command_that_installs_one_is_told(
    manager: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swipl = shutil.which("swipl")
    folder = tmp_path / "bin"
    program(folder, "swipl", f'exec {swipl} "$@"')
    program(folder, manager, "")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path))
    said = refusal()

    assert said.what == "no C compiler was found."
    assert INSTALLS[manager] in said.fix


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("", "SWI-Prolog is not installed."),
        ("80500", "SWI-Prolog 8.5.0 is too old."),
        ("90200", "the header SWI-Prolog.h was not found."),
    ],
)
def test_no_swipl_an_old_one_and_one_without_headers_are_refused(
    version: str, says: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = os.environ["PATH"] if version else ""
    if version:
        said = f'PLBASE="{tmp_path}";\nPLVERSION="{version}";'
        program(tmp_path / "bin", "swipl", f"echo '{said}'")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{path}")
    assert refusal(InstallationError if version else MissingPrologError).what == says


@pytest.mark.parametrize(("found", "manager"), [("", ""), ("8.4.2", "apt-get")])
def test_a_missing_swi_prolog_is_installed_by_one_command_of_each_system(
    found: str, manager: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin", manager or "none", "")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    said = MissingPrologError(found)
    everywhere = ("apt-get install -y swi-prolog-nox", "dnf install -y pl", "brew install", "conda")
    wanted = ("ppa:swi-prolog/stable, then", everywhere[0]) if manager else everywhere
    assert all(part in said.fix for part in wanted) and "\n" not in said.fix


def test_a_folder_that_cannot_be_written_to_is_named(home: Path) -> None:
    home.rmdir()
    home.write_text("a file, not a folder")
    said = refusal()
    assert said.where == str(home) and "writable" in said.fix


def compile_small(target: Path, prolog: str) -> None:
    """Compile a library that says it is the core for a SWI-Prolog."""
    source = target.with_suffix(".c")
    source.write_text(f'const char *core_prolog(void) {{ return "{prolog}"; }}\n')
    subprocess.run(["cc", "-shared", "-fPIC", str(source), "-o", str(target)], check=True)


def unloaded() -> InstallationError:
    with pytest.raises(InstallationError) as raised:
        core.load.__wrapped__()
    assert raised.value.fix == build.REBUILD
    return raised.value


def test_a_core_that_was_not_compiled_or_of_other_sources_is_asked_for(home: Path) -> None:
    said = unloaded()
    assert (said.what, said.where) == ("the C core was not compiled.", str(build.library_path()))
    kind = build.library_path().name.rpartition("_")[0]
    outdated = home / f"{kind}_0123456789abcdef.so"
    outdated.touch()
    said = unloaded()
    assert "outdated" in said.what and said.where == str(outdated)


@pytest.mark.parametrize("prolog", ["SWI-Prolog 70701/2", "SWI-Prolog 90004/99", ""])
def test_a_core_of_another_swi_prolog_or_of_other_bytes_is_refused(prolog: str, home: Path) -> None:
    if prolog:
        compile_small(build.library_path(), prolog)
    else:
        build.library_path().write_bytes(b"no library")
    said = unloaded()
    why = "was compiled for SWI-Prolog " if prolog else "does not load: "
    assert said.what.startswith(f"the C core {why}")
    assert not prolog or said.where == str(build.library_path())


def test_a_core_is_compiled_again_for_another_swipl(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []
    monkeypatch.setattr(build, "compile_core", lambda path, flags: compiled.append(path))
    version = build._installed().version
    for number in (version, version + 1):
        compile_small(build.library_path(), f"SWI-Prolog {number}/2")
        build.build()
    assert compiled == [build.library_path()]


def test_the_command_compiles_in_place_and_says_where(tmp_path: Path) -> None:
    sources, package = shutil.ignore_patterns("*.so"), Path(build.__file__).parents[1]
    shutil.copytree(PROLOG_DIR, tmp_path / "prolog", ignore=sources)
    shutil.copytree(package, tmp_path / package.name, ignore=shutil.ignore_patterns("_data"))
    (tmp_path / "envs").mkdir()
    (tmp_path / "pyproject.toml").touch()
    compiler = quick_compiler(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "CC": compiler}
    done = ran(sys.executable, "-P", "-m", "symbolic_rl.bridge.build", env=environment)
    (built,) = (tmp_path / "prolog" / "core").glob("*.so")

    assert done.stdout == f"C core: {built}\n" and built.name == build.library_path().name


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        ({"ROOT": "no"}, "run: sudo apt-get install -y gcc libc6-dev"),
        ({}, "gcc libc6-dev"),
        ({"CC": "/nonexistent"}, "the C compiler that CC names is missing: /nonexistent"),
    ],
)
def test_set_up_stops_with_one_line_without_a_compiler(
    extra: dict[str, str], says: str, checkout: Path, tmp_path: Path
) -> None:
    program(tmp_path / "bin", "apt-get", "exit 1")
    for name in ("dirname", "env", "id", "sed", "sort", "swipl"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or name)
    environment = {"PATH": str(tmp_path / "bin"), **extra}
    done = ran("/bin/sh", str(checkout / "tools" / "setup.sh"), env=environment)

    assert done.returncode == 1 and done.stdout == ""
    lines = done.stderr.splitlines()
    assert says in lines[-1]
    told = [line for line in lines if "as root" in line]
    assert not told if extra else "ROOT=no" in lines[1]
    assert extra or "by apt-get: gcc libc6-dev" in told[0]
