"""Interleaving of two searches: the second one gets a fixed share of all inferences.

Whatever the second search refutes with N inferences, both together refute with at most N / share,
however bad the first one is; and whatever the first one refutes with N, with N / (1 - share).
"""

from symbolic_rl.search.base import EXHAUSTED, Derivation, Search, SearchTask

_TURN = 16
"""Turns of the second search that are worth its share so far."""


class InterleavedSearch:
    """See :class:`symbolic_rl.search.base.Search`.

    Args:
        first: gets the other inferences.
        second: gets one inference in ``one_in``.
        one_in: 2 for one half.
    """

    def __init__(self, first: Search, second: Search, *, one_in: int) -> None:
        self._first, self._second, self._one_in = first, second, one_in
        self._met: set[bytes] = set()

    @property
    def inferences(self) -> int:
        """Inferences of both."""
        return self._first.inferences + self._second.inferences

    @property
    def spent(self) -> int:
        """Inferences and pages turned of both."""
        return self._first.spent + self._second.spent

    @property
    def ended(self) -> str:
        """Reason for the end: one search that is exhausted is enough; else both have to end."""
        first, second = self._first.ended, self._second.ended
        return EXHAUSTED if EXHAUSTED in (first, second) else first and second

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the first search, or of the second one once that is exhausted."""
        chosen = self._second if self._second.ended == EXHAUSTED else self._first
        return chosen.counters

    @property
    def memory_bytes(self) -> int:
        """Memory of both."""
        return self._first.memory_bytes + self._second.memory_bytes

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search whose turn it is; see :class:`symbolic_rl.search.base.Search`."""
        first, second = self._first, self._second
        due = (self._one_in - 1) * second.spent - first.spent
        if not first.ended and (due > 0 or second.ended):
            return (yield from self._new(first, due if due > 0 else most, most))
        # The second one goes first, so that its share holds at every moment. Its turns grow with
        # the search: short ones early, to be exact, long ones later, for batches worth a crossing.
        turn = 1 + self.spent // (_TURN * self._one_in)
        return (yield from self._new(second, turn, most))

    def _new(self, search: Search, turn: int, most: int) -> SearchTask[list[Derivation]]:
        """Take a turn and return the answers that the other search has not found before."""
        others, left = self.inferences - search.inferences, min(turn, most)
        last, found = search.spent + left, list[Derivation]()
        while not found and not search.ended and search.spent < last:
            found = yield from search.advance(last - search.spent)
        new = []
        for answer in found:
            if answer.key not in self._met:
                self._met.add(answer.key)
                after = others + answer.found_after
                new.append(Derivation(answer.choices, after, answer.key))
        return new
