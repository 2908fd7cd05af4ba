"""Starts of episodes on a device, and the draw of the queries that they start with.

The first decision of every query, and what it shows, is computed once and kept on the device; to
start an episode is to copy rows. The form in C is :mod:`symbolic_rl.derivations.queries`, by
whose laws it goes: same names, same queries, same starts.

Dimension key: N rows, Q queries, M episodes that start, A actions, G goals, W slots of a goal.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.devices import fetch, places
from symbolic_rl.bridge.tokens import QUERY, TokenBatch, count_of
from symbolic_rl.derivations.on_device.arrays import CandidateTable, DeviceRows, where_rows
from symbolic_rl.derivations.on_device.hashing import ROOT_HASH
from symbolic_rl.derivations.on_device.step import DeviceStep
from symbolic_rl.derivations.on_device.views import DeviceView
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.derivations.queries import CURRENT_SHARE, OF_TEAMS, QueryDraw
from symbolic_rl.derivations.views import Viewer
from symbolic_rl.engine.tensor.clause_table import flat_root
from symbolic_rl.program.program import Query

_CHUNK = 1024
"""Queries started in one batch."""
_CUTS = COUNTERS.index("view_cuts")


class DeviceEpisodeStarts:
    """Starts of the episodes of Q queries; ``viewer`` shows roots that no forced move replaced."""

    def __init__(
        self, step: DeviceStep, viewer: Viewer, queries: Sequence[Query], *, with_candidates: int
    ) -> None:
        self._step, self._viewer = step, viewer
        self._with_candidates = with_candidates
        chunks = [self._started(queries[at : at + _CHUNK]) for at in range(0, len(queries), _CHUNK)]
        base = 0
        for rows, pool, _ in chunks:
            rows.slots = torch.where(rows.slots >= 0, rows.slots + base, -1)
            base += len(pool.clause)
        self.rows = DeviceRows.joined([rows for rows, _, _ in chunks])
        """[Q] rows at their first decision."""
        self.pool = CandidateTable.joined([pool for _, pool, _ in chunks])
        """Candidates that their slots index."""
        self.goals = torch.cat([view.goals for _, _, view in chunks])
        """[Q, G, W] int32."""
        shown = [view.candidates for _, _, view in chunks if view.candidates is not None]
        self.candidates = torch.cat(shown) if shown else None
        """[Q, A, G, W] int32."""

    @property
    def nbytes(self) -> int:
        """Memory of all starts."""
        held = [*vars(self.rows).values(), *vars(self.pool).values(), self.goals, self.candidates]
        return sum(x.nbytes for x in held if isinstance(x, Tensor))

    def copy_to(
        self, rows: DeviceRows, where: Tensor, queries: Tensor, base: int
    ) -> CandidateTable:
        """Start ``queries`` [M] in the rows ``where`` [M]; return the candidates in slots.

        ``base`` is the number of the first new candidate among those that slots index.
        """
        source = self.rows.take(queries)
        taken = _in_slots(source, self.pool, base)
        rows.put(where, source)
        return taken

    # ---- starting queries

    def _started(self, queries: Sequence[Query]) -> tuple[DeviceRows, CandidateTable, DeviceView]:
        """Bring rows to the first decision of queries, by all forced moves that end no episode."""
        step = self._step
        rows = self._roots(queries)
        every = torch.arange(len(queries), device=step.device)
        pool = step.open(rows, every, torch.ones_like(every, dtype=torch.bool), base=0)
        self._revive(rows)
        forced = _forced(rows)
        while step.config.auto_advance and fetch(forced.any())[0]:
            chosen = places(forced)
            saved = rows.take(every)
            actions = rows.mask.index_select(0, chosen).int().argmax(1)
            pool = CandidateTable.joined(
                [pool, step.move(rows, chosen, actions, pool, len(pool.clause))]
            )
            ended = rows.outcome != Outcome.OPEN
            rows = rows.choose(ended, saved)  # undone
            # A row whose move was undone has the same forced move again: it must not come back.
            forced = forced & ~ended & _forced(rows)
        pool = _in_slots(rows, pool, 0)
        shown = step.show(rows, pool, with_candidates=self._with_candidates)
        view = self._with_roots(shown, rows, queries)
        rows.counted[:, _CUTS] += view.cuts
        return rows, pool, view

    def _roots(self, queries: Sequence[Query]) -> DeviceRows:
        """Make rows whose states are the roots of queries."""
        step, put = self._step, self._step.tables.put
        arity = step.tables.table.arity
        sequences = [flat_root(q.root(answers=False).tolist(), arity) for q in queries]
        tokens = np.zeros((len(queries), step.max_length + 1), np.int32)
        for i, sequence in enumerate(sequences):
            # The first number of a sequence is its count of goals.
            tokens[i, : sequence.size - 1] = sequence[1:]
        rows = step.blank(len(queries))
        rows.tokens = put(tokens)
        rows.sizes = put(np.array([s.size - 1 for s in sequences], np.int64))
        rows.n_goals = put(np.array([count_of(int(s[0])) for s in sequences], np.int64))
        rows.hidden = put(np.array([query.hidden for query in queries], np.int64))
        rows.hashes.fill_(ROOT_HASH)
        return rows

    def _with_roots(
        self, view: DeviceView, rows: DeviceRows, queries: Sequence[Query]
    ) -> DeviceView:
        """Show rows that still stand at a root as it is: one goal ``$query([Goal, ...])``."""
        at_root = rows.tokens[:, 0] == QUERY
        if not fetch(at_root.any())[0]:
            return view
        batch = TokenBatch.of([query.root(answers=False) for query in queries])
        goals = np.zeros(tuple(view.goals.shape), np.int32)
        # No candidates: only the states are laid out.
        nothing = np.full((len(queries), self._step.config.n_candidates), -1)
        cut = self._viewer.show(batch, np.arange(len(queries)), nothing, goals, None)
        put = self._step.tables.put
        return view._replace(
            goals=where_rows(at_root, put(goals), view.goals),
            cuts=view.cuts + torch.where(at_root, put(cut) - view.own_cuts, 0),
        )

    def _revive(self, rows: DeviceRows) -> None:
        """Open roots without candidates again: their one legal action ends the episode."""
        # A root without candidates must still offer an action, for no episode may start at its end.
        dead = rows.outcome == Outcome.FAILED
        rows.outcome = torch.where(dead, int(Outcome.OPEN), rows.outcome)
        if self._step.config.refuse:
            width = self._step.config.n_candidates
            last = torch.arange(width, device=dead.device) == width - 1
            rows.mask = torch.where(dead[:, None], last, rows.mask)
            rows.clauses = torch.where(dead[:, None] & last, REFUSE, rows.clauses)


def _in_slots(rows: DeviceRows, pool: CandidateTable, base: int) -> CandidateTable:
    """Return the candidates in slots of ``rows``, and number these slots from ``base``."""
    flat = rows.slots.flatten()
    # Slots in order of rows and actions; each candidate stands in one slot at most.
    has = places(flat >= 0)
    number = torch.arange(base, base + len(has), device=flat.device)
    rows.slots = flat.index_copy(0, has, number).view_as(rows.slots)
    return pool.take(flat.index_select(0, has))


def _forced(rows: DeviceRows) -> Tensor:
    """Return which open rows [N] have one legal action, a candidate or *more*."""
    action = rows.mask.int().argmax(1, keepdim=True)
    is_move = (rows.slots.gather(1, action) >= 0) | (rows.clauses.gather(1, action) == MORE)
    only = rows.mask.sum(1) == 1
    return only & is_move.squeeze(1) & (rows.outcome == Outcome.OPEN)


class DeviceQueryDraw:
    """Draw of queries that continues a :class:`.QueryDraw` of whole teams, not in order."""

    def __init__(self, draw: QueryDraw, device: torch.device) -> None:
        assert not draw.in_order
        self.level = draw.level
        """Level of episodes that start from now on."""
        self._group_size = draw.group_size
        self._keys = torch.from_numpy(draw.keys.view(np.int64)).to(device)
        self._first, self._size = (
            torch.from_numpy(x).to(device, copy=True) for x in (draw.first, draw.sizes)
        )
        self.changing = {
            name: torch.from_numpy(getattr(draw, name)).to(device, copy=True) for name in OF_TEAMS
        }
        """What depends on the episodes that have started, by name; written in place."""

    def __call__(self, which: Tensor, episodes: Tensor) -> tuple[Tensor, Tensor]:
        """Draw queries and levels, both [N], of ``episodes`` [N] for the rows ``which`` [N].

        Ignore the output for other rows.
        """
        rows = torch.arange(len(which), device=which.device)
        in_force = torch.full_like(rows, self.level)
        if self._group_size > 1:
            episodes, in_force = self._in_groups(which, rows // self._group_size)
        # The law of prolog/core/step.c: draw: the same bits give the same level and query.
        pick = _splitmix64(self._keys ^ episodes)
        level = in_force
        if len(self._size) > 1:
            # Two further draws from the same word: whether to take the current level, and which
            # earlier one.
            which = _splitmix64(pick)
            # The top 53 bits as a double in [0, 1), exact.
            is_current = _shifted_right(which, 11).double() / 2.0**53 < CURRENT_SHARE
            earlier = _remainder(_splitmix64(which), in_force.clamp(min=1))
            level = torch.where(is_current | (in_force == 0), in_force, earlier)
        within = _remainder(pick, self._size.index_select(0, level))
        return self._first.index_select(0, level) + within, level

    def _in_groups(self, which: Tensor, team: Tensor) -> tuple[Tensor, Tensor]:
        """Return groups of the next episodes [N], and their levels, for the teams [N] of rows."""
        size, starting = self._group_size, which.long()
        started, of_group, group_level = self.changing.values()
        # [N] rows of the same team that start before this one, in the order of rows.
        before = torch.cumsum(starting.view(-1, size), 1).view(-1) - starting
        number = started[team] + before
        started.index_add_(0, team, starting)
        group = torch.div(number, size, rounding_mode="floor")
        is_known = group == of_group[team]
        level = torch.where(is_known, group_level[team], self.level)
        # Groups of a team only grow, so of several episodes the maximum is the last one's; a level
        # stays while its group does. A captured step wants both in place.
        latest = of_group.scatter_reduce(0, team, torch.where(which, group, -1), "amax")
        group_level.copy_(torch.where(latest == of_group, group_level, self.level))
        of_group.copy_(latest)
        return group, level

    def copied(self) -> dict[str, Tensor]:
        """Copy what depends on the episodes that have started, on the device."""
        return {name: x.clone() for name, x in self.changing.items()}

    def write(self, copied: Mapping[str, Tensor]) -> None:
        """Go on from :meth:`copied`; in place."""
        for name, x in self.changing.items():
            x.copy_(copied[name])

    def state(self) -> dict[str, Tensor]:
        """Copy to the host what depends on the episodes that have started."""
        counts = {name: count.cpu() for name, count in self.copied().items()}
        return {"level": torch.tensor(self.level), **counts}

    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Go on from :meth:`state`."""
        self.level = int(state["level"])
        self.write(state)


def _shifted_right(x: Tensor, by: int) -> Tensor:
    """Shift 64-bit words right, filling with 0; ``>>`` fills with the sign."""
    return (x >> by) & ((1 << (64 - by)) - 1)


def _splitmix64(x: Tensor) -> Tensor:
    """Mix the bits of int64; as :func:`symbolic_rl.bridge.tokens.splitmix64` does.

    torch lacks most arithmetic on uint64, so shift and constants are made for signed words.
    """
    x = x + _signed(0x9E3779B97F4A7C15)
    x = (x ^ _shifted_right(x, 30)) * _signed(0xBF58476D1CE4E5B9)
    x = (x ^ _shifted_right(x, 27)) * _signed(0x94D049BB133111EB)
    return x ^ _shifted_right(x, 31)


def _signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


def _remainder(x: Tensor, by: Tensor) -> Tensor:
    """Return the remainder of 64-bit words, taken as unsigned, by small positive numbers."""
    # Without its last bit a word is positive, so ``%`` is right for the half of it.
    return (_shifted_right(x, 1) % by * 2 + (x & 1)) % by
