"""Which clauses may match goals: lists of :mod:`.postings`, and a comparison of constants.

Dimension key: N goals, M pairs of a goal and a clause, A largest arity.
"""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from symbolic_rl.devices import fetch
from symbolic_rl.engine.tensor.postings import TOKEN_BITS
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import is_variable
from symbolic_rl.engine.tokens import VARIABLE_BASE, VARIABLE_END


def spans(tables: Tables, predicate: Tensor, arguments: Tensor) -> tuple[Tensor, Tensor]:
    """Start [N] and length [N] of the shortest list of clauses for each goal.

    Args:
        tables: the program.
        predicate: [N] int64.
        arguments: [N, A] int32.
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
            key = ((which * tables.max_arity + place) << TOKEN_BITS) + token
            at = torch.searchsorted(lists.keys, key).clamp_(max=len(lists.keys) - 1)
            found = lists.keys.index_select(0, at) == key
            there = torch.where(found[:, None], lists.lists.index_select(0, at), there)
        better = fixed & (there[:, 1] < length)
        start = torch.where(better, there[:, 0], start)
        length = torch.where(better, there[:, 1], length)
    return start, length


def agrees(tables: Tables, arguments: Tensor, clause: Tensor, hidden: Tensor) -> Tensor:
    """[M] whether clauses are visible, and no two constants differ: what most clauses fail.

    Args:
        tables: the program.
        arguments: [M, A] of goals.
        clause: [M] rows of the clause table.
        hidden: [M] the clause that may not be used.
    """
    head = tables.heads.index_select(0, clause)
    result = _is_visible(tables, clause, hidden)
    for place in range(tables.max_arity):
        one, two = arguments[:, place], head[:, place + 1]
        result &= is_variable(one) | is_variable(two) | (one == two)
    return result


def _is_visible(tables: Tables, clause: Tensor, hidden: Tensor) -> Tensor:
    """[M] whether clauses are not those hidden; the clause of a query never is."""
    shown = tables.ids.index_select(0, clause) != hidden
    shown &= tables.hidden_as.index_select(0, clause) != hidden
    return shown | (clause == 0)


class Pass(NamedTuple):
    """A part of the entries of some lists."""

    row: Tensor
    """[M] which list."""
    entry: Tensor
    """[M] where in the entries."""


class Passes:
    """Goes through lists, at most ``width`` entries of each at a time.

    Args:
        start: [N] where each list starts in the entries.
        length: [N] and its length.
        width: how far to go at a time.
    """

    def __init__(self, start: Tensor, length: Tensor, width: int) -> None:
        self._start, self._left, self._width = start, length, width

    def __iter__(self) -> Iterator[Pass]:
        while True:
            now = self._left.clamp(0, self._width)
            (total,) = fetch(now.sum())
            if not total:
                return
            row = torch.repeat_interleave(now, output_size=total)
            first = self._start - (now.cumsum(0) - now)
            place = torch.arange(total, device=row.device)
            entry = first.index_select(0, row).add_(place)
            self._start, self._left = self._start + now, self._left - now
            yield Pass(row, entry)

    def finish(self, is_done: Tensor) -> None:
        """Do not go on with the lists [N] where this is set."""
        self._left = torch.where(is_done, 0, self._left)
