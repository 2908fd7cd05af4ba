"""Interface of a head, the network of a policy.

Dimension key: see :mod:`symbolic_rl.policy.packing`.
"""

from typing import Any, ClassVar

import torch
from tensordict import TensorDictBase
from torch import Tensor, nn

from symbolic_rl.policy.packing import Packing


class Head(nn.Module):
    """Network with a logit for each legal action and a value for each state.

    ``Head(shape, dim)`` builds it for the sizes of a :class:`.PolicyShape`; ``forward`` takes what
    a packing's ``take`` gives, and returns logits [B, A], minus infinity for illegal actions, and
    values [B], float32 both.
    """

    needs_candidates: ClassVar[bool]
    """True if observations must have the key ``candidates``."""
    ROWS: ClassVar[dict[str, str]]
    """For each layer that the logits depend on, what its rows are: a field of :class:`.Owners`."""
    id_dtype: torch.dtype
    """Type in which ids cross to a device: int16 or int32."""

    def pack(self, observation: TensorDictBase, trajectory: Tensor | None = None) -> Packing[Any]:
        """Pack a flat batch of observations, trajectories [B] apart where they are given."""
        raise NotImplementedError

    def pack_apart(self, observation: TensorDictBase) -> Packing[Any]:
        """Pack a batch of observations on a CUDA device to act, if possible without waiting."""
        return self.pack(observation)

    def pack_states(self, goals: Tensor) -> Packing[Any]:
        """Pack states [B, G, W] for :meth:`values` alone."""
        raise NotImplementedError

    def values(self, inputs: Any) -> Tensor:
        """Return the values [B] alone."""
        raise NotImplementedError

    def prefer_short(self, body_sizes: Tensor, cost: float) -> None:
        """Subtract ``cost`` from the logit of each clause for each goal of its body [n_clauses]."""
        raise NotImplementedError
