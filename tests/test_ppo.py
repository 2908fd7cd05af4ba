"""PPO: what it computes by hand, what TorchRL computes from whole observations, and that it learns.

The environment here is a corridor. A state shows how far the derivation has come; of its three
candidates one leads on, one back to the start and one out (failure). Which of the slots does what
depends on the place, so a policy has to read the resolvents or the clauses.
"""

from dataclasses import replace
from typing import Any

import pytest
import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value.functional import generalized_advantage_estimate

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.collectors.base import LocalCollector
from symbolic_rl.policy import HEADS, DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.training.ppo import CRITIC_COEFF, PPO
from symbolic_rl.training.rollouts import EpisodeStatistics

pytestmark = pytest.mark.usefixtures("one_thread")

LENGTH, OUT, LIMIT = 4, 5, 8
SHAPE = PolicyShape(
    vocabulary_size=9, n_clauses=LENGTH * 3 + 4, n_candidates=4, n_goals=2, goal_width=2
)
CONFIG = TrainConfig(
    algo="ppo", n_envs=16, frames_per_batch=256, minibatch_size=64, lr=1e-2, dim=16
)


class Corridor(EnvBase):  # type: ignore[misc]
    batch_locked = True

    def __init__(self, n: int) -> None:
        super().__init__(batch_size=[n])
        actions, goals, width = SHAPE.n_candidates, SHAPE.n_goals, SHAPE.goal_width
        integers = {
            "goals": (n, goals, width),
            "candidates": (n, actions, goals, width),
            "clauses": (n, actions),
            "inferences": (n, 1),
            "episode_inferences": (n, 1),
        }
        self.observation_spec = Composite(
            {key: Unbounded(shape=size, dtype=torch.int32) for key, size in integers.items()}
            | {"action_mask": Binary(shape=(n, actions), dtype=torch.bool)}
            | {"episode_return": Unbounded(shape=(n, 1))},
            shape=[n],
        )
        self.action_spec = Categorical(actions, shape=[n], dtype=torch.int64)
        self.reward_spec = Unbounded(shape=(n, 1))
        flags = ("done", "terminated", "truncated")
        leaf = {key: Categorical(2, shape=(n, 1), dtype=torch.bool) for key in flags}
        self.full_done_spec = Composite(leaf, shape=[n])
        self.place = torch.zeros(n, dtype=torch.int64)
        self.time = torch.zeros(n, dtype=torch.int64)

    def effects(self) -> Tensor:
        """Places that the three candidates lead to; their order turns with the place."""
        on, start = self.place + 1, torch.zeros_like(self.place)
        leads = torch.stack([on, start, torch.full_like(on, OUT)], 1)
        turn = (torch.arange(3) + self.place[:, None]) % 3
        return leads.gather(1, turn)

    def shown(self, place: Tensor) -> Tensor:
        goal = torch.stack([place + 1, torch.ones_like(place)], -1)
        return torch.stack([goal, torch.zeros_like(goal)], -2).int()

    def observation(self) -> dict[str, Tensor]:
        n = len(self.place)
        mask = (torch.arange(SHAPE.n_candidates) < 3).expand(n, -1).clone()
        candidates = torch.zeros(n, *self.observation_spec["candidates"].shape[1:])
        candidates[:, :3] = self.shown(self.effects()).float()
        clauses = torch.zeros(n, SHAPE.n_candidates, dtype=torch.int32)
        clauses[:, :3] = (4 + self.place[:, None] * 3 + torch.arange(3)).int()
        return {
            "goals": self.shown(self.place),
            "candidates": candidates.int(),
            "clauses": clauses,
            "action_mask": mask,
            "inferences": self.time[:, None].int(),
            "episode_return": torch.zeros(n, 1),
            "episode_inferences": torch.zeros(n, 1, dtype=torch.int32),
        }

    def _reset(self, tensordict: TensorDictBase | None = None, **options: Any) -> TensorDictBase:
        rows = torch.ones_like(self.place, dtype=torch.bool)
        asked = None if tensordict is None else tensordict.get("_reset", None)
        if asked is not None:
            rows = asked.view(-1)
        self.place = self.place.masked_fill(rows, 0)
        self.time = self.time.masked_fill(rows, 0)
        done = torch.zeros(len(rows), 1, dtype=torch.bool)
        flags = {"done": done, "terminated": done.clone(), "truncated": done.clone()}
        return TensorDict(self.observation() | flags, self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        self.place = self.effects().gather(1, tensordict.get("action")[:, None]).squeeze(1)
        self.time = self.time + 1
        proved = self.place == LENGTH
        terminated = proved | (self.place == OUT)
        truncated = (self.time == LIMIT) & ~terminated
        done = (terminated | truncated)[:, None]
        self.place = self.place.masked_fill(terminated, 0)
        reward = proved.float()[:, None]
        ends = {
            "episode_return": reward * done,
            "episode_inferences": self.time[:, None].int() * done,
            "reward": reward,
            "done": done,
            "terminated": terminated[:, None],
            "truncated": truncated[:, None],
        }
        return TensorDict(self.observation() | ends, self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        pass


def parts(name: str = "resolvent", **changes: Any) -> tuple[DerivationPolicy, PPO, Any]:
    config = replace(CONFIG, **changes)
    torch.manual_seed(config.seed)
    policy = make_policy(name, SHAPE, dim=config.dim)
    batches = iter(LocalCollector(Corridor(config.n_envs), policy, config))
    return policy, PPO(policy, config), batches


def success(batch: TensorDictBase) -> float:
    return float(EpisodeStatistics(batch.shape[0]).update(batch)["success"])


@pytest.mark.parametrize("name", HEADS)
def test_ppo_learns_the_corridor(name: str) -> None:
    _, ppo, batches = parts(name)
    rates = []
    for iteration in range(20):
        batch = next(batches)
        rates.append(success(batch))
        ppo.learn(batch, progress=iteration / 20)

    assert rates[0] < 0.3
    assert rates[-1] > 0.95


def hand_made(policy: DerivationPolicy) -> TensorDict:
    """One row of four frames: cut off after the second, terminated after the third."""
    column = torch.tensor([0.0, 0.0, 1.0, 0.0]).view(1, 4, 1)
    goals = torch.arange(1, 17, dtype=torch.int32).view(1, 4, 2, 2) % 8 + 1
    done = torch.tensor([False, True, True, False]).view(1, 4, 1)
    after = {
        "goals": goals,
        "reward": column,
        "done": done,
        "terminated": torch.tensor([False, False, True, False]).view(1, 4, 1),
    }
    values = torch.tensor([0.1, 0.2, 0.3, 0.4]).view(1, 4, 1)
    return TensorDict({"state_value": values, "next": TensorDict(after, [1, 4])}, [1, 4])


def test_a_value_counts_where_a_rollout_ends_and_not_where_an_episode_does() -> None:
    policy, ppo, _ = parts(gamma=0.9, lmbda=0.5)
    batch = hand_made(policy)
    at_end = policy.values(batch["next", "goals"][0, [3]]).item()
    last, truncated = 0.9 * at_end - 0.4, -0.2
    first = 0.9 * 0.2 - 0.1 + 0.45 * truncated
    advantage, target = ppo.advantages(batch)

    expected = [first, truncated, 1 - 0.3, last]
    assert advantage.flatten().tolist() == pytest.approx(expected, abs=1e-6)
    torch.testing.assert_close(target, advantage + batch["state_value"])


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
    torch.testing.assert_close(ppo.advantages(batch)[0], expected, rtol=1e-4, atol=1e-5)


def test_before_the_first_step_the_policy_is_the_one_that_collected() -> None:
    _, ppo, batches = parts(lr=0.0)
    metrics = ppo.learn(next(batches), progress=0)

    assert metrics["kl"] == pytest.approx(0, abs=1e-6)
    assert metrics["clip_fraction"] == 0


@pytest.mark.parametrize("name", HEADS)
def test_update_equals_torchrl_on_whole_observations(name: str) -> None:
    """One step on one minibatch that is the whole batch, against the textbook arrangement."""
    changes = {"epochs": 1, "minibatch_size": CONFIG.frames_per_batch, "max_grad_norm": 0.01}
    policy, ppo, batches = parts(name, **changes)
    batch = next(batches).clone()
    advantage, target = ppo.advantages(batch)
    torch.manual_seed(CONFIG.seed)
    twin = make_policy(name, SHAPE, dim=CONFIG.dim)
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
    ppo.learn(batch, progress=0)

    for ours, theirs in zip(policy.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)


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
