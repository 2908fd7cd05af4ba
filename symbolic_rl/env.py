"""The environment: N derivations side by side as one batched TorchRL ``EnvBase``.

State: the open goals. Action: a candidate for the selected goal. Reward: a refutation. See
``docs`` in :mod:`symbolic_rl.derivations`; this module turns its arrays into tensors.

Dimension key: N rows, A actions, G goals, W slots of a goal.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase

from symbolic_rl.batched_env import BatchedEnv, tensors_of, to_arrays, to_tensors
from symbolic_rl.derivations import Derivations, Transition
from symbolic_rl.problem import Problem
from symbolic_rl.windows import Observation


class DerivationEnv(BatchedEnv):
    """N derivations of the queries of a problem, in this process.

    Every step returns fresh tensors. Forced moves are played within a step; finished rows start
    anew in :meth:`step_and_maybe_reset`, and by :meth:`reset` with ``_reset`` after a plain step.

    Args:
        problem: program, queries and settings.
        n_envs: number of rows, the batch size.
        seed: seed of the order of queries.
        split: whose queries are played.
        with_candidates: show the candidates' resolvents (for policies that compare them).
        n_threads: Python threads that play moves, each for an equal share of the rows.
        first_row: number of the first row, where rows are spread over several environments.
    """

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        seed: int = 0,
        split: str = "train",
        with_candidates: bool = True,
        n_threads: int = 1,
        first_row: int = 0,
    ) -> None:
        super().__init__(problem, n_envs, split=split, with_candidates=with_candidates)
        self.n_threads, self.seed, self.first_row = n_threads, seed, first_row
        bounds = np.linspace(0, n_envs, n_threads + 1).astype(int)
        self._rows = [slice(a, b) for a, b in pairwise(bounds)]
        self._threads = ThreadPoolExecutor(max(1, n_threads - 1))
        self._start(seed)

    def _start(self, seed: int) -> None:
        self._parts = [
            Derivations(
                self.problem,
                rows.stop - rows.start,
                split=self.split,
                seed=seed,
                first_row=self.first_row + rows.start,
                with_candidates=self.with_candidates,
            )
            for rows in self._rows
        ]
        self._is_restored = False

    # ---- what a logger asks

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
        data = tensors_of(following) | flags
        data["done"] = data["terminated"] | data["truncated"]
        return TensorDict(data, batch_size=self.batch_size), root

    def _together(self, calls: list[Callable[[], None]]) -> None:
        """Make the calls side by side, the first one in this thread."""
        others = [self._threads.submit(call) for call in calls[1:]]
        calls[0]()
        for other in others:
            other.result()

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Everything that a fresh environment needs to go on from here."""
        return {"parts": [to_tensors(part.state()) for part in self._parts]}

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        for part, saved in zip(self._parts, state["parts"], strict=True):
            part.restore(to_arrays(saved))
        self._is_restored = True


def _joined(arrays: list[NDArray[Any]]) -> torch.Tensor:
    return torch.from_numpy(arrays[0] if len(arrays) == 1 else np.concatenate(arrays))


def _summed(counts: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: sum(count[name] for count in counts) for name in counts[0]}
