"""Shorter proofs: from other choices in the states of a proof, the policy is followed to the end.

A search takes the likely choices, so the proof that it finds is rarely the shortest: a choice that
makes a proof shorter may be so unlikely that no search follows it within its budget. Here every
choice of a state is tried (``prolog/core/shortening.c``), and the policy says how it goes on.

Dimension key: K kinds of choices.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symbolic_rl.bridge.structs import address
from symbolic_rl.bridge.tokens import IntArray, TokenArray
from symbolic_rl.search.base import MemoryBudget, SearchResult, SearchTask, Space
from symbolic_rl.search.tree import TreeSearch, TurnRequest

INFERENCES = "shortening_inferences"
"""Counter of a result: inferences that its proof's shortening took."""

N_COUNTS = 4
"""Numbers of a kind of choices: itself, failed, ended in a proof, helped."""

LONGEST = 400
"""Steps of the longest proof that is shortened."""

INFERENCES_PER_STEP = 64
"""Most inferences for a proof, as a multiple of its steps."""

MOST_INFERENCES = 20_000
"""Most inferences for a proof."""

ALL_PROOFS = 0
"""Number of a kind that stands for whole proofs: it counts the proofs that were to be shortened
(as ended in a proof), and the proofs in which a choice has helped."""

JUDGED_FROM = 256
"""Proofs that are all shortened, before it is seen how often that helps."""

LEAST_SHORTENED, SHORTENED_PER_HELP = 1 / 16, 8
"""Share of the proofs that is shortened where that never helps; and what is added to it, as a
multiple of the share that helps. Where searches take the shortest way almost always, shortening
doubles their inferences for little."""

_TURN = 2048  # inferences until the memory is looked at


def no_kinds() -> IntArray:
    """Return the counts [0, N_COUNTS] of no kinds; see :class:`Kinds`."""
    return np.zeros((0, N_COUNTS), np.int64)


class Kinds:
    """Counts of the choices that were tried, by kind.

    ``counts`` [K, N_COUNTS]: number of the kind, ascending; how often a choice of it failed, ended
    in a proof, and made a proof cheaper.
    """

    def __init__(self, counts: IntArray | None = None) -> None:
        self.counts = no_kinds() if counts is None else counts

    def add(self, tried: Iterable[IntArray]) -> None:
        """Add counts [K, N_COUNTS], in any order.

        >>> kinds = Kinds()
        >>> kinds.add([np.array([[7, 1, 0, 0], [3, 0, 2, 1]]), np.array([[7, 1, 1, 0]])])
        >>> kinds.counts.tolist()
        [[3, 0, 2, 1], [7, 2, 1, 0]]
        """
        rows = np.concatenate([self.counts, *tried])
        numbers, place = np.unique(rows[:, 0], return_inverse=True)
        self.counts = np.zeros((len(numbers), N_COUNTS), np.int64)
        self.counts[:, 0] = numbers
        np.add.at(self.counts[:, 1:], place, rows[:, 1:])


def is_wanted(kinds: IntArray, query: TokenArray) -> bool:
    """Draw whether the proof of a query with these tokens is shortened; see ``JUDGED_FROM``.

    The draw depends on the query and on the counts alone, so it is the same in every worker.

    >>> query = np.arange(9)
    >>> is_wanted(no_kinds(), query)
    True
    >>> sum(is_wanted(np.array([[ALL_PROOFS, 0, n, 0]]), query) for n in range(1024, 2624))
    100
    """
    of_all = kinds[kinds[:, 0] == ALL_PROOFS]
    _, _, n, helped = of_all.sum(0).tolist()
    if n < JUDGED_FROM:
        return True
    share = LEAST_SHORTENED + SHORTENED_PER_HELP * helped / n
    return bool(zlib.crc32(query.tobytes(), n & 0xFFFFFFFF) < share * 2**32)


class Shortening(TreeSearch):
    """Search whose only answer is the cheapest proof that it knows when it ends.

    The policy of the space must be one that C evaluates.

    Args:
        space: space of the proof.
        choices: offset and ordinal of each choice of the proof.
        kinds: counts [K, N_COUNTS] of :class:`Kinds`.
        most: inferences that it may take.
    """

    kind = "shortening"
    uses_order = True

    def __init__(
        self, space: Space, choices: Sequence[tuple[int, int]], kinds: IntArray, most: int
    ) -> None:
        self._choices, self._most = np.array(choices, np.int64), most
        self.kinds = kinds
        super().__init__(space)

    @property
    def batch_key(self) -> Any:
        """See :class:`.TreeSearch`."""
        return super().batch_key, id(self.kinds)

    def _open(self) -> int:
        root, at = self.space.root().tokens, address(self._choices)
        of_root = address(root, np.int32), root.size, self.space.query.hidden
        open_search = self._library.core_shortening_open
        handle: int = open_search(*of_root, at, len(self._choices), self._most)
        return handle

    @property
    def tried(self) -> IntArray:
        """Counts [K, N_COUNTS] of the choices that were tried, as they were met."""
        n = self._library.core_shortening_counts(self.handle, None)
        counts = np.empty((n, N_COUNTS), np.int64)
        self._library.core_shortening_counts(self.handle, address(counts))
        return counts


def inferences_of(result: SearchResult) -> int:
    """Return the inferences of a search and of its proof's shortening."""
    return result.inferences + result.counters.get(INFERENCES, 0)


def shortened(
    space: Space, result: SearchResult, kinds: IntArray, memory: MemoryBudget
) -> SearchTask[tuple[SearchResult, IntArray]]:
    """Make the proof of a search's result shorter; return the result, and counts [K, N_COUNTS].

    The proof stays as it is where Python evaluates the policy, memory is used up, or few proofs
    become shorter (:func:`is_wanted`).
    """
    if not result.answers or not 2 <= len(result.answers[0].choices) <= LONGEST:
        return result, no_kinds()
    if not is_wanted(kinds, space.query.goal):
        return result, no_kinds()
    answer = result.answers[0]
    most = min(MOST_INFERENCES, INFERENCES_PER_STEP * len(answer.choices))
    search = Shortening(space, answer.choices, kinds, most)
    if not search.network():
        return result, no_kinds()
    while not search.ended and not memory.is_used_up(id(search)):
        yield TurnRequest(search, _TURN)
        memory.note(id(search), search.memory_bytes)
    memory.note(id(search), 0)
    found = search.take()
    counters = {**result.counters, INFERENCES: search.inferences}
    answers = tuple(replace(one, found_after=answer.found_after) for one in found)
    tried = search.tried
    of_proof = np.array([[ALL_PROOFS, 0, 1, tried[:, -1].any()]])
    counts = np.concatenate([of_proof, tried])
    return replace(result, answers=answers or (answer,), counters=counters), counts
