"""Parser of annotated formulas: CNF and FOF; formulas of other languages are passed over."""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NoReturn

from symbolic_rl.base.errors import PackError
from symbolic_rl.importers.tptp.formulas import (
    EQUALITY,
    AnnotatedFormula,
    AtomicFormula,
    BinaryFormula,
    Formula,
    FunctionTerm,
    Inclusion,
    Junction,
    LogicTerm,
    LogicVariable,
    NegatedFormula,
    QuantifiedFormula,
)

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
END = "end"
"""Kind of the token behind the last one."""


class TptpText:
    """Text of a file as tokens: kinds, texts and starts, in three lists.

    Args:
        file: the file, for messages.
        text: its text.
    """

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup or ""
            if kind != "space":
                self.kinds.append(kind)
                self.texts.append(match[0])
                self.starts.append(match.start())
        self.kinds.append(END)
        self.texts.append("")
        self.starts.append(len(text))

    @property
    def size(self) -> int:
        """Number of tokens, without the end."""
        return len(self.kinds) - 1

    def line(self, at: int) -> int:
        """Return the line of a token, counted from 1."""
        return bisect_right(self._lines, self.starts[at])

    def refuse(self, at: int, what: str, fix: str = "mend the file.") -> NoReturn:
        """Raise the error for something at a token.

        Raises:
            PackError: always; it names file, line and column.
        """
        line = self.line(at)
        column = self.starts[at] - self._lines[line - 1] + 1
        raise PackError(what, f"{self.file}:{line}:{column}", fix)


def read_text(file: Path) -> TptpText:
    """Read a file.

    Raises:
        PackError: it cannot be read, or is no text in UTF-8.
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise PackError(
            f"no text in UTF-8: byte 0x{error.object[error.start]:02x} at byte {error.start + 1}.",
            str(file),
            "save it as UTF-8; names of the TPTP are ASCII.",
        ) from error
    except OSError as error:
        raise PackError(
            f"cannot be read: {error.strerror}.", str(file), "name a file that can be read."
        ) from error
    return TptpText(file, text)


READ = ("cnf", "fof")
"""Languages that are read."""
_PASSED_OVER = ("tff", "tcf", "thf", "tpi")
MOST_LEVELS = 1000
"""Levels of a formula or term; the loader of programs has the same limit."""
_OPEN, _CLOSE = ("(", "[", "{"), (")", "]", "}")
_BINARY = ("=>", "<=", "<=>", "<~>", "~|", "~&")
_FRAMES = 20 * MOST_LEVELS


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow functions to call themselves as often as a formula has levels."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Parser:
    """Parser of one text.

    Args:
        text: its tokens.
    """

    def __init__(self, text: TptpText) -> None:
        self._text, self._kinds, self._texts = text, text.kinds, text.texts
        self._at = self._levels = 0
        self.names = set[str]()
        """Names of functions and predicates that were read."""

    def statements(self) -> Iterator[AnnotatedFormula | Inclusion]:
        """Yield formulas and inclusions in the order of the text.

        Raises:
            PackError: an error of syntax, with its place.
        """
        while self._kinds[self._at] != END:
            start = self._at
            word = self._texts[start] if self._kinds[start] == "word" else ""
            if word not in (*READ, *_PASSED_OVER, "include") or self._texts[start + 1] != "(":
                self._refuse("expected cnf(...), fof(...) or include(...)")
            self._at += 2
            if word == "include":
                yield self._inclusion(start)
            else:
                yield self._annotated(word, start)

    def _annotated(self, language: str, start: int) -> AnnotatedFormula:
        name = self._name("the name of a formula")
        self._take(",")
        role = self._name("the role of a formula")
        while self._texts[self._at] == "-" and self._kinds[self._at] == "sign":
            self._at += 1
            self._pass_over((",",))
        self._take(",")
        formula = None
        if language in READ:
            formula = self._formula()
            if self._texts[self._at] == ",":
                self._pass_over((")",))
        else:
            self._pass_over((")",))
        self._take(")")
        self._take(".")
        line = self._text.line(start)
        return AnnotatedFormula(language, name, role, formula, self._text.file, line)

    def _inclusion(self, start: int) -> Inclusion:
        at = self._at
        if self._kinds[at] != "quoted":
            self._refuse("expected the name of a file in single quotes")
        name, selected = _unquoted(self._texts[at]), None
        self._at += 1
        if self._texts[self._at] == ",":
            self._at += 1
            selected = self._selection()
            if self._texts[self._at] == ",":  # the name of a space, which nothing here needs
                self._pass_over((")",))
        self._take(")")
        self._take(".")
        return Inclusion(name, selected, start)

    def _selection(self) -> tuple[str, ...] | None:
        if self._texts[self._at] in ("*", "all"):
            self._at += 1
            return None
        self._take("[")
        names = list[str]()
        while self._texts[self._at] != "]":
            if names:
                self._take(",")
            names.append(self._name("the name of a formula"))
        self._take("]")
        return tuple(names)

    def _pass_over(self, ends: tuple[str, ...]) -> None:
        """Go to the next of these signs outside of brackets."""
        depth, start = 0, self._at
        while depth or self._texts[self._at] not in ends or self._kinds[self._at] != "sign":
            kind, text = self._kinds[self._at], self._texts[self._at]
            if kind == END:
                self._text.refuse(start, "the text ends within what begins here.")
            if kind == "sign":
                depth += (text in _OPEN) - (text in _CLOSE)
            if depth < 0:
                self._refuse("a bracket closes that was not opened")
            self._at += 1

    def _name(self, what: str) -> str:
        kind, text = self._kinds[self._at], self._texts[self._at]
        if kind not in ("word", "quoted", "number"):
            self._refuse(f"expected {what}")
        self._at += 1
        return _unquoted(text) if kind == "quoted" else text

    def _take(self, sign: str) -> None:
        if self._texts[self._at] != sign:
            self._refuse(f"expected {sign!r}")
        self._at += 1

    def _refuse(self, what: str) -> None:
        kind, text = self._kinds[self._at], self._texts[self._at]
        found = "the text ends" if kind == END else f"found {text[:40]!r}"
        self._text.refuse(self._at, f"syntax error: {what}; {found}.")

    def _deeper(self) -> None:
        self._levels += 1
        if self._levels > MOST_LEVELS:
            self._text.refuse(
                self._at,
                f"more than {MOST_LEVELS:,} levels of brackets, quantifiers or terms.",
                "write it with fewer levels.",
            )

    def _formula(self) -> Formula:
        """Read a formula: one unit, or units with connectives between."""
        self._deeper()
        first = self._unit()
        sign = self._texts[self._at]
        if self._kinds[self._at] != "sign":
            result = first
        elif sign in ("&", "|"):
            parts = [first]
            while self._texts[self._at] == sign:
                self._at += 1
                parts.append(self._unit())
            if self._texts[self._at] in ("&", "|", *_BINARY):
                self._refuse(f"expected a bracket round the parts of {sign!r}")
            result = Junction(sign, tuple(parts))
        elif sign in _BINARY:
            self._at += 1
            result = _joined(sign, first, self._unit())
            if self._texts[self._at] in ("&", "|", *_BINARY):
                self._refuse(f"expected a bracket round the parts of {sign!r}")
        else:
            result = first
        self._levels -= 1
        return result

    def _unit(self) -> Formula:
        kind, text = self._kinds[self._at], self._texts[self._at]
        if kind != "sign":
            return self._atom()
        if text == "(":
            self._at += 1
            inner = self._formula()
            self._take(")")
            return inner
        if text == "~":
            self._at += 1
            self._deeper()
            part = self._unit()
            self._levels -= 1
            return NegatedFormula(part)
        if text in ("!", "?"):
            return self._quantified(text)
        return self._atom()

    def _quantified(self, sign: str) -> Formula:
        self._deeper()
        self._at += 1
        self._take("[")
        variables = list[str]()
        while not variables or self._texts[self._at] == ",":
            if variables:
                self._at += 1
            if self._kinds[self._at] != "variable":
                self._refuse("expected a variable")
            variables.append(self._texts[self._at])
            self._at += 1
        self._take("]")
        self._take(":")
        part = self._unit()
        self._levels -= 1
        return QuantifiedFormula(sign, tuple(variables), part)

    def _atom(self) -> Formula:
        start = self._at
        left = self._term()
        sign = self._texts[self._at]
        if sign in ("=", "!=") and self._kinds[self._at] == "sign":
            self._at += 1
            return AtomicFormula(
                FunctionTerm(EQUALITY, (left, self._term()), "defined"), sign == "="
            )
        if isinstance(left, LogicVariable) or left.kind not in ("name", "defined"):
            self._text.refuse(start, f"syntax error: {self._texts[start][:40]!r} is no formula.")
        return AtomicFormula(left)

    def _term(self) -> LogicTerm:
        kind, text = self._kinds[self._at], self._texts[self._at]
        if kind == "variable":
            self._at += 1
            return LogicVariable(text)
        if kind in ("number", "distinct"):
            self._at += 1
            return _constant(kind, text)
        if kind not in ("word", "quoted", "dollar"):
            self._refuse("expected a term or a formula")
        self._at += 1
        name = _unquoted(text) if kind == "quoted" else text
        self.names.add(name)
        origin: Literal["name", "defined"] = "defined" if kind == "dollar" else "name"
        if self._texts[self._at] != "(" or self._kinds[self._at] != "sign":
            return FunctionTerm(name, (), origin)
        self._at += 1
        self._deeper()
        arguments = [self._term()]
        while self._texts[self._at] == ",":
            self._at += 1
            arguments.append(self._term())
        self._take(")")
        self._levels -= 1
        return FunctionTerm(name, tuple(arguments), origin)


def _joined(sign: str, left: Formula, right: Formula) -> Formula:
    if sign == "<=":
        return BinaryFormula("=>", right, left)
    if sign == "<~>":
        return NegatedFormula(BinaryFormula("<=>", left, right))
    if sign in ("~|", "~&"):
        return NegatedFormula(Junction(sign[1], (left, right)))
    return BinaryFormula(sign, left, right)


def _constant(kind: str, text: str) -> FunctionTerm:
    if kind == "distinct":
        return FunctionTerm(_unquoted(text), kind="distinct")
    if text.lstrip("+-").isdigit():
        sign, digits = ("-" if text[0] == "-" else ""), text.lstrip("+-").lstrip("0") or "0"
        return FunctionTerm("0" if digits == "0" else sign + digits, kind="integer")
    return FunctionTerm(text.removeprefix("+"), kind="number")


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    out, at = [], 0
    while at < len(inner):
        at += inner[at] == "\\"
        out.append(inner[at])
        at += 1
    return "".join(out)
