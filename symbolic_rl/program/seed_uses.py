"""Check that an MDP uses its seed only to draw and count. Torch-free.

A seed is a pair Key-Count in a state. If a program only passes it on, increments the count and
draws with it, states that differ in their seeds have the same moves except for the draws. The
analysis is flow-insensitive: it computes which places (arguments of functors and predicates) may
hold a key, a count, or a term containing one, by union-find. It is sound but incomplete: it may
report a use where there is none, and never misses one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from symbolic_rl.bridge.tokens import INTEGER_BASE, VARIABLE_BASE, VARIABLE_END
from symbolic_rl.program.program import Program

KEY, COUNT, HOLDER = "key", "count", "holder"

Term = int | tuple["Term", ...]
"""Token of a variable or constant, or (token of the functor, arguments ...)."""
_Place = tuple[int, int]
"""(token of a functor, argument from 1), or (-2 - clause, token of a variable)."""


@dataclass
class _Known:
    """Union-find over places, with marks for what each class may hold."""

    parent: dict[_Place, _Place] = field(default_factory=dict)
    marks: dict[_Place, set[str]] = field(default_factory=dict)

    def root(self, place: _Place) -> _Place:
        """Return the representative of a place."""
        found = place
        while (above := self.parent.get(found, found)) != found:
            found = above
        self.parent[place] = found
        return found

    def link(self, one: _Place, other: _Place) -> None:
        """Merge the classes of two places."""
        a, b = self.root(one), self.root(other)
        if a != b:
            self.parent[a] = b
            self.marks.setdefault(b, set()).update(self.marks.pop(a, set()))

    def mark(self, place: _Place, mark: str) -> bool:
        """Add a mark to a place; return whether it is new."""
        held = self.marks.setdefault(self.root(place), set())
        is_new = mark not in held
        held.add(mark)
        return is_new

    def of(self, place: _Place) -> set[str]:
        """Return the marks of a place."""
        return self.marks.get(self.root(place), set())


def other_use_of_seeds(program: Program) -> str:
    """Return the file and line of a clause that does more with a seed than draw and count.

    Empty if there is none. Clauses used only by ``initial/2`` may do anything.
    """
    return _Analysis(program).fault()


class _Analysis:
    """Links between places of the clauses that are reachable from states."""

    def __init__(self, program: Program) -> None:
        self._vocabulary = program.vocabulary
        self._clauses = program.clauses
        symbols = self._vocabulary.symbols
        self._named = {one.token: (one.name, one.arity) for one in symbols}
        self._pair, self._cell = symbols.token_of("-", 2), symbols.token_of("[|]", 2)
        terms = program.clause_terms().terms
        self._read = [self._terms(terms[i].tolist()) for i in range(len(terms))]
        self._known = _Known()
        self._terms_at: list[tuple[_Place, Term, int]] = []
        self._opaque: list[tuple[_Place, int]] = []
        self._plus: list[tuple[_Place, _Place, int]] = []

    def fault(self) -> str:
        """Return the place of an offending clause; empty for none."""
        for number in self._reached():
            head, *goals = self._read[number]
            self._goal(head, number)
            self._goals(goals, number)
        if self._pair >= 0:
            self._known.mark((self._pair, 1), KEY)
            self._known.mark((self._pair, 2), COUNT)
        # Propagate marks to enclosing terms until a fixed point; the list avoids a short circuit.
        while any([self._marked(place, term) for place, term, _ in self._terms_at]):
            pass
        for number in self._faults():
            clause = self._clauses[number]
            return f"{clause.file}:{clause.line}"
        return ""

    # ---- clauses as terms

    def _terms(self, tokens: list[int]) -> list[Term]:
        """Return the terms of concatenated tokens."""
        found, at = [], 0
        while at < len(tokens):
            term, at = self._term(tokens, at)
            found.append(term)
        return found

    def _term(self, tokens: list[int], at: int) -> tuple[Term, int]:
        first = tokens[at]
        arity, at = self._vocabulary.shape(tokens, at)
        if not arity:
            return first, at
        parts: list[Term] = [first]
        for _ in range(arity):
            part, at = self._term(tokens, at)
            parts.append(part)
        return tuple(parts), at

    def _name(self, term: Term) -> tuple[str, int]:
        return self._named.get(_token(term), ("", 0))

    def _reached(self) -> list[int]:
        """Return the clauses reachable from moves of states, except clauses of draw/3."""
        by_head: dict[tuple[str, int], list[int]] = {}
        for number, (head, *_) in enumerate(self._read):
            by_head.setdefault(self._name(head), []).append(number)
        self._defined = set(by_head)
        self._draws = {
            name
            for name, numbers in by_head.items()
            if name == ("draw", 3) and self._clauses[numbers[0]].kind == "library"
        }
        open_ = [name for name in by_head if name[0] == "$state"]
        reached: set[tuple[str, int]] = set()
        while open_:
            name = open_.pop()
            if name in reached or name in self._draws:
                continue
            reached.add(name)
            for number in by_head[name]:
                for term in self._read[number][1:]:
                    open_ += [one for one in map(self._name, _subterms(term)) if one in by_head]
        return sorted(number for name in reached for number in by_head[name])

    # ---- places

    def _goals(self, goals: Sequence[Term], number: int) -> None:
        for goal in goals:
            self._goal(goal, number)

    def _goal(self, goal: Term, number: int) -> None:
        name = self._name(goal)
        arguments = goal[1:] if isinstance(goal, tuple) else ()
        if name in {("$not", 1), ("$once", 1), ("$each", 2)}:
            self._goals(self._members(arguments[-1]), number)
        elif name == ("=", 2):
            link = (-2 - number, -1 - len(self._terms_at))
            for term in arguments:
                self._holds(link, term, number)
        elif name == ("is", 2) and self._adds(arguments, number):
            pass
        elif name in self._draws:
            self._drawn(arguments, number)
        elif name in self._defined:
            assert isinstance(goal, tuple) or not arguments
            for k, term in enumerate(arguments, 1):
                self._holds((_token(goal), k), term, number)
        else:  # a builtin may inspect its arguments
            for term in arguments:
                self._seen(term, number)

    def _members(self, term: Term) -> list[Term]:
        found = []
        while isinstance(term, tuple) and term[0] == self._cell:
            found.append(term[1])
            term = term[2]
        return found

    def _drawn(self, arguments: Sequence[Term], number: int) -> None:
        """Link the arguments of draw/3, whose use of the seed is allowed."""
        seed, choices, one = arguments
        pseudo = (-2 - number, -1 - len(self._terms_at))
        self._holds(pseudo, seed, number)
        self._holds((self._cell, 2), choices, number)
        self._holds((self._cell, 1), one, number)

    def _adds(self, arguments: Sequence[Term], number: int) -> bool:
        """Link the sides of ``X is Y + integer``, which may be counts; False for other goals."""
        result, sum_ = arguments
        if self._name(sum_) != ("+", 2) or not isinstance(sum_, tuple):
            return False
        terms = sorted(sum_[1:], key=_is_variable, reverse=True)
        if not (_is_variable(result) and _is_variable(terms[0]) and _is_natural(terms[1])):
            return False
        one, other = ((-2 - number, _token(term)) for term in (result, terms[0]))
        self._known.link(one, other)
        self._plus.append((one, other, number))
        return True

    def _holds(self, place: _Place, term: Term, number: int) -> None:
        """Note that a place may hold a term, and its argument places the subterms."""
        if _is_variable(term):
            self._known.link(place, (-2 - number, _token(term)))
            return
        self._terms_at.append((place, term, number))
        if isinstance(term, tuple):
            for k, part in enumerate(term[1:], 1):
                self._holds((_token(term), k), part, number)

    def _seen(self, term: Term, number: int) -> None:
        for part in _subterms(term):
            if _is_variable(part):
                self._opaque.append(((-2 - number, _token(part)), number))

    # ---- what they hold

    def _marked(self, place: _Place, term: Term) -> bool:
        """Mark a place if its term contains a marked one; return whether that is new."""
        if not isinstance(term, tuple):
            return False
        parts = ((_token(term), k) for k in range(1, len(term)))
        return any(self._known.of(part) for part in parts) and self._known.mark(place, HOLDER)

    def _faults(self) -> Iterator[int]:
        known = self._known
        for place, number in self._opaque:
            if known.of(place):
                yield number
        for place, _, number in self._terms_at:
            if known.of(place) & {KEY, COUNT}:  # unified with a constant or compound
                yield number
        for place, _, number in self._plus:
            if known.of(place) - {COUNT}:
                yield number
        for place, marks in list(known.marks.items()):
            if {KEY, COUNT} <= marks:
                yield self._any_at(place)
        for token, (name, arity) in self._named.items():
            if name == "$state" and any(known.of((token, k)) for k in range(1, arity)):
                yield self._any_at((token, 1))

    def _any_at(self, place: _Place) -> int:
        root = self._known.root(place)
        at = [n for other, _, n in self._terms_at if self._known.root(other) == root]
        return at[0] if at else 0


def _is_variable(term: Term) -> bool:
    return not isinstance(term, tuple) and VARIABLE_BASE <= term < VARIABLE_END


def _is_natural(term: Term) -> bool:
    return not isinstance(term, tuple) and term >= INTEGER_BASE


def _token(term: Term) -> int:
    return _token(term[0]) if isinstance(term, tuple) else term


def _subterms(term: Term) -> Iterator[Term]:
    yield term
    if isinstance(term, tuple):
        for part in term[1:]:
            yield from _subterms(part)
