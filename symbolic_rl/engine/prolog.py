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
from dataclasses import dataclass
from math import isfinite
from typing import Any

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


class StateMemory:
    """Memory for the states that C writes, with their clauses and hashes; it grows."""

    def __init__(self, target: c.Structure, states: int, tokens: int) -> None:
        self.target = target
        self.tokens = np.empty(0, np.int32)
        # State i has tokens offsets[i] : offsets[i + 1]; ``ends`` points to offsets[1:], which C
        # writes.
        self.offsets = np.zeros(1, np.int64)
        self.clauses = np.empty(0, np.int64)
        self.hashes: HashArray = np.empty((0, 2), np.uint64)
        self.reserve(states, tokens)

    def grow(self, states: int = 0, tokens: int = 0) -> None:
        """At least double the memory, or more for these states and tokens; keep the content."""
        self.reserve(max(2 * self.clauses.size, states), max(2 * self.tokens.size, tokens))

    def reserve(self, states: int, tokens: int) -> None:
        """Make room for ``states`` states and ``tokens`` tokens, more than before."""
        self.tokens = _longer(self.tokens, tokens)
        self.offsets = _longer(self.offsets, states + 1)
        self.clauses, self.hashes = _longer(self.clauses, states), _longer(self.hashes, states)
        target = self.target
        target.out, target.ends = address(self.tokens, np.int32), address(self.offsets) + 8
        target.clauses = address(self.clauses)
        target.hashes = address(self.hashes, np.uint64)
        target.candidate_capacity, target.token_capacity = states, tokens

    def states(self, n: int) -> tuple[TokenBatch, HashArray]:
        """Return a copy of the first ``n`` states, and their hashes."""
        offsets = self.offsets[: n + 1].copy()
        return TokenBatch(self.tokens[: offsets[-1]].copy(), offsets), self.hashes[:n].copy()


def _longer(array: Any, n: int) -> Any:
    longer = np.empty((n, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


class _Memories(threading.local):
    """Memory of each thread, which is used again."""

    def __init__(self) -> None:
        self.own = StateMemory(ExpansionTargetStruct(), _FIRST_CANDIDATES, _FIRST_TOKENS)


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
        self.has_longer = False
        """True once compiled SWI-Prolog has found an answer by longer sub-proofs than the limit."""
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
        self._call = PrologCall("core", "expand_compiled")
        self._memories = _Memories()

    def expand(
        self,
        states: TokenBatch,
        *,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        """Return the candidates ``offset .. offset + limit`` of each state that has a goal.

        The fact ``hidden`` [N] may not be used, by clause id, 0 for none; ``offset`` [N] counts
        candidates before merging; ``limit`` is at least 1. EngineError: a state is not one of this
        program, or a builtin has raised an error.
        """
        _expect_arguments(states, hidden, limit, offset)
        try:
            return self._expand(states, hidden, limit, offset)
        except EngineError:
            # If the states are malformed, say so; checking them always would cost more than the
            # step itself.
            expect_states(states, self.vocabulary, answers=self.answers)
            raise

    def _expand(
        self, states: TokenBatch, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        n, memory = len(states), self._memories.own
        rows = np.arange(n)
        counts, more = np.zeros(n, np.int64), np.zeros(n, bool)
        lost = np.zeros((n, len(COUNTERS)), np.int64)
        target = memory.target
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
            memory.grow()
        # Copies: the memory belongs to the thread and is overwritten by its next call.
        clauses = memory.clauses[: target.n_candidates].copy()
        return Expansion(counts, more, lost, clauses, *memory.states(target.n_candidates))


def _expect_arguments(states: TokenBatch, hidden: IntArray, limit: int, offset: IntArray) -> None:
    """Refuse, by an EngineError, arguments with which C would read outside their memory."""
    n = len(states)
    for name, numbers in (("hidden", hidden), ("offset", offset)):
        if numbers.dtype != np.int64 or numbers.shape != (n,):
            raise malformed(f"{name} is no array of {n} integers of 64 bits")
    if states.tokens.dtype != np.int32 or states.offsets.dtype != np.int64:
        raise malformed("The batch has no tokens of 32 and offsets of 64 bits")
    if not 1 <= limit < _END:
        raise malformed(f"limit is from 1 to {_END - 1}")
    if not n:
        return
    first, end = states.offsets[:-1], states.offsets[1:]
    if (end - first).min() < 1 or first.min() < 0 or end.max() > states.tokens.size:
        raise malformed("The offsets do not divide the tokens into sequences")
    # Unsigned, negative numbers are large.
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
