r"""Function-free programs loaded without SWI-Prolog, in place of :class:`Program`.

Facts, rules, disjunctions, ``\+`` of one goal and comparisons are read, with the tokens, clause ids
and errors of SWI-Prolog's loader; :class:`NeedsPrologError` names anything else, which needs that
loader. A million facts take about 100 MB. Torch-free.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, overload

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.program.program import (
    FIRST_CLAUSE,
    Clause,
    ClauseTerms,
    Program,
    expect_no_errors,
)
from symbolic_rl.program.vocabulary import Vocabulary
from symbolic_rl.program.without_prolog.loader import Loader
from symbolic_rl.program.without_prolog.queries import Queries
from symbolic_rl.program.without_prolog.store import KINDS, Store
from symbolic_rl.program.without_prolog.terms import indicator_text


class NeedsPrologError(ProgramError):
    """Program with something that only SWI-Prolog reads."""


AnyProgram: TypeAlias = "Program | FlatProgram"
"""Program loaded by either loader."""


class Clauses(Sequence[Clause]):
    """Clauses of a program; indexing makes a :class:`Clause`.

    Args:
        store: the clauses in arrays.
        files: names of the files.
    """

    def __init__(self, store: Store, files: Sequence[str]) -> None:
        self._store, self._files = store, files

    def __len__(self) -> int:
        return len(self._store.line)

    @overload
    def __getitem__(self, i: int) -> Clause: ...
    @overload
    def __getitem__(self, i: slice) -> list[Clause]: ...
    def __getitem__(self, i: int | slice) -> Clause | list[Clause]:
        """Return the clause of index ``i``, whose id is ``FIRST_CLAUSE + i``."""
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        i = range(len(self))[i]
        store = self._store
        name, arity = store.predicate_of[store.predicate[i]]
        return Clause(
            id=FIRST_CLAUSE + i,
            predicate=f"{name}/{arity}",
            kind=KINDS[store.kind[i]],
            file=self._files[store.file[i]],
            line=store.line[i],
            n_goals=store.n_goals[i],
        )


class FlatProgram:
    """Program and its queries, with what engines, views and policies need of a ``Program``.

    Args:
        files: Prolog files, read in this order as one program.
        queries: query files, by split.
        config: settings for directives and the hiding of a query's fact.

    Raises:
        ProgramError: with all diagnostics, if any file has an error.
        NeedsPrologError: something in a file needs SWI-Prolog.
    """

    in_prolog: None = None
    """SWI-Prolog does not hold it."""
    is_flat: bool
    """No function symbols, and no builtins but ``= \\= == \\==``, as in SWI-Prolog's loader."""

    def __init__(
        self,
        files: Sequence[Path],
        queries: Mapping[str, Sequence[Path]],
        *,
        config: EnvConfig | None = None,
    ) -> None:
        config = config or EnvConfig()
        self.files = tuple(files)
        loader = Loader()
        asked = Queries(loader)
        for file in files:
            loader.read_program(file)
        for split, paths in queries.items():
            for path in paths:
                asked.read(split, path)
        asked.finish()
        loader.finish()
        self.notes = loader.notes.sorted(loader.files)
        if loader.notes.deferred:
            errors = [note for note in self.notes if note.severity == "error"]
            raise NeedsPrologError(
                "SWI-Prolog is needed to read this program.",
                where=", ".join(dict.fromkeys(note.file for note in loader.notes.deferred)),
                fix="install SWI-Prolog, or write it without what is named below.",
                diagnostics=[*errors, *loader.notes.deferred],
            )
        expect_no_errors(self.notes)
        self.is_flat = loader.is_flat and loader.normal.is_flat
        self.library = list[str]()
        self.builtins = sorted(indicator_text(name) for name in loader.builtins)
        self.overrides = sorted(indicator_text(name) for name in loader.overrides)
        self.clauses: Sequence[Clause] = Clauses(loader.store, loader.files)
        self._terms = loader.store.terms()
        first_name = loader.store.symbols[-1].token + 1
        self.queries = asked.build(self._terms, hide=config.hide_query)
        self.vocabulary = Vocabulary(loader.store.symbols, first_name=first_name)

    @property
    def n_clauses(self) -> int:
        """Number of clause ids, special ones included."""
        return FIRST_CLAUSE + len(self.clauses)

    def clause_terms(self) -> ClauseTerms:
        """See :meth:`symbolic_rl.program.program.Program.clause_terms`."""
        return self._terms
