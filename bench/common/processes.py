"""Processes that measure at the same time, which tells what the machine itself allows."""

from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Self


class MeasuringProcess:
    """Process of its own that measures a rate when it is asked, to be used in a ``with`` block.

    Args:
        make: function of a module; called in the process, it returns the function that measures.
        args: arguments of ``make``.
    """

    def __init__(self, make: Callable[..., Callable[..., float]], *args: Any) -> None:
        context = get_context("spawn")
        self._asked, there = context.Pipe()
        self._process = context.Process(target=_answer, args=(there, make, args), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()

    def ask(self, *request: Any) -> None:
        """Let it measure; :meth:`rate` waits for the rate."""
        self._asked.send(request)

    def rate(self) -> float:
        """Return the rate of what it was asked for."""
        while not self._asked.poll(1.0):
            if not self._process.is_alive():
                raise SystemExit("error: a process that was to measure has ended.")
        return float(self._asked.recv())


def _answer(asked: Connection, make: Callable[..., Callable[..., float]], args: Any) -> None:
    """Measure as often as is asked, in a process of its own."""
    measure = make(*args)
    while True:
        asked.send(measure(*asked.recv()))


def rate_together(processes: Sequence[MeasuringProcess], *request: Any) -> float:
    """Return the rate of all processes at the same time over the rate of one by itself."""
    totals = []
    for asked in (processes[:1], processes):
        for process in asked:
            process.ask(*request)
        totals.append(sum(process.rate() for process in asked))
    return totals[1] / totals[0]
