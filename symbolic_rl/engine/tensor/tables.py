"""A program on a device: its clauses, and the lists in which they are looked up.

Dimension key: C clauses, R rules, A largest arity, F builtins in front of a body, B tokens behind
them.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.engine.clause_table import ClauseTable
from symbolic_rl.engine.goal_codes import COMPARISONS, Op
from symbolic_rl.engine.tensor.postings import Postings
from symbolic_rl.engine.tokens import QUERY, VARIABLE_BASE, VARIABLE_END

NEVER = 2**30
"""Where a variable first occurs that does not occur."""


@dataclass
class Lists:
    """:class:`Postings` on a device."""

    entries: Tensor
    predicate: Tensor
    whole: Tensor
    other: Tensor
    is_indexed: Tensor
    keys: Tensor
    lists: Tensor


class Tables:
    """The tensors of :class:`ClauseTable`, and what follows from them.

    Args:
        table: the program's clauses.
        device: where the tensors live.
    """

    def __init__(self, table: ClauseTable, device: torch.device) -> None:
        self.device, self.table = device, table
        arity = table.arity.copy()
        arity[QUERY] = 0  # its goals stand behind it
        self.max_arity = table.max_arity
        self.n_variables = int(table.n_variables.max())
        self.runs_builtins = table.runs_builtins
        self.used = frozenset(int(op) for op in table.used)
        self.raises = not self.used.isdisjoint(COMPARISONS)
        put = self.put
        self.arity, self.ops = put(arity), put(table.ops)
        self.ids, self.hidden_as = put(table.ids), put(table.hidden_as)
        self.heads, self.rules = put(table.heads), put(table.rules)
        self.bodies, self.body_sizes = put(table.bodies), put(table.body_sizes.astype(np.int64))
        self.has_body = (self.body_sizes[:, 1] > 0).long()
        self.fronts = put(table.fronts)
        self.n_front, self.goal_width = (int(n) for n in table.fronts.shape[1:])
        self.has_front = put((table.fronts[:, :, 0] != Op.CALL).any(axis=1))
        self.body_first = put(first_in_bodies(table.bodies, self.n_variables))
        lists = Postings.of(table)
        self.lists = Lists(**{name: put(array) for name, array in vars(lists).items()})

    def put(self, array: np.ndarray) -> Tensor:
        """A copy on the device."""
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    @property
    def nbytes(self) -> int:
        """Memory of the program's tensors."""
        held = [*vars(self).values(), *vars(self.lists).values()]
        return sum(x.nbytes for x in held if isinstance(x, Tensor))


def first_in_bodies(bodies: np.ndarray, n_variables: int) -> np.ndarray:
    """[R, n_variables] int64 where each variable first occurs in the body; NEVER if nowhere."""
    first = np.full((len(bodies), n_variables), NEVER, np.int64)
    for at in range(bodies.shape[1] - 1, -1, -1):
        token = bodies[:, at]
        rows = np.flatnonzero((token >= VARIABLE_BASE) & (token < VARIABLE_END))
        first[rows, token[rows] - VARIABLE_BASE] = at
    return first
