"""Interrupts: signals and time limits that also end foreign calls.

Python runs the handler of a signal only after a foreign call has returned, and a call of SWI-Prolog
may take hours. So a thread watches: it sees a signal immediately, asks the running calls to end,
and as a last resort ends the process. This module does not depend on Prolog: foreign calls are made
within :class:`ForeignCalls`.
"""

import _thread
import heapq
import itertools
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn
from weakref import WeakSet

from symbolic_rl.base.errors import EngineError, Interrupted


@dataclass(frozen=True)
class Patience:
    """Seconds after a signal until unfinished work is interrupted."""

    interrupt_s: float  # seconds until foreign calls are asked to end
    exit_s: float  # seconds until the process ends, if Python has not run the signal's handler


PROMPT, PATIENT = Patience(0.2, 0.9), Patience(2.0, 10.0)
"""For most commands, and for commands that first finish a batch and save."""


LATENESS_S = 5.0
"""Seconds by which a handler may run before the watching thread sees its signal."""

_IMPORTED = time.monotonic()

AGAIN_S = 0.2
"""Seconds after which a call that has not ended is asked again, the first time."""

LONGEST_S = 1e9
"""Longest limit in seconds, within the range of a 64-bit clock."""


@dataclass(eq=False)
class TimeLimit:
    """State of a time limit."""

    is_over: bool = False  # the time
    is_done: bool = False  # the block that it was for


class ForeignCalls:
    """Context of the foreign calls of one thread, which the watching thread may ask to end.

    ``ask`` asks the running call to end, from another thread, and ``is_waiting`` returns whether
    the call has not come to that request yet; ``settle`` undoes a request that came too late, in
    the thread itself.
    """

    def __init__(
        self, ask: Callable[[], None], is_waiting: Callable[[], bool], settle: Callable[[], None]
    ) -> None:
        self._ask, self._is_waiting, self._settle = ask, is_waiting, settle
        self._lock = threading.Lock()
        self._depth, self._is_asked = 0, False
        self._n_asked = 0  # calls that were asked to end
        self.limits: list[TimeLimit] = []
        """The time limits that this thread is in, the innermost last."""
        _all_calls.add(self)

    @property
    def is_over(self) -> bool:
        """True after a time limit: further calls are refused."""
        return any(limit.is_over for limit in self.limits)

    def __enter__(self) -> None:
        """Begin a call, or raise Interrupted: the time is over."""
        self.expect_time()
        self._depth += 1

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """End a call, or raise Interrupted: it was asked to end, and has raised an error."""
        with self._lock:  # no request can come after this block
            self._depth -= 1
            was_asked = self._is_asked and not self._depth
            self._is_asked = self._is_asked and not was_asked
        if was_asked:
            self._settle()
            if isinstance(error, EngineError):
                raise Interrupted() from None

    def expect_time(self) -> None:
        """Raise Interrupted if the time is over; for long stretches of Python between calls."""
        if self.is_over:
            raise Interrupted()

    @contextmanager
    def past_the_end(self) -> Iterator[None]:
        """Context of calls that free or restore something: allowed after the time, too."""
        limits, self.limits = self.limits, []
        try:
            yield
        finally:
            self.limits = limits

    def interrupt(self) -> None:
        """Ask the running call to end, if any."""
        with self._lock:
            if self._depth and not self._is_asked:
                self._is_asked = True
                self._n_asked += 1
                self._ask()
                self._insist(self._n_asked, AGAIN_S)

    def _insist(self, call: int, seconds: float) -> None:
        """Ask again if the call, number ``call`` of those asked, has lost the request.

        SWI-Prolog 9.0.4 drops the exception where it is raised as a foreign predicate is retried,
        such as repeat/0. Two requests never wait: the second could end a clean-up.
        """

        def again() -> None:
            with self._lock:
                if self._is_asked and call == self._n_asked:
                    if not self._is_waiting():
                        self._ask()
                    self._insist(call, 2 * seconds)

        _watcher().after(seconds, again)

    @property
    def is_busy(self) -> bool:
        """True while a call is running."""
        return self._depth > 0


class _Watcher:
    """Thread that waits for signals and deadlines; it does not outlive the process."""

    def __init__(self) -> None:
        self._read_end, self.write_end = os.pipe()
        # Neither end may block: the pipe may be full, or empty when the thread reads it.
        for end in (self._read_end, self.write_end):
            os.set_blocking(end, False)
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._lock, self._numbers = threading.Lock(), itertools.count()
        # Not Thread.start, which waits forever for a thread that dies early for lack of memory.
        _thread.start_new_thread(self._watch, ())

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        """Call a function in ``seconds``."""
        with self._lock:
            due = time.monotonic() + min(seconds, LONGEST_S)
            heapq.heappush(self._due, (due, next(self._numbers), do))
        os.write(self.write_end, b"\0")

    def _watch(self) -> None:
        while True:
            wait = None
            with self._lock:
                if self._due:
                    wait = max(0.0, self._due[0][0] - time.monotonic())
            if wait == 0.0:
                heapq.heappop(self._due)[2]()
                continue
            # Python writes the number of each signal into the pipe (set_wakeup_fd), so the thread
            # sees it even while the main thread is in a foreign call.
            select.select([self._read_end], [], [], wait)
            with suppress(BlockingIOError):
                for number in os.read(self._read_end, 4096):
                    if number in (signal.SIGINT, signal.SIGTERM):
                        _on_arrival(number)


_all_calls: "WeakSet[ForeignCalls]" = WeakSet()
_start_lock = threading.Lock()
_watching: list[_Watcher] = []


class _State:
    """State of the signals of this process."""

    patience = PROMPT
    handled_at = 0.0  # time of the last run of a signal handler in Python
    was_interrupted = False
    started_at: float | None = None  # on the monotonic clock, if the process runs one command


def _watcher() -> _Watcher:
    with _start_lock:
        if not _watching:
            _watching.append(_Watcher())
        return _watching[0]


def _forget() -> None:
    """Reset a forked child, which has no watching thread and handles its own signals."""
    if _watching:
        _watching.clear()
        signal.set_wakeup_fd(-1)


os.register_at_fork(after_in_child=_forget)


@contextmanager
def time_limit(calls: ForeignCalls, seconds: float) -> Iterator[None]:
    """Context in which foreign calls of this thread end after ``seconds``, with Interrupted.

    Python looks at :meth:`ForeignCalls.expect_time`.
    """
    limit = TimeLimit()

    def end() -> None:  # the watching thread may run it after the block
        if not limit.is_done:
            limit.is_over = True
            calls.interrupt()

    _watcher().after(seconds, end)
    calls.limits.append(limit)
    try:
        yield
    finally:
        limit.is_done = True
        calls.limits.remove(limit)


@dataclass(eq=False)
class ProcessLimit:
    """State of a time limit of the process."""

    code: int | None = None  # exit code, once nothing is left to do but to free memory
    is_done: bool = False  # the block that it was for


@contextmanager
def process_limit(seconds: float) -> Iterator[ProcessLimit]:
    """Context after whose ``seconds`` the process ends, whatever it is doing.

    If the process runs one command, the limit also holds behind the block.
    """
    limit = ProcessLimit()

    def give_up() -> None:
        if limit.is_done:
            return
        if limit.code is not None:
            os._exit(limit.code)
        is_busy = any(calls.is_busy for calls in list(_all_calls))
        where = "a call of SWI-Prolog" if is_busy else "Python"
        fix = "allow more time (--timeout-s), which includes starting and loading."
        _end_process(2, f"error: the time is up.\n  where:  {where}\n  to fix: {fix}")

    _watcher().after(max(seconds, 0.0), give_up)
    try:
        yield limit
    finally:
        limit.is_done = _State.started_at is None


def note_start() -> None:
    """Note that this process runs one command, and when it started."""
    _State.started_at = time.monotonic() - process_age_s()


def elapsed_s() -> float:
    """Return the seconds since the start of the process, or 0 if it runs more than a command."""
    return 0.0 if _State.started_at is None else time.monotonic() - _State.started_at


def process_age_s() -> float:
    """Return the seconds since this process started; without ``/proc``, since this import.

    On a busy machine, Python itself takes seconds to start.
    """
    with suppress(OSError, AttributeError, ValueError, IndexError):
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])  # field 22, starttime
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    return time.monotonic() - _IMPORTED


def watch_signals() -> None:
    """Let SIGINT and SIGTERM end this process within a second, even in a foreign call.

    For the main thread of a command. A second SIGINT ends the process immediately.
    """
    signal.signal(signal.SIGINT, _on_sigint)
    signal.signal(signal.SIGTERM, _on_sigterm)
    signal.set_wakeup_fd(_watcher().write_end, warn_on_full_buffer=False)


def note_handled() -> None:
    """Note that Python has run a signal handler: the main thread is in no foreign call."""
    _State.handled_at = time.monotonic()


def set_patience(patience: Patience) -> None:
    """Set how long a signal waits for running work."""
    _State.patience = patience


def _on_arrival(number: int) -> None:
    """Act on a signal in the watching thread; its Python handler may run later."""
    patience, seen = _State.patience, time.monotonic()

    def is_handled() -> bool:
        return _State.handled_at > seen - LATENESS_S

    def interrupt() -> None:
        # A patient command whose handler has run is finishing its batch: leave its calls alone.
        if patience is PROMPT or not is_handled():
            for calls in list(_all_calls):
                calls.interrupt()

    def give_up() -> None:
        if not is_handled():
            _end_process(128 + number, "interrupted: a call that does not end was left")

    _watcher().after(patience.interrupt_s, interrupt)
    _watcher().after(patience.exit_s, give_up)


def _end_process(code: int, text: str) -> NoReturn:
    print(text, file=sys.stderr, flush=True)
    os._exit(code)


def _on_sigint(number: int, frame: FrameType | None) -> NoReturn:
    note_handled()
    if _State.was_interrupted:
        os._exit(128 + number)
    _State.was_interrupted = True
    raise KeyboardInterrupt


def _on_sigterm(number: int, frame: FrameType | None) -> NoReturn:
    note_handled()
    sys.exit(128 + number)
