"""Searches that run in SWI-Prolog as a whole: ``depth-first`` and ``prolog``.

Prolog keeps nothing between calls. To go on, such a search is run again from its root, for more
answers or with a limit that is doubled where it may be. The same question gives the same reply, so
answers found before come first and are skipped.
"""

from collections.abc import Iterator

import numpy as np

from symbolic_rl.bridge.swipl import STACK_LIMIT_BYTES, Crossing, stack_limit
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, code_of
from symbolic_rl.engine import COUNTERS
from symbolic_rl.play.replay import BY_PLACE
from symbolic_rl.search.base import ERROR, EXHAUSTED, MEMORY, Derivation, SearchTask
from symbolic_rl.search.space import Space, named_counters

_FIRST_LIMIT = 1 << 14
_MOST_WANTED = (1 << 28) - 1
_MOST_INFERENCES = (1 << 42) - 1
_LEAST_STACK_BYTES = 16 << 20
HEADER = 8
"""Numbers of a reply in front of its answers."""
_USED_UP, _ENOUGH = 1, 4
_ENDED = {0: EXHAUSTED, 2: MEMORY, 3: ERROR}


class InProlog:
    """Search that SWI-Prolog runs; see :class:`symbolic_rl.search.base.Search`.

    Args:
        space: the derivations to search; its engine must be SWI-Prolog.
        name: of the module and its predicate: ``depth_first`` or ``swipl``.
    """

    def __init__(self, space: Space, name: str) -> None:
        self._space = space
        self._ask = Crossing(name, name)
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._n_found, self._wanted = 0, 1
        self.inferences = 0
        self.ended = ""
        self.memory_bytes = 0
        self._stack_bytes = STACK_LIMIT_BYTES

    @property
    def spent(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return self.inferences

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        return named_counters(self._lost, pages_turned=0, variants=0)

    def bound_memory(self, n_bytes: int) -> None:
        """Give the stacks half of it: while they are collected, they stand in memory twice."""
        self._stack_bytes = min(max(n_bytes // 2, _LEAST_STACK_BYTES), STACK_LIMIT_BYTES)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Run again for more answers, or within more inferences, than the last time."""
        yield from ()
        limit = self.inferences + min(most, max(self.inferences, _FIRST_LIMIT))
        limit = min(limit, _MOST_INFERENCES)
        question = question_of(self._space, limit=limit, wanted=self._wanted)
        with stack_limit(self._stack_bytes):
            reply = self._ask(question).astype(np.int64)
        self.inferences = max(number_of(reply[1:4]), self.inferences)
        if reply[0] == _USED_UP:
            self.inferences = limit
        self._lost = reply[4:HEADER]
        if reply[0] == _ENOUGH:
            self._wanted = min(2 * self._wanted + 1, _MOST_WANTED)
        self.ended = _ENDED.get(int(reply[0]), "")
        new = list(answers_of(reply, BY_PLACE))[self._n_found :]  # states have any size
        self._n_found += len(new)
        return new


def question_of(space: Space, *, limit: int = 0, wanted: int = 0) -> TokenArray:
    """Return a question as ``prolog/search/asking.pl`` reads it.

    Args:
        space: engine and query.
        limit: inferences allowed.
        wanted: answers.
    """
    query, number = space.query, space.engine.number
    root = query.root(answers=True)
    digits = [number >> 14, number, limit >> 28, limit >> 14, limit, wanted >> 14, wanted]
    digits += [query.hidden >> 14, query.hidden]
    variables = code_of(int(TokenBatch.of([root]).variable_counts()[0]))
    header = [*(digit & 0x3FFF for digit in digits), variables]
    return np.array([*header, *root.tolist()], np.int32)


def number_of(digits: IntArray | TokenArray) -> int:
    """Return the number that digits of base 0x4000 stand for."""
    number = 0
    for digit in digits.tolist():
        number = number << 14 | digit
    return number


def answers_of(reply: IntArray, ordinal: int = 0) -> Iterator[Derivation]:
    """Return the answers of a reply; ``ordinal`` stands in each choice."""
    at = HEADER
    while at < reply.size:
        found_after, n_choices = number_of(reply[at : at + 3]), number_of(reply[at + 3 : at + 5])
        at += 5
        choices = reply[at : at + 2 * n_choices].reshape(-1, 2)
        at += 2 * n_choices
        n_tokens = number_of(reply[at : at + 2])
        at += 2
        key = reply[at : at + n_tokens].astype(np.int32).tobytes()
        at += n_tokens
        places = (choices[:, 0] << 14 | choices[:, 1]).tolist()
        yield Derivation(tuple((place, ordinal) for place in places), found_after, key)
