"""Where episodes start: the first decision of every query, with what it shows, kept on the device.

Starting an episode is copying rows.

Dimension key: N rows, Q queries, A actions.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.devices import fetch, places
from symbolic_rl.bridge.tokens import QUERY, TokenBatch, count_of
from symbolic_rl.engine.tensor.engine import flat_root
from symbolic_rl.play.on_device.arrays import CandidateTable, DeviceRows
from symbolic_rl.play.on_device.hashing import ROOT_HASH
from symbolic_rl.play.on_device.player import DeviceStep
from symbolic_rl.play.on_device.views import DeviceView
from symbolic_rl.play.pages import COUNTERS, Outcome
from symbolic_rl.play.queries import OF_TEAMS, QueryDraw
from symbolic_rl.play.views_c import AnyViewer
from symbolic_rl.program.program import Query

_CHUNK = 1024
_CUTS = COUNTERS.index("view_cuts")


class DeviceEpisodeStarts:
    """Where the episodes of Q queries start.

    Args:
        player: opens pages.
        viewer: shows roots that stand as they are.
        queries: what can be asked.
        with_candidates: show the candidates' resolvents.
    """

    def __init__(
        self,
        player: DeviceStep,
        viewer: AnyViewer,
        queries: Sequence[Query],
        *,
        with_candidates: bool,
    ) -> None:
        self._player, self._viewer = player, viewer
        self._with_candidates = with_candidates
        chunks = [self._started(queries[at : at + _CHUNK]) for at in range(0, len(queries), _CHUNK)]
        base = 0
        for rows, pool, _ in chunks:
            rows.slots = torch.where(rows.slots >= 0, rows.slots + base, -1)
            base += len(pool.clause)
        self.rows = DeviceRows.joined([rows for rows, _, _ in chunks])
        """[Q] rows."""
        self.pool = CandidateTable.joined([pool for _, pool, _ in chunks])
        """What their slots mean."""
        self.goals = torch.cat([view.goals for _, _, view in chunks])
        """[Q, G, W] int32."""
        shown = [view.candidates for _, _, view in chunks if view.candidates is not None]
        self.candidates = torch.cat(shown) if shown else None
        """[Q, A, G, W] int32."""

    @property
    def nbytes(self) -> int:
        """Memory."""
        held = [*vars(self.rows).values(), *vars(self.pool).values(), self.goals, self.candidates]
        return sum(x.nbytes for x in held if isinstance(x, Tensor))

    def copy_to(
        self, rows: DeviceRows, where: Tensor, queries: Tensor, base: int
    ) -> CandidateTable:
        """Start queries in rows.

        Args:
            rows: all rows.
            where: [M] which of them.
            queries: [M] which query each plays.
            base: where the new candidates start among those that slots mean.

        Returns:
            the candidates.
        """
        source = self.rows.take(queries)
        flat = source.slots.flatten()
        has = places(flat >= 0)
        taken = self.pool.take(flat.index_select(0, has))
        number = torch.arange(base, base + len(has), device=flat.device)
        source.slots = flat.index_copy(0, has, number).view_as(source.slots)
        rows.put(where, source)
        return taken

    # ---- starting queries

    def _started(self, queries: Sequence[Query]) -> tuple[DeviceRows, CandidateTable, DeviceView]:
        """Rows at the first decision of queries: forced moves short of an end are played."""
        player = self._player
        rows = self._roots(queries)
        every = torch.arange(len(queries), device=player.device)
        pool = player.open(rows, every, torch.ones_like(every, dtype=torch.bool), base=0)
        self._revive(rows)
        forced = _forced(rows)
        while player.config.auto_advance and fetch(forced.any())[0]:
            chosen = places(forced)
            saved = rows.take(every)
            actions = rows.mask.index_select(0, chosen).int().argmax(1)
            pool = CandidateTable.joined(
                [pool, player.move(rows, chosen, actions, pool, len(pool.clause))]
            )
            ended = rows.outcome != Outcome.OPEN
            rows = rows.choose(ended, saved)
            forced = forced & ~ended & _forced(rows)
        flat = rows.slots.flatten()
        has = places(flat >= 0)
        pool = pool.take(flat.index_select(0, has))
        number = torch.arange(len(has), device=player.device)
        rows.slots = flat.index_copy(0, has, number).view_as(rows.slots)
        shown = player.show(rows, pool, with_candidates=self._with_candidates)
        view = self._with_roots(shown, rows, queries)
        rows.counted[:, _CUTS] += view.cuts
        return rows, pool, view

    def _roots(self, queries: Sequence[Query]) -> DeviceRows:
        """Rows whose states are the roots of queries."""
        player, put = self._player, self._player.tables.put
        arity = player.tables.table.arity
        sequences = [flat_root(q.root(answers=False).tolist(), arity) for q in queries]
        tokens = np.zeros((len(queries), player.max_length + 1), np.int32)
        for i, sequence in enumerate(sequences):
            tokens[i, : sequence.size - 1] = sequence[1:]
        rows = player.blank(len(queries))
        rows.tokens = put(tokens)
        rows.sizes = put(np.array([s.size - 1 for s in sequences], np.int64))
        rows.n_goals = put(np.array([count_of(int(s[0])) for s in sequences], np.int64))
        rows.hidden = put(np.array([query.hidden for query in queries], np.int64))
        rows.hashes.fill_(ROOT_HASH)
        return rows

    def _with_roots(
        self, view: DeviceView, rows: DeviceRows, queries: Sequence[Query]
    ) -> DeviceView:
        """Rows that still stand at their root show it as it is: one goal ``$query(...)``."""
        at_root = rows.tokens[:, 0] == QUERY
        if not fetch(at_root.any())[0]:
            return view
        batch = TokenBatch.of([query.root(answers=False) for query in queries])
        goals = np.zeros(tuple(view.goals.shape), np.int32)
        nothing = np.full((len(queries), self._player.width), -1)
        cut = self._viewer.show(batch, np.arange(len(queries)), nothing, goals, None)
        put = self._player.tables.put
        return view._replace(
            goals=torch.where(at_root[:, None, None], put(goals), view.goals),
            cuts=view.cuts + torch.where(at_root, put(cut) - view.own_cuts, 0),
        )

    def _revive(self, rows: DeviceRows) -> None:
        """A root without candidates keeps one legal action, which ends the episode."""
        dead = rows.outcome == Outcome.FAILED
        rows.outcome = torch.where(dead, int(Outcome.OPEN), rows.outcome)
        if self._player.config.refuse:
            width = self._player.width
            last = torch.arange(width, device=dead.device) == width - 1
            rows.mask = torch.where(dead[:, None], last, rows.mask)
            rows.clauses = torch.where(dead[:, None] & last, REFUSE, rows.clauses)


def _forced(rows: DeviceRows) -> Tensor:
    """[N] open rows whose one legal action is a candidate or *more*."""
    action = rows.mask.int().argmax(1, keepdim=True)
    is_move = (rows.slots.gather(1, action) >= 0) | (rows.clauses.gather(1, action) == MORE)
    only = rows.mask.sum(1) == 1
    return only & is_move.squeeze(1) & (rows.outcome == Outcome.OPEN)


class DeviceQueryDraw:
    """Goes on from a draw, with the same queries.

    Args:
        draw: of rows that are whole teams, not in order.
        device: where the numbers are.
    """

    def __init__(self, draw: QueryDraw, device: torch.device) -> None:
        assert not draw.in_order
        self.level = draw.level
        """Of episodes that start from now on."""
        self._share, self._group_size = draw.current_share, draw.group_size
        self._keys = torch.from_numpy(draw.keys.view(np.int64)).to(device)
        self._first, self._size = (
            torch.from_numpy(x).to(device, copy=True) for x in (draw.first, draw.sizes)
        )
        self._started, self._group, self._group_level = (
            torch.from_numpy(getattr(draw, name)).to(device, copy=True) for name in OF_TEAMS
        )

    def __call__(self, rows: Tensor, episodes: Tensor) -> tuple[Tensor, Tensor]:
        """Queries [M], and their levels [M], of episodes [M] of ascending rows [M]."""
        in_force = torch.full_like(rows, self.level)
        if self._group_size > 1:
            episodes, in_force = self._in_groups(rows // self._group_size)
        pick = _splitmix64(self._keys.index_select(0, rows) ^ episodes)
        level = in_force
        if len(self._size) > 1:
            which = _splitmix64(pick)
            is_current = _shifted_right(which, 11).double() / 2.0**53 < self._share
            earlier = _remainder(_splitmix64(which), in_force.clamp(min=1))
            level = torch.where(is_current | (in_force == 0), in_force, earlier)
        within = _remainder(pick, self._size.index_select(0, level))
        return self._first.index_select(0, level) + within, level

    def _in_groups(self, team: Tensor) -> tuple[Tensor, Tensor]:
        """Groups that the next episodes of ascending teams [M] belong to, and their levels."""
        rank = torch.arange(len(team), device=team.device) - torch.searchsorted(team, team)
        number = self._started.index_select(0, team) + rank
        self._started.index_add_(0, team, torch.ones_like(team))
        group = torch.div(number, self._group_size, rounding_mode="floor")
        is_known = group == self._group.index_select(0, team)
        level = torch.where(is_known, self._group_level.index_select(0, team), self.level)
        latest = self._group.scatter_reduce(0, team, group, "amax")
        self._group_level = torch.where(latest == self._group, self._group_level, self.level)
        self._group = latest
        return group, level

    def state(self) -> dict[str, Tensor]:
        """What depends on the episodes that have started, copied to the host."""
        counts = {name: getattr(self, f"_{name}").cpu().clone() for name in OF_TEAMS}
        return {"level": torch.tensor(self.level), **counts}

    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Go on from :meth:`state`."""
        self.level = int(state["level"])
        for name in OF_TEAMS:
            setattr(self, f"_{name}", state[name].to(self._keys.device, copy=True))


def _shifted_right(x: Tensor, by: int) -> Tensor:
    """The logical shift of 64-bit words."""
    return (x >> by) & ((1 << (64 - by)) - 1)


def _splitmix64(x: Tensor) -> Tensor:
    """:func:`symbolic_rl.bridge.tokens.splitmix64` on the bits of int64."""
    x = x + _signed(0x9E3779B97F4A7C15)
    x = (x ^ _shifted_right(x, 30)) * _signed(0xBF58476D1CE4E5B9)
    x = (x ^ _shifted_right(x, 27)) * _signed(0x94D049BB133111EB)
    return x ^ _shifted_right(x, 31)


def _signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


def _remainder(x: Tensor, by: Tensor) -> Tensor:
    """The remainder of 64-bit words, taken as unsigned, by small positive numbers."""
    return (_shifted_right(x, 1) % by * 2 + (x & 1)) % by
