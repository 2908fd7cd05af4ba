"""Checks of Prolog text before SWI-Prolog reads it: its encoding, its brackets, its long numbers.

SWI-Prolog reads and writes terms by recursion in C. A bracket takes some 600 bytes of the C stack:
14,000 of them are the 8 MB that a process usually has. What ``swipl`` then says (a resource error)
depends on its signal handlers, which are off inside Python: there the process would end. And the
time in which it reads a number grows with the square of the digits. Torch-free.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from symbolic_rl.base.errors import Diagnostic, ProgramError

MAX_DEPTH = 1_000
"""Brackets that may be open at once, and levels of a term of a program. It fits the smallest C
stack that a thread has (1 MB on some systems), and 14 times the usual one."""
MAX_DIGITS = 19_728
"""Digits of a number of a program: an integer of 65,536 bits, and 20 ms for SWI-Prolog, whose time
of reading grows with the square (a million digits took 45 s)."""

# Each alternative starts with a character that stands for itself, so that the others are passed
# over quickly.
_QUOTED = rb"""
    0 (?<![a-zA-Z0-9_\x80-\xff]0) ' (?: '' | ' | \\. | [^'\\] )   # the code of a character
  | '  [^'\\]* (?: (?: '' | \\. ) [^'\\]*  )*+ (?: ' | \Z )
  | "  [^"\\]* (?: (?: "" | \\. ) [^"\\]*  )*+ (?: " | \Z )
  | `  [^`\\]* (?: (?: `` | \\. ) [^`\\]*  )*+ (?: ` | \Z )
  | % [^\n]*
  | (?P<comment> / (?<![-+*/\\^<>=~:.?@#&$]/) \* )
"""
_HIDDEN = re.compile(rb"(?P<hidden>" + _QUOTED + rb")", re.DOTALL | re.VERBOSE)
_MARK = re.compile(
    rb"(?P<hidden>" + _QUOTED + rb") | (?P<open> [(\[{] ) | (?P<close> [)\]}] )"
    rb"| (?P<stop> (?<![-+*/\\^<>=~:.?@#&$]) \. (?= [\s%] | \Z ) )",
    re.DOTALL | re.VERBOSE,
)
_HIDES_NOTHING = re.compile(
    rb"""(?: [^'"`%/]++ | / (?!\*)
    | (?<!0) ' [^'\\()\[\]{}]*+ ' | " [^"\\()\[\]{}]*+ " | ` [^`\\()\[\]{}]*+ `
    | % [^\n()\[\]{}]*+ (?= \n | \Z )
    )*+""",
    re.VERBOSE,
)
"""Pattern of whole texts of which no quote and no comment holds a bracket. It misses those with
escapes or ``/*``; it reads a text in a fifth of the time that ``_shown`` takes."""
_STEP = re.compile(rb"/(?=\*)|\*(?=/)")
_NO_BRACKETS = bytes(set(range(256)) - set(b"([{)]}"))
_NUMBER = re.compile(rb"(?<![a-zA-Z0-9_\x80-\xff])[0-9](?:(?:[ ](?=[0-9])|_\s*)?[0-9a-zA-Z])*")
"""A number with its groups of digits: ``1 000``, ``1_000``, or ``1_``, a line, and ``000``."""
_STRIDE = MAX_DIGITS // 2
_LONG_WORD = re.compile(rb"[0-9a-zA-Z_\s]{%d}" % _STRIDE)


class _Fault(NamedTuple):
    """Text that SWI-Prolog must not read: its place, and a description."""

    place: int
    what: str
    fix: str


def is_latin1(file: Path) -> bool:
    """Tell whether a file is no UTF-8, and may be ISO Latin-1, in which every byte is a letter."""
    data = _bytes_of(file)
    return _encoding_fault(data) is not None and not (
        b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff"))
    )


def expect_readable(
    files: Sequence[Path], goals: Sequence[str], *, latin1: Sequence[Path] = ()
) -> None:
    """Refuse text that SWI-Prolog must not read; files that cannot be opened are left to it.

    Args:
        files: Prolog files.
        goals: goals that a user typed.
        latin1: files among them whose encoding is no mistake.

    Raises:
        ProgramError: names each file that is not UTF-8, with the place of its first invalid byte;
            or each text that is nested too deeply or has a number too long, with the place.
    """
    for goal in goals:
        _expect_text(goal)
    texts = [(str(file), data) for file in dict.fromkeys(files) if (data := _bytes_of(file))]
    for i, goal in enumerate(goals, 1):
        texts.append((f"<query {i}>" if i > 1 else "<query>", goal.encode()))
    for what, check in (
        ("is not text in UTF-8", _encoding_fault),
        ("is nested too deeply", _nesting_fault),
        ("has a number too long", _number_fault),
    ):
        others = {str(file) for file in latin1} if check is _encoding_fault else ()
        found = ((name, data, check(data)) for name, data in texts if name not in others)
        notes = [_note(name, data, fault) for name, data, fault in found if fault]
        if notes:
            where = ", ".join(note.file for note in notes)
            raise ProgramError(f"the program {what}", where, diagnostics=notes)


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
    shown = text if _HIDES_NOTHING.fullmatch(text) else _shown(text)
    brackets = np.frombuffer(shown.translate(None, _NO_BRACKETS), np.uint8)
    closed = (brackets == ord(")")) | (brackets == ord("]")) | (brackets == ord("}"))
    depth = np.cumsum(np.where(closed, np.int32(-1), np.int32(1)), dtype=np.int32)
    # an upper bound: what an unfinished clause leaves open counts for those that follow it
    if (depth - np.minimum.accumulate(np.minimum(depth, 0))).max(initial=0) <= MAX_DEPTH:
        return None
    return _first_too_deep(text)


def _first_too_deep(text: bytes) -> int | None:
    n_open = 0
    for kind, start, _ in _found(_MARK, text):
        if kind == "open":
            n_open += 1
            if n_open > MAX_DEPTH:
                return start
        elif kind == "close":
            n_open = max(n_open - 1, 0)
        elif kind == "stop":
            n_open = 0
    return None


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
    for kind, _, behind in _found(_MARK, text, start):
        if kind == "stop":
            end = behind
            rest = text[end:line_end].lstrip()
            if not rest or rest.startswith(b"%"):
                break
    return text[start:end].decode("utf-8", "replace").strip()


def comment_end(text: bytes, start: int) -> int | None:
    """Return where a comment ends; None if it is never closed.

    Comments nest: each ``/*`` within one opens another, each ``*/`` closes one, and they may share
    a character: ``/*/`` within a comment opens and closes.

    >>> comment_end(b"/* a /* b */ c */ p.", 0), comment_end(b"/* /*/ */", 0)
    (17, 9)

    Args:
        text: Prolog text.
        start: place of its ``/*``.
    """
    n_open = 1
    for step in _STEP.finditer(text, start + 2):
        n_open += 1 if step[0] == b"/" else -1
        if not n_open:
            return step.end() + 1
    return None


def _found(pattern: re.Pattern[bytes], text: bytes, at: int = 0) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each mark; what is hidden in quotes and comments is one."""
    while match := pattern.search(text, at):
        start, at = match.span()
        if match["comment"]:
            at = comment_end(text, start) or len(text)
        yield match.lastgroup or "", start, at


def _shown(text: bytes) -> bytes:
    """Return the text with blanks in the place of quotes and comments."""
    shown = bytearray(text)
    for _, start, end in _found(_HIDDEN, text):
        shown[start:end] = b" " * (end - start)
    return bytes(shown)


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _note(name: str, data: bytes, fault: _Fault) -> Diagnostic:
    before = data[: fault.place]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return Diagnostic("error", name, line, column, fault.what, fault.fix)


def _encoding_fault(data: bytes) -> _Fault | None:
    try:
        if not data.isascii():
            data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{data[error.start]:02x} is not UTF-8"
        fix = "save the file as UTF-8, such as by iconv -f latin1 -t utf-8"
        return _Fault(error.start, byte, fix)
    return None


def _nesting_fault(data: bytes) -> _Fault | None:
    place = too_deep(data)
    if place is None:
        return None
    what = f"more than {MAX_DEPTH:,} brackets are open here, and SWI-Prolog reads no more safely"
    return _Fault(
        place, what, "nest the term less deeply: name its parts by predicates, or write a list"
    )


def _number_fault(data: bytes) -> _Fault | None:
    if not any(_LONG_WORD.match(data, at) for at in range(0, len(data), _STRIDE)):
        return None  # a number so long would fill one of these stretches
    for found in _NUMBER.finditer(_shown(data)):
        if len(b"".join(found[0].split())) - found[0].count(b"_") > MAX_DIGITS:
            what = f"a number has more than {MAX_DIGITS:,} digits"
            fix = "write a smaller number, or its digits as a list or a text"
            return _Fault(found.start(), what, fix)
    return None
