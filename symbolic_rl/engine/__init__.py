"""Engines: what expands resolvents into their candidates. One registry; torch-free."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine.base import COUNTERS, Engine, Expansion
from symbolic_rl.errors import ConfigError

if TYPE_CHECKING:
    from symbolic_rl.engine.flat.program import AnyProgram

__all__ = ["COUNTERS", "ENGINES", "Engine", "Expansion", "make_engine"]


def _prolog(program: "AnyProgram", config: EnvConfig) -> Engine:
    from symbolic_rl.engine.program import HeldProgram
    from symbolic_rl.engine.prolog import PrologEngine

    assert isinstance(program, HeldProgram)
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
