"""Copies of policy and environments in other processes: what ``replicated`` and ``ray`` share.

TorchRL runs the copies and brings their rollouts together. Copy k plays the rows that follow those
of the copies before it, so that every row plays the same queries as in one process; what it draws
is its own. Between two rollouts all copies stand still: then they get the new weights and the
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
    """A collector of ``n_workers`` copies.

    Args:
        problem: whose training queries are played.
        policy: the one that learns; the copies get its weights before each rollout.
        config: training settings, ``n_workers`` resolved.
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
        """What the copies are made from; of its own, so that the learner's weights are not moved
        to shared memory and do not change during a rollout."""
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
        """Nothing: the copies are like any environments."""
        return ""

    @abstractmethod
    def start(self, makers: Sequence[partial[DerivationEnv]]) -> BaseCollector:
        """Start TorchRL's collector, with a copy of ``sent`` for each of the environments."""

    @abstractmethod
    def send_weights(self) -> None:
        """Bring the weights of ``sent`` to the copies, which stand still."""

    @abstractmethod
    def explain(self, error: Exception) -> Exception:
        """Say what an error of TorchRL means and what to do about it."""

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
        """What was counted up to the last rollout."""
        return self._figures

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self.ask("env.set_level", [(level,)] * self.config.n_workers)

    def state(self) -> dict[str, Any]:
        """State of the environments and of the random numbers of every copy."""
        return {"copies": self.ask("snapshot")}

    def shutdown(self) -> None:
        """End all copies."""
        atexit.unregister(self.shutdown)
        self._collector.shutdown()

    def _ask_figures(self) -> CollectorFigures:
        return CollectorFigures.together(self.ask("figures"))


class Copy(LeanCollector):
    """TorchRL's collector within a copy."""

    def __init__(self, *args: Any, **options: Any) -> None:
        torch.set_num_threads(1)
        super().__init__(*args, **options)
        row = np.uint64(self.env.first_row + 1)
        mixed = splitmix64(splitmix64(np.full(1, self.env.seed, np.uint64)) ^ row)
        torch.manual_seed(int(mixed[0] >> np.uint64(1)))

    def figures(self) -> CollectorFigures:
        """What this copy has counted."""
        return CollectorFigures.of(self.env, self.policy.seconds)

    def snapshot(self) -> dict[str, Any]:
        """What a copy needs to go on from here."""
        return {"environment": dict(self.env.state_dict()), "random": torch.get_rng_state()}

    def go_on_drawing(self, random_state: torch.Tensor) -> None:
        """Draw on from ``random_state``."""
        torch.set_rng_state(random_state)


def env_makers(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    saved: Sequence[Mapping[str, Any] | None],
) -> list[partial[DerivationEnv]]:
    """Functions that make the environment of each worker, in whatever process they are called.

    Args:
        problem: whose training queries are played.
        policy: decides what is shown.
        config: training settings, ``n_workers`` resolved.
        saved: for each worker, None or a mapping with the state of its ``environment``.
    """
    parcel, n = ProblemFiles.of(problem), config.n_envs // config.n_workers
    options = {"n_envs": n, **env_options(policy, config)}
    return [
        partial(open_env, parcel, first_row=k * n, state=state, **options)
        for k, state in enumerate(saved)
    ]


def open_env(
    parcel: ProblemFiles, *, state: Mapping[str, Any] | None = None, **options: Any
) -> DerivationEnv:
    """Open a problem and make an environment of it, to go on from ``state`` where there is one."""
    leave_interrupts_to_the_parent()
    env = DerivationEnv(parcel.open(), **options)
    if state is not None:
        env.load_state_dict(state["environment"])
    return env


def leave_interrupts_to_the_parent() -> None:
    """In a worker: let Ctrl-C, which reaches every process of a terminal, pass by.

    The parent then finishes its batch and ends the workers.
    """
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
