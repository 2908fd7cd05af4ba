"""The candidates of the pages of N states, before variants are merged.

Dimension key: N states, M candidates, X columns of a substitution.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from symbolic_rl.devices import fetch
from symbolic_rl.engine.tensor.lookup import Passes, agrees, spans
from symbolic_rl.engine.tensor.resolvents import Written, write
from symbolic_rl.engine.tensor.states import Selected
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import either
from symbolic_rl.engine.tensor.unify import tried

_MOSTLY = 0.75
"""Where fewer entries than that agree with their goals, or are on the page, the others are put
aside."""


class Candidates(NamedTuple):
    """M candidates of the pages of N states and a few other clauses, by state in program order."""

    row: Tensor
    """[M] int64 state."""
    clause: Tensor
    """[M] int64 row of the clause table."""
    bound: Tensor
    """[M, X] int32 substitution."""
    written: Written
    ordinal: Tensor
    """[M] int64 place in the page."""
    on_page: Tensor
    """[M] bool which of them are on the page: most."""
    more: Tensor
    """[N] bool whether there are any behind the page."""
    errors: Tensor
    """[N] int64 clauses that a builtin's error removed."""


def candidates_of(
    tables: Tables, selected: Selected, hidden: Tensor, begin: Tensor, limit: int
) -> Candidates:
    """Find the candidates of pages.

    Args:
        tables: the program.
        selected: the states; one without goals has no candidates.
        hidden: [N] the clause that may not be used.
        begin: [N] candidates before the page.
        limit: candidates of a page.
    """
    end = begin + limit
    start, length = spans(tables, selected.predicate, selected.arguments)
    length = either(selected.states.n_goals > 0, length, 0)
    counts, errors = torch.zeros_like(start), torch.zeros_like(start)
    parts: list[tuple[Tensor, ...]] = []
    lists = Passes(start, length, limit + 1)
    for row, entry in lists:
        clause = tables.lists.entries.index_select(0, entry).long()
        arguments = selected.arguments.index_select(0, row)
        may = agrees(tables, arguments, clause, hidden.index_select(0, row))
        (count,) = fetch(may.sum())
        if count < _MOSTLY * len(row):
            row, clause, may = _chosen(may, count, row, clause, may)
        found = tried(tables, selected, row, clause, hidden)
        holds = found.holds & may
        here = torch.zeros_like(counts).index_add_(0, row, holds.long())
        before = holds.cumsum(0) - holds.long()
        ordinal = before + (counts - begin - here.cumsum(0) + here).index_select(0, row)
        if tables.raises:
            errors.index_add_(0, row, (found.failed & may & (ordinal <= limit)).long())
        counts = counts + here
        on_page = holds & (ordinal >= 0) & (ordinal < limit)
        (count,) = fetch(on_page.sum())
        some = row, clause, found.substitution, ordinal, on_page
        parts.append(some if count >= _MOSTLY * len(row) else _chosen(on_page, count, *some))
        lists.finish(counts > end)
    row, clause, bound, ordinal, on_page = _joined(parts, tables, selected)
    written = write(tables, selected, row, clause, bound)
    return Candidates(row, clause, bound, written, ordinal, on_page, counts > end, errors)


def _chosen(where: Tensor, count: int, *tensors: Tensor) -> tuple[Tensor, ...]:
    index = torch.nonzero_static(where, size=count).squeeze(1)
    return tuple(x.index_select(0, index) for x in tensors)


def _joined(
    parts: list[tuple[Tensor, ...]], tables: Tables, selected: Selected
) -> tuple[Tensor, ...]:
    if len(parts) == 1:
        return parts[0]
    if parts:
        return tuple(torch.cat(field) for field in zip(*parts, strict=True))
    nothing = selected.predicate.new_zeros(0)
    width = tables.n_variables + selected.n_columns
    return nothing, nothing, selected.arguments.new_zeros((0, width)), nothing, nothing.bool()
