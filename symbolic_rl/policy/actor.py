"""Policy as a TorchRL module: observations in; actions, log-probabilities and values out.

Observations come from the environment on the CPU and are packed there. :mod:`.transfer` takes the
packed integers to the policy's device without waiting, and the results back, which is the only wait
of the host. On the CPU the same code copies nothing.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torch import Tensor
from torchrl.envs.utils import ExplorationType, exploration_type

from symbolic_rl.base.config import SearchSettings
from symbolic_rl.base.devices import fetch
from symbolic_rl.base.errors import ConfigError, RunError
from symbolic_rl.bridge.schema import CandidateKeys, Observation
from symbolic_rl.policy.batch import Batch
from symbolic_rl.policy.head import Head, MaskedCategorical
from symbolic_rl.policy.transfer import Transfer, open_transfer

SLACK = 1.5
"""Capacity of a batch, as a multiple of the largest size so far."""
GREEDY = (ExplorationType.DETERMINISTIC, ExplorationType.MODE)


class DerivationPolicy(TensorDictModuleBase):  # type: ignore[misc]
    """Policy with head ``name`` that samples candidates or, ``greedy``, takes the most probable."""

    def __init__(self, head: Head, *, name: str, greedy: bool = False) -> None:
        self.in_keys = ["goals", "clauses", "action_mask"]
        if head.needs_candidates:
            self.in_keys.insert(1, "candidates")
        if head.needs_structure:
            self.in_keys.insert(-2, "structure")
        self.out_keys = ["action", "action_log_prob", "state_value"]
        super().__init__()
        self.head = head
        self.name = name
        self.greedy = greedy
        self.search_settings = SearchSettings()  # of guided search, as fitted in training
        self.longest_proof = 0
        """Inferences of the longest proof that it has learned from, or 0. Evaluations allow the
        policy twice as many, if their own limit is lower."""
        self._spent = 0.0
        self.rows_of_run: tuple[int, int] | None = None
        """(first row of this rank, rows of all ranks), if ranks share the rows of a run."""
        self.yields_core = False  # True if workers need the core that would wait for the device
        self._transfer: Transfer | None = None
        # Largest sizes of batches on a device, by the number of their rows.
        self._seen: dict[int, tuple[int, ...]] = {}
        self._exceeded: Tensor | None = None
        self._kept: list[Batch] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without slabs and events: they belong to a process."""
        return {**self.__dict__, "_transfer": None, "_kept": None}

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds spent on acting: on computing, on transfers and on waiting for them."""
        way = self._transfer or Transfer(self.device)
        computing = self._spent - way.transfer_s - way.wait_s
        return {"policy": computing, "transfer": way.transfer_s, "wait": way.wait_s}

    @property
    def shown(self) -> CandidateKeys:
        """Keys of candidates that observations must have."""
        return self.head.shown()

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
        n = len(td.get("goals"))
        logits, values = self.head(self._inputs(td))
        logits, values = logits[:n], values[:n]  # capacities may add dummy rows
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
        self._spent += perf_counter() - start
        return td

    def _sample(self, choice: MaskedCategorical) -> Tensor:
        if not self.rows_of_run:
            return choice.sample()
        # Every rank draws the numbers of all rows, so that N ranks sample the same as one process.
        first, total = self.rows_of_run
        device = choice.log_probs.device
        return choice.draw(torch.rand(total, device=device)[first:][: len(choice.log_probs)])

    @property
    def transfer(self) -> Transfer:
        """Transfer to the device of the weights."""
        if self._transfer is None or self._transfer.device != self.device:
            self._transfer = open_transfer(self.device, yields_core=self.yields_core)
        return self._transfer

    def to_device(self, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Copy tensors of the host to the weights' device, in one copy and without a wait."""
        if self.device.type == "cpu" or next(iter(tensors.values())).device.type != "cpu":
            return dict(tensors)
        return self.transfer.up(tensors, ids=self.head.id_dtype)

    def send(self, inputs: Any, **others: Tensor) -> tuple[Any, dict[str, Tensor]]:
        """Copy inputs of the head, and other tensors, to the weights' device in one copy."""
        packed = {key: x for key, x in inputs._asdict().items() if isinstance(x, Tensor)}
        there = self.to_device(packed | others)
        arrived = {key: there[key] for key in packed}
        return inputs._replace(**arrived), {key: there[key] for key in others}

    def send_batch(self, batch: Batch) -> Batch:
        """Copy a batch of the host to the weights' device, in one copy and without a wait.

        What is taken from it there has no ``hash_R``: 64 bits do not cross as an index, and only
        batches that are joined need them.
        """
        if self.device.type == "cpu" or batch.state_B.device.type != "cpu":
            return batch
        kept = {"goal_UW", "clause_C", "action_C", "structure_SF"}
        tensors = {key: x if key in kept else x.long() for key, x in batch.tensors().items()}
        tensors["hash_R"] = torch.arange(len(batch.hash_R))
        there: dict[str, Any] = self.to_device(tensors)
        return replace(batch, **there)

    def _expect_keys(self, observation: TensorDictBase) -> None:
        """Raise ConfigError if an observation lacks a key; without it, logits would differ."""
        for key in self.in_keys:
            if observation.get(key) is None:
                raise ConfigError(
                    f"the policy reads the key {key!r}, which the observation lacks.",
                    f"policy {self.name}",
                    "make the environment with with_candidates=policy.shown.",
                )

    def _inputs(self, observation: TensorDictBase) -> Any:
        """Pack observations on their device, and return the inputs of the head."""
        self._expect_keys(observation)
        goals = observation.get("goals")
        if goals.device.type == "cpu":
            batch = self.head.batch(observation)
            if self._kept is not None:
                self._kept.append(batch.small(self.head.id_dtype))
            return self.send(batch.take(None))[0]
        seen = self._seen.get(len(goals))
        if self._exceeded is not None and seen is not None:
            capacity = tuple(int(SLACK * size) + 64 for size in seen)
            return self.head.inputs_within(observation, capacity, self._exceeded)
        # First batches of this size: fetch exact sizes, and remember the largest.
        counts = self.head.counts(observation)
        sizes = tuple(fetch(*counts)) if counts else ()
        self._seen[len(goals)] = tuple(map(max, sizes, seen or sizes))
        # These capacities are exact, so nobody reads this flag.
        fits = torch.zeros((), dtype=torch.bool, device=goals.device)
        return self.head.inputs_within(observation, sizes, fits)

    @contextmanager
    def deferring(self, exceeded: Tensor) -> Iterator[None]:
        """Wait for nothing in a block, with observations on the device.

        Batches get capacities from the largest sizes so far. If one is too small, ``exceeded`` []
        becomes True, and the chosen actions must not be used.
        """
        self._exceeded = exceeded
        try:
            yield
        finally:
            self._exceeded = None

    @contextmanager
    def keeping(self) -> Iterator[list[Batch]]:
        """Yield a list that receives the packed observations of each call within a block."""
        self._kept = kept = list[Batch]()
        try:
            yield kept
        finally:
            self._kept = None

    def batch(self, observation: TensorDictBase) -> Batch:
        """Batch flat observations [B], for :meth:`evaluate` to take parts of."""
        return self.head.batch(observation)

    def packed(self, observation: Observation) -> Batch:
        """Pack an observation on the host, in small types, to be kept."""
        tensors = {key: torch.from_numpy(x) for key, x in observation.arrays().items()}
        batch = self.head.batch(TensorDict(tensors, [len(observation.goals)]))
        return batch.small(self.head.id_dtype)

    def evaluate(self, batch: Batch, frames: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits [B, A] and values [B] of these frames (all for None), with gradients."""
        inputs, _ = self.send(batch.take(frames))
        logits, values = self.head(inputs)
        return logits, values

    def get_dist(self, td: TensorDictBase) -> MaskedCategorical:
        """Return the distribution over actions; TorchRL's losses call it."""
        self._expect_keys(td)
        return MaskedCategorical(self.evaluate(self.batch(td))[0])

    @torch.no_grad()
    def log_probabilities(self, td: TensorDictBase) -> Tensor:
        """Return log-probabilities [B, A] on the observation's device, without gradients."""
        return self.log_probabilities_and_values(self.batch(td))[0]

    @torch.no_grad()
    def log_probabilities_and_values(
        self, batch: Batch, frames: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return log-probabilities [B, A] and values [B] of these frames on the batch's device."""
        logits, values = self.evaluate(batch, frames)
        logs = MaskedCategorical(logits).log_probs
        both = self._back(torch.cat([logs, values.unsqueeze(-1)], -1), batch.state_B)
        return both[..., :-1], both[..., -1]

    @torch.no_grad()
    def values(self, goals: Tensor) -> Tensor:
        """Return the values [B] of states ``goals`` [B, G, W], on their device."""
        inputs, _ = self.send(self.head.batch_states(goals).take(None))
        return self._back(self.head.values(inputs), goals)

    def _back(self, result: Tensor, observed: Tensor) -> Tensor:
        """Return a result on the device of its observation."""
        return self.transfer.down(result)[0] if observed.device.type == "cpu" else result

    def load_weights(self, weights: dict[str, Any], *, where: str) -> None:
        """Load the weights of a checkpoint, or raise RunError: they are of another network."""
        try:
            self.head.load_state_dict(weights)
        except RuntimeError as error:
            raise RunError(
                "The checkpoint's weights do not fit the policy of this version.",
                where,
                "use the version that made the run (config.json names it), or train again.",
            ) from error
