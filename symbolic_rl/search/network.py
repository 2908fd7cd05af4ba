"""Weights of a policy for C, which asks it beside a search (``prolog/wire/network.c``)."""

import ctypes as c
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.structs import NetworkStruct, address
from symbolic_rl.play.views import Viewer
from symbolic_rl.program.vocabulary import ATOM_ID, N_LITERAL_BUCKETS

if TYPE_CHECKING:
    from symbolic_rl.policy.head import Head

WIDEST = 1024
"""Width of embeddings up to which C has room."""
_versions = count(1)

ARRAYS = (
    "places",
    "goal_bias",
    "resolvent",
    "resolvent_bias",
    "state",
    "state_bias",
    "clauses",
    "clause_bias",
    "value_hidden",
    "value_hidden_bias",
    "value",
    "value_bias",
)
"""Names of the arrays of :class:`NetworkWeights`."""


@dataclass(frozen=True)
class NetworkWeights:
    """Copy of a head's weights: the plain matrices of :class:`.PlainWeights`, float32 in numpy.

    D is the width of embeddings, S the number of symbols, W of slots of a goal, C of clauses.
    """

    places: NDArray[np.float32]
    """[rows, D]"""
    goal_bias: NDArray[np.float32]
    """[D]; [0] where there is none."""
    resolvent: NDArray[np.float32]
    """[2 D, D]"""
    resolvent_bias: NDArray[np.float32]
    """[D]"""
    state: NDArray[np.float32]
    """[D, D]"""
    state_bias: NDArray[np.float32]
    """[D]"""
    clauses: NDArray[np.float32]
    """[C, D]"""
    clause_bias: NDArray[np.float32]
    """[C]"""
    value_hidden: NDArray[np.float32]
    """[D, D]; [0] where there is none."""
    value_hidden_bias: NDArray[np.float32]
    """[D]; [0] where there is none."""
    value: NDArray[np.float32]
    """[D]"""
    value_bias: NDArray[np.float32]
    """[1]"""
    n_symbols: int
    """S"""
    reads_candidates: bool
    compares: bool
    first_name: int

    @classmethod
    def of(cls, head: "Head") -> Self | None:
        """Return the weights of a head, copied from its device; None if C does not know it."""
        plain = head.plain_weights()
        if plain is None or plain.state_bias.numel() > WIDEST:
            return None
        arrays: dict[str, NDArray[np.float32]] = {}
        for name in ARRAYS:
            tensor = getattr(plain, name)
            empty = np.zeros(0, np.float32)
            arrays[name] = empty if tensor is None else tensor.detach().float().cpu().numpy()
        return cls(
            **{name: np.array(array, order="C") for name, array in arrays.items()},
            n_symbols=plain.n_symbols,
            reads_candidates=head.needs_candidates,
            compares=plain.compares,
            first_name=plain.first_name,
        )

    def expect(self, goal_width: int) -> None:
        """Refuse weights that C would read beyond their end, or that are no numbers.

        Args:
            goal_width: slots of a goal.

        Raises:
            ValueError: names what is wrong.
        """
        dim, n_clauses = self.state_bias.size, self.clause_bias.size
        if not 0 < dim <= WIDEST or not self.first_name >= 0 or self.n_symbols < 1:
            raise ValueError("sizes out of range")
        rows = (self.n_symbols + goal_width * self.compares) * goal_width
        shapes: Mapping[str, tuple[tuple[int, ...], ...]] = {
            "places": ((rows, dim),),
            "goal_bias": ((dim,), (0,)),
            "resolvent": ((2 * dim, dim),),
            "resolvent_bias": ((dim,),),
            "state": ((dim, dim),),
            "state_bias": ((dim,),),
            "clauses": ((n_clauses, dim),),
            "clause_bias": ((n_clauses,),),
            "value_hidden": ((dim, dim), (0,)),
            "value_hidden_bias": ((dim,) if self.value_hidden.size else (0,),),
            "value": ((dim,),),
            "value_bias": ((1,),),
        }
        for name, allowed in shapes.items():
            array = getattr(self, name)
            if array.shape not in allowed or array.dtype != np.float32:
                raise ValueError(f"{name} has another shape")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} is not finite")
        if not n_clauses:
            raise ValueError("no clauses")


class Network:
    """Network in C (``network_t``) with given weights.

    Args:
        weights: its weights, which fit the view.
        viewer: lays out the goals of states, in C.
        clauses: clause ids of training, by clause of the program.
        n_actions: width of the action window.
    """

    def __init__(
        self,
        weights: NetworkWeights,
        viewer: Viewer,
        clauses: NDArray[np.int32],
        n_actions: int,
    ) -> None:
        dim = weights.state_bias.size
        arrays = {
            "places": weights.places,
            "selected": weights.resolvent[:dim],
            "behind": weights.resolvent[dim:],
            "resolvent_bias": weights.resolvent_bias,
            "state": weights.state,
            "state_bias": weights.state_bias,
            "clauses": weights.clauses,
            "clause_bias": weights.clause_bias,
            "value": weights.value,
            "value_bias": weights.value_bias,
        }
        for name in ("goal_bias", "value_hidden", "value_hidden_bias"):
            if getattr(weights, name).size:
                arrays[name] = getattr(weights, name)
        self._kept = weights, viewer, clauses  # C holds their addresses
        at: dict[str, Any] = {name: address(array, np.float32) for name, array in arrays.items()}
        self._struct = NetworkStruct(
            view=viewer.address,
            clause_ids=address(clauses, np.int32),
            n_program_clauses=clauses.size,
            version=next(_versions),
            dim=dim,
            n_actions=n_actions,
            n_symbols=weights.n_symbols,
            n_clauses=weights.clause_bias.size,
            reads_candidates=weights.reads_candidates,
            compares=weights.compares,
            first_name=weights.first_name,
            first_new_name=ATOM_ID,
            end_new_names=ATOM_ID + N_LITERAL_BUCKETS,
            **at,
        )

    @property
    def address(self) -> int:
        """Address of the ``network_t``."""
        return c.addressof(self._struct)
