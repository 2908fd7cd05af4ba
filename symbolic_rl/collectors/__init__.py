"""Collectors: the ways to gather frames, with one interface, chosen by ``--collector``.

To add one, write a module of this folder with a function ``make`` of the signature of
:func:`make_collector`, and add its entry to ``COLLECTORS``; the equivalence test then steps it with
the others. Torch is imported by :func:`make_collector`, not before.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.machine import n_cores
from symbolic_rl.base.ranks import Ranks

if TYPE_CHECKING:
    from symbolic_rl.collectors.base import Collector
    from symbolic_rl.play.problem import Problem
    from symbolic_rl.policy import DerivationPolicy

__all__ = ["COLLECTORS", "Backend", "make_collector", "notes", "resolve"]


@dataclass(frozen=True)
class Backend:
    """Entry of the registry."""

    line: str
    """Description for `symbolic-rl collectors`."""
    parallelism_flag: str = "n_workers"
    """Setting that it obeys: ``n_threads`` or ``n_workers``."""
    one_row_each: bool = False
    """Every worker has exactly one environment."""
    searches: str = ""
    """Maker of its searches for proofs (``--algo expert``), as ``module:name``; it gets a problem,
    a policy and the training settings. Empty for a collector that cannot search."""


COLLECTORS: dict[str, Backend] = {
    "vectorized": Backend(
        "all environments in this process, n_threads threads",
        "n_threads",
        searches="symbolic_rl.training.search_workers:local_searches",
    ),
    "multiprocess": Backend(
        "n_workers torch-free processes, replaced when they die or hang",
        searches="symbolic_rl.training.search_workers:WorkerSearches",
    ),
    "replicated": Backend(
        "n_workers processes, each with a copy of the policy (TorchRL)",
        searches="symbolic_rl.training.search_workers:WorkerSearches",
    ),
    "ray": Backend(
        "n_workers Ray actors on one or many machines, each with a copy of the policy",
        searches="symbolic_rl.training.search_workers:RaySearches",
    ),
    "parallel-env": Backend(
        "one process for each environment (TorchRL's ParallelEnv), the classic design, to compare",
        one_row_each=True,
    ),
}
"""Values of ``--collector``; the module is the name with underscores."""


def resolve(config: TrainConfig, ranks: Ranks | None = None) -> ResolvedConfig:
    """Check the names, count the workers and take this process's part of the rows.

    Args:
        config: training settings as they are given.
        ranks: the processes that train together.

    Raises:
        ConfigError: a name is in no registry, or workers or ranks cannot share the environments.
    """
    ranks, run = ranks or Ranks(), _with_workers(config.expect_names())
    if run.gathers_proofs and not COLLECTORS[run.collector].searches:
        able = ", ".join(name for name, other in COLLECTORS.items() if other.searches)
        raise ConfigError(
            f"--collector {run.collector} plays rollouts and cannot search.",
            f"--collector with --algo {run.algo}",
            f"use one of {able}; or learn from rollouts, with --algo ppo.",
        )
    if run.gathers_proofs and ranks.count > 1:
        raise ConfigError(
            f"--algo {run.algo} trains in one process, which may have workers.",
            "torchrun",
            "start one process, with --collector multiprocess; or use --algo ppo.",
        )
    return ResolvedConfig(run=run, rank=ranks.rank_config(run), first_row=ranks.first_row(run))


def notes(config: TrainConfig) -> list[str]:
    """Return a line for each resolved setting that can hardly be meant, with its fix."""
    name, backend, said = config.collector, COLLECTORS[config.collector], []
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
    return said


def make_collector(
    problem: "Problem",
    policy: "DerivationPolicy",
    config: ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> "Collector":
    """Build the collector that the configuration names; shut it down in the end.

    Args:
        problem: program, and the training queries that are played.
        policy: chooses the actions; its copies get the learned weights before each rollout.
        config: training settings.
        state: ``state()`` of another collector of these settings, to go on from there.

    Raises:
        InstallationError: a package it needs is not installed.
        WorkerError: its workers did not start.

    >>> from symbolic_rl.play.problem import load_problem
    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> problem = load_problem("countries_s1")
    >>> policy = make_policy("resolvent", PolicyShape.for_problem(problem))
    >>> config = resolve(TrainConfig(algo="ppo", n_envs=4, frames_per_batch=32))
    >>> collector = make_collector(problem, policy, config)
    >>> next(iter(collector)).shape
    torch.Size([4, 8])
    >>> collector.shutdown()
    """
    module = import_module(f"{__name__}.{config.run.collector.replace('-', '_')}")
    collector: Collector = module.make(problem, policy, config, state)
    return collector


def _with_workers(config: TrainConfig) -> TrainConfig:
    """Fill in ``n_workers`` where it is 0, and refuse workers that cannot share the rows."""
    backend, n_envs, n_workers = COLLECTORS[config.collector], config.n_envs, config.n_workers
    if backend.parallelism_flag != "n_workers":
        return config
    team = config.rows_per_query
    if not n_workers:
        n_workers = n_envs if backend.one_row_each else _most_workers(n_envs // team, n_cores())
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
        fitting = _most_workers(n_envs, n_workers)
        raise ConfigError(
            f"n_envs={n_envs} cannot be shared equally by n_workers={n_workers}.",
            "--n-envs, --n-workers",
            f"try --n-workers {fitting}, or --n-envs {-(-n_envs // n_workers) * n_workers}.",
        )
    return replace(config, n_workers=n_workers)


def _most_workers(n_envs: int, limit: int) -> int:
    """Return the largest divisor of ``n_envs`` up to ``limit``."""
    return next(n for n in range(min(n_envs, limit), 0, -1) if n_envs % n == 0)
