"""The channel between parent and worker: a byte each way on a socket, and a mailbox for contents.

One byte cannot arrive in part, so a process that is stopped or killed never leaves the other side
waiting in the middle of a message. The mailbox is an anonymous file; request and answer take turns,
so one file serves both ways. Reports of failures have their own file: a worker can fail out of
turn, and must not overwrite an unread answer. A closed socket means that the other process is gone.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

OPEN, STEP, STEP_ONLY, RESET, KEEP, ADOPT = b"o", b"s", b"p", b"r", b"k", b"a"
"""Requests: load and start; step with and without restart; reset rows (int64, counted from the
worker's first one); return a snapshot; restore one."""
CALL = b"c"
"""Request: call a function with the problem."""
WITH_CONTENT = (OPEN, RESET, ADOPT, CALL)
"""Requests with content in the mailbox."""
DONE, FAILED = b"d", b"f"
"""Answers; :meth:`Channel.report` describes a failure."""
ALIVE = b"l"
"""Sign of life of a worker that serves ``CALL``, which has no time limit."""

PULSE_S = 1.0
"""Seconds between two signs of life."""

_LENGTH = struct.Struct("<q")


class Channel:
    """One end of the channel: a socket, and descriptors of files that both sides have open."""

    def __init__(self, end: socket.socket, mailbox: int, tracebacks: int) -> None:
        self._end, self._mailbox, self._tracebacks = end, mailbox, tracebacks
        self._timeout_s: float | None = None

    def post(self, kind: bytes, content: bytes | None = None) -> None:
        """Send one byte, after writing ``content`` to the mailbox.

        OSError: the other process is gone.
        """
        if content is not None:
            _leave(self._mailbox, content)
        self._end.send(kind)

    def fail(self, traceback: str) -> None:
        """Send ``FAILED``, after writing the report; OSError: the other process is gone."""
        _leave(self._tracebacks, traceback.encode())
        self._end.send(FAILED)

    @contextmanager
    def showing_life(self) -> Iterator[None]:
        """Send ``ALIVE`` every ``PULSE_S`` seconds within a block."""
        is_over = threading.Event()

        def beat() -> None:
            while not is_over.wait(PULSE_S):
                with suppress(OSError):  # the parent is gone: this process is about to end
                    self._end.send(ALIVE)

        threading.Thread(target=beat, daemon=True).start()
        try:
            yield
        finally:
            is_over.set()

    def take(self, timeout_s: float | None = None) -> bytes:
        """Wait for a byte of the other side; return none if its process is gone.

        TimeoutError: nothing came in time.
        """
        # The kernel keeps the timeout of recv(), so a wake-up costs one call; Python's timeouts
        # poll before each recv().
        if timeout_s != self._timeout_s:
            self._end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _timeval(timeout_s or 0.0))
            self._timeout_s = timeout_s
        try:
            return self._end.recv(1)
        except BlockingIOError:
            raise TimeoutError from None
        except ConnectionError:
            return b""

    def fileno(self) -> int:
        """Return the descriptor that is readable once a byte came or the other process is gone."""
        return self._end.fileno()

    def content(self) -> bytes:
        """Return the content of the mailbox."""
        return _left(self._mailbox)

    def traceback(self) -> str:
        """Return the report of the other side's failure."""
        return _left(self._tracebacks).decode()

    def close(self) -> None:
        """Close the socket, which ends the worker; the mailbox stays open."""
        self._end.close()

    def leave_with_the_other(self) -> None:
        """Let a thread end this process as soon as the other end is closed, even at work."""

        def watch() -> None:
            poll = select.poll()
            poll.register(self._end, 0)  # no events but POLLHUP, which needs no mask
            poll.poll()
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()


def end_process(process: Any, grace_s: float = 2.0) -> None:
    """Wait until a ``Popen``, or its like, has ended; end it by force if that takes longer."""
    try:
        process.wait(grace_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _timeval(seconds: float) -> bytes:
    """Return a ``struct timeval``; 0 means no timeout, so a positive time is at least 1 us."""
    whole = int(seconds)
    return struct.pack("@ll", whole, max(int((seconds - whole) * 1e6), 1 if seconds else 0))


def _leave(file: int, content: bytes) -> None:
    os.pwrite(file, _LENGTH.pack(len(content)), 0)
    os.pwrite(file, content, _LENGTH.size)  # apart, as snapshots are large


def _left(file: int) -> bytes:
    (length,) = _LENGTH.unpack(os.pread(file, _LENGTH.size, 0))
    return os.pread(file, length, _LENGTH.size)


def anonymous_file(size: int = 0, content: bytes = b"") -> int:
    """Return the descriptor of a new file without a path: ``content``, else ``size`` zeros."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("symbolic_rl")
    else:  # not Linux: a file that is deleted immediately
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, max(size, len(content)))
    if content:
        with mmap.mmap(descriptor, len(content)) as memory:
            memory[:] = content
    return descriptor


_BOOT = (
    "import sys; from importlib import import_module; name, n = sys.argv[1], int(sys.argv[2]); "
    "files = map(int, sys.argv[3 : n + 3]); sys.path[:] = sys.argv[n + 3 :]; "
    "import_module(name).main(*files)"
)
_ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
"""Environment of a worker: numpy starts no threads."""


def launch(
    module: str, shared: Sequence[int], folder: str
) -> "tuple[subprocess.Popen[bytes], socket.socket]":
    """Start a process in ``folder`` that runs ``main(end, *shared)`` of ``process`` or ``opener``.

    It gets the files ``shared``. Return it, and this end of the pair of sockets to it.
    """
    ours, theirs = socket.socketpair()
    files = (theirs.fileno(), *shared)
    arguments = (f"{__package__}.{module}", len(files), *files)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, *map(str, arguments), *sys.path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, **_ONE_THREAD},
            pass_fds=files,
            process_group=0,  # Ctrl-C is for the parent alone; a stopped orphan gets SIGHUP
        )
    return process, ours
