"""What a step needs to know of N states: the selected goal, and where their variables stand.

Variables are numbered by first occurrence, so the first K of a state hold all that stand in the
selected goal and in the builtins behind it: only these can be bound by a step. Of the others a step
changes the numbers alone, and these follow from *gaps*: how many of the others occur before one of
the first K does.

Dimension key: N states, L tokens of the longest, A largest arity, C variables of a clause, K
variables of a state that a step can bind, B builtins behind a selected goal.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch, places
from symbolic_rl.bridge.tokens import NOT, VARIABLE_BASE
from symbolic_rl.engine.tensor.tables import NEVER, Tables
from symbolic_rl.engine.tensor.terms import (
    column_of,
    is_variable,
    shifted,
    where_negative,
    where_variable,
)
from symbolic_rl.program.goal_codes import NEGATED, Op

GAP_BITS = 20
NO_KEY = NEVER << GAP_BITS
"""The key of a variable that does not occur."""


class States(NamedTuple):
    """N resolvents of at least one goal."""

    tokens: Tensor
    """[N, L] int32, goals and answer without the count; 0 behind the last token."""
    sizes: Tensor
    """[N] int64 tokens."""
    n_goals: Tensor
    """[N] int64."""

    def take(self, rows: Tensor, length: int) -> "States":
        """Some rows, of no more than ``length`` tokens."""
        some = (x.index_select(0, rows) for x in (self.sizes, self.n_goals))
        return States(self.tokens[:, :length].index_select(0, rows), *some)


class Part(NamedTuple):
    """Rows that are worth a pass of their own, because their states are shorter than others."""

    rows: Tensor | None
    """[K] int64; None is all."""
    length: int
    """Tokens of the longest of them."""


class Tail(NamedTuple):
    """K states from a place on: what a step leaves as it is, but for the numbers of variables."""

    rows: Tensor | None
    """[K] int64 which states; None is all."""
    start: Tensor
    """[K] int64 the place."""
    sizes: Tensor
    """[K] int64 tokens from there on."""
    tokens: Tensor
    """[K, L] int32 these tokens, 0 behind the last."""
    number: Tensor
    """[K, L] int32 which variable stands there; -1 where none does."""


class Selected(NamedTuple):
    """What a step needs to know of N states."""

    states: States
    predicate: Tensor
    """[N] int64 token."""
    arguments: Tensor
    """[N, A] int32; variable v is column C + v; 0 behind the last one."""
    rest_at: Tensor
    """[N] int64 where the goals behind the selected one start."""
    open_at: Tensor
    """[N] int64 where they start once the builtins that stand first among them have run."""
    n_leading: Tensor
    """[N] int64 how many those are."""
    leading: Tensor
    """[N, B, 1+max(2, 1+A)] those builtins: code and arguments, as in ``arguments``."""
    between: Tensor
    """[N, W] int32 tokens from rest_at to open_at; 0 behind the last one."""
    n_columns: int
    """K."""
    keys: Tensor
    """[1 or 2, N, K] int64 where each variable first occurs behind open_at, behind rest_at: the
    place times 2**GAP_BITS, plus its gap. One where there is nothing between."""
    tails: tuple[Tail, ...] = ()
    """The states from open_at on, part by part."""


def select(tables: Tables, states: States, parts: Sequence[Part] = ()) -> Selected:
    """Take states apart.

    Args:
        tables: the program.
        states: N states.
        parts: how to go through them; none is all at once.
    """
    tokens, n_clause = states.tokens, tables.n_variables
    predicate = tokens[:, 0].long()
    arity = tables.arity.index_select(0, predicate).long()
    place = torch.arange(tables.max_arity, device=tokens.device)
    held = tokens[:, 1 : 1 + tables.max_arity]
    held = pad(held, (0, tables.max_arity - held.shape[1]))
    arguments = torch.where(place < arity[:, None], held, 0)
    rest_at = 1 + arity
    n_columns = tables.max_arity
    open_at, n_leading = rest_at, torch.zeros_like(rest_at)
    leading = tokens.new_zeros((len(tokens), 0, tables.goal_width))
    between = tokens.new_zeros((len(tokens), 0))
    if tables.runs_builtins:
        open_at, n_leading, leading = _leading(tables, states, rest_at)
        if leading.shape[1]:
            number = torch.where(is_variable(leading), leading - (VARIABLE_BASE - 1), 0)
            highest, width = fetch(number.max(), (open_at - rest_at).max())
            n_columns = max(n_columns, highest)
            leading = shifted(leading, n_clause)
            index = rest_at[:, None] + torch.arange(width, device=tokens.device)
            held = tokens.gather(1, index.clamp(max=tokens.shape[1] - 1))
            between = torch.where(index < open_at[:, None], held, 0)
    tails = tails_of(states, open_at, parts)
    return Selected(
        states,
        predicate,
        shifted(arguments, n_clause),
        rest_at,
        open_at,
        n_leading,
        leading,
        between,
        n_columns,
        _all_keys(tails, rest_at, between, n_columns),
        tails,
    )


def tails_of(states: States, start: Tensor, parts: Sequence[Part] = ()) -> tuple[Tail, ...]:
    """States from ``start`` [N] on, part by part."""
    n, width = states.tokens.shape
    parts = parts or (Part(None, width),)
    flat = pad(states.tokens.flatten(), (0, 1 + max(part.length for part in parts)))
    at = torch.arange(0, n * width, width, device=flat.device) + start
    left, tails = states.sizes - start, []
    for rows, length in parts:
        some = (at, start, left)
        if rows is not None:
            some = tuple(x.index_select(0, rows) for x in some)  # type: ignore[assignment]
        here, begin, sizes = some
        tokens = flat.unfold(0, length, 1).index_select(0, here)
        place = torch.arange(length, dtype=torch.int32, device=flat.device)
        tokens = where_negative(place - sizes.to(torch.int32)[:, None], tokens, 0)
        number = where_variable(tokens, tokens - VARIABLE_BASE, -1)
        tails.append(Tail(rows, begin, sizes, tokens, number))
    return tuple(tails)


def put_together(tails: Sequence[Tail], found: Sequence[Tensor]) -> Tensor:
    """What was found for each of some tails, as rows for all states."""
    if tails[0].rows is None:
        return found[0]
    whole = found[0].new_empty((sum(len(x) for x in found), *found[0].shape[1:]))
    for tail, some in zip(tails, found, strict=True):
        assert tail.rows is not None
        whole.index_copy_(0, tail.rows, some)
    return whole


def _all_keys(tails: Sequence[Tail], rest_at: Tensor, between: Tensor, n_columns: int) -> Tensor:
    keys = put_together(tails, [_first_keys(tail, n_columns) for tail in tails])
    if not between.shape[1]:
        return keys[None]
    place = rest_at[:, None] + torch.arange(between.shape[1], device=between.device)
    column = column_of(between - VARIABLE_BASE, n_columns)
    earlier = torch.cat([keys, torch.full_like(keys[:, :1], NO_KEY)], 1)
    earlier.scatter_reduce_(1, column, place << GAP_BITS, "amin")
    return torch.stack([keys, earlier[:, :-1]])


def first_keys(states: States, start: Tensor, n_columns: int) -> Tensor:
    """[N, K] keys of the first variables of states from ``start`` [N] on."""
    return _first_keys(tails_of(states, start)[0], n_columns)


def _first_keys(tail: Tail, n_columns: int) -> Tensor:
    number, n = tail.number, len(tail.start)
    place = torch.arange(number.shape[1], device=number.device)
    gap = (number.cummax(1).values - (n_columns - 1)).clamp_(min=0)
    key = (place << GAP_BITS) + gap
    keys = torch.full((n, n_columns + 1), NO_KEY, dtype=torch.int64, device=number.device)
    keys.scatter_reduce_(1, column_of(number, n_columns), key, "amin")
    return keys[:, :-1] + (tail.start << GAP_BITS)[:, None]


def _leading(tables: Tables, states: States, rest_at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Where the builtins behind selected goals end, how many they are, and what they say."""
    at, count = rest_at, torch.zeros_like(rest_at)
    found: list[Tensor] = []
    row = torch.arange(len(at), device=at.device)
    tokens, n_goals = states.tokens, states.n_goals
    while len(row):
        code, goal, width = builtin_at(tables, tokens, at.index_select(0, row))
        runs = places((n_goals - 1 > len(found)) & (code > 0))
        if not len(runs):
            break
        row, n_goals = row.index_select(0, runs), n_goals.index_select(0, runs)
        tokens = tokens.index_select(0, runs)
        at = at.index_add(0, row, width.index_select(0, runs))
        count = count.index_add(0, row, torch.ones_like(row))
        goals = goal.new_zeros((len(at), tables.goal_width))
        found.append(goals.index_copy_(0, row, goal.index_select(0, runs)))
    if found:
        return at, count, torch.stack(found, 1)
    return at, count, tokens.new_zeros((len(at), 0, tables.goal_width))


def builtin_at(tables: Tables, tokens: Tensor, at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Code [N], row of code and arguments, and number of tokens, of the goals at ``at``."""
    length = tokens.shape[1]
    offset = torch.arange(tables.goal_width + 3, device=tokens.device)
    index = at[:, None] + offset
    window = torch.where(index < length, tokens.gather(1, index.clamp(max=length - 1)), 0)
    is_not = window[:, 0] == NOT
    name = torch.where(is_not, window[:, 2], window[:, 0]).long()
    known = torch.where(name < len(tables.ops), name, 0)
    code = tables.ops.index_select(0, known)
    arity = tables.arity.index_select(0, known).long()
    wide = tables.goal_width - 1
    holds = is_not & (code == 0)
    first = torch.where(holds, 2, torch.where(is_not, 3, 1))
    place = torch.arange(wide, device=tokens.device)
    arguments = window.gather(1, first[:, None] + place)
    count = torch.where(holds, arity + 1, arity)
    arguments = torch.where(place < count[:, None], arguments, 0)
    code = torch.where(holds, int(Op.HOLDS), code)
    code = torch.where(is_not, code + NEGATED, code)
    width = torch.where(is_not, arity + 4, arity + 1)
    return code, torch.cat([code[:, None], arguments], 1), width
