"""Learning algorithms, which improve a policy after each batch of frames.

To add one, write a class with the methods of :class:`Algorithm` and add it to ``ALGORITHMS``.
Torch is imported with the algorithm that is used, not before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.registry import Entry, look_up

if TYPE_CHECKING:
    from tensordict import TensorDictBase

    from symbolic_rl.policy import DerivationPolicy

__all__ = ["ALGORITHMS", "Algorithm", "make_algorithm"]


class Algorithm(Protocol):
    """Interface of an algorithm, which improves a policy in place."""

    seconds: dict[str, float]
    """Seconds spent so far, by phase."""

    def describe(self) -> str:
        """Return what users should know before training starts; may be empty."""
        ...

    def learn(
        self, batch: "TensorDictBase", *, progress: float, success: float = 0.0
    ) -> dict[str, float]:
        """Learn from a rollout [n_envs, T], or from this rank's rows of it.

        Args:
            batch: the rollout.
            progress: share of the run that is done, in [0, 1); anneals.
            success: share of the latest episodes, or of the round's searches, with a refutation.

        Returns:
            Metrics, over all ranks.
        """
        ...

    def state_dict(self) -> dict[str, Any]:
        """Return what a resumed run needs beside the weights."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned."""
        ...


@dataclass(frozen=True)
class AlgorithmEntry(Entry[Callable[["DerivationPolicy", TrainConfig, Ranks], Algorithm]]):
    """Entry of ``ALGORITHMS``."""

    gathers_proofs: bool = False
    """True if it learns from proofs that searches find, and not from rollouts."""
    plays_groups: bool = False
    """True if ``group_size`` environments play each query."""


ALGORITHMS: dict[str, AlgorithmEntry] = {
    "ppo": AlgorithmEntry("symbolic_rl.learn.ppo:PPO", "PPO with a critic"),
    "grpo": AlgorithmEntry(
        "symbolic_rl.learn.grpo:GRPO",
        "GRPO, which compares derivations of one query",
        plays_groups=True,
    ),
    "expert": AlgorithmEntry(
        "symbolic_rl.learn.imitation:Imitation",
        "expert iteration, which imitates the proofs that guided search finds",
        gathers_proofs=True,
    ),
}
"""Values of ``--algo``."""


def make_algorithm(
    policy: "DerivationPolicy", config: TrainConfig, ranks: Ranks | None = None
) -> Algorithm:
    """Build the algorithm that the configuration names.

    >>> from symbolic_rl.policy import PolicyShape, make_policy
    >>> shape = PolicyShape(vocabulary_size=9, n_clauses=7, n_candidates=4, n_goals=2, goal_width=3)
    >>> config = TrainConfig(algo="grpo", baseline="eob_loo")
    >>> make_algorithm(make_policy("clause", shape), config).describe()
    'groups of 8, baseline eob_loo (mean of the others, weighted by exact gradient norms)'

    Args:
        policy: is trained in place.
        config: settings of the whole run.
        ranks: the processes that train together; each learns from its own rows.

    Raises:
        ConfigError: there is no such algorithm.
    """
    entry = look_up(ALGORITHMS, config.algo, what="algorithm", flag="--algo")
    return entry.load()(policy, config, ranks or Ranks())
