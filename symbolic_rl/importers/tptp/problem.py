"""Problems: the formulas of a file and of the files that it includes."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from symbolic_rl.base.errors import PackError
from symbolic_rl.importers.tptp.formulas import AnnotatedFormula, Inclusion
from symbolic_rl.importers.tptp.parser import Parser, TptpText, read_text

MOST_INCLUDED = 100
"""Files that a problem may include, each time counted: files that include two others each could
otherwise ask for any number of readings."""


@dataclass
class TptpProblem:
    """Formulas of a problem, in order."""

    file: Path
    formulas: list[AnnotatedFormula] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    """Files that were read, the problem first."""
    names: set[str] = field(default_factory=set)
    """Names of its functions and predicates."""


def read_problem(file: Path, root: Path | None = None) -> TptpProblem:
    """Read a problem and what it includes.

    Args:
        file: the problem.
        root: folder that included files are looked up in, besides that of the file; by default
            ``$TPTP``, or the folder above ``Problems``.

    Raises:
        PackError: a file cannot be read, has an error of syntax, or includes what it may not.
    """
    return _ProblemReader(file, root).problem


class _ProblemReader:
    def __init__(self, file: Path, root: Path | None) -> None:
        self.problem = TptpProblem(file)
        self._roots = _roots(file, root)
        self._open: list[Path] = []
        self.problem.formulas += self._formulas(file)

    def _formulas(self, file: Path) -> Iterator[AnnotatedFormula]:
        self.problem.files.append(file)
        self._open.append(Path(os.path.realpath(file)))
        text = read_text(file)
        parser = Parser(text)
        for statement in parser.statements():
            if isinstance(statement, Inclusion):
                yield from self._included(statement, text)
            else:
                yield statement
        self.problem.names |= parser.names
        self._open.pop()

    def _included(self, wanted: Inclusion, text: TptpText) -> Iterator[AnnotatedFormula]:
        file = self._found(wanted, text)
        if Path(os.path.realpath(file)) in self._open:
            text.refuse(wanted.at, f"{wanted.name!r} includes itself.", "take the circle out.")
        if len(self.problem.files) > MOST_INCLUDED:
            text.refuse(
                wanted.at,
                f"more than {MOST_INCLUDED} files are included.",
                "put their formulas into fewer files.",
            )
        formulas = list(self._formulas(file))
        if wanted.selected is None:
            yield from formulas
            return
        names = set(wanted.selected)
        if missing := sorted(names - {formula.name for formula in formulas}):
            text.refuse(
                wanted.at,
                f"{wanted.name!r} has no formula named {missing[0]!r:.60}.",
                "mend the selection.",
            )
        yield from (formula for formula in formulas if formula.name in names)

    def _found(self, wanted: Inclusion, text: TptpText) -> Path:
        """Return the file that an inclusion names, which lies in one of the roots."""
        parts = PurePosixPath(wanted.name).parts
        if not parts or wanted.name.startswith("/") or ".." in parts or "\0" in wanted.name:
            text.refuse(
                wanted.at,
                f"{wanted.name!r:.80} does not name a file below the problem's folder.",
                "write a path below it, or below the folder that --root names.",
            )
        for folder in self._roots:
            file = folder / wanted.name
            if file.is_file():
                if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
                    text.refuse(
                        wanted.at,
                        f"{wanted.name!r:.80} is a link that leaves {folder}.",
                        "put the file itself there.",
                    )
                return file
        looked = ", ".join(str(folder) for folder in self._roots)
        return text.refuse(
            wanted.at,
            f"there is no file {wanted.name!r:.80} to be included.",
            f"looked in {looked}; name the folder that it is in by --root.",
        )


def _roots(file: Path, root: Path | None) -> list[Path]:
    """Return the folders that included files are looked up in."""
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
