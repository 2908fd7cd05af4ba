"""PPO: what it computes by hand, what TorchRL computes from whole observations, and that it learns.

The program is a corridor: of three candidates one leads on, one back to the start and one out
(failure). Which one does what depends on the place, so a policy has to read resolvents or clauses.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import torch
from tensordict import TensorDictBase
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value.functional import generalized_advantage_estimate

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.collectors.base import LocalCollector
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import HEADS, DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.training.grpo import GRPO
from symbolic_rl.training.ppo import CRITIC_COEFF, PPO
from symbolic_rl.training.rollouts import EpisodeStatistics
from tests.problems import SYMBOL_HEADS, make_problem

CORRIDOR = """\
at(p0) :- at(p1).    at(p0) :- at(p0).    at(p0) :- out.
at(p1) :- at(p0).    at(p1) :- out.       at(p1) :- at(p2).
at(p2) :- out.       at(p2) :- at(p3).    at(p2) :- at(p0).
at(p3) :- at(p4).    at(p3) :- at(p0).    at(p3) :- out.
at(p4).
out :- fail.
"""
CONFIG = TrainConfig(
    algo="ppo", n_envs=16, frames_per_batch=256, minibatch_size=64, lr=1e-2, dim=16
)


@cache
def corridor() -> Problem:
    settings = {"n_candidates": 4, "n_goals": 2, "loop_check": "off", "max_inferences": 9}
    with TemporaryDirectory() as folder:
        return make_problem(Path(folder), CORRIDOR, "query(at(p0)).", **settings)


def parts(name: str = "resolvent", **changes: Any) -> tuple[DerivationPolicy, PPO, Any]:
    config = replace(CONFIG, **changes)
    torch.manual_seed(config.seed)
    policy = make_policy(name, PolicyShape.for_problem(corridor()), dim=config.dim)
    env = DerivationEnv(corridor(), config.n_envs, with_candidates=policy.shown)
    batches = iter(LocalCollector(env, policy, config))
    return policy, PPO(policy, config), batches


@pytest.mark.parametrize("name", SYMBOL_HEADS)
def test_ppo_learns_the_corridor(name: str) -> None:
    _, ppo, batches = parts(name)
    rates = []
    for iteration in range(20):
        batch = next(batches)
        rates.append(float(EpisodeStatistics(CONFIG.n_envs).update(batch)["success"]))
        ppo.learn(batch, progress=iteration / 20)
    assert rates[0] < 0.3
    assert rates[-1] > 0.95


def test_advantages_equal_those_of_values_computed_for_every_next_state() -> None:
    policy, ppo, batches = parts()
    batch = next(batches)
    after = batch["next"]
    next_values = policy.values(after["goals"].flatten(0, 1)).view(*batch.shape, 1)
    keys = ("reward", "done", "done")
    expected, _ = generalized_advantage_estimate(
        CONFIG.gamma, CONFIG.lmbda, batch["state_value"], next_values, *(after[k] for k in keys)
    )

    assert after["truncated"].any() and after["terminated"].any()
    advantage, target = ppo.advantages(batch)
    torch.testing.assert_close(advantage, expected, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(target, advantage + batch["state_value"])


@pytest.mark.parametrize("name", HEADS)
def test_update_equals_torchrl_on_whole_observations(name: str) -> None:
    """One step on one minibatch that is the whole batch, against the textbook arrangement."""
    changes = {"epochs": 1, "minibatch_size": CONFIG.frames_per_batch, "max_grad_norm": 0.01}
    policy, ppo, batches = parts(name, **changes)
    batch = next(batches).clone()
    advantage, target = ppo.advantages(batch)
    torch.manual_seed(CONFIG.seed)
    twin = make_policy(name, PolicyShape.for_problem(corridor()), dim=CONFIG.dim)
    loss = ClipPPOLoss(
        twin,
        _Critic(twin),
        functional=False,
        entropy_coeff=CONFIG.entropy_coeff,
        critic_coeff=CRITIC_COEFF,
        loss_critic_type="l2",
        normalize_advantage=True,
    )
    flat = batch.exclude("next").flatten(0, 1)
    flat.set("advantage", advantage.flatten(0, 1))
    flat.set("value_target", target.flatten(0, 1))
    out = loss(flat)
    (out["loss_objective"] + out["loss_critic"] + out["loss_entropy"]).backward()
    torch.nn.utils.clip_grad_norm_(twin.parameters(), 0.01)
    torch.optim.AdamW(twin.parameters(), lr=CONFIG.lr, eps=1e-5).step()
    metrics = ppo.learn(batch, progress=0)

    assert metrics["kl"] == pytest.approx(0, abs=1e-6), "the policy is still the one that collected"
    for ours, theirs in zip(policy.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("algorithm", [PPO, GRPO])
def test_packed_rollouts_teach_what_padded_ones_do_in_less_memory(
    name: str, algorithm: type[PPO] | type[GRPO]
) -> None:
    learned, sizes = [], []
    size = 1 if algorithm is PPO else 4
    config = replace(CONFIG, group_size=4, baseline="eob_loo", kl_coeff=0.1)
    for packs in (False, True):
        torch.manual_seed(0)
        policy = make_policy(name, PolicyShape.for_problem(corridor()), dim=CONFIG.dim)
        env = DerivationEnv(
            corridor(), config.n_envs, with_candidates=policy.shown, group_size=size
        )
        learner = algorithm(policy, config)
        collector = learner._collector = LocalCollector(env, policy, config, packs=packs)
        n_steps = 0.0
        for iteration, batch in zip(range(6), collector, strict=False):
            n_steps += learner.learn(batch, progress=iteration / 6)["steps"]
        learned.append([weight.detach().clone() for weight in policy.parameters()])
        packed = collector.packed
        sizes.append(batch.bytes() + (packed.frames.nbytes if packed else 0))
        assert packs == (packed is not None) == (batch.get("goals", None) is None)
    assert all(map(torch.equal, *learned)) and n_steps > 0
    assert sizes[1] < sizes[0]


class _Critic(torch.nn.Module):
    in_keys = ("goals",)
    out_keys = ("state_value",)

    def __init__(self, policy: DerivationPolicy) -> None:
        super().__init__()
        self.evaluate, self.batch = policy.evaluate, policy.batch

    def forward(self, td: TensorDictBase) -> TensorDictBase:
        return td.set("state_value", self.evaluate(self.batch(td))[1].unsqueeze(-1))


def test_divergence_is_an_error_that_names_the_learning_rate() -> None:
    policy, ppo, batches = parts()
    batch = next(batches)
    with torch.no_grad():
        next(policy.parameters()).fill_(torch.nan)
    with pytest.raises(RunError, match=r"diverged(.|\n)*learning rate 0\.01"):
        ppo.learn(batch, progress=0)


def test_learning_rate_and_entropy_bonus_fall_linearly() -> None:
    _, ppo, batches = parts()
    metrics = ppo.learn(next(batches), progress=0.75)
    assert metrics["lr"] == pytest.approx(CONFIG.lr / 4)
    assert ppo.entropy_coeff == pytest.approx(CONFIG.entropy_coeff / 4)
