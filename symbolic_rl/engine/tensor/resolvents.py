"""Resolvents of candidates: first the numbers of their variables; their tokens only on demand.

A resolvent is the body of the clause and the remaining goals of the state, under the substitution.
Its variables are renumbered by first occurrence, so variants have equal tokens, as in Prolog's
engine. Renumbering needs only the keys that order the variables (see :mod:`.states`),
not the tokens: most candidates are never chosen, and their resolvents never written.

Dimension key: N states, M candidates, L tokens of the longest state, C variables of a clause, K
variables of a state that a step can bind, X = C + K, V variables of a state, B tokens of the
longest body.
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
"""Up to this number of columns, ranking by all comparisons is faster than by sorting."""


class Written(NamedTuple):
    """M candidates with their variables numbered.

    Variable ``K + w`` of a state, which no step binds, gets the number ``w`` plus the number of
    gaps of the candidate that are at most ``w``: unbound variables keep their order, and a gap is
    at most ``w`` if and only if its variable occurs before variable ``w``.
    """

    tokens: Tensor  # [M, X] int32 token of each variable in the resolvent
    gaps: Tensor
    """[M, X] int32: for a column that stands for itself and occurs in the resolvent, the number of
    unbound variables that occur before it; at least NEVER for all other columns."""
    rule: Tensor  # [M] int64 row of the rule tables
    rest_at: Tensor  # [M] int64 start of the part of the state that stays
    sizes: Tensor  # [M] int64 tokens of the resolvent
    n_goals: Tensor  # [M] int64 goals of the resolvent


def write(
    tables: Tables, selected: Selected, row: Tensor, clause: Tensor, bound: Tensor
) -> Written:
    """Number the variables of candidates, with states ``row`` [M], by first occurrence.

    Each has the substitution ``bound`` [M, X] of its ``clause`` [M].
    """
    rule = rules_of(tables, clause)
    size, n_goals = tables.body_sizes.index_select(0, rule).unbind(1)
    states, at = selected.states, row
    # An empty body lets the builtins behind the selected goal run, so less of the state stays: row
    # ``row``. For a candidate with a body it is row ``row + N``.
    left = [_left(states, selected.open_at, selected.n_leading + 1)]
    if len(selected.keys) > 1:
        left.append(_left(states, selected.rest_at, 1))
        at = row + tables.has_body.index_select(0, rule) * len(states.sizes)
    rest_at, sizes, goals = torch.cat(left).index_select(0, at).unbind(1)
    n_places = tables.bodies.shape[1]  # added to the places of states: bodies come before them
    keys = (selected.keys.flatten(0, 1) + (n_places << GAP_BITS)).index_select(0, at)
    keys = torch.cat([(tables.body_first << GAP_BITS).index_select(0, rule), keys], 1)
    tokens, gaps = numbered(bound, keys, n_places + states.tokens.shape[1])
    return Written(tokens, gaps, rule, rest_at, size + sizes, goals + n_goals)


def _left(states: States, start: Tensor, gone: Tensor | int) -> Tensor:
    """Return start, tokens and goals [N, 3] of the part of states that stays."""
    return torch.stack([start, states.sizes - start, states.n_goals - gone], 1)


def numbered(bound: Tensor, keys: Tensor, n_places: int) -> tuple[Tensor, Tensor]:
    """Number the variables of substitutions by first occurrence in the resolvents.

    A key [M, X] of a variable (:class:`Selected`) is NO_KEY or more if it does not occur; places
    are below ``n_places``. Return the substitution and the gaps of variables, both [M, X] int32.
    """
    width = bound.shape[1]
    if not width:
        return bound, bound
    # Variables that were unified occur where the first of them does.
    column = column_of(bound - VARIABLE_BASE, width)
    earliest = torch.full((len(bound), width + 1), NO_KEY, dtype=torch.int64, device=bound.device)
    earliest = earliest.scatter_reduce_(1, column, keys, "amin")[:, :-1]
    gaps = (earliest & ((1 << GAP_BITS) - 1)).to(torch.int32)
    place = (earliest >> GAP_BITS).to(torch.int32)
    # The rank [M, X] among the columns, by place; ignore the rank of columns that never occur.
    if width <= _FEW:
        apart = torch.stack(place.unbind(1))  # by variable: no broadcast over few columns
        rank = torch.zeros_like(apart)
        for other in apart:
            add_if_upto(rank, other + 1, apart)  # other < apart; a place has one variable
        rank = torch.stack(rank.unbind(0), 1)
    else:
        known = place.clamp(max=n_places).long()
        # Counting sort: mark the occupied places, then count the marks up to each place.
        taken = torch.zeros((len(bound), n_places + 1), dtype=torch.int32, device=bound.device)
        rank = taken.scatter_(1, known, 1).cumsum(1, dtype=torch.int32).gather(1, known) - 1
    # Bound variables before it, plus unbound ones before it.
    number = (rank + gaps).gather(1, column.clamp_(max=width - 1)) + VARIABLE_BASE
    return where_variable(bound, number, bound), gaps | (place & NEVER)


def _renumbered(
    tokens: Tensor,
    written: Tensor,
    gaps: Tensor,
    n_clause: int,
    n_columns: Tensor,
    n_variables: int,
) -> Tensor:
    """Apply candidates to tokens [M, L] of states; arguments as in :func:`resolvents`."""
    if not n_variables:
        return tokens
    # Compute each variable once, not at each occurrence: [V, M].
    table = every_variable(written, gaps, n_clause, n_columns, n_variables)[n_clause:]
    m = len(tokens)
    row = torch.arange(m, dtype=torch.int32, device=tokens.device)
    column = (tokens - VARIABLE_BASE).clamp_(0, n_variables - 1)
    new = looked_up(table.flatten(), column.mul_(m).add_(row[:, None]))
    return where_variable(tokens, new, tokens)


def every_variable(
    written: Tensor, gaps: Tensor, n_clause: int, n_columns: Tensor, n_variables: int
) -> Tensor:
    """Tabulate the token of every variable, also of unbound ones: [C + V, M] int32.

    ``written`` and ``gaps`` [M, X] are as in :class:`Written`, ``n_columns`` [M] the K of each.
    """
    tokens = torch.stack(written.unbind(1)) if written.shape[1] else written.t()
    number = torch.arange(n_variables, dtype=torch.int32, device=tokens.device)
    others = number[:, None] - n_columns
    new = others + VARIABLE_BASE
    # An unbound variable moves up by one for each gap at most its number.
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
    n_columns: Tensor,
    n_variables: int,
) -> Tensor:
    """Write resolvents: [M, length] int32 tokens, 0 behind the last one.

    ``tokens`` [M, L] are the states, ``n_columns`` [M] the K of each; ``n_variables`` is above the
    number of any variable.
    """
    n, width = tokens.shape
    longest = tables.bodies.shape[1]
    size = tables.body_sizes[:, 0].index_select(0, written.rule)
    row = torch.arange(longest, longest + n * width, width, device=tokens.device)
    # A window of the flat states starts as many tokens before ``rest_at`` as the body has: the
    # remaining goals are then in place, and the body is written over the tokens before them. B
    # tokens of padding in front, and a window's length behind, keep all windows inside.
    flat = pad(tokens.flatten(), (longest, length))
    behind = flat.unfold(0, length, 1).index_select(0, row + written.rest_at - size)
    held, gaps, n_clause = written.tokens, written.gaps, tables.n_variables
    out = _renumbered(behind, held, gaps, n_clause, n_columns, n_variables)
    place = torch.arange(length, dtype=torch.int32, device=tokens.device)
    first = min(longest, length)
    if first:
        body = mapped(tables.bodies[:, :first].index_select(0, written.rule), written.tokens)
        inside = place[:first] - size.to(torch.int32)[:, None]
        out[:, :first] = where_negative(inside, body, out[:, :first])
    return where_negative(place - written.sizes.to(torch.int32)[:, None], out, 0)
