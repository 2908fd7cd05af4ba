"""The engine that runs in SWI-Prolog, through one crossing for each batch.

Function-free programs take the flat path, which works on tokens alone, all others the general
one; the compiled wire, where it was built, serves both. The candidates are the same.
"""

import itertools
import weakref

import numpy as np

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine import native
from symbolic_rl.engine.base import Expansion
from symbolic_rl.engine.compiled import CompiledWire
from symbolic_rl.engine.program import Program
from symbolic_rl.engine.swipl import Crossing, run
from symbolic_rl.engine.tokens import QUERY, IntArray, TokenArray, TokenBatch, starts
from symbolic_rl.errors import ConfigError

_HEADER = 6
_numbers = itertools.count(1)


class PrologEngine:
    """See :class:`symbolic_rl.engine.base.Engine`.

    Args:
        program: a loaded program.
        config: limits and occurs check.
        answers: whether states carry an answer term.
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
        self.compiled = self._compiled_wire(config)
        self._general = Crossing("wire", "expand")
        self._flat = Crossing("flat", "expand_flat") if flat and program.is_flat else None

    @property
    def wire(self) -> str:
        """How states cross to Prolog: c, flat or general."""
        return "c" if self.compiled else "flat" if self._flat else "general"

    def _compiled_wire(self, config: EnvConfig) -> CompiledWire | None:
        library = None if config.wire == "prolog" else native.load()
        if library is None:
            if config.wire == "c":
                raise ConfigError(
                    "the compiled wire was not built.",
                    "--wire c",
                    "run `python -m symbolic_rl.engine.native build`, or leave --wire out.",
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
        """See :meth:`symbolic_rl.engine.base.Engine.expand`."""
        if self.compiled is not None:
            rows = np.arange(len(states)) if rows is None else rows
            return self.compiled(states, rows, hidden, limit, offset)
        states = states if rows is None else states.take(rows)
        if self._flat is None:
            return self._expand(self._general, states, hidden, limit, offset)
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


def _packed(
    states: TokenBatch, engine: int, answers: bool, limit: int, hidden: IntArray, offset: IntArray
) -> TokenArray:
    n = len(states)
    lengths = states.lengths - 1
    header = np.stack(
        [
            hidden >> 14,
            hidden & 0x3FFF,
            offset >> 14,
            offset & 0x3FFF,
            _codes(states.variable_counts()),
            _codes(lengths),
        ],
        axis=1,
    )
    out = np.empty(3 + _HEADER * n + states.tokens.size, np.int32)
    out[:3] = engine, int(answers), limit
    at = states.offsets[:-1] + 3 + _HEADER * np.arange(n)
    out[at[:, None] + np.arange(_HEADER)] = header
    shift = np.repeat(3 + _HEADER * np.arange(1, n + 1), states.lengths)
    out[shift + np.arange(states.tokens.size)] = states.tokens
    return out


def _codes(counts: IntArray) -> IntArray:
    return np.where(counts < 0xD800, counts, counts + 0x800)


def _unpacked(out: TokenArray, n: int) -> Expansion:
    stats = out[: 6 * n].reshape(n, 6).astype(np.int64)
    counts = stats[:, 0]
    m = int(counts.sum())
    heads = out[6 * n : 6 * n + 4 * m].reshape(m, 4).astype(np.int64)
    lengths = heads[:, 2] << 14 | heads[:, 3]
    candidates = TokenBatch(out[6 * n + 4 * m :], starts(lengths))
    return Expansion(
        counts=counts,
        more=stats[:, 1].astype(bool),
        lost=stats[:, 2:],
        clauses=heads[:, 0] << 14 | heads[:, 1],
        candidates=candidates,
        hashes=candidates.hashes(),
    )


def _merged(parts: list[tuple[IntArray, Expansion]]) -> Expansion:
    """The expansions of disjoint rows, back in the order of the rows."""
    rows = np.concatenate([part for part, _ in parts])
    order = np.argsort(rows)
    counts = np.concatenate([e.counts for _, e in parts])
    first = starts(counts)[:-1][order]
    index = np.repeat(first - starts(counts[order])[:-1], counts[order])
    index += np.arange(index.size)
    return Expansion(
        counts=counts[order],
        more=np.concatenate([e.more for _, e in parts])[order],
        lost=np.concatenate([e.lost for _, e in parts])[order],
        clauses=np.concatenate([e.clauses for _, e in parts])[index],
        candidates=TokenBatch.concatenate([e.candidates for _, e in parts]).take(index),
        hashes=np.concatenate([e.hashes for _, e in parts])[index],
    )
