"""Terms of function-free text, and the errors and notes of reading it. Torch-free."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from symbolic_rl.base.errors import Diagnostic
from symbolic_rl.program.quoting import quoted

ENOUGH = 20
"""Number of things that need SWI-Prolog at which reading stops."""

Indicator = tuple[str, int]

INFIX = frozenset({"=", "\\=", "==", "\\==", "<", "=<", ">", ">=", "=:=", "=\\="})


class Variable(NamedTuple):
    """Variable of a clause, identified by its name; each ``_`` has a name of its own."""

    name: str
    place: int


class Integer(NamedTuple):
    """Integer."""

    value: int
    place: int


class Compound(NamedTuple):
    """Atom, or a name with arguments."""

    name: str
    arguments: "tuple[Term, ...]"
    place: int

    @property
    def indicator(self) -> tuple[str, int]:
        """Name and arity."""
        return self.name, len(self.arguments)


Term = Variable | Integer | Compound

ASKED = "?-"
"""Name of the term that a goal with ``?-`` in front of it is."""


class UnsupportedError(Exception):
    """Part of a text that needs SWI-Prolog.

    Args:
        what: description of the part.
        place: characters before it.
    """

    def __init__(self, what: str, place: int) -> None:
        super().__init__(what, place)
        self.what, self.place = what, place


class SourceSyntaxError(Exception):
    """Syntax error of a text.

    Args:
        what: description of the error.
        place: characters before it.
        resume: place from which reading can go on.
    """

    def __init__(self, what: str, place: int, resume: int) -> None:
        super().__init__(what, place, resume)
        self.what, self.place, self.resume = what, place, resume


@dataclass(frozen=True)
class Item:
    """Top-level term of a text: ``head``, ``head :- body`` or ``:- directive``."""

    head: Term | None
    body: Term | None
    place: int
    names: tuple[str, ...]
    """Variables by first occurrence, without those that begin with ``_``."""

    @property
    def asked(self) -> Term | None:
        """Goal of a term that has ``?-`` in front."""
        if isinstance(self.head, Compound) and self.head.indicator == (ASKED, 1):
            return self.head.arguments[0]
        return None


def conjuncts(body: Term | None) -> list[Term]:
    """Return the goals of a conjunction, without ``true``."""
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
    """Return the branches of a disjunction."""
    branches: list[Term] = []
    while isinstance(goal, Compound) and goal.indicator == (";", 2):
        left, goal = goal.arguments
        branches.append(left)
    return [*branches, goal]


def variables(terms: Iterable[Term]) -> list[str]:
    """Return the names of all occurrences of variables, in order."""
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
    """Return name and arity as messages write them."""
    is_symbolic = not (name[0][:1].isalnum() or name[0][:1] in "_$[{!")
    return f"({name[0]})/{name[1]}" if is_symbolic else f"{name[0]}/{name[1]}"


def text_of(term: Term) -> str:
    """Return a goal as Prolog writes it."""
    if isinstance(term, Variable):
        return "_" if " " in term.name else term.name
    if isinstance(term, Integer):
        return str(term.value)
    name = term.name
    if name in INFIX and len(term.arguments) == 2:
        left, right = map(text_of, term.arguments)
        return f"{left}{name}{' ' if right[0] == '-' else ''}{right}"
    if not (re.fullmatch(r"[a-z][a-zA-Z0-9_]*", name) or name == "[]"):
        name = quoted(name)
    if not term.arguments:
        return name
    inner = ", ".join(map(text_of, term.arguments))
    return f"{name}([{inner}])" if term.name == "$not" else f"{name}({inner})"


@dataclass
class Source:
    """Text of a file."""

    name: str
    text: str

    def line(self, place: int) -> tuple[int, int]:
        """Return line and column of a place, from 1."""
        start = self.text.rfind("\n", 0, place) + 1
        return self.text.count("\n", 0, place) + 1, place - start + 1


class Notes:
    """Errors and notes, and the parts of texts that need SWI-Prolog."""

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self.deferred: list[Diagnostic] = []

    @property
    def has_enough(self) -> bool:
        """So much needs SWI-Prolog that reading can stop."""
        return len(self.deferred) >= ENOUGH

    def add(
        self, source: Source, place: int, what: str, severity: Literal["error", "info"] = "error"
    ) -> None:
        """Note something about a place."""
        self.all.append(Diagnostic(severity, source.name, *source.line(place), what))

    def defer(self, source: Source, error: UnsupportedError) -> None:
        """Note a part that needs SWI-Prolog."""
        where = source.line(error.place)
        self.deferred.append(Diagnostic("error", source.name, *where, error.what))

    def sorted(self, files: list[str]) -> list[Diagnostic]:
        """Return the notes in the order of the files and of their text, each once."""
        order = {name: i for i, name in enumerate(files)}
        unique = dict.fromkeys(self.all)
        return sorted(unique, key=lambda n: (order[n.file], n.line, n.column))
