"""What an engine is: one pure function from states to their candidates."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.tokens import HashArray, IntArray, TokenBatch
from symbolic_rl.engine.vocabulary import Vocabulary

COUNTERS = ("builtin_errors", "inference_limits", "negation_limits", "size_limits")
"""Candidates that were lost, by cause; the columns of :attr:`Expansion.lost`."""


@dataclass(frozen=True)
class Expansion:
    """One page of candidates for each of N states, M candidates in all."""

    counts: IntArray
    """[N] candidates of each state, before merging."""
    more: NDArray[np.bool_]
    """[N] whether the state has candidates behind this page."""
    lost: IntArray
    """[N, len(COUNTERS)] candidates lost, by cause (see :data:`COUNTERS`)."""
    clauses: IntArray
    """[M] the clause of each candidate."""
    candidates: TokenBatch
    """M resolvents, in the order of their states and in program order within a state."""
    hashes: HashArray
    """[M, 2] 128-bit hashes of the resolvents."""


class Engine(Protocol):
    """Expands many resolvents at once. Pure: same tokens in, same tokens out."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The symbols of the program and its queries."""
        ...

    def expand(
        self,
        states: TokenBatch,
        rows: IntArray | None = None,
        *,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        """Return the candidates ``offset .. offset + limit`` of each state.

        Args:
            states: states, none of those that are expanded empty of goals.
            rows: [N] which of them; default all.
            hidden: [N] the fact that may not be used, by clause id; 0 for none.
            limit: candidates of a page, at least 1.
            offset: [N] candidates that come before the page, counted before merging.
        """
        ...
