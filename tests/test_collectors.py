"""Every collector gathers the same frames; they fail as told, and end without a trace."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tensordict import TensorDictBase
from torch import nn

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import InstallationError, RunError, WorkerError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.collectors import COLLECTORS, make_collector, resolve
from symbolic_rl.collectors.base import Collector, CollectorMetrics
from symbolic_rl.derivations.problem import Problem, ProblemFiles, load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.training.sweep.cell import family
from tests.processes import comes_true, end, is_running, needs_proc
from tests.saved import through_a_file

pytestmark = pytest.mark.usefixtures("one_thread")

PROGRAM = """\
edge(a, b). edge(b, c). edge(c, d). edge(b, x). edge(x, y). edge(a, z). edge(z, x). edge(d, a).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
"""
SETTINGS = """\
[env]
max_inferences = 5
n_candidates = 5
[curriculum]
levels = ["easy.pl", "hard.pl"]
"""
EASY = "query(path(a, c)). query(path(b, d)). query(path(c, y)). query(path(x, c)).\n"
HARD = "query(path(a, d)). query(path(a, y)). query(path(d, y)). query(path(a, X)).\n"
CONFIG = TrainConfig(algo="ppo", n_envs=6, n_workers=2, frames_per_batch=6 * 20, dim=16)

all_collectors = [
    pytest.param(name, marks=pytest.mark.ray) if name == "ray" else name for name in COLLECTORS
]


class HashHead(nn.Module):
    """A network of one weight."""

    needs_candidates = True

    def __init__(self) -> None:
        super().__init__()
        self.salt = nn.Parameter(torch.zeros(1))


class HashPolicy(DerivationPolicy):
    """Chooses by what it sees and by its weight, in whatever process and batch."""

    def forward(self, td: TensorDictBase) -> TensorDictBase:
        mask = td.get("action_mask")
        seen = torch.cat([td.get("goals").flatten(1), td.get("clauses"), td.get("inferences")], 1)
        powers = torch.arange(1, seen.shape[1] + 1) * 7919 % 1009
        mixed = (seen.long() * powers).sum(1) + self.head.salt.long() * 31
        number = mixed % mask.sum(1) + 1
        td.set("action", ((mask.cumsum(1) == number[:, None]) & mask).long().argmax(1))
        td.set("action_log_prob", -mixed.float())
        return td.set("state_value", mixed.float().unsqueeze(-1) / 2)


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    folder = tmp_path_factory.mktemp("pack")
    texts = {"program.pl": PROGRAM, "easy.pl": EASY, "hard.pl": HARD, "env.toml": SETTINGS}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return load_problem(folder)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A Ray cluster of two nodes with one core each, and a connection to it."""
    pytest.importorskip("ray")
    os.environ.update(RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0")
    import ray
    from ray.cluster_utils import Cluster

    nodes = Cluster()
    for _ in range(2):
        nodes.add_node(
            num_cpus=1, num_gpus=0, object_store_memory=100 * 2**20, include_dashboard=False
        )
    ray.init(address=nodes.address, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()
    nodes.shutdown()


@pytest.fixture
def collector_name(request: pytest.FixtureRequest) -> str:
    """A collector, with what it needs to run."""
    name: str = request.param
    if name == "ray":
        request.getfixturevalue("cluster")
    return name


def hash_policy(salt: int = 0) -> HashPolicy:
    policy = HashPolicy(HashHead(), name="hash")  # type: ignore[arg-type]
    policy.head.salt.data.fill_(salt)
    return policy


def play(
    collector: Collector, policy: HashPolicy, rounds: range
) -> Iterator[tuple[TensorDictBase, CollectorMetrics]]:
    """Rollouts with the figures after them; the weight changes before each of them."""
    rollouts = iter(collector)
    for salt in rounds:
        with torch.no_grad():
            policy.head.salt.fill_(salt)
        yield next(rollouts).clone(), collector.metrics


def history(
    problem: Problem, config: TrainConfig, state: Mapping[str, Any] | None = None
) -> tuple[list[tuple[TensorDictBase, CollectorMetrics]], Any]:
    """Three rollouts, the second level, two more; from ``state`` the last two only."""
    policy = hash_policy(99)
    collector = make_collector(problem, policy, resolve(config), state)
    try:
        if state is not None:
            return list(play(collector, policy, range(3, 5))), state
        seen = list(play(collector, policy, range(3)))
        collector.set_level(1)
        saved = through_a_file(dict(collector.state()))
        return seen + list(play(collector, policy, range(3, 5))), saved
    finally:
        collector.shutdown()


def assert_same(
    seen: list[tuple[TensorDictBase, CollectorMetrics]],
    wanted: list[tuple[TensorDictBase, CollectorMetrics]],
) -> None:
    assert len(seen) == len(wanted)
    start, other_start = seen[0][1].inferences, wanted[0][1].inferences
    for (batch, metrics), (other, others) in zip(seen, wanted, strict=True):
        names = set(other.keys(include_nested=True, leaves_only=True))
        assert set(batch.keys(include_nested=True, leaves_only=True)) == names
        assert batch.shape == other.shape
        for name in names:
            assert batch[name].dtype == other[name].dtype, name
            assert torch.equal(batch[name], other[name]), name
        restarts = {"worker_restarts": 0} if "worker_restarts" in metrics.counters else {}
        assert metrics.counters == others.counters | restarts
        assert metrics.inferences - start == others.inferences - other_start
        assert metrics.success_by_level == others.success_by_level


@pytest.mark.parametrize("collector_name", all_collectors, indirect=True)
def test_every_collector_gathers_the_same_frames(collector_name: str, problem: Problem) -> None:
    """Queries, observations, rewards, ends and counters; weights, level and state reach them."""
    config = CONFIG
    wanted, _ = history(problem, replace(config, collector="vectorized"))

    config = replace(config, collector=collector_name)
    seen, saved = history(problem, config)
    resumed, _ = history(problem, config, saved)

    assert_same(seen, wanted)
    assert seen[0][1].inferences == wanted[0][1].inferences > 0
    assert_same(resumed, wanted[3:])
    batches = [batch for batch, _ in wanted]
    ends = torch.cat([batch["next"] for batch in batches], 1)
    assert batches[0].shape == (config.n_envs, 20)
    assert ends["terminated"].any() and ends["truncated"].any()
    assert ends["reward"].any() and not ends["reward"][ends["done"]].all()
    assert set(wanted[-1][1].success_by_level) == {0, 1}
    assert any(wanted[-1][1].counters.values())


@pytest.mark.slow
@pytest.mark.ray
def test_copies_draw_apart_go_on_drawing_when_resumed_and_one_that_dies_is_named(
    cluster: None, problem: Problem
) -> None:
    import ray

    config = replace(CONFIG, n_envs=2, frames_per_batch=400, collector="ray")
    policy = make_policy("clause", PolicyShape.for_problem(problem), dim=8)
    actions = []
    state: Any = None
    for n_rollouts in (2, 1):
        collector: Any = make_collector(problem, policy, resolve(config), state)
        rollouts = iter(collector)
        for _ in range(n_rollouts):
            actions.append(next(rollouts)["action"].clone())
            state = state or collector.state()
        if n_rollouts == 1:
            os.kill(ray.get(collector._workers.actors[1].pid.remote()), signal.SIGKILL)
            with pytest.raises(WorkerError, match=r"2 of 2 \(rows 1 to 1\).*\n.*\n.*--resume"):
                for _ in range(3):
                    next(rollouts)
        collector.shutdown()

    assert torch.equal(actions[1], actions[2])
    assert not torch.equal(actions[0][0], actions[0][1])


@pytest.mark.slow
@pytest.mark.ray
def test_more_actors_than_cores_are_refused(cluster: None, problem: Problem) -> None:
    config = replace(CONFIG, n_workers=3, collector="ray")
    with pytest.raises(RunError, match="has 2 cores, but n_workers=3"):
        make_collector(problem, hash_policy(), resolve(config))


def test_without_ray_the_command_that_installs_it_is_told(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symbolic_rl.collectors.ray.find_spec", lambda name: None)
    with pytest.raises(InstallationError, match=r"pip install 'symbolic-rl\[ray\]'"):
        make_collector(problem, hash_policy(), resolve(replace(CONFIG, collector="ray")))


def test_files_of_a_problem_open_where_they_are_not(tmp_path: Path, problem: Problem) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    for file in problem.pack.folder.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    files = ProblemFiles.of(load_problem(folder))
    for file in folder.iterdir():
        file.unlink()
    opened = files.open()

    assert opened.fingerprint == problem.fingerprint
    assert [query.text for query in opened.queries("train")] == [
        query.text for query in problem.queries("train")
    ]


def test_files_of_another_version_are_refused(problem: Problem) -> None:
    with pytest.raises(RunError, match=r"pip install symbolic-rl==9\.9"):
        replace(ProblemFiles.of(problem), version="9.9").open()


# ---- ends


def workers_of(pid: int) -> list[int]:
    """Worker processes that ``pid`` has started."""
    command = {one.pid: Path(f"/proc/{one.pid}/cmdline") for one in family(pid)}
    return [one for one, file in command.items() if b"workers.process" in file.read_bytes()]


def running(run_dir: Path) -> "subprocess.Popen[str]":
    """A long training run that has made its first update; Ctrl-C reaches all its processes."""
    flags = (
        f"--env countries_s1 --total-frames 10000000 --run-dir {run_dir} --collector multiprocess "
        "--n-envs 2 --n-workers 2 --frames-per-batch 64"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "symbolic_rl", "train", "--algo", "ppo", *flags.split()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    metrics = run_dir / "metrics.csv"
    assert comes_true(lambda: metrics.exists() or process.poll() is not None)
    assert process.poll() is None, process.communicate()[1]
    return process


@needs_proc
def test_interrupt_ends_the_run_with_a_checkpoint_and_no_process(tmp_path: Path) -> None:
    process = running(tmp_path / "run")
    workers = workers_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, told = process.communicate(timeout=600)
    finally:
        process.kill()

    assert process.returncode == 130, told
    assert "Traceback" not in told
    assert RunDirectory.open(tmp_path / "run").load_checkpoint()["totals"]["frames"] > 0
    assert len(workers) == 2 and not any(map(is_running, workers))


@needs_proc
def test_workers_notice_that_their_parent_was_killed(tmp_path: Path) -> None:
    process = running(tmp_path / "run")
    workers = workers_of(process.pid)
    process.kill()
    process.communicate()
    are_gone = end(workers)
    for pid in filter(is_running, workers):
        os.kill(pid, signal.SIGKILL)

    assert len(workers) == 2 and are_gone
