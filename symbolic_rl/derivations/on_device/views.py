"""Views of states and candidates on a device, without writing the candidates' resolvents.

A goal of a state or of a body is laid out once, *packed*: W view ids, a negative number where a
variable stands (-1 for the first one), 0 behind the last token. A candidate's view is its body and
a window of the packed goals of its state, in which the variables are looked up in a table of the
candidate. The form in C is :class:`symbolic_rl.derivations.views.Viewer`.

Dimension key: N rows, A actions, M candidates, G goals shown, W slots of a goal, L tokens of a
state, R rules, C variables of a clause, K variables of a state that a step can bind, V variables
shown.
"""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    NOT,
    QUERY,
    VARIABLE_BASE,
    VARIABLE_END,
)
from symbolic_rl.derivations.on_device.arrays import CandidateTable, DeviceRows
from symbolic_rl.derivations.views import View as Layout
from symbolic_rl.engine.tensor.clause_table import ClauseTable, goal_end
from symbolic_rl.engine.tensor.resolvents import every_variable
from symbolic_rl.engine.tensor.states import Bounds
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import either, looked_up
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.program.vocabulary import ELLIPSIS, Vocabulary


class DeviceView(NamedTuple):
    """Views of N rows."""

    goals: Tensor  # [N, G, W] int32
    candidates: Tensor | None  # [N, A, G, W] int32
    cuts: Tensor  # [N] int64 number of views that were cut, of the state and of candidates
    own_cuts: Tensor  # [N] int64 1 where the view of the state was cut


class _Goals(NamedTuple):
    """Packed goals of N states or bodies."""

    templates: Tensor
    """[N, goals, W] int32 view ids; -1 - v where variable v stands; 0 behind the last token."""
    is_long: Tensor  # [N, goals] bool whether the goal has more than W tokens


class DeviceViewer:
    """Views, G goals of W slots by ``layout``, of one program on one device."""

    def __init__(self, tables: Tables, vocabulary: Vocabulary, layout: Layout) -> None:
        self._tables, self._layout = tables, layout
        tokens = np.arange(INTEGER_BASE + INTEGER_END, dtype=np.int32)
        view_id = vocabulary.view(tokens).astype(np.int32)
        templates = view_id.copy()
        templates[VARIABLE_BASE:VARIABLE_END] = (
            VARIABLE_BASE - 1 - tokens[VARIABLE_BASE:VARIABLE_END]
        )
        templates[0] = 0
        self._view_id, self._template_id = tables.put(view_id), tables.put(templates)
        walked = tables.table.arity.astype(np.int64) + 1
        # A walk stands still at the padding. Roots are laid out on the host instead.
        walked[0], walked[QUERY] = 0, 1
        self._walked_over = tables.put(walked)
        self._widest = int(tables.table.arity.max()) + (4 if tables.runs_builtins else 1)
        starts, lengths = goals_in_bodies(tables.table, layout.n_goals)
        self._n_before = min(layout.n_goals, int(tables.body_sizes[:, 1].max()))
        self._bodies = self._laid_out(tables.bodies, tables.put(starts), tables.put(lengths))

    def __call__(
        self,
        rows: DeviceRows,
        pool: CandidateTable,
        *,
        with_candidates: int = True,
        bounds: Bounds | None = None,
    ) -> DeviceView:
        """Lay out the states of rows and the candidates in their slots.

        With ``bounds`` the shapes follow from the bounds; otherwise sizes are fetched.
        """
        layout, most = self._layout, 0 if bounds is None else bounds.leading
        if with_candidates and bounds is None and self._tables.runs_builtins:
            (most,) = fetch(rows.n_leading.max())
        n_walked = layout.n_goals + (1 + most if with_candidates else 0)
        held = self._laid_out(rows.tokens, *self._walked(rows.tokens, n_walked))
        own, own_cut = self._own(held, rows.n_goals)
        cuts = own_cut.long()
        if not with_candidates:
            return DeviceView(own, None, cuts, cuts)
        n, width = rows.slots.shape
        m = len(pool.clause)
        slot = rows.slots.flatten()
        # Shifted by 63 bits, -1 is all ones and other slots are 0: -1 becomes m, without a
        # comparison.
        slot = ((slot >> 63) & (m + 1)) + slot  # m where no candidate stands: a blank view
        # A candidate stands in one slot at most; one in no slot gets row 0, and nothing shows it.
        of = torch.arange(n, device=slot.device)[:, None].expand(n, width).flatten()
        row = slot.new_zeros(m + 1).scatter_(0, slot, of)[:-1]
        templates, cut = self._goals_of(rows, row, rules_of(self._tables, pool.clause), held)
        if bounds is None:
            views = self._filled(templates, row, pool, held)
        else:  # variables are numbered by first occurrence, so the goals walked over have no more
            highest = n_walked * int(self._tables.table.arity.max())
            views = self._with(templates, pool, highest, is_known=True)
        # [M + 1, G * W] -> [N * A, G * W]; row M is blank.
        shown = pad(views, (0, 0, 0, 1)).index_select(0, slot.to(torch.int32))
        cuts = cuts + pad(cut.long(), (0, 1)).index_select(0, slot).view(n, width).sum(1)
        shape = n, width, layout.n_goals, layout.goal_width
        return DeviceView(own, shown.view(shape), cuts, own_cut.long())

    # ---- goals

    def _walked(self, tokens: Tensor, n_goals: int) -> tuple[Tensor, Tensor]:
        """Find starts and lengths [N, n_goals] of the first goals of rows; length 0 for none.

        Each row ends in a 0, over which the walk never gets.
        """
        n, width = tokens.shape
        flat, walked_over = tokens.flatten(), self._walked_over
        base = torch.arange(0, n * width, width, device=tokens.device)
        # The goals of a row follow each other, so each place depends on the length before it.
        starts, lengths = [], []
        # [N] place in the flat tokens of the next goal of each row.
        at = base
        for _ in range(n_goals):
            name = flat.index_select(0, at)
            length = walked_over.index_select(0, name)
            if self._tables.runs_builtins:
                # A negated goal is NOT, a list cell, the goal and the list's end: three tokens
                # more.
                inner = flat.index_select(0, (at + 2).clamp_(max=n * width - 1))
                inner = walked_over.index_select(0, inner.clamp_(max=len(walked_over) - 1))
                length = either(name == NOT, inner + 3, length)
            starts.append(at)
            lengths.append(length)
            at = at + length
        return torch.stack(starts, 1) - base[:, None], torch.stack(lengths, 1)

    def _laid_out(self, tokens: Tensor, starts: Tensor, lengths: Tensor) -> _Goals:
        """Pack goals of tokens [N, L], given starts and lengths [N, goals]."""
        width, (n, length) = self._layout.goal_width, tokens.shape
        if not length:
            tokens, length = tokens.new_zeros((n, 1)), 1
        slot = torch.arange(width, dtype=torch.int32, device=tokens.device)
        # at [N, goals, W]: places in the flat tokens.
        base = torch.arange(0, n * length, length, device=tokens.device)
        at = (starts + base[:, None]).to(torch.int32)[:, :, None] + slot
        goals = looked_up(tokens.flatten(), at.clamp_(max=n * length - 1))
        goals = either(slot < lengths.to(torch.int32)[:, :, None], goals, 0)
        templates, is_long = looked_up(self._template_id, goals), lengths > width
        if self._widest > width:
            # The last slot of a goal that is cut shows an ellipsis.
            is_last = is_long[:, :, None] & (slot == width - 1)
            templates = torch.where(is_last, ELLIPSIS, templates)
        return _Goals(templates, is_long)

    def _own(self, held: _Goals, n_goals: Tensor) -> tuple[Tensor, Tensor]:
        """Return views [N, G, W] of states, and which were cut [N]."""
        g = self._layout.n_goals
        templates = held.templates[:, :g]
        variable = (VARIABLE_BASE - 1 - templates).clamp_(min=VARIABLE_BASE - 1)
        shown = either(templates < 0, looked_up(self._view_id, variable), templates)
        too_many = n_goals > g
        is_long = held.is_long[:, :g].clone()
        is_long[:, g - 1] &= ~too_many  # that row shows an ellipsis instead
        shown[:, g - 1] = torch.where(too_many[:, None], self._ellipsis(), shown[:, g - 1])
        return shown, too_many | is_long.any(1)

    def _ellipsis(self) -> Tensor:
        """Return the row [W] int32 that stands for all goals that are not shown."""
        slot = torch.arange(self._layout.goal_width, dtype=torch.int32, device=self._tables.device)
        return (slot == 0) * slot.new_full((), ELLIPSIS)

    def _goals_of(
        self, rows: DeviceRows, row: Tensor, rule: Tensor, held: _Goals
    ) -> tuple[Tensor, Tensor]:
        """Return packed views of candidates [M, G * W], and which were cut [M].

        The variables of states are numbered behind the variables of clauses.
        """
        g, w = self._layout.n_goals, self._layout.goal_width
        first = self._n_before
        body_goals = self._tables.body_sizes[:, 1].index_select(0, rule)
        # Goals of the state to skip: the selected one, less those that the body puts in its place.
        skipped = 1 - body_goals
        if self._tables.runs_builtins:
            leading = rows.n_leading.index_select(0, row)
            skipped += either(body_goals == 0, leading, 0)
        too_many = rows.n_goals.index_select(0, row) - skipped > g
        # The goals behind the selected one, with as many blanks in front as a body shows goals at
        # most. The window starts so that the goals that stay fall behind the goals of the body:
        # the two overlap in blanks only, so they are added.
        templates = held.templates[:, 1:]
        # Negative ids (variables of the state) move down by C; the sign bit is 0 or -1.
        templates = templates.add(templates >> 31, alpha=self._tables.n_variables)
        templates = pad(templates.flatten(1), (first * w, 0))
        n_goals = templates.shape[1] // w
        at = (skipped + (first - 1)).clamp_(min=0) + row * n_goals
        shown = templates.flatten().unfold(0, g * w, 1).index_select(0, at * w)
        shown += self._bodies.templates.flatten(1).index_select(0, rule)
        last = shown[:, (g - 1) * w :]
        last.copy_(torch.where(too_many[:, None], self._ellipsis(), last))
        if self._widest <= w:
            return shown, too_many
        is_long = pad(held.is_long[:, 1:], (first, 0))
        is_long = is_long.flatten().unfold(0, g, 1).index_select(0, at)
        is_long = is_long | self._bodies.is_long.index_select(0, rule)
        is_long[:, g - 1] &= ~too_many
        return shown, too_many | is_long.any(1)

    # ---- candidates

    def _filled(self, templates: Tensor, row: Tensor, pool: CandidateTable, held: _Goals) -> Tensor:
        """Fill in the variables of packed views: [M, G * W] view ids.

        Few states show more variables than a step can bind; their candidates get a wider table.
        """
        n_bound = pool.tokens.shape[1] - self._tables.n_variables
        highest = -held.templates.flatten(1).amin(1).clamp_(max=0)
        # [M] candidates of states that show a variable beyond the bound ones.
        is_wide = (highest > n_bound).index_select(0, row)
        count, most = fetch(is_wide.sum(), highest.max())
        if 2 * count > len(row):
            return self._with(templates, pool, most)
        views = self._with(templates, pool, n_bound)
        if count:
            wide = torch.nonzero_static(is_wide, size=count).squeeze(1)
            some = self._with(templates.index_select(0, wide), pool.take(wide), most)
            views.index_copy_(0, wide, some)
        return views

    def _with(
        self, templates: Tensor, pool: CandidateTable, n_variables: int, *, is_known: bool = False
    ) -> Tensor:
        """Fill in the variables of candidates whose states show at most ``n_variables``.

        With ``is_known`` these may be more than a step can bind, and nothing is fetched.
        """
        table = self._variables(pool, n_variables, is_known=is_known)
        n_columns, m = table.shape
        place = torch.arange(m, dtype=torch.int32, device=templates.device)
        # Column 0 is for other tokens and adds nothing; ids are 0 where a variable stands.
        column = (-templates).clamp_(0, n_columns - 1)
        views = looked_up(table.flatten(), column.mul_(m).add_(place[:, None]))
        return views.add_(templates.clamp(min=0))

    def _variables(self, pool: CandidateTable, n_variables: int, *, is_known: bool) -> Tensor:
        """Tabulate view ids of variables: [1 + C + n_variables, M], 0 in the first row."""
        first, n_bound = self._tables.n_variables, pool.tokens.shape[1] - self._tables.n_variables
        if (
            is_known
            or n_variables > n_bound
            or (len(pool.clause) and fetch(pool.n_columns.min())[0] < n_bound)
        ):
            tokens = every_variable(pool.tokens, pool.gaps, first, pool.n_columns, n_variables)
        else:
            tokens = torch.stack(pool.tokens.unbind(1)) if pool.tokens.shape[1] else pool.tokens.t()
        return pad(looked_up(self._view_id, tokens), (0, 0, 1, 0))


def goals_in_bodies(table: ClauseTable, n_goals: int) -> tuple[np.ndarray, np.ndarray]:
    """Find starts and lengths of the first goals of bodies: [R, n_goals], length 0 for none."""
    starts = np.zeros((len(table.bodies), n_goals), np.int64)
    lengths = np.zeros_like(starts)
    for rule, body in enumerate(table.bodies.tolist()):
        at = 0
        for goal in range(min(n_goals, int(table.body_sizes[rule, 1]))):
            end = goal_end(body, at, table.arity)
            starts[rule, goal], lengths[rule, goal] = at, end - at
            at = end
    return starts, lengths
