"""What an engine is: one pure function from states to their candidates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    from symbolic_rl.program.without_prolog.program import AnyProgram

__all__ = ["COUNTERS", "ENGINES", "Engine", "Expansion", "make_engine"]

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


class Engine(Protocol):
    """Expands many resolvents at once. Pure: same tokens in, same tokens out."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The symbols of the program and its queries."""
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
            states: states, none of those that are expanded empty of goals.
            rows: [N] which of them; default all.
            hidden: [N] the fact that may not be used, by clause id; 0 for none.
            limit: candidates of a page, at least 1.
            offset: [N] candidates that come before the page, counted before merging.
        """
        ...


def _prolog(program: "AnyProgram", config: EnvConfig) -> Engine:
    from symbolic_rl.engine.prolog import PrologEngine
    from symbolic_rl.program.program import PrologProgram

    assert isinstance(program, PrologProgram)
    return PrologEngine(program, config)


def _tensor(program: "AnyProgram", config: EnvConfig) -> Engine:
    from symbolic_rl.engine.tensor.engine import TensorEngine

    return TensorEngine(program, config)


ENGINES: dict[str, Callable[["AnyProgram", EnvConfig], Engine]] = {
    "prolog": _prolog,
    "tensor": _tensor,
}
"""Name to factory. A new engine is one entry; the equivalence test covers it at once."""


def make_engine(program: "AnyProgram", config: EnvConfig) -> Engine:
    """The engine that ``config.engine`` names.

    Raises:
        ConfigError: there is no such engine.
    """
    if config.engine not in ENGINES:
        near = get_close_matches(config.engine, ENGINES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"engines: {['auto', *sorted(ENGINES)]}."
        raise ConfigError(f"unknown engine {config.engine!r}.", "--engine", hint)
    return ENGINES[config.engine](program, config)


@dataclass(frozen=True)
class LoadedProgram:
    """A program with the engine that runs it."""

    program: AnyProgram
    engine: Engine
    config: EnvConfig
    """With the name of that engine."""
    why: str
    """Why this engine, in words."""


@dataclass(frozen=True)
class ProgramSource:
    """What there is to load."""

    files: Sequence[Path]
    queries: Mapping[str, Sequence[Path]]
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


def open_program(text: ProgramSource, config: EnvConfig, *, device: str = "cpu") -> LoadedProgram:
    """Load a program for the engine that ``config.engine`` names; ``auto`` takes the best one.

    Args:
        text: files and queries.
        config: settings.
        device: where the policy will run; ``auto`` asks for it.

    Raises:
        ProgramError: the program or the queries have errors.
        NotFlatError: the engine ``tensor`` is asked for, and cannot run the program.
        MissingPrologError: SWI-Prolog is needed and not installed.
    """
    if config.engine == "auto":
        return _best(text, config, device)
    if config.engine == "tensor":
        return _opened(text.by_any(config), config, "tensor", "as asked")
    return _opened(text.by_prolog(config), config, config.engine, "as asked")


def _best(text: ProgramSource, config: EnvConfig, device: str) -> LoadedProgram:
    if _is_cuda(device):
        program = text.by_any(config)
        try:
            why = "function-free program, and the policy is on a CUDA device"
            return _opened(program, config, "tensor", why)
        except NotFlatError as error:
            return _opened(text.by_prolog(config), config, "prolog", error.what)
    try:
        why = "the fastest one on the CPU"
        return _opened(text.by_prolog(config), config, "prolog", why)
    except MissingPrologError:
        why = "SWI-Prolog is not installed, and the program is function-free"
        return _opened(text.by_any(config), config, "tensor", why)


def _opened(program: AnyProgram, config: EnvConfig, name: str, why: str) -> LoadedProgram:
    config = replace(config, engine=name)
    return LoadedProgram(program, make_engine(program, config), config, why)


def _is_cuda(device: str) -> bool:
    if device == "auto":
        import torch

        return torch.cuda.is_available()
    return device.startswith("cuda")
