"""Scheduler of searches: many advance in turn, and C or Prolog serves their turns together.

Threads may take turns in C (``prolog/core/crew.c``), without Python's lock.
"""

import ctypes as c
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from queue import SimpleQueue
from threading import Event, Thread
from time import perf_counter

import numpy as np

from symbolic_rl.base.errors import Interrupted
from symbolic_rl.base.interrupts import time_limit
from symbolic_rl.bridge.structs import DONE, N_ERROR, address
from symbolic_rl.bridge.swipl import calls, fault, library
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import (
    EXHAUSTED,
    INFERENCES,
    MEMORY,
    STOPPED,
    TIMEOUT,
    Derivation,
    Limits,
    MemoryBudget,
    Search,
    SearchResult,
    SearchTask,
    Value,
)
from symbolic_rl.search.in_prolog import InProlog
from symbolic_rl.search.lemmas import expanded
from symbolic_rl.search.pairs import Pair, Portfolio
from symbolic_rl.search.tree import (
    SLICE,
    SLICE_NS,
    WHERE,
    BottomUpSearch,
    TreeSearch,
    TurnRequest,
    common_of,
    serve,
)

_LEAST_AT_ONCE = 256
GRACE_S = 0.2
"""Seconds that a call to Prolog may take beyond a search's time limit before it is stopped."""

_WAIT_NS = 50_000_000  # nanoseconds until Python runs the handlers of signals
AT_ONCE = 64
"""Searches that run side by side: they share crossings, calls of the policy, and memory."""
_FETCHED = 64  # most turns fetched in one call


class ThreadCrew:
    """Threads that take turns of searches; the policy must not change while the crew is open."""

    def __init__(self, search: TreeSearch, n_threads: int) -> None:
        self._library = search.space.engine.library
        self._handle: int = self._library.core_crew_open()
        if not self._handle:
            raise MemoryError("threads for searches in C")
        self._common: dict[Hashable, tuple[c.Structure, int] | None] = {}
        self._offered: dict[int, TreeSearch] = {}
        self._numbers = np.empty(_FETCHED, np.int64)
        self._threads = [_idle.pop() if _idle else _HelperThread() for _ in range(n_threads)]
        for thread in self._threads:
            thread.do(self._work)

    def close(self) -> None:
        """Finish the turns in progress, and drop the others."""
        self._library.core_crew_close(self._handle)
        for thread in self._threads:
            thread.wait()
        self._library.core_crew_free(self._handle)
        _idle.extend(self._threads)

    def offer(self, number: int, turn: TurnRequest) -> bool:
        """Let a thread take the turn of a task; return False if Python asks the policy."""
        key, search = turn.search.batch_key, turn.search
        if key not in self._common:
            self._common[key] = self._found(search)
        found = self._common[key]
        if found is None:
            return False
        self._offered[number] = search
        arguments = c.addressof(found[0]), found[1], search.handle, turn.most, number
        if not self._library.core_crew_offer(self._handle, *arguments):
            raise MemoryError("a turn of a search in C")
        return True

    def fetch(self, *, waits: bool) -> list[int]:
        """Return the numbers of tasks whose turn is over."""
        n = 0
        while self._offered and not n:
            calls().expect_time()
            wait_ns = _WAIT_NS if waits else 0
            at = address(self._numbers)
            n = self._library.core_crew_fetch(self._handle, at, _FETCHED, wait_ns)
            if not waits:
                break
        if n < 0:  # a thread has failed; its error is raised here
            self._library.core_crew_close(self._handle)
            for thread in self._threads:
                if error := thread.wait():
                    raise error
        numbers: list[int] = self._numbers[:n].tolist()
        for number in numbers:
            self._offered.pop(number).refresh()
        return numbers

    def _found(self, search: TreeSearch) -> tuple[c.Structure, int] | None:
        """Return the data that searches of a key share, and the function that runs one.

        None if Python asks their policy.
        """
        network = search.network()
        if network is None:
            return None
        common = common_of(search)
        common.slice, common.slice_ns, common.network = SLICE, SLICE_NS, network
        run = getattr(self._library, f"core_{search.kind}_run")
        return common, c.cast(run, c.c_void_p).value or 0

    def _work(self) -> None:
        """Take turns until the crew is closed."""
        library()  # attaches this thread to SWI-Prolog
        error = c.create_string_buffer(N_ERROR)
        with calls():
            if self._library.core_crew_work(self._handle, c.addressof(error)) != DONE:
                raise fault(error.value.decode(errors="replace"), WHERE)


class _HelperThread:
    """Thread that calls one function after another.

    It is a daemon: a crew that is never closed does not keep the process alive.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._is_done = Event()
        self._error: BaseException | None = None
        Thread(target=self._run, name="search", daemon=True).start()

    def do(self, function: Callable[[], None]) -> None:
        """Let the thread call a function."""
        self._is_done.clear()
        self._error = None
        self._asked.put(function)

    def wait(self) -> BaseException | None:
        """Wait for the end of the call, and return its error, if any."""
        self._is_done.wait()
        return self._error

    def _run(self) -> None:
        while True:
            function = self._asked.get()
            try:
                function()
            except BaseException as error:
                self._error = error
            self._is_done.set()


_idle: list[_HelperThread] = []
"""Threads of crews that were closed; each stays attached to SWI-Prolog."""


class _Server:
    """Server of turns: in batches of equal keys, or by threads."""

    def __init__(self, at_once: int) -> None:
        self._crew: ThreadCrew | None = None
        self._may_thread = at_once > 1
        self._batch: list[tuple[int, TurnRequest]] = []

    def close(self) -> None:
        """End the threads."""
        if self._crew is not None:
            self._crew.close()

    def offer(self, number: int, turn: TurnRequest) -> None:
        """Take the turn that a task waits for."""
        n_threads = turn.search.space.n_threads
        if self._may_thread and n_threads > 1:
            self._crew = self._crew or ThreadCrew(turn.search, n_threads)
            if self._crew.offer(number, turn):
                return
        self._batch.append((number, turn))

    def served(self) -> list[int]:
        """Serve the batch; return the tasks whose turns it or a thread has taken."""
        batch, self._batch = self._batch, []
        groups: dict[Hashable, list[TurnRequest]] = {}
        for _, turn in batch:
            groups.setdefault(turn.search.batch_key, []).append(turn)
        for group in groups.values():
            serve(group)
        done = [number for number, _ in batch]
        return done + (self._crew.fetch(waits=not batch) if self._crew else [])


def rounds_side_by_side(
    tasks: Iterable[SearchTask[Value]], *, at_once: int
) -> Iterator[tuple[int, Value] | None]:
    """Run tasks; yield the number and value of each that ends, and None after each round.

    A caller that stops in between has the values so far; the tasks in progress are dropped.

    Args:
        tasks: taken from the iterable only when one can start, so that the memory of a finished
            search is free before the next one begins.
        at_once: tasks that advance in turn, one turn each. A round serves the turns of all of
            them together; with threads, the turns that are ready.
    """
    waiting = enumerate(tasks)
    running: dict[int, SearchTask[Value]] = {}
    ready: list[int] = []
    with closing(_Server(at_once)) as server:
        while True:
            for number, task in islice(waiting, at_once - len(running)):
                running[number] = task
                ready.append(number)
            if not running:
                return
            for number in ready:
                try:
                    server.offer(number, next(running[number]))
                except StopIteration as stop:
                    del running[number]
                    yield number, stop.value
            calls().expect_time()
            ready = server.served()
            yield None


def run_side_by_side(tasks: Iterable[SearchTask[Value]], *, at_once: int) -> list[Value]:
    """Run tasks to their end and return their values, in order; see :func:`rounds_side_by_side`."""
    return in_order(rounds_side_by_side(tasks, at_once=at_once))


def in_order(rounds: Iterable[tuple[int, Value] | None]) -> list[Value]:
    """Return the values of :func:`rounds_side_by_side`, in the order of its tasks."""
    values = dict(filter(None, rounds))
    return [values[number] for number in range(len(values))]


def first_answers(
    searches: Iterable[Search], limits: Limits, *, at_once: int = AT_ONCE
) -> Iterator[tuple[int, SearchResult] | None]:
    """Search for the first answer of each search; yield as :func:`rounds_side_by_side` does.

    The searches that run side by side share the memory of ``limits``.
    """
    memory = MemoryBudget(limits.memory_mb, at_once)
    tasks = (AnswerIterator(search, limits, memory).first() for search in searches)
    return rounds_side_by_side(tasks, at_once=at_once)


class AnswerIterator(Iterator[Derivation]):
    """Iterator over the answers of a search, each as soon as it is found, without lemmas.

    Args:
        search: continues while it is asked for more answers.
        limits: when it ends.
        memory: shared with concurrent searches; by default its own, of ``limits``.
    """

    def __init__(self, search: Search, limits: Limits, memory: MemoryBudget | None = None) -> None:
        self._search, self._limits = search, limits
        self._memory = memory or MemoryBudget(limits.memory_mb)
        # Either its memory cannot be read while it runs, or it can do with less.
        if isinstance(search, InProlog | Pair | Portfolio | BottomUpSearch):
            search.bound_memory(self._memory.even_share)
        self._waiting: list[Derivation] = []
        self._last = 0
        self._n_lost = 0  # answers that cannot be derived without lemmas
        self._met: set[bytes] = set()  # keys of answers without lemmas
        self.seconds = 0.0
        self.ended = ""  # reason why there are no more answers; empty while there may be

    def end_after(self, seconds: float) -> None:
        """Set the limit on the time of the search, in seconds."""
        self._limits = replace(self._limits, timeout_s=seconds)

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
            is_over = self.seconds >= self._limits.timeout_s or calls().is_over
            if not is_over:  # a signal ended it
                raise
            self.ended = TIMEOUT

    def seek(self) -> SearchTask[None]:
        """Search until there is a next answer, or the search has ended."""
        started, before = perf_counter(), self.seconds
        while not self._waiting:
            self.ended = self._search.ended or self._limit_reached()
            if self.ended:
                break
            found = yield from self._search.advance(self._steps_left())
            self._waiting = self._without_lemmas(found)
            self._memory.note(id(self), self._search.memory_bytes)
            self.seconds = before + perf_counter() - started

    def _without_lemmas(self, found: list[Derivation]) -> list[Derivation]:
        """Write out the lemmas of new answers; see :mod:`symbolic_rl.search.lemmas`."""
        space = self._search.space
        if not found or space.engine.program.lemmas is None:
            return found
        derived = [expanded(space.engine, space.query, answer) for answer in found]
        kept = {answer.key: answer for answer in derived[::-1] if answer is not None}
        new = [answer for key, answer in reversed(kept.items()) if key not in self._met]
        self._met |= kept.keys()
        self._n_lost += derived.count(None)
        return new

    def first(self) -> SearchTask[SearchResult]:
        """Search for the next answer and return it, if there is one, with the metrics."""
        yield from self.seek()
        result = self.take(1)
        self._memory.note(id(self), 0)
        return result

    def take(self, n: int) -> SearchResult:
        """Return the next ``n`` answers, or as many as there are, with the metrics.

        Inferences are counted up to the last answer, or to the end if there are no more answers.
        """
        answers, search = tuple(islice(self, n)), self._search
        ended = self.ended or ("" if self._waiting else search.ended)
        goes_on = self._waiting or not ended
        counters = search.counters
        lost = sum(counters[name] for name in COUNTERS) + self._n_lost
        if self._n_lost:
            counters = {**counters, "lemma_answers": self._n_lost}
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
        """Return the inferences left; with a timeout, at most as many as fit at the pace so far."""
        left = self._limits.max_inferences - self._search.spent
        if self._limits.timeout_s and not self.seconds:
            return min(left, _LEAST_AT_ONCE)
        if self._limits.timeout_s:
            pace = self._search.spent / self.seconds
            fitting = int(pace * (self._limits.timeout_s - self.seconds))
            left = min(left, max(fitting, _LEAST_AT_ONCE))
        return left
