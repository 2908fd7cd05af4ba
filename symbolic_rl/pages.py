"""The open page of each of N derivations: what can be chosen now, and what choosing it leads to.

A page is a window of A actions: candidates in program order, variants merged, candidates that lead
back to an earlier state masked; then, where there are more candidates, the action *more*; and in
the last slot, where it is offered, the action *refuse*. All states live in one pool of tokens.

Dimension key: N rows, A actions, M candidates of a call, P states of the pool, H length of history.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.config import REFUSE
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.engine import Engine, Expansion
from symbolic_rl.engine.tokens import HashArray, IntArray, TokenBatch

BoolArray = NDArray[np.bool_]

COUNTERS = (*LOST, "merged", "loops_masked", "pages_turned", "page_limits", "view_cuts")
"""What was lost, merged, masked, paged or cut; the columns of :attr:`Pages.counted`."""
_TURNED, _PAGE_LIMITS = (COUNTERS.index(name) for name in ("pages_turned", "page_limits"))


class Outcome(IntEnum):
    """What became of a derivation after a move."""

    OPEN = 0
    REFUTED = 1
    FAILED = 2
    TRUNCATED = 3


_ROW_FIELDS = (
    "state_at", "slots", "clauses", "mask", "offset", "next_offset", "goal_counts",
    "outcome", "inferences", "turned", "counted", "history", "history_length",
)  # fmt: skip


@dataclass
class Pages:
    """The open pages of N rows, and the pool of their states."""

    pool: TokenBatch
    """P states."""
    hashes: HashArray
    """[P, 2] hash of each state of the pool."""
    state_at: IntArray
    """[N] where the state of the row is in the pool."""
    slots: IntArray
    """[N, A] where the candidate of the action is in the pool; -1 for other actions."""
    clauses: NDArray[np.int32]
    """[N, A] clause of each candidate, or the id of a special action; 0 for padding."""
    mask: BoolArray
    """[N, A] legal actions."""
    offset: IntArray
    """[N] candidates before the page."""
    next_offset: IntArray
    """[N] the same for the next page."""
    goal_counts: IntArray
    """[N] goals of the state."""
    outcome: IntArray
    """[N] an :class:`Outcome`."""
    inferences: IntArray
    """[N] inferences of the derivation."""
    turned: IntArray
    """[N] pages turned at the state."""
    counted: IntArray
    """[N, len(COUNTERS)] what was counted since the counts were last taken."""
    history: HashArray
    """[N, H, 2] hashes of the states of the derivation, the current one included."""
    history_length: IntArray
    """[N] how many of them; 0 where loops are not checked."""

    @classmethod
    def blank(cls, n: int, width: int) -> Self:
        """N rows without states."""
        row = [np.zeros(n, np.int64) for _ in range(7)]
        return cls(
            pool=TokenBatch.of([]),
            hashes=np.zeros((0, 2), np.uint64),
            state_at=row[0],
            slots=np.full((n, width), -1),
            clauses=np.zeros((n, width), np.int32),
            mask=np.zeros((n, width), bool),
            offset=row[1],
            next_offset=row[2],
            goal_counts=row[3],
            outcome=row[4],
            inferences=row[5],
            turned=row[6],
            counted=np.zeros((n, len(COUNTERS)), np.int64),
            history=np.zeros((n, 8, 2), np.uint64),
            history_length=np.zeros(n, np.int64),
        )

    def __len__(self) -> int:
        return self.state_at.size

    def states(self, rows: IntArray) -> TokenBatch:
        """The states of ``rows``."""
        return self.pool.take(self.state_at[rows])

    def add(self, states: TokenBatch, hashes: HashArray) -> int:
        """Put states into the pool; where the first one stands."""
        base = len(self.pool)
        self.pool = TokenBatch.concatenate([self.pool, states])
        self.hashes = np.concatenate([self.hashes, hashes])
        return base

    def save(self, rows: IntArray) -> dict[str, NDArray[np.generic]]:
        """What :meth:`restore` needs to undo a move of ``rows``."""
        return {name: getattr(self, name)[rows].copy() for name in _ROW_FIELDS}

    def restore(
        self, saved: dict[str, NDArray[np.generic]], rows: IntArray, among: IntArray
    ) -> None:
        """Undo: ``rows`` are as they were saved, as entries ``among`` of what was saved."""
        for name, values in saved.items():
            self.put(name, rows, values[among])

    def put(self, name: str, rows: IntArray, values: NDArray[np.generic]) -> None:
        """Set a field of some rows; a longer history makes room first."""
        if name == "history":
            self.reserve(values.shape[1])
            self.history[rows, : values.shape[1]] = values
        else:
            getattr(self, name)[rows] = values

    def reserve(self, length: int) -> None:
        """Make room for histories of ``length`` states."""
        n, room, _ = self.history.shape
        if room < length:
            more = np.zeros((n, max(length, 2 * room) - room, 2), np.uint64)
            self.history = np.concatenate([self.history, more], axis=1)

    def copy_rows(self, source: "Pages", rows: IntArray, source_rows: IntArray) -> None:
        """Make ``rows`` copies of rows of other pages, states included."""
        slots = source.slots[source_rows]
        taken = np.concatenate([source.state_at[source_rows], slots[slots >= 0]])
        base = self.add(source.pool.take(taken), source.hashes[taken])
        for name in _ROW_FIELDS:
            self.put(name, rows, getattr(source, name)[source_rows])
        self.state_at[rows] = base + np.arange(rows.size)
        slots[slots >= 0] = base + rows.size + np.arange(taken.size - rows.size)
        self.slots[rows] = slots

    def compact(self) -> None:
        """Drop the states of the pool that no row stands on or can reach in one step."""
        reachable = self.slots >= 0
        kept = np.concatenate([self.state_at, self.slots[reachable]])
        self.pool, self.hashes = self.pool.take(kept), self.hashes[kept]
        self.state_at = np.arange(len(self))
        self.slots[reachable] = np.arange(len(self), kept.size)

    def remember(self, rows: IntArray) -> None:
        """Append the current states of ``rows`` to their histories."""
        if not rows.size:
            return
        at = self.history_length[rows]
        self.reserve(int(at.max()) + 1)
        self.history[rows, at] = self.hashes[self.state_at[rows]]
        self.history_length[rows] = at + 1


class Layout(Protocol):
    """Lays out the windows of rows whose states were expanded."""

    width: int
    """A, actions of a window."""
    refuse: bool
    """Whether the last action is *refuse*."""
    loop_check: bool
    """Whether candidates that are variants of an earlier state of the derivation are masked."""

    @property
    def limit(self) -> int:
        """Actions for candidates, and for *more* where there are too many."""
        ...

    def __call__(self, pages: Pages, rows: IntArray, page: Expansion, base: int) -> None:
        """Write slots, clauses, mask, outcome, next offset and counts of ``rows``.

        Args:
            pages: where to write.
            rows: [N] the rows that were expanded.
            page: their candidates, at most ``limit`` for each.
            base: where the first candidate is in the pool.
        """
        ...


class Pager:
    """Opens pages and plays moves.

    Args:
        engine: expands states.
        lay_out: lays out their windows.
        max_inferences: inferences after which a derivation is truncated.
        max_pages: turned pages of one state after which a derivation is truncated.
    """

    def __init__(
        self,
        engine: Engine,
        lay_out: Layout,
        *,
        max_inferences: int,
        max_pages: int,
    ) -> None:
        self.engine, self._lay_out = engine, lay_out
        self.width = lay_out.width
        self.max_inferences, self.max_pages = max_inferences, max_pages

    def start(self, pages: Pages, states: TokenBatch, hidden: IntArray) -> None:
        """Put root states into all rows of ``pages`` and open their pages.

        A root without candidates keeps one legal action, which ends the episode.
        """
        pages.add(states, states.hashes())
        pages.state_at = np.arange(len(states))
        rows = np.arange(len(pages))
        self.open(pages, rows, hidden)
        dead = pages.outcome == Outcome.FAILED
        pages.outcome[dead] = Outcome.OPEN
        if self._lay_out.refuse:
            pages.mask[dead] = np.arange(self.width) == self.width - 1
            pages.clauses[dead, -1] = REFUSE

    def run(
        self, pages: Pages, rows: IntArray, actions: IntArray, hidden: IntArray, *, auto: bool
    ) -> None:
        """Play moves, then with ``auto`` the moves they leave no choice about.

        Args:
            pages: the open pages.
            rows: which of them.
            actions: a candidate or *more* for each of ``rows``.
            hidden: [N] clause that may not be used, for each row of ``pages``.
            auto: go on in rows that have exactly one legal action.
        """
        while rows.size:
            self.play(pages, rows, actions, hidden[rows])
            forced = pages.outcome[rows] == Outcome.OPEN
            forced &= pages.mask[rows].sum(axis=1) == 1
            rows = rows[forced] if auto else rows[:0]
            actions = pages.mask[rows].argmax(axis=1)
        pages.compact()

    def play(self, pages: Pages, rows: IntArray, actions: IntArray, hidden: IntArray) -> None:
        """Play a candidate or *more* in each of ``rows``; see ``pages.outcome`` for what came.

        Args:
            pages: the open pages.
            rows: which of them.
            actions: one for each of ``rows``.
            hidden: clause that may not be used, for each of ``rows``.
        """
        slots = pages.slots[rows, actions]
        is_candidate = slots >= 0
        stepping, turning = rows[is_candidate], rows[~is_candidate]
        pages.state_at[stepping] = slots[is_candidate]
        pages.inferences[stepping] += 1
        pages.turned[stepping] = 0
        pages.offset[stepping] = 0
        pages.turned[turning] += 1
        pages.counted[turning, _TURNED] += 1
        pages.offset[turning] = pages.next_offset[turning]
        self._open_live(pages, rows, hidden, is_candidate)

    def _open_live(
        self, pages: Pages, rows: IntArray, hidden: IntArray, stepped: BoolArray
    ) -> None:
        at = pages.state_at[rows]
        pages.goal_counts[rows] = pages.pool.tokens[pages.pool.offsets[at]]
        refuted = pages.goal_counts[rows] == 0
        if refuted.any():
            self._close(pages, rows[refuted])
            pages.outcome[rows[refuted]] = Outcome.REFUTED
            rows, hidden, stepped = rows[~refuted], hidden[~refuted], stepped[~refuted]
        if not rows.size:
            return
        self.open(pages, rows, hidden, stepped)
        open_ = pages.outcome[rows] == Outcome.OPEN
        over = open_ & (pages.turned[rows] > self.max_pages)
        pages.counted[rows[over], _PAGE_LIMITS] += 1
        over |= open_ & (pages.inferences[rows] >= self.max_inferences)
        pages.outcome[rows[over]] = Outcome.TRUNCATED

    def _close(self, pages: Pages, rows: IntArray) -> None:
        """No action but one in the first slot, so that no mask is empty."""
        pages.slots[rows] = -1
        pages.clauses[rows] = 0
        pages.mask[rows] = np.arange(self.width) == 0

    def open(
        self,
        pages: Pages,
        rows: IntArray,
        hidden: IntArray,
        stepped: BoolArray | None = None,
    ) -> None:
        """Expand the states of ``rows`` at their offsets and lay out their windows.

        Args:
            pages: the pages to open.
            rows: which of them.
            hidden: clause that may not be used, for each of ``rows``.
            stepped: which of them are at a new state; default all.
        """
        if self._lay_out.loop_check:
            pages.remember(rows if stepped is None else rows[stepped])
        page = self.engine.expand(
            pages.pool,
            pages.state_at[rows],
            hidden=hidden,
            limit=self._lay_out.limit,
            offset=pages.offset[rows],
        )
        base = pages.add(page.candidates, page.hashes)
        self._lay_out(pages, rows, page, base)
