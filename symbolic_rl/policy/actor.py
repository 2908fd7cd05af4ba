"""Policy as a TorchRL module: observations in; actions, log-probabilities and values out.

Observations come from the environment on the CPU and are packed there; :mod:`.transfer` takes the
packed integers to the policy's device without waiting, and the results back: only there the host
waits. A learner may ask to keep observations on the device, so that an update does not send them
again. On the CPU the same code copies nothing.
"""

from collections import deque
from time import perf_counter
from typing import Any, NamedTuple

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torch import Tensor
from torchrl.envs.utils import ExplorationType, exploration_type

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.policy.head import Head
from symbolic_rl.policy.packing import Packing
from symbolic_rl.policy.shape import MaskedCategorical
from symbolic_rl.policy.transfer import DirectTransfer, Transfer, open_transfer

GREEDY = (ExplorationType.DETERMINISTIC, ExplorationType.MODE)


class ResidentStep(NamedTuple):
    """Step whose observations have stayed on the device."""

    observation: dict[str, Tensor]
    action_log_prob: Tensor
    """[N] float32 on the host; with the values it identifies the rollout of the step."""
    state_value: Tensor
    """[N, 1] float32 on the host."""


class DerivationPolicy(TensorDictModuleBase):  # type: ignore[misc]
    """Policy that samples candidates, or takes the most probable one.

    Args:
        head: the network.
        name: key of the head in ``HEADS``.
        greedy: always take the most probable action, as TorchRL's
            ``set_exploration_type(ExplorationType.DETERMINISTIC)`` asks for within a block.
    """

    def __init__(self, head: Head, *, name: str, greedy: bool = False) -> None:
        self.in_keys = ["goals", "clauses", "action_mask"]
        if head.needs_candidates:
            self.in_keys.insert(1, "candidates")
        self.out_keys = ["action", "action_log_prob", "state_value"]
        super().__init__()
        self.head = head
        self.name = name
        self.greedy = greedy
        self.reading = SearchConfig()
        """Reading by guided search, as the run has fitted it."""
        self.longest_proof = 0
        """Inferences of the longest proof that it has learned from; 0 where it learned from none.
        Evaluations allow it twice as many, where their own limit is below that."""
        self._spent = 0.0
        self.rows_of_run: tuple[int, int] | None = None
        """(first row of this rank, rows of all ranks), if ranks share the rows of a run."""
        self._transfer: Transfer | None = None
        self._resident: deque[ResidentStep] = deque(maxlen=0)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without slabs, events and resident steps: they belong to a process."""
        empty: deque[ResidentStep] = deque(maxlen=self._resident.maxlen)
        return {**self.__dict__, "_transfer": None, "_resident": empty}

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds spent on acting: on computing, on transfers and on waiting for them."""
        way = self._transfer or DirectTransfer(self.device)
        computing = self._spent - way.transfer_s - way.wait_s
        return {"policy": computing, "transfer": way.transfer_s, "wait": way.wait_s}

    @property
    def needs_candidates(self) -> bool:
        """True if observations must have the key ``candidates``."""
        return self.head.needs_candidates

    @property
    def device(self) -> torch.device:
        """Device of the weights."""
        return next(self.head.parameters()).device

    @torch.no_grad()
    def forward(self, td: TensorDictBase) -> TensorDictBase:
        """Choose actions for observations [N].

        Writes ``action`` [N] int64, ``action_log_prob`` [N] and ``state_value`` [N, 1] into ``td``,
        on the device of its observations.
        """
        start = perf_counter()
        logits, values, there = self._logits(td)
        choice = MaskedCategorical(logits)
        is_greedy = self.greedy or exploration_type() in GREEDY
        action = choice.mode if is_greedy else self._sample(choice)
        columns = [action, choice.log_prob(action), values]
        if td.get("goals").device.type == "cpu":
            columns = self.transfer.down(*(column.float() for column in columns))
        action, log_prob, values = columns
        td.set("action", action.long())
        td.set("action_log_prob", log_prob)
        td.set("state_value", values.unsqueeze(-1))
        if there:
            self._resident.append(ResidentStep(there, log_prob, values.unsqueeze(-1)))
        self._spent += perf_counter() - start
        return td

    def _sample(self, choice: MaskedCategorical) -> Tensor:
        if not self.rows_of_run:
            return choice.sample()
        # Every rank draws the numbers of all rows: N ranks then sample what one process would.
        first, total = self.rows_of_run
        device = choice.log_probs.device
        return choice.draw(torch.rand(total, device=device)[first:][: len(choice.log_probs)])

    @property
    def transfer(self) -> Transfer:
        """Transfer to the device of the weights."""
        if self._transfer is None or self._transfer.device != self.device:
            self._transfer = open_transfer(self.device)
            self._resident.clear()
        return self._transfer

    def keep_rollouts(self, n_steps: int) -> None:
        """Keep the observations of the last ``n_steps`` on the device, unless it is the CPU."""
        self._resident = deque(maxlen=n_steps)

    @property
    def _keeps_rollouts(self) -> bool:
        return bool(self._resident.maxlen) and self.device.type != "cpu"

    def take_observations(self, batch: TensorDictBase) -> TensorDict:
        """Return the observations of a rollout [N, T] flat [N * T], and forget resident steps.

        They are on the policy's device if the resident steps are those of this rollout, else on the
        device of ``batch``.
        """
        resident, n_frames = list(self._resident), batch.numel()
        self._resident.clear()
        if not is_rollout(resident, batch):
            flat = {key: batch.get(key).flatten(0, 1) for key in self.in_keys}
            return TensorDict(flat, [n_frames])
        steps = {key: [step.observation[key] for step in resident] for key in self.in_keys}
        stacked = {key: torch.stack(tensors, 1).flatten(0, 1) for key, tensors in steps.items()}
        return TensorDict(stacked, [n_frames])

    def _logits(self, td: TensorDictBase) -> tuple[Tensor, Tensor, dict[str, Tensor]]:
        """Return logits and values on the policy's device, and the observation to keep there."""
        source = td.get("goals").device
        inputs = self._packed(td).take(None, source)
        if source.type != "cpu":  # the environment is on the device too
            return *self.head(inputs), {}
        shown = {key: td.get(key) for key in self.in_keys} if self._keeps_rollouts else {}
        packed = {key: x for key, x in inputs._asdict().items() if isinstance(x, Tensor)}
        there = self.transfer.up(packed | shown, ids=self.head.id_dtype)
        arrived: dict[str, Any] = {key: there[key] for key in packed}
        return *self.head(inputs._replace(**arrived)), {key: there[key] for key in shown}

    def _packed(self, observation: TensorDictBase) -> Packing[Any]:
        is_there = observation.get("goals").device.type == "cuda"
        return (self.head.pack_apart if is_there else self.head.pack)(observation)

    def pack(self, observation: TensorDictBase, trajectory: Tensor | None = None) -> Packing[Any]:
        """Pack a flat batch of observations, to :meth:`evaluate` parts of it.

        Args:
            observation: [B].
            trajectory: [B] int64 numbers below 2**21. Rows of different trajectories are not
                merged, as gradients of single trajectories require.
        """
        return self.head.pack(observation, trajectory)

    def evaluate(
        self, packing: Packing[Any], frames: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return logits [B, A] and values [B] of these frames (all for None), with gradients."""
        logits, values = self.head(packing.take(frames, self.device))
        return logits, values

    def get_dist(self, td: TensorDictBase) -> MaskedCategorical:
        """Return the distribution over actions; TorchRL's losses call it."""
        return MaskedCategorical(self.evaluate(self.pack(td))[0])

    @torch.no_grad()
    def log_probabilities(self, td: TensorDictBase) -> Tensor:
        """Return log-probabilities [B, A] on the observation's device."""
        return self.get_dist(td).log_probs.to(td.get("goals").device)

    @torch.no_grad()
    def values(self, goals: Tensor) -> Tensor:
        """Return the values [B] of states ``goals`` [B, G, W], on their device."""
        packing = self.head.pack_states(goals)
        return self.head.values(packing.take(None, self.device)).to(goals.device)

    def load_weights(self, weights: dict[str, Any], *, where: str) -> None:
        """Load the weights of a checkpoint into the network.

        Args:
            weights: state dictionary of a head.
            where: the run they come from, for the error.

        Raises:
            RunError: they belong to another network.
        """
        try:
            self.head.load_state_dict(weights)
        except RuntimeError as error:
            raise RunError(
                "The checkpoint's weights do not fit the policy of this version.",
                where,
                "use the version that made the run (config.json names it), or train again.",
            ) from error


def is_rollout(steps: list[ResidentStep], batch: TensorDictBase) -> bool:
    """Return whether ``steps`` are those of a rollout [N, T], by log-probabilities and values."""
    n_envs, n_steps = batch.shape
    if len(steps) != n_steps or any(len(step.action_log_prob) != n_envs for step in steps):
        return False
    return all(
        torch.equal(torch.stack([getattr(step, key) for step in steps], 1), batch.get(key))
        for key in ("action_log_prob", "state_value")
    )
