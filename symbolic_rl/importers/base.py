"""Requests of an import, reports on it, and the folder of a pack that it writes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from symbolic_rl.base.errors import ConfigError, PackError
from symbolic_rl.base.files import write_text, writing

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
    """Return a name as the name of a compound term."""
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


_MOST_LISTED = 5


@dataclass(frozen=True)
class ImportRequest:
    """Files that are to be imported, and the place of the pack."""

    format: str
    """Name of the importer."""
    target: str = ""
    """Name behind the colon of ``pykeen:umls``."""
    files: tuple[Path, ...] = ()
    name: str = ""
    """Name of the pack; empty for the importer's own choice."""
    out: Path = Path(".")
    """Folder that holds the pack's folder."""
    equality_axioms: bool = False
    """Whether the axioms of equality are to be added."""
    root: Path | None = None
    """Folder where included files are looked up, in addition to the folder of the file."""

    def folder(self, name: str) -> Path:
        """Return the folder of the pack, by its name or by the one that was asked for.

        Raises:
            ConfigError: the name is no name of a folder.
        """
        name = self.name or name
        if name in ("", ".", "..") or Path(name).name != name:
            fix = "write a name without slashes; --out names the folder that holds the pack's."
            raise ConfigError(f"{name!r} is no name of a folder.", "--name", fix)
        return self.out / name

    def refuse(self, how: str) -> NoReturn:
        """Refuse the request, with what it should have been.

        Raises:
            ConfigError: always.
        """
        words = [f"{self.format}:{self.target}" if self.target else self.format, *self.files]
        command = " ".join(["symbolic-rl import", *map(str, words)])
        raise ConfigError("cannot tell what to import.", command, how)


@dataclass(frozen=True)
class Refusal:
    """Part of a file that is left out, with its reason and place."""

    why: str
    place: str
    text: str = ""

    def __str__(self) -> str:
        """Return the place and the text."""
        return f"{self.place}: {self.text}" if self.text else self.place


@dataclass
class ImportSummary:
    """Summary of an import: lines on what was read, what was left out and why, what was made."""

    read: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    next: str = ""
    """Command that a user may want now."""

    def __str__(self) -> str:
        """Return what was read, refused by reason with the first places, and made."""
        lines = [f"read {line}" for line in self.read]
        for why, n in Counter(each.why for each in self.refused).items():
            lines.append(f"refused {n:,}: {why}")
            places = [str(each) for each in self.refused if each.why == why]
            lines += [f"  {place}" for place in places[:_MOST_LISTED]]
            more = len(places) - _MOST_LISTED
            lines += [f"  and {more:,} more"] * (more > 0)
        lines += [f"note {line}" for line in self.notes]
        lines += [f"made {line}" for line in self.made]
        return "\n".join([*lines, f"next {self.next}"] if self.next else lines)


def read_text(file: Path, fix: str) -> str:
    """Read a text in UTF-8; ``fix`` is the remedy where the file cannot be read.

    Raises:
        PackError: it cannot be read, or is no text in UTF-8.
    """
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        place = f"byte 0x{error.object[error.start]:02x} at byte {error.start + 1}"
        raise PackError(f"no text in UTF-8: {place}.", str(file), "save it as UTF-8.") from error
    except OSError as error:
        raise PackError(f"cannot be read: {error.strerror}.", str(file), fix) from error


def write_files(folder: Path, files: Mapping[str, Iterable[str]]) -> None:
    """Write the files of a pack, each given by its lines.

    Raises:
        ConfigError: they cannot be written.
    """
    with writing(folder, "name a folder of your own (--out FOLDER)."):
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in files.items():
            write_text(folder / name, "".join(f"{line}\n" for line in lines))


def header(request_words: str) -> str:
    """Return the comment that the files of a pack begin with, without its sign of a comment."""
    return f"Made by `symbolic-rl import` from {one_line(request_words)}."


def toml_text(text: str) -> str:
    """Return a text as a TOML string."""
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
