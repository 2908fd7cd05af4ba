"""Symbols of a program, and the view ids that a policy sees for tokens.

View ids are dense in ``[0, size)``: 0 padding, 1 ellipsis, then variables in order of first
occurrence in the state (their role; variables beyond the last role share its id), small integers by
value, other integers and literals by hash bucket, and finally symbols.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import (
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
from symbolic_rl.program.symbols import Symbol, Symbols

PADDING, ELLIPSIS = 0, 1
N_VARIABLE_ROLES = 16
INTEGER_LEAST_SHOWN, INTEGER_END_SHOWN, N_INTEGER_BUCKETS = -8, 64, 32
N_LITERAL_BUCKETS = 16
VARIABLE_ID = 2
INTEGER_ID = VARIABLE_ID + N_VARIABLE_ROLES
BUCKET_ID = INTEGER_ID + INTEGER_END_SHOWN - INTEGER_LEAST_SHOWN
LITERAL_ID = BUCKET_ID + N_INTEGER_BUCKETS
ATOM_ID = LITERAL_ID + (ATOM - 1) * N_LITERAL_BUCKETS
"""First view id of literals that are atoms."""
SYMBOL_ID = LITERAL_ID + 4 * N_LITERAL_BUCKETS


STATE = "$state"
"""Functor of MDP states: reward, observation (if partial), state."""

DELAYED = "$delayed"
"""Functor of the goals of a state that wait for variables; its argument is a list."""


MOST_SYMBOLS = 2**16
"""Most ids of symbols; in a larger program symbols share the second half of them."""


def symbol_ids(n: int) -> NDArray[np.int32]:
    """Return the view ids [n] of a program's symbols, in their order.

    >>> ids = symbol_ids(3 * MOST_SYMBOLS)
    >>> len(set(ids.tolist())) == MOST_SYMBOLS, int(ids.max()) - SYMBOL_ID + 1 == MOST_SYMBOLS
    (True, True)
    """
    k, half = np.arange(n, dtype=np.int32), MOST_SYMBOLS // 2
    return SYMBOL_ID + np.where(k < MOST_SYMBOLS, k, half + k % half)


class Vocabulary:
    """Symbols of a program with their tokens, and the view ids of all tokens.

    From ``first_name`` on they are *names*, symbols that occur only in queries; by default none.
    """

    def __init__(self, symbols: Sequence[Symbol], *, first_name: int = VARIABLE_BASE) -> None:
        self.symbols = Symbols.of(symbols)
        tokens = self.symbols.tokens
        self.n_names = int((tokens >= first_name).sum()) if len(tokens) <= MOST_SYMBOLS else 0
        """Number of names; they are the last symbols."""
        self.size = SYMBOL_ID + min(len(tokens), MOST_SYMBOLS)
        """Number of view ids."""
        last = int(tokens[-1])
        self.arity = np.zeros(last + 1, np.int32)
        """[last token + 1] arity by token; 0 without symbol."""
        self.view_id = np.zeros(last + 1, np.int32)
        """[last token + 1] view id by token."""
        self.state = self.symbols.token_of(STATE)
        """Token of the functor of MDP states; -1 if the program is not an MDP."""
        self.delayed = self.symbols.token_of(DELAYED)
        """Token of the functor of delayed goals; -1 if the program has none."""
        self.arity[tokens] = self.symbols.arities
        self.view_id[tokens] = symbol_ids(len(tokens))

    @property
    def has_chance(self) -> bool:
        """True for an MDP with random draws: moves depend on a seed."""
        return self.state >= 0 and self.symbols.has("draw", 3)

    def view(self, tokens: TokenArray) -> TokenArray:
        """Return the view ids of tokens other than literals; same shape."""
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
        """Return the arities of tokens other than literals; same shape."""
        return self.arity[np.where(tokens < self.arity.size, tokens, 0)]

    def text(self, tokens: Sequence[int], *, most: int = 0) -> list[str]:
        """Write concatenated tokens as terms in canonical syntax; at most ``most`` if not 0."""
        terms: list[str] = []
        stack: list[tuple[str, int, list[str]]] = []  # head, arity, arguments so far
        at = 0
        while at < len(tokens) and not (most and len(terms) == most):
            head, arity, at = self.head(tokens, at)
            stack.append((head, arity, []))
            while stack and len(stack[-1][2]) == stack[-1][1]:
                head, _, arguments = stack.pop()
                term = f"{head}({','.join(arguments)})" if arguments else head
                if head == "[|]" and len(arguments) == 2:
                    term = _list(*arguments)
                # A complete term is an argument of the enclosing term, if any.
                (stack[-1][2] if stack else terms).append(term)
        return terms

    def end(self, tokens: Sequence[int], at: int) -> int:
        """Return the end of the term that starts at ``at``."""
        waiting = 1
        while waiting:
            arity, at = self.shape(tokens, at)
            waiting += arity - 1
        return at

    def shape(self, tokens: Sequence[int], at: int) -> tuple[int, int]:
        """Return the arity of the symbol, variable or constant at ``at``, and its end."""
        token = tokens[at]
        if token >= VARIABLE_BASE:
            return 0, at + 1
        if token > FUNCTOR:
            return int(self.arity[token]), at + 1
        arity = 0
        if token == FUNCTOR:
            at += 1
            arity = count_of(tokens[at])
        return arity, at + 2 + count_of(tokens[at + 1])

    def head(self, tokens: Sequence[int], at: int) -> tuple[str, int, int]:
        """Return the text of the symbol, variable or constant at ``at``, its arity and its end."""
        token = int(tokens[at])
        if token >= VARIABLE_END:
            return str(token - INTEGER_BASE), 0, at + 1
        if token >= VARIABLE_BASE:
            return f"_{token - VARIABLE_BASE}", 0, at + 1
        if token > FUNCTOR:
            symbol = self.symbols.at(token)
            plain = token in (LIST, NIL)
            return symbol.name if plain else _atom(symbol.name), symbol.arity, at + 1
        arity, end = self.shape(tokens, at)
        first = at + 2 + (token == FUNCTOR)
        text = "".join(chr(int(code)) for code in tokens[first:end])
        if token == STRING:
            text = _quoted(text, '"')
        elif token != NUMBER:
            text = _atom(text)
        return text, arity, end


def _list(first: str, rest: str) -> str:
    """Prepend an element to the text of a list; quoted atoms never start with a bracket."""
    if rest == "[]":
        return f"[{first}]"
    return f"[{first},{rest[1:]}" if rest.startswith("[") else f"[{first}|{rest}]"


def _atom(name: str) -> str:
    return name if name.isidentifier() and name[0].islower() else _quoted(name)


_SPECIAL = re.compile(r"[\x00-\x1f\x7f-\x9f\\'\"]")
_NAMED = {"\n": "\\n", "\t": "\\t", "\\": "\\\\"}


def _quoted(text: str, quote: str = "'") -> str:
    r"""Return a quoted text, escaping quotes and control characters.

    >>> print(_quoted("it's\n\\="))
    'it\'s\n\\='
    """

    def escaped(match: re.Match[str]) -> str:
        char = match[0]
        if char in "'\"":
            return "\\" + char if char == quote else char
        return _NAMED.get(char) or f"\\x{ord(char):x}\\"

    return quote + _SPECIAL.sub(escaped, text) + quote
