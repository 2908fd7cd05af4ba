"""A step of all rows in C (``prolog/core/step.c``), without the GIL and in several threads.

A step makes a move in each row, then the forced moves, and starts the next episodes. The rows are
divided into more parts than threads, and each thread takes one part after another, so that no
thread waits long. The helper threads start when a step begins; the caller's thread takes parts only
when it asks for the end, and can make tensors before that.

A step has two halves. In the first, each part makes its moves and draws the queries that start. It
returns early if it needs something that only Python can provide (history, memory, the starts of a
query). It is then begun again and resumes at its ``stage``, so no move is made twice. When all
parts are done, their surviving states are counted and a pool of exactly that size is allocated. The
second half writes observations and copies the states there; it cannot fail.

Dimension key: N rows, A actions, P parts, Q queries.
"""

import ctypes as c
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import NoReturn

import numpy as np

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge import structs
from symbolic_rl.bridge.schema import (
    OBSERVATION,
    TRANSITION,
    BoolArray,
    Frame,
    FrameLayout,
    Key,
    Observation,
    RowArrays,
)
from symbolic_rl.bridge.structs import (
    EpisodeStartsStruct,
    ObservationArraysStruct,
    PartStepStruct,
    StepJobStruct,
    WholeStepStruct,
    address,
    set_pool,
)
from symbolic_rl.bridge.swipl import calls, fault, library
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenArray, TokenBatch
from symbolic_rl.derivations.pager import Arena, Pager
from symbolic_rl.derivations.pages import COUNTERS, NUMBERS
from symbolic_rl.derivations.queries import CHUNK, EpisodeStarts, EpisodeStartsChunk, QueryDraw
from symbolic_rl.derivations.rows import DerivationRows
from symbolic_rl.derivations.views import ObservationWriter


@dataclass(frozen=True)
class StepContext:
    """Everything that a step depends on, in addition to the rows."""

    pager: Pager
    writer: ObservationWriter
    starts: EpisodeStarts
    draw: QueryDraw
    labels: BoolArray  # [Q] True for a query that is labelled true
    hidden: IntArray  # [Q] the clause that may not be used
    auto_advance: bool
    reward_scale: float = 0.0  # factor of the rewards of an MDP
    n_threads: int = 1  # threads that a step may use


def _starts_of(chunk: EpisodeStartsChunk) -> c.Structure:
    """Return the addresses of a chunk, which the caller keeps alive."""
    pages = chunk.pages
    starts = EpisodeStartsStruct(n=len(pages), numbers=address(pages.numbers))
    set_pool(starts.pool, pages.pool, pages.hashes)
    for name in ("slots", "clauses", "mask", "counted", "history"):
        array = getattr(pages, name)
        setattr(starts, name, address(array, array.dtype))
    starts.history_capacity = pages.history.shape[1]
    starts.shown = observation_arrays(chunk.observation)
    return starts


def observation_arrays(observation: Observation) -> c.Structure:
    """Return the addresses of an observation, which the caller keeps alive."""
    return ObservationArraysStruct(*_addresses(observation, OBSERVATION))


class Step:
    """Takes one action in each row, and the forced moves after it."""

    def __init__(self, context: StepContext) -> None:
        self._context = context
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}
        """Time since construction, by phase; who starts episodes adds ``reset``."""
        self._frames: dict[int, FrameMaker] = {}
        self._spare: PlacedFrame | None = None
        self._pool: TokenBatch | None = None
        self._pool_at = 0, 0, 0
        self._rows: DerivationRows | None = None
        self._parts: list[c.Structure] = []
        self._arenas: list[Arena] = []
        self._starts_at = np.zeros(-(-context.labels.size // CHUNK), np.int64)
        self._starts: dict[int, c.Structure] = {}
        self._whole, self._job = WholeStepStruct(), StepJobStruct()
        self._job_at, self._work = c.addressof(self._job), context.pager.engine.library

    def frame(self, n: int) -> "PlacedFrame":
        """Return a fresh frame for the result of a step of ``n`` rows."""
        if n not in self._frames:
            self._frames, self._spare = {n: FrameMaker(self._context.writer.layout(n))}, None
        frame, self._spare = self._spare or self._frames[n](), None
        return frame

    def begin(
        self,
        rows: DerivationRows,
        actions: IntArray,
        frame: "PlacedFrame",
        *,
        restart: bool,
        stays: BoolArray | None = None,
    ) -> None:
        """Begin a step of ``rows``, in place; :meth:`end` must follow, which completes ``frame``.

        For the arguments see :meth:`.Derivations.step`. EngineError: an action is masked; nothing
        was done, and :meth:`end` must not follow.
        """
        self._started = perf_counter()
        library()  # attaches this thread to Prolog
        pages = rows.pages
        if rows is not self._rows:
            self._bind(rows)
        elif pages.history is not self._history:
            self._set_history(rows)
        # Only between two steps: during a step, C may follow the address of any chunk.
        for number in self._context.starts.trim():
            self._starts_at[number] = 0
            self._starts.pop(number, None)
        actions = np.ascontiguousarray(actions, np.int64)
        whole = self._whole
        if pages.pool is self._pool:
            whole.pool.tokens, whole.pool.offsets, whole.pool.hashes = self._pool_at
        else:
            set_pool(whole.pool, pages.pool, pages.hashes)
        whole.actions, whole.frame = address(actions), address(frame.addresses)
        whole.restart, whole.level = restart, self._context.draw.level
        whole.stays = None if stays is None else address(stays, bool)
        self._used = actions, frame, stays  # keeps their memory until the step has ended
        illegal = self._work.core_masked(self._structures, len(self._parts))
        if illegal >= 0:
            raise masked(int(actions[illegal]), illegal, pages.mask[illegal])
        self._begin(structs.ADVANCE)
        if self._job.n_threads > 1:  # prepare the next frame while helper threads work
            self._spare = self._frames[len(rows)]() if len(rows) in self._frames else None

    def end(self) -> None:
        """Wait until the step that has begun is done; EngineError: a builtin raised an error."""
        assert self._rows is not None
        resumed = perf_counter()
        with calls():
            while not self._work.core_end(self._job_at):
                self._provide(self._rows)
                self._begin(structs.ADVANCE, again=True)
        middle = perf_counter()
        self._finish(self._rows)
        self.seconds["expand"] += middle - resumed
        self.seconds["view"] += perf_counter() - middle

    def _begin(self, half: int, *, again: bool = False) -> None:
        if not self._work.core_begin(self._job_at, half, not again):
            raise EngineError(
                f"{self._job.n_threads} threads could not be started.",
                "--n-threads",
                "give a smaller number, at most 64.",
            )

    def _provide(self, rows: DerivationRows) -> None:
        """Provide what parts have returned for: history, memory or starts."""
        for part, arena, missing in zip(self._parts, self._arenas, self._left, strict=True):
            if missing == structs.NO_HISTORY:
                rows.pages.reserve(part.moves.layout.history_capacity + 1)
                self._set_history(rows)
            elif missing == structs.NO_CAPACITY:
                arena.grow()
            elif missing == structs.NO_START:
                self._add_starts(part.missing)
            elif missing == structs.RAISED:
                self._raise()

    def _finish(self, rows: DerivationRows) -> None:
        """Run the second half of the step: move surviving states to a new pool."""
        whole = self._whole
        self._work.core_number(self._structures, len(self._parts))
        n, n_tokens = whole.n_states, whole.n_tokens
        # One allocation: hashes [n, 2] uint64, offsets [n + 1] int64, tokens int32, in this order,
        # so that each array is aligned.
        memory = np.empty(24 * n + 8 + 4 * n_tokens, np.uint8)
        hashes: HashArray = np.ndarray((n, 2), np.uint64, memory)
        offsets: IntArray = np.ndarray(n + 1, np.int64, memory, 16 * n)
        tokens: TokenArray = np.ndarray(n_tokens, np.int32, memory, 24 * n + 8)
        at = address(memory, np.uint8)
        self._pool_at = at + 24 * n + 8, at + 16 * n, at
        whole.new_tokens, whole.new_offsets, whole.new_hashes = self._pool_at
        self._begin(structs.FINISH)
        # C writes the start of each state; the end of the last one is known here.
        offsets[n] = n_tokens
        self._pool = rows.pages.pool = TokenBatch(tokens, offsets)
        rows.pages.hashes = hashes
        self._work.core_end(self._job_at)

    def _raise(self) -> NoReturn:
        self._rows = None  # half a step was made: the next one must bind again, at stage 0
        first = list(self._left).index(structs.RAISED) * structs.N_ERROR
        text = self._errors.raw[first : first + structs.N_ERROR].partition(b"\0")[0]
        raise fault(text.decode(errors="replace"), "core:expand_compiled/1")

    def _add_starts(self, number: int) -> None:
        if number not in self._starts:
            self._starts[number] = _starts_of(self._context.starts.chunk(number))
            self._starts_at[number] = c.addressof(self._starts[number])

    # ---- structures

    def _bind(self, rows: DerivationRows) -> None:
        """Point the structures at the arrays of ``rows``."""
        self._draw = self._context.draw.structure()
        team = self._context.draw.group_size  # whole teams per part: a team's counts have no lock
        shares = np.cumsum([0, *range(rows.n_parts, 0, -1)])  # small parts last, for a short wait
        bounds = len(rows) // team * shares // shares[-1] * team
        bounds[-1] = len(rows)
        parts = [(a, b) for a, b in pairwise(bounds.tolist()) if a < b]
        self._parts = [self._part(rows, k, *part) for k, part in enumerate(parts)]
        self._arenas = [Arena(part.moves, len(rows)) for part in self._parts]
        addresses = [c.addressof(part) for part in self._parts]
        self._structures = (c.c_void_p * len(addresses))(*addresses)
        self._left = (c.c_int * len(parts))()
        self._errors = c.create_string_buffer(structs.N_ERROR * len(parts))
        job = self._job
        job.steps, job.rcs = c.addressof(self._structures), c.addressof(self._left)
        job.errors, job.n = c.addressof(self._errors), len(parts)
        job.n_threads = min(self._context.n_threads, len(parts))
        self._rows, self._history = rows, rows.pages.history

    def _part(self, rows: DerivationRows, part: int, first: int, end: int) -> c.Structure:
        context, pages = self._context, rows.pages
        step = PartStepStruct(
            whole=c.addressof(self._whole),
            view=context.writer.viewer.address,
            draw=c.addressof(self._draw),
            first=first,
            end=end,
            n_rows=len(rows),
            n_numbers=len(NUMBERS),
            numbers=address(pages.numbers),
            episode=address(rows.episode),
            level_of=address(rows.level),
            label=address(context.labels, bool),
            starts=address(self._starts_at),
            chunk=CHUNK,
            counted=address(rows.counted[part]),
            view_cuts=COUNTERS.index("view_cuts"),
            reward_scale=context.reward_scale,
            tallies=address(rows.tallies[part]),
            n_inferences=rows.inferences.ctypes.data + part * rows.inferences.itemsize,
        )
        auto = context.auto_advance
        context.pager.bind(step.moves, pages, context.hidden, rows.query, auto=auto)
        return step

    def _set_history(self, rows: DerivationRows) -> None:
        self._history = rows.pages.history
        for part in self._parts:
            self._context.pager.bind_history(part.moves, rows.pages)


def start(
    context: StepContext, rows: DerivationRows, which: IntArray, observation: Observation
) -> None:
    """Start the next episode in the rows ``which``, and write their rows of ``observation``."""
    rows.episode[which] += 1
    rows.query[which], rows.level[which] = context.draw(which, rows.episode[which])
    context.starts.copy_to(rows.pages, which, rows.query[which], observation)
    rows.count()


def masked(action: int, row: int, mask: BoolArray) -> EngineError:
    """Return the error for a forbidden action of a row with legal actions ``mask`` [A]."""
    if not mask.any():
        return EngineError(f"row {row} has not started.", "step", "call reset() first.")
    return EngineError(
        f"action {action} of row {row} is masked.",
        "step",
        f"choose one of {np.flatnonzero(mask).tolist()}.",
    )


@dataclass
class PlacedFrame(Frame):
    """A frame, with the addresses of its arrays."""

    addresses: IntArray
    """``frame_arrays_t`` of core.h; 0 for an array that is absent."""

    @classmethod
    def around(cls, frame: Frame) -> "PlacedFrame":
        """Return a frame with the same arrays, and their addresses."""
        transition, current = frame.transition, frame.current
        addresses = _addresses(transition.observation, OBSERVATION)
        addresses += _addresses(current, OBSERVATION) + _addresses(transition, TRANSITION)
        return cls(transition, current, np.array(addresses, np.int64))


def _addresses(arrays: RowArrays, keys: Iterable[Key]) -> list[int]:
    found = ((getattr(arrays, key.name), key.dtype) for key in keys)
    return [0 if array is None else address(array, dtype) for array, dtype in found]


APART = 2**20
"""Bytes of a frame from which on its arrays have memory of their own, so that a caller who keeps
narrow arrays does not keep wide ones with them."""


class FrameMaker:
    """Makes frames, small ones in one piece of memory each, with one allocation."""

    def __init__(self, layout: FrameLayout) -> None:
        self._layout = layout
        self._offsets = np.array([place[2] if place else 0 for place in layout.places])
        self._is_there = np.array([place is not None for place in layout.places])

    def __call__(self) -> PlacedFrame:
        """Return a frame whose content is undefined."""
        if self._layout.nbytes > APART:
            return PlacedFrame.around(self._layout.apart())
        memory = np.empty(self._layout.nbytes, np.uint8)
        frame = self._layout.frame(memory)
        addresses = (self._offsets + address(memory, np.uint8)) * self._is_there
        return PlacedFrame(frame.transition, frame.current, addresses)
