"""The environment: N derivations side by side as one batched TorchRL ``EnvBase``.

State: the open goals. Action: a candidate for the selected goal. Reward: a refutation. See
``docs`` in :mod:`symbolic_rl.derivations`; this module turns its arrays into tensors.

Dimension key: N rows, A actions, G goals, W slots of a goal.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from symbolic_rl.config import EnvConfig
from symbolic_rl.derivations import Derivations
from symbolic_rl.problem import Problem
from symbolic_rl.windows import Observation

_FLAGS = ("done", "terminated", "truncated")
_RESULTS = ("reward", "terminated", "truncated", "episode_return", "episode_inferences")


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
        n_threads: threads that step parts of the rows side by side; without the compiled wire one.
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
    ) -> None:
        super().__init__(device="cpu", batch_size=torch.Size([n_envs]))
        self.problem, self.n_envs, self.split = problem, n_envs, split
        self.with_candidates, self.n_threads = with_candidates, n_threads
        self._start(seed)
        self._make_specs(problem.env_config)

    def _start(self, seed: int) -> None:
        self._derivations = Derivations(
            self.problem,
            self.n_envs,
            split=self.split,
            seed=seed,
            with_candidates=self.with_candidates,
            n_threads=self.n_threads,
        )
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
        return self._derivations.counters

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds since construction by phase."""
        return self._derivations.seconds

    @property
    def inferences(self) -> int:
        """Inferences since construction, those of resets not included."""
        return self._derivations.inferences

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self._derivations.draw.level = level

    def success_by_level(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward and all that ended, since construction, by level."""
        return self._derivations.successes

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
        rows = None if asked is None else np.flatnonzero(asked.view(-1).numpy())
        restored, self._is_restored = self._is_restored, False
        if restored:
            return self._tensors(self._derivations.current())
        return self._tensors(self._derivations.reset(rows))

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
        transition, root = self._derivations.step(actions, restart=restart)
        data = _tensors_of(transition.observation)
        for name in _RESULTS:
            data[name] = torch.from_numpy(getattr(transition, name))
        data["done"] = data["terminated"] | data["truncated"]
        return self._batch(data), root

    def _tensors(self, observation: Observation) -> TensorDict:
        data = _tensors_of(observation)
        column = (self.n_envs, 1)
        data |= {name: torch.zeros(column, dtype=torch.bool) for name in _FLAGS}
        data["episode_return"] = torch.zeros(column)
        data["episode_inferences"] = torch.zeros(column, dtype=torch.int32)
        return self._batch(data)

    def _batch(self, data: dict[str, torch.Tensor]) -> TensorDict:
        # The shapes are right by construction; checking them takes 25 us, a tenth of a step.
        return TensorDict._new_unsafe(data, batch_size=self.batch_size)

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Everything that a fresh environment needs to go on from here."""
        state: dict[str, Any] = _to_tensors(self._derivations.state())
        return state

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        self._derivations.restore(_to_arrays(state))
        self._is_restored = True


def _tensors_of(observation: Observation) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in observation.arrays().items()}


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
