"""The policy runs here, once for all rows: TorchRL's own collector over one environment.

What steps the environment may be elsewhere; ``vectorized``, ``multiprocess`` and ``parallel-env``
differ in nothing else, but for the rollouts by halves of :mod:`symbolic_rl.collectors.halves`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tensordict import TensorDictBase
from torchrl.collectors import Collector
from torchrl.envs import EnvBase

from symbolic_rl.collectors.base import Figures
from symbolic_rl.config import TrainConfig
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.tensor_env import TensorDerivationEnv

WIDE = frozenset({"candidates", "clauses", "action_mask"})
"""Keys that nobody reads from ``next``: they come again as the root of the following step."""


class LeanCollector(Collector):  # type: ignore[misc]
    """TorchRL's collector, but only the wide keys are left out of ``next``.

    Its ``compact_obs`` leaves out every observation. The few that end an episode are needed: the
    state after a truncation is worth something, and the episode's return and length stand there.
    """

    _compact_next_keys: tuple[tuple[str, ...], ...]

    def _setup_compact_obs(self, compact_obs: bool) -> None:
        super()._setup_compact_obs(compact_obs)
        self._compact_next_keys = tuple(key for key in self._compact_next_keys if key[-1] in WIDE)


class LocalCollector:
    """Rollouts of an environment with a batch of ``n_envs`` rows.

    Args:
        env: the attributes of :class:`~symbolic_rl.collectors.base.PlaysDerivations` are used.
        policy: chooses for all rows in one call.
        config: says how many frames make a rollout.
        state: see :func:`~symbolic_rl.collectors.make_collector`.
    """

    def __init__(
        self,
        env: EnvBase,
        policy: DerivationPolicy,
        config: TrainConfig,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self.env, self.policy = env, policy
        if state is not None:
            env.load_state_dict(state["environment"])
        self._rollouts = self._gather(config)

    def _gather(self, config: TrainConfig) -> Iterator[TensorDictBase]:
        """Rollouts without end, in ``config.frames_per_batch`` frames each."""
        self._collector = LeanCollector(
            self.env,
            self.policy,
            frames_per_batch=config.frames_per_batch,
            total_frames=-1,
            track_traj_ids=False,
            compact_obs=True,
            return_same_td=True,
            trust_policy=True,
            auto_register_policy_transforms=False,
            no_cuda_sync=True,
        )
        rollouts: Iterator[TensorDictBase] = iter(self._collector)
        return rollouts

    def __iter__(self) -> Iterator[TensorDictBase]:
        return self._rollouts

    def describe(self) -> str:
        """What the environment says of itself."""
        return str(self.env.describe()) if isinstance(self.env, TensorDerivationEnv) else ""

    @property
    def figures(self) -> Figures:
        """What was counted so far."""
        return Figures.of(self.env, self.policy.seconds)

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.env.set_level(level)

    def state(self) -> dict[str, Any]:
        """The environment's state."""
        return {"environment": dict(self.env.state_dict())}

    def shutdown(self) -> None:
        """Close the environment."""
        self._collector.shutdown()
