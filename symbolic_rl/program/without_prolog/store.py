"""Predefined predicates, and the store of symbols and clauses of a program that is being read.

A clause is its tokens and an entry in one array for each property. Torch-free.
"""

import re
from array import array
from dataclasses import dataclass
from functools import cache

import numpy as np

from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    INTEGER_LEAST,
    LIST,
    N_SURROGATES,
    NIL,
    NOT,
    SURROGATES,
    VARIABLE_BASE,
    TokenArray,
    TokenBatch,
)
from symbolic_rl.program.clauses import Clauses, Origin
from symbolic_rl.program.program import ClauseTerms
from symbolic_rl.program.symbols import Symbols
from symbolic_rl.program.without_prolog.terms import (
    Compound,
    Indicator,
    Integer,
    Term,
    UnsupportedError,
    Variable,
    indicator_text,
)

CONTROL = frozenset(
    {
        (",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1), ("!", 0), ("|", 2), (":-", 1),
        (":-", 2), ("?-", 1), ("-->", 2), ("=>", 2), (":", 2), ("{}", 1), ("[]", 0), ("[|]", 2),
    }
)  # fmt: skip
"""Control constructs, without ``call/N``."""
CONSTRUCTS = frozenset({("not", 1), ("forall", 2)})
"""Control constructs that a program may redefine."""
_BUILTIN = re.compile(r"^builtin\((.+), (?:det|nondet), (iso|overridable)\)\.$", re.MULTILINE)
_IMPURE = re.compile(r"^iso_impure\((\w+), \[([\d, ]+)\]\)\.$", re.MULTILINE)
_EXPORT = re.compile(r"^\s*(?::- module\(\w+,\s*)?\[?\s*(\w+)/(\d+)\s*[,\]]", re.MULTILINE)


@dataclass(frozen=True)
class Stock:
    """Predefined predicates."""

    iso: frozenset[Indicator]
    """ISO builtins, pure or not, which no program may define."""
    builtins: frozenset[Indicator]
    """Pure builtins, which a program may call."""
    library: frozenset[Indicator]
    """Exports of the library files."""

    def is_reserved(self, indicator: Indicator) -> bool:
        """Return whether no program may define a predicate."""
        name, arity = indicator
        is_call = name == "call" and arity > 0
        return indicator in self.iso or indicator in CONTROL or is_call or name.startswith("$")


@cache
def stock() -> Stock:
    """Read the tables of ``builtins.pl`` and the exports of the library files."""
    text = (PROLOG_DIR / "builtins" / "builtins.pl").read_text("utf-8")
    builtins: set[Indicator] = set()
    iso: set[Indicator] = set()
    for goal, standing in _BUILTIN.findall(text):
        indicator = _indicator(goal)
        builtins.add(indicator)
        if standing == "iso":
            iso.add(indicator)
    for name, arities in _IMPURE.findall(text):
        iso |= {(name, int(arity)) for arity in arities.split(",")}
    library: set[Indicator] = set()
    for file in sorted((PROLOG_DIR / "builtins").glob("library*.pl")):
        source = file.read_text("utf-8")
        exports = source[: source.index("]).")] + "]"
        library |= {(name, int(arity)) for name, arity in _EXPORT.findall(exports)}
    return Stock(frozenset(iso), frozenset(builtins), frozenset(library))


def _indicator(goal: str) -> Indicator:
    """Return name and arity of ``name(_, _)``, ``_ op _`` or ``name``."""
    if infix := re.fullmatch(r"_ (\S+) _", goal):
        return infix[1], 2
    name, _, arguments = goal.partition("(")
    return name, arguments.count("_") if arguments else 0


_PLAIN = re.compile(r"[a-z][a-zA-Z0-9_]*")


def _is_plain(name: Indicator) -> bool:
    """Return whether a symbol is an atom that needs no quotes."""
    return not name[1] and _PLAIN.fullmatch(name[0]) is not None


_FIXED = (
    ("true", 0), ("fail", 0), ("false", 0), ("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2),
    ("$query", 1), ("[|]", 2), ("[]", 0), ("$not", 1), ("$once", 1),
)  # fmt: skip
"""Symbols with fixed tokens, from 7 on; a test compares them with ``fixed_symbol/3``."""
_FIRST_FIXED = 7
USER, OR = "user", "or"
"""Kind of a clause: written by the user, or made from a branch of a disjunction."""


class Store:
    """Symbols and clauses, with their tokens."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._arities, self._tokens = array("i"), array("i")
        self.constants: dict[str, int] = {}
        """Tokens of plain atoms, and of small numbers in their usual spelling."""
        self._others: dict[Indicator, int] = {}
        for place, name in enumerate(_FIXED):
            self._add_symbol(name, _FIRST_FIXED + place)
        self.tokens, self._ends = array("i"), array("q", [0])
        self._origin, self._line, self._n_goals = array("i"), array("i"), array("i")
        self._origins: dict[tuple[Indicator, str, str], int] = {}

    @property
    def last_token(self) -> int:
        """Largest token of a symbol so far."""
        return self._tokens[-1]

    def symbols(self) -> Symbols:
        """Return the symbols in order of their tokens."""
        return Symbols.named(self._tokens, self._arities, self._names)

    def _add_symbol(self, name: Indicator, token: int) -> int:
        text, arity = name
        self._tokens.append(token)
        self._arities.append(arity)
        self._names.append(text)
        if _is_plain(name):
            self.constants[text] = token
        else:
            self._others[name] = token
        return token

    def intern(self, name: Indicator) -> int:
        """Return the token of a symbol, which is new to the store or not."""
        token = self.constants.get(name[0]) if _is_plain(name) else self._others.get(name)
        if token is not None:
            return token
        token = self.last_token + 1
        if token == SURROGATES:
            token += N_SURROGATES
        if token >= VARIABLE_BASE:
            raise UnsupportedError("more symbols than have tokens of their own", 0)
        return self._add_symbol(name, token)

    def constant(self, text: str) -> int:
        """Return the token of a plain atom, or of a small number in its usual spelling."""
        token = self.constants.get(text)
        if token is None:
            is_number = text[0].isdigit()
            token = int(text) + INTEGER_BASE if is_number else self.intern((text, 0))
            self.constants[text] = token
        return token

    def origin(self, predicate: Indicator, file: str, kind: str) -> int:
        """Return the number of an origin of clauses."""
        return self._origins.setdefault((predicate, kind, file), len(self._origins))

    def end_clause(self, origin: int, line: int, n_goals: int) -> None:
        """End a clause: its tokens are those appended since the last one."""
        self._ends.append(len(self.tokens))
        self._origin.append(origin)
        self._line.append(line)
        self._n_goals.append(n_goals)

    def end_facts(
        self, tokens: list[int], lengths: list[int], origins: list[int], line: int
    ) -> None:
        """Add facts that stand one on each line, from ``line`` on."""
        n, first = len(origins), len(self.tokens)
        self.tokens.extend(tokens)
        self._ends.frombytes((first + np.cumsum(lengths, dtype=np.int64)).tobytes())
        self._origin.extend(origins)
        self._line.extend(range(line, line + n))
        self._n_goals.frombytes(bytes(4 * n))

    def clauses(self) -> Clauses:
        """Return the clauses with their origins."""
        origins = [
            Origin(f"{name}/{arity}", kind, file) for (name, arity), kind, file in self._origins
        ]
        columns = map(_column, (self._origin, self._line, self._n_goals))
        return Clauses(tuple(origins), *columns)

    def goal_tokens(self, goal: Term, numbers: dict[str, int]) -> list[int]:
        """Return the tokens of a goal; new variables are added to ``numbers``."""
        assert isinstance(goal, Compound)
        if goal.indicator == ("$not", 1):
            return [NOT, LIST, *self.goal_tokens(goal.arguments[0], numbers), NIL]
        tokens = [self.intern(goal.indicator)]
        for argument in goal.arguments:
            if isinstance(argument, Variable):
                number = numbers.setdefault(argument.name, len(numbers))
                tokens.append(VARIABLE_BASE + number)
            elif isinstance(argument, Integer):
                if not INTEGER_LEAST <= argument.value < INTEGER_END:
                    raise UnsupportedError("an integer that has no token", argument.place)
                tokens.append(INTEGER_BASE + argument.value)
            elif argument.arguments:
                what = f"the function symbol {indicator_text(argument.indicator)}"
                raise UnsupportedError(what, argument.place)
            else:
                tokens.append(self.intern(argument.indicator))
        return tokens

    def terms(self) -> ClauseTerms:
        """Return the clauses as tokens."""
        return ClauseTerms(
            terms=TokenBatch(_column(self.tokens), np.frombuffer(self._ends, np.int64)),
            guarded=np.zeros(len(self._line), bool),
            written=self.clauses().of_kinds(USER),
        )


def _column(values: "array[int]") -> TokenArray:
    """Return an array as one of numpy, which shares its memory."""
    return np.frombuffer(values, np.int32) if values else np.zeros(0, np.int32)
