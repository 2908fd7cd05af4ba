"""Check of states that come from outside: the border before C and Prolog, which follow them.

Dimension key: N states, T tokens of all of them together.
"""

import re
from math import isfinite

import numpy as np
from numpy.typing import NDArray

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
    expect_sequences(states)
    if not len(states):
        return
    tokens, heads = states.tokens, states.offsets[:-1]
    if ((tokens < 0) | (tokens > _LAST_TOKEN)).any():
        raise malformed("A token is no code point")
    if (tokens[heads] - SURROGATES < N_SURROGATES)[tokens[heads] >= SURROGATES].any():
        raise malformed("A number of goals is a surrogate")
    is_literal = (tokens > 0) & (tokens <= FUNCTOR)
    is_literal[heads] = False
    has_literal = np.logical_or.reduceat(is_literal, heads)
    is_state = np.empty(len(states), bool)
    plain, others = np.flatnonzero(~has_literal), np.flatnonzero(has_literal)
    if plain.size:
        is_state[plain] = _plain(states.take(plain), vocabulary, answers)
    for i in others.tolist():
        is_state[i] = _has_terms(states[i].tolist(), vocabulary, answers)
    if not is_state.all():
        raise malformed(
            f"State {int(is_state.argmin())} of {len(states)} is no sequence of whole terms"
        )


def expect_sequences(states: TokenBatch) -> None:
    """Refuse a batch whose offsets do not divide its tokens into sequences.

    Raises:
        EngineError: says what is wrong with it.
    """
    tokens, offsets = states.tokens, states.offsets
    if (
        tokens.dtype != np.int32
        or offsets.dtype != np.int64
        or (tokens.ndim, offsets.ndim) != (1, 1)
    ):
        raise malformed("Tokens are one array of 32 bits, offsets one of 64")
    if not offsets.size or offsets[0] != 0 or offsets[-1] != tokens.size:
        raise malformed("The offsets do not begin at 0 and end behind the last token")
    if (np.diff(offsets) < 1).any():
        raise malformed(f"Sequence {int((np.diff(offsets) < 1).argmax())} is empty")


def malformed(what: str) -> EngineError:
    """Return the error for states that are none."""
    return EngineError(
        f"{what}.", "the states given to the engine", "give it states that it has returned."
    )


def _plain(states: TokenBatch, vocabulary: Vocabulary, answers: bool) -> NDArray[np.bool_]:
    """Return [N] which sequences without literals are states."""
    tokens, heads, ends = states.tokens, states.offsets[:-1], states.offsets[1:]
    in_table = np.where(tokens < vocabulary.view_id.size, tokens, 0)
    known = (tokens >= VARIABLE_BASE) | (vocabulary.view_id[in_table] > 0)
    known[heads] = True
    change = vocabulary.arities(tokens).astype(np.int64) - 1
    change[heads] = states.goal_counts() + int(answers)
    n_open = np.cumsum(change)  # terms that are still to come, in all states so far
    n_open -= np.repeat(np.concatenate([[0], n_open[ends[:-1] - 1]]), states.lengths)
    is_wrong = n_open <= 0
    is_wrong[ends - 1] = n_open[ends - 1] != 0
    # a goal starts behind a token that leaves fewer terms open than any one before it did
    number = np.repeat(np.arange(len(states)), states.lengths)
    order = n_open - number * (int(n_open.max()) + 1)  # lower in each state than in those before
    fewest = np.concatenate([[order[0] + 1], np.minimum.accumulate(order)[:-1]])
    leaves_goal = (order < fewest) & (n_open > int(answers))
    starts_goal = np.concatenate([[False], leaves_goal[:-1]])
    is_wrong |= starts_goal & (tokens >= VARIABLE_BASE)
    whole: NDArray[np.bool_] = ~np.logical_or.reduceat(is_wrong | ~known, heads)
    return whole


def _has_terms(tokens: list[int], vocabulary: Vocabulary, answers: bool) -> bool:
    """Return whether the tokens of one sequence are a state."""
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
