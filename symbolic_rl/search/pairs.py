"""Two searches of one space that take turns: interleaved, with compiled SWI-Prolog, with tabling.

A goal that the second of two interleaved searches proves with N inferences takes both together at
most N / share, and one that the first proves with N at most N / (1 - share).

A search over derivations never ends if a clause calls itself first: there is always a longer
derivation. But a function-free program has finitely many answers, and SWI-Prolog's tabling finds
them all and ends. ``prolog/search/tabled.pl`` decides which programs it runs, and keeps a
derivation of each answer, which is built on demand.
"""

import weakref
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

import numpy as np

from symbolic_rl.bridge.swipl import Crossing, PrologCall
from symbolic_rl.bridge.tokens import TokenArray
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import EXHAUSTED, Derivation, Search, SearchTask, Space
from symbolic_rl.search.in_prolog import (
    LONGEST_WAIT_MS,
    InProlog,
    PrologSearch,
    SwiplSearch,
    number_of,
    question_of,
)

_TURN = 16  # turns in which the second search takes up its share so far
_HEAD_START_MS = 2
"""Milliseconds for compiled SWI-Prolog alone at the start: it answers most easy queries in them,
and on a machine with one free core they offset the cost of two searches."""
_LEAST_TURN, _SHARE_OF_TURN = 32, 8
"""The other search makes the first number of inferences, plus its inferences so far divided by the
second, before compiled SWI-Prolog is asked again: asking takes 0.1 milliseconds of CPU."""
_SHORTEST = 16  # inferences of a turn in a portfolio
_WORTH = 64  # inferences of SWI-Prolog that count as one there: they take the time of one step in C
_FIRST = 512  # inferences of the other search before tabling is tried
_PACE = 32  # inferences of SWI-Prolog that tabling may make per inference of the other search
_LEAST = 1 << 17  # its least limit: a twentieth of a second
_GROWTH = 4  # factor by which the other search has to go on before tabling is tried again

NAME = "tabling"
_ALL, _LIMIT = 0, 1

Second = TypeVar("Second", bound=Search | PrologSearch)


class Pair(Generic[Second]):
    """Two searches of one space; see :class:`symbolic_rl.search.base.Search`.

    The inferences of the first search count, also for limits. Each answer is returned once.
    """

    def __init__(self, first: Search, second: Second) -> None:
        self.first, self.second = first, second
        self._met: set[bytes] = set()

    @property
    def inferences(self) -> int:
        """Inferences of the first search."""
        return self.first.inferences

    @property
    def spent(self) -> int:
        """Inferences and pages turned of the first search."""
        return self.first.spent

    @property
    def ended(self) -> str:
        """Reason for the end: one exhausted search ends both; otherwise both have to end."""
        first, second = self.first.ended, self.second.ended
        return EXHAUSTED if EXHAUSTED in (first, second) else first and second

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the first search, or of the second one if that alone is exhausted."""
        is_second = self.second.ended == EXHAUSTED != self.first.ended
        return (self.second if is_second else self.first).counters

    @property
    def memory_bytes(self) -> int:
        """Memory of both."""
        return self.first.memory_bytes + self.second.memory_bytes

    def bound_memory(self, n_bytes: int) -> None:
        """Bound the stacks of a search that runs in Prolog, if the first one has it."""
        if isinstance(self.first, InProlog | Portfolio | Pair):
            self.first.bound_memory(n_bytes)

    def _new(self, found: list[Derivation]) -> list[Derivation]:
        """Return the answers that have not been found before."""
        new = [answer for answer in found if answer.key not in self._met]
        self._met.update(answer.key for answer in new)
        return new


class InterleavedSearch(Pair[Search]):
    """Search that gives the second one a fixed share of all inferences."""

    def __init__(self, first: Search, second: Search, *, one_in: int) -> None:
        super().__init__(first, second)
        self._one_in = one_in

    @property
    def inferences(self) -> int:
        """Inferences of both."""
        return self.first.inferences + self.second.inferences

    @property
    def spent(self) -> int:
        """Inferences and pages turned of both."""
        return self.first.spent + self.second.spent

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search whose turn it is; see :class:`symbolic_rl.search.base.Search`."""
        first, second = self.first, self.second
        # Inferences that the first search may make before the second is due.
        due = (self._one_in - 1) * second.spent - first.spent
        if not first.ended and (due > 0 or second.ended):
            return (yield from self._turn(first, min(due, most) if due > 0 else most))
        # The second one goes first, so that its share holds at every moment. Its turns grow with
        # the search: short ones early, to be exact, long ones later, for batches worth a crossing.
        return (yield from self._turn(second, min(1 + self.spent // (_TURN * self._one_in), most)))

    def _turn(self, search: Search, most: int) -> SearchTask[list[Derivation]]:
        others = self.inferences - search.inferences
        found = yield from _advanced(search, most)
        return [replace(a, found_after=others + a.found_after) for a in self._new(found)]


class WithSwipl(Pair[SwiplSearch]):
    """Search next to compiled SWI-Prolog; the first of the two to find an answer wins."""

    def __init__(self, search: Search, swipl: SwiplSearch, name: str) -> None:
        super().__init__(search, swipl)
        self._name, self._has_begun = name, False

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search, while compiled SWI-Prolog works."""
        swipl, found = self.second, list[Derivation]()
        swipl.go()
        if self.first.ended:
            swipl.poll(LONGEST_WAIT_MS)
        elif not self._has_begun:
            self._has_begun = True
            swipl.poll(_HEAD_START_MS)
        else:
            turn = min(most, _LEAST_TURN + self.spent // _SHARE_OF_TURN)
            found = yield from _advanced(self.first, turn)
            swipl.poll(0)
        return self._told(found, self._name) + self._told(swipl.take(), "swipl")

    def _told(self, found: list[Derivation], by: str) -> list[Derivation]:
        return [replace(a, found_after=self.inferences, found_by=by) for a in self._new(found)]


class Portfolio:
    """Searches that take turns, so that the first of them to find an answer gives it.

    The turn goes to the search that has spent least, and is half of that. So what one of n searches
    finds with N inferences, all together find with 1.5 n N at most, but for the first short turns.
    Those of compiled SWI-Prolog count by the time that they take.
    """

    def __init__(self, members: dict[str, Search]) -> None:
        self._members = members
        self.first = next(iter(members.values()))
        self._met: set[bytes] = set()

    @property
    def inferences(self) -> int:
        """Inferences of all; see :class:`symbolic_rl.search.base.Search`."""
        return sum(_worth(search, search.inferences) for search in self._members.values())

    @property
    def spent(self) -> int:
        """Inferences, pages turned and the like of all."""
        return sum(_worth(search, search.spent) for search in self._members.values())

    @property
    def ended(self) -> str:
        """Reason for the end: a search that is exhausted and lost nothing, or the end of all."""
        ends = [search.ended for search in self._members.values()]
        if EXHAUSTED in ends and (all(ends) or not self._lost(self._teller)):
            return EXHAUSTED
        return ends[0] if all(ends) else ""

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the exhausted search that lost least, or of the first search."""
        return self._teller.counters

    @property
    def memory_bytes(self) -> int:
        """Memory of all."""
        return sum(search.memory_bytes for search in self._members.values())

    def bound_memory(self, n_bytes: int) -> None:
        """Bound the stacks of the search that runs in Prolog."""
        for search in self._members.values():
            if isinstance(search, InProlog):
                search.bound_memory(n_bytes)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search whose turn it is; see :class:`symbolic_rl.search.base.Search`."""
        live = {name: one for name, one in self._members.items() if not one.ended}
        name = min(live, key=lambda name: _worth(live[name], live[name].spent))
        search = live[name]
        others = self.inferences - _worth(search, search.inferences)
        turn = min(max(_SHORTEST, _worth(search, search.spent) // 2), most)
        found = yield from _advanced(search, turn * (_WORTH if _is_in_prolog(search) else 1))
        new = [answer for answer in found if answer.key not in self._met]
        self._met.update(answer.key for answer in new)
        return [
            replace(a, found_after=others + _worth(search, a.found_after), found_by=name)
            for a in new
        ]

    @property
    def _teller(self) -> Search:
        members = list(self._members.values())
        exhausted = [search for search in members if search.ended == EXHAUSTED]
        return min(exhausted, key=self._lost) if exhausted else members[0]

    @staticmethod
    def _lost(search: Search) -> int:
        return sum(search.counters[name] for name in COUNTERS)


def _is_in_prolog(search: Search) -> bool:
    return isinstance(search, InProlog)


def _worth(search: Search, inferences: int) -> int:
    """Return what inferences of a search count as in a portfolio."""
    return -(-inferences // _WORTH) if _is_in_prolog(search) else inferences


class TabledChoices(Sequence[tuple[int, int]]):
    """Choices of the derivation of an answer, asked for when they are used."""

    def __init__(self, tables: "AnswerTables", place: int) -> None:
        self._tables, self._place = tables, place
        self._choices: tuple[tuple[int, int], ...] | None = None

    def _all(self) -> tuple[tuple[int, int], ...]:
        if self._choices is None:
            self._choices = self._tables.choices(self._place)
        return self._choices

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, i: Any) -> Any:
        """Return the choice of a step, or the choices of a slice."""
        return self._all()[i]


class AnswerTables:
    """All answers of a query, by tabling."""

    def __init__(self, space: Space, limit: int) -> None:
        reply = Crossing("tabled", "tabled_answers")(question_of(space, limit=limit))
        code = int(reply[0])
        self.is_complete = code == _ALL  # all answers were found
        self.is_limited = code == _LIMIT  # a larger limit may find them
        self.inferences = 0  # of SWI-Prolog, where all answers were found
        self.keys: list[bytes] = []  # tokens of the final state of each answer
        if self.is_complete:
            self._number = reply[1:3].tolist()
            self.inferences = number_of(reply[3:6])
            self.keys = list(_keys(reply[6:]))
            number = number_of(reply[1:3])
            weakref.finalize(self, PrologCall("tabled", "forget_tables"), number)

    def choices(self, place: int) -> tuple[tuple[int, int], ...]:
        """Return the choices of the derivation of an answer."""
        asked = np.array([*self._number, place >> 14, place & 0x3FFF], np.int32)
        digits = Crossing("tabled", "tabled_choices")(asked).astype(np.int64).reshape(-1, 2)
        return tuple((int(high) << 14 | int(low), 0) for high, low in digits)

    def derivations(self, found_after: int) -> Iterator[Derivation]:
        """Yield the answers, in the order in which tabling found them."""
        for place, key in enumerate(self.keys):
            yield Derivation(TabledChoices(self, place), found_after, key, NAME)


def _keys(reply: TokenArray) -> Iterator[bytes]:
    tokens, at = reply.astype(np.int32), 0
    while at < tokens.size:
        end = at + 2 + (int(tokens[at]) << 14 | int(tokens[at + 1]))
        yield tokens[at + 2 : end].tobytes()
        at = end


class TabledSearch(PrologSearch):
    """Search that has all answers or none; the search next to it counts its inferences."""

    def answers(self, limit: int, found_after: int) -> tuple[list[Derivation], bool]:
        """Return all answers, or none if there are too many, and whether to try again."""
        tables = AnswerTables(self.space, limit)
        self._end = EXHAUSTED if tables.is_complete else ""
        return list(tables.derivations(found_after)), tables.is_limited


class WithTabling(Pair[TabledSearch]):
    """Search that ends when tabling has found all answers.

    Tabling is tried after a while, and again after four times as many inferences, so that it takes
    at most about as long as the search. Answers that the search has not found are returned then.
    """

    def __init__(self, search: Search, tabled: TabledSearch) -> None:
        super().__init__(search, tabled)
        self._next = _FIRST  # inferences until the next try; 0 for no try

    @property
    def ended(self) -> str:
        """Reason for the end; the search ends without tabling."""
        return self.second.ended or self.first.ended

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search, or let tabling try."""
        if self._next and self.spent >= self._next:
            limit = max(_PACE * self.spent, _LEAST)
            found, goes_on = self.second.answers(limit, self.inferences)
            self._next = _GROWTH * self.spent if goes_on else 0
        else:
            most = min(most, self._next - self.spent) if self._next else most
            found = yield from self.first.advance(most)
        return self._new(found)


def _advanced(search: Search, most: int) -> SearchTask[list[Derivation]]:
    """Advance a search until it has an answer, has ended or has taken ``most`` inferences."""
    last, found = search.spent + most, list[Derivation]()
    while not found and not search.ended and search.spent < last:
        found = yield from search.advance(last - search.spent)
    return found
