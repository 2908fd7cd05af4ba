"""Where episodes start: the first page of each query, with its forced moves played, kept.

Starting an episode is copying rows. Queries are started in chunks, when one of a chunk is first
asked for; between steps, the chunks that are kept are bounded by their size in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symbolic_rl.config import MORE
from symbolic_rl.engine.program import Query
from symbolic_rl.engine.tokens import IntArray, TokenBatch
from symbolic_rl.observation.pages import Outcome, Pager, Pages
from symbolic_rl.observation.windows import Observation, Window

CHUNK = 128
_MOST_BYTES = 2**29


@dataclass(frozen=True)
class Chunk:
    """The starts of some queries, and what is shown of them."""

    pages: Pages
    observation: Observation


class Roots:
    """The starts of episodes.

    Args:
        queries: what can be asked.
        pager: opens pages.
        window: shows them.
        auto_advance: play forced moves, short of one that would end the episode.
    """

    def __init__(
        self, queries: Sequence[Query], pager: Pager, window: Window, *, auto_advance: bool
    ) -> None:
        self._queries, self._pager, self._window = queries, pager, window
        self._auto = auto_advance
        self._chunks: dict[int, Chunk] = {}
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

    def chunk(self, number: int) -> Chunk:
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

    def _started(self, queries: Sequence[Query]) -> Chunk:
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
        return Chunk(pages, observation)


def _forced(pages: Pages, rows: IntArray) -> IntArray:
    """Those of ``rows`` whose one legal action is a candidate or *more*."""
    only = pages.mask[rows].sum(axis=1) == 1
    rows = rows[only]
    action = pages.mask[rows].argmax(axis=1)
    is_move = (pages.slots[rows, action] >= 0) | (pages.clauses[rows, action] == MORE)
    forced: IntArray = rows[is_move]
    return forced
