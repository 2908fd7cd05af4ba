"""The environment in several processes: a pool of workers as one batched TorchRL ``EnvBase``."""

from time import perf_counter
from typing import Any, Unpack

import numpy as np
from tensordict import TensorDictBase

from symbolic_rl.bridge.schema import Observation, Transition
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.envs.torchrl import ArrayEnv, RowOptions, to_arrays, to_tensors
from symbolic_rl.envs.workers import WorkerPool
from symbolic_rl.play.problem import Problem


class PoolEnv(ArrayEnv):
    """N derivations of the queries of a problem, in K worker processes.

    The same rows, step for step, as :class:`.DerivationEnv` with the same seed has.
    Workers that fail are replaced, which changes nothing but the time; ``restarts`` counts them.

    Args:
        problem: program, queries and settings.
        n_envs: number of rows, the batch size.
        n_workers: number of processes, at most ``n_envs``.
        worker_timeout_s: seconds after which a worker that does not answer is taken to hang.
        max_restarts: workers that are replaced before a step raises :class:`WorkerError`.
        rows: see :class:`.BatchedEnv`; ``first_row`` is 0.
    """

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        n_workers: int = 1,
        worker_timeout_s: float = 60.0,
        max_restarts: int = 100,
        **rows: Unpack[RowOptions],
    ) -> None:
        super().__init__(problem, n_envs, **rows)
        assert self.first_row == 0
        self.n_workers = n_workers
        self.pool = WorkerPool(
            problem,
            n_envs,
            n_workers=n_workers,
            split=self.split,
            seed=self.seed,
            with_candidates=self.with_candidates,
            group_size=self.group_size,
            timeout_s=worker_timeout_s,
            max_restarts=max_restarts,
        )
        self._is_restored = False
        self._in_pool = self._waited = 0.0

    # ---- what a logger asks

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since construction."""
        return self.pool.counters

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds since construction by phase, the mean of the workers.

        ``wait`` is how much longer this process waited for them than they worked.
        """
        worked = self.pool.seconds
        self._waited = max(self._waited, self._in_pool - sum(worked.values()))
        return worked | {"wait": self._waited}

    @property
    def inferences(self) -> int:
        """Inferences since construction, those of resets not included."""
        return self.pool.inferences

    @property
    def restarts(self) -> int:
        """Workers that were replaced since construction."""
        return self.pool.restarts

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.pool.set_level(level)

    def success_by_level(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward and all that ended, since construction, by level."""
        return self.pool.successes

    # ---- TorchRL

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        asked = None if tensordict is None else tensordict.get("_reset", None)
        chosen = np.ones(self.n_envs, bool) if asked is None else asked.view(-1).numpy()
        if self._is_restored:
            self._is_restored = False
            return self._tensors(self.pool.current())
        started = perf_counter()
        observation = self.pool.reset(np.flatnonzero(chosen))
        self._in_pool += perf_counter() - started
        return self._tensors(observation)

    def _set_seed(self, seed: int | None) -> None:
        self.seed = seed or 0
        self.pool.reseed(self.seed)
        self._is_restored = False

    def _begin(self, actions: IntArray, *, restart: bool) -> tuple[Transition, Observation]:
        started = perf_counter()
        begun = self.pool.begin(actions, restart=restart)
        self._in_pool += perf_counter() - started
        return begun

    def _end(self) -> None:
        started = perf_counter()
        self.pool.end()
        self._in_pool += perf_counter() - started

    def close(self, **options: Any) -> None:
        """End the workers."""
        self.pool.close()
        super().close(**options)

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Everything that a fresh environment with as many workers needs to go on from here."""
        return {"workers": [to_tensors(state) for state in self.pool.states()]}

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        self.pool.restore([to_arrays(saved) for saved in state["workers"]])
        self._is_restored = True
