"""A Ray actor that searches for this process, on this machine or another."""

import os
from collections.abc import Callable
from typing import Any

import torch

from symbolic_rl.training.search_process import Answerer, WorkerDied


class _Searcher:
    """The actor's side: opens a policy at the first question, and answers one after another."""

    def __init__(self, open_searches: Callable[..., Answerer], *arguments: Any) -> None:
        torch.set_num_threads(1)
        self._open, self._arguments = open_searches, arguments
        self._answer: Answerer | None = None

    def pid(self) -> int:
        return os.getpid()

    def answer(self, weights: dict[str, Any], jobs: list[Any]) -> Any:
        # opened here, because what an actor raises when it starts reaches nobody as it was
        self._answer = self._answer or self._open(*self._arguments)
        return self._answer(weights, jobs)


class SearchActor:
    """Actor that searches; see :class:`symbolic_rl.training.search_process.SearchProcess`.

    Ray must be connected. The actor takes one core of the cluster.
    """

    def __init__(self, open_searches: Callable[..., Answerer], *arguments: Any) -> None:
        import ray

        actor: Any = ray.remote(num_cpus=1, num_gpus=0, scheduling_strategy="SPREAD")(_Searcher)
        self._actor: Any = actor.remote(open_searches, *arguments)

    @property
    def pid(self) -> int:
        """Number of the process, on its machine."""
        import ray

        return int(ray.get(self._actor.pid.remote()))

    def ask(self, weights: dict[str, Any], jobs: list[Any]) -> Any:
        """Return what the actor finds for ``jobs`` with ``weights``.

        Raises:
            WorkerDied: it has ended, or its node is gone.
            Exception: what it raised.
        """
        import ray
        from ray.exceptions import RayActorError, RayTaskError

        try:
            return ray.get(self._actor.answer.remote(weights, jobs))
        except RayActorError as error:
            raise WorkerDied from error
        except RayTaskError as error:
            raise error.cause from error

    def end(self) -> None:
        """End the actor."""
        import ray

        ray.kill(self._actor)
