"""One worker in its parent: a process, and the data to replace it.

The parent holds a *snapshot* of the worker's rows and a *journal* of later requests. The engine is
pure and the draw of queries depends on numbers alone, so a new process that adopts the snapshot and
repeats the journal has the same rows and counts. Repeated requests write their frames to
``SCRATCH``, because callers may still hold the original slots. Only the unanswered request writes
to its own slot. A snapshot is due after ``JOURNAL_LENGTH`` requests or ``JOURNAL_S`` of work, which
bounds the journal and the time of a replacement.
"""

import os
import pickle
import signal
import socket
import subprocess
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from symbolic_rl.base.errors import WorkerError
from symbolic_rl.base.machine import n_cores
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.workers.channel import (
    ADOPT,
    ALIVE,
    CALL,
    DONE,
    FAILED,
    KEEP,
    OPEN,
    Channel,
    anonymous_file,
    end_process,
    launch,
)
from symbolic_rl.envs.workers.opener import ForkedProcess, Opener, OpenerError
from symbolic_rl.envs.workers.process import Setup, WorkerDerivations, snapshot
from symbolic_rl.envs.workers.slab import SCRATCH, Loan, SharedSlab

_SPARE_LOAD = 1.0
"""Load average allowed above the number of cores; a pool and its parent stay below it."""


def shared_out(n_workers: int) -> list[int]:
    """Return the cores for workers that fill the machine; none if they leave a core free."""
    if n_workers < max(2, n_cores()) or not hasattr(os, "sched_setaffinity"):
        return []
    return sorted(os.sched_getaffinity(0))


def is_crowded() -> bool:
    """Return whether the load of the last minute exceeds what the workers and the parent cause."""
    try:
        return os.getloadavg()[0] > n_cores() + _SPARE_LOAD
    except OSError:  # unknown on this system
        return True


class Place:
    """Cores that a worker may run on: one each while the workers alone fill the machine.

    The workers wake up together. The kernel then often puts two of them on one core while another
    is idle, and the step takes twice as long. On a shared machine the kernel must be free to move
    them.

    Args:
        core: the core to stay on while nobody else uses the machine, if any.
    """

    def __init__(self, core: int | None) -> None:
        self._core, self._is_kept = core, False

    def choose(self, pid: int, *, is_new: bool = False) -> None:
        """Keep the process to its core, or let it run on any; a new one runs on any."""
        self._is_kept = self._is_kept and not is_new
        is_kept = self._core is not None and not is_crowded()
        if is_kept == self._is_kept:
            return
        self._is_kept = is_kept
        cores = {self._core} if self._core is not None and is_kept else os.sched_getaffinity(0)
        with suppress(OSError):  # the process is gone, or the system does not permit it
            os.sched_setaffinity(pid, cores)


JOURNAL_LENGTH, JOURNAL_S = 256, 0.5
"""Requests, and seconds of work, after which a snapshot is due."""

_LOOK_EVERY = 32
"""Requests between two checks of these seconds."""

START_TIMEOUT_S = 60.0
"""The least time allowed for loading the problem."""

_SLICE_S = 1.0
"""Time limits count in slices: while parent and workers are stopped (SIGSTOP), only one passes."""


@dataclass(slots=True)
class Request:
    """Request to a worker: all that its result depends on, in addition to the rows."""

    kind: bytes
    level: int
    slot: int = SCRATCH  # the slot of its frame
    actions: IntArray | None = None  # one for each row of the worker, for a step
    content: bytes | None = None


@dataclass
class Restarts:
    """Number of workers of a pool that were replaced, and its limit."""

    most: int
    count: int = 0


class _LostError(Exception):
    """Raised for a lost process; the message says why, ``traceback`` is the worker's."""

    def __init__(self, why: str, traceback: str = "") -> None:
        super().__init__(why)
        self.traceback = traceback


class Worker:
    """Process that steps some rows of a slab, replaced when it fails.

    One request is made at a time: :meth:`send`, then :meth:`receive`. The process begins to load
    its problem as soon as the worker is made.

    The files are descriptors: of the ``slab``, and of the image of the ``problem``. An ``opener``
    forks the processes; ``restarts`` are shared by all workers of a pool. A request may take
    ``timeout_s`` seconds, a start at least ``START_TIMEOUT_S``. The process stays on ``core`` while
    nobody else uses the machine.
    """

    def __init__(
        self,
        setup: Setup,
        problem: Problem,
        slab: SharedSlab,
        slab_file: int,
        image_file: int,
        *,
        opener: Opener | None,
        restarts: Restarts,
        timeout_s: float,
        core: int | None,
    ) -> None:
        self.setup, self.restarts, self.timeout_s = setup, restarts, timeout_s
        self.rows = slice(setup.first, setup.last)
        self._problem, self._slab = problem, slab
        self._slab_file, self._image_file = slab_file, image_file
        self._opener = opener
        self._mailbox, self._tracebacks = anonymous_file(), anonymous_file()
        self._folder, self.place = os.getcwd(), Place(core)
        self._snapshot: bytes | None = None
        self._snapshot_at_s = 0.0
        self._journal: list[Request] = []
        self._awaited: Request | None = None
        self._lost: _LostError | None = None
        self._last_traceback = ""
        self.is_given_up = False
        """True if the worker is lost for good."""
        self.loan: Loan | None = None
        """The slot of its current frame."""
        self.seconds_before = slab.seconds[setup.number].copy()
        """[len(PHASES)] seconds of replaced processes."""
        self._launch()
        self._post(self._opening)
        self._awaited = self._opening

    @property
    def pid(self) -> int:
        """Id of the current process."""
        return self._process.pid

    def fileno(self) -> int:
        """Return the descriptor that is readable once the answer is there, or the process gone."""
        return self._channel.fileno()

    @property
    def is_snapshot_due(self) -> bool:
        """True if the journal is full or would take long to repeat."""
        length = len(self._journal)
        if length % _LOOK_EVERY or not length:
            return length >= JOURNAL_LENGTH
        return length >= JOURNAL_LENGTH or self._worked_s - self._snapshot_at_s >= JOURNAL_S

    @property
    def _worked_s(self) -> float:
        """Seconds of work of the current process."""
        return float(self._slab.seconds[self.setup.number].sum())

    # ---- requests

    def send(self, request: Request) -> None:
        """Send a request that changes the rows, after the answer that is due, if any."""
        self.settle()
        self._journal.append(request)
        self._ask(request)

    def signal(self, kind: bytes) -> None:
        """Wake the process for a step whose orders are in the slab; :meth:`noted` must follow."""
        self._signal(kind, None)

    def noted(self, request: Request) -> None:
        """Append the request of :meth:`signal` to the journal, while the worker serves it."""
        self._awaited, self._last_traceback, self._allowed_s = request, "", self.timeout_s
        self._journal.append(request)

    def ask_snapshot(self) -> None:
        """Ask for a snapshot; :meth:`receive` returns it."""
        self.settle()
        self._ask(Request(KEEP, self._level))

    def ask_call(self, content: bytes) -> None:
        """Ask for a call of a function, :func:`.process.call_of`; :meth:`receive` returns it."""
        self.settle()
        self._ask(Request(CALL, self._level, content=content))

    def open(self, seed: int) -> None:
        """Ask for a restart with another seed."""
        self.settle()
        self.setup = replace(self.setup, options={**self.setup.options, "seed": seed})
        self._snapshot, self._journal = None, []
        self._ask(self._opening)

    def adopt(self, state: dict[str, Any], loan: Loan) -> None:
        """Ask to continue from a state of :class:`Derivations`, with its frame in ``loan``."""
        self.settle()
        self._snapshot, self._journal = snapshot(state), []
        self._ask(Request(ADOPT, self._level, loan.slot, content=self._snapshot))

    @property
    def current(self) -> Observation:
        """The observation of its rows, in shared memory."""
        assert self.loan is not None, "reset is due"
        return self.loan.frame.current[self.rows]

    def receive(self) -> bytes:
        """Wait for the answer; replace the process if there is none.

        WorkerError: too many were replaced, or the same error came twice.

        Returns:
            the requested snapshot or result; else empty.
        """
        while True:
            try:
                if self._lost is not None:
                    self._replace(self._lost)
                self._answer()
                break
            except _LostError as error:
                self._lost = error
        asked, self._awaited = self._awaited, None
        if asked is None or asked.kind not in (KEEP, CALL):
            return b""
        content = self._channel.content()
        if asked.kind == KEEP:
            self._snapshot, self._journal = content, []
            self._snapshot_at_s = self._worked_s
        return content

    def settle(self) -> None:
        """Wait for the answer that is due, if any."""
        if self._awaited is not None:
            self.receive()

    def snapshot_without_process(self) -> bytes:
        """Return a snapshot before the unanswered request, stepped in this process."""
        done = [request for request in self._journal if request is not self._awaited]
        self._slab.slots[self.setup.number] = SCRATCH
        rows = WorkerDerivations(self.setup, self._problem, self._slab)
        if self._snapshot is not None:
            rows.play(ADOPT, self._snapshot)
        for request in done:
            self._write(request, SCRATCH)
            rows.play(request.kind, request.content or b"")
        return rows.play(KEEP) or b""

    # ---- the process

    def hang_up(self) -> None:
        """Tell the process to end, without waiting for it."""
        self._channel.close()

    def close(self) -> None:
        """End the process, by force if necessary; no further request can be sent."""
        self.hang_up()
        end_process(self._process)
        os.close(self._mailbox)
        os.close(self._tracebacks)

    def _launch(self) -> None:
        self._process, ours = self._started()
        self._channel = Channel(ours, self._mailbox, self._tracebacks)
        self.place.choose(self.pid, is_new=True)

    def _started(self) -> "tuple[subprocess.Popen[bytes] | ForkedProcess, socket.socket]":
        """Start a process; return it and this end of the pair of sockets to it."""
        shared = [self._slab_file, self._mailbox, self._tracebacks]
        if self._opener is not None:
            try:
                return self._opener.fork(shared)
            except OpenerError:
                self._opener = None
        return launch("process", [*shared, self._image_file], self._folder)

    @property
    def _opening(self) -> Request:
        return Request(OPEN, self._level, content=pickle.dumps((self.setup, self._slab.layout)))

    @property
    def _level(self) -> int:
        return int(self._slab.levels[self.setup.number])

    def _ask(self, request: Request) -> None:
        self._awaited, self._last_traceback = request, ""
        self._write(request, request.slot)
        self._post(request)

    def _write(self, request: Request, slot: int) -> None:
        self._slab.levels[self.setup.number] = request.level
        self._slab.slots[self.setup.number] = slot
        if request.actions is not None:
            self._slab.actions[self.rows] = request.actions

    def _post(self, request: Request) -> None:
        least = START_TIMEOUT_S if request.kind == OPEN else 0.0
        self._allowed_s = max(self.timeout_s, least)
        self._signal(request.kind, request.content)

    def _signal(self, kind: bytes, content: bytes | None) -> None:
        try:
            self._channel.post(kind, content)
        except OSError:
            return  # the process is gone; the wait for its answer finds out and replaces it

    def _answer(self) -> None:
        """Wait for the answer to the latest request; _LostError: it will not come."""
        answer, waited_s = None, 0.0
        while answer is None:
            part_s = min(_SLICE_S, self._allowed_s - waited_s)
            try:
                answer = self._channel.take(part_s)
            except TimeoutError:
                waited_s += part_s
                if waited_s >= self._allowed_s:
                    raise _LostError(f"did not answer for {self._allowed_s:g} s") from None
            # A call has no time limit: each sign of life restarts the wait.
            if answer == ALIVE:
                answer, waited_s = None, 0.0
        if answer == DONE:
            return
        if answer == FAILED:
            raise _LostError("raised an error", self._channel.traceback())
        raise _LostError(self._end())

    def _end(self) -> str:
        """Return how the process that closed its socket has ended."""
        try:
            status = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "closed its socket"
        if status < 0:
            return f"was killed by {signal.Signals(-status).name}"
        return f"ended with exit status {status}"

    def _replace(self, lost: _LostError) -> None:
        """Start another process, and bring it to the point of the lost one.

        WorkerError: the limit is reached, or the same error came twice. _LostError: the new process
        is lost as well.
        """
        # The old process may be stopped and continue later; only its end makes the slab safe.
        self._process.kill()
        self.hang_up()
        end_process(self._process)
        is_same_again = bool(lost.traceback) and lost.traceback == self._last_traceback
        if is_same_again or self.restarts.count >= self.restarts.most:
            self.is_given_up = True
            raise self._giving_up(lost) from None
        self._last_traceback = lost.traceback
        self.restarts.count += 1
        spent = self._slab.seconds[self.setup.number]
        self.seconds_before += spent
        spent[:] = 0.0
        self._snapshot_at_s = 0.0
        level = self._level
        self._launch()
        # In the order of the lost process: open, adopt the snapshot, repeat later requests.
        self._repeat(self._opening)
        if self._snapshot is not None:
            self._repeat(Request(ADOPT, level, content=self._snapshot))
        for request in self._journal:
            if request is not self._awaited:
                self._repeat(request)
        if self._awaited is not None:
            self._write(self._awaited, self._awaited.slot)
            self._post(self._awaited)
        self._lost = None

    def _repeat(self, request: Request) -> None:
        """Repeat a request of the journal, with its frame in ``SCRATCH``."""
        self._write(request, SCRATCH)
        self._post(request)
        self._answer()

    def _giving_up(self, lost: _LostError) -> WorkerError:
        first, last = self.setup.first, self.setup.last - 1
        times = f"{self.restarts.count} workers were replaced before"
        if lost.traceback and lost.traceback == self._last_traceback:
            times = "and its replacement raised the same error"
        return WorkerError(
            f"worker {self.setup.number} {lost}, {times}.",
            f"rows {first} to {last} of {self._problem.name!r}",
            "fix what its traceback shows; if processes were killed or hung, check the memory, "
            "and allow more time (worker_timeout_s) or more restarts (max_restarts).",
            traceback=lost.traceback,
        )
