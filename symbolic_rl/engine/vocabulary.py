"""The symbols of a program, and what a policy sees of a token.

A view id is dense in ``[0, size)``: 0 padding, 1 ellipsis, then variables by the order in which the
state first mentions them (their role; later ones share an id), small integers by value, other
integers and literals by hash bucket, and last the fixed symbols.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symbolic_rl.engine.tokens import (
    ATOM,
    FUNCTOR,
    INTEGER_BASE,
    LIST,
    NIL,
    NUMBER,
    STRING,
    VARIABLE_BASE,
    VARIABLE_END,
    TokenArray,
    count_of,
)

PADDING, ELLIPSIS = 0, 1
N_VARIABLE_ROLES = 16
INTEGER_LEAST_SHOWN, INTEGER_END_SHOWN, N_INTEGER_BUCKETS = -8, 64, 32
N_LITERAL_BUCKETS = 16
VARIABLE_ID = 2
INTEGER_ID = VARIABLE_ID + N_VARIABLE_ROLES
BUCKET_ID = INTEGER_ID + INTEGER_END_SHOWN - INTEGER_LEAST_SHOWN
LITERAL_ID = BUCKET_ID + N_INTEGER_BUCKETS
SYMBOL_ID = LITERAL_ID + 4 * N_LITERAL_BUCKETS


@dataclass(frozen=True)
class Symbol:
    """An atom (arity 0) or a functor with its token."""

    token: int
    name: str
    arity: int


class Vocabulary:
    """Symbols with fixed tokens, and the view ids of all tokens.

    Args:
        symbols: in order of their tokens.
    """

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self.symbols = tuple(symbols)
        last = self.symbols[-1].token
        self.arity = np.zeros(last + 1, np.int32)
        """[last token + 1] arity by token; 0 where there is no symbol."""
        self.view_id = np.zeros(last + 1, np.int32)
        """[last token + 1] view id by token."""
        for i, symbol in enumerate(self.symbols):
            self.arity[symbol.token] = symbol.arity
            self.view_id[symbol.token] = SYMBOL_ID + i

    @property
    def size(self) -> int:
        """Number of view ids."""
        return SYMBOL_ID + len(self.symbols)

    @cached_property
    def _by_token(self) -> dict[int, Symbol]:
        return {symbol.token: symbol for symbol in self.symbols}

    def view(self, tokens: TokenArray) -> TokenArray:
        """View ids of tokens that are no literals; same shape."""
        shown = self.view_id[np.where(tokens < self.view_id.size, tokens, 0)]
        role = np.minimum(tokens - VARIABLE_BASE, N_VARIABLE_ROLES - 1) + VARIABLE_ID
        shown = np.where((tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END), role, shown)
        value = tokens - INTEGER_BASE
        small = (value >= INTEGER_LEAST_SHOWN) & (value < INTEGER_END_SHOWN)
        number = np.where(
            small, value - INTEGER_LEAST_SHOWN + INTEGER_ID, value % N_INTEGER_BUCKETS + BUCKET_ID
        )
        return np.where(tokens >= VARIABLE_END, number, shown).astype(np.int32)

    def arities(self, tokens: TokenArray) -> TokenArray:
        """Arities of tokens that are no literals; same shape."""
        return self.arity[np.where(tokens < self.arity.size, tokens, 0)]

    def text(self, tokens: Sequence[int]) -> list[str]:
        """The terms that ``tokens`` write one behind the other, in canonical syntax."""
        terms, at = [], 0
        while at < len(tokens):
            term, at = self._term(tokens, at)
            terms.append(term)
        return terms

    def _term(self, tokens: Sequence[int], at: int) -> tuple[str, int]:
        token = int(tokens[at])
        if token >= VARIABLE_END:
            return str(token - INTEGER_BASE), at + 1
        if token >= VARIABLE_BASE:
            return f"_{token - VARIABLE_BASE}", at + 1
        if token in (NUMBER, STRING, ATOM, FUNCTOR):
            return self._literal(token, tokens, at + 1)
        symbol = self._by_token[token]
        return self._compound(symbol.name, symbol.arity, tokens, at + 1, plain=token in (LIST, NIL))

    def _literal(self, kind: int, tokens: Sequence[int], at: int) -> tuple[str, int]:
        arity = 0
        if kind == FUNCTOR:
            arity, at = count_of(int(tokens[at])), at + 1
        n = count_of(int(tokens[at]))
        text = "".join(chr(int(code)) for code in tokens[at + 1 : at + 1 + n])
        at += 1 + n
        if kind == NUMBER:
            return text, at
        if kind == STRING:
            return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"', at
        return self._compound(text, arity, tokens, at)

    def _compound(
        self, name: str, arity: int, tokens: Sequence[int], at: int, plain: bool = False
    ) -> tuple[str, int]:
        arguments = []
        for _ in range(arity):
            argument, at = self._term(tokens, at)
            arguments.append(argument)
        head = name if plain or (name.isidentifier() and name[0].islower()) else f"'{name}'"
        return (f"{head}({','.join(arguments)})" if arguments else head), at
