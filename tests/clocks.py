"""Clocks that tests control, so that no verdict depends on how fast the machine is."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from symbolic_rl.base import interrupts
from symbolic_rl.bridge.swipl import calls

_FUNCTIONS = ("perf_counter", "process_time")


class TickingClock:
    """Clock that advances by one tick whenever it is read.

    A module that is first imported while the clock runs keeps the clock. So the clock gives the
    time of the machine when it does not run.

    Args:
        tick_s: seconds of a tick.
    """

    def __init__(self, tick_s: float) -> None:
        self.is_running, self._tick_s = False, tick_s
        self._ticks: Iterator[int] = count()
        self._of_machine = time.perf_counter

    def __call__(self) -> float:
        """Return the seconds, and let a tick pass."""
        return next(self._ticks) * self._tick_s if self.is_running else self._of_machine()


def let_clock_tick(monkeypatch: pytest.MonkeyPatch, tick_s: float = 2.0**-10) -> None:
    """Replace the clocks that the package, and scripts that start from now on, read.

    Searches are ended by the ticks alone: the watching thread, which goes by the machine's time,
    steps in after ten minutes only.
    """
    clock = TickingClock(tick_s)
    monkeypatch.setattr(clock, "is_running", True)
    monkeypatch.setattr("symbolic_rl.search.scheduler.GRACE_S", 600.0)
    ours = [sys.modules[name] for name in sys.modules if name.partition(".")[0] == "symbolic_rl"]
    for module in (time, *ours):
        for name in _FUNCTIONS:
            if name in vars(module):
                monkeypatch.setattr(module, name, clock)


class StandingClock:
    """Clock that stands still until a test advances it."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        """Return the seconds."""
        return self.now


@contextmanager
def passing_in_a_call(seconds: float) -> Iterator[StandingClock]:
    """Context in which seconds pass once this thread is in a call of SWI-Prolog, and only then.

    They pass for the thread that watches time limits, and on the clock that is given. Once the
    thread has asked the call to end, its own time runs, because SWI-Prolog may lose the request.
    """
    clock, watched = StandingClock(), StandingClock()
    context, is_over = calls(), threading.Event()

    def watch() -> None:
        while not context.is_busy:
            if is_over.wait(0.001):
                return
        clock.now = watched.now = seconds
        os.write(interrupts._watcher().write_end, b"\0")
        while not is_over.wait(interrupts.AGAIN_S):
            if context._is_asked:
                watched.now += interrupts.AGAIN_S
                os.write(interrupts._watcher().write_end, b"\0")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interrupts, "time", watched)
        thread = threading.Thread(target=watch)
        thread.start()
        try:
            yield clock
        finally:
            is_over.set()
            thread.join()
