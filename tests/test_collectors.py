"""Every collector gathers the same frames; they fail as told, and end without a trace."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from tensordict import TensorDictBase
from torch import nn

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import InstallationError, RunError, WorkerError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.collectors import COLLECTORS, make_collector, resolve
from symbolic_rl.collectors.base import Collector, CollectorFigures
from symbolic_rl.collectors.copies import env_makers
from symbolic_rl.collectors.parallel_env import LimitedPipe
from symbolic_rl.collectors.replicated import HangError
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.carried import ProblemFiles
from symbolic_rl.play.problem import Problem, load_problem
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

slow_parallel = pytest.param("parallel-env", marks=pytest.mark.slow)
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
) -> Iterator[tuple[TensorDictBase, CollectorFigures]]:
    """Rollouts with the figures after them; the weight changes before each of them."""
    rollouts = iter(collector)
    for salt in rounds:
        with torch.no_grad():
            policy.head.salt.fill_(salt)
        yield next(rollouts).clone(), collector.figures


def history(
    problem: Problem, config: TrainConfig, state: Mapping[str, Any] | None = None
) -> tuple[list[tuple[TensorDictBase, CollectorFigures]], Any]:
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
    seen: list[tuple[TensorDictBase, CollectorFigures]],
    wanted: list[tuple[TensorDictBase, CollectorFigures]],
) -> None:
    assert len(seen) == len(wanted)
    start, other_start = seen[0][1].inferences, wanted[0][1].inferences
    for (batch, figures), (other, others) in zip(seen, wanted, strict=True):
        names = set(other.keys(include_nested=True, leaves_only=True))
        assert set(batch.keys(include_nested=True, leaves_only=True)) == names
        assert batch.shape == other.shape
        for name in names:
            assert batch[name].dtype == other[name].dtype, name
            assert torch.equal(batch[name], other[name]), name
        restarts = {"worker_restarts": 0} if "worker_restarts" in figures.counters else {}
        assert figures.counters == others.counters | restarts
        assert figures.inferences - start == others.inferences - other_start
        assert figures.success_by_level == others.success_by_level


@pytest.mark.parametrize("collector_name", all_collectors, indirect=True)
def test_every_collector_gathers_the_same_frames(collector_name: str, problem: Problem) -> None:
    """Queries, observations, rewards, ends and counters; weights, level and state reach them."""
    config = CONFIG
    if COLLECTORS[collector_name].one_row_each:
        config = replace(CONFIG, n_envs=2, frames_per_batch=40)
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


@pytest.mark.parametrize(
    "collector_name",
    ["replicated", pytest.param("ray", marks=[pytest.mark.ray, pytest.mark.slow])],
    indirect=True,
)
def test_copies_draw_apart_from_each_other_and_go_on_drawing_when_resumed(
    collector_name: str, problem: Problem
) -> None:
    config = replace(CONFIG, n_envs=2, frames_per_batch=400, collector=collector_name)
    policy = make_policy("clause", PolicyShape.for_problem(problem), dim=8)
    actions = []
    state: Any = None
    for n_rollouts in (2, 1):
        collector = make_collector(problem, policy, resolve(config), state)
        rollouts = iter(collector)
        for _ in range(n_rollouts):
            actions.append(next(rollouts)["action"].clone())
            state = state or collector.state()
        collector.shutdown()

    assert torch.equal(actions[1], actions[2])
    assert not torch.equal(actions[0][0], actions[0][1])


@pytest.mark.ray
def test_killed_actor_is_named_with_its_rows(cluster: None, problem: Problem) -> None:
    from ray._private.state import actors

    policy = hash_policy()
    collector = make_collector(problem, policy, resolve(replace(CONFIG, collector="ray")))
    rollouts = iter(collector)
    next(rollouts)
    second = collector._collector.remote_collectors[1]._actor_id.hex()  # type: ignore[attr-defined]
    os.kill(actors()[second]["Pid"], signal.SIGKILL)
    try:
        with pytest.raises(WorkerError, match=r"Ray actor 2 of 2 \(rows 3 to 5\) ended") as told:
            for _ in range(3):
                next(rollouts)
    finally:
        collector.shutdown()

    assert "--resume RUN" in str(told.value)


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


@pytest.mark.parametrize("name", ["replicated", slow_parallel])
def test_worker_that_dies_is_told_as_an_error_of_the_user(name: str, problem: Problem) -> None:
    config = replace(CONFIG, n_envs=2, frames_per_batch=40, collector=name)
    collector: Any = make_collector(problem, hash_policy(), resolve(config))
    rollouts = iter(collector)
    next(rollouts)
    workers = collector._collector.procs if name == "replicated" else collector.env._workers
    pids = [worker.pid for worker in workers]
    workers[0].kill()
    workers[0].join()
    try:
        with pytest.raises(WorkerError, match=r"worker.*(\n.*)*--resume RUN"):
            for _ in range(3):
                next(rollouts)
    finally:
        collector.shutdown()

    assert not any(map(is_running, pids))


@pytest.mark.parametrize("moment", ["rollout", pytest.param("question", marks=pytest.mark.slow)])
def test_worker_that_hangs_is_given_up_and_named_with_its_rows(
    moment: str, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a rollout, and when it is asked for its figures or its state.

    The other worker, on whatever machine, is not silent.
    """
    monkeypatch.setattr("symbolic_rl.collectors.replicated.PATIENCE_S", 2.0)
    monkeypatch.setattr("symbolic_rl.collectors.replicated.STEP_PATIENCE_S", 0.0)
    collector: Any = make_collector(
        problem, hash_policy(), resolve(replace(CONFIG, collector="replicated"))
    )
    rollouts = iter(collector)
    next(rollouts)
    pids = [worker.pid for worker in collector._collector.procs]
    watchdog = collector._collector.queue_out
    answers, reply = watchdog._queue, watchdog._wait

    def answer(*, timeout: float) -> Any:
        if watchdog._silent == {1}:
            raise Empty
        return answers.get(timeout=600)

    def replied(pipe: Any, *, worker_idx: int, timeout: float) -> Any:
        return reply(pipe, worker_idx=worker_idx, timeout=timeout if worker_idx == 1 else 600)

    monkeypatch.setattr(watchdog, "_queue", SimpleNamespace(get=answer, close=answers.close))
    monkeypatch.setattr(watchdog, "_wait", replied)
    os.kill(pids[1], signal.SIGSTOP)
    told = r"Worker 2 \(rows 3 to 5\) has not answered for 2 s"
    try:
        with pytest.raises(WorkerError, match=rf"{told}(.*\n)+.*--resume RUN"):
            next(rollouts) if moment == "rollout" else collector.set_level(1)
    finally:
        collector.shutdown()

    assert not any(map(is_running, pids))


@pytest.mark.parametrize("signal_number", [signal.SIGSTOP, signal.SIGKILL])
def test_no_answer_of_a_process_of_parallel_env_is_waited_for_without_end(
    signal_number: signal.Signals,
) -> None:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=time.sleep, args=(1000,))
    process.start()
    there.close()
    os.kill(process.pid or 0, signal_number)
    with pytest.raises((HangError, EOFError)):
        LimitedPipe(here, process, 0, patience_s=0.2).recv()
    process.join(600)

    assert process.exitcode == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["rollout", "question", "start"])
def test_process_of_parallel_env_that_hangs_is_given_up_and_named(
    moment: str, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a rollout, when it is asked for its figures or its state, and while it starts."""
    config = resolve(replace(CONFIG, n_envs=2, frames_per_batch=40, collector="parallel-env"))
    if moment == "start":
        monkeypatch.setattr("symbolic_rl.collectors.parallel_env.env_makers", makers_that("hang"))
        give_up_with_processes(monkeypatch, 2)
        before = multiprocessing.active_children()
        with pytest.raises(WorkerError, match=r"have not become ready in 80 s"):
            make_collector(problem, hash_policy(), config)
        assert multiprocessing.active_children() == before
        return
    collector: Any = make_collector(problem, hash_policy(), config)
    rollouts = iter(collector)
    next(rollouts)
    env = collector.env
    assert env.BATCHED_PIPE_TIMEOUT == 80.0  # TorchRL's start sets its own
    env.BATCHED_PIPE_TIMEOUT = 2.0
    env.parent_channels[1]._patience_s = 2.0
    wait = env._wait_for_workers

    def wait_for_the_other(workers: Sequence[int]) -> None:
        assert comes_true(lambda: bool(env._shm_done_flags[env._worker_indices[0]]))
        wait(workers)

    monkeypatch.setattr(env, "_wait_for_workers", wait_for_the_other)
    pids = [worker.pid for worker in env._workers]
    os.kill(pids[1], signal.SIGSTOP)
    told = r"Worker 2 \(row 1\) has not answered for 2 s"
    try:
        with pytest.raises(WorkerError, match=rf"{told}(.*\n)+.*--resume RUN"):
            next(rollouts) if moment == "rollout" else collector.set_level(1)
    finally:
        collector.shutdown()

    assert not any(map(is_running, pids))


def makers_that(fault: str) -> Callable[..., list[Callable[[], DerivationEnv]]]:
    """Makers of two environments, of which the second one fails."""

    def makers(*args: Any) -> list[Callable[[], DerivationEnv]]:
        first = env_makers(*args)[0]

        def make() -> DerivationEnv:  # sent by value, since it is a function within one
            if multiprocessing.parent_process() is None:  # where TorchRL looks at the specs
                return first()
            if fault == "hang":
                time.sleep(10_000)
            if fault == "die":
                os._exit(3)
            raise ValueError("no such")

        return [first, make]

    return makers


def give_up_with_processes(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    """Let the time for a start be over as soon as so many more processes are there."""
    before = len(multiprocessing.active_children())

    class Timer(threading.Thread):
        def __init__(self, seconds: float, give_up: Callable[[], None]) -> None:
            super().__init__()
            self._give_up, self._is_cancelled = give_up, False

        def run(self) -> None:
            if comes_true(self._is_over) and not self._is_cancelled:
                self._give_up()

        def _is_over(self) -> bool:
            return self._is_cancelled or len(multiprocessing.active_children()) >= before + n

        def cancel(self) -> None:
            self._is_cancelled = True

    timers = SimpleNamespace(Timer=Timer)
    monkeypatch.setattr("symbolic_rl.collectors.replicated.threading", timers)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("hang", r"Worker \d \(rows \d to \d\) has not become ready in 120 s"),
        pytest.param("die", r"Worker 2 \(rows 3 to 5\) has ended", marks=pytest.mark.slow),
        pytest.param("raise", "A worker could not start: no such", marks=pytest.mark.slow),
    ],
)
def test_copy_that_fails_while_it_starts_is_told(
    fault: str, told: str, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, or after a deadline, and no process is left."""
    monkeypatch.setattr("symbolic_rl.collectors.copies.env_makers", makers_that(fault))
    if fault == "hang":
        give_up_with_processes(monkeypatch, 2)
    before = multiprocessing.active_children()
    with pytest.raises(WorkerError, match=told):
        make_collector(problem, hash_policy(), resolve(replace(CONFIG, collector="replicated")))

    assert multiprocessing.active_children() == before


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
    """Processes that Python's multiprocessing has started for ``pid``."""
    command = {one.pid: Path(f"/proc/{one.pid}/cmdline") for one in family(pid)}
    return [one for one, file in command.items() if b"spawn_main" in file.read_bytes()]


def running(run_dir: Path, name: str) -> "subprocess.Popen[str]":
    """A long training run that has made its first update; Ctrl-C reaches all its processes."""
    flags = (
        f"--env countries_s1 --total-frames 10000000 --run-dir {run_dir} --collector {name} "
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
@pytest.mark.parametrize("name", ["replicated", slow_parallel])
def test_interrupt_ends_the_run_with_a_checkpoint_and_no_process(name: str, tmp_path: Path) -> None:
    process = running(tmp_path / "run", name)
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
@pytest.mark.parametrize("name", ["replicated", slow_parallel])
def test_workers_notice_that_their_parent_was_killed(name: str, tmp_path: Path) -> None:
    process = running(tmp_path / "run", name)
    workers = workers_of(process.pid)
    process.kill()
    process.communicate()
    are_gone = end(workers)
    for pid in filter(is_running, workers):
        os.kill(pid, signal.SIGKILL)

    assert len(workers) == 2 and are_gone
