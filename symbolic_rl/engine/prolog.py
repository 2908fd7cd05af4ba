"""The engine of a program: one pure function from states to their candidates.

A batch of states crosses once. The C core resolves most of them by itself and leaves the others to
SWI-Prolog.

Dimension key: N states, M candidates of all of them.
"""

import ctypes as c
import itertools
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge import core
from symbolic_rl.bridge.structs import ExpansionTargetStruct, address
from symbolic_rl.bridge.swipl import PrologCall, run
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch
from symbolic_rl.program.program import Program
from symbolic_rl.program.well_formed import expect_states, malformed

COUNTERS = ("builtin_errors", "inference_limits", "negation_limits", "size_limits")
"""Candidates that were lost, by cause; the columns of :attr:`Expansion.lost`."""

_END = 1 << 28
"""End of the limits, offsets and clause ids that C and Prolog take."""
_FIRST_CANDIDATES, _FIRST_TOKENS = 4096, 65536
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Expansion:
    """One page of candidates for each of N states, M candidates in all."""

    counts: IntArray
    """[N] candidates of each state, before merging."""
    more: NDArray[np.bool_]
    """[N] whether the state has candidates behind this page."""
    lost: IntArray
    """[N, len(COUNTERS)] candidates lost, by cause (see :data:`COUNTERS`)."""
    clauses: IntArray
    """[M] the clause of each candidate."""
    candidates: TokenBatch
    """M resolvents, in the order of their states and in program order within a state."""
    hashes: HashArray
    """[M, 2] 128-bit hashes of the resolvents."""

    @classmethod
    def concatenate(cls, parts: "Sequence[Expansion]") -> "Expansion":
        """Join the expansions of several batches, at least one, in order."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            counts=np.concatenate([part.counts for part in parts]),
            more=np.concatenate([part.more for part in parts]),
            lost=np.concatenate([part.lost for part in parts]),
            clauses=np.concatenate([part.clauses for part in parts]),
            candidates=TokenBatch.concatenate([part.candidates for part in parts]),
            hashes=np.concatenate([part.hashes for part in parts]),
        )


class _Buffers(threading.local):
    """Buffers that C writes to, one set for each thread; they grow and are used again."""

    def __init__(self) -> None:
        self.target = ExpansionTargetStruct()
        self.make_room(_FIRST_CANDIDATES, _FIRST_TOKENS)

    def make_room(self, candidates: int, tokens: int) -> None:
        self.clauses = np.empty(candidates, np.int64)
        self.ends = np.empty(candidates, np.int64)
        self.hashes = np.empty((candidates, 2), np.uint64)
        self.out = np.empty(tokens, np.int32)
        target = self.target
        for name in ("clauses", "ends", "hashes", "out"):
            setattr(target, name, getattr(self, name).ctypes.data)
        target.candidate_room, target.token_room = candidates, tokens


class PrologEngine:
    """Expands many resolvents in one call. Pure: same tokens in, same tokens out.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "p.pl")
    >>> _ = file.write_text("p(a). p(b) :- p(a).")
    >>> program = Program([file], {}, goals={"asked": "p(X)"})
    >>> engine = PrologEngine(program, EnvConfig())
    >>> states = TokenBatch.of([query.root(answers=False) for query in program.queries])
    >>> none = np.zeros(len(states), np.int64)  # nothing hidden, first page
    >>> engine.expand(states, hidden=none, limit=32, offset=none).counts
    array([1])

    Args:
        program: a loaded program.
        config: limits and occurs check.
        answers: states carry an answer term.
    """

    def __init__(self, program: Program, config: EnvConfig, *, answers: bool = False) -> None:
        self.program, self.answers = program, answers
        self.vocabulary = program.vocabulary
        self.is_sound = config.occurs_check or program.is_flat
        """Unification makes the occurs check, or the program has no function symbols."""
        self.number = next(_numbers)
        """Number of the engine in wire.pl."""
        run(
            f"wire:open_engine({self.number}, {program.module}, ["
            f"occurs_check({str(config.occurs_check).lower()}), "
            f"builtin_inferences({config.builtin_inferences}), "
            f"negation_inferences({config.builtin_inferences}), "
            f"max_tokens({config.max_tokens})])"
        )
        weakref.finalize(self, run, f"wire:close_engine({self.number})").atexit = False
        self.library = core.load()
        """The C core, whose steps, windows and searches take the numbers of engine and program."""
        program.share_symbols()
        self._set_target = self.library.wire_target
        self._set_target.argtypes, self._set_target.restype = [c.c_void_p], None
        self._call = PrologCall("wire", "expand_compiled")
        self._buffers = _Buffers()

    def expand(
        self,
        states: TokenBatch,
        rows: IntArray | None = None,
        *,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        """Return the candidates ``offset .. offset + limit`` of each state.

        Args:
            states: states; those that are expanded have at least one goal.
            rows: [N] indices of the states to expand; default all.
            hidden: [N] the fact that may not be used, by clause id; 0 for none.
            limit: candidates of a page, at least 1.
            offset: [N] candidates that come before the page, counted before merging.

        Raises:
            EngineError: ``states`` are none of this program, ``rows`` point nowhere, or a builtin
                has raised an error.
        """
        rows = np.arange(len(states)) if rows is None else rows
        _expect_arguments(states, rows, hidden, limit, offset)
        try:
            return self._expand(states, rows, hidden, limit, offset)
        except EngineError:  # of the states, if they are malformed
            expect_states(states.take(rows), self.vocabulary, answers=self.answers)
            raise

    def _expand(
        self, states: TokenBatch, rows: IntArray, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        n, buffers = rows.size, self._buffers
        counts, more = np.zeros(n, np.int64), np.zeros(n, bool)
        lost = np.zeros((n, len(COUNTERS)), np.int64)
        target = buffers.target
        target.program, target.n, target.limit = self.program.number, n, limit
        target.tokens, target.offsets = address(states.tokens, np.int32), address(states.offsets)
        target.rows, target.hidden, target.first = address(rows), address(hidden), address(offset)
        target.counts, target.more = address(counts), address(more, bool)
        target.lost = address(lost)
        while True:  # expansion is pure, so what did not fit is done again with twice the room
            self._set_target(c.addressof(target))
            self._call(self.number)
            if not target.overflow:
                break
            buffers.make_room(2 * target.candidate_room, 2 * target.token_room)
        m = target.n_candidates
        offsets = np.zeros(m + 1, np.int64)
        offsets[1:] = buffers.ends[:m]
        return Expansion(
            counts=counts,
            more=more,
            lost=lost,
            clauses=buffers.clauses[:m].copy(),
            candidates=TokenBatch(buffers.out[: target.n_tokens].copy(), offsets),
            hashes=buffers.hashes[:m].copy(),
        )


def _expect_arguments(
    states: TokenBatch, rows: IntArray, hidden: IntArray, limit: int, offset: IntArray
) -> None:
    """Refuse what C would follow out of its memory; the states themselves it reads with care.

    Raises:
        EngineError: an argument has another type or shape, or a number that points nowhere.
    """
    for name, numbers in (("rows", rows), ("hidden", hidden), ("offset", offset)):
        if numbers.dtype != np.int64 or numbers.shape != rows.shape or numbers.ndim != 1:
            raise malformed(f"{name} is no array of {rows.size} integers of 64 bits")
    if states.tokens.dtype != np.int32 or states.offsets.dtype != np.int64:
        raise malformed("The batch has no tokens of 32 and offsets of 64 bits")
    if not 1 <= limit < _END:
        raise malformed(f"limit is from 1 to {_END - 1}")
    if not rows.size:
        return
    n = len(states)
    if rows.view(np.uint64).max() >= n:  # negative ones are large there
        raise malformed(f"rows has a number that is not from 0 to {n - 1}")
    first, end = states.offsets[rows], states.offsets[rows + 1]
    if (end - first).min() < 1 or first.min() < 0 or end.max() > states.tokens.size:
        raise malformed("The offsets do not divide the tokens into sequences")
    if offset.view(np.uint64).max() >= _END or hidden.view(np.uint64).max() >= _END:
        raise malformed(f"offset and hidden are from 0 to {_END - 1}")
