"""Processes that tests start, and whether they are still there."""

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Type of the fixtures ``command`` and ``separate_command``."""

_PATIENCE_S = 300.0
"""Seconds after which what takes a moment is taken to hang."""

needs_proc = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")


def ran(*command: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, without standard input, and return what it printed."""
    options = {"stdin": subprocess.DEVNULL, "timeout": 600, **options}
    return subprocess.run(command, capture_output=True, text=True, **options)


def started(*command: str, **options: Any) -> "subprocess.Popen[str]":
    """Start a command without standard input; what it prints goes to pipes."""
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True, **pipes, **options)


def quick_compiler(folder: Path) -> str:
    """Write a compiler that optimises nothing: compiling the core takes one second, not four."""
    file = folder / "quick_cc"
    file.write_text('#!/bin/sh\nexec cc "$@" -O0 -fno-lto\n')
    file.chmod(0o755)
    return str(file)


def is_running(pid: int) -> bool:
    """Whether there is such a process that is not a zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):  # before, or while the file is read
        return False


def is_stopped(pid: int) -> bool:
    """Whether a process has taken notice of SIGSTOP; true where there is no ``/proc`` to tell."""
    status = Path(f"/proc/{pid}/status")
    return not status.exists() or "\nState:\tT" in status.read_text()


def comes_true(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds, and return whether it ever does."""
    deadline = time.monotonic() + _PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def end(pids: Sequence[int]) -> bool:
    """Wait until processes have ended, and return whether all do."""
    return comes_true(lambda: not any(map(is_running, pids)))
