"""Laying states out for the policy in C (``wire_show`` of ``prolog/wire/kernels.c``).

The same ids as :class:`symbolic_rl.observation.views.Viewer`, which is its oracle and its fallback.
"""

import ctypes as c

import numpy as np

from symbolic_rl.engine import vocabulary as ids
from symbolic_rl.engine.compiled import address
from symbolic_rl.engine.tokens import IntArray, TokenArray, TokenBatch
from symbolic_rl.engine.vocabulary import Vocabulary
from symbolic_rl.observation.views import View, Viewer

_TABLES = ("view_id", "arity", "first_child", "n_children")
_NUMBERS = (
    "variable_id", "n_variable_roles", "integer_id", "integer_least", "integer_end",
    "bucket_id", "n_buckets", "literal_id", "n_literal_buckets",
)  # fmt: skip


class _View(c.Structure):
    """``view_t`` of wire.h."""

    _fields_ = (
        [(name, c.c_int32) for name in ("is_tree", "n_goals", "width", "n_symbols")]
        + [(name, c.c_void_p) for name in _TABLES]
        + [(name, c.c_int32) for name in _NUMBERS]
    )


class CompiledViewer:
    """See :class:`symbolic_rl.observation.views.Viewer`.

    Args:
        library: the loaded wire.
        view: the layout.
        vocabulary: symbols of the program.
    """

    def __init__(self, library: c.CDLL, view: View, vocabulary: Vocabulary) -> None:
        self.view = view
        first, count = _children(view)
        tables = (vocabulary.view_id, vocabulary.arity, first, count)
        self._tables = tables  # the C side holds their addresses
        self._view = _View(
            view.kind == "tree",
            view.n_goals,
            view.goal_width,
            vocabulary.arity.size,
            *(address(table, np.int32) for table in tables),
            ids.VARIABLE_ID,
            ids.N_VARIABLE_ROLES,
            ids.INTEGER_ID,
            ids.INTEGER_LEAST_SHOWN,
            ids.INTEGER_END_SHOWN,
            ids.BUCKET_ID,
            ids.N_INTEGER_BUCKETS,
            ids.LITERAL_ID,
            ids.N_LITERAL_BUCKETS,
        )
        self.address = c.addressof(self._view)
        """Of the ``view_t``."""
        self._call = library.wire_show
        self._call.restype = None
        self._call.argtypes = [c.c_void_p] * 3 + [c.c_int64] * 2 + [c.c_void_p] * 5

    def show(
        self,
        pool: TokenBatch,
        states: IntArray,
        slots: IntArray,
        goals: TokenArray,
        candidates: TokenArray | None,
    ) -> IntArray:
        """See :meth:`symbolic_rl.observation.views.Viewer.show`."""
        cut = np.zeros(states.size, np.int64)
        self._call(
            self.address,
            address(pool.tokens, np.int32),
            address(pool.offsets),
            *slots.shape,
            address(states),
            address(slots),
            address(goals, np.int32),
            None if candidates is None else address(candidates, np.int32),
            address(cut),
        )
        return cut


def _children(view: View) -> tuple[TokenArray, TokenArray]:
    """The first child, and the number of children, of each slot of the tree."""
    n = max(1, len(view.parents))
    first, count = np.zeros(n, np.int32), np.zeros(n, np.int32)
    for slot in range(1, len(view.parents)):
        parent = view.parents[slot]
        if view.arguments[slot] == 0:
            first[parent] = slot
        count[parent] += 1
    return first, count


AnyViewer = Viewer | CompiledViewer
"""Both write the same."""
