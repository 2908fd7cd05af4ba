"""Tokens of TPTP text, with their places."""

import re
from bisect import bisect_right
from pathlib import Path
from typing import NoReturn

from symbolic_rl.base.errors import PackError

_TOKEN = re.compile(
    r"""
      (?P<space> \s+ | %[^\n]* | /\*.*?\*/ )
    | (?P<word> [a-z][A-Za-z0-9_]* )
    | (?P<variable> [A-Z][A-Za-z0-9_]* )
    | (?P<dollar> \$\$?[A-Za-z0-9_]+ )
    | (?P<number> [+-]?[0-9]+ (?: /[0-9]+ | (?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)? ) )
    | (?P<quoted> '(?:[^'\\\n]|\\['\\])*' )
    | (?P<distinct> "(?:[^"\\\n]|\\["\\])*" )
    | (?P<sign> <=> | <~> | => | <= | ~\| | ~& | != | . )
    """,
    re.VERBOSE | re.DOTALL,
)
END = "end"
"""Kind of the token behind the last one."""


class TptpText:
    """Text of a file as tokens: kinds, texts and starts, in three lists.

    Args:
        file: the file, for messages.
        text: its text.
    """

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup or ""
            if kind != "space":
                self.kinds.append(kind)
                self.texts.append(match[0])
                self.starts.append(match.start())
        self.kinds.append(END)
        self.texts.append("")
        self.starts.append(len(text))

    @property
    def size(self) -> int:
        """Number of tokens, without the end."""
        return len(self.kinds) - 1

    def line(self, at: int) -> int:
        """Return the line of a token, counted from 1."""
        return bisect_right(self._lines, self.starts[at])

    def refuse(self, at: int, what: str, fix: str = "mend the file.") -> NoReturn:
        """Raise the error for something at a token.

        Raises:
            PackError: always; it names file, line and column.
        """
        line = self.line(at)
        column = self.starts[at] - self._lines[line - 1] + 1
        raise PackError(what, f"{self.file}:{line}:{column}", fix)


def read_text(file: Path) -> TptpText:
    """Read a file.

    Raises:
        PackError: it cannot be read, or is no text in UTF-8.
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise PackError(
            f"no text in UTF-8: byte 0x{error.object[error.start]:02x} at byte {error.start + 1}.",
            str(file),
            "save it as UTF-8; names of the TPTP are ASCII.",
        ) from error
    except OSError as error:
        raise PackError(
            f"cannot be read: {error.strerror}.", str(file), "name a file that can be read."
        ) from error
    return TptpText(file, text)
