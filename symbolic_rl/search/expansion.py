"""What searches took, expanded and weighed together; what comes of it waits in their queues.

Per search there are only a few steps in a batch as a rule, so everything that can be is done once
for the steps of all searches side by side, as arrays.

Dimension key: N states taken by all searches, M candidates of them.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise, repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.tokens import IntArray, TokenArray, TokenBatch, starts
from symbolic_rl.search.space import Page, open_page

if TYPE_CHECKING:
    from symbolic_rl.search.best_first import BestFirst

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

    searches: "Sequence[BestFirst]"
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


@dataclass(frozen=True)
class AskExpansion:
    """Expansion of what a search took; what comes of it waits in its queue before the reply."""

    search: "BestFirst"
    entries: list[Entry]

    @property
    def kind(self) -> Hashable:
        """See :class:`symbolic_rl.search.asks.Ask`."""
        space, search = self.search.space, self.search
        furthest = max(entry.offset if entry.page else 0 for entry in self.entries)
        width = space.width(len(self.entries), furthest)
        return type(search), search.kind, id(space.engine), id(space.order), width

    @classmethod
    def together(cls, asks: "Sequence[AskExpansion]") -> list[None]:
        """See :class:`symbolic_rl.search.asks.Ask`."""
        searches = [ask.search for ask in asks]
        entries = [entry for ask in asks for entry in ask.entries]
        sizes = np.array([len(ask.entries) for ask in asks])
        at = [node for ask in asks for node in ask.search.follow(ask.entries)]
        *_, offset, _, number, w1, w2, tokens, start, end = zip(*entries, strict=True)
        bounds = np.array([start, end])
        pieces = zip(tokens, start, end, strict=True)
        states = TokenBatch(
            np.concatenate([array[a:b] for array, a, b in pieces]), starts(bounds[1] - bounds[0])
        )
        pages = np.array(number)
        offsets = np.where(pages > 0, offset, 0)
        space = searches[0].space
        hidden = np.repeat([search.space.query.hidden for search in searches], sizes)
        width = space.width(len(asks[0].entries), int(offsets[: sizes[0]].max()))
        page = open_page(space.engine, states, hidden, offsets, width)
        first = starts(sizes)
        taken = Taken(
            searches=searches,
            at=at,
            first_state=first.tolist(),
            first_candidate=np.searchsorted(page.owner, first).tolist(),
            states=states,
            page=page,
            weights=np.array([w1, w2]).T.copy(),
            number=pages,
        )
        _queue(taken, entries, offsets)
        return [None] * len(asks)


def _queue(taken: Taken, entries: Sequence[Entry], offsets: IntArray) -> None:
    """Let what comes of the entries wait, each in the queue of its search."""
    searches, page = taken.searches, taken.page
    below, further = searches[0].weigh(taken)
    if page.lost.any():
        for search, (a, b) in zip(searches, pairwise(taken.first_state), strict=True):
            search.lose(page.lost[a:b].sum(axis=0))
    _queue_candidates(taken, below, offsets)
    if page.more.any():
        _queue_pages(taken, further, entries)


def _queue_candidates(taken: Taken, weights: FloatArray, offsets: IntArray) -> None:
    searches, page = taken.searches, taken.page
    is_answer = page.candidates.goal_counts() == 0
    costs = searches[0].cost(weights, is_answer)
    all_costs = costs.tolist()
    chosen: list[int] = []
    ends = [0]
    for search, (a, b) in zip(searches, pairwise(taken.first_candidate), strict=True):
        chosen += search.choose(page.keys[a:b], all_costs[a:b], a)
        ends.append(len(chosen))
    if not chosen:
        return
    rows, candidates = np.array(chosen), page.candidates
    first, last = candidates.offsets[rows], candidates.offsets[rows + 1]
    lengths = last - first
    if 2 * lengths.sum() < candidates.tokens.size:  # what nobody waits for is not kept
        candidates = candidates.take(rows)
        first, last = candidates.offsets[:-1], candidates.offsets[1:]
    owner = page.owner[rows]
    columns = (
        costs[rows].tolist(),
        AGES,
        [page.keys[i] for i in chosen],
        is_answer[rows].tolist(),
        np.array(taken.at)[owner].tolist(),
        offsets[owner].tolist(),
        page.ordinal[rows].tolist(),
        repeat(0),
        *weights[rows].T.tolist(),
        repeat(candidates.tokens),
        first.tolist(),
        last.tolist(),
    )
    entries, tokens = list(zip(*columns)), starts(lengths).tolist()  # noqa: B905
    for search, (a, b) in zip(searches, pairwise(ends), strict=True):
        search.wait(entries[a:b], tokens[b] - tokens[a])


def _queue_pages(taken: Taken, weights: FloatArray, entries: Sequence[Entry]) -> None:
    page = taken.page
    turned = np.flatnonzero(page.more)
    columns = (
        turned.tolist(),
        taken.searches[0].cost(weights[turned], np.zeros(turned.size, bool)).tolist(),
        page.next_offset[turned].tolist(),
        weights[turned].tolist(),
    )
    further = [
        (cost, age, b"", False, taken.at[i], offset, 0, entries[i].page + 1, *weight, *state)
        for i, cost, offset, weight, age, state in zip(
            *columns, AGES, [entries[i][-3:] for i in columns[0]], strict=False
        )
    ]
    ends = np.searchsorted(turned, taken.first_state).tolist()
    for search, (a, b) in zip(taken.searches, pairwise(ends), strict=True):
        search.wait(further[a:b])
