"""The worker process: load the problem, then answer requests one by one. Torch-free.

It ends when the parent closes the socket or dies, even in the middle of a request. It ignores
SIGINT and SIGTERM, which the parent handles.
"""

import mmap
import os
import pickle
import signal
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from symbolic_rl.base.errors import PackError
from symbolic_rl.derivations.derivations import Derivations, RowOptions
from symbolic_rl.derivations.problem import Problem, ProblemImage, fingerprint
from symbolic_rl.derivations.step import PlacedFrame
from symbolic_rl.envs.workers.channel import (
    ADOPT,
    CALL,
    DONE,
    KEEP,
    OPEN,
    RESET,
    STEP,
    STEP_ONLY,
    WITH_CONTENT,
    Channel,
)
from symbolic_rl.envs.workers.slab import PHASES, SharedSlab


@dataclass(frozen=True)
class Setup:
    """Settings of a worker; a new process with equal settings can replace it."""

    number: int  # number of the worker, from 0
    first: int
    last: int
    """Its rows of the slab, ``last`` excluded."""
    options: RowOptions


class WorkerDerivations:
    """Derivations of a worker's rows, which write to the slab."""

    def __init__(self, setup: Setup, problem: Problem, slab: SharedSlab) -> None:
        self._rows = slice(setup.first, setup.last)
        self._derivations = Derivations(problem, setup.last - setup.first, **setup.options)
        self._slab, self._frames = slab, dict[int, PlacedFrame]()
        self._actions = slab.actions[self._rows]
        self._levels = slab.levels[setup.number : setup.number + 1]
        self._slot = slab.slots[setup.number : setup.number + 1]
        self._number = slice(setup.number, setup.number + 1)
        self._seconds = slab.seconds[setup.number]
        self._count_there()

    def play(self, request: bytes, content: bytes = b"") -> bytes | None:
        """Serve a request of :mod:`.channel`, but no ``OPEN``; return the answer's content."""
        # A worker reads its level from the slab when it begins a request, never in between.
        self._derivations.draw.level = int(self._levels[0])
        answer = None
        if request in (STEP, STEP_ONLY):
            self._derivations.step(self._actions, restart=request == STEP, into=self._frame)
        elif request == RESET:
            current = self._derivations.reset(np.frombuffer(content, np.int64))
            self._frame.current[...] = current
        elif request == KEEP:
            answer = snapshot(self._derivations.state())
        elif request == ADOPT:
            self._adopt(pickle.loads(content))
        else:
            raise ValueError(f"a worker was asked for {request!r}")
        seconds = self._derivations.seconds
        for k, phase in enumerate(PHASES):
            self._seconds[k] = seconds[phase]
        return answer

    @property
    def _frame(self) -> PlacedFrame:
        """The frame that this request writes."""
        slot = int(self._slot[0])
        if slot not in self._frames:
            self._frames[slot] = PlacedFrame.around(self._slab.frame(slot, self._rows))
        return self._frames[slot]

    def _adopt(self, state: dict[str, Any]) -> None:
        self._derivations.restore(state)
        self._count_there()
        self._levels[0] = self._derivations.draw.level
        self._frame.current[...] = self._derivations.current()

    def _count_there(self) -> None:
        """Keep the sums of the rows in the slab, where the parent reads them."""
        stepped = self._derivations.rows
        for name in ("counted", "tallies", "inferences"):
            sums = getattr(self._slab, name)[self._number]
            sums[:] = getattr(stepped, name)
            setattr(stepped, name, sums)


def snapshot(state: dict[str, Any]) -> bytes:
    """Return a pickled state: the content of ``ADOPT``, and of the answer to ``KEEP``."""
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


def main(
    end: int, slab: int, mailbox: int, failures: int, image: int, problem: Problem | None = None
) -> NoReturn:
    """Serve the parent until it is gone.

    All arguments but ``problem``, which the opener that forked this process has opened, are
    descriptors: of this end of the socket, and of the files that the parent shares.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    channel = Channel(socket.socket(fileno=end), mailbox, failures)
    channel.leave_with_the_other()
    try:
        _serve(channel, slab, image, problem)
    except BaseException:
        with suppress(OSError):  # the parent is gone
            channel.fail(traceback.format_exc())
        os._exit(1)
    os._exit(0)


def _serve(channel: Channel, slab: int, image: int, problem: Problem | None) -> None:
    while request := channel.take():
        content = channel.content() if request in WITH_CONTENT else b""
        if request == OPEN:
            setup, layout = pickle.loads(content)
            problem = problem or opened(image)
            _expect_files(problem)
            rows = WorkerDerivations(setup, problem, SharedSlab(slab, layout))
            answer = None
        elif request == CALL:
            assert problem is not None
            with channel.showing_life():
                answer = _called(problem, content)
        else:
            answer = rows.play(request, content)
        channel.post(DONE, answer)


def call_of(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """Return the content of ``CALL``: a function of a torch-free module, and its arguments."""
    return pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)


def result_of(answer: bytes) -> Any:
    """Return the result of a ``CALL``, or raise the error of its function."""
    result, error = pickle.loads(answer)
    if error is not None:
        raise error
    return result


def _called(problem: Problem, content: bytes) -> bytes:
    function, arguments = pickle.loads(content)
    answer: tuple[Any, Exception | None]
    try:
        answer = function(problem, *arguments), None
    except Exception as error:
        error.add_note(f"in a worker:\n{traceback.format_exc()}")
        answer = None, error
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def _expect_files(problem: Problem) -> None:
    if fingerprint(problem.pack) != problem.fingerprint:
        raise PackError(
            "the program or its queries were changed after the run had started.",
            str(problem.pack.folder),
            "restore the files, or start again.",
        )


def opened(image: int) -> Problem:
    """Open the problem whose image is in the file of a descriptor."""
    with mmap.mmap(image, os.fstat(image).st_size, prot=mmap.PROT_READ) as content:
        packed: ProblemImage = pickle.loads(content)
    return packed.open()
