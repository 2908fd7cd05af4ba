"""Trees of slots fitted to a program: places where its goals hold compound terms, and no others.

A tree that is complete to some level has most of its slots where no term ever is, and shows one or
two elements of a list. Pre-order tokens show more, but a place moves with the size of whatever
stands before it. Goals of one program hold compound terms in few places, such as the elements of
one list, so a slot for each of these shows as much as pre-order tokens do, each place always in the
same slot. Torch-free.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from symbolic_rl.base.config import MAX_LEVELS
from symbolic_rl.bridge.tokens import LIST, NIL, TokenBatch, count_of
from symbolic_rl.program.vocabulary import Vocabulary

_NOWHERE = -1
"""A place below those that are counted."""


class Places:
    """Places of compound terms in goals: the goal itself is place 0, arguments are below it."""

    def __init__(self) -> None:
        self.n_goals = 0
        """Goals that were counted."""
        self.filled: Counter[int] = Counter()
        """Goals that hold a compound term there, by place."""
        self.widest: dict[int, int] = {}
        """Largest arity there."""
        self.below: dict[int, dict[int, int]] = {0: {}}
        """Places of the arguments, by place."""
        self._count = 1

    @classmethod
    def of(cls, states: TokenBatch, vocabulary: Vocabulary, n_goals: int) -> "Places":
        """Return the places in the first ``n_goals`` goals of each state."""
        places = cls()
        for i in range(len(states)):
            tokens = states[i].tolist()
            for at in islice(_goals(tokens, vocabulary), n_goals):
                places._add(tokens, at, vocabulary)
        return places

    def _add(self, tokens: Sequence[int], at: int, vocabulary: Vocabulary) -> None:
        """Count the places of the goal that starts at ``at``."""
        self.n_goals += 1
        waiting = [(0, 0)]
        while waiting:
            place, level = waiting.pop()
            arity, at = vocabulary.shape(tokens, at)
            if arity and place != _NOWHERE:
                self.filled[place] += 1
                self.widest[place] = max(self.widest.get(place, 0), arity)
            waiting += [
                (self._argument(place, i) if level < MAX_LEVELS else _NOWHERE, level + 1)
                for i in reversed(range(arity))
            ]

    def _argument(self, place: int, i: int) -> int:
        if place == _NOWHERE:
            return place
        found = self.below[place].setdefault(i, self._count)
        if found == self._count:
            self.below[found] = {}
            self._count += 1
        return found

    def opened(self, most_slots: int, least: int) -> set[int]:
        """Return the places whose arguments get slots: those most often filled, parents first.

        Args:
            most_slots: of the whole tree.
            least: goals that fill a place which is opened.
        """
        found, size, waiting = set[int](), 1, [(-self.filled[0], 0)] if self.filled[0] else []
        while waiting:
            count, place = heapq.heappop(waiting)
            if -count < least:
                break
            if size + self.widest[place] > most_slots:
                continue
            size += self.widest[place]
            found.add(place)
            for argument in self.below[place].values():
                if self.filled[argument]:
                    heapq.heappush(waiting, (-self.filled[argument], argument))
        return found

    def counts(self, opened: Iterable[int]) -> list[int]:
        """Return the number of children of each slot, breadth first, as ``view_tree`` has them."""
        opened, counts, slots = set(opened), list[int](), [0]
        for place in slots:
            width = self.widest[place] if place in opened else 0
            counts.append(width)
            slots += [self.below[place].get(i, _NOWHERE) for i in range(width)]
        while counts and not counts[-1]:
            counts.pop()
        return counts


def _goals(tokens: Sequence[int], vocabulary: Vocabulary) -> Iterator[int]:
    """Yield where each goal of a state starts, or each term that is seen of a process's state."""
    at, end = 1, vocabulary.end
    if len(tokens) > 1 and tokens[1] == vocabulary.state:
        at = end(tokens, 2)  # behind the reward
        if vocabulary.arity[vocabulary.state] < 3 or tokens[at] not in (LIST, NIL):
            yield at
        while tokens[at] == LIST:
            yield at + 1
            at = end(tokens, at + 1)
        return
    for _ in range(count_of(tokens[0])):
        yield at
        at = end(tokens, at)
