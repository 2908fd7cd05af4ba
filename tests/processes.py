"""Processes that tests start, and whether they are still there."""

import time
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")


def is_running(pid: int) -> bool:
    """Whether there is such a process that is not a zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):  # before, or while the file is read
        return False


def gone_within(seconds: float, pids: list[int]) -> bool:
    """Whether all processes end in time."""
    deadline = time.monotonic() + seconds
    while any(map(is_running, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
