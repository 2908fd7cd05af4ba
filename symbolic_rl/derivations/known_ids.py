"""Ids by which a policy knows symbols and clauses: the ids of its training, kept with its weights.

Queries add their own symbols to a vocabulary, so ids depend on query files. A run keeps the ids of
its training, and uses them for everything that its policy sees later: goals typed by a user, query
files that were added or changed. Symbols that are new since training are shown by hash bucket, like
literals; new clauses are shown as padding.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.files import checksum
from symbolic_rl.bridge.tokens import ATOM, FUNCTOR, TokenArray
from symbolic_rl.derivations.views import View, literal_id
from symbolic_rl.program.clauses import FIRST_CLAUSE, Clause
from symbolic_rl.program.program import Program, Query
from symbolic_rl.program.vocabulary import MOST_SYMBOLS, SYMBOL_ID, Symbol, Vocabulary, symbol_ids

Place = tuple[str, str, int, int]
"""Kind, file and line of a clause, and the number of clauses before it there."""


@dataclass(frozen=True)
class KnownIds:
    """Symbols and clauses in the order of their ids, and the layout of goals."""

    symbols: tuple[tuple[str, int], ...]  # name and arity
    n_names: int  # number of symbols, the last ones, that occur only in queries
    n_own: int  # number of clauses of the program's own files, which come first
    others: tuple[Place, ...]  # further clauses: of the library, and from parts of queries
    view: View

    @classmethod
    def of(cls, program: Program, view: View) -> Self:
        """Return the ids of a program and its queries."""
        vocabulary, others = program.vocabulary, _others(program)
        return cls(
            symbols=tuple((symbol.name, symbol.arity) for symbol in vocabulary.symbols),
            n_names=vocabulary.n_names,
            n_own=len(program.clauses) - len(others),
            others=others,
            view=view,
        )

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """Return the ids from the plain values of :meth:`state`."""
        view: dict[str, Any] = {
            key: tuple(x) if isinstance(x, list) else x for key, x in state["view"].items()
        }
        return cls(
            symbols=tuple((name, arity) for name, arity in state["symbols"]),
            n_names=state["n_names"],
            n_own=state["n_own"],
            others=tuple((kind, file, line, n) for kind, file, line, n in state["others"]),
            view=View(**view),
        )

    def state(self) -> dict[str, Any]:
        """Return plain values, for a checkpoint."""
        return {**vars(self), "view": {**vars(self.view)}}

    @property
    def n_clauses(self) -> int:
        """Number of clause ids, special ones included."""
        return FIRST_CLAUSE + self.n_own + len(self.others)

    def translated(self, vocabulary: Vocabulary) -> Vocabulary:
        """Return a copy of a vocabulary with these ids."""
        ids = dict(zip(self.symbols, symbol_ids(len(self.symbols)).tolist(), strict=True))
        copy = Vocabulary(vocabulary.symbols)
        copy.size, copy.n_names = SYMBOL_ID + min(len(ids), MOST_SYMBOLS), self.n_names
        for symbol in copy.symbols:
            known = ids.get((symbol.name, symbol.arity))
            copy.view_id[symbol.token] = _bucket(symbol) if known is None else known
        return copy

    def unknown(self, vocabulary: Vocabulary, queries: Sequence[Query]) -> "UnknownSymbols":
        """Return the symbols of queries that these ids do not have."""
        known = set(self.symbols)
        names = {
            symbol.token: f"{symbol.name}/{symbol.arity}" if symbol.arity else symbol.name
            for symbol in vocabulary.symbols
            if (symbol.name, symbol.arity) not in known and not symbol.name.startswith("$")
        }
        if not names:
            return UnknownSymbols(((),) * len(queries))
        goals = (_symbols(query.goal, vocabulary) for query in queries)
        found = ((names[symbol] for symbol in goal if symbol in names) for goal in goals)
        return UnknownSymbols(tuple(tuple(dict.fromkeys(one)) for one in found))

    def clause_ids(self, program: Program) -> NDArray[np.int32]:
        """Return [clauses] ids of training by clause id of a program; 0 for unknown clauses."""
        others = _others(program)
        n_own = len(program.clauses) - len(others)
        ids = np.arange(program.n_clauses, dtype=np.int32)
        first = FIRST_CLAUSE + self.n_own
        known = {place: first + i for i, place in enumerate(self.others)}
        # Own clauses keep their ids by position; the others are found by file and line.
        ids[FIRST_CLAUSE + min(n_own, self.n_own) :] = 0
        ids[FIRST_CLAUSE + n_own :] = [known.get(place, 0) for place in others]
        return ids


@dataclass(frozen=True)
class UnknownSymbols:
    """Symbols of queries that are new since training; the policy sees their hash buckets."""

    of_queries: tuple[tuple[str, ...], ...]
    """Symbols of each query: atoms as ``a``, functors as ``f/2``."""

    @property
    def names(self) -> list[str]:
        """All symbols, in order of first occurrence."""
        return list(dict.fromkeys(name for names in self.of_queries for name in names))

    @property
    def n_queries(self) -> int:
        """Number of queries with such a symbol."""
        return sum(map(bool, self.of_queries))

    def __str__(self) -> str:
        """Return one line; empty without such symbols."""
        names = self.names
        if not names:
            return ""
        n, more = len(names), len(names) - _NAMED
        told = ", ".join(names[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")
        return (
            f"note: {n:,} symbol{'s' * (n > 1)} that training did not know, in {self.n_queries:,} "
            f"of {len(self.of_queries):,} queries: {told}"
        )

    def as_json(self) -> dict[str, Any]:
        """Return the part of a ``--json`` document."""
        return {"symbols": self.names, "queries": self.n_queries}


_NAMED = 10
"""Unknown symbols that a note names."""


def _symbols(tokens: TokenArray, vocabulary: Vocabulary) -> Iterator[int]:
    """Yield the symbols and variables of a goal, without literals."""
    at, codes = 0, tokens.tolist()
    while at < len(codes):
        if codes[at] > FUNCTOR:
            yield codes[at]
        _, at = vocabulary.shape(codes, at)


@dataclass(frozen=True)
class Trained:
    """Ids and settings that a policy was trained with."""

    ids: KnownIds
    env_config: EnvConfig


def _bucket(symbol: Symbol) -> int:
    """Return the view id of a symbol that is new since training."""
    codes = [ord(letter) for letter in symbol.name]
    return literal_id(FUNCTOR if symbol.arity else ATOM, codes)


def _others(program: Program) -> tuple[Place, ...]:
    """Return the places of the clauses after the program's own; files by name.

    A clause made from a part of a query is in the query's file, which may change, so its place has
    a checksum of the file.
    """
    # The own clauses come first in every program, so the others are a tail.
    own, n = {str(file) for file in program.files}, len(program.clauses)
    while n and program.clauses[n - 1].file not in own:
        n -= 1
    names: dict[str, str] = {}
    met: Counter[tuple[str, str, int]] = Counter()
    places = []
    for clause in program.clauses[n:]:
        if clause.file not in names:
            names[clause.file] = _file_name(clause)
        place = (clause.kind, names[clause.file], clause.line)
        places.append((*place, met[place]))
        met[place] += 1
    return tuple(places)


def _file_name(clause: Clause) -> str:
    file = Path(clause.file)
    if clause.kind == "library" or not file.is_file():
        return file.name
    return f"{file.name} {checksum([file.read_bytes()])}"
