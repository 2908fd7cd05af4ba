"""What all public sets share: their source, and the searches that each is measured with."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from os import getloadavg
from time import process_time
from typing import Any, NamedTuple

from symbolic_rl.base.machine import n_cores
from symbolic_rl.search import AnswerIterator, Limits, Space, make_search

Row = dict[str, Any]
MOST_INFERENCES = 2**42


class Source(NamedTuple):
    """Where a set comes from."""

    repository: str
    commit: str
    folder: str
    licence: str


class Measured(NamedTuple):
    """What was measured: a row for each problem or run, and the table."""

    rows: list[Row]
    table: list[Row]


@dataclass(frozen=True)
class PublicSet:
    """A set: its source, its question, and the function that measures it."""

    source: Source
    question: str
    measure: Callable[[argparse.Namespace], Measured]
    needs_folder: bool = True


class Found(NamedTuple):
    """Inferences and CPU seconds until the first answer, infinite without one."""

    inferences: float
    seconds: float


SLACK = 8
"""Wall-clock seconds that a search may take for each CPU second of its limit, on a busy machine."""


def first_answer(search: str, space: Space, *, budget: int = 0, seconds: float = 0) -> Found:
    """Search the first answer within a budget of inferences, or of CPU seconds."""
    most = budget or MOST_INFERENCES
    limits = Limits(max_inferences=most, timeout_s=seconds * (SLACK if busy() else 1))
    began = process_time()
    found = AnswerIterator(make_search(search, space), limits).take(1)
    spent = process_time() - began
    is_found = found.answers and (not seconds or spent <= seconds)
    return Found(found.inferences, spent) if is_found else Found(inf, inf)


def busy() -> bool:
    """Return whether other processes take part of the cores."""
    return getloadavg()[0] > n_cores()


def chosen(names: Sequence[str], args: argparse.Namespace) -> list[str]:
    """Return the names that ``--only`` and ``--part`` choose."""
    first, step = args.part
    return [name for name in names if args.only in name][first::step]
