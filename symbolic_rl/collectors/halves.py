"""Rollouts of a pool in which one half of the rows is stepped while the policy has the other.

What is the same as when all rows are stepped at once: the queries, what the rows are shown, and,
given the actions, everything that follows from them, in the same keys, shapes and dtypes. Random
numbers are asked for in the same order too, first half before second half at each step, so a
policy that draws one number for each row of a half, as ours does on the CPU, draws the same ones.
Its networks see half as many rows in a call, which may change the last digit of a
log-probability and, once in a long while, an action. A run is a function of its seed all the same:
the order of calls does not depend on how fast anybody is.

Between two rollouts nothing is under way, so levels, checkpoints and figures mean what they mean
elsewhere, and weights change for both halves at once.

Dimension key: N rows, n rows of a half, T steps.
"""

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torch import Tensor
from torchrl.envs.utils import ExplorationType, set_exploration_type

from symbolic_rl.bridge.schema import TRANSITION
from symbolic_rl.collectors.base import WIDE
from symbolic_rl.envs.pool import PoolEnv
from symbolic_rl.envs.torchrl import tensors_of
from symbolic_rl.envs.workers import WorkerGroup
from symbolic_rl.policy import DerivationPolicy

RESULTS = [key.name for key in TRANSITION]
"""Keys of a step besides those of its observation."""

CHOSEN = ("action", "action_log_prob", "state_value")
"""What the policy writes."""

Array = NDArray[Any]


class Half:
    """The rows of a group of workers in a rollout that is being filled.

    Args:
        group: of workers; nothing is due from them.
        rollout: [N, T], written in place.
        policy: chooses.
    """

    def __init__(
        self, group: WorkerGroup, rollout: TensorDictBase, policy: DerivationPolicy
    ) -> None:
        self._group, self._policy = group, policy
        self._root = group.current()
        self._roots = self._places(self._root.arrays(), rollout)
        following = {*RESULTS, *self._roots}
        self._following = self._places(following, rollout.get("next"))
        self._done = _array(rollout.get(("next", "done")))[group.rows]
        self._chosen = {name: rollout.get(name)[group.rows] for name in CHOSEN}

    def _places(self, names: Iterable[str], rollout: TensorDictBase) -> dict[str, Array]:
        """Where in the rollout arrays of these names go, [n, T, ...], if anywhere."""
        there = {*rollout.keys()} & {*names}
        return {name: _array(rollout.get(name))[self._group.rows] for name in sorted(there)}

    def act(self, t: int) -> None:
        """Choose in every row, note what was chosen on, and let the workers play it."""
        chosen = self._policy(TensorDict(tensors_of(self._root), [len(self._root.action_mask)]))
        self._group.send(chosen.get("action").numpy())
        for name, place in self._roots.items():
            np.copyto(place[:, t], getattr(self._root, name))
        for name, column in self._chosen.items():
            column[:, t] = chosen.get(name)

    def take(self, t: int) -> float:
        """Wait for the workers, and note what the actions led to; the seconds of waiting."""
        started = perf_counter()
        transition, self._root = self._group.receive()
        waited_s = perf_counter() - started
        arrays = {**vars(transition), **transition.observation.arrays()}
        for name, place in self._following.items():
            np.copyto(place[:, t], arrays[name])
        np.logical_or(transition.terminated, transition.truncated, out=self._done[:, t])
        return waited_s


class Halves:
    """Rollouts [N, T] without end, all in the same memory.

    Args:
        env: its workers are made two groups of; it is not stepped itself.
        policy: chooses for half the rows in a call.
        n_steps: T.
    """

    def __init__(self, env: PoolEnv, policy: DerivationPolicy, n_steps: int) -> None:
        self._env, self._policy, self._n_steps = env, policy, n_steps
        self.waited_s = 0.0
        """How long this process had nothing to do but wait for workers."""

    def __iter__(self) -> Iterator[TensorDictBase]:
        self._env.reset()
        rollout = blank_rollout(self._env, self._n_steps)
        halves = [Half(group, rollout, self._policy) for group in self._env.pool.groups(2)]
        while True:
            with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
                self._fill(halves)
            yield rollout

    def _fill(self, halves: list[Half]) -> None:
        for half in halves:
            half.act(0)
        for t in range(1, self._n_steps):
            for half in halves:
                self.waited_s += half.take(t - 1)
                half.act(t)
        for half in halves:
            self.waited_s += half.take(self._n_steps - 1)


def blank_rollout(env: PoolEnv, n_steps: int) -> TensorDict:
    """A rollout [N, T] as TorchRL's collector gives it, all zero."""

    def zeros(spec: Any) -> Tensor:
        return torch.zeros((env.n_envs, n_steps, *spec.shape[1:]), dtype=spec.dtype)

    seen = {**env.observation_spec, **env.full_done_spec}
    rollout = {name: zeros(spec) for name, spec in seen.items()}
    following = {name: zeros(spec) for name, spec in seen.items() if name not in WIDE}
    following["reward"] = zeros(env.reward_spec)
    rollout["action"] = zeros(env.action_spec)
    rollout["action_log_prob"] = torch.zeros(env.n_envs, n_steps)
    rollout["state_value"] = torch.zeros(env.n_envs, n_steps, 1)
    shape, names = [env.n_envs, n_steps], [None, "time"]
    inner = TensorDict(following, shape, names=names)
    return TensorDict({**rollout, "next": inner}, shape, names=names)


def _array(tensor: Tensor) -> Array:
    array: Array = tensor.numpy()
    return array
