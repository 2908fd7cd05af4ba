"""Base of all searches: requests, tasks and their scheduler, the protocol, limits, results.

A search does not call the engine or the policy itself. It is a task: a generator that yields
requests and is sent the replies. :func:`run_side_by_side` advances many tasks in turn and serves
their requests together, so that many searches share a crossing to Prolog and a call of the policy.
"""

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any, Protocol, Self, TypeVar

from symbolic_rl.base.errors import ConfigError, Interrupted
from symbolic_rl.base.interrupts import time_limit
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.memory import MemoryBudget

Value = TypeVar("Value")


class SearchRequest(Protocol):
    """Work that a search waits for."""

    @property
    def batch_key(self) -> Hashable:
        """Requests with equal keys can be served together."""

    @property
    def n_threads(self) -> int:
        """Number of threads that may serve it; 1 for a batch in this one."""

    def open_crew(self) -> "Crew":
        """Start as many threads, for this request and others of its class."""

    @classmethod
    def serve(cls, requests: Sequence[Self]) -> Sequence[Any]:
        """Return the reply to each of some requests with equal keys."""


class Crew(AbstractContextManager["Crew"], Protocol):
    """Threads that serve requests, each as soon as one has time."""

    def offer(self, number: int, request: Any) -> bool:
        """Let a thread serve a request, unless it is to be served in a batch: then return False."""

    def fetch(self, *, waits: bool) -> list[tuple[int, Any]]:
        """Return the numbers of requests that were served, with the replies.

        Args:
            waits: wait for one, if there is one to wait for.
        """


SearchTask = Generator[SearchRequest, Any, Value]
"""A computation that yields requests, is sent the reply to each, and returns a value."""


def serve(requests: Sequence[SearchRequest]) -> list[Any]:
    """Return the reply to each request; those that can be are served together."""
    replies: list[Any] = [None] * len(requests)
    groups: dict[Hashable, list[int]] = {}
    for i, request in enumerate(requests):
        groups.setdefault(request.batch_key, []).append(i)
    for members in groups.values():
        group = [requests[i] for i in members]
        for i, reply in zip(members, group[0].serve(group), strict=True):
            replies[i] = reply
    return replies


class _Server:
    """Server of the requests of tasks, in batches and by threads.

    Args:
        at_once: tasks; a single one has nothing for threads to share.
    """

    def __init__(self, at_once: int) -> None:
        self._crew: Crew | None = None
        self._may_thread = at_once > 1
        self._batch: list[tuple[int, SearchRequest]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._crew is not None:
            self._crew.__exit__(*error)

    def offer(self, number: int, request: SearchRequest) -> None:
        """Take a request of a task."""
        if self._may_thread and request.n_threads > 1:
            if self._crew is None:
                self._crew = request.open_crew()
            if self._crew.offer(number, request):
                return
        self._batch.append((number, request))

    def replies(self) -> list[tuple[int, Any]]:
        """Return the replies to all requests of the batch, and those that the crew has."""
        batch, self._batch = self._batch, []
        replies = serve([request for _, request in batch])
        served = [(number, reply) for (number, _), reply in zip(batch, replies, strict=True)]
        return served + (self._crew.fetch(waits=not batch) if self._crew else [])


def rounds_side_by_side(
    tasks: Iterable[SearchTask[Value]], *, at_once: int
) -> Iterator[tuple[int, Value] | None]:
    """Run tasks; yield the number and value of each that ends, and None after each round.

    Whoever stops in between has the values so far; the tasks in progress are dropped.

    Args:
        tasks: taken from the iterable only when there is room, so that the memory of a finished
            search is free before the next one begins.
        at_once: tasks that advance in turn, one request each. A round serves the requests of all
            of them together, or, where threads serve them, those that are ready.
    """
    waiting = enumerate(tasks)
    running: dict[int, SearchTask[Value]] = {}
    replies: list[tuple[int, Any]] = []
    with _Server(at_once) as server:
        while True:
            for number, task in islice(waiting, at_once - len(running)):
                running[number] = task
                replies.append((number, None))
            if not running:
                return
            for number, reply in replies:
                try:
                    server.offer(number, running[number].send(reply))
                except StopIteration as stop:
                    del running[number]
                    yield number, stop.value
            replies = server.replies()
            yield None


def run_side_by_side(tasks: Iterable[SearchTask[Value]], *, at_once: int) -> list[Value]:
    """Run tasks to their end and return their values, in order; see :func:`rounds_side_by_side`."""
    values = dict(filter(None, rounds_side_by_side(tasks, at_once=at_once)))
    return [values[number] for number in range(len(values))]


_LEAST_AT_ONCE = 256
MOST = 2**42
"""Greatest limit of a search: what three digits of 14 bits hold on the way to Prolog."""
GRACE_S = 0.5
"""Seconds that a call to Prolog may take beyond the end of a search, before it is ended."""

EXHAUSTED, STOPPED, ERROR = "exhausted", "stopped", "error"
INFERENCES, TIMEOUT, MEMORY = "max_inferences", "timeout_s", "memory_mb"
"""Reasons for the end of a search: nothing is left; the caller had enough answers; an error of the
program, where Prolog itself runs it; a limit."""


@dataclass(frozen=True)
class Derivation:
    """Derivation of an answer, as the choices that repeat it."""

    choices: Sequence[tuple[int, int]]
    """Offset of the page and ordinal in it of the candidate of each step, the root's first."""
    found_after: int
    """Inferences of the search until then."""
    key: bytes = field(repr=False)
    """Tokens of the final state: equal for answers that are variants of each other."""
    found_by: str = ""
    """Name of the search that found it, where two searched beside each other."""


class Search(Protocol):
    """A search in progress."""

    @property
    def inferences(self) -> int:
        """Resolution steps taken so far."""

    @property
    def spent(self) -> int:
        """Inferences, and what turned pages and large states count as: what limits bound.

        A turned page counts as its number, and one for 64 candidates before it: there may be pages
        without end, and the engine derives the candidates before a page anew. An expanded state
        counts as one more for each 4,096 of its tokens: its candidates are as long.
        """

    @property
    def ended(self) -> str:
        """Reason why it cannot go on: ``exhausted``, ``memory_mb`` or ``error``; else empty."""

    @property
    def counters(self) -> dict[str, int]:
        """Candidates lost, by cause; pages turned; variants of earlier states left out."""

    @property
    def memory_bytes(self) -> int:
        """Estimate of the memory that its states and tables take."""

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Take at most ``most`` (at least 1) steps and return the answers met, none of them twice.

        It may take fewer, and return no answer though the search has not ended.
        """


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits at which a search ends.

    Raises:
        ConfigError: a value below the least allowed one.
    """

    max_inferences: int = 1_000_000
    """Inferences after which it ends; turned pages count as some, see ``Search.spent``."""
    timeout_s: float = 0.0
    """Seconds after which it ends; 0 for none."""
    memory_mb: int = 0
    """Megabytes that its states may take, with those of all searches beside it; 0 for a quarter of
    the machine's memory."""

    def __post_init__(self) -> None:
        for name in ("max_inferences", "timeout_s", "memory_mb"):
            value, least = getattr(self, name), 1 if name == "max_inferences" else 0
            if not least <= value <= MOST:  # nan is neither
                flag = f"--{name.replace('_', '-')}"
                raise ConfigError(
                    f"{name}={value} is not allowed.",
                    flag,
                    f"give at least {least}, at most 2**42.",
                )


@dataclass(frozen=True)
class SearchResult:
    """Answers of a search, and its figures."""

    answers: tuple[Derivation, ...]
    """One for each answer; answers that are variants of each other are one."""
    ended: str
    """Reason for the end, such as :data:`EXHAUSTED`."""
    complete: bool
    """The search was exhausted and lost no candidate: there is no other answer."""
    inferences: int
    """Resolution steps taken."""
    counters: dict[str, int]
    seconds: float


class BoundedBeforehand(Protocol):
    """Search that cannot be asked for its memory while it runs, and is told its share before."""

    def bound_memory(self, n_bytes: int) -> None:
        """Set what it may take."""


class AnswerIterator(Iterator[Derivation]):
    """Iterator over the answers of a search, each as soon as it is found.

    Args:
        search: goes on while it is asked for more answers.
        limits: when it ends.
        memory: shared with the searches beside it; by default that of ``limits``, its own.
    """

    def __init__(self, search: Search, limits: Limits, memory: MemoryBudget | None = None) -> None:
        self._search, self._limits = search, limits
        self._memory = memory or MemoryBudget(limits.memory_mb)
        bound: Callable[[int], None] | None = getattr(search, "bound_memory", None)
        if bound is not None:  # isinstance() of a protocol takes as long as many a search
            bound(self._memory.even_share)
        self._waiting: list[Derivation] = []
        self._last = 0
        self.seconds = 0.0
        self.ended = ""
        """Reason why there are no more answers; empty while there may be."""

    def __next__(self) -> Derivation:
        """Return the next answer, or raise StopIteration when the search has ended."""
        if not self._waiting and not self.ended:
            self._search_on()
        if not self._waiting:
            raise StopIteration
        answer = self._waiting.pop(0)
        self._last = answer.found_after
        return answer

    def _search_on(self) -> None:
        """Search for the next answer; a call to Prolog that takes too long is a timeout."""
        if not self._limits.timeout_s:
            run_side_by_side([self.seek()], at_once=1)
            return
        left = self._limits.timeout_s - self.seconds + GRACE_S
        started, before = perf_counter(), self.seconds
        try:
            with time_limit(calls(), left):
                run_side_by_side([self.seek()], at_once=1)
        except Interrupted:
            self.seconds = before + perf_counter() - started
            if self.seconds < self._limits.timeout_s:  # a signal ended it
                raise
            self.ended = TIMEOUT

    def seek(self) -> SearchTask[None]:
        """Search until there is a next answer, or the search has ended."""
        started, before = perf_counter(), self.seconds
        while not self._waiting:
            self.ended = self._search.ended or self._limit_reached()
            if self.ended:
                break
            self._waiting = yield from self._search.advance(self._steps_left())
            self._memory.note(id(self), self._search.memory_bytes)
            self.seconds = before + perf_counter() - started

    def first(self) -> SearchTask[SearchResult]:
        """Search for the next answer and return it, if there is one, with the figures."""
        yield from self.seek()
        result = self.take(1)
        self._memory.note(id(self), 0)
        return result

    def take(self, n: int) -> SearchResult:
        """Return the next ``n`` answers, or as many as there are, with the figures.

        Inferences are those until the last answer, or all of them if there are no more answers.
        """
        answers, search = tuple(islice(self, n)), self._search
        ended = self.ended or ("" if self._waiting else search.ended)
        goes_on = self._waiting or not ended
        counters = search.counters
        lost = sum(counters[name] for name in COUNTERS)
        return SearchResult(
            answers=answers,
            ended=ended or STOPPED,
            complete=search.ended == EXHAUSTED and not self._waiting and not lost,
            inferences=self._last if goes_on and self._last else search.inferences,
            counters=counters,
            seconds=self.seconds,
        )

    def _limit_reached(self) -> str:
        limits, search = self._limits, self._search
        if search.spent >= limits.max_inferences:
            return INFERENCES
        if limits.timeout_s and self.seconds >= limits.timeout_s:
            return TIMEOUT
        if self._memory.is_used_up(id(self)):
            return MEMORY
        return ""

    def _steps_left(self) -> int:
        """Return the inferences left; with a timeout, as many as fit in at the pace so far."""
        left = self._limits.max_inferences - self._search.spent
        if self._limits.timeout_s and not self.seconds:
            return min(left, _LEAST_AT_ONCE)
        if self._limits.timeout_s:
            pace = self._search.spent / self.seconds
            fitting = int(pace * (self._limits.timeout_s - self.seconds))
            left = min(left, max(fitting, _LEAST_AT_ONCE))
        return left
