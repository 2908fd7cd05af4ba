"""Every collector gathers the same frames, and fails as told."""

import os
import shutil
import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
from tensordict import TensorDict, TensorDictBase
from torch import nn

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import InstallationError, RunError, WorkerError
from symbolic_rl.bridge.schema import CandidateKeys
from symbolic_rl.collectors import COLLECTORS, make_collector, resolve
from symbolic_rl.collectors.base import Collector, CollectorMetrics
from symbolic_rl.collectors.ready import ReadyCollector
from symbolic_rl.derivations.problem import Problem, ProblemFiles, load_problem
from symbolic_rl.envs.torchrl import PoolEnv
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from tests.frames import same_frames
from tests.pools import kill
from tests.saved import through_a_file
from tests.test_train import PROGRAM, write_pack

CONFIG = TrainConfig(algo="ppo", n_envs=6, n_workers=2, frames_per_batch=6 * 20, dim=16)


class HashHead(nn.Module):
    """A network of one weight."""

    needs_candidates, needs_structure = True, False
    shown = staticmethod(lambda: CandidateKeys.CANDIDATES)

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
    """A problem whose derivations have pages and are soon truncated."""
    program = f"{PROGRAM}edge(d, a). edge(a, e). edge(a, f). edge(a, g).\n"
    made = write_pack(tmp_path_factory.mktemp("pack"), program)
    return load_problem(made.pack, replace(made.env_config, max_inferences=5, n_candidates=4))


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
    policy.in_keys.append("inferences")
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
        same_frames(batch, other)
        assert {"worker_restarts": 0} | metrics.counters == {"worker_restarts": 0} | others.counters
        assert metrics.inferences - start == others.inferences - other_start
        assert metrics.success_by_level == others.success_by_level


@pytest.mark.parametrize(
    ("collector_name", "ready_share"),
    [
        *((name, 1.0) for name in COLLECTORS if name != "ray"),
        *((name, share) for name in ("vectorized", "multiprocess") for share in (0.5, 0.1)),
        pytest.param("ray", 1.0, marks=pytest.mark.ray),
    ],
    indirect=["collector_name"],
)
def test_every_collector_gathers_the_same_frames(
    collector_name: str, ready_share: float, problem: Problem
) -> None:
    """Queries, observations, rewards, ends and counters; weights, level and state reach them."""
    config = CONFIG
    wanted, _ = history(problem, replace(config, collector="vectorized"))

    config = replace(config, collector=collector_name, ready_share=ready_share)
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
    ("collector_name", "ready_share"),
    [
        ("vectorized", 1.0),
        ("vectorized", 0.5),
        ("multiprocess", 0.1),
        pytest.param("ray", 1.0, marks=[pytest.mark.ray, pytest.mark.slow]),
    ],
    indirect=["collector_name"],
)
def test_every_collector_packs_wide_rollouts(
    collector_name: str, ready_share: float, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the packed rollout shows is what the padded one does, frame by frame."""
    own = {"collector": collector_name, "ready_share": ready_share, "n_envs": 8}
    config = replace(CONFIG, **own, algo="grpo", group_size=2, frames_per_batch=8 * 20)
    # All gather the same frames; to start Ray's actors takes several seconds.
    of_padded = replace(config, collector="vectorized") if collector_name == "ray" else config
    rollouts = []
    for bound, settings in ((2**26, of_padded), (0, config)):
        monkeypatch.setattr("symbolic_rl.collectors.base.WIDE_BYTES", bound)
        torch.manual_seed(0)
        policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
        policy.greedy = True
        collector = make_collector(problem, policy, resolve(settings))
        try:
            _, second = (next(iter(collector)).clone() for _ in range(2))
            rollouts.append((second, collector.packed))
        finally:
            collector.shutdown()

    (padded, nothing), (lean, packed) = rollouts
    assert nothing is None and packed is not None
    flat = TensorDict({key: padded[key].flatten(0, 1) for key in policy.in_keys}, [padded.numel()])
    wanted = policy.batch(flat).small(policy.head.id_dtype)
    everything = torch.arange(padded.numel())
    shown = packed.frames.choose(packed.place).tensors()
    for name, array in wanted.choose(everything).tensors().items():
        assert torch.equal(shown[name], array), name
    ended = padded["next", "done"][:, -1, 0]
    assert torch.equal(packed.after[~ended], padded["next", "goals"][:, -1][~ended])
    same_frames(lean, padded.select(*lean.keys(True, True)))
    assert not {"goals", *policy.in_keys} & set(lean.keys())


@pytest.mark.parametrize("n_kills", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_rows_that_do_not_wait_lose_no_frame_to_killed_workers(
    problem: Problem, n_kills: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symbolic_rl.envs.workers.worker.JOURNAL_LENGTH", 8)
    config = replace(CONFIG, n_envs=8, n_workers=4, frames_per_batch=8 * 50)
    rounds = range(1 + n_kills // 20)
    wanted = make_collector(problem, policy := hash_policy(), resolve(config))
    expected = list(play(wanted, policy, rounds))
    policy, random = hash_policy(), Random(0)
    config = replace(config, collector="multiprocess", ready_share=0.25)
    collector = make_collector(problem, policy, resolve(config))
    assert isinstance(collector, ReadyCollector)
    kills = [0] * 4

    def kill_one(*_: object) -> None:
        lane = random.randrange(4)
        env = collector._lanes[lane].env
        assert isinstance(env, PoolEnv)
        # One that was killed before is killed again once it has been replaced.
        if sum(kills) < n_kills and env.restarts == kills[lane]:
            with suppress(ProcessLookupError):  # it is being replaced just now
                kill(env.pool.workers[0])
                kills[lane] += 1

    policy.register_forward_pre_hook(kill_one)
    try:
        seen = list(play(collector, policy, rounds))
        restarts = [metrics.counters.pop("worker_restarts") for _, metrics in seen][-1]
    finally:
        collector.shutdown()
        wanted.shutdown()
    assert_same(seen, expected)
    assert sum(kills) == n_kills and n_kills - 4 <= restarts <= n_kills


def test_workers_that_hang_while_no_row_is_ready_are_replaced(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symbolic_rl.collectors.ready._HANGS_S", 0.01)
    wanted = make_collector(problem, hash_policy(), resolve(CONFIG))
    config = replace(CONFIG, collector="multiprocess", ready_share=0.5)
    collector = make_collector(problem, hash_policy(), resolve(config))
    assert isinstance(collector, ReadyCollector)
    try:
        for lane in collector._lanes:
            assert isinstance(lane.env, PoolEnv)
            lane.env.pool.workers[0].timeout_s = 0.5
            os.kill(lane.env.pool.workers[0].pid, signal.SIGSTOP)
        seen = next(iter(collector))
        same_frames(seen, next(iter(wanted)))
        assert collector.metrics.counters["worker_restarts"] >= 2
    finally:
        collector.shutdown()
        wanted.shutdown()


def test_an_error_of_rows_that_do_not_wait_ends_the_rollout(problem: Problem) -> None:
    config = replace(CONFIG, collector="multiprocess", ready_share=0.5)
    collector = make_collector(problem, hash_policy(), resolve(config))
    assert isinstance(collector, ReadyCollector)
    rollouts, env = iter(collector), collector._lanes[1].env
    assert next(rollouts).shape == (6, 20) and isinstance(env, PoolEnv)
    env.pool._restarts.most = 0
    kill(env.pool.workers[0])
    with pytest.raises(WorkerError, match="killed by SIGKILL"):
        next(rollouts)
    collector.shutdown()


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
    monkeypatch.setattr("symbolic_rl.base.errors.find_spec", lambda name: None)
    with pytest.raises(InstallationError, match=r"pip install 'symbolic-rl\[ray\]'"):
        make_collector(problem, hash_policy(), resolve(replace(CONFIG, collector="ray")))


def test_files_of_a_problem_open_where_they_are_not(tmp_path: Path, problem: Problem) -> None:
    folder = Path(shutil.copytree(problem.pack.folder, tmp_path / "pack"))
    files = ProblemFiles.of(load_problem(folder))
    shutil.rmtree(folder)
    opened = files.open()
    assert opened.fingerprint == problem.fingerprint
    texts = [[query.text for query in one.queries("train")] for one in (opened, problem)]
    assert texts[0] == texts[1]
    with pytest.raises(RunError, match=r"pip install symbolic-rl==9\.9"):
        replace(files, version="9.9").open()
