"""The policy as TorchRL sees it: observations in, action, log-probability and value out.

The policy owns the device. Observations come from the environment on the CPU and are packed
there; :mod:`.transfer` takes the packed integers to the policy's device without waiting,
and actions, log-probabilities and values back, the only point at which anything waits. A learner
may ask to keep the observations there, so that an update does not send them again. On the CPU it is
the same code, and nothing is copied.
"""

from collections import deque
from time import perf_counter
from typing import Any, NamedTuple

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torch import Tensor
from torchrl.envs.utils import ExplorationType, exploration_type

from symbolic_rl.base.errors import RunError
from symbolic_rl.policy.clause import ClauseHead
from symbolic_rl.policy.packing import Packing
from symbolic_rl.policy.resolvent import ResolventHead
from symbolic_rl.policy.shape import MaskedCategorical
from symbolic_rl.policy.transfer import Direct, Transfer, open_transfer

GREEDY = (ExplorationType.DETERMINISTIC, ExplorationType.MODE)


class ResidentStep(NamedTuple):
    """A step whose observations have stayed on the device."""

    observation: dict[str, Tensor]
    action_log_prob: Tensor
    """[N] on the host; with the values it tells which rollout the step belongs to."""
    state_value: Tensor
    """[N, 1] on the host."""


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
        self._spent = 0.0
        self.rows_of_run: tuple[int, int] | None = None
        """Number of the first row that it acts for, and of all rows, where ranks share them."""
        self._transfer: Transfer | None = None
        self._kept: deque[ResidentStep] = deque(maxlen=0)

    def __getstate__(self) -> dict[str, Any]:
        """Without what belongs to this process: slabs, events and rollouts of a device."""
        kept: deque[ResidentStep] = deque(maxlen=self._kept.maxlen)
        return {**self.__dict__, "_transfer": None, "_kept": kept}

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds spent on acting: computing, to the device and back, and waiting for it."""
        way = self._transfer or Direct(self.device)
        computing = self._spent - way.transfer_s - way.wait_s
        return {"policy": computing, "transfer": way.transfer_s, "wait": way.wait_s}

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
        logits, values, there = self._logits(td)
        choice = MaskedCategorical(logits)
        is_greedy = self.greedy or exploration_type() in GREEDY
        action = choice.mode if is_greedy else self._drawn(choice)
        columns = [action, choice.log_prob(action), values]
        if td.get("goals").device.type == "cpu":
            columns = self.transfer.down(*(column.float() for column in columns))
        action, log_prob, values = columns
        td.set("action", action.long())
        td.set("action_log_prob", log_prob)
        td.set("state_value", values.unsqueeze(-1))
        if there:
            self._kept.append(ResidentStep(there, log_prob, values.unsqueeze(-1)))
        self._spent += perf_counter() - start
        return td

    def _drawn(self, choice: MaskedCategorical) -> Tensor:
        """A sample; of the random numbers that all rows of a run get, those of this rank's."""
        if not self.rows_of_run:
            return choice.sample()
        first, total = self.rows_of_run
        device = choice.log_probs.device
        return choice.drawn_by(torch.rand(total, device=device)[first:][: len(choice.log_probs)])

    @property
    def transfer(self) -> Transfer:
        """The way to the weights' device."""
        if self._transfer is None or self._transfer.device != self.device:
            self._transfer = open_transfer(self.device)
            self._kept.clear()
        return self._transfer

    def keep_rollouts(self, n_steps: int) -> None:
        """Keep the observations of the last steps on the device; on the CPU they are there."""
        self._kept = deque(maxlen=n_steps)

    @property
    def _keeps(self) -> bool:
        return bool(self._kept.maxlen) and self.device.type != "cpu"

    def observations(self, batch: TensorDictBase) -> TensorDict:
        """The observations of a rollout [N, T], flat [N * T], and forget those that were kept.

        They are on the policy's device if this policy made the last T steps of just this rollout
        and was asked to keep them, else where ``batch`` has them.
        """
        kept, n_frames = list(self._kept), batch.numel()
        self._kept.clear()
        if not is_rollout(kept, batch):
            flat = {key: batch.get(key).flatten(0, 1) for key in self.in_keys}
            return TensorDict(flat, [n_frames])
        steps = {key: [step.observation[key] for step in kept] for key in self.in_keys}
        stacked = {key: torch.stack(tensors, 1).flatten(0, 1) for key, tensors in steps.items()}
        return TensorDict(stacked, [n_frames])

    def _logits(self, td: TensorDictBase) -> tuple[Tensor, Tensor, dict[str, Tensor]]:
        """Logits and values on the policy's device, and the observation there if it is kept."""
        source = td.get("goals").device
        inputs = self._packed(td).take(None, source)
        if source.type != "cpu":  # the environment is on the device too
            return *self.head(inputs), {}
        shown = {key: td.get(key) for key in self.in_keys} if self._keeps else {}
        packed = {key: x for key, x in inputs._asdict().items() if isinstance(x, Tensor)}
        there = self.transfer.up(packed | shown, ids=self.head.ids)
        arrived: dict[str, Any] = {key: there[key] for key in packed}
        return *self.head(inputs._replace(**arrived)), {key: there[key] for key in shown}

    def _packed(self, observation: TensorDictBase) -> Packing[Any]:
        """Pack to act: on a CUDA device without waiting for it, where the head can."""
        head = self.head
        if observation.get("goals").device.type == "cuda" and isinstance(head, ResolventHead):
            return head.pack_apart(observation)
        packing: Packing[Any] = head.pack(observation)
        return packing

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


def is_rollout(kept: list[ResidentStep], batch: TensorDictBase) -> bool:
    """Whether the steps are those of a rollout [N, T]: by what was chosen in each frame of it."""
    n_envs, n_steps = batch.shape
    if len(kept) != n_steps or any(len(step.action_log_prob) != n_envs for step in kept):
        return False
    same_choice = torch.equal(
        torch.stack([step.action_log_prob for step in kept], 1), batch.get("action_log_prob")
    )
    values = torch.stack([step.state_value for step in kept], 1)
    return same_choice and torch.equal(values, batch.get("state_value"))
