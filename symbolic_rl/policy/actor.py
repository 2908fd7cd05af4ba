"""The policy as TorchRL sees it: observations in, action, log-probability and value out.

The policy owns the device. Observations come from the environment on the CPU and are packed
there; the packed integers go to the policy's device without waiting, and actions, log-probabilities
and values come back in one copy, the only point at which anything waits. On the CPU nothing is
copied.
"""

from time import perf_counter
from typing import Any

import torch
from tensordict import TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torch import Tensor
from torchrl.envs.utils import ExplorationType, exploration_type

from symbolic_rl.errors import RunError
from symbolic_rl.policy.categorical import MaskedCategorical
from symbolic_rl.policy.clause import ClauseHead
from symbolic_rl.policy.packing import Packing
from symbolic_rl.policy.resolvent import ResolventHead

GREEDY = (ExplorationType.DETERMINISTIC, ExplorationType.MODE)


class DerivationPolicy(TensorDictModuleBase):  # type: ignore[misc]
    """Chooses candidates; samples them, or takes the most probable one.

    Args:
        head: the network.
        name: the name of the head in the registry.
        greedy: always take the most probable action. TorchRL's
            ``set_exploration_type(ExplorationType.DETERMINISTIC)`` does the same for a block.
    """

    def __init__(
        self, head: ResolventHead | ClauseHead, *, name: str, greedy: bool = False
    ) -> None:
        self.in_keys = ["goals", "clauses", "action_mask"]
        if head.needs_candidates:
            self.in_keys.insert(1, "candidates")
        self.out_keys = ["action", "action_log_prob", "state_value"]
        super().__init__()
        self.head = head
        self.name = name
        self.greedy = greedy
        self.seconds = 0.0

    @property
    def needs_candidates(self) -> bool:
        """Whether the observation must have the key ``candidates``."""
        return self.head.needs_candidates

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.head.parameters()).device

    @torch.no_grad()
    def forward(self, td: TensorDictBase) -> TensorDictBase:
        """Write ``action``, ``action_log_prob`` and ``state_value`` into ``td``."""
        start = perf_counter()
        logits, values = self.head(self.head.pack(td).take(None, self.device))
        choice = MaskedCategorical(logits)
        is_greedy = self.greedy or exploration_type() in GREEDY
        action = choice.mode if is_greedy else choice.sample()
        log_prob = choice.log_prob(action)
        source = td.get("goals").device
        if source != values.device:
            packed = torch.stack([action.to(values.dtype), log_prob, values]).to(source)
            action, log_prob, values = packed[0].long(), packed[1], packed[2]
        td.set("action", action)
        td.set("action_log_prob", log_prob)
        td.set("state_value", values.unsqueeze(-1))
        self.seconds += perf_counter() - start
        return td

    def pack(self, observation: TensorDictBase, trajectory: Tensor | None = None) -> Packing[Any]:
        """Pack a flat batch of observations, to :meth:`evaluate` parts of it.

        Args:
            observation: [B].
            trajectory: [B] numbers below 2**22: keep what different ones share apart, as gradients
                of single trajectories need it.
        """
        return self.head.pack(observation, trajectory)

    def evaluate(
        self, packing: Packing[Any], frames: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return logits [B, A] and values [B] of these frames, with gradients."""
        logits, values = self.head(packing.take(frames, self.device))
        return logits, values

    def get_dist(self, td: TensorDictBase) -> MaskedCategorical:
        """Return the distribution over actions, as TorchRL's losses ask for it."""
        return MaskedCategorical(self.evaluate(self.pack(td))[0])

    @torch.no_grad()
    def log_probabilities(self, td: TensorDictBase) -> Tensor:
        """Return log-probabilities [B, A] on the observation's device, for a search."""
        return self.get_dist(td).log_probs.to(td.get("goals").device)

    @torch.no_grad()
    def values(self, goals: Tensor) -> Tensor:
        """Return the values [B] of states ``goals`` [B, G, W], on their device."""
        packing: Packing[Any] = self.head.pack_states(goals)
        return self.head.values(packing.take(None, self.device)).to(goals.device)

    def load_weights(self, weights: dict[str, Any], *, where: str) -> None:
        """Put the weights of a checkpoint into the network.

        Args:
            weights: what ``policy.head.state_dict()`` gave.
            where: the run they come from, for the error.

        Raises:
            RunError: they are those of another network.
        """
        try:
            self.head.load_state_dict(weights)
        except RuntimeError as error:
            raise RunError(
                "The checkpoint's weights do not fit the policy of this version.",
                where,
                "use the version that made the run (config.json names it), or train again.",
            ) from error
