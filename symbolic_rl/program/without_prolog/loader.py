"""Loading of the files of a program into a store of clauses. Torch-free."""

import re
from pathlib import Path

from symbolic_rl.program.without_prolog.normal import CALL_GOALS, Normalizer
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
_FACTS = tuple(
    re.compile(rf"(?:{_FACT.pattern.replace('(', '(?:', 1)}){{1,{n}}}+") for n in (4, 64, 4096)
)
"""Runs of facts: short ones first, so that facts that need the long way cost little."""
_CONSTANT = re.compile(r"[a-z][a-zA-Z0-9_]*|0|[1-9][0-9]{0,3}|[1-8][0-9]{4}|9[0-7][0-9]{3}")
"""Atom, or an integer below 98,000: those from 98,302 on have no token."""
_NAMED = r"[a-z][a-zA-Z0-9_]*\s*/\s*[0-9]{1,99}"
_DECLARATION = re.compile(
    rf":-\s*(dynamic|discontiguous|multifile|table)(?:\s+({_NAMED}(?:\s*,\s*{_NAMED})*)"
    rf"|\(\s*({_NAMED})\s*\))\s*\.(?=\s|%|\Z)",
    re.ASCII,
)
"""Declarations that are data: names with commas between, or one in brackets. Numbers of any length
are left to SWI-Prolog, which has a limit of its own."""
_HARMLESS = re.compile(
    r":-\s*use_module\(\s*library\(\s*(?:lists|apply|pairs|assoc|option|ordsets|aggregate|between|dcg/basics)\s*\)\s*\)\s*"
    r"\.(?=\s|%|\Z)",
    re.ASCII,
)


MAX_ARITY = 1000
"""Arguments of a predicate, as ``max_arity`` of constants.pl."""
MOST_CELLS = 900_000
"""Variables of a clause and four times its goals, beyond which SWI-Prolog's loader decides."""


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
        self._heads: dict[Indicator, tuple[int, int]] = {}
        """Predicates of facts of the file that is being read: token and origin."""
        self._stock = stock()

    # ---- text

    def open(self, path: Path) -> Source | None:
        """Return the text of a file; None, with a note, if it cannot be read.

        A carriage return stays what it is: for Prolog it ends no line, and no comment.
        """
        self.files.append(str(path))
        try:
            return Source(str(path), path.read_bytes().decode("utf-8-sig"))
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
        at, line = 0, 1
        self._heads = {}
        try:
            while True:
                start = at
                at, line, is_refused = self._facts(text, at, line)
                counted = at
                if not is_refused:
                    at = reader.skip(at)
                    line += text.count("\n", counted, at)
                    counted = at
                if at == len(text) or self.notes.has_enough:
                    return
                if not is_refused and at > start and _FACT.match(text, at):
                    continue  # behind the layout that was skipped
                at = self._other(source, reader, at, line)
                line += text.count("\n", counted, at)
        except SourceSyntaxError as error:
            self.notes.add(source, error.place, f"syntax error: {error.what}")
        except UnsupportedError as error:  # of a plain fact: there are no tokens left
            self.notes.defer(source, error)

    def _facts(self, text: str, at: int, line: int) -> tuple[int, int, bool]:
        """Add the plain facts that stand at ``at``, one on each line.

        Returns:
            place and line behind them, and whether a fact stands there that needs the long way.
        """
        size = 0
        while run := _FACTS[size].match(text, at):
            found = _FACT.findall(text, at, run.end())
            n = self._some_facts(found, line)
            line += n
            if n < len(found):
                return at + _length(text, at, n), line, True
            at = run.end()
            size = min(size + 1, len(_FACTS) - 1)
        return at, line, False

    def _some_facts(self, found: list[tuple[str, str]], line: int) -> int:
        """Add facts, given as names and arguments, up to the first that needs the long way.

        Returns:
            how many were added.
        """
        store, constants, heads = self.store, self.store.constants, self._heads
        tokens: list[int] = []
        lengths: list[int] = []
        origins: list[int] = []
        try:
            for name, arguments in found:
                texts = arguments.split(", " if ", " in arguments else ",")
                try:
                    predicate, origin = heads[name, len(texts)]
                    row = [constants[text] for text in texts]
                except KeyError:
                    texts = [text.strip(" ") for text in arguments.split(",")]
                    head = self._head(name, texts)
                    if head is None:
                        break
                    predicate, origin = head
                    row = [store.constant(text) for text in texts]
                tokens.append(predicate)
                tokens += row
                lengths.append(len(row) + 1)
                origins.append(origin)
        finally:
            store.end_facts(tokens, lengths, origins, line)
        return len(origins)

    def _head(self, name: str, texts: list[str]) -> tuple[int, int] | None:
        """Return token and origin of the predicate of a fact; None if it needs the long way."""
        key = name, len(texts)
        head = self._heads.get(key)
        if not all(_CONSTANT.fullmatch(text) for text in texts):
            return None
        if head is None:
            predicate = self._defined.get(key)
            if not predicate:
                is_plain = not (self._stock.is_reserved(key) or self._is_overriding(key))
                if not is_plain or key[1] > MAX_ARITY:
                    return None
                predicate = self._defined[key] = self.store.intern(key)
            head = predicate, self.store.origin(key, self.files[-1], USER)
            self._heads[key] = head
        return head

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
        elif item.head is None or item.asked is not None:
            self.notes.defer(source, UnsupportedError("a directive", item.place))
        else:
            return False
        return True

    def _declare(self, source: Source, declared: re.Match[str]) -> None:
        if declared[1] in ("discontiguous", "table"):
            return
        for part in (declared[2] or declared[3]).split(","):
            name, _, arity = part.partition("/")
            digits = arity.strip()
            indicator = name.strip(), int(digits) if len(digits) < 10 else MAX_ARITY + 1
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
        if name[1] > MAX_ARITY:
            text = indicator_text((name[0], min(name[1], MAX_ARITY + 1)))
            self.notes.add(source, place, f"{text} has more than {MAX_ARITY:,} arguments")
            return False
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
            n_variables = self._store(head, goals, self.files[-1], line, USER)
            if n_variables + 4 * len(goals) > MOST_CELLS:
                raise UnsupportedError("a clause of so many variables and goals", item.place)

    def _store(self, head: Compound, goals: list[Term], file: str, line: int, kind: str) -> int:
        """Store a clause, and return its number of variables."""
        numbers: dict[str, int] = {}
        for goal in (head, *goals):
            self.store.tokens.extend(self.store.goal_tokens(goal, numbers))
        self._defined[head.indicator] = self.store.intern(head.indicator)
        origin = self.store.origin(head.indicator, file, kind)
        self.store.end_clause(origin, line, len(goals))
        return len(numbers)

    # ---- the end

    def finish(self) -> None:
        """Store the predicates made from disjunctions, and check that all goals are defined."""
        source = None
        try:
            for auxiliary in self.normal.pop_auxiliaries():
                source = auxiliary.source
                for goals in auxiliary.bodies:
                    self._store(auxiliary.head, goals, source.name, auxiliary.line, OR)
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
            elif name in self._stock.library or name in CALL_GOALS:
                kind = "library predicate" if name in self._stock.library else "goal"
                what = f"the {kind} {indicator_text(name)}"
                self.notes.defer(source, UnsupportedError(what, place))
            else:
                what = f"unknown predicate {indicator_text(name)}"
                self.notes.add(source, place, what)


def _length(text: str, at: int, n: int) -> int:
    """Return the number of characters of ``n`` facts."""
    end = at
    for _ in range(n):
        fact = _FACT.match(text, end)
        assert fact is not None
        end = fact.end()
    return end - at
