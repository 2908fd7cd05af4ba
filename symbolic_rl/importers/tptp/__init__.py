"""TPTP problems in CNF and FOF: parsing, clausification, Horn programs; here their formulas."""

from dataclasses import dataclass
from typing import Literal as OneOf


@dataclass(frozen=True, slots=True)
class LogicVariable:
    """Variable of a formula."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """Constant, function or predicate application."""

    name: str
    args: tuple["LogicTerm", ...] = ()
    kind: OneOf["name", "integer", "number", "distinct", "defined"] = "name"
    """number: rational or real; defined: equality, or a symbol such as ``$true``."""


LogicTerm = LogicVariable | FunctionTerm
EQUALITY = "="
"""Name of the equality predicate, of kind ``defined``."""


@dataclass(frozen=True, slots=True)
class Formula:
    """Atom, connective with subformulas, or quantifier with its scope."""

    sign: str
    """``atom``, a connective (``~ & | => <=>``) or a quantifier (``! ?``)."""
    parts: tuple["Formula", ...] = ()
    atom: FunctionTerm | None = None
    variables: tuple[str, ...] = ()  # bound by the quantifier


@dataclass(frozen=True, slots=True)
class AnnotatedFormula:
    """Formula with its language, name, role and place."""

    language: str
    name: str
    role: str
    formula: Formula | None  # none if the language is neither CNF nor FOF
    place: str  # file and line


@dataclass(frozen=True, slots=True)
class Inclusion:
    """Include directive for all or selected formulas of a file."""

    name: str
    selected: tuple[str, ...] | None
    at: int  # index of the token, for messages
