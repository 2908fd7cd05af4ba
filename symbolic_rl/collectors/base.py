"""Interface of collectors, and the local ones: ``vectorized`` and ``multiprocess``.

A collector is an iterator of rollouts, which ends after ``total_frames``, and keeps metrics. A
rollout is a TensorDict [n_envs, T]. The query of the e-th episode in row i is the same for every
collector, wherever the row is stepped.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, Protocol

import torch
from tensordict import TensorDictBase
from torch import Tensor
from torchrl.collectors import Collector as TorchRLCollector
from torchrl.envs import EnvBase

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.devices import random_state, set_random_state
from symbolic_rl.base.machine import n_cores
from symbolic_rl.bridge.schema import OBSERVATION, shown_keys
from symbolic_rl.collectors.proofs import LocalSearches, Searches, WorkerSearches, search_memory_mb
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.mdp_on_device import MdpTensorEnv
from symbolic_rl.envs.on_device import TensorDerivationEnv, runs_on_device
from symbolic_rl.envs.torchrl import DerivationEnv, PoolEnv
from symbolic_rl.envs.workers import WorkerPool
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.batch import Batch, shifted


@dataclass(frozen=True)
class CollectorMetrics:
    """Counts of all environments from the start of the collector to its last rollout."""

    counters: dict[str, int]  # candidates, pages and goals lost, merged, masked, paged or cut
    seconds: dict[str, float]  # by phase; the mean of processes that work side by side
    inferences: int  # without the inferences of resets
    success_by_level: dict[int, tuple[int, int]]  # episodes with a reward, and all that ended

    @classmethod
    def of(cls, env: Any, acting: Mapping[str, float]) -> "CollectorMetrics":
        """Read the metrics of an environment; ``acting`` has its policy's seconds, by phase."""
        wait = env.seconds.get("wait", 0.0) + acting.get("wait", 0.0)
        return cls(
            counters=dict(env.counters),
            seconds={**env.seconds, **acting, "wait": wait},
            inferences=env.inferences,
            success_by_level=env.success_by_level(),
        )

    @classmethod
    def together(cls, parts: Sequence["CollectorMetrics"]) -> "CollectorMetrics":
        """Combine the metrics of environments that were stepped side by side."""
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


def _summed(counts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: sum(count[name] for count in counts) for name in counts[0]}


def _pairwise(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(a for a, _ in pairs), sum(b for _, b in pairs)


class Packed(NamedTuple):
    """Observations of a rollout without padding."""

    frames: Batch
    place: Tensor  # [n_envs * T] int64 where each frame of the rollout is, row after row
    after: Tensor  # [n_envs, G, W] states after the last step; of the next episode where one ended

    @classmethod
    def together(cls, parts: "Sequence[Packed]") -> "Packed":
        """Join the rows of rollouts, part after part."""
        frames = Batch.join([part.frames for part in parts])
        place = shifted([part.place for part in parts], [len(part.place) for part in parts])
        return cls(frames, place, torch.cat([part.after for part in parts]))


Saved = Mapping[str, Any] | None
"""``state()`` of an earlier collector with the same settings, to continue from; or None."""


class Collector(Protocol):
    """Source of the frames of a training run."""

    _rollouts: Iterator[TensorDictBase]
    _packed: Packed | None = None

    def __iter__(self) -> Iterator[TensorDictBase]:
        """Yield rollouts [n_envs, T], at least ``total_frames``; each overwrites the last one."""
        return self._rollouts

    def describe(self) -> str:
        """Return a line to print before the start, such as the memory used; may be empty."""
        return ""

    @property
    def packed(self) -> Packed | None:
        """Observations of the last rollout; None if the rollout itself holds them, padded."""
        return self._packed

    @property
    def metrics(self) -> CollectorMetrics:
        """Counts so far."""

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and of the levels below it from now on."""

    def state(self) -> dict[str, Any]:
        """Return tensors and plain values from which another collector can continue."""

    def shutdown(self) -> None:
        """End all workers; may be called twice."""


class Backend(Protocol):
    """Place where environments are stepped and searches run: a value of ``--collector``.

    One that works under torchrun takes its settings from ``config.rank``; only ``vectorized`` does,
    so the others take ``config.run``, which is equal in a run of one process.
    """

    @staticmethod
    def rollouts(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig, state: Saved
    ) -> Collector:
        """Build a collector; see :func:`symbolic_rl.collectors.make_collector`."""

    @staticmethod
    def proofs(problem: Problem, policy: DerivationPolicy, config: ResolvedConfig) -> Searches:
        """Open searches; see :func:`symbolic_rl.collectors.make_searches`."""


def n_rollouts(config: TrainConfig) -> int:
    """Return the fewest rollouts that have ``total_frames``."""
    return -(-config.total_frames // config.frames_per_batch)


WIDE_BYTES = 2**26
"""Padded bytes of a rollout from which on observations are kept packed; joining them costs time."""


def observation_bytes(problem: Problem, *, with_candidates: int) -> int:
    """Return the bytes of one padded observation."""
    keys = shown_keys(with_candidates=with_candidates)
    return sum(key.blank(1, problem.sizes).nbytes for key in keys)


def packs_rollouts(problem: Problem, config: TrainConfig, *, with_candidates: int) -> bool:
    """Return whether the policy keeps the observations of environments on the host, packed."""
    padded = config.frames_per_batch * observation_bytes(problem, with_candidates=with_candidates)
    is_on_device = problem.is_memoised or runs_on_device(problem)
    return config.algo in ("ppo", "grpo") and not is_on_device and padded > WIDE_BYTES


def env_options(policy: DerivationPolicy, config: TrainConfig) -> dict[str, Any]:
    """Return the arguments of the environment that all collectors and rows share."""
    return {
        "seed": config.seed,
        "split": "train",
        "with_candidates": policy.shown,
        "group_size": config.rows_per_query,
    }


WIDE = tuple(key.name for key in OBSERVATION if key.is_wide)
"""Keys left out of ``next``: the following frame has them as its current ones."""


def left_out(*, packs: bool) -> list[tuple[str, ...]]:
    """Return the keys of a frame that its rollout does not have."""
    seen = (*WIDE, "goals") if packs else ()
    return [*(("next", key) for key in seen or WIDE), *((key,) for key in seen)]


class LeanCollector(TorchRLCollector):  # type: ignore[misc]
    """TorchRL's collector, with only the wide keys left out of ``next``.

    TorchRL's ``compact_obs`` leaves out every observation. The narrow ones are needed at the end of
    an episode, for the value of the next state, and for the episode's return and length.

    If the environment's steps are captured as a graph, it waits once per rollout, to check that no
    step exceeded a capacity; otherwise it repeats the rollout in free shape, from its start.
    """

    _compact_next_keys: tuple[Any, ...]
    _carrier: TensorDictBase
    acting: DerivationPolicy
    packed: Packed | None = None

    def __init__(self, env: EnvBase, policy: DerivationPolicy, *, packs: bool, **options: Any):
        self.acting, self._packs = policy, packs
        # TorchRL's buffer has all keys of an observation; without them a rollout is small.
        super().__init__(env, policy, use_buffers=not packs, **options)
        if packs:
            policy(self._carrier.copy())  # as TorchRL does for its buffer, with a random number

    def rollout(self) -> TensorDictBase:
        """Return a rollout; see TorchRL."""
        env = self.env
        if self._packs:
            with self.acting.keeping() as steps:
                rollout = super().rollout()
            step_by_step = torch.arange(rollout.numel()).view(-1, len(rollout)).T.flatten()
            self.packed = Packed(Batch.join(steps), step_by_step, self._carrier.get("goals"))
            return rollout
        if not (isinstance(env, TensorDerivationEnv) and env.is_ready):
            return super().rollout()
        # Everything that a repetition needs: the last frame, random numbers, the episodes.
        carrier, random, before = self._carrier.copy(), random_state(), env.copied()
        with env.deferring(), self.acting.deferring(env.exceeded):
            rollout = super().rollout()
        if env.holds():
            return rollout
        env.go_back(before)
        set_random_state(random)
        self._carrier = carrier
        with env.freely():
            return super().rollout()

    def _setup_compact_obs(self, compact_obs: bool) -> None:
        super()._setup_compact_obs(compact_obs)
        self._compact_next_keys = tuple(left_out(packs=self._packs))


class LocalCollector(Collector):
    """Rollouts of an environment with a batch of ``n_envs`` rows.

    With ``packs``, observations are kept as the policy packs them to act, instead of padded.
    """

    def __init__(
        self,
        env: EnvBase,
        policy: DerivationPolicy,
        config: TrainConfig,
        state: Saved = None,
        *,
        packs: bool = False,
    ) -> None:
        self.env, self.policy = env, policy
        if state is not None:
            env.load_state_dict(state["environment"])
        self._collector = LeanCollector(
            env,
            policy,
            packs=packs,
            frames_per_batch=config.frames_per_batch,
            total_frames=-1,
            track_traj_ids=False,
            compact_obs=True,
            return_same_td=True,
            trust_policy=True,
            auto_register_policy_transforms=False,
            no_cuda_sync=True,
        )
        self._rollouts = islice(self._collector, n_rollouts(config))

    def describe(self) -> str:
        """Return the memory of an environment on a device."""
        is_on_device = isinstance(self.env, TensorDerivationEnv | MdpTensorEnv)
        return str(self.env.describe()) if is_on_device else ""

    @property
    def packed(self) -> Packed | None:
        """Observations of the last rollout; see :class:`Collector`."""
        return self._collector.packed

    @property
    def metrics(self) -> CollectorMetrics:
        """Counts so far, including a pool's replaced workers."""
        metrics = CollectorMetrics.of(self.env, self.policy.seconds)
        if isinstance(self.env, PoolEnv):
            metrics.counters["worker_restarts"] = self.env.restarts
        return metrics

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.env.set_level(level)

    def state(self) -> dict[str, Any]:
        """Return the environment's state."""
        return {"environment": dict(self.env.state_dict())}

    def shutdown(self) -> None:
        """Close the environment."""
        self._collector.shutdown()


class Vectorized:
    """Environments and searches in this process; one call of the policy serves all of them.

    With the engine ``tensor``, environments are tensors on the policy's device.
    """

    @staticmethod
    def rollouts(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig, state: Saved
    ) -> Collector:
        """See :class:`Backend`."""
        rank = config.rank
        options = env_options(policy, rank) | {"first_row": config.first_row}
        packs = packs_rollouts(problem, rank, with_candidates=policy.shown)
        env: EnvBase
        if rank.ready_share < 1:
            from symbolic_rl.collectors.ready import ReadyCollector

            lane, n_lanes = partial(DerivationEnv, problem, **options), max(2, rank.n_threads)
            return ReadyCollector(lane, n_lanes, policy, rank, state, packs=packs)
        if problem.is_memoised:
            env = MdpTensorEnv(problem, rank.n_envs, device=policy.device, **options)
        elif runs_on_device(problem):
            env = TensorDerivationEnv(problem, rank.n_envs, device=policy.device, **options)
        else:
            env = DerivationEnv(problem, rank.n_envs, n_threads=rank.n_threads, **options)
        return LocalCollector(env, policy, rank, state, packs=packs)

    @staticmethod
    def proofs(problem: Problem, policy: DerivationPolicy, config: ResolvedConfig) -> LocalSearches:
        """See :class:`Backend`."""
        return LocalSearches(
            problem,
            policy,
            config.run.n_envs,
            config.run.n_threads,
            memory_mb=search_memory_mb(config.run),
        )


class Multiprocess:
    """Environments and searches in torch-free processes of this machine.

    The policy acts in this process, once for all environments; searches have its weights in C. A
    worker that dies or hangs is replaced, and ``worker_restarts`` counts it.
    """

    @staticmethod
    def rollouts(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig, state: Saved
    ) -> Collector:
        """See :class:`Backend`."""
        run = config.run
        policy.yields_core = run.n_workers >= n_cores()
        packs = packs_rollouts(problem, run, with_candidates=policy.shown)
        if run.ready_share < 1:
            from symbolic_rl.collectors.ready import ReadyCollector

            lane = partial(PoolEnv, problem, **env_options(policy, run))
            return ReadyCollector(lane, run.n_workers, policy, run, state, packs=packs)
        env = PoolEnv(problem, run.n_envs, n_workers=run.n_workers, **env_options(policy, run))
        try:
            return LocalCollector(env, policy, run, state, packs=packs)
        except BaseException:
            env.close()
            raise

    @staticmethod
    def proofs(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig
    ) -> WorkerSearches:
        """See :class:`Backend`."""
        n = config.run.n_workers
        opened = partial(WorkerPool, problem, n, n_workers=n, with_candidates=False)
        return WorkerSearches(problem, policy, config.run, opened)
