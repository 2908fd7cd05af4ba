"""Imitation of proofs: cross-entropy on the choices of the shortest known proof of each query.

The learning half of expert iteration (Anthony, Tian and Barber, 2017): searches that the policy
guides find proofs, the policy imitates them, and the better policy finds more. Keeping the shortest
proof of each query follows the bootstrap of Orseau and Lelis (2021).

Searches raise the policy's probabilities to a power of at most 1, fitted on each round's new proofs
before they are imitated: that is how sure the policy may be of what it has not seen.

Dimension key: F frames of new proofs, B frames of a gradient step, A actions of the window.
"""

from dataclasses import replace
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.averages import WeightAverage
from symbolic_rl.learn.learner import Learner
from symbolic_rl.learn.power import best_power, reading_of
from symbolic_rl.policy import DerivationPolicy

DECAY = 0.99
"""Share of the average of the weights that a gradient step keeps."""

EPOCHS = 16
"""Draws of each frame of proof in a round, at most: few proofs are soon learned by heart."""

HELD_OUT = 1024
"""Frames of proofs on which the power of the policy is fitted, before they are imitated."""

LEAST_POWER = 0.1
"""Lower bound of the power; it is at most 1."""

VALUE_SHARE = 0.1
"""Share of the squared error of the values, log(1 + inferences left), in the loss."""

SURE_DIVISOR = 2
"""A round that had little to teach has at most this part of the gradient steps."""

PREDICTED = 0.05
"""Mean loss on new proofs below which they teach little, where every search found one: the policy
gives their choices a probability of 0.95."""


class ProofBuffer:
    """Frames of one proof of each query, drawn from uniformly.

    A proof that is replaced leaves places that the next proofs are written to: the buffer grows
    with the queries that are proved, not with the rounds of training.

    Dimension key: P places of the storage, L places in use, F frames of new proofs.
    """

    def __init__(self) -> None:
        self._frames: TensorDictBase = TensorDict(batch_size=[0])
        """[P]"""
        self._places: dict[int, Tensor] = {}
        """Query -> places of its frames."""
        self._live = torch.zeros(0, dtype=torch.int64)
        """[L] places of all queries."""
        self._free = torch.zeros(0, dtype=torch.int64)
        """[P - L]"""

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, query: int) -> bool:
        return query in self._places

    def replace(self, frames: TensorDictBase) -> None:
        """Keep ``frames`` [F] in place of the known ones of their queries, by the key ``query``."""
        queries = frames.get("query")
        numbers = list(dict.fromkeys(queries.tolist()))  # in order, so that a resumed run agrees
        left = [self._places.pop(query) for query in numbers if query in self._places]
        self._free = torch.cat([self._free, *left])
        self._grow(frames)
        places, self._free = self._free[: len(frames)], self._free[len(frames) :]
        self._frames[places] = frames
        self._places |= {query: places[queries == query] for query in numbers}
        self._live = torch.cat(list(self._places.values()))

    def _grow(self, frames: TensorDictBase) -> None:
        """Make room for ``frames``: at least twice the places, so that few frames are copied."""
        missing, n = len(frames) - len(self._free), len(self._frames)
        if missing <= 0:
            return
        grown = frames.new_empty(n + max(n, missing))  # memory is committed when it is written
        if n:
            grown[:n] = self._frames
        self._free = torch.cat([self._free, torch.arange(n, len(grown))])
        self._frames = grown

    def sample(self, n: int) -> TensorDictBase:
        """Return [n] frames, drawn with replacement."""
        frames: TensorDictBase = self._frames[self._live[torch.randint(len(self._live), (n,))]]
        return frames

    def state(self) -> dict[str, Any]:
        """Return the frames [L] that are kept, for :meth:`load`."""
        return self._frames[self._live].to_dict() if len(self) else {}

    def load(self, state: dict[str, Any]) -> None:
        """Keep the frames of :meth:`state`."""
        if state:
            self.replace(TensorDict(state, batch_size=[len(state["query"])]))


class Imitation:
    """Cross-entropy on the choices of proofs, by AdamW at a constant learning rate.

    Searches use the average of the weights (:mod:`symbolic_rl.learn.averages`), which is in the
    policy whenever no step is taken.

    >>> from symbolic_rl.play.problem import load_problem
    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> policy = make_policy("clause", PolicyShape.for_problem(load_problem("countries_s1")), dim=8)
    >>> Imitation(policy, TrainConfig(imitation_steps=40)).describe()
    'imitates proofs: at most 40 gradient steps of 256 frames after each round of searches'
    """

    LOGGED = ("loss_imitation", "accuracy")

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        self.policy, self.config = policy, config
        self.ranks = ranks or Ranks()
        self.seconds = {"update": 0.0}
        self.learner = Learner(policy, config, ranks=self.ranks)
        self.buffer = ProofBuffer()
        self.average = WeightAverage(self.learner.parameters, decay=DECAY)
        self._held: list[Tensor] = []
        """Logits [F, A] of the last frames that were new, and their actions [F]."""

    def describe(self) -> str:
        """See :class:`.Algorithm`."""
        config = self.config
        line = (
            f"imitates proofs: at most {config.imitation_steps} gradient steps of "
            f"{config.imitation_frames} frames after each round of searches"
        )
        return "\n".join(filter(None, [line, self.learner.describe()]))

    def learn(
        self, batch: TensorDictBase, *, progress: float, success: float = 0.0
    ) -> dict[str, float]:
        """Keep the frames of new proofs [F], and take the steps of a round.

        Args:
            batch: observations, ``action`` [F] and ``query`` [F], the number of the query.
            progress: not used; the learning rate stays what it is.
            success: share of the round's searches that found a proof.

        Raises:
            RunError: losses or norms are not finite.
        """
        start = self.ranks.clock()
        loss_new = self._hold_out(batch)
        if len(batch):
            self.buffer.replace(batch)
        means = [float("nan")] * (len(self.LOGGED) + 1)
        n_steps = self._n_steps(success, loss_new)
        if n_steps:
            sums = torch.zeros(len(self.LOGGED) + 1, device=self.policy.device)
            with self.average.while_training():
                for _ in range(n_steps):
                    sums += self._step()
                    self.average.update()
            means = self.learner.totals(sums / n_steps)
            self.learner.expect_finite(means)
            self.policy.reading = replace(self.policy.reading, steps_to_go=True)
        self.seconds["update"] += self.ranks.clock() - start
        return {
            **dict(zip((*self.LOGGED, "grad_norm"), means, strict=True)),
            "loss_new": loss_new,
            "power": self.policy.reading.sharpness,
            "steps": n_steps,
            "frames": n_steps * self.config.imitation_frames,
            "proof_frames": len(self.buffer),
        }

    def _n_steps(self, success: float, loss_new: float) -> int:
        """Return the steps of a round: each frame is drawn ``EPOCHS`` times at most, on average."""
        config = self.config
        useful = -(-EPOCHS * len(self.buffer) // config.imitation_frames)
        most = config.imitation_steps
        if success == 1 and loss_new < PREDICTED:
            most = -(-most // SURE_DIVISOR)
        return min(most, useful)

    def _hold_out(self, batch: TensorDictBase) -> float:
        """Return the loss on frames of queries that were not imitated yet, and fit the power.

        Whatever is imitated is soon known by heart, and a policy that is as sure of what it has not
        seen keeps searches from looking elsewhere.
        """
        is_new = torch.tensor([q not in self.buffer for q in batch.get("query").tolist()])
        if not is_new.any() or not len(self.buffer):
            return float("nan")
        frames = batch[is_new]
        step = -(-len(frames) // HELD_OUT)
        frames, action = frames[::step], frames[::step].get("action")
        logits = self.policy.log_probabilities(frames).float()
        logits = logits.masked_fill(~frames.get("action_mask"), -torch.inf)
        latest = [logits, action]
        held = self._held or [tensor[:0] for tensor in latest]
        self._held = [torch.cat(both)[:HELD_OUT] for both in zip(latest, held, strict=True)]
        self._fit()
        return cross_entropy(logits, action).item()

    def _fit(self) -> None:
        if self._held:
            logits, chosen = self._held
            power = best_power(logits, chosen, LEAST_POWER, 1.0)
            self.policy.reading = reading_of(power, steps_to_go=True)

    def _step(self) -> Tensor:
        frames = self.buffer.sample(self.config.imitation_frames)
        packing = self.policy.pack(frames.select(*self.policy.in_keys))
        steps = frames.get("to_go").float().log1p()
        inputs, there = self.policy.send(
            packing.take(None), action=frames.get("action"), steps=steps
        )
        self.learner.zero_grad()

        def losses() -> tuple[Tensor, tuple[Tensor, Tensor]]:
            logits, values = self.learner.evaluate(inputs)
            loss = cross_entropy(logits, there["action"])
            off = mse_loss(values, there["steps"])
            return loss + VALUE_SHARE * off, (loss, logits)

        loss, logits = self.learner.differentiate(losses)
        norm = self.learner.step()
        with torch.no_grad():
            accuracy = (logits.argmax(-1) == there["action"]).float().mean()
            return torch.stack([loss.detach(), accuracy, norm])

    def state_dict(self) -> dict[str, Any]:
        """See :class:`.Algorithm`."""
        return {
            "optimizer": self.learner.optimizer.state_dict(),
            "average": self.average.state_dict(),
            "proofs": self.buffer.state(),
            "held_out": self._held,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """See :class:`.Algorithm`."""
        self.learner.optimizer.load_state_dict(state["optimizer"])
        self.average.load_state_dict(state["average"])
        self.buffer.load(state["proofs"])
        self._held = state["held_out"]
        self._fit()
