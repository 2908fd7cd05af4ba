"""Guided search that records what it expands, and how probable the policy held each choice.

It is Levin tree search in Python (:mod:`.levin`), the oracle of the search in C. Its record tells
why a proof was found, and where the policy led elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from symbolic_rl.bridge.tokens import TokenArray
from symbolic_rl.search.base import AnswerIterator, Derivation, Limits, SearchResult
from symbolic_rl.search.best_first import ExpandedBatch, FloatArray, QueueEntry
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.nodes import ROOT
from symbolic_rl.search.space import Space, named_counters

_START = (0, 1.0)
"""Clause and probability of the step to the root, which is none."""


@dataclass
class RecordedState:
    """State that a search has expanded."""

    parent: int
    """Number of the state before it; -1 for the root."""
    clause: int
    """Id of the clause that led to it; 0 for the root."""
    probability: float
    """Of that choice, as the search read the policy; 1 for the root."""
    tokens: TokenArray
    n_candidates: int = 0
    """Candidates that neither loop nor repeat another, of all pages that were opened."""
    likeliest: float = 0.0
    """Greatest probability among them."""
    lost: dict[str, int] = field(default_factory=dict)
    """Candidates lost to limits and errors, by cause."""


class RecordedSearch(LevinTreeSearch):
    """Levin tree search with a record.

    Args:
        space: the derivations to search.
    """

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self.states: list[RecordedState] = []
        """Expanded states, in the order of expansion."""
        self.answer: RecordedState | None = None
        """State without a goal that ends the first proof found."""
        self._choices: dict[tuple[int, bytes], tuple[int, float]] = {}

    def follow(self, entries: Sequence[QueueEntry]) -> list[int]:
        """Record new states; see :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        at = super().follow(entries)
        self.states += [self._state(entry) for entry in entries if not entry.page]
        return at

    def weigh(self, batch: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """Record probabilities; see :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        below, further = super().weigh(batch)
        page, owner = batch.page, batch.page.owner
        chances = np.exp(below[:, 1] - batch.weights[owner, 1]).tolist()
        for row, key, clause, chance in zip(
            owner.tolist(), page.keys, page.clauses.tolist(), chances, strict=True
        ):
            node = batch.at[row]
            if chance:  # what loops or repeats another has none
                self._choices.setdefault((node, key), (clause, chance))
                state = self.states[node]
                state.n_candidates += 1
                state.likeliest = max(state.likeliest, chance)
        for row in np.flatnonzero(page.lost.any(axis=1)).tolist():
            lost = self.states[batch.at[row]].lost
            for name, n in named_counters(page.lost[row]).items():
                if n:
                    lost[name] = lost.get(name, 0) + n
        return below, further

    def _emit(self, entry: QueueEntry) -> Derivation:
        self.answer = self.answer or self._state(entry)
        return super()._emit(entry)

    def _state(self, entry: QueueEntry) -> RecordedState:
        clause, chance = self._choices.get((entry.node, entry.key), _START)
        tokens = entry.tokens[entry.start : entry.end].copy()
        return RecordedState(entry.node, clause, chance, tokens)

    def way(self) -> list[int]:
        """Return the numbers of the states on the way to the answer; none without an answer."""
        numbers = []
        node = self.answer.parent if self.answer else ROOT
        while node != ROOT:
            numbers.append(node)
            node = self.states[node].parent
        return numbers[::-1]


def record(space: Space, limits: Limits) -> tuple[RecordedSearch, SearchResult]:
    """Search for the first answer, with a record."""
    search = RecordedSearch(space)
    return search, AnswerIterator(search, limits).take(1)
