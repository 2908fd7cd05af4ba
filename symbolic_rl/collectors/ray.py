"""Copies of policy and environments in Ray actors, on this machine or on many.

``RAY_ADDRESS`` names an existing cluster; without it Ray is started here and ended with the run.
Every node needs Python, SWI-Prolog and this version of symbolic-rl; the program's files travel.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from importlib.util import find_spec
from time import monotonic, sleep
from typing import Any

from torchrl.collectors import BaseCollector, Collector
from torchrl.weight_update import _ray as torchrl_in_ray

from symbolic_rl.base.config import ResolvedConfig
from symbolic_rl.base.errors import InstallationError, RunError, SymbolicError, WorkerError
from symbolic_rl.collectors.copies import COLLECTOR_OPTIONS, Copies, Copy
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy

WITHOUT_END = 2**62
"""Number of frames; -1, which has no limit elsewhere, makes TorchRL's Ray collector yield none."""

PATIENCE_S = 20.0
"""Seconds to wait for cores: those of a run that has just ended become free after a moment."""


MEETING = timedelta(minutes=10)
"""Time in which the actors must have met to be sent the first weights. TorchRL has no setting for
it, and gives them a minute: on a busy machine the process that introduces them is not there yet."""


class OnRay(Copies):
    """Copies in ``n_workers`` actors; a rollout is complete when the last of them is done."""

    def start(self, makers: Sequence[partial[DerivationEnv]]) -> BaseCollector:
        """Start the actors, one core each, spread over the nodes."""
        self._is_ours = connect(self.config.n_workers)
        torchrl_in_ray._DIST_TIMEOUT = MEETING
        try:
            need_cores(self.config.n_workers)
            return Collector(
                list(makers),
                self.sent,
                backend="ray",
                sync=True,  # the default is asynchronous
                num_collectors=self.config.n_workers,
                frames_per_batch=self.config.frames_per_batch,
                total_frames=WITHOUT_END,
                policy_device="cpu",
                trust_policy=True,
                backend_options={
                    "collector_class": Copy,
                    "remote_configs": {
                        "num_cpus": 1,
                        "num_gpus": 0,
                        "scheduling_strategy": "SPREAD",
                    },
                    "collector_kwargs": dict(COLLECTOR_OPTIONS),
                },
            )
        except BaseException as error:
            disconnect(self._is_ours)
            if isinstance(error, Exception) and not isinstance(error, SymbolicError):
                raise self.explain(error) from error
            raise

    def send_weights(self) -> None:
        """Let TorchRL put the weights into Ray's object store."""
        self._collector.update_policy_weights_(self.sent)

    def explain(self, error: Exception) -> Exception:
        """Translate the death or error of an actor into an error that says what to do."""
        cause = getattr(error, "cause", None)
        if isinstance(cause, SymbolicError):
            return cause
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        place = re.search(r"\bip: (\S+)", str(error))
        return WorkerError(
            f"{self._which(error)} ended before its time: {lines[-1] if lines else error!r}",
            f"--collector ray, {self.config.n_workers} actors"
            + (f"; node {place[1]}" if place else ""),
            "see the node's logs (/tmp/ray/session_latest/logs), then go on from the "
            "checkpoint: --resume RUN.",
        )

    def shutdown(self) -> None:
        """End all actors, and Ray where it was started for them."""
        super().shutdown()
        disconnect(self._is_ours)

    def _which(self, error: Exception) -> str:
        """Name the actor and its rows."""
        actors = getattr(getattr(self, "_collector", None), "remote_collectors", [])
        names = [actor._actor_id.hex() for actor in actors]
        died = str(getattr(error, "actor_id", ""))
        if died not in names:
            return "A Ray actor"
        n, k = self.config.n_envs // self.config.n_workers, names.index(died)
        return f"Ray actor {k + 1} of {len(names)} (rows {k * n} to {k * n + n - 1})"


def connect(n_workers: int) -> bool:
    """Connect to Ray, unless the caller has; return whether it was started here.

    Raises:
        InstallationError: Ray is not installed.
        RunError: there is no cluster at ``RAY_ADDRESS``.
    """
    if find_spec("ray") is None:
        raise InstallationError(
            "Ray is not installed.", "--collector ray", "pip install 'symbolic-rl[ray]'"
        )
    address = os.environ.get("RAY_ADDRESS", "")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if not address:  # else Ray writes a token to the home directory
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    import ray

    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    if address:
        options["address"] = address
    else:
        options |= {"address": "local", "num_cpus": n_workers, "num_gpus": 0}
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


def disconnect(is_ours: bool) -> None:
    """End Ray where it was started here."""
    import ray

    if is_ours and ray.is_initialized():
        ray.shutdown()


def need_cores(n_workers: int) -> None:
    """Wait for a free core for each actor, up to ``PATIENCE_S``; Ray would wait for ever.

    Raises:
        RunError: the cluster has fewer cores, or they do not become free.
    """
    import ray

    def cores(kind: Callable[[], dict[str, float]]) -> int:
        return int(kind().get("CPU", 0))

    there, deadline = cores(ray.cluster_resources), monotonic() + PATIENCE_S
    while there >= n_workers > cores(ray.available_resources):
        if monotonic() > deadline:
            free = cores(ray.available_resources)
            raise RunError(
                f"Of the {there} cores of the Ray cluster {free} are free, {n_workers} are needed.",
                "--n-workers",
                f"give at most {free}, or end what else runs there (`ray status`)."
                if free
                else "end what else runs there (`ray status`).",
            )
        sleep(0.2)
    if there < n_workers:
        raise RunError(
            f"The Ray cluster has {there} cores, but n_workers={n_workers}.",
            "--n-workers",
            f"give --n-workers {there}, or add nodes (`ray start --address=HEAD:6379`).",
        )


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> OnRay:
    """Build the collector; see :func:`symbolic_rl.collectors.make_collector`."""
    return OnRay(problem, policy, config.run, state)
