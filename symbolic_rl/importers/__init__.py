"""Importers: convert programs and queries of other formats to packs; here, what they share.

To add a format, write a module in this folder with a function of type :data:`Importer`, and add it
to ``IMPORTERS`` for ``symbolic-rl import NAME FILE ...``.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import write_text, writing
from symbolic_rl.base.registry import Entry

__all__ = ["IMPORTERS", "ImportRequest", "ImportSummary", "Importer"]

_PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_ESCAPED = re.compile(r"[\\']|[^ -~\u00a1-\u00ac\u00ae-\u024f]")
OPERATORS = frozenset({
    "is", "mod", "rem", "xor", "div", "rdiv", "divs", "tdiv", "dynamic", "table", "discontiguous",
    "initialization", "as", "meta_predicate", "module_transparent", "multifile", "public",
    "thread_local", "thread_initialization", "volatile", "tnot",
})  # fmt: skip
"""Unquoted names that are operators in SWI-Prolog."""


def atom(name: str) -> str:
    r"""Return a name as a Prolog atom; operators are parenthesized.

    >>> print(atom("it's"), atom("mod"), atom("a\nb"))
    'it\'s' (mod) 'a\xa\b'
    """
    text = functor(name)
    return f"({text})" if name in OPERATORS else text


def functor(name: str) -> str:
    """Return a name as the functor of a compound term."""
    return name if _PLAIN.match(name) else f"'{_escaped(name)}'"


def string(text: str) -> str:
    """Return a text as a Prolog string."""
    return '"' + _escaped(text).replace('"', '\\"') + '"'


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda m: f"\\{m[0]}" if m[0] in "\\'" else f"\\x{ord(m[0]):x}\\", text)


def one_line(text: str) -> str:
    """Return a text fit for a comment: control characters, line ends included, become ``?``."""
    return "".join(c if c.isprintable() else "?" for c in text)


_MOST_LISTED = 5


@dataclass(frozen=True)
class ImportRequest:
    """Files to import, and the destination of the pack."""

    format: str  # name of the importer
    target: str = ""
    """Name after the colon, as in ``pykeen:umls``."""
    files: tuple[Path, ...] = ()
    name: str = ""  # name of the pack; empty: chosen by the importer
    out: Path = Path(".")  # parent of the pack's folder
    equality_axioms: bool = False  # true to add the axioms of equality
    root: Path | None = None  # further folder to look up included files in

    def folder(self, name: str) -> Path:
        """Return the folder of the pack; a name given by the user comes first. Or ConfigError."""
        name = self.name or name
        if name in ("", ".", "..") or Path(name).name != name:
            fix = "write a name without slashes; --out names the folder that holds the pack's."
            raise ConfigError(f"{name!r} is not a folder name.", "--name", fix)
        return self.out / name

    def refuse(self, how: str) -> NoReturn:
        """Refuse the request, by a ConfigError; ``how`` is the correct usage."""
        words = [f"{self.format}:{self.target}" if self.target else self.format, *self.files]
        command = " ".join(["symbolic-rl import", *map(str, words)])
        raise ConfigError("cannot tell what to import.", command, how)


@dataclass(frozen=True)
class Refusal:
    """Part of a file left out, with reason and place."""

    why: str
    place: str
    text: str = ""

    def __str__(self) -> str:
        """Return the place and the text."""
        return f"{self.place}: {self.text}" if self.text else self.place


@dataclass
class ImportSummary:
    """Summary of an import: what was read, left out (with reasons) and written."""

    read: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    next: str = ""  # suggested next command

    def __str__(self) -> str:
        """Return what was read, refused (grouped by reason) and written."""
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


def write_pack(
    folder: Path,
    source: str,
    description: str,
    settings: Sequence[str],
    files: Mapping[str, Iterable[str]],
) -> None:
    """Write a pack, or raise ConfigError; a comment at the top of each file names the ``source``.

    ``settings`` are the lines of env.toml below its description; Prolog ``files`` are by name.
    """
    made = f"Made by `symbolic-rl import` from {one_line(source)}."
    escaped = one_line(description).replace("\\", "\\\\").replace('"', '\\"')
    lines = {name: [f"% {made}", *own] for name, own in files.items()}
    lines["env.toml"] = [f"# {made}", f'description = "{escaped}"', *settings]
    with writing(folder, "name a folder of your own (--out FOLDER)."):
        folder.mkdir(parents=True, exist_ok=True)
        for name, own in lines.items():
            write_text(folder / name, "".join(f"{line}\n" for line in own))


Importer = Callable[[ImportRequest], ImportSummary]
"""Imports what a request names, writes packs, and returns a summary."""

IMPORTERS: dict[str, Entry[Importer]] = {
    "tptp": Entry(
        "symbolic_rl.importers.tptp.importer:import_tptp",
        "tptp FILE|FOLDER: problems of the TPTP (CNF, and FOF, which is clausified). Horn clauses "
        "become a program, conjectures its goals; other clauses are left out and named",
    ),
    "popper": Entry(
        "symbolic_rl.importers.popper:import_popper",
        "popper FOLDER: bk.pl, exs.pl and bias.pl; examples become labelled queries",
    ),
    "pddl": Entry(
        "symbolic_rl.importers.pddl:import_pddl",
        "pddl DOMAIN TASKS [TEST_TASKS]: planning tasks, files or folders, as an MDP for all of "
        "the domain",
    ),
    "triples": Entry(
        "symbolic_rl.importers.triples:import_triples",
        "triples FOLDER (with train.txt, valid.txt, test.txt), or triples TRAIN VALID TEST "
        "--name X: tab-separated triples of head, relation and tail; held-out triples that also "
        "occur in training are refused",
    ),
    "pykeen": Entry(
        "symbolic_rl.importers.triples:import_pykeen",
        "pykeen:NAME: umls, nations or kinships, which come with pykeen",
    ),
}
"""Formats of ``symbolic-rl import``."""
