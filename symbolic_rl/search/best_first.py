"""Best-first search: of the states that wait, the cheapest are expanded next.

A state that was taken before, or waits at no higher cost, is not followed again; that is decided by
its tokens, and as they hold the answer, no answer is lost. States are taken in batches. A batch is
never larger than a fraction of the steps already taken, and holds nothing that costs much more than
the cheapest: so it costs little where the answer is near, or far down a path that nothing rivals.

A search side by side with others takes only a few states at a time, so all that can be is done once
for what all of them took, as arrays (:class:`AskExpansion`).

Dimension key: N states taken by all searches, M candidates of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise, repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, starts
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import EXHAUSTED, Asking, Derivation
from symbolic_rl.search.nodes import ROOT, Nodes
from symbolic_rl.search.space import Page, Space, counted, open_page

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
class ExpandedBatch:
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


_MOST_AT_ONCE = 256
_SHARE_AT_ONCE = 16
_ENTRY_BYTES = 500
"""Of heap, keys and dictionaries, for each entry."""
_TAKEN = -np.inf


class BestFirst(ABC):
    """A best-first search; see :class:`symbolic_rl.search.base.Search`.

    Args:
        space: what is searched.
    """

    slack = 0.0
    """By how much what is taken may cost more than the cheapest of its batch."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.inferences = 0
        self.nodes = Nodes()
        """The states that were expanded."""
        self.answer_weights = (0.0, 0.0)
        """What the last answer weighs."""
        root = space.root().tokens
        entry = (0.0, next(AGES), b"", False, ROOT, 0, 0, 0, 0.0, 0.0, root, 0, root.size)
        self._heap: list[tuple[Any, ...]] = [entry]
        self._n_entries, self._n_tokens = 1, root.size
        self._cheapest: dict[bytes, float] = {}
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._turned = self._variants = 0

    @property
    def kind(self) -> Hashable:
        """Searches of one class and one kind weigh alike."""
        return ()

    @abstractmethod
    def weigh(self, taken: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """Weights of the candidates [M, 2] and of the next page of each state [N, 2]."""

    @abstractmethod
    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """What something of these weights costs; it never falls along a derivation."""

    @property
    def ended(self) -> str:
        """See :class:`symbolic_rl.search.base.Search`."""
        return "" if self._heap else EXHAUSTED

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        return counted(self._lost, pages_turned=self._turned, variants=self._variants)

    @property
    def memory_bytes(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`; as if nothing were ever given back."""
        return self.nodes.nbytes + 4 * self._n_tokens + _ENTRY_BYTES * self._n_entries

    def advance(self, most: int) -> Asking[list[Derivation]]:
        """Emit the answer that is cheapest of all that waits, or expand what is."""
        wanted = min(max(1, self.inferences // _SHARE_AT_ONCE), _MOST_AT_ONCE, most)
        heap, cheapest = self._heap, self._cheapest
        entries: list[Entry] = []
        dearest = np.inf
        while heap and len(entries) < wanted and heap[0][0] <= dearest:
            entry = Entry._make(heappop(heap))
            cost, _, key, is_answer, *_ = entry
            if key and cheapest[key] < cost:
                self._variants += 1
            elif is_answer:
                if entries:
                    heappush(heap, tuple(entry))
                    break
                return [self._emit(entry)]
            else:
                if key:
                    cheapest[key] = _TAKEN
                if not entries:
                    dearest = cost + self.slack
                entries.append(entry)
        if entries:
            yield AskExpansion(self, entries)
        return []

    def follow(self, entries: Sequence[Entry]) -> list[int]:
        """Count the steps that lead to these entries; their nodes."""
        at = []
        for entry in entries:
            if entry.page:
                self._turned += 1
                at.append(entry.node)
            else:
                self.inferences += entry.node != ROOT
                at.append(self.nodes.add_state(entry.key, *entry[4:7]))
        return at

    def lose(self, lost: IntArray) -> None:
        """Count candidates lost [len(COUNTERS)]."""
        self._lost += lost

    def choose(self, keys: Sequence[bytes], costs: Sequence[float], first: int) -> list[int]:
        """Which candidates cost less than any variant so far, numbered from ``first``."""
        cheapest, chosen = self._cheapest, []
        for i, (key, cost) in enumerate(zip(keys, costs, strict=True), first):
            if cost < cheapest.get(key, np.inf):
                cheapest[key] = cost
                chosen.append(i)
        self._variants += len(keys) - len(chosen)
        return chosen

    def wait(self, entries: Sequence[tuple[Any, ...]], n_tokens: int = 0) -> None:
        """Put entries into the queue.

        Args:
            entries: the fields of an :class:`Entry` each.
            n_tokens: that they hold, where no other entry does.
        """
        heap = self._heap
        for entry in entries:
            heappush(heap, entry)
        self._n_entries += len(entries)
        self._n_tokens += n_tokens

    def _emit(self, entry: Entry) -> Derivation:
        self.inferences += 1
        self._cheapest[entry.key] = _TAKEN
        self.answer_weights = entry.first_weight, entry.second_weight
        path = self.nodes.path(entry.node, (entry.offset, entry.ordinal))
        key = entry.tokens[entry.start : entry.end].tobytes()
        return Derivation(path, self.inferences, key)


@dataclass(frozen=True)
class AskExpansion:
    """Expansion of what a search took; what comes of it waits in its queue before the reply."""

    search: BestFirst
    entries: list[Entry]

    @property
    def kind(self) -> Hashable:
        """See :class:`symbolic_rl.search.base.Ask`."""
        space, search = self.search.space, self.search
        furthest = max(entry.offset if entry.page else 0 for entry in self.entries)
        width = space.width(len(self.entries), furthest)
        return type(search), search.kind, id(space.engine), id(space.order), width

    @classmethod
    def together(cls, asks: "Sequence[AskExpansion]") -> list[None]:
        """See :class:`symbolic_rl.search.base.Ask`."""
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
        taken = ExpandedBatch(
            nodes=[search.nodes for search in searches],
            at=at,
            first_state=first.tolist(),
            first_candidate=np.searchsorted(page.owner, first).tolist(),
            states=states,
            page=page,
            weights=np.array([w1, w2]).T.copy(),
            number=pages,
        )
        _queue(searches, taken, entries, offsets)
        return [None] * len(asks)


def _queue(
    searches: Sequence[BestFirst], taken: ExpandedBatch, entries: Sequence[Entry], offsets: IntArray
) -> None:
    """Let what comes of the entries wait, each in the queue of its search."""
    page = taken.page
    below, further = searches[0].weigh(taken)
    if page.lost.any():
        for search, (a, b) in zip(searches, pairwise(taken.first_state), strict=True):
            search.lose(page.lost[a:b].sum(axis=0))
    _queue_candidates(searches, taken, below, offsets)
    if page.more.any():
        _queue_pages(searches, taken, further, entries)


def _queue_candidates(
    searches: Sequence[BestFirst], taken: ExpandedBatch, weights: FloatArray, offsets: IntArray
) -> None:
    page = taken.page
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


def _queue_pages(
    searches: Sequence[BestFirst],
    taken: ExpandedBatch,
    weights: FloatArray,
    entries: Sequence[Entry],
) -> None:
    page = taken.page
    turned = np.flatnonzero(page.more)
    columns = (
        turned.tolist(),
        searches[0].cost(weights[turned], np.zeros(turned.size, bool)).tolist(),
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
    for search, (a, b) in zip(searches, pairwise(ends), strict=True):
        search.wait(further[a:b])


class BreadthFirst(BestFirst):
    """See :class:`symbolic_rl.search.base.Search`; the first weight is the level."""

    def weigh(self, taken: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """See :class:`symbolic_rl.search.best_first.BestFirst`."""
        further = taken.weights.copy()
        further[:, 0] += is_doubled(taken.number + 1)
        return taken.weights[taken.page.owner] + [1, 0], further

    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """The level."""
        level: FloatArray = weights[:, 0]
        return level


def is_doubled(number: IntArray) -> NDArray[np.bool_]:
    """Whether the page of this number (from 1) is a power of two."""
    doubled: NDArray[np.bool_] = (number & (number - 1)) == 0
    return doubled
