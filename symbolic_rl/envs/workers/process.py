"""A worker process: load the problem, then answer one request after the other. Torch-free.

It ends when the parent closes the socket or dies, whatever it is doing then. Ctrl-C and SIGTERM
are the parent's business.
"""

import mmap
import os
import pickle
import signal
import socket
import traceback
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import PackError
from symbolic_rl.bridge.schema import Frame, Observation
from symbolic_rl.envs.workers.channel import (
    ADOPT,
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
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import Problem, ProblemImage, fingerprint, load_problem
from symbolic_rl.program.pack import Pack


@dataclass(frozen=True)
class Setup:
    """All that a new process needs to know to take a worker's place."""

    pack: Pack
    env_config: EnvConfig
    fingerprint: str
    """Of the program and queries that the parent has loaded."""
    number: int
    """Of the worker."""
    first: int
    """Of its rows."""
    last: int
    """Of its rows, exclusive."""
    split: str
    seed: int
    with_candidates: bool
    group_size: int
    """Episodes that play the same query."""


class WorkerDerivations:
    """Some rows of the slab.

    Args:
        setup: which rows, and what they play.
        problem: the problem of the set-up, loaded.
        slab: where to write.
    """

    def __init__(self, setup: Setup, problem: Problem, slab: SharedSlab) -> None:
        self._rows = slice(setup.first, setup.last)
        self._derivations = Derivations(
            problem,
            setup.last - setup.first,
            split=setup.split,
            seed=setup.seed,
            first_row=setup.first,
            with_candidates=setup.with_candidates,
            group_size=setup.group_size,
        )
        self._slab, self._frames = slab, dict[int, Frame]()
        self._actions = slab.actions[self._rows]
        self._levels = slab.levels[setup.number : setup.number + 1]
        self._slot = slab.slots[setup.number : setup.number + 1]
        self._number = slice(setup.number, setup.number + 1)
        self._seconds = slab.seconds[setup.number]
        self._stepping = slab.stepping[self._number]
        self._count_there()

    def play(self, request: bytes, content: bytes = b"") -> bytes | None:
        """Do what is asked; what is to be left in the mailbox, if anything.

        Args:
            request: one of the requests of :mod:`symbolic_rl.envs.workers.channel` but ``OPEN``.
            content: what came with it.
        """
        self._derivations.draw.level = int(self._levels[0])
        answer = None
        if request in (STEP, STEP_ONLY):
            self._step(restart=request == STEP)
        elif request == RESET:
            self._show(self._derivations.reset(np.frombuffer(content, np.int64)))
        elif request == KEEP:
            answer = self._keep()
        elif request == ADOPT:
            self._adopt(pickle.loads(content))
        else:
            raise ValueError(f"a worker was asked for {request!r}")
        seconds = self._derivations.seconds
        for k, phase in enumerate(PHASES):
            self._seconds[k] = seconds[phase]
        return answer

    @property
    def _frame(self) -> Frame:
        """Where this request's frame is to be written."""
        slot = int(self._slot[0])
        if slot not in self._frames:
            self._frames[slot] = self._derivations.room(self._slab.frame(slot, self._rows))
        return self._frames[slot]

    def _step(self, *, restart: bool) -> None:
        frame = self._frame
        started = perf_counter()
        self._derivations.step(self._actions, restart=restart, into=frame)
        self._stepping[0] = perf_counter() - started

    def _show(self, current: Observation) -> None:
        self._frame.current[...] = current

    def _keep(self) -> bytes:
        return snapshot(self._derivations.state())

    def _adopt(self, state: dict[str, Any]) -> None:
        self._derivations.restore(state)
        self._count_there()
        self._levels[0] = self._derivations.draw.level
        self._show(self._derivations.current())

    def _count_there(self) -> None:
        """Let the rows keep their sums in the slab."""
        played = self._derivations.rows
        for name in ("counted", "tallies", "inferences"):
            sums = getattr(self._slab, name)[self._number]
            sums[:] = getattr(played, name)
            setattr(played, name, sums)


def content_of(rows: NDArray[np.int64]) -> bytes:
    """What goes with ``RESET``: the rows [M] of the worker, counted from its first one."""
    return rows.astype(np.int64).tobytes()


def snapshot(state: dict[str, Any]) -> bytes:
    """What goes with ``ADOPT`` and comes from ``KEEP``: a state of :class:`Derivations`."""
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


def main(end: int, slab: int, mailbox: int, reports: int, image: int) -> None:
    """Serve the parent until it is gone.

    Args:
        end: descriptor of this end of the socket.
        slab: descriptor of the slab.
        mailbox: descriptor of the mailbox.
        reports: descriptor of the file for what failed.
        image: descriptor of the file with the problem's image; empty where it has none.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    channel = Channel(socket.socket(fileno=end), mailbox, reports)
    channel.leave_with_the_other()
    try:
        _serve(channel, slab, image)
    except BaseException:
        with suppress(OSError):  # the parent is gone, and nobody asks any more
            channel.fail(traceback.format_exc())
        os._exit(1)
    os._exit(0)


def _serve(channel: Channel, slab: int, image: int) -> None:
    problem = None
    while request := channel.take():
        content = channel.content() if request in WITH_CONTENT else b""
        if request == OPEN:
            setup, layout = pickle.loads(content)
            if problem is None:
                problem = _opened(image, setup)
            rows = WorkerDerivations(setup, problem, SharedSlab(slab, layout))
            answer = None
        else:
            answer = rows.play(request, content)
        channel.post(DONE, answer)


def _opened(image: int, setup: Setup) -> Problem:
    if fingerprint(setup.pack) != setup.fingerprint:
        raise PackError(
            "the program or its queries were changed after the run had started.",
            str(setup.pack.folder),
            "give the files back, or start again.",
        )
    size = os.fstat(image).st_size
    if not size:
        return load_problem(setup.pack, setup.env_config)
    with mmap.mmap(image, size, prot=mmap.PROT_READ) as content:
        packed: ProblemImage = pickle.loads(content)
    return packed.open()
