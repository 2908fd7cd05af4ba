"""Training as a whole, on a small program: repeatable, stoppable, resumable, usable afterwards."""

import resource
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tensordict import TensorDictBase

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.console import Progress
from symbolic_rl.base.errors import ConfigError, RunError, WorkerError
from symbolic_rl.base.run_dir import TIMING_COLUMNS, RunDirectory
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.policy.open import load_policy
from symbolic_rl.training.metrics import Summary
from symbolic_rl.training.session import Session
from symbolic_rl.training.train import train
from tests.problems import write_files
from tests.saved import have_the_same_weights

PROGRAM = """\
edge(a, b). edge(b, c). edge(c, d). edge(b, x). edge(x, y). edge(a, z). edge(z, x).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
"""
SETTINGS = """\
[env]
max_inferences = 12
n_candidates = 8
[curriculum]
levels = ["easy.pl", "hard.pl"]
promote_at = 0.1
"""
EASY, HARD = "query(path(a, c)). query(path(b, d)).\n", "query(path(a, d)). query(path(a, y)).\n"
CONFIG = TrainConfig(
    algo="ppo", n_envs=16, frames_per_batch=256, minibatch_size=128, total_frames=1536,
    dim=16, lr=1e-2,
)  # fmt: skip


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    return write_pack(tmp_path_factory.mktemp("pack"), PROGRAM)


def write_pack(folder: Path, program: str) -> Problem:
    texts = {"program": program, "easy": EASY, "hard": HARD, "test": HARD}
    return load_problem(write_files(folder, {"env.toml": SETTINGS}, **texts))


@pytest.fixture(scope="module")
def whole(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, Path]:
    """A run that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    return train(problem, CONFIG, folder / "run", source="x"), folder / "run"


@pytest.fixture
def stop_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Sends this process a signal when a run has made a given number of updates."""

    def arrange(iterations: int, number: int) -> None:
        update = Progress.update

        def update_and_stop(self: Progress, row: dict[str, float], hardest: str = "") -> None:
            update(self, row, hardest)
            if row["iteration"] == iterations:
                signal.raise_signal(number)

        monkeypatch.setattr(Progress, "update", update_and_stop)

    return arrange


def learning(run_dir: Path) -> list[dict[str, str]]:
    """The rows of the metrics without what depends on the clock."""
    rows = RunDirectory.open(run_dir).metrics()
    return [{k: v for k, v in row.items() if k not in TIMING_COLUMNS} for row in rows]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_says_so_and_goes_on_as_if_it_had_not_been(
    problem: Problem,
    whole: tuple[Summary, Path],
    tmp_path: Path,
    stop_after: Callable[[int, int], None],
    number: int,
) -> None:
    summary, whole_dir = whole
    events = b"".join(file.read_bytes() for file in whole_dir.glob("events.out.*"))
    assert RunDirectory.open(whole_dir).config.source == "x"
    assert b"success" in events and b"seconds_expand" in events
    stop_after(3, number)
    stopped = train(problem, CONFIG, tmp_path / "run")
    resumed = train(problem, CONFIG, tmp_path / "run", resume=True)

    assert (stopped.status, stopped.signal, stopped.frames) == ("interrupted", number, 768)
    assert (resumed.status, resumed.signal, resumed.frames) == ("finished", None, 1536)
    assert learning(tmp_path / "run") == learning(whole_dir)
    for name in ("inferences", "episodes", "level", "counters"):
        assert getattr(resumed, name) == getattr(summary, name)
    assert have_the_same_weights(problem, tmp_path / "run", whole_dir)


def test_rows_are_kept_before_the_checkpoint_behind_them(
    problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that was killed between them lost a row: five of 134 did."""
    save, seen = RunDirectory.save_checkpoint, list[tuple[int, int]]()

    def saved(self: RunDirectory, state: Mapping[str, Any]) -> None:
        seen.append((state["totals"]["iteration"], len(self.metrics())))
        save(self, state)

    monkeypatch.setattr(RunDirectory, "save_checkpoint", saved)
    train(problem, replace(CONFIG, checkpoint_interval=1, total_frames=768), tmp_path / "run")
    assert sorted({*seen}) == [(1, 1), (2, 2), (3, 3)]


def test_a_run_that_cannot_start_leaves_no_directory(problem: Problem, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="carrier-pigeon"):
        train(problem, replace(CONFIG, collector="carrier-pigeon"), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_resuming_needs_a_run_of_the_same_program_and_settings(
    problem: Problem, tmp_path: Path
) -> None:
    train(problem, replace(CONFIG, total_frames=256), tmp_path / "run")
    (tmp_path / "other").mkdir()
    other = write_pack(tmp_path / "other", PROGRAM + "edge(d, e).\n")
    with pytest.raises(RunError, match="no run here"):
        train(problem, CONFIG, tmp_path / "nothing", resume=True)
    with pytest.raises(ConfigError, match="another version"):
        train(other, CONFIG, tmp_path / "run", resume=True)
    with pytest.raises(ConfigError, match=r"gamma was 0\.99, is 0\.5"):
        train(problem, replace(CONFIG, gamma=0.5), tmp_path / "run", resume=True)
    with pytest.raises(ConfigError, match="another version"):
        load_policy(tmp_path / "run", other)


@contextmanager
def files_of_at_most(n_bytes: int) -> Iterator[None]:
    """Refuse larger files, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_and_the_run_goes_on_once_there_is_room(
    problem: Problem,
    whole: tuple[Summary, Path],
    tmp_path: Path,
    stop_after: Callable[[int, int], None],
) -> None:
    config, run = replace(CONFIG, checkpoint_interval=1), tmp_path / "run"
    too_small = (whole[1] / "checkpoint" / "state.pt").stat().st_size // 2

    with files_of_at_most(too_small), pytest.raises(RunError, match=r"large.*cannot be resumed"):
        train(problem, config, run)
    stop_after(2, signal.SIGINT)
    train(problem, config, run)
    with files_of_at_most(too_small), pytest.raises(RunError, match=f"whole[^$]*--resume {run}"):
        train(problem, config, run, resume=True)
    left = {path.name for path in (run / "checkpoint").iterdir()}
    train(problem, config, run, resume=True)

    assert left == {"state.pt", "search_checkpoint"}
    assert learning(run) == learning(whole[1])


def fail() -> TensorDictBase:
    raise WorkerError("Worker 1 died.", "rows 8 to 15", traceback="Traceback: boom")


@pytest.mark.parametrize(
    ("interval", "seconds", "kept"), [(2, 60.0, 2), (100, 60.0, 1), (100, 0.0, 3)]
)
def test_a_run_whose_workers_fail_goes_on_from_its_checkpoint(
    problem: Problem,
    whole: tuple[Summary, Path],
    tmp_path: Path,
    interval: int,
    seconds: float,
    kept: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bit for bit. The first update is kept, then by the count of updates and by time."""
    monkeypatch.setattr("symbolic_rl.training.session.CHECKPOINT_S", seconds)
    config = replace(CONFIG, checkpoint_interval=interval)
    with Session(problem, resolve(config), tmp_path / "run") as session:
        for _ in range(3):
            session.iterate()
        torch.rand(9)  # what the policy has drawn for a batch that is lost
        session.algorithm.gather = fail  # type: ignore[method-assign]
        with pytest.raises(WorkerError, match="boom"):
            session.iterate()
    totals = RunDirectory.open(tmp_path / "run").load_checkpoint()["totals"]
    resumed = train(problem, config, tmp_path / "run", resume=True)

    assert (totals["iteration"], totals["frames"]) == (kept, 256 * kept)
    assert (resumed.status, resumed.frames) == ("finished", CONFIG.total_frames)
    assert learning(tmp_path / "run") == learning(whole[1])
