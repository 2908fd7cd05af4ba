"""Environments and searches in torch-free processes of this machine.

The policy acts here, once for all environments, and searches have its weights in C. A worker that
dies or hangs is replaced; the counter ``worker_restarts`` says how often.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from symbolic_rl.base.config import ResolvedConfig
from symbolic_rl.base.machine import n_cores
from symbolic_rl.collectors.base import CollectorFigures, LocalCollector, env_options
from symbolic_rl.collectors.proofs import WorkerSearches
from symbolic_rl.envs.torchrl import PoolEnv
from symbolic_rl.envs.workers import WorkerPool
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy


class Multiprocess:
    """See :class:`.Backend`."""

    @staticmethod
    def rollouts(
        problem: Problem,
        policy: DerivationPolicy,
        config: ResolvedConfig,
        state: Mapping[str, Any] | None = None,
    ) -> LocalCollector:
        """See :class:`.Backend`."""
        run = config.run
        policy.yields_core = run.n_workers >= n_cores()
        env = PoolEnv(problem, run.n_envs, n_workers=run.n_workers, **env_options(policy, run))
        try:
            return _PoolCollector(env, policy, run, state)
        except BaseException:
            env.close()
            raise

    @staticmethod
    def proofs(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig
    ) -> WorkerSearches:
        """See :class:`.Backend`."""
        n = config.run.n_workers
        return WorkerSearches(
            problem,
            policy,
            n_workers=n,
            at_once=config.run.n_envs,
            open_workers=partial(WorkerPool, problem, n, n_workers=n, with_candidates=False),
            place="processes",
        )


class _PoolCollector(LocalCollector):
    """Rollouts of a pool of workers."""

    @property
    def figures(self) -> CollectorFigures:
        """Counts so far, the replaced workers among them."""
        figures = super().figures
        counters = figures.counters | {"worker_restarts": self.env.restarts}
        return replace(figures, counters=counters)
