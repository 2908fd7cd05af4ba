"""All environments in this process, the policy once for all of them.

With the engine ``tensor`` they are tensors on the policy's device.
"""

from collections.abc import Mapping
from typing import Any

from torchrl.envs import EnvBase

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.devices import resolve_device
from symbolic_rl.collectors.base import LocalCollector, env_options
from symbolic_rl.envs.on_device import TensorDerivationEnv, plays_on_device
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    state: Mapping[str, Any] | None = None,
    *,
    first_row: int = 0,
) -> LocalCollector:
    """See :func:`symbolic_rl.collectors.make_collector`."""
    return LocalCollector(_make_env(problem, policy, config, first_row), policy, config, state)


def _make_env(
    problem: Problem, policy: DerivationPolicy, config: TrainConfig, first_row: int
) -> EnvBase:
    options = env_options(policy, config) | {"first_row": first_row}
    if plays_on_device(problem):
        device = resolve_device(config.device)
        return TensorDerivationEnv(problem, config.n_envs, device=device, **options)
    return DerivationEnv(problem, config.n_envs, n_threads=config.n_threads, **options)
