"""Proximal policy optimization (Schulman et al. 2017, arXiv 1707.06347), on TorchRL's loss.

Advantages are generalized advantage estimates (Schulman et al. 2016, arXiv 1506.02438). Values come
with the rollout; only states after a truncation and after the last frame are evaluated anew. A
batch is packed once, and minibatches are taken from the packing. Actor and critic share a trunk,
which runs once: TorchRL's ``ClipPPOLoss`` gets logits and values instead of observations. From the
first gradient step of a batch to its last one nothing waits for the device.

Where several ranks train together, a minibatch is drawn from the frames of all, and each rank
computes its own part of the gradient.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torch import Tensor
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value.functional import generalized_advantage_estimate

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.learner import Learner
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical
from symbolic_rl.policy.packing import Packing


class _GivenLogits(TensorDictModuleBase):  # type: ignore[misc]
    """Actor of the loss, whose distribution is already computed."""

    in_keys = ("logits",)
    out_keys = ("action",)
    choice: MaskedCategorical

    def get_dist(self, td: TensorDictBase) -> MaskedCategorical:
        return self.choice


class _GivenValues(TensorDictModuleBase):  # type: ignore[misc]
    """Critic of the loss, whose values are already computed."""

    in_keys = ("state_value",)
    out_keys = ("state_value",)

    def forward(self, td: TensorDictBase) -> TensorDictBase:
        return td


class _MicroBatch(NamedTuple):
    """Frames of a minibatch that this rank evaluates at once."""

    frames: Tensor
    """[B] int64 on the device."""
    inputs: Any
    """Inputs of the head for these frames."""
    weight: float
    """Their share of the minibatch."""


class _Minibatch(NamedTuple):
    everyone: Tensor
    """[M] int64, frames of all ranks, on the device."""
    micro_batches: list[_MicroBatch]


class PPO:
    """Clipped PPO with generalized advantage estimation, AdamW and linear annealing."""

    LOGGED = ("loss_objective", "loss_critic", "loss_entropy", "entropy", "kl", "clip_fraction")

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        self.policy = policy
        self.config = config
        self.ranks = ranks or Ranks()
        self.seconds = {"advantage": 0.0, "update": 0.0}
        self._actor = _GivenLogits()
        self.loss = ClipPPOLoss(
            self._actor,
            _GivenValues(),
            functional=False,
            clip_epsilon=config.clip_epsilon,
            entropy_bonus=False,  # its own waits for the device
            critic_coeff=config.critic_coeff,
            loss_critic_type="l2",
            normalize_advantage=False,  # over the minibatch, of which it may see a part
            log_explained_variance=False,
            device=policy.device,
        )
        policy.keep_rollouts(config.frames_per_batch // config.n_envs)
        self.learner = Learner(policy, config, ranks=self.ranks)
        self.entropy_coeff = config.entropy_coeff

    def describe(self) -> str:
        """See :class:`.Algorithm`."""
        return self.learner.describe()

    def learn(self, batch: TensorDictBase, *, progress: float) -> dict[str, float]:
        """Make ``epochs`` passes over a rollout [n_envs, T]; see :class:`.Algorithm`.

        Raises:
            RunError: losses or norms are not finite.
        """
        start = self.ranks.clock()
        self.learner.anneal(1 - progress)
        self.entropy_coeff = self.config.entropy_coeff * (1 - progress)
        advantage, target = self.advantages(batch)
        everyone = self.ranks.gather(torch.stack([advantage, target, batch.get("state_value")]))
        everyone = everyone.view(self.ranks.count, 3, -1).transpose(0, 1).reshape(3, -1)
        between = self.ranks.clock()
        device = self.policy.device
        frames = {
            "action": batch.get("action"),
            "action_log_prob": batch.get("action_log_prob"),
            "advantage": advantage,
            "value_target": target,
        }
        frames = {key: value.flatten(0, 1).to(device) for key, value in frames.items()}
        observations = self.policy.take_observations(batch)
        minibatches = self._minibatches(
            self.policy.pack(observations), observations.get("goals").device, batch.numel()
        )
        if device.type != "cpu":  # taking frames waits for the device: all of it before the steps
            minibatches = iter(list(minibatches))
        sums, norms = torch.zeros(len(self.LOGGED), device=device), torch.zeros((), device=device)
        n_steps, advantages = 0, everyone[0].to(device)
        for minibatch in minibatches:
            logged, norm = self._step(minibatch, frames, advantages)
            sums += logged
            norms += norm
            n_steps += 1
        means = [*(self.ranks.add_up(sums) / n_steps).tolist(), float(norms / n_steps)]
        metrics = dict(zip((*self.LOGGED, "grad_norm"), means, strict=True))
        self.learner.expect_finite(means)
        metrics["steps"] = n_steps
        metrics["explained_variance"] = _explained_variance(everyone[2], everyone[1])
        metrics["lr"] = self.learner.lr
        self.seconds["advantage"] += between - start
        self.seconds["update"] += self.ranks.clock() - between
        return metrics

    def _minibatches(
        self, packing: Packing[Any], home: torch.device, n_frames: int
    ) -> Iterator[_Minibatch]:
        """Yield the minibatches of all epochs, each with this rank's part of it."""
        device, first = self.policy.device, self.ranks.number * n_frames
        for _ in range(self.config.epochs):
            order = torch.randperm(self.ranks.count * n_frames)
            for chosen in torch.split(order, self.config.minibatch_size):
                mine = chosen[(chosen >= first) & (chosen < first + n_frames)] - first
                micro_batches = [
                    _MicroBatch(
                        part.to(device),
                        packing.take(part.to(home), device),
                        len(part) / len(chosen),
                    )
                    for part in self.learner.micro_batches(mine)
                ]
                yield _Minibatch(chosen.to(device), micro_batches)

    @torch.no_grad()
    def advantages(self, batch: TensorDictBase) -> tuple[Tensor, Tensor]:
        """Return advantages and value targets [n_envs, T, 1] float32.

        The value of the next state counts after the last frame of the rollout, not after a
        termination, and after a truncation if ``bootstrap_truncated`` is set.
        """
        after = batch.get("next")
        done, terminated = after.get("done"), after.get("terminated")
        if not self.config.bootstrap_truncated:
            terminated = done
        values = batch.get("state_value")
        next_values = torch.cat([values[:, 1:], torch.zeros_like(values[:, :1])], 1)
        cut = done & ~terminated
        cut[:, -1] = ~terminated[:, -1]
        cut = cut.squeeze(-1)
        if cut.any():
            next_values[cut] = self.policy.values(after.get("goals")[cut]).unsqueeze(-1)
        advantage, target = generalized_advantage_estimate(
            self.config.gamma,
            self.config.lmbda,
            values,
            next_values,
            after.get("reward") - self.config.step_penalty,
            done,
            terminated,
        )
        return advantage, target

    def _step(
        self, minibatch: _Minibatch, frames: dict[str, Tensor], advantages: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Make a step; return this rank's part of what is logged, and the gradient's norm."""
        shift, scale = _standard(advantages.index_select(0, minibatch.everyone))
        self.learner.zero_grad()
        logged = torch.zeros(len(self.LOGGED), device=advantages.device)
        for part in minibatch.micro_batches:
            known = {key: value.index_select(0, part.frames) for key, value in frames.items()}
            known["advantage"] = (known["advantage"] - shift) / scale
            logged += self._differentiate(part, known)
        return logged, self.learner.step()

    def _differentiate(self, micro_batch: _MicroBatch, known: dict[str, Tensor]) -> Tensor:
        """Add the gradient of a micro-batch's losses; return its part of what is logged."""
        logits, values = self.learner.evaluate(micro_batch.inputs)
        self._actor.choice = choice = MaskedCategorical(logits)
        known |= {"logits": logits, "state_value": values.unsqueeze(-1)}
        loss = self.loss(TensorDict(known, [len(micro_batch.frames)], device=logits.device))
        entropy = choice.entropy().mean()
        losses = [
            loss.get("loss_objective"),
            loss.get("loss_critic"),
            -self.entropy_coeff * entropy,
        ]
        torch.autograd.backward(torch.stack(losses).sum() * micro_batch.weight)
        others = [entropy, loss.get("kl_approx"), loss.get("clip_fraction")]
        return torch.stack([*losses, *others]).detach() * micro_batch.weight

    def state_dict(self) -> dict[str, Any]:
        """See :class:`.Algorithm`."""
        return {"optimizer": self.learner.optimizer.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """See :class:`.Algorithm`."""
        self.learner.optimizer.load_state_dict(state["optimizer"])


def _standard(advantages: Tensor) -> tuple[Tensor, Tensor]:
    """Return shift and scale that standardize advantages [M]; a single one stays as it is."""
    if len(advantages) == 1:
        return torch.zeros_like(advantages), torch.ones_like(advantages)
    return advantages.mean(), advantages.std().clamp_min(1e-6)


def _explained_variance(values: Tensor, target: Tensor) -> float:
    """Return the share of the targets' variance that the values at collection explain."""
    total = target.var(correction=0)
    unexplained = (target - values).var(correction=0)
    return float(1 - unexplained / total.clamp_min(1e-8))
