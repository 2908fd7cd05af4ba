"""Answers on request, as lines of JSON: ``symbolic-rl prove --stream``.

The client, such as ``prolog/guided.pl``, writes a line of any content for each answer it wants; the
search for an answer starts only then. The process ends when its input has ended and all requests
are answered, or as soon as its output is closed, even during a search. Each line of output is one
of

    {"answer": {"bindings": ..., "inferences": ..., "proof": ...}, "last": false}
    {"ended": "exhausted", "complete": true, "inferences": 11}
    {"error": "ProgramError", "message": "...", "unknown": ["apq/3"]}

An answer has a field ``residual`` if goals wait for its variables, such as ``dif(X, a)``.
``last`` is true if there can be no other answer; the second or third kind ends the output.
"""

import json
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from symbolic_rl.base.errors import ProgramError, SymbolicError
from symbolic_rl.proofs.prove import ProofIterator

FROM_INPUT = "-"
"""Goal argument that means: the goal is the first line of standard input."""

_CHUNK = 1 << 16


class InputLines:
    """Lines of standard input, read by a thread that ends the process when its output is closed."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self._output = sys.stdout.fileno()  # now: stdout is redirected while a goal is opened
        Thread(target=self._read, daemon=True).start()

    def next(self) -> str:
        """Wait for a line and return it; EOFError: there are no more."""
        line = self._waiting.get()
        if line is None:
            raise EOFError
        return line.decode("utf-8", "replace")

    def _read(self) -> None:
        for line in _lines(sys.stdin.fileno()):
            self._waiting.put(line)
        self._waiting.put(None)
        reader = select.poll()
        reader.register(self._output, 0)  # reports only that the other end is closed
        while not reader.poll():
            pass
        os._exit(0)  # the main thread may be inside Prolog, where exceptions wait


def _lines(descriptor: int) -> Iterator[bytes]:
    """Yield lines, bypassing Python's buffer: its lock would be held when the process ends."""
    parts: list[bytes] = []
    while chunk := os.read(descriptor, _CHUNK):
        first, *others = chunk.split(b"\n")
        parts.append(first)
        for part in others:
            yield b"".join(parts)
            parts = [part]


def stream(requests: InputLines, open_goal: Callable[[str], ProofIterator], goal: str) -> int:
    """Answer requests while there are answers; return 0, 1 without any answer, 2 after an error.

    Each line of ``requests`` asks for an answer; the first one is the goal if ``goal`` is
    :data:`FROM_INPUT`. The end of the requests returns 0.
    """
    out, n = sys.stdout, 0
    try:
        proofs = open_goal(requests.next() if goal == FROM_INPUT else goal)
        while True:
            requests.next()
            proof = next(proofs, None)
            if proof is None:
                break
            n += 1
            _write(out, {"answer": proof.as_json(), "last": proofs.is_over})
    except SymbolicError as error:
        _write(out, {"error": type(error).__name__, **_told(error)})
        return 2
    except EOFError:
        return 0
    found = proofs.take(0)
    figures = {"ended": found.ended, "complete": found.complete, "inferences": found.inferences}
    _write(out, figures)
    return 0 if n else 1


def _told(error: SymbolicError) -> dict[str, Any]:
    """Return the message of an error, and the unknown predicates it names."""
    message = str(error)
    unknown = re.findall(r"unknown predicate (\S+/\d+)", message)
    return {"message": message, "unknown": unknown if isinstance(error, ProgramError) else []}


def _write(out: TextIO, line: dict[str, Any]) -> None:
    out.write(json.dumps(line) + "\n")
    out.flush()
