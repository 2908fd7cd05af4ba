"""How frames are gathered. Every collector yields rollouts [n_envs, T] of TorchRL.

To add one, write a function with the signature of :func:`vectorized` and add it to
``COLLECTORS``; the equivalence test then steps it with the others.
"""

from collections.abc import Callable

from torchrl.collectors import BaseCollector
from torchrl.envs import EnvBase

from symbolic_rl.collectors.vectorized import vectorized
from symbolic_rl.config import TrainConfig
from symbolic_rl.errors import ConfigError
from symbolic_rl.policy import DerivationPolicy

__all__ = ["COLLECTORS", "make_collector"]

COLLECTORS: dict[str, Callable[[EnvBase, DerivationPolicy, TrainConfig], BaseCollector]] = {
    "vectorized": vectorized,
}
"""Values of ``--collector``."""


def make_collector(env: EnvBase, policy: DerivationPolicy, config: TrainConfig) -> BaseCollector:
    """Build the collector that the configuration names.

    Raises:
        ConfigError: there is none of that name.
    """
    if config.collector not in COLLECTORS:
        raise ConfigError(
            f"There is no collector {config.collector!r}.",
            "--collector",
            f"choose from {sorted(COLLECTORS)}.",
        )
    return COLLECTORS[config.collector](env, policy, config)
