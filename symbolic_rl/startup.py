"""How long starting took: seconds from the start of the process, phase by phase.

A training run writes them to its ``summary.json``; ``bench/startup.py`` shows them.
"""

import contextlib
import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path

_IMPORTED = time.monotonic()


def process_age_s() -> float:
    """Seconds since this process started; since this import where the system does not tell."""
    stat, uptime = Path("/proc/self/stat"), Path("/proc/uptime")
    if not (stat.is_file() and uptime.is_file()):
        return time.monotonic() - _IMPORTED
    ticks = int(stat.read_text().rpartition(")")[2].split()[19])  # field 22, starttime
    return float(uptime.read_text().split()[0]) - ticks / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def large_imports() -> Iterator[None]:
    """Import torch and what stands on it without garbage collection: a quarter less time.

    Collections would look at half a million new objects again and again, and find all in use.
    Afterwards they are frozen, so that later collections pass them by.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


class Startup:
    """Laps from the start of the process to the first frame; lap names end up as ``<name>_s``."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """Call at the end of a phase: it took the time since the end of the one before."""
        spent = process_age_s() - sum(self.laps.values())
        self.laps[f"{name}_s"] = round(max(spent, 0.0), 3)  # the clock has ticks of 10 ms

    def summary(self) -> dict[str, float]:
        """Seconds of each phase, and ``first_frame_s``, their sum."""
        return {**self.laps, "first_frame_s": round(sum(self.laps.values()), 3)}
