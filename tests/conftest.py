"""Fixtures and settings that all tests share."""

import contextlib
import gc
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.found_proofs import LEAST, WHOLE_SUITE, FoundProofs
from tests.processes import Run, ran

# Before torch and numpy are imported, here and in processes that tests start: tests fill the cores
# already, and a second thread, which waits by spinning, takes several times the work of one.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# tools/ stays in the checkout; the suite also runs against the wheel, away from it
OF_TOOLS = ["test_makers.py", "test_shapes.py", "test_subjects.py"]
collect_ignore = [] if Path(__file__).parents[1].joinpath("tools").is_dir() else OF_TOOLS

FOUND = pytest.StashKey[FoundProofs]()
OF_RAY = "SYMBOLIC_RL_TESTS_OF_RAY"
"""Environment variable of the process in which ``test_ray.py`` runs the tests that start Ray."""

# The same examples on every run: a failure in CI is a failure here. Thousands of fresh ones:
# HYPOTHESIS_PROFILE=explore make test-full
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("explore", settings.get_profile("repeatable"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The repository root; the tests that need it are skipped away from the checkout."""
    root = Path(__file__).resolve().parent.parent
    if not (root / "symbolic_rl").is_dir():
        pytest.skip("needs the checkout")
    return root


@pytest.fixture(autouse=True)
def same_weights() -> None:
    """Let no test's random weights depend on the tests before it."""
    if torch := sys.modules.get("torch"):
        torch.manual_seed(0)


@pytest.fixture(autouse=True)
def no_cuda(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide CUDA devices from tests that are not marked ``cuda``, and from processes they start.

    Where a test leaves the device to ``auto``, it expects the numbers of the CPU.
    """
    if "cuda" not in request.keywords:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
        if torch := sys.modules.get("torch"):
            monkeypatch.setattr(torch.cuda, "is_available", lambda: False)


@pytest.fixture
def pool() -> Iterator[Any]:
    """Makes :class:`.PoolEnv` of a problem with two workers, which are closed after the test."""
    from symbolic_rl.envs.torchrl import PoolEnv

    made = []

    def make(problem: Any, n_envs: int = 7, **options: Any) -> PoolEnv:
        made.append(PoolEnv(problem, n_envs, **{"n_workers": 2, "seed": 1, **options}))
        return made[-1]

    yield make
    for env in made:
        env.close()


@pytest.fixture
def graph(tmp_path: Path) -> Any:
    """A small problem for workers: function-free, with pages and loops."""
    from tests.pools import paged_graph

    return paged_graph(tmp_path)


@pytest.fixture(params=["graph", "sums"])
def problem(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Small problems for workers: ``graph``, and one with terms and false queries."""
    from tests.pools import PROBLEMS

    return PROBLEMS[request.param](tmp_path)


@pytest.fixture
def kin(tmp_path: Path) -> Path:
    """A pack with mined rules."""
    from symbolic_rl.graphs.ranking import mine_pack
    from symbolic_rl.importers.triples import write_graph
    from tests.kin import files

    write_graph(files(tmp_path), tmp_path / "kin", source="a test")
    mine_pack(tmp_path / "kin", min_support=1)
    return tmp_path / "kin"


@pytest.fixture
def log() -> Iterator[Any]:
    """The log of a device that is pretended for the test."""
    from tests.pretend_cuda import pretended_cuda

    with pretended_cuda() as log:
        yield log


@pytest.fixture
def command(tmp_path: Path, found_proofs: FoundProofs) -> Run:
    """Runs ``symbolic-rl ARGS`` in this process, which has imported torch already, without stdin.

    The current folder is ``tmp_path``. What ``prove`` finds is saved and verified.
    """
    return _replaying(tmp_path, found_proofs, in_this_process)


@pytest.fixture
def separate_command(tmp_path: Path, found_proofs: FoundProofs) -> Run:
    """Runs ``symbolic-rl ARGS`` as ``command`` does, in a process of its own."""
    return _replaying(tmp_path, found_proofs, _in_a_process)


def _replaying(tmp_path: Path, found_proofs: FoundProofs, started: Run) -> Run:
    """Return a function that starts the command in ``tmp_path``, and replays what it finds."""

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        if args[:1] == ("prove",) and not {"--save", "--stream"} & set(args):
            saved = tmp_path / f"found-{found_proofs.saved}.json"
            done = started(tmp_path, *args, "--save", str(saved))
            if saved.exists():
                found_proofs.check_saved(saved, within(tmp_path, args[1]))
            return done
        return started(tmp_path, *args)

    return run


def in_this_process(folder: Path, *args: str) -> "subprocess.CompletedProcess[str]":
    """Run ``symbolic-rl ARGS`` in a folder, without stdin, in this process."""
    from symbolic_rl.cli import main

    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        open(os.devnull) as nothing,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", nothing)
        try:
            code: Any = main.run(args)
        except SystemExit as ended:
            code = ended.code
    return subprocess.CompletedProcess(list(args), int(code or 0), out.getvalue(), err.getvalue())


def _in_a_process(folder: Path, *args: str) -> "subprocess.CompletedProcess[str]":
    return ran(sys.executable, "-m", "symbolic_rl", *args, cwd=folder)


def within(folder: Path, program: str) -> Path | str:
    """A program that was named in a folder, or a pack."""
    return folder / program if (folder / program).exists() else program


@pytest.fixture(scope="session", autouse=True)
def found_proofs(pytestconfig: pytest.Config) -> Iterator[FoundProofs]:
    """The proofs that this session's tests find; each is derived again as soon as it is found."""
    found = FoundProofs()
    pytestconfig.stash[FOUND] = found
    with pytest.MonkeyPatch.context() as patch:
        found.watch(patch)
        yield found


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how many proofs were found and derived again."""
    if FOUND in config.stash:
        terminalreporter.write_line(str(config.stash[FOUND]))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Add what a process of ``pytest -n`` has found to what all have; a dead one tells nothing."""
    stash, told = node.config.stash, getattr(node, "workeroutput", {})
    stash.setdefault(FOUND, FoundProofs()).add(told.get("proofs", (0, 0, 0.0)))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A session of the whole suite in which few proofs were checked has failed."""
    found = session.config.stash.get(FOUND, None)
    if found is not None and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["proofs"] = (found.searched, found.saved, found.seconds)
        return
    is_whole = session.testscollected >= WHOLE_SUITE and not session.shouldstop
    if found is not None and is_whole and session.exitstatus == 0 and found.count < LEAST:
        session.config.get_terminal_writer().line(f"fewer than {LEAST:,} proofs were checked")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_finish() -> None:
    """Leave what was imported out of garbage collections: a twentieth of the suite's time."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked ``ray``; skip those marked ``cuda`` where there is no CUDA device."""
    if OF_RAY not in os.environ:
        of_ray = [item for item in items if "ray" in item.keywords]
        config.hook.pytest_deselected(items=of_ray)
        items[:] = [item for item in items if "ray" not in item.keywords]
    wanting = [item for item in items if "cuda" in item.keywords]
    if not wanting:
        return  # without importing torch
    import torch

    if not torch.cuda.is_available():
        for item in wanting:
            item.add_marker(pytest.mark.skip(reason="needs a CUDA device"))
