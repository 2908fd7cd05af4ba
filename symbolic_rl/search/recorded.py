"""Guided search that records the states it expands, and the probability of each choice.

It is Levin tree search that expands one batch of states at a time. Its record shows how a proof was
found, and where the policy led elsewhere. If it finds no proof, it can follow one that another
search has found (:meth:`RecordedSearch.follow_known`).

Dimension key: N states of a batch, M candidates of these.
"""

import ctypes as c
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from symbolic_rl.bridge.structs import address
from symbolic_rl.bridge.tokens import HashArray, TokenArray, TokenBatch
from symbolic_rl.search.base import (
    Derivation,
    Limits,
    SearchResult,
    SearchTask,
    Space,
    named_counters,
)
from symbolic_rl.search.scheduler import AnswerIterator
from symbolic_rl.search.tree import ExpandedBatch, LevinTreeSearch, SearchCall, TurnRequest

LONGEST_KNOWN = 1_000
"""Longest known derivation, in steps, that is followed; each step asks the policy once."""

_ROOT = -1
_IS_NEXT = -1  # reply of core_levin_prefer: the state is expanded next


@dataclass
class RecordedState:
    """State that a search has expanded."""

    parent: int  # number of the state before it; -1 for the root
    clause: int  # id of the clause that led to it; 0 for the root
    probability: float  # of that choice, at the search's settings; 1 for the root
    tokens: TokenArray
    n_candidates: int = 0  # of all opened pages, without loops and variants
    likeliest: float = 0.0  # greatest probability among them
    is_cut: bool = False  # whether the policy sees only a part of it
    lost: dict[str, int] = field(default_factory=dict)  # candidates lost, by cause


class RecordedSearch(LevinTreeSearch):
    """Levin tree search with a record."""

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self.states: list[RecordedState] = []  # by their node: in the order of expansion
        self.answer: RecordedState | None = None  # the end of the first proof found
        self._n_followed = 0
        # Clause and probability of a choice, by node, offset of the page and ordinal.
        self._choices: dict[tuple[int, int, int], tuple[int, float]] = {}
        # Hash of a candidate, by node and ordinal in its first page.
        self._keys: dict[tuple[int, int], HashArray] = {}

    @property
    def expanded(self) -> int:
        """Number of states that the search itself has expanded: the first in ``states``."""
        return len(self.states) - self._n_followed

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """See :class:`symbolic_rl.search.base.Search`."""
        yield from ()
        self._expand(most)
        return self.take()

    def _expand(self, most: int) -> None:
        """Expand a batch of states and record it, or meet an answer and record that."""
        assert self.space.order is not None
        batch = SearchCall([TurnRequest(self, most)]).run_one_batch(self.space.order)
        self.refresh()
        if batch is not None:
            self._record_states(batch)
            self._record_candidates(batch)
        outcome = self._outcome
        if outcome.has_answer and self.answer is None:
            tokens = c.string_at(outcome.answer_tokens, 4 * outcome.n_answer_tokens)
            choice = outcome.answer_node, outcome.answer_offset, outcome.answer_ordinal
            self.answer = self._state(choice, np.frombuffer(tokens, np.int32))

    def _state(self, choice: tuple[int, int, int], tokens: TokenArray) -> RecordedState:
        clause, probability = self._choices.get(choice, (0, 1.0))
        return RecordedState(choice[0], clause, probability, tokens)

    def _record_states(self, batch: ExpandedBatch) -> None:
        """Record new states; further pages of a state only add to its counts."""
        for row, node in enumerate(batch.nodes.tolist()):
            if node == len(self.states):
                way = self.nodes_to(node)[-1:].tolist()
                parent, offset, ordinal = way[0] if way else (_ROOT, 0, 0)
                self.states.append(self._state((parent, offset, ordinal), batch.states[row].copy()))
            state = self.states[node]
            for name, n in named_counters(batch.page.lost[row]).items():
                if n:
                    state.lost[name] = state.lost.get(name, 0) + n

    def _record_candidates(self, batch: ExpandedBatch) -> None:
        page = batch.page
        node, offset = batch.nodes[page.owner].tolist(), batch.offsets[page.owner].tolist()
        columns = (
            node,
            offset,
            page.ordinal.tolist(),
            page.clauses.tolist(),
            batch.chances.tolist(),
        )
        for i, (at, before, ordinal, clause, chance) in enumerate(zip(*columns, strict=True)):
            if not before:
                self._keys[at, ordinal] = page.hashes[i]
            if chance:  # 0 for loops and variants
                self._choices[at, before, ordinal] = clause, chance
                state = self.states[at]
                state.n_candidates += 1
                state.likeliest = max(state.likeliest, chance)

    def follow_known(self, choices: Sequence[tuple[int, int]]) -> bool:
        """Follow a derivation that another search has found, and record the policy's probabilities.

        Its states join the record, and its end becomes the answer. Following stops if the
        derivation is long, or if a step is not on the first page of its state.

        Returns:
            True if the derivation was followed to its end.
        """
        n = len(self.states)
        is_whole = bool(n) and len(choices) <= LONGEST_KNOWN and self._followed(choices)
        self._n_followed += len(self.states) - n
        return is_whole

    def _followed(self, choices: Sequence[tuple[int, int]]) -> bool:
        node = 0
        for offset, ordinal in choices:
            key = self._keys.get((node, offset + ordinal))
            if key is None:
                return False
            found = self._library.core_levin_prefer(self.handle, address(key, np.uint64))
            if found >= 0:
                node = found
            elif found == _IS_NEXT:
                node = len(self.states)
                self._expand(1)
            else:
                return False
        return self.answer is not None

    def way(self) -> list[int]:
        """Return the numbers of the states on the way to the answer; none without an answer."""
        numbers = []
        node = self.answer.parent if self.answer else _ROOT
        while node != _ROOT:
            numbers.append(node)
            node = self.states[node].parent
        return numbers[::-1]


def record(
    space: Space, limits: Limits, known: Sequence[tuple[int, int]] = ()
) -> tuple[RecordedSearch, SearchResult]:
    """Search for the first answer, or else follow a ``known`` derivation, with a record."""
    search = RecordedSearch(space)
    found = AnswerIterator(search, limits).take(1)
    if not found.answers and known:
        search.follow_known(known)
    cuts = getattr(space.order, "cuts", None)
    if cuts is not None and search.states:
        shown = cuts(TokenBatch.of([state.tokens for state in search.states]))
        for state, is_cut in zip(search.states, shown.tolist(), strict=True):
            state.is_cut = is_cut
    return search, found
