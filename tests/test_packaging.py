"""What is installed: one top-level package with its data, which works away from the checkout."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import symbolic_rl
from symbolic_rl.bridge import build


def test_version_command_and_pins_are_told_in_one_place(checkout: Path) -> None:
    (command,) = entry_points(group="console_scripts", name="symbolic-rl")
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    lines = (checkout / "constraints.txt").read_text().splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    assert symbolic_rl.__version__ == version("symbolic-rl")
    assert command.value == "symbolic_rl.cli.main:main"
    assert {re.split("[>=]", name)[0] for name in project["dependencies"]} <= pinned


@pytest.mark.slow
def test_wheel_holds_one_package_of_tracked_files_and_the_core(checkout: Path, wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    held = {name for name in names if ".dist-info/" not in name}
    listed = run(["git", "ls-files", "symbolic_rl", "envs", "prolog"], checkout)
    tracked = {
        name if name.startswith("symbolic_rl/") else f"symbolic_rl/_data/{name}"
        for name in listed.splitlines()
    }

    assert {name.partition("/")[0] for name in held} == {"symbolic_rl"}
    assert held - tracked == {f"symbolic_rl/_data/prolog/core/{build.library_path().name}"}
    assert tracked <= held
    assert wheel.name.endswith(f"-py3-none-{build.wheel_platform()}.whl")
    run([Path(sysconfig.get_path("scripts"), "check-wheel-contents"), wheel], checkout)


@pytest.mark.slow
def test_installed_wheel_lists_its_packs_and_proves_with_its_own_core(
    checkout: Path, installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text("p(a).\nq(X) :- p(X).\n")
    code = "from symbolic_rl.bridge import core; print(core.load()._name)"
    library = Path(run([installed, "-c", code], tmp_path).strip())
    listed = run([installed.parent / "symbolic-rl", "envs"], tmp_path)
    assert all(pack.parent.name in listed for pack in (checkout / "envs").glob("*/env.toml"))
    assert "X = a" in run([installed.parent / "symbolic-rl", "prove", "p.pl", "q(X)"], tmp_path)
    assert library.is_relative_to(installed.parent.parent) and library.suffix == ".so"


@pytest.mark.slow
def test_without_a_compiler_the_installation_stops_with_one_sentence(
    built: Path, tmp_path: Path
) -> None:
    missing = "the C compiler that CC names was not found: /nonexistent"
    (sdist,) = built.glob("*.tar.gz")
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--target", tmp_path / "there"]
    install = [sys.executable, "-m", "pip", "install", *options, sdist]
    told = run(install, tmp_path, code=1, CC="/nonexistent")
    said = [line for line in told.splitlines() if missing in line]

    assert said and "Traceback" not in told, told
    sentence = ("symbolic-rl cannot be installed: ", "; to fix: ")
    assert all(part in line for line in said for part in sentence)
    assert not (tmp_path / "there").exists()


@pytest.mark.slow
def test_core_for_another_swi_prolog_is_compiled_anew(wheel: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    options = ["--quiet", "--no-deps", "--no-index", "--target", there]
    run([sys.executable, "-m", "pip", "install", *options, wheel], tmp_path)
    (tmp_path / "p.pl").write_text("p(a).\n")
    other = (
        "from symbolic_rl.bridge import build\n"
        "build.compile_core(build.library_path(), ['-O0', '-DPLVERSION=70701'])"
    )
    prove = [sys.executable, "-m", "symbolic_rl", "prove", "p.pl", "p(X)"]
    run([sys.executable, "-c", other], tmp_path, PYTHONPATH=str(there))
    said = run(prove, tmp_path, code=2, PYTHONPATH=str(there)).splitlines()
    fix = said[2].removeprefix("  to fix: compile it anew: ")

    assert said[0].startswith("error: the C core was compiled for SWI-Prolog 7.7.1 (foreign")
    assert said[1].startswith(f"  where:  {there}") and len(said) == 3
    run(shlex.split(fix), tmp_path, PYTHONPATH=str(there))
    assert "X = a" in run(prove, tmp_path, PYTHONPATH=str(there))


@pytest.mark.slow
def test_suite_passes_against_the_wheel(checkout: Path, installed: Path, tmp_path: Path) -> None:
    shutil.copytree(checkout / "tests", tmp_path / "tests")
    shutil.copy(checkout / "pyproject.toml", tmp_path)

    where = run([installed, "-c", "import symbolic_rl; print(symbolic_rl.__file__)"], tmp_path)
    run([installed, "-m", "pytest", "-m", "not slow", "-q"], tmp_path)

    assert Path(where.strip()).is_relative_to(installed.parent.parent)


@pytest.fixture(scope="module")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of this checkout, and the wheel that is built from that."""
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, checkout], folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment with the wheel in it, and nothing downloaded.

    Torch and the others come from this environment, through a ``.pth`` file that is written last:
    a path in a ``.pth`` file brings packages, but not the checkout of an editable install.
    """
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def run(command: list[object], folder: Path, *, code: int = 0, **extra: str) -> str:
    """Run a command in a folder, without stdin, to this exit code; return all that it printed."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**clean, **extra},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == code, done.stdout
    return done.stdout
