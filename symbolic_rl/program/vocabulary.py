"""Symbols of a program, and the view ids that a policy sees for tokens.

View ids are dense in ``[0, size)``: 0 padding, 1 ellipsis, then variables in order of first
occurrence in the state (their role; variables beyond the last role share its id), small integers by
value, other integers and literals by hash bucket, and finally symbols. Torch-free.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar, overload

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
    IntArray,
    TokenArray,
    code_of,
    count_of,
    starts,
)

T = TypeVar("T")

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

_NO_ANSWER = "$answer"
"""Answer of a query without variables."""


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


class Columns(Sequence[T]):
    """Items in arrays, to avoid an object for each; an index makes one, and a slice a list."""

    def item(self, i: int) -> T:
        """Make the item of an index from 0 to ``len(self) - 1``."""
        raise NotImplementedError

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> list[T]: ...
    def __getitem__(self, i: int | slice) -> T | list[T]:
        """Return an item, or a list of items."""
        if isinstance(i, slice):
            return [self.item(j) for j in range(len(self))[i]]
        return self.item(range(len(self))[i])


@dataclass(frozen=True)
class Symbol:
    """Atom (arity 0) or functor with its token."""

    token: int
    name: str
    arity: int


@dataclass(frozen=True, eq=False)
class Symbols(Columns[Symbol]):
    """S symbols in order of tokens; indexing makes a :class:`Symbol`.

    >>> symbols = Symbols.of([Symbol(7, "p", 1), Symbol(9, "an atom", 0)])
    >>> symbols.at(9), symbols.has("atom"), symbols == Symbols.of(list(symbols))
    (Symbol(token=9, name='an atom', arity=0), False, True)
    """

    tokens: TokenArray  # [S] int32, ascending
    arities: TokenArray  # [S] int32
    ends: IntArray
    """[S+1] int64: the name of symbol i is ``text[ends[i]:ends[i+1]]``."""
    text: str  # all names, concatenated

    @classmethod
    def of(cls, symbols: Sequence[Symbol]) -> "Symbols":
        """Pack symbols."""
        if isinstance(symbols, Symbols):
            return symbols
        tokens = np.array([s.token for s in symbols], np.int32)
        arities = np.array([s.arity for s in symbols], np.int32)
        lengths = np.array([len(s.name) for s in symbols], np.int64)
        return cls(tokens, arities, starts(lengths), "".join(s.name for s in symbols))

    def __len__(self) -> int:
        return self.tokens.size

    def item(self, i: int) -> Symbol:
        """Return the symbol of index ``i``."""
        name = self.text[self.ends[i] : self.ends[i + 1]]
        return Symbol(int(self.tokens[i]), name, int(self.arities[i]))

    def __iter__(self) -> Iterator[Symbol]:
        ends, text = self.ends.tolist(), self.text
        pairs = zip(self.tokens.tolist(), self.arities.tolist(), ends, ends[1:], strict=False)
        for token, arity, start, end in pairs:
            yield Symbol(token, text[start:end], arity)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Symbols)
            and self.text == other.text
            and np.array_equal(self.ends, other.ends)
            and np.array_equal(self.tokens, other.tokens)
            and np.array_equal(self.arities, other.arities)
        )

    __hash__ = None  # type: ignore[assignment]

    def at(self, token: int) -> Symbol:
        """Return the symbol of a token, or raise KeyError."""
        i = int(np.searchsorted(self.tokens, token))
        if i == len(self) or self.tokens[i] != token:
            raise KeyError(token)
        return self[i]

    def token_of(self, name: str, arity: int | None = None) -> int:
        """Return the token of the first symbol with a name (and arity, if given); -1 for none."""
        at = self.text.find(name)
        while at >= 0:
            i = int(np.searchsorted(self.ends, at, side="right")) - 1
            is_name = self.ends[i] == at and self.ends[i + 1] == at + len(name)
            if is_name and arity in (None, self.arities[i]):
                return int(self.tokens[i])
            at = self.text.find(name, at + 1)
        return -1

    def has(self, name: str, arity: int | None = None) -> bool:
        """Return whether there is a symbol of this name (and arity, if given)."""
        return self.token_of(name, arity) >= 0


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
        self.has_chance = self.state >= 0 and self.symbols.has("draw", 3)
        """True for an MDP with random draws: moves depend on a seed."""
        token = self.symbols.token_of(_NO_ANSWER, 0)
        literal = [ATOM, code_of(len(_NO_ANSWER)), *map(ord, _NO_ANSWER)]
        self.no_answer = np.array([token] if token >= 0 else literal, np.int32)
        """Tokens of an answer term without variables."""
        self.arity[tokens] = self.symbols.arities
        self._arities: list[int] = self.arity.tolist()  # quicker to index
        self.view_id[tokens] = symbol_ids(len(tokens))

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
            return self._arities[token], at + 1
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
