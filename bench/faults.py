"""Is anything lost when a run is killed? Trainer and workers, at random times, by every collector.

    python bench/faults.py [--kills 200] [--collectors vectorized multiprocess ...] [--seed 0]

A small run of each collector is trained once without harm. Then it is trained again and again, and
killed with SIGKILL at a random time of that run: its trainer, or one of the processes that gather
frames. A killed trainer is resumed; a killed worker the run has to notice itself: it replaces it,
or ends with a checkpoint and is resumed. Whatever was killed, the columns of metrics.csv that do
not depend on time must be those of the run without harm, and no process of the run may be left.

The last line is one JSON document with the keys ``kills``, ``equal`` and ``rows``.
"""

import argparse
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.base.run_dir import TIMING_COLUMNS, RunDirectory

COLLECTORS = ("vectorized", "multiprocess", "searches")
RUN = (
    "--env", "countries_s1", "--frames-per-batch", "64", "--minibatch-size", "32", "--dim", "8",
    "--checkpoint-interval", "1", "--seed", "3",
)  # fmt: skip
OWN = {
    "vectorized": ("--algo", "ppo", "--n-envs", "16"),
    "multiprocess": ("--algo", "ppo", "--n-envs", "16", "--n-workers", "2"),
    "searches": ("--collector", "multiprocess", "--n-envs", "16", "--n-workers", "2"),
}
"""Flags by name; ``searches`` are those of the default algorithm, in workers."""
HANG_S, GONE_S = 300, 30
COUNTED = ("worker_restarts",)
"""Columns that count kills."""


@dataclass
class Outcome:
    """One kill, and what came of it."""

    collector: str
    victim: str
    resumes: int
    is_equal: bool
    orphans: int


def begin(collector: str, folder: Path, frames: int) -> "subprocess.Popen[bytes]":
    """Start a run, or go on with the one that is there."""
    kind = () if "--collector" in OWN[collector] else ("--collector", collector)
    new = ("--run-dir", str(folder), *RUN, *kind, *OWN[collector])
    words = ("--resume", str(folder)) if (folder / "checkpoint").exists() else new
    if words is new and folder.exists():  # killed before its first checkpoint
        shutil.rmtree(folder)
    return subprocess.Popen(
        [sys.executable, "-m", "symbolic_rl", "train", *words, "--total-frames", str(frames)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def columns(folder: Path) -> list[dict[str, str]]:
    """Rows of the metrics without what depends on time or counts kills."""
    left_out = {*TIMING_COLUMNS, *COUNTED}
    rows = RunDirectory.open(folder).metrics()
    return [{k: v for k, v in row.items() if k not in left_out} for row in rows]


def members(session: int) -> list[int]:
    """Processes of a session that have not ended, by number."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.name.isdigit() and int(words[3]) == session and words[0] != "Z":
            found.append(int(entry.name))
    return sorted(found)


def kill_once(
    collector: str, folder: Path, whole: list[dict[str, str]], at_s: float, source: random.Random,
    frames: int,
) -> Outcome:  # fmt: skip
    """Kill a run once, and let it end; one that ends before is begun anew and killed earlier."""
    run = begin(collector, folder, frames)
    time.sleep(at_s)
    while run.poll() is not None:
        shutil.rmtree(folder)
        at_s *= 0.8
        run = begin(collector, folder, frames)
        time.sleep(at_s)
    first = run.pid
    others = [pid for pid in members(first) if pid != first]
    is_worker = bool(others) and source.random() < 0.5
    victim = "worker" if is_worker else "trainer"
    with contextlib.suppress(ProcessLookupError):  # it ends just now
        os.kill(source.choice(others) if is_worker else first, signal.SIGKILL)
    sessions, resumes = [first], 0
    while run.wait(timeout=HANG_S) != 0:
        resumes += 1
        if resumes > 3:
            break
        run = begin(collector, folder, frames)
        sessions.append(run.pid)
    until = time.monotonic() + GONE_S
    while (left := sum(map(len, map(members, sessions)))) and time.monotonic() < until:
        time.sleep(0.1)
    return Outcome(collector, victim, resumes, columns(folder) == whole, left)


def main() -> None:
    """Kill, compare, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--collectors", nargs="+", default=list(COLLECTORS), choices=COLLECTORS)
    parser.add_argument("--frames", type=int, default=1024, help="of each run")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    card = start(f"{args.kills} kills; collectors={' '.join(args.collectors)}")

    source, outcomes = random.Random(args.seed), []
    with tempfile.TemporaryDirectory(prefix="symbolic_rl_faults_") as home:
        for collector in args.collectors:
            before = time.monotonic()
            ended = begin(collector, Path(home, collector), args.frames).wait(timeout=HANG_S)
            assert ended == 0, f"the run of {collector} without harm ended with {ended}"
            seconds = time.monotonic() - before
            whole = columns(Path(home, collector))
            share = args.collectors.index(collector)
            for number in range(share, args.kills, len(args.collectors)):
                at_s = source.uniform(0.3, 1.0) * seconds
                folder = Path(home, f"{collector}-{number}")
                outcomes.append(kill_once(collector, folder, whole, at_s, source, args.frames))

    rows = [
        {
            "collector": collector,
            "killed": victim,
            "kills": len(of),
            "resumed": sum(one.resumes > 0 for one in of),
            "equal": sum(one.is_equal for one in of),
            "processes left": sum(one.orphans for one in of),
        }
        for collector in args.collectors
        for victim in ("trainer", "worker")
        if (of := [o for o in outcomes if (o.collector, o.victim) == (collector, victim)])
    ]
    print_table(rows)
    equal = sum(one.is_equal and not one.orphans for one in outcomes)
    finish({"kills": len(outcomes), "equal": equal, "rows": rows}, card)


if __name__ == "__main__":
    main()
