"""Reports of measurements: a card of the machine, tables, and one JSON document at the end."""

import ctypes
import json
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("torch", "torchrl", "tensordict", "pyswip")
BUSY_LOAD = 0.5
"""Load average at the start above which results should not be published."""


def machine_card() -> dict[str, Any]:
    """Return CPU, usable cores, load, versions and, in a checkout, the commit and ``dirty``."""
    in_checkout = (ROOT / "pyproject.toml").is_file()
    return {
        "cpu": _cpu_model(),
        "cores": n_cores(),
        "load_average": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        **{name: package_version(name) for name in PACKAGES},
        "swipl": _output("swipl", "--version").removeprefix("SWI-Prolog version ").split(" ")[0],
        "commit": _output("git", "rev-parse", "--short", "HEAD") if in_checkout else "",
        "dirty": in_checkout and bool(_output("git", "status", "--porcelain")),
    }


def n_cores() -> int:
    """Return the number of cores that this process may use, as limited by a container."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def memory_bytes() -> int:
    """Return the memory that this process may use, by its control group and its own limit."""
    found = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    limit_of_process, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit_of_process != resource.RLIM_INFINITY:
        found.append(limit_of_process)
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        limit = Path("/sys/fs/cgroup") / name
        if limit.is_file() and (text := limit.read_text().strip()).isdigit():
            found.append(int(text))
    return min(found)


def start(question: str) -> dict[str, Any]:
    """Print the question and the machine card, and return the card; warn on a busy machine."""
    card = machine_card()
    print(question)
    print("  " + "  ".join(f"{key}={value}" for key, value in card.items()))
    if card["load_average"] > BUSY_LOAD:
        print(f"  note: load average above {BUSY_LOAD} before the start: do not publish this run")
    print(flush=True)
    return card


def release_memory() -> None:
    """Return freed memory to the system, if the C library can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def print_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows that share their keys as a table, numbers aligned to the right."""
    if not rows:
        return
    names = list(rows[0])
    cells = [names, *([_cell(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(names))]
    numeric = [all(isinstance(row[name], int | float) for row in rows) for name in names]
    for line in cells:
        print(
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numeric, strict=True)
            ).rstrip()
        )
    print(flush=True)


def finish(document: Mapping[str, Any], card: Mapping[str, Any]) -> None:
    """Print the last line: one JSON document of results, with the card under ``machine``."""
    print(json.dumps({**document, "machine": dict(card)}), flush=True)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return median, minimum and maximum of repeated measurements."""
    from statistics import median  # imports decimal, fractions and random

    return {"median": median(values), "min": min(values), "max": max(values)}


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    if sys.platform == "darwin":
        return _output("sysctl", "-n", "machdep.cpu.brand_string")
    return platform.processor() or platform.machine()


def package_version(package: str) -> str:
    """Return the installed version of a package, or ``missing``."""
    from importlib.metadata import PackageNotFoundError, version  # imports email

    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _output(*command: str) -> str:
    """Return what a command prints; empty if it cannot run."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30
        )
    except OSError:
        return ""
    return done.stdout.strip()
