"""Terms and proofs cut to what a terminal shows: long arguments and lists end in ``...``."""

import re
from collections.abc import Iterator, Sequence

_TOKEN = re.compile(r"""'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|0'(?:\\.|''|.)|.""", re.S)
_OPEN, _CLOSED = "([{", ")]}"
_DOTS = "..."
_LEAST = 6  # characters worth showing
_LONGEST = 20_000
"""Characters of a term that are looked at."""


def abridged(term: str, width: int) -> str:
    """Return the text of a term in about ``width`` characters.

    >>> abridged("parse(s(np(the, dog), vp(slept)), [the, dog, slept], [])", 40)
    'parse(s(..., ...), [the, ...], [])'
    """
    if len(term) <= width:
        return term
    parts = list(_parts(term[:_LONGEST]))
    groups = [len(part) for part in parts if part[0] in _OPEN]
    left = width - sum(len(part) for part in parts if part[0] not in _OPEN)
    if width < _LEAST:
        return _DOTS
    if left < _LEAST * len(groups) or not groups:  # an operator of many operands, or an atom
        return f"{term[: max(width - len(_DOTS), 1)]}{_DOTS}"
    share = _share(groups, left)
    return "".join(_group(part, share) if part[0] in _OPEN else part for part in parts)


def _group(group: str, width: int) -> str:
    """Abridge a text in brackets: members of a list are left out, arguments are shortened."""
    if len(group) <= width:
        return group
    inside = group[1:-1] if group[-1] in _CLOSED else group[1:]
    members = list(_members(inside))
    left, end = width - 2, _CLOSED[_OPEN.index(group[0])]
    if group[0] == "(":
        share = _share([len(one) + 2 for one in members], left + 2) - 2
        shown = [abridged(one, share) if share > len(_DOTS) else _DOTS for one in members]
        if share > 0:
            return f"({', '.join(shown)})"
    kept = list[str]()
    for member in members:
        left -= len(member) + 2
        if left < len(_DOTS):
            break
        kept.append(member)
    if not kept and left + len(members[0]) > 4 * len(_DOTS):
        kept = [abridged(members[0], left + len(members[0]) - len(_DOTS))]
    return f"{group[0]}{', '.join([*kept, _DOTS])}{end}"


def _share(lengths: Sequence[int], width: int) -> int:
    """Return the greatest length such that all lengths, cut to it, fit into ``width``."""
    left = sorted(lengths)
    while left and left[0] * len(left) <= width:
        width -= left.pop(0)
    return width // len(left) if left else width


def _parts(term: str) -> Iterator[str]:
    """Yield the texts between outermost brackets, and those in them, brackets included."""
    start = 0
    for token in _outermost(term):
        if token[0] in _OPEN and token.start() > start:
            yield term[start : token.start()]
            start = token.start()
        elif token[0] in _CLOSED:
            yield term[start : token.end()]
            start = token.end()
    if start < len(term):
        yield term[start:]


def _members(inside: str) -> Iterator[str]:
    """Yield the texts between outermost commas."""
    start = 0
    for token in _outermost(inside):
        if token[0] == ",":
            yield inside[start : token.start()].strip()
            start = token.end()
    yield inside[start:].strip()


def _outermost(term: str) -> Iterator[re.Match[str]]:
    """Yield the tokens that stand in no brackets, and outermost brackets."""
    depth = 0
    for token in _TOKEN.finditer(term):
        depth -= token[0] in _CLOSED
        if depth <= 0:
            yield token
        depth += token[0] in _OPEN
