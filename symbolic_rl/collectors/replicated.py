"""Copies of policy and environments in processes of this machine, run by TorchRL.

TorchRL notices a worker that has died, but waits for ever for one that hangs. :class:`Starting` and
:class:`Watchdog` give it up, after :func:`start_patience` and :func:`patience` seconds.
"""

import multiprocessing
import re
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from queue import Empty
from types import TracebackType
from typing import Any

from torchrl.collectors import BaseCollector, Collector

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.errors import WorkerError
from symbolic_rl.collectors.copies import COLLECTOR_OPTIONS, Copies, Copy
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy

PATIENCE_S, STEP_PATIENCE_S = 60.0, 1.0
"""Seconds that workers may be silent within a rollout, and seconds more for each step of it."""

START_PATIENCE_S, WORKER_START_PATIENCE_S = 60.0, 30.0
"""Seconds that all workers together may take to start, and seconds more for each of them."""


def patience(config: TrainConfig) -> float:
    """Return the seconds after which silent workers are taken to hang."""
    return PATIENCE_S + STEP_PATIENCE_S * (config.frames_per_batch // config.n_envs)


def start_patience(config: TrainConfig) -> float:
    """Return the seconds after which workers that are not ready are taken to hang."""
    return START_PATIENCE_S + WORKER_START_PATIENCE_S * config.n_workers


class StartError(Exception):
    """End or hang of a worker before it was ready; the message is TorchRL's."""

    def __init__(self, error: Exception, waited_s: float) -> None:
        super().__init__(str(error))
        found = re.match(r"Worker (\d+) failed to initialize", str(error))
        self.number = int(found[1]) if found else None
        """Number of the first worker that was not ready, where it ended without a message."""
        self.waited_s = waited_s
        """Seconds after which it was killed; 0 where it ended by itself."""


class Starting:
    """Context in which workers start: kills those that take too long, and all on an error.

    An error leaves the context as a :class:`StartError`.

    Args:
        patience_s: seconds that they may take.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s, self._is_late = patience_s, False
        self._timer = threading.Timer(patience_s, self._give_up)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._before = multiprocessing.active_children()
        self._timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if error is None:
            return
        self._kill()
        if isinstance(error, Exception):
            raise StartError(error, self._patience_s if self._is_late else 0.0) from error

    def _give_up(self) -> None:
        self._is_late = True
        self._kill()

    def _kill(self) -> None:
        for process in multiprocessing.active_children():
            if process not in self._before:
                process.kill()


class HangError(Exception):
    """Workers were silent for too long, and were killed: they would not end when asked to."""

    def __init__(self, silent: Sequence[int], seconds: float) -> None:
        super().__init__(f"no answer for {seconds:g} s")
        self.silent, self.seconds = silent, seconds


class Watchdog:
    """Queue of answers that replaces the one of TorchRL's collector, with a limit on silence.

    Silence is counted in the slices that TorchRL waits in, not by the clock: where the whole
    family of processes was stopped for a while, that counts as one slice.

    Args:
        collector: TorchRL's, started.
        patience_s: seconds that all may be silent before they are given up.
    """

    def __init__(self, collector: Any, patience_s: float) -> None:
        self._queue, self._wait = collector.queue_out, collector._recv_and_check
        self._processes, self._patience_s = collector.procs, patience_s
        self._start_round()
        collector.queue_out, collector._recv_and_check = self, self.reply

    def _start_round(self) -> None:
        self._silent, self._waited_s = set(range(len(self._processes))), 0.0

    def get(self, *, timeout: float) -> Any:
        """Return the answer of the next worker that has completed its part of a rollout.

        Raises:
            Empty: there was none in ``timeout`` seconds.
            HangError: there was none for too long.
        """
        try:
            answer = self._queue.get(timeout=timeout)
        except Empty:
            self._waited_s += timeout
            if self._waited_s >= self._patience_s:
                raise self._given_up(sorted(self._silent)) from None
            raise
        said, _ = answer
        self._silent.discard(said if isinstance(said, int) else said[1])
        self._waited_s = 0.0
        if not self._silent:
            self._start_round()
        return answer

    def reply(self, pipe: Any, *, worker_idx: int) -> Any:
        """Return what a worker answers to a question.

        Raises:
            HangError: it does not answer.
        """
        try:
            return self._wait(pipe, worker_idx=worker_idx, timeout=self._patience_s)
        except TimeoutError:
            raise self._given_up([worker_idx]) from None

    def close(self) -> None:
        """Close the queue."""
        self._queue.close()

    def _given_up(self, numbers: Sequence[int]) -> HangError:
        for number in numbers:
            self._processes[number].kill()
        return HangError(numbers, self._patience_s)


class Replicated(Copies):
    """Copies in ``n_workers`` processes; a rollout is complete when the last of them is done."""

    def start(self, makers: Sequence[partial[DerivationEnv]]) -> BaseCollector:
        """Start the processes, which share the memory of the weights with ``sent``.

        Raises:
            WorkerError: one ended, or was not ready in time.
        """
        self.sent.share_memory()
        try:
            with Starting(start_patience(self.config)):
                collector = Collector(
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
        except StartError as error:
            raise self.explain(error) from error
        Watchdog(collector, patience(self.config))
        return collector

    def send_weights(self) -> None:
        """Do nothing: the copies read the weights from shared memory.

        TorchRL's own way also waits for an answer, for ever where a worker has died.
        """

    def shutdown(self) -> None:
        """End the processes, and what TorchRL would hang on at the exit of Python."""
        super().shutdown()
        for scheme in (self._collector._weight_sync_schemes or {}).values():
            scheme.shutdown()

    def explain(self, error: Exception) -> Exception:
        """Translate the end or hang of a worker into an error that says what to do."""
        workers = f"--collector replicated, {self.config.n_workers} workers"
        if isinstance(error, StartError):
            return self._not_started(error, workers)
        if isinstance(error, HangError):
            what = f"{self._named(error.silent)} not answered for {error.seconds:g} s."
        else:
            what = f"A worker ended before its time: {str(error).splitlines()[0]}"
            workers += "; its own message is above"
        return WorkerError(
            what,
            workers,
            "go on from the checkpoint (--resume RUN); --collector multiprocess replaces "
            "workers that die or hang.",
        )

    def _not_started(self, error: StartError, workers: str) -> WorkerError:
        if error.number is None:  # it has told what is wrong
            what, _, report = str(error).partition("\n\nWorker traceback:\n")
            return WorkerError(
                f"A worker could not start: {what.strip()}",
                workers,
                "mend what its traceback shows.",
                report=report,
            )
        who = self._named([error.number])
        if error.waited_s:
            what = f"{who} not become ready in {error.waited_s:g} s, and was ended."
        else:
            what = f"{who} ended while it was started."
        return WorkerError(
            what,
            f"{workers}; what they said themselves is above",
            "see that there is memory for all of them, or give fewer (--n-workers); "
            "--collector multiprocess takes a tenth of it.",
        )

    def _named(self, numbers: Sequence[int]) -> str:
        """Return the subject of a sentence: workers by number, with their rows."""
        n = self.config.n_envs // self.config.n_workers
        each = [f"{k + 1} (rows {k * n} to {k * n + n - 1})" for k in numbers]
        return f"Worker{'s' * (len(each) > 1)} {', '.join(each)} ha{'ve' * (len(each) > 1) or 's'}"


def make(
    problem: Problem,
    policy: DerivationPolicy,
    config: ResolvedConfig,
    state: Mapping[str, Any] | None = None,
) -> Replicated:
    """Build the collector; see :func:`symbolic_rl.collectors.make_collector`."""
    return Replicated(problem, policy, config.run, state)
