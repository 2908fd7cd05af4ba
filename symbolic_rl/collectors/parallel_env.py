"""TorchRL's ``ParallelEnv`` with one environment in each process: the classic design, to compare.

The parent sends every action through a pipe and polls without a pause until every worker has
answered, so leave it a core. TorchRL would wait almost three hours for a worker that hangs within a
step, and for ever while it starts or is asked a question: :class:`LimitedParallelEnv` gives it up.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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
from symbolic_rl.collectors.replicated import HangError, StartError, Starting
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy

PATIENCE_S, WORKER_PATIENCE_S = 60.0, 10.0
"""Seconds that the start, a step or the answer to a question may take, and seconds more for each
worker."""


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


class LimitedPipe:
    """Pipe to a worker whose answers are waited for with a limit.

    Args:
        pipe: end of the parent.
        worker: the process at the other end, which is killed when it is given up.
        number: of the worker, from 0.
        patience_s: seconds that an answer may take.
    """

    def __init__(self, pipe: Any, worker: Any, number: int, patience_s: float) -> None:
        self._pipe, self._worker, self._number = pipe, worker, number
        self._patience_s = patience_s

    def recv(self) -> Any:
        """Return the next answer.

        Raises:
            HangError: there was none in time.
        """
        if not self._pipe.poll(self._patience_s):
            self._worker.kill()  # a stopped process would make the end take ten seconds
            raise HangError([self._number], self._patience_s)
        return self._pipe.recv()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pipe, name)


class LimitedParallelEnv(ParallelEnv):  # type: ignore[misc]
    """TorchRL's environment over processes, with a limit wherever it waits for one of them."""

    parent_channels: list[Any]

    def _start_workers(self) -> None:
        patience_s = PATIENCE_S + WORKER_PATIENCE_S * self.num_workers
        with Starting(patience_s):
            super()._start_workers()
        self.BATCHED_PIPE_TIMEOUT = patience_s  # the start has set it to 10,000 s
        self.parent_channels = [
            LimitedPipe(pipe, self._workers[number], number, patience_s)
            for number, pipe in enumerate(self.parent_channels)
        ]

    def _wait_for_workers(self, workers_range: Sequence[int]) -> None:
        try:
            super()._wait_for_workers(workers_range)
        except RuntimeError as error:
            if "time limit" not in str(error):
                raise
            silent = [i for i in workers_range if not self._shm_done_flags[i]]
            for number in silent:
                self._workers[number].kill()
            raise HangError(silent, self.BATCHED_PIPE_TIMEOUT) from error

    def _shutdown_workers(self) -> None:
        with suppress(OSError):  # one that is dead cannot be told to close; the others are ended
            super()._shutdown_workers()


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
        self._processes = LimitedParallelEnv(
            config.n_envs,
            [partial(open_one, maker) for maker in makers],
            num_threads=config.torch_threads,  # else it takes the learner's threads away
            mp_start_method="spawn",  # a fork would share Prolog's state
            shutdown_timeout=5.0,
        )
        try:
            with self._explained():
                super().__init__(self._processes, policy, config)
        except BaseException:
            self._processes.close(raise_if_closed=False)
            raise
        self._rollouts = self._guarded(self._rollouts)

    def _guarded(self, rollouts: Iterator[TensorDictBase]) -> Iterator[TensorDictBase]:
        with self._explained():
            yield from rollouts

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Translate the end or hang of a worker into an error that says what to do."""
        try:
            yield
        except Exception as error:  # TorchRL raises all sorts of them
            if isinstance(error, SymbolicError):
                raise
            raise WorkerError(
                _what(error),
                f"--collector parallel-env, {self._processes.num_workers} workers",
                "go on from the checkpoint (--resume RUN); --collector multiprocess replaces "
                "workers that die or hang.",
            ) from error

    @property
    def figures(self) -> CollectorFigures:
        """Counts so far."""
        with self._explained():
            rows = CollectorFigures.together(self._processes.figures())
        return replace(rows, seconds=rows.seconds | self.policy.seconds)

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        with self._explained():
            super().set_level(level)

    def state(self) -> dict[str, Any]:
        """Return the state of the environment of every process."""
        with self._explained():
            return {"rows": self._processes.snapshot()}

    def shutdown(self) -> None:
        """End all processes."""
        if not self._processes.is_closed:
            super().shutdown()


def _what(error: Exception) -> str:
    """Return what happened to a worker, in a sentence."""
    if isinstance(error, HangError):
        rows = [f"{k + 1} (row {k})" for k in error.silent]
        verb = "have" if len(rows) > 1 else "has"
        workers = f"Worker{'s' * (len(rows) > 1)} {', '.join(rows)}"
        return f"{workers} {verb} not answered for {error.seconds:g} s."
    if isinstance(error, StartError) and error.waited_s:
        return f"Workers have not become ready in {error.waited_s:g} s, and were ended."
    told = str(error).splitlines() or ["its pipe is closed"]
    return f"A worker ended before its time: {told[0]}"


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> OneProcessEach:
    """Build the collector; see :func:`symbolic_rl.collectors.make_collector`."""
    return OneProcessEach(problem, policy, config.run, state)
