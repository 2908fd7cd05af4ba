"""Queries of rows: the draw of each row's next query, and the pages at which episodes start.

Dimension key: N rows, M episodes that start, L levels, T teams.
"""

import ctypes as c
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symbolic_rl.base.config import MORE
from symbolic_rl.bridge import core
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.structs import QueryDrawStruct, address
from symbolic_rl.bridge.tokens import IntArray, TokenBatch, splitmix64
from symbolic_rl.derivations.pager import Pager
from symbolic_rl.derivations.pages import Outcome, Pages
from symbolic_rl.derivations.views import ObservationWriter
from symbolic_rl.program.program import Query

CURRENT_SHARE = 0.5
"""Share of episodes on the current level; the others are drawn from earlier levels. Both packs with
levels were trained with this share."""

OF_TEAMS = ("started", "group", "group_level")
"""Arrays [T] of a draw that change when episodes start; all other arrays are constant."""


class QueryDraw:
    """Draw of the query of the e-th episode of a row: a function of seed, row, e and level alone.

    With ``group_size`` G, G neighbouring rows are a team. The episodes of a team are numbered in
    order of their starts (within a step by row), and G consecutive numbers share a query: a
    function of seed, team, number // G and the level at the start of the first of them. So the next
    free row continues the current group, and a group waits only for its own episodes.

    ``sizes`` are the numbers of queries of each level, easiest first; ``rows`` are whole teams. A
    ``seed`` for each row lets it draw as row 0 with that seed. With ``in_order``, row r always
    takes query r.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        rows: IntArray,
        seed: int | Sequence[int],
        *,
        in_order: bool = False,
        group_size: int = 1,
    ) -> None:
        self.first: IntArray = np.cumsum([0, *sizes])
        """[L+1] index of the first query of each level, then the number of queries."""
        self.sizes = np.array(sizes, np.int64)
        """[L] queries of each level."""
        self.rows = rows
        """[N] numbers of the rows."""
        teams = (rows // group_size if isinstance(seed, int) else rows * 0).astype(np.uint64)
        self.keys = splitmix64(teams ^ splitmix64(np.array(seed, np.uint64, ndmin=1)))
        """[N] uint64 key of each row's draws, of seed and team."""
        self.in_order, self.group_size = in_order, group_size
        self.level = 0
        """The level of episodes that start from now on."""
        self.team: IntArray = np.arange(rows.size) // group_size
        """[N] the team of each row, from 0."""
        n_teams = -(-rows.size // group_size)
        self.started = np.zeros(n_teams, np.int64)
        """[T] started episodes; counted only with groups."""
        self.group = np.full(n_teams, -1)
        """[T] the latest group; its level is below."""
        self.group_level = np.zeros(n_teams, np.int64)

    def __call__(self, rows: IntArray, episodes: IntArray) -> tuple[IntArray, IntArray]:
        """Return indices of queries [M] and levels [M] for episodes [M] of ascending rows [M]."""
        structure = self.structure()
        queries, levels = np.zeros(rows.size, np.int64), np.full(rows.size, self.level)
        arrays = (address(array) for array in (rows, episodes, queries, levels))
        core.load().core_draw(c.addressof(structure), rows.size, *arrays)
        return queries, levels

    def structure(self) -> c.Structure:
        """Return the draw for C, valid until :meth:`keep`."""
        return QueryDrawStruct(
            numbers=address(self.rows),
            keys=address(self.keys, np.uint64),
            in_order=self.in_order,
            current_share=CURRENT_SHARE,
            group_size=self.group_size,
            team=address(self.team),
            started=address(self.started),
            group=address(self.group),
            group_level=address(self.group_level),
            n_levels=self.sizes.size,
            first_query=address(self.first),
            n_queries=address(self.sizes),
        )

    def keep(self, rows: IntArray) -> None:
        """Keep only ``rows``, numbered from 0."""
        self.rows, self.keys, self.team = self.rows[rows], self.keys[rows], self.team[rows]

    def state(self) -> dict[str, Any]:
        """Return a copy of everything that changes, for :meth:`restore`."""
        return {"level": self.level, **{name: getattr(self, name).copy() for name in OF_TEAMS}}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`state`; arrays keep their memory, because C holds addresses."""
        self.level = state["level"]
        for name in OF_TEAMS:
            getattr(self, name)[:] = state[name]


CHUNK = 128
_MOST_BYTES = 2**29


@dataclass(frozen=True)
class EpisodeStartsChunk:
    """Starts of ``CHUNK`` neighbouring queries, and their observation."""

    pages: Pages
    observation: Observation


class EpisodeStarts:
    """Starts of episodes: the first decision of each query, found once and then copied.

    ``auto_advance``: make forced moves, except one that would end the episode.
    """

    def __init__(
        self,
        queries: Sequence[Query],
        pager: Pager,
        writer: ObservationWriter,
        *,
        auto_advance: bool,
    ) -> None:
        self._queries, self._pager, self._writer = queries, pager, writer
        self._auto = auto_advance
        self._chunks: dict[int, EpisodeStartsChunk] = {}
        # Observations are the largest part of the starts.
        self._most = max(1, _MOST_BYTES // max(1, writer.blank(CHUNK).nbytes))

    def copy_to(
        self, pages: Pages, rows: IntArray, queries: IntArray, observation: Observation
    ) -> None:
        """Start ``queries`` in ``rows`` of ``pages`` and of ``observation``."""
        chunks = queries // CHUNK
        for number in np.unique(chunks).tolist():
            chunk = self.chunk(number)
            among = np.flatnonzero(chunks == number)
            source = queries[among] % CHUNK
            pages.copy_rows(chunk.pages, rows[among], source)
            observation[rows[among]] = chunk.observation[source]

    def chunk(self, number: int) -> EpisodeStartsChunk:
        """Return the starts of the ``CHUNK`` queries from ``number * CHUNK`` on."""
        if number not in self._chunks:
            first = number * CHUNK
            self._chunks[number] = self._started(self._queries[first : first + CHUNK])
        return self._chunks[number]

    def trim(self) -> list[int]:
        """Forget the oldest chunks if there are too many; return their numbers."""
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
        # A forced move that ends an episode is undone, so that every episode has a decision.
        while rows.size and self._auto:
            saved = pages.save(rows)
            self._pager.make(pages, rows, pages.mask[rows].argmax(axis=1), hidden)
            ended = pages.outcome[rows] != Outcome.OPEN
            pages.restore(saved, rows[ended], np.flatnonzero(ended))
            rows = _forced(pages, rows[~ended])
        pages.compact()
        pages.gained[:] = 0  # rewards before the first decision belong to no action
        observation = self._writer.blank(len(queries))
        self._writer.show(pages, observation)
        return EpisodeStartsChunk(pages, observation)


def _forced(pages: Pages, rows: IntArray) -> IntArray:
    """Return the members of ``rows`` whose one legal action is a candidate or *more*."""
    only = pages.mask[rows].sum(axis=1) == 1
    rows = rows[only]
    action = pages.mask[rows].argmax(axis=1)
    is_move = (pages.slots[rows, action] >= 0) | (pages.clauses[rows, action] == MORE)
    forced: IntArray = rows[is_move]
    return forced
