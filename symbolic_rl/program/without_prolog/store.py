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
    TokenBatch,
)
from symbolic_rl.program.program import ClauseTerms
from symbolic_rl.program.vocabulary import Symbol
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
    for file in ("library.pl", "library_sets.pl"):
        source = (PROLOG_DIR / "builtins" / file).read_text("utf-8")
        exports = source[: source.index("]).")] + "]"
        library |= {(name, int(arity)) for name, arity in _EXPORT.findall(exports)}
    return Stock(frozenset(iso), frozenset(builtins), frozenset(library))


def _indicator(goal: str) -> Indicator:
    """Return name and arity of ``name(_, _)``, ``_ op _`` or ``name``."""
    if infix := re.fullmatch(r"_ (\S+) _", goal):
        return infix[1], 2
    name, _, arguments = goal.partition("(")
    return name, arguments.count("_") if arguments else 0


_FIXED = (
    ("true", 0), ("fail", 0), ("false", 0), ("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2),
    ("$query", 1), ("[|]", 2), ("[]", 0), ("$not", 1), ("$once", 1),
)  # fmt: skip
"""Symbols with fixed tokens, from 7 on; a test compares them with ``fixed_symbol/3``."""
_FIRST_FIXED = 7
USER, OR = 0, 1
KINDS = ("user", "or")
"""Origin of a clause: written by the user, or made from a branch of a disjunction."""


class Store:
    """Symbols and clauses, with their tokens."""

    def __init__(self) -> None:
        self.symbols: list[Symbol] = []
        self._ids: dict[Indicator, int] = {}
        for name in _FIXED:
            self._add_symbol(name, _FIRST_FIXED + len(self.symbols))
        self._constants: dict[str, int] = {}
        self.tokens, self._ends = array("i"), array("q", [0])
        self.predicate, self.line = array("i"), array("i")
        self.kind, self.file, self.n_goals = array("b"), array("i"), array("i")
        self.predicate_of: dict[int, Indicator] = {}

    def _add_symbol(self, name: Indicator, token: int) -> int:
        self.symbols.append(Symbol(token, *name))
        self._ids[name] = token
        return token

    def intern(self, name: Indicator) -> int:
        """Return the token of a symbol, which is new to the store or not."""
        token = self._ids.get(name)
        if token is not None:
            return token
        token = self.symbols[-1].token + 1
        if token == SURROGATES:
            token += N_SURROGATES
        if token >= VARIABLE_BASE:
            raise UnsupportedError("more symbols than have tokens of their own", 0)
        return self._add_symbol(name, token)

    def constants(self, texts: list[str]) -> list[int] | None:
        """Return the tokens of constants in their exact spelling, if all are known."""
        known = self._constants
        try:
            return [known[text] for text in texts]
        except KeyError:
            return None

    def constant(self, text: str) -> int:
        """Return the token of an atom or a small number."""
        token = self._constants.get(text)
        if token is None:
            is_number = text[0].isdigit()
            token = int(text) + INTEGER_BASE if is_number else self.intern((text, 0))
            self._constants[text] = token
        return token

    def end_clause(self, predicate: int, file: int, line: int, n_goals: int, kind: int) -> None:
        """End a clause: its tokens are those appended since the last one."""
        self._ends.append(len(self.tokens))
        self.predicate.append(predicate)
        self.file.append(file)
        self.line.append(line)
        self.n_goals.append(n_goals)
        self.kind.append(kind)

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
        tokens = np.frombuffer(self.tokens, np.int32) if self.tokens else np.zeros(0, np.int32)
        return ClauseTerms(
            terms=TokenBatch(tokens, np.frombuffer(self._ends, np.int64)),
            guarded=np.zeros(len(self.line), bool),
            written=np.frombuffer(self.kind, np.int8) == USER if self.kind else np.zeros(0, bool),
        )
