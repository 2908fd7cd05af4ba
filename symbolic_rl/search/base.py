"""What a search is, and how one is run: answers as they are found, until a bound ends it."""

from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.space import Page, Space, open_page

Value = TypeVar("Value")


class Ask(Protocol):
    """What a search waits for."""

    @property
    def kind(self) -> Hashable:
        """Asks of one class and one kind can be answered together."""
        ...

    @classmethod
    def together(cls, asks: Sequence[Self]) -> Sequence[Any]:
        """The reply to each of some asks of one kind."""
        ...


Asking = Generator[Ask, Any, Value]
"""Asks, is sent the reply to each, and returns a value."""


@dataclass(frozen=True)
class AskPage:
    """A page of candidates of each of N states; the reply is a :class:`Page`."""

    space: Space
    states: TokenBatch
    offset: IntArray
    """[N] candidates that come before the page."""

    @property
    def width(self) -> int:
        """Candidates of the page, the action *more* included."""
        return self.space.width(self.offset.size, int(self.offset.max()))

    @property
    def kind(self) -> Hashable:
        """See :class:`Ask`."""
        return id(self.space.engine), self.width

    @classmethod
    def together(cls, asks: "Sequence[AskPage]") -> list[Page]:
        """See :class:`Ask`."""
        sizes = [len(ask.states) for ask in asks]
        states = TokenBatch.concatenate([ask.states for ask in asks])
        hidden = np.repeat([ask.space.query.hidden for ask in asks], sizes)
        offset = np.concatenate([ask.offset for ask in asks])
        engine = asks[0].space.engine
        return open_page(engine, states, hidden, offset, asks[0].width).parts(sizes)


def replies(asks: Sequence[Ask]) -> list[Any]:
    """The reply to each ask, all asks alike answered together."""
    found: list[Any] = [None] * len(asks)
    groups: dict[Hashable, list[int]] = {}
    for i, ask in enumerate(asks):
        groups.setdefault((type(ask), ask.kind), []).append(i)
    for members in groups.values():
        together = [asks[i] for i in members]
        for i, reply in zip(members, together[0].together(together), strict=True):
            found[i] = reply
    return found


def answered(asking: Asking[Value]) -> Value:
    """Answer each ask by itself, until the value is there."""
    reply = None
    try:
        while True:
            reply = replies([asking.send(reply)])[0]
    except StopIteration as stop:
        value: Value = stop.value
        return value


_LEAST_AT_ONCE = 256

EXHAUSTED, STOPPED, INFERENCES, TIMEOUT, MEMORY, ERROR = (
    "exhausted",
    "stopped",
    "max_inferences",
    "timeout_s",
    "memory_mb",
    "error",
)
"""Why a search ended: there is nothing left; whoever took the answers had enough; a limit; an error
of the program, where Prolog itself runs it."""


@dataclass(frozen=True)
class Derivation:
    """How an answer was found: enough to do it again."""

    choices: tuple[tuple[int, int], ...]
    """Offset of the page and ordinal in it of the candidate of each step, the root's first."""
    found_after: int
    """Inferences of the search until then."""
    key: bytes = field(repr=False)
    """Tokens of the final state: equal for answers that are variants of each other."""


class Search(Protocol):
    """A search in progress."""

    @property
    def inferences(self) -> int:
        """Resolution steps taken so far."""
        ...

    @property
    def ended(self) -> str:
        """Why it cannot go on: ``exhausted``, ``memory_mb`` or ``error``; empty while it can."""
        ...

    @property
    def counters(self) -> dict[str, int]:
        """Candidates lost, by cause; pages turned; variants of earlier states left out."""
        ...

    @property
    def memory_bytes(self) -> int:
        """What its states and tables take, about."""
        ...

    def advance(self, most: int) -> Asking[list[Derivation]]:
        """Take some steps, at most ``most`` (at least 1); the answers met, none of them twice."""
        ...


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a search that goes on for ever is to end."""

    max_inferences: int = 1_000_000
    """Inferences after which it ends."""
    timeout_s: float = 0.0
    """Seconds after which it ends; 0 for none."""
    memory_mb: int = 0
    """Megabytes that its states may take; 0 for no limit."""

    def __post_init__(self) -> None:
        for name in ("max_inferences", "timeout_s", "memory_mb"):
            value, least = getattr(self, name), 1 if name == "max_inferences" else 0
            if value < least:
                flag = f"--{name.replace('_', '-')}"
                raise ConfigError(
                    f"{name}={value} is not allowed.", flag, f"give at least {least}."
                )


@dataclass(frozen=True)
class Found:
    """What a search came to."""

    answers: tuple[Derivation, ...]
    """One for each answer; answers that are variants of each other are one."""
    ended: str
    """Why it ended, see above."""
    complete: bool
    """It was exhausted and no candidate was lost: there is no other answer."""
    inferences: int
    """Resolution steps taken."""
    counters: dict[str, int]
    seconds: float


class Answers(Iterator[Derivation]):
    """The answers of a search, each as soon as it is found.

    Args:
        search: goes on while it is asked for more answers.
        limits: when it ends.
    """

    def __init__(self, search: Search, limits: Limits) -> None:
        self._search, self._limits = search, limits
        self._waiting: list[Derivation] = []
        self._last = 0
        self.seconds = 0.0
        self.ended = ""
        """Why there are no more answers; empty while there may be."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Derivation:
        """The next answer; raises StopIteration when the search has ended."""
        if not self._waiting:
            answered(self.seek())
        if not self._waiting:
            raise StopIteration
        answer = self._waiting.pop(0)
        self._last = answer.found_after
        return answer

    def seek(self) -> Asking[None]:
        """Search until there is a next answer, or the search has ended."""
        started, before = perf_counter(), self.seconds
        while not self._waiting:
            self.ended = self._search.ended or self._bound()
            if self.ended:
                break
            self._waiting = yield from self._search.advance(self._most())
            self.seconds = before + perf_counter() - started

    @property
    def inferences(self) -> int:
        """Resolution steps taken so far: until the last answer, or in all if there are no more."""
        goes_on = self._waiting or not (self.ended or self._search.ended)
        return self._last if goes_on and self._last else self._search.inferences

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, paged or left out so far."""
        return self._search.counters

    @property
    def is_complete(self) -> bool:
        """Whether the search was exhausted and no candidate was lost."""
        lost = sum(self.counters[name] for name in COUNTERS)
        return self._search.ended == EXHAUSTED and not self._waiting and not lost

    def take(self, n: int) -> Found:
        """The next ``n`` answers, or those there are."""
        answers = tuple(islice(self, n))
        ended = self.ended or ("" if self._waiting else self._search.ended)
        return Found(
            answers=answers,
            ended=ended or STOPPED,
            complete=self.is_complete,
            inferences=self.inferences,
            counters=self.counters,
            seconds=self.seconds,
        )

    def _bound(self) -> str:
        limits, search = self._limits, self._search
        if search.inferences >= limits.max_inferences:
            return INFERENCES
        if limits.timeout_s and self.seconds >= limits.timeout_s:
            return TIMEOUT
        if limits.memory_mb and search.memory_bytes >= limits.memory_mb * 2**20:
            return MEMORY
        return ""

    def _most(self) -> int:
        """Inferences left; with a timeout, what fits in at the pace so far."""
        left = self._limits.max_inferences - self._search.inferences
        if self._limits.timeout_s and self.seconds:
            pace = self._search.inferences / self.seconds
            fitting = int(pace * (self._limits.timeout_s - self.seconds))
            left = min(left, max(fitting, _LEAST_AT_ONCE))
        return left
