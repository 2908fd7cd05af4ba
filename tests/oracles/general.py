"""Engine in which SWI-Prolog makes every step: the oracle of the C core.

Dimension key: N states, M candidates.
"""

from functools import cache
from pathlib import Path

import numpy as np

from symbolic_rl.base import files
from symbolic_rl.bridge.swipl import Crossing, quoted, run
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, code_of, starts
from symbolic_rl.engine import Expansion
from symbolic_rl.engine.prolog import PrologEngine, expect_states, malformed

_FRONT, _HEADER = 5, 6
"""Numbers in front of all states on their way to Prolog, and of each."""
_STATS = 11
"""Numbers that come back for each state."""


@cache
def _expand() -> Crossing:
    run(f"system:asserta(user:file_search_path(engine, {quoted(str(files.PROLOG_DIR))}))")
    run(f"system:use_module({quoted(str(Path(__file__).with_name('general.pl')))}, [])")
    return Crossing("general", "expand")


class GeneralEngine(PrologEngine):
    """The engine ``prolog`` without C; ``general.pl`` describes what crosses.

    Args:
        program: a loaded program.
        config: limits and occurs check.
        answers: states carry an answer term.
    """

    def _expand(
        self, states: TokenBatch, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        expect_states(states, self.vocabulary, answers=self.answers)
        if (states.goal_counts() < 1).any():
            raise malformed("A state has no goal")
        out = _expand()(_packed(states, self.number, self.answers, limit, hidden, offset))
        return _unpacked(out, len(states))


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
            *([code_of(n) for n in each] for each in (states.variable_counts(), lengths)),
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
