"""Engines: one pure function from states to their candidates, and the choice of the one to run.

To add an engine, write a class that has :class:`Engine` and give it an entry in :data:`ENGINES`.
Other rooms ask :class:`Capabilities` for what only some engines can do, never for a class or a
name. Torch-free: a factory imports what its engine needs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, MissingPrologError, ProgramError
from symbolic_rl.bridge.tokens import HashArray, IntArray, TokenBatch
from symbolic_rl.program.clause_table import NotFlatError
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import Vocabulary
from symbolic_rl.program.without_prolog.program import AnyProgram, FlatProgram

if TYPE_CHECKING:
    from symbolic_rl.engine.prolog import CompiledWire
    from symbolic_rl.engine.tensor.tables import Tables

__all__ = ["COUNTERS", "ENGINES", "Engine", "Expansion", "make_engine", "open_program"]

COUNTERS = ("builtin_errors", "inference_limits", "negation_limits", "size_limits")
"""Candidates that were lost, by cause; the columns of :attr:`Expansion.lost`."""


@dataclass(frozen=True)
class Expansion:
    """One page of candidates for each of N states, M candidates in all."""

    counts: IntArray
    """[N] candidates of each state, before merging."""
    more: NDArray[np.bool_]
    """[N] whether the state has candidates behind this page."""
    lost: IntArray
    """[N, len(COUNTERS)] candidates lost, by cause (see :data:`COUNTERS`)."""
    clauses: IntArray
    """[M] the clause of each candidate."""
    candidates: TokenBatch
    """M resolvents, in the order of their states and in program order within a state."""
    hashes: HashArray
    """[M, 2] 128-bit hashes of the resolvents."""

    @classmethod
    def concatenate(cls, parts: "Sequence[Expansion]") -> "Expansion":
        """Join the expansions of several batches, at least one, in order."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            counts=np.concatenate([part.counts for part in parts]),
            more=np.concatenate([part.more for part in parts]),
            lost=np.concatenate([part.lost for part in parts]),
            clauses=np.concatenate([part.clauses for part in parts]),
            candidates=TokenBatch.concatenate([part.candidates for part in parts]),
            hashes=np.concatenate([part.hashes for part in parts]),
        )


@dataclass(frozen=True)
class PrologHandle:
    """Handle by which SWI-Prolog searches and replays the derivations of an engine."""

    number: int
    """Number of the engine in wire.pl."""
    program: Program


@dataclass(frozen=True)
class Capabilities:
    """Optional abilities of an engine; each field is the object that serves one, or None."""

    wire: "CompiledWire | None" = None
    """Expansion in C, to which steps and layouts in C can be joined."""
    prolog: PrologHandle | None = None
    """Searches, replays and images in SWI-Prolog."""
    tables: "Tables | None" = None
    """The program as tensors, for environments that stay on a device."""

    def need_prolog(self, what: str) -> PrologHandle:
        """Return ``prolog``; ``what`` needs it.

        Raises:
            ConfigError: the engine does not have it.
        """
        if self.prolog is None:
            raise _lacking("prolog", what)
        return self.prolog

    def need_tables(self, what: str) -> "Tables":
        """Return ``tables``; see :meth:`need_prolog`."""
        if self.tables is None:
            raise _lacking("tables", what)
        return self.tables


def _lacking(capability: str, what: str) -> ConfigError:
    names = " or ".join(n for n, entry in ENGINES.items() if capability in entry.capabilities)
    return ConfigError(f"{what} needs the engine {names}.", "--engine", f"use --engine {names}.")


class Engine(Protocol):
    """Expands many resolvents at once. Pure: same tokens in, same tokens out."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The symbols of the program and its queries."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it can do besides :meth:`expand`."""
        ...

    def expand(
        self,
        states: TokenBatch,
        rows: IntArray | None = None,
        *,
        hidden: IntArray,
        limit: int,
        offset: IntArray,
    ) -> Expansion:
        """Return the candidates ``offset .. offset + limit`` of each state.

        Args:
            states: states; those that are expanded have at least one goal.
            rows: [N] indices of the states to expand; default all.
            hidden: [N] the fact that may not be used, by clause id; 0 for none.
            limit: candidates of a page, at least 1.
            offset: [N] candidates that come before the page, counted before merging.
        """
        ...


# ---- loading a program for an engine


@dataclass(frozen=True)
class ProgramSource:
    """Text of a program and its queries."""

    files: Sequence[Path]
    queries: Mapping[str, Sequence[Path]]
    """Split name to query files."""
    goal: str = ""
    """A goal typed by a user; it becomes the only query, of split ``goal``."""

    def by_prolog(self, config: EnvConfig) -> Program:
        """Load it with SWI-Prolog."""
        goals = {"goal": self.goal} if self.goal else None
        return Program(self.files, self.queries, goals=goals, config=config)

    def by_any(self, config: EnvConfig) -> AnyProgram:
        """Load it without SWI-Prolog where that is possible.

        Raises:
            ProgramError: the program has errors, or needs SWI-Prolog, which is not there.
        """
        if self.goal:
            return self.by_prolog(config)
        try:
            return FlatProgram(self.files, self.queries, config=config)
        except ProgramError as error:
            try:
                return self.by_prolog(config)  # its errors are said better, or it can read it
            except MissingPrologError:
                raise error from None


@dataclass(frozen=True)
class EngineEntry:
    """Entry of the registry of engines."""

    line: str
    """Description, for help and error messages."""
    make: Callable[[AnyProgram, EnvConfig], Engine]
    """Factory; it raises NotFlatError for a program that only SWI-Prolog can run."""
    load: Callable[[ProgramSource, EnvConfig], AnyProgram]
    """Loader of programs for it; it raises MissingPrologError where it needs SWI-Prolog."""
    best_on: Mapping[str, str] = field(default_factory=dict)
    """Kind of device of the policy (cpu, cuda) -> why ``auto`` tries this engine first there."""
    capabilities: frozenset[str] = frozenset()
    """Fields of :class:`Capabilities` that its engines can have."""


def _prolog(program: AnyProgram, config: EnvConfig) -> Engine:
    from symbolic_rl.engine.prolog import PrologEngine

    held = program.in_prolog
    assert held is not None
    return PrologEngine(held, config)


def _tensor(program: AnyProgram, config: EnvConfig) -> Engine:
    from symbolic_rl.engine.tensor.engine import TensorEngine

    return TensorEngine(program, config)


ENGINES: dict[str, EngineEntry] = {
    "prolog": EngineEntry(
        "SWI-Prolog, all programs",
        _prolog,
        ProgramSource.by_prolog,
        best_on={"cpu": "the fastest one on the CPU"},
        capabilities=frozenset({"wire", "prolog"}),
    ),
    "tensor": EngineEntry(
        "torch, function-free programs, on the policy's device",
        _tensor,
        ProgramSource.by_any,
        best_on={"cuda": "function-free program, and the policy is on a CUDA device"},
        capabilities=frozenset({"tables"}),
    ),
}
"""Values of ``--engine`` besides ``auto``. The equivalence tests go through all entries."""


def make_engine(program: AnyProgram, config: EnvConfig) -> Engine:
    """Make the engine that ``config.engine`` names.

    >>> _ = Path("p.pl").write_text("p(a). p(b) :- p(a).")
    >>> program = ProgramSource([Path("p.pl")], {}, goal="p(X)").by_prolog(EnvConfig())
    >>> engine = make_engine(program, EnvConfig(engine="tensor"))
    >>> states = TokenBatch.of([query.root(answers=False) for query in program.queries])
    >>> none = np.zeros(len(states), np.int64)
    >>> engine.expand(states, hidden=none, limit=32, offset=none).counts
    array([1])

    Raises:
        ConfigError: there is no such engine.
    """
    return _entry(config.engine).make(program, config)


def _entry(name: str) -> EngineEntry:
    if name not in ENGINES:
        near = get_close_matches(name, ["auto", *ENGINES], 1)
        lines = "; ".join(f"{name} ({entry.line})" for name, entry in ENGINES.items())
        hint = f"did you mean {near[0]!r}?" if near else f"give auto or one of: {lines}."
        raise ConfigError(f"unknown engine {name!r}.", "--engine", hint)
    return ENGINES[name]


@dataclass(frozen=True)
class LoadedProgram:
    """A program with the engine that runs it."""

    program: AnyProgram
    engine: Engine
    config: EnvConfig
    """With the name of that engine."""
    why: str
    """Why this engine, in words."""


def open_program(source: ProgramSource, config: EnvConfig, *, device: str = "cpu") -> LoadedProgram:
    """Load a program for the engine that ``config.engine`` names; ``auto`` takes the best one.

    >>> _ = Path("q.pl").write_text("q(a). q(b).")
    >>> loaded = open_program(ProgramSource([Path("q.pl")], {}, goal="q(X)"), EnvConfig())
    >>> loaded.config.engine, len(loaded.program.clauses), loaded.why
    ('prolog', 2, 'as asked')

    Args:
        source: files and queries.
        config: settings.
        device: where the policy will run; ``auto`` depends on it.

    Raises:
        ConfigError: there is no such engine.
        ProgramError: the program or the queries have errors.
        NotFlatError: the engine cannot run the program.
        MissingPrologError: SWI-Prolog is needed and not installed.
    """
    if config.engine != "auto":
        return _opened(source, config, config.engine, "as asked")
    kind = "cuda" if _is_cuda(device) else "cpu"
    order = sorted(ENGINES, key=lambda name: kind not in ENGINES[name].best_on)
    why = ENGINES[order[0]].best_on[kind]
    for name in order[:-1]:
        try:
            return _opened(source, config, name, why)
        except (NotFlatError, MissingPrologError) as error:
            why = error.what.rstrip(".")
    return _opened(source, config, order[-1], why)


def _opened(source: ProgramSource, config: EnvConfig, name: str, why: str) -> LoadedProgram:
    entry, config = _entry(name), replace(config, engine=name)
    program = entry.load(source, config)
    return LoadedProgram(program, entry.make(program, config), config, why)


def _is_cuda(device: str) -> bool:
    if device == "auto":
        import torch

        return torch.cuda.is_available()
    return device.startswith("cuda")
