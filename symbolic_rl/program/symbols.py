"""Symbols of a program as columns, to avoid an object for each. Torch-free."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar, overload

import numpy as np

from symbolic_rl.bridge.tokens import IntArray, TokenArray, starts

T = TypeVar("T")


class Columns(Sequence[T]):
    """Items kept as arrays; an index makes an item, and a slice a list of items."""

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
        columns = ([s.token for s in symbols], [s.arity for s in symbols])
        return cls.named(*columns, [s.name for s in symbols])

    @classmethod
    def named(cls, tokens: Sequence[int], arities: Sequence[int], names: Sequence[str]) -> Self:
        """Pack columns of symbols."""
        lengths = np.fromiter(map(len, names), np.int64, len(names))
        columns = np.array(tokens, np.int32), np.array(arities, np.int32)
        return cls(*columns, starts(lengths), "".join(names))

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
