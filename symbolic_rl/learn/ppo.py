"""Proximal policy optimisation on TorchRL's parts, arranged so that nothing is computed twice.

Values come with the rollout; only the states after a truncation and after the last frame are
evaluated anew. A batch is packed once, its minibatches are taken from the packing, and the trunk
that actor and critic share runs once for each: TorchRL's ``ClipPPOLoss`` gets the logits and
values of the frames, not their observations.
"""

from math import isfinite
from time import perf_counter
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torch import Tensor, nn
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value.functional import generalized_advantage_estimate

from symbolic_rl.config import TrainConfig
from symbolic_rl.errors import RunError
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical


class _GivenLogits(TensorDictModuleBase):  # type: ignore[misc]
    """An actor for the loss, which has been run already."""

    in_keys = ("logits",)
    out_keys = ("action",)

    def get_dist(self, td: TensorDictBase) -> MaskedCategorical:
        return MaskedCategorical(td.get("logits"))


class _GivenValues(TensorDictModuleBase):  # type: ignore[misc]
    """A critic for the loss, which has been run already."""

    in_keys = ("state_value",)
    out_keys = ("state_value",)

    def forward(self, td: TensorDictBase) -> TensorDictBase:
        return td


class PPO:
    """Clipped PPO with generalized advantage estimation, AdamW and linear annealing."""

    LOGGED = ("loss_objective", "loss_critic", "loss_entropy", "entropy", "kl", "clip_fraction")

    def __init__(self, policy: DerivationPolicy, config: TrainConfig) -> None:
        self.policy = policy
        self.config = config
        self.seconds = {"advantage": 0.0, "update": 0.0}
        self.loss = ClipPPOLoss(
            _GivenLogits(),
            _GivenValues(),
            functional=False,
            clip_epsilon=config.clip_epsilon,
            entropy_coeff=config.entropy_coeff,
            critic_coeff=config.critic_coeff,
            loss_critic_type="l2",
            normalize_advantage=True,
            log_explained_variance=False,
            device=policy.device,
        )
        self.parameters = [p for p in policy.parameters() if p.requires_grad]
        policy.keep_rollouts(config.frames_per_batch // config.n_envs)
        self.optimizer = torch.optim.AdamW(self.parameters, lr=config.lr, eps=1e-5, fused=True)

    def describe(self) -> str:
        """Nothing: see :class:`Algorithm`."""
        return ""

    def learn(self, batch: TensorDictBase, *, progress: float) -> dict[str, float]:
        """Make ``epochs`` passes over a rollout [n_envs, T]; see :class:`Algorithm`."""
        start = perf_counter()
        self._anneal(1 - progress)
        advantage, target = self.advantages(batch)
        between = perf_counter()
        device = self.policy.device
        frames = {
            "action": batch.get("action"),
            "action_log_prob": batch.get("action_log_prob"),
            "advantage": advantage,
            "value_target": target,
        }
        frames = {key: value.flatten(0, 1).to(device) for key, value in frames.items()}
        observations = self.policy.observations(batch)
        packing = self.policy.pack(observations)
        home = observations.get("goals").device
        sums = torch.zeros(len(self.LOGGED) + 1, device=device)
        n_steps = 0
        for _ in range(self.config.epochs):
            for chosen in torch.split(torch.randperm(batch.numel()), self.config.minibatch_size):
                logits, values = self.policy.evaluate(packing, chosen.to(home))
                if not values.isfinite().all():  # ClipPPOLoss waits for the device anyway
                    raise self._diverged()
                there = chosen.to(device)
                minibatch = {key: value.index_select(0, there) for key, value in frames.items()}
                minibatch |= {"logits": logits, "state_value": values.unsqueeze(-1)}
                sums += self._step(TensorDict(minibatch, [len(chosen)], device=device))
                n_steps += 1
        means = (sums / n_steps).tolist()
        metrics = dict(zip((*self.LOGGED, "grad_norm"), means, strict=True))
        if not all(map(isfinite, means)):
            raise self._diverged()
        metrics["steps"] = n_steps
        metrics["explained_variance"] = _explained_variance(batch.get("state_value"), target)
        metrics["lr"] = self.optimizer.param_groups[0]["lr"]
        self.seconds["advantage"] += between - start
        self.seconds["update"] += perf_counter() - between
        return metrics

    @torch.no_grad()
    def advantages(self, batch: TensorDictBase) -> tuple[Tensor, Tensor]:
        """Return advantages and value targets [n_envs, T, 1].

        The value after the last frame counts (the derivation goes on), after a termination it
        does not; after a truncation it counts if ``bootstrap_truncated`` is set.
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

    def _step(self, minibatch: TensorDictBase) -> Tensor:
        loss = self.loss(minibatch)
        total = loss.get("loss_objective") + loss.get("loss_critic") + loss.get("loss_entropy")
        self.optimizer.zero_grad(set_to_none=True)
        total.backward()
        norm = nn.utils.clip_grad_norm_(self.parameters, self.config.max_grad_norm)
        self.optimizer.step()
        logged = [loss.get("kl_approx" if key == "kl" else key) for key in self.LOGGED]
        return torch.stack([*logged, norm]).detach()

    def _diverged(self) -> RunError:
        return RunError(
            "Learning diverged: the policy's outputs are no finite numbers any more.",
            f"learning rate {self.optimizer.param_groups[0]['lr']:g}",
            "start anew with a smaller --lr; the last checkpoint is from before.",
        )

    def _anneal(self, remaining: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.config.lr * remaining
        self.loss.entropy_coeff.fill_(self.config.entropy_coeff * remaining)

    def state_dict(self) -> dict[str, Any]:
        """The optimizer's state."""
        return {"optimizer": self.optimizer.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        self.optimizer.load_state_dict(state["optimizer"])


def _explained_variance(values: Tensor, target: Tensor) -> float:
    """Return the share of the targets' variance that the values at collection explain."""
    total = target.var(correction=0)
    unexplained = (target - values).var(correction=0)
    return float(1 - unexplained / total.clamp_min(1e-8))
