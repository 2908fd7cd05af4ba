"""Terms, formulas and annotated formulas of the TPTP."""

from dataclasses import dataclass
from pathlib import Path
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
class AtomicFormula:
    """Atom, or its negation."""

    atom: FunctionTerm
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Junction:
    """Conjunction (``&``) or disjunction (``|``)."""

    sign: str
    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class NegatedFormula:
    """Negation."""

    part: "Formula"


@dataclass(frozen=True, slots=True)
class BinaryFormula:
    """Implication (``=>``) or equivalence (``<=>``)."""

    sign: str
    left: "Formula"
    right: "Formula"


@dataclass(frozen=True, slots=True)
class QuantifiedFormula:
    """Formula for all (``!``) or some (``?``) values of variables."""

    sign: str
    variables: tuple[str, ...]
    part: "Formula"


Formula = AtomicFormula | Junction | NegatedFormula | BinaryFormula | QuantifiedFormula


@dataclass(frozen=True, slots=True)
class AnnotatedFormula:
    """Formula with its language, name, role and place."""

    language: str
    name: str
    role: str
    formula: Formula | None
    """None where it was not read: the language is not CNF or FOF."""
    file: Path
    line: int

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Inclusion:
    """Directive that includes a file, or the formulas of it that are named."""

    name: str
    selected: tuple[str, ...] | None
    at: int
    """Token, for messages."""
