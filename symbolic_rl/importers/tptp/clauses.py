"""Clausification of formulas: Skolemization, then distribution of bounded size."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from symbolic_rl.importers.tptp import EQUALITY, Formula, FunctionTerm, LogicTerm, LogicVariable

_Literals = tuple[tuple[FunctionTerm, bool], ...]
"""Disjunction of (atom, sign); the sign of a negated atom is False."""
MOST_NODES = 50_000
"""Most connectives and atoms of a normal form; each equivalence doubles its parts."""
MOST_LITERALS = 50_000
"""Most literals in the clauses of a formula."""


class ClausifyError(Exception):
    """Formula that cannot be clausified; the reason does not mention the formula."""


@dataclass(frozen=True, slots=True)
class LogicClause:
    """Disjunction of literals: negated and positive atoms, each in the order of the formula."""

    negative: tuple[FunctionTerm, ...]
    positive: tuple[FunctionTerm, ...]
    name: str = field(default="", compare=False)  # of its formula

    def __str__(self) -> str:
        """Return the clause in TPTP syntax."""
        shown = [f"~ {show(atom)}" for atom in self.negative]
        return " | ".join([*shown, *(show(atom) for atom in self.positive)]) or "$false"


def clausify(formula: Formula, *, negated: bool, skolem: str) -> list[LogicClause]:
    """Return the clauses of a formula, or of its negation; free variables are universal.

    ``skolem`` is a prefix of its Skolem functions. ClausifyError: it is too large, or has an
    unknown defined symbol.

    >>> atom = Formula("atom", atom=FunctionTerm("p", (LogicVariable("X"),)))
    >>> exists = Formula("?", (atom,), variables=("X",))
    >>> [str(clause) for clause in clausify(exists, negated=False, skolem="s")]
    ['p(s_1)']
    """
    clausifier = _Clausifier(skolem)
    if formula.sign != "atom":  # free variables keep their names
        clausifier.used |= {v.name for v in _free(formula)}
    found = clausifier.disjunctions(formula, not negated, {})
    return list(dict.fromkeys(filter(None, map(_clause, found))))


class _Clausifier:
    """State of clausifying one formula: names in use, and sizes."""

    def __init__(self, skolem: str) -> None:
        self._skolem, self._n_skolem, self._nodes = skolem, 0, 0
        self.used = set[str]()

    def disjunctions(
        self, formula: Formula, positive: bool, values: dict[str, LogicTerm]
    ) -> list[_Literals]:
        """Return the conjunctive normal form of a formula, or of its negation.

        ``values`` substitutes bound variables: universal ones by variables with unique names,
        existential ones by Skolem terms.
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
        # A conjunction, or a negated disjunction or implication, concatenates the clauses.
        if (sign == "&") == positive:
            return [disjunction for part in found for disjunction in part]
        return _product(found)

    def _bound(
        self, formula: Formula, values: dict[str, LogicTerm], *, is_universal: bool
    ) -> dict[str, LogicTerm]:
        """Return the values, extended by the variables of a quantifier."""
        inner, over = dict(values), () if is_universal else _over(formula, values)
        for name in formula.variables:
            if is_universal:
                inner[name] = LogicVariable(unused(name, self.used))
            else:
                self._n_skolem += 1
                inner[name] = FunctionTerm(f"{self._skolem}_{self._n_skolem}", over)
        return inner


def unused(name: str, taken: set[str]) -> str:
    """Return the name, numbered if it is taken, and reserve it."""
    found, n = name, 1
    while found in taken:
        n += 1
        found = f"{name}_{n}"
    taken.add(found)
    return found


def _product(parts: list[list[_Literals]]) -> list[_Literals]:
    """Distribute: return the unions of one disjunction from each part."""
    # Check the size first: a few dozen parts would give billions of clauses.
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
    """Return the clause of a disjunction, or None for a tautology."""
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
    """Return the arguments of the Skolem terms of an existential formula: its free variables."""
    found = dict[LogicVariable, None]()
    for variable in _free(formula):
        value = values.get(variable.name, variable)
        found.update(dict.fromkeys(variables_of(value)))
    return tuple(found)


def _free(formula: Formula) -> Iterator[LogicVariable]:
    """Yield the free variables of a formula."""
    waiting: list[tuple[Formula, frozenset[str]]] = [(formula, frozenset())]
    while waiting:
        part, bound = waiting.pop()
        if part.atom is not None:
            yield from (v for v in variables_of(part.atom) if v.name not in bound)
        waiting += [(inner, bound | {*part.variables}) for inner in reversed(part.parts)]


def variables_of(term: LogicTerm) -> Iterator[LogicVariable]:
    """Yield the variable occurrences of a term from left to right."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, LogicVariable):
            yield part
        else:
            waiting += reversed(part.args)


def show(term: LogicTerm) -> str:
    """Return a term in TPTP syntax."""
    if isinstance(term, LogicVariable):
        return term.name
    if term.name == EQUALITY and term.kind == "defined":
        return " = ".join(map(show, term.args))
    name = f'"{term.name}"' if term.kind == "distinct" else term.name
    return f"{name}({','.join(map(show, term.args))})" if term.args else name
