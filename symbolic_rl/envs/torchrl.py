"""Batched environments of TorchRL: the base class, and the environments that step in C.

Dimension key: N rows, A actions, G goals, W slots of a goal.
"""

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torchrl.data import Binary, Bounded, Categorical, Composite, TensorSpec, Unbounded
from torchrl.data.utils import ACTION_SPACE_MAP
from torchrl.envs import EnvBase

from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import TRANSITION, Key, Observation, Sizes, shown_keys
from symbolic_rl.derivations.derivations import Derivations, RowOptions, expect_counts
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.workers import WorkerPool

_FLAGS = ("done", "terminated", "truncated")
_FIGURES = [key for key in TRANSITION if key.name not in ("reward", *_FLAGS)]
"""Keys of a transition that TorchRL takes for observations."""


class WindowActions(Categorical):  # type: ignore[misc]
    """Spec of the actions of windows [N], which draws legal ones; equal to one with another mask.

    Legal actions are in the observation. The spec of an environment, and its clones in this
    process, know the last one, so that TorchRL's ``RandomPolicy`` draws from it as well. Where
    TorchRL's ``ActionMask`` writes a mask to the spec, that mask is used.
    """

    current: list[torch.Tensor]
    """At most one mask [N, A], of the current observation; clones share this list."""

    def __init__(self, n: int, *args: Any, **options: Any) -> None:
        super().__init__(n, *args, **options)
        self.current = []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WindowActions):
            return False
        names = ("shape", "space", "device", "dtype")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]  # as of all specs

    def clone(self) -> "WindowActions":
        """Return a copy that draws from the same observations."""
        copied: WindowActions = super().clone()
        copied.current = self.current
        return copied

    def rand(self, shape: torch.Size | None = None) -> torch.Tensor:
        """Draw actions: of the mask, else of the current observation, else any of the window."""
        if self.mask is None and self.current and not shape:
            return draw_legal(self.current[0]).to(self.device)
        drawn: torch.Tensor = super().rand(shape)
        return drawn

    def is_in(self, val: torch.Tensor) -> bool:
        """Tell whether actions lie in the window; a mask is of a later state than theirs."""
        n = self.space.n
        is_in: bool = Categorical(n, self.shape, device=self.device, dtype=self.dtype).is_in(val)
        return is_in

    def update_mask(self, mask: torch.Tensor | None) -> None:
        """Set the mask [N, A]; a row without a legal action keeps its last one, if there is one.

        It is at its end; or it goes on while others are reset, which TorchRL's batches of
        environments answer with zeros for it.
        """
        if mask is not None:
            others = self.mask if self.mask is not None else torch.ones_like(mask)
            mask = torch.where(mask.any(-1, keepdim=True), mask, others.to(mask.device))
        super().update_mask(mask)


# TorchRL's losses of action values look up the class of the spec.
ACTION_SPACE_MAP[WindowActions] = "categorical"


def draw_legal(mask: torch.Tensor) -> torch.Tensor:
    """Draw an action for each mask [..., A], uniform over the legal ones, without a wait."""
    # In [1, 2) where legal, else 0: the argmax is uniform over the legal actions.
    return ((torch.rand(mask.shape, device=mask.device) + 1.0) * mask).argmax(-1)


class RandomPolicy(TensorDictModuleBase):  # type: ignore[misc]
    """Policy that draws each row's action uniformly from the legal ones.

    TorchRL's own random policy ignores the masks of environments that it steps in other processes,
    or puts together; this one reads the observation.

    >>> from torchrl.envs import SerialEnv
    >>> env = SerialEnv(2, lambda: DerivationEnv("countries_s1", 4))
    >>> env.rollout(3, RandomPolicy(), break_when_any_done=False)["action"].shape
    torch.Size([2, 4, 3])
    """

    in_keys, out_keys = ["action_mask"], ["action"]

    def forward(self, td: TensorDictBase) -> TensorDictBase:
        """Write ``action`` [...] int64 for observations of any batch size."""
        return td.set("action", draw_legal(td.get("action_mask")))


class BatchedEnv(EnvBase):  # type: ignore[misc]
    """N derivations as one environment of TorchRL; every step returns fresh tensors.

    A subclass steps: it implements ``_play``, ``_reset`` and ``_start``.

    Args:
        problem: program, queries and settings, or what :func:`.load_problem` takes.
        n_envs: number of rows, the batch size.
        device: the device of observations.
        seed: seed of the order of queries.
        split: the split whose queries start episodes.
        with_candidates: show the candidates' resolvents (for policies that compare them).
        group_size: episodes of the same query (:class:`.QueryDraw`); divides ``n_envs``.
        first_row: number of the first row, if several environments share the rows of a run.
    """

    batch_locked = True

    def __init__(
        self,
        problem: Problem | str | Path,
        n_envs: int,
        *,
        device: torch.device | str = "cpu",
        seed: int = 0,
        split: str = "train",
        with_candidates: int = True,
        group_size: int = 1,
        first_row: int = 0,
    ) -> None:
        expect_counts(n_envs, seed=seed, group_size=group_size)
        super().__init__(device=resolve_device(str(device)), batch_size=torch.Size([n_envs]))
        self.problem = problem if isinstance(problem, Problem) else load_problem(problem)
        self.n_envs, self.seed, self.split = n_envs, seed, split
        self.with_candidates = with_candidates
        self.group_size, self.first_row = group_size, first_row
        self._is_restored = False  # true if the next full reset returns the rows of a checkpoint
        # Of the step that has begun; a list, since a module is slow to set an attribute.
        self._flags: list[torch.Tensor] = []
        self._make_specs()

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"{name}({self.problem.name}, n_envs={self.n_envs}, device={self.device})"

    @abstractmethod
    def _play(self, tensordict: TensorDictBase, *, restart: bool) -> tuple[TensorDict, TensorDict]:
        """Take the actions [N]; return the transition, and the frame after the restart."""

    @abstractmethod
    def _start(self) -> None:
        """Make rows that have not started, with the seed."""

    @property
    def row_options(self) -> RowOptions:
        """The keyword arguments of its rows."""
        return {
            "seed": self.seed,
            "split": self.split,
            "with_candidates": self.with_candidates,
            "group_size": self.group_size,
            "first_row": self.first_row,
        }

    def _set_seed(self, seed: int | None) -> None:
        self.seed = seed or 0
        self._start()
        self._is_restored = False

    # ---- TorchRL

    def _make_specs(self) -> None:
        n, sizes = self.n_envs, self.problem.sizes
        keys = (*shown_keys(with_candidates=self.with_candidates), *TRANSITION)
        specs = {key.name: _spec(key, n, sizes) for key in keys}
        self.reward_spec = specs.pop("reward")
        for name in _FLAGS:
            specs.pop(name, None)
        self.observation_spec = Composite(specs, shape=(n,))
        actions = WindowActions(sizes["A"], shape=(n,), dtype=torch.int64)
        self._legal = actions.current
        self.action_spec = actions
        flag = Categorical(2, shape=(n, 1), dtype=torch.bool)
        self.full_done_spec = Composite({name: flag.clone() for name in _FLAGS}, shape=(n,))

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        return self._play(tensordict, restart=False)[0]

    def step_and_maybe_reset(
        self, tensordict: TensorDictBase
    ) -> tuple[TensorDictBase, TensorDictBase]:
        """Step as :meth:`EnvBase.step_and_maybe_reset`; finished rows restart in this call."""
        following, current = self._play(tensordict, restart=True)
        tensordict.set("next", following)
        return tensordict, current

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """Draw an action of each row, uniform over the legal ones, without a wait."""
        if tensordict is None:
            tensordict = self.reset()
        return tensordict.set("action", draw_legal(tensordict.get("action_mask")))

    def _current(self, data: dict[str, torch.Tensor]) -> TensorDict:
        """Return an observation [N] before an action; flags and counts of transitions are 0."""
        self._legal[:] = [data["action_mask"]]
        column, device = (self.n_envs, 1), data["goals"].device
        data |= {name: torch.zeros(column, dtype=torch.bool, device=device) for name in _FLAGS}
        for key in _FIGURES:
            data[key.name] = torch.zeros(column, dtype=dtype_of(key), device=device)
        return self._batch(data)

    def _batch(self, data: dict[str, torch.Tensor]) -> TensorDict:
        # The shapes are right by construction; checking them takes 25 us, a tenth of a step.
        return TensorDict._new_unsafe(data, batch_size=self.batch_size)


def dtype_of(key: Key) -> torch.dtype:
    """Return the torch dtype of a key."""
    return _DTYPES[key.dtype]


_DTYPES: dict[Any, torch.dtype] = {
    np.dtype(name): getattr(torch, name) for name in ("bool", "int8", "int32", "int64", "float32")
}


def _spec(key: Key, n: int, sizes: Sizes) -> TensorSpec:
    shape, dtype = key.shape(n, sizes), dtype_of(key)
    if dtype == torch.bool:
        return Binary(shape=shape, dtype=dtype)
    if key.below:
        return Bounded(0, sizes[key.below] - 1, shape, dtype=dtype)
    return Unbounded(shape, dtype=dtype)


class ArrayEnv(BatchedEnv):
    """Batched environment whose rows are arrays, in this process or in workers."""

    _rows: Derivations | WorkerPool

    @property
    def counters(self) -> dict[str, int]:
        """Counts since construction: lost, merged, masked, paged, cut."""
        return self._rows.counters

    @property
    def inferences(self) -> int:
        """Inferences since construction, resets not included."""
        return self._rows.inferences

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds since construction by phase."""
        return self._rows.seconds

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and of the levels below it from now on."""
        self._rows.set_level(level)

    def success_by_level(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward and all that ended, since construction, by level."""
        return self._rows.successes

    def _reset(
        self, tensordict: TensorDictBase | None = None, *, seed: int | None = None
    ) -> TensorDictBase:
        if seed is not None:
            self.set_seed(seed)
        asked = None if tensordict is None else tensordict.get("_reset", None)
        restored, self._is_restored = self._is_restored, False
        if restored:
            return self._tensors(self._rows.current())
        rows = None if asked is None else np.flatnonzero(asked.view(-1).numpy())
        return self._tensors(self._rows.reset(rows))

    def begin(
        self, tensordict: TensorDictBase, *, restart: bool = True
    ) -> tuple[TensorDict, TensorDict]:
        """Begin to take the actions [N]; :meth:`end` must follow, from the same thread.

        Returns:
            the transition, and the frame after the restart, which :meth:`end` completes.
        """
        action = tensordict.get("action")
        if action is None or action.is_floating_point() or action.numel() != self.n_envs:
            raise self._refused(action)
        transition, observation = self._rows.begin(action.numpy(), restart=restart)
        try:  # tensors and dictionaries are made while workers or threads step
            data = tensors_of(transition.observation)
            for key in TRANSITION:
                data[key.name] = torch.from_numpy(getattr(transition, key.name))
            data["done"] = torch.empty_like(data["terminated"])
            self._flags[:] = [data[name] for name in ("terminated", "truncated", "done")]
            return self._batch(data), self._tensors(observation)
        except BaseException:
            self._rows.end()
            raise

    def _refused(self, action: torch.Tensor | None) -> ConfigError:
        """Return the error for what are not the actions of N rows."""
        found = "has none"
        if action is not None:
            found = f"has {str(action.dtype).removeprefix('torch.')} {list(action.shape)}"
        fix = "write the place of an allowed candidate, such as action_mask.int().argmax(-1)."
        what = f'the key "action" takes integers [{self.n_envs}], and the step {found}.'
        return ConfigError(what, "step", fix)

    def end(self) -> None:
        """Wait until the step that has begun is done."""
        self._rows.end()
        # Only now: the flags were written until then.
        terminated, truncated, done = self._flags
        torch.logical_or(terminated, truncated, out=done)

    def _play(self, tensordict: TensorDictBase, *, restart: bool) -> tuple[TensorDict, TensorDict]:
        begun = self.begin(tensordict, restart=restart)
        self.end()
        return begun

    def _tensors(self, observation: Observation) -> TensorDict:
        return self._current(tensors_of(observation))

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Return all state, for a fresh environment with as many workers."""
        state: dict[str, Any] = to_tensors(self._rows.state())
        return state

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        self._rows.restore(to_arrays(state))
        self._is_restored = True


def tensors_of(observation: Observation) -> dict[str, torch.Tensor]:
    """Return the arrays as tensors that share their memory, by name."""
    return {name: torch.from_numpy(array) for name, array in observation.arrays().items()}


def to_tensors(value: Any) -> Any:
    """Return a copy of the state of derivations with tensors for arrays, for checkpoints."""
    if isinstance(value, Mapping):
        return {key: to_tensors(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_tensors(item) for item in value]
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value.view(np.int64) if value.dtype == np.uint64 else value).clone()
    return value


def to_arrays(value: Any, name: str = "") -> Any:
    """Return a copy with arrays for the tensors of :func:`to_tensors`."""
    if isinstance(value, Mapping):
        return {key: to_arrays(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [to_arrays(item) for item in value]
    if isinstance(value, torch.Tensor):
        array = value.clone().numpy()
        return array.view(np.uint64) if name in ("hashes", "history") else array
    return value


class DerivationEnv(ArrayEnv):
    """N derivations of the queries of a problem, in this process.

    Every step returns fresh tensors. Forced moves are made within a step. Finished rows restart in
    :meth:`step_and_maybe_reset`, or by :meth:`reset` with ``_reset`` after a plain step.

    >>> env = DerivationEnv("countries_s1", 4)
    >>> env
    DerivationEnv(countries_s1, n_envs=4, device=cpu)
    >>> rollout = env.rollout(3, break_when_any_done=False)
    >>> rollout["goals"].dtype, rollout["next", "reward"].shape
    (torch.int32, torch.Size([4, 3, 1]))

    It takes the arguments of :class:`.BatchedEnv`, and ``n_threads``, threads that step parts
    of the rows side by side.
    """

    def __init__(
        self,
        problem: Problem | str | Path,
        n_envs: int,
        *,
        n_threads: int = 1,
        **rows: Unpack[RowOptions],
    ) -> None:
        super().__init__(problem, n_envs, **rows)
        self.n_threads = n_threads
        self._start()

    def _start(self) -> None:
        self._rows = Derivations(
            self.problem, self.n_envs, n_threads=self.n_threads, **self.row_options
        )


class PoolEnv(ArrayEnv):
    """N derivations of the queries of a problem, in K worker processes.

    The rows equal :class:`.DerivationEnv` with the same seed, step for step. Workers that fail are
    replaced, which costs only time; ``restarts`` counts them.

    >>> env = PoolEnv("countries_s1", 4, n_workers=2)
    >>> env.rollout(3, break_when_any_done=False).batch_size
    torch.Size([4, 3])
    >>> env.close()

    It passes further arguments to :class:`.BatchedEnv`.

    Args:
        n_workers: number of processes, at most ``n_envs``.
        worker_timeout_s: seconds without an answer after which a worker counts as hanging.
        max_restarts: workers that are replaced before a step raises :class:`WorkerError`.
    """

    def __init__(
        self,
        problem: Problem | str | Path,
        n_envs: int,
        *,
        n_workers: int = 1,
        worker_timeout_s: float = 60.0,
        max_restarts: int = 100,
        **rows: Unpack[RowOptions],
    ) -> None:
        super().__init__(problem, n_envs, **rows)
        self.n_workers = n_workers
        self._rows = WorkerPool(
            self.problem,
            n_envs,
            n_workers=n_workers,
            timeout_s=worker_timeout_s,
            max_restarts=max_restarts,
            **self.row_options,
        )

    @property
    def pool(self) -> WorkerPool:
        """The workers that step the rows."""
        assert isinstance(self._rows, WorkerPool)
        return self._rows

    @property
    def restarts(self) -> int:
        """Workers that were replaced since construction."""
        return self.pool.restarts

    def _start(self) -> None:
        self.pool.reseed(self.seed)

    def close(self, **options: Any) -> None:
        """End the workers."""
        self.pool.close()
        super().close(**options)
