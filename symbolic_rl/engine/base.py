"""Contract of an engine: one pure function from states to their candidates.

Other rooms ask :class:`Capabilities` for what only some engines can do, never for a class or name.

Dimension key: N states, M candidates of all of them.
"""

from collections.abc import Sequence
from ctypes import CDLL
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import Vocabulary

if TYPE_CHECKING:
    from symbolic_rl.engine.tensor.tables import Tables

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

    @classmethod
    def concatenate(cls, parts: "Sequence[Expansion]") -> "Expansion":
        """Join the expansions of several batches, at least one, in order."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            counts=np.concatenate([part.counts for part in parts]),
            more=np.concatenate([part.more for part in parts]),
            lost=np.concatenate([part.lost for part in parts]),
            clauses=np.concatenate([part.clauses for part in parts]),
            candidates=TokenBatch.concatenate([part.candidates for part in parts]),
            hashes=np.concatenate([part.hashes for part in parts]),
        )


class Wire(Protocol):
    """Expansion in C (``prolog/wire``), to which steps and layouts in C can be joined."""

    library: CDLL
    """The loaded library."""
    engine: int
    """Number of the engine in wire.pl."""
    program: int
    """Number of the program."""


@dataclass(frozen=True)
class PrologHandle:
    """Handle by which SWI-Prolog searches and replays the derivations of an engine."""

    number: int
    """Number of the engine in wire.pl."""
    program: Program
    is_sound: bool
    """Unification does the occurs check, or the program has no function symbols and needs none."""


@dataclass(frozen=True)
class Capabilities:
    """Optional abilities of an engine; each field is the object that serves one, or None."""

    wire: Wire | None = None
    """Steps, windows and views in C."""
    prolog: PrologHandle | None = None
    """Searches, replays and images in SWI-Prolog."""
    tables: "Tables | None" = None
    """The program as tensors, for environments that stay on a device."""
    memoised: bool = False
    """The program is a process that environments hold as tables on their device."""


class Engine(Protocol):
    """Expands many resolvents at once. Pure: same tokens in, same tokens out."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The symbols of the program and its queries."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """Abilities besides :meth:`expand`."""
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
            states: states; those that are expanded have at least one goal.
            rows: [N] indices of the states to expand; default all.
            hidden: [N] the fact that may not be used, by clause id; 0 for none.
            limit: candidates of a page, at least 1.
            offset: [N] candidates that come before the page, counted before merging.
        """
        ...
