"""Loading of the files of a program into a store of clauses. Torch-free."""

import re
from pathlib import Path

from symbolic_rl.program.without_prolog.normal import Normalizer
from symbolic_rl.program.without_prolog.reader import Reader
from symbolic_rl.program.without_prolog.store import CONSTRUCTS, OR, USER, Store, stock
from symbolic_rl.program.without_prolog.terms import (
    Compound,
    Indicator,
    Item,
    Notes,
    Source,
    SourceSyntaxError,
    Term,
    UnsupportedError,
    conjuncts,
    indicator_text,
)

_FACT = re.compile(r"([a-z][a-zA-Z0-9_]*)\(([a-zA-Z0-9_, ]*)\)\.[ \t]*\r?\n")
_CONSTANT = re.compile(r"[a-z][a-zA-Z0-9_]*|0|[1-9][0-9]{0,4}")
_DECLARATION = re.compile(
    r":-\s*(dynamic|discontiguous|multifile|table)[\s(]\s*"
    r"([a-z][a-zA-Z0-9_]*\s*/\s*[0-9]+(?:\s*,\s*[a-z][a-zA-Z0-9_]*\s*/\s*[0-9]+)*)\s*\)?\s*\.(?=\s|%|\Z)"
)
_HARMLESS = re.compile(
    r":-\s*use_module\(\s*library\(\s*(?:lists|apply|pairs|ordsets|aggregate|between)\s*\)\s*\)\s*"
    r"\.(?=\s|%|\Z)"
)


class Loader:
    """State of a program that is being read: its clauses, predicates and errors."""

    def __init__(self) -> None:
        self.notes, self.store = Notes(), Store()
        self.normal = Normalizer(self.notes)
        self.files: list[str] = []
        """Names of the files of the program, then of the queries."""
        self._defined: dict[Indicator, int] = {}
        """Tokens of the predicates of the program; 0 for one that is only declared so far."""
        self.builtins: set[Indicator] = set()
        self.overrides: set[Indicator] = set()
        self.is_flat = True
        """No function symbols, and no builtins but ``= \\= == \\==``."""
        self._stock = stock()

    # ---- text

    def open(self, path: Path) -> Source | None:
        """Return the text of a file; None, with a note, if it cannot be read."""
        self.files.append(str(path))
        try:
            return Source(str(path), path.read_text("utf-8-sig"))
        except OSError:
            source = Source(str(path), "")
            self.notes.add(source, 0, "the file cannot be opened")
        except UnicodeDecodeError:
            source = Source(str(path), "")
            self.notes.defer(source, UnsupportedError("text that is not UTF-8", 0))
        return None

    def read_program(self, path: Path) -> None:
        """Add the clauses of a file; plain facts take a short way that makes no terms."""
        source = self.open(path)
        if source is None or self.notes.has_enough:
            return
        text, reader = source.text, Reader(source.text)
        at = counted = 0
        line = 1
        try:
            while True:
                fact = _FACT.match(text, at)
                if fact is not None and self._fact(fact[1], fact[2], line):
                    at = fact.end()
                    line += 1
                    counted = at
                    continue
                if (at := reader.skip(at)) == len(text) or self.notes.has_enough:
                    return
                line += text.count("\n", counted, at)
                counted = at
                if _FACT.match(text, at) and at != (fact.start() if fact else -1):
                    continue
                at = self._other(source, reader, at, line)
                line += text.count("\n", counted, at)
                counted = at
        except SourceSyntaxError as error:
            self.notes.add(source, error.place, f"syntax error: {error.what}")

    def _fact(self, name: str, arguments: str, line: int) -> bool:
        """Add a fact whose arguments are plain constants; return False for any other."""
        listed = arguments.split(",")
        found = self.store.constants(listed)
        if found is None:
            listed = [text.strip(" ") for text in listed]
            if not all(_CONSTANT.fullmatch(text) for text in listed):
                return False
        key = name, len(listed)
        predicate = self._defined.get(key)
        if not predicate:
            if self._stock.is_reserved(key) or self._is_overriding(key):
                return False
            predicate = self._defined[key] = self.store.intern(key)
            self.store.predicate_of[predicate] = key
        if found is None:
            found = [self.store.constant(text) for text in listed]
        self.store.tokens.append(predicate)
        self.store.tokens.extend(found)
        self.store.end_clause(predicate, len(self.files) - 1, line, 0, USER)
        return True

    def _other(self, source: Source, reader: Reader, at: int, line: int) -> int:
        """Add a clause or directive that starts at ``at``, and return where it ends."""
        if declared := _DECLARATION.match(source.text, at):
            self._declare(source, declared)
            return declared.end()
        if harmless := _HARMLESS.match(source.text, at):
            return harmless.end()
        item, end = reader.item(at)
        if not self.has_error(source, item):
            assert isinstance(item, Item)
            try:
                self._clause(source, item, line)
            except UnsupportedError as error:
                self.notes.defer(source, error)
        return end

    def has_error(self, source: Source, item: Item | SourceSyntaxError | UnsupportedError) -> bool:
        """Return whether a term has an error or needs SWI-Prolog, and note it."""
        if isinstance(item, SourceSyntaxError):
            self.notes.add(source, item.place, f"syntax error: {item.what}")
        elif isinstance(item, UnsupportedError):
            self.notes.defer(source, item)
        elif item.head is None:
            self.notes.defer(source, UnsupportedError("a directive", item.place))
        else:
            return False
        return True

    def _declare(self, source: Source, declared: re.Match[str]) -> None:
        if declared[1] in ("discontiguous", "table"):
            return
        for part in declared[2].split(","):
            name, _, arity = part.partition("/")
            indicator = name.strip(), int(arity)
            if self._define(source, indicator, declared.start()):
                self._defined.setdefault(indicator, 0)

    # ---- clauses

    def _is_overriding(self, name: Indicator) -> bool:
        stock = self._stock
        return name in stock.builtins or name in stock.library or name in CONSTRUCTS

    def _define(self, source: Source, name: Indicator, place: int) -> bool:
        """Return whether the program may define a predicate; note why not, or what it overrides."""
        if name in self._defined:
            return True
        if self._stock.is_reserved(name):
            self.notes.add(source, place, f"{indicator_text(name)} cannot be defined")
            return False
        if self._is_overriding(name):
            self.overrides.add(name)
            what = f"the program defines {indicator_text(name)}, in the place of Prolog's"
            self.notes.add(source, place, what, "info")
        self._defined[name] = 0
        return True

    def _clause(self, source: Source, item: Item, line: int) -> None:
        head = item.head
        if not isinstance(head, Compound):
            what = "the head of a clause is a variable, a number or a string"
            self.notes.add(source, item.place, what)
            return
        if head.indicator == ("end_of_file", 0):
            raise UnsupportedError("the term end_of_file", item.place)
        if self._define(source, head.indicator, item.place):
            goals = self.normal.body(source, conjuncts(item.body), [head], line)
            self._store(head, goals, len(self.files) - 1, line, USER)

    def _store(self, head: Compound, goals: list[Term], file: int, line: int, kind: int) -> None:
        numbers: dict[str, int] = {}
        for goal in (head, *goals):
            self.store.tokens.extend(self.store.goal_tokens(goal, numbers))
        predicate = self.store.intern(head.indicator)
        self._defined[head.indicator] = predicate
        self.store.predicate_of[predicate] = head.indicator
        self.store.end_clause(predicate, file, line, len(goals), kind)

    # ---- the end

    def finish(self) -> None:
        """Store the predicates made from disjunctions, and check that all goals are defined."""
        source = None
        try:
            for auxiliary in self.normal.pop_auxiliaries():
                source = auxiliary.source
                file = self.files.index(source.name)
                for goals in auxiliary.bodies:
                    self._store(auxiliary.head, goals, file, auxiliary.line, OR)
        except UnsupportedError as error:
            assert source is not None
            self.notes.defer(source, error)
        self._check_calls()

    def _check_calls(self) -> None:
        for name, source, place in self.normal.called:
            if name in self._defined:
                continue
            if name in self._stock.builtins:
                self.builtins.add(name)
                if name[0] not in ("=", "\\=", "==", "\\==") and name[1]:
                    self.is_flat = False
            elif name in self._stock.library:
                what = f"the library predicate {indicator_text(name)}"
                self.notes.defer(source, UnsupportedError(what, place))
            else:
                what = f"unknown predicate {indicator_text(name)}"
                self.notes.add(source, place, what)
