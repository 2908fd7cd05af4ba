"""What all public sets share: their source, and the searches that each is measured with."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import process_time
from typing import Any, NamedTuple

from symbolic_rl.derivations.proof_frames import Choice, places
from symbolic_rl.search import AnswerIterator, Limits, Space, make_search
from symbolic_rl.search.scheduler import rounds_side_by_side

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
    """Inferences and CPU seconds until the first answer, infinite without one; and its choices."""

    inferences: float
    seconds: float
    choices: Sequence[Choice] | None


def first_answer(search: str, space: Space, *, budget: int = 0, seconds: float = 0) -> Found:
    """Search the first answer within a budget of inferences, or of CPU seconds, whatever the load.

    CPU seconds are read after each round of turns, so a search may take a turn more.
    """
    limits = Limits(max_inferences=budget or MOST_INFERENCES)
    answers = AnswerIterator(make_search(search, space), limits)
    began = process_time()
    for ended in rounds_side_by_side([answers.first()], at_once=1):
        spent = process_time() - began
        if seconds and spent > seconds:
            break
        if ended and ended[1].answers:
            answer = ended[1].answers[0]
            return Found(ended[1].inferences, spent, places(answer.choices, answer.n_lost))
    return Found(inf, inf, None)


def chosen(names: Sequence[str], args: argparse.Namespace) -> list[str]:
    """Return the names that ``--only`` and ``--part`` choose."""
    first, step = args.part
    return [name for name in names if args.only in name][first::step]
