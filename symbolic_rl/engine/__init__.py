"""Engines: their registry, and the choice of the one that runs a program.

To add an engine, write a class that has :class:`Engine` and give it an entry in :data:`ENGINES`.
Torch-free: the factory of an entry imports what its engine needs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, NotFlatError
from symbolic_rl.engine.base import COUNTERS, Capabilities, Engine, Expansion, PrologHandle, Wire
from symbolic_rl.program.program import Program

if TYPE_CHECKING:
    from symbolic_rl.engine.tensor.tables import Tables

__all__ = [
    "COUNTERS", "ENGINES", "Capabilities", "Engine", "EngineEntry", "Expansion", "LoadedProgram",
    "Wire", "make_engine", "need_prolog", "need_tables", "open_program",
]  # fmt: skip


@dataclass(frozen=True)
class EngineEntry:
    """Entry of the registry of engines."""

    line: str
    """Description, for help and error messages."""
    make: Callable[[Program, EnvConfig], Engine]
    """Factory; it raises NotFlatError for a program that only the engine ``prolog`` can run."""
    best_on: Mapping[str, str] = field(default_factory=dict)
    """Kind of device of the policy (cpu, cuda) -> why ``auto`` tries this engine first there."""
    least_rows: int = 0
    """Rows from which on ``auto`` does so."""
    capabilities: frozenset[str] = frozenset()
    """Fields of :class:`Capabilities` that its engines can have."""


def _prolog(program: Program, config: EnvConfig) -> Engine:
    from symbolic_rl.engine.prolog import PrologEngine

    return PrologEngine(program, config)


def _tensor(program: Program, config: EnvConfig) -> Engine:
    if config.process:
        return _memoised(program, config)
    from symbolic_rl.engine.tensor.engine import TensorEngine

    return TensorEngine(program, config)


def _memoised(program: Program, config: EnvConfig) -> Engine:
    """Make an engine of a process whose states become tables: they are expanded once."""
    from symbolic_rl.engine.prolog import PrologEngine

    engine = PrologEngine(program, config)
    engine.capabilities = replace(engine.capabilities, memoised=True)
    return engine


TENSOR_ROWS = 4096
"""A step of the engine ``tensor`` launches 128 kernels and a graph of 1,500 to 2,300, for 256 rows
as for 4,096, while the engine ``prolog`` makes 807,000 steps a second on one core. At 5 to 7
microseconds a launch and 2 in a graph, which are assumptions until somebody has measured them,
they are even at 2,900 to 4,400 rows."""

MANY_CLAUSES = 100_000
"""Clauses from which on what loading leaves behind is worth a tenth of a second."""

ENGINES: dict[str, EngineEntry] = {
    "prolog": EngineEntry(
        "SWI-Prolog, all programs",
        _prolog,
        best_on={
            "cpu": "the fastest one on the CPU",
            "cuda": f"the faster one for fewer than {TENSOR_ROWS:,} rows",
        },
        capabilities=frozenset({"wire", "prolog"}),
    ),
    "tensor": EngineEntry(
        "torch, function-free programs and processes of few states, on the policy's device",
        _tensor,
        best_on={"cuda": f"{TENSOR_ROWS:,} rows or more of a function-free program, on CUDA"},
        least_rows=TENSOR_ROWS,
        capabilities=frozenset({"tables", "memoised"}),
    ),
}
"""Values of ``--engine`` besides ``auto``. The equivalence tests go through all entries."""


def make_engine(program: Program, config: EnvConfig) -> Engine:
    """Make the engine that ``config.engine`` names.

    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "p.pl")
    >>> _ = file.write_text("p(a). p(b) :- p(a).")
    >>> program = Program([file], {}, goals={"asked": "p(X)"})
    >>> engine = make_engine(program, EnvConfig(engine="tensor"))
    >>> import numpy as np
    >>> from symbolic_rl.bridge.tokens import TokenBatch
    >>> states = TokenBatch.of([query.root(answers=False) for query in program.queries])
    >>> none = np.zeros(len(states), np.int64)  # nothing hidden, first page
    >>> engine.expand(states, hidden=none, limit=32, offset=none).counts
    array([1])

    Raises:
        ConfigError: there is no such engine.
    """
    return _entry(config.engine).make(program, config)


def _entry(name: str) -> EngineEntry:
    if name not in ENGINES:
        near = get_close_matches(name, ["auto", *ENGINES], 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        lines = "; ".join(f"{name} ({entry.line})" for name, entry in ENGINES.items())
        fix = f"{hint}choose from auto (the best one); {lines}."
        raise ConfigError(f"unknown engine {name!r}.", "--engine", fix)
    return ENGINES[name]


def need_prolog(engine: Engine, what: str) -> PrologHandle:
    """Return the handle of an engine in SWI-Prolog, which ``what`` needs.

    Raises:
        ConfigError: the engine has none.
    """
    handle = engine.capabilities.prolog
    if handle is None:
        raise _lacking("prolog", what)
    return handle


def need_tables(engine: Engine, what: str) -> "Tables":
    """Return the tensors of an engine's program; see :func:`need_prolog`."""
    tables = engine.capabilities.tables
    if tables is None:
        raise _lacking("tables", what)
    return tables


def _lacking(capability: str, what: str) -> ConfigError:
    names = " or ".join(n for n, entry in ENGINES.items() if capability in entry.capabilities)
    return ConfigError(f"{what} needs the engine {names}.", "--engine", f"use --engine {names}.")


@dataclass(frozen=True)
class LoadedProgram:
    """A program with the engine that runs it."""

    program: Program
    engine: Engine
    config: EnvConfig
    """With the name of that engine."""
    why: str
    """Why this engine, in words."""


def open_program(
    files: Sequence[Path],
    queries: Mapping[str, Sequence[Path]],
    config: EnvConfig,
    *,
    goal: str = "",
    device: str = "cpu",
    rows: int = 0,
) -> LoadedProgram:
    """Load a program and open the engine that ``config.engine`` names; ``auto`` takes the best one.

    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "q.pl")
    >>> _ = file.write_text("q(a). q(b).")
    >>> loaded = open_program([file], {}, EnvConfig(), goal="q(X)")
    >>> loaded.config.engine, len(loaded.program.clauses), loaded.why
    ('prolog', 2, 'as asked')

    Args:
        files: Prolog files, read in this order as one program.
        queries: query files, by split.
        config: settings.
        goal: a goal typed by a user; it becomes one more query, of split ``goal``.
        device: where the policy will run; ``auto`` depends on it.
        rows: environments that will be stepped side by side; it depends on these too.

    Raises:
        ConfigError: there is no such engine.
        ProgramError: the program or the queries have errors.
        NotFlatError: the engine cannot run the program.
        MissingPrologError: SWI-Prolog is not installed.
    """
    (*others, last), why = _to_try(config, device, rows)
    _entry(last)  # before a large program is read
    program = Program(files, queries, goals={"goal": goal} if goal else None, config=config)
    for name in others:
        try:
            return _opened(program, config, name, why)
        except NotFlatError as error:
            why = error.what.rstrip(".")
    return _opened(program, config, last, why)


def _to_try(config: EnvConfig, device: str, rows: int) -> tuple[list[str], str]:
    """Return the engines to try, the best one first, and why it is the best."""
    if config.engine != "auto":
        return [config.engine], "as asked"
    if config.process:  # whether its states are few enough for tables is known too late
        return ["prolog"], "a process; --engine tensor holds it as tables"
    kind = "cuda" if _is_cuda(device) else "cpu"
    fit = [name for name, e in ENGINES.items() if kind in e.best_on and rows >= e.least_rows]
    fit.sort(key=lambda name: -ENGINES[name].least_rows)
    order = [*fit, *(name for name in ENGINES if name not in fit)]
    return order, ENGINES[order[0]].best_on[kind]


def _opened(program: Program, config: EnvConfig, name: str, why: str) -> LoadedProgram:
    config = replace(config, engine=name)
    loaded = LoadedProgram(program, make_engine(program, config), config, why)
    if program.n_clauses > MANY_CLAUSES:
        from symbolic_rl.base.machine import release_memory

        release_memory()
    return loaded


def _is_cuda(device: str) -> bool:
    if device == "auto":
        import torch

        return torch.cuda.is_available()
    return device.startswith("cuda")
