"""What is wrong with the texts of a program, and where. Torch-free."""

from dataclasses import dataclass
from typing import Literal

from symbolic_rl.engine.flat.terms import BeyondError
from symbolic_rl.errors import Diagnostic

ENOUGH = 20
"""Things that need SWI-Prolog after which a text is given up."""


@dataclass
class Source:
    """A text."""

    name: str
    text: str

    def line(self, place: int) -> tuple[int, int]:
        """Line and column, from 1."""
        start = self.text.rfind("\n", 0, place) + 1
        return self.text.count("\n", 0, place) + 1, place - start + 1


class Notes:
    """Errors, notes, and what is left to SWI-Prolog."""

    def __init__(self) -> None:
        self.all: list[Diagnostic] = []
        self.beyond: list[Diagnostic] = []

    @property
    def has_enough(self) -> bool:
        """Whether there is no use in reading on."""
        return len(self.beyond) >= ENOUGH

    def add(
        self, source: Source, place: int, what: str, severity: Literal["error", "info"] = "error"
    ) -> None:
        """Note something about a place."""
        self.all.append(Diagnostic(severity, source.name, *source.line(place), what))

    def leave(self, source: Source, error: BeyondError) -> None:
        """Leave something to SWI-Prolog."""
        where = source.line(error.place)
        self.beyond.append(Diagnostic("error", source.name, *where, error.what))

    def sorted(self, files: list[str]) -> list[Diagnostic]:
        """Notes in the order of the files and of their text, each once."""
        order = {name: i for i, name in enumerate(files)}
        unique = dict.fromkeys(self.all)
        return sorted(unique, key=lambda n: (order[n.file], n.line, n.column))
