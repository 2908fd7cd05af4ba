"""What runs on a device, on a pretended one: the same numbers, and no wait or copy too many.

The limits are what decides the speed on a GPU: in acting one upload and one fetch, in a gradient
step no wait, in neither a copy of memory that is not page-locked.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from math import isnan
from typing import Any

import pytest
import torch
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.derivations.on_device.windows import _known
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.policy import (
    HEADS,
    DerivationPolicy,
    PolicyShape,
    choose_head,
    make_policy,
    resolvent,
)
from symbolic_rl.policy.weights import ARRAYS
from symbolic_rl.program.pack import list_packs
from symbolic_rl.training import make_algorithm
from symbolic_rl.training.expert import Expert
from tests.pretend_cuda import Log, inner, pretended_cuda
from tests.problems import SYMBOL_HEADS, problem_of

N_STEPS = 8
CONFIG = TrainConfig(
    algo="ppo", n_envs=16, frames_per_batch=16 * N_STEPS, minibatch_size=64, dim=8, epochs=2
)


def policy_of(problem: Problem, head: str, device: str) -> DerivationPolicy:
    torch.manual_seed(0)
    return make_policy(head, PolicyShape.for_problem(problem), dim=CONFIG.dim).to(device)


# ---- the device itself


WAITS: list[Callable[[Tensor], Any]] = [
    lambda x: x.sum().item(),
    lambda x: x[x > 0],
    lambda x: x.tolist(),
    lambda x: torch.unique(x),
    lambda x: torch.repeat_interleave(x.long()),
    lambda x: torch.tensor([1.0], device="cuda"),
    lambda x: x.copy_(torch.ones(3)),
    lambda x: x.__setitem__(0, 2.0),
    lambda x: torch.cuda.synchronize(),
]


@pytest.mark.parametrize("wait", WAITS)
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
    with pytest.raises(RuntimeError, match="same device"):
        there + torch.ones(4)


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
    least = 4 if policy.head.needs_candidates else 1  # goals recur among candidates
    assert log.bytes_up < padded / least, "packed, and nothing else"
    assert policy._transfer is not None and deepcopy(policy)._transfer is None
    collector.shutdown()


def test_workers_feed_the_device_by_one_upload_a_step(log: Log) -> None:
    problem = problem_of("countries_s3")
    config = resolve(replace(CONFIG, collector="multiprocess", n_workers=2))
    collector = make_collector(problem, policy_of(problem, "resolvent", "cuda"), config)
    try:
        batches = iter(collector)
        next(batches)
        log.clear()
        next(batches)
    finally:
        collector.shutdown()

    assert (log.uploads, log.fetches) == (N_STEPS, N_STEPS)
    assert not log.waits and not log.pageable


# ---- learning


Learned = tuple[dict[str, float], list[Tensor], dict[str, int]]


def learned(problem: Problem, head: str, config: TrainConfig, log: Log | None = None) -> Learned:
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


def learned_alike(problem: Problem, head: str, config: TrainConfig) -> tuple[int, Log]:
    """Learn on the CPU and on the device; the steps and the counts of the second update there."""
    here = learned(problem, head, config)
    with pretended_cuda() as log:
        there = learned(problem, head, config, log)
    assert there[0] == pytest.approx(here[0], rel=1e-5, abs=1e-5, nan_ok=True)
    torch.testing.assert_close(there[1], here[1], rtol=1e-5, atol=1e-5)
    assert not log.pageable
    return int(there[0]["steps"]), log


@pytest.mark.parametrize("head", SYMBOL_HEADS)
@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_an_update_neither_waits_nor_copies_pageable_memory(algo: Any, head: str) -> None:
    n_steps, log = learned_alike(problem_of("countries_s3"), head, replace(CONFIG, algo=algo))
    assert not log.waits and not log.atomic
    if algo == "grpo":  # what all steps read, and each minibatch
        assert log.uploads == 1 + n_steps and log.fetches == 1
    else:  # the states after the rollout; what all steps read; the rollout; stages of minibatches
        assert log.uploads == 3 and log.fetches <= 2 + 5
    assert log.slab_waits <= n_steps


@pytest.mark.parametrize("head", [pytest.param("resolvent", marks=pytest.mark.slow), "comparing"])
def test_ppo_beside_an_environment_on_the_device_waits_before_its_steps(head: str) -> None:
    problem = problem_of("countries_s3", "tensor")
    n_steps, log = learned_alike(problem, head, CONFIG)
    more_steps, many = learned_alike(problem, head, replace(CONFIG, minibatch_size=16))
    assert more_steps == 4 * n_steps
    assert log.uploads == 1 and log.fetches <= 8 and log.waits.total() <= 14 and not log.atomic
    assert (many.fetches, many.waits.total()) == (log.fetches, log.waits.total())


def test_grpo_fetches_a_rollout_of_the_device_in_one_copy() -> None:
    problem = problem_of("countries_s3", "tensor")
    _, log = learned_alike(problem, "resolvent", replace(CONFIG, algo="grpo"))
    assert log.fetches == 2 and not log.waits


@pytest.mark.parametrize(
    "changes",
    [
        {"baseline": "eob_loo"},
        {"baseline": "otb"},
        {"baseline": "logit_loo", "kl_coeff": 0.1, "micro_batch_size": 20},
    ],
)
def test_grpo_learns_the_same_with_every_option(changes: dict[str, Any]) -> None:
    learned_alike(problem_of("countries_s3"), "resolvent", replace(CONFIG, algo="grpo", **changes))


def test_unordered_sums_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolvent, "rows_of", lambda x, index: x.index_select(0, index))
    with pretended_cuda() as log:
        learned(problem_of("countries_s3"), "resolvent", CONFIG, log)
    assert any(line.startswith("index_add") for line in log.atomic)


# ---- packs


def proved(problem: Problem, head: str, log: Log | None = None) -> tuple[Any, ...]:
    """Two rounds of expert iteration: metrics, weights, proofs."""
    policy = policy_of(problem, head, "cpu" if log is None else "cuda")
    config = replace(CONFIG, algo="expert", imitation_steps=3, imitation_frames=32)
    torch.manual_seed(1)
    algorithm = Expert(policy, config)
    algorithm.open(problem, resolve(config))
    log = Log() if log is None else log
    for _ in range(2):
        log.clear()
        batch = algorithm.gather()
        # The network in C has a copy of the weights, so a search asks nothing of the device.
        assert not log.uploads and not log.fetches
        assert all("policy/weights.py" in site for site in log.waits)
        assert log.waits.total() <= len(ARRAYS)
        log.clear()
        metrics = algorithm.learn(batch, progress=0.0)
    if log.launches:
        has_new = not isnan(metrics["loss_new"])  # one batch more, before it is imitated
        assert log.uploads == metrics["steps"] + has_new
        assert log.fetches == (metrics["steps"] > 0) + has_new
        assert not log.waits and not log.pageable and not log.atomic
    weights = [inner(p.detach()).clone() for p in policy.parameters()]
    return metrics, weights, {k: x.choices for k, x in algorithm.proofs.items()}


SHORT = [("catcher", "ppo"), ("countries_s3", "expert"), ("rewriting", "expert"), ("tiles", "grpo")]
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
    head, _ = choose_head("auto", told_apart=problem.told_apart, n_clauses=problem.n_clauses)
    if algo != "expert":
        _, log = learned_alike(problem, head, replace(CONFIG, algo=algo))
        assert not log.waits and not log.atomic
        return
    here = proved(problem, head)
    with pretended_cuda() as log:
        there = proved(problem, head, log)
    assert there[0] == pytest.approx(here[0], rel=1e-5, abs=1e-5, nan_ok=True)
    torch.testing.assert_close(there[1], here[1], rtol=1e-5, atol=1e-5)
    assert there[2] == here[2]


# ---- the environment on the device


def test_hashes_of_wide_windows_are_compared_in_bounded_memory() -> None:
    with pretended_cuda() as log:
        wide = torch.zeros(64, 4096, dtype=torch.int64, device="cuda")
        _known(wide, torch.full((64,), 4096, device="cuda"), wide[:, :20])
    assert log.largest == wide.nbytes  # 64 * 4096 * 4096 pairs would be 1 GB
    assert not log.waits
