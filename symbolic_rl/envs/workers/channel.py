"""How parent and worker talk: a byte each way on a socket, and a mailbox for what is longer.

One byte cannot arrive in part, so neither side can be left waiting in the middle of a message by
a process that was stopped or killed there. The mailbox is an anonymous file; since question and
answer take turns, one does for both ways. What failed is written to a file of its own: a worker can
fail out of turn, and must not write over an answer that has not been read. The end of the socket is
the end of the other process.
"""

import mmap
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence

OPEN, STEP, STEP_ONLY, RESET, KEEP, ADOPT = b"o", b"s", b"p", b"r", b"k", b"a"
"""Requests: load and start; step with and without restart; reset rows; give a snapshot; take it."""
WITH_CONTENT = (OPEN, RESET, ADOPT)
"""Requests that come with something in the mailbox."""
DONE, FAILED = b"d", b"f"
"""Answers; what failed is told in words by :meth:`Channel.report`."""

_LENGTH = struct.Struct("<q")


class Channel:
    """One end.

    Args:
        end: of a pair of sockets.
        mailbox: descriptor of an anonymous file that both sides have open.
        reports: of another one.
    """

    def __init__(self, end: socket.socket, mailbox: int, reports: int) -> None:
        self._end, self._mailbox, self._reports = end, mailbox, reports
        self._timeout_s: float | None = None

    def post(self, kind: bytes, content: bytes | None = None) -> None:
        """Say one byte, after leaving ``content`` in the mailbox.

        Raises:
            OSError: the other process is gone.
        """
        if content is not None:
            _leave(self._mailbox, content)
        self._end.send(kind)

    def fail(self, report: str) -> None:
        """Say that this side has failed, and how.

        Raises:
            OSError: the other process is gone.
        """
        _leave(self._reports, report.encode())
        self._end.send(FAILED)

    def take(self, timeout_s: float | None = None) -> bytes:
        """Wait for the other side's byte; empty if its process is gone.

        Raises:
            TimeoutError: nothing came in time.
        """
        if timeout_s != self._timeout_s:  # kept by the kernel: one call less than Python's own
            self._end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(timeout_s or 0.0))
            self._timeout_s = timeout_s
        try:
            return self._end.recv(1)
        except BlockingIOError:
            raise TimeoutError from None
        except ConnectionError:
            return b""

    def content(self) -> bytes:
        """What the other side left in the mailbox before it spoke."""
        return _left(self._mailbox)

    def report(self) -> str:
        """How the other side has failed."""
        return _left(self._reports).decode()

    def close(self) -> None:
        """Close the socket, which ends the worker; the mailbox stays open."""
        self._end.close()

    def leave_with_the_other(self) -> None:
        """From now on end this process at once when the other end is closed, even at work."""

        def watch() -> None:
            poll = select.poll()
            poll.register(self._end, 0)  # of no interest but its end, which is always told
            poll.poll()
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()


def _timeval(seconds: float) -> bytes:
    """``struct timeval``; all zero is without end."""
    whole = int(seconds)
    return struct.pack("@ll", whole, max(int((seconds - whole) * 1e6), 1 if seconds else 0))


def _leave(file: int, content: bytes) -> None:
    os.pwrite(file, _LENGTH.pack(len(content)) + content, 0)


def _left(file: int) -> bytes:
    (length,) = _LENGTH.unpack(os.pread(file, _LENGTH.size, 0))
    return os.pread(file, length, _LENGTH.size)


def anonymous_file(size: int = 0, content: bytes = b"") -> int:
    """The descriptor of a new file that no path leads to: ``content``, else ``size`` zero bytes."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("symbolic_rl")
    else:  # not Linux: a file that is deleted at once
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, max(size, len(content)))
    if content:
        with mmap.mmap(descriptor, len(content)) as memory:
            memory[:] = content
    return descriptor


_BOOT = (
    "import sys; sys.path[:] = sys.argv[6:]; "
    "from symbolic_rl.envs.workers.process import main; main(*map(int, sys.argv[1:6]))"
)
_ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def launch(shared: Sequence[int], folder: str) -> "tuple[subprocess.Popen[bytes], socket.socket]":
    """Start a worker.

    Args:
        shared: descriptors of the slab, the mailbox, the reports and the image.
        folder: where it runs.

    Returns:
        the process, and this end of the pair of sockets between it and this process.
    """
    ours, theirs = socket.socketpair()
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
