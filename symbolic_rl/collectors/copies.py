"""Copies of policy and environments in other processes: the base of ``replicated`` and ``ray``.

TorchRL runs the copies and brings their rollouts together. Copy k plays the rows that follow those
of the copies before it, so every row plays the same queries as in one process; its random numbers
are its own. Between two rollouts all copies stand still: then they get the new weights and the
level, and are asked for their figures and their state.
"""

import atexit
import multiprocessing
import signal
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import torch
from tensordict import TensorDictBase
from torchrl.collectors import BaseCollector

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.bridge.tokens import splitmix64
from symbolic_rl.collectors.base import CollectorFigures, LeanCollector, env_options
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.carried import ProblemFiles
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy

COLLECTOR_OPTIONS: dict[str, Any] = {
    "compact_obs": True,
    "trust_policy": True,
    "auto_register_policy_transforms": False,
    "no_cuda_sync": True,
}
"""Arguments of TorchRL's collector in every copy."""


class Copies(ABC):
    """Collector of ``n_workers`` copies.

    Args:
        problem: program, and the training queries that are played.
        policy: the one that learns; the copies get its weights before each rollout.
        config: training settings of the run, resolved.
        state: see :func:`~symbolic_rl.collectors.make_collector`.
    """

    def __init__(
        self,
        problem: Problem,
        policy: DerivationPolicy,
        config: TrainConfig,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self.policy, self.config = policy, config
        self.sent = deepcopy(policy).cpu()
        """Policy that the copies are made from. It has weights of its own: the learner's would be
        moved to shared memory and would change during a rollout."""
        saved: Sequence[Any] = state["copies"] if state else [None] * config.n_workers
        self._collector = self.start(env_makers(problem, policy, config, saved))
        atexit.register(self.shutdown)  # processes that are left would be waited for at exit
        try:
            if state:
                self.ask("go_on_drawing", [(copy["random"],) for copy in saved])
            self._waited = 0.0
            self._figures = self._ask_figures()
            self._rollouts = self._gather()
        except BaseException:
            self.shutdown()
            raise

    def describe(self) -> str:
        """Return nothing: the copies are like any environments."""
        return ""

    @abstractmethod
    def start(self, makers: Sequence[partial[DerivationEnv]]) -> BaseCollector:
        """Start TorchRL's collector, with a copy of ``sent`` for each of the environments."""

    @abstractmethod
    def send_weights(self) -> None:
        """Bring the weights of ``sent`` to the copies."""

    @abstractmethod
    def explain(self, error: Exception) -> Exception:
        """Translate an error of TorchRL into one that says what to do about it."""

    def ask(self, method: str, arguments: Sequence[tuple[Any, ...]] | None = None) -> list[Any]:
        """Call a method of :class:`Copy` in every copy, and return what they answer."""
        try:
            answers: list[Any] = self._collector.map_fn(method, arguments)
        except Exception as error:
            raise self.explain(error) from error
        return answers

    def __iter__(self) -> Iterator[TensorDictBase]:
        return self._rollouts

    def _gather(self) -> Iterator[TensorDictBase]:
        rollouts = iter(self._collector)  # once: the copies do not start over
        while True:
            self.sent.head.load_state_dict(self.policy.head.state_dict())
            started = perf_counter()
            try:
                self.send_weights()
                stacked = next(rollouts)
            except Exception as error:
                raise self.explain(error) from error
            before = sum(self._figures.seconds.values()) - self._waited
            figures = self._ask_figures()
            worked = sum(figures.seconds.values()) - before
            self._waited += max(0.0, perf_counter() - started - worked)
            self._figures = replace(figures, seconds=figures.seconds | {"wait": self._waited})
            yield stacked.flatten(0, stacked.ndim - 2).exclude("collector")

    @property
    def figures(self) -> CollectorFigures:
        """Counts up to the last rollout."""
        return self._figures

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.ask("env.set_level", [(level,)] * self.config.n_workers)

    def state(self) -> dict[str, Any]:
        """Return the state of the environments and of the random numbers of every copy."""
        return {"copies": self.ask("snapshot")}

    def shutdown(self) -> None:
        """End all copies."""
        atexit.unregister(self.shutdown)
        self._collector.shutdown()

    def _ask_figures(self) -> CollectorFigures:
        return CollectorFigures.together(self.ask("figures"))


class Copy(LeanCollector):
    """Collector of TorchRL within a copy."""

    def __init__(self, *args: Any, **options: Any) -> None:
        torch.set_num_threads(1)
        super().__init__(*args, **options)
        row = np.uint64(self.env.first_row + 1)
        mixed = splitmix64(splitmix64(np.full(1, self.env.seed, np.uint64)) ^ row)
        torch.manual_seed(int(mixed[0] >> np.uint64(1)))

    def figures(self) -> CollectorFigures:
        """Return the counts of this copy."""
        return CollectorFigures.of(self.env, self.policy.seconds)

    def snapshot(self) -> dict[str, Any]:
        """Return the state from which a copy can go on."""
        return {"environment": dict(self.env.state_dict()), "random": torch.get_rng_state()}

    def go_on_drawing(self, random_state: torch.Tensor) -> None:
        """Set the state of the random numbers."""
        torch.set_rng_state(random_state)


def env_makers(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    saved: Sequence[Mapping[str, Any] | None],
) -> list[partial[DerivationEnv]]:
    """Return functions that make the environment of each worker, in any process.

    Args:
        problem: program, and the training queries that are played.
        policy: says whether candidates are shown.
        config: training settings of the run, resolved.
        saved: for each worker, None or a mapping with the state of its ``environment``.
    """
    files, n = ProblemFiles.of(problem), config.n_envs // config.n_workers
    options = {"n_envs": n, **env_options(policy, config)}
    return [
        partial(open_env, files, first_row=k * n, state=state, **options)
        for k, state in enumerate(saved)
    ]


def open_env(
    files: ProblemFiles, *, state: Mapping[str, Any] | None = None, **options: Any
) -> DerivationEnv:
    """Open a problem and make an environment of it, in ``state`` where that is given."""
    leave_interrupts_to_the_parent()
    env = DerivationEnv(files.open(), **options)
    if state is not None:
        env.load_state_dict(state["environment"])
    return env


def leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl-C in a worker: the parent gets it too, and ends the workers after its batch."""
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
