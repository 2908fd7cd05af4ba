"""What a search walks through: states with an answer term, and their candidates page by page.

Dimension key: N states, M candidates of all of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch, starts
from symbolic_rl.engine import COUNTERS, Engine
from symbolic_rl.program.program import Query

_DEFAULT = SearchConfig()
_ROOM = 32768
"""Candidates that a batch of states may have about, where the pages are as wide as we like."""
_NARROWEST, _FIRST, _WIDEST = 128, 256, 4096
"""Pages grow: each is about as wide as all before it, between these limits."""


@dataclass(frozen=True)
class Page:
    """One page of candidates of each of N states, in program order."""

    owner: IntArray
    """[M] the state each candidate belongs to."""
    ordinal: IntArray
    """[M] its place in the page."""
    clauses: NDArray[np.int32]
    """[M] its clause."""
    candidates: TokenBatch
    """M resolvents."""
    hashes: HashArray
    """[M, 2] of the resolvents."""
    more: NDArray[np.bool_]
    """[N] whether there is another page."""
    next_offset: IntArray
    """[N] candidates before that page."""
    lost: IntArray
    """[N, len(COUNTERS)] candidates lost, by cause."""

    @cached_property
    def keys(self) -> list[bytes]:
        """[M] equal for variants."""
        keys: list[bytes] = self.hashes.view("V16").ravel().tolist()
        return keys

    def parts(self, sizes: Sequence[int]) -> "list[Page]":
        """Pages of the first ``sizes[0]`` states, of the next ``sizes[1]``, and so on."""
        if len(sizes) == 1:
            return [self]
        row = starts(np.array(sizes)).tolist()
        at = np.searchsorted(self.owner, row).tolist()
        offsets = self.candidates.offsets
        return [
            Page(
                owner=self.owner[a:b] - first,
                ordinal=self.ordinal[a:b],
                clauses=self.clauses[a:b],
                candidates=TokenBatch(
                    self.candidates.tokens[offsets[a] : offsets[b]], offsets[a : b + 1] - offsets[a]
                ),
                hashes=self.hashes[a:b],
                more=self.more[first:last],
                next_offset=self.next_offset[first:last],
                lost=self.lost[first:last],
            )
            for (first, last), (a, b) in zip(pairwise(row), pairwise(at), strict=True)
        ]


Order = Callable[
    [TokenBatch, Page, NDArray[np.bool_]], tuple[NDArray[np.float32], NDArray[np.float32]]
]
"""From N states, their page, and [M] which candidates are shown, to log-probabilities: those of the
candidates [M], 0 for what is not shown, and of the action *more* of each state [N]."""


class Space:
    """The derivations of one query.

    Args:
        engine: expands states that carry an answer term.
        query: where the derivations start.
        width: candidates of a page, the action *more* included; 0 leaves it to the space.
        order: says how probable each candidate is; None takes them for equally so.
        settings: how a guided search reads ``order``.
    """

    def __init__(
        self,
        engine: Engine,
        query: Query,
        *,
        width: int = 0,
        order: Order | None = None,
        settings: SearchConfig = _DEFAULT,
    ) -> None:
        self.engine, self.query, self.order, self.settings = engine, query, order, settings
        self._width = width

    @property
    def plain(self) -> "Space":
        """The same derivations, without anybody's opinion of them."""
        return Space(self.engine, self.query)

    def root(self) -> TokenBatch:
        """The first state."""
        return TokenBatch.of([self.query.root(answers=True)])

    def width(self, n: int, furthest: int) -> int:
        """Candidates of a page of ``n`` states, of one of which ``furthest`` were seen before."""
        widest = min(max(furthest, _FIRST), _WIDEST)
        return self._width or min(max(_ROOM // n, _NARROWEST), widest)


def open_page(
    engine: Engine, states: TokenBatch, hidden: IntArray, offset: IntArray, width: int
) -> Page:
    """The candidates of ``states`` [N] behind ``offset`` [N] others, without facts ``hidden``."""
    page = engine.expand(states, hidden=hidden, limit=width, offset=offset)
    owner = np.repeat(np.arange(len(states)), page.counts)
    ordinal = np.arange(owner.size) - starts(page.counts)[owner]
    capacity = np.where(page.more, width - 1, width)
    kept = np.flatnonzero(ordinal < capacity[owner])
    return Page(
        owner=owner[kept],
        ordinal=ordinal[kept],
        clauses=page.clauses[kept].astype(np.int32),
        candidates=taken(page.candidates, kept),
        hashes=page.hashes[kept],
        more=page.more,
        next_offset=offset + capacity,
        lost=page.lost,
    )


def taken(states: TokenBatch, rows: IntArray) -> TokenBatch:
    """``states.take(rows)``, for free where these are all of them in their order."""
    if rows.size == len(states) and (rows == np.arange(rows.size)).all():
        return states
    return states.take(rows)


def counted(lost: IntArray, **others: int) -> dict[str, int]:
    """The counters of a search, from the candidates lost [len(COUNTERS)] and what it counted."""
    return {**dict(zip(COUNTERS, lost.tolist(), strict=True)), **others}
