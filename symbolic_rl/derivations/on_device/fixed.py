"""A step of fixed shape: moves, pages and forced moves of all rows, which a CUDA graph can hold.

Results equal :meth:`.DeviceStep.play` where there is room (see
:mod:`symbolic_rl.engine.tensor.states`). Two things differ in storage. Candidates have a place by
row and action: the slot of action ``a`` of row ``i`` is ``i * A + a``. And a blank row follows the
N rows: unused capacity of a round points to it.

Dimension key: N rows, K rows of a round, A actions, L tokens, M clauses that are tried.
"""

from dataclasses import fields

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import places_within
from symbolic_rl.derivations.on_device.arrays import CandidateTable, DeviceRows, add, put, taken
from symbolic_rl.derivations.on_device.step import DeviceStep, successors
from symbolic_rl.derivations.on_device.windows import DeviceCandidates, DeviceWindows
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.engine.tensor.clause_table import Op
from symbolic_rl.engine.tensor.resolvents import resolvents
from symbolic_rl.engine.tensor.states import Bounds, States, extended
from symbolic_rl.engine.tensor.tables import NEVER
from symbolic_rl.engine.tensor.terms import either


def can_be_fixed(step: DeviceStep) -> bool:
    """Return whether a program's steps can have a fixed shape: no fact is looked up in one."""
    return Op.HOLDS not in step.tables.used


class FixedStep:
    """Moves of N rows as ``step`` makes them, within bounds."""

    def __init__(self, step: DeviceStep, bounds: Bounds) -> None:
        self._step, self._bounds = step, bounds
        self._tables, self._lay_out = step.tables, step.lay_out
        self._width = step.config.n_candidates

    def play(self, rows: DeviceRows, pool: CandidateTable, moves: Tensor, actions: Tensor) -> None:
        """Make moves of the first N rows in ``moves`` [N] bool, and the forced ones behind them.

        ``actions`` [N] are a candidate or *more*; ``rows`` (N + 1) and ``pool`` are written in
        place.
        """
        n, capacity = len(moves), self._bounds.rows
        every = torch.arange(n, device=moves.device)
        # Round 0 holds every row, later rounds only rows whose move is forced.
        at, head = None, head_of(rows, n)
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
        steps, states = self._resolve(rows, pool, at, moves, actions)
        turns = moves & ~steps
        inferences = taken(rows.inferences, at) + steps
        turned = either(steps, 0, taken(rows.turned, at) + turns)
        offset = either(turns, taken(rows.next_offset, at), taken(rows.offset, at))
        offset = either(steps, 0, offset)
        # Rows that do not move count as having no goals, so they need no room.
        states = states._replace(n_goals=either(moves, states.n_goals, 0))
        _, found, hashes, window = self._step.windows(
            rows, at, states, offset, steps, bounds=self._bounds, tries=tries
        )
        outcome, late = self._step.limited(window.outcome, inferences, turned)
        put(rows.inferences, at, inferences)
        put(rows.turned, at, turned)
        put(rows.offset, at, offset)
        following = offset + self._lay_out.limit - found.more.long()
        self._put(rows, pool, at, moves, found, window, hashes, outcome, following)
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

    def _resolve(
        self,
        rows: DeviceRows,
        pool: CandidateTable,
        at: Tensor | None,
        moves: Tensor,
        actions: Tensor,
    ) -> tuple[Tensor, States]:
        """Replace states by chosen resolvents; return where, and the states of rows ``at``."""
        tables, steps = self._tables, taken(rows.slots, at).gather(1, actions[:, None])
        steps = moves & (steps.squeeze(1) >= 0)
        # [K] rows; their candidates start at row * A.
        base = torch.arange(len(moves), device=moves.device) if at is None else at
        chosen = pool.take(base * self._width + actions)
        tokens, sizes, goals = (taken(x, at) for x in (rows.tokens, rows.sizes, rows.n_goals))
        written = successors(tables, rows, at, tokens, chosen)
        width = tokens.shape[1]  # room for the longest state that there can be
        result = resolvents(tables, tokens, written, width, chosen.n_columns, width)
        states = States(
            either(steps[:, None], result, tokens),
            either(steps, written.sizes, sizes),
            either(steps, written.n_goals, goals),
        )
        hashes = either(steps, chosen.hashes, taken(rows.hashes, at))
        for into, new in zip(
            (rows.tokens, rows.sizes, rows.n_goals, rows.hashes), (*states, hashes), strict=True
        ):
            put(into, at, new)
        return steps, states

    def _put(
        self,
        rows: DeviceRows,
        pool: CandidateTable,
        at: Tensor | None,
        moves: Tensor,
        found: DeviceCandidates,
        window: DeviceWindows,
        hashes: Tensor,
        outcome: Tensor,
        following: Tensor,
    ) -> None:
        """Write windows to rows, and their candidates to the places of the actions."""
        k, width = window.slots.shape
        base = torch.arange(k, device=moves.device) if at is None else at
        # The candidate of action a of row i stands at i * A + a, so no slot depends on other rows.
        place = base[:, None] * width + torch.arange(width, device=moves.device)
        slots = either(window.slots >= 0, place, -1)
        column = moves[:, None]
        for into, new, where in (
            (rows.slots, slots, column),
            (rows.clauses, window.clauses, column),
            (rows.mask, window.mask, column),
            (rows.outcome, outcome, moves),
            (rows.next_offset, following, moves),
        ):
            put(into, at, torch.where(where, new, taken(into, at)))
        index = window.slots.clamp(min=0).flatten()
        columns = torch.full_like(index, self._bounds.columns, dtype=torch.int32)
        written = found.written
        values = (found.clause, written.tokens, written.gaps, None, hashes)
        for f, value in zip(fields(pool), values, strict=True):
            new = columns if value is None else value.index_select(0, index)
            # [N + 1, A, ...]: one line for each row, so that a round writes whole lines.
            by_row = getattr(pool, f.name).view(-1, width, *new.shape[1:])
            put(by_row if at is not None else by_row[:k], at, new.view(k, width, *new.shape[1:]))


def head_of(rows: DeviceRows, n: int) -> DeviceRows:
    """Return the first ``n`` rows, in the same memory."""
    return DeviceRows(**{f.name: getattr(rows, f.name)[:n] for f in fields(rows)})


def by_action(slots: Tensor, pool: CandidateTable, n_bound: int) -> CandidateTable:
    """Place the candidates of ``slots`` [N, A] by row and action: N * A.

    Each has ``n_bound`` variables, at least the width of ``pool``.
    """
    n = slots.numel()
    lacking = n_bound - pool.tokens.shape[1]
    if not len(pool.clause):
        nothing = slots.new_zeros(n)
        tokens = nothing.int()[:, None].expand(n, n_bound).clone()
        return CandidateTable(nothing, tokens, tokens + NEVER, nothing.int(), nothing.clone())
    taken_ = pool.take(slots.flatten().clamp(min=0))
    return CandidateTable(
        taken_.clause,
        pad(taken_.tokens, (0, lacking)),
        pad(taken_.gaps, (0, lacking), value=NEVER),
        taken_.n_columns,
        taken_.hashes,
    )
