"""What a process and those it has started take of the machine, read from /proc.

Where there is no /proc, as on macOS, nothing is known and everything is 0.
"""

import os
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """Of one process."""

    pid: int
    cpu_s: float
    """Seconds on a core since its start."""
    memory_mb: float
    """Resident memory; what processes share is counted in each."""


def family(pid: int | None = None) -> list[Usage]:
    """A process (default: this one), first, and all that descend from it."""
    first = pid or os.getpid()
    stats = {int(path.name): _stat(path) for path in Path("/proc").glob("[0-9]*")}
    found = [first]
    for parent in found:  # grows while it is walked
        found += [child for child, stat in stats.items() if stat and int(stat[1]) == parent]
    return [_usage(one, stats.get(one) or []) for one in found]


def _usage(pid: int, stat: list[str]) -> Usage:
    if not stat:
        return Usage(pid, 0.0, 0.0)
    cpu_s = (int(stat[11]) + int(stat[12])) / _TICKS  # utime, stime
    return Usage(pid, cpu_s, int(stat[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6)


def _stat(process: Path) -> list[str]:
    """The fields behind the name of the program, from the state on; none if it has ended."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
