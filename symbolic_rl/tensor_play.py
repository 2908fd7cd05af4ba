"""N derivations as tensors on one device: :mod:`.pages` for the engine ``tensor``.

States, pages, histories and counts are tensors; what the host must know to size the next operation
is fetched with one copy to page-locked memory and a wait for its event, never for the device.

Dimension key: N rows, A actions, L tokens of the longest state, V variables, C variables of a
clause, M candidates of a call, P candidates of a pool, G goals shown, W slots of a goal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.config import MORE, REFUSE, EnvConfig
from symbolic_rl.devices import fetch
from symbolic_rl.engine.program import Query
from symbolic_rl.engine.tensor.engine import TensorEngine, flat_root
from symbolic_rl.engine.tensor.resolve import Resolver, Selected, States, Written
from symbolic_rl.engine.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    NOT,
    QUERY,
    VARIABLE_BASE,
    VARIABLE_END,
    TokenBatch,
    count_of,
    splitmix64,
)
from symbolic_rl.engine.vocabulary import ELLIPSIS
from symbolic_rl.errors import ConfigError
from symbolic_rl.observation.pages import COUNTERS, Outcome
from symbolic_rl.observation.views import Viewer
from symbolic_rl.problem import Problem

_ERRORS, _MERGED, _LOOPED, _TURNED, _LIMITS, _CUTS = (
    COUNTERS.index(name)
    for name in (
        "builtin_errors", "merged", "loops_masked", "pages_turned", "page_limits", "view_cuts"
    )
)  # fmt: skip


_RADIX = 0x9E3779B97F4A7C15
_NO_HASH = 0x0DD5EED00DD5EED0
"""Of what is not in a history."""
_ROOT_HASH = 0x5EED5EED5EED5EED
"""Of the states ``$query(...)``, which nothing leads back to; the empty resolvent has hash 0."""


@dataclass
class Pool:
    """P candidates that rows can choose."""

    clause: Tensor
    """[P] int64 row of the clause table."""
    tokens: Tensor
    """[P, C+V] int32 token of each variable in the resolvent, those of the clause first."""
    hashes: Tensor
    """[P] int64."""

    def take(self, index: Tensor) -> "Pool":
        """Some candidates."""
        return Pool(self.clause[index], self.tokens[index], self.hashes[index])

    @classmethod
    def joined(cls, pools: "Sequence[Pool]") -> "Pool":
        """The candidates of all pools, in order."""
        if len(pools) == 1:
            return pools[0]
        width = max(pool.tokens.shape[1] for pool in pools)
        return cls(
            torch.cat([pool.clause for pool in pools]),
            torch.cat([pad(pool.tokens, (0, width - pool.tokens.shape[1])) for pool in pools]),
            torch.cat([pool.hashes for pool in pools]),
        )


@dataclass
class Rows:
    """N derivations; every field has N rows."""

    tokens: Tensor
    """[N, L] int32 the state, 0 behind the last token."""
    sizes: Tensor
    """[N] int64 its tokens."""
    n_goals: Tensor
    """[N] int64 its goals."""
    hashes: Tensor
    """[N] int64 its hash."""
    slots: Tensor
    """[N, A] int64 where the candidate of each action is in the pool; -1 for other actions."""
    clauses: Tensor
    """[N, A] int32 clause id of each action; see :mod:`symbolic_rl.observation.pages`."""
    mask: Tensor
    """[N, A] bool legal actions."""
    open_at: Tensor
    """[N] int64 where the state goes on behind the builtins that stand behind the selected goal."""
    n_leading: Tensor
    """[N] int64 how many those are."""
    offset: Tensor
    """[N] int64 candidates before the page."""
    next_offset: Tensor
    """[N] int64 the same for the next page."""
    turned: Tensor
    """[N] int64 pages turned at the state."""
    outcome: Tensor
    """[N] int64 an Outcome."""
    inferences: Tensor
    """[N] int64 inferences of the derivation."""
    history: Tensor
    """[N, H] int64 hashes of its states."""
    history_length: Tensor
    """[N] int64."""
    counted: Tensor
    """[N, len(COUNTERS)] int64 what was counted and not yet taken."""
    hidden: Tensor
    """[N] int64 clause that may not be used."""

    def take(self, rows: Tensor) -> "Rows":
        """Copies of some rows."""
        return Rows(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def put(self, rows: Tensor, source: "Rows") -> None:
        """Make ``rows`` copies of the rows of ``source``."""
        for f in fields(self):
            getattr(self, f.name)[rows] = getattr(source, f.name)

    def choose(self, where: Tensor, other: "Rows") -> "Rows":
        """Rows of ``other`` where the mask [N] is set, else the own ones."""
        chosen = {}
        for f in fields(self):
            one, two = getattr(self, f.name), getattr(other, f.name)
            chosen[f.name] = torch.where(where.view(-1, *[1] * (one.dim() - 1)), two, one)
        return Rows(**chosen)


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


class _Round(NamedTuple):
    """Candidates of a page, before merging."""

    row: Tensor
    clause: Tensor
    written: Written
    ordinal: Tensor
    counts: Tensor
    more: Tensor
    errors: Tensor


class Player:
    """Plays moves of many derivations of one problem on one device.

    Args:
        problem: its engine must be the engine ``tensor``.
        device: where everything is.
        max_inferences: inferences after which a derivation is truncated.

    Raises:
        ConfigError: goals are not laid out in pre-order, or states may be too large.
    """

    def __init__(self, problem: Problem, device: torch.device, max_inferences: int) -> None:
        config, engine = problem.env_config, problem.engine
        assert isinstance(engine, TensorEngine)
        self.view = problem.viewer.view
        if self.view.kind != "prefix":
            raise ConfigError(
                "the environment on the device lays goals out in pre-order only.",
                f"--view {self.view.kind}",
                'set view = "prefix".',
            )
        self.device, self.config, self.max_inferences = device, config, max_inferences
        same = engine.device == device
        self.resolver = engine.resolver if same else Resolver(engine.table, device)
        self.table, self.vocabulary = engine.table, engine.vocabulary
        self.loop_check = problem.loop_check
        self.width, self.limit = config.n_candidates, config.n_candidates - config.refuse
        self._size_up(config, problem.program.queries)
        self._make_tables()

    def _size_up(self, config: EnvConfig, queries: Sequence[Query]) -> None:
        table = self.table
        longest = max((query.goal.size for query in queries), default=1) + 1
        growth = int(table.body_sizes[:, 0].max())
        self.max_length = longest + self.max_inferences * growth
        self.max_variables = (
            table.max_query_variables + self.max_inferences * self.resolver.n_clause_variables
        )
        if self.max_length > config.max_tokens:
            raise ConfigError(
                f"states may have {self.max_length:,} tokens.",
                f"--max-inferences {self.max_inferences}, --max-tokens {config.max_tokens}",
                "lower the former, or raise the latter.",
            )

    @property
    def row_bytes(self) -> int:
        """Memory of a row: state, page, history and two observations."""
        view = self.view.n_goals * self.view.goal_width
        page = self.width * (8 + 4 + 1 + 4 * (self.max_variables // 2 + view * 3))
        return 4 * self.max_length + 8 * (self.max_inferences + 12) + page

    # ---- tables

    def _make_tables(self) -> None:
        put, table = self._put, self.table
        bodies = table.bodies
        tokens = np.arange(INTEGER_BASE + INTEGER_END, dtype=np.int32)
        self._view_id = put(self.vocabulary.view(tokens))
        values = splitmix64(tokens.astype(np.uint64) ^ np.uint64(_ROOT_HASH))
        self._value = put(values.view(np.int64))
        length = self.max_length + bodies.shape[1] + 1
        with np.errstate(over="ignore"):
            powers = np.multiply.accumulate(np.full(length, _RADIX, np.uint64))
        self._power = put(powers.view(np.int64))
        n_goals, arity = self.view.n_goals, table.arity
        starts = np.zeros((len(bodies), n_goals), np.int64)
        lengths = np.zeros((len(bodies), n_goals), np.int64)
        for rule, body in enumerate(bodies.tolist()):
            at = 0
            for goal in range(min(n_goals, int(table.body_sizes[rule, 1]))):
                negated = body[at] == NOT
                length = int(arity[body[at + 2]]) + 4 if negated else int(arity[body[at]]) + 1
                starts[rule, goal], lengths[rule, goal] = at, length
                at += length
        starts += np.arange(len(bodies))[:, None] * bodies.shape[1]
        self._body_starts, self._body_lengths = put(starts), put(lengths)
        self._body_codes = self._codes(self.resolver.bodies, 0).flatten()

    def _put(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    # ---- rows

    def blank(self, n: int) -> Rows:
        """N rows without states."""

        def zeros(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros((n, *shape), dtype=dtype, device=self.device)

        history = self.max_inferences + 2 if self.loop_check else 0
        return Rows(
            tokens=zeros(self.max_length, dtype=torch.int32),
            sizes=zeros(),
            n_goals=zeros(),
            hashes=zeros(),
            slots=zeros(self.width) - 1,
            clauses=zeros(self.width, dtype=torch.int32),
            mask=zeros(self.width, dtype=torch.bool),
            open_at=zeros(),
            n_leading=zeros(),
            offset=zeros(),
            next_offset=zeros(),
            turned=zeros(),
            outcome=zeros(),
            inferences=zeros(),
            history=zeros(history) + _NO_HASH,
            history_length=zeros(),
            counted=zeros(len(COUNTERS)),
            hidden=zeros(),
        )

    def started(
        self, queries: Sequence[Query], *, with_candidates: bool
    ) -> tuple[Rows, Pool, View]:
        """Rows at the first decision of queries: forced moves short of an end are played."""
        n = len(queries)
        rows = self.blank(n)
        sequences = [flat_root(q.root(answers=False).tolist(), self.table.arity) for q in queries]
        tokens = np.zeros((n, self.max_length), np.int32)
        for i, sequence in enumerate(sequences):
            tokens[i, : sequence.size - 1] = sequence[1:]
        rows.tokens = self._put(tokens)
        rows.sizes = self._put(np.array([s.size - 1 for s in sequences], np.int64))
        rows.n_goals = self._put(np.array([count_of(int(s[0])) for s in sequences], np.int64))
        rows.hidden = self._put(np.array([q.hidden for q in queries], np.int64))
        rows.hashes.fill_(_ROOT_HASH)
        every = torch.arange(n, device=self.device)
        pool = self._opened(rows, every, torch.ones_like(every, dtype=torch.bool), base=0)
        self._revive(rows)
        forced = self._forced(rows)
        while self.config.auto_advance and fetch(forced.any())[0]:
            chosen = forced.nonzero().squeeze(1)
            saved = rows.take(every)
            more = self._moved(
                rows, chosen, rows.mask[chosen].int().argmax(1), pool, len(pool.clause)
            )
            pool = Pool.joined([pool, more])
            ended = rows.outcome != Outcome.OPEN
            rows = rows.choose(ended, saved)
            forced = forced & ~ended & self._forced(rows)
        row, action = (rows.slots >= 0).nonzero(as_tuple=True)
        pool = pool.take(rows.slots[row, action])
        rows.slots[row, action] = torch.arange(len(row), device=self.device)
        shown = self.show(rows, pool, with_candidates=with_candidates)
        view = self._with_roots(shown, rows, queries)
        rows.counted[:, _CUTS] += view.cuts
        return rows, pool, view

    def _with_roots(self, view: View, rows: Rows, queries: Sequence[Query]) -> View:
        """Rows that still stand at their root show it as it is: one goal ``$query(...)``."""
        at_root = rows.tokens[:, 0] == QUERY
        if not bool(at_root.any()):
            return view
        batch = TokenBatch.of([query.root(answers=False) for query in queries])
        goals = np.zeros(tuple(view.goals.shape), np.int32)
        nothing = np.full((len(queries), self.width), -1)
        every = np.arange(len(queries))
        cut = Viewer(self.view, self.vocabulary).show(batch, every, nothing, goals, None)
        return view._replace(
            goals=torch.where(at_root[:, None, None], self._put(goals), view.goals),
            cuts=view.cuts + torch.where(at_root, self._put(cut) - view.own_cuts, 0),
        )

    def _revive(self, rows: Rows) -> None:
        """A root without candidates keeps one legal action, which ends the episode."""
        dead = rows.outcome == Outcome.FAILED
        rows.outcome = torch.where(dead, int(Outcome.OPEN), rows.outcome)
        if self.config.refuse:
            last = torch.arange(self.width, device=self.device) == self.width - 1
            rows.mask = torch.where(dead[:, None], last, rows.mask)
            rows.clauses = torch.where(dead[:, None] & last, REFUSE, rows.clauses)

    def _forced(self, rows: Rows) -> Tensor:
        """[N] open rows whose one legal action is a candidate or *more*."""
        action = rows.mask.int().argmax(1, keepdim=True)
        is_move = (rows.slots.gather(1, action) >= 0) | (rows.clauses.gather(1, action) == MORE)
        only = rows.mask.sum(1) == 1
        return only & is_move.squeeze(1) & (rows.outcome == Outcome.OPEN)

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
        found = self._moved(rows, moving, actions, pool, 0)
        pools, base = [found], len(found.clause)
        while self.config.auto_advance:
            mask = rows.mask[moving]
            forced = (mask.sum(1) == 1) & (rows.outcome[moving] == Outcome.OPEN)
            count = fetch(forced.sum())[0]
            if not count:
                break
            moving = moving[torch.nonzero_static(forced, size=count).squeeze(1)]
            actions = rows.mask[moving].int().argmax(1)
            pools = [Pool.joined(pools)]
            found = self._moved(rows, moving, actions, pools[0], base)
            base += len(found.clause)
            pools.append(found)
        return Pool.joined(pools)

    def _moved(self, rows: Rows, moving: Tensor, actions: Tensor, pool: Pool, base: int) -> Pool:
        """Play one move in each of ``moving``; the new candidates, which start at ``base``."""
        slot = rows.slots[moving].gather(1, actions[:, None]).squeeze(1)
        steps = slot >= 0
        self._step_into(rows, moving, slot, steps, pool)
        rows.inferences[moving] += steps
        turned = torch.where(steps, 0, rows.turned[moving] + 1)
        rows.turned[moving] = turned
        rows.offset[moving] = torch.where(steps, 0, rows.next_offset[moving])
        rows.counted[moving, _TURNED] += ~steps
        found = self._opened(rows, moving, steps, base)
        open_ = rows.outcome[moving] == Outcome.OPEN
        late = open_ & (turned > self.config.max_pages)
        rows.counted[moving, _LIMITS] += late
        over = late | (open_ & (rows.inferences[moving] >= self.max_inferences))
        truncated = torch.full_like(moving, int(Outcome.TRUNCATED))
        rows.outcome[moving] = torch.where(over, truncated, rows.outcome[moving])
        return found

    def _step_into(
        self, rows: Rows, moving: Tensor, slot: Tensor, steps: Tensor, pool: Pool
    ) -> None:
        """Put the resolvents of chosen candidates in the place of their states."""
        if not len(pool.clause):
            return
        chosen = pool.take(slot.clamp(min=0))
        n_clause = self.resolver.n_clause_variables
        n_variables = chosen.tokens.shape[1] - n_clause
        rule = self.resolver.rules[chosen.clause].long()
        size, n_goals = self.resolver.body_sizes[rule].unbind(1)
        (before,) = fetch(rows.sizes.max())
        tokens = rows.tokens[:, :before].index_select(0, moving)
        empty = n_goals == 0
        rest_at = torch.where(
            empty, rows.open_at[moving], 1 + self.resolver.arity[tokens[:, 0].long()].long()
        )
        gone = torch.where(empty, rows.n_leading[moving], 0)
        written = Written(
            tokens=torch.cat([chosen.tokens[:, n_clause:], chosen.tokens[:, :n_clause]], 1),
            rule=rule,
            rest_at=rest_at,
            sizes=size + rows.sizes[moving] - rest_at,
            n_goals=rows.n_goals[moving] - 1 - gone + n_goals,
        )
        (longest,) = fetch(torch.where(steps, written.sizes, 0).max())
        held = States(tokens, rows.sizes[moving], rows.n_goals[moving], n_variables)
        every = torch.arange(len(moving), device=self.device)
        result = self.resolver.resolvents(held, every, written, longest)
        width = max(longest, before)
        result, tokens = pad(result, (0, width - longest)), pad(tokens, (0, width - before))
        rows.tokens[moving, :width] = torch.where(steps[:, None], result, tokens)
        rows.sizes[moving] = torch.where(steps, written.sizes, held.sizes)
        rows.n_goals[moving] = torch.where(steps, written.n_goals, held.n_goals)
        rows.hashes[moving] = torch.where(steps, chosen.hashes, rows.hashes[moving])

    # ---- pages

    def _opened(self, rows: Rows, opening: Tensor, stepped: Tensor, base: int) -> Pool:
        """Open the pages of ``opening`` [K]; their candidates, which start at ``base``."""
        sizes, n_goals = rows.sizes[opening], rows.n_goals[opening]
        longest, refuted = fetch(sizes.max(), (n_goals == 0).any())
        longest = max(1, longest)
        tokens = rows.tokens[:, :longest].index_select(0, opening)
        is_variable = (tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END)
        highest = torch.where(is_variable, tokens - (VARIABLE_BASE - 1), 0).max()
        (n_variables,) = fetch(highest)
        selected = self.resolver.select(States(tokens, sizes, n_goals, n_variables))
        rows.open_at[opening] = selected.open_at
        rows.n_leading[opening] = selected.n_leading
        if self.loop_check:
            self._remember(rows, opening, stepped & (n_goals > 0))
        found = self._candidates(rows, opening, selected)
        hashes = self._hashes(selected, found)
        kept, merged, looped = self._laid_out(rows, opening, found, hashes)
        self._lay(rows, opening, found, kept, base)
        if refuted:
            self._close(rows, opening, n_goals == 0)
        rows.counted[opening, _ERRORS] += found.errors
        rows.counted[opening, _MERGED] += merged
        rows.counted[opening, _LOOPED] += looped
        clause_tokens = found.written.tokens[:, n_variables:]
        state_tokens = found.written.tokens[:, :n_variables]
        return Pool(found.clause, torch.cat([clause_tokens, state_tokens], 1), hashes)

    def _remember(self, rows: Rows, opening: Tensor, stepped: Tensor) -> None:
        at = rows.history_length[opening]
        kept = rows.history[opening, at]
        rows.history[opening, at] = torch.where(stepped, rows.hashes[opening], kept)
        rows.history_length[opening] = at + stepped

    def _candidates(self, rows: Rows, opening: Tensor, selected: Selected) -> _Round:
        """The candidates of the pages, in order, variables numbered."""
        resolver, n = self.resolver, len(opening)
        hidden, begin = rows.hidden[opening], rows.offset[opening]
        end = begin + self.limit
        start, length = resolver.spans(selected.predicate, selected.arguments)
        length = torch.where(selected.states.n_goals > 0, length, 0)
        n_columns = selected.states.n_variables
        counts = torch.zeros_like(start)
        errors = torch.zeros_like(start)
        parts: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []
        at, step = 0, self.limit + 1
        while True:
            left = torch.where(counts <= end, length - at, 0).clamp(0, step)
            (total,) = fetch(left.sum())
            if not total:
                break
            row = torch.repeat_interleave(left, output_size=total)
            first = left.cumsum(0) - left
            entry = torch.arange(total, device=self.device) + (start + at - first)[row]
            clause = resolver.lists.entries[entry].long()
            agrees = resolver.agrees(selected.arguments.index_select(0, row), clause, hidden[row])
            (count,) = fetch(agrees.sum())
            index = torch.nonzero_static(agrees, size=count).squeeze(1)
            row, clause = row[index], clause[index]
            holds, bound = resolver.match(
                selected.arguments.index_select(0, row), clause, n_columns
            )
            failed = torch.zeros_like(holds)
            if self.resolver.runs_builtins:
                tried = resolver.run_all(selected, row, clause, bound, holds, hidden[row])
                bound, holds, failed = tried.substitution, tried.holds, tried.failed
            ordinal = counts[row] + _rank(row, holds, n)
            met = failed & (ordinal <= end[row])
            errors.index_add_(0, row, met.long())
            counts = counts.index_add(0, row, holds.long())
            on_page = holds & (ordinal >= begin[row]) & (ordinal < end[row])
            (count,) = fetch(on_page.sum())
            if count < len(row):
                index = torch.nonzero_static(on_page, size=count).squeeze(1)
                row, clause, bound, ordinal = (
                    row[index], clause[index], bound[index], ordinal[index]
                )  # fmt: skip
            parts.append((row, clause, bound, ordinal - begin[row]))
            at += step
        row, clause, bound, ordinal = self._gathered(parts, n_columns)
        written = resolver.write(selected, row, clause, bound)
        return _Round(row, clause, written, ordinal, counts, counts > end, errors)

    def _gathered(
        self, parts: list[tuple[Tensor, Tensor, Tensor, Tensor]], n_columns: int
    ) -> tuple[Tensor, ...]:
        if len(parts) == 1:
            return parts[0]
        if parts:
            return tuple(torch.cat(field) for field in zip(*parts, strict=True))
        nothing = torch.zeros(0, dtype=torch.int64, device=self.device)
        width = n_columns + self.resolver.n_clause_variables
        bound = torch.zeros((0, width), dtype=torch.int32, device=self.device)
        return nothing, nothing, bound, nothing

    def _hashes(self, selected: Selected, found: _Round) -> Tensor:
        """[M] int64: the value of each token times a power of the radix, summed over a resolvent.

        What the state contributes is summed once for each state and variable: behind a body it is
        only multiplied by a power of the radix.
        """
        states, written = selected.states, found.written
        n_variables = states.n_variables
        fixed, varying = self._sums(states, selected.rest_at)
        if self.resolver.runs_builtins:
            later = self._sums(states, selected.open_at)
            empty = (self.resolver.body_sizes[written.rule, 1] == 0).long()
            total = torch.stack([fixed, later[0]])[empty, found.row]
            share = torch.stack([varying, later[1]])[empty, found.row]
        else:
            total, share = fixed[found.row], varying.index_select(0, found.row)
        values = _looked_up(self._value, written.tokens[:, :n_variables])
        total = total + (share * values).sum(1)
        width = self.resolver.bodies.shape[1]
        if width:
            size = self.resolver.body_sizes[:, 0][written.rule]
            total = total * torch.where(size > 0, self._power[size - 1], 1)
            has = self.resolver.bodies_used(written.rule)
            total = total + self._body_hashes(written, n_variables, has)
        return total

    def _body_hashes(self, written: Written, n_variables: int, has: Tensor) -> Tensor:
        (count,) = fetch(has.sum())
        which = torch.nonzero_static(has, size=count).squeeze(1)
        some = Written(*(field[which] for field in written))
        bodies = self.resolver.bodies[some.rule]
        tokens = self.resolver.body_tokens(bodies, some, n_variables)
        value = torch.where(tokens > 0, _looked_up(self._value, tokens), 0)
        power = torch.cat([torch.ones_like(self._power[:1]), self._power])[: bodies.shape[1]]
        out = torch.zeros_like(written.sizes)
        return out.index_copy_(0, which, (value * power).sum(1))

    def _sums(self, states: States, at: Tensor) -> tuple[Tensor, Tensor]:
        """Of tokens from ``at`` [N] on: what constants add [N], and factors of variables [N, V]."""
        tokens, n_variables = states.tokens, states.n_variables
        n, length = tokens.shape
        index = torch.arange(length, device=self.device) - at[:, None]
        power = torch.where(index > 0, self._power[(index - 1).clamp(min=0)], 1)
        power = torch.where((index >= 0) & (tokens > 0), power, 0)
        is_variable = _is_variable(tokens)
        constant = torch.where(is_variable, 0, _looked_up(self._value, tokens))
        column = torch.where(is_variable, tokens - VARIABLE_BASE, n_variables).long()
        factors = power.new_zeros((n, n_variables + 1)).scatter_add_(1, column, power)
        return (power * constant).sum(1), factors[:, :-1]

    def _laid_out(
        self, rows: Rows, opening: Tensor, found: _Round, hashes: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Which candidates are kept, as [K, limit] places in the pool or -1, and the counts."""
        n = len(opening)
        place = torch.full((n, self.limit), -1, dtype=torch.int64, device=self.device)
        place[found.row, found.ordinal] = torch.arange(len(found.row), device=self.device)
        capacity = self.limit - found.more.long()
        within = (place >= 0) & (torch.arange(self.limit, device=self.device) < capacity[:, None])
        column = torch.arange(self.limit, device=self.device)
        dense = column.expand(n, -1)  # no hash of anything, and different from each other
        if len(hashes):
            dense = torch.where(place >= 0, hashes[place.clamp(min=0)], dense)
        merged = self._repeated(dense) & within
        kept = within & ~merged
        looped = torch.zeros_like(kept)
        if self.loop_check:
            looped = self._seen(dense, rows, opening) & kept
        kept = kept & ~looped
        return torch.where(kept, place, -1), merged.sum(1), looped.sum(1)

    def _repeated(self, dense: Tensor) -> Tensor:
        """[K, limit] whether the same hash stands to the left of one."""
        if dense.device.type == "cuda":
            return (dense[:, :, None] == dense[:, None, :]).tril(-1).any(2)
        repeated = torch.zeros_like(dense, dtype=torch.bool)
        for apart in range(1, dense.shape[1]):  # a third of the time of the cube on a CPU
            repeated[:, apart:] |= dense[:, apart:] == dense[:, :-apart]
        return repeated

    def _seen(self, dense: Tensor, rows: Rows, opening: Tensor) -> Tensor:
        """[K, limit] whether a hash is in the history of its row."""
        (length,) = fetch(rows.history_length.max())
        history = rows.history[opening, :length]
        if dense.device.type == "cuda":
            return (dense[:, :, None] == history[:, None, :]).any(2)
        seen = torch.zeros_like(dense, dtype=torch.bool)
        for at in range(length):
            seen |= dense == history[:, at : at + 1]
        return seen

    def _lay(self, rows: Rows, opening: Tensor, found: _Round, kept: Tensor, base: int) -> None:
        """Write the windows: kept candidates to the left, *more* and *refuse* in their places."""
        n, width, limit = len(opening), self.width, self.limit
        is_kept = kept >= 0
        target = torch.where(is_kept, is_kept.long().cumsum(1) - 1, width)
        slots = torch.full((n, width + 1), -1, dtype=torch.int64, device=self.device)
        slots = slots.scatter_(1, target, kept)[:, :width]
        mask = slots >= 0
        if len(found.clause):
            ids = self.resolver.ids[found.clause]
            clauses = torch.where(mask, ids[slots.clamp(min=0)], 0).to(torch.int32)
        else:
            clauses = torch.zeros((n, width), dtype=torch.int32, device=self.device)
        slots = torch.where(mask, slots + base, -1)
        last = torch.arange(width, device=self.device)
        is_more = found.more[:, None] & (last == limit - 1)
        mask = mask | is_more
        clauses = torch.where(is_more, MORE, clauses)
        failed = ~mask.any(1)
        if self.config.refuse:
            offered = ~failed[:, None] & (last == width - 1)
            mask = mask | offered
            clauses = torch.where(offered, REFUSE, clauses)
        mask = mask | (failed[:, None] & (last == 0))
        rows.slots[opening], rows.clauses[opening], rows.mask[opening] = slots, clauses, mask
        rows.next_offset[opening] = rows.offset[opening] + limit - found.more.long()
        rows.outcome[opening] = torch.where(failed, int(Outcome.FAILED), int(Outcome.OPEN))

    def _close(self, rows: Rows, opening: Tensor, refuted: Tensor) -> None:
        """No action but one in the first slot where the state has no goals."""
        first = torch.arange(self.width, device=self.device) == 0
        where = refuted[:, None]
        rows.slots[opening] = torch.where(where, -1, rows.slots[opening])
        rows.clauses[opening] = torch.where(where, 0, rows.clauses[opening])
        rows.mask[opening] = torch.where(where, first, rows.mask[opening])
        rows.outcome[opening] = torch.where(refuted, int(Outcome.REFUTED), rows.outcome[opening])

    # ---- views

    def show(self, rows: Rows, pool: Pool, *, with_candidates: bool = True) -> View:
        """What rows show of their states, and of the candidates in their slots."""
        n = len(rows.sizes)
        (longest,) = fetch(rows.sizes.max())
        length = max(1, longest)
        tokens = rows.tokens[:, :length]
        row = torch.arange(n, device=self.device)
        here = torch.zeros_like(rows.sizes)
        starts, lengths = self._goal_places(tokens, here, rows.sizes)
        shown = _looked_up(self._view_id, tokens).flatten()
        nothing = torch.zeros((n, 0), dtype=torch.int32, device=self.device)
        own, own_cut = self._shown(
            shown, starts + (row * length)[:, None], lengths, rows.n_goals, nothing
        )
        cuts = own_cut.long()
        if not with_candidates:
            return View(own, None, cuts, cuts)
        view = self.view
        out = torch.zeros(
            (n * self.width, view.n_goals, view.goal_width), dtype=torch.int32, device=self.device
        )
        has = (rows.slots >= 0).flatten()
        (count,) = fetch(has.sum())
        if count:
            where = torch.nonzero_static(has, size=count).squeeze(1)
            chosen = pool.take(rows.slots.flatten()[where])
            candidates, cut = self._candidates_shown(rows, tokens, where // self.width, chosen)
            out.index_copy_(0, where, candidates)
            cuts = cuts.index_add(0, where // self.width, cut.long())
        shape = n, self.width, view.n_goals, view.goal_width
        return View(own, out.view(shape), cuts, own_cut.long())

    def _candidates_shown(
        self, rows: Rows, tokens: Tensor, row: Tensor, chosen: Pool
    ) -> tuple[Tensor, Tensor]:
        """Views [M, G, W] of candidates of states ``row`` [M], and which were cut [M]."""
        resolver, length = self.resolver, tokens.shape[1]
        rule = resolver.rules[chosen.clause].long()
        body_goals = resolver.body_sizes[:, 1][rule]
        empty = body_goals == 0
        rest_at = 1 + resolver.arity[tokens[:, 0].long()].long()
        shift = (torch.arange(len(tokens), device=self.device) * length)[:, None]
        starts, lengths = self._goal_places(tokens, rest_at, rows.sizes)
        starts = starts + shift
        if resolver.runs_builtins:
            later, later_lengths = self._goal_places(tokens, rows.open_at, rows.sizes)
            place = empty.long(), row
            starts = torch.stack([starts, later + shift])[place]
            lengths = torch.stack([lengths, later_lengths])[place]
            gone = torch.where(empty, rows.n_leading[row], 0)
        else:
            starts, lengths = starts.index_select(0, row), lengths.index_select(0, row)
            gone = torch.zeros_like(row)
        n_goals = rows.n_goals[row] - 1 - gone + body_goals
        codes = self._codes(tokens, resolver.n_clause_variables).flatten()
        if self._body_codes.numel():
            goal = torch.arange(self.view.n_goals, device=self.device)
            behind = (goal - body_goals[:, None]).clamp(min=0)
            in_body = goal < body_goals[:, None]
            starts = starts.gather(1, behind) + self._body_codes.numel()
            starts = torch.where(in_body, self._body_starts.index_select(0, rule), starts)
            lengths = lengths.gather(1, behind)
            lengths = torch.where(in_body, self._body_lengths.index_select(0, rule), lengths)
            codes = torch.cat([self._body_codes, codes])
        variables = _looked_up(self._view_id, chosen.tokens)
        return self._shown(codes, starts, lengths, n_goals, variables)

    def _goal_places(self, tokens: Tensor, at: Tensor, sizes: Tensor) -> tuple[Tensor, Tensor]:
        """Starts and lengths [N, G] of the goals from ``at`` on; length 0 where there is none."""
        starts, lengths = [], []
        last = tokens.shape[1] - 1
        for _ in range(self.view.n_goals):
            name = tokens.gather(1, at.clamp(max=last)[:, None]).squeeze(1)
            name = torch.where(at < sizes, name, 0)
            length = self.resolver.arity[name.long()].long() + 1
            if self.resolver.runs_builtins:
                inner = tokens.gather(1, (at + 2).clamp(max=last)[:, None]).squeeze(1)
                known = torch.where(inner < len(self.resolver.arity), inner, 0).long()
                negated = self.resolver.arity[known].long() + 4
                length = torch.where(name == NOT, negated, length)
            length = torch.where(at < sizes, length, 0)
            starts.append(at)
            lengths.append(length)
            at = at + length
        return torch.stack(starts, 1), torch.stack(lengths, 1)

    def _codes(self, tokens: Tensor, first: int) -> Tensor:
        """View ids of constants, and ``-1 - first - v`` for variable v; int32, same shape."""
        variable = VARIABLE_BASE - 1 - first - tokens
        return torch.where(_is_variable(tokens), variable, _looked_up(self._view_id, tokens))

    def _shown(
        self,
        codes: Tensor,
        start: Tensor,
        lengths: Tensor,
        n_goals: Tensor,
        variables: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Views [M, G, W] of resolvents, and which were cut [M].

        Args:
            codes: [T] of :meth:`_codes`.
            start: [M, G] where in these each goal starts.
            lengths: [M, G] and its length.
            n_goals: [M] goals of the resolvents.
            variables: [M, X] view ids of variables.
        """
        g, w = self.view.n_goals, self.view.goal_width
        goal, slot = torch.arange(g, device=self.device), torch.arange(w, device=self.device)
        too_many = n_goals > g
        limit = torch.where(too_many, g - 1, n_goals)
        lengths = torch.where(goal < limit[:, None], lengths, 0)
        index = (start[:, :, None] + slot).clamp(max=len(codes) - 1)
        code = codes.index_select(0, index.flatten()).view(index.shape)
        code = torch.where(slot < lengths[:, :, None], code, 0)
        if variables.shape[1]:
            column = (-1 - code).clamp(0, variables.shape[1] - 1).long()
            shown = variables.gather(1, column.flatten(1)).view(code.shape)
            code = torch.where(code < 0, shown, code)
        cut = too_many
        too_long = lengths > w
        if self._may_be_long:
            code = torch.where(too_long[:, :, None] & (slot == w - 1), ELLIPSIS, code)
            cut = cut | too_long.any(1)
        code[:, g - 1, 0] = torch.where(too_many, ELLIPSIS, code[:, g - 1, 0])
        return code, cut

    @property
    def _may_be_long(self) -> bool:
        return self.resolver.runs_builtins or self.view.goal_width <= int(self.table.arity.max())


def _is_variable(tokens: Tensor) -> Tensor:
    return (tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END)


def _looked_up(table: Tensor, index: Tensor) -> Tensor:
    """``table[index]`` for int32 indices, which index_select need not convert."""
    return table.index_select(0, index.flatten()).view(index.shape)


def _rank(row: Tensor, holds: Tensor, n: int) -> Tensor:
    """[M] how many hold before each entry of the same row; rows ascend."""
    before = holds.long().cumsum(0) - holds.long()
    first = torch.full((n,), 2**62, dtype=torch.int64, device=row.device)
    first.scatter_reduce_(0, row, before, "amin")
    return before - first[row]
