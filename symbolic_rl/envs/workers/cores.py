"""Cores of workers: one each where they fill the machine and nobody else is on it.

The workers are woken at once. The kernel then often puts two of them on one core, one behind the
other, though another core is idle, and the step takes twice as long. On a machine that others use
as well it must be free to move them.
"""

import os
from contextlib import suppress

from symbolic_rl.base.machine import n_cores

_SPARE_LOAD = 1.0
"""Load average allowed above the number of cores; a pool and its parent stay below it."""


def shared_out(n_workers: int) -> list[int]:
    """Return the cores that so many workers share among them; none if they leave one free."""
    if n_workers < max(2, n_cores()) or not hasattr(os, "sched_setaffinity"):
        return []
    return sorted(os.sched_getaffinity(0))


def is_crowded() -> bool:
    """Return whether the last minute had more load than the workers and their parent make."""
    try:
        return os.getloadavg()[0] > n_cores() + _SPARE_LOAD
    except OSError:  # the system does not tell
        return True


class Place:
    """Cores that a worker may run on.

    Args:
        core: the core that it keeps to while nobody else uses the machine, if any.
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
        with suppress(OSError):  # it is gone, or may not be told
            os.sched_setaffinity(pid, cores)
