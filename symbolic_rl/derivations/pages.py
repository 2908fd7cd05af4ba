"""The open page of each of N derivations: its current actions, and their states.

A page is a window of A actions: candidates in program order, with variants merged and loops masked;
then the action *more*, if there are more candidates; and in the last slot the action *refuse*, if
it is offered. All states are in one pool of tokens.

Dimension key: N rows, A actions, P states of the pool, H length of history.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch
from symbolic_rl.engine import COUNTERS as LOST

BoolArray = NDArray[np.bool_]

COUNTERS = (*LOST, "merged", "loops_masked", "pages_turned", "page_limits", "view_cuts")
"""Columns of :attr:`Pages.counted`."""
COUNTER_TEXTS = {
    "builtin_errors": "candidates lost to errors of builtins",
    "inference_limits": "candidates lost to the limit on builtins (20,000 of Prolog's inferences)",
    "subproof_limits": "candidates lost to the limit on sub-proofs (--max-subproof-inferences)",
    "size_limits": "candidates lost to size limits: over max_tokens, cyclic or unwritable terms",
    "lemma_answers": "answers lost: they do not follow without the lemmas that gave them",
    "unrepeated": "answers lost to the order of variables, which Prolog leaves open",
    "underived": "answers found too late to derive the bindings: --timeout-s allows more",
    "merged": "candidates merged with a variant",
    "loops_masked": "candidates masked for leading back to an earlier state",
    "pages_turned": "pages of further candidates",
    "page_limits": "derivations ended by the limit on turned pages",
    "view_cuts": "states shown to the policy only in part",
    "variants": "variants of states met before, left out",
    "worker_restarts": "workers replaced",
}
"""Counter of a run or of a search -> its description."""
_PARTIAL = "candidates lost to errors of builtins, or to what cannot run here (see below)"
_PLURALS = ("answers", "candidates", "pages", "variants", "derivations", "states", "workers")


def counter_text(name: str, n: int, *, is_partial: bool = False) -> str:
    """Describe the value of a counter; ``is_partial``: something in the program cannot run.

    >>> counter_text("subproof_limits", 1)
    '1 candidate lost to the limit on sub-proofs (--max-subproof-inferences)'
    """
    text = COUNTER_TEXTS.get(name, name)
    if name == "builtin_errors" and is_partial:
        text = _PARTIAL
    first, _, rest = text.partition(" ")
    return f"{n:,} {first[:-1] if n == 1 and first in _PLURALS else first} {rest}".rstrip()


class Outcome(IntEnum):
    """State of a derivation after a move."""

    OPEN = 0
    PROVED = 1
    FAILED = 2
    TRUNCATED = 3


NUMBERS = (
    "state_at", "offset", "next_offset", "outcome", "inferences", "turned", "history_length",
    "gained",
)  # fmt: skip
"""Rows of :attr:`Pages.numbers`; step.c knows the first and ``history_length``."""


_BY_ROW = ("slots", "clauses", "mask", "counted")
"""Arrays of :class:`Pages` with a line for each row, of a constant shape."""


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

    pool: TokenBatch  # P states
    hashes: HashArray  # [P, 2] hash of each state of the pool
    numbers: IntArray  # [8, N] one number for each row; see the attributes below
    slots: IntArray  # [N, A] index into the pool of the action's candidate; -1 for other actions
    clauses: NDArray[np.int32]
    """[N, A] clause of each candidate, or the id of a special action; 0 for padding."""
    mask: BoolArray  # [N, A] legal actions
    counted: IntArray  # [N, len(COUNTERS)] counts since they were last taken
    history: HashArray  # [N, H, 2] hashes of the states of the derivation, the current one included

    state_at = _Number("[N] where the state of the row is in the pool.")
    offset = _Number("[N] candidates before the page.")
    next_offset = _Number("[N] the same for the next page.")
    outcome = _Number("[N] an Outcome.")
    inferences = _Number("[N] inferences of the derivation.")
    turned = _Number("[N] pages turned at the state.")
    history_length = _Number("[N] states in the history; 0 without loop check.")
    gained = _Number("[N] rewards of an MDP since the start of the episode, before scaling.")

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
        """Return a copy of ``rows`` that shares the pool, for :meth:`restore` to undo a move."""
        of_rows = {name: getattr(self, name)[rows] for name in (*_BY_ROW, "history")}
        return replace(self, numbers=self.numbers.take(rows, axis=1), **of_rows)

    def restore(self, saved: "Pages", rows: IntArray, among: IntArray) -> None:
        """Copy rows ``among`` of ``saved`` to ``rows``; their states are in the pool already."""
        self.reserve(saved.history.shape[1])
        self.numbers[:, rows] = saved.numbers[:, among]
        for name in _BY_ROW:
            getattr(self, name)[rows] = getattr(saved, name)[among]
        self.history[rows, : saved.history.shape[1]] = saved.history[among]

    def reserve(self, length: int) -> None:
        """Make room for histories of ``length`` states."""
        n, capacity, _ = self.history.shape
        if capacity < length:
            more = np.zeros((n, max(length, 2 * capacity) - capacity, 2), np.uint64)
            self.history = np.concatenate([self.history, more], axis=1)

    def copy_rows(self, source: "Pages", rows: IntArray, source_rows: IntArray) -> None:
        """Copy rows of other pages to ``rows``, states included."""
        slots = source.slots[source_rows]
        # The states of the rows come first, then their candidates, row by row; slots number them in
        # this order.
        taken = np.concatenate([source.state_at[source_rows], slots[slots >= 0]])
        base = self.add(source.pool.take(taken), source.hashes[taken])
        self.restore(source, rows, source_rows)
        self.state_at[rows] = base + np.arange(rows.size)
        slots[slots >= 0] = base + rows.size + np.arange(taken.size - rows.size)
        self.slots[rows] = slots

    def compact(self) -> None:
        """Drop states of the pool that are neither a row's state nor one of its candidates."""
        reachable = self.slots >= 0
        # A state shared by two rows is copied, so that no index is shared.
        kept = np.concatenate([self.state_at, self.slots[reachable]])
        self.pool, self.hashes = self.pool.take(kept), self.hashes[kept]
        self.state_at[:] = np.arange(len(self))
        self.slots[reachable] = np.arange(len(self), kept.size)
