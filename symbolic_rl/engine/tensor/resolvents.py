"""The resolvents that candidates lead to: their variables by first occurrence, and their tokens.

Dimension key: N states, M candidates, L tokens of the longest state, C variables of a clause, K
variables of a state that a step can bind, X = C + K, B tokens of the longest body.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.bridge.tokens import VARIABLE_BASE
from symbolic_rl.engine.tensor.states import GAP_BITS, NO_KEY, Selected, States
from symbolic_rl.engine.tensor.tables import NEVER, Tables
from symbolic_rl.engine.tensor.terms import (
    add_if_upto,
    column_of,
    looked_up,
    mapped,
    where_negative,
    where_variable,
)
from symbolic_rl.engine.tensor.unify import rules_of

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
    left = [_left(states, selected.open_at, selected.n_leading + 1)]
    if len(selected.keys) > 1:
        left.append(_left(states, selected.rest_at, 1))
        at = row + tables.has_body.index_select(0, rule) * len(states.sizes)
    rest_at, sizes, goals = torch.cat(left).index_select(0, at).unbind(1)
    n_places = tables.bodies.shape[1]
    keys = (selected.keys.flatten(0, 1) + (n_places << GAP_BITS)).index_select(0, at)
    keys = torch.cat([(tables.body_first << GAP_BITS).index_select(0, rule), keys], 1)
    tokens, gaps = numbered(bound, keys, n_places + states.tokens.shape[1])
    return Written(tokens, gaps, rule, rest_at, size + sizes, goals + n_goals)


def _left(states: States, start: Tensor, gone: Tensor | int) -> Tensor:
    """[N, 3] where the part of states that stays starts, its tokens, and its goals."""
    return torch.stack([start, states.sizes - start, states.n_goals - gone], 1)


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
    column = column_of(bound - VARIABLE_BASE, width)
    earliest = torch.full((len(bound), width + 1), NO_KEY, dtype=torch.int64, device=bound.device)
    earliest = earliest.scatter_reduce_(1, column, keys, "amin")[:, :-1]
    gaps = (earliest & ((1 << GAP_BITS) - 1)).to(torch.int32)
    place = (earliest >> GAP_BITS).to(torch.int32)
    if width <= _FEW:
        apart = torch.stack(place.unbind(1))  # by variable: no broadcast over few columns
        rank = torch.zeros_like(apart)
        for other in apart:
            add_if_upto(rank, other + 1, apart)
        rank = torch.stack(rank.unbind(0), 1)
    else:
        known = place.clamp(max=n_places).long()
        taken = torch.zeros((len(bound), n_places + 1), dtype=torch.int32, device=bound.device)
        rank = taken.scatter_(1, known, 1).cumsum(1, dtype=torch.int32).gather(1, known) - 1
    number = (rank + gaps).gather(1, column.clamp_(max=width - 1)) + VARIABLE_BASE
    return where_variable(bound, number, bound), gaps | (place & NEVER)


def renumbered(
    tokens: Tensor,
    written: Tensor,
    gaps: Tensor,
    n_clause: int,
    n_columns: Tensor | int,
    n_variables: int | None = None,
) -> Tensor:
    """[M, L] int32: tokens of states as they stand in resolvents.

    Args:
        tokens: [M, L] of states.
        written: [M, X] see :class:`Written`.
        gaps: [M, X] likewise.
        n_clause: C.
        n_columns: K, or [M] the K of each.
        n_variables: V, more than any number of a variable; None if it is not known.
    """
    if isinstance(n_columns, Tensor):
        if n_variables == 0:
            return tokens
        if n_variables is not None:  # each variable once, not each time that it occurs
            table = every_variable(written, gaps, n_clause, n_columns, n_variables)[n_clause:]
            m = len(tokens)
            row = torch.arange(m, dtype=torch.int32, device=tokens.device)
            column = (tokens - VARIABLE_BASE).clamp_(0, n_variables - 1)
            new = looked_up(table.flatten(), column.mul_(m).add_(row[:, None]))
            return where_variable(tokens, new, tokens)
        n_columns = n_columns[:, None]
    number = tokens - VARIABLE_BASE
    others = number - n_columns
    new = others + VARIABLE_BASE
    for i in range(gaps.shape[1]):
        add_if_upto(new, gaps[:, i : i + 1], others)
    m, width = written.shape
    if width > n_clause:
        row = torch.arange(m, dtype=torch.int32, device=tokens.device) * width
        column = number.add_(n_clause).clamp_(n_clause, width - 1).add_(row[:, None])
        new = where_negative(others, looked_up(written.flatten(), column), new)
    return where_variable(tokens, new, tokens)


def every_variable(
    written: Tensor, gaps: Tensor, n_clause: int, n_columns: Tensor, n_variables: int
) -> Tensor:
    """[C + V, M] int32 what variables become, those that no step binds included.

    Args:
        written: [M, X] see :class:`Written`.
        gaps: [M, X] likewise.
        n_clause: C.
        n_columns: [M] the K of each.
        n_variables: V, variables of states.
    """
    tokens = torch.stack(written.unbind(1)) if written.shape[1] else written.t()
    number = torch.arange(n_variables, dtype=torch.int32, device=tokens.device)
    others = number[:, None] - n_columns
    new = others + VARIABLE_BASE
    for gap in gaps.unbind(1):
        add_if_upto(new, gap, others)
    bound = tokens[n_clause:]
    bound = pad(bound, (0, 0, 0, max(0, n_variables - len(bound))))[:n_variables]
    return torch.cat([tokens[:n_clause], where_negative(others, bound, new)])


def resolvents(
    tables: Tables,
    tokens: Tensor,
    written: Written,
    length: int,
    n_columns: Tensor | int,
    n_variables: int | None = None,
) -> Tensor:
    """[M, length] int32: the tokens of resolvents, 0 behind the last one.

    Args:
        tables: the program.
        tokens: [M, L] the state of each candidate.
        written: the candidates.
        length: tokens of the longest resolvent.
        n_columns: K, or [M] the K of each.
        n_variables: see :func:`renumbered`.
    """
    n, width = tokens.shape
    longest = tables.bodies.shape[1]
    size = tables.body_sizes[:, 0].index_select(0, written.rule)
    row = torch.arange(longest, longest + n * width, width, device=tokens.device)
    flat = pad(tokens.flatten(), (longest, length))
    behind = flat.unfold(0, length, 1).index_select(0, row + written.rest_at - size)
    held, gaps, n_clause = written.tokens, written.gaps, tables.n_variables
    out = renumbered(behind, held, gaps, n_clause, n_columns, n_variables)
    place = torch.arange(length, dtype=torch.int32, device=tokens.device)
    first = min(longest, length)
    if first:
        body = mapped(tables.bodies[:, :first].index_select(0, written.rule), written.tokens)
        inside = place[:first] - size.to(torch.int32)[:, None]
        out[:, :first] = where_negative(inside, body, out[:, :first])
    return where_negative(place - written.sizes.to(torch.int32)[:, None], out, 0)
