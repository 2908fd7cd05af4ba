"""Analysis of states before a step: the selected goal, and where variables occur behind it.

Invariant of all states: variables are numbered by first occurrence. So the first K variables are
all that stand in the selected goal and in the builtins behind it, and only these can be bound by a
step. A step only renumbers the other variables, and their new numbers follow from *gaps*: the
number of other variables that occur before one of the first K (see :mod:`.resolvents`). Therefore
a substitution has C + K columns, mostly five, and not one for each variable of the longest state.

A step whose shapes follow the data fetches sizes; a step that is captured as a graph cannot. Its
shapes are fixed capacities, and a tensor records whether one was too small: results are then within
bounds, but must not be used.

Dimension key: N states, L tokens of the longest, A largest arity, C variables of a clause, K
variables of a state that a step can bind, B builtins behind a selected goal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch, places
from symbolic_rl.bridge.tokens import NOT, VARIABLE_BASE
from symbolic_rl.engine.tensor.clause_table import NEGATED, Op
from symbolic_rl.engine.tensor.tables import NEVER, Tables
from symbolic_rl.engine.tensor.terms import (
    column_of,
    is_variable,
    shifted,
    where_negative,
    where_variable,
)

GAP_BITS = 20
"""Low bits of a key, which hold a gap; a state has fewer than 2**20 variables."""
NO_KEY = NEVER << GAP_BITS
"""The key of a variable that does not occur."""


SLACK = 1.5
"""Capacity, as a multiple of the largest size so far."""


@dataclass(frozen=True)
class Bounds:
    """Capacities of a step of fixed shape."""

    columns: int  # K, variables of a state that a step can bind
    leading: int  # builtins behind a selected goal
    between: int  # tokens of these builtins
    rows: tuple[int, ...]
    """Row capacity per round: round 0 holds every row, later rounds only rows whose move is
    forced."""
    tries: tuple[tuple[int, ...], ...]  # clauses tried, over all rows, in each pass of each round
    exceeded: Tensor  # [] bool, True if a capacity was exceeded since it was cleared

    def check(self, is_beyond: Tensor) -> None:
        """Note that a capacity was exceeded, if any entry is True."""
        self.exceeded.logical_or_(is_beyond.any())


@dataclass
class SeenSizes:
    """Largest sizes of the steps of some rows so far."""

    columns: int = 0
    leading: int = 0
    between: int = 0
    rows: list[int] = field(default_factory=list)
    tries: list[list[int]] = field(default_factory=list)
    n_steps: int = 0  # steps so far

    def note(self, n_round: int, n_rows: int, tries: tuple[int, ...], *sizes: int) -> None:
        """Take in a round: its rows, the clauses tried by pass, and columns, leading, between."""
        self.columns, self.leading, self.between = (
            max(*pair)
            for pair in zip((self.columns, self.leading, self.between), sizes, strict=True)
        )
        while len(self.rows) <= n_round:
            self.rows.append(0)
            self.tries.append([])
        self.rows[n_round] = max(self.rows[n_round], n_rows)
        here = self.tries[n_round]
        here += [0] * (len(tries) - len(here))
        here[: len(tries)] = map(max, here, tries)

    def bounds(self, n: int, limit: int, exceeded: Tensor) -> Bounds:
        """Return capacities for steps of ``n`` rows and ``limit`` clauses of a row in a pass.

        They are the largest sizes times SLACK, plus a constant; rounds and passes as seen so far.
        """
        rows = [n, *(min(n, int(SLACK * seen) + 16) for seen in self.rows[1:])]
        tries = tuple(
            tuple(min(capacity * limit, int(SLACK * total) + 4 * limit) for total in seen or [0])
            for capacity, seen in zip(rows, self.tries, strict=True)
        )
        return Bounds(
            columns=self.columns,
            leading=self.leading,
            between=self.between,
            rows=tuple(rows),
            tries=tries,
            exceeded=exceeded,
        )


def extended(x: Tensor, value: int | bool = 0) -> Tensor:
    """Return a vector with one entry more."""
    return pad(x, (0, 1), value=value)


class States(NamedTuple):
    """N resolvents of at least one goal."""

    tokens: Tensor  # [N, L] int32, goals and answer without the count; 0 behind the last token
    sizes: Tensor  # [N] int64 tokens
    n_goals: Tensor  # [N] int64


class Part(NamedTuple):
    """Rows of similar length, padded to the longest of them and not to the longest of all."""

    rows: Tensor | None  # [K] int64; None is all
    length: int  # tokens of the longest of them


class Tail(NamedTuple):
    """The ends of K states, from a place on: goals that a step keeps, up to renumbering."""

    rows: Tensor | None  # [K] int64 indices of the states; None is all
    start: Tensor  # [K] int64 the place
    sizes: Tensor  # [K] int64 tokens from there on
    tokens: Tensor  # [K, L] int32 these tokens, 0 behind the last
    number: Tensor  # [K, L] int32 number of the variable at each place; -1 for other tokens


class Selected(NamedTuple):
    """N states, taken apart at the selected goal."""

    states: States
    predicate: Tensor  # [N] int64 token
    arguments: Tensor  # [N, A] int32; variable v is column C + v; 0 behind the last one
    rest_at: Tensor  # [N] int64 place of the goals behind the selected one
    open_at: Tensor
    """[N] int64 place of those goals once the builtins that stand first among them have run."""
    n_leading: Tensor  # [N] int64 number of those builtins
    leading: Tensor
    """[N, B, 1+max(2, 1+A)] their codes and arguments, variables as in ``arguments``."""
    between: Tensor  # [N, W] int32 tokens from rest_at to open_at; 0 behind the last one
    n_columns: int  # K
    keys: Tensor
    """[1 or 2, N, K] int64 first occurrence of each variable from open_at on, from rest_at on:
    place * 2**GAP_BITS + gap, or at least NO_KEY. Only one if ``between`` is empty."""
    tails: tuple[Tail, ...] = ()  # the states from open_at on, part by part


def select(
    tables: Tables, states: States, parts: Sequence[Part] = (), bounds: Bounds | None = None
) -> Selected:
    """Take N states apart at their selected goals.

    ``parts`` is a partition of them, each padded by itself; without it all have one length. Without
    ``bounds``, shapes follow from the data, which is fetched.
    """
    tokens, n_clause = states.tokens, tables.n_variables
    predicate = tokens[:, 0].long()
    arity = tables.arity.index_select(0, predicate).long()
    place = torch.arange(tables.max_arity, device=tokens.device)
    held = tokens[:, 1 : 1 + tables.max_arity]
    held = pad(held, (0, tables.max_arity - held.shape[1]))
    arguments = torch.where(place < arity[:, None], held, 0)
    rest_at = 1 + arity
    # A goal of A arguments has variables 0 to A - 1 at most.
    n_columns = tables.max_arity if bounds is None else bounds.columns
    open_at, n_leading = rest_at, torch.zeros_like(rest_at)
    leading = tokens.new_zeros((len(tokens), 0, tables.goal_width))
    between = tokens.new_zeros((len(tokens), 0))
    if tables.runs_builtins:
        read = _leading if bounds is None else partial(_leading_within, bounds)
        open_at, n_leading, leading = read(tables, states, rest_at)
        if leading.shape[1]:
            number = torch.where(is_variable(leading), leading - (VARIABLE_BASE - 1), 0)
            if bounds is None:
                highest, width = fetch(number.max(), (open_at - rest_at).max())
                n_columns = max(n_columns, highest)
            else:
                width = bounds.between
                bounds.check(number > n_columns)
                bounds.check(open_at - rest_at > width)
            leading = shifted(leading, n_clause)
            index = rest_at[:, None] + torch.arange(width, device=tokens.device)
            held = tokens.gather(1, index.clamp(max=tokens.shape[1] - 1))
            between = torch.where(index < open_at[:, None], held, 0)
    tails = _tails_of(states, open_at, parts)
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


def _tails_of(states: States, start: Tensor, parts: Sequence[Part]) -> tuple[Tail, ...]:
    """Cut states at ``start`` [N], part by part."""
    # A tail is a contiguous piece of the flat tokens, so it is copied as a window: half the time
    # of a gather, and no index as long as the result. The window of a short state runs into the
    # next state; its tokens are cleared below.
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
    """Join results for each tail to rows for all states; the tails are a partition of them."""
    if tails[0].rows is None:
        return found[0]
    whole = found[0].new_empty((sum(len(x) for x in found), *found[0].shape[1:]))
    for tail, some in zip(tails, found, strict=True):
        assert tail.rows is not None
        whole.index_copy_(0, tail.rows, some)
    return whole


def _all_keys(tails: Sequence[Tail], rest_at: Tensor, between: Tensor, n_columns: int) -> Tensor:
    """Return ``Selected.keys``: the builtins between count for candidates with a body."""
    keys = put_together(tails, [_first_keys(tail, n_columns) for tail in tails])
    if not between.shape[1]:
        return keys[None]
    place = rest_at[:, None] + torch.arange(between.shape[1], device=between.device)
    column = column_of(between - VARIABLE_BASE, n_columns)
    earlier = torch.cat([keys, torch.full_like(keys[:, :1], NO_KEY)], 1)
    # All variables between are among the first K, so no others occur before them: the gap is 0.
    earlier.scatter_reduce_(1, column, place << GAP_BITS, "amin")
    return torch.stack([keys, earlier[:, :-1]])


def _first_keys(tail: Tail, n_columns: int) -> Tensor:
    """Find the first occurrence in a tail of each of the first variables: [rows, n_columns]."""
    number, n = tail.number, len(tail.start)
    place = torch.arange(number.shape[1], device=number.device)
    # Variables K and above first occur in the tail, in ascending order, so the highest number up
    # to a place tells how many of them have occurred.
    gap = (number.cummax(1).values - (n_columns - 1)).clamp_(min=0)
    key = (place << GAP_BITS) + gap
    keys = torch.full((n, n_columns + 1), NO_KEY, dtype=torch.int64, device=number.device)
    # The smallest key of a variable is its first occurrence; column K collects the other tokens.
    keys.scatter_reduce_(1, column_of(number, n_columns), key, "amin")
    return keys[:, :-1] + (tail.start << GAP_BITS)[:, None]


def _leading(tables: Tables, states: States, rest_at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Read the builtins behind selected goals: their end, their number, and [N, B, ...] goals."""
    at, count = rest_at, torch.zeros_like(rest_at)
    found: list[Tensor] = []
    row = torch.arange(len(at), device=at.device)
    tokens, n_goals = states.tokens, states.n_goals
    while len(row):  # one round, and one number fetched, for each builtin of the longest sequence
        code, goal, width = _builtin_at(tables, tokens, at.index_select(0, row))
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


def _leading_within(
    bounds: Bounds, tables: Tables, states: States, rest_at: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Read as :func:`_leading` does, within fixed capacities."""
    at, count, found = rest_at, torch.zeros_like(rest_at), []
    runs = torch.ones_like(rest_at, dtype=torch.bool)
    for i in range(bounds.leading + 1):
        code, goal, width = _builtin_at(tables, states.tokens, at)
        runs = runs & (states.n_goals - 1 > i) & (code > 0)
        if i == bounds.leading:
            bounds.check(runs)
            break
        found.append(torch.where(runs[:, None], goal, 0))
        at, count = torch.where(runs, at + width, at), count + runs
    if found:
        return at, count, torch.stack(found, 1)
    return at, count, states.tokens.new_zeros((len(at), 0, tables.goal_width))


def _builtin_at(tables: Tables, tokens: Tensor, at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Read goals at ``at`` [N]: code (0: no builtin), code and arguments, number of tokens.

    A negated goal is NOT, LIST, name, arguments, NIL. One without a code of its own is a fact to
    be looked up (HOLDS), and its name comes before its arguments.
    """
    length = tokens.shape[1]
    offset = torch.arange(tables.goal_width + 3, device=tokens.device)
    index = at[:, None] + offset
    window = torch.where(index < length, tokens.gather(1, index.clamp(max=length - 1)), 0)
    is_not = window[:, 0] == NOT
    name = torch.where(is_not, window[:, 2], window[:, 0]).long()
    # Variables and integers have no entry in the tables; 0 is no builtin.
    known = torch.where(name < len(tables.ops), name, 0)
    code = tables.ops.index_select(0, known)
    arity = tables.arity.index_select(0, known).long()
    wide = tables.goal_width - 1
    holds = is_not & (code == 0)
    # Offset of the first argument; for HOLDS, the fact's name counts as one.
    first = torch.where(holds, 2, torch.where(is_not, 3, 1))
    place = torch.arange(wide, device=tokens.device)
    arguments = window.gather(1, first[:, None] + place)
    count = torch.where(holds, arity + 1, arity)
    arguments = torch.where(place < count[:, None], arguments, 0)
    code = torch.where(holds, int(Op.HOLDS), code)
    code = torch.where(is_not, code + NEGATED, code)
    width = torch.where(is_not, arity + 4, arity + 1)
    return code, torch.cat([code[:, None], arguments], 1), width
