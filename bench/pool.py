"""What worker processes cost and bring: engine rate, overhead of a step, memory, start.

    python bench/pool.py [--env countries_s3] [--n-envs 256] [--n-workers 1 2] [--small 64]
        [--seconds 2] [--repeats 5]

Random legal actions; the time to draw them is left out. The *rate* is that of ``WorkerPool.step``
(send, wait, copy to fresh arrays), beside ``Derivations.step`` in this process (0 workers). The
*overhead* of a step is its time minus that of the slowest worker within ``Derivations.step``: what
waking, copying and bookkeeping take; beside it stands the *round trip* of one byte to a process
on another core and back, without which no step is made. All cells are measured by turns; figures
are medians over the repeats.

Prints two tables and, as the last line, one JSON document with the keys ``env, n_envs, small,
engine_speed_up`` (rate of the last number of workers over that of the first, the
median over pairs of runs that followed one another), ``overhead_us`` (at
``--small`` rows, the greatest of all numbers of workers), ``round_trip_us, worker_rss_mb,
pool_start_s, rows`` and ``machine``.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.envs.workers import WorkerPool
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import HEADS, choose_head

WARM_UP_STEPS = 200
ECHO = "import os\nwhile os.read(0, 1): os.write(1, b'.')"


class Cell:
    """Rows that are stepped with random actions, in this process or in workers."""

    def __init__(self, problem: Problem, n: int, n_workers: int, needs: bool) -> None:
        self.n, self.n_workers = n, n_workers
        started = perf_counter()
        self.rows: Derivations | WorkerPool
        if n_workers:
            self.rows = WorkerPool(problem, n, n_workers=n_workers, with_candidates=needs)
        else:
            self.rows = Derivations(problem, n, with_candidates=needs)
        self.current = self.rows.reset()
        self.start_s = perf_counter() - started
        self._rng = np.random.default_rng(0)
        self.rates: list[float] = []
        self.overheads: list[float] = []
        self._steps(WARM_UP_STEPS)

    def __call__(self, seconds: float) -> None:
        """Step for about ``seconds``; note the rate and the median overhead."""
        spent, overheads, stop = 0.0, [], perf_counter() + seconds
        n_steps = 0
        while perf_counter() < stop:
            took, overhead = self._steps(20)
            spent, n_steps = spent + took, n_steps + 20
            overheads += overhead
        self.rates.append(n_steps * self.n / spent)
        self.overheads.append(median(overheads))

    def row(self) -> dict[str, Any]:
        """Its line of the table."""
        small, proportional = self._memory()
        return {
            "envs": self.n,
            "workers": self.n_workers,
            "frames/s": median(self.rates),
            "min": min(self.rates),
            "max": max(self.rates),
            "overhead us": median(self.overheads) * 1e6,
            "start s": self.start_s,
            "worker RSS MB": small,
            "PSS MB": proportional,
        }

    def _steps(self, n: int) -> tuple[float, list[float]]:
        spent, overheads = 0.0, []
        for _ in range(n):
            mask = self.current.action_mask
            actions = (self._rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
            started = perf_counter()
            _, self.current = self.rows.step(actions)
            took = perf_counter() - started
            spent += took
            if isinstance(self.rows, WorkerPool):
                took -= float(self.rows.slab.stepping.max())
            overheads.append(took if self.n_workers else 0.0)
        return spent, overheads

    def _memory(self) -> tuple[float, float]:
        """Megabytes of the largest worker: resident, and with what is shared divided up."""
        sizes = [(0.0, 0.0)]
        for worker in self.rows.workers if isinstance(self.rows, WorkerPool) else []:
            file = Path(f"/proc/{worker.pid}/smaps_rollup")
            if file.exists():
                lines = (line.split() for line in file.read_text().splitlines()[1:])
                size = {line[0]: int(line[1]) / 1e3 for line in lines}
                sizes.append((size["Rss:"], size["Pss:"]))
        return max(sizes)


def round_trip_s(n: int = 1000) -> float:
    """Median time of one byte to a process on another core and back, through pipes that block."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        if cores:
            os.sched_setaffinity(other.pid, cores[-1:])
            os.sched_setaffinity(0, cores[:1])
        times = []
        for _ in range(n):
            started = perf_counter()
            other.stdin.write(b".")
            other.stdout.read(1)
            times.append(perf_counter() - started)
        other.stdin.close()
    if cores:
        os.sched_setaffinity(0, cores)
    return median(times[n // 10 :])


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measure all cells by turns; print the tables and return the document."""
    problem = load_problem(args.env)
    head, _ = choose_head(
        problem.pack.train_by("ppo").policy, is_flat=problem.is_flat, n_clauses=problem.n_clauses
    )
    needs = HEADS[head].load().needs_candidates
    sizes = dict.fromkeys((args.n_envs, args.small))
    cells = [Cell(problem, n, k, needs) for n in sizes for k in (0, *args.n_workers)]
    round_trips = []
    for _ in range(args.repeats):
        for cell in cells:
            cell(args.seconds)
        round_trips.append(round_trip_s())
    rows = [cell.row() for cell in cells]
    print("steps with random actions; overhead is the median over steps")
    print_table(rows)
    round_trip_us = median(round_trips) * 1e6
    print(f"one byte to another core and back: {round_trip_us:.0f} us\n")
    rates = {(cell.n, cell.n_workers): cell.rates for cell in cells}

    def speed_up(n: int, k: int) -> float:
        pairs = zip(rates[n, k], rates[n, args.n_workers[0]], strict=True)
        return median(one / first for one, first in pairs)

    speed_ups = [
        {"envs": n, **{f"{k} workers": speed_up(n, k) for k in (0, *args.n_workers)}} for n in sizes
    ]
    print(f"rate over that of {args.n_workers[0]} workers; 0 is this process")
    print_table(speed_ups)
    workers = [row for row in rows if row["workers"]]
    return {
        "env": args.env,
        "n_envs": args.n_envs,
        "small": args.small,
        "engine_speed_up": speed_up(args.n_envs, args.n_workers[-1]),
        "overhead_us": max(row["overhead us"] for row in workers if row["envs"] == args.small),
        "round_trip_us": round_trip_us,
        "worker_rss_mb": max(row["worker RSS MB"] for row in workers),
        "pool_start_s": max(row["start s"] for row in workers),
        "rows": [{name.replace("/s", "_per_second"): v for name, v in row.items()} for row in rows],
    }


def main() -> None:
    """Measure, print the tables and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--env", default="countries_s3")
    parser.add_argument("--n-envs", type=int, default=256)
    parser.add_argument("--n-workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--small", type=int, default=64, help="rows that the overhead is taken at")
    parser.add_argument("--seconds", type=float, default=2.0, help="of one run of a cell")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    card = start(f"worker processes; env={args.env} n_envs={args.n_envs}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
