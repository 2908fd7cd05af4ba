"""Notes of the loader: errors, mistakes in a file of goals, and what was left out. Torch-free."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from symbolic_rl.base.errors import Diagnostic, PackError, ProgramError

_MOST_REASONS, _MOST_PLACES = 12, 3


def expect_no_errors(notes: Sequence[Diagnostic], files: Sequence[Path]) -> None:
    """Refuse a program with errors among its notes.

    Args:
        notes: all notes of the loader.
        files: those of the program, whose clauses could be left out.

    Raises:
        ProgramError: carries all notes.
    """
    errors = [note for note in notes if note.severity == "error"]
    if not errors:
        return
    is_optional = {note.file for note in errors} <= {*map(str, files)}
    raise ProgramError(
        f"{len(errors)} error{'s' * (len(errors) > 1)} in the program",
        where=", ".join(dict.fromkeys(note.file for note in errors)),
        fix="correct these clauses, or go on without them: --lenient" if is_optional else "",
        diagnostics=notes,
    )


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


def expect_goals(queries: Sequence[object], file: Path) -> None:
    """Refuse a file without goals.

    Raises:
        PackError: there is no goal in it.
    """
    if not queries:
        fix = "write a goal in each line, with a full stop behind it, such as path(a, X)."
        raise PackError("there is no goal in this file.", str(file), fix)


def left_out(notes: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the notes on what was left out, one for each clause or directive."""
    return tuple(note for note in notes if note.severity == "skipped")


def left_out_in_words(notes: Iterable[Diagnostic]) -> list[str]:
    r"""Return a line with the number of clauses and directives left out, then one for each reason.

    >>> note = Diagnostic("skipped", "p.pl", 2, 9, "nl/0 cannot be called: it reads or writes")
    >>> print("\n".join(left_out_in_words([note])))
    left out: 1 clause or directive; a goal that it might have resolved is counted as an error
      1  nl/0 cannot be called: it reads or writes (p.pl:2)
    """
    skipped = left_out(notes)
    if not skipped:
        return []
    n, (what, it) = len(skipped), ("clause or directive", "it")
    if n > 1:
        what, it = "clauses and directives", "they"
    first = f"left out: {n:,} {what}; a goal that {it} might have resolved is counted as an error"
    return [first, *(f"  {line}" for line in _reasons(skipped))]


def _reasons(skipped: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield a line for each reason, the most frequent ones first."""
    places: dict[str, list[str]] = {}
    for note in skipped:
        places.setdefault(note.message, []).append(f"{note.file}:{note.line}")
    ordered = sorted(places.items(), key=lambda item: -len(item[1]))
    width = len(f"{len(ordered[0][1]):,}")
    for message, where in ordered[:_MOST_REASONS]:
        more = f" and {len(where) - _MOST_PLACES:,} more" if len(where) > _MOST_PLACES else ""
        yield f"{len(where):>{width},}  {message} ({', '.join(where[:_MOST_PLACES])}{more})"
    if rest := ordered[_MOST_REASONS:]:
        n = sum(len(where) for _, where in rest)
        yield f"{n:>{width},}  for {len(rest):,} other reasons (symbolic-rl check names each)"
