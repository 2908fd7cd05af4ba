"""Moves of many derivations on a device: the resolution step, the page it opens, forced moves.

Dimension key: N rows, K rows that move, A actions, L tokens of the longest state, H states of a
history.
"""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch, places
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import VARIABLE_BASE
from symbolic_rl.derivations.on_device.arrays import (
    CandidateTable,
    DeviceRows,
    add,
    parts_of,
    put,
    taken,
)
from symbolic_rl.derivations.on_device.hashing import Hasher
from symbolic_rl.derivations.on_device.views import DeviceViewer
from symbolic_rl.derivations.on_device.windows import (
    DeviceCandidates,
    DeviceWindowLayout,
    DeviceWindows,
    candidates_of,
)
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine.tensor.resolvents import Written, resolvents
from symbolic_rl.engine.tensor.states import Bounds, Part, SeenSizes, Selected, States, select
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import either, where_variable
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.program.program import Query

_ERRORS, _MERGED, _LOOPED, _TURNED, _LIMITS = (
    COUNTERS.index(name)
    for name in ("builtin_errors", "merged", "loops_masked", "pages_turned", "page_limits")
)


class DeviceStep:
    """Moves of derivations of one problem on one device, whose engine has the program as tensors.

    ConfigError: another engine, goals not laid out in pre-order, or states may be too large.
    """

    def __init__(self, problem: Problem, device: torch.device) -> None:
        config = problem.env_config
        tables = problem.tables
        if tables is None:
            what = "the environment on the device needs the engine tensor."
            raise ConfigError(what, "--engine", "use --engine tensor.")
        self.view = problem.view
        if self.view.kind != "prefix":
            raise ConfigError(
                "the environment on the device lays goals out in pre-order only.",
                f"--view {self.view.kind}",
                'set view = "prefix".',
            )
        self.device, self.config = device, config
        self.tables = tables if tables.device == device else Tables(tables.table, device)
        self.loop_check = problem.loop_check
        self.seen = SeenSizes()
        """Sizes of the steps so far."""
        self.lay_out = DeviceWindowLayout(self.tables, config.n_candidates, refuse=config.refuse)
        self.max_length = self._max_length(problem.program.queries)
        self.hashes = Hasher(self.tables, self.max_length)
        self.show = DeviceViewer(self.tables, problem.vocabulary, self.view)

    def _max_length(self, queries: Sequence[Query]) -> int:
        """Return the tokens of the longest state there can be, the room that each row has."""
        longest = max((query.goal.size for query in queries), default=1) + 1
        # Each inference adds at most the longest body; the goal that it removes is not subtracted.
        growth = int(self.tables.table.body_sizes[:, 0].max())
        length = longest + self.config.inference_limit * growth
        if length > self.config.max_tokens:
            raise ConfigError(
                f"states may have {length:,} tokens.",
                f"--max-inferences {self.config.inference_limit}, "
                f"--max-tokens {self.config.max_tokens}",
                "lower the former, or raise the latter.",
            )
        return length

    @property
    def row_bytes(self) -> int:
        """Most memory of a row: state, page, history and two observations."""
        view = self.view.n_goals * self.view.goal_width
        bound = self.tables.n_variables + self.tables.max_arity
        page = self.config.n_candidates * (8 + 4 + 1 + 8 + 8 * (bound + 2) + 4 * view * 3)
        return 4 * self.max_length + 8 * (self.config.inference_limit + 12) + page

    def blank(self, n: int) -> DeviceRows:
        """Make N rows without states."""
        return DeviceRows.blank(
            n,
            length=self.max_length + 1,
            width=self.config.n_candidates,
            history=self.config.inference_limit + 2 if self.loop_check else 0,
            device=self.device,
        )

    # ---- moves

    def play(
        self, rows: DeviceRows, moving: Tensor | None, actions: Tensor, pool: CandidateTable
    ) -> CandidateTable:
        """Make moves in ``moving`` [K] (None: all), and with ``auto_advance`` forced ones.

        ``actions`` [K] are a candidate or *more*; ``rows.slots`` index ``pool``. Return the
        candidates that the slots of the moved rows index from now on.
        """
        # Each round appends its candidates to earlier rounds' candidates, so slots of done rows
        # stay valid; ``pool`` itself is no longer referred to.
        n_round = 0
        self.seen.n_steps += 1
        found = self.move(rows, moving, actions, pool, 0, 0)
        pools, base = [found], len(found.clause)
        while self.config.auto_advance:
            mask, outcome = taken(rows.mask, moving), taken(rows.outcome, moving)
            forced = places((mask.sum(1) == 1) & (outcome == Outcome.OPEN))
            if not len(forced):
                break
            moving = _within(moving, forced)
            actions = mask.index_select(0, forced).int().argmax(1)
            pools = [CandidateTable.joined(pools)]
            n_round += 1
            found = self.move(rows, moving, actions, pools[0], base, n_round)
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
        n_round: int | None = None,
    ) -> CandidateTable:
        """Make one move in each of ``moving``; return the candidates, numbered from ``base``.

        ``n_round`` is the number of the round of a step, whose sizes are noted.
        """
        slot = taken(rows.slots, moving).gather(1, actions[:, None]).squeeze(1)  # [K]
        # Rows with a slot resolve; the others turn a page.
        steps = slot >= 0
        if len(pool.clause):
            # By length, so that short states are not padded to the longest one.
            for part in parts_of(taken(rows.sizes, moving)):
                where = _within(moving, part.rows)
                chosen = pool.take(taken(slot, part.rows).clamp(min=0))
                self.resolve(rows, where, chosen, taken(steps, part.rows), part.length)
        add(rows.inferences, moving, steps.long())
        # An inference leads to a new state, whose first page opens; its count of pages starts
        # again.
        turned = either(steps, 0, taken(rows.turned, moving) + 1)
        put(rows.turned, moving, turned)
        put(rows.offset, moving, either(steps, 0, taken(rows.next_offset, moving)))
        add(rows.counted[:, _TURNED], moving, (~steps).long())
        found = self.open(rows, moving, steps, base, n_round)
        inferences = taken(rows.inferences, moving)
        outcome, late = self.limited(taken(rows.outcome, moving), inferences, turned)
        add(rows.counted[:, _LIMITS], moving, late.long())
        put(rows.outcome, moving, outcome)
        return found

    def limited(self, outcome: Tensor, inferences: Tensor, turned: Tensor) -> tuple[Tensor, Tensor]:
        """Return outcomes [K] with those cut off at a limit, and where pages were too many."""
        is_open = outcome == Outcome.OPEN
        late = is_open & (turned > self.config.max_pages)
        over = late | (is_open & (inferences >= self.config.inference_limit))
        return either(over, int(Outcome.TRUNCATED), outcome), late

    def resolve(
        self,
        rows: DeviceRows,
        at: Tensor | None,
        chosen: CandidateTable,
        steps: Tensor,
        before: int | None,
    ) -> States:
        """Replace the states of rows ``at`` by the resolvents of ``chosen`` [K]; return them.

        Where ``steps`` [K] is False, rows keep their state. ``before`` is the length of the longest
        of their states; in fixed shape None, for the room of a row, and nothing is fetched.
        """
        # Rows that keep their state are computed like the others, and discarded.
        tokens = taken(rows.tokens[:, :before], at)
        sizes, goals = (taken(x, at) for x in (rows.sizes, rows.n_goals))
        written = successors(self.tables, rows, at, tokens, chosen)
        width = n_variables = tokens.shape[1]
        every: int = False
        if before is not None:
            highest = where_variable(tokens, tokens - VARIABLE_BASE, -1).max()
            # One fetch for the three sizes of this move.
            longest, every, last = fetch(
                either(steps, written.sizes, 0).max(), steps.all(), highest
            )
            width, n_variables = max(longest, before), last + 1
        result = resolvents(self.tables, tokens, written, width, chosen.n_columns, n_variables)
        new = [result, written.sizes, written.n_goals, chosen.hashes]
        if not every:
            if before is not None:
                tokens = pad(tokens, (0, width - before))
            old = [tokens, sizes, goals, taken(rows.hashes, at)]
            where = [steps[:, None], steps, steps, steps]
            # Rows that turn a page take back their old state.
            new = [either(*x) for x in zip(where, new, old, strict=True)]
        into = rows.tokens[:, :width], rows.sizes, rows.n_goals, rows.hashes
        for field, value in zip(into, new, strict=True):
            put(field, at, value)
        return States(*new[:3])

    # ---- pages

    def open(
        self,
        rows: DeviceRows,
        opening: Tensor | None,
        stepped: Tensor,
        base: int,
        n_round: int | None = None,
    ) -> CandidateTable:
        """Open the pages of rows: find candidates, lay them out, count the candidates left out.

        ``opening`` are the [K] rows (None: all); ``stepped`` [K] whether an inference led to its
        state; ``base`` and ``n_round`` are as in :meth:`move`. Return the candidates, of which
        slots index some.
        """
        sizes, n_goals = (taken(x, opening) for x in (rows.sizes, rows.n_goals))
        parts = parts_of(sizes)
        length = max(part.length for part in parts)
        states = States(taken(rows.tokens[:, :length], opening), sizes, n_goals)
        offset = taken(rows.offset, opening)
        selected, found, opened, window = self.windows(
            rows, opening, states, offset, stepped, parts=parts
        )
        if n_round is not None:
            between, leading = selected.between.shape[1], selected.leading.shape[1]
            self.seen.note(n_round, len(sizes), found.tries, selected.n_columns, leading, between)
        self._put(rows, opening, found, window, base)
        return opened

    def windows(
        self,
        rows: DeviceRows,
        at: Tensor | None,
        states: States,
        offset: Tensor,
        stepped: Tensor,
        *,
        parts: Sequence[Part] = (),
        bounds: Bounds | None = None,
        tries: tuple[int, ...] = (),
    ) -> tuple[Selected, DeviceCandidates, CandidateTable, DeviceWindows]:
        """Find the candidates of K states and lay them out, in free or fixed shape.

        ``offset`` [K] candidates are before the page. Histories of ``rows`` are written, and where
        the builtins behind their goals end. In free shape ``parts`` is a partition of the states;
        in fixed shape ``bounds`` has the capacities, and ``tries`` the clauses that each pass can
        look at. Return the selected goals, the candidates, their table [M], and the windows.
        """
        selected = select(self.tables, states, parts, bounds)
        put(rows.open_at, at, selected.open_at)
        put(rows.n_leading, at, selected.n_leading)
        hidden, limit = taken(rows.hidden, at), self.lay_out.limit
        found = candidates_of(
            self.tables, selected, hidden, offset, limit, bounds=bounds, tries=tries
        )
        # In fixed shape the only known bound on variable numbers is the longest state.
        highest = None if bounds is None else states.tokens.shape[1]
        hashes = self.hashes(selected, found.row, found.written, found.bound, highest)
        # The empty resolvent is a proof: it has no history to come back to.
        is_empty, history = states.n_goals == 0, None
        if self.loop_check:
            history = self._history(rows, at, stepped & ~is_empty, is_whole=bounds is not None)
        proved = is_empty if bounds is not None or fetch(is_empty.any())[0] else None
        window = self.lay_out(found, hashes, history, proved, apart=bounds is None)
        n_columns = torch.full_like(found.clause, selected.n_columns, dtype=torch.int32)
        tokens, gaps = found.written.tokens, found.written.gaps
        table = CandidateTable(found.clause, tokens, gaps, n_columns, hashes)
        return selected, found, table, window

    def _history(
        self, rows: DeviceRows, opening: Tensor | None, stepped: Tensor, *, is_whole: bool = False
    ) -> Tensor:
        """Add the state of rows that ``stepped`` [K] to their histories; return these [K, H].

        H is the longest history of these rows, or with ``is_whole`` the room of any history.
        """
        at = taken(rows.history_length, opening)
        length = rows.history.shape[1] if is_whole else 1 + fetch(at.max())[0]
        history = taken(rows.history[:, :length], opening)
        # A row that turned a page writes back the padding behind its last state: no new entry.
        now = taken(rows.hashes, opening)
        now = either(stepped, now, history.gather(1, at[:, None]).squeeze(1))
        history.scatter_(1, at[:, None], now[:, None])
        if opening is not None:  # else ``history`` is a view of all histories
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
        """Write windows and counts to rows; slots are numbered from ``base``."""
        slots = window.slots
        if base:
            slots = either(slots >= 0, slots + base, -1)
        # Where *more* takes a slot, its candidate comes first on the next page.
        following = taken(rows.offset, opening) + self.lay_out.limit - found.more.long()
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
    """Return ``rows[some]``; None is all, in both."""
    return rows if some is None else some if rows is None else rows.index_select(0, some)


def successors(
    tables: Tables, rows: DeviceRows, at: Tensor | None, tokens: Tensor, chosen: CandidateTable
) -> Written:
    """Describe the resolvent of each row that moves; nothing is waited for.

    ``tokens`` [K, L] are the states of the rows ``at``, ``chosen`` [K] their candidates.
    """
    rule = rules_of(tables, chosen.clause)
    size, n_goals = tables.body_sizes.index_select(0, rule).unbind(1)
    # [K] place of the second goal: without functions, a goal has arity + 1 tokens.
    rest_at = 1 + tables.arity.index_select(0, tokens[:, 0]).long()
    gone = torch.ones_like(rest_at)
    if tables.runs_builtins:
        # A candidate without a body has run the builtins in front of the rest.
        empty = n_goals == 0
        rest_at = either(empty, taken(rows.open_at, at), rest_at)
        gone += either(empty, taken(rows.n_leading, at), 0)
    return Written(
        tokens=chosen.tokens,
        gaps=chosen.gaps,
        rule=rule,
        rest_at=rest_at,
        sizes=size + taken(rows.sizes, at) - rest_at,
        n_goals=taken(rows.n_goals, at) - gone + n_goals,
    )
