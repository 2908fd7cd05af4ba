"""Environments in torch-free processes that share memory, the policy here, once for all of them.

A worker that dies or hangs is replaced; the counter ``worker_restarts`` says how often.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symbolic_rl.base.config import ResolvedConfig
from symbolic_rl.base.machine import n_cores
from symbolic_rl.collectors.base import CollectorFigures, LocalCollector, env_options
from symbolic_rl.envs.pool import PoolEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy


class Multiprocess(LocalCollector):
    """Rollouts of a pool of workers."""

    @property
    def figures(self) -> CollectorFigures:
        """Counts so far, the replaced workers among them."""
        figures = super().figures
        counters = figures.counters | {"worker_restarts": self.env.restarts}
        return replace(figures, counters=counters)


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> Multiprocess:
    """Build the collector; see :func:`symbolic_rl.collectors.make_collector`."""
    run = config.run
    policy.yields_core = run.n_workers >= n_cores()
    env = PoolEnv(problem, run.n_envs, n_workers=run.n_workers, **env_options(policy, run))
    try:
        return Multiprocess(env, policy, run, state)
    except BaseException:
        env.close()
        raise
