"""Clauses and directives that a program was loaded without, in words. Torch-free."""

from collections.abc import Iterable, Iterator

from symbolic_rl.base.errors import Diagnostic

_MOST_REASONS, _MOST_PLACES = 12, 3


def left_out(notes: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the notes of a loader on what was left out, one for each clause or directive."""
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
