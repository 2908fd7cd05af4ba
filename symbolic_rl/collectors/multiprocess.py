"""Environments in torch-free processes that share memory, the policy here, once for all of them.

A worker that dies or hangs is replaced; the counter ``worker_restarts`` says how often. With
``overlap`` one half of the rows is stepped while the policy chooses for the other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tensordict import TensorDictBase

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.collectors.base import CollectorFigures, LocalCollector, env_options
from symbolic_rl.collectors.halves import Halves
from symbolic_rl.envs.pool import PoolEnv
from symbolic_rl.envs.workers.slab import PHASES
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy


class Multiprocess(LocalCollector):
    """Rollouts of a pool of workers."""

    @property
    def figures(self) -> CollectorFigures:
        """What was counted so far."""
        figures = super().figures
        counters = figures.counters | {"worker_restarts": self.env.restarts}
        return replace(figures, counters=counters)


class Overlapped(Multiprocess):
    """Rollouts of a pool, one half stepped while the policy has the other: ``overlap``.

    Its state is that of :class:`Multiprocess`, since nothing is under way between two rollouts.
    """

    def _gather(self, config: TrainConfig) -> Iterator[TensorDictBase]:
        self._halves = Halves(self.env, self.policy, config.frames_per_batch // config.n_envs)
        return iter(self._halves)

    @property
    def figures(self) -> CollectorFigures:
        """What was counted so far; what workers do goes on beside, so only ``wait`` tells of it."""
        figures = super().figures
        own = {phase: s for phase, s in figures.seconds.items() if phase not in PHASES}
        return replace(figures, seconds=own | {"wait": self._halves.waited_s})

    def shutdown(self) -> None:
        """End the workers."""
        self.env.close()


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    state: Mapping[str, Any] | None = None,
) -> Multiprocess:
    """See :func:`symbolic_rl.collectors.make_collector`."""
    env = PoolEnv(problem, config.n_envs, n_workers=config.n_workers, **env_options(policy, config))
    kind = Overlapped if config.overlap else Multiprocess
    try:
        return kind(env, policy, config, state)
    except BaseException:
        env.close()
        raise
