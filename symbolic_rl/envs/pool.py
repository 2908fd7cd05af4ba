"""The environment in several processes: a pool of workers as one batched TorchRL ``EnvBase``."""

from time import perf_counter
from typing import Any, Unpack

from tensordict import TensorDictBase

from symbolic_rl.bridge.schema import Observation, Transition
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.envs.torchrl import ArrayEnv, RowOptions, to_arrays, to_tensors
from symbolic_rl.envs.workers import WorkerPool
from symbolic_rl.play.problem import Problem


class PoolEnv(ArrayEnv):
    """N derivations of the queries of a problem, in K worker processes.

    The rows are those of :class:`.DerivationEnv` with the same seed, step for step. Workers that
    fail are replaced, which changes nothing but the time; ``restarts`` counts them.

    >>> from symbolic_rl.play.problem import load_problem
    >>> env = PoolEnv(load_problem("countries_s1"), 4, n_workers=2)
    >>> env.rollout(3, break_when_any_done=False).batch_size
    torch.Size([4, 3])
    >>> env.close()

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
        self._in_pool = self._waited = 0.0

    @property
    def _rows(self) -> WorkerPool:
        return self.pool

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds since construction by phase, the mean of the workers.

        ``wait`` is the time for which this process waited beyond their work.
        """
        worked = self.pool.seconds
        self._waited = max(self._waited, self._in_pool - sum(worked.values()))
        return worked | {"wait": self._waited}

    @property
    def restarts(self) -> int:
        """Workers that were replaced since construction."""
        return self.pool.restarts

    def _reset(self, tensordict: TensorDictBase | None = None, **options: Any) -> TensorDictBase:
        started = perf_counter()
        current = super()._reset(tensordict, **options)
        self._in_pool += perf_counter() - started
        return current

    def _begin(self, actions: IntArray, *, restart: bool) -> tuple[Transition, Observation]:
        started = perf_counter()
        begun = self.pool.begin(actions, restart=restart)
        self._in_pool += perf_counter() - started
        return begun

    def _end(self) -> None:
        started = perf_counter()
        self.pool.end()
        self._in_pool += perf_counter() - started

    def _set_seed(self, seed: int | None) -> None:
        self.seed = seed or 0
        self.pool.reseed(self.seed)
        self._is_restored = False

    def close(self, **options: Any) -> None:
        """End the workers."""
        self.pool.close()
        super().close(**options)

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Return all state, for a fresh environment with as many workers."""
        return {"workers": [to_tensors(state) for state in self.pool.states()]}

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        self.pool.restore([to_arrays(saved) for saved in state["workers"]])
        self._is_restored = True
