"""Clauses as tokens, while a program is being read: symbols, and one array for each property.

A million facts take about 100 MB. Torch-free.
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
    NIL,
    NOT,
    VARIABLE_BASE,
    TokenBatch,
)
from symbolic_rl.program.program import ClauseTerms
from symbolic_rl.program.vocabulary import Symbol
from symbolic_rl.program.without_prolog.terms import (
    BeyondError,
    Compound,
    Indicator,
    Integer,
    Term,
    Variable,
    indicator_text,
)

CONTROL = frozenset(
    {
        (",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1), ("!", 0), ("|", 2), (":-", 1),
        (":-", 2), ("?-", 1), ("-->", 2), ("=>", 2), (":", 2), ("{}", 1), ("[]", 0), ("[|]", 2),
    }
)  # fmt: skip
"""The control constructs, but ``call/N``."""
CONSTRUCTS = frozenset({("not", 1), ("forall", 2)})
"""Control constructs that a program may define over."""
_BUILTIN = re.compile(r"^builtin\((.+), (?:det|nondet), (iso|overridable)\)\.$", re.MULTILINE)
_IMPURE = re.compile(r"^iso_impure\((\w+), \[([\d, ]+)\]\)\.$", re.MULTILINE)
_EXPORT = re.compile(r"^\s*(?::- module\(\w+,\s*)?\[?\s*(\w+)/(\d+)\s*[,\]]", re.MULTILINE)


@dataclass(frozen=True)
class Stock:
    """The predicates that are there without a program."""

    iso: frozenset[Indicator]
    """ISO builtins, pure or not, which no program may define."""
    builtins: frozenset[Indicator]
    """Pure builtins, which a program may call."""
    library: frozenset[Indicator]
    """What the library exports."""

    def is_reserved(self, indicator: Indicator) -> bool:
        """Whether no program may define it."""
        name, arity = indicator
        is_call = name == "call" and arity > 0
        return indicator in self.iso or indicator in CONTROL or is_call or name.startswith("$")


@cache
def stock() -> Stock:
    """The tables of ``builtins.pl`` and the exports of the library files."""
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
    """Name and arity of ``name(_, _)``, ``_ op _`` or ``name``."""
    if infix := re.fullmatch(r"_ (\S+) _", goal):
        return infix[1], 2
    name, _, arguments = goal.partition("(")
    return name, arguments.count("_") if arguments else 0


_FIXED = (
    ("true", 0), ("fail", 0), ("false", 0), ("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2),
    ("$query", 1), ("[|]", 2), ("[]", 0), ("$not", 1), ("$once", 1),
)  # fmt: skip
"""``fixed_symbol/3`` of tokens.pl, from token 7 on."""
_FIRST_FIXED, _LAST_SYMBOL = 7, 0xBFFFF
USER, OR = 0, 1
KINDS = ("user", "or")
"""What a clause was made of: written by the user, or a branch of a disjunction."""


class Store:
    """Symbols and clauses."""

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
        """The token of a symbol."""
        token = self._ids.get(name)
        if token is not None:
            return token
        last = self.symbols[-1].token
        token = 0xE000 if last + 1 == 0xD800 else last + 1
        if token > _LAST_SYMBOL:
            raise BeyondError("more symbols than have tokens of their own", 0)
        return self._add_symbol(name, token)

    def constants(self, texts: list[str]) -> list[int] | None:
        """The tokens of constants, if all are known; the texts are as written."""
        known = self._constants
        try:
            return [known[text] for text in texts]
        except KeyError:
            return None

    def constant(self, text: str) -> int:
        """The token of an atom or a small number."""
        token = self._constants.get(text)
        if token is None:
            is_number = text[0].isdigit()
            token = int(text) + INTEGER_BASE if is_number else self.intern((text, 0))
            self._constants[text] = token
        return token

    def end_clause(self, predicate: int, file: int, line: int, n_goals: int, kind: int) -> None:
        """Make the tokens since the last clause the next one."""
        self._ends.append(len(self.tokens))
        self.predicate.append(predicate)
        self.file.append(file)
        self.line.append(line)
        self.n_goals.append(n_goals)
        self.kind.append(kind)

    def goal_tokens(self, goal: Term, numbers: dict[str, int]) -> list[int]:
        """The tokens of a goal; ``numbers`` are those of its variables, which grow."""
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
                    raise BeyondError("an integer that has no token", argument.place)
                tokens.append(INTEGER_BASE + argument.value)
            elif argument.arguments:
                what = f"the function symbol {indicator_text(argument.indicator)}"
                raise BeyondError(what, argument.place)
            else:
                tokens.append(self.intern(argument.indicator))
        return tokens

    def terms(self) -> ClauseTerms:
        """The clauses as tokens."""
        tokens = np.frombuffer(self.tokens, np.int32) if self.tokens else np.zeros(0, np.int32)
        return ClauseTerms(
            terms=TokenBatch(tokens, np.frombuffer(self._ends, np.int64)),
            guarded=np.zeros(len(self.line), bool),
            written=np.frombuffer(self.kind, np.int8) == USER if self.kind else np.zeros(0, bool),
        )
