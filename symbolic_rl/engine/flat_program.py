r"""A function-free program loaded without SWI-Prolog: what :class:`Program` is, for some programs.

Facts, rules, disjunctions, ``\+`` of one goal and comparisons are read here, with the tokens,
clause ids and errors that SWI-Prolog's loader gives. Whatever else a text has is left to it: then
:class:`NeedsPrologError` says what and where. A million facts take about 100 MB. Torch-free.
"""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, overload

import numpy as np

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine.flat_reader import (
    INFIX,
    BeyondError,
    Compound,
    Integer,
    Item,
    Reader,
    Term,
    TextError,
    Variable,
)
from symbolic_rl.engine.program import FIRST_CLAUSE, Clause, ClauseTerms, Program, Query
from symbolic_rl.engine.stock import CONSTRUCTS, Indicator, stock
from symbolic_rl.engine.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    INTEGER_LEAST,
    LIST,
    NIL,
    NOT,
    QUERY,
    VARIABLE_BASE,
    TokenBatch,
)
from symbolic_rl.engine.vocabulary import Symbol, Vocabulary
from symbolic_rl.errors import Diagnostic, ProgramError

_FIXED = (
    ("true", 0), ("fail", 0), ("false", 0), ("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2),
    ("$query", 1), ("[|]", 2), ("[]", 0), ("$not", 1), ("$once", 1),
)  # fmt: skip
"""``fixed_symbol/3`` of tokens.pl, from token 7 on."""
_FIRST_FIXED, _LAST_SYMBOL = 7, 0xBFFFF
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
_ENOUGH = 20
"""Things that need SWI-Prolog after which a text is given up."""
_USER, _OR = 0, 1
_KINDS = ("user", "or")
_REFUSED_GOALS = frozenset({("not", 1), ("forall", 2), ("once", 1), ("ignore", 1)})


class NeedsPrologError(ProgramError):
    """A program has something that only SWI-Prolog reads."""


AnyProgram: TypeAlias = "Program | FlatProgram"
"""A loaded program, by either loader."""


@dataclass
class _Source:
    name: str
    text: str

    def line(self, place: int) -> tuple[int, int]:
        """Line and column, from 1."""
        start = self.text.rfind("\n", 0, place) + 1
        return self.text.count("\n", 0, place) + 1, place - start + 1


@dataclass
class _Waiting:
    """A query as read."""

    split: str
    source: _Source
    goal: Term
    label: bool
    place: int
    names: tuple[str, ...]


@dataclass
class _Auxiliary:
    """A predicate made of a disjunction; one clause for each body."""

    head: Compound
    bodies: list[list[Term]]
    source: _Source
    line: int


class Clauses(Sequence[Clause]):
    """The clauses of a program, made as they are asked for.

    Args:
        loader: what has read them.
    """

    def __init__(self, loader: "_Loader") -> None:
        self._loader = loader

    def __len__(self) -> int:
        return len(self._loader.line)

    @overload
    def __getitem__(self, i: int) -> Clause: ...
    @overload
    def __getitem__(self, i: slice) -> list[Clause]: ...
    def __getitem__(self, i: int | slice) -> Clause | list[Clause]:
        """Clause by place; its id is FIRST_CLAUSE more."""
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        i = range(len(self))[i]
        loader = self._loader
        name, arity = loader.predicate_of[loader.predicate[i]]
        return Clause(
            id=FIRST_CLAUSE + i,
            predicate=f"{name}/{arity}",
            kind=_KINDS[loader.kind[i]],
            file=loader.sources[loader.file[i]],
            line=loader.line[i],
            n_goals=loader.n_goals[i],
        )


class FlatProgram:
    """A program and its queries; has what engines, views and policies ask of a ``Program``.

    Args:
        files: Prolog files, read in this order as one program.
        queries: split name to query files.
        config: what to do with directives, and whether to hide a query's fact.

    Raises:
        ProgramError: with all diagnostics, if any file has an error.
        NeedsPrologError: something is beyond this reader.
    """

    is_flat: bool
    """As SWI-Prolog's loader says: no function symbols, and no builtins but ``= \\= == \\==``."""

    def __init__(
        self,
        files: Sequence[Path],
        queries: Mapping[str, Sequence[Path]],
        *,
        config: EnvConfig | None = None,
    ) -> None:
        config = config or EnvConfig()
        self.files = tuple(files)
        loader = _Loader()
        for file in files:
            loader.read_program(file)
        for split, paths in queries.items():
            for path in paths:
                loader.read_queries(split, path)
        loader.finish()
        self.notes = loader.sorted_notes()
        errors = [note for note in self.notes if note.severity == "error"]
        if loader.beyond:
            raise NeedsPrologError(
                "SWI-Prolog is needed to read this program.",
                where=", ".join(dict.fromkeys(note.file for note in loader.beyond)),
                fix="install SWI-Prolog, or write it without what is named below.",
                diagnostics=[*errors, *loader.beyond],
            )
        if errors:
            raise ProgramError(
                f"{len(errors)} error{'s' * (len(errors) > 1)} in the program",
                where=", ".join(dict.fromkeys(note.file for note in errors)),
                diagnostics=self.notes,
            )
        self.is_flat, self.library = loader.is_flat, list[str]()
        self.builtins = sorted(_indicator_text(name) for name in loader.builtins)
        self.overrides = sorted(_indicator_text(name) for name in loader.overrides)
        self.clauses: Sequence[Clause] = Clauses(loader)
        self._terms = loader.terms()
        self.queries = loader.made_queries(self._terms, hide=config.hide_query)
        self.vocabulary = Vocabulary(loader.symbols)

    @property
    def n_clauses(self) -> int:
        """Number of clause ids, the special ones included."""
        return FIRST_CLAUSE + len(self.clauses)

    def clause_terms(self) -> ClauseTerms:
        """See :meth:`symbolic_rl.engine.program.Program.clause_terms`."""
        return self._terms


class _Loader:
    """What is known while a program is being read."""

    def __init__(self) -> None:
        self.symbols: list[Symbol] = []
        self._ids: dict[Indicator, int] = {}
        for name in _FIXED:
            self._add_symbol(name, _FIRST_FIXED + len(self.symbols))
        self._constants: dict[str, int] = {}
        self.tokens, self.ends = array("i"), array("q", [0])
        self.predicate, self.line = array("i"), array("i")
        self.kind, self.file, self.n_goals = array("b"), array("i"), array("i")
        self.predicate_of: dict[int, Indicator] = {}
        self.sources: list[str] = []
        self.defined: dict[Indicator, int] = {}
        """Predicates that the program has or declares; token, or 0 for a declared one."""
        self._called: list[tuple[Indicator, _Source, int]] = []
        self._waiting: list[_Waiting] = []
        self._auxiliaries: list[_Auxiliary] = []
        self._n_auxiliaries = 0
        self.builtins: set[Indicator] = set()
        self.overrides: set[Indicator] = set()
        self.is_flat = True
        self.notes: list[Diagnostic] = []
        self.beyond: list[Diagnostic] = []
        self._stock = stock()

    # ---- symbols

    def _add_symbol(self, name: Indicator, token: int) -> int:
        self.symbols.append(Symbol(token, *name))
        self._ids[name] = token
        return token

    def _intern(self, name: Indicator) -> int:
        token = self._ids.get(name)
        if token is not None:
            return token
        last = self.symbols[-1].token
        token = 0xE000 if last + 1 == 0xD800 else last + 1
        if token > _LAST_SYMBOL:
            raise BeyondError("more symbols than have tokens of their own", 0)
        return self._add_symbol(name, token)

    # ---- notes

    def _note(
        self, source: _Source, place: int, what: str, severity: Literal["error", "info"] = "error"
    ) -> None:
        self.notes.append(Diagnostic(severity, source.name, *source.line(place), what))

    def _leave(self, source: _Source, error: BeyondError) -> None:
        where = source.line(error.place)
        self.beyond.append(Diagnostic("error", source.name, *where, error.what))

    def sorted_notes(self) -> list[Diagnostic]:
        """Notes in the order of the files and of their text, each once."""
        order = {name: i for i, name in enumerate(self.sources)}
        unique = dict.fromkeys(self.notes)
        return sorted(unique, key=lambda n: (order[n.file], n.line, n.column))

    # ---- text

    def _open(self, path: Path) -> _Source | None:
        self.sources.append(str(path))
        try:
            return _Source(str(path), path.read_text("utf-8"))
        except OSError:
            source = _Source(str(path), "")
            self._note(source, 0, "the file cannot be opened")
        except UnicodeDecodeError:
            source = _Source(str(path), "")
            self._leave(source, BeyondError("text that is not UTF-8", 0))
        return None

    def read_program(self, path: Path) -> None:
        """Add the clauses of a file."""
        source = self._open(path)
        if source is None or len(self.beyond) >= _ENOUGH:
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
                if (at := reader.skip(at)) == len(text) or len(self.beyond) >= _ENOUGH:
                    return
                line += text.count("\n", counted, at)
                counted = at
                if _FACT.match(text, at) and at != (fact.start() if fact else -1):
                    continue
                at = self._other(source, reader, at, line)
                line += text.count("\n", counted, at)
                counted = at
        except TextError as error:
            self._note(source, error.place, f"syntax error: {error.what}")

    def _fact(self, name: str, arguments: str, line: int) -> bool:
        """Take in a fact whose arguments are plain constants; False for any other."""
        listed = arguments.split(",")
        constants = self._constants
        try:
            found = [constants[text] for text in listed]
        except KeyError:
            listed = [text.strip(" ") for text in listed]
            if not all(_CONSTANT.fullmatch(text) for text in listed):
                return False
            found = []
        key = name, len(listed)
        predicate = self.defined.get(key)
        if not predicate:
            if self._stock.is_reserved(key) or self._is_overriding(key):
                return False
            predicate = self.defined[key] = self._intern(key)
            self.predicate_of[predicate] = key
        if not found:
            found = [self._constant(text) for text in listed]
        self.tokens.append(predicate)
        self.tokens.extend(found)
        self._end_clause(predicate, len(self.sources) - 1, line, 0, _USER)
        return True

    def _constant(self, text: str) -> int:
        token = self._constants.get(text)
        if token is None:
            is_number = text[0].isdigit()
            token = int(text) + INTEGER_BASE if is_number else self._intern((text, 0))
            self._constants[text] = token
        return token

    def _end_clause(self, predicate: int, file: int, line: int, n_goals: int, kind: int) -> None:
        self.ends.append(len(self.tokens))
        self.predicate.append(predicate)
        self.file.append(file)
        self.line.append(line)
        self.n_goals.append(n_goals)
        self.kind.append(kind)

    def _other(self, source: _Source, reader: Reader, at: int, line: int) -> int:
        """Take in a clause or directive at ``at``; where it ends."""
        if declared := _DECLARATION.match(source.text, at):
            self._declare(source, declared)
            return declared.end()
        if harmless := _HARMLESS.match(source.text, at):
            return harmless.end()
        item, end = reader.item(at)
        if not self._is_wrong(source, item):
            assert isinstance(item, Item)
            try:
                self._clause(source, item, line)
            except BeyondError as error:
                self._leave(source, error)
        return end

    def _is_wrong(self, source: _Source, item: Item | TextError | BeyondError) -> bool:
        """Note what is wrong with a term, if anything is."""
        if isinstance(item, TextError):
            self._note(source, item.place, f"syntax error: {item.what}")
        elif isinstance(item, BeyondError):
            self._leave(source, item)
        elif item.head is None:
            self._leave(source, BeyondError("a directive", item.place))
        else:
            return False
        return True

    def _declare(self, source: _Source, declared: re.Match[str]) -> None:
        if declared[1] in ("discontiguous", "table"):
            return
        for part in declared[2].split(","):
            name, _, arity = part.partition("/")
            indicator = name.strip(), int(arity)
            if self._define(source, indicator, declared.start()):
                self.defined.setdefault(indicator, 0)

    # ---- clauses

    def _is_overriding(self, name: Indicator) -> bool:
        stock = self._stock
        return name in stock.builtins or name in stock.library or name in CONSTRUCTS

    def _define(self, source: _Source, name: Indicator, place: int) -> bool:
        """Whether the program may have this predicate; notes why not, and what it overrides."""
        if name in self.defined:
            return True
        if self._stock.is_reserved(name):
            self._note(source, place, f"{_indicator_text(name)} cannot be defined")
            return False
        if self._is_overriding(name):
            self.overrides.add(name)
            what = f"the program defines {_indicator_text(name)}, in the place of Prolog's"
            self._note(source, place, what, "info")
        self.defined[name] = 0
        return True

    def _clause(self, source: _Source, item: Item, line: int) -> None:
        head = item.head
        if not isinstance(head, Compound):
            what = "the head of a clause is a variable, a number or a string"
            self._note(source, item.place, what)
            return
        if head.indicator == ("end_of_file", 0):
            raise BeyondError("the term end_of_file", item.place)
        if self._define(source, head.indicator, item.place):
            goals = self._normal(source, _conjuncts(item.body), [head], line)
            self._store(head, goals, len(self.sources) - 1, line, _USER)

    def _store(self, head: Compound, goals: list[Term], file: int, line: int, kind: int) -> None:
        numbers: dict[str, int] = {}
        for goal in (head, *goals):
            self.tokens.extend(self._goal_tokens(goal, numbers))
        predicate = self._intern(head.indicator)
        self.defined[head.indicator] = predicate
        self.predicate_of[predicate] = head.indicator
        self._end_clause(predicate, file, line, len(goals), kind)

    def _goal_tokens(self, goal: Term, numbers: dict[str, int]) -> list[int]:
        assert isinstance(goal, Compound)
        if goal.indicator == ("$not", 1):
            return [NOT, LIST, *self._goal_tokens(goal.arguments[0], numbers), NIL]
        tokens = [self._intern(goal.indicator)]
        for argument in goal.arguments:
            if isinstance(argument, Variable):
                number = numbers.setdefault(argument.name, len(numbers))
                tokens.append(VARIABLE_BASE + number)
            elif isinstance(argument, Integer):
                if not INTEGER_LEAST <= argument.value < INTEGER_END:
                    raise BeyondError("an integer that has no token", argument.place)
                tokens.append(INTEGER_BASE + argument.value)
            elif argument.arguments:
                what = f"the function symbol {_indicator_text(argument.indicator)}"
                raise BeyondError(what, argument.place)
            else:
                tokens.append(self._intern(argument.indicator))
        return tokens

    def _normal(
        self, source: _Source, body: list[Term], outside: list[Term], line: int
    ) -> list[Term]:
        """Goals in normal form, as ``normal.pl`` has them; ``outside`` are the other parts."""
        goals: list[Term] = []
        for i, goal in enumerate(body):
            if isinstance(goal, Compound) and goal.indicator == (";", 2):
                around = [*outside, *body[:i], *body[i + 1 :]]
                goals.append(self._disjunction(source, goal, around, line))
            elif (normal := self._plain(source, goal)) is not None:
                goals.append(normal)
        return goals

    def _plain(self, source: _Source, goal: Term) -> Term | None:
        """A goal that is no disjunction; None, with a note, for what is no goal."""
        if not isinstance(goal, Compound):
            is_variable = isinstance(goal, Variable)
            what = "a variable" if is_variable else "a number or a string"
            self._note(source, goal.place, f"{what} stands in the place of a goal")
            return None
        name = goal.indicator
        if name == ("\\+", 1):
            negated = _conjuncts(goal.arguments[0])
            inner = negated[0] if len(negated) == 1 else None
            if inner is None or (
                isinstance(inner, Compound)
                and inner.indicator in ((";", 2), ("\\+", 1), ("fail", 0), ("false", 0))
            ):
                raise BeyondError("\\+ of something that is not one goal", goal.place)
            found = self._plain(source, inner)
            self.is_flat = False
            return None if found is None else Compound("$not", (found,), goal.place)
        if name in _REFUSED_GOALS:
            raise BeyondError(f"the goal {_indicator_text(name)}", goal.place)
        if name == ("false", 0):
            goal = goal._replace(name="fail")
            name = goal.indicator
        self._called.append((name, source, goal.place))
        return goal

    def _disjunction(
        self, source: _Source, goal: Compound, outside: list[Term], line: int
    ) -> Compound:
        others = set(_variables(outside))
        shared = [name for name in dict.fromkeys(_variables([goal])) if name in others]
        arguments = tuple(Variable(name, goal.place) for name in shared)
        bodies = [
            self._normal(source, _conjuncts(branch), list(arguments), line)
            for branch in _disjuncts(goal)
        ]
        self._n_auxiliaries += 1
        head = Compound(f"$or/{self._n_auxiliaries}", arguments, goal.place)
        self._auxiliaries.append(_Auxiliary(head, bodies, source, line))
        return head

    # ---- queries

    def read_queries(self, split: str, path: Path) -> None:
        """Add the queries of a file."""
        source = self._open(path)
        if source is None:
            return
        for item in Reader(source.text).items():
            if len(self.beyond) >= _ENOUGH:
                return
            if not self._is_wrong(source, item):
                assert isinstance(item, Item)
                self._query(split, source, item)

    def _query(self, split: str, source: _Source, item: Item) -> None:
        head = item.head
        is_query = isinstance(head, Compound) and head.indicator in (("query", 1), ("query", 2))
        if not is_query or item.body is not None:
            self._note(source, item.place, "a file of queries has a clause that is no query")
            return
        assert isinstance(head, Compound)
        label = head.arguments[1] if len(head.arguments) == 2 else Compound("true", (), 0)
        if not (isinstance(label, Compound) and label.name in ("true", "false")):
            self._note(source, item.place, "the label of a query is neither true nor false")
            return
        self._waiting.append(
            _Waiting(split, source, head.arguments[0], label.name == "true", item.place, item.names)
        )

    # ---- the end

    def finish(self) -> None:
        """Store what waits for the whole text, and check what is called."""
        program_auxiliaries, self._auxiliaries = self._auxiliaries, []
        self._goals: list[list[Term]] = []
        source = None
        try:
            for query in self._waiting:
                source = query.source
                answer = Compound(
                    "$answer", tuple(Variable(name, 0) for name in query.names), query.place
                )
                line = source.line(query.place)[0]
                body = _conjuncts(query.goal)
                self._goals.append(self._normal(source, body, [answer], line))
            for auxiliary in (*program_auxiliaries, *self._auxiliaries):
                source = auxiliary.source
                file = self.sources.index(source.name)
                for goals in auxiliary.bodies:
                    self._store(auxiliary.head, goals, file, auxiliary.line, _OR)
        except BeyondError as error:
            assert source is not None
            self._leave(source, error)
        self._check_calls()

    def _check_calls(self) -> None:
        for name, source, place in self._called:
            if name in self.defined:
                continue
            if name in self._stock.builtins:
                self.builtins.add(name)
                if name[0] not in ("=", "\\=", "==", "\\==") and name[1]:
                    self.is_flat = False
            elif name in self._stock.library:
                what = f"the library predicate {_indicator_text(name)}"
                self._leave(source, BeyondError(what, place))
            else:
                what = f"unknown predicate {_indicator_text(name)}"
                self._note(source, place, what)

    def terms(self) -> ClauseTerms:
        """The clauses as tokens."""
        tokens = np.frombuffer(self.tokens, np.int32) if self.tokens else np.zeros(0, np.int32)
        return ClauseTerms(
            terms=TokenBatch(tokens, np.frombuffer(self.ends, np.int64)),
            guarded=np.zeros(len(self.line), bool),
            written=np.frombuffer(self.kind, np.int8) == _USER if self.kind else np.zeros(0, bool),
        )

    def made_queries(self, terms: ClauseTerms, *, hide: bool) -> list[Query]:
        """The queries, with the facts that are hidden while they are being proved."""
        hidden = self._hidden(terms) if hide else {}
        made: list[Query] = []
        for query, goals in zip(self._waiting, self._goals, strict=True):
            numbers: dict[str, int] = {}
            written = [self._goal_tokens(goal, numbers) for goal in goals]
            answer = [self._intern(("$answer", len(query.names)))]
            for name in query.names:
                number = numbers.setdefault(name, len(numbers))
                answer.append(VARIABLE_BASE + number)
            cells = [token for goal in written for token in (LIST, *goal)]
            made.append(
                Query(
                    split=query.split,
                    text=", ".join(map(_text, goals)) or "true",
                    label=query.label,
                    hidden=hidden.get(tuple(written[0]), 0) if len(written) == 1 else 0,
                    line=query.source.line(query.place)[0],
                    names=query.names,
                    goal=np.array([QUERY, *cells, NIL], np.int32),
                    answer=np.array(answer, np.int32),
                )
            )
        return made

    def _hidden(self, terms: ClauseTerms) -> dict[tuple[int, ...], int]:
        """The first fact that is a variant of each query of one goal, by the goal's tokens."""
        asked = [tuple(self._goal_tokens(goals[0], {})) for goals in self._goals if len(goals) == 1]
        facts = np.flatnonzero(terms.written & (np.frombuffer(self.n_goals, np.int32) == 0))
        if not asked or not facts.size:
            return {}
        known = terms.terms.take(facts).hashes()
        order = np.lexsort((facts, known[:, 1], known[:, 0]))
        wanted = TokenBatch.of([np.array(tokens, np.int32) for tokens in asked]).hashes()
        at = np.searchsorted(known[order, 0], wanted[:, 0])
        found: dict[tuple[int, ...], int] = {}
        for tokens, first, key in zip(asked, at.tolist(), wanted, strict=True):
            for i in range(first, order.size):
                if known[order[i], 0] != key[0]:
                    break
                if known[order[i], 1] == key[1]:
                    found[tokens] = FIRST_CLAUSE + int(facts[order[i]])
                    break
        return found


def _conjuncts(body: Term | None) -> list[Term]:
    """The goals of a conjunction, without ``true``."""
    goals: list[Term] = []
    waiting = [] if body is None else [body]
    while waiting:
        goal = waiting.pop()
        if isinstance(goal, Compound) and goal.indicator == (",", 2):
            waiting += reversed(goal.arguments)
        elif not (isinstance(goal, Compound) and goal.indicator == ("true", 0)):
            goals.append(goal)
    return goals


def _disjuncts(goal: Term) -> list[Term]:
    branches: list[Term] = []
    while isinstance(goal, Compound) and goal.indicator == (";", 2):
        left, goal = goal.arguments
        branches.append(left)
    return [*branches, goal]


def _variables(terms: Iterable[Term]) -> list[str]:
    """Names of the variables of terms, in order, repeated."""
    names: list[str] = []
    waiting = list(reversed(list(terms)))
    while waiting:
        term = waiting.pop()
        if isinstance(term, Variable):
            names.append(term.name)
        elif isinstance(term, Compound):
            waiting += reversed(term.arguments)
    return names


def _indicator_text(name: Indicator) -> str:
    is_symbolic = not (name[0][:1].isalnum() or name[0][:1] in "_$[{!")
    return f"({name[0]})/{name[1]}" if is_symbolic else f"{name[0]}/{name[1]}"


def _text(term: Term) -> str:
    """A goal as Prolog writes it."""
    if isinstance(term, Variable):
        return "_" if " " in term.name else term.name
    if isinstance(term, Integer):
        return str(term.value)
    name = term.name
    if name in INFIX and len(term.arguments) == 2:
        left, right = map(_text, term.arguments)
        return f"{left}{name}{' ' if right[0] == '-' else ''}{right}"
    if not (re.fullmatch(r"[a-z][a-zA-Z0-9_]*", name) or name == "[]"):
        name = "'" + name.replace("'", "\\'") + "'"
    if not term.arguments:
        return name
    inner = ", ".join(map(_text, term.arguments))
    return f"{name}([{inner}])" if term.name == "$not" else f"{name}({inner})"
