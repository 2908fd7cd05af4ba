r"""Function-free programs loaded without SWI-Prolog, in place of :class:`Program`.

Facts, rules, disjunctions, ``\+`` of one goal and comparisons are read, with the tokens, clause ids
and errors of SWI-Prolog's loader; :class:`NeedsPrologError` names anything else, which needs that
loader. A million facts take about 100 MB. Torch-free.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import ClauseTerms, Program, expect_no_errors
from symbolic_rl.program.vocabulary import Vocabulary
from symbolic_rl.program.without_prolog.loader import Loader
from symbolic_rl.program.without_prolog.queries import Queries


class NeedsPrologError(ProgramError):
    """Program with something that only SWI-Prolog reads."""


AnyProgram: TypeAlias = "Program | FlatProgram"
"""Program loaded by either loader."""


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
        self._expect_usable(loader, config)
        self.is_flat = loader.is_flat and loader.normal.is_flat
        self.library = list[str]()
        self.builtins = sorted(f"{name}/{arity}" for name, arity in loader.builtins)
        self.overrides = sorted(f"{name}/{arity}" for name, arity in loader.overrides)
        self.clauses = loader.store.clauses()
        self._terms = loader.store.terms()
        first_name = loader.store.last_token + 1
        self.queries = asked.build(self._terms, hide=config.hide_query)
        self._expect_usable(loader, config)
        self.vocabulary = Vocabulary(loader.store.symbols(), first_name=first_name)

    def _expect_usable(self, loader: Loader, config: EnvConfig) -> None:
        self.notes = loader.notes.sorted(loader.files)
        errors = [note for note in self.notes if note.severity == "error"]
        needed = [*loader.notes.deferred, *(errors if config.lenient else ())]
        if needed:
            what = "read" if loader.notes.deferred else "leave out clauses of"
            raise NeedsPrologError(
                f"SWI-Prolog is needed to {what} this program.",
                where=", ".join(dict.fromkeys(note.file for note in needed)),
                fix="install SWI-Prolog, or write it without what is named below.",
                diagnostics=[*errors, *loader.notes.deferred],
            )
        expect_no_errors(self.notes, self.files)

    @property
    def n_clauses(self) -> int:
        """Number of clause ids, special ones included."""
        return FIRST_CLAUSE + len(self.clauses)

    def clause_terms(self) -> ClauseTerms:
        """See :meth:`symbolic_rl.program.program.Program.clause_terms`."""
        return self._terms
