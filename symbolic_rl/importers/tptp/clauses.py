"""Clauses of formulas: Skolem functions, and distribution of bounded size."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from symbolic_rl.importers.tptp.formulas import (
    EQUALITY,
    Formula,
    FunctionTerm,
    LogicTerm,
    LogicVariable,
)

_Literals = tuple[tuple[FunctionTerm, bool], ...]
"""Disjunction: atoms, each with False where it is negated."""
MOST_NODES = 50_000
"""Connectives and atoms of a normal form; an equivalence doubles what it holds."""
MOST_LITERALS = 50_000
"""Literals of the clauses of one formula."""


class ClausifyError(Exception):
    """Formula that has no clauses; the reason is one that other formulas may share."""


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

    >>> atom = Formula("atom", atom=FunctionTerm("p", (LogicVariable("X"),)))
    >>> exists = Formula("?", (atom,), variables=("X",))
    >>> [str(clause) for clause in clausify(exists, negated=False, skolem="s")]
    ['p(s_1)']
    """
    clausifier = _Clausifier(skolem)
    if formula.sign != "atom":  # variables that no quantifier binds keep their name
        clausifier.used |= {v.name for v in _free(formula)}
    found = clausifier.disjunctions(formula, not negated, {})
    return list(dict.fromkeys(filter(None, map(_clause, found))))


class _Clausifier:
    """State of one formula: names given, and sizes."""

    def __init__(self, skolem: str) -> None:
        self._skolem, self._n_skolem, self._nodes = skolem, 0, 0
        self.used = set[str]()

    def disjunctions(
        self, formula: Formula, positive: bool, values: dict[str, LogicTerm]
    ) -> list[_Literals]:
        """Return the conjunctive normal form of a formula, or of its negation.

        Variables have their values in it: those bound by a universal quantifier a name of their
        own, those bound by an existential one a Skolem function.
        """
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise ClausifyError(f"its normal form has more than {MOST_NODES:,} parts")
        if formula.atom is not None:
            return [((_replaced(formula.atom, values), positive),)]
        sign, parts = formula.sign, formula.parts
        if sign in "!?":
            inner = self._bound(formula, values, is_universal=(sign == "!") == positive)
            return self.disjunctions(parts[0], positive, inner)
        if sign == "~":
            return self.disjunctions(parts[0], not positive, values)
        if sign == "<=>":
            left, right = parts
            if positive:
                parts = Formula("=>", (left, right)), Formula("=>", (right, left))
            else:
                parts = Formula("|", parts), Formula("|", tuple(Formula("~", (p,)) for p in parts))
            found = [self.disjunctions(part, True, values) for part in parts]
            return found[0] + found[1]
        signs = [not positive, positive] if sign == "=>" else [positive] * len(parts)
        pairs = zip(parts, signs, strict=True)
        found = [self.disjunctions(part, is_positive, values) for part, is_positive in pairs]
        # A conjunction, or a negated disjunction or implication, joins the clauses of its parts.
        if (sign == "&") == positive:
            return [disjunction for part in found for disjunction in part]
        return _product(found)

    def _bound(
        self, formula: Formula, values: dict[str, LogicTerm], *, is_universal: bool
    ) -> dict[str, LogicTerm]:
        """Return values that the variables of a quantifier have, too."""
        inner, over = dict(values), () if is_universal else _over(formula, values)
        for name in formula.variables:
            if is_universal:
                inner[name] = LogicVariable(self._fresh(name))
            else:
                self._n_skolem += 1
                inner[name] = FunctionTerm(f"{self._skolem}_{self._n_skolem}", over)
        return inner

    def _fresh(self, name: str) -> str:
        fresh, n = name, 1
        while fresh in self.used:
            n += 1
            fresh = f"{name}_{n}"
        self.used.add(fresh)
        return fresh


def _product(parts: list[list[_Literals]]) -> list[_Literals]:
    """Return the disjunctions that have one of each part."""
    # Bounded before it is built: a few dozen parts would give billions of clauses.
    size = 1
    for part in parts:
        size *= len(part)
        if size > MOST_LITERALS:
            break
    widths = sum(max((len(each) for each in part), default=0) for part in parts)
    if size * widths > MOST_LITERALS:
        raise ClausifyError(f"its clauses have more than {MOST_LITERALS:,} literals")
    return [sum(choice, ()) for choice in product(*parts)]


def _clause(literals: _Literals) -> LogicClause | None:
    """Return the clause of a disjunction, or None where it is true."""
    positive, negative = dict[FunctionTerm, None](), dict[FunctionTerm, None]()
    for atom, sign in literals:
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
    if positive.keys() & negative.keys():  # p or not p
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
        if part.atom is not None:
            yield from (v for v in variables_of(part.atom) if v.name not in bound)
        waiting += [(inner, bound | {*part.variables}) for inner in reversed(part.parts)]


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
