"""TorchRL's ``ParallelEnv`` with one environment in each process: the classic design, to compare.

The parent sends every action through a pipe and polls without a pause until every worker has
answered, so leave it a core.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from tensordict import TensorDictBase
from torchrl.envs import EnvBase, ParallelEnv

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import SymbolicError, WorkerError
from symbolic_rl.collectors.base import CollectorFigures, LocalCollector
from symbolic_rl.collectors.copies import env_makers
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy

START_S, START_WORKER_S = 60.0, 10.0
"""Seconds that the start or a step may take, and seconds more for each worker; TorchRL's own limit
is 10,000 seconds."""


class OneDerivation(EnvBase):  # type: ignore[misc]
    """Environment of one process: one row, without a batch dimension."""

    batch_locked = True

    def __init__(self, rows: DerivationEnv) -> None:
        super().__init__(device="cpu", batch_size=torch.Size([]))
        self.rows = rows
        self.observation_spec = rows.observation_spec[0]
        self.action_spec = rows.action_spec[0]
        self.reward_spec = rows.reward_spec[0]
        self.full_done_spec = rows.full_done_spec[0]

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        return self.rows._reset()[0]

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        return self.rows._step(tensordict.select("action").unsqueeze(0))[0]

    def step_and_maybe_reset(
        self, tensordict: TensorDictBase
    ) -> tuple[TensorDictBase, TensorDictBase]:
        """Step the row as :meth:`DerivationEnv.step_and_maybe_reset` does."""
        stepped, current = self.rows.step_and_maybe_reset(tensordict.select("action").unsqueeze(0))
        return tensordict.set("next", stepped.get("next")[0]), current[0]

    def _set_seed(self, seed: int | None) -> None:
        self.rows.set_seed(seed)

    def figures(self) -> CollectorFigures:
        """Return the counts of this row."""
        return CollectorFigures.of(self.rows, {"policy": 0.0})

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.rows.set_level(level)

    def snapshot(self) -> dict[str, Any]:
        """Return the state from which another environment can go on."""
        return {"environment": dict(self.rows.state_dict())}


def open_one(maker: partial[DerivationEnv]) -> OneDerivation:
    """Make the environment of one process."""
    return OneDerivation(maker())


class OneProcessEach(LocalCollector):
    """Rollouts of ``n_envs`` processes with a row each."""

    def __init__(
        self,
        problem: Problem,
        policy: DerivationPolicy,
        config: TrainConfig,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        saved: Sequence[Any] = state["rows"] if state else [None] * config.n_envs
        makers = env_makers(problem, policy, config, saved)
        self._processes = ParallelEnv(
            config.n_envs,
            [partial(open_one, maker) for maker in makers],
            num_threads=config.torch_threads,  # else it takes the learner's threads away
            mp_start_method="spawn",  # a fork would share Prolog's state
            shutdown_timeout=5.0,
        )
        self._processes.BATCHED_PIPE_TIMEOUT = START_S + START_WORKER_S * config.n_envs
        try:
            super().__init__(self._processes, policy, config)
        except BaseException:
            self._processes.close(raise_if_closed=False)
            raise
        self._rollouts = self._guarded(self._rollouts)

    def _guarded(self, rollouts: Iterator[TensorDictBase]) -> Iterator[TensorDictBase]:
        try:
            yield from rollouts
        except Exception as error:  # TorchRL raises all sorts of them
            if isinstance(error, SymbolicError):
                raise
            raise WorkerError(
                f"A worker ended or hung: {str(error).splitlines()[0]}",
                f"--collector parallel-env, {self.env.num_workers} workers",
                "go on from the checkpoint (--resume RUN); --collector multiprocess replaces "
                "workers that die.",
            ) from error

    @property
    def figures(self) -> CollectorFigures:
        """Counts so far."""
        rows = CollectorFigures.together(self._processes.figures())
        return replace(rows, seconds=rows.seconds | self.policy.seconds)

    def state(self) -> dict[str, Any]:
        """Return the state of the environment of every process."""
        return {"rows": self._processes.snapshot()}

    def shutdown(self) -> None:
        """End all processes."""
        if not self._processes.is_closed:
            super().shutdown()


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> OneProcessEach:
    """Build the collector; see :func:`symbolic_rl.collectors.make_collector`."""
    return OneProcessEach(problem, policy, config.run, state)
