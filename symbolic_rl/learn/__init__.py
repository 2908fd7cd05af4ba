"""Learning algorithms: what happens to the policy after each batch of frames.

To add one, write a class with the methods of :class:`Algorithm` and add it to ``ALGORITHMS``.
"""

from collections.abc import Callable
from typing import Any, Protocol

from tensordict import TensorDictBase

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.grpo import GRPO
from symbolic_rl.learn.ppo import PPO
from symbolic_rl.policy import DerivationPolicy

__all__ = ["ALGORITHMS", "GRPO", "PPO", "Algorithm", "make_algorithm"]


class Algorithm(Protocol):
    """Improves a policy in place."""

    seconds: dict[str, float]
    """Seconds spent so far, by phase."""

    def describe(self) -> str:
        """What is worth saying before it starts; may be empty."""
        ...

    def learn(self, batch: TensorDictBase, *, progress: float) -> dict[str, float]:
        """Learn from a rollout [n_envs, T], or from this rank's rows of it.

        ``progress`` in [0, 1) anneals. Returns metrics, those of all ranks together.
        """
        ...

    def state_dict(self) -> dict[str, Any]:
        """What a resumed run needs beside the weights."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        ...


ALGORITHMS: dict[str, Callable[[DerivationPolicy, TrainConfig, Ranks], Algorithm]] = {
    "ppo": PPO,
    "grpo": GRPO,
}
"""Values of ``--algo``."""


def make_algorithm(
    policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
) -> Algorithm:
    """Build the algorithm that the configuration names.

    Args:
        policy: learns.
        config: settings of the whole run.
        ranks: the processes that train together; each learns from its own rows.
    """
    return ALGORITHMS[config.algo](policy, config, ranks or Ranks())
