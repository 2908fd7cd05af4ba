"""The memory of a training run: estimated, told, and fitted to ``--memory-mb``."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import CandidateKeys, FrameLayout
from symbolic_rl.collectors import resolve
from symbolic_rl.collectors.base import packs_rollouts
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.derivations.step import APART, FrameMaker, PlacedFrame
from symbolic_rl.envs.torchrl import PoolEnv
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.evaluation.verdicts import findings
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training import expert, memory
from symbolic_rl.training.expert import Expert
from symbolic_rl.training.memory import fitted, frames_at_once, needs
from tests.pretend_cuda import pretended_cuda
from tests.problems import make_problem

PPO = TrainConfig(algo="ppo", device="cpu")


def test_rollouts_that_do_not_fit_have_fewer_rows_and_then_fewer_steps() -> None:
    problem = load_problem("countries_s1")
    most = sum(needs(problem, PPO).here.values()) >> 20
    spared, line = fitted(problem, PPO, is_fixed=False)
    assert spared == PPO and "reduced" not in line

    some, line = fitted(problem, replace(PPO, memory_mb=most), is_fixed=False)
    assert (some.n_envs, some.frames_per_batch) == (128, 4096)
    assert "--n-envs 256 is reduced to 128; --frames-per-batch 8,192 is reduced to 4,096" in line
    long = replace(PPO, frames_per_batch=2**20, memory_mb=most, algo="grpo")
    few, _ = fitted(problem, long, is_fixed=False)
    assert few.n_envs == 16 and few.frames_per_batch % 16 == 0
    assert sum(needs(problem, few).here.values()) <= few.memory_mb << 20


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"dim": 10**6}, r"weights \(--dim\)"),
        ({"algo": "expert", "dim": 10**6}, r"weights \(--dim\)"),
        ({"algo": "expert", "imitation_frames": 5_000_000}, "gradient steps of 5,000,000 frames"),
        ({"memory_mb": 1}, "gradient steps of 256 frames"),
    ],
)
def test_what_fits_in_no_way_is_refused_with_the_flag(
    settings: dict[str, int | str], told: str
) -> None:
    with pytest.raises(ConfigError, match=told) as raised:
        fitted(load_problem("countries_s1"), TrainConfig(**(vars(PPO) | settings)), is_fixed=False)
    assert raised.value.where == "--memory-mb"


def test_refusal_names_the_memory_that_is_enough() -> None:
    problem, config = load_problem("countries_s1"), TrainConfig(memory_mb=1)
    with pytest.raises(ConfigError, match="MB are left") as raised:
        fitted(problem, config, is_fixed=True)
    enough = int(re.findall(r"or --memory-mb (\d+)\.", str(raised.value))[0])

    assert fitted(problem, replace(config, memory_mb=enough), is_fixed=True)
    with pytest.raises(ConfigError):
        fitted(problem, replace(config, memory_mb=enough - 1), is_fixed=True)


@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_rollouts_are_packed_where_padded_ones_are_wide(
    algo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = {
        (name, n): packs_rollouts(
            load_problem(name), replace(PPO, algo=algo, frames_per_batch=n), with_candidates=True
        )
        for name, n in (("countries_s1", 8192), ("countries_s1", 2**17), ("rewriting", 8192))
    }
    assert list(packed.values()) == [False, True, True]
    problem = load_problem("rewriting")
    wide = replace(PPO, algo=algo, frames_per_batch=2**20, memory_mb=8192)
    kept = fitted(problem, wide, is_fixed=False)[0].frames_per_batch
    monkeypatch.setattr("symbolic_rl.collectors.base.WIDE_BYTES", 2**50)
    padded = fitted(problem, wide, is_fixed=False)[0].frames_per_batch
    assert kept == 2**20 > padded


@pytest.mark.parametrize(("n", "is_apart"), [(4, False), (4096, True)])
def test_narrow_arrays_of_wide_frames_keep_no_wide_ones(n: int, is_apart: bool) -> None:
    problem = load_problem("countries_s1")
    layout = FrameLayout.of(n, problem.sizes, with_candidates=CandidateKeys.CANDIDATES)
    assert (layout.nbytes > APART) == is_apart
    frame = FrameMaker(layout)()
    held = {id(x.base) for x in frame.current.arrays().values() if x.base is not None}
    assert len(held) == (0 if is_apart else 1)
    assert np.array_equal(PlacedFrame.around(frame).addresses, frame.addresses)


def test_memory_that_workers_share_counts_too() -> None:
    problem = load_problem("countries_s1")
    alone, shared = (
        needs(problem, replace(PPO, collector=name, n_workers=2)).here
        for name in ("vectorized", "multiprocess")
    )
    (told,) = shared.keys() - alone.keys()
    env = PoolEnv(problem, PPO.n_envs, n_workers=2, with_candidates=True)
    assert "frames that workers write" in told
    assert shared[told] == env.pool.slab.layout.nbytes
    env.close()


def test_what_is_on_a_gpu_has_to_fit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    there, free = replace(PPO, device="cuda"), 2**30
    tensors = replace(load_pack("countries_s1").env, engine="tensor")
    problem = load_problem("countries_s1", tensors)
    with pretended_cuda():
        monkeypatch.setattr(torch.cuda, "mem_get_info", lambda: (free, 2**40))
        spared, line = fitted(problem, there, is_fixed=False)
        assert spared == there and re.search(r"memory: at most 0 of .*, and \d+ of 1,024 MB", line)
        free = sum(needs(problem, there).there.values()) - 1
        assert fitted(problem, there, is_fixed=False)[0].n_envs == 128
        # Environments on the CPU leave the weights there alone.
        host = needs(load_problem("countries_s1"), there)
        assert "weights (--dim)" in host.there and any("rollouts" in what for what in host.here)
        free = 2**20
        with pytest.raises(ConfigError, match="1 MB are free on the GPU") as raised:
            fitted(problem, there, is_fixed=False)
    assert raised.value.where == "--device"


def test_nothing_is_reduced_where_the_settings_are_those_of_a_run() -> None:
    with pytest.raises(ConfigError, match="needs more memory"):
        fitted(load_problem("countries_s1"), replace(PPO, memory_mb=60), is_fixed=True)


def test_the_oldest_proofs_are_forgotten_where_all_of_them_do_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = load_problem("countries_s1")
    policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=8)
    learned = Expert(policy, TrainConfig(n_envs=32, imitation_steps=1))
    learned.open(problem, resolve(learned.config))
    proofs = learned.gather()
    small = proofs.small(policy.head.id_dtype)
    monkeypatch.setattr(expert, "budget_bytes", lambda _: small.nbytes // 2 / memory.PROOF_SHARE)

    with pytest.warns(RuntimeWarning, match=r"oldest .* were forgotten.*memory-mb"):
        learned.learn(proofs, progress=0.0)

    kept = learned.replay
    assert kept is not None and kept.rows.nbytes <= small.nbytes // 2
    assert len(kept) > 0 and torch.equal(kept.rows.query, small.query[-len(kept) :])


def test_wide_frames_are_packed_in_smaller_parts() -> None:
    problem = load_problem("countries_s1")
    wide = replace(problem, env_config=replace(problem.env_config, n_candidates=4096))
    assert frames_at_once(problem, TrainConfig(memory_mb=1000)) == memory.AT_ONCE
    assert 1 <= frames_at_once(wide, TrainConfig(memory_mb=100)) < memory.AT_ONCE


def test_searches_of_an_evaluation_keep_to_their_memory(tmp_path: Path) -> None:
    endless = make_problem(tmp_path, "p(X) :- p(f(X)).  p(X) :- p(g(X)).", "query(p(a)).")
    ended = []
    for megabytes in (1, 512):
        effort = Effort(budgets=[20_000], memory_mb=megabytes)
        table = evaluate(endless, None, "train", ["breadth-first"], effort)
        ended.append([str(found) for found in findings(table)])
    assert "ended for lack of memory" in str(ended[0]) and "memory" not in str(ended[1])
