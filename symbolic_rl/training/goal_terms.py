"""Goals as terms that can be taken apart: their sub-terms, and the kinds of these.

A goal is a tuple of tokens in pre-order. The *place* of a sub-term stands for its kind: the
argument of the predicate that it is in, and the path from there, where a recursive functor or a
list counts as one step. Sub-terms of one place may be exchanged. The result is a goal of the same
kind if each argument has only functors that some given goal has there: from ``eq(plus(1, 2), 3)``,
``eq(plus(1, 1), 2)`` is of the same kind, and ``eq(plus(1, 2), plus(2, 1))`` is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby
from typing import Any

from symbolic_rl.bridge.tokens import LIST, NIL, VARIABLE_BASE, VARIABLE_END
from symbolic_rl.program.program import Query
from symbolic_rl.program.vocabulary import Vocabulary

Goal = tuple[int, ...]
Place = Any
"""Nested tuple; equal for sub-terms of one kind."""

_LIST = (LIST,)
_SAME_SYMBOLS = 0.5
"""Two arguments of a predicate are of one kind if they share this part of their symbols."""

_STOP = 0.5
"""Probability that a random walk from the root, which draws a sub-term, stops at each step."""


@dataclass(frozen=True, slots=True)
class SubTerm:
    """Sub-term of a goal."""

    start: int
    end: int
    """Its tokens are ``goal[start:end]``."""
    head: Goal  # its functor, constant or variable
    parent: int  # number, in pre-order, of the sub-term that it is an argument of; -1 for the goal
    ordinal: int  # its place among the arguments of its parent, from 0
    argument: int  # argument of the goal that it is in; -1 for the goal

    @property
    def is_variable(self) -> bool:
        """True for a variable."""
        return VARIABLE_BASE <= self.head[0] < VARIABLE_END


@dataclass(frozen=True, slots=True)
class Parsed:
    """A goal taken apart; all lists are by sub-term, in pre-order, the goal first."""

    goal: Goal
    terms: list[SubTerm]
    places: list[Place]
    is_tail: list[bool]  # true for the tail of a list
    weights: list[float]
    """Probability that a walk ends at the sub-term; 0 for variables and the goal itself."""


class GoalParser:
    """Parser of goals of one program into sub-terms, which learns places from ``queries``."""

    def __init__(self, vocabulary: Vocabulary, queries: Sequence[Query]) -> None:
        self._shape = vocabulary.shape
        self._same: dict[Place, Place] = {}
        goals = [goal for query in queries for goal in self.goals(query)]
        self._functors = set().union(*(_functors(self.terms(goal)) for goal in goals))
        self._join_arguments(goals)
        # Joined places may make others equal: repeat until nothing changes.
        while self._join_recursive(goals):
            pass
        self.read = lru_cache(maxsize=4096)(self._read)
        """Function from a goal to a :class:`Parsed`."""

    def goals(self, query: Query) -> list[Goal]:
        """Return the goals of a query: more than one for a conjunction."""
        whole = tuple(query.goal.tolist())
        found, rest = [], whole[1:]  # $query of a list
        while rest[0] == LIST:
            first = self.terms(rest)[1]
            found.append(rest[first.start : first.end])
            rest = rest[first.end :]
        return found

    def terms(self, goal: Goal) -> list[SubTerm]:
        """Return the sub-terms of a goal in pre-order, the goal itself first."""
        found: list[tuple[int, Goal, int, int, int]] = []
        ends: list[int] = []
        open_terms: list[list[int]] = []  # number, arguments so far, arity
        at = 0
        while at < len(goal):
            start, (arity, at) = at, self._shape(goal, at)
            parent, ordinal = -1, 0
            if open_terms:
                parent, ordinal, _ = open_terms[-1]
                open_terms[-1][1] += 1
            argument = ordinal if parent == 0 else found[parent][4] if parent > 0 else -1
            found.append((start, goal[start:at], parent, ordinal, argument))
            ends.append(at)
            open_terms.append([len(ends) - 1, 0, arity])
            # A term ends with its last argument, and then its parents may end too.
            while open_terms and open_terms[-1][1] == open_terms[-1][2]:
                ends[open_terms.pop()[0]] = at
        return [SubTerm(one[0], end, *one[1:]) for one, end in zip(found, ends, strict=True)]

    def arguments(self, goals: Sequence[Goal], *, are_variables: bool) -> dict[Goal, set[int]]:
        """Return, by predicate, the arguments that are variables, or ground, in all its goals."""
        found: dict[Goal, set[int]] = {}
        for goal in goals:
            terms = self.terms(goal)
            chosen = {term.ordinal for term in terms if term.parent == 0}
            if are_variables:
                chosen &= {term.ordinal for term in terms if term.parent == 0 and term.is_variable}
            else:
                chosen -= {term.argument for term in terms if term.is_variable}
            found[terms[0].head] = found.get(terms[0].head, chosen) & chosen
        return found

    def is_of_kind(self, goal: Goal) -> bool:
        """Return whether each argument has only functors that a given goal has in it.

        Constants are free: a few goals name few of them.
        """
        return _functors(self.read(goal).terms) <= self._functors

    def canonical(self, goal: Goal) -> Goal:
        """Return the goal with its variables numbered by first occurrence: variants are equal."""
        numbers: dict[int, int] = {}
        tokens = list(goal)
        for term in self.terms(goal):
            if term.is_variable:
                number = numbers.setdefault(term.head[0], len(numbers))
                tokens[term.start] = VARIABLE_BASE + number
        return tuple(tokens)

    def shape(self, goal: Goal) -> tuple[Goal, ...]:
        """Return the functors of a goal in pre-order, without constants, runs of one merged."""
        heads = (
            term.head if term.end - term.start > len(term.head) else () for term in self.terms(goal)
        )
        return tuple(head for head, _ in groupby(heads))

    def _read(self, goal: Goal) -> Parsed:
        terms = self.terms(goal)
        n_arguments = [0] * len(terms)
        for term in terms[1:]:
            n_arguments[term.parent] += 1
        is_tail = [term.ordinal == 1 and terms[term.parent].head == _LIST for term in terms]
        is_tail[0] = False
        reach, weights = [1.0] * len(terms), [0.0] * len(terms)
        for i, term in enumerate(terms[1:], 1):
            above = term.parent
            # A list is one step of any length: its tail is reached as surely as the list.
            goes_on = 1.0 if above == 0 or is_tail[i] else 1 - _STOP
            reach[i] = goes_on * reach[above] / n_arguments[above]
            if not term.is_variable:
                weights[i] = reach[i] * (_STOP if n_arguments[i] else 1.0)
        return Parsed(goal, terms, self._places(terms), is_tail, weights)

    def _places(self, terms: Sequence[SubTerm]) -> list[Place]:
        places: list[Place] = [()]
        for term in terms[1:]:
            above = terms[term.parent]
            if term.parent == 0:
                places.append(self._find((above.head, term.ordinal)))
            # The tail of a list is a list of the same kind.
            elif above.head == _LIST and term.ordinal == 1:
                places.append(places[term.parent])
            else:
                places.append(self._find((places[term.parent], above.head, term.ordinal)))
        return places

    def _join_arguments(self, goals: Sequence[Goal]) -> None:
        """Join arguments that mostly hold the same symbols into one place."""
        symbols: dict[Place, set[Goal]] = {}
        for goal in goals:
            terms = self.terms(goal)
            for term in terms[1:]:
                seen = symbols.setdefault((terms[0].head, term.argument), set())
                if not term.is_variable and term.head not in (_LIST, (NIL,)):
                    seen.add(term.head)
        for a, b in combinations(symbols, 2):
            common, both = symbols[a] & symbols[b], symbols[a] | symbols[b]
            if common and len(common) >= _SAME_SYMBOLS * len(both):
                self._join(a, b)

    def _join_recursive(self, goals: Sequence[Goal]) -> bool:
        """Join the arguments of a functor with its own place, if the functor occurs in them too."""
        heads: dict[Place, set[Goal]] = {}
        nested: dict[tuple[Place, Place], None] = {}
        for goal in goals:
            terms = self.terms(goal)
            places = self._places(terms)
            for term, place in zip(terms, places, strict=True):
                if not term.is_variable:
                    heads.setdefault(place, set()).add(term.head)
                if term.parent > 0 and terms[term.parent].head != _LIST:
                    nested[place, places[term.parent]] = None
        joined = False
        for inner, outer in nested:
            a, b = self._find(inner), self._find(outer)
            # Inner and outer terms share a functor: recursive terms, such as s(s(0)), have one
            # place.
            if a != b and heads.get(inner, set()) & heads.get(outer, set()):
                self._same[a] = b
                joined = True
        return joined

    def _join(self, a: Place, b: Place) -> None:
        a, b = self._find(a), self._find(b)
        if a != b:
            self._same[a] = b

    def _find(self, place: Place) -> Place:
        while place in self._same:
            place = self._same[place]
        return place


def _functors(terms: Sequence[SubTerm]) -> set[tuple[Goal, int, Goal]]:
    """Return predicate, argument and functor of each compound sub-term of a goal."""
    predicate = terms[0].head
    return {
        (predicate, term.argument, term.head)
        for term in terms[1:]
        if term.end - term.start > len(term.head)
    }
