"""What runs on a device, on a pretended one: the same numbers, and no wait or copy too many.

The limits are what decides the speed on a GPU: in acting one upload and one fetch, in a gradient
step no wait, in neither a copy of memory that is not page-locked.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from math import isnan
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.collectors import base, make_collector, resolve
from symbolic_rl.derivations.on_device import windows
from symbolic_rl.derivations.on_device.windows import _known
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.policy import (
    HEADS,
    DerivationPolicy,
    PolicyShape,
    choose_head,
    make_policy,
    resolvent,
)
from symbolic_rl.program.pack import list_packs
from symbolic_rl.training import make_algorithm
from symbolic_rl.training.expert import Expert
from tests.pretend_cuda import Log, inner, pretended_cuda
from tests.problems import problem_of

pytestmark = pytest.mark.usefixtures("one_thread")

N_STEPS = 8
CONFIG = TrainConfig(
    algo="ppo", n_envs=16, frames_per_batch=16 * N_STEPS, minibatch_size=64, dim=8, epochs=2
)


def policy_of(problem: Problem, head: str, device: str) -> DerivationPolicy:
    torch.manual_seed(0)
    return make_policy(head, PolicyShape.for_problem(problem), dim=CONFIG.dim).to(device)


@pytest.fixture
def log() -> Iterator[Log]:
    with pretended_cuda() as log:
        yield log


# ---- the device itself


def test_tensors_of_two_memories_do_not_meet(log: Log) -> None:
    there = torch.ones(3, device="cuda")

    assert str(there.device) == "cuda:0" and (there + 1.0).device == there.device
    with pytest.raises(RuntimeError, match="same device"):
        there + torch.ones(3)
    with pytest.raises(TypeError, match="numpy"):
        there.numpy()


@pytest.mark.parametrize(
    "wait",
    [
        lambda x: x.sum().item(),
        lambda x: x[x > 0],
        lambda x: x.nonzero(),
        lambda x: x.cpu(),
        lambda x: x.tolist(),
        lambda x: torch.bincount(x.long()),
        lambda x: torch.unique(x),
        lambda x: torch.masked_select(x, x > 0),
        lambda x: torch.repeat_interleave(x.long()),
        lambda x: torch.tensor([1.0], device="cuda"),
        lambda x: x.copy_(torch.ones(3)),
        lambda x: torch.cuda.synchronize(),
        lambda x: bool(x.any()),
    ],
)
def test_every_wait_is_seen_and_refused_in_a_capture(log: Log, wait: Any) -> None:
    x = torch.ones(3, device="cuda")
    assert not log.waits
    wait(x)
    assert log.waits.total() == 1

    graph = torch.cuda.CUDAGraph()
    with pytest.raises(RuntimeError, match="when stream is capturing"), torch.cuda.graph(graph):
        wait(x)


def test_copies_of_page_locked_memory_are_told_from_others(log: Log) -> None:
    there = torch.empty(4, device="cuda")
    there.copy_(torch.empty(4, pin_memory=True), non_blocking=True)
    assert (log.uploads, log.pageable.total(), log.bytes_up) == (1, 0, 16)
    there.copy_(torch.empty(4), non_blocking=True)
    torch.empty(4).to("cuda")
    torch.tensor([1.0], device="cuda")
    there[torch.tensor([1])]
    assert (log.uploads, log.pageable.total()) == (1, 4)
    assert log.waits.total() == 3, "all but the one that was not to wait"


@pytest.mark.parametrize("order", ["atomic", "sorted"])
def test_sums_in_no_fixed_order_are_seen(log: Log, order: str) -> None:
    x = torch.ones(4, 2, device="cuda", requires_grad=True)
    index = torch.tensor([1, 1, 3]).to("cuda")
    (x.index_select(0, index) if order == "atomic" else x[index]).sum().backward()

    assert log.atomic.total() == (order == "atomic")


# ---- acting


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("name", ["countries_s3", "robinson"])
def test_a_step_of_acting_is_one_upload_and_one_fetch(log: Log, name: str, head: str) -> None:
    problem = problem_of(name)
    policy = policy_of(problem, head, "cuda")
    collector = make_collector(problem, policy, resolve(CONFIG))
    batches = iter(collector)
    next(batches)
    log.clear()
    batch = next(batches)

    assert (log.uploads, log.fetches) == (N_STEPS, N_STEPS)
    assert not log.waits and not log.pageable and not log.slab_waits
    padded = sum(batch.get(key).nbytes for key in policy.in_keys)
    least = 4 if policy.needs_candidates else 1  # goals recur among candidates
    assert log.bytes_up < padded / least, "packed, and nothing else"
    collector.shutdown()


@pytest.mark.parametrize("head", HEADS)
def test_beside_an_environment_on_the_device_acting_fetches_once(log: Log, head: str) -> None:
    problem = problem_of("countries_s3", "tensor")
    policy = policy_of(problem, head, "cuda")
    collector: Any = make_collector(problem, policy, resolve(CONFIG))
    frame = collector.env.reset()
    policy(frame)
    for _ in range(N_STEPS):
        log.clear()
        policy(frame)
        assert (log.fetches, log.uploads) == (head == "resolvent", 0)
        _, frame = collector.env.step_and_maybe_reset(frame)
        assert not log.waits and not log.pageable


@pytest.mark.parametrize("cores", [2, 3])
def test_workers_feed_the_device_by_one_upload_a_step(
    log: Log, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    events, made = [], torch.cuda.Event

    def event(*args: Any, **options: Any) -> Any:
        events.append(options.get("blocking", False))
        return made(*args, **options)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(torch.cuda, "Event", event)
    monkeypatch.setattr(base, "n_cores", lambda: cores)
    problem = problem_of("countries_s3")
    policy = policy_of(problem, "resolvent", "cuda")
    config = replace(CONFIG, collector="multiprocess", n_workers=2)
    collector = make_collector(problem, policy, resolve(config))
    try:
        batches = iter(collector)
        next(batches)
        log.clear()
        next(batches)
    finally:
        collector.shutdown()

    assert (log.uploads, log.fetches) == (N_STEPS, N_STEPS)
    assert not log.waits and not log.pageable
    assert set(events) == {cores == 2}, "whoever waits leaves the core to a worker without one"


# ---- learning


def learned(
    problem: Problem, head: str, config: TrainConfig, log: Log | None = None
) -> tuple[dict[str, float], list[Tensor], dict[str, int]]:
    """Metrics and weights after the second update, and the counts of that update."""
    policy = policy_of(problem, head, "cpu" if log is None else "cuda")
    algorithm = make_algorithm(policy, config)
    torch.manual_seed(1)
    collector = make_collector(problem, policy, resolve(config))
    try:
        n_updates = 0
        for batch in islice(collector, 8):  # some packs give GRPO nothing to learn from at first
            if log is not None:
                log.clear()
            metrics = algorithm.learn(batch, progress=0.0)
            n_updates += metrics["steps"] > 0
            if n_updates == 2:
                break
    finally:
        collector.shutdown()
    weights = [inner(p.detach()).clone() for p in policy.parameters()]
    return metrics, weights, {} if log is None else log.metrics()


def assert_same(
    one: tuple[dict[str, float], list[Tensor], Any], two: tuple[dict[str, float], list[Tensor], Any]
) -> None:
    assert one[0] == pytest.approx(two[0], rel=1e-5, abs=1e-5, nan_ok=True)
    for ours, theirs in zip(one[1], two[1], strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_an_update_neither_waits_nor_copies_pageable_memory(algo: Any, head: str) -> None:
    problem, config = problem_of("countries_s3"), replace(CONFIG, algo=algo)
    here = learned(problem, head, config)
    with pretended_cuda() as log:
        there = learned(problem, head, config, log)

    assert_same(there, here)
    assert not log.waits and not log.pageable and not log.atomic
    n_steps = int(there[0]["steps"])
    # what all steps read, with the permutations among it, and each minibatch
    bootstrap = algo == "ppo"
    assert log.uploads == 1 + n_steps + bootstrap
    assert log.fetches == 1 + bootstrap
    assert log.slab_waits <= n_steps


@pytest.mark.parametrize("head", ["resolvent", "comparing"])
def test_ppo_beside_an_environment_on_the_device_waits_before_its_steps(head: str) -> None:
    problem = problem_of("countries_s3", "tensor")
    here = learned(problem, head, CONFIG)
    with pretended_cuda() as log:
        there = learned(problem, head, CONFIG, log)

    assert_same(there, here)
    assert log.uploads == 1 and not log.pageable and not log.atomic
    assert log.fetches <= 8 and log.waits.total() <= 14
    more = replace(CONFIG, minibatch_size=16)
    with pretended_cuda() as many:
        assert learned(problem, head, more, many)[0]["steps"] == 4 * there[0]["steps"]
    assert (many.fetches, many.waits.total()) == (log.fetches, log.waits.total())


def test_grpo_fetches_a_rollout_of_the_device_in_one_copy() -> None:
    problem, config = problem_of("countries_s3", "tensor"), replace(CONFIG, algo="grpo")
    here = learned(problem, "resolvent", config)
    with pretended_cuda() as log:
        there = learned(problem, "resolvent", config, log)

    assert_same(there, here)
    assert log.fetches == 2 and not log.waits and not log.pageable


@pytest.mark.parametrize(
    "changes",
    [
        {"baseline": "eob_loo"},
        {"baseline": "otb"},
        {"baseline": "logit_loo", "kl_coeff": 0.1, "micro_batch_size": 20},
    ],
)
def test_grpo_learns_the_same_with_every_option(changes: dict[str, Any]) -> None:
    problem, config = problem_of("countries_s3"), replace(CONFIG, algo="grpo", **changes)
    here = learned(problem, "resolvent", config)
    with pretended_cuda() as log:
        there = learned(problem, "resolvent", config, log)

    assert_same(there, here)
    assert not log.pageable


# ---- mistakes that were made once, put back


def test_unordered_sums_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolvent, "rows_of", lambda x, index: x.index_select(0, index))
    with pretended_cuda() as log:
        learned(problem_of("countries_s3"), "resolvent", CONFIG, log)

    assert any(line.startswith("index_add") for line in log.atomic)


@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_copies_leaf_by_leaf_would_be_seen(monkeypatch: pytest.MonkeyPatch, algo: Any) -> None:
    def leaf_by_leaf(policy: DerivationPolicy, tensors: Any) -> dict[str, Tensor]:
        return {key: x.to(policy.device) for key, x in tensors.items()}

    monkeypatch.setattr(DerivationPolicy, "to_device", leaf_by_leaf)
    with pretended_cuda() as log:
        config = replace(CONFIG, algo=algo)
        metrics, _, _ = learned(problem_of("countries_s3"), "resolvent", config, log)

    assert min(log.waits.total(), log.pageable.total()) >= 7 * metrics["steps"]


# ---- expert iteration


def proved(
    problem: Problem, head: str, log: Log | None = None
) -> tuple[dict[str, float], list[Tensor], dict[int, Any], dict[str, int], int]:
    """Two rounds of expert iteration: metrics, weights, proofs, counts of searches, of learning."""
    policy = policy_of(problem, head, "cpu" if log is None else "cuda")
    config = replace(CONFIG, algo="expert", imitation_steps=3, imitation_frames=32)
    torch.manual_seed(1)
    algorithm = Expert(policy, config)
    algorithm.open(problem, resolve(config))
    searched, waits = {}, 0
    for _ in range(2):
        if log is not None:
            log.clear()
        batch = algorithm.gather()
        if log is not None:
            searched = log.metrics()
            log.clear()
        metrics = algorithm.learn(batch, progress=0.0)
    if log is not None:
        has_new = not isnan(metrics["loss_new"])  # one batch more, before it is imitated
        assert log.uploads == metrics["steps"] + has_new
        assert log.fetches == (metrics["steps"] > 0) + has_new
        waits = log.waits.total() + log.pageable.total() + log.atomic.total()
    weights = [inner(p.detach()).clone() for p in policy.parameters()]
    return metrics, weights, dict(algorithm.proofs), searched, waits


@pytest.mark.parametrize("head", ["resolvent", "comparing"])
def test_expert_iteration_searches_and_learns_on_the_device(head: str) -> None:
    problem = problem_of("countries_s3")
    here = proved(problem, head)
    with pretended_cuda() as log:
        there = proved(problem, head, log)

    assert_same(there[:3], here[:3])
    assert there[2].keys() == here[2].keys() and there[2]
    assert {k: x.choices for k, x in there[2].items()} == {k: x.choices for k, x in here[2].items()}
    searched = there[3]
    assert searched["uploads"] == searched["fetches"] > 0, "one of each for a batch of searches"
    assert not searched["waits"] and not searched["pageable"] and not there[4]


SHORT = [("catcher", "ppo"), ("rewriting", "expert"), ("tiles", "grpo")]
EVERY = [(name, algo) for name in list_packs() for algo in ("ppo", "grpo", "expert")]


@pytest.mark.parametrize(
    ("name", "algo"),
    [
        pytest.param(*case, marks=[] if case in SHORT else [pytest.mark.slow])
        for case in EVERY
        if case != ("catcher", "expert")  # nobody searches where there is chance
    ],
)
def test_packs_are_learned_and_proved_alike(name: str, algo: Any) -> None:
    problem = problem_of(name)
    head, _ = choose_head("auto", is_flat=problem.is_flat, n_clauses=problem.n_clauses)
    found: list[Any] = []
    for device in ("cpu", "cuda"):
        with pretended_cuda() if device == "cuda" else nullcontext() as log:
            if algo == "expert":
                *same, proofs, searched, waits = proved(problem, head, log)
                found.append((*same, {k: x.choices for k, x in proofs.items()}))
                assert not waits and not searched.get("waits") and not searched.get("pageable")
            else:
                found.append(learned(problem, head, replace(CONFIG, algo=algo), log))
    assert_same(found[1], found[0])
    if algo == "expert":
        assert found[0][2] == found[1][2]
    else:
        assert not any(found[1][2][what] for what in ("waits", "pageable", "atomic"))


# ---- the environment on the device


def test_hashes_of_wide_windows_are_compared_in_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = torch.Generator().manual_seed(0)
    dense = torch.randint(-9, 9, (6, 40), generator=generator)
    history = torch.randint(-9, 9, (6, 7), generator=generator)
    counts = torch.full((6,), 40)
    expected = _known(dense, counts, history), _known(dense, counts, None)
    there = dense.tolist(), history.tolist(), counts.tolist()
    for pairs in (2**28, 0):
        monkeypatch.setattr(windows, "_MOST_PAIRS", pairs)
        with pretended_cuda():
            a, b, c = (torch.tensor(x, device="cuda") for x in there)
            found = _known(a, c, b), _known(a, c, None)
            for one, two in zip(tree_leaves(found), tree_leaves(expected), strict=True):
                assert torch.equal(inner(one), two)
    monkeypatch.undo()
    with pretended_cuda() as log:
        wide = torch.zeros(64, 4096, dtype=torch.int64, device="cuda")
        _known(wide, torch.full((64,), 4096, device="cuda"), wide[:, :20])

    assert log.largest == wide.nbytes  # 64 * 4096 * 4096 pairs would be 1 GB
    assert not log.waits


@pytest.mark.parametrize("name", ["countries_s3", "family"])
def test_a_step_on_the_device_launches_and_fetches_no_more_than_it_did(log: Log, name: str) -> None:
    """Without a graph (see test_captured.py), as steps are that are taken freely."""
    problem = problem_of(name, "tensor")
    env = TensorDerivationEnv(problem, 256, device="cuda", capture=False)
    policy = policy_of(problem, "resolvent", "cuda")
    frame = env.reset()
    for _ in range(4):
        _, frame = env.step_and_maybe_reset(policy(frame))
    log.clear()
    for _ in range(4):
        _, frame = env.step_and_maybe_reset(policy(frame))

    assert not log.waits and not log.pageable and not log.uploads
    assert 1000 < log.launches.total() / 4 <= 1700 and 20 < log.fetches / 4 <= 32
