"""Best-first search: of the states that wait, the cheapest are expanded next.

A state that was taken before, or waits at no higher cost, is not followed again; that is decided by
its tokens, and as they hold the answer, no answer is lost. States are taken in batches. A batch is
never larger than a fraction of the steps already taken, and holds nothing that costs much more than
the cheapest: so it costs little where the answer is near, or far down a path that nothing rivals.

Dimension key: N states taken, M candidates of them.
"""

from abc import ABC, abstractmethod
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine import COUNTERS
from symbolic_rl.engine.tokens import IntArray, TokenBatch
from symbolic_rl.search.asks import Asking, AskPage
from symbolic_rl.search.base import EXHAUSTED, Derivation
from symbolic_rl.search.nodes import ROOT, Column, Nodes, States
from symbolic_rl.search.space import Page, Space, counted, taken

FloatArray = NDArray[np.float64]

_MOST_AT_ONCE = 256
_SHARE_AT_ONCE = 16
_ENTRY_BYTES = 400
"""Of heap, keys and dictionaries, for each entry."""
_TAKEN = -np.inf
_NODE, _OFFSET, _ORDINAL, _STATE, _PAGE = range(5)


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
        self.answer_weights = np.zeros(2)
        """[2] what the last answer weighs."""
        self._states = States()
        self._heap: list[tuple[float, int]] = []
        self._entries, self._weights = Column(np.int64, 5), Column(np.float64, 2)
        self._keys: list[bytes] = []
        self._cheapest: dict[bytes, float] = {}
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._turned = self._variants = 0
        root = np.array([[ROOT, 0, 0, 0, 0]])
        self._states.add(space.root())
        self._push(root, np.zeros((1, 2)), np.zeros(1), [b""])

    @abstractmethod
    def weigh(
        self, states: TokenBatch, page: Page, at: IntArray, weights: FloatArray, number: IntArray
    ) -> Asking[tuple[FloatArray, FloatArray]]:
        """Weights of the candidates [M, 2] and of the next page of each state [N, 2].

        Args:
            states: N states.
            page: their candidates.
            at: [N] their nodes.
            weights: [N, 2] what the states weigh themselves.
            number: [N] how many pages of them were turned.
        """

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
        """See :class:`symbolic_rl.search.base.Search`."""
        tables = (self._states, self._entries, self._weights, self.nodes)
        return sum(table.nbytes for table in tables) + _ENTRY_BYTES * len(self._keys)

    def advance(self, most: int) -> Asking[list[Derivation]]:
        """Emit the answer that is cheapest of all that waits, or expand what is."""
        wanted = min(max(1, self.inferences // _SHARE_AT_ONCE), _MOST_AT_ONCE, most)
        rows: list[int] = []
        dearest = np.inf
        while self._heap and len(rows) < wanted and self._heap[0][0] <= dearest:
            cost, row = heappop(self._heap)
            key = self._keys[row]
            if key and self._cheapest[key] < cost:
                self._variants += 1
            elif self._is_answer(row):
                if rows:
                    heappush(self._heap, (cost, row))
                    break
                return [self._emit(row)]
            else:
                if key:
                    self._cheapest[key] = _TAKEN
                if not rows:
                    dearest = cost + self.slack
                rows.append(row)
        if rows:
            yield from self._expand(np.array(rows))
        return []

    def _is_answer(self, row: int) -> bool:
        return self._states.first_token(int(self._entries.array[row, _STATE])) == 0

    def _emit(self, row: int) -> Derivation:
        self.inferences += 1
        node, offset, ordinal, state, _ = self._entries.array[row].tolist()
        self._cheapest[self._keys[row]] = _TAKEN
        self.answer_weights = self._weights.array[row].copy()
        path = self.nodes.path(node, (offset, ordinal))
        return Derivation(path, self.inferences, self._states.take(np.array([state]))[0].tobytes())

    def _expand(self, rows: IntArray) -> Asking[None]:
        entries, weights = self._entries.array[rows], self._weights.array[rows]
        is_new = entries[:, _PAGE] == 0
        self.inferences += int((is_new & (entries[:, _NODE] != ROOT)).sum())
        at = entries[:, _NODE].copy()
        keys = [self._keys[row] for row in rows[is_new].tolist()]
        at[is_new] = self.nodes.add(entries[is_new, :3], keys)
        offset = np.where(is_new, 0, entries[:, _OFFSET])
        states = self._states.take(entries[:, _STATE])
        page = yield AskPage(self.space, states, offset)
        self._lost += page.lost.sum(axis=0)
        self._turned += int((~is_new).sum())
        of_candidate, of_more = yield from self.weigh(states, page, at, weights, entries[:, _PAGE])
        self._push_candidates(page, at, offset, of_candidate)
        if page.more.any():
            self._push_further(page, at, entries, of_more)

    def _push_further(
        self, page: Page, at: IntArray, entries: IntArray, weights: FloatArray
    ) -> None:
        turned = np.flatnonzero(page.more)
        further = np.zeros((turned.size, 5), np.int64)
        further[:, _NODE], further[:, _OFFSET] = at[turned], page.next_offset[turned]
        further[:, _STATE], further[:, _PAGE] = (
            entries[turned, _STATE],
            entries[turned, _PAGE] + 1,
        )
        costs = self.cost(weights[turned], np.zeros(turned.size, bool))
        self._push(further, weights[turned], costs, [b""] * turned.size)

    def _push_candidates(
        self, page: Page, at: IntArray, offset: IntArray, weights: FloatArray
    ) -> None:
        costs = self.cost(weights, page.candidates.goal_counts() == 0)
        chosen, cheapest = [], self._cheapest
        for i, (key, cost) in enumerate(zip(page.keys, costs.tolist(), strict=True)):
            if cost < cheapest.get(key, np.inf):
                cheapest[key] = cost
                chosen.append(i)
        self._variants += len(page.keys) - len(chosen)
        if not chosen:
            return
        rows = np.array(chosen)
        owner = page.owner[rows]
        first = len(self._states)
        self._states.add(taken(page.candidates, rows))
        entries = np.zeros((rows.size, 5), np.int64)
        entries[:, _NODE], entries[:, _OFFSET] = at[owner], offset[owner]
        entries[:, _ORDINAL], entries[:, _STATE] = page.ordinal[rows], first + np.arange(rows.size)
        self._push(entries, weights[rows], costs[rows], [page.keys[i] for i in chosen])

    def _push(
        self, entries: IntArray, weights: FloatArray, costs: FloatArray, keys: list[bytes]
    ) -> None:
        first = self._entries.size
        self._entries.append(entries)
        self._weights.append(weights)
        self._keys += keys
        for row, cost in enumerate(costs.tolist(), first):
            heappush(self._heap, (cost, row))
