"""What is installed: one top-level package with its data, which works away from the checkout."""

import os
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
from symbolic_rl.base import files as paths


def test_version_is_told_in_one_place() -> None:
    assert symbolic_rl.__version__ == version("symbolic-rl")


def test_command_is_the_entry_point() -> None:
    (command,) = entry_points(group="console_scripts", name="symbolic-rl")

    assert command.value == "symbolic_rl.cli.main:main"


def test_data_trees_hold_prolog_and_packs() -> None:
    assert list(paths.PROLOG_DIR.rglob("*.pl"))
    assert list(paths.ENVS_DIR.glob("*/env.toml"))


def test_data_trees_hold_no_python(checkout: Path) -> None:
    assert not [*(checkout / "prolog").rglob("*.py"), *(checkout / "envs").rglob("*.py")]


def test_torch_is_pinned_exactly(checkout: Path) -> None:
    pins = (checkout / "constraints.txt").read_text().splitlines()

    assert "torch==2.13.0" in pins


def test_constraints_allow_every_dependency(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    lines = (checkout / "constraints.txt").read_text().splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    wanted = {name.partition(">")[0].partition("=")[0] for name in project["dependencies"]}

    assert wanted <= pinned


@pytest.mark.slow
def test_wheel_holds_one_package_and_only_tracked_files(checkout: Path, wheel: Path) -> None:
    held = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    command = ["git", "ls-files", "symbolic_rl", "envs", "prolog"]
    listed = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    tracked = {
        name if name.startswith("symbolic_rl/") else f"symbolic_rl/_data/{name}"
        for name in listed.stdout.splitlines()
    }

    assert {name.partition("/")[0] for name in held} == {"symbolic_rl"}
    assert held == tracked


@pytest.mark.slow
def test_wheel_has_no_usual_fault(checkout: Path, wheel: Path) -> None:
    checker = Path(sysconfig.get_path("scripts"), "check-wheel-contents")
    done = subprocess.run([checker, wheel], cwd=checkout, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_installed_wheel_lists_the_packs_of_the_checkout(
    checkout: Path, installed: Path, tmp_path: Path
) -> None:
    listed = run([installed.parent / "symbolic-rl", "envs"], tmp_path)

    for pack in (checkout / "envs").glob("*/env.toml"):
        assert pack.parent.name in listed


@pytest.mark.slow
def test_suite_passes_against_the_installed_wheel(
    checkout: Path, installed: Path, tmp_path: Path
) -> None:
    shutil.copytree(checkout / "tests", tmp_path / "tests")
    shutil.copy(checkout / "pyproject.toml", tmp_path)

    where = run([installed, "-c", "import symbolic_rl; print(symbolic_rl.__file__)"], tmp_path)
    run([installed, "-m", "pytest", "-m", "not slow", "-q"], tmp_path)

    assert Path(where.strip()).is_relative_to(installed.parent.parent)


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built once, by the build backend that is installed."""
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], checkout)
    (built,) = folder.glob("*.whl")
    return built


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
    run([python, "-m", "symbolic_rl.bridge.build"], folder)
    return python


def run(command: list[object], folder: Path) -> str:
    """Run a command in a folder, without stdin; fail with all that it printed."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=clean,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
