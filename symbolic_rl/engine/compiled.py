"""The Python side of ``prolog/wire/wire.c``: buffers that a thread hands to the compiled wire."""

import ctypes as c
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine.base import COUNTERS, Expansion
from symbolic_rl.engine.swipl import Call
from symbolic_rl.engine.tokens import IntArray, TokenBatch

_FIRST_CANDIDATES, _FIRST_TOKENS = 4096, 65536


class Target(c.Structure):
    """``target_t`` of wire.h."""

    _fields_ = (
        [("program", c.c_int64), ("n", c.c_int64), ("limit", c.c_int64)]
        + [(name, c.c_void_p) for name in ("tokens", "offsets", "rows", "hidden", "first")]
        + [(name, c.c_void_p) for name in ("counts", "more", "lost", "clauses", "ends", "hashes")]
        + [("candidate_room", c.c_int64), ("out", c.c_void_p), ("token_room", c.c_int64)]
        + [("n_candidates", c.c_int64), ("n_tokens", c.c_int64), ("overflow", c.c_int32)]
    )


class _Buffers(threading.local):
    """Room for what a call writes; each thread has its own."""

    def __init__(self) -> None:
        self.target = Target()
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


def address(array: NDArray[Any], dtype: Any = np.int64) -> int:
    """Where a contiguous array of the given type is in memory."""
    assert array.dtype == dtype and array.flags.c_contiguous
    return int(array.__array_interface__["data"][0])


class CompiledWire:
    """Expands through wire.c.

    Args:
        library: the loaded wire.
        engine: number of the engine in wire.pl.
        program: number of the program.
    """

    def __init__(self, library: c.CDLL, engine: int, program: int) -> None:
        self.library, self.engine, self.program = library, engine, program
        self._set_target = library.wire_target
        self._set_target.argtypes, self._set_target.restype = [c.c_void_p], None
        self._call = Call("wire", "expand_compiled")
        self._buffers = _Buffers()

    def __call__(
        self, states: TokenBatch, rows: IntArray, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        """Expand ``rows`` of ``states``; see :meth:`symbolic_rl.engine.base.Engine.expand`."""
        n, buffers = rows.size, self._buffers
        counts, more = np.zeros(n, np.int64), np.zeros(n, bool)
        lost = np.zeros((n, len(COUNTERS)), np.int64)
        target = buffers.target
        target.program, target.n, target.limit = self.program, n, limit
        target.tokens, target.offsets = address(states.tokens, np.int32), address(states.offsets)
        target.rows, target.hidden, target.first = address(rows), address(hidden), address(offset)
        target.counts, target.more, target.lost = (
            address(counts),
            address(more, bool),
            address(lost),
        )
        while True:
            self._set_target(c.addressof(target))
            self._call(self.engine)
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
