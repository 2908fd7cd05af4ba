"""The engine ``prolog``: SWI-Prolog in this process, one crossing for each batch of states.

There are three paths with the same candidates: :class:`CompiledWire` (C, where it was built), and
in Prolog the *flat* path for function-free programs, which works on tokens alone, and the *general*
one for all others. The general path is the oracle of the other two.

Dimension key: N states, M candidates.
"""

import ctypes as c
import itertools
import threading
import weakref

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, EngineError
from symbolic_rl.bridge import build as native
from symbolic_rl.bridge.structs import ExpansionTargetStruct, address
from symbolic_rl.bridge.swipl import Crossing, PrologCall, run
from symbolic_rl.bridge.tokens import QUERY, IntArray, TokenArray, TokenBatch, codes_of, starts
from symbolic_rl.engine.base import COUNTERS, Capabilities, Expansion, PrologHandle
from symbolic_rl.program.program import Program
from symbolic_rl.program.well_formed import expect_states, malformed

_END = 1 << 28
"""End of what the two digits of 14 bits hold, by which a number goes to Prolog."""
_FRONT, _HEADER = 5, 6
"""Numbers in front of all states on their way to Prolog, and of each."""
_STATS = 11
"""Numbers that come back for each state."""
_FIRST_CANDIDATES, _FIRST_TOKENS = 4096, 65536
_numbers = itertools.count(1)


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


class CompiledWire:
    """Expansion in C (``prolog/wire``).

    Args:
        library: the loaded wire.
        engine: number of the engine in wire.pl.
        program: number of the program.
    """

    def __init__(self, library: c.CDLL, engine: int, program: int) -> None:
        self.library, self.engine, self.program = library, engine, program
        self._set_target = library.wire_target
        self._set_target.argtypes, self._set_target.restype = [c.c_void_p], None
        self._call = PrologCall("wire", "expand_compiled")
        self._buffers = _Buffers()

    def __call__(
        self, states: TokenBatch, rows: IntArray, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        """Expand ``rows`` of ``states``; see :meth:`symbolic_rl.engine.Engine.expand`."""
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
        while True:  # expansion is pure, so what did not fit is done again with twice the room
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


class PrologEngine:
    """Engine in SWI-Prolog; see :class:`symbolic_rl.engine.Engine`.

    Args:
        program: a loaded program.
        config: limits and occurs check.
        answers: states carry an answer term.
        flat: take the flat path where the program allows it; off only to compare the paths.

    Raises:
        ConfigError: ``config.wire`` is ``c`` and the compiled wire was not built.
    """

    def __init__(
        self, program: Program, config: EnvConfig, *, answers: bool = False, flat: bool = True
    ) -> None:
        self.program, self.answers = program, answers
        self.vocabulary = program.vocabulary
        self.number = next(_numbers)
        """Number of the engine in wire.pl."""
        run(
            f"wire:open_engine({self.number}, {program.module}, ["
            f"occurs_check({str(config.occurs_check).lower()}), "
            f"builtin_inferences({config.builtin_inferences}), "
            f"negation_inferences({config.negation_inferences}), "
            f"max_tokens({config.max_tokens})])"
        )
        weakref.finalize(self, run, f"wire:close_engine({self.number})").atexit = False
        self._compiled = self._compiled_wire(config)
        handle = PrologHandle(self.number, program, config.occurs_check or program.is_flat)
        self.capabilities = Capabilities(self._compiled, handle)
        """See :class:`symbolic_rl.engine.Capabilities`."""
        self._general = Crossing("wire", "expand")
        self._flat: Crossing | None = None
        if flat and program.is_flat and not self._compiled:
            run(f"flat:ensure_flat({program.module})")
            self._flat = Crossing("flat", "expand_flat")

    @property
    def wire(self) -> str:
        """Path of states to Prolog: c, flat or general."""
        return "c" if self._compiled else "flat" if self._flat else "general"

    def _compiled_wire(self, config: EnvConfig) -> CompiledWire | None:
        library = None if config.wire == "prolog" else native.load()
        if library is None:
            if config.wire == "c":
                raise ConfigError(
                    "the compiled wire was not built.",
                    "--wire c",
                    "run `python -m symbolic_rl.bridge.build build`, or leave --wire out.",
                )
            return None
        self.program.share_symbols()
        return CompiledWire(library, self.number, self.program.number)

    def expand(
        self,
        states: TokenBatch,
        rows: IntArray | None = None,
        *,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        """See :meth:`symbolic_rl.engine.Engine.expand`.

        Raises:
            EngineError: ``states`` are none of this program, ``rows`` point nowhere, or a builtin
                has raised an error.
        """
        rows = np.arange(len(states)) if rows is None else rows
        _expect_arguments(states, rows, hidden, limit, offset)
        if self._compiled is not None:
            try:
                return self._compiled(states, rows, hidden, limit, offset)
            except EngineError:  # of the states, if they are malformed
                expect_states(states.take(rows), self.vocabulary, answers=self.answers)
                raise
        states = states.take(rows)
        expect_states(states, self.vocabulary, answers=self.answers)
        if (states.goal_counts() < 1).any():
            raise malformed("A state has no goal")
        if self._flat is None:
            return self._expand(self._general, states, hidden, limit, offset)
        # `$query([Goal, ...])` has a list as its argument, so it is not flat itself.
        roots = states.tokens[states.offsets[:-1] + 1] == QUERY
        if not roots.any():
            return self._expand(self._flat, states, hidden, limit, offset)
        if roots.all():
            return self._expand(self._general, states, hidden, limit, offset)
        parts = [
            (rows, self._expand(crossing, states.take(rows), hidden[rows], limit, offset[rows]))
            for rows, crossing in (
                (np.flatnonzero(roots), self._general),
                (np.flatnonzero(~roots), self._flat),
            )
        ]
        return _merged(parts)

    def _expand(
        self,
        crossing: Crossing,
        states: TokenBatch,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        out = crossing(_packed(states, self.number, self.answers, limit, hidden, offset))
        return _unpacked(out, len(states))


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


def _packed(
    states: TokenBatch, engine: int, answers: bool, limit: int, hidden: IntArray, offset: IntArray
) -> TokenArray:
    """Return one sequence of code points: engine, answers, limit, then header and tokens by state.

    It crosses as a wide string, so no number may be a surrogate (0xD800 to 0xDFFF): large numbers
    are two digits of 14 bits, counts step over the surrogates.
    """
    n = len(states)
    lengths = states.lengths - 1
    header = np.stack(
        [
            hidden >> 14,
            hidden & 0x3FFF,
            offset >> 14,
            offset & 0x3FFF,
            codes_of(states.variable_counts()),
            codes_of(lengths),
        ],
        axis=1,
    )
    out = np.empty(_FRONT + _HEADER * n + states.tokens.size, np.int32)
    out[:_FRONT] = engine >> 14, engine & 0x3FFF, int(answers), limit >> 14, limit & 0x3FFF
    at = states.offsets[:-1] + _FRONT + _HEADER * np.arange(n)
    out[at[:, None] + np.arange(_HEADER)] = header
    shift = np.repeat(_FRONT + _HEADER * np.arange(1, n + 1), states.lengths)
    out[shift + np.arange(states.tokens.size)] = states.tokens
    return out


def _unpacked(out: TokenArray, n: int) -> Expansion:
    """Read a reply: 11 numbers for each state, 4 for each candidate, the candidates' tokens."""
    first = _STATS * n
    stats = out[:first].reshape(n, _STATS)
    numbers = _numbers_of(stats[:, 1:])
    counts = numbers[:, 0].copy()
    m = int(counts.sum())
    heads = _numbers_of(out[first : first + 4 * m].reshape(m, 4))
    candidates = TokenBatch(out[first + 4 * m :], starts(heads[:, 1]))
    return Expansion(
        counts=counts,
        more=stats[:, 0].astype(bool),
        lost=numbers[:, 1:].copy(),
        clauses=heads[:, 0].copy(),
        candidates=candidates,
        hashes=candidates.hashes(),
    )


def _numbers_of(digits: TokenArray) -> IntArray:
    """Return [N, K] numbers of [N, 2 K] digits of 14 bits."""
    wide = digits.astype(np.int64)
    numbers: IntArray = wide[:, ::2] << 14 | wide[:, 1::2]
    return numbers


def _merged(parts: list[tuple[IntArray, Expansion]]) -> Expansion:
    """Join the expansions of disjoint rows in the order of the rows."""
    order = np.argsort(np.concatenate([rows for rows, _ in parts]))
    joined = Expansion.concatenate([expansion for _, expansion in parts])
    counts = joined.counts[order]
    first = starts(joined.counts)[:-1][order]  # candidate of each row, as they are concatenated
    index = np.repeat(first - starts(counts)[:-1], counts)
    index += np.arange(index.size)
    return Expansion(
        counts=counts,
        more=joined.more[order],
        lost=joined.lost[order],
        clauses=joined.clauses[index],
        candidates=joined.candidates.take(index),
        hashes=joined.hashes[index],
    )
