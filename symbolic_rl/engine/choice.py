"""Which engine and which loader a program gets, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine import make_engine
from symbolic_rl.engine.base import Engine
from symbolic_rl.engine.clause_table import NotFlatError
from symbolic_rl.engine.flat.program import AnyProgram, FlatProgram
from symbolic_rl.engine.program import Program
from symbolic_rl.errors import MissingPrologError, ProgramError


@dataclass(frozen=True)
class Opened:
    """A program with the engine that runs it."""

    program: AnyProgram
    engine: Engine
    config: EnvConfig
    """With the name of that engine."""
    why: str
    """Why this engine, in words."""


@dataclass(frozen=True)
class Text:
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


def open_program(text: Text, config: EnvConfig, *, device: str = "cpu") -> Opened:
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


def _best(text: Text, config: EnvConfig, device: str) -> Opened:
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


def _opened(program: AnyProgram, config: EnvConfig, name: str, why: str) -> Opened:
    config = replace(config, engine=name)
    return Opened(program, make_engine(program, config), config, why)


def _is_cuda(device: str) -> bool:
    if device == "auto":
        import torch

        return torch.cuda.is_available()
    return device.startswith("cuda")
