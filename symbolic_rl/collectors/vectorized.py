"""All environments in this process, the policy once for all of them."""

from collections.abc import Mapping
from typing import Any

from symbolic_rl.collectors.base import env_options
from symbolic_rl.collectors.local import LocalCollector
from symbolic_rl.config import TrainConfig
from symbolic_rl.env import DerivationEnv
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.problem import Problem


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    state: Mapping[str, Any] | None = None,
) -> LocalCollector:
    """See :func:`symbolic_rl.collectors.make_collector`."""
    env = DerivationEnv(
        problem, config.n_envs, n_threads=config.n_threads, **env_options(policy, config)
    )
    return LocalCollector(env, policy, config, state)
