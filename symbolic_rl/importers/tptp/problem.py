"""Problems: the formulas of a file and of its included files."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from symbolic_rl.base.errors import PackError
from symbolic_rl.importers.base import read_text
from symbolic_rl.importers.tptp import AnnotatedFormula, Inclusion
from symbolic_rl.importers.tptp.parser import TptpParser

MOST_INCLUDED = 100
"""Most inclusions of a problem, repetitions counted: files that include two others each would grow
exponentially."""


class TptpProblem:
    """Problem read from a file and its included files.

    Included files are looked up in the folder of the file and in ``root``, by default ``$TPTP`` or
    else the parent of ``Problems``.

    PackError: a file cannot be read, has a syntax error, or an inclusion that is not allowed.
    """

    def __init__(self, file: Path, root: Path | None = None) -> None:
        self.files: list[Path] = []  # files read, the problem first
        self.names = set[str]()  # names of its functions and predicates
        self._roots = _roots(file, root)
        self._open: list[Path] = []
        self.formulas = list(self._formulas(file))  # in order

    def _formulas(self, file: Path) -> Iterator[AnnotatedFormula]:
        self.files.append(file)
        self._open.append(Path(os.path.realpath(file)))
        parser = TptpParser(file, read_text(file, "name a file that can be read."))
        for statement in parser.statements():
            if isinstance(statement, Inclusion):
                yield from self._included(statement, parser)
            else:
                yield statement
        self.names |= parser.names
        self._open.pop()

    def _included(self, wanted: Inclusion, parser: TptpParser) -> Iterator[AnnotatedFormula]:
        file = self._found(wanted, parser)
        if Path(os.path.realpath(file)) in self._open:
            parser.refuse(
                wanted.at, f"{wanted.name!r} includes itself.", "remove the circular inclusion."
            )
        if len(self.files) > MOST_INCLUDED:
            what = f"more than {MOST_INCLUDED} files are included."
            parser.refuse(wanted.at, what, "put their formulas into fewer files.")
        formulas = list(self._formulas(file))
        if wanted.selected is None:
            yield from formulas
            return
        names = set(wanted.selected)
        if missing := sorted(names - {formula.name for formula in formulas}):
            what = f"{wanted.name!r} has no formula named {missing[0]!r:.60}."
            parser.refuse(wanted.at, what, "correct the selection.")
        yield from (formula for formula in formulas if formula.name in names)

    def _found(self, wanted: Inclusion, parser: TptpParser) -> Path:
        """Return the included file; it has to lie below one of the roots."""
        parts = PurePosixPath(wanted.name).parts
        if not parts or wanted.name.startswith("/") or ".." in parts or "\0" in wanted.name:
            what = f"{wanted.name!r:.80} does not name a file below the problem's folder."
            fix = "write a path below it, or below the folder that --root names."
            parser.refuse(wanted.at, what, fix)
        for folder in self._roots:
            file = folder / wanted.name
            if file.is_file():
                # A downloaded problem must not read files elsewhere through links.
                if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
                    what = f"{wanted.name!r:.80} is a link that leaves {folder}."
                    parser.refuse(wanted.at, what, "put the file itself there.")
                return file
        looked = ", ".join(str(folder) for folder in self._roots)
        what = f"the included file {wanted.name!r:.80} does not exist."
        parser.refuse(wanted.at, what, f"looked in {looked}; name its folder by --root.")


def _roots(file: Path, root: Path | None) -> list[Path]:
    """Return the folders to look up included files in."""
    roots = [file.parent]
    if root is not None:
        if not root.is_dir():
            raise PackError(f"there is no folder {root}.", "--root", "name the folder of axioms.")
        roots.append(root)
    elif os.environ.get("TPTP"):
        roots.append(Path(os.environ["TPTP"]))
    else:
        above = Path(os.path.realpath(file)).parents
        roots += [parent.parent for parent in above if parent.name == "Problems"][:1]
    return roots
