"""Environments in torch-free processes that share memory, the policy here, once for all of them.

A worker that dies or hangs is replaced; the counter ``worker_restarts`` says how often.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symbolic_rl.collectors.base import Figures, env_options
from symbolic_rl.collectors.local import LocalCollector
from symbolic_rl.config import TrainConfig
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.pool_env import PoolEnv
from symbolic_rl.problem import Problem


class Multiprocess(LocalCollector):
    """Rollouts of a pool of workers."""

    @property
    def figures(self) -> Figures:
        """What was counted so far."""
        figures = super().figures
        counters = figures.counters | {"worker_restarts": self.env.restarts}
        return replace(figures, counters=counters)


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    state: Mapping[str, Any] | None = None,
) -> Multiprocess:
    """See :func:`symbolic_rl.collectors.make_collector`."""
    env = PoolEnv(problem, config.n_envs, n_workers=config.n_workers, **env_options(policy, config))
    try:
        return Multiprocess(env, policy, config, state)
    except BaseException:
        env.close()
        raise
