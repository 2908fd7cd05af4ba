"""The nodes of a search: how the root led to each expanded state, and which of them loop.

Dimension key: M new nodes.
"""

from array import array
from collections.abc import Iterable

import numpy as np

from symbolic_rl.bridge.tokens import IntArray

ROOT = -1
"""Parent of the root."""


class Nodes:
    """The expanded states of a search: which candidate of which other node each is."""

    def __init__(self) -> None:
        self._parent, self._offset, self._ordinal = array("q"), array("q"), array("q")
        self._depth, self._jump = array("q"), array("q")
        self._of_key: dict[bytes, int] = {}

    def add(self, choices: IntArray) -> IntArray:
        """Numbers of new nodes.

        Args:
            choices: [M, 3] of which node each is a candidate, offset, ordinal.
        """
        numbers = len(self._parent) + np.arange(len(choices))
        for table, column in zip(
            (self._parent, self._offset, self._ordinal), choices.T, strict=True
        ):
            table.frombytes(column.astype(np.int64).tobytes())
        return numbers

    def add_state(self, key: bytes, parent: int, offset: int, ordinal: int) -> int:
        """Number of a new node; :meth:`is_on_the_way` knows its state by ``key``."""
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
        # an ancestor so far up that any other is reached in O(log depth) (Myers, 1983)
        near = self._jump[parent]
        far, above = self._jump[near], depth[parent]
        self._jump.append(far if above - depth[near] == depth[near] - depth[far] else parent)
        depth.append(above + 1)
        return number

    def path(self, node: int, *last: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """The choices that lead from the root to ``node``, and ``last`` behind them."""
        choices = list(reversed(last))
        while (parent := self._parent[node]) != ROOT:
            choices.append((self._offset[node], self._ordinal[node]))
            node = parent
        return tuple(reversed(choices))

    def knows_none(self, keys: Iterable[bytes]) -> bool:
        """Whether no state of these keys was expanded: then none is on any way."""
        return self._of_key.keys().isdisjoint(keys)

    def is_on_the_way(self, key: bytes, node: int) -> bool:
        """Whether the state of this key was expanded on the way from the root to ``node``."""
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
        """Memory that they take; the dictionary of keys is not counted."""
        return 8 * (3 * len(self._parent) + 2 * len(self._depth))
