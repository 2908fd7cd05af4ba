"""Clauses of formulas: negation normal form, Skolem functions, distribution of bounded size."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from symbolic_rl.importers.tptp.formulas import (
    EQUALITY,
    AtomicFormula,
    BinaryFormula,
    Formula,
    FunctionTerm,
    Junction,
    LogicTerm,
    LogicVariable,
    NegatedFormula,
    QuantifiedFormula,
)

MOST_NODES = 50_000
"""Connectives and atoms of a normal form; an equivalence doubles what it holds."""
MOST_LITERALS = 50_000
"""Literals of the clauses of one formula."""


class ClausifyError(Exception):
    """Formula that cannot be made clauses of.

    Args:
        why: the reason, in words that hold for other formulas too.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class LogicClause:
    """Disjunction of literals: the negated atoms and the others, in the order of the formula."""

    negative: tuple[FunctionTerm, ...]
    positive: tuple[FunctionTerm, ...]

    def __str__(self) -> str:
        """Return it as in the TPTP."""
        shown = [f"~ {show(atom)}" for atom in self.negative]
        return " | ".join([*shown, *(show(atom) for atom in self.positive)]) or "$false"


def clausify(formula: Formula, *, negated: bool, skolem: str) -> list[LogicClause]:
    """Return the clauses of a formula; variables that it does not bind stand for all values.

    Args:
        formula: the formula.
        negated: clauses of its negation are wanted.
        skolem: what the names of its Skolem functions begin with.

    Raises:
        ClausifyError: it is too large, or has words that are not understood.

    >>> x = LogicVariable("X")
    >>> atom = AtomicFormula(FunctionTerm("p", (x,)))
    >>> [str(c) for c in clausify(QuantifiedFormula("?", ("X",), atom), negated=False, skolem="s")]
    ['p(s_1)']
    """
    clausifier = _Clausifier(skolem)
    if not isinstance(formula, AtomicFormula):  # variables that no quantifier binds keep their name
        clausifier.used |= {v.name for v in _free(formula)}
    literals = clausifier.literals(clausifier.normal(formula, not negated, {}))
    return list(dict.fromkeys(filter(None, map(_clause, literals))))


class _Clausifier:
    """State of one formula: names given, and sizes."""

    def __init__(self, skolem: str) -> None:
        self._skolem, self._n_skolem, self._nodes = skolem, 0, 0
        self.used = set[str]()

    def normal(self, formula: Formula, positive: bool, values: dict[str, LogicTerm]) -> Formula:
        """Return the negation normal form, in which variables have their values.

        What is left are atoms, conjunctions and disjunctions.
        """
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise ClausifyError(f"its normal form has more than {MOST_NODES:,} parts")
        match formula:
            case AtomicFormula(atom, sign):
                return AtomicFormula(_replaced(atom, values), sign == positive)
            case NegatedFormula(part):
                return self.normal(part, not positive, values)
            case Junction(sign, parts):
                dual = sign if positive else "|" if sign == "&" else "&"
                return Junction(dual, tuple([self.normal(p, positive, values) for p in parts]))
            case BinaryFormula("=>", left, right):
                both = (
                    self.normal(left, not positive, values),
                    self.normal(right, positive, values),
                )
                return Junction("|" if positive else "&", both)
            case BinaryFormula(_, left, right):
                there, back = BinaryFormula("=>", left, right), BinaryFormula("=>", right, left)
                if positive:
                    both = (self.normal(there, True, values), self.normal(back, True, values))
                    return Junction("&", both)
                either = Junction("|", (left, right))
                neither = Junction("|", (NegatedFormula(left), NegatedFormula(right)))
                both = (self.normal(either, True, values), self.normal(neither, True, values))
                return Junction("&", both)
            case QuantifiedFormula(sign, variables, part):
                inner = dict(values)
                if (sign == "!") == positive:
                    for name in variables:
                        inner[name] = LogicVariable(self._fresh(name))
                else:
                    bound = _over(formula, values)
                    for name in variables:
                        self._n_skolem += 1
                        inner[name] = FunctionTerm(f"{self._skolem}_{self._n_skolem}", bound)
                return self.normal(part, positive, inner)

    def literals(self, formula: Formula) -> list[tuple[AtomicFormula, ...]]:
        """Return the disjunctions whose conjunction a normal form is."""
        if isinstance(formula, AtomicFormula):
            return [(formula,)]
        assert isinstance(formula, Junction)
        parts = [self.literals(part) for part in formula.parts]
        if formula.sign == "&":
            return [disjunction for part in parts for disjunction in part]
        size = 1
        for part in parts:
            size *= len(part)
            if size > MOST_LITERALS:
                break
        widths = sum(max((len(each) for each in part), default=0) for part in parts)
        if size * widths > MOST_LITERALS:
            raise ClausifyError(f"its clauses have more than {MOST_LITERALS:,} literals")
        return [sum(choice, ()) for choice in product(*parts)]

    def _fresh(self, name: str) -> str:
        fresh, n = name, 1
        while fresh in self.used:
            n += 1
            fresh = f"{name}_{n}"
        self.used.add(fresh)
        return fresh


def _clause(literals: tuple[AtomicFormula, ...]) -> LogicClause | None:
    """Return the clause of a disjunction, or None where it is true."""
    positive, negative = dict[FunctionTerm, None](), dict[FunctionTerm, None]()
    for literal in literals:
        atom, sign = literal.atom, literal.positive
        if atom.kind == "defined":
            if atom.name == EQUALITY:
                if atom.args[0] == atom.args[1]:
                    if sign:
                        return None
                    continue
            elif atom.name in ("$true", "$false") and not atom.args:
                if (atom.name == "$true") == sign:
                    return None
                continue
            else:
                raise ClausifyError(f"the defined word {atom.name} is not understood")
        (positive if sign else negative)[atom] = None
    if positive.keys() & negative.keys():
        return None
    return LogicClause(tuple(negative), tuple(positive))


def _replaced(term: FunctionTerm, values: dict[str, LogicTerm]) -> FunctionTerm:
    if not term.args:
        return term
    arguments: list[LogicTerm] = []
    for argument in term.args:
        if isinstance(argument, LogicVariable):
            arguments.append(values.get(argument.name, argument))
        else:
            arguments.append(_replaced(argument, values))
    return FunctionTerm(term.name, tuple(arguments), term.kind)


def _over(formula: Formula, values: dict[str, LogicTerm]) -> tuple[LogicTerm, ...]:
    """Return the variables that the value of an existential formula depends on."""
    found = dict[LogicVariable, None]()
    for variable in _free(formula):
        value = values.get(variable.name, variable)
        found.update(dict.fromkeys(variables_of(value)))
    return tuple(found)


def _free(formula: Formula) -> Iterator[LogicVariable]:
    """Yield the variables of a formula that none of its quantifiers binds."""
    waiting: list[tuple[Formula, frozenset[str]]] = [(formula, frozenset())]
    while waiting:
        part, bound = waiting.pop()
        match part:
            case AtomicFormula(atom, _):
                yield from (v for v in variables_of(atom) if v.name not in bound)
            case NegatedFormula(inner):
                waiting.append((inner, bound))
            case Junction(_, parts):
                waiting += [(inner, bound) for inner in reversed(parts)]
            case BinaryFormula(_, left, right):
                waiting += [(right, bound), (left, bound)]
            case QuantifiedFormula(_, variables, inner):
                waiting.append((inner, bound | {*variables}))


def variables_of(term: LogicTerm) -> Iterator[LogicVariable]:
    """Yield the variables of a term from left to right, as often as they occur."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, LogicVariable):
            yield part
        else:
            waiting += reversed(part.args)


def show(term: LogicTerm) -> str:
    """Return a term as in the TPTP."""
    if isinstance(term, LogicVariable):
        return term.name
    if term.name == EQUALITY and term.kind == "defined":
        return " = ".join(map(show, term.args))
    name = f'"{term.name}"' if term.kind == "distinct" else term.name
    return f"{name}({','.join(map(show, term.args))})" if term.args else name
