"""Which query a row plays next: a draw that nothing but the seed decides.

Dimension key: N rows, M episodes that start, L levels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symbolic_rl.base.config import MORE
from symbolic_rl.bridge.tokens import IntArray, TokenBatch, splitmix64
from symbolic_rl.play.observation import Observation, ObservationWriter
from symbolic_rl.play.pages import Outcome, Pager, Pages
from symbolic_rl.program.program import Query

OF_TEAMS = ("started", "group", "group_level")
"""What a draw remembers of each team: all that depends on the episodes that have started."""


class QueryDraw:
    """Which query the e-th episode of a row plays: a function of seed, row, e and the level alone.

    With ``group_size`` G, each G rows that follow one another are a team. The episodes that start
    in a team are numbered in the order in which they start, those of one step by row, and G
    numbers that follow one another play the same query: a function of seed, team, number // G and
    of the level when the first of them started. So whichever row is free goes on with the group
    that is being played, and a group waits for its own episodes alone.

    Args:
        sizes: number of queries of each level, easiest first.
        rows: [N] numbers of the rows.
        seed: seed of the draw.
        current_share: share of episodes on the current level.
        in_order: row r plays query r, again and again, instead of drawing.
        group_size: episodes that play the same query; ``rows`` are whole teams then.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        rows: IntArray,
        seed: int,
        current_share: float,
        *,
        in_order: bool = False,
        group_size: int = 1,
    ) -> None:
        self.first: IntArray = np.cumsum([0, *sizes])
        """[L+1] index of the first query of each level, and the number of queries."""
        self.sizes = np.array(sizes, np.int64)
        """[L] queries of each level."""
        self.rows = rows
        """[N] numbers of the rows."""
        teams = (rows // group_size).astype(np.uint64)
        self.keys = splitmix64(teams ^ splitmix64(np.full(1, seed, np.uint64)))
        """[N] uint64: what the draws of a row depend on."""
        self.current_share = current_share
        self.in_order, self.group_size = in_order, group_size
        self.level = 0
        """Of episodes that start from now on."""
        self.team: IntArray = np.arange(rows.size) // group_size
        """[N] the team of each row, from 0."""
        n_teams = -(-rows.size // group_size)
        self.started = np.zeros(n_teams, np.int64)
        """[teams] episodes that started; without groups nobody counts."""
        self.group = np.full(n_teams, -1)
        """[teams] the group that started last, and the level that it has."""
        self.group_level = np.zeros(n_teams, np.int64)

    def __call__(self, rows: IntArray, episodes: IntArray) -> tuple[IntArray, IntArray]:
        """Queries [M], and their levels [M], of episodes [M] of ascending rows [M], by index."""
        if self.in_order:
            return self.rows[rows] % self.first[-1], np.zeros(rows.size, np.int64)
        in_force = np.full(rows.size, self.level)
        if self.group_size > 1:
            episodes, in_force = self._in_groups(self.team[rows])
        pick = splitmix64(self.keys[rows] ^ episodes.astype(np.uint64))
        level = in_force
        if in_force.any():
            which = splitmix64(pick)
            is_current = (which >> np.uint64(11)) / 2.0**53 < self.current_share
            below = np.maximum(in_force, 1).astype(np.uint64)
            earlier = (splitmix64(which) % below).astype(np.int64)
            level = np.where(is_current, in_force, np.where(in_force > 0, earlier, 0))
        within = (pick % self.sizes[level].astype(np.uint64)).astype(np.int64)
        return self.first[level] + within, level

    def _in_groups(self, team: IntArray) -> tuple[IntArray, IntArray]:
        """Groups that the next episodes of ascending teams [M] belong to, and their levels."""
        number = self.started[team] + np.arange(team.size) - np.searchsorted(team, team)
        np.add.at(self.started, team, 1)
        group = number // self.group_size
        level = np.where(group == self.group[team], self.group_level[team], self.level)
        self.group[team], self.group_level[team] = group, level  # of one team the last one counts
        return group, level

    def keep(self, rows: IntArray) -> None:
        """Go on with ``rows`` only, numbered from 0."""
        self.rows, self.keys, self.team = self.rows[rows], self.keys[rows], self.team[rows]

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` needs to go on from here."""
        return {"level": self.level, **{name: getattr(self, name).copy() for name in OF_TEAMS}}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state`; the arrays stay where they are."""
        self.level = state["level"]
        for name in OF_TEAMS:
            getattr(self, name)[:] = state[name]


CHUNK = 128
_MOST_BYTES = 2**29


@dataclass(frozen=True)
class EpisodeStartsChunk:
    """The starts of some queries, and what is shown of them."""

    pages: Pages
    observation: Observation


class EpisodeStarts:
    """The starts of episodes.

    Args:
        queries: what can be asked.
        pager: opens pages.
        window: shows them.
        auto_advance: play forced moves, short of one that would end the episode.
    """

    def __init__(
        self,
        queries: Sequence[Query],
        pager: Pager,
        window: ObservationWriter,
        *,
        auto_advance: bool,
    ) -> None:
        self._queries, self._pager, self._window = queries, pager, window
        self._auto = auto_advance
        self._chunks: dict[int, EpisodeStartsChunk] = {}
        self._most = max(1, _MOST_BYTES // max(1, window.blank(CHUNK).nbytes))

    def copy_to(
        self, pages: Pages, rows: IntArray, queries: IntArray, observation: Observation
    ) -> None:
        """Start ``queries`` in ``rows`` of ``pages``, and show them in ``observation``."""
        chunks = queries // CHUNK
        for number in np.unique(chunks).tolist():
            chunk = self.chunk(number)
            among = np.flatnonzero(chunks == number)
            source = queries[among] % CHUNK
            pages.copy_rows(chunk.pages, rows[among], source)
            observation.copy_rows(chunk.observation, rows[among], source)

    def chunk(self, number: int) -> EpisodeStartsChunk:
        """The starts of queries ``number * CHUNK`` and those behind it."""
        if number not in self._chunks:
            first = number * CHUNK
            self._chunks[number] = self._started(self._queries[first : first + CHUNK])
        return self._chunks[number]

    def trim(self) -> list[int]:
        """Forget the oldest chunks where there are too many; their numbers."""
        return [self._forget() for _ in range(len(self._chunks) - self._most)]

    def _forget(self) -> int:
        number = next(iter(self._chunks))
        del self._chunks[number]
        return number

    def _started(self, queries: Sequence[Query]) -> EpisodeStartsChunk:
        hidden = np.array([query.hidden for query in queries], np.int64)
        pages = Pages.blank(len(queries), self._pager.width)
        self._pager.start(pages, TokenBatch.of([q.root(answers=False) for q in queries]), hidden)
        rows = _forced(pages, np.arange(len(queries)))
        while rows.size and self._auto:
            saved = pages.save(rows)
            self._pager.play(pages, rows, pages.mask[rows].argmax(axis=1), hidden[rows])
            ended = pages.outcome[rows] != Outcome.OPEN
            pages.restore(saved, rows[ended], np.flatnonzero(ended))
            rows = _forced(pages, rows[~ended])
        pages.compact()
        observation = self._window.blank(len(queries))
        self._window.show(pages, observation)
        return EpisodeStartsChunk(pages, observation)


def _forced(pages: Pages, rows: IntArray) -> IntArray:
    """Those of ``rows`` whose one legal action is a candidate or *more*."""
    only = pages.mask[rows].sum(axis=1) == 1
    rows = rows[only]
    action = pages.mask[rows].argmax(axis=1)
    is_move = (pages.slots[rows, action] >= 0) | (pages.clauses[rows, action] == MORE)
    forced: IntArray = rows[is_move]
    return forced
