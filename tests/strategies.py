"""Random Prolog programs, as Hypothesis draws them; those with facts beside rules: flat_strategies.

:func:`programs` are layered: a predicate calls only predicates below it (and itself on the tail of
a list that callers write out), so that every goal terminates and no time-out is needed. They raise
no errors: numbers are kept apart, and arithmetic is done on variables that are numbers for sure.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

Draw = Callable[[st.SearchStrategy[Any]], Any]

VARIABLES = ("X", "Y", "Z", "U", "V")
ATOMS = ("a", "b", "0", "1")
CONSTANTS = (
    *ATOMS, *ATOMS, *ATOMS, *ATOMS, "[]", "''", "'[]'", "'B c'", '"a"', "1.5", "-3", "{}",
    "98301", "98302", "-32768", "-32769", "12345678901234567890",
)  # fmt: skip
FLAT_CONSTANTS = (*ATOMS, *ATOMS, "-3", "'B c'", "''")
EVALUABLE = ("{} + {}", "{} - {}", "{} * {}", "min({}, {})", "max({}, {})", "abs({} - {})")
ARITHMETIC_TESTS = ("<", "=<", ">", ">=", "=:=", "=\\=")
COMPARISONS = ("\\=", "==", "\\==", "=@=", "\\=@=")
FLAT_BUILTINS = ("=", "=", "\\=", "==", "\\==")
CONSTRUCTIONS = (
    "length(L, F)", "functor(g(T, T), V, V)", "arg(F, g(T, T), T)", "arg(I, g(T, T), T)",
    "g(T, T) =.. F, T = G", "copy_term(T, T)", "atom_concat(F, F, ab)", "atom_codes(ab, F), T = G",
    "atom_length(abc, F), T = G", "msort([c, a, C, a], F), T = G", "sort([c, a, C, a], F)",
    "succ(I, F), T = G", "plus(I, I, F)", "unify_with_occurs_check(T, T)", "subsumes_term(T, T)",
    "term_variables(T, F), T = G", "compare(F, T, C)", "sub_atom(abc, F, I, F, F)",
    "F = g(T, T), T = G",
)  # fmt: skip
LIBRARY = (
    "member(T, L)", "memberchk(T, L)", "append(L, T, T)", "append(T, T, L)", "select(T, L, T)",
    "selectchk(T, L, T)", "select(T, L, T, T)", "reverse(L, T)", "permutation(L, F), T = G",
    "nth0(F, L, T)", "nth1(I, L, T)", "last(L, T)", "delete(L, T, T)", "subtract(L, L, T)",
    "sum_list([I, I], T)", "max_list([I, I], T)", "same_length(L, T)", "nextto(T, T, L)",
    "prefix(T, L)", "list_to_set(L, T)", "numlist(I, I, T)",
)  # fmt: skip
TYPE_TESTS = (
    "var", "nonvar", "atom", "number", "integer", "atomic", "compound", "ground", "is_list",
    "callable", "string", "float",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A program and a goal to be asked."""

    program: str
    goal: str

    def __str__(self) -> str:
        return f"{self.program}\n?- {self.goal}."


@dataclass(frozen=True)
class Predicate:
    """What callers of a predicate have to know."""

    name: str
    arity: int
    numbers: frozenset[int] = frozenset()
    """Arguments that are integers after a call."""
    is_list: bool = False
    """The first argument must be a written-out list."""


@dataclass
class Scope:
    """The variables of a clause while it is being written from left to right."""

    numbers: set[str] = field(default_factory=set)
    """Those that are integers for sure."""
    n_fresh: int = 0

    def fresh(self) -> str:
        self.n_fresh += 1
        return f"N{self.n_fresh}"


class Writer:
    """Writes clauses: ``flat`` ones have no functions, those with ``delays`` goals that wait.

    Goals that call goals are in the whole programs of :mod:`tests.fuzz.whole`.
    """

    delays = False

    def __init__(self, draw: Draw, *, flat: bool = False, delays: bool = False) -> None:
        self.draw, self.flat, self.delays = draw, flat, delays

    def pick(self, options: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(options))

    def upto(self, most: int, least: int = 0) -> int:
        return int(self.draw(st.integers(least, most)))

    def term(self, depth: int = 2) -> str:
        if self.flat:
            return str(self.pick((*VARIABLES, *FLAT_CONSTANTS)))
        kind = self.upto(11 if depth else 9)
        if kind < 6:
            return str(self.pick(VARIABLES))
        if kind < 10:
            return str(self.pick(CONSTANTS))
        if kind == 10:
            tail = self.pick(("", "", f"|{self.pick(VARIABLES)}"))
            return f"[{self.terms(self.upto(2, 1), depth - 1)}{tail}]"
        arity = self.upto(2, 1)
        return f"{self.pick('fg')}({self.terms(arity, depth - 1)})"

    def terms(self, n: int, depth: int = 2) -> str:
        return ", ".join(self.term(depth) for _ in range(n))

    def list_of(self, least: int = 0) -> str:
        return f"[{self.terms(self.upto(3, least), 1)}]"

    # ---- goals; goals of builtins raise no error

    def number(self, scope: Scope) -> str:
        known = sorted(scope.numbers)
        operands = [self.pick(known) if known and self.upto(1) else str(self.upto(3))]
        operands += [self.pick(known) if known and self.upto(2) == 0 else str(self.upto(3))]
        return str(self.pick((operands[0], *EVALUABLE))).format(*operands)

    def builtin(self, scope: Scope) -> str:
        if self.flat:
            return f"{self.term()} {self.pick(FLAT_BUILTINS)} {self.term()}"
        kind = self.upto(9)
        if kind < 2:
            return self.unification(scope)
        if kind == 2:
            return f"{self.term()} {self.pick(COMPARISONS)} {self.term()}"
        if kind == 3:
            return f"{self.pick(TYPE_TESTS)}({self.term()})"
        if kind == 4:
            order = self.pick(("@<", "@>", "@=<", "@>="))
            return f"{self.term()} {order} {self.pick(CONSTANTS)}"
        if kind == 5:
            test = self.pick(ARITHMETIC_TESTS)
            return f"{self.number(scope)} {test} {self.number(scope)}"
        if kind == 6:
            expression = self.number(scope)
            variable = self.pick((*VARIABLES, scope.fresh()))
            scope.numbers.add(variable)
            return f"{variable} is {expression}"
        if kind == 7:
            variable = self.pick((*sorted(scope.numbers), scope.fresh()))
            scope.numbers.add(variable)
            return f"between({self.upto(1)}, {self.upto(3)}, {variable})"
        return self.filled(self.pick(CONSTRUCTIONS), scope)

    def unification(self, scope: Scope) -> str:
        """A goal ``=``, of which the scope learns numbers."""
        left, right = self.term(), self.term()
        if left in VARIABLES and right.lstrip("-").isdigit():
            scope.numbers.add(left)
        return f"{left} = {right}"

    def filled(self, template: str, scope: Scope) -> str:
        """``template`` filled in; G is the last fresh variable."""
        fill: dict[str, Callable[[], str]] = {
            "T": self.term,
            "L": self.list_of,
            "C": lambda: str(self.pick(CONSTANTS)),
            "I": lambda: str(self.upto(3)),
            "V": lambda: str(self.pick(VARIABLES)),
            "F": scope.fresh,
            "G": lambda: f"N{scope.n_fresh}",
        }
        return re.sub(r"\b[TLCIVFG]\b", lambda match: fill[match[0]](), template)

    def call(self, scope: Scope, below: Sequence[Predicate]) -> str:
        predicate = self.pick(below)
        arguments = [self.term() for _ in range(predicate.arity)]
        if predicate.is_list:
            arguments[0] = self.list_of()
        scope.numbers |= {arguments[i] for i in predicate.numbers if arguments[i] in VARIABLES}
        return goal(predicate.name, arguments)

    def tests(self, scope: Scope, n: int) -> str:
        goals = [self.builtin(scope) for _ in range(n)]
        if self.upto(4) == 0:
            goals.append(f"\\+ {self.builtin(Scope(set(scope.numbers), scope.n_fresh))}")
        return ", ".join(goals)

    def condition(self, scope: Scope, below: Sequence[Predicate], depth: int) -> str:
        """Goals that decide: builtins, or any goals, perhaps with a cut of their own."""
        if self.upto(1):
            return self.tests(scope, self.upto(2, 1))
        goals = self.goals(scope, below, self.upto(2, 1), depth)
        return f"{goals}, !, {self.builtin(scope)}" if self.upto(5) == 0 else goals

    def delayed(self, below: Sequence[Predicate]) -> str:
        """A goal that waits for a variable."""
        kind = self.upto(5)
        if kind < 3:
            return f"dif({self.term()}, {self.term()})"
        later = self.call(Scope(), below) if self.upto(1) else self.unification(Scope())
        if kind == 3:
            return f"freeze({self.pick(VARIABLES)}, {later})"
        return f"when({self.awaited()}, {later})"

    def awaited(self, depth: int = 1) -> str:
        kind = self.upto(4 if depth else 2)
        if kind > 2:
            return f"( {self.awaited(0)} {self.pick(',;')} {self.awaited(0)} )"
        if kind == 2:
            return f"?=({self.term()}, {self.term()})"
        return f"{self.pick(('nonvar', 'ground'))}({self.term()})"

    def goal(self, scope: Scope, below: Sequence[Predicate], depth: int = 1) -> str:
        if self.delays and self.upto(2) == 0:
            return self.delayed(below)
        kind = self.upto(20)
        if kind < 9:
            return self.call(scope, below)
        if kind < 14 or not depth:
            return self.builtin(scope)
        if kind == 20 and not self.flat:
            return "!"
        inner = Scope(set(scope.numbers), 10 * (scope.n_fresh + 1))
        scope.n_fresh += 10
        if kind == 14 and not self.flat:
            return self.filled(self.pick(LIBRARY), scope)
        if kind == 15 and not self.flat:
            return f"\\+ ( {self.condition(inner, below, depth - 1)} )"
        if kind == 16 and not self.flat:
            once = self.pick(("once", "once", "ignore"))
            return f"{once}(( {self.condition(inner, below, depth - 1)} ))"
        other = Scope(set(scope.numbers), 10 * (scope.n_fresh + 1))
        scope.n_fresh += 10
        if kind < 18 and not self.flat:
            condition = self.condition(inner, below, depth - 1)
            then = self.goals(inner, below, self.upto(1), depth - 1) + self.cut()
            arrow = self.pick(("->", "->", "->", "*->"))
            if self.upto(3) == 0:
                scope.numbers |= inner.numbers
                return f"( {condition} {arrow} {then} )"
            otherwise = self.goals(other, below, self.upto(1), depth - 1) + self.cut()
            text = f"( {condition} {arrow} {then} ; {otherwise} )"
        else:
            left = self.goals(inner, below, self.upto(2), depth - 1) + self.cut()
            text = f"( {left} ; {self.goals(other, below, self.upto(1), depth - 1)} )"
        scope.numbers |= inner.numbers & other.numbers
        return text

    def cut(self) -> str:
        """A cut behind other goals, sometimes."""
        return ", !" if not self.flat and self.upto(7) == 0 else ""

    def goals(self, scope: Scope, below: Sequence[Predicate], n: int, depth: int = 1) -> str:
        return ", ".join(self.goal(scope, below, depth) for _ in range(n)) or "true"

    # ---- clauses

    def fact(self, predicate: Predicate) -> str:
        """A fact; the arguments that callers take for numbers are numbers."""
        arguments = [
            str(self.upto(3)) if i in predicate.numbers else self.term()
            for i in range(predicate.arity)
        ]
        return f"{goal(predicate.name, arguments)}."

    def rule(self, predicate: Predicate, below: Sequence[Predicate]) -> str:
        scope, body = Scope(), []
        arguments = [self.term() for _ in range(predicate.arity)]
        for i in predicate.numbers:
            arguments[i] = self.pick(VARIABLES)
        if self.upto(7) == 0 and not self.flat:
            tests = self.condition(scope, below, 1) if self.upto(2) else ""
            body += [tests, "!"] if tests else ["!"]
        body.append(self.goals(scope, below, self.upto(3, 1)))
        body += [
            f"member({arguments[i]}, [0, {self.upto(2)}])"
            for i in sorted(predicate.numbers)
            if arguments[i] not in scope.numbers
        ]
        return f"{goal(predicate.name, arguments)} :- {', '.join(body)}."

    def list_predicate(self, predicate: Predicate, below: Sequence[Predicate]) -> list[str]:
        others = [self.term() for _ in range(predicate.arity - 1)]
        more = [self.term() for _ in range(predicate.arity - 1)]
        base = [self.term() for _ in range(predicate.arity - 1)]
        between = self.goals(Scope(), below, 1)
        return [
            f"{goal(predicate.name, ['[]', *base])}.",
            f"{goal(predicate.name, ['[X|Xs]', *others])} :- "
            f"{between}, {goal(predicate.name, ['Xs', *more])}.",
        ]


def goal(name: str, arguments: Sequence[str]) -> str:
    return f"{name}({', '.join(arguments)})" if arguments else name


@st.composite
def programs(draw: Draw, *, flat: bool = False, delays: bool = False) -> Case:
    return layered(Writer(draw, flat=flat, delays=delays))


def layered(writer: Writer) -> Case:
    flat = writer.flat
    predicates: list[Predicate] = []
    clauses: list[str] = []
    for layer in range(writer.upto(5, 2)):
        arity = writer.upto(3, int(layer == 0))
        if not flat and layer and writer.upto(4) == 0:
            predicate = Predicate(f"l{layer}", max(arity, 1), is_list=True)
            clauses += writer.list_predicate(predicate, predicates)
        else:
            numbers = [] if flat else [i for i in range(arity) if writer.upto(3) == 0]
            predicate = Predicate(f"p{layer}", arity, frozenset(numbers))
            if layer == 0:
                clauses += [writer.fact(predicate) for _ in range(writer.upto(5, 1))]
            else:
                for _ in range(writer.upto(4, 1)):
                    is_fact = writer.upto(4) == 0
                    clauses.append(
                        writer.fact(predicate) if is_fact else writer.rule(predicate, predicates)
                    )
        predicates.append(predicate)
    top, scope = predicates[-1:], Scope()
    asked = [writer.call(scope, top)]
    if writer.upto(3) == 0:
        asked.insert(0, writer.builtin(Scope()))
    if writer.upto(3) == 0:
        asked.append(writer.goal(scope, predicates))
    return Case("\n".join(clauses), ", ".join(asked))


RISKS = (
    "X is Y + 1", "X < Y", "length(X, Y)", "between(X, 3, Y)", "between(1, inf, X)",
    "atom_length(X, Y)", "X =.. Y", "functor(X, Y, Z)", "arg(X, Y, Z)", "atom_codes(X, Y)",
    "X is foo", "X is 2 ** 0.5", "X is 7 ** 77", "X is inf", "X is nan", "X is -0.0",
    "atom_concat(X, Y, Z)", "sub_atom(ab, X, Y, Z, U)", "atom_concat(T, new, X)",
    "X =.. [f, T, T]", "X =.. [new, T, T]", "atom_string(X, T)", "copy_term(T, X)", "X = f(X)",
    "X = f(Y), Y = f(X)", "append(X, Y, Z)", "member(X, Y)", "length(X, 3)",
    "string_concat(T, T, X)",
)  # fmt: skip


@st.composite
def wild_programs(draw: Draw, *, flat: bool = False, delays: bool = False) -> Case:
    """A program that may loop, raise errors and grow, and a conjunction as goal.

    Facts are repeated, and the goals may be facts, so that hiding matters.
    """
    return wild(Writer(draw, flat=flat, delays=delays))


def wild(writer: Writer) -> Case:
    predicates = [Predicate(f"p{i}", writer.upto(3, i)) for i in range(writer.upto(2, 1))]
    clauses = []
    for predicate in predicates:
        for _ in range(writer.upto(4, 1)):
            body = [writer.goal(Scope(), predicates) for _ in range(writer.upto(2))]
            if not writer.flat and writer.upto(2) == 0:
                body.append(writer.filled(writer.pick(RISKS), Scope()))
            head = goal(predicate.name, [writer.term() for _ in range(predicate.arity)])
            clauses += [f"{head} :- {', '.join(body)}." if body else f"{head}."] * writer.upto(2, 1)
    asked = [writer.call(Scope(), predicates) for _ in range(writer.upto(2, 1))]
    return Case("\n".join(clauses), ", ".join(asked))
