"""Nodes of a search: the way from the root to each expanded state, and the test for ancestors.

Dimension key: M new nodes.
"""

from array import array
from collections.abc import Iterable

import numpy as np

from symbolic_rl.bridge.tokens import IntArray

ROOT = -1
"""Parent of the root."""


class Nodes:
    """Expanded states of a search, each as a candidate of its parent.

    Every node has a jump pointer to an ancestor, so placed that any ancestor is reached in
    O(log depth) steps with one pointer a node (Myers, "An applicative random-access stack", 1983).
    """

    def __init__(self) -> None:
        self._parent, self._offset, self._ordinal = array("q"), array("q"), array("q")
        self._depth, self._jump = array("q"), array("q")
        self._of_key: dict[bytes, int] = {}

    def add(self, choices: IntArray) -> IntArray:
        """Add nodes and return their numbers [M]; :meth:`is_ancestor` does not know them.

        Args:
            choices: [M, 3] parent, offset and ordinal of each.
        """
        numbers = len(self._parent) + np.arange(len(choices))
        for table, column in zip(
            (self._parent, self._offset, self._ordinal), choices.T, strict=True
        ):
            table.frombytes(column.astype(np.int64).tobytes())
        return numbers

    def add_state(self, key: bytes, parent: int, offset: int, ordinal: int) -> int:
        """Add a node, whose state :meth:`is_ancestor` knows by ``key``, and return its number.

        No state is expanded twice, so there is one node for each key.
        """
        number = len(self._parent)
        self._parent.append(parent)
        self._offset.append(offset)
        self._ordinal.append(ordinal)
        self._of_key[key] = number
        depth = self._depth
        if parent == ROOT:
            depth.append(0)
            self._jump.append(number)
            return number
        # two jumps of equal length are joined to one, as carries are in skew binary numbers
        near = self._jump[parent]
        far, above = self._jump[near], depth[parent]
        self._jump.append(far if above - depth[near] == depth[near] - depth[far] else parent)
        depth.append(above + 1)
        return number

    def path(self, node: int, *last: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """Return the choices that lead from the root to ``node``, followed by ``last``."""
        choices = list(reversed(last))
        while (parent := self._parent[node]) != ROOT:
            choices.append((self._offset[node], self._ordinal[node]))
            node = parent
        return tuple(reversed(choices))

    def has_none(self, keys: Iterable[bytes]) -> bool:
        """Tell whether no state of these keys was expanded, so that none is an ancestor."""
        return self._of_key.keys().isdisjoint(keys)

    def is_ancestor(self, key: bytes, node: int) -> bool:
        """Tell whether the state of this key is ``node`` or was expanded on the way to it."""
        wanted = self._of_key.get(key)
        if wanted is None:
            return False
        depth, depths = self._depth[wanted], self._depth
        while depths[node] > depth:
            jump = self._jump[node]
            node = jump if depths[jump] >= depth else self._parent[node]
        return node == wanted

    @property
    def nbytes(self) -> int:
        """Bytes of the tables; the dictionary of keys is not counted."""
        return 8 * (3 * len(self._parent) + 2 * len(self._depth))
