"""Collectors: where environments are stepped and searches run, chosen by ``--collector``.

A collector gathers rollouts for PPO and GRPO, and proofs for expert iteration. To add one, write a
class with the methods of :class:`symbolic_rl.collectors.base.Backend` and its entry in
``COLLECTORS``; the equivalence tests then run it with the others. Torch is imported by
:func:`make_collector` and :func:`make_searches`, not before.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.machine import n_cores
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.registry import Entry
from symbolic_rl.search.base import default_memory_mb

if TYPE_CHECKING:
    from symbolic_rl.collectors.base import Backend, Collector
    from symbolic_rl.collectors.proofs import Searches
    from symbolic_rl.derivations.problem import Problem
    from symbolic_rl.policy import DerivationPolicy

__all__ = [
    "COLLECTORS", "CollectorEntry", "make_collector", "make_searches", "notes", "resolve",
]  # fmt: skip


@dataclass(frozen=True)
class CollectorEntry(Entry[type["Backend"]]):
    """Entry of the registry: the backend's class, and its description.

    The description begins with the place, up to a comma: "in this process, ...".
    """

    parallelism_flag: str = "n_workers"
    """Setting with its number of workers, who share the rows equally; or ``n_threads``."""


COLLECTORS: dict[str, CollectorEntry] = {
    "vectorized": CollectorEntry(
        "symbolic_rl.collectors.base:Vectorized",
        "in this process, n_threads threads",
        "n_threads",
    ),
    "multiprocess": CollectorEntry(
        "symbolic_rl.collectors.base:Multiprocess",
        "in n_workers torch-free processes, replaced when they die or hang",
    ),
    "ray": CollectorEntry(
        "symbolic_rl.collectors.ray:OnRay",
        "in n_workers Ray actors on one or many machines, each with a copy of the policy",
    ),
}
"""Values of ``--collector``: where environments are stepped and searches run."""


def resolve(config: TrainConfig, ranks: Ranks | None = None) -> ResolvedConfig:
    """Check the names, count the workers and take this process's part of the rows.

    ConfigError: a name is in no registry, or workers or ranks cannot share the environments.
    """
    ranks, run = ranks or Ranks(), _with_workers(config.expect_names())
    if run.gathers_proofs and ranks.count > 1:
        raise ConfigError(
            f"--algo {run.algo} trains in one process, which may have workers.",
            "torchrun",
            "start one process, with --collector multiprocess; or use --algo ppo.",
        )
    if run.ready_share < 1:
        _expect_lanes(run, ranks)
    if run.policy == "structure" and run.algo == "ppo":
        raise ConfigError(
            "The policy structure, which is for several programs, cannot value a state without "
            "its candidates, as --algo ppo needs to.",
            "--policy, --algo, --env",
            "give --algo expert; or for one program --algo grpo, or --policy structured.",
        )
    if run.search_ahead and not (run.gathers_proofs and run.collector == "multiprocess"):
        raise ConfigError(
            f"--algo {run.algo} with --collector {run.collector} cannot search ahead.",
            "search_ahead",
            "leave it out, or use --algo expert --collector multiprocess.",
        )
    return ResolvedConfig(run=run, rank=ranks.rank_config(run), first_row=ranks.first_row(run))


def described(config: TrainConfig) -> str:
    """Return where environments are stepped or searches run: the collector, with its numbers.

    >>> described(TrainConfig(n_envs=64, algo="ppo"))
    'collector vectorized (--n-threads 1): 64 environments side by side in this process'
    """
    backend = COLLECTORS[config.collector]
    number = getattr(config, backend.parallelism_flag)
    flag = f"--{backend.parallelism_flag.replace('_', '-')} {number}"
    rows = "searches" if config.gathers_proofs else "environments"
    place = backend.help.partition(",")[0].replace("n_workers ", "")
    return f"collector {config.collector} ({flag}): {config.n_envs:,} {rows} side by side {place}"


def notes(config: TrainConfig) -> list[str]:
    """Return a line for each resolved setting that is probably a mistake, with its fix."""
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
            f"{config.n_workers} workers on {n_cores()} cores slow each other down: "
            f"try --n-workers {_most_workers(config.n_envs, n_cores())}."
        )
    return said


def make_collector(
    problem: "Problem",
    policy: "DerivationPolicy",
    config: TrainConfig | ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> "Collector":
    """Build the collector that the configuration names; the caller must shut it down.

    Its rollouts end after ``config.total_frames`` frames.

    InstallationError: a package it needs is not installed. WorkerError: its workers did not start.

    Args:
        problem: program, and the training queries that start episodes.
        policy: chooses the actions; its copies get the learned weights before each rollout.
        config: training settings.
        state: ``state()`` of an earlier collector with these settings, to continue from.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> from symbolic_rl.policy import make_policy
    >>> problem = load_problem("countries_s1")
    >>> policy = make_policy("auto", problem)
    >>> config = TrainConfig(algo="ppo", n_envs=4, frames_per_batch=32, total_frames=64)
    >>> collector = make_collector(problem, policy, config)
    >>> [rollout.shape for rollout in collector]
    [torch.Size([4, 8]), torch.Size([4, 8])]
    >>> collector.shutdown()
    """
    config = resolve(config) if isinstance(config, TrainConfig) else config
    return COLLECTORS[config.run.collector].load().rollouts(problem, policy, config, state)


def make_searches(
    problem: "Problem", policy: "DerivationPolicy", config: ResolvedConfig
) -> "Searches":
    """Open the searches for proofs of the collector that the configuration names.

    ConfigError: the engine cannot search. InstallationError: a package it needs is not installed.
    WorkerError: its workers did not start.

    Args:
        problem: program and training queries.
        policy: guides the searches; copies get the learned weights before each round.
        config: training settings.
    """
    return COLLECTORS[config.run.collector].load().proofs(problem, policy, config)


def share_of_program(config: ResolvedConfig, n: int) -> ResolvedConfig:
    """Return the settings of searches in one of ``n`` programs: its share of rows and workers."""
    run = config.run
    if n == 1:
        return config
    n_envs = -(-run.n_envs // n)
    run = replace(
        run,
        n_envs=n_envs,
        n_workers=max(1, run.n_workers // n),
        n_threads=min(run.n_threads, n_envs),
        memory_mb=max(1, (run.memory_mb or default_memory_mb()) // n),
    )
    return replace(config, run=run, n_programs=n)


def _expect_lanes(run: TrainConfig, ranks: Ranks) -> None:
    """Refuse ``ready_share`` where the rows do not step independently of each other."""
    why = ""
    if run.gathers_proofs:
        why = f"--algo {run.algo} steps no rows"
    elif run.collector == "ray" or ranks.count > 1:
        why = "the processes of a run with ray or torchrun step all of their rows together"
    if why:
        raise ConfigError(
            f"{why}: ready_share={run.ready_share:g} is not possible.",
            "ready_share",
            "leave it out, or use --algo ppo or grpo with vectorized or multiprocess.",
        )


def _with_workers(config: TrainConfig) -> TrainConfig:
    """Fill in ``n_workers`` if it is 0, and refuse workers that cannot share the rows."""
    backend, n_envs, n_workers = COLLECTORS[config.collector], config.n_envs, config.n_workers
    if backend.parallelism_flag != "n_workers":
        return config
    team = config.rows_per_query
    n_workers = n_workers or _most_workers(n_envs // team, n_cores())
    teams = n_workers * team
    if n_envs % teams:
        fewer = _most_workers(n_envs // team, n_workers)
        raise ConfigError(
            f"n_envs={n_envs} cannot be shared equally by n_workers={n_workers}"
            + (f", in groups of {team}." if team > 1 else "."),
            "--n-envs, --n-workers",
            f"try --n-workers {fewer}, or --n-envs {-(-n_envs // teams) * teams}.",
        )
    return replace(config, n_workers=n_workers)


def _most_workers(n_envs: int, limit: int) -> int:
    """Return the largest divisor of ``n_envs`` up to ``limit``."""
    return next(n for n in range(min(n_envs, limit), 0, -1) if n_envs % n == 0)
