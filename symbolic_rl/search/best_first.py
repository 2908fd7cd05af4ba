"""Best-first search: of the states that wait, the cheapest are expanded next.

A state that was taken before, or waits at no higher cost, is not followed again; that is decided by
its tokens, and as they hold the answer, no answer is lost. States are taken in batches. A batch is
never larger than a fraction of the steps already taken, and holds nothing that costs much more than
the cheapest: so it costs little where the answer is near, or far down a path that nothing rivals.

Dimension key: N states taken, M candidates of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine import COUNTERS
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.search.asks import Asking
from symbolic_rl.search.base import EXHAUSTED, Derivation
from symbolic_rl.search.expansion import AGES, AskExpansion, Entry, FloatArray, Taken
from symbolic_rl.search.nodes import ROOT, Nodes
from symbolic_rl.search.space import Space, counted

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
    def weigh(self, taken: Taken) -> tuple[FloatArray, FloatArray]:
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
