"""Group-relative policy optimization (GRPO, Shao et al. 2024, arXiv 2402.03300).

G derivations of one query are compared with each other; there is no critic. The advantage of a
derivation is its discounted return less a baseline (:mod:`symbolic_rl.learn.baselines`).
Minibatches are whole groups. The first epoch computes advantages and the first gradient from one
forward pass; its policy is the *proximal* one, the denominator of the clipped ratios of later
epochs. Frames gathered by an older policy are weighted by the ratio of their probabilities
(proximal to old).

Groups of equal returns have no policy gradient: they are counted and left out, and batches are
added until the other groups fill a minibatch, or up to ``RESAMPLES`` (dynamic sampling of DAPO,
Yu et al. 2025, arXiv 2503.14476). With ``keep_failed``, groups of failures stay for their entropy
bonus.

If several ranks train together, one of them steps a group, minibatches are drawn from the groups of
all, and each rank computes its own part of the gradient.
"""

from copy import deepcopy
from math import nan
from time import perf_counter
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.baselines import BASELINES, GroupReturns, logit_norms
from symbolic_rl.learn.groups import (
    GroupBatch,
    GroupBuffer,
    Groups,
    GroupShares,
    minibatches,
    split,
    staleness,
)
from symbolic_rl.learn.learner import Learner
from symbolic_rl.learn.norms.derivation_norms import DerivationNorms
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical
from symbolic_rl.training.rollouts import RolloutAlgorithm

RESAMPLES = 4
"""Most batches that are added to fill a minibatch with groups of unequal returns. Without this
limit, a policy that always or never succeeds would gather forever."""


class GRPO(RolloutAlgorithm):
    """Policy gradients of groups, with AdamW and linear annealing."""

    LOGGED = ("loss_objective", "loss_entropy", "loss_kl", "entropy", "kl", "clip_fraction")

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        super().__init__(policy, config, ranks)
        self.baseline = BASELINES[config.baseline]
        self.seconds = {"advantage": 0.0, "gradient_norms": 0.0, "update": 0.0}
        self.buffer = GroupBuffer(
            config.n_envs // self.ranks.count,
            config.group_size,
            gamma=config.gamma,
            first_team=self.ranks.first_row(config) // config.group_size,
            n_teams=config.n_envs // config.group_size,
        )
        self.norms = DerivationNorms(policy)
        self.reference = deepcopy(policy.head).requires_grad_(False) if config.kl_coeff else None
        acting = [
            p for key in policy.head.ROWS for p in policy.head.get_submodule(key).parameters()
        ]
        self.learner = Learner(policy, config, parameters=acting, ranks=self.ranks)
        self._waiting: list[Groups] = []
        self._n_waited = 0
        self._entropy_coeff = config.entropy_coeff

    def describe(self) -> str:
        """See :class:`.Algorithm`."""
        label = "BIASED: " if self.baseline.is_biased else ""
        groups = (
            f"groups of {self.config.group_size}, baseline {self.config.baseline} "
            f"({label}{self.baseline.help})"
        )
        return "\n".join(filter(None, [groups, self.learner.describe(), super().describe()]))

    def learn(self, batch: TensorDictBase, *, progress: float) -> dict[str, float]:
        """Learn from the groups that a rollout [n_envs, T] completes; see :class:`.Algorithm`.

        RunError: losses or norms are not finite. UnsupportedModuleError: no rule for gradient
        norms.
        """
        start = self.ranks.clock()
        self.learner.anneal(1 - progress)
        self._entropy_coeff = self.config.entropy_coeff * (1 - progress)
        # Groups wait on the host: a derivation may span many batches.
        batch = self._on_host(batch)
        seen, place = self.packed(batch)
        groups = self.buffer.add(batch, seen.small(self.policy.head.id_dtype), place)
        counted = self._select(groups)
        counted["waiting"] = sum(part.n_frames for part in self._waiting)
        metrics = self._sum_over_ranks(counted)
        # All ranks must decide alike whether to step, so the decision uses sums over ranks.
        n_frames = metrics.pop("waiting")
        metrics["groups_open"] /= self.config.n_envs
        is_enough = n_frames >= self.config.minibatch_size
        self.seconds["advantage"] += self.ranks.clock() - start
        metrics |= dict.fromkeys((*self.LOGGED, "grad_norm"), nan)
        metrics |= {"frames_learned": 0, "steps": 0}
        if n_frames and (is_enough or self._n_waited >= RESAMPLES):
            before, started = self.seconds["gradient_norms"], self.ranks.clock()
            metrics |= self.update(Groups.concatenate(self._waiting) if self._waiting else None)
            took = self.ranks.clock() - started
            self.seconds["update"] += took - (self.seconds["gradient_norms"] - before)
            self._waiting.clear()
            self._n_waited = 0
        else:
            self._n_waited += 1
        metrics["lr"] = self.learner.lr
        return metrics

    def _on_host(self, batch: TensorDictBase) -> TensorDictBase:
        """Return the keys of a rollout that groups need, in one copy if it is on the device."""
        if batch.get(("next", "done")).device.type == "cpu":
            return batch
        acted = ("action", "action_log_prob", ("next", "done"), ("next", "episode_return"))
        keys = [*self.policy.in_keys, *acted]
        here = self.policy.transfer.bring(dict(batch.select(*keys).flatten_keys(".").items()))
        return TensorDict(here, batch.batch_size).unflatten_keys(".")

    def _sum_over_ranks(self, counts: dict[str, int]) -> dict[str, float]:
        """Return the sums over all ranks."""
        each = self.ranks.gather_objects(counts)
        return {key: sum(count[key] for count in each) for key in counts}

    def _select(self, groups: Groups | None) -> dict[str, int]:
        """Keep the groups that have a policy gradient; count groups, and frames of open ones."""
        counts = {"groups": 0, "groups_skipped": 0, "groups_all_failed": 0}
        counts["groups_open"] = self.buffer.n_open
        if groups is None:
            return counts
        returns = groups.returns
        # Equal returns minus a baseline of them are zero for every baseline.
        is_equal = (returns == returns[:, :1]).all(1)
        failed = is_equal & (returns.sum(1) <= 0)
        counts["groups"] = len(groups)
        counts["groups_skipped"] = int(is_equal.sum())
        counts["groups_all_failed"] = int(failed.sum())
        kept = ~is_equal | failed if self.config.keep_failed else ~is_equal
        if kept.any():
            self._waiting.append(groups.where(kept))
        return counts

    # ---- one update: several epochs over the groups that were kept

    def update(self, groups: Groups | None) -> dict[str, float]:
        """Make ``epochs`` passes over this rank's groups, if it has any; return the metrics."""
        batch = None if groups is None else GroupBatch(self.policy, groups, self.config)
        # Exact norms take a separate pass, before the first step changes the weights.
        if batch is not None and self.baseline.needs == "gradients":
            started = perf_counter()
            batch.norms = self.norms(batch)
            self.seconds["gradient_norms"] += perf_counter() - started
        sums = torch.zeros(len(self.LOGGED) + 1, device=self.policy.device)
        shares = GroupShares(self.ranks, groups)
        n_steps = 0
        for epoch in range(self.config.epochs):
            for chosen in minibatches(shares.lengths, self.config.minibatch_size):
                amount = float(shares.lengths[chosen].sum())
                self.learner.zero_grad()
                for part in self._micro_batches(batch, shares.mine(chosen)):
                    sums[:-1] += self._accumulate(batch, part, amount, is_first=epoch == 0)
                sums[-1] += self.learner.step() / self.ranks.count  # the same on every rank
                n_steps += 1
        means = self.learner.totals(sums / n_steps)
        self.learner.expect_finite(means)
        learned = dict(zip((*self.LOGGED, "grad_norm"), means, strict=True))
        return {**learned, "frames_learned": int(shares.lengths.sum()), "steps": n_steps}

    def _micro_batches(self, batch: GroupBatch | None, part: Tensor) -> list[Tensor]:
        """Return groups in ascending order, in parts of about ``micro_batch_size`` frames."""
        if batch is None or not len(part):
            return []
        part, size = part.sort().values, self.config.micro_batch_size
        return split(part, batch.lengths[part], size) if size else [part]

    def _accumulate(self, batch: Any, part: Tensor, amount: float, *, is_first: bool) -> Tensor:
        """Add the gradient of these groups; return their part of the metrics."""
        frames, local = batch.frames_of(part)
        chosen = batch.observations.choose(frames)
        compared = {"legal": batch.observations.legal(frames).place_C, "slots": chosen.slot_C}
        inputs, sent = self.policy.send(
            chosen.take(),
            frames=frames,
            local=local,
            part=part,
            returns=batch.groups.returns[part].to(batch.behaviour.dtype),
            **(compared if self.reference is not None else {}),
        )
        return self.learner.differentiate(
            lambda: self._losses(batch, inputs, sent, amount, is_first=is_first)
        )

    def _losses(
        self, batch: Any, inputs: Any, sent: dict[str, Tensor], amount: float, *, is_first: bool
    ) -> tuple[Tensor, Tensor]:
        """Return the loss of some groups, and their part of the metrics."""
        there = sent["frames"]
        action = batch.action[there]
        logits, _ = self.learner.evaluate(inputs)
        choice = MaskedCategorical(logits)
        log_prob = choice.log_prob(action)
        # The policy of the first epoch is the proximal one; its logits give weights and advantages.
        if is_first:
            batch.proximal[there] = log_prob.detach()
            stale = staleness(log_prob.detach(), batch.behaviour[there])
            batch.stale[there] = stale
            if self.reference is not None:
                with torch.no_grad():
                    logs = self.reference(inputs)[0].log_softmax(-1)
                    batch.reference[sent["legal"]] = logs.flatten()[sent["slots"]]
            compared = GroupReturns(sent["returns"], sent["local"])
            if batch.norms is not None:
                compared.weights = batch.norms[sent["part"]]
            self._weigh(compared, choice, action, stale)
            batch.advantage[there] = self.baseline.advantages(compared)
        advantage, stale = batch.advantage[there], batch.stale[there]
        # In the first epoch this is 0, so the first step is never clipped: exact norms rely on it.
        change = log_prob - batch.proximal[there]
        ratio = change.exp()
        clipped = ratio.clamp(1 - self.config.clip_epsilon, 1 + self.config.clip_epsilon)
        objective = torch.minimum(ratio * advantage, clipped * advantage) * stale
        entropy = choice.entropy()
        losses = [-objective.sum() / amount, -self._entropy_coeff * entropy.sum() / amount]
        # Always present, so that the metrics of all runs have the same columns.
        losses.append(log_prob.new_zeros(()))
        if self.reference is not None:
            # Kullback-Leibler divergence, over the legal actions of all frames.
            logs = choice.log_probs.flatten()[sent["slots"]]
            divergence = (logs.exp() * (logs - batch.reference[sent["legal"]])).sum()
            losses[2] = self.config.kl_coeff * divergence / amount
        is_clipped = (ratio != clipped).to(ratio.dtype)
        logged = [x.sum() / amount for x in (entropy, -change, is_clipped)]
        return torch.stack(losses).sum(), torch.stack([*losses, *logged]).detach()

    @torch.no_grad()
    def _weigh(
        self, compared: GroupReturns, choice: MaskedCategorical, action: Tensor, factor: Tensor
    ) -> None:
        """Set the weights of derivations from the logits of their frames [B]."""
        if self.baseline.needs != "logits":
            return
        # The gradient scales with a frame's weight, its squared norm with the weight's square.
        each = logit_norms(choice.log_probs, action) * factor.square()
        compared.frame_weights = each
        whole = each.new_zeros(compared.returns.numel())
        # Sum over the frames of each derivation: [B] -> [M * G].
        whole.index_put_((compared.trajectory,), each, accumulate=True)
        compared.weights = whole.view_as(compared.returns)

    # ---- checkpoints

    def state_dict(self) -> dict[str, Any]:
        """Return the optimizer, open and waiting groups and the reference as well."""
        return {
            **super().state_dict(),
            "optimizer": self.learner.optimizer.state_dict(),
            "buffer": self.buffer.state_dict(),
            "waiting": [part.state_dict() for part in self._waiting],
            "n_waited": self._n_waited,
            "reference": None if self.reference is None else self.reference.state_dict(),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """See :class:`.Algorithm`."""
        super().load_state_dict(state)
        self.learner.optimizer.load_state_dict(state["optimizer"])
        read = self.policy.head.read
        self.buffer.load_state_dict(state["buffer"], read)
        self._waiting = [Groups.from_state(part, read) for part in state["waiting"]]
        self._n_waited = state["n_waited"]
        if self.reference is not None:
            self.reference.load_state_dict(state["reference"])
