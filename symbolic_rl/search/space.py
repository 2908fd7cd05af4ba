"""Search spaces: states that carry an answer term, and their candidates page by page.

Dimension key: N states, M candidates of all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch, starts
from symbolic_rl.engine import COUNTERS, PrologEngine
from symbolic_rl.program.program import Query

_DEFAULT = SearchConfig()
_WIDTH = 256
"""Width of pages where an order is given without one."""


@dataclass(frozen=True)
class Page:
    """Page of candidates of each of N states, in program order."""

    owner: IntArray
    """[M] state that each candidate belongs to."""
    ordinal: IntArray
    """[M] place in the page of its state."""
    clauses: NDArray[np.int32]
    """[M] clause id."""
    candidates: TokenBatch
    """M resolvents."""
    hashes: HashArray
    """[M, 2] hashes of the resolvents."""
    more: NDArray[np.bool_]
    """[N] whether there is another page."""
    next_offset: IntArray
    """[N] candidates that come before that page."""
    lost: IntArray
    """[N, len(COUNTERS)] candidates lost, by cause."""


NOT_ASKED = -1.0
"""Estimate of the inferences left in a state that has no choice, so that no policy was asked."""


class Advice(NamedTuple):
    """Advice of a policy on N states and their M candidates, float32."""

    candidates: NDArray[np.float32]
    """[M] log-probabilities; 0 for one that is not shown."""
    more: NDArray[np.float32]
    """[N] log-probabilities of the action *more*."""
    to_go: NDArray[np.float32]
    """[N] estimated inferences from the state to a refutation, or ``NOT_ASKED``."""


Order = Callable[[TokenBatch, Page, NDArray[np.bool_]], Advice]
"""Function from N states, their page, and [M] which candidates are shown."""


class Space:
    """Search space: the derivations of one query.

    Args:
        engine: expands states that carry an answer term.
        query: where the derivations start.
        width: candidates of a page, the action *more* included; 0 leaves it to the search.
        order: log-probabilities of candidates; None takes all for equally probable.
        settings: how a guided search sharpens ``order``.
        n_threads: threads that run searches in C side by side.
        start: a state (a batch of one) where derivations start instead of the query's root;
            searches that run in SWI-Prolog as a whole do not know it.

    Raises:
        ConfigError: the program is a process with chance.
    """

    def __init__(
        self,
        engine: PrologEngine,
        query: Query,
        *,
        width: int = 0,
        order: Order | None = None,
        settings: SearchConfig = _DEFAULT,
        n_threads: int = 1,
        start: TokenBatch | None = None,
    ) -> None:
        if engine.vocabulary.has_chance:
            raise ConfigError(
                "a process with chance is not searched: a plan would know what is drawn.",
                "a call of draw/3",
                "train it with --algo ppo or --algo grpo; eval lets the policy play alone.",
            )
        self._start = start
        self.engine, self.query, self.order, self.settings = engine, query, order, settings
        self.n_threads = n_threads
        self.fixed_width = width or (_WIDTH if order else 0)
        """Width of all pages; 0 where it follows from the states of a batch."""

    @property
    def plain(self) -> "Space":
        """Copy without ``order``."""
        return Space(self.engine, self.query, n_threads=self.n_threads, start=self._start)

    def root(self) -> TokenBatch:
        """Return the first state, as a batch of one."""
        if self._start is not None:
            return self._start
        tokens = self.query.root(answers=True)
        return TokenBatch(tokens, np.array([0, tokens.size]))


def open_page(
    engine: PrologEngine, states: TokenBatch, hidden: IntArray, offset: IntArray, width: int
) -> Page:
    """Expand ``states`` [N], each from its ``offset`` [N], without the facts ``hidden`` [N].

    A page that is not the last keeps one of its ``width`` places for the action *more*.
    """
    page = engine.expand(states, hidden=hidden, limit=width, offset=offset)
    owner = np.repeat(np.arange(len(states)), page.counts)
    ordinal = np.arange(owner.size) - starts(page.counts)[owner]
    capacity = np.where(page.more, width - 1, width)
    kept = np.flatnonzero(ordinal < capacity[owner])
    return Page(
        owner=owner[kept],
        ordinal=ordinal[kept],
        clauses=page.clauses[kept].astype(np.int32),
        candidates=take_rows(page.candidates, kept),
        hashes=page.hashes[kept],
        more=page.more,
        next_offset=offset + capacity,
        lost=page.lost,
    )


def take_rows(states: TokenBatch, rows: IntArray) -> TokenBatch:
    """Return ``states.take(rows)``; no copy is made where these are all rows in order."""
    if rows.size == len(states) and (rows == np.arange(rows.size)).all():
        return states
    return states.take(rows)


def named_counters(lost: IntArray, **others: int) -> dict[str, int]:
    """Return the counters of a search by name: candidates lost [len(COUNTERS)], and ``others``."""
    return {**dict(zip(COUNTERS, lost.tolist(), strict=True)), **others}
