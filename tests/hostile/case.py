"""A case of the hostile corpus: a command line, what stands in its folder, and how it must end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Text = str | bytes | Callable[[], str | bytes]
"""Content of a file; a function where it is large, so that it is made when it is needed."""

CANARY = "canary"
"""Name of the file that all cases try to make, and that must never be there."""

DIRECTIVES = f"""\
:- initialization(shell('touch {CANARY}')).
:- open('{CANARY}', write, S), close(S).
?- shell('touch {CANARY}').
"""
"""Directives that make the canary when they run; a strict load refuses them."""
HOOKS = "portray(_).\nuser:prolog_load_file(_, _).\nuser:message_hook(_, _, _).\n"
"""Clauses that change all others if they are taken for hooks of a loader."""
TRAP = DIRECTIVES + HOOKS

SMALL = f"{TRAP}p(a).\np(b) :- p(a).\nq(X, Y) :- p(X), p(Y).\nloop(X) :- loop(f(X)).\n"
"""A harmless program for cases whose harm is elsewhere."""
STRICT = "[env]\nstrict = true\n"
QUERIES = "query(p(a)).\nquery(p(b)).\n"


@dataclass(frozen=True)
class Case:
    """A hostile command line; it runs in a folder of its own with ``files`` in it."""

    name: str
    args: tuple[str, ...]
    code: int | tuple[int, ...]
    """Exit code, or several where a program may be refused. 0: done; 1: no answer; 2: an error that
    the user can mend."""
    says: str = ""
    """Regular expression that standard output or error has."""
    files: Mapping[str, Text] = field(default_factory=dict)
    damage: Callable[[Path], None] | None = None
    """Changes the folder, once its files are there; one with a run has it in ``run``."""
    needs_run: bool = False
    peak_mb: int = 900
    """Memory that the command may have taken, 300 of which all have from the start."""
    address_mb: int = 4000
    """Address space, whatever happens: the machine stays up."""
    encoding: str = "utf-8"
    """Of the terminal."""
    is_slow: bool = False

    @property
    def all_files(self) -> dict[str, Text]:
        """The files, and the files of every case: a trap for code that loads what it finds."""
        trap = DIRECTIVES
        return {".swiplrc": trap, "init.pl": trap, "swi-prolog/init.pl": trap, **self.files}

    def write(self, folder: Path) -> None:
        for name, text in self.all_files.items():
            content: Any = text() if callable(text) else text
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        if self.damage is not None:
            self.damage(folder)


def folder_of(program: Text, *, queries: Text = QUERIES, settings: str = "") -> dict[str, Text]:
    return {"pack/env.toml": settings, "pack/program.pl": program, "pack/train.pl": queries}
