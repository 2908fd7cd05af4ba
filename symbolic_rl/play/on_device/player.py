"""Plays moves of many derivations at once: the step, the page it opens, and the forced moves.

Dimension key: N rows, K rows that move, A actions, M candidates.
"""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch, places
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import VARIABLE_BASE
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.engine.tensor.resolvents import Written, resolvents
from symbolic_rl.engine.tensor.states import States, select
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import either, where_variable
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.play.on_device.arrays import CandidateTable, DeviceRows, add, parts_of, put, taken
from symbolic_rl.play.on_device.hashing import Hasher
from symbolic_rl.play.on_device.views import DeviceViewer
from symbolic_rl.play.on_device.windows import (
    DeviceCandidates,
    DeviceWindows,
    candidates_of,
    window_of,
)
from symbolic_rl.play.pages import COUNTERS, Outcome
from symbolic_rl.play.problem import Problem
from symbolic_rl.program.program import Query

_ERRORS, _MERGED, _LOOPED, _TURNED, _LIMITS = (
    COUNTERS.index(name)
    for name in ("builtin_errors", "merged", "loops_masked", "pages_turned", "page_limits")
)


class DeviceStep:
    """Plays moves of derivations of one problem on one device.

    Args:
        problem: its engine must be the engine ``tensor``.
        device: where everything is.

    Raises:
        ConfigError: goals are not laid out in pre-order, or states may be too large.
    """

    def __init__(self, problem: Problem, device: torch.device) -> None:
        config, engine = problem.env_config, problem.engine
        assert isinstance(engine, TensorEngine)
        self.layout = problem.viewer.view
        if self.layout.kind != "prefix":
            raise ConfigError(
                "the environment on the device lays goals out in pre-order only.",
                f"--view {self.layout.kind}",
                'set view = "prefix".',
            )
        self.device, self.config = device, config
        same = engine.device == device
        self.tables = engine.tables if same else Tables(engine.table, device)
        self.loop_check = problem.loop_check
        self.width, self.limit = config.n_candidates, config.n_candidates - config.refuse
        self.max_length = self._max_length(problem.program.queries)
        self._hashes = Hasher(self.tables, self.max_length)
        self.show = DeviceViewer(self.tables, engine.vocabulary, self.layout)

    def _max_length(self, queries: Sequence[Query]) -> int:
        """Tokens of the longest state there can be."""
        longest = max((query.goal.size for query in queries), default=1) + 1
        growth = int(self.tables.table.body_sizes[:, 0].max())
        length = longest + self.config.max_inferences * growth
        if length > self.config.max_tokens:
            raise ConfigError(
                f"states may have {length:,} tokens.",
                f"--max-inferences {self.config.max_inferences}, "
                f"--max-tokens {self.config.max_tokens}",
                "lower the former, or raise the latter.",
            )
        return length

    @property
    def row_bytes(self) -> int:
        """Memory of a row: state, page, history and two observations."""
        view = self.layout.n_goals * self.layout.goal_width
        bound = self.tables.n_variables + self.tables.max_arity
        page = self.width * (8 + 4 + 1 + 8 + 8 * (bound + 2) + 4 * view * 3)
        return 4 * self.max_length + 8 * (self.config.max_inferences + 12) + page

    def blank(self, n: int) -> DeviceRows:
        """N rows without states."""
        return DeviceRows.blank(
            n,
            length=self.max_length + 1,
            width=self.width,
            history=self.config.max_inferences + 2 if self.loop_check else 0,
            device=self.device,
        )

    # ---- moves

    def play(
        self, rows: DeviceRows, moving: Tensor | None, actions: Tensor, pool: CandidateTable
    ) -> CandidateTable:
        """Play moves, and with ``auto_advance`` the forced ones behind them.

        Args:
            rows: all rows.
            moving: [K] which of them; None is all.
            actions: [K] a candidate or *more* for each of these.
            pool: the candidates that ``rows.slots`` mean.

        Returns:
            the candidates that the slots of the moved rows mean from now on.
        """
        found = self.move(rows, moving, actions, pool, 0)
        pools, base = [found], len(found.clause)
        while self.config.auto_advance:
            mask, outcome = taken(rows.mask, moving), taken(rows.outcome, moving)
            forced = places((mask.sum(1) == 1) & (outcome == Outcome.OPEN))
            if not len(forced):
                break
            moving = _within(moving, forced)
            actions = mask.index_select(0, forced).int().argmax(1)
            pools = [CandidateTable.joined(pools)]
            found = self.move(rows, moving, actions, pools[0], base)
            base += len(found.clause)
            pools.append(found)
        return CandidateTable.joined(pools)

    def move(
        self,
        rows: DeviceRows,
        moving: Tensor | None,
        actions: Tensor,
        pool: CandidateTable,
        base: int,
    ) -> CandidateTable:
        """Play one move in each of ``moving``; the new candidates, which start at ``base``."""
        slot = taken(rows.slots, moving).gather(1, actions[:, None]).squeeze(1)
        steps = slot >= 0
        if len(pool.clause):
            for part in parts_of(taken(rows.sizes, moving)):
                where = _within(moving, part.rows)
                chosen, moves = taken(slot, part.rows), taken(steps, part.rows)
                self._step(rows, where, chosen, moves, pool, part.length)
        add(rows.inferences, moving, steps.long())
        turned = either(steps, 0, taken(rows.turned, moving) + 1)
        put(rows.turned, moving, turned)
        put(rows.offset, moving, either(steps, 0, taken(rows.next_offset, moving)))
        add(rows.counted[:, _TURNED], moving, (~steps).long())
        found = self.open(rows, moving, steps, base)
        outcome = taken(rows.outcome, moving)
        is_open = outcome == Outcome.OPEN
        late = is_open & (turned > self.config.max_pages)
        add(rows.counted[:, _LIMITS], moving, late.long())
        over = taken(rows.inferences, moving) >= self.config.max_inferences
        over = late | (is_open & over)
        put(rows.outcome, moving, either(over, int(Outcome.TRUNCATED), outcome))
        return found

    def _step(
        self,
        rows: DeviceRows,
        moving: Tensor | None,
        slot: Tensor,
        steps: Tensor,
        pool: CandidateTable,
        before: int,
    ) -> None:
        """Put the resolvents of chosen candidates in the place of their states.

        Args:
            rows: all rows.
            moving: [K] which of them; None is all.
            slot: [K] what each has chosen; not a candidate where ``steps`` is not set.
            steps: [K] which have chosen a candidate.
            pool: what can be chosen.
            before: tokens of the longest of their states.
        """
        chosen = pool.take(slot.clamp(min=0))
        rule = rules_of(self.tables, chosen.clause)
        size, n_goals = self.tables.body_sizes.index_select(0, rule).unbind(1)
        tokens = taken(rows.tokens[:, :before], moving)
        sizes, goals = (taken(x, moving) for x in (rows.sizes, rows.n_goals))
        rest_at = 1 + self.tables.arity.index_select(0, tokens[:, 0]).long()
        gone = torch.ones_like(rest_at)
        if self.tables.runs_builtins:
            empty = n_goals == 0
            rest_at = either(empty, taken(rows.open_at, moving), rest_at)
            gone += either(empty, taken(rows.n_leading, moving), 0)
        written = Written(
            tokens=chosen.tokens,
            gaps=chosen.gaps,
            rule=rule,
            rest_at=rest_at,
            sizes=size + sizes - rest_at,
            n_goals=goals - gone + n_goals,
        )
        highest = where_variable(tokens, tokens - VARIABLE_BASE, -1).max()
        longest, every, last = fetch(either(steps, written.sizes, 0).max(), steps.all(), highest)
        width = max(longest, before)
        result = resolvents(self.tables, tokens, written, width, chosen.n_columns, last + 1)
        new = [result, written.sizes, written.n_goals, chosen.hashes]
        if not every:
            old = [pad(tokens, (0, width - before)), sizes, goals, taken(rows.hashes, moving)]
            where = [steps[:, None], steps, steps, steps]
            new = [either(*x) for x in zip(where, new, old, strict=True)]
        into = rows.tokens[:, :width], rows.sizes, rows.n_goals, rows.hashes
        for field, value in zip(into, new, strict=True):
            put(field, moving, value)

    # ---- pages

    def open(
        self, rows: DeviceRows, opening: Tensor | None, stepped: Tensor, base: int
    ) -> CandidateTable:
        """Open the pages of rows.

        Args:
            rows: all rows.
            opening: [K] which of them; None is all.
            stepped: [K] which of these came to their state by an inference.
            base: where the new candidates start among those that slots mean.

        Returns:
            the candidates.
        """
        sizes, n_goals = (taken(x, opening) for x in (rows.sizes, rows.n_goals))
        (refuted,) = fetch((n_goals == 0).any())
        parts = parts_of(sizes)
        length = max(part.length for part in parts)
        tokens = taken(rows.tokens[:, :length], opening)
        selected = select(self.tables, States(tokens, sizes, n_goals), parts)
        put(rows.open_at, opening, selected.open_at)
        put(rows.n_leading, opening, selected.n_leading)
        hidden, begin = (taken(x, opening) for x in (rows.hidden, rows.offset))
        found = candidates_of(self.tables, selected, hidden, begin, self.limit)
        hashes = self._hashes(selected, found.row, found.written, found.bound)
        window = window_of(
            self.tables,
            found,
            hashes,
            self._history(rows, opening, stepped & (n_goals > 0)) if self.loop_check else None,
            n_goals == 0 if refuted else None,
            width=self.width,
            refuse=self.config.refuse,
        )
        self._put(rows, opening, found, window, base)
        n_columns = torch.full_like(found.clause, selected.n_columns, dtype=torch.int32)
        written = found.written
        return CandidateTable(found.clause, written.tokens, written.gaps, n_columns, hashes)

    def _history(self, rows: DeviceRows, opening: Tensor | None, stepped: Tensor) -> Tensor:
        """[K, H] hashes of the states that rows have come through, with that of now."""
        at = taken(rows.history_length, opening)
        length = 1 + fetch(at.max())[0]
        history = taken(rows.history[:, :length], opening)
        now = taken(rows.hashes, opening)
        now = either(stepped, now, history.gather(1, at[:, None]).squeeze(1))
        history.scatter_(1, at[:, None], now[:, None])
        if opening is not None:
            put(rows.history[:, :length], opening, history)
        put(rows.history_length, opening, at + stepped)
        return history

    def _put(
        self,
        rows: DeviceRows,
        opening: Tensor | None,
        found: DeviceCandidates,
        window: DeviceWindows,
        base: int,
    ) -> None:
        slots = window.slots
        if base:
            slots = either(slots >= 0, slots + base, -1)
        following = taken(rows.offset, opening) + self.limit - found.more.long()
        for into, new in (
            (rows.slots, slots),
            (rows.clauses, window.clauses),
            (rows.mask, window.mask),
            (rows.outcome, window.outcome),
            (rows.next_offset, following),
        ):
            put(into, opening, new)
        for column, counts in (
            (_ERRORS, found.errors),
            (_MERGED, window.merged),
            (_LOOPED, window.looped),
        ):
            add(rows.counted[:, column], opening, counts)


def _within(rows: Tensor | None, some: Tensor | None) -> Tensor | None:
    """Some of the rows; None is all."""
    return rows if some is None else some if rows is None else rows.index_select(0, some)
