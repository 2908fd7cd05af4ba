"""Quoted atoms and strings as Prolog text."""

import re

_SPECIAL = re.compile(r"[\x00-\x1f\x7f-\x9f\\'\"]")
_NAMED = {"\n": "\\n", "\t": "\\t", "\\": "\\\\"}


def quoted(text: str, quote: str = "'") -> str:
    r"""Return text between quotes, with escapes for what would end it or what no line shows.

    >>> print(quoted("it's\n\\="))
    'it\'s\n\\='
    """

    def escaped(match: re.Match[str]) -> str:
        char = match[0]
        if char in "'\"":
            return "\\" + char if char == quote else char
        return _NAMED.get(char) or f"\\x{ord(char):x}\\"

    return quote + _SPECIAL.sub(escaped, text) + quote
