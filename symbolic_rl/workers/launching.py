"""The start of a worker's process."""

import os
import subprocess
import sys
from collections.abc import Sequence
from socket import socket, socketpair

_BOOT = (
    "import sys; sys.path[:] = sys.argv[6:]; "
    "from symbolic_rl.workers.process import main; main(*map(int, sys.argv[1:6]))"
)
_ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def launch(shared: Sequence[int], folder: str) -> "tuple[subprocess.Popen[bytes], socket]":
    """Start a worker.

    Args:
        shared: descriptors of the slab, the mailbox, the reports and the image.
        folder: where it runs.

    Returns:
        the process, and this end of the pair of sockets between it and this process.
    """
    ours, theirs = socketpair()
    files = (theirs.fileno(), *shared)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, *map(str, files), *sys.path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, **_ONE_THREAD},
            pass_fds=files,
            process_group=0,  # Ctrl-C is for the parent alone; and see decision 11
        )
    return process, ours
