"""The engine of a program: one pure function from states to their candidates.

A batch of states crosses once. The C core resolves most of them by itself and leaves the others to
SWI-Prolog.

Dimension key: N states, M candidates in all.
"""

import ctypes as c
import itertools
import re
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge import core
from symbolic_rl.bridge.structs import ExpansionTargetStruct, address
from symbolic_rl.bridge.swipl import PrologCall, finish, run
from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    N_SURROGATES,
    NUMBER,
    STRING,
    SURROGATES,
    VARIABLE_BASE,
    HashArray,
    IntArray,
    TokenBatch,
    count_of,
)
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import Vocabulary

COUNTERS = ("builtin_errors", "inference_limits", "subproof_limits", "size_limits")
"""Causes for which candidates are lost; the columns of :attr:`Expansion.lost`."""

_END = 1 << 28
"""End of the limits, offsets and clause ids that C and Prolog take."""
_FIRST_CANDIDATES, _FIRST_TOKENS = 4096, 65536
_numbers = itertools.count(1)
_LAST_TOKEN = 0x10FFFF
_NUMBER = re.compile(
    r"-?(?:[0-9]+|[0-9]+r0*[1-9][0-9]*|(?P<float>[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
    r"|1\.0Inf|1\.(?!0+N)[0-9]+NaN)"
)
"""Numbers as Prolog writes them."""


@dataclass(frozen=True)
class Expansion:
    """One page of candidates for each of N states, M candidates in all."""

    counts: IntArray  # [N] candidates of each state, before merging
    more: NDArray[np.bool_]  # [N] whether the state has candidates behind this page
    lost: IntArray  # [N, len(COUNTERS)] candidates lost, by cause (see :data:`COUNTERS`)
    clauses: IntArray  # [M] the clause of each candidate
    candidates: TokenBatch
    """M resolvents, in the order of their states and in program order within a state."""
    hashes: HashArray  # [M, 2] 128-bit hashes of the resolvents

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
        self.reserve(_FIRST_CANDIDATES, _FIRST_TOKENS)

    def reserve(self, candidates: int, tokens: int) -> None:
        self.clauses = np.empty(candidates, np.int64)
        self.ends = np.empty(candidates, np.int64)
        self.hashes = np.empty((candidates, 2), np.uint64)
        self.out = np.empty(tokens, np.int32)
        target = self.target
        for name in ("clauses", "ends", "hashes", "out"):
            setattr(target, name, getattr(self, name).ctypes.data)
        target.candidate_capacity, target.token_capacity = candidates, tokens


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

    With ``answers``, states carry an answer term.
    """

    def __init__(self, program: Program, config: EnvConfig, *, answers: bool = False) -> None:
        self.program, self.answers = program, answers
        self.vocabulary = program.vocabulary
        self.is_sound = config.occurs_check or program.is_flat
        """True if unification makes the occurs check, or the program has no function symbols."""
        self.max_tokens = config.max_tokens
        self.number = next(_numbers)
        """Number of the engine in core.pl."""
        run(
            f"core:open_engine({self.number}, {program.module}, ["
            f"occurs_check({str(config.occurs_check).lower()}), "
            f"max_subproof_inferences({config.max_subproof_inferences}), "
            f"max_tokens({config.max_tokens})])"
        )
        weakref.finalize(self, finish, run, f"core:close_engine({self.number})").atexit = False
        self.library = core.load()
        """The C core, whose steps, windows and searches take the numbers of engine and program."""
        program.share_symbols()
        self._set_target = self.library.core_target
        self._set_target.argtypes, self._set_target.restype = [c.c_void_p], None
        self._call = PrologCall("core", "expand_compiled")
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
        """Return the candidates ``offset .. offset + limit`` of each state that has a goal.

        It expands the states of ``rows`` [N], by default all. The fact ``hidden`` [N] may
        not be used, by clause id, 0 for none; ``offset`` [N] counts candidates before merging;
        ``limit`` is at least 1. EngineError: a state is not one of this program, ``rows`` are out
        of range, or a builtin has raised an error.
        """
        rows = np.arange(len(states)) if rows is None else rows
        _expect_arguments(states, rows, hidden, limit, offset)
        try:
            return self._expand(states, rows, hidden, limit, offset)
        except EngineError:
            # If the states are malformed, say so; checking them always would cost more than the
            # step itself.
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
        while True:  # expansion is pure: if the result did not fit, repeat with twice the capacity
            self._set_target(c.addressof(target))
            self._call(self.number)
            if not target.overflow:
                break
            buffers.reserve(2 * target.candidate_capacity, 2 * target.token_capacity)
        m = target.n_candidates
        # Copies: the buffers belong to the thread and are overwritten by its next call.
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
    """Refuse, by an EngineError, arguments with which C would read outside their memory."""
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
    if rows.view(np.uint64).max() >= n:  # unsigned, negative numbers are large
        raise malformed(f"rows has a number that is not from 0 to {n - 1}")
    first, end = states.offsets[rows], states.offsets[rows + 1]
    if (end - first).min() < 1 or first.min() < 0 or end.max() > states.tokens.size:
        raise malformed("The offsets do not divide the tokens into sequences")
    if offset.view(np.uint64).max() >= _END or hidden.view(np.uint64).max() >= _END:
        raise malformed(f"offset and hidden are from 0 to {_END - 1}")


# ---- the border before C, which follows the states that it is given


def expect_states(states: TokenBatch, vocabulary: Vocabulary, *, answers: bool) -> None:
    """Refuse a batch with a sequence that is not a state of the program's vocabulary.

    >>> from symbolic_rl.program.vocabulary import Symbol
    >>> symbols = Vocabulary([Symbol(7, "p", 1), Symbol(8, "a", 0)])
    >>> expect_states(TokenBatch.of([[1, 7, 8], [2, 7, 8, 8]]), symbols, answers=False)
    >>> expect_states(TokenBatch.of([[1, 7, 8], [1, 7]]), symbols, answers=False)
    Traceback (most recent call last):
    symbolic_rl.base.errors.EngineError: State 1 of 2 is no sequence of whole terms.
    ...

    With ``answers``, an answer term follows the goals.
    """
    tokens, offsets = states.tokens, states.offsets
    is_flat = (tokens.ndim, offsets.ndim) == (1, 1)
    if not is_flat or tokens.dtype != np.int32 or offsets.dtype != np.int64:
        raise malformed("Tokens are one array of 32 bits, offsets one of 64")
    if not offsets.size or offsets[0] != 0 or offsets[-1] != tokens.size:
        raise malformed("The offsets do not begin at 0 and end behind the last token")
    if (np.diff(offsets) < 1).any():
        raise malformed(f"Sequence {int((np.diff(offsets) < 1).argmax())} is empty")
    if ((tokens < 0) | (tokens > _LAST_TOKEN)).any():
        raise malformed("A token is no code point")
    for i in range(len(states)):
        if not _is_state(states[i].tolist(), vocabulary, answers):
            raise malformed(f"State {i} of {len(states)} is no sequence of whole terms")


def malformed(what: str) -> EngineError:
    """Return the error for malformed states."""
    return EngineError(
        f"{what}.", "the states given to the engine", "give it states that it has returned."
    )


def _is_state(tokens: list[int], vocabulary: Vocabulary, answers: bool) -> bool:
    """Return whether the tokens of one sequence are a state: whole terms, each goal callable."""
    if SURROGATES <= tokens[0] < SURROGATES + N_SURROGATES:
        return False
    # n_open counts the terms still to come, the answer included; a symbol of arity k replaces one
    # by k. A goal starts where n_open reaches a new minimum. Delayed goals are one term more.
    n_open, at, end = count_of(tokens[0]) + int(answers), 1, len(tokens)
    fewest = n_open + 1
    may_delay = vocabulary.delayed >= 0
    while at < end and (n_open > 0 or may_delay):
        token, arity = tokens[at], 0
        if may_delay and n_open == int(answers) and n_open < fewest:
            may_delay = False
            if token == vocabulary.delayed:
                n_open += 1
            elif n_open == 0:
                return False
        if int(answers) < n_open < fewest:  # a goal starts
            fewest = n_open
            if token >= VARIABLE_BASE or token in (NUMBER, STRING):
                return False
        at += 1
        if token <= FUNCTOR:
            if token == FUNCTOR:
                arity = count_of(tokens[at]) if at < end else 0
                at += 1
            first = at + 1
            at = first + (count_of(tokens[at]) if at < end else end)
            if token < NUMBER or arity < 0 or at > end or (token == FUNCTOR and arity == 0):
                return False
            # A literal (functor, number or string) has its length, then its characters.
            letters = tokens[first:at]
            if any(SURROGATES <= code < SURROGATES + N_SURROGATES for code in letters):
                return False
            if token == NUMBER and not _is_number(letters):
                return False
        elif token < VARIABLE_BASE:
            if token >= vocabulary.view_id.size or vocabulary.view_id[token] == 0:
                return False
            arity = int(vocabulary.arity[token])
        n_open += arity - 1
    return n_open == 0 and at == end


def _is_number(letters: list[int]) -> bool:
    found = _NUMBER.fullmatch("".join(map(chr, letters)))
    return found is not None and isfinite(float(found["float"] or 0))
