"""The nodes of a search: the state of each, and how the root led to it.

Dimension key: N nodes, M new ones.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.tokens import IntArray, TokenBatch

ROOT = -1
"""Parent of the root."""


class Column:
    """An array that grows at its end, by doubling.

    Args:
        dtype: of its elements.
        width: elements of a row; 0 for a flat array.
    """

    def __init__(self, dtype: Any, width: int = 0) -> None:
        self._room = np.zeros((1024, width) if width else 1024, dtype)
        self.size = 0

    def append(self, rows: NDArray[Any]) -> None:
        """Add rows at the end."""
        end = self.size + len(rows)
        if end > len(self._room):
            room = np.zeros(
                (max(end, 2 * len(self._room)), *self._room.shape[1:]), self._room.dtype
            )
            room[: self.size] = self._room[: self.size]
            self._room = room
        self._room[self.size : end] = rows
        self.size = end

    @property
    def array(self) -> NDArray[Any]:
        """All rows, a view; valid until more are added."""
        return self._room[: self.size]

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return int(self._room.nbytes)


class Nodes:
    """The expanded states of a search: which candidate of which other node each is."""

    def __init__(self) -> None:
        self._choices = Column(np.int64, 3)
        self._of_key: dict[bytes, int] = {}
        self._parent: list[int] = []
        self._depth: list[int] = []
        self._jump: list[int] = []

    def add(self, choices: IntArray, keys: Sequence[bytes] = ()) -> IntArray:
        """Numbers of new nodes.

        Args:
            choices: [M, 3] of which node each is a candidate, offset, ordinal.
            keys: of their states, where :meth:`is_on_the_way` will be asked.
        """
        numbers = self._choices.size + np.arange(len(choices))
        self._choices.append(choices)
        for number, parent, key in zip(
            numbers.tolist(), choices[:, 0].tolist(), keys, strict=False
        ):
            self._of_key[key] = number
            self._parent.append(parent)
            self._depth.append(self._depth[parent] + 1 if parent != ROOT else 0)
            self._jump.append(self._jump_of(number, parent))
        return numbers

    def path(self, node: int, *last: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """The choices that lead from the root to ``node``, and ``last`` behind them."""
        choices, table = list(reversed(last)), self._choices.array
        while (row := table[node].tolist())[0] != ROOT:
            node, offset, ordinal = row
            choices.append((offset, ordinal))
        return tuple(reversed(choices))

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
        return self._choices.nbytes + 3 * 8 * len(self._parent)

    def _jump_of(self, node: int, parent: int) -> int:
        """An ancestor so far up that any other is reached in O(log depth) (Myers, 1983)."""
        if parent == ROOT:
            return node
        near, depth = self._jump[parent], self._depth
        far = self._jump[near]
        return far if depth[parent] - depth[near] == depth[near] - depth[far] else parent


class States:
    """States one behind the other, in the order in which they were added."""

    def __init__(self) -> None:
        self._tokens, self._offsets = Column(np.int32), Column(np.int64)
        self._offsets.append(np.zeros(1, np.int64))

    def __len__(self) -> int:
        return self._offsets.size - 1

    def add(self, states: TokenBatch) -> None:
        """Add states at the end."""
        self._offsets.append(self._tokens.size + states.offsets[1:])
        self._tokens.append(states.tokens)

    def first_token(self, row: int) -> int:
        """The first token of a state: its number of goals, 0 for an answer."""
        return int(self._tokens.array[self._offsets.array[row]])

    def take(self, rows: IntArray) -> TokenBatch:
        """The states ``rows``, in that order."""
        return TokenBatch(self._tokens.array, self._offsets.array).take(rows)

    @property
    def nbytes(self) -> int:
        """Memory that they take."""
        return self._tokens.nbytes + self._offsets.nbytes
