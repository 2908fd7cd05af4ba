"""Answers one JSON line at a time, each when it is asked for: ``symbolic-rl prove --stream``.

Whoever reads the lines writes a line, of whatever content, for each answer wanted; nobody searches
further than that. The process ends with its standard input, even in the middle of a search: so one
that is no longer listened to leaves nothing behind. ``prolog/guided.pl`` is such a reader.

Each line is one of

    {"answer": {"bindings": ..., "inferences": ..., "proof": ...}, "last": false}
    {"ended": "exhausted", "complete": true, "inferences": 11}
    {"error": "ProgramError", "message": "...", "unknown": ["apq/3"]}

``last`` says that there can be no other answer; the second and the third come once, at the end.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from symbolic_rl.base.errors import ProgramError, SymbolicError
from symbolic_rl.proofs.prove import Proofs

FROM_INPUT = "-"
"""Instead of a goal: it is the first line of standard input, which may be of any length."""

_CHUNK = 1 << 16


class Requests:
    """The lines of standard input, one by one; the process ends when there are no more."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def next(self) -> str:
        """Wait for a line."""
        return self._waiting.get().decode("utf-8", "replace")

    def _read(self) -> None:
        for line in _lines(sys.stdin.fileno()):
            self._waiting.put(line)
        os._exit(0)  # the main thread may be deep in Prolog


def _lines(descriptor: int) -> Iterator[bytes]:
    """Lines read without a buffer of Python's, whose lock would be held when the process ends."""
    parts: list[bytes] = []
    while chunk := os.read(descriptor, _CHUNK):
        first, *others = chunk.split(b"\n")
        parts.append(first)
        for part in others:
            yield b"".join(parts)
            parts = [part]


def stream(requests: Requests, open_goal: Callable[[str], Proofs], goal: str) -> int:
    """Answer requests until there are no more answers.

    Args:
        requests: one for each answer; before them the goal, if it is :data:`FROM_INPUT`.
        open_goal: from a goal to its answers.
        goal: what is asked.

    Returns:
        The exit code: 0 with an answer, 1 without, 2 after an error of the user.
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
            answer = {
                "bindings": proof.bindings,
                "inferences": proof.inferences,
                "proof": proof.as_json(),
            }
            _write(out, {"answer": answer, "last": proofs.is_over})
    except SymbolicError as error:
        _write(out, {"error": type(error).__name__, **_told(error)})
        return 2
    found = proofs.take(0)
    _write(
        out,
        {"ended": found.ended, "complete": found.complete, "inferences": found.inferences},
    )
    return 0 if n else 1


def _told(error: SymbolicError) -> dict[str, Any]:
    """What an error says, and the predicates of which it says that nothing defines them."""
    message = str(error)
    unknown = re.findall(r"unknown predicate (\S+/\d+)", message)
    return {"message": message, "unknown": unknown if isinstance(error, ProgramError) else []}


def _write(out: TextIO, line: dict[str, Any]) -> None:
    out.write(json.dumps(line) + "\n")
    out.flush()
