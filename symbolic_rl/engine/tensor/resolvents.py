"""The resolvents that candidates lead to: their variables by first occurrence, and their tokens.

Dimension key: N states, M candidates, L tokens of the longest state, C variables of a clause, K
variables of a state that a step can bind, X = C + K, B tokens of the longest body.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from symbolic_rl.engine.tensor.states import GAP_BITS, NO_KEY, Selected
from symbolic_rl.engine.tensor.tables import NEVER, Tables
from symbolic_rl.engine.tensor.terms import is_variable, mapped
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.engine.tokens import VARIABLE_BASE

_FEW = 8
"""Variables up to which comparing each with each is the faster way to rank them."""


class Written(NamedTuple):
    """M candidates, their variables numbered.

    Variable ``K + w`` of a state, which no step binds, has the number ``w`` plus how many of the
    gaps of the candidate are at most ``w``.
    """

    tokens: Tensor
    """[M, X] int32 token of each variable in the resolvent."""
    gaps: Tensor
    """[M, X] int32 for each variable that is the first of its name, how many of those that no step
    binds occur before it; else NEVER."""
    rule: Tensor
    """[M] int64 row of the rule tables."""
    rest_at: Tensor
    """[M] int64 where the part of the state that stays starts."""
    sizes: Tensor
    """[M] int64 tokens of the resolvent."""
    n_goals: Tensor
    """[M] int64 goals of the resolvent."""

    def take(self, index: Tensor) -> "Written":
        """Some of them."""
        return Written(*(field.index_select(0, index) for field in self))


def write(
    tables: Tables, selected: Selected, row: Tensor, clause: Tensor, bound: Tensor
) -> Written:
    """Number the variables of candidates by first occurrence.

    Args:
        tables: the program.
        selected: the states.
        row: [M] state of each candidate.
        clause: [M] its clause.
        bound: [M, X] its substitution.
    """
    rule = rules_of(tables, clause)
    size, n_goals = tables.body_sizes.index_select(0, rule).unbind(1)
    states, at = selected.states, row
    rest_at = selected.rest_at.index_select(0, row)
    left = states.n_goals.index_select(0, row) - 1
    if tables.runs_builtins:
        empty = n_goals == 0
        rest_at = torch.where(empty, selected.open_at.index_select(0, row), rest_at)
        left = left - torch.where(empty, selected.n_leading.index_select(0, row), 0)
        if len(selected.keys) > 1:
            at = torch.where(empty, row, row + len(selected.rest_at))
    keys = selected.keys.flatten(0, 1).index_select(0, at)
    body_keys = tables.body_first.index_select(0, rule) << GAP_BITS
    keys = torch.cat([body_keys, keys + (tables.bodies.shape[1] << GAP_BITS)], 1)
    tokens, gaps = numbered(bound, keys, tables.bodies.shape[1] + states.tokens.shape[1])
    return Written(
        tokens=tokens,
        gaps=gaps,
        rule=rule,
        rest_at=rest_at,
        sizes=size + states.sizes.index_select(0, row) - rest_at,
        n_goals=left + n_goals,
    )


def numbered(bound: Tensor, keys: Tensor, n_places: int) -> tuple[Tensor, Tensor]:
    """[M, X] int32: a substitution with its variables numbered, and their gaps.

    Args:
        bound: [M, X] substitution.
        keys: [M, X] of each variable, see :class:`Selected`; NO_KEY or more if it does not occur.
        n_places: what occurs does so before this place.
    """
    width = bound.shape[1]
    if not width:
        return bound, bound
    free = is_variable(bound)
    column = torch.where(free, bound - VARIABLE_BASE, width).long()
    earliest = torch.full((len(bound), width + 1), NO_KEY, dtype=torch.int64, device=bound.device)
    earliest = earliest.scatter_reduce_(1, column, keys, "amin")[:, :-1]
    gaps = (earliest & ((1 << GAP_BITS) - 1)).to(torch.int32)
    if width <= _FEW:
        rank = torch.zeros_like(gaps)
        for other in range(width):
            rank += earliest[:, other : other + 1] < earliest
    else:
        place = (earliest >> GAP_BITS).clamp_(max=n_places)
        taken = torch.zeros((len(bound), n_places + 1), dtype=torch.int32, device=bound.device)
        rank = taken.scatter_(1, place, 1).cumsum(1, dtype=torch.int32).gather(1, place) - 1
    number = (rank + gaps).gather(1, column.clamp_(max=width - 1)) + VARIABLE_BASE
    return torch.where(free, number, bound), torch.where(earliest < NO_KEY, gaps, NEVER)


def renumbered(
    tokens: Tensor, written: Tensor, gaps: Tensor, n_clause: int, n_columns: Tensor | int
) -> Tensor:
    """[M, L] int32: tokens of states as they stand in resolvents.

    Args:
        tokens: [M, L] of states.
        written: [M, X] see :class:`Written`.
        gaps: [M, X] likewise.
        n_clause: C.
        n_columns: K, or [M] the K of each.
    """
    if isinstance(n_columns, Tensor):
        n_columns = n_columns[:, None]
    free = is_variable(tokens)
    number = tokens - VARIABLE_BASE
    others = number - n_columns
    new = others + VARIABLE_BASE
    for i in range(gaps.shape[1]):
        new += gaps[:, i : i + 1] <= others
    if written.shape[1] > n_clause:
        column = (number + n_clause).clamp_(n_clause, written.shape[1] - 1).long()
        new = torch.where(others < 0, written.gather(1, column), new)
    return torch.where(free, new, tokens)


def resolvents(
    tables: Tables,
    tokens: Tensor,
    written: Written,
    length: int,
    n_columns: Tensor | int,
) -> Tensor:
    """[M, length] int32: the tokens of resolvents, 0 behind the last one.

    Args:
        tables: the program.
        tokens: [M, L] the state of each candidate.
        written: the candidates.
        length: tokens of the longest resolvent.
        n_columns: K, or [M] the K of each.
    """
    size = tables.body_sizes[:, :1].index_select(0, written.rule)
    place = torch.arange(length, device=tokens.device)
    index = place - size + written.rest_at[:, None]
    behind = tokens.gather(1, index.clamp_(0, tokens.shape[1] - 1))
    out = renumbered(behind, written.tokens, written.gaps, tables.n_variables, n_columns)
    if tables.bodies.shape[1]:
        body = mapped(tables.bodies.index_select(0, written.rule), written.tokens)
        inside = body.gather(1, place.clamp(max=body.shape[1] - 1).expand(len(body), -1))
        out = torch.where(place < size, inside, out)
    return torch.where(place < written.sizes[:, None], out, 0)
