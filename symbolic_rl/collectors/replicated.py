"""Copies of policy and environments in processes of this machine, run by TorchRL."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from torchrl.collectors import BaseCollector, Collector

from symbolic_rl.collectors.replicas import COLLECTOR_OPTIONS, Copies, Copy
from symbolic_rl.config import TrainConfig
from symbolic_rl.env import DerivationEnv
from symbolic_rl.errors import WorkerError
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.problem import Problem


class Replicated(Copies):
    """``n_workers`` processes, in step: a rollout is complete when the last of them is done."""

    def start(self, makers: Sequence[partial[DerivationEnv]]) -> BaseCollector:
        """Start the processes; they have the memory of the weights in common with ``sent``."""
        self.sent.share_memory()
        return Collector(
            list(makers),
            self.sent,
            backend="process",
            sync=True,  # the default is asynchronous
            frames_per_batch=self.config.frames_per_batch,
            total_frames=-1,
            policy_device="cpu",
            backend_options={
                "collector_class": Copy,
                "num_threads": self.config.torch_threads,
                "num_sub_threads": 1,
                "cat_results": "stack",
            },
            **COLLECTOR_OPTIONS,
        )

    def send_weights(self) -> None:
        """Nothing to do: to write to shared memory is to send.

        TorchRL's own way also waits for an answer, for ever where a worker has died.
        """

    def shutdown(self) -> None:
        """End the processes; and what TorchRL would end at the exit of Python, and hang there."""
        super().shutdown()
        for scheme in (self._collector._weight_sync_schemes or {}).values():
            scheme.shutdown()

    def explain(self, error: Exception) -> Exception:
        """A worker that ended, in our words."""
        return WorkerError(
            f"A worker ended before its time: {str(error).splitlines()[0]}",
            f"--collector replicated, {self.config.n_workers} workers; its own message is above",
            "go on from the checkpoint (--resume RUN); --collector multiprocess replaces "
            "workers that die.",
        )


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: TrainConfig,
    state: Mapping[str, Any] | None = None,
) -> Replicated:
    """See :func:`symbolic_rl.collectors.make_collector`."""
    return Replicated(problem, policy, config, state)
