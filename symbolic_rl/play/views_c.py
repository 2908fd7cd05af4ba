"""Views of states, written in C (``wire_show``)."""

import ctypes as c

import numpy as np

from symbolic_rl.bridge.structs import GoalViewStruct, address
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch
from symbolic_rl.play.views import View, Viewer
from symbolic_rl.program import vocabulary as ids
from symbolic_rl.program.vocabulary import Vocabulary


class CompiledViewer:
    """Viewer of states, in C; see :class:`symbolic_rl.play.views.Viewer`."""

    def __init__(self, library: c.CDLL, view: View, vocabulary: Vocabulary) -> None:
        self.view, self.state = view, vocabulary.state
        first, count = _children(view)
        tables = (vocabulary.view_id, vocabulary.arity, first, count)
        self._tables = tables  # the C side holds their addresses
        self._view = GoalViewStruct(
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
            vocabulary.state,
        )
        self.address = c.addressof(self._view)
        """Address of the ``goal_view_t``."""
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
        """See :meth:`symbolic_rl.play.views.Viewer.show`."""
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
    """Return the first child and the number of children of each slot of the tree."""
    n = max(1, len(view.parents))
    first, count = np.zeros(n, np.int32), np.zeros(n, np.int32)
    for slot in range(1, len(view.parents)):
        parent = view.parents[slot]
        if view.arguments[slot] == 0:
            first[parent] = slot
        count[parent] += 1
    return first, count


AnyViewer = Viewer | CompiledViewer
"""A viewer; both write the same."""
