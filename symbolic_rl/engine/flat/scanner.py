"""Tokens of function-free text.

What is read means the same as in ``prolog/read/reading.pl``; what is beyond it raises
:class:`BeyondError`, so that nothing is ever understood differently. Torch-free.
"""

import re
from typing import NamedTuple

from symbolic_rl.engine.flat.terms import BeyondError, TextError

_LAYOUT = re.compile(r"(?:\s+|%[^\n]*|/\*.*?\*/)+", re.DOTALL | re.ASCII)
_ATOM = re.compile(r"[a-z][a-zA-Z0-9_]*")
_VARIABLE = re.compile(r"[A-Z_][a-zA-Z0-9_]*")
_NUMBER = re.compile(r"[0-9]+")
_SYMBOL = re.compile(r"[-+*/\\^<>=~:.?@#&$]+")
_QUOTED = re.compile(r"'((?:[^'\\\n]|'')*)'(?!')")
_STOP = re.compile(r"\.(?=\s|%|\Z)", re.ASCII)


class Token(NamedTuple):
    """A token and where it stands."""

    kind: str
    text: str
    place: int
    end: int


class Scanner:
    """Takes a text apart.

    Args:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        """Where the next token starts."""
        while match := _LAYOUT.match(self.text, at):
            at = match.end()
        if self.text.startswith("/*", at):
            raise TextError("a comment is never closed", at, len(self.text))
        return at

    def after(self, place: int) -> int:
        """Where the clause that ``place`` is in ends."""
        stop = _STOP.search(self.text, place)
        return stop.end() if stop else len(self.text)

    def clause(self, at: int) -> list[Token]:
        """The tokens from ``at`` up to a full stop."""
        tokens: list[Token] = []
        while True:
            at = self.skip(at)
            if at == len(self.text):
                raise TextError("the text ends within a clause", at, at)
            token = self._token(at)
            tokens.append(token)
            at = token.end
            if token.kind == "stop":
                return tokens

    def _token(self, at: int) -> Token:
        text = self.text
        if match := _STOP.match(text, at):
            return Token("stop", ".", at, match.end())
        for kind, pattern in (("atom", _ATOM), ("variable", _VARIABLE)):
            if match := pattern.match(text, at):
                following = text[match.end() : match.end() + 1]
                if following > "\x7f" and following.isalnum():
                    raise BeyondError("a name with letters beyond ASCII", at)
                return Token(kind, match[0], at, match.end())
        if match := _NUMBER.match(text, at):
            following = text[match.end() : match.end() + 2]
            if following[:1] in ("'", "_") or following[:1].isalnum():
                raise BeyondError("a number in a special notation", at)
            if following[:1] == "." and following[1:].isdigit():
                raise BeyondError("a float", at)
            return Token("number", match[0], at, match.end())
        char = text[at]
        if char == "'":
            return self._quoted(at)
        if char in "(),;":
            return Token("punctuation", char, at, at + 1)
        if char in '[]{}|`"!':
            raise BeyondError(f"the character {char}", at)
        if match := _SYMBOL.match(text, at):
            return Token("symbol", match[0], at, match.end())
        raise BeyondError(f"the character {char}", at)

    def _quoted(self, at: int) -> Token:
        match = _QUOTED.match(self.text, at)
        if match is None:
            closing = re.compile(r"'(?:[^'\\]|''|\\.)*'", re.DOTALL).match(self.text, at)
            if closing is None:
                raise TextError("a quote is never closed", at, len(self.text))
            raise BeyondError("a quoted atom with an escape or over several lines", at)
        return Token("quoted", match[1].replace("''", "'"), at, match.end())
