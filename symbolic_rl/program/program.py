"""Prolog programs held by SWI-Prolog, read as data: symbols, clauses and queries."""

import itertools
import sys
import weakref
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.bridge import core
from symbolic_rl.bridge.swipl import (
    Crossing,
    finish,
    listed,
    quoted,
    quoted_path,
    reserve_stack,
    run,
)
from symbolic_rl.bridge.tokens import (
    TokenArray,
    TokenBatch,
    code_of,
    digits_of,
    number_of,
    numbers_of,
    starts,
)
from symbolic_rl.program.clauses import FIRST_CLAUSE, Clauses, Origin
from symbolic_rl.program.notes import Loading, expect_no_errors
from symbolic_rl.program.source_text import expect_readable, is_latin1
from symbolic_rl.program.vocabulary import Symbols, Vocabulary

_MARKER = "$variable"
"""Functor of numbered variables while tokens.pl writes a state."""

_MOST_FILES, _MOST_LEVELS = 500, 100
"""Most files that a program may load by directives, and levels of loading: each reads all again."""

_NOT_UTF8 = "the file is not in UTF-8: it is read as ISO Latin-1"
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Query:
    """Query: a goal to prove; the root of derivations."""

    split: str
    text: str
    label: bool
    hidden: int  # id of the fact hidden while proving it; 0 for none
    line: int
    names: tuple[str, ...]  # names of its answer variables
    goal: TokenArray
    """Tokens of the goal ``$query``."""
    answer: TokenArray  # tokens of the answer term

    def root(self, *, answers: bool) -> TokenArray:
        """Return the first state of a derivation, with the answer term if ``answers``."""
        parts = [np.array([code_of(1)], np.int32), self.goal]
        return np.concatenate([*parts, self.answer] if answers else parts)

    def without_answer(self, vocabulary: Vocabulary) -> "Query":
        """Return the query with an answer term without variables.

        Used when one proof is enough: states that differ only in the answer become variants.
        """
        return replace(self, names=(), answer=vocabulary.no_answer)


@dataclass(frozen=True)
class ClauseTerms:
    """C clauses as tokens; variables are numbered by first occurrence in the clause."""

    terms: TokenBatch  # [C] head, then goals of the body
    guarded: NDArray[np.bool_]  # [C] True for a clause after one with a cut
    written: NDArray[np.bool_]
    """[C] True for a clause of the user's text; False if compiled from a part of one."""


class PrologProgram:
    """Program held by SWI-Prolog under a number, as engines need it."""

    vocabulary: Vocabulary  # symbols of the program and its queries
    queries: Sequence[Query]
    is_flat: bool  # true if program and queries are function-free
    n_clauses: int  # number of clause ids, including special ones
    lemmas: Path | None = None  # file of the lemmas that it is loaded with

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.module = f"program_{self.number}"
        self._is_shared = False

    def _unload_when_collected(self) -> None:
        weakref.finalize(self, finish, run, f"loader:unload_program({self.module})").atexit = False

    def share_symbols(self) -> None:
        """Pass symbols and clauses to the loaded C core, once per program."""
        if not self._is_shared:
            run(f"core:share_symbols({self.number}, {self.module})")
            weakref.finalize(self, finish, run, f"core:core_close({self.number})").atexit = False
            self._is_shared = True


class Program(PrologProgram):
    """Program and its queries, read from text by SWI-Prolog; nothing in it is executed.

    ``files`` are one program, in this order; query files are by split, and so are ``goals`` as
    text, typed by a user. ``config`` has the settings for cuts, strict loading, and hiding of a
    query's fact; ``lemmas`` is a file of facts that follow (:mod:`symbolic_rl.search.lemmas`).
    ProgramError: with all diagnostics. MissingPrologError: SWI-Prolog is not installed.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "graph.pl")
    >>> _ = file.write_text("edge(a, b). path(X, Y) :- edge(X, Y).")
    >>> program = Program([file], {}, goals={"asked": "path(a, Where)"})
    >>> [clause.predicate for clause in program.clauses], program.is_flat
    (['edge/2', 'path/2'], True)
    >>> program.queries[0].names
    ('Where',)
    """

    def __init__(
        self,
        files: Sequence[Path],
        queries: Mapping[str, Sequence[Path]],
        *,
        goals: Mapping[str, str] | None = None,
        config: EnvConfig | None = None,
        lemmas: Path | None = None,
    ) -> None:
        config = config or EnvConfig()
        super().__init__()
        self.lemmas = lemmas
        files = self.files = (*files, lemmas) if lemmas else tuple(files)
        sources = [
            f"split({quoted(split)}, {quoted_path(path)})"
            for split, paths in queries.items()
            for path in paths
        ]
        sources += [f"text({quoted(s)}, {_string(t)})" for s, t in (goals or {}).items()]
        options = [
            f"cut({config.cut})",
            f"strict({str(config.strict).lower()})",
            f"hide_query({str(config.hide_query).lower()})",
            f"mdp({str(config.is_mdp).lower()})",
        ]
        named = [*files, *(path for paths in queries.values() for path in paths)]
        self._latin1 = [] if config.strict else [path for path in files if is_latin1(path)]
        self._size = expect_readable(named, list((goals or {}).values()), latin1=self._latin1)
        core.load()
        self._unload_when_collected()
        self.loaded = self._load(options, sources, is_strict=config.strict)
        """Files loaded by directives."""
        in_latin1 = (
            Diagnostic("warning", str(path), 1, 0, _NOT_UTF8, "save the file as UTF-8")
            for path in self._latin1
        )
        self.notes = [
            *in_latin1,
            *(
                Diagnostic(severity, file, int(line), int(column), message, fix)  # type: ignore[arg-type]
                for severity, file, line, column, message, fix in self._records("notes", 6)
            ),
        ]
        expect_no_errors(self.notes, self.files, is_strict=config.strict)
        run(f"tokens:intern_program({self.module})")
        used = list(self._records("used", 2))
        self.is_flat = used[0] == ["flat", "true"]
        self.stack_cells = int(used[2][1])
        reserve_stack(self.stack_cells)
        self.builtins, self.library, self.overrides = (
            sorted({name for kind, name in used if kind == wanted})
            for wanted in ("builtin", "library", "override")
        )
        self.vocabulary = Vocabulary(self._read_symbols(), first_name=int(used[1][1]))
        self._refuse_marker()
        self.clauses = self._read_clauses()
        self.n_clauses = FIRST_CLAUSE + len(self.clauses)
        self.queries = self._read_queries()
        left_out, raising = int(used[3][1]), int(used[4][1])
        written = int(self.clauses.of_kinds("user", "grammar").sum())
        counts = Counter(query.split for query in self.queries)
        self.loading = Loading(
            tuple(self.notes),
            written - left_out - raising,
            left_out,
            raising,
            {str(path): counts[split] for split, paths in queries.items() for path in paths},
            len(self.files) + len(self.loaded),
        )
        self.loading.expect_something()
        run("system:trim_stacks")  # 10,000 queries have grown them to 90 MB

    def _load(
        self, options: Sequence[str], sources: Sequence[str], *, is_strict: bool
    ) -> tuple[Path, ...]:
        """Load program and queries, and reload while they name files not checked yet."""
        paths, loaded = listed([quoted_path(path) for path in self.files]), list[Path]()
        for _ in range(_MOST_LEVELS):
            # Garbage of earlier calls counts against the stack limit until collected.
            run("system:garbage_collect")
            size = [f"size({self._size.brackets}, {self._size.length})"] if any(self._size) else []
            files = [_paths("files", loaded), _paths("latin1", self._latin1)]
            known = listed([*options, *size, *files])
            run(f"loader:load_program({self.module}, {known}, {paths}, {listed(sources)})")
            wanted = [Path(name) for (name,) in self._records("wanted", 1)]
            if not wanted:
                return tuple(loaded)
            if len(loaded) + len(wanted) > _MOST_FILES:
                break
            if not is_strict:
                self._latin1 += [path for path in wanted if is_latin1(path)]
            self._size |= expect_readable(wanted, [], latin1=self._latin1)
            loaded += dict.fromkeys(wanted)
            run(f"loader:unload_program({self.module})")
        where = ", ".join(map(str, self.files))
        most = f"more than {_MOST_FILES} files, or through more than {_MOST_LEVELS} levels"
        raise ProgramError(f"the program loads {most}.", where, "put the clauses into fewer files.")

    def _refuse_marker(self) -> None:
        if self.vocabulary.symbols.has(_MARKER):
            raise ProgramError(
                f"the name {_MARKER!r} is reserved.",
                ", ".join(map(str, self.files)),
                "give the atom or functor another name.",
            )

    @property
    def affected(self) -> list[str]:
        """Predicates that depend, directly or indirectly, on something left out."""
        if not self.loading.told:
            return []
        return sorted(name for (name,) in self._records("affected", 1))

    def clause_terms(self) -> ClauseTerms:
        """Return the normal form of ``clauses`` as tokens."""
        records = [codes for (codes,) in read_records(self._exported("terms"), 1)]
        return ClauseTerms(
            terms=TokenBatch.of([codes[1:] for codes in records]),
            guarded=np.array([codes[0] == 1 for codes in records], bool),
            written=self.clauses.of_kinds("user", "grammar"),
        )

    def _read_symbols(self) -> Symbols:
        (token, arity, length), names = _columns(self._exported("vocabulary"), 3)
        return Symbols(token, arity, starts(length.astype(np.int64)), text_of(names))

    def _read_clauses(self) -> Clauses:
        columns, names = _columns(self._exported("clauses"), 2)
        sizes, _ = _columns(self._exported("body_sizes"), 1)  # in order of ids, as the clauses
        origins = tuple(itertools.starmap(Origin, read_texts(names, 3)))
        return Clauses(origins, *columns, *sizes)

    def _read_queries(self) -> list[Query]:
        """Read the queries in two passes: one array for all tokens avoids fragmented memory."""
        records, tokens = self._exported("queries"), array("i")
        for *_, goal, answer in read_records(records, 8):
            tokens.frombytes(goal.tobytes() + answer.tobytes())
        packed, at, answers = np.frombuffer(tokens, np.int32), 0, dict[bytes, TokenArray]()
        queries = []
        for *fields, goal, answer in read_records(records, 8):
            middle, end = at + goal.size, at + goal.size + answer.size
            # Many queries share an answer term: keep one array for equal ones.
            answer = answers.setdefault(answer.tobytes(), packed[middle:end])
            queries.append(_query(fields, packed[at:middle], answer))
            at = end
        return queries

    def _exported(self, name: str) -> TokenArray:
        return Crossing("export", name)(digits_of(self.number))

    def _records(self, name: str, width: int) -> Iterator[list[str]]:
        yield from read_texts(self._exported(name), width)


def _paths(name: str, paths: Sequence[Path]) -> str:
    """Return an option of the loader with a list of files."""
    return f"{name}({listed([quoted_path(path) for path in paths])})"


def _columns(codes: TokenArray, width: int) -> tuple[list[TokenArray], TokenArray]:
    """Return the columns written by ``rows/5`` of records.pl, and the remaining codes."""
    end = 2 + 2 * width * number_of(codes[:2])
    columns = numbers_of(codes[2:end]).reshape(-1, width).T.astype(np.int32, order="C")
    return list(columns), codes[end:]


def read_records(codes: TokenArray, width: int) -> Iterator[list[TokenArray]]:
    """Yield the records of ``width`` fields written by ``records/3`` of records.pl."""
    return _fields(codes, int, width)


def read_texts(codes: TokenArray, width: int) -> Iterator[list[str]]:
    """Yield records as :func:`read_records` does, with fields as text."""
    return _fields(text_of(codes), ord, width)


def _fields(content: Any, number: Callable[[Any], int], width: int) -> Iterator[list[Any]]:
    at, record = 0, []
    while at < len(content):
        start = at + 2
        at = start + (number(content[at]) << 14 | number(content[at + 1]))
        record.append(content[start:at])
        if len(record) == width:
            yield record
            record = []


def text_of(codes: TokenArray) -> str:
    """Decode the text of a field."""
    return codes.astype("<i4").tobytes().decode("utf-32-le", "surrogatepass")


def _string(text: str) -> str:
    return '"' + quoted(text)[1:-1].replace('"', '\\"') + '"'


def _query(fields: Sequence[TokenArray], goal: TokenArray, answer: TokenArray) -> Query:
    *marks, text, names = fields
    split, label, hidden, line = map(text_of, marks)
    listed_names = text_of(names)[1:-1]
    return Query(
        split=sys.intern(split),
        text=text_of(text),
        label=label == "true",
        hidden=int(hidden),
        line=int(line),
        names=tuple(map(sys.intern, listed_names.split(","))) if listed_names else (),
        goal=goal,
        answer=answer,
    )
