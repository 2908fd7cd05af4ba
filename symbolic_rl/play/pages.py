"""The open page of each of N derivations: the actions there are now, and the states behind them.

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

from symbolic_rl.base.config import REFUSE
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    VARIABLE_END,
    HashArray,
    IntArray,
    TokenBatch,
    code_of,
)
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.engine import Engine, Expansion

BoolArray = NDArray[np.bool_]

COUNTERS = (*LOST, "merged", "loops_masked", "pages_turned", "page_limits", "view_cuts")
"""Columns of :attr:`Pages.counted`: what was lost, merged, masked, paged or cut."""
IN_WORDS = {
    "builtin_errors": "candidates lost to errors of builtins",
    "inference_limits": "candidates lost to the limit on inferences of builtins",
    "negation_limits": "candidates lost to the limit on inferences of negations",
    "size_limits": "candidates lost to the limit on tokens",
    "merged": "candidates that were variants of another one",
    "loops_masked": "candidates that led back to a state on their way",
    "pages_turned": "pages turned",
    "page_limits": "derivations that ended as they had turned too many pages",
    "view_cuts": "states that the policy saw only a part of",
}
"""What each of them counts."""
_TURNED, _PAGE_LIMITS = (COUNTERS.index(name) for name in ("pages_turned", "page_limits"))


class Outcome(IntEnum):
    """State of a derivation after a move."""

    OPEN = 0
    REFUTED = 1
    FAILED = 2
    TRUNCATED = 3


NUMBERS = (
    "state_at", "offset", "next_offset", "goal_counts", "outcome", "inferences", "turned",
    "history_length", "gained",
)  # fmt: skip
"""Rows of :attr:`Pages.numbers`; step.c knows the first and ``history_length``."""


class _Number:
    """A row of :attr:`Pages.numbers`, as an attribute that is written in place."""

    def __init__(self, text: str) -> None:
        self.__doc__ = text

    def __set_name__(self, owner: type, name: str) -> None:
        self._index = NUMBERS.index(name)

    def __get__(self, pages: "Pages", owner: type | None = None) -> IntArray:
        row: IntArray = pages.numbers[self._index]
        return row


@dataclass
class Pages:
    """The open pages of N rows, and the pool of their states."""

    pool: TokenBatch
    """P states."""
    hashes: HashArray
    """[P, 2] hash of each state of the pool."""
    numbers: IntArray
    """[9, N] one number for each row; see the attributes below."""
    slots: IntArray
    """[N, A] where the candidate of the action is in the pool; -1 for other actions."""
    clauses: NDArray[np.int32]
    """[N, A] clause of each candidate, or the id of a special action; 0 for padding."""
    mask: BoolArray
    """[N, A] legal actions."""
    counted: IntArray
    """[N, len(COUNTERS)] counts since they were last taken."""
    history: HashArray
    """[N, H, 2] hashes of the states of the derivation, the current one included."""

    state_at = _Number("[N] where the state of the row is in the pool.")
    offset = _Number("[N] candidates before the page.")
    next_offset = _Number("[N] the same for the next page.")
    goal_counts = _Number("[N] goals of the state.")
    outcome = _Number("[N] an Outcome.")
    inferences = _Number("[N] inferences of the derivation.")
    turned = _Number("[N] pages turned at the state.")
    history_length = _Number("[N] states in the history; 0 without loop check.")
    gained = _Number("[N] rewards of a process since the start of the episode, before scaling.")

    @classmethod
    def blank(cls, n: int, width: int) -> Self:
        """Return N rows without states."""
        return cls(
            pool=TokenBatch.of([]),
            hashes=np.zeros((0, 2), np.uint64),
            numbers=np.zeros((len(NUMBERS), n), np.int64),
            slots=np.full((n, width), -1),
            clauses=np.zeros((n, width), np.int32),
            mask=np.zeros((n, width), bool),
            counted=np.zeros((n, len(COUNTERS)), np.int64),
            history=np.zeros((n, 8, 2), np.uint64),
        )

    def __len__(self) -> int:
        return int(self.numbers.shape[1])

    def states(self, rows: IntArray) -> TokenBatch:
        """Return the states of ``rows``."""
        return self.pool.take(self.state_at[rows])

    def add(self, states: TokenBatch, hashes: HashArray) -> int:
        """Append states to the pool; return the index of the first one."""
        base = len(self.pool)
        self.pool = TokenBatch.concatenate([self.pool, states])
        self.hashes = np.concatenate([self.hashes, hashes])
        return base

    def save(self, rows: IntArray) -> "Pages":
        """Return a copy of ``rows`` that shares the pool; :meth:`restore` undoes a move with it."""
        return Pages(
            self.pool,
            self.hashes,
            self.numbers.take(rows, axis=1),
            self.slots[rows],
            self.clauses[rows],
            self.mask[rows],
            self.counted[rows],
            self.history[rows],
        )

    def restore(self, saved: "Pages", rows: IntArray, among: IntArray) -> None:
        """Copy rows ``among`` of ``saved`` to ``rows``; their states are in the pool already."""
        self.reserve(saved.history.shape[1])
        self.numbers[:, rows] = saved.numbers[:, among]
        for name in ("slots", "clauses", "mask", "counted"):
            getattr(self, name)[rows] = getattr(saved, name)[among]
        self.history[rows, : saved.history.shape[1]] = saved.history[among]

    def reserve(self, length: int) -> None:
        """Make room for histories of ``length`` states."""
        n, room, _ = self.history.shape
        if room < length:
            more = np.zeros((n, max(length, 2 * room) - room, 2), np.uint64)
            self.history = np.concatenate([self.history, more], axis=1)

    def copy_rows(self, source: "Pages", rows: IntArray, source_rows: IntArray) -> None:
        """Copy rows of other pages to ``rows``, states included."""
        slots = source.slots[source_rows]
        taken = np.concatenate([source.state_at[source_rows], slots[slots >= 0]])
        base = self.add(source.pool.take(taken), source.hashes[taken])
        self.restore(source, rows, source_rows)
        self.state_at[rows] = base + np.arange(rows.size)
        slots[slots >= 0] = base + rows.size + np.arange(taken.size - rows.size)
        self.slots[rows] = slots

    def compact(self) -> None:
        """Drop the states of the pool that no row stands on or can reach in one step."""
        reachable = self.slots >= 0
        kept = np.concatenate([self.state_at, self.slots[reachable]])
        self.pool, self.hashes = self.pool.take(kept), self.hashes[kept]
        self.state_at[:] = np.arange(len(self))
        self.slots[reachable] = np.arange(len(self), kept.size)

    def remember(self, rows: IntArray) -> None:
        """Append the current states of ``rows`` to their histories."""
        if not rows.size:
            return
        at = self.history_length[rows]
        self.reserve(int(at.max()) + 1)
        self.history[rows, at] = self.hashes[self.state_at[rows]]
        self.history_length[rows] = at + 1


class WindowLayout(Protocol):
    """Layout of the windows of rows whose states were expanded."""

    width: int
    """A, actions of a window."""
    refuse: bool
    """The last action is *refuse*."""
    loop_check: bool
    """Candidates that are variants of an earlier state of the derivation are masked."""

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
    """Opener of pages and player of moves, without views and queries.

    Args:
        engine: expands states.
        lay_out: lays out their windows.
        max_inferences: inferences after which a derivation is truncated.
        max_pages: turned pages of one state after which a derivation is truncated.
    """

    def __init__(
        self,
        engine: Engine,
        lay_out: WindowLayout,
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
        pages.state_at[:] = np.arange(len(states))
        rows = np.arange(len(pages))
        self.open(pages, rows, hidden)
        dead = pages.outcome == Outcome.FAILED
        pages.outcome[dead] = Outcome.OPEN
        if self._lay_out.refuse:
            pages.mask[dead] = np.arange(self.width) == self.width - 1
            pages.clauses[dead, -1] = REFUSE

    def play_on(
        self, pages: Pages, rows: IntArray, actions: IntArray, hidden: IntArray, *, auto: bool
    ) -> None:
        """Play moves, then with ``auto`` the forced moves behind them.

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

    def play(self, pages: Pages, rows: IntArray, actions: IntArray, hidden: IntArray) -> None:
        """Play a candidate or *more* in each of ``rows``; ``pages.outcome`` tells the result.

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
        pages.gained[stepping] += self.rewards(pages.pool, slots[is_candidate])
        pages.turned[turning] += 1
        pages.counted[turning, _TURNED] += 1
        pages.offset[turning] = pages.next_offset[turning]
        self._open_live(pages, rows, hidden, is_candidate)

    def rewards(self, pool: TokenBatch, at: IntArray) -> IntArray:
        """Return the rewards of the moves that led to states; 0 where they are no process's."""
        state = self.engine.vocabulary.state
        if state < 0:
            return np.zeros(at.size, np.int64)
        first, last = pool.offsets[at], pool.tokens.size - 1
        reward = pool.tokens[np.minimum(first + 2, last)].astype(np.int64)
        is_state = pool.tokens[np.minimum(first + 1, last)] == state
        is_state &= (pool.tokens[first] == code_of(1)) & (reward >= VARIABLE_END)
        return np.where(is_state, reward - INTEGER_BASE, 0)

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
        """Leave one action, in the first slot, so that no mask is empty."""
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
