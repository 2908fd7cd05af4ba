"""Notes of the loader: errors, mistakes in a file of goals, and what was left out. Torch-free."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from symbolic_rl.base.errors import Diagnostic, PackError, ProgramError

_NEVER_RUN = "no directive is ever run"
_MOST_REASONS, _MOST_PLACES, _MOST_PLACES_IN_FULL, _MOST_NAMES = 12, 3, 20, 5
_OF_PREDICATE = re.compile(
    r"(?P<name>.+?/\d+) cannot be called: (?P<why>.+)|(?P<what>unknown predicate) (?P<unknown>.+)"
)


def expect_no_errors(
    notes: Sequence[Diagnostic], files: Sequence[Path], *, is_strict: bool
) -> None:
    """Refuse a program with errors among its notes, by a ProgramError with all errors.

    Ignored directives follow; the other notes are counted, so that they hide no error. Clauses of
    ``files`` can be left out.
    """
    errors = [note for note in notes if note.severity == "error"]
    if not errors:
        return
    is_optional = is_strict and {note.file for note in errors} <= {*map(str, files)}
    ignored = [note for note in notes if note.severity == "ignored"]  # perhaps the reason of some
    others = len(notes) - len(errors) - len(ignored)
    left = f"{others:,} note{'s' * (others > 1)} on the rest"
    more = f"; {left} will be shown when it has no error" if others else ""
    raise ProgramError(
        f"{len(errors)} error{'s' * (len(errors) > 1)} in the program{more}",
        where=", ".join(dict.fromkeys(note.file for note in errors)),
        fix="correct these clauses, or continue without them: leave out --strict" * is_optional,
        diagnostics=[*errors, *ignored],
    )


@contextmanager
def goals_of(file: Path) -> Iterator[None]:
    """Context that reports mistakes in a file of goals, by a ProgramError with the first one.

    It has their number; mistakes in the program are reported as usual.
    """
    try:
        yield
    except ProgramError as error:
        mistakes = [note for note in error.diagnostics if note.severity in ("error", "skipped")]
        own = [note for note in mistakes if note.file == str(file)]
        if not own or len(own) < len(mistakes):
            raise
        first, *rest = sorted(own, key=lambda note: (note.line, note.column))
        lines = ", ".join(f"{note.line}" for note in rest[:10]) + ", ..." * (len(rest) > 10)
        more = f"{len(rest):,} more mistake{'s' * (len(rest) > 1)} in the file"
        others = f" ({more}: line{'s' * (len(rest) > 1)} {lines})" if rest else ""
        raise ProgramError(
            f"{first.message}{others}.", first.place, first.fix or "correct this line."
        ) from error


def expect_goals(queries: Sequence[object], file: Path) -> None:
    """Refuse a file without goals, by a PackError."""
    if not queries:
        fix = "write one goal per line, ending with a full stop, such as path(a, X)."
        raise PackError("there is no goal in this file.", str(file), fix)


@dataclass(frozen=True)
class Loading:
    r"""Summary of loading: how much of program and queries is loaded, and what is left out.

    >>> note = Diagnostic("skipped", "p.pl", 2, 9, "halt/0 cannot be called: a proof does not end")
    >>> print(Loading((note,), n_clauses=39))
    loaded 39 of 40 clauses of p.pl; a search that reaches a left-out clause says so
      1  halt/0 cannot be called: a proof does not end (line 2)
    symbolic-rl check tells how to fix each
    """

    notes: tuple[Diagnostic, ...] = ()  # all notes of the loader
    n_clauses: int = 0  # number of the file's clauses that are loaded
    n_left_out: int = 0  # number of clauses replaced by ones that raise an error
    n_raising: int = 0
    """Number of clauses that raise an error when they reach a goal that cannot be called."""
    n_queries: Mapping[str, int] = field(default_factory=dict)
    """Number of queries loaded, by query file."""
    n_files: int = 1  # number of the program's files: lines alone say enough if it has one

    @property
    def left_out(self) -> tuple[Diagnostic, ...]:
        """Notes on clauses, queries and directives left out, one for each."""
        return tuple(note for note in self.notes if note.severity in ("skipped", "ignored"))

    @property
    def told(self) -> tuple[Diagnostic, ...]:
        """Notes covered by the summary: what is left out, and unknown predicates."""
        return (*self.left_out, *self._unknown())

    @property
    def lost(self) -> str:
        """Description of an error of what cannot run here: a goal or a clause."""
        if not self._unknown():
            return "the next goal or clause is left out, since it cannot run here"
        is_whole = all(note.severity != "skipped" for note in self.notes)
        or_left_out = "" if is_whole else "or clause is left out, or "
        return f"the next goal {or_left_out}calls an unknown predicate"

    def expect_something(self) -> None:
        """Refuse, by a ProgramError, a program or queries of which nothing can be loaded."""
        clauses, queries = self._skipped()
        nothing = [file for file in queries if not self.n_queries[file]]
        if clauses and not self.n_clauses and not self.n_raising:
            what, where, notes = "clause of the program", clauses[0].file, clauses
        elif nothing:
            what, where, notes = "query of the file", nothing[0], queries[nothing[0]]
        else:
            return
        reasons = dict[str, list[Diagnostic]]()
        for note in notes:
            reasons.setdefault(note.message, []).append(note)
        told = list[Diagnostic]()
        for first, *others in reasons.values():
            more = f" (and {len(others):,} more like it)" if others else ""
            told.append(replace(first, fix=first.fix + more))
        raise ProgramError(f"no {what} can be loaded", where, diagnostics=told)

    def __str__(self) -> str:
        """Return what is left out, grouped by reason; empty if nothing is."""
        lines = self.lines()
        return "\n".join([*lines, "symbolic-rl check tells how to fix each"] if lines else [])

    def lines(self, *, in_full: bool = False) -> list[str]:
        """Return the lines of the summary; in full: with all reasons, more places, and fixes."""
        clauses, queries = self._skipped()
        lines, is_one = [], self.n_files + len(self.n_queries) == 1
        if clauses:
            n_raising = self.n_left_out + self.n_raising
            lines = _group(self.n_clauses, "clauses", clauses, n_raising, in_full=in_full)
            lines[0] += "; a search that reaches a left-out clause says so"
        if ignored := [note for note in self.notes if note.severity == "ignored"]:
            others = [note for note in ignored if not note.message.endswith(_NEVER_RUN)]
            what = "directive" + "s" * (len(ignored) > 1)
            if any(note.message.startswith("a clause of") for note in ignored):
                what = "directives and clauses of other modules" if len(ignored) > 1 else "clause"
            lines.append(f"skipped {len(ignored):,} {what} {_places(ignored, is_named=is_one)}")
            lines += _reasons(ignored if in_full else others, is_named=is_one, in_full=in_full)
        if unknown := self._unknown():
            fixes = {note.message: note.fix for note in unknown}
            raises = "each " * (len(fixes) > 1) + "raises an error where it is called"
            where = _places(unknown, is_named=is_one)
            lines.append(f"{_describe_reason(unknown)}: {raises} {where}")
            near = [f"{name}: {fix}" for name, fix in fixes.items() if "did you mean" in fix]
            fix = "define them, or declare them dynamic"
            ways = [*fixes.values()] if len(fixes) == 1 else [*near[:_MOST_NAMES], fix]
            lines += [f"  to fix: {way}" for way in ways] * in_full
        for file, notes in queries.items():
            lines += _group(self.n_queries[file], "queries", notes, in_full=in_full)
        return lines

    def _unknown(self) -> list[Diagnostic]:
        """Return the notes on calls of undefined predicates."""
        warnings = (note for note in self.notes if note.severity == "warning")
        return [note for note in warnings if note.message.startswith("unknown predicate")]

    def _skipped(self) -> tuple[list[Diagnostic], dict[str, list[Diagnostic]]]:
        """Return the notes on clauses, and the notes on queries by file."""
        clauses, queries = list[Diagnostic](), dict[str, list[Diagnostic]]()
        for note in self.notes:
            if note.severity == "skipped" and note.file in self.n_queries:
                queries.setdefault(note.file, []).append(note)
            elif note.severity == "skipped":
                clauses.append(note)
        return clauses, queries


def _group(
    n_loaded: int, what: str, skipped: Sequence[Diagnostic], least: int = 0, *, in_full: bool
) -> list[str]:
    """Return a line with the numbers, then a line per reason."""
    files = {note.file for note in skipped}
    is_one = len(files) == 1
    where = f" of {files.pop()}" if is_one else ""
    n = n_loaded + max(len(skipped), least)
    named = what if n > 1 else "query" if what == "queries" else "clause"
    reasons = _reasons(skipped, is_named=is_one, in_full=in_full)
    return [f"loaded {n_loaded:,} of {n:,} {named}{where}", *reasons]


def _reasons(skipped: Sequence[Diagnostic], *, is_named: bool, in_full: bool) -> list[str]:
    """Return a line per reason, most frequent first."""
    if not skipped:
        return []
    groups = dict[tuple[str, str], list[Diagnostic]]()
    for note in skipped:
        groups.setdefault((reason(note), note.fix * in_full), []).append(note)
    ordered = sorted(groups.values(), key=len, reverse=True)
    width = len(f"{len(ordered[0]):,}")
    lines, most = [], len(ordered) if in_full else _MOST_REASONS
    for notes in ordered[:most]:
        most_places = _MOST_PLACES_IN_FULL if in_full else _MOST_PLACES
        places = _places(notes, is_named=is_named, most=most_places)
        lines.append(f"  {len(notes):>{width},}  {_describe_reason(notes)} {places}")
        if in_full and notes[0].fix:
            lines.append(f"  {'':>{width}}  to fix: {notes[0].fix}")
    if rest := ordered[most:]:
        n = sum(map(len, rest))
        more = f"for {len(rest):,} other reasons"
        lines.append(f"  {n:>{width},}  {more}")
    return lines


def reason(note: Diagnostic) -> str:
    """Return the reason of a note: its message without the predicate's name."""
    if match := _OF_PREDICATE.fullmatch(note.message):
        return match["why"] or match["what"]
    return "syntax error" if note.message.startswith("syntax error") else note.message


def _describe_reason(notes: Sequence[Diagnostic]) -> str:
    """Describe the common reason of some notes, with the names of their predicates."""
    matches = [_OF_PREDICATE.fullmatch(note.message) for note in notes]
    names = dict.fromkeys(match["name"] or match["unknown"] for match in matches if match)
    first = notes[0].message
    if len(names) < 2:
        return first if names or first == notes[-1].message else reason(notes[0])
    shown = ", ".join([*names][:_MOST_NAMES]) + " and others" * (len(names) > _MOST_NAMES)
    match = matches[0]
    assert match is not None
    why = match["why"]
    return f"{shown} cannot be called: {why}" if why else f"unknown predicates {shown}"


def _places(notes: Sequence[Diagnostic], *, is_named: bool, most: int = _MOST_PLACES) -> str:
    """Return the first places in parentheses: lines alone if the reader knows their file.

    Otherwise the first line of each file has its name: ``(a.pl:3, 7, b.pl:2)``.
    """
    where = [*dict.fromkeys((note.file, note.line) for note in notes)]
    is_named &= len({file for file, _ in where}) == 1
    before = [notes[0].file if is_named else "", *(file for file, _ in where)]
    lines = [
        f"{line}" if file == known else f"{file}:{line}"
        for known, (file, line) in zip(before, where, strict=False)
    ]
    word = f"line{'s' * (len(where) > 1)} " if is_named else ""
    more = f" and {len(where) - most:,} more" if len(where) > most else ""
    return f"({word}{', '.join(lines[:most])}{more})"
