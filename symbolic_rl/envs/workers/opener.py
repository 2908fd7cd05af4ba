"""Opener: a process that opens the image of a large program once, and forks workers from it.

Forked workers share unmodified pages, so a further worker takes memory for its rows only, not for
the program. The parent cannot wait for the child of another process: it watches a worker by a
``pidfd``, and asks the opener for its exit status.
"""

import os
import select
import signal
import socket
import struct
import subprocess
from contextlib import suppress

import numpy as np

from symbolic_rl.base.machine import release_memory
from symbolic_rl.bridge.swipl import run
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.workers.channel import end_process, launch
from symbolic_rl.envs.workers.process import main as work, opened

LEAST_BYTES = 4 << 20
"""Workers have an opener if the image is at least this large, some 100,000 facts."""
OPEN_TIMEOUT_S = 600.0
"""Seconds that opening may take; after these, workers open the image themselves."""

_FORK, _END = b"f", b"e"
_NUMBER = struct.Struct("<q")
_N_STEPPED, _N_STEPS = 64, 64
"""Rows and steps that the opener runs."""
_UNKNOWN = 1
"""Exit status of a worker whose opener is gone."""


def is_possible() -> bool:
    """Return whether this system can watch processes by a descriptor, as Linux does."""
    return hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal")


class OpenerError(Exception):
    """Raised if the opener is gone, or takes too long."""


class Opener:
    """Handle of the opener in its parent; ``folder`` is the working directory of the workers."""

    def __init__(self, image_file: int, folder: str) -> None:
        self._process, self._ours = launch("opener", [image_file], folder)
        self._ours.settimeout(OPEN_TIMEOUT_S)

    def fork(self, shared: list[int]) -> "tuple[ForkedProcess, socket.socket]":
        """Start a worker, as :func:`.channel.launch` does; OpenerError: the opener is gone."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._ours, [_FORK], [theirs.fileno(), *shared])
                pid = self._number()
                return ForkedProcess(pid, os.pidfd_open(pid), self), ours
            except OSError as error:
                ours.close()
                raise OpenerError(str(error)) from error

    def end_of(self, pid: int) -> int:
        """Return the exit status of a worker that has ended, negative for a signal."""
        try:
            self._ours.send(_END + _NUMBER.pack(pid))
            return self._number()
        except (OSError, OpenerError):
            return _UNKNOWN

    def close(self) -> None:
        """End the process, by force if necessary; its workers continue."""
        self._ours.close()
        end_process(self._process)

    def _number(self) -> int:
        answer = self._ours.recv(_NUMBER.size, socket.MSG_WAITALL)
        if len(answer) < _NUMBER.size:
            raise OpenerError("the opener has ended")
        return int(_NUMBER.unpack(answer)[0])


class ForkedProcess:
    """Worker that an opener has forked, with the methods of :class:`subprocess.Popen` used here."""

    def __init__(self, pid: int, descriptor: int, opener: Opener) -> None:
        self.pid = pid
        self._descriptor, self._opener = descriptor, opener
        self._status: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return its exit status.

        subprocess.TimeoutExpired: it has not ended in time.
        """
        if self._status is None:
            watched = _poll(self._descriptor)
            if not watched.poll(None if timeout is None else 1000 * timeout):
                raise subprocess.TimeoutExpired("a worker", timeout or 0.0)
            os.close(self._descriptor)
            self._status = self._opener.end_of(self.pid)
        return self._status

    def kill(self) -> None:
        """End it by force."""
        if self._status is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)


def _poll(descriptor: int) -> "select.poll":
    watched = select.poll()
    watched.register(descriptor, select.POLLIN)
    return watched


# ---- in the process of the opener


def main(end: int, image: int) -> None:
    """Open the image and serve the parent until it is gone; the arguments are descriptors."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    run("system:set_prolog_flag(gc_thread, false)")  # a fork keeps only the calling thread
    problem = _warmed(image)
    parent = socket.socket(fileno=end)
    while True:
        request, files, _, _ = socket.recv_fds(parent, 1, 8)
        if request == _FORK:
            pid = os.fork()
            if not pid:
                parent.close()
                # Its own process group, like launched workers: Ctrl-C goes to the parent alone.
                os.setpgid(0, 0)
                end, slab, mailbox, tracebacks = files
                work(end, slab, mailbox, tracebacks, image, problem)  # never returns
            for file in files:
                os.close(file)
            parent.send(_NUMBER.pack(pid))
        elif request == _END:
            (pid,) = _NUMBER.unpack(parent.recv(_NUMBER.size, socket.MSG_WAITALL))
            _, status = os.waitpid(pid, 0)
            parent.send(_NUMBER.pack(os.waitstatus_to_exitcode(status)))
        else:
            os._exit(0)


def _warmed(image: int) -> Problem:
    """Open the image, and step a little: SWI-Prolog builds indexes at their first use."""
    problem = opened(image)
    stepped = Derivations(problem, _N_STEPPED, split=problem.splits[0], seed=0)
    current, draw = stepped.reset(np.arange(_N_STEPPED)), np.random.default_rng(0)
    for _ in range(_N_STEPS):
        mask = current.action_mask
        current = stepped.step((draw.random(mask.shape) * mask).argmax(axis=1))[1]
    release_memory()
    return problem
