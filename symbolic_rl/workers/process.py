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

from symbolic_rl.errors import PackError
from symbolic_rl.problem import Problem, ProblemImage, fingerprint, load_problem
from symbolic_rl.workers.channel import DONE, OPEN, WITH_CONTENT, Channel
from symbolic_rl.workers.rows import Rows, Setup
from symbolic_rl.workers.slab import Slab


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
            rows = Rows(setup, problem, Slab(slab, layout))
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
