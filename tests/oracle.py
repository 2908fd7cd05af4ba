"""SWI-Prolog itself as the oracle: one long-lived child process that answers questions."""

import re
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Item = tuple[str, Any, Any]
"""One symbol of a term in pre-order: kind, value, arity (of functors; else None)."""
Answer = tuple[Item, ...]
"""A term in pre-order, its variables numbered by first occurrence: equal for variants."""

SWIPL = ("swipl", "--quiet")
"""Starts it as a child. Without ``--quiet`` one start of 300 tells, when it halts while it collects
atoms, that the thread for that does not end, and tests take that for a warning."""
_PATIENCE_S = 300.0
"""Seconds after which it hangs: inferences are limited, and take a second."""
_SCRIPTS = Path(__file__).parent / "prolog"


class OracleError(Exception):
    """The program raised an error in SWI-Prolog, or there is no answer."""


@dataclass(frozen=True)
class Whole:
    """Answers of a whole program; each is the text of a term, equal for variants."""

    answers: tuple[str, ...]
    outputs: tuple[str, ...]
    """Text written until each of the answers."""
    read: tuple[str, ...]
    """Answers that were given as text, as SWI-Prolog reads them."""
    ended: str
    """``complete``, ``more``, ``long`` or an error."""


class Oracle:
    """Plain SWI-Prolog, sound unification, last calls avoided; see ``prolog/oracle.pl``."""

    def __init__(self, script: str = "oracle.pl") -> None:
        self._script = script
        self._start()

    def _start(self) -> None:
        self._child = subprocess.Popen(
            [*SWIPL, str(_SCRIPTS / self._script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._unread = b""

    def answers(self, program: str, goal: str, *, most: int = 1000) -> tuple[list[Answer], bool]:
        """The first ``most`` answers in order, and whether there are more.

        Raises:
            OracleError: SWI-Prolog raised, made too many inferences, or hangs.
        """
        *found, last = self._lines(f"ask({_string(program)}, {_string(goal)}, {most})", goal)
        if last.startswith("end error"):
            raise OracleError(last)
        return [_answer(line) for line in found], last == "end more"

    def whole(
        self, file: Path, goal: str, texts: Sequence[str], *, most: int, seconds: int, order: str
    ) -> Whole:
        """Ask a program of files in a child process; for the script ``whole_programs.pl``.

        Raises:
            OracleError: SWI-Prolog hangs, or its child died.
        """
        read = ", ".join(map(_string, texts))
        parts = (_string(str(file)), _string(goal), most, seconds, order, f"[{read}]")
        question = f"ask({', '.join(map(str, parts))})"
        found: dict[str, list[str]] = {"answer": [], "text": [], "output": []}
        for line in self._lines(question, goal):
            kind, _, rest = line.partition(" ")
            if kind == "end":
                names = ("answer", "output", "text")
                return Whole(*(tuple(found[name]) for name in names), rest)
            found[kind].append(rest)
        raise OracleError(f"no answer: {goal}")

    def _lines(self, question: str, goal: str) -> Iterator[str]:
        """The reply, up to the line that ends it."""
        assert self._child.stdin is not None
        self._child.stdin.write(f"{question}.\n".encode())
        deadline = time.monotonic() + _PATIENCE_S
        line = ""
        while not line.startswith("end"):
            line = self._line(deadline, goal)
            yield line

    def _line(self, deadline: float, goal: str) -> str:
        assert self._child.stdout is not None
        while b"\n" not in self._unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._child.stdout], [], [], left)[0]:
                self._child.kill()
                self._start()
                raise OracleError(f"no answer in time: {goal}")
            read = self._child.stdout.read(65536)
            if not read:
                self._start()
                raise OracleError(f"SWI-Prolog died: {goal}")
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()


@cache
def oracle(script: str = "oracle.pl") -> Oracle:
    """The one oracle of this test run; its child ends when its standard input does."""
    return Oracle(script)


def swipl(goal: str, *files: Path) -> str:
    """What a new SWI-Prolog prints that loads ``files`` and proves ``goal``; it may not warn."""
    done = subprocess.run(
        [*SWIPL, "-g", goal, "-t", "halt", *map(str, files)],
        capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def _string(text: str) -> str:
    escaped = re.sub(r'[\\"]|[^ -~]', lambda m: f"\\x{ord(m[0]):x}\\", text)
    return f'"{escaped}"'


def _answer(line: str) -> Answer:
    words, items = iter(line.split(" ")), []
    for word in words:
        kind, value = word[0], word[1:]
        if kind == "v":
            items.append(("variable", int(value), None))
        elif kind == "e":
            items.append(("nil", None, None))
        elif kind == "n":
            items.append(("number", value, None))
        else:
            codes = [int(code) for code in next(words).split(".") if code]
            text = "".join(map(chr, codes))
            items.append(("string", text, None) if kind == "s" else ("symbol", text, int(value)))
    return tuple(items)
