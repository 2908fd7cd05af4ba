"""Two searches side by side: one never costs more than the other is worth.

The second one gets a fixed share of all inferences. So whatever it refutes with N of them, both
together refute with N / share, however bad the first one is; and the other way round.
"""

from symbolic_rl.search.base import EXHAUSTED, Asking, Derivation, Search

_TURN = 16
"""The second one is ahead by at most this part of its share."""


class InterleavedSearch:
    """See :class:`symbolic_rl.search.base.Search`.

    Args:
        first: gets most of the inferences.
        second: gets one of ``one_in``.
        one_in: 2 for the half.
    """

    def __init__(self, first: Search, second: Search, *, one_in: int) -> None:
        self._first, self._second, self._one_in = first, second, one_in
        self._met: set[bytes] = set()

    @property
    def inferences(self) -> int:
        """Those of both."""
        return self._first.inferences + self._second.inferences

    @property
    def ended(self) -> str:
        """One that has seen everything is enough; else both have to end."""
        first, second = self._first.ended, self._second.ended
        return EXHAUSTED if EXHAUSTED in (first, second) else first and second

    @property
    def counters(self) -> dict[str, int]:
        """Those of the first one, or of the second one where that has seen everything."""
        chosen = self._second if self._second.ended == EXHAUSTED else self._first
        return chosen.counters

    @property
    def memory_bytes(self) -> int:
        """That of both."""
        return self._first.memory_bytes + self._second.memory_bytes

    def advance(self, most: int) -> Asking[list[Derivation]]:
        """Let the one whose turn it is go on; the second one is always a little ahead."""
        first, second = self._first, self._second
        due = (self._one_in - 1) * second.inferences - first.inferences
        if not first.ended and (due > 0 or second.ended):
            return (yield from self._new(first, due if due > 0 else most, most))
        turn = 1 + self.inferences // (_TURN * self._one_in)
        return (yield from self._new(second, turn, most))

    def _new(self, search: Search, turn: int, most: int) -> Asking[list[Derivation]]:
        """The answers of a turn that the other search has not found before."""
        others, left = self.inferences - search.inferences, min(turn, most)
        last, found = search.inferences + left, list[Derivation]()
        while not found and not search.ended and search.inferences < last:
            found = yield from search.advance(last - search.inferences)
        new = []
        for answer in found:
            if answer.key not in self._met:
                self._met.add(answer.key)
                after = others + answer.found_after
                new.append(Derivation(answer.choices, after, answer.key))
        return new
