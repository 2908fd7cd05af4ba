"""Proximal policy optimization (PPO, Schulman et al. 2017, arXiv 1707.06347).

Advantages are generalized advantage estimates (Schulman et al. 2016, arXiv 1506.02438). Values come
with the rollout; only the states after its last frames are evaluated again. A batch is packed once,
and minibatches are taken from the packed form. Actor and critic share a trunk, which runs once for
both losses; the losses equal TorchRL's ``ClipPPOLoss``.

No gradient step waits for the device. Data that all steps read, such as the permutations of all
epochs, goes there in one copy, packed observations of the host in another. On the device, all
minibatches are taken before the first step, with one wait for each stage of all of them together.

If several ranks train together, a minibatch is drawn from the frames of all, and each rank computes
its own part of the gradient.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import log1p
from typing import Any, NamedTuple, Self

import torch
from tensordict import TensorDictBase
from torch import Tensor
from torch.nn.functional import mse_loss
from torchrl.objectives.value.functional import generalized_advantage_estimate

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.devices import places
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.learner import Learner
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical
from symbolic_rl.policy.batch import Batch, finish, together
from symbolic_rl.training.rollouts import RolloutAlgorithm

CRITIC_COEFF = 0.5
"""Weight of the value loss; the usual one if actor and critic share a trunk."""


class _MicroBatch(NamedTuple):
    """Frames of a minibatch that this rank evaluates in one pass."""

    frames: Tensor  # [B] int64 on the device
    inputs: Any  # inputs of the head for these frames
    weight: float  # their share of the minibatch


class _Minibatch(NamedTuple):
    everyone: Tensor  # [M] int64 frames of all ranks, on the device
    micro_batches: list[_MicroBatch]


@dataclass(frozen=True)
class _Plan:
    """Division of the frames of all ranks into minibatches, on the host."""

    order: Tensor  # [epochs * n] int64 frames of all ranks, permuted for each epoch
    n: int  # frames of all ranks
    minibatch_size: int
    mine: Tensor  # [K] int64 this rank's frames, in the same order, numbered from 0
    sizes: list[list[int]]  # for each minibatch, this rank's frames in each of its micro-batches

    @classmethod
    def draw(cls, config: TrainConfig, ranks: Ranks, n_frames: int) -> Self:
        """Draw the permutations, equal on all ranks; each rank has ``n_frames``."""
        n, first = ranks.count * n_frames, ranks.number * n_frames
        # All ranks draw the same permutation: their random states are equal on the CPU.
        order = torch.cat([torch.randperm(n) for _ in range(config.epochs)])
        is_mine = (order >= first) & (order < first + n_frames)
        plan = cls(order, n, config.minibatch_size, order[is_mine] - first, [])
        counts = [int(part.sum()) for part in plan.minibatches(is_mine)]
        for count in counts:
            size = config.micro_batch_size or max(1, count)
            plan.sizes.append([min(size, count - at) for at in range(0, count, size)])
        return plan

    def minibatches(self, order: Tensor) -> list[Tensor]:
        """Split a tensor in the layout of ``order`` into minibatches."""
        epochs = torch.split(order, self.n)
        return [part for epoch in epochs for part in torch.split(epoch, self.minibatch_size)]

    def parts(self, mine: Tensor) -> list[Tensor]:
        """Split a tensor in the layout of ``mine`` into micro-batches."""
        return list(torch.split(mine, [size for sizes in self.sizes for size in sizes]))


class PPO(RolloutAlgorithm):
    """Clipped PPO with generalized advantage estimation, AdamW and linear annealing."""

    LOGGED = ("loss_objective", "loss_critic", "loss_entropy", "entropy", "kl", "clip_fraction")

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        super().__init__(policy, config, ranks)
        self.seconds = {"advantage": 0.0, "update": 0.0}
        self.learner = Learner(policy, config, ranks=self.ranks)
        self.entropy_coeff = config.entropy_coeff

    def describe(self) -> str:
        """See :class:`.Algorithm`."""
        return "\n".join(filter(None, [self.learner.describe(), super().describe()]))

    def learn(self, batch: TensorDictBase, *, progress: float) -> dict[str, float]:
        """See :class:`.Algorithm`; rollouts are [n_envs, T]. RunError: losses are not finite."""
        start = self.ranks.clock()
        self.learner.anneal(1 - progress)
        self.entropy_coeff = self.config.entropy_coeff * (1 - progress)
        advantage, target = self.advantages(batch)
        # Advantages are standardized over the whole minibatch, so every rank needs all of them.
        everyone = self.ranks.gather(torch.stack([advantage, target, batch.get("state_value")]))
        # [ranks * 3, n_envs / ranks, T, 1] -> [3, frames of all ranks].
        everyone = everyone.view(self.ranks.count, 3, -1).transpose(0, 1).reshape(3, -1)
        between = self.ranks.clock()
        plan = _Plan.draw(self.config, self.ranks, batch.numel())
        known = {
            "action": batch.get("action"),
            "action_log_prob": batch.get("action_log_prob"),
            "advantage": advantage,
            "value_target": target,
        }
        frames = {key: value.flatten(0, 1) for key, value in known.items()}
        packed, place = self.packed(batch)
        drawn = {"everyone": everyone[0], "order": plan.order, "mine": plan.mine}
        there = self._there(frames, {**drawn, "places": place[plan.mine]})
        frames = {key: there[key] for key in frames}
        sums = torch.zeros(len(self.LOGGED) + 1, device=self.policy.device)
        n_steps = 0
        for minibatch in self._minibatches(self.policy.send_batch(packed), plan, there):
            logged, norm = self._step(minibatch, frames, there["everyone"])
            sums[:-1] += logged
            sums[-1] += norm / self.ranks.count  # every rank has the norm of all gradients
            n_steps += 1
        means = self.learner.totals(sums / n_steps)
        metrics = dict(zip((*self.LOGGED, "grad_norm"), means, strict=True))
        self.learner.expect_finite(means)
        metrics["steps"] = n_steps
        metrics["explained_variance"] = _explained_variance(everyone[2], everyone[1])
        metrics["lr"] = self.learner.lr
        self.seconds["advantage"] += between - start
        self.seconds["update"] += self.ranks.clock() - between
        return metrics

    def _there(self, *parts: dict[str, Tensor]) -> dict[str, Tensor]:
        """Copy tensors that are on the host to the device, all in one copy."""
        tensors = {key: x for part in parts for key, x in part.items()}
        on_host = {key: x for key, x in tensors.items() if x.device.type == "cpu"}
        return tensors | (self.policy.to_device(on_host) if on_host else {})

    def _minibatches(
        self, batch: Batch, plan: _Plan, there: dict[str, Tensor]
    ) -> Iterator[_Minibatch]:
        """Yield the minibatches of all epochs, each with this rank's part of it.

        ``there`` has, on the device, the plan's ``order`` and ``mine``, and ``places`` of these in
        ``batch``.
        """
        parts, each = plan.parts(there["places"]), iter(plan.parts(there["mine"]))
        # On the CPU one after the other, which takes less memory and waits for nothing.
        taken: Iterator[Any] = map(batch.take, parts)
        if self.policy.device.type != "cpu":
            taken = iter(finish(together([batch.taking(part) for part in parts])))
        for chosen, sizes in zip(plan.minibatches(there["order"]), plan.sizes, strict=True):
            micro_batches = [
                _MicroBatch(next(each), next(taken), size / len(chosen)) for size in sizes
            ]
            yield _Minibatch(chosen, micro_batches)

    @torch.no_grad()
    def advantages(self, batch: TensorDictBase) -> tuple[Tensor, Tensor]:
        """Return advantages and value targets [n_envs, T, 1] float32.

        The value of the next state counts after the last frame of the rollout, but not after a
        termination or a truncation: the limit on inferences is part of the task, and a policy that
        goes in circles until then has earned nothing.
        """
        after = batch.get("next")
        done, values = after.get("done"), batch.get("state_value")
        next_values = torch.cat([values[:, 1:], torch.zeros_like(values[:, :1])], 1)
        # Episodes that continue after the rollout: the value of their next state counts.
        rows = places(~done[:, -1].flatten())
        if len(rows):
            packed = self._collector.packed if self._collector else None
            goals = packed.after if packed else after.get("goals")[:, -1]
            values_of_rows = self.policy.values(goals.index_select(0, rows))
            next_values[:, -1, 0].index_copy_(0, rows, values_of_rows)
        advantage, target = generalized_advantage_estimate(
            self.config.gamma,
            self.config.lmbda,
            values,
            next_values,
            after.get("reward"),
            done,
            done,
        )
        return advantage, target

    def _step(
        self, minibatch: _Minibatch, frames: dict[str, Tensor], advantages: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Make a step; return this rank's part of the metrics, and the gradient's norm."""
        shift, scale = _standard(advantages.index_select(0, minibatch.everyone))
        self.learner.zero_grad()
        # Shift and scale come from the whole minibatch, however it is divided.
        logged = torch.zeros(len(self.LOGGED), device=advantages.device)
        for part in minibatch.micro_batches:
            known = {key: value.index_select(0, part.frames) for key, value in frames.items()}
            known["advantage"] = (known["advantage"] - shift) / scale
            logged += self.learner.differentiate(partial(self._losses, part, known))
        return logged, self.learner.step()

    def _losses(self, micro_batch: _MicroBatch, known: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return a micro-batch's loss, and its part of the metrics."""
        logits, values = self.learner.evaluate(micro_batch.inputs)
        choice, epsilon = MaskedCategorical(logits), self.config.clip_epsilon
        advantage = known["advantage"].squeeze(-1)
        # Log-ratios are clipped, not ratios, so that the bounds round as in TorchRL.
        change = choice.log_prob(known["action"]) - known["action_log_prob"]
        clipped = change.clamp(log1p(-epsilon), log1p(epsilon))
        gain = torch.minimum(change.exp() * advantage, clipped.exp() * advantage)
        off = mse_loss(values, known["value_target"].squeeze(-1))
        entropy = choice.entropy().mean()
        losses = [-gain.mean(), CRITIC_COEFF * off, -self.entropy_coeff * entropy]
        others = [entropy, -change.mean(), (clipped != change).to(change.dtype).mean()]
        logged = torch.stack([*losses, *others]).detach() * micro_batch.weight
        return torch.stack(losses).sum() * micro_batch.weight, logged

    def state_dict(self) -> dict[str, Any]:
        """See :class:`.Algorithm`."""
        return {**super().state_dict(), "optimizer": self.learner.optimizer.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """See :class:`.Algorithm`."""
        super().load_state_dict(state)
        self.learner.optimizer.load_state_dict(state["optimizer"])


def _standard(advantages: Tensor) -> tuple[Tensor, Tensor]:
    """Return shift and scale that standardize advantages [M]; a single one is unchanged."""
    if len(advantages) == 1:
        return torch.zeros_like(advantages), torch.ones_like(advantages)
    return advantages.mean(), advantages.std().clamp_min(1e-6)


def _explained_variance(values: Tensor, target: Tensor) -> float:
    """Return the share of the targets' variance that the values at collection explain."""
    total = target.var(correction=0)
    unexplained = (target - values).var(correction=0)
    return float(1 - unexplained / total.clamp_min(1e-8))
