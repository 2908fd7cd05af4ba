"""A process that searches for this one, and the pipe to it.

Nobody may wait without end for a process that was killed or stopped: it says every second that it
is alive, and who hears nothing for ``PATIENCE_S`` ends it. Pools of the standard library (before
Python 3.12) wait for ever where a process dies before it has read a task that fills its pipe.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from time import sleep
from traceback import format_exc
from typing import Any

import torch

ALIVE, DONE = range(2)
"""Kinds of messages of a process: nothing yet, and results or an exception."""

PULSE_S = 1.0
"""Seconds between two signs of life."""

PATIENCE_S = 60.0
"""Seconds without a sign of life after which a process is ended."""

START_PATIENCE_S = 600.0
"""The same for one that has not said anything yet: it imports, and reads the program."""


Answerer = Callable[[dict[str, Any], list[Any]], Any]
"""What a process asks for an answer: of the weights of a policy, and jobs."""


class WorkerDied(Exception):
    """End of a process that was asked for something."""


class SearchProcess:
    """Process that opens a policy and searches, and answers one question at a time.

    Args:
        open_searches: called in the process with ``arguments``; returns what answers questions.
    """

    def __init__(self, open_searches: Callable[..., Answerer], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, open_searches, arguments), daemon=True
        )
        self._process.start()
        theirs.close()  # so that the end of the process is the end of the pipe
        self._has_spoken = False

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def ask(self, weights: dict[str, Any], jobs: list[Any]) -> Any:
        """Return what the process finds for ``jobs`` with ``weights``.

        Raises:
            WorkerDied: it has ended, or gave no sign of life and was ended.
            Exception: what it raised.
        """
        kind: int = ALIVE
        value: Any = None
        try:
            if not self._has_spoken:
                self._hear()
            with self._patience():
                self._pipe.send((weights, jobs))
            while kind == ALIVE:
                kind, value = self._hear()
        except (EOFError, OSError) as error:
            raise WorkerDied from error
        if isinstance(value, Exception):
            raise value
        return value

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _hear(self) -> tuple[int, Any]:
        with self._patience():
            kind, value = self._pipe.recv()
        self._has_spoken = True
        return kind, value

    @contextmanager
    def _patience(self) -> Iterator[None]:
        """End the process if what is within takes too long; pipes then raise ``OSError``."""
        seconds = PATIENCE_S if self._has_spoken else START_PATIENCE_S
        timer = threading.Timer(seconds, self._process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _serve(
    pipe: Connection, open_searches: Callable[..., Answerer], arguments: tuple[Any, ...]
) -> None:
    """Answer questions until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    torch.set_num_threads(1)
    lock = threading.Lock()
    threading.Thread(target=_beat, args=(pipe, lock), daemon=True).start()
    answer: tuple[int, Any]
    try:
        search = open_searches(*arguments)
        while True:
            weights, jobs = pipe.recv()
            answer = (DONE, search(weights, jobs))
            with lock:
                pipe.send(answer)
    except EOFError:
        return
    except Exception as error:
        error.add_note(f"in a process that searches:\n{format_exc()}")
        with lock:
            pipe.send((DONE, error))


def _beat(pipe: Connection, lock: threading.Lock) -> None:
    while True:
        with lock:
            try:
                pipe.send((ALIVE, None))
            except OSError:  # the parent is gone
                return
        sleep(PULSE_S)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
