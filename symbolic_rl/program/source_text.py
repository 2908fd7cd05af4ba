"""Check Prolog text before SWI-Prolog reads it: encoding, nesting of brackets, long numbers.

SWI-Prolog reads and compiles terms by recursion in C. A bracket takes about 600 bytes of the C
stack, so 14,000 fill the usual 8 MB. The resource error of ``swipl`` relies on its signal handlers,
which are off inside Python: there, the process would crash. So the depth is measured first, and
:class:`TextSize` says how large the stacks must be. The time to read a number is quadratic in its
digits. Torch-free.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import itemgetter, or_
from pathlib import Path
from typing import NamedTuple

import numpy as np

from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.base.machine import memory_bytes

PLAIN_BRACKETS, PLAIN_LENGTH = 1_000, 4_000
"""Open brackets, and bytes of a clause, that are read on the stacks of any thread. Bounds for the
smallest C stack of a thread (1 MB on some systems), 14 times below the usual one."""
MAX_DIGITS = 19_728
"""Most digits of a number: an integer of 65,536 bits, which SWI-Prolog reads in 20 ms (a million
digits took 45 s)."""

# Each alternative starts with a literal character, so the regex engine skips others quickly.
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
"""Matches texts without brackets in quotes or comments (but no text with escapes or ``/*``), in a
fifth of the time of ``_shown``."""
_STEP = re.compile(rb"/(?=\*)|\*(?=/)")
_NO_BRACKETS = bytes(set(range(256)) - set(b"([{)]}"))
_NUMBER = re.compile(rb"(?<![a-zA-Z0-9_\x80-\xff])[0-9](?:(?:[ ](?=[0-9])|_\s*)?[0-9a-zA-Z])*")
"""A number with digit groups: ``1 000``, ``1_000``, or ``1_``, line break, ``000``."""
_STRIDE = MAX_DIGITS // 2
_LONG_WORD = re.compile(rb"[0-9a-zA-Z_\s]{%d}" % _STRIDE)


class TextSize(NamedTuple):
    """Bounds on the depth of terms in texts: what their stacks must hold."""

    brackets: int = 0
    """Bound on the brackets open within a clause; 0 for at most ``PLAIN_BRACKETS``."""
    length: int = 0
    """Bound on the bytes of a clause; 0 for at most ``PLAIN_LENGTH``."""

    def __or__(self, other: "TextSize") -> "TextSize":
        """Return the bounds on both."""
        return TextSize(*map(max, self, other))

    @property
    def stack_bytes(self) -> int:
        """Bytes that reading may take; see ``prolog/resolve/constants.pl``."""
        return 1_000 * self.brackets + 600 * self.length


class _Fault(NamedTuple):
    """Place and description of text that SWI-Prolog must not read."""

    place: int
    what: str
    fix: str


def is_latin1(file: Path) -> bool:
    """Return whether a file is not UTF-8 and may be ISO Latin-1, which admits every byte."""
    data = bytes_of(file)
    return _encoding_fault(data) is not None and b"\0" not in data


def expect_readable(
    files: Sequence[Path], goals: Sequence[str], *, latin1: Sequence[Path] = ()
) -> TextSize:
    """Refuse text that SWI-Prolog must not read, and return how deep the other text is.

    SWI-Prolog reports files that cannot be opened; it reads the files ``latin1`` as ISO Latin-1.
    ProgramError: names each file that is not UTF-8, is nested more deeply than memory allows or has
    too long a number, with the place.
    """
    for goal in goals:
        _expect_text(goal)
    texts = [(str(file), data) for file in dict.fromkeys(files) if (data := bytes_of(file))]
    for i, goal in enumerate(goals, 1):
        texts.append((f"<query {i}>" if i > 1 else "<query>", goal.encode()))
    for what, check in (
        ("is not text in UTF-8", _encoding_fault),
        ("takes too much memory to be read", _nesting_fault),
        ("has a number too long", _number_fault),
    ):
        others = {str(file) for file in latin1} if check is _encoding_fault else ()
        found = ((name, data, check(data)) for name, data in texts if name not in others)
        notes = [_note(name, data, fault) for name, data, fault in found if fault]
        if notes:
            where = ", ".join(note.file for note in notes)
            raise ProgramError(f"the program {what}", where, diagnostics=notes)
    return reduce(or_, (text_size(data) for _, data in texts), TextSize())


def _expect_text(goal: str) -> None:
    try:
        goal.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(goal[error.start])
        shown = f"byte 0x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"U+{code:04X}"
        raise ProgramError(
            f"the goal is not UTF-8: {shown} at character {error.start + 1}.",
            "GOAL",
            "type the goal in UTF-8; check the locale of the terminal (LANG, LC_ALL).",
        ) from None


def text_size(text: bytes) -> TextSize:
    """Return bounds on the depth of the terms of a text, a superset of ASCII.

    >>> text_size(b"p([[a]])."), text_size(b"p(a). q(" + 2000 * b"[")
    (TextSize(brackets=0, length=0), TextSize(brackets=2001, length=0))
    >>> text_size(b"p(" + 3000 * b"a+" + b"a).")
    TextSize(brackets=0, length=6005)
    >>> text_size(b"p(a)." + 5000 * b" " + b"p(b).")
    TextSize(brackets=0, length=0)
    """
    length = 0
    if len(text) > PLAIN_LENGTH:
        clauses = text.replace(b"\r", b"").split(b".\n")
        long = (clause for clause in clauses if len(clause) > PLAIN_LENGTH)
        length = max((len(b" ".join(clause.split())) for clause in long), default=0)
    brackets = _bound_on_brackets(text)
    return TextSize(
        brackets if brackets > PLAIN_BRACKETS else 0, length if length > PLAIN_LENGTH else 0
    )


def _bound_on_brackets(text: bytes) -> int:
    n_open = sum(map(text.count, (b"(", b"[", b"{")))
    if n_open <= PLAIN_BRACKETS:
        return n_open
    shown = text if _HIDES_NOTHING.fullmatch(text) else _shown(text)
    brackets = np.frombuffer(shown.translate(None, _NO_BRACKETS), np.uint8)
    closed = (brackets == ord(")")) | (brackets == ord("]")) | (brackets == ord("}"))
    depth = np.cumsum(np.where(closed, np.int32(-1), np.int32(1)), dtype=np.int32)
    # Brackets left open by a faulty clause count for later clauses.
    return int((depth - np.minimum.accumulate(np.minimum(depth, 0))).max(initial=0))


def _deepest(text: bytes) -> tuple[int, int]:
    """Return the most brackets open within a clause, and where."""
    n_open, most = 0, (0, 0)
    for kind, start, _ in _found(_MARK, text):
        if kind == "open":
            n_open += 1
            most = max(most, (n_open, start), key=itemgetter(0))
        elif kind == "close":
            n_open = max(n_open - 1, 0)
        elif kind == "stop":
            n_open = 0
    return most


def bytes_of(file: Path) -> bytes:
    """Return the text of a file, in UTF-8 if it begins with the mark of UTF-16, or nothing."""
    try:
        data = file.read_bytes()
        is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        return data.decode("utf-16").encode() if is_wide else data
    except OSError:
        return b""
    except UnicodeError:
        return data


def clause_text(text: bytes, line: int) -> str:
    r"""Return the clauses that begin on a line, from 1, up to the full stop of the last one.

    >>> clause_text(b"p. % one\nq(X) :- r('a. b', X).  % two\ns.", 2)
    "q(X) :- r('a. b', X)."
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


def clauses_of(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield (line, text without full stop) of each clause of a Prolog text.

    Comments that are closed become blanks. Text after the last full stop is a clause too.

    >>> list(clauses_of("p(a). % one\np('.', 0'.)."))
    [(1, 'p(a)'), (2, "p('.', 0'.)")]
    """
    data, line, at, stops = text.encode(), 1, 0, list[tuple[int, int]]()
    shown = bytearray(data)
    for kind, start, end in _found(_MARK, data):
        if kind == "stop":
            stops.append((start, end))
        elif data[start] == ord("%") or (data[start] == ord("/") and comment_end(data, start)):
            shown[start:end] = re.sub(rb"[^\n]", b" ", data[start:end])
    for start, end in [*stops, (len(data), len(data))]:
        clause = shown[at:start].decode()
        if clause.strip():
            blank = clause[: len(clause) - len(clause.lstrip())]
            yield line + blank.count("\n"), clause.strip()
        line += shown.count(b"\n", at, end)
        at = end


def comment_end(text: bytes, start: int) -> int | None:
    """Return where a comment ends that ``start`` begins; None if it is never closed.

    Comments nest: each ``/*`` within one opens another, each ``*/`` closes one. They may share a
    character: ``/*/`` within a comment opens and closes.

    >>> comment_end(b"/* a /* b */ c */ p.", 0), comment_end(b"/* /*/ */", 0)
    (17, 9)
    """
    n_open = 1
    for step in _STEP.finditer(text, start + 2):
        n_open += 1 if step[0] == b"/" else -1
        if not n_open:
            return step.end() + 1
    return None


def _found(pattern: re.Pattern[bytes], text: bytes, at: int = 0) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each mark; quotes and comments are marks of kind ``hidden``."""
    while match := pattern.search(text, at):
        start, at = match.span()
        if match["comment"]:
            at = comment_end(text, start) or len(text)
        yield match.lastgroup or "", start, at


def _shown(text: bytes) -> bytes:
    """Replace quotes and comments by blanks."""
    shown = bytearray(text)
    for _, start, end in _found(_HIDDEN, text):
        shown[start:end] = b" " * (end - start)
    return bytes(shown)


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
        fix = "save the file as UTF-8, for example with iconv -f latin1 -t utf-8"
        return _Fault(error.start, byte, fix)
    return None


def _nesting_fault(data: bytes) -> _Fault | None:
    size, memory = text_size(data), memory_bytes()
    if size.stack_bytes <= memory:
        return None
    n_open, place = _deepest(data)
    size = size._replace(brackets=n_open)
    if size.stack_bytes <= memory:
        return None
    what = (
        f"a clause of {size.length:,} bytes, or {n_open:,} open brackets, may take "
        f"{size.stack_bytes >> 20:,} MB to be read, and this machine has {memory >> 20:,} MB"
    )
    fix = "nest the term less deeply: name its parts by predicates, or write a list"
    return _Fault(place, what, fix)


def _number_fault(data: bytes) -> _Fault | None:
    if not any(_LONG_WORD.match(data, at) for at in range(0, len(data), _STRIDE)):
        return None  # too long a number would fill one of these windows
    for found in _NUMBER.finditer(_shown(data)):
        if len(b"".join(found[0].split())) - found[0].count(b"_") > MAX_DIGITS:
            what = f"a number has more than {MAX_DIGITS:,} digits"
            fix = "write a smaller number, or its digits as a list or a text"
            return _Fault(found.start(), what, fix)
    return None
