"""Engines: a program opened for steps and searches, and as tensors for steps on a device."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, NotFlatError
from symbolic_rl.engine.prolog import COUNTERS, Expansion, PrologEngine
from symbolic_rl.program.program import Program

if TYPE_CHECKING:
    from symbolic_rl.engine.tensor.tables import Tables

__all__ = [
    "COUNTERS", "ENGINES", "TENSOR_ROWS", "Expansion", "LoadedProgram", "PrologEngine",
    "open_program",
]  # fmt: skip

ENGINES = {
    "prolog": "the C core and SWI-Prolog, all programs",
    "tensor": "torch, function-free programs and MDPs of few states, on the policy's device",
}
"""Values of ``--engine`` besides ``auto``, with their descriptions."""

TENSOR_ROWS = 4096
"""Rows at which ``auto`` begins to try the engine ``tensor`` on CUDA.

A step there launches 128 kernels and a graph of 1,500 to 2,300, for 256 rows as for 4,096. The
engine ``prolog`` makes 807,000 steps a second on one core. At 5 to 7 microseconds a launch and 2 in
a graph (assumed, not measured), they break even at 2,900 to 4,400.
"""

MANY_CLAUSES = 100_000
"""Above this number of clauses, freeing the memory that loading leaves is worth its 0.1 s."""


@dataclass(frozen=True)
class LoadedProgram:
    """A program with the engine that runs it."""

    program: Program
    engine: PrologEngine
    tables: "Tables | None"
    """The program as tensors, where the engine ``tensor`` steps it."""
    env_config: EnvConfig
    """Settings with the name of the engine, never ``auto``."""
    why_engine: str
    """Reason for the choice of the engine."""


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
    >>> loaded.env_config.engine, len(loaded.program.clauses), loaded.why_engine
    ('prolog', 2, 'as set')

    The ``files`` are one program, in this order; query files are by split. A ``goal`` typed by a
    user becomes one more query, of split ``goal``. The engine ``auto`` depends on the policy's
    ``device``, and on the ``rows`` that will be stepped side by side.

    ConfigError: there is no such engine. ProgramError: program or queries have errors.
    NotFlatError: the engine cannot run the program. MissingPrologError: SWI-Prolog is not
    installed.
    """
    name, why = _chosen(config, device, rows)
    program = Program(files, queries, goals={"goal": goal} if goal else None, config=config)
    tables = None
    if name == "tensor" and not config.is_mdp:  # an MDP becomes tables of its states
        import torch

        from symbolic_rl.engine.tensor.clause_table import ClauseTable
        from symbolic_rl.engine.tensor.tables import Tables

        try:
            tables = Tables(ClauseTable.of(program), torch.device("cpu"))
        except NotFlatError as error:
            if config.engine != "auto":
                raise
            name, why = "prolog", error.what.rstrip(".")
    config = replace(config, engine=name)
    loaded = LoadedProgram(program, PrologEngine(program, config), tables, config, why)
    if program.n_clauses > MANY_CLAUSES:
        from symbolic_rl.base.machine import release_memory

        release_memory()
    return loaded


def _chosen(config: EnvConfig, device: str, rows: int) -> tuple[str, str]:
    """Return the engine to try first, and why."""
    name = config.engine
    if name in ENGINES:
        return name, "as set"
    if name != "auto":
        near = get_close_matches(name, ["auto", *ENGINES], 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        lines = "; ".join(f"{name} ({line})" for name, line in ENGINES.items())
        fix = f"{hint}choose from auto (the best one); {lines}."
        raise ConfigError(f"unknown engine {name!r}.", "--engine", fix)
    if config.is_mdp:  # whether its states are few enough for tables is known too late
        return "prolog", "an MDP; --engine tensor holds it as tables"
    if not _is_cuda(device):
        return "prolog", "the fastest one on the CPU"
    if rows < TENSOR_ROWS:
        return "prolog", f"the faster one for fewer than {TENSOR_ROWS:,} rows"
    return "tensor", f"{TENSOR_ROWS:,} rows or more of a function-free program, on CUDA"


def _is_cuda(device: str) -> bool:
    if device == "auto":
        import torch

        return torch.cuda.is_available()
    return device.startswith("cuda")
