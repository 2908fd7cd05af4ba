"""Which clauses can match a goal: lists by predicate, and by each argument that is a constant.

A list has the clauses with that constant at that place and those with a variable there, in program
order. Of a goal's constants the one with the shortest list is looked up; nothing is joined.

Dimension key: C clauses, P predicates, A largest arity, K (predicate, place, constant) triples,
E entries of all lists.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.clause_table import ClauseTable
from symbolic_rl.engine.tokens import VARIABLE_BASE, VARIABLE_END, IntArray, TokenArray, starts

TOKEN_BITS = 21
_MOST_COPIES, _FREE_COPIES = 16, 2**20
"""A place where the copies of clauses with variables would be more than so many times the clauses
of the predicate, and more than so many, is not looked up."""


@dataclass(frozen=True)
class Postings:
    """The lists, one behind the other."""

    entries: TokenArray
    """[E] rows of the clause table."""
    predicate: TokenArray
    """[S] number of the predicate by token; the last one stands for predicates without clauses."""
    whole: IntArray
    """[P, 2] start and length of the list of all clauses of a predicate."""
    other: IntArray
    """[P, A, 2] the same for a constant that no clause has at that place."""
    is_indexed: NDArray[np.bool_]
    """[P, A] whether the place is looked up."""
    keys: IntArray
    """[K] sorted ``((predicate * A + place) << TOKEN_BITS) + constant``."""
    lists: IntArray
    """[K, 2] start and length of the list of each key."""

    @classmethod
    def of(cls, table: ClauseTable) -> "Postings":
        """The lists of a program."""
        return _Builder(table).build()


class _Builder:
    def __init__(self, table: ClauseTable) -> None:
        self._heads, self._width = table.heads, table.max_arity
        tokens, self._of = np.unique(table.heads[:, 0], return_inverse=True)
        self._n = tokens.size + 1
        self._predicate = np.full(table.arity.size, tokens.size, np.int32)
        self._predicate[tokens] = np.arange(tokens.size)
        self._arity = np.zeros(self._n, np.int64)
        self._arity[:-1] = table.arity[tokens]
        self._arity[self._predicate[14]] = 0  # `$query` is looked up without its argument
        self._entries: list[TokenArray] = []
        self._size = 0

    def _add(self, entries: IntArray) -> int:
        start = self._size
        self._entries.append(entries.astype(np.int32))
        self._size += entries.size
        return start

    def build(self) -> Postings:
        counts = np.bincount(self._of, minlength=self._n)
        base = self._add(np.argsort(self._of, kind="stable"))
        whole = np.stack([base + starts(counts)[:-1], counts], axis=1)
        other = np.zeros((self._n, self._width, 2), np.int64)
        indexed = np.zeros((self._n, self._width), bool)
        keys, lists = [], []
        for place in range(self._width):
            found_keys, found_lists = self._place(place, counts, other, indexed)
            keys.append(found_keys)
            lists.append(found_lists)
        all_keys = np.concatenate(keys)
        order = np.argsort(all_keys, kind="stable")
        return Postings(
            entries=np.concatenate(self._entries),
            predicate=self._predicate,
            whole=whole,
            other=other,
            is_indexed=indexed,
            keys=all_keys[order],
            lists=np.concatenate(lists)[order],
        )

    def _place(
        self, place: int, counts: IntArray, other: IntArray, indexed: NDArray[np.bool_]
    ) -> tuple[IntArray, IntArray]:
        """The lists of one place of all predicates."""
        rows = np.flatnonzero(self._arity[self._of] > place)
        of, token = self._of[rows], self._heads[rows, place + 1].astype(np.int64)
        is_variable = (token >= VARIABLE_BASE) & (token < VARIABLE_END)
        open_rows, open_of = rows[is_variable], of[is_variable]
        n_open = np.bincount(open_of, minlength=self._n)
        key = ((of * self._width + place) << TOKEN_BITS) + token
        fixed, fixed_rows = key[~is_variable], rows[~is_variable]
        distinct = np.unique(fixed)
        n_distinct = np.bincount((distinct >> TOKEN_BITS) // self._width, minlength=self._n)
        copies = n_open * n_distinct
        indexed[:, place] = (self._arity > place) & (
            (copies <= _FREE_COPIES) | (copies <= _MOST_COPIES * counts)
        )
        start = self._add(open_rows[np.argsort(open_of, kind="stable")])
        other[:, place, 0] = start + starts(n_open)[:-1]
        other[:, place, 1] = n_open
        keys, entries = [fixed], [fixed_rows]
        for predicate in np.flatnonzero(indexed[:, place] & (copies > 0)).tolist():
            mine = distinct[(distinct >> TOKEN_BITS) // self._width == predicate]
            own = open_rows[open_of == predicate]
            keys.append(np.repeat(mine, own.size))
            entries.append(np.tile(own, mine.size))
        every, entry = np.concatenate(keys), np.concatenate(entries)
        order = np.lexsort((entry, every))
        found, first, length = np.unique(every[order], return_index=True, return_counts=True)
        start = self._add(entry[order])
        return found, np.stack([start + first, length], axis=1)
