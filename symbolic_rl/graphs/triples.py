"""Triples of knowledge graphs, and their names in Prolog."""

import re
from collections.abc import Iterable

from symbolic_rl.base.errors import PackError

Triple = tuple[str, str, str]
SPLITS = ("train", "valid", "test")
_MOST_LISTED = 3


def refuse_leaks(triples: dict[str, list[Triple]], *, where: str) -> None:
    """Refuse held-out triples that also occur in an earlier split, by a PackError."""
    for split, before in (("valid", ("train",)), ("test", ("train", "valid"))):
        for other in before:
            both = sorted(set(triples[split]) & set(triples[other]))
            if both:
                first = ", ".join(" ".join(triple) for triple in both[:_MOST_LISTED])
                what = f"{len(both)} triples of {split} stand in {other} too, such as {first}."
                fix = f"remove them from {other}: a policy trained on them has seen the answers."
                raise PackError(what, where, fix)


def atom(triple: Triple) -> str:
    """Return a triple as a Prolog atom, without full stop."""
    return f"{quoted(triple[1])}({quoted(triple[0])}, {quoted(triple[2])})"


def quoted(name: str) -> str:
    """Return a name as a Prolog atom."""
    is_plain = name[:1].isascii() and name[:1].islower()
    if is_plain and name.isascii() and name.replace("_", "a").isalnum():
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def unquoted(atom: str) -> str:
    """Invert :func:`quoted`."""
    return re.sub(r"\\(.)", r"\1", atom[1:-1]) if atom.startswith("'") else atom


def names(triples: Iterable[Triple]) -> tuple[list[str], list[str]]:
    """Return entities and relations, sorted."""
    listed = list(triples)
    entities = {name for head, _, tail in listed for name in (head, tail)}
    return sorted(entities), sorted({relation for _, relation, _ in listed})
