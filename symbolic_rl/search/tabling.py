"""Answers of function-free programs by SWI-Prolog's tabling, beside a search.

A search over derivations never ends where a clause calls itself first: there is always a longer
derivation. A function-free program has finitely many answers, though, and tabling finds them all
and ends. ``prolog/search/tabled.pl`` says which programs it runs, and keeps a derivation of each
answer, which is put together when it is asked for.
"""

import weakref
from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from symbolic_rl.bridge.swipl import Crossing, PrologCall
from symbolic_rl.bridge.tokens import TokenArray
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import EXHAUSTED, Derivation, Search, SearchTask
from symbolic_rl.search.in_prolog import number_of, question_of
from symbolic_rl.search.space import Space, named_counters

NAME = "tabling"
_FIRST = 512
"""Inferences of the search before tabling is tried."""
_PACE = 32
"""Inferences of SWI-Prolog that tabling may make for each one of the search so far."""
_LEAST = 1 << 17
"""Inferences that it may make at least: a twentieth of a second."""
_GROWTH = 4
"""Factor by which the search has to go on before tabling is tried again."""
_ALL, _LIMIT = 0, 1


class TabledChoices(Sequence[tuple[int, int]]):
    """Choices of the derivation of an answer, asked for when they are used.

    Args:
        tables: the answers.
        place: of the answer among them.
    """

    def __init__(self, tables: "AnswerTables", place: int) -> None:
        self._tables, self._place = tables, place
        self._choices: tuple[tuple[int, int], ...] | None = None

    def _all(self) -> tuple[tuple[int, int], ...]:
        if self._choices is None:
            self._choices = self._tables.choices(self._place)
        return self._choices

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, i: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[tuple[int, int], ...]: ...
    def __getitem__(self, i: int | slice) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        """Return the choice of a step."""
        return self._all()[i]


class AnswerTables:
    """All answers of a query, by tabling.

    Args:
        space: derivations of the query; its engine must be SWI-Prolog.
        limit: inferences of SWI-Prolog allowed.
    """

    def __init__(self, space: Space, limit: int) -> None:
        reply = Crossing("tabled", "tabled_answers")(question_of(space, limit=limit))
        code = int(reply[0])
        self.is_complete = code == _ALL
        """True if all answers were found."""
        self.is_limited = code == _LIMIT
        """True if a larger limit may find them."""
        self.inferences = 0
        """Inferences of SWI-Prolog, where all answers were found."""
        self.keys: list[bytes] = []
        """Tokens of the final state of each answer."""
        if self.is_complete:
            self._number = reply[1:3].tolist()
            self.inferences = number_of(reply[3:6])
            self.keys = list(_keys(reply[6:]))
            number = number_of(reply[1:3])
            weakref.finalize(self, PrologCall("tabled", "forget_tables"), number)

    def choices(self, place: int) -> tuple[tuple[int, int], ...]:
        """Return the choices of the derivation of an answer."""
        asked = np.array([*self._number, place >> 14, place & 0x3FFF], np.int32)
        digits = Crossing("tabled", "tabled_choices")(asked).astype(np.int64).reshape(-1, 2)
        return tuple((int(high) << 14 | int(low), 0) for high, low in digits)

    def derivations(self, found_after: int) -> Iterator[Derivation]:
        """Yield the answers, in the order in which tabling found them."""
        for place, key in enumerate(self.keys):
            yield Derivation(TabledChoices(self, place), found_after, key, NAME)


def _keys(reply: TokenArray) -> Iterator[bytes]:
    tokens, at = reply.astype(np.int32), 0
    while at < tokens.size:
        end = at + 2 + (int(tokens[at]) << 14 | int(tokens[at + 1]))
        yield tokens[at + 2 : end].tobytes()
        at = end


class TablingBeside:
    """A search that ends when tabling has found all answers; see :class:`Search`.

    Tabling is tried when the search has gone on for a while, and again when it has gone on for four
    times as long, so that it takes about as long as the search at most. Its answers that the search
    has not found are given then. Inferences, and their limit, are those of the search.

    Args:
        search: the search.
        space: what it searches.
        name: of the search, for its answers.
    """

    def __init__(self, search: Search, space: Space, name: str) -> None:
        self._search, self._space, self._name = search, space, name
        program = space.engine.program
        self._next = _FIRST if program.is_flat else 0
        self._met: set[bytes] = set()
        self._tables: AnswerTables | None = None

    @property
    def inferences(self) -> int:
        """Inferences of the search."""
        return self._search.inferences

    @property
    def spent(self) -> int:
        """Inferences and pages turned of the search."""
        return self._search.spent

    @property
    def ended(self) -> str:
        """Reason for the end."""
        return EXHAUSTED if self._tables else self._search.ended

    @property
    def counters(self) -> dict[str, int]:
        """Counters of the search; tabling loses no candidate."""
        if self._tables:
            return named_counters(np.zeros(len(COUNTERS), np.int64), pages_turned=0, variants=0)
        return self._search.counters

    @property
    def memory_bytes(self) -> int:
        """Memory of the search."""
        return self._search.memory_bytes

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Advance the search, or let tabling try."""
        if self._next and self.spent >= self._next:
            return self._try()
        most = min(most, self._next - self.spent) if self._next else most
        found = yield from self._search.advance(most)
        self._met.update(answer.key for answer in found)
        return found

    def _try(self) -> list[Derivation]:
        """Return the answers that tabling has and the search has not found."""
        tables = AnswerTables(self._space, max(_PACE * self.spent, _LEAST))
        self._next = _GROWTH * self.spent if tables.is_limited else 0
        if not tables.is_complete:
            return []
        self._tables = tables
        return [one for one in tables.derivations(self.inferences) if one.key not in self._met]
