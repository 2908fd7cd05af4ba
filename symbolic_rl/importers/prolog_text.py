"""Prolog text: names, terms and comments that are written, and clauses that are told apart."""

import re
from collections.abc import Iterator

_PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_ESCAPED = re.compile(r"[\\']|[^ -~\u00a1-\u00ac\u00ae-\u024f]")
OPERATORS = frozenset({
    "is", "mod", "rem", "xor", "div", "rdiv", "divs", "tdiv", "dynamic", "table", "discontiguous",
    "initialization", "as", "meta_predicate", "module_transparent", "multifile", "public",
    "thread_local", "thread_initialization", "volatile", "tnot",
})  # fmt: skip
"""Plain names that are operators in SWI-Prolog."""
_CLAUSE = re.compile(
    r"""
      (?P<space> \s+ | %[^\n]* | /\*.*?\*/ )
    | (?P<code> 0'(?:\\.|''|[^\\]) )
    | (?P<quoted> '(?:[^'\\]|\\.|'')*' | "(?:[^"\\]|\\.|"")*" | `(?:[^`\\]|\\.|``)*` )
    | (?P<word> \w+ (?:\.[0-9]\w*)? )
    | (?P<end> \.(?=\s|%|\Z) )
    | (?P<symbols> [-+*/\\^<>=~:.?@\#&$]+ )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def atom(name: str) -> str:
    r"""Return a name as a Prolog atom, an operator with brackets round it.

    >>> print(atom("it's"), atom("mod"), atom("a\nb"))
    'it\'s' (mod) 'a\xa\b'
    """
    text = functor(name)
    return f"({text})" if name in OPERATORS else text


def functor(name: str) -> str:
    """Return a name as that of a compound term."""
    return name if _PLAIN.match(name) else f"'{_escaped(name)}'"


def string(text: str) -> str:
    """Return a text as a Prolog string."""
    return '"' + _escaped(text).replace('"', '\\"') + '"'


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda m: f"\\{m[0]}" if m[0] in "\\'" else f"\\x{ord(m[0]):x}\\", text)


def clauses(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the clauses of a Prolog text, each with its line and without its full stop.

    Comments are taken out. Text behind the last full stop is a clause too.

    >>> list(clauses("p(a). % one\np('.', 0'.)."))
    [(1, 'p(a)'), (2, "p('.', 0'.)")]
    """
    parts, line, start = list[str](), 1, 0
    for match in _CLAUSE.finditer(text):
        kind, piece = match.lastgroup, match[0]
        if kind == "end":
            yield start, "".join(parts).strip()
            parts = []
        elif kind == "space":
            if parts:
                parts.append("\n" if "\n" in piece else " ")
        else:
            if not parts:
                start = line
            parts.append(piece)
        line += piece.count("\n")
    if rest := "".join(parts).strip():
        yield start, rest


def one_line(text: str) -> str:
    """Return a text for a comment: line ends and other control characters are shown as ``?``."""
    return "".join(c if c.isprintable() else "?" for c in text)
