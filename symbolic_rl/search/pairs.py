"""Two searches of one space that take turns: interleaved, with compiled SWI-Prolog, with tabling.

A goal that the second of two interleaved searches proves with N inferences takes both together at
most N / share, and one that the first proves with N at most N / (1 - share).

A search over derivations never ends if a clause calls itself first: there is always a longer
derivation. But a function-free program has finitely many answers, and SWI-Prolog's tabling finds
them all and ends. ``prolog/search/tabled.pl`` decides which programs it runs, and keeps a
derivation of each answer, which is built on demand.
"""

import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from symbolic_rl.bridge.swipl import Crossing, PrologCall, finish
from symbolic_rl.bridge.tokens import digits_of, number_of, numbers_of
from symbolic_rl.engine import COUNTERS
from symbolic_rl.program.program import read_records
from symbolic_rl.search.base import EXHAUSTED, Derivation, Search, SearchTask, Space
from symbolic_rl.search.in_prolog import (
    LONGEST_WAIT_MS,
    InProlog,
    PrologSearch,
    SwiplSearch,
    question_of,
)
from symbolic_rl.search.tree import BottomUpSearch, TreeSearch

_TURN = 16  # turns in which the second search takes up its share so far
_HEAD_START_MS = 2
"""Milliseconds for compiled SWI-Prolog alone at the start: it answers most easy queries in them,
and on a machine with one free core they offset the cost of two searches."""
_LEAST_TURN, _SHARE_OF_TURN = 32, 8
"""The other search makes the first number of inferences, plus its inferences so far divided by the
second, before compiled SWI-Prolog is asked again: asking takes 0.1 milliseconds of CPU."""
_SHORTEST = 16  # inferences of a turn in a portfolio
_PER_INFERENCE = 256  # tokens of a state that take a search in C as long as an inference
_STACK_BYTES = 1 << 30  # most for the stacks of Prolog's own order, and for their copies
_COMPILING = 5  # inferences in C that take as long as compiling a clause
_HALF_SHARE = 1 << 17  # inferences of a search from the facts before it has a whole share
_FIRST = 512  # inferences of another search before tabling, or a search from the facts, is tried
_PACE = 32  # inferences of SWI-Prolog that tabling may make per inference of the other search
_LEAST = 1 << 17  # its least limit: a twentieth of a second
_GROWTH = 4  # factor by which the other search has to go on before tabling is tried again

_LIMITS = [name for name in COUNTERS if name.endswith("_limits")]
"""Counters of candidates that another search may still follow."""

WORTH = 16
"""Inferences of SWI-Prolog that take as long as one in C."""
UNITS_WORTH = 3
"""Atoms derived from the facts that take as long as an inference, over all searches beside them."""
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
    def space(self) -> Space:
        """Space of the first search."""
        return self.first.space

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
        found = yield from advanced(search, most)
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
            found = yield from advanced(self.first, turn)
            swipl.poll(0)
        return self._told(found, self._name) + self._told(swipl.take(), "swipl")

    def _told(self, found: list[Derivation], by: str) -> list[Derivation]:
        return [replace(a, found_after=self.inferences, found_by=by) for a in self._new(found)]


@dataclass
class _Member:
    """Search of a portfolio."""

    search: Search
    waits: int = 0  # inferences of the others before it, such as compiling for it is worth

    @property
    def is_in_prolog(self) -> bool:
        """True if SWI-Prolog's own engine runs it."""
        return isinstance(self.search, PrologSearch)

    @property
    def rate(self) -> int:
        """Inferences of the search that take as long as one of another search in C."""
        if self.is_in_prolog:
            return WORTH
        return UNITS_WORTH if isinstance(self.search, BottomUpSearch) else 1

    def worth(self, inferences: int) -> int:
        """Return the number of inferences in C that take as long as these of the search."""
        return -(-inferences // self.rate)

    @property
    def spent(self) -> int:
        """Inferences and pages turned, as inferences in C."""
        return self.worth(self.search.spent)

    @property
    def charged(self) -> int:
        """Key of the next turn, the least first; SWI-Prolog's own engine has half a share.

        A search in C that expands large states takes as long as their tokens. A search from the
        facts has half a share at first: most goals that any search proves need few inferences.
        """
        if self.is_in_prolog:
            return self.waits + 2 * self.spent
        if isinstance(self.search, BottomUpSearch):
            return self.waits + self.spent + min(self.spent, _HALF_SHARE)
        return self.waits + max(self.spent, _tokens(self.search) // _PER_INFERENCE)

    @property
    def turn(self) -> int:
        """Inferences in C that the next turn may take.

        A search that runs again from its root in each turn doubles its limit; others add an eighth.
        """
        if isinstance(self.search, InProlog):
            return max(4 * _SHORTEST, self.spent)
        return max(_SHORTEST, self.spent // 8)

    @property
    def is_decided(self) -> bool:
        """True if the search was exhausted within its limits: no other sees more."""
        ended, counters = self.search.ended, self.search.counters
        return ended == EXHAUSTED and not any(counters[name] for name in _LIMITS)


class Portfolio:
    """Searches that take turns, so that the first of them to find an answer gives it.

    The turn goes to the search that is charged least. An inference is charged alike in all searches
    in C, :data:`UNITS_WORTH` atoms derived from the facts count as one, and :data:`WORTH`
    inferences of SWI-Prolog are charged as two; these take as long. So with two searches from the
    goal in C, two in SWI-Prolog and one from the facts, what one in C finds with N inferences takes
    all together about 3.5 N, if its states are not large; and up to an eighth more, since a turn is
    an eighth of what its search has spent. Beyond 131,072 inferences of the search from the facts,
    it is 4 N.
    """

    def __init__(self, members: Mapping[str, Search]) -> None:
        self._members = {name: _Member(search) for name, search in members.items()}
        for member in self._members.values():
            if isinstance(member.search, BottomUpSearch):
                member.waits = _FIRST
            elif isinstance(member.search, PrologSearch):
                n_clauses = len(member.search.space.engine.program.clauses)
                member.waits = _COMPILING * n_clauses
        self._first = next(iter(members.values()))
        self._met: set[bytes] = set()

    @property
    def space(self) -> Space:
        """Space of the first search."""
        return self._first.space

    @property
    def inferences(self) -> int:
        """Inferences of all; see :class:`symbolic_rl.search.base.Search`."""
        return sum(one.worth(one.search.inferences) for one in self._members.values())

    @property
    def spent(self) -> int:
        """Inferences, pages turned and the like of all."""
        return sum(one.spent for one in self._members.values())

    @property
    def ended(self) -> str:
        """Reason for the end: a search that is exhausted within its limits, or the end of all."""
        if any(one.is_decided for one in self._members.values()):
            return EXHAUSTED
        ends = [one.search.ended for one in self._members.values()]
        return (EXHAUSTED if EXHAUSTED in ends else self._first.ended) if all(ends) else ""

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the exhausted search that lost least, or of the first search."""
        searches = [one.search for one in self._members.values()]
        exhausted = [search.counters for search in searches if search.ended == EXHAUSTED]
        return min(exhausted, key=_n_lost, default=self._first.counters)

    @property
    def memory_bytes(self) -> int:
        """Memory of all."""
        return sum(one.search.memory_bytes for one in self._members.values())

    def bound_memory(self, n_bytes: int) -> None:
        """Bound the memory of the searches that may fill it alone, so that the others continue.

        These are Prolog's own order, whose stacks a left recursion fills quickly, and bottom-up
        search, which keeps all that it derives.
        """
        n_bytes = min(n_bytes // len(self._members), _STACK_BYTES)
        for one in self._members.values():
            if isinstance(one.search, InProlog | BottomUpSearch):
                one.search.bound_memory(n_bytes)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search whose turn it is; see :class:`symbolic_rl.search.base.Search`."""
        live = [name for name, one in self._members.items() if not one.search.ended]
        name = min(live, key=lambda name: self._members[name].charged)
        one = self._members[name]
        others = self.inferences - one.worth(one.search.inferences)
        turn = min(one.turn, most)
        found = yield from advanced(one.search, turn * one.rate)
        new = [answer for answer in found if answer.key not in self._met]
        self._met.update(answer.key for answer in new)
        return [
            replace(a, found_after=others + one.worth(a.found_after), found_by=name) for a in new
        ]


def _tokens(search: Search) -> int:
    """Return the number of tokens of the states that a search in C has expanded."""
    if isinstance(search, Pair):
        return _tokens(search.first) + _tokens(search.second)
    return search.n_tokens if isinstance(search, TreeSearch) else 0


def _n_lost(counters: Mapping[str, int]) -> int:
    return sum(counters[name] for name in COUNTERS)


class TabledChoices(Sequence[tuple[int, int]]):
    """Choices of the derivation of an answer, asked for when they are used."""

    def __init__(self, tables: "AnswerTables", place: int) -> None:
        self._tables, self._place = tables, place

    @cached_property
    def _all(self) -> tuple[tuple[int, int], ...]:
        return self._tables.choices(self._place)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, i: Any) -> Any:
        """Return the choice of a step, or the choices of a slice."""
        return self._all[i]


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
            self._number = number_of(reply[1:3])
            self.inferences = number_of(reply[3:6])
            self.keys = [key.tobytes() for (key,) in read_records(reply[6:], 1)]
            forget = PrologCall("tabled", "forget_tables")
            weakref.finalize(self, finish, forget, self._number)

    def choices(self, place: int) -> tuple[tuple[int, int], ...]:
        """Return the choices of the derivation of an answer."""
        digits = Crossing("tabled", "tabled_choices")(digits_of([self._number, place]))
        return tuple((number, 0) for number in numbers_of(digits).tolist())

    def derivations(self, found_after: int) -> Iterator[Derivation]:
        """Yield the answers, in the order in which tabling found them."""
        for place, key in enumerate(self.keys):
            yield Derivation(TabledChoices(self, place), found_after, key, NAME)


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


def advanced(search: Search, most: int) -> SearchTask[list[Derivation]]:
    """Advance a search until it has an answer, has ended or has taken ``most`` inferences."""
    last, found = search.spent + most, list[Derivation]()
    while not found and not search.ended and search.spent < last:
        found = yield from search.advance(last - search.spent)
    return found
