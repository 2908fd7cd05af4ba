"""Checks of Prolog text before SWI-Prolog reads it: its encoding, and how deep brackets nest.

SWI-Prolog reads and writes terms by recursion in C. A bracket takes some 600 bytes of the C stack:
14,000 of them are the 8 MB that a process usually has. What ``swipl`` then says (a resource error)
depends on its signal handlers, which are off inside Python: there the process would end.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.program.comments import QUOTED, unnested

MAX_DEPTH = 1_000
"""Brackets that may be open at once, and levels of a term of a program. It fits the smallest C
stack that a thread has (1 MB on some systems), and 14 times the usual one."""

_UNREAD = re.compile(QUOTED, re.DOTALL | re.VERBOSE)
_HIDES_NOTHING = re.compile(
    rb"""(?: [^'"`%/]++ | / (?!\*)
    | (?<!0) ' [^'\\()\[\]{}]*+ ' | " [^"\\()\[\]{}]*+ " | ` [^`\\()\[\]{}]*+ `
    | % [^\n()\[\]{}]*+ (?= \n | \Z )
    )*+""",
    re.VERBOSE,
)
"""Pattern of whole texts of which no quote and no comment holds a bracket. It may miss some (those
with escapes or ``/*``); it reads a text in a third of the time that ``_UNREAD`` takes."""
_MARKS = re.compile(
    QUOTED + rb"| (?P<open> [(\[{] ) | (?P<close> [)\]}] )"
    rb"| (?P<stop> (?<![-+*/\\^<>=~:.?@#&$]) \. (?= [\s%] | \Z ) )",
    re.DOTALL | re.VERBOSE,
)
MAX_DIGITS = 19_728
"""Digits of a number of a program: an integer of 65,536 bits, and 20 ms for SWI-Prolog, whose time
of reading grows with the square (a million digits took 45 s)."""
_NUMBER = re.compile(rb"(?<![a-zA-Z0-9_\x80-\xff])[0-9](?:(?:[ ](?=[0-9])|_\s*)?[0-9a-zA-Z])*")
"""A number with its groups of digits: ``1 000``, ``1_000``, or ``1_``, a line, and ``000``."""
_STRIDE = MAX_DIGITS // 2
_LONG_WORD = re.compile(rb"[0-9a-zA-Z_\s]{%d}" % _STRIDE)
_MAY_HIDE = (b"'", b'"', b"`", b"%", b"/*")
_NO_BRACKETS = bytes(set(range(256)) - set(b"([{)]}"))


def expect_readable(files: Sequence[Path], goals: Sequence[str]) -> None:
    """Refuse text that SWI-Prolog must not read; files that cannot be opened are left to it.

    Args:
        files: Prolog files.
        goals: goals that a user typed.

    Raises:
        ProgramError: names each file that is not UTF-8, with the place of its first invalid byte;
            or each text that is nested too deeply or has a number too long, with the place.
    """
    for goal in goals:
        _expect_text(goal)
    texts = [(str(file), data) for file in dict.fromkeys(files) if (data := _bytes_of(file))]
    if notes := [note for name, data in texts if (note := _encoding_error(name, data))]:
        raise ProgramError("the program is not text in UTF-8", _files(notes), diagnostics=notes)
    names = ["<query>", *(f"<query {i}>" for i in range(2, len(goals) + 1))]
    texts += [
        (name, goal.encode("utf-8", "replace")) for name, goal in zip(names, goals, strict=False)
    ]
    if notes := [note for name, data in texts if (note := _nesting_error(name, data))]:
        raise ProgramError("the program is nested too deeply", _files(notes), diagnostics=notes)
    if notes := [note for name, data in texts if (note := _number_error(name, data))]:
        raise ProgramError("the program has a number too long", _files(notes), diagnostics=notes)


def _expect_text(goal: str) -> None:
    try:
        goal.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(goal[error.start])
        shown = f"byte 0x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"U+{code:04X}"
        raise ProgramError(
            f"the goal is no text in UTF-8: {shown} at character {error.start + 1}.",
            "GOAL",
            "type the goal in UTF-8; check the locale of the terminal (LANG, LC_ALL).",
        ) from None


def too_deep(text: bytes) -> int | None:
    """Return where more than ``MAX_DEPTH`` brackets of one term are open; None if nowhere.

    >>> too_deep(b"p([[a]])."), too_deep(b"p(a). " + 1000 * b"(" + b"a" + 1000 * b")" + b".")
    (None, None)
    >>> too_deep(b"p(a). q(" + 1000 * b"[")
    1007

    Args:
        text: in UTF-8, or in another encoding that contains ASCII.
    """
    if sum(map(text.count, (b"(", b"[", b"{"))) <= MAX_DEPTH:
        return None
    text = unnested(text)
    read = text if _HIDES_NOTHING.fullmatch(text) else _UNREAD.sub(b" ", text)
    brackets = np.frombuffer(read.translate(None, _NO_BRACKETS), np.uint8)
    closed = (brackets == ord(")")) | (brackets == ord("]")) | (brackets == ord("}"))
    depth = np.cumsum(np.where(closed, np.int32(-1), np.int32(1)), dtype=np.int32)
    # an upper bound: what an unfinished clause leaves open counts for those that follow it
    if (depth - np.minimum.accumulate(np.minimum(depth, 0))).max(initial=0) <= MAX_DEPTH:
        return None
    return _first_too_deep(text)


def clause_text(text: bytes, line: int) -> str:
    r"""Return the clauses that begin in a line, up to the full stop of the last one.

    >>> clause_text(b"p. % one\nq(X) :- r('a. b', X).  % two\ns.", 2)
    "q(X) :- r('a. b', X)."

    Args:
        text: a Prolog file in UTF-8.
        line: counted from 1.
    """
    start = 0
    for _ in range(line - 1):
        start = text.find(b"\n", start) + 1
        if not start:
            return ""
    end, line_end = len(text), text.find(b"\n", start) % (len(text) + 1)
    for mark in _MARKS.finditer(unnested(text), start):
        if mark["stop"]:
            end = mark.end()
            rest = text[end:line_end].lstrip()
            if not rest or rest.startswith(b"%"):
                break
    return text[start:end].decode("utf-8", "replace").strip()


def _first_too_deep(text: bytes) -> int | None:
    n_open = 0
    for mark in _MARKS.finditer(text):
        if mark["open"]:
            n_open += 1
            if n_open > MAX_DEPTH:
                return mark.start()
        elif mark["close"]:
            n_open = max(n_open - 1, 0)
        elif mark["stop"]:
            n_open = 0
    return None


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _files(notes: Sequence[Diagnostic]) -> str:
    return ", ".join(note.file for note in notes)


def _nesting_error(name: str, data: bytes) -> Diagnostic | None:
    place = too_deep(data)
    if place is None:
        return None
    what = f"more than {MAX_DEPTH:,} brackets are open here, and SWI-Prolog reads no more safely"
    fix = "nest the term less deeply: name its parts by predicates, or write a list"
    return Diagnostic("error", name, *_line_column(data, place), what, fix)


def _number_error(name: str, data: bytes) -> Diagnostic | None:
    if not any(_LONG_WORD.match(data, at) for at in range(0, len(data), _STRIDE)):
        return None  # a number so long would fill one of these stretches
    at = _long_number(data)
    if at >= 0 and any(mark in data for mark in _MAY_HIDE):  # it may stand in a text or a comment
        at = _long_number(_UNREAD.sub(lambda text: b" " * len(text[0]), unnested(data)))
    if at < 0:
        return None
    what = f"a number has more than {MAX_DIGITS:,} digits"
    fix = "write a smaller number, or its digits as a list or a text"
    return Diagnostic("error", name, *_line_column(data, at), what, fix)


def _long_number(data: bytes) -> int:
    """Return where a number of more than ``MAX_DIGITS`` digits begins; -1 without one."""
    for found in _NUMBER.finditer(data):
        number = found[0]
        if (
            len(number) > MAX_DIGITS
            and len(b"".join(number.split())) - number.count(b"_") > MAX_DIGITS
        ):
            return found.start()
    return -1


def _encoding_error(name: str, data: bytes) -> Diagnostic | None:
    try:
        if not data.isascii():
            data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{data[error.start]:02x} is not UTF-8"
        fix = "save the file as UTF-8, such as by iconv -f latin1 -t utf-8"
        return Diagnostic("error", name, *_line_column(data, error.start), byte, fix)
    return None


def _line_column(data: bytes, place: int) -> tuple[int, int]:
    before = data[:place]
    return before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
