"""What rows show of their states and candidates, without writing the candidates' resolvents.

A goal of a state or of a body is laid out once, as W view ids and W columns: 0 for what is shown as
it is, else which variable. A candidate's view is G such goals, its variables filled in.

Dimension key: N rows, A actions, M candidates, G goals shown, W slots of a goal, L tokens of a
state, R rules, C variables of a clause, K variables of a state that a step can bind, V variables
shown.
"""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.devices import fetch, places
from symbolic_rl.engine.clause_table import ClauseTable
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import is_variable, looked_up
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.engine.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    NOT,
    VARIABLE_BASE,
)
from symbolic_rl.engine.vocabulary import ELLIPSIS, Vocabulary
from symbolic_rl.observation.views import View as Layout
from symbolic_rl.tensor_derivation.rows import Pool, Rows


class View(NamedTuple):
    """What N rows show."""

    goals: Tensor
    """[N, G, W] int32."""
    candidates: Tensor | None
    """[N, A, G, W] int32."""
    cuts: Tensor
    """[N] int64 states and candidates that were cut."""
    own_cuts: Tensor
    """[N] int64 states that were cut."""


class _Goals(NamedTuple):
    """Goals laid out."""

    shown: Tensor
    """[goals, W] int32 view ids; 0 where a variable stands, and behind the last one."""
    column: Tensor
    """[goals, W] int32: 1 + the variable, else 0."""
    is_long: Tensor
    """[goals] bool whether it has more than W tokens."""


class DeviceViewer:
    """Lays out rows of one program on one device.

    Args:
        tables: the program.
        vocabulary: its view ids.
        layout: G and W.
    """

    def __init__(self, tables: Tables, vocabulary: Vocabulary, layout: Layout) -> None:
        self._tables, self._layout = tables, layout
        tokens = np.arange(INTEGER_BASE + INTEGER_END, dtype=np.int32)
        self._view_id = tables.put(vocabulary.view(tokens))
        table = tables.table
        starts, lengths = goals_in_bodies(table, layout.n_goals)
        put = tables.put
        self._bodies = self._laid_out(tables.bodies, put(starts), put(lengths), 0)
        self._widest = int(table.arity.max()) + (4 if tables.runs_builtins else 1)

    def __call__(self, rows: Rows, pool: Pool, *, with_candidates: bool = True) -> View:
        """What rows show of their states, and of the candidates in their slots."""
        layout, tables = self._layout, self._tables
        most, leading = fetch(rows.sizes.max(), rows.n_leading.max())
        n_walked = layout.n_goals + (1 + leading if with_candidates else 0)
        tokens = rows.tokens[:, : max(1, min(most, n_walked * self._widest))]
        starts, lengths = self._walked(tokens, rows.sizes, n_walked)
        held = self._laid_out(tokens, starts, lengths, tables.n_variables)
        own, own_cut = self._own(held, rows.n_goals, n_walked)
        cuts = own_cut.long()
        if not with_candidates:
            return View(own, None, cuts, cuts)
        n, width = rows.slots.shape
        size = layout.n_goals * layout.goal_width
        out = torch.zeros((n * width, size), dtype=torch.int32, device=own.device)
        where = places((rows.slots >= 0).flatten())
        if len(where):
            row = where // width
            chosen = pool.take(rows.slots.flatten().index_select(0, where))
            goal, cut = self._goals_of(rows, row, rules_of(tables, chosen.clause), held, n_walked)
            if self._widest > layout.goal_width:
                is_long = torch.cat([self._bodies.is_long, held.is_long, goal.new_zeros(2).bool()])
                cut = cut | is_long.index_select(0, goal.flatten()).view_as(goal).any(1)
            self._fill(out, where, row, chosen, goal, held, n_walked)
            cuts = cuts.index_add(0, row, cut.long())
        shape = n, width, layout.n_goals, layout.goal_width
        return View(own, out.view(shape), cuts, own_cut.long())

    # ---- goals

    def _walked(self, tokens: Tensor, sizes: Tensor, n_goals: int) -> tuple[Tensor, Tensor]:
        """Starts and lengths [N, n_goals] of the first goals; length 0 where there is none."""
        arity, last = self._tables.arity, tokens.shape[1] - 1
        starts, lengths = [], []
        at = torch.zeros_like(sizes)
        for _ in range(n_goals):
            name = tokens.gather(1, at.clamp(max=last)[:, None]).squeeze(1)
            length = arity.index_select(0, torch.where(at < sizes, name, 0)) + 1
            if self._tables.runs_builtins:
                inner = tokens.gather(1, (at + 2).clamp_(max=last)[:, None]).squeeze(1)
                inner = torch.where(inner < len(arity), inner, 0)
                length = torch.where(name == NOT, arity.index_select(0, inner) + 4, length)
            length = torch.where(at < sizes, length, 0)
            starts.append(at)
            lengths.append(length)
            at = at + length
        return torch.stack(starts, 1), torch.stack(lengths, 1)

    def _laid_out(self, tokens: Tensor, starts: Tensor, lengths: Tensor, first: int) -> _Goals:
        """Goals of tokens [N, L], by starts and lengths [N, goals]; variable 0 is ``first``."""
        width = self._layout.goal_width
        slot = torch.arange(width, device=tokens.device)
        if not tokens.shape[1]:
            tokens = tokens.new_zeros((len(tokens), 1))
        index = (starts[:, :, None] + slot).clamp_(max=tokens.shape[1] - 1)
        goals = tokens.gather(1, index.flatten(1)).view(index.shape)
        goals = torch.where(slot < lengths[:, :, None], goals, 0)
        free = is_variable(goals)
        shown = torch.where(free, 0, looked_up(self._view_id, goals))
        shown = torch.where(goals == 0, 0, shown)
        column = torch.where(free, goals - (VARIABLE_BASE - 1 - first), 0)
        is_long = lengths > width
        is_last = is_long[:, :, None] & (slot == width - 1)
        shown = torch.where(is_last, ELLIPSIS, shown)
        column = torch.where(is_last, 0, column)
        return _Goals(shown.view(-1, width), column.view(-1, width), is_long.flatten())

    def _own(self, held: _Goals, n_goals: Tensor, n_walked: int) -> tuple[Tensor, Tensor]:
        """Views [N, G, W] of states, and which were cut [N]."""
        g, w = self._layout.n_goals, self._layout.goal_width
        n, first = len(n_goals), self._tables.n_variables
        shown, column = (x.view(n, n_walked, w)[:, :g] for x in (held.shown, held.column))
        token = (column + (VARIABLE_BASE - 1 - first)).clamp_(min=0)
        shown = torch.where(column > 0, looked_up(self._view_id, token), shown)
        too_many = n_goals > g
        is_long = held.is_long.view(n, n_walked)[:, :g].clone()
        is_long[:, g - 1] &= ~too_many
        ellipsis = (torch.arange(w, device=shown.device) == 0) * ELLIPSIS
        shown[:, g - 1] = torch.where(too_many[:, None], ellipsis, shown[:, g - 1])
        return shown, too_many | is_long.any(1)

    def _goals_of(
        self, rows: Rows, row: Tensor, rule: Tensor, held: _Goals, n_walked: int
    ) -> tuple[Tensor, Tensor]:
        """Which goals [M, G] candidates show, and which candidates have more of them [M]."""
        tables, g = self._tables, self._layout.n_goals
        n_bodies = len(self._bodies.shown)
        blank = n_bodies + len(held.shown)
        body_goals = tables.body_sizes[:, 1].index_select(0, rule)
        behind = 1 + torch.zeros_like(row)
        if tables.runs_builtins:
            empty = body_goals == 0
            behind = torch.where(empty, 1 + rows.n_leading.index_select(0, row), behind)
        n_goals = rows.n_goals.index_select(0, row) - behind + body_goals
        goal = torch.arange(g, device=row.device)
        rest = (n_bodies + row * n_walked + behind - body_goals)[:, None] + goal
        inside = goal < body_goals[:, None]
        index = torch.where(inside, (rule * g)[:, None] + goal, rest)
        too_many = n_goals > g
        limit = torch.where(too_many, g - 1, n_goals)
        index = torch.where(goal < limit[:, None], index, blank)
        index[:, g - 1] = torch.where(too_many, blank + 1, index[:, g - 1])
        return index, too_many

    # ---- candidates

    def _fill(
        self,
        out: Tensor,
        where: Tensor,
        row: Tensor,
        chosen: Pool,
        goal: Tensor,
        held: _Goals,
        n_walked: int,
    ) -> None:
        """Write the views of candidates into ``out`` [N * A, G * W], at ``where`` [M]."""
        ends = held.shown.new_zeros((2, self._layout.goal_width))
        column = torch.cat([self._bodies.column, held.column, ends])
        ends[1, 0] = ELLIPSIS
        shown = torch.cat([self._bodies.shown, held.shown, ends])
        n_bound = chosen.tokens.shape[1] - self._tables.n_variables
        for some, n_variables in self._groups(row, held, n_walked, n_bound):
            if some is not None:
                goal_of, chosen_of = goal.index_select(0, some), chosen.take(some)
                at = where.index_select(0, some)
            else:
                goal_of, chosen_of, at = goal, chosen, where
            table = self._variables(chosen_of, n_variables)
            out.index_copy_(0, at, _filled(shown, column, goal_of, table))

    def _groups(
        self, row: Tensor, held: _Goals, n_walked: int, n_bound: int
    ) -> list[tuple[Tensor | None, int]]:
        """Candidates of states ``row`` [M], and how many variables of these states are shown.

        Few states show more variables than a step can bind.
        """
        highest = held.column.view(-1, n_walked * self._layout.goal_width).amax(1)
        highest = highest - self._tables.n_variables
        is_wide = (highest > n_bound).index_select(0, row)
        count, most = fetch(is_wide.sum(), highest.max())
        if not count:
            return [(None, n_bound)]
        if count > len(row) // 2:
            return [(None, most)]
        narrow = torch.nonzero_static(~is_wide, size=len(row) - count).squeeze(1)
        return [(narrow, n_bound), (torch.nonzero_static(is_wide, size=count).squeeze(1), most)]

    def _variables(self, chosen: Pool, n_variables: int) -> Tensor:
        """[M, 1 + C + n_variables] view ids of the variables of candidates, 0 in front."""
        tokens, n_bound = chosen.tokens, chosen.tokens.shape[1] - self._tables.n_variables
        if n_variables > n_bound or fetch(chosen.n_columns.min())[0] < n_bound:
            tokens = self._with_others(chosen, n_variables)
        return pad(looked_up(self._view_id, tokens), (1, 0))

    def _with_others(self, chosen: Pool, n_variables: int) -> Tensor:
        """[M, C + n_variables] what variables become, those that no step binds included."""
        first, tokens = self._tables.n_variables, chosen.tokens
        number = torch.arange(n_variables, dtype=torch.int32, device=tokens.device)
        others = number - chosen.n_columns[:, None]
        new = others + VARIABLE_BASE
        for column in range(chosen.gaps.shape[1]):
            new += chosen.gaps[:, column : column + 1] <= others
        bound = tokens[:, first:]
        bound = pad(bound, (0, max(0, n_variables - bound.shape[1])))[:, :n_variables]
        return torch.cat([tokens[:, :first], torch.where(others < 0, bound, new)], 1)


def _filled(shown: Tensor, column: Tensor, goal: Tensor, table: Tensor) -> Tensor:
    """[M, G * W] goals [M, G], their variables as ``table`` [M, 1 + V] has them."""
    m, flat = len(goal), goal.flatten()
    index = column.index_select(0, flat).view(m, -1)
    shift = torch.arange(0, table.numel(), table.shape[1], dtype=torch.int32, device=goal.device)
    index += shift[:, None]
    result = shown.index_select(0, flat).view(m, -1)
    return result.add_(looked_up(table.flatten(), index))


def goals_in_bodies(table: ClauseTable, n_goals: int) -> tuple[np.ndarray, np.ndarray]:
    """[R, n_goals] int64 where the first goals of bodies start, and their lengths, 0 for none."""
    starts = np.zeros((len(table.bodies), n_goals), np.int64)
    lengths = np.zeros_like(starts)
    for rule, body in enumerate(table.bodies.tolist()):
        at = 0
        for goal in range(min(n_goals, int(table.body_sizes[rule, 1]))):
            negated = body[at] == NOT
            length = (
                int(table.arity[body[at + 2]]) + 4 if negated else int(table.arity[body[at]]) + 1
            )
            starts[rule, goal], lengths[rule, goal] = at, length
            at += length
    return starts, lengths
