"""Interface of a head, the network of a policy.

Dimension key: see :mod:`symbolic_rl.policy.packing`.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from tensordict import TensorDictBase
from torch import Tensor, nn

from symbolic_rl.policy.packing import Packing


@dataclass(frozen=True, kw_only=True)
class PlainWeights:
    """Weights of a head as the plain matrices from which C computes its logits (``network.c``).

    D is the width of embeddings, S the number of symbols, W of slots of a goal, C of clauses. All
    are float32 on the CPU; a layer's input comes first.
    """

    places: Tensor
    """Rows [D]: what a symbol in a slot adds to the encoding of its goal. Clause heads have them by
    slot * S + symbol, and behind these by pairs of equal slots; others by symbol * W + slot."""
    goal_bias: Tensor | None
    """[D], with a ReLU behind it."""
    resolvent: Tensor
    """[2 D, D] from the selected goal and the sum of those behind it."""
    resolvent_bias: Tensor
    """[D]"""
    state: Tensor
    """[D, D] from a state's encoding, behind a ReLU, to what clauses or candidates multiply."""
    state_bias: Tensor
    """[D]"""
    clauses: Tensor
    """[C, D]"""
    clause_bias: Tensor
    """[C]"""
    value_hidden: Tensor | None
    """[D, D] from a state's encoding, with a ReLU behind it; None where the value is read from what
    clauses multiply."""
    value_hidden_bias: Tensor | None
    """[D]"""
    value: Tensor
    """[D]"""
    value_bias: Tensor
    """[1]"""
    n_symbols: int
    """S"""
    compares: bool = False
    """True if equal slots add to the encoding of a goal."""
    first_name: int = 0
    """Symbol that stands for all names, where equal slots are read."""


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
        """Pack a batch of observations on a CUDA device to act, waiting once at most."""
        return self.pack(observation)

    def sizes_of(self, packing: Any) -> tuple[int, ...] | None:
        """Return the sizes of a batch packed apart that depend on data; None: use no room."""
        return None

    def inputs_within(
        self, observation: TensorDictBase, room: tuple[int, ...], exceeded: Tensor
    ) -> Any:
        """Pack a batch to act without waiting, in room for such sizes.

        The logits and values of the batch come first; what they are of behind it has no meaning.
        ``exceeded`` [] is set where there was too little room: then none of them has.
        """
        raise NotImplementedError

    def pack_states(self, goals: Tensor) -> Packing[Any]:
        """Pack states [B, G, W] for :meth:`values` alone."""
        raise NotImplementedError

    def values(self, inputs: Any) -> Tensor:
        """Return the values [B] alone."""
        raise NotImplementedError

    def plain_weights(self) -> PlainWeights | None:
        """Return the weights for C; None where C does not know this network."""
        return None

    def prefer_short(self, body_sizes: Tensor, cost: float) -> None:
        """Subtract ``cost`` from the logit of each clause for each goal of its body [n_clauses]."""
        raise NotImplementedError
