"""The environment: N derivations side by side as one batched TorchRL ``EnvBase``.

State: the open goals. Action: a candidate for the selected goal. Reward: a refutation. See
``docs`` in :mod:`symbolic_rl.derivations`; this module turns its arrays into tensors.

Dimension key: N rows, A actions, G goals, W slots of a goal.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from symbolic_rl.config import EnvConfig
from symbolic_rl.derivations import Derivations, Transition
from symbolic_rl.problem import Problem
from symbolic_rl.windows import Observation

_FLAGS = ("done", "terminated", "truncated")


class DerivationEnv(EnvBase):  # type: ignore[misc]
    """N derivations of the queries of a problem.

    Every step returns fresh tensors. Forced moves are played within a step; finished rows start
    anew in :meth:`step_and_maybe_reset`, and by :meth:`reset` with ``_reset`` after a plain step.

    Args:
        problem: program, queries and settings.
        n_envs: number of rows, the batch size.
        seed: seed of the order of queries.
        split: whose queries are played.
        with_candidates: show the candidates' resolvents (for policies that compare them).
        n_threads: Python threads that play moves, each for an equal share of the rows.
        group_size: episodes that play the same query, see
            :class:`~symbolic_rl.derivations.QueryDraw`; divides ``n_envs``.
    """

    batch_locked = True

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        seed: int = 0,
        split: str = "train",
        with_candidates: bool = True,
        n_threads: int = 1,
        group_size: int = 1,
    ) -> None:
        super().__init__(device="cpu", batch_size=torch.Size([n_envs]))
        self.problem, self.n_envs, self.split = problem, n_envs, split
        self.with_candidates, self.n_threads = with_candidates, n_threads
        self.group_size = group_size
        bounds = np.linspace(0, n_envs // group_size, n_threads + 1).astype(int) * group_size
        self._rows = [slice(a, b) for a, b in pairwise(bounds)]
        self._threads = ThreadPoolExecutor(max(1, n_threads - 1))
        self._start(seed)
        self._make_specs(problem.env_config)

    def _start(self, seed: int) -> None:
        self._parts = [
            Derivations(
                self.problem,
                rows.stop - rows.start,
                split=self.split,
                seed=seed,
                first_row=rows.start,
                with_candidates=self.with_candidates,
                group_size=self.group_size,
            )
            for rows in self._rows
        ]
        self._is_restored = False

    # ---- what a policy and a logger ask

    @property
    def n_candidates(self) -> int:
        """A, the width of the action window."""
        return self.problem.env_config.n_candidates

    @property
    def n_goals(self) -> int:
        """G, goals shown."""
        return self.problem.viewer.view.n_goals

    @property
    def goal_width(self) -> int:
        """W, slots of a goal."""
        return self.problem.viewer.view.goal_width

    @property
    def view(self) -> str:
        """``tree`` or ``prefix``."""
        return self.problem.viewer.view.kind

    @property
    def vocabulary_size(self) -> int:
        """Number of view ids."""
        return self.problem.program.vocabulary.size

    @property
    def n_clauses(self) -> int:
        """Number of clause ids, the special ones included."""
        return self.problem.n_clauses

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since construction."""
        return _summed([part.counters for part in self._parts])

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds since construction by phase; threads add up."""
        return _summed([part.seconds for part in self._parts])

    @property
    def inferences(self) -> int:
        """Inferences since construction, those of resets not included."""
        return sum(part.inferences for part in self._parts)

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        for part in self._parts:
            part.draw.level = level

    def success_by_level(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward and all that ended, since construction, by level."""
        total: dict[int, tuple[int, int]] = {}
        for part in self._parts:
            for level, (won, played) in part.successes.items():
                before = total.get(level, (0, 0))
                total[level] = (before[0] + won, before[1] + played)
        return total

    # ---- TorchRL

    def _make_specs(self, config: EnvConfig) -> None:
        n, a, g, w = self.n_envs, config.n_candidates, self.n_goals, self.goal_width
        ids = self.vocabulary_size - 1
        shown = {
            "goals": Bounded(0, ids, (n, g, w), dtype=torch.int32),
            "clauses": Bounded(0, self.n_clauses - 1, (n, a), dtype=torch.int32),
            "action_mask": Binary(shape=(n, a), dtype=torch.bool),
            "inferences": Unbounded((n, 1), dtype=torch.int32),
            "episode_return": Unbounded((n, 1), dtype=torch.float32),
            "episode_inferences": Unbounded((n, 1), dtype=torch.int32),
        }
        if self.with_candidates:
            shown["candidates"] = Bounded(0, ids, (n, a, g, w), dtype=torch.int32)
        self.observation_spec = Composite(shown, shape=(n,))
        self.action_spec = Categorical(a, shape=(n,), dtype=torch.int64)
        self.reward_spec = Unbounded((n, 1), dtype=torch.float32)
        flag = Categorical(2, shape=(n, 1), dtype=torch.bool)
        self.full_done_spec = Composite({name: flag.clone() for name in _FLAGS}, shape=(n,))

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        asked = None if tensordict is None else tensordict.get("_reset", None)
        chosen = np.ones(self.n_envs, bool) if asked is None else asked.view(-1).numpy()
        whole = self._parts[0].blank(self.n_envs)

        for part, rows in zip(self._parts, self._rows, strict=True):
            restored = self._is_restored
            shown = part.current() if restored else part.reset(np.flatnonzero(chosen[rows]))
            whole.rows(rows).assign(shown)
        self._is_restored = False
        return self._tensors(whole)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        return self._play(tensordict, restart=False)[0]

    @torch.no_grad()
    def step_and_maybe_reset(
        self, tensordict: TensorDictBase
    ) -> tuple[TensorDictBase, TensorDictBase]:
        """As :meth:`EnvBase.step_and_maybe_reset`; finished rows start anew in the same call."""
        following, root = self._play(tensordict, restart=True)
        tensordict.set("next", following)
        return tensordict, self._tensors(root)

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """As :meth:`EnvBase.rand_action`, uniform over the legal actions of each row."""
        if tensordict is None:
            tensordict = self.reset()
        mask = tensordict.get("action_mask")
        return tensordict.set("action", mask.float().multinomial(1).squeeze(-1))

    def _set_seed(self, seed: int | None) -> None:
        self._start(seed or 0)

    def _play(self, tensordict: TensorDictBase, *, restart: bool) -> tuple[TensorDict, Observation]:
        actions = tensordict.get("action").numpy()
        following, root = (self._parts[0].blank(self.n_envs) for _ in range(2))

        shares = list(zip(self._parts, self._rows, strict=True))
        self._together([part.begin(actions[rows]) for part, rows in shares])
        transitions = [
            part.end(restart=restart, into=(following.rows(rows), root.rows(rows)))[0]
            for part, rows in shares
        ]
        flags = {
            field.name: _joined([getattr(t, field.name) for t in transitions])
            for field in fields(Transition)
            if field.name != "observation"
        }
        data = _tensors_of(following) | flags
        data["done"] = data["terminated"] | data["truncated"]
        return TensorDict(data, batch_size=self.batch_size), root

    def _together(self, calls: list[Callable[[], None]]) -> None:
        """Make the calls side by side, the first one in this thread."""
        others = [self._threads.submit(call) for call in calls[1:]]
        calls[0]()
        for other in others:
            other.result()

    def _tensors(self, observation: Observation) -> TensorDict:
        data = _tensors_of(observation)
        column = (self.n_envs, 1)
        data |= {name: torch.zeros(column, dtype=torch.bool) for name in _FLAGS}
        data["episode_return"] = torch.zeros(column)
        data["episode_inferences"] = torch.zeros(column, dtype=torch.int32)
        return TensorDict(data, batch_size=self.batch_size)

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Everything that a fresh environment needs to go on from here."""
        return {"parts": [_to_tensors(part.state()) for part in self._parts]}

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        for part, saved in zip(self._parts, state["parts"], strict=True):
            part.restore(_to_arrays(saved))
        self._is_restored = True


def _tensors_of(observation: Observation) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in observation.arrays().items()}


def _joined(arrays: list[NDArray[Any]]) -> torch.Tensor:
    return torch.from_numpy(arrays[0] if len(arrays) == 1 else np.concatenate(arrays))


def _summed(counts: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: sum(count[name] for count in counts) for name in counts[0]}


def _to_tensors(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _to_tensors(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value.view(np.int64) if value.dtype == np.uint64 else value).clone()
    return value


def _to_arrays(value: Any, name: str = "") -> Any:
    if isinstance(value, Mapping):
        return {key: _to_arrays(item, key) for key, item in value.items()}
    if isinstance(value, torch.Tensor):
        array = value.clone().numpy()
        return array.view(np.uint64) if name in ("hashes", "history") else array
    return value
