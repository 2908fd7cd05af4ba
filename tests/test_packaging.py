"""What is installed: one top-level package with its data, which works away from the checkout."""

import os
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


def test_version_is_told_in_one_place() -> None:
    assert symbolic_rl.__version__ == version("symbolic-rl")


def test_command_is_the_entry_point() -> None:
    (command,) = entry_points(group="console_scripts", name="symbolic-rl")

    assert command.value == "symbolic_rl.cli.main:main"


def test_data_trees_hold_no_python(checkout: Path) -> None:
    assert not [*(checkout / "prolog").rglob("*.py"), *(checkout / "envs").rglob("*.py")]


def test_constraints_allow_every_dependency(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    lines = (checkout / "constraints.txt").read_text().splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    wanted = {name.partition(">")[0].partition("=")[0] for name in project["dependencies"]}

    assert wanted <= pinned


@pytest.mark.slow
def test_wheel_holds_one_package_of_tracked_files_and_the_core(checkout: Path, wheel: Path) -> None:
    held = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    command = ["git", "ls-files", "symbolic_rl", "envs", "prolog"]
    listed = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    tracked = {
        name if name.startswith("symbolic_rl/") else f"symbolic_rl/_data/{name}"
        for name in listed.stdout.splitlines()
    }

    assert {name.partition("/")[0] for name in held} == {"symbolic_rl"}
    assert held - tracked == {f"symbolic_rl/_data/prolog/core/{build.library_path().name}"}
    assert tracked <= held


@pytest.mark.slow
def test_wheel_is_of_its_platform_and_of_any_python_3(wheel: Path) -> None:
    (tag,) = [line for line in metadata_of(wheel, "WHEEL") if line.startswith("Tag: ")]

    assert wheel.name.endswith(f"-py3-none-{build.PLATFORM}.whl")
    assert tag == f"Tag: py3-none-{build.PLATFORM}" and build.PLATFORM != "any"


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
def test_installed_wheel_proves_with_its_own_core(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text("p(a).\nq(X) :- p(X).\n")
    code = "from symbolic_rl.bridge import core; print(core.load()._name)"
    library = Path(run([installed, "-c", code], tmp_path).strip())

    assert "X = a" in run([installed.parent / "symbolic-rl", "prove", "p.pl", "q(X)"], tmp_path)
    assert library.is_relative_to(installed.parent.parent) and library.suffix == ".so"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "missing"),
    [
        ({"CC": "/nonexistent"}, "the C compiler that CC names was not found: /nonexistent"),
        ({"PATH": "with swipl alone"}, "no C compiler was found"),
        ({"PATH": "with nothing"}, "SWI-Prolog is not installed"),
    ],
)
def test_without_a_compiler_the_installation_stops_with_one_sentence(
    extra: dict[str, str], missing: str, built: Path, tmp_path: Path
) -> None:
    (tmp_path / "with nothing").mkdir()
    (tmp_path / "with swipl alone").mkdir()
    (tmp_path / "with swipl alone" / "swipl").symlink_to(shutil.which("swipl") or "")
    (sdist,) = built.glob("*.tar.gz")
    clean = {name: value for name, value in os.environ.items() if name not in ("CC", "PYTHONPATH")}
    if "PATH" in extra:
        extra = {"PATH": str(tmp_path / extra["PATH"])}
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--target", tmp_path / "there"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, sdist],
        env={**clean, **extra},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    said = [line for line in (done.stdout + done.stderr).splitlines() if missing in line]

    assert done.returncode != 0 and "Traceback" not in done.stdout + done.stderr
    assert said, done.stdout + done.stderr
    assert all(
        "symbolic-rl cannot be installed: " in line and "; to fix: " in line for line in said
    )
    assert not (tmp_path / "there").exists()


@pytest.mark.slow
def test_core_for_another_swi_prolog_is_refused_until_it_is_compiled_anew(
    wheel: Path, tmp_path: Path
) -> None:
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
def test_suite_passes_against_the_installed_wheel(
    checkout: Path, installed: Path, tmp_path: Path
) -> None:
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
    """The wheel."""
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


def metadata_of(wheel: Path, name: str) -> list[str]:
    """The lines of a file in the folder of a wheel's metadata."""
    with zipfile.ZipFile(wheel) as held:
        (file,) = [one for one in held.namelist() if one.endswith(f".dist-info/{name}")]
        return held.read(file).decode().splitlines()


def run(command: list[object], folder: Path, *, code: int = 0, **extra: str) -> str:
    """Run a command in a folder, without stdin; fail with all that it printed.

    Args:
        command: words.
        folder: where.
        code: how it must end.
        extra: environment variables.
    """
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
