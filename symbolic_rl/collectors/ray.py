"""Environments and searches in Ray actors, on this machine or on many.

``RAY_ADDRESS`` names an existing cluster; without it, Ray starts here and ends with the run. Every
node needs Python, SWI-Prolog and this version of symbolic-rl; the program's files are sent.

Each actor has a copy of the policy and steps a range of rows, in the order of the actors, so every
row takes the same queries as in one process; the actor draws its own random numbers. Between two
rollouts all actors are idle: then they get the new weights and the level, and return their state.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from math import ceil, floor
from time import monotonic, perf_counter, sleep
from typing import Any

import numpy as np
import torch
from tensordict import TensorDictBase

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import RunError, SymbolicError, WorkerError, expect_package
from symbolic_rl.bridge.tokens import splitmix64
from symbolic_rl.collectors.base import (
    Collector,
    CollectorMetrics,
    LocalCollector,
    Packed,
    Saved,
    env_options,
    n_rollouts,
    packs_rollouts,
)
from symbolic_rl.collectors.proofs import WorkerSearches
from symbolic_rl.derivations.problem import Problem, ProblemFiles
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.envs.workers.pool import MOST_RESTARTS
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.batch import Batch

PATIENCE_S = 20.0
"""Seconds to wait for cores, which a run that has just ended frees after a moment."""


class OnRay:
    """See :class:`.Backend`."""

    @staticmethod
    def rollouts(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig, state: Saved
    ) -> "RayCollector":
        """See :class:`.Backend`."""
        return RayCollector(problem, policy, config.run, state)

    @staticmethod
    def proofs(
        problem: Problem, policy: DerivationPolicy, config: ResolvedConfig
    ) -> WorkerSearches:
        """See :class:`.Backend`."""
        # Actors of more programs than workers share the cores of these.
        each = min(1.0, floor(1e4 * config.rank.n_workers / config.n_programs) / 1e4)
        opened = partial(Actors, problem, config.run.n_workers, config.rank.n_workers, each)
        return WorkerSearches(problem, policy, config.run, opened)


class _Actor:
    """Worker in a Ray actor: opens the problem at the first request, and steps rows of it."""

    def __init__(self, files: ProblemFiles) -> None:
        torch.set_num_threads(1)
        self._files = files
        self._problem: Problem | None = None

    def pid(self) -> int:
        return os.getpid()

    @property
    def problem(self) -> Problem:
        # Opened here, because an error in __init__ reaches the caller without its type.
        self._problem = self._problem or self._files.open()
        return self._problem

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return function(self.problem, *arguments)

    def open_rows(
        self,
        policy: DerivationPolicy,
        config: TrainConfig,
        options: Mapping[str, Any],
        saved: Mapping[str, Any] | None,
        packs: bool,
    ) -> CollectorMetrics:
        env = DerivationEnv(self.problem, config.n_envs, **options)
        self._policy = policy
        self._collector = LocalCollector(env, policy, config, saved, packs=packs)
        if saved:
            torch.set_rng_state(saved["random"])
        else:
            row = np.uint64(env.first_row + 1)
            mixed = splitmix64(splitmix64(np.full(1, env.seed, np.uint64)) ^ row)
            torch.manual_seed(int(mixed[0] >> np.uint64(1)))
        return self._collector.metrics

    def rollout(
        self, weights: dict[str, Any]
    ) -> tuple[TensorDictBase, dict[str, Any] | None, CollectorMetrics]:
        self._policy.head.load_state_dict(weights)
        rollout = next(iter(self._collector))
        packed = self._collector.packed
        sent = packed and {**packed._asdict(), "frames": packed.frames.state()}
        return rollout, sent, self._collector.metrics

    def set_level(self, level: int) -> None:
        self._collector.set_level(level)

    def state(self) -> dict[str, Any]:
        return {**self._collector.state(), "random": torch.get_rng_state()}


class Actors:
    """Actors of a Ray cluster, with the calls of a :class:`.WorkerPool`.

    InstallationError: Ray is not installed. RunError: the cluster cannot be reached, or has too few
    free cores.

    Args:
        problem: what the actors open.
        n_workers: actors to start.
        n_cores: cores of a Ray that is started here.
        each: cores of each actor, at most 1.
    """

    def __init__(
        self, problem: Problem, n_workers: int, n_cores: int = 0, each: float = 1.0
    ) -> None:
        self._files, self._cores = ProblemFiles.of(problem), each
        self.restarts = 0
        self.actors: list[Any] = []
        self._is_ours = connect(n_cores or n_workers)
        try:
            need_cores(n_workers * each)
            self.actors = [self._started() for _ in range(n_workers)]
        except BaseException:
            self.close()
            raise

    def ask(self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
        """Begin ``function(problem, *arguments[k])`` in each actor k; :meth:`results` ends it."""
        self._call, self._arguments = function, arguments
        self._asked = {k: self._sent(k) for k in range(len(self.actors))}

    def _sent(self, k: int) -> Any:
        return self.actors[k].call.remote(self._call, self._arguments[k])

    def results(self) -> list[Any]:
        """Wait for the results of :meth:`ask`; lost actors are replaced, and asked again.

        WorkerError: too many actors were lost. Exception: the function raised it.
        """
        from ray.exceptions import RayActorError

        results: dict[int, Any] = {}
        allowed = self.restarts + MOST_RESTARTS
        while self._asked:
            lost = []
            for k, answer in self._asked.items():
                try:
                    results[k] = _result(answer)
                except RayActorError:
                    lost.append(k)
            for k in lost:
                if self.restarts >= allowed:
                    raise WorkerError(
                        f"Ray actors that search ended {MOST_RESTARTS + 1} times in one round.",
                        f"--collector ray, {len(self.actors)} actors",
                        "look in the nodes' logs for the cause, such as a lack of memory.",
                    )
                self.restarts += 1
                need_cores(self._cores)  # the lost actor's cores, or another node's
                self.actors[k] = self._started()
            self._asked = {k: self._sent(k) for k in lost}
        return [results[k] for k in range(len(self.actors))]

    def close(self) -> None:
        """End the actors, and Ray where it was started for them."""
        import ray

        if ray.is_initialized():
            for actor in self.actors:
                ray.kill(actor)
            if self._is_ours:
                ray.shutdown()
        self.actors = []

    def _started(self) -> Any:
        import ray

        options: Any = ray.remote(num_cpus=self._cores, num_gpus=0, scheduling_strategy="SPREAD")
        return options(_Actor).remote(self._files)


def _result(answer: Any) -> Any:
    """Wait for an answer; raise the actor's own error.

    RayActorError: the actor has ended, or its node is gone.
    """
    import ray
    from ray.exceptions import RayTaskError

    try:
        return ray.get(answer)
    except RayTaskError as error:
        raise error.cause from error


class RayCollector(Collector):
    """Rollouts of environments in ``n_workers`` actors; complete when the last actor is done."""

    def __init__(
        self, problem: Problem, policy: DerivationPolicy, config: TrainConfig, state: Saved
    ) -> None:
        self._policy, self._config = policy, config
        n = config.n_envs // config.n_workers
        own = replace(
            config, n_envs=n, frames_per_batch=config.frames_per_batch // config.n_workers
        )
        saved: Sequence[Any] = state["copies"] if state else [None] * config.n_workers
        options = env_options(policy, config)
        copy = deepcopy(policy).cpu()
        packs = packs_rollouts(problem, config, with_candidates=policy.shown)
        self._workers = Actors(problem, config.n_workers)
        self._waited = 0.0
        try:
            opened = self._ask(
                "open_rows",
                [
                    (copy, own, {**options, "first_row": k * n}, one, packs)
                    for k, one in enumerate(saved)
                ],
            )
        except BaseException:
            self.shutdown()
            raise
        self._metrics = CollectorMetrics.together(opened)
        self._rollouts = self._gather()

    @property
    def metrics(self) -> CollectorMetrics:
        """Counts up to the last rollout."""
        return self._metrics

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and of the levels below it from now on."""
        self._ask("set_level", [(level,)] * self._config.n_workers)

    def state(self) -> dict[str, Any]:
        """Return the state of the environments and random numbers of every actor."""
        return {"copies": self._ask("state", [()] * self._config.n_workers)}

    def shutdown(self) -> None:
        """End the actors, and Ray if it was started for them."""
        self._workers.close()

    def _gather(self) -> Iterator[TensorDictBase]:
        import ray

        for _ in range(n_rollouts(self._config)):
            started = perf_counter()
            head = self._policy.head.state_dict()
            weights = ray.put({key: x.cpu() for key, x in head.items()})
            answers = self._ask("rollout", [(weights,)] * self._config.n_workers)
            rollouts, sent, metrics = zip(*answers, strict=True)
            before = sum(self._metrics.seconds.values()) - self._waited
            together = CollectorMetrics.together(metrics)
            worked = sum(together.seconds.values()) - before
            self._waited += max(0.0, perf_counter() - started - worked)
            self._metrics = replace(together, seconds=together.seconds | {"wait": self._waited})
            if None not in sent:
                read = self._policy.head.read
                parts = [{**x, "frames": Batch.load(x["frames"], read)} for x in sent]
                self._packed = Packed.together([Packed(**part) for part in parts])
            rollout: TensorDictBase = torch.cat(list(rollouts), 0)
            yield rollout

    def _ask(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call a method of every actor, and return the answers.

        WorkerError: an actor has ended; it is named with its rows.
        """
        actors = self._workers.actors
        answers = [
            getattr(actor, method).remote(*own)
            for actor, own in zip(actors, arguments, strict=True)
        ]
        results = []
        for k, answer in enumerate(answers):
            try:
                results.append(_result(answer))
            except SymbolicError:
                raise
            except Exception as error:
                raise self._explained(error, k) from error
        return results

    def _explained(self, error: Exception, k: int) -> WorkerError:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        n = self._config.n_envs // self._config.n_workers
        return WorkerError(
            f"Ray actor {k + 1} of {self._config.n_workers} (rows {k * n} to {k * n + n - 1}) "
            f"ended unexpectedly: {lines[-1] if lines else error!r}",
            f"--collector ray, {self._config.n_workers} actors",
            "see the node's logs (/tmp/ray/session_latest/logs), then continue from the "
            "checkpoint: --resume RUN.",
        )


def connect(n_cores: int) -> bool:
    """Connect to Ray, unless the caller has; return whether it was started here.

    InstallationError: Ray is not installed. RunError: there is no cluster at ``RAY_ADDRESS``.
    """
    expect_package("ray", "--collector ray", "ray")
    address = os.environ.get("RAY_ADDRESS", "")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if not address:  # otherwise Ray writes a token to the home directory
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    import ray

    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    if address:
        options["address"] = address
    else:
        options |= {"address": "local", "num_cpus": n_cores, "num_gpus": 0}
        options["include_dashboard"] = False
    try:
        ray.init(**options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise RunError(
            f"Ray cannot be reached: {str(error).splitlines()[0]}",
            f"RAY_ADDRESS={address}" if address else "a Ray started on this machine",
            "start the cluster (`ray start --head`), or unset RAY_ADDRESS to use this machine.",
        ) from error
    return True


def need_cores(n_cores: float) -> None:
    """Wait until ``n_cores`` are free, up to ``PATIENCE_S``; Ray would wait forever.

    RunError: the cluster has fewer cores, or they do not become free.
    """
    import ray

    def cores(kind: Callable[[], dict[str, float]]) -> float:
        return float(kind().get("CPU", 0))

    there, deadline = cores(ray.cluster_resources), monotonic() + PATIENCE_S
    while there >= n_cores > cores(ray.available_resources):
        if monotonic() > deadline:
            free = int(cores(ray.available_resources))
            raise RunError(
                f"Of the {there:g} cores of the Ray cluster {free} are free, {ceil(n_cores)} are "
                "needed.",
                "--n-workers",
                f"give at most {free}, or end other jobs there (`ray status`)."
                if free
                else "end other jobs there (`ray status`).",
            )
        sleep(0.2)
    if there < n_cores:
        raise RunError(
            f"The Ray cluster has {there:g} cores, but n_workers={ceil(n_cores)}.",
            "--n-workers",
            f"give --n-workers {there:g}, or add nodes (`ray start --address=HEAD:6379`).",
        )
