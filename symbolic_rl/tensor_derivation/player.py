"""Plays moves of many derivations at once: the step, the page it opens, and the forced moves.

Dimension key: N rows, K rows that move, A actions, M candidates.
"""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.devices import fetch, places
from symbolic_rl.engine.program import Query
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.engine.tensor.resolvents import Written, resolvents
from symbolic_rl.engine.tensor.states import States, select
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.errors import ConfigError
from symbolic_rl.observation.pages import COUNTERS, Outcome
from symbolic_rl.problem import Problem
from symbolic_rl.tensor_derivation.candidates import Candidates, candidates_of
from symbolic_rl.tensor_derivation.hashing import Hasher
from symbolic_rl.tensor_derivation.parts import parts_of
from symbolic_rl.tensor_derivation.rows import Pool, Rows
from symbolic_rl.tensor_derivation.views import DeviceViewer
from symbolic_rl.tensor_derivation.windows import History, Window, window_of

_ERRORS, _MERGED, _LOOPED, _TURNED, _LIMITS = (
    COUNTERS.index(name)
    for name in ("builtin_errors", "merged", "loops_masked", "pages_turned", "page_limits")
)


class Player:
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

    def blank(self, n: int) -> Rows:
        """N rows without states."""
        return Rows.blank(
            n,
            length=self.max_length + 1,
            width=self.width,
            history=self.config.max_inferences + 2 if self.loop_check else 0,
            device=self.device,
        )

    # ---- moves

    def play(self, rows: Rows, moving: Tensor, actions: Tensor, pool: Pool) -> Pool:
        """Play moves, and with ``auto_advance`` the forced ones behind them.

        Args:
            rows: all rows.
            moving: [K] which of them.
            actions: [K] a candidate or *more* for each of these.
            pool: the candidates that ``rows.slots`` mean.

        Returns:
            the candidates that the slots of the moved rows mean from now on.
        """
        found = self.move(rows, moving, actions, pool, 0)
        pools, base = [found], len(found.clause)
        while self.config.auto_advance:
            mask = rows.mask.index_select(0, moving)
            outcome = rows.outcome.index_select(0, moving)
            forced = places((mask.sum(1) == 1) & (outcome == Outcome.OPEN))
            if not len(forced):
                break
            moving = moving.index_select(0, forced)
            actions = mask.index_select(0, forced).int().argmax(1)
            pools = [Pool.joined(pools)]
            found = self.move(rows, moving, actions, pools[0], base)
            base += len(found.clause)
            pools.append(found)
        return Pool.joined(pools)

    def move(self, rows: Rows, moving: Tensor, actions: Tensor, pool: Pool, base: int) -> Pool:
        """Play one move in each of ``moving``; the new candidates, which start at ``base``."""
        slot = rows.slots.index_select(0, moving).gather(1, actions[:, None]).squeeze(1)
        steps = slot >= 0
        if len(pool.clause):
            sizes = rows.sizes.index_select(0, moving)
            for part in parts_of(sizes):
                some = (moving, slot, steps)
                if part.rows is not None:
                    some = tuple(x.index_select(0, part.rows) for x in some)  # type: ignore[assignment]
                self._step(rows, *some, pool, part.length)
        rows.inferences.index_add_(0, moving, steps.long())
        turned = rows.turned.index_select(0, moving) + 1
        turned = torch.where(steps, 0, turned)
        offset = torch.where(steps, 0, rows.next_offset.index_select(0, moving))
        rows.turned.index_copy_(0, moving, turned)
        rows.offset.index_copy_(0, moving, offset)
        rows.counted[:, _TURNED].index_add_(0, moving, (~steps).long())
        found = self.open(rows, moving, steps, base)
        outcome = rows.outcome.index_select(0, moving)
        is_open = outcome == Outcome.OPEN
        late = is_open & (turned > self.config.max_pages)
        rows.counted[:, _LIMITS].index_add_(0, moving, late.long())
        inferences = rows.inferences.index_select(0, moving)
        over = late | (is_open & (inferences >= self.config.max_inferences))
        outcome = torch.where(over, int(Outcome.TRUNCATED), outcome)
        rows.outcome.index_copy_(0, moving, outcome)
        return found

    def _step(
        self, rows: Rows, moving: Tensor, slot: Tensor, steps: Tensor, pool: Pool, before: int
    ) -> None:
        """Put the resolvents of chosen candidates in the place of their states.

        Args:
            rows: all rows.
            moving: [K] which of them.
            slot: [K] what each has chosen; not a candidate where ``steps`` is not set.
            steps: [K] which have chosen a candidate.
            pool: what can be chosen.
            before: tokens of the longest of their states.
        """
        chosen = pool.take(slot.clamp(min=0))
        rule = rules_of(self.tables, chosen.clause)
        size, n_goals = self.tables.body_sizes.index_select(0, rule).unbind(1)
        tokens = rows.tokens[:, :before].index_select(0, moving)
        sizes, goals = (x.index_select(0, moving) for x in (rows.sizes, rows.n_goals))
        rest_at = 1 + self.tables.arity.index_select(0, tokens[:, 0]).long()
        gone = torch.ones_like(rest_at)
        if self.tables.runs_builtins:
            empty = n_goals == 0
            rest_at = torch.where(empty, rows.open_at.index_select(0, moving), rest_at)
            gone += torch.where(empty, rows.n_leading.index_select(0, moving), 0)
        written = Written(
            tokens=chosen.tokens,
            gaps=chosen.gaps,
            rule=rule,
            rest_at=rest_at,
            sizes=size + sizes - rest_at,
            n_goals=goals - gone + n_goals,
        )
        (longest,) = fetch(torch.where(steps, written.sizes, 0).max())
        result = resolvents(self.tables, tokens, written, longest, chosen.n_columns)
        width = max(longest, before)
        result, tokens = pad(result, (0, width - longest)), pad(tokens, (0, width - before))
        rows.tokens[:, :width].index_copy_(0, moving, torch.where(steps[:, None], result, tokens))
        hashes = rows.hashes.index_select(0, moving)
        for into, new, old in (
            (rows.sizes, written.sizes, sizes),
            (rows.n_goals, written.n_goals, goals),
            (rows.hashes, chosen.hashes, hashes),
        ):
            into.index_copy_(0, moving, torch.where(steps, new, old))

    # ---- pages

    def open(self, rows: Rows, opening: Tensor, stepped: Tensor, base: int) -> Pool:
        """Open the pages of rows.

        Args:
            rows: all rows.
            opening: [K] which of them.
            stepped: [K] which of these came to their state by an inference.
            base: where the new candidates start among those that slots mean.

        Returns:
            the candidates.
        """
        sizes, n_goals = (x.index_select(0, opening) for x in (rows.sizes, rows.n_goals))
        (refuted,) = fetch((n_goals == 0).any())
        parts = parts_of(sizes)
        length = max(part.length for part in parts)
        tokens = rows.tokens[:, :length].index_select(0, opening)
        selected = select(self.tables, States(tokens, sizes, n_goals), parts)
        rows.open_at.index_copy_(0, opening, selected.open_at)
        rows.n_leading.index_copy_(0, opening, selected.n_leading)
        hidden, begin = (x.index_select(0, opening) for x in (rows.hidden, rows.offset))
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
        return Pool(found.clause, written.tokens, written.gaps, n_columns, hashes)

    def _history(self, rows: Rows, opening: Tensor, stepped: Tensor) -> History:
        """The hashes of the states that rows have come through, with that of now."""
        at = rows.history_length.index_select(0, opening)
        length = 1 + fetch(at.max())[0]
        history = rows.history[:, :length].index_select(0, opening)
        now = rows.hashes.index_select(0, opening)
        now = torch.where(stepped, now, history.gather(1, at[:, None]).squeeze(1))
        history.scatter_(1, at[:, None], now[:, None])
        rows.history[:, :length].index_copy_(0, opening, history)
        rows.history_length.index_copy_(0, opening, at + stepped)
        return History(history)

    def _put(
        self, rows: Rows, opening: Tensor, found: Candidates, window: Window, base: int
    ) -> None:
        slots = torch.where(window.slots >= 0, window.slots + base, -1)
        following = rows.offset.index_select(0, opening) + self.limit - found.more.long()
        for into, new in (
            (rows.slots, slots),
            (rows.clauses, window.clauses),
            (rows.mask, window.mask),
            (rows.outcome, window.outcome),
            (rows.next_offset, following),
        ):
            into.index_copy_(0, opening, new)
        for column, counts in (
            (_ERRORS, found.errors),
            (_MERGED, window.merged),
            (_LOOPED, window.looped),
        ):
            rows.counted[:, column].index_add_(0, opening, counts)
