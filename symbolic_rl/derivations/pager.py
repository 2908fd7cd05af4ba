"""Moves of derivations in C (``prolog/core/moves.c``) for callers outside of a step.

The start of episodes, frames of proofs and tables of MDPs use the moves and windows of a step:
:meth:`Pager.bind` gives a step the same settings.

Dimension key: N rows, A actions, P states.
"""

import ctypes as c
from typing import Any

import numpy as np

from symbolic_rl.base.config import REFUSE, EnvConfig
from symbolic_rl.bridge import structs
from symbolic_rl.bridge.structs import MovesStruct, WindowLayoutStruct, address
from symbolic_rl.bridge.swipl import calls, fault
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch, starts
from symbolic_rl.derivations.pages import COUNTERS, Outcome, Pages
from symbolic_rl.engine import COUNTERS as LOST, PrologEngine
from symbolic_rl.engine.prolog import StateMemory

_BY_ROW = "state_at", "inferences", "turned", "history_length", "offset", "gained"
_OF_WINDOWS = "history_length", "offset", "next_offset", "slots", "outcome", "counted"
_SCRATCH = "rows", "actions", "live", "live_at", "live_hidden", "live_offset"
FIRST_CAPACITY = 8192, 2**18
"""States and tokens of a new arena."""


class Arena(StateMemory):
    """Memory for the states that ``moves`` of ``n`` rows create, and for C's notes."""

    def __init__(self, moves: c.Structure, n: int) -> None:
        super().__init__(moves.target, *FIRST_CAPACITY)
        self.n = n
        self.notes = {name: np.empty(n, np.int64) for name in _SCRATCH}
        self.stepped, self.more = np.empty((2, n), bool)
        self.written = np.ones(n, bool)  # C has written all states but a query's
        self.counts, self.lost = np.empty(n, np.int64), np.empty((n, len(LOST)), np.int64)
        for name, array in self.notes.items():
            setattr(moves, name, address(array))
        moves.stepped = address(self.stepped, bool)
        self.target.counts, self.target.lost = address(self.counts), address(self.lost)
        self.target.more = address(self.more, bool)
        self.target.written = address(self.written, bool)

    def reserve(self, states: int, tokens: int) -> None:
        """Make room; moves read the states where they are written."""
        super().reserve(states, tokens)
        self.target.tokens, self.target.offsets = self.target.out, address(self.offsets)

    def put(self, pool: TokenBatch, hashes: HashArray) -> None:
        """Replace all states by a pool's."""
        n, n_tokens = len(pool), pool.tokens.size
        if n > self.clauses.size or n_tokens > self.tokens.size:
            self.grow(n, n_tokens)
        self.tokens[:n_tokens], self.offsets[: n + 1] = pool.tokens, pool.offsets
        self.hashes[:n] = hashes


class Pager:
    """Opens pages and makes moves, without views and queries.

    ``state`` is the token of an MDP's states, -1 for other programs; see :class:`.EnvConfig` for
    the others.
    """

    def __init__(
        self,
        engine: PrologEngine,
        config: EnvConfig,
        *,
        loop_check: bool,
        max_inferences: int,
        max_pages: int,
        state: int,
    ) -> None:
        self.engine = engine  # held here, because Prolog closes an engine that is collected
        self.width, self._refuse = config.n_candidates, config.refuse
        self._loop_check, self._state = loop_check, state
        self.limit = self.width - self._refuse
        """Actions for candidates; *more* takes the last one if there are too many."""
        self._max_inferences, self._max_pages = max_inferences, max_pages
        self._moves, self._error = MovesStruct(), c.create_string_buffer(structs.N_ERROR)
        self._arena = Arena(self._moves, 0)
        self._bound_to: tuple[Pages, IntArray] | None = None  # pages and hidden clauses
        self._call = engine.library.core_make_moves

    def bind(
        self, moves: c.Structure, pages: Pages, hidden: IntArray, query: IntArray, *, auto: bool
    ) -> None:
        """Set up the moves of rows; the arrays must stay in place while C may use them.

        ``hidden`` is by query, ``query`` [N]; ``auto``: also make the forced moves after each move.
        """
        moves.layout = self._layout(pages)
        moves.target.program, moves.engine = self.engine.program.number, self.engine.number
        moves.auto_advance = auto
        moves.max_inferences, moves.max_pages = self._max_inferences, self._max_pages
        moves.turned_column = COUNTERS.index("pages_turned")
        moves.page_limits_column = COUNTERS.index("page_limits")
        moves.hidden_of, moves.query, moves.state = address(hidden), address(query), self._state
        for name in _BY_ROW:
            setattr(moves, name, address(getattr(pages, name)))
        self.bind_history(moves, pages)

    def _layout(self, pages: Pages) -> c.Structure:
        """Return settings and addresses, valid while ``pages`` keeps its arrays."""
        layout = WindowLayoutStruct(
            width=self.width,
            limit=self.limit,
            refuse=self._refuse,
            loop_check=self._loop_check,
            n_counters=len(COUNTERS),
            merged=COUNTERS.index("merged"),
            looped=COUNTERS.index("loops_masked"),
            clauses=address(pages.clauses, np.int32),
            mask=address(pages.mask, bool),
        )
        for name in _OF_WINDOWS:
            setattr(layout, name, address(getattr(pages, name)))
        return layout

    def bind_history(self, moves: c.Structure, pages: Pages) -> None:
        """Point to the history, whose array is replaced when it grows."""
        moves.history = moves.layout.history = address(pages.history, np.uint64)
        moves.layout.history_capacity = pages.history.shape[1]

    def start(self, pages: Pages, states: TokenBatch, hidden: IntArray) -> IntArray:
        """Put root states into all rows of ``pages`` and open their pages; see :meth:`open`.

        A root without candidates keeps one legal action, which ends the episode.
        """
        pages.add(states, states.hashes())
        pages.state_at[:] = np.arange(len(states))
        first = self.open(pages, np.arange(len(pages)), hidden)
        dead = pages.outcome == Outcome.FAILED
        pages.outcome[dead] = Outcome.OPEN
        if self._refuse:
            pages.mask[dead] = np.arange(self.width) == self.width - 1
            pages.clauses[dead, -1] = REFUSE
        return first

    def open(self, pages: Pages, rows: IntArray, hidden: IntArray) -> IntArray:
        """Expand the states of ``rows``, without clause ``hidden`` [N]; lay out their windows.

        Return [N] where the candidates of each row start in the pool, merged ones included.
        """
        arena = self._bound(pages, hidden)
        arena.notes["live"][: rows.size] = rows
        arena.stepped[: rows.size] = True
        self._moves.n, self._moves.n_live, self._moves.is_open = 0, rows.size, 1
        return self._played(pages)

    def make(self, pages: Pages, rows: IntArray, actions: IntArray, hidden: IntArray) -> IntArray:
        """Choose a candidate or *more* in each of ``rows``; ``pages.outcome`` has the results.

        ``hidden`` and what is returned are as in :meth:`open`; rows that are proved have none.
        """
        arena = self._bound(pages, hidden)
        arena.notes["rows"][: rows.size], arena.notes["actions"][: rows.size] = rows, actions
        self._moves.n, self._moves.n_live, self._moves.is_open = rows.size, 0, 0
        return self._played(pages)

    def _bound(self, pages: Pages, hidden: IntArray) -> Arena:
        """Set up moves for ``pages``; return the arena with its states."""
        n = len(pages)
        if n > self._arena.n:
            self._arena = Arena(self._moves, n)
        if self._bound_to and self._bound_to[0] is pages and self._bound_to[1] is hidden:
            self.bind_history(self._moves, pages)
        else:
            self._bound_to, self._query = (pages, hidden), np.arange(n)  # C holds their addresses
            self.bind(self._moves, pages, hidden, self._query, auto=False)
        self._arena.put(pages.pool, pages.hashes)
        self._moves.n_states = len(pages.pool)
        return self._arena

    def _played(self, pages: Pages) -> IntArray:
        moves, arena, base = self._moves, self._arena, self._moves.n_states
        with calls():
            while missing := self._call(c.addressof(moves), self._error):
                self.provide(missing, moves, arena, pages, self._error)
        # C has appended the candidates to the given states; copy both.
        pages.pool, pages.hashes = arena.states(moves.n_states)
        first = np.zeros(len(pages), np.int64)
        live = arena.notes["live"][: moves.n_live]
        first[live] = base + starts(arena.counts[: moves.n_live])[:-1]
        return first

    def provide(
        self, missing: int, moves: c.Structure, arena: Arena, pages: Pages, error: Any
    ) -> None:
        """Provide what C has returned for, or raise the error of a builtin."""
        if missing == structs.NO_HISTORY:
            pages.reserve(moves.layout.history_capacity + 1)
            self.bind_history(moves, pages)
        elif missing == structs.NO_CAPACITY:
            arena.grow()
        else:
            raise fault(error.value.decode(errors="replace"), "core:expand_compiled/1")
