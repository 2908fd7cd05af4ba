"""A step of all rows in C (``prolog/wire/step.c``), without the GIL and in several threads.

The rows are divided into more parts than threads, which take one after the other, so that none
waits long for another. The helper threads start when a step begins; the caller's thread takes parts
only when it asks for the end, and can make tensors before.

A step has two halves. In the first, each part plays its moves and draws the queries that start. It
returns early where it lacks what only Python can provide (history, room, the starts of a query);
then it is begun again and resumes at its ``stage``, so that no move is made twice. When all parts
are done, their surviving states are counted and a pool of exactly that size is allocated. The
second half writes observations and copies the states there; it cannot fail.

Dimension key: N rows, P parts, Q queries.
"""

import ctypes as c
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import Any, NoReturn

import numpy as np

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge import structs
from symbolic_rl.bridge.schema import (
    OBSERVATION,
    TRANSITION,
    Frame,
    FrameLayout,
    Key,
    RowArrays,
)
from symbolic_rl.bridge.structs import (
    EpisodeStartsStruct,
    ObservationArraysStruct,
    PartStepStruct,
    StepJobStruct,
    WholeStepStruct,
    address,
)
from symbolic_rl.bridge.swipl import calls, fault, library
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenArray, TokenBatch
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.engine import Wire
from symbolic_rl.play.layout import CompiledWindowLayout
from symbolic_rl.play.pages import COUNTERS, NUMBERS
from symbolic_rl.play.queries import CHUNK, EpisodeStartsChunk
from symbolic_rl.play.rows import DerivationRows
from symbolic_rl.play.step_numpy import StepContext, masked
from symbolic_rl.play.views import Viewer

_BY_ROW = (
    "state_at", "goal_counts", "inferences", "turned", "history_length", "offset", "gained",
)  # fmt: skip
_SCRATCH = ("live", "stepped", "live_at", "live_hidden", "live_offset")


class _Part:
    """A part of the rows: its structure, and the arena of states that its moves create."""

    def __init__(self, step: PartStepStruct, n: int) -> None:
        self.step, self.target = step, step.play.target
        self.scratch = {
            name: np.empty(n, bool if name == "stepped" else np.int64)
            for name in (*_SCRATCH, "rows", "actions")
        }
        for name, array in self.scratch.items():
            setattr(step.play, name, address(array, array.dtype))
        self.counts, self.lost = np.empty(n, np.int64), np.empty((n, len(LOST)), np.int64)
        self.more = np.empty(n, bool)
        self.target.counts, self.target.lost = address(self.counts), address(self.lost)
        self.target.more = address(self.more, bool)
        self.tokens = np.empty(0, np.int32)
        self.offsets = np.zeros(1, np.int64)
        self.clauses = np.empty(0, np.int64)
        self.hashes: HashArray = np.empty((0, 2), np.uint64)
        self.make_room(8192, 2**18)

    def grow(self) -> None:
        """Double the room; what is there stays."""
        self.make_room(2 * self.clauses.size, 2 * self.tokens.size)

    def make_room(self, states: int, tokens: int) -> None:
        """Make room for so many states and tokens; what is there stays."""
        self.tokens = _longer(self.tokens, tokens)
        self.offsets = _longer(self.offsets, states + 1)
        self.clauses, self.hashes = _longer(self.clauses, states), _longer(self.hashes, states)
        target = self.target
        target.tokens = target.out = address(self.tokens, np.int32)
        target.offsets, target.ends = address(self.offsets), address(self.offsets) + 8
        target.clauses = address(self.clauses)
        target.hashes = address(self.hashes, np.uint64)
        target.candidate_room, target.token_room = states, tokens


def _longer(array: Any, n: int) -> Any:
    longer = np.empty((n, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


def _starts_of(chunk: EpisodeStartsChunk) -> EpisodeStartsStruct:
    """Return the addresses of a chunk, which the caller keeps alive."""
    pages = chunk.pages
    starts = EpisodeStartsStruct(n=len(pages), numbers=address(pages.numbers))
    starts.pool.set(pages.pool, pages.hashes)
    for name in ("slots", "clauses", "mask", "counted", "history"):
        array = getattr(pages, name)
        setattr(starts, name, address(array, array.dtype))
    starts.history_room = pages.history.shape[1]
    starts.shown = ObservationArraysStruct(*_addresses(chunk.observation, OBSERVATION))
    return starts


class CompiledStep:
    """A step in C; see :class:`symbolic_rl.play.step_numpy.Step`."""

    def __init__(
        self,
        context: StepContext,
        wire: Wire,
        lay_out: CompiledWindowLayout,
        viewer: Viewer,
    ) -> None:
        self._context, self._wire = context, wire
        self._lay_out, self._viewer = lay_out, viewer
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}
        self._frames: dict[int, _FrameMaker] = {}
        self._spare: CompiledFrame | None = None
        self._pool: TokenBatch | None = None
        self._pool_at = 0, 0, 0
        self._rows: DerivationRows | None = None
        self._parts: list[_Part] = []
        self._starts_at = np.zeros(-(-context.labels.size // CHUNK), np.int64)
        self._starts: dict[int, EpisodeStartsStruct] = {}
        self._whole, self._job = WholeStepStruct(), StepJobStruct()
        self._job_at, self._work = c.addressof(self._job), wire.library
        self._work.wire_masked.argtypes = self._work.wire_number.argtypes = [c.c_void_p, c.c_int]
        self._work.wire_masked.restype, self._work.wire_number.restype = c.c_int64, None
        self._work.wire_begin.argtypes = [c.c_void_p, c.c_int, c.c_int]
        self._work.wire_end.argtypes = [c.c_void_p]

    def frame(self, n: int) -> Frame:
        """See :meth:`symbolic_rl.play.step_numpy.Step.frame`."""
        if n not in self._frames:
            self._frames, self._spare = {n: _FrameMaker(self._context.writer.layout(n))}, None
        frame, self._spare = self._spare or self._frames[n](), None
        return frame

    def room(self, frame: Frame) -> Frame:
        """See :meth:`symbolic_rl.play.step_numpy.Step.room`."""
        return CompiledFrame.around(frame)

    def begin(
        self, rows: DerivationRows, actions: IntArray, frame: Frame, *, restart: bool
    ) -> None:
        """See :meth:`symbolic_rl.play.step_numpy.Step.begin`."""
        assert isinstance(frame, CompiledFrame)
        self._started = perf_counter()
        library()  # this thread can call Prolog now
        pages = rows.pages
        if rows is not self._rows:
            self._bind(rows)
        elif pages.history is not self._history:
            self._set_history(rows)
        for number in self._context.starts.trim():
            self._starts_at[number] = 0
            self._starts.pop(number, None)
        actions = np.ascontiguousarray(actions, np.int64)
        whole = self._whole
        if pages.pool is self._pool:
            whole.pool.tokens, whole.pool.offsets, whole.pool.hashes = self._pool_at
        else:
            whole.pool.set(pages.pool, pages.hashes)
        whole.actions, whole.frame = address(actions), address(frame.addresses)
        whole.restart, whole.level = restart, self._context.draw.level
        self._used = actions, frame  # until the step has ended
        illegal = self._work.wire_masked(self._structures, len(self._parts))
        if illegal >= 0:
            raise masked(int(actions[illegal]), illegal, pages.mask[illegal])
        self._begin(structs.PLAY)
        if self._job.n_threads > 1:  # while the others are at work
            self._spare = self._frames[len(rows)]() if len(rows) in self._frames else None

    def end(self) -> None:
        """See :meth:`symbolic_rl.play.step_numpy.Step.end`."""
        assert self._rows is not None
        resumed = perf_counter()
        with calls():
            while not self._work.wire_end(self._job_at):
                self._provide(self._rows)
                self._begin(structs.PLAY, again=True)
        middle = perf_counter()
        self._finish(self._rows)
        self.seconds["expand"] += middle - resumed
        self.seconds["view"] += perf_counter() - middle

    def _begin(self, half: int, *, again: bool = False) -> None:
        if not self._work.wire_begin(self._job_at, half, not again):
            raise EngineError(
                f"{self._job.n_threads} threads could not be started.",
                "--n-threads",
                "give a smaller number, at most 64.",
            )

    def _provide(self, rows: DerivationRows) -> None:
        """Provide the parts with what they lack."""
        for part, missing in zip(self._parts, self._left, strict=True):
            if missing == structs.NO_HISTORY:
                rows.pages.reserve(part.step.play.layout.history_room + 1)
                self._set_history(rows)
            elif missing == structs.NO_ROOM:
                part.grow()
            elif missing == structs.NO_START:
                self._add_starts(part.step.missing)
            elif missing == structs.RAISED:
                self._raise()

    def _finish(self, rows: DerivationRows) -> None:
        """Move the states that are left to a new pool: the second half of the step."""
        whole = self._whole
        self._work.wire_number(self._structures, len(self._parts))
        n, n_tokens = whole.n_states, whole.n_tokens
        memory = np.empty(24 * n + 8 + 4 * n_tokens, np.uint8)
        hashes: HashArray = np.ndarray((n, 2), np.uint64, memory)
        offsets: IntArray = np.ndarray(n + 1, np.int64, memory, 16 * n)
        tokens: TokenArray = np.ndarray(n_tokens, np.int32, memory, 24 * n + 8)
        at = address(memory, np.uint8)
        self._pool_at = at + 24 * n + 8, at + 16 * n, at
        whole.new_tokens, whole.new_offsets, whole.new_hashes = self._pool_at
        self._begin(structs.FINISH)
        offsets[n] = n_tokens
        self._pool = rows.pages.pool = TokenBatch(tokens, offsets)
        rows.pages.hashes = hashes
        self._work.wire_end(self._job_at)

    def _raise(self) -> NoReturn:
        self._rows = None  # half a step was made: bind anew, at stage 0
        first = list(self._left).index(structs.RAISED) * structs.N_ERROR
        text = self._errors.raw[first : first + structs.N_ERROR].partition(b"\0")[0]
        raise fault(text.decode(errors="replace"), "wire:expand_compiled/1")

    def _add_starts(self, number: int) -> None:
        if number not in self._starts:
            self._starts[number] = _starts_of(self._context.starts.chunk(number))
            self._starts_at[number] = c.addressof(self._starts[number])

    # ---- structures

    def _bind(self, rows: DerivationRows) -> None:
        """Point the structures at the arrays of ``rows``."""
        team = self._context.draw.group_size  # a team stays in one part: its counts have no lock
        shares = np.cumsum([0, *range(rows.n_parts, 0, -1)])  # small ones last: a short wait
        bounds = len(rows) // team * shares // shares[-1] * team
        bounds[-1] = len(rows)
        parts = [(a, b) for a, b in pairwise(bounds.tolist()) if a < b]
        structures = [self._structure(rows, k, *part) for k, part in enumerate(parts)]
        self._parts = [_Part(structure, len(rows)) for structure in structures]
        addresses = [c.addressof(part.step) for part in self._parts]
        self._structures = (c.c_void_p * len(addresses))(*addresses)
        self._left = (c.c_int * len(parts))()
        self._errors = c.create_string_buffer(structs.N_ERROR * len(parts))
        job = self._job
        job.steps, job.rcs = c.addressof(self._structures), c.addressof(self._left)
        job.errors, job.n = c.addressof(self._errors), len(parts)
        job.n_threads = min(self._context.n_threads, len(parts))
        self._rows = rows
        self._set_history(rows)

    def _structure(self, rows: DerivationRows, part: int, first: int, end: int) -> PartStepStruct:
        context, pages, draw = self._context, rows.pages, self._context.draw
        step = PartStepStruct(
            whole=c.addressof(self._whole),
            view=self._viewer.address,
            first=first,
            end=end,
            n_rows=len(rows),
            n_numbers=len(NUMBERS),
            numbers=address(pages.numbers),
            episode=address(rows.episode),
            level_of=address(rows.level),
            label=address(context.labels, bool),
            keys=address(draw.keys, np.uint64),
            in_order=draw.in_order,
            current_share=draw.current_share,
            group_size=draw.group_size,
            team=address(draw.team),
            started=address(draw.started),
            group=address(draw.group),
            group_level=address(draw.group_level),
            first_query=address(draw.first),
            n_queries=address(draw.sizes),
            starts=address(self._starts_at),
            chunk=CHUNK,
            counted=address(rows.counted[part]),
            view_cuts=COUNTERS.index("view_cuts"),
            reward_scale=context.reward_scale or 0.0,
            tallies=address(rows.tallies[part]),
            n_inferences=rows.inferences.ctypes.data + part * rows.inferences.itemsize,
        )
        play = step.play
        play.layout = self._lay_out.structure(pages)
        play.target.program, play.engine = self._wire.program, self._wire.engine
        play.auto_advance = context.auto_advance
        play.max_inferences = context.pager.max_inferences
        play.max_pages = context.pager.max_pages
        play.turned_column = COUNTERS.index("pages_turned")
        play.page_limits_column = COUNTERS.index("page_limits")
        play.hidden_of, play.query = address(context.hidden), address(rows.query)
        play.state = -1 if context.reward_scale is None else self._viewer.state
        for name in _BY_ROW:
            setattr(play, name, address(getattr(pages, name)))
        return step

    def _set_history(self, rows: DerivationRows) -> None:
        self._history = rows.pages.history
        for part in self._parts:
            play = part.step.play
            play.history = address(self._history, np.uint64)
            play.layout.history, play.layout.history_room = play.history, self._history.shape[1]


@dataclass
class CompiledFrame(Frame):
    """A frame, and where its arrays are in memory."""

    addresses: IntArray
    """``frame_arrays_t`` of wire.h; 0 for an array that is absent."""

    @classmethod
    def around(cls, frame: Frame) -> "CompiledFrame":
        """Return the same arrays, wherever they are in memory."""
        transition, current = frame.transition, frame.current
        addresses = _addresses(transition.observation, OBSERVATION)
        addresses += _addresses(current, OBSERVATION) + _addresses(transition, TRANSITION)
        return cls(transition, current, np.array(addresses, np.int64))


def _addresses(arrays: RowArrays, keys: Iterable[Key]) -> list[int]:
    found = ((getattr(arrays, key.name), key.dtype) for key in keys)
    return [0 if array is None else address(array, dtype) for array, dtype in found]


class _FrameMaker:
    """Maker of frames that lie in one piece of memory each: one allocation, one address."""

    def __init__(self, layout: FrameLayout) -> None:
        self._layout = layout
        self._offsets = np.array([place[2] if place else 0 for place in layout.places])
        self._is_there = np.array([place is not None for place in layout.places])

    def __call__(self) -> CompiledFrame:
        """Return a frame whose content is undefined."""
        memory = np.empty(self._layout.nbytes, np.uint8)
        frame = self._layout.frame(memory)
        addresses = (self._offsets + address(memory, np.uint8)) * self._is_there
        return CompiledFrame(frame.transition, frame.current, addresses)
