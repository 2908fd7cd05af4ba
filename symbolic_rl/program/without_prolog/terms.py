"""Terms of function-free text, and what reading it can raise. Torch-free."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from symbolic_rl.base.errors import Diagnostic

ENOUGH = 20
"""Things that need SWI-Prolog after which a text is given up."""

Indicator = tuple[str, int]

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


@dataclass
class Source:
    """A text."""

    name: str
    text: str

    def line(self, place: int) -> tuple[int, int]:
        """Line and column, from 1."""
        start = self.text.rfind("\n", 0, place) + 1
        return self.text.count("\n", 0, place) + 1, place - start + 1


class Notes:
    """Errors, notes, and what is left to SWI-Prolog."""

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self.beyond: list[Diagnostic] = []

    @property
    def has_enough(self) -> bool:
        """Whether there is no use in reading on."""
        return len(self.beyond) >= ENOUGH

    def add(
        self, source: Source, place: int, what: str, severity: Literal["error", "info"] = "error"
    ) -> None:
        """Note something about a place."""
        self.all.append(Diagnostic(severity, source.name, *source.line(place), what))

    def leave(self, source: Source, error: BeyondError) -> None:
        """Leave something to SWI-Prolog."""
        where = source.line(error.place)
        self.beyond.append(Diagnostic("error", source.name, *where, error.what))

    def sorted(self, files: list[str]) -> list[Diagnostic]:
        """Notes in the order of the files and of their text, each once."""
        order = {name: i for i, name in enumerate(files)}
        unique = dict.fromkeys(self.all)
        return sorted(unique, key=lambda n: (order[n.file], n.line, n.column))
