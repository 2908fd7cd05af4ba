"""Weights of a policy, copied for C, which asks it beside a search (``prolog/wire/network.c``)."""

import ctypes as c
from itertools import count
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from symbolic_rl.bridge.structs import NetworkStruct, address
from symbolic_rl.play.views_c import CompiledViewer
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.vocabulary import ATOM_ID, N_LITERAL_BUCKETS

WIDEST = 1024
"""Width of embeddings up to which C has room."""
_versions = count(1)


class Network:
    """Copy of a policy's weights for C, made again whenever they have changed.

    Args:
        policy: its head may be one that C does not know.
        viewer: lays out the goals of states, in C.
        clauses: clause ids of training, by clause of the program.
        n_actions: width of the action window.
    """

    def __init__(
        self,
        policy: DerivationPolicy,
        viewer: CompiledViewer,
        clauses: NDArray[np.int32],
        n_actions: int,
    ) -> None:
        self._policy, self._viewer, self._clauses = policy, viewer, clauses
        self._n_actions = n_actions
        self._copied: tuple[tuple[int, int], ...] = ()
        self._arrays: dict[str, NDArray[np.float32]] = {}
        self._struct = NetworkStruct()

    def address(self) -> int | None:
        """Return the address of a ``network_t`` with the weights of now; None if C has none."""
        head = self._policy.head
        weights = [*head.parameters()]
        # Every change in place raises the version of a tensor.
        now = tuple((tensor.data_ptr(), tensor._version) for tensor in weights)
        if now != self._copied and not self._copy():
            return None
        self._copied = now
        return c.addressof(self._struct)

    def _copy(self) -> bool:
        head = self._policy.head
        plain = head.plain_weights() if self._policy.device.type == "cpu" else None
        if plain is None or plain.state_bias.numel() > WIDEST:
            return False
        dim = plain.state_bias.numel()
        arrays: dict[str, Tensor] = {
            "places": plain.places,
            "selected": plain.resolvent[:dim],
            "behind": plain.resolvent[dim:],
            "resolvent_bias": plain.resolvent_bias,
            "state": plain.state,
            "state_bias": plain.state_bias,
            "clauses": plain.clauses,
            "clause_bias": plain.clause_bias,
        }
        if plain.goal_bias is not None:
            arrays["goal_bias"] = plain.goal_bias
        self._arrays = {name: _array(tensor) for name, tensor in arrays.items()}
        fields: dict[str, Any] = {
            name: address(array, np.float32) for name, array in self._arrays.items()
        }
        self._struct = NetworkStruct(
            view=self._viewer.address,
            clause_ids=address(self._clauses, np.int32),
            n_program_clauses=self._clauses.size,
            version=next(_versions),
            dim=dim,
            n_actions=self._n_actions,
            n_symbols=plain.n_symbols,
            n_clauses=plain.clause_bias.numel(),
            reads_candidates=head.needs_candidates,
            compares=plain.compares,
            first_name=plain.first_name,
            first_new_name=ATOM_ID,
            end_new_names=ATOM_ID + N_LITERAL_BUCKETS,
            **fields,
        )
        return True


def _array(tensor: Tensor) -> NDArray[np.float32]:
    array: NDArray[np.float32] = tensor.detach().to(torch.float32).contiguous().numpy().copy()
    return array
