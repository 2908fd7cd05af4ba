"""Files of goals that a user asks: what is wrong with one, in three lines."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from symbolic_rl.base.errors import PackError, ProgramError
from symbolic_rl.program.program import Query


@contextmanager
def goals_of(file: Path) -> Iterator[None]:
    """Context in which mistakes of a file of goals are told by the first of them, and counted.

    Raises:
        ProgramError: the file has mistakes; those of the program are told as ever.
    """
    try:
        yield
    except ProgramError as error:
        mistakes = [note for note in error.diagnostics if note.severity == "error"]
        own = [note for note in mistakes if note.file == str(file)]
        if not own or len(own) < len(mistakes):
            raise
        first, *rest = sorted(own, key=lambda note: (note.line, note.column))
        lines = ", ".join(f"{note.line}" for note in rest[:10]) + ", ..." * (len(rest) > 10)
        more = f"{len(rest):,} more mistake{'s' * (len(rest) > 1)} in the file"
        others = f" ({more}: line{'s' * (len(rest) > 1)} {lines})" if rest else ""
        raise ProgramError(
            f"{first.message}{others}.", first.place, first.fix or "mend this line."
        ) from error


def expect_goals(queries: Sequence[Query], file: Path) -> None:
    """Refuse a file without goals.

    Raises:
        PackError: there is no goal in it.
    """
    if not queries:
        fix = "write a goal in each line, with a full stop behind it, such as path(a, X)."
        raise PackError("there is no goal in this file.", str(file), fix)
