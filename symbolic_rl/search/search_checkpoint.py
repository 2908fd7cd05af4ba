"""Search checkpoint: the part of a trained run that searches need, without torch.

It holds the ids of symbols and clauses in training, the view, the search settings and the weights
for C. So a goal is searched without the training queries, and before torch is imported.
"""

import ctypes as c
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import cache
from itertools import count
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig, SearchSettings
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.bridge.structs import NetworkStruct, address
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.known_ids import KnownIds, Trained
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.views import Viewer
from symbolic_rl.policy.weights import ARRAYS, NetworkWeights
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import ATOM_ID, N_LITERAL_BUCKETS
from symbolic_rl.search.base import Advice, Order, Page, SpaceOrder

_versions = count(1)
_SCALARS: dict[str, Any] = {
    one.name: one.type for one in fields(NetworkWeights) if one.name not in ARRAYS
}
"""Fields of :class:`NetworkWeights` that are no arrays, and their types."""


def viewer_of(trained: Problem | Trained, program: Program) -> Viewer:
    """Return a viewer that shows the symbols of ``program`` with the ids of a training."""
    return Viewer(trained.ids.view, trained.ids.translated(program.vocabulary))


@dataclass(frozen=True)
class SearchCheckpoint:
    """Ids, search settings and weights of a trained policy; :meth:`to_bytes` keeps them."""

    ids: KnownIds
    search_settings: SearchSettings
    weights: NetworkWeights

    def to_bytes(self) -> bytes:
        """Return the search checkpoint as a line of JSON and, behind it, its arrays."""
        weights = self.weights
        arrays = {name: getattr(weights, name) for name in ARRAYS}
        about = {
            "ids": self.ids.state(),
            "search_settings": asdict(self.search_settings),
            **{name: getattr(weights, name) for name in _SCALARS},
            "shapes": {name: array.shape for name, array in arrays.items()},
        }
        parts = [json.dumps(about).encode() + b"\n"]
        return b"".join(parts + [array.tobytes() for array in arrays.values()])

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what :meth:`to_bytes` has written, and check everything that C relies on.

        ValueError: not a search checkpoint, or a damaged one; so do LookupError, TypeError and
        ConfigError.
        """
        line, _, rest = data.partition(b"\n")
        about: dict[str, Any] = json.loads(line)
        at, arrays = 0, dict[str, Any]()
        for name in ARRAYS:
            shape = tuple(int(n) for n in about["shapes"][name])
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(rest, np.float32, count, at).reshape(shape)
            at += 4 * count
        scalars = {name: kind(about[name]) for name, kind in _SCALARS.items()}
        weights = NetworkWeights(**arrays, **scalars)
        ids = KnownIds.from_state(about["ids"])
        ids.view.expect()
        if not 0 <= ids.n_own < 2**31 - 1 - len(ids.others):
            raise ValueError("a number of clauses out of range")
        weights.expect(ids.view.goal_width)
        return cls(ids, SearchSettings(**about["search_settings"]), weights)


def read_search_checkpoint(run: RunDirectory) -> SearchCheckpoint | None:
    """Return the search checkpoint of a run; None if there is none, or a damaged one."""
    data = run.load_search_checkpoint()
    if data is None:
        return None
    try:
        return SearchCheckpoint.from_bytes(data)
    except (ValueError, LookupError, TypeError, AttributeError, ConfigError, RecursionError):
        return None  # the checkpoint itself is read next, and reports its own damage


class Network:
    """Network in C (``network_t``) with given weights."""

    def __init__(
        self,
        weights: NetworkWeights,
        viewer: Viewer,
        clauses: NDArray[np.int32],
    ) -> None:
        dim = weights.state_bias.size
        arrays = {name: getattr(weights, name) for name in ARRAYS}
        resolvent = arrays.pop("resolvent")
        arrays |= {"selected": resolvent[:dim], "behind": resolvent[dim:]}
        self._kept = weights, viewer, clauses  # C holds their addresses
        given: dict[str, Any] = {name: getattr(weights, name) for name in _SCALARS}
        given |= {  # NULL where there is no such layer
            name: address(array, np.float32) for name, array in arrays.items() if array.size
        }
        self._struct = NetworkStruct(
            view=viewer.address,
            clause_ids=address(clauses, np.int32),
            n_program_clauses=clauses.size,
            version=next(_versions),
            dim=dim,
            n_clauses=weights.clause_bias.size,
            first_new_name=ATOM_ID,
            end_new_names=ATOM_ID + N_LITERAL_BUCKETS,
            **given,
        )

    @property
    def address(self) -> int:
        """Address of the ``network_t``."""
        return c.addressof(self._struct)


class CheckpointOrder(SpaceOrder):
    """Order of candidates that C computes with given weights."""

    def __init__(
        self,
        network: Network,
        config: EnvConfig,
        settings: SearchSettings,
        open_order: Callable[[], Order] | None = None,
    ) -> None:
        super().__init__(config, settings)
        self._network = network
        self._open_order = open_order and cache(open_order)

    def network(self) -> int:
        """Return the address of the weights in C (``network_t``)."""
        return self._network.address

    def __call__(self, states: TokenBatch, page: Page, wanted: NDArray[np.bool_]) -> Advice:
        """Ask the policy; see :data:`symbolic_rl.search.base.Order`."""
        assert self._open_order is not None, "C computes the logits of these searches"
        return self._open_order()(states, page, wanted)
