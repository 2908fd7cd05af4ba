"""Environments and searches in this process, the policy called once for all of them.

With the engine ``tensor`` environments are tensors on the policy's device.
"""

from collections.abc import Mapping
from typing import Any

from torchrl.envs import EnvBase

from symbolic_rl.base.config import ResolvedConfig
from symbolic_rl.collectors.base import LocalCollector, env_options
from symbolic_rl.collectors.proofs import LocalSearches
from symbolic_rl.envs.on_device import TensorDerivationEnv, plays_on_device
from symbolic_rl.envs.process_on_device import ProcessTensorEnv
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy


class Vectorized:
    """See :class:`.Backend`."""

    @staticmethod
    def rollouts(
        problem: Problem,
        policy: DerivationPolicy,
        config: ResolvedConfig,
        state: Mapping[str, Any] | None = None,
    ) -> LocalCollector:
        """See :class:`.Backend`."""
        rank = config.rank
        options = env_options(policy, rank) | {"first_row": config.first_row}
        env: EnvBase
        if problem.is_memoised:
            env = ProcessTensorEnv(problem, rank.n_envs, device=policy.device, **options)
        elif plays_on_device(problem):
            env = TensorDerivationEnv(problem, rank.n_envs, device=policy.device, **options)
        else:
            env = DerivationEnv(problem, rank.n_envs, n_threads=rank.n_threads, **options)
        return LocalCollector(env, policy, rank, state)

    @staticmethod
    def proofs(problem: Problem, policy: DerivationPolicy, config: ResolvedConfig) -> LocalSearches:
        """See :class:`.Backend`."""
        return LocalSearches(problem, policy, config.run.n_envs, config.run.n_threads)
