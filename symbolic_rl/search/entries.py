"""What waits in the queue of a search, and what searches side by side took from theirs.

Dimension key: N states taken by all searches, M candidates of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.tokens import IntArray, TokenArray, TokenBatch
from symbolic_rl.search.nodes import Nodes
from symbolic_rl.search.space import Page

FloatArray = NDArray[np.float64]

AGES = count()
"""Ages of entries."""


class Entry(NamedTuple):
    """A state that waits to be expanded, or a state whose next page waits to be turned to.

    In the heap the same is a plain tuple, which the garbage collector soon leaves alone.
    """

    cost: float
    age: int
    """Grows from entry to entry; of equals, the oldest is taken first."""
    key: bytes
    """Equal for variants; empty for the root and where a page is to be turned."""
    is_answer: bool
    node: int
    """The node it is a candidate of; where a page is to be turned, the node itself."""
    offset: int
    """Of the page it is a candidate on, or of the page that is to be turned to."""
    ordinal: int
    """Its place in that page."""
    page: int
    """Number of the page that is to be turned to; 0 for a state that was not expanded yet."""
    first_weight: float
    second_weight: float
    tokens: TokenArray
    """Holds the state, from ``start`` to ``end``."""
    start: int
    end: int


@dataclass(frozen=True)
class Taken:
    """N entries that searches of one kind took, and their page of M candidates."""

    nodes: Sequence[Nodes]
    """Of each search."""
    at: list[int]
    """[N] nodes of the states, in their search."""
    first_state: list[int]
    """Where the states of each search start in N, and where the last ones end."""
    first_candidate: list[int]
    """The same of candidates in M."""
    states: TokenBatch
    """N states."""
    page: Page
    weights: FloatArray
    """[N, 2] what the states weigh themselves."""
    number: IntArray
    """[N] how many pages of them were turned."""
