"""Weights of a head as plain matrices, for the network in C. Torch-free.

Shape key: D width of embeddings, S symbols, W slots of a goal, C clauses, F features of a
candidate, H width of the structure part. A layer's input comes first; all arrays are float32.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.structs import N_FEATURES, STRUCTURE_WIDTH

if TYPE_CHECKING:
    from torch import Tensor

WIDEST = 1024
"""Largest width of embeddings in C."""

Array = NDArray[np.float32]


@dataclass(frozen=True)
class NetworkWeights:
    """Copy of a head's weights (``prolog/core/network.c``); absent layers are empty, [0]."""

    # [rows, D] contribution of a symbol in a slot to the encoding of its goal. Clause heads have
    # rows slot * S + symbol, then one for each pair of slots; resolvent heads symbol * W + slot.
    places: Array
    goal_bias: Array  # [D], with a ReLU behind it; or absent
    resolvent: Array  # [2 D, D] from the selected goal and the sum of the other goals
    resolvent_bias: Array  # [D]
    state: Array  # [D, D], behind a ReLU, to the query that clauses or candidates multiply
    state_bias: Array  # [D]
    clauses: Array  # [C, D]
    clause_bias: Array  # [C]
    value_hidden: Array  # [D, D] with a ReLU behind it; absent if the value reads the query
    value_hidden_bias: Array  # [D], or absent
    value: Array  # [D]
    value_bias: Array  # [1]
    structure: Array  # [F, H] with a ReLU behind it; absent without a structure part
    structure_bias: Array  # [H], or absent, as the next one
    structure_out: Array  # [H]
    structure_value: Array  # [F] of the mean over a state's choices, to its value; or absent
    n_symbols: int  # S
    reads_candidates: bool = False
    compares: bool = False  # equal slots add to the encoding of a goal
    first_name: int = 0  # symbol that stands for all names, where equal slots are read
    structure_factor: float = 0.0  # of the score of a candidate's structure in its logit

    @classmethod
    def copied(cls, **values: Any) -> Self | None:
        """Copy the layers among ``values`` from their device; None if they are too wide for C."""
        if values["state_bias"].numel() > WIDEST:
            return None
        arrays: dict[str, Any] = dict.fromkeys(ARRAYS, np.zeros(0, np.float32))
        for name in ARRAYS:
            if name in values:
                layer: Tensor = values.pop(name)
                arrays[name] = np.array(layer.detach().float().cpu().numpy(), order="C")
        return cls(**arrays, **values)

    def expect(self, goal_width: int) -> None:
        """Refuse, by a ValueError, shapes that C would read beyond their end, and NaNs."""
        dim, n_clauses = self.state_bias.size, self.clause_bias.size
        if not 0 < dim <= WIDEST or not self.first_name >= 0 or self.n_symbols < 1:
            raise ValueError("sizes out of range")
        width = self.structure_out.size
        if width not in (0, STRUCTURE_WIDTH) or not np.isfinite(self.structure_factor):
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
            "structure": ((N_FEATURES, width) if width else (0,),),
            "structure_bias": ((width,),),
            "structure_out": ((width,),),
            "structure_value": ((N_FEATURES,), (0,)) if width else ((0,),),
        }
        for name, allowed in shapes.items():
            array = getattr(self, name)
            if array.shape not in allowed or array.dtype != np.float32:
                raise ValueError(f"{name} has another shape")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} is not finite")
        if not n_clauses:
            raise ValueError("no clauses")


ARRAYS = tuple(field.name for field in fields(NetworkWeights))[:16]
"""Names of the arrays of :class:`NetworkWeights`."""
