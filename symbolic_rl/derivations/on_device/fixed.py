"""A step of fixed shape: moves, pages and forced moves of all rows, which a CUDA graph can hold.

Results equal :meth:`.DeviceStep.play` where there is room (see
:mod:`symbolic_rl.engine.tensor.states`). Two things differ in storage. Candidates have a place by
row and action: the slot of action ``a`` of row ``i`` is ``i * A + a``. And a blank row follows the
N rows: unused capacity of a round points to it.

Dimension key: N rows, K rows of a round, A actions, L tokens, M clauses that are tried.
"""

import torch
from torch import Tensor

from symbolic_rl.base.devices import places_within
from symbolic_rl.derivations.on_device.arrays import (
    CandidateTable,
    DeviceRows,
    add,
    put,
    taken,
    where_rows,
)
from symbolic_rl.derivations.on_device.step import DeviceStep
from symbolic_rl.derivations.on_device.windows import DeviceWindows
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.engine.tensor.clause_table import Op
from symbolic_rl.engine.tensor.states import Bounds, extended
from symbolic_rl.engine.tensor.tables import NEVER
from symbolic_rl.engine.tensor.terms import either


def can_be_fixed(step: DeviceStep) -> bool:
    """Return whether a program's steps can have a fixed shape: no fact is looked up in one."""
    return Op.HOLDS not in step.tables.used


class FixedStep:
    """Moves of N rows as ``step`` makes them, within bounds."""

    def __init__(self, step: DeviceStep, bounds: Bounds) -> None:
        self._step, self._bounds = step, bounds
        self._lay_out = step.lay_out
        self._width = step.config.n_candidates

    def play(self, rows: DeviceRows, pool: CandidateTable, moves: Tensor, actions: Tensor) -> None:
        """Make moves of the first N rows in ``moves`` [N] bool, and the forced ones behind them.

        ``actions`` [N] are a candidate or *more*; ``rows`` (N + 1) and ``pool`` are written in
        place.
        """
        n, capacity = len(moves), self._bounds.rows
        every = torch.arange(n, device=moves.device)
        # Round 0 holds every row, later rounds only rows whose move is forced.
        at, head = None, rows.head(n)
        for i, tries in enumerate(self._bounds.tries):
            here = head if at is None else rows
            forced, following = self._round(here, pool, at, moves, actions, tries)
            if not self._step.config.auto_advance:
                return
            if i + 1 == len(capacity):
                self._bounds.check(forced)
                break
            self._bounds.check(forced.sum() > capacity[i + 1])
            # Indices [room] of rows to move again; behind the last one all point to the blank row.
            chosen = places_within(forced, capacity[i + 1])
            moves = chosen < len(forced)
            at = extended(every if at is None else at, n).index_select(0, chosen)
            actions = extended(following).index_select(0, chosen)

    def _round(
        self,
        rows: DeviceRows,
        pool: CandidateTable,
        at: Tensor | None,
        moves: Tensor,
        actions: Tensor,
        tries: tuple[int, ...],
    ) -> tuple[Tensor, Tensor]:
        """Make one move in rows ``at`` [K]; return masks of forced rows, and their actions."""
        # [K] rows; their candidates start at row * A.
        base = torch.arange(len(moves), device=moves.device) if at is None else at
        steps = moves & (taken(rows.slots, at).gather(1, actions[:, None]).squeeze(1) >= 0)
        chosen = pool.take(base * self._width + actions)
        states = self._step.resolve(rows, at, chosen, steps, None)
        turns = moves & ~steps
        inferences = taken(rows.inferences, at) + steps
        turned = either(steps, 0, taken(rows.turned, at) + turns)
        offset = either(turns, taken(rows.next_offset, at), taken(rows.offset, at))
        offset = either(steps, 0, offset)
        # Rows that do not move count as having no goals, so they need no room.
        states = states._replace(n_goals=either(moves, states.n_goals, 0))
        _, found, opened, window = self._step.windows(
            rows, at, states, offset, steps, bounds=self._bounds, tries=tries
        )
        outcome, late = self._step.limited(window.outcome, inferences, turned)
        put(rows.inferences, at, inferences)
        put(rows.turned, at, turned)
        put(rows.offset, at, offset)
        following = offset + self._lay_out.limit - found.more.long()
        self._put(rows, pool, at, moves, opened, window, outcome, following)
        zero = torch.zeros_like(offset)
        counts = dict.fromkeys(COUNTERS, zero) | {
            "builtin_errors": found.errors,
            "merged": window.merged,
            "loops_masked": window.looped,
            "pages_turned": turns.long(),
            "page_limits": (late & moves).long(),
        }
        add(rows.counted, at, torch.stack([counts[name] for name in COUNTERS], 1))
        forced = moves & (window.mask.sum(1) == 1) & (outcome == Outcome.OPEN)
        return forced, window.mask.int().argmax(1)

    def _put(
        self,
        rows: DeviceRows,
        pool: CandidateTable,
        at: Tensor | None,
        moves: Tensor,
        opened: CandidateTable,
        window: DeviceWindows,
        outcome: Tensor,
        following: Tensor,
    ) -> None:
        """Write windows to rows, and the candidates in their slots to the actions' places."""
        k, width = window.slots.shape
        base = torch.arange(k, device=moves.device) if at is None else at
        # The candidate of action a of row i stands at i * A + a, so no slot depends on other rows.
        place = base[:, None] * width + torch.arange(width, device=moves.device)
        slots = either(window.slots >= 0, place, -1)
        for into, new in (
            (rows.slots, slots),
            (rows.clauses, window.clauses),
            (rows.mask, window.mask),
            (rows.outcome, outcome),
            (rows.next_offset, following),
        ):
            put(into, at, where_rows(moves, new, taken(into, at)))
        index = window.slots.clamp(min=0).flatten()
        for name, source in vars(opened).items():
            new = source.index_select(0, index)
            # [N + 1, A, ...]: one line for each row, so that a round writes whole lines.
            by_row = getattr(pool, name).view(-1, width, *new.shape[1:])
            put(by_row if at is not None else by_row[:k], at, new.view(k, width, *new.shape[1:]))


def by_action(slots: Tensor, pool: CandidateTable, n_bound: int) -> CandidateTable:
    """Place the candidates of ``slots`` [N, A] by row and action: N * A.

    Each has ``n_bound`` variables, at least the width of ``pool``.
    """
    if not len(pool.clause):
        nothing = slots.new_zeros(slots.numel())
        tokens = nothing.int()[:, None].expand(-1, n_bound).clone()
        return CandidateTable(nothing, tokens, tokens + NEVER, nothing.int(), nothing.clone())
    return pool.take(slots.flatten().clamp(min=0)).widened(n_bound)
