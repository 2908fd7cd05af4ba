"""Text of packs: atoms, query lines, headers, and reproducible draws.

Makers write ASCII, one clause a line. Random choices go through ``shuffled`` and
``random.Random.randrange`` alone, so that a seed gives the same pack on every version of Python.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def atom(name: str) -> str:
    """Return a name as a Prolog atom: lower snake case, ASCII, no quotes needed."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", ascii_name.lower().replace(".", "").replace("'", ""))
    return "_".join(words)


def query(goal: str, label: bool | None = None) -> str:
    """Return one line of a query file; without a label the query is true."""
    return f"query({goal})." if label is None else f"query({goal}, {str(label).lower()})."


def shuffled(items: Iterable[Item], rng: Random) -> list[Item]:
    """Return the items in an order drawn from ``rng`` (Fisher-Yates)."""
    drawn = list(items)
    for last in range(len(drawn) - 1, 0, -1):
        other = rng.randrange(last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn


def write(path: Path, comment: str, lines: Sequence[str]) -> None:
    """Write a Prolog file: the comment as a header, a blank line, then the lines."""
    header = [f"% {line}".rstrip() for line in comment.strip().splitlines()]
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n".join([*header, "", *lines]) + "\n"
    path.write_bytes(text.encode("ascii"))
