"""What a collector is to a training run: an endless iterator of rollouts, and figures beside them.

A rollout is a TensorDict [n_envs, T]. The query of the e-th episode in row i is the same for every
collector, wherever the row is played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tensordict import TensorDictBase
from torchrl.collectors import Collector as TorchRLCollector
from torchrl.envs import EnvBase

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.bridge.schema import OBSERVATION
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.policy import DerivationPolicy


class PlaysDerivations(Protocol):
    """What a collector asks its environment for, besides TorchRL's own methods."""

    @property
    def counters(self) -> dict[str, int]: ...  # noqa: D102
    @property
    def seconds(self) -> dict[str, float]: ...  # noqa: D102
    @property
    def inferences(self) -> int: ...  # noqa: D102
    def success_by_level(self) -> dict[int, tuple[int, int]]: ...  # noqa: D102
    def set_level(self, level: int) -> None: ...  # noqa: D102


@dataclass(frozen=True)
class CollectorFigures:
    """What all environments have counted from the start of the collector to its last rollout."""

    counters: dict[str, int]
    """What was lost, merged, masked, paged or cut."""
    seconds: dict[str, float]
    """By phase; where several processes work side by side, their mean."""
    inferences: int
    """Those of resets not included."""
    success_by_level: dict[int, tuple[int, int]]
    """Episodes that earned a reward, and all that ended, by level."""

    @classmethod
    def of(cls, env: PlaysDerivations, acting: Mapping[str, float]) -> "CollectorFigures":
        """Read the figures off an environment; ``acting``: seconds of its policy, by phase."""
        wait = env.seconds.get("wait", 0.0) + acting.get("wait", 0.0)
        return cls(
            counters=dict(env.counters),
            seconds={**env.seconds, **acting, "wait": wait},
            inferences=env.inferences,
            success_by_level=env.success_by_level(),
        )

    @classmethod
    def together(cls, parts: Sequence["CollectorFigures"]) -> "CollectorFigures":
        """The figures of environments that were played side by side."""
        levels = {level for part in parts for level in part.success_by_level}
        seconds = _summed([part.seconds for part in parts])
        return cls(
            counters=_summed([part.counters for part in parts]),
            seconds={phase: s / len(parts) for phase, s in seconds.items()},
            inferences=sum(part.inferences for part in parts),
            success_by_level={
                level: _pairwise([part.success_by_level.get(level, (0, 0)) for part in parts])
                for level in sorted(levels)
            },
        )


class Collector(Protocol):
    """Gathers frames for a training run."""

    def __iter__(self) -> Iterator[TensorDictBase]:
        """Rollouts [n_envs, T] without end; a rollout is gone when the next one is asked for."""
        ...

    def describe(self) -> str:
        """What there is to say about it before the start, such as the memory that it takes."""
        ...

    @property
    def figures(self) -> CollectorFigures:
        """What was counted so far."""
        ...

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        ...

    def state(self) -> dict[str, Any]:
        """What another collector of these settings needs to go on: tensors and plain values."""
        ...

    def shutdown(self) -> None:
        """End all workers; may be called twice."""
        ...


def env_options(policy: DerivationPolicy, config: TrainConfig) -> dict[str, Any]:
    """Arguments of the environment that are the same for every collector and every row."""
    return {
        "seed": config.seed,
        "split": "train",
        "with_candidates": policy.needs_candidates,
        "group_size": config.rows_per_query,
    }


def _summed(counts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: sum(count[name] for count in counts) for name in counts[0]}


def _pairwise(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(a for a, _ in pairs), sum(b for _, b in pairs)


WIDE = frozenset(key.name for key in OBSERVATION if key.is_wide)
"""Keys that nobody reads from ``next``: they are the current ones of the following frame."""


class LeanCollector(TorchRLCollector):  # type: ignore[misc]
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
    def figures(self) -> CollectorFigures:
        """What was counted so far."""
        return CollectorFigures.of(self.env, self.policy.seconds)

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.env.set_level(level)

    def state(self) -> dict[str, Any]:
        """The environment's state."""
        return {"environment": dict(self.env.state_dict())}

    def shutdown(self) -> None:
        """Close the environment."""
        self._collector.shutdown()
