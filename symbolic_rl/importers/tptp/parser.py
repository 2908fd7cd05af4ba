"""Problems, a file with its included files, and a recursive-descent parser of their formulas.

Formulas in CNF and FOF are parsed; other languages are skipped.
"""

import os
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Literal, NoReturn, TypeVar

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import read_text
from symbolic_rl.importers.tptp import (
    EQUALITY,
    AnnotatedFormula,
    Formula,
    FunctionTerm,
    Inclusion,
    LogicTerm,
    LogicVariable,
)

T = TypeVar("T")

_TOKEN = re.compile(
    r"""
      (?P<space> \s+ | %[^\n]* | /\*.*?\*/ )
    | (?P<word> [a-z][A-Za-z0-9_]* )
    | (?P<variable> [A-Z][A-Za-z0-9_]* )
    | (?P<dollar> \$\$?[A-Za-z0-9_]+ )
    | (?P<number> [+-]?[0-9]+ (?: /[0-9]+ | (?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)? ) )
    | (?P<quoted> '(?:[^'\\\n]|\\['\\])*' )
    | (?P<distinct> "(?:[^"\\\n]|\\["\\])*" )
    | (?P<sign> <=> | <~> | => | <= | ~\| | ~& | != | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_END = "end"
"""Kind of the sentinel token at the end."""
READ = ("cnf", "fof")
"""Languages whose formulas are parsed."""
_PASSED_OVER = ("tff", "tcf", "thf", "tpi")
MOST_LEVELS = 1000
"""Deepest nesting of formulas and terms; the loader of programs has the same limit."""
MOST_INCLUDED = 100
"""Most inclusions of a problem, repetitions counted: files that include two others each would grow
exponentially."""
_OPEN, _CLOSE = ("(", "[", "{"), (")", "]", "}")
_JOINING = ("&", "|", "=>", "<=", "<=>", "<~>", "~|", "~&")
_FRAMES = 20 * MOST_LEVELS


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit to the deepest nesting of formulas."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class TptpParser:
    """Parser of a text; messages name its file."""

    def __init__(self, file: Path, text: str) -> None:
        self._file = file
        # Parallel lists over tokens, ending with a sentinel; _lines: offsets of line starts.
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        found = [match for match in _TOKEN.finditer(text) if match.lastgroup != "space"]
        self._kinds = [*(match.lastgroup or "" for match in found), _END]
        self._texts = [*(match[0] for match in found), ""]
        self._starts = [*(match.start() for match in found), len(text)]
        self._at = self._levels = 0
        self.names = set[str]()
        """Names of functions and predicates met."""

    def statements(self) -> Iterator[AnnotatedFormula | Inclusion]:
        """Yield formulas and inclusions in order; PackError: a syntax error, with its place."""
        while self._kinds[self._at] != _END:
            start = self._at
            word = self._texts[start] if self._kinds[start] == "word" else ""
            if word not in (*READ, *_PASSED_OVER, "include") or self._texts[start + 1] != "(":
                self._expected("cnf(...), fof(...) or include(...)")
            self._at += 2
            is_inclusion = word == "include"
            found = self._inclusion(start) if is_inclusion else self._annotated(word, start)
            self._take(")")
            self._take(".")
            yield found

    def refuse(self, at: int, what: str, fix: str = "correct the file.") -> NoReturn:
        """Raise a PackError at a token, with file, line and column."""
        line = self._line(at)
        column = self._starts[at] - self._lines[line - 1] + 1
        raise PackError(what, f"{self._file}:{line}:{column}", fix)

    def _line(self, at: int) -> int:
        return bisect_right(self._lines, self._starts[at])

    def _annotated(self, language: str, start: int) -> AnnotatedFormula:
        name = self._name("the name of a formula")
        self._take(",")
        role = self._name("the role of a formula")
        while self._is("-"):
            self._at += 1
            self._pass_over(",")
        self._take(",")
        formula = self._formula() if language in READ else None
        if formula is None or self._texts[self._at] == ",":
            self._pass_over(")")
        return AnnotatedFormula(language, name, role, formula, f"{self._file}:{self._line(start)}")

    def _inclusion(self, start: int) -> Inclusion:
        if self._kinds[self._at] != "quoted":
            self._expected("the name of a file in single quotes")
        name, selected = self._name("a file"), None
        if self._texts[self._at] == ",":
            self._at += 1
            selected = self._selection()
            if self._texts[self._at] == ",":  # the name of a space; unused
                self._pass_over(")")
        return Inclusion(name, selected, start)

    def _selection(self) -> tuple[str, ...] | None:
        if self._texts[self._at] in ("*", "all"):
            self._at += 1
            return None
        self._take("[")
        names = () if self._is("]") else self._listed(partial(self._name, "the name of a formula"))
        self._take("]")
        return names

    def _pass_over(self, end: str) -> None:
        """Skip to the next ``end`` outside of brackets."""
        depth, start = 0, self._at
        while depth or not self._is(end):
            kind, text = self._kinds[self._at], self._texts[self._at]
            if kind == _END:
                self.refuse(start, "the text ends before this is complete.")
            if kind == "sign":
                depth += (text in _OPEN) - (text in _CLOSE)
            if depth < 0:
                self._refuse("unmatched closing bracket")
            self._at += 1

    def _is(self, sign: str) -> bool:
        return self._texts[self._at] == sign and self._kinds[self._at] == "sign"

    def _name(self, what: str) -> str:
        kind, text = self._kinds[self._at], self._texts[self._at]
        if kind not in ("word", "quoted", "number"):
            self._expected(what)
        self._at += 1
        return _unquoted(text) if kind == "quoted" else text

    def _take(self, sign: str) -> None:
        if self._texts[self._at] != sign:
            self._expected(repr(sign))
        self._at += 1

    def _expected(self, what: str) -> NoReturn:
        self._refuse(f"expected {what}")

    def _refuse(self, what: str) -> NoReturn:
        is_end, text = self._kinds[self._at] == _END, self._texts[self._at]
        found = "the text ends" if is_end else f"found {text[:40]!r}"
        self.refuse(self._at, f"syntax error: {what}; {found}.")

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._levels += 1
        if self._levels > MOST_LEVELS:
            what = f"more than {MOST_LEVELS:,} levels of brackets, quantifiers or terms."
            self.refuse(self._at, what, "write it with fewer levels.")
        yield
        self._levels -= 1

    def _formula(self) -> Formula:
        """Parse a formula: units joined by connectives."""
        with self._deeper():
            first, sign = self._unit(), self._texts[self._at]
            if self._kinds[self._at] != "sign" or sign not in _JOINING:
                return first
            parts = [first]
            # & and | are associative and may repeat; the other connectives join two parts.
            while self._texts[self._at] == sign and (sign in ("&", "|") or len(parts) < 2):
                self._at += 1
                parts.append(self._unit())
            if self._texts[self._at] in _JOINING:
                self._expected(f"a bracket round the parts of {sign!r}")
            return _joined(sign, *parts)

    def _unit(self) -> Formula:
        if self._is("("):
            self._at += 1
            inner = self._formula()
            self._take(")")
            return inner
        if self._is("~"):
            self._at += 1
            with self._deeper():
                return Formula("~", (self._unit(),))
        return self._quantified() if self._is("!") or self._is("?") else self._atom()

    def _quantified(self) -> Formula:
        with self._deeper():
            sign = self._texts[self._at]
            self._at += 1
            self._take("[")
            variables = self._listed(self._variable)
            self._take("]")
            self._take(":")
            return Formula(sign, (self._unit(),), variables=variables)

    def _variable(self) -> str:
        if self._kinds[self._at] != "variable":
            self._expected("a variable")
        self._at += 1
        return self._texts[self._at - 1]

    def _listed(self, read: Callable[[], T]) -> tuple[T, ...]:
        """Parse one or more items separated by commas."""
        found = [read()]
        while self._texts[self._at] == ",":
            self._at += 1
            found.append(read())
        return tuple(found)

    def _atom(self) -> Formula:
        start = self._at
        left = self._term()
        if self._is("=") or self._is("!="):
            self._at += 1
            is_equal = self._texts[self._at - 1] == "="
            equation = FunctionTerm(EQUALITY, (left, self._term()), "defined")
            atom = Formula("atom", atom=equation)
            return atom if is_equal else Formula("~", (atom,))
        if isinstance(left, LogicVariable) or left.kind not in ("name", "defined"):
            self.refuse(start, f"syntax error: {self._texts[start][:40]!r} is no formula.")
        return Formula("atom", atom=left)

    def _term(self) -> LogicTerm:
        kind, text = self._kinds[self._at], self._texts[self._at]
        if kind not in ("variable", "number", "distinct", "word", "quoted", "dollar"):
            self._expected("a term or a formula")
        self._at += 1
        if kind == "variable":
            return LogicVariable(text)
        if kind in ("number", "distinct"):
            return _constant(kind, text)
        name = _unquoted(text) if kind == "quoted" else text
        self.names.add(name)
        origin: Literal["name", "defined"] = "defined" if kind == "dollar" else "name"
        if not self._is("("):
            return FunctionTerm(name, (), origin)
        self._at += 1
        with self._deeper():
            arguments = self._listed(self._term)
            self._take(")")
        return FunctionTerm(name, arguments, origin)


def _joined(sign: str, *parts: Formula) -> Formula:
    """Return a formula with connectives reduced to ``~ & | => <=>``."""
    if sign == "<=":
        return Formula("=>", parts[::-1])
    if sign == "<~>":
        return Formula("~", (Formula("<=>", parts),))
    if sign in ("~|", "~&"):
        return Formula("~", (Formula(sign[1], parts),))
    return Formula(sign, parts)


def _constant(kind: str, text: str) -> FunctionTerm:
    if kind == "distinct":
        return FunctionTerm(_unquoted(text), kind="distinct")
    if text.lstrip("+-").isdigit():
        sign, digits = ("-" if text[0] == "-" else ""), text.lstrip("+-").lstrip("0") or "0"
        return FunctionTerm("0" if digits == "0" else sign + digits, kind="integer")
    return FunctionTerm(text.removeprefix("+"), kind="number")


def _unquoted(text: str) -> str:
    r"""Return a quoted text without its quotes, with ``\'`` for ``'`` and such undone."""
    return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)


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
