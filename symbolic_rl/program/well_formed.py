"""Check of states that come from outside: the border before C, which follows them."""

import re
from math import isfinite

import numpy as np

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.tokens import (
    FUNCTOR,
    N_SURROGATES,
    NUMBER,
    STRING,
    SURROGATES,
    VARIABLE_BASE,
    TokenBatch,
    count_of,
)
from symbolic_rl.program.vocabulary import Vocabulary

_LAST_TOKEN = 0x10FFFF
_NUMBER = re.compile(
    r"-?(?:[0-9]+|[0-9]+r0*[1-9][0-9]*|(?P<float>[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
    r"|1\.0Inf|1\.(?!0+N)[0-9]+NaN)"
)
"""Numbers as Prolog writes them."""


def expect_states(states: TokenBatch, vocabulary: Vocabulary, *, answers: bool) -> None:
    """Refuse a batch in which a sequence is no state.

    >>> from symbolic_rl.program.vocabulary import Symbol
    >>> symbols = Vocabulary([Symbol(7, "p", 1), Symbol(8, "a", 0)])
    >>> expect_states(TokenBatch.of([[1, 7, 8], [2, 7, 8, 8]]), symbols, answers=False)
    >>> expect_states(TokenBatch.of([[1, 7, 8], [1, 7]]), symbols, answers=False)
    Traceback (most recent call last):
    symbolic_rl.base.errors.EngineError: State 1 of 2 is no sequence of whole terms.
    ...

    Args:
        states: N sequences of tokens.
        vocabulary: symbols of the program.
        answers: an answer term follows the goals.

    Raises:
        EngineError: names the first state that is none.
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
    """Return the error for states that are none."""
    return EngineError(
        f"{what}.", "the states given to the engine", "give it states that it has returned."
    )


def _is_state(tokens: list[int], vocabulary: Vocabulary, answers: bool) -> bool:
    """Return whether the tokens of one sequence are a state: whole terms, each goal callable."""
    if SURROGATES <= tokens[0] < SURROGATES + N_SURROGATES:
        return False
    n_open, at, end = count_of(tokens[0]) + int(answers), 1, len(tokens)
    fewest = n_open + 1
    while at < end and n_open > 0:
        token, arity = tokens[at], 0
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
