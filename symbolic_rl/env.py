"""The environment: N derivations side by side as one batched TorchRL ``EnvBase``.

State: the open goals. Action: a candidate for the selected goal. Reward: a refutation. See
``docs`` in :mod:`symbolic_rl.derivation.derivations`; this module turns its arrays into tensors.

Dimension key: N rows, A actions, G goals, W slots of a goal.
"""

from typing import Any, Unpack

import numpy as np
from tensordict import TensorDictBase

from symbolic_rl.batched_env import ArrayEnv, RowOptions, to_arrays, to_tensors
from symbolic_rl.derivation.derivations import Derivations
from symbolic_rl.derivation.frames import Transition
from symbolic_rl.engine.tokens import IntArray
from symbolic_rl.observation.windows import Observation
from symbolic_rl.problem import Problem


class DerivationEnv(ArrayEnv):
    """N derivations of the queries of a problem, in this process.

    Every step returns fresh tensors. Forced moves are played within a step; finished rows start
    anew in :meth:`step_and_maybe_reset`, and by :meth:`reset` with ``_reset`` after a plain step.

    Args:
        problem: program, queries and settings.
        n_envs: number of rows, the batch size.
        n_threads: threads that step parts of the rows side by side; without the compiled wire one.
        rows: see :class:`.BatchedEnv`.
    """

    def __init__(
        self, problem: Problem, n_envs: int, *, n_threads: int = 1, **rows: Unpack[RowOptions]
    ) -> None:
        super().__init__(problem, n_envs, **rows)
        self.n_threads = n_threads
        self._start()

    def _start(self) -> None:
        self._derivations = Derivations(
            self.problem,
            self.n_envs,
            split=self.split,
            seed=self.seed,
            first_row=self.first_row,
            with_candidates=self.with_candidates,
            group_size=self.group_size,
            n_threads=self.n_threads,
        )
        self._is_restored = False

    # ---- what a logger asks

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

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        asked = None if tensordict is None else tensordict.get("_reset", None)
        rows = None if asked is None else np.flatnonzero(asked.view(-1).numpy())
        restored, self._is_restored = self._is_restored, False
        if restored:
            return self._tensors(self._derivations.current())
        return self._tensors(self._derivations.reset(rows))

    def _set_seed(self, seed: int | None) -> None:
        self.seed = seed or 0
        self._start()

    def _begin(self, actions: IntArray, *, restart: bool) -> tuple[Transition, Observation]:
        return self._derivations.begin(actions, restart=restart)

    def _end(self) -> None:
        self._derivations.end()

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Everything that a fresh environment needs to go on from here."""
        state: dict[str, Any] = to_tensors(self._derivations.state())
        return state

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        self._derivations.restore(to_arrays(state))
        self._is_restored = True
