"""Worker processes give what one process gives, whatever happens to them, and leave nothing."""

import io
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.envs import EnvBase
from torchrl.envs.utils import check_env_specs

from symbolic_rl.collectors.local import LocalCollector
from symbolic_rl.collectors.multiprocess import Overlapped
from symbolic_rl.config import TrainConfig
from symbolic_rl.derivation.derivations import Derivations
from symbolic_rl.env import DerivationEnv
from symbolic_rl.errors import EngineError, WorkerError
from symbolic_rl.learn import make_algorithm
from symbolic_rl.packs import Pack
from symbolic_rl.policy import make_policy
from symbolic_rl.pool_env import PoolEnv
from symbolic_rl.problem import Problem, load_problem
from symbolic_rl.workers import Group
from symbolic_rl.workers import slab as slab_module
from symbolic_rl.workers import worker as worker_module
from symbolic_rl.workers.worker import Worker
from tests.problems import make_problem
from tests.test_env import GRAPH, PATHS, PEANO, SUMS, same

needs_proc = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")


@pytest.fixture(params=["graph", "sums"])
def problem(request: pytest.FixtureRequest, tmp_path: Path) -> Problem:
    """A function-free problem with pages and loops, and one with terms and false queries."""
    if request.param == "graph":
        return make_problem(tmp_path, GRAPH, PATHS, n_candidates=4, max_inferences=9)
    return make_problem(tmp_path, PEANO, SUMS, n_candidates=5, refuse=True, max_inferences=9)


@pytest.fixture
def graph(tmp_path: Path) -> Problem:
    """The function-free one."""
    return make_problem(tmp_path, GRAPH, PATHS, n_candidates=4, max_inferences=9)


@pytest.fixture
def pool() -> Iterator[Callable[..., PoolEnv]]:
    """Makes environments that are closed after the test."""
    made = []

    def make(problem: Problem, n_envs: int = 7, **options: Any) -> PoolEnv:
        made.append(PoolEnv(problem, n_envs, **{"n_workers": 2, "seed": 1, **options}))
        return made[-1]

    yield make
    for env in made:
        env.close()


def kill(worker: Worker) -> None:
    os.kill(worker.pid, signal.SIGKILL)


def stop(worker: Worker) -> None:
    os.kill(worker.pid, signal.SIGSTOP)


def let_raise(worker: Worker) -> None:
    """Ask for something that does not exist; the worker answers with its traceback."""
    worker._channel.post(b"?")


FAULTS = {"killed": kill, "stopped": stop, "raising": let_raise}


def same_shown(one: TensorDictBase, other: TensorDictBase) -> None:
    """Assert that a policy is shown the same."""
    for key in ("goals", "candidates", "clauses", "action_mask", "inferences"):
        assert torch.equal(one[key], other[key]), key


class Twins:
    """An environment with workers beside one in this process, given the same actions."""

    def __init__(self, env: PoolEnv, reference: EnvBase) -> None:
        self.env, self.reference = env, reference
        self.rng = torch.Generator().manual_seed(0)
        self.root, self.expected = env.reset(), reference.reset()
        same([self.root], [self.expected])

    def play(self, n_steps: int, between: Callable[[int], None] = lambda step: None) -> None:
        """Step both, ``between`` calls at each step, and compare all tensors and counts."""
        for step in range(n_steps):
            mask = self.expected["action_mask"].float()
            actions = mask.multinomial(1, generator=self.rng).squeeze(-1)
            self.root["action"], self.expected["action"] = actions, actions.clone()
            between(step)
            stepped, self.root = self.env.step_and_maybe_reset(self.root)
            wanted, self.expected = self.reference.step_and_maybe_reset(self.expected)
            same([stepped["next"], self.root], [wanted["next"], self.expected])
        assert self.env.counters == self.reference.counters
        assert self.env.inferences == self.reference.inferences
        assert self.env.success_by_level() == self.reference.success_by_level()


# ---- the same as in one process


@pytest.mark.parametrize("n_workers", [1, 3])
def test_workers_play_as_one_process(
    problem: Problem, n_workers: int, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(problem, n_workers=n_workers), DerivationEnv(problem, 7, seed=1))
    twins.play(150)

    assert sum(n for _, n in twins.env.success_by_level().values()) > 50
    assert twins.env.restarts == 0
    assert twins.env.seconds["expand"] > 0
    with pytest.raises(AssertionError):
        same([twins.root], [DerivationEnv(problem, 7, seed=2).reset()])


def test_specs_and_what_a_policy_asks_are_the_same(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env, other = pool(graph, with_candidates=False), DerivationEnv(graph, 7, with_candidates=False)
    check_env_specs(env)

    assert env.specs == other.specs
    for name in ("n_candidates", "n_goals", "goal_width", "view", "vocabulary_size", "n_clauses"):
        assert getattr(env, name) == getattr(other, name)
    assert env.counters.keys() == other.counters.keys()
    assert env.seconds.keys() == other.seconds.keys() | {"wait"} and env.seconds["wait"] >= 0


def test_stepping_and_resetting_apart_is_the_same(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env, other = pool(graph), DerivationEnv(graph, 7, seed=1)
    td, expected = env.reset(), other.reset()
    torch.manual_seed(0)
    for _ in range(30):
        other.rand_action(expected)
        td["action"] = expected["action"].clone()
        stepped, td = EnvBase.step_and_maybe_reset(env, td)
        wanted, expected = EnvBase.step_and_maybe_reset(other, expected)

        same([stepped["next"], td], [wanted["next"], expected])


def test_seeds_and_levels_reach_the_workers(tmp_path: Path, pool: Callable[..., PoolEnv]) -> None:
    base = make_problem(tmp_path, GRAPH, PATHS, max_inferences=9).pack
    (tmp_path / "one.pl").write_text("query(path(a, b)).\n")
    (tmp_path / "two.pl").write_text("query(path(a, c)).\nquery(path(a, d)).\n")
    curriculum = type(base.curriculum)(levels=("one.pl", "two.pl"))
    problem = load_problem(Pack(**{**vars(base), "queries": {}, "curriculum": curriculum}))
    twins = Twins(pool(problem), DerivationEnv(problem, 7, seed=1))
    twins.play(10)
    for env in (twins.env, twins.reference):
        env.set_level(1)
    twins.play(40, lambda step: kill(twins.env.pool.workers[0]) if step == 20 else None)
    assert len(twins.env.success_by_level()) == 2
    for env in (twins.env, twins.reference):
        env.set_seed(5)
    same([twins.env.reset()], [twins.reference.reset()])


def test_steps_return_fresh_tensors(graph: Problem, pool: Callable[..., PoolEnv]) -> None:
    env = pool(graph)
    td, kept = env.reset(), []
    for _ in range(12):
        td = env.rand_action(td)
        stepped, td = env.step_and_maybe_reset(td)
        kept.append((stepped, stepped.clone()))

    for seen, copy in kept:
        same([seen], [copy])


def test_a_masked_action_is_refused_with_the_number_of_its_row(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    td = env.rand_action(env.reset())
    td["action"][5] = int(td["action_mask"][5].int().argmin())

    with pytest.raises(EngineError, match=r"action \d of row 5 is masked"):
        env.step(td)
    assert env.restarts == 0


def test_another_pool_goes_on_from_a_checkpoint(
    problem: Problem, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(problem), DerivationEnv(problem, 7, seed=1, n_threads=2))
    twins.play(9)
    pairs = (pool(problem), twins.env), (DerivationEnv(problem, 7, seed=1), twins.reference)
    for fresh, env in pairs:
        fresh.set_extra_state(through_a_file(env.get_extra_state()))
    resumed = pairs[0][0]
    after = Twins(resumed, pairs[1][0])
    same_shown(after.root, twins.root)
    after.play(20, lambda step: kill(resumed.pool.workers[1]) if step == 10 else None)


def test_going_back_in_place_survives_a_fault(graph: Problem, pool: Callable[..., PoolEnv]) -> None:
    twins = Twins(pool(graph), DerivationEnv(graph, 7, seed=1, n_threads=2))
    twins.play(5)
    both = twins.env, twins.reference
    states = [env.get_extra_state() for env in both]
    twins.play(5)
    for env, saved in zip(both, states, strict=True):
        env.set_extra_state(saved)
    twins.root, twins.expected = twins.env.reset(), twins.reference.reset()
    twins.play(9, lambda step: kill(twins.env.pool.workers[0]) if step == 4 else None)

    assert twins.env.restarts == 1


def test_groups_are_stepped_by_turns(graph: Problem, pool: Callable[..., PoolEnv]) -> None:
    whole, parts = pool(graph).pool, pool(graph).pool
    groups, rng = parts.groups(2), np.random.default_rng(0)
    root, shown = whole.reset(), [group.reset(np.arange(7)) for group in groups]
    wanted = None
    for step in range(20):
        actions = (rng.random(root.action_mask.shape) * root.action_mask).argmax(1)
        wanted, root = whole.step(actions)
        groups[0].send(actions[groups[0].rows])
        groups[1].send(actions[groups[1].rows])
        for k in (1, 0) if step % 2 else (0, 1):
            played, shown[k] = groups[k].receive()
            assert (played.reward == wanted.reward[groups[k].rows]).all()
            assert (shown[k].candidates == root.candidates[groups[k].rows]).all()


# ---- workers that fail


@pytest.mark.parametrize("fault", FAULTS)
def test_a_worker_that_fails_is_replaced_and_nothing_is_lost(
    problem: Problem, fault: str, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "JOURNAL_LENGTH", 8)
    env = pool(problem, worker_timeout_s=1.0)
    twins = Twins(env, DerivationEnv(problem, 7, seed=1))

    def between(step: int) -> None:
        if step in (0, 8, 9, 30):  # at once; with a snapshot due, and after it; much later
            FAULTS[fault](env.pool.workers[step % 2])

    twins.play(40, between)

    assert env.restarts >= 4
    assert all(len(worker._journal) <= 8 for worker in env.pool.workers)


def test_the_parents_stop_signals_leave_workers_alone(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(graph), DerivationEnv(graph, 7, seed=1))
    for worker in twins.env.pool.workers:
        os.kill(worker.pid, signal.SIGINT)
        os.kill(worker.pid, signal.SIGTERM)
        assert os.getpgid(worker.pid) != os.getpgid(0)
    twins.play(3)

    assert twins.env.restarts == 0


@pytest.mark.parametrize("fault", FAULTS)
def test_a_worker_may_fail_at_its_start_and_in_a_reset(
    graph: Problem, fault: str, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph, worker_timeout_s=1.0)
    if fault == "killed":  # a stopped start would be waited for
        kill(env.pool.workers[1])
    twins = Twins(env, DerivationEnv(graph, 7, seed=1))
    twins.play(5)
    FAULTS[fault](env.pool.workers[0])
    asked = torch.tensor([1, 0, 1, 0, 0, 1, 0], dtype=torch.bool).unsqueeze(-1)
    td, expected = (
        e.reset(r.clone().set("_reset", asked))
        for e, r in ((env, twins.root), (twins.reference, twins.expected))
    )
    same([td], [expected])
    assert env.restarts == 1 + (fault == "killed")


def test_all_workers_may_fail_in_the_middle_of_a_step(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env, whole = pool(graph).pool, pool(graph).pool
    root, rng = env.reset(), np.random.default_rng(0)
    whole.reset()
    for step in range(12):
        actions = (rng.random(root.action_mask.shape) * root.action_mask).argmax(1)
        env.send(actions)
        if step % 4 == 1:
            for worker in env.workers:
                kill(worker)
        played, root = env.receive()
        wanted, expected = whole.step(actions)
        assert (root.candidates == expected.candidates).all()
        assert (played.terminated == wanted.terminated).all()
    assert env.restarts >= 3 and env.counters == whole.counters


def test_an_interrupt_between_request_and_answer_loses_nothing(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    twins = Twins(pool(graph), DerivationEnv(graph, 7, seed=1))
    twins.play(3)
    td, expected = twins.root, twins.expected
    actions = expected["action_mask"].int().argmax(-1)
    twins.env.pool.send(actions.numpy())  # and Ctrl-C here, before the answer is taken
    saved = twins.env.get_extra_state()
    resumed = pool(graph)
    resumed.set_extra_state(saved)
    td, expected = resumed.reset(), expected.set("action", actions)
    _, expected = twins.reference.step_and_maybe_reset(expected)

    same_shown(td, expected)


def test_too_many_restarts_end_in_an_error_and_a_checkpoint_can_be_made(
    problem: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(problem, max_restarts=1)
    twins = Twins(env, DerivationEnv(problem, 7, seed=1, n_threads=2))
    twins.play(12, lambda step: kill(env.pool.workers[1]) if step == 3 else None)
    kill(env.pool.workers[1])
    before = twins.root["goals"].clone()
    with pytest.raises(
        WorkerError, match="worker 1 was killed by SIGKILL, 1 workers were replaced"
    ):
        env.step(env.rand_action(twins.root))
    with pytest.raises(WorkerError):
        env.reset()
    resumed = pool(problem)
    resumed.set_extra_state(through_a_file(env.get_extra_state()))

    mine = slice(3, 7)  # the rows of the worker that failed have not moved
    assert torch.equal(resumed.reset()["goals"][mine], before[mine])


def test_an_error_that_comes_again_ends_with_the_workers_own_traceback(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    actions = env.pool.current().action_mask.argmax(1)
    for worker in env.pool.workers:  # so that the parent does not see what is wrong
        worker.root.action_mask[:] = True
    actions[1] = 3
    with pytest.raises(WorkerError) as caught:
        env.pool.step(actions)

    assert env.restarts == 1
    assert "and the one in its place raised the same again" in caught.value.what
    assert caught.value.report.startswith("Traceback (most recent call last)")
    assert "derivations.py" in str(caught.value) and "is masked" in str(caught.value)


def test_frames_are_not_overwritten_while_somebody_has_them(
    graph: Problem, pool: Callable[..., PoolEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slab_module, "MOST_LENT", 3)
    whole, played = Derivations(graph, 7, seed=1), pool(graph).pool
    expected, kept = whole.reset(), []
    played.reset()
    whole.step(expected.action_mask.argmax(axis=1))
    played.step(expected.action_mask.argmax(axis=1))
    n_free, expected = len(played.slab._free), whole.current()
    for step in range(9):  # far more frames than slots
        actions = expected.action_mask.argmax(axis=1)
        if step == 5:
            kill(played.workers[0])
        wanted, expected = whole.step(actions)
        kept.append((*played.step(actions), wanted, expected))

    for transition, root, wanted, expected in kept:
        assert np.array_equal(root.goals, expected.goals)
        assert np.array_equal(transition.observation.candidates, wanted.observation.candidates)
        assert np.array_equal(transition.reward, wanted.reward)
    assert len(played.slab._free) < n_free
    del kept, transition, root
    assert len(played.slab._free) == n_free


def test_a_worker_that_fails_out_of_turn_does_not_spoil_its_last_answer(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    worker = env.pool.workers[1]
    before = worker.snapshot_without_process()
    worker.ask_snapshot()
    let_raise(worker)
    worker._process.wait(10)

    assert worker.receive() == before
    env.step(env.rand_action())
    assert env.restarts == 1


def test_a_program_that_was_changed_meanwhile_is_refused(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    graph.pack.program[0].write_text(GRAPH + "edge(d, a).\n")
    kill(env.pool.workers[0])

    with pytest.raises(WorkerError, match="changed after the run had started"):
        env.step(env.rand_action())


# ---- training goes on


def trained(env: EnvBase, config: TrainConfig) -> tuple[list[TensorDict], dict[str, Any]]:
    """The batches of a short training, and the weights after it."""
    torch.manual_seed(3)
    policy = make_policy("resolvent", env, dim=8)
    algorithm = make_algorithm(policy, config)
    collector = (Overlapped if config.overlap else LocalCollector)(env, policy, config)
    batches = []
    for batch in islice(collector, config.total_frames // config.frames_per_batch):
        batches.append(batch.clone())
        algorithm.learn(batch, progress=0.0)
    collector.shutdown()
    return batches, policy.head.state_dict()


def sabotaged(env: PoolEnv, n_sends: int, n_each: int, patch: pytest.MonkeyPatch) -> None:
    """Let workers fail at random moments of ``n_sends`` steps, in each way ``n_each`` times."""
    draw = random.Random(0)
    faults = [fault for fault in FAULTS.values() for _ in range(n_each)]
    draw.shuffle(faults)
    moments = sorted(draw.sample(range(1, n_sends - 1), len(faults)))
    plan = dict(zip(moments, faults, strict=True))
    begin, done = Group.begin, 0

    def strike(fault: Callable[[Worker], None]) -> None:
        with suppress(OSError):  # it has just been replaced
            fault(draw.choice(env.pool.workers))

    def play(group: Group, *args: Any, **options: Any) -> Any:
        nonlocal done
        if done in plan:
            threading.Timer(draw.random() * 2e-3, strike, [plan[done]]).start()
        done += 1
        return begin(group, *args, **options)

    patch.setattr(Group, "begin", play)


@pytest.mark.parametrize("overlap", [False, True])
@pytest.mark.parametrize("n_each", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_training_goes_on_as_if_no_worker_had_failed(
    graph: Problem, n_each: int, overlap: bool, pool: Callable[..., PoolEnv]
) -> None:
    n_steps = 40 * n_each
    config = TrainConfig(
        n_envs=8, frames_per_batch=64, total_frames=8 * n_steps, minibatch_size=64, overlap=overlap
    )
    undisturbed = pool(graph, 8) if overlap else DerivationEnv(graph, 8, seed=1)
    expected, wanted = trained(undisturbed, config)
    env = pool(graph, 8, worker_timeout_s=1.0)
    with pytest.MonkeyPatch.context() as patch:
        sabotaged(env, n_steps * (1 + overlap), n_each, patch)
        batches, weights = trained(env, config)

    assert sum(batch.numel() for batch in batches) == config.total_frames
    assert env.restarts >= 2 * n_each
    for batch, other in zip(batches, expected, strict=True):
        for key in ("goals", "candidates", "action_mask", "action"):
            assert torch.equal(batch[key], other[key])
        assert torch.equal(batch["next", "reward"], other["next", "reward"])
    assert all(torch.equal(weights[key], wanted[key]) for key in wanted)


# ---- nothing is left behind


def process_script(
    folder: Path, ending: str, start: str = "pool.reset()"
) -> "subprocess.Popen[str]":
    """Runs a program that starts two workers, prints their process ids, and then ``ending``."""
    (folder / "env.toml").write_text("[env]\nn_candidates = 4\nmax_inferences = 9\n")
    code = f"""
        import signal, time
        from symbolic_rl.problem import load_problem
        from symbolic_rl.workers import Pool

        signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored
        pool = Pool(load_problem({str(folder)!r}), 4, n_workers=2)
        {start}
        print(*(worker.pid for worker in pool.workers), flush=True)
        root = pool.reset()
        while True:
            _, root = pool.step(root.action_mask.argmax(axis=1))
            {ending}
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def is_running(pid: int) -> bool:
    """Whether there is such a process that is not a zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def gone_within(seconds: float, pids: list[int]) -> bool:
    """Whether all processes end in time."""
    deadline = time.monotonic() + seconds
    while any(map(is_running, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def shared_memory() -> set[str]:
    """Names of shared memory on this machine."""
    return {name for name in os.listdir("/dev/shm") if "symbolic" in name or "psm_" in name}


@needs_proc
@pytest.mark.parametrize(
    ("ending", "numbers", "status"),
    [
        ("break", [], 0),
        ("raise SystemExit(3)", [], 3),
        ("raise RuntimeError('an error')", [], 1),
        ("pass", [signal.SIGINT], -signal.SIGINT),
        ("pass", [signal.SIGTERM], -signal.SIGTERM),
        ("pass", [signal.SIGKILL], -signal.SIGKILL),
        ("pass", [signal.SIGSTOP, signal.SIGKILL], -signal.SIGKILL),
    ],
    ids=["normal", "exit", "exception", "ctrl-c", "terminated", "killed", "killed-with-stopped"],
)
def test_no_process_and_no_memory_is_left(
    ending: str, numbers: list[int], status: int, graph: Problem
) -> None:
    before = shared_memory()
    parent = process_script(graph.pack.folder, ending)
    assert parent.stdout is not None
    pids = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(pids) == 2
    if numbers[:1] == [signal.SIGSTOP]:
        os.kill(pids[0], signal.SIGSTOP)
    if numbers:
        time.sleep(0.1)
        os.killpg(parent.pid, numbers[-1])

    assert gone_within(5.0, pids)
    errors = parent.communicate(timeout=10)[1]
    assert parent.returncode == status
    assert ("Traceback" in errors) == (status in (1, -signal.SIGINT))
    assert "leaked" not in errors and "Warning" not in errors
    assert shared_memory() == before


@needs_proc
def test_a_worker_in_the_middle_of_a_long_expansion_ends_with_its_parent(tmp_path: Path) -> None:
    goals = ", ".join(f"X{i} is 3 ** {40_000_000 + i}" for i in range(200))  # minutes
    make_problem(tmp_path, f"slow :- {goals}.\n", "query(slow).\n")
    parent = process_script(tmp_path, "pass", "pool.workers[0].settle()")
    assert parent.stdout is not None
    pid = int(parent.stdout.readline().split()[0])
    time.sleep(1.0)
    assert is_running(pid)
    os.kill(parent.pid, signal.SIGKILL)

    assert gone_within(5.0, [pid])
    parent.communicate()


def test_closing_ends_the_workers_even_one_that_is_stopped(
    graph: Problem, pool: Callable[..., PoolEnv]
) -> None:
    env = pool(graph)
    env.reset()
    pids = [worker.pid for worker in env.pool.workers]
    stop(env.pool.workers[0])
    started = time.monotonic()
    env.close()

    assert time.monotonic() - started < 4
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_pool_that_is_forgotten_is_closed(graph: Problem) -> None:
    env = PoolEnv(graph, 4, n_workers=2)
    env.reset()
    pids = [worker.pid for worker in env.pool.workers]
    env.pool = None  # type: ignore[assignment]

    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@needs_proc
@pytest.mark.parametrize("name", ["countries_s3", "robinson"])
def test_workers_are_small_and_free_of_torch(name: str, pool: Callable[..., PoolEnv]) -> None:
    env = pool(load_problem(name), 64, with_candidates=name == "countries_s3")
    env.reset()
    for worker in env.pool.workers:
        assert "torch" not in Path(f"/proc/{worker.pid}/maps").read_text()
        rollup = Path(f"/proc/{worker.pid}/smaps_rollup").read_text()
        size_kb = int(rollup.partition("\nRss:")[2].split()[0])
        assert size_kb * 1024 <= 60_000_000


def through_a_file(state: object) -> Any:
    """Saved and loaded without executable content."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=True)
