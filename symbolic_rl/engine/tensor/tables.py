"""A program on a device: its clauses, the lists that index them, and passes through these lists.

Each list names the clauses, in program order, that can match a goal with a certain constant at a
certain place, including clauses with a variable there. So the candidates and their order are
Prolog's, whichever list is searched.

Dimension key: C clauses, R rules, A largest arity, P predicates, E entries of all lists, N goals or
states, M pairs of a goal and a clause.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from symbolic_rl.base.devices import fetch
from symbolic_rl.bridge.tokens import (
    QUERY,
    VARIABLE_BASE,
    VARIABLE_END,
    IntArray,
    TokenArray,
    starts,
)
from symbolic_rl.engine.tensor.clause_table import COMPARISONS, ClauseTable, Op
from symbolic_rl.engine.tensor.terms import is_variable

NEVER = 2**30
"""Place of a variable that does not occur; larger than every place."""
_TOKEN_BITS = 21
"""Bits of a token in a key; all tokens are less than 2**21."""
_MOST_COPIES, _FREE_COPIES = 16, 2**20
"""Bounds of the index. A clause with a variable at a place is copied to the list of each constant
there. A place is not indexed if the copies exceed both _FREE_COPIES and _MOST_COPIES times the
clauses of the predicate."""


Array = TypeVar("Array", NDArray[Any], Tensor)
"""Arrays of an index: on the host, or on a device."""


@dataclass(frozen=True)
class Postings(Generic[Array]):
    """Index of a program: lists of clauses, one behind the other."""

    entries: Array  # [E] int32 rows of the clause table
    predicate: Array
    """[S] int32 number of the predicate by token; P - 1 is for all predicates without clauses."""
    whole: Array  # [P, 2] int64 start and length of the list of all clauses of a predicate
    other: Array
    """[P, A, 2] int64 start and length for clauses with a variable there, for constants without a
    key."""
    is_indexed: Array  # [P, A] bool whether the place is indexed
    keys: Array
    """[K] int64 sorted ``((predicate * A + place) << _TOKEN_BITS) + constant``."""
    lists: Array  # [K, 2] int64 start and length of the list of each key


class _PostingsBuilder:
    def __init__(self, table: ClauseTable) -> None:
        self._heads, self._width = table.heads, table.max_arity
        tokens, of = np.unique(table.heads[:, 0], return_inverse=True)
        self._of = of.astype(np.int32)
        self._n = tokens.size + 1
        self._predicate = np.full(table.arity.size, tokens.size, np.int32)
        self._predicate[tokens] = np.arange(tokens.size)
        self._arity = np.zeros(self._n, np.int64)
        self._arity[:-1] = table.arity[tokens]
        self._arity[self._predicate[QUERY]] = 0  # its goals stand behind it, not within
        self._entries: list[TokenArray] = []
        self._size = 0

    def _add(self, entries: IntArray | TokenArray) -> int:
        start = self._size
        self._entries.append(entries.astype(np.int32, copy=False))
        self._size += entries.size
        return start

    def build(self) -> Postings[NDArray[Any]]:
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
        """Index one argument position of all predicates; fill in ``other`` and ``indexed``.

        Return keys (predicate, position, token), and the clause rows listed under each.
        """
        rows = np.flatnonzero(self._arity[self._of] > place)
        rows = rows.astype(np.int32)
        token = self._heads[rows, place + 1]
        is_variable = (token >= VARIABLE_BASE) & (token < VARIABLE_END)
        open_rows, fixed_rows = rows[is_variable], rows[~is_variable]
        open_of = self._of[open_rows]
        n_open = np.bincount(open_of, minlength=self._n)
        fixed = self._of[fixed_rows].astype(np.int64) * self._width + place
        fixed <<= _TOKEN_BITS
        fixed += token[~is_variable]
        del rows, token, is_variable
        order = np.argsort(fixed, kind="stable")
        fixed, fixed_rows = fixed[order], fixed_rows[order]
        del order
        distinct = fixed[_firsts(fixed)]
        n_distinct = np.bincount((distinct >> _TOKEN_BITS) // self._width, minlength=self._n)
        # [P] clauses with a variable here, times constants that occur here.
        copies = n_open * n_distinct
        indexed[:, place] = (self._arity > place) & (
            (copies <= _FREE_COPIES) | (copies <= _MOST_COPIES * counts)
        )
        start = self._add(open_rows[np.argsort(open_of, kind="stable")])
        other[:, place, 0] = start + starts(n_open)[:-1]
        other[:, place, 1] = n_open
        keys, entries = [fixed], [fixed_rows]
        # Each clause with a variable here is added to the list of each constant.
        for predicate in np.flatnonzero(indexed[:, place] & (copies > 0)).tolist():
            mine = distinct[(distinct >> _TOKEN_BITS) // self._width == predicate]
            own = open_rows[open_of == predicate]
            keys.append(np.repeat(mine, own.size))
            entries.append(np.tile(own, mine.size))
        every, entry = fixed, fixed_rows
        if len(keys) > 1:
            every, entry = np.concatenate(keys), np.concatenate(entries)
            del keys, entries, fixed, fixed_rows
            order = np.lexsort((entry, every))
            every, entry = every[order], entry[order]
        # By key, then by clause: within a list, in the program's order.
        first = _firsts(every)
        length = np.diff(np.append(first, every.size))
        start = self._add(entry)
        return every[first], np.stack([start + first, length], axis=1)


def _firsts(keys: IntArray) -> IntArray:
    """Return where each run of equal keys starts."""
    if not keys.size:
        return np.zeros(0, np.int64)
    return np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))


class Tables:
    """Tensors of a :class:`ClauseTable` and of its index, on one device."""

    def __init__(self, table: ClauseTable, device: torch.device) -> None:
        self.device, self.table = device, table
        arity = table.arity.copy()
        arity[QUERY] = 0  # its goals stand behind it
        self.max_arity = table.max_arity
        self.n_variables = int(table.n_variables.max())
        self.used = frozenset(int(op) for op in table.used)
        self.runs_builtins = bool(self.used)
        self.raises = not self.used.isdisjoint(COMPARISONS)
        put = self.put
        self.arity, self.ops = put(arity), put(table.ops)
        self.ids, self.hidden_as = put(table.ids), put(table.hidden_as)
        self.heads, self.rules = put(table.heads), put(table.rules)
        self.bodies, self.body_sizes = put(table.bodies), put(table.body_sizes.astype(np.int64))
        self.has_body = (self.body_sizes[:, 1] > 0).long()
        self.fronts = put(table.fronts)
        self.n_front, self.goal_width = (int(n) for n in table.fronts.shape[1:])
        self.has_front = put((table.fronts[:, :, 0] != Op.CALL).any(axis=1))
        self.body_first = put(first_in_bodies(table.bodies, self.n_variables))
        lists = vars(_PostingsBuilder(table).build()).items()
        self.lists: Postings[Tensor] = Postings(**{name: put(array) for name, array in lists})

    def put(self, array: np.ndarray) -> Tensor:
        """Copy an array to the device."""
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    @property
    def nbytes(self) -> int:
        """Memory of the tensors."""
        held = [*vars(self).values(), *vars(self.lists).values()]
        return sum(x.nbytes for x in held if isinstance(x, Tensor))


def first_in_bodies(bodies: np.ndarray, n_variables: int) -> np.ndarray:
    """Find where each variable first occurs in a body: [R, n_variables] int64, or NEVER."""
    first = np.full((len(bodies), n_variables), NEVER, np.int64)
    for at in range(bodies.shape[1] - 1, -1, -1):  # backwards, so the first place is written last
        token = bodies[:, at]
        rows = np.flatnonzero((token >= VARIABLE_BASE) & (token < VARIABLE_END))
        first[rows, token[rows] - VARIABLE_BASE] = at
    return first


def spans(tables: Tables, predicate: Tensor, arguments: Tensor) -> tuple[Tensor, Tensor]:
    """Return start [N] and length [N] of the shortest list of clauses for each of N goals.

    Goals are a predicate [N] int64 and arguments [N, A] int32, 0 behind the last one.
    """
    lists = tables.lists
    which = lists.predicate.index_select(0, predicate).long()
    start, length = lists.whole.index_select(0, which).unbind(1)
    for place in range(tables.max_arity):
        token = arguments[:, place].long()
        fixed = (token > 0) & ((token < VARIABLE_BASE) | (token >= VARIABLE_END))
        fixed = fixed & lists.is_indexed[:, place].index_select(0, which)
        there = lists.other[:, place].index_select(0, which)
        if len(lists.keys):
            key = ((which * tables.max_arity + place) << _TOKEN_BITS) + token
            # A constant that has no key occurs in no clause here: the list ``other`` serves it.
            at = torch.searchsorted(lists.keys, key).clamp_(max=len(lists.keys) - 1)
            found = lists.keys.index_select(0, at) == key
            there = torch.where(found[:, None], lists.lists.index_select(0, at), there)
        better = fixed & (there[:, 1] < length)
        start = torch.where(better, there[:, 0], start)
        length = torch.where(better, there[:, 1], length)
    return start, length


def agrees(tables: Tables, arguments: Tensor, clause: Tensor, hidden: Tensor) -> Tensor:
    """Return a mask [M] of clauses that are visible and have no constant that differs.

    This is the cheap part of unification, which most clauses fail; repeated variables are ignored.

    ``arguments`` [M, A] of the goals, ``clause`` [M] rows of the clause table.
    """
    head = tables.heads.index_select(0, clause)
    result = _is_visible(tables, clause, hidden)
    for place in range(tables.max_arity):
        one, two = arguments[:, place], head[:, place + 1]
        result &= is_variable(one) | is_variable(two) | (one == two)
    return result


def _is_visible(tables: Tables, clause: Tensor, hidden: Tensor) -> Tensor:
    """Return which clauses [M] may be used; the clause of ``$query``, row 0, always may."""
    shown = tables.ids.index_select(0, clause) != hidden
    shown &= tables.hidden_as.index_select(0, clause) != hidden
    return shown | (clause == 0)


class Passes:
    """Iterator through lists, at most ``width`` entries of each list a pass.

    It yields, each [M], the index of the list and the index into all entries, in the order of the
    lists and of each.
    A pass fetches one number, its size, which gives the host all shapes that follow; nothing else
    waits for the device.

    A list starts at ``start`` [N] of the entries, with ``length`` [N].
    """

    def __init__(self, start: Tensor, length: Tensor, width: int) -> None:
        self._start, self._left, self._width = start, length, width

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        while True:
            now = self._left.clamp(0, self._width)
            (total,) = fetch(now.sum())
            if not total:
                return
            row = torch.repeat_interleave(now, output_size=total)
            first = self._start - (now.cumsum(0) - now)  # less the entries of earlier lists
            place = torch.arange(total, device=row.device)
            entry = first.index_select(0, row).add_(place)
            self._start, self._left = self._start + now, self._left - now
            yield row, entry

    def finish(self, is_done: Tensor) -> None:
        """Skip the rest of the lists where the mask [N] is True."""
        self._left = torch.where(is_done, 0, self._left)
