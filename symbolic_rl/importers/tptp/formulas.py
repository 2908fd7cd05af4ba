"""Terms, formulas and annotated formulas of the TPTP."""

from dataclasses import dataclass
from typing import Literal as OneOf


@dataclass(frozen=True, slots=True)
class LogicVariable:
    """Variable of a formula."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """Constant, or function or predicate with its arguments."""

    name: str
    args: tuple["LogicTerm", ...] = ()
    kind: OneOf["name", "integer", "number", "distinct", "defined"] = "name"
    """number: rational or real; defined: equality, or a word of the TPTP such as ``$true``."""


LogicTerm = LogicVariable | FunctionTerm
EQUALITY = "="
"""Name of the predicate of equality, which is defined."""


@dataclass(frozen=True, slots=True)
class Formula:
    """Atom, or formulas joined by a connective or bound by a quantifier."""

    sign: str
    """``atom``, a connective (``~ & | => <=>``) or a quantifier (``! ?``)."""
    parts: tuple["Formula", ...] = ()
    atom: FunctionTerm | None = None
    variables: tuple[str, ...] = ()
    """Bound by the quantifier."""


@dataclass(frozen=True, slots=True)
class AnnotatedFormula:
    """Formula with its language, name, role and place."""

    language: str
    name: str
    role: str
    formula: Formula | None
    """None where it was not read: the language is not CNF or FOF."""
    place: str
    """File and line."""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """Directive that includes a file, or the formulas of it that are named."""

    name: str
    selected: tuple[str, ...] | None
    at: int
    """Token, for messages."""
