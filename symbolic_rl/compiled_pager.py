"""Moves played in C (``wire_play`` of ``prolog/play.c``), the GIL released."""

import ctypes as c
from collections.abc import Callable

import numpy as np

from symbolic_rl.compiled_layout import CompiledLayout, Layout
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.engine import Engine
from symbolic_rl.engine.compiled import CompiledWire, Target, address
from symbolic_rl.engine.swipl import framed
from symbolic_rl.engine.tokens import HashArray, IntArray, TokenBatch
from symbolic_rl.pages import COUNTERS, Pager, Pages

_TURNED, _PAGE_LIMITS = COUNTERS.index("pages_turned"), COUNTERS.index("page_limits")
_DONE, _NO_HISTORY, _NO_ROOM = 0, 1, 2
_SETTINGS = (
    "engine", "auto_advance", "max_inferences", "max_pages", "turned_column",
    "page_limits_column", "n_states", "n",
)  # fmt: skip
_SCRATCH = ("live", "stepped", "live_at", "live_hidden", "live_offset")
_PAGES = ("state_at", "goal_counts", "inferences", "turned", "history_length", "offset")


class _Play(c.Structure):
    """``play_t`` of play.c."""

    _fields_ = (
        [("layout", Layout), ("target", c.c_void_p)]
        + [(name, c.c_int64) for name in _SETTINGS]
        + [("rows", c.c_void_p), ("actions", c.c_void_p), ("n_live", c.c_int64)]
        + [
            (name, c.c_void_p)
            for name in (*_SCRATCH, "hidden", *_PAGES[:4], "history", *_PAGES[4:])
        ]
        + [("is_open", c.c_int32)]
    )


class _Arena:
    """The pool of states while moves are played.

    ``tokens`` and ``offsets`` are a :class:`TokenBatch` with room behind; a clause and a hash
    belong to each of its sequences.
    """

    def __init__(self) -> None:
        self.target = Target()
        self.make_room(8192, 2**18)
        self._rows = 0

    def make_room(self, states: int, tokens: int) -> None:
        """Room for so many states and tokens; what is there stays."""
        old = vars(self).copy()
        self.tokens = np.empty(tokens, np.int32)
        self.offsets = np.zeros(states + 1, np.int64)
        self.clauses = np.empty(states, np.int64)
        self.hashes = np.empty((states, 2), np.uint64)
        for name in ("tokens", "offsets", "clauses", "hashes"):
            if name in old:
                getattr(self, name)[: len(old[name])] = old[name]
        target = self.target
        target.tokens = target.out = address(self.tokens, np.int32)
        target.offsets, target.ends = address(self.offsets), address(self.offsets) + 8
        target.clauses = address(self.clauses)
        target.hashes = address(self.hashes, np.uint64)
        target.candidate_room, target.token_room = states, tokens

    def make_rows(self, n: int) -> None:
        """Scratch for so many rows."""
        if n <= self._rows:
            return
        self._rows = n
        self.counts, self.lost = np.empty(n, np.int64), np.empty((n, len(LOST)), np.int64)
        self.more = np.empty(n, bool)
        self.moves = np.empty((2, n), np.int64)
        self.scratch = {
            name: np.empty(n, bool if name == "stepped" else np.int64) for name in _SCRATCH
        }
        target = self.target
        target.counts, target.lost = address(self.counts), address(self.lost)
        target.more = address(self.more, bool)

    def take_in(self, pages: Pages) -> None:
        """Start with the pool of ``pages``."""
        pool, n = pages.pool, len(pages.pool)
        if n + 1 > self.clauses.size or pool.tokens.size > self.tokens.size:
            self.make_room(
                max(2 * n, self.clauses.size), max(2 * pool.tokens.size, self.tokens.size)
            )
        self.tokens[: pool.tokens.size] = pool.tokens
        self.offsets[: n + 1] = pool.offsets
        self.hashes[:n] = pages.hashes
        self.make_rows(len(pages))


class CompiledPager(Pager):
    """See :class:`symbolic_rl.pages.Pager`, whose results it has.

    Args:
        engine: expands states.
        lay_out: lays out their windows.
        wire: the engine's compiled wire.
        max_inferences: inferences after which a derivation is truncated.
        max_pages: turned pages of one state after which a derivation is truncated.
    """

    def __init__(
        self,
        engine: Engine,
        lay_out: CompiledLayout,
        wire: CompiledWire,
        *,
        max_inferences: int,
        max_pages: int,
    ) -> None:
        super().__init__(engine, lay_out, max_inferences=max_inferences, max_pages=max_pages)
        self._layout, self._wire = lay_out, wire
        self._arena = _Arena()
        self._kept = _Play()
        self._kept_for: tuple[Pages, HashArray] | None = None
        library = wire.library
        self._play = library.wire_play
        self._play.argtypes, self._play.restype = [c.c_void_p], c.c_int
        self._reachable = library.wire_reachable
        self._reachable.argtypes = [c.c_void_p, c.c_int64, c.POINTER(c.c_int64)]
        self._reachable.restype = c.c_int64
        self._compact = library.wire_compact
        self._compact.argtypes = [c.c_void_p, c.c_int64, *[c.c_void_p] * 3]
        self._compact.restype = None

    def prepare(
        self, pages: Pages, rows: IntArray, actions: IntArray, hidden: IntArray, *, auto: bool
    ) -> Callable[[], None]:
        """See :meth:`symbolic_rl.pages.Pager.prepare`."""
        arena = self._arena
        arena.take_in(pages)
        arena.target.program = self._wire.program
        play = self._structure(pages)
        n = rows.size
        arena.moves[0, :n], arena.moves[1, :n] = rows, actions  # C writes to both
        play.target, play.hidden = c.addressof(arena.target), address(hidden)
        play.rows, play.actions = address(arena.moves[0]), address(arena.moves[1])
        for name, array in arena.scratch.items():
            setattr(play, name, address(array, array.dtype))
        play.auto_advance, play.n, play.n_states = auto, n, len(pages.pool)
        self._hidden = hidden  # C holds its address
        return lambda: self._run(play, pages)

    def _run(self, play: _Play, pages: Pages) -> None:
        with framed() as raise_pending:
            while (missing := self._play(c.addressof(play))) != _DONE:
                if missing == _NO_HISTORY:
                    pages.reserve(pages.history.shape[1] + 1)
                    play.history = address(pages.history, np.uint64)
                    play.layout.history_room = pages.history.shape[1]
                elif missing == _NO_ROOM:
                    arena = self._arena
                    arena.make_room(2 * arena.clauses.size, 2 * arena.tokens.size)
                else:
                    raise_pending("wire:expand_compiled/1")

    def finish(self, pages: Pages) -> None:
        """See :meth:`symbolic_rl.pages.Pager.finish`."""
        self._copy_out(self._kept, pages)

    def _structure(self, pages: Pages) -> _Play:
        """What stays the same while ``pages`` keeps its arrays."""
        kept = self._kept_for
        if kept is not None and kept[0] is pages and kept[1] is pages.history:
            return self._kept
        play = _Play(
            layout=self._layout.structure(pages),
            engine=self._wire.engine,
            max_inferences=self.max_inferences,
            max_pages=self.max_pages,
            turned_column=_TURNED,
            page_limits_column=_PAGE_LIMITS,
            history=address(pages.history, np.uint64),
        )
        for name in _PAGES:
            setattr(play, name, address(getattr(pages, name)))
        self._kept_for, self._kept = (pages, pages.history), play
        return play

    def _copy_out(self, play: _Play, pages: Pages) -> None:
        """Leave the states that can be reached in fresh arrays of ``pages``."""
        n = c.c_int64()
        n_tokens = self._reachable(c.addressof(play), len(pages), c.byref(n))
        tokens = np.empty(n_tokens, np.int32)
        offsets = np.empty(n.value + 1, np.int64)
        hashes: HashArray = np.empty((n.value, 2), np.uint64)
        self._compact(
            c.addressof(play),
            len(pages),
            address(tokens, np.int32),
            address(offsets),
            address(hashes, np.uint64),
        )
        pages.pool, pages.hashes = TokenBatch(tokens, offsets), hashes
