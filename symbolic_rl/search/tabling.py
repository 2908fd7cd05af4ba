"""Answers of function-free programs by SWI-Prolog's tabling.

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
from symbolic_rl.search.base import EXHAUSTED, Derivation, Space
from symbolic_rl.search.in_prolog import PrologSearch, number_of, question_of

NAME = "tabling"
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
        self.is_complete = code == _ALL  # all answers were found
        self.is_limited = code == _LIMIT  # a larger limit may find them
        self.inferences = 0  # of SWI-Prolog, where all answers were found
        self.keys: list[bytes] = []  # tokens of the final state of each answer
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


class TabledSearch(PrologSearch):
    """Search that has all answers or none; the search next to it counts its inferences."""

    def answers(self, limit: int, found_after: int) -> tuple[list[Derivation], bool]:
        """Return all answers, none of them if there are too many; and whether to try again.

        Args:
            limit: inferences of SWI-Prolog allowed.
            found_after: inferences to note for the answers.
        """
        tables = AnswerTables(self.space, limit)
        self._end = EXHAUSTED if tables.is_complete else ""
        return list(tables.derivations(found_after)), tables.is_limited
