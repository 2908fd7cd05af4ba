"""SWI-Prolog itself as the oracle: one long-lived child process that answers questions."""

import re
import select
import subprocess
import time
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
_SCRIPT = Path(__file__).parent / "prolog" / "oracle.pl"


class OracleError(Exception):
    """The program raised an error in SWI-Prolog, or there is no answer."""


class Oracle:
    """Plain SWI-Prolog, sound unification, last calls avoided; see ``prolog/oracle.pl``."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._child = subprocess.Popen(
            [*SWIPL, str(_SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._unread = b""

    def answers(self, program: str, goal: str, *, most: int = 1000) -> tuple[list[Answer], bool]:
        """The first ``most`` answers in order, and whether there are more.

        Raises:
            OracleError: SWI-Prolog raised, made too many inferences, or hangs.
        """
        question = f"ask({_string(program)}, {_string(goal)}, {most}).\n"
        assert self._child.stdin is not None
        self._child.stdin.write(question.encode())
        deadline, found = time.monotonic() + _PATIENCE_S, []
        while True:
            line = self._line(deadline, goal)
            if line.startswith("end error"):
                raise OracleError(line)
            if line.startswith("end "):
                return found, line == "end more"
            found.append(_answer(line))

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
def oracle() -> Oracle:
    """The one oracle of this test run; its child ends when its standard input does."""
    return Oracle()


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
