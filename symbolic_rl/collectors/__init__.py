"""How frames are gathered: five ways with one interface, chosen by ``--collector``.

To add one, write a module of this folder with a function ``make`` of the signature of
:func:`make_collector`, and add its line to ``COLLECTORS``; the equivalence test then steps it with
the others. Torch is imported by :func:`make_collector`, not before.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.machine import n_cores

if TYPE_CHECKING:
    from symbolic_rl.collectors.base import Collector
    from symbolic_rl.play.problem import Problem
    from symbolic_rl.policy import DerivationPolicy

__all__ = ["COLLECTORS", "Backend", "make_collector", "notes", "resolve"]


@dataclass(frozen=True)
class Backend:
    """A line of the registry."""

    line: str
    """What it is, for `symbolic-rl collectors`."""
    parallelism_flag: str = "n_workers"
    """The one of ``n_threads`` and ``n_workers`` that it obeys."""
    one_row_each: bool = False
    """Every worker has exactly one environment."""
    can_overlap: bool = False
    """It obeys ``overlap``."""


COLLECTORS: dict[str, Backend] = {
    "vectorized": Backend("all environments in this process, n_threads threads", "n_threads"),
    "multiprocess": Backend(
        "n_workers torch-free processes, replaced when they die or hang", can_overlap=True
    ),
    "replicated": Backend("n_workers processes, each with a copy of the policy (TorchRL)"),
    "ray": Backend("n_workers Ray actors on one or many machines, each with a copy of the policy"),
    "parallel-env": Backend(
        "one process for each environment (TorchRL's ParallelEnv), the classic design, to compare",
        one_row_each=True,
    ),
}
"""Values of ``--collector``; the module is the name with underscores."""


def resolve(config: TrainConfig) -> TrainConfig:
    """Fill in ``n_workers`` where it is 0, and refuse what the collector cannot do.

    Raises:
        ConfigError: there is no such collector, or the workers cannot share the environments.
    """
    backend = _backend(config.collector)
    n_envs, n_workers = config.n_envs, config.n_workers
    if backend.parallelism_flag != "n_workers":
        return config
    team = config.rows_per_query
    if not n_workers:
        most = _fitting(n_envs // team, halves=config.overlap and backend.can_overlap)
        n_workers = n_envs if backend.one_row_each else most
    if config.overlap and backend.can_overlap and n_workers < 2:
        raise ConfigError(
            f"n_workers={n_workers} cannot be halved, and with overlap one half of the workers "
            "steps while the policy has the other.",
            "--overlap, --n-workers",
            "give --n-workers 2 and an even --n-envs, or leave --overlap out.",
        )
    if backend.one_row_each and n_workers != n_envs:
        raise ConfigError(
            f"{config.collector} has one environment in each worker, but n_envs={n_envs} and "
            f"n_workers={n_workers}.",
            "--n-envs, --n-workers",
            f"give --n-envs {n_workers} as well, or leave --n-workers out.",
        )
    if team > 1 and n_envs // n_workers % team:
        raise ConfigError(
            f"{n_envs} environments in {n_workers} workers cannot be played in groups of {team}.",
            "--n-envs, --n-workers, --group-size",
            f"give each worker a multiple of {team}, or use --collector vectorized.",
        )
    if n_envs % n_workers:
        nearest = _most_workers(n_envs, n_workers)
        raise ConfigError(
            f"n_envs={n_envs} cannot be shared equally by n_workers={n_workers}.",
            "--n-envs, --n-workers",
            f"try --n-workers {nearest}, or --n-envs {-(-n_envs // n_workers) * n_workers}.",
        )
    return replace(config, n_workers=n_workers)


def notes(config: TrainConfig) -> list[str]:
    """What is allowed but can hardly be meant, each with its fix."""
    backend, said = _backend(config.collector), []
    name, config = config.collector, resolve(config)
    if config.n_threads != 1 and backend.parallelism_flag != "n_threads":
        said.append(
            f"--n-threads {config.n_threads} has no effect with --collector {name}: "
            "leave it out, or use --collector vectorized."
        )
    if config.n_workers and backend.parallelism_flag != "n_workers":
        others = ", ".join(
            key for key, other in COLLECTORS.items() if other.parallelism_flag == "n_workers"
        )
        said.append(
            f"--n-workers {config.n_workers} has no effect with --collector {name}: "
            f"leave it out, or use one of {others}."
        )
    elif config.n_workers > n_cores() and not (name == "ray" and os.environ.get("RAY_ADDRESS")):
        said.append(
            f"{config.n_workers} workers for {n_cores()} cores get in each other's way: "
            f"try --n-workers {_most_workers(config.n_envs, n_cores())}"
            + (" with another collector." if backend.one_row_each else ".")
        )
    if config.overlap and not backend.can_overlap:
        said.append(
            f"--overlap has no effect with --collector {name}: "
            "leave it out, or use --collector multiprocess."
        )
    elif config.overlap and config.n_workers % 2:
        said.append(
            f"{config.n_workers} workers cannot be halved, so with --overlap the smaller half "
            "waits for the larger one: give an even --n-workers"
            + (" and an even --n-envs." if config.n_envs % 2 else ".")
        )
    return said


def make_collector(
    problem: "Problem",
    policy: "DerivationPolicy",
    config: TrainConfig,
    state: Mapping[str, Any] | None = None,
    *,
    first_row: int = 0,
) -> "Collector":
    """Build the collector that the configuration names; shut it down in the end.

    Args:
        problem: whose training queries are played.
        policy: chooses; what is learned reaches its copies before each batch.
        config: training settings.
        state: what ``state()`` of another collector of these settings gave, to go on from there.
        first_row: number of its first row, where ranks share the rows; see :mod:`.ranks`.

    Raises:
        ConfigError: see :func:`resolve`.
        InstallationError: a package it needs is not installed.
        WorkerError: its workers did not start.
    """
    config = resolve(config)
    module = import_module(f"{__name__}.{config.collector.replace('-', '_')}")
    options = {"first_row": first_row} if first_row else {}
    collector: Collector = module.make(problem, policy, config, state, **options)
    return collector


def _backend(name: str) -> Backend:
    if name not in COLLECTORS:
        near = get_close_matches(name, COLLECTORS, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise ConfigError(
            f"There is no collector {name!r}.",
            "--collector",
            f"{hint}choose from {', '.join(COLLECTORS)}; `symbolic-rl collectors` explains them.",
        )
    return COLLECTORS[name]


def _fitting(n_shares: int, *, halves: bool) -> int:
    """The number of workers that fits the machine; an even one for ``halves``, if there is one."""
    if halves and n_shares >= 2 and n_shares % 2 == 0:
        return 2 * _most_workers(n_shares // 2, max(1, n_cores() // 2))
    return _most_workers(max(1, n_shares), n_cores())


def _most_workers(n_envs: int, limit: int) -> int:
    """The largest number up to ``limit`` that divides ``n_envs``."""
    return next(n for n in range(min(n_envs, limit), 0, -1) if n_envs % n == 0)
