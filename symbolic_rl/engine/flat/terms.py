"""Terms of function-free text, and what reading it can raise. Torch-free."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from symbolic_rl.engine.stock import Indicator

INFIX = frozenset({"=", "\\=", "==", "\\==", "<", "=<", ">", ">=", "=:=", "=\\="})


class Variable(NamedTuple):
    """A variable; equal names are the same one within a clause, and each ``_`` has its own."""

    name: str
    place: int


class Integer(NamedTuple):
    """An integer."""

    value: int
    place: int


class Compound(NamedTuple):
    """An atom, or a name with arguments."""

    name: str
    arguments: "tuple[Term, ...]"
    place: int

    @property
    def indicator(self) -> tuple[str, int]:
        """Name and arity."""
        return self.name, len(self.arguments)


Term = Variable | Integer | Compound


class BeyondError(Exception):
    """The text has something that is left to SWI-Prolog.

    Args:
        what: what it is.
        place: characters before it.
    """

    def __init__(self, what: str, place: int) -> None:
        super().__init__(what, place)
        self.what, self.place = what, place


class TextError(Exception):
    """A syntax error.

    Args:
        what: in words.
        place: characters before it.
        resume: where reading goes on.
    """

    def __init__(self, what: str, place: int, resume: int) -> None:
        super().__init__(what, place, resume)
        self.what, self.place, self.resume = what, place, resume


@dataclass(frozen=True)
class Item:
    """A term of a text: ``head``, ``head :- body`` or ``:- directive``."""

    head: Term | None
    body: Term | None
    place: int
    names: tuple[str, ...]
    """Variables by first occurrence, those that begin with ``_`` left out."""


def conjuncts(body: Term | None) -> list[Term]:
    """The goals of a conjunction, without ``true``."""
    goals: list[Term] = []
    waiting = [] if body is None else [body]
    while waiting:
        goal = waiting.pop()
        if isinstance(goal, Compound) and goal.indicator == (",", 2):
            waiting += reversed(goal.arguments)
        elif not (isinstance(goal, Compound) and goal.indicator == ("true", 0)):
            goals.append(goal)
    return goals


def disjuncts(goal: Term) -> list[Term]:
    """The branches of a disjunction."""
    branches: list[Term] = []
    while isinstance(goal, Compound) and goal.indicator == (";", 2):
        left, goal = goal.arguments
        branches.append(left)
    return [*branches, goal]


def variables(terms: Iterable[Term]) -> list[str]:
    """Names of the variables of terms, in order, repeated."""
    names: list[str] = []
    waiting = list(reversed(list(terms)))
    while waiting:
        term = waiting.pop()
        if isinstance(term, Variable):
            names.append(term.name)
        elif isinstance(term, Compound):
            waiting += reversed(term.arguments)
    return names


def indicator_text(name: Indicator) -> str:
    """Name and arity as messages write them."""
    is_symbolic = not (name[0][:1].isalnum() or name[0][:1] in "_$[{!")
    return f"({name[0]})/{name[1]}" if is_symbolic else f"{name[0]}/{name[1]}"


def text_of(term: Term) -> str:
    """A goal as Prolog writes it."""
    if isinstance(term, Variable):
        return "_" if " " in term.name else term.name
    if isinstance(term, Integer):
        return str(term.value)
    name = term.name
    if name in INFIX and len(term.arguments) == 2:
        left, right = map(text_of, term.arguments)
        return f"{left}{name}{' ' if right[0] == '-' else ''}{right}"
    if not (re.fullmatch(r"[a-z][a-zA-Z0-9_]*", name) or name == "[]"):
        name = "'" + name.replace("'", "\\'") + "'"
    if not term.arguments:
        return name
    inner = ", ".join(map(text_of, term.arguments))
    return f"{name}([{inner}])" if term.name == "$not" else f"{name}({inner})"
