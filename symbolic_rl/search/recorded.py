"""Guided search that records what it expands, and how probable the policy held each choice.

It is Levin tree search in Python (:mod:`.levin`), the oracle of the search in C. Its record tells
why a proof was found, and where the policy led elsewhere; where it found none, a derivation that is
known from another search can be followed through it (:meth:`RecordedSearch.follow_known`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import TokenArray, TokenBatch
from symbolic_rl.search.base import AnswerIterator, Derivation, Limits, SearchResult
from symbolic_rl.search.best_first import AGES, ExpandedBatch, FloatArray, QueueEntry, Weights
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.nodes import ROOT
from symbolic_rl.search.space import Page, Space, named_counters, open_page

LONGEST_KNOWN = 1_000
"""Steps of a known derivation that is followed; each asks the policy once."""

Cuts = Callable[[TokenBatch], NDArray[np.bool_]]
"""Function from N states to [N] whether the policy sees only a part of each."""

_START = (0, 1.0, LevinTreeSearch.root_weights)
"""Clause, probability and weights of the step to the root, which is none."""


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
    is_cut: bool = False
    """The policy sees only a part of it."""
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
        self._n_followed = 0
        self._weights: list[Weights] = []
        self._choices: dict[tuple[int, bytes], tuple[int, float, Weights]] = {}
        self._numbers: dict[bytes, int] = {}

    def follow(self, entries: Sequence[QueueEntry]) -> list[int]:
        """Record new states; see :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        at = super().follow(entries)
        for entry in entries:
            if not entry.page:
                self._numbers[entry.key] = len(self.states)
                self.states.append(self._state(entry))
                self._weights.append(entry.weights)
        return at

    @property
    def expanded(self) -> int:
        """Number of states that the search has expanded itself: the first ones."""
        return len(self.states) - self._n_followed

    def weigh(self, batch: ExpandedBatch) -> tuple[FloatArray, FloatArray]:
        """Record probabilities; see :class:`symbolic_rl.search.best_first.BestFirstSearch`."""
        below, further = super().weigh(batch)
        page, owner = batch.page, batch.page.owner
        above = self.log_probability(batch.weights)
        chances = np.exp(self.log_probability(below) - above[owner]).tolist()
        columns = (owner.tolist(), page.keys, page.clauses.tolist(), chances, below.tolist())
        for row, key, clause, chance, weights in zip(*columns, strict=True):
            node = batch.at[row]
            if chance:  # what loops or repeats another has none
                self._choices.setdefault((node, key), (clause, chance, tuple(weights)))
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
        clause, chance, _ = self._choices.get((entry.node, entry.key), _START)
        tokens = entry.tokens[entry.start : entry.end].copy()
        return RecordedState(entry.node, clause, chance, tokens)

    def follow_known(self, choices: Sequence[tuple[int, int]]) -> bool:
        """Follow a derivation that another search has found, and record what the policy says of it.

        Its states become states of the record, its end the answer. It is given up where it is
        long, where a step is not on the first page of its state, or loops.

        Args:
            choices: those of the derivation, as in :class:`symbolic_rl.search.base.Derivation`.

        Returns:
            True if it was followed to its end.
        """
        n = len(self.states)
        is_whole = bool(n) and len(choices) <= LONGEST_KNOWN and self._followed(choices)
        self._n_followed += len(self.states) - n
        return is_whole

    def _followed(self, choices: Sequence[tuple[int, int]]) -> bool:
        node = 0
        for offset, ordinal in choices:
            entry = self._step(node, offset + ordinal)
            if entry is None:
                return False
            if entry.is_answer:
                self.answer = self._state(entry)
                return True
            if entry.key not in self._numbers:
                self.follow([entry])
            node = self._numbers[entry.key]
        return False

    def _step(self, node: int, place: int) -> QueueEntry | None:
        """Return the candidate at a place of a state as an entry of the queue."""
        space, states = self.space, TokenBatch.of([self.states[node].tokens])
        hidden, width = np.array([space.query.hidden]), space.width(1, 0)
        page = open_page(space.engine, states, hidden, np.zeros(1, np.int64), width)
        if place >= page.owner.size:
            return None
        key = page.keys[place]
        if not self.states[node].n_candidates:
            self._weigh_alone(node, states, page)
        if (node, key) not in self._choices:
            return None
        tokens, ends = page.candidates.tokens, page.candidates.offsets
        is_answer = bool(page.candidates.goal_counts()[place] == 0)
        start, end = int(ends[place]), int(ends[place + 1])
        *_, weights = self._choices[node, key]
        return QueueEntry(
            0.0, next(AGES), key, is_answer, node, 0, place, 0, weights, tokens, start, end
        )

    def _weigh_alone(self, node: int, states: TokenBatch, page: Page) -> None:
        """Record the probabilities at a state that the search has not expanded."""
        batch = ExpandedBatch(
            nodes=[self.nodes],
            at=[node],
            first_state=[0, 1],
            first_candidate=[0, page.owner.size],
            states=states,
            page=page,
            weights=np.array([self._weights[node]]),
            number=np.zeros(1, np.int64),
        )
        self.weigh(batch)

    def way(self) -> list[int]:
        """Return the numbers of the states on the way to the answer; none without an answer."""
        numbers = []
        node = self.answer.parent if self.answer else ROOT
        while node != ROOT:
            numbers.append(node)
            node = self.states[node].parent
        return numbers[::-1]


def record(
    space: Space,
    limits: Limits,
    known: Sequence[tuple[int, int]] = (),
    cuts: Cuts | None = None,
) -> tuple[RecordedSearch, SearchResult]:
    """Search for the first answer, with a record.

    Args:
        space: the derivations to search.
        limits: those of the search.
        known: choices of a derivation that is followed where the search finds none.
        cuts: tells which states the policy sees only a part of.
    """
    search = RecordedSearch(space)
    found = AnswerIterator(search, limits).take(1)
    if not found.answers and known:
        search.follow_known(known)
    if cuts is not None and search.states:
        shown = cuts(TokenBatch.of([state.tokens for state in search.states]))
        for state, is_cut in zip(search.states, shown.tolist(), strict=True):
            state.is_cut = is_cut
    return search, found
