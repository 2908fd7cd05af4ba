"""Base of the algorithms that learn from rollouts: their source, and the counts of episodes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from tensordict import TensorDictBase

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import Value
from symbolic_rl.collectors import make_collector
from symbolic_rl.collectors.base import Collector, CollectorFigures
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.training.metrics import EpisodeStatistics, frames_of_all
from symbolic_rl.training.proved import ProvedQueries


class RolloutAlgorithm(ABC):
    """Algorithm that learns from rollouts; see :class:`.Algorithm`.

    Args:
        policy: is trained in place.
        config: settings of the whole run.
        ranks: the processes that train together; each learns from its own rows.
    """

    seconds: dict[str, float]
    is_done = False
    hardest = ""

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        self.policy, self.config, self.ranks = policy, config, ranks or Ranks()
        self._collector: Collector | None = None

    @abstractmethod
    def learn(self, batch: TensorDictBase, *, progress: float) -> dict[str, float]:
        """Learn from a rollout [n_envs, T]; see :class:`.Algorithm`."""

    def open(
        self, problem: Problem, config: ResolvedConfig, state: Mapping[str, Any] | None = None
    ) -> None:
        """Open the collector; see :class:`.Algorithm`."""
        self._collector = make_collector(problem, self.policy, config, state)
        self._rollouts: Iterator[TensorDictBase] = iter(self._collector)
        has_chance = problem.vocabulary.has_chance
        proved = None if has_chance else ProvedQueries.of(problem, self.config)
        self._statistics = EpisodeStatistics(self.config.n_envs, proved)
        self._is_resumed = state is not None

    def gather(self) -> TensorDictBase:
        """Return the next rollout [n_envs, T]; it overwrites the one before."""
        return next(self._rollouts)

    def count(self, batch: TensorDictBase) -> dict[str, Value]:
        """Return the counts of a rollout that follows the one before."""
        return self._statistics.update(frames_of_all(self.ranks, batch))

    def describe(self) -> str:
        """Return the line of the collector; subclasses put theirs in front."""
        return self._collector.describe() if self._collector else ""

    @property
    def success(self) -> float:
        """Success rate of the episodes that ended in the last ten batches; 0 without any."""
        return self._statistics.recent_success

    @property
    def figures(self) -> CollectorFigures:
        """See :class:`.Algorithm`."""
        assert self._collector is not None
        return self._collector.figures

    def table(self) -> list[dict[str, Value]]:
        """Return nothing: frames do not say which query they belong to."""
        return []

    def set_level(self, level: int) -> None:
        """See :class:`.Algorithm`."""
        assert self._collector is not None
        self._collector.set_level(level)
        if self._statistics.proved:
            self._statistics.proved.draw.level = level

    def rows(self) -> dict[str, Any]:
        """Return the state of the derivations in progress."""
        assert self._collector is not None
        return self._collector.state()

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the statistics; subclasses add that of learning."""
        return {"statistics": self._statistics.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore the statistics; without the state of rows, all rows start new episodes."""
        self._statistics.load_state_dict(state["statistics"])
        if not self._is_resumed:
            self._statistics.start_anew()

    def shutdown(self) -> None:
        """See :class:`.Algorithm`."""
        if self._collector is not None:
            self._collector.shutdown()
