"""Best-first search, its priority queue, and breadth-first search, which is one by level.

The cheapest of the waiting states are expanded next, in batches. A batch is at most a sixteenth of
the steps already taken, and holds no state that costs much more than its cheapest: so batching
wastes little where the answer is near, or far down a path that nothing rivals.

A state that was expanded before, or waits at no higher cost, is not queued again. States are
compared by their tokens, and these hold the answer term, so no answer is lost.

One search expands only a few states at a time. So the work that can be shared is done once for the
states of all searches that run side by side, as arrays (:class:`ExpansionRequest`).

Dimension key: N states expanded by all searches, M candidates of them, W weights of a state.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise, repeat
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, starts
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import (
    EXHAUSTED,
    TOKENS_PER_STEP,
    Derivation,
    SearchTask,
    page_steps,
)
from symbolic_rl.search.nodes import ROOT, Nodes
from symbolic_rl.search.space import Page, Space, named_counters, open_page

FloatArray = NDArray[np.float64]
Weights = tuple[float, ...]

AGES = count()
"""Source of the ages of entries, shared by all searches."""


class QueueEntry(NamedTuple):
    """Entry of the queue: a state to be expanded, or a next page of a state that was expanded.

    The heap holds these fields as plain tuples, which the garbage collector soon stops tracking.
    """

    cost: float
    age: int
    """Order of creation, which no two entries share: of equal costs, the oldest comes first."""
    key: bytes
    """Equal for variants; empty for the root and for a page."""
    is_answer: bool
    node: int
    """Parent of the state; for a page, the node whose page it is."""
    offset: int
    """Offset of the page that shows the state as a candidate; for a page, its own."""
    ordinal: int
    """Place of the state in that page."""
    page: int
    """Number of the page, from 1; 0 for a state."""
    weights: Weights
    """Numbers of which a subclass computes the cost of the state, and those of its candidates."""
    tokens: TokenArray
    """Array that holds the tokens of the state from ``start`` to ``end``."""
    start: int
    end: int


@dataclass(frozen=True)
class ExpandedBatch:
    """N states that searches with one batch key expand together, and their M candidates."""

    nodes: Sequence[Nodes]
    """Nodes of each search."""
    at: list[int]
    """[N] node of each state, in its search."""
    first_state: list[int]
    """Index in N of the first state of each search, and N."""
    first_candidate: list[int]
    """Index in M of the first candidate of each search, and M."""
    states: TokenBatch
    page: Page
    weights: FloatArray
    """[N, W] weights of the states."""
    number: IntArray
    """[N] pages of each that were turned before this one."""


_ENTRY_BYTES = 600
"""Estimate for an entry, with its share of heap, keys and dictionaries."""
_EXPANDED = -np.inf
"""Cost at which an expanded state stands in ``_cheapest``: no variant of it is cheaper."""


class BestFirstSearch(ABC):
    """Best-first search; see :class:`symbolic_rl.search.base.Search`.

    A subclass gives each state W weights, computed from those of its parent, and a cost of them.

    Args:
        space: the derivations to search.
    """

    slack = 0.0
    """Most that a state may cost more than the cheapest of its batch."""
    root_weights: ClassVar[Weights]
    """Weights of the root."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.inferences = 0
        self.nodes = Nodes()
        """Expanded states."""
        self.answer_weights = self.root_weights
        """Weights of the last answer."""
        root = space.root().tokens
        entry = (0.0, next(AGES), b"", False, ROOT, 0, 0, 0, self.root_weights, root, 0, root.size)
        self._heap: list[tuple[Any, ...]] = [entry]
        self._n_entries, self._n_tokens = 1, root.size
        self._cheapest: dict[bytes, float] = {}
        self.lost = np.zeros(len(COUNTERS), np.int64)
        self._turned = self._variants = self._page_steps = 0

    @property
    def batch_key(self) -> Hashable:
        """Searches of one class with equal keys weigh and cost alike."""
        return ()

    @abstractmethod
    def weigh(self, batch: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """Return the weights of the candidates [M, W] and of the next page of each state [N, W]."""

    @abstractmethod
    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """Return the cost [K] of weights [K, W]; below any number are only finitely many states."""

    @property
    def ended(self) -> str:
        """See :class:`symbolic_rl.search.base.Search`."""
        return "" if self._heap else EXHAUSTED

    @property
    def spent(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return self.inferences + self._page_steps

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        return named_counters(self.lost, pages_turned=self._turned, variants=self._variants)

    @property
    def memory_bytes(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`; memory set free since is not deducted."""
        return self.nodes.nbytes + 4 * self._n_tokens + _ENTRY_BYTES * self._n_entries

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Return the answer on top of the queue, or expand a batch of states from there."""
        wanted = batch_size(self.inferences, most)
        heap, cheapest = self._heap, self._cheapest
        entries: list[QueueEntry] = []
        dearest = np.inf
        while heap and len(entries) < wanted and heap[0][0] <= dearest:
            entry = QueueEntry._make(heappop(heap))
            cost, _, key, is_answer, *_ = entry
            if key and cheapest[key] < cost:
                self._variants += 1  # a variant came later and was cheaper: the queue keeps both
            elif is_answer:
                if entries:  # an answer is returned alone, after the states before it
                    heappush(heap, tuple(entry))
                    break
                return [self._emit(entry)]
            else:
                if key:
                    cheapest[key] = _EXPANDED
                if not entries:
                    dearest = cost + self.slack
                entries.append(entry)
        if entries:
            yield ExpansionRequest(self, entries)
        return []

    def follow(self, entries: Sequence[QueueEntry]) -> list[int]:
        """Count the steps that lead to these entries and return their nodes."""
        at = []
        for entry in entries:
            self._page_steps += (entry.end - entry.start) // TOKENS_PER_STEP
            if entry.page:
                self._turned += 1
                self._page_steps += page_steps(entry.page, entry.offset)
                at.append(entry.node)
            else:
                self.inferences += entry.node != ROOT
                at.append(self.nodes.add_state(entry.key, *entry[4:7]))
        return at

    def choose(self, keys: Sequence[bytes], costs: Sequence[float], first: int) -> list[int]:
        """Return the candidates that cost less than any variant so far, numbered from ``first``."""
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
            entries: the fields of a :class:`QueueEntry` each.
            n_tokens: tokens that they hold and no earlier entry does.
        """
        heap = self._heap
        for entry in entries:
            heappush(heap, entry)
        self._n_entries += len(entries)
        self._n_tokens += n_tokens

    def _emit(self, entry: QueueEntry) -> Derivation:
        self.inferences += 1
        self._cheapest[entry.key] = _EXPANDED
        self.answer_weights = entry.weights
        path = self.nodes.path(entry.node, (entry.offset, entry.ordinal))
        key = entry.tokens[entry.start : entry.end].tobytes()
        return Derivation(path, self.inferences, key)


@dataclass(frozen=True)
class ExpansionRequest:
    """Request to expand entries of a search; before the reply, their candidates are queued."""

    search: BestFirstSearch
    entries: list[QueueEntry]

    @property
    def batch_key(self) -> Hashable:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""
        space, search = self.search.space, self.search
        furthest = max(entry.offset if entry.page else 0 for entry in self.entries)
        width = space.width(len(self.entries), furthest)
        return type(search), search.batch_key, id(space.engine), id(space.order), width

    @classmethod
    def serve(cls, requests: "Sequence[ExpansionRequest]") -> list[None]:
        """See :class:`symbolic_rl.search.base.SearchRequest`."""
        searches = [request.search for request in requests]
        entries = [entry for request in requests for entry in request.entries]
        sizes = np.array([len(request.entries) for request in requests])
        at = [node for request in requests for node in request.search.follow(request.entries)]
        *_, offset, _, number, weights, tokens, start, end = zip(*entries, strict=True)
        bounds = np.array([start, end])
        pieces = zip(tokens, start, end, strict=True)
        states = TokenBatch(
            np.concatenate([array[a:b] for array, a, b in pieces]), starts(bounds[1] - bounds[0])
        )
        pages = np.array(number)
        offsets = np.where(pages > 0, offset, 0)
        space = searches[0].space
        hidden = np.repeat([search.space.query.hidden for search in searches], sizes)
        width = space.width(len(requests[0].entries), int(offsets[: sizes[0]].max()))
        page = open_page(space.engine, states, hidden, offsets, width)
        first = starts(sizes)
        batch = ExpandedBatch(
            nodes=[search.nodes for search in searches],
            at=at,
            first_state=first.tolist(),
            first_candidate=np.searchsorted(page.owner, first).tolist(),
            states=states,
            page=page,
            weights=np.array(weights),
            number=pages,
        )
        below, further = searches[0].weigh(batch)
        if page.lost.any():
            for search, (a, b) in zip(searches, pairwise(batch.first_state), strict=True):
                search.lost += page.lost[a:b].sum(axis=0)
        _queue_candidates(searches, batch, below, offsets)
        if page.more.any():
            _queue_pages(searches, batch, further, entries)
        return [None] * len(requests)


def _queue_candidates(
    searches: Sequence[BestFirstSearch],
    batch: ExpandedBatch,
    weights: FloatArray,
    offsets: IntArray,
) -> None:
    page = batch.page
    is_answer = page.candidates.goal_counts() == 0
    costs = searches[0].cost(weights, is_answer)
    all_costs = costs.tolist()
    chosen: list[int] = []
    ends = [0]
    for search, (a, b) in zip(searches, pairwise(batch.first_candidate), strict=True):
        chosen += search.choose(page.keys[a:b], all_costs[a:b], a)
        ends.append(len(chosen))
    if not chosen:
        return
    rows, candidates = np.array(chosen), page.candidates
    first, last = candidates.offsets[rows], candidates.offsets[rows + 1]
    lengths = last - first
    if 2 * lengths.sum() < candidates.tokens.size:  # else entries share the tokens of the page
        candidates = candidates.take(rows)
        first, last = candidates.offsets[:-1], candidates.offsets[1:]
    owner = page.owner[rows]
    columns = (
        costs[rows].tolist(),
        AGES,
        [page.keys[i] for i in chosen],
        is_answer[rows].tolist(),
        np.array(batch.at)[owner].tolist(),
        offsets[owner].tolist(),
        page.ordinal[rows].tolist(),
        repeat(0),
        map(tuple, weights[rows].tolist()),
        repeat(candidates.tokens),
        first.tolist(),
        last.tolist(),
    )
    entries, tokens = list(zip(*columns)), starts(lengths).tolist()  # noqa: B905
    for search, (a, b) in zip(searches, pairwise(ends), strict=True):
        search.wait(entries[a:b], tokens[b] - tokens[a])


def _queue_pages(
    searches: Sequence[BestFirstSearch],
    batch: ExpandedBatch,
    weights: FloatArray,
    entries: Sequence[QueueEntry],
) -> None:
    page = batch.page
    turned = np.flatnonzero(page.more)
    columns = (
        turned.tolist(),
        searches[0].cost(weights[turned], np.zeros(turned.size, bool)).tolist(),
        page.next_offset[turned].tolist(),
        map(tuple, weights[turned].tolist()),
    )
    further = [
        (cost, age, b"", False, batch.at[i], offset, 0, entries[i].page + 1, weight, *state)
        for i, cost, offset, weight, age, state in zip(
            *columns, AGES, [entries[i][-3:] for i in columns[0]], strict=False
        )
    ]
    ends = np.searchsorted(turned, batch.first_state).tolist()
    for search, (a, b) in zip(searches, pairwise(ends), strict=True):
        search.wait(further[a:b])


class BreadthFirstSearch(BestFirstSearch):
    """Breadth-first search: the first weight, and the cost, is the level.

    A page counts as a level each time that the number of pages doubles, so that an infinite list of
    candidates keeps the search from nothing else.
    """

    root_weights = (0.0,)

    def weigh(self, batch: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """See :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        further = batch.weights.copy()
        further[:, 0] += is_doubled(batch.number + 1)
        return batch.weights[batch.page.owner] + 1, further

    def cost(self, weights: FloatArray, is_answer: NDArray[np.bool_]) -> FloatArray:
        """Return the levels; see :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        level: FloatArray = weights[:, 0]
        return level


def batch_size(steps: int, most: int) -> int:
    """Return the states of the next batch: a sixteenth of the steps taken, and at most ``most``."""
    return min(max(1, steps // 16), 256, most)


def is_doubled(number: IntArray) -> NDArray[np.bool_]:
    """Tell whether page numbers, from 1, are powers of two."""
    doubled: NDArray[np.bool_] = (number & (number - 1)) == 0
    return doubled
