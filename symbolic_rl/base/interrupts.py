"""Interrupts: signals and time limits that end what this process does, foreign calls included.

Python runs the handler of a signal only when a foreign call has returned, and a call of SWI-Prolog
may go on for hours. So a thread watches: it learns of a signal immediately, asks the calls under
way to end, and as a last resort ends the process. This module knows nothing of Prolog: foreign
calls are made within :class:`ForeignCalls`.
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
    """Seconds after a signal at which something is done about what still goes on."""

    interrupt_s: float
    """Foreign calls are asked to end."""
    exit_s: float
    """The process ends, if Python has not yet run the handler of the signal."""


PROMPT, PATIENT = Patience(0.2, 0.9), Patience(2.0, 10.0)
"""Patience with a command, and with one that finishes a batch and keeps its work first."""


LATENESS_S = 5.0
"""Seconds by which the watching thread may see a signal later than its handler has run."""

LONGEST_S = 1e9
"""Seconds beyond which a time is no limit: a clock of 64 bits ends there."""


class ForeignCalls:
    """Context of the foreign calls of one thread, which the watching thread may ask to end.

    ``ask`` asks the call under way to end, from another thread; ``settle`` undoes a request that
    came too late, in the thread itself.
    """

    def __init__(self, ask: Callable[[], None], settle: Callable[[], None]) -> None:
        self._ask, self._settle = ask, settle
        self._lock = threading.Lock()
        self._depth, self._is_asked = 0, False
        self.is_over = False
        """The time is over: no call is begun."""
        _all_calls.add(self)

    def __enter__(self) -> None:
        """Begin a call.

        Raises:
            Interrupted: the time is over.
        """
        if self.is_over:
            raise Interrupted()
        self._depth += 1

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """End a call.

        Raises:
            Interrupted: instead of an error of the call, if it was asked to end.
        """
        with self._lock:  # from here on it is not asked any more
            self._depth -= 1
            was_asked = self._is_asked and not self._depth
            self._is_asked = self._is_asked and not was_asked
        if was_asked:
            self._settle()
            if isinstance(error, EngineError):
                raise Interrupted() from None

    def interrupt(self) -> None:
        """Ask the call under way to end, if there is one."""
        with self._lock:
            if self._depth and not self._is_asked:
                self._is_asked = True
                self._ask()

    @property
    def is_busy(self) -> bool:
        """True while a call is under way."""
        return self._depth > 0


class _Watcher:
    """Thread that waits for signals and for points in time; it does not outlive the process."""

    def __init__(self) -> None:
        self._read_end, self.write_end = os.pipe()
        # Neither end may block: the pipe may be full, or empty when the thread reads it.
        for end in (self._read_end, self.write_end):
            os.set_blocking(end, False)
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._lock, self._numbers = threading.Lock(), itertools.count()
        # Not Thread.start: it waits for ever for a thread that dies early, for want of memory.
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
            # learns of it even while the main thread is in a foreign call.
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
    handled_at = 0.0
    """Time at which Python has last run the handler of a signal."""
    was_interrupted = False


def _watcher() -> _Watcher:
    with _start_lock:
        if not _watching:
            _watching.append(_Watcher())
        return _watching[0]


def _forget() -> None:
    """In a forked child: its parent's thread is not there, and signals are the child's own."""
    if _watching:
        _watching.clear()
        signal.set_wakeup_fd(-1)


os.register_at_fork(after_in_child=_forget)


@contextmanager
def time_limit(calls: ForeignCalls, seconds: float, *, exit_s: float = 0.0) -> Iterator[None]:
    """Context in which foreign calls of this thread end after ``seconds``, with Interrupted.

    Where ``exit_s`` is not 0, the process ends ``exit_s`` seconds after the start if a call still
    goes on.
    """
    # A list, because the watching thread reads it: the functions below may run after the block.
    is_done, before = [False], calls.is_over

    def end() -> None:
        if not is_done[0]:
            calls.is_over = True
            calls.interrupt()

    def give_up() -> None:
        if not is_done[0] and calls.is_busy:
            _end_process(2, "error: the time is over, and a call of SWI-Prolog does not end.")

    _watcher().after(seconds, end)
    if exit_s:
        _watcher().after(exit_s, give_up)
    try:
        yield
    finally:
        is_done[0], calls.is_over = True, before


def watch_signals() -> None:
    """Let SIGINT and SIGTERM end this process within a second, whatever it does.

    For the main thread of a command. A second SIGINT ends the process immediately.
    """
    signal.signal(signal.SIGINT, _on_sigint)
    signal.signal(signal.SIGTERM, _on_sigterm)
    signal.set_wakeup_fd(_watcher().write_end, warn_on_full_buffer=False)


def note_handled() -> None:
    """Tell that Python has run the handler of a signal: the main thread is in no foreign call."""
    _State.handled_at = time.monotonic()


def set_patience(patience: Patience) -> None:
    """Set how long a signal waits for the work under way."""
    _State.patience = patience


def _on_arrival(number: int) -> None:
    """Act on a signal in the watching thread; its handler runs when Python gets to it."""
    patience, seen = _State.patience, time.monotonic()

    def is_handled() -> bool:
        return _State.handled_at > seen - LATENESS_S

    def interrupt() -> None:
        # A patient command has run its handler and finishes its batch: its calls are left alone.
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
