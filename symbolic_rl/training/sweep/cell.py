"""Measurement of one cell: ``python -m symbolic_rl.training.sweep.cell '{"env": ..., ...}'``.

The argument is a :class:`~symbolic_rl.training.sweep.Cell` as JSON. The pack's policy, with fresh
weights, gathers frames as in training, or runs searches for proofs, without learning. The last
line of stdout is one JSON document. CPU time and memory cover this process and its descendants.
"""

import json
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

from symbolic_rl.base.config import ENDLESS, TrainConfig
from symbolic_rl.base.devices import TORCH_THREADS, resolve_device
from symbolic_rl.base.errors import SymbolicError
from symbolic_rl.base.machine import n_cores
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.policy import PolicyShape, head_for, make_policy
from symbolic_rl.training import make_algorithm
from symbolic_rl.training.metrics import Gauge
from symbolic_rl.training.sweep import Cell

LONGEST = 128
"""Greatest number of steps of a rollout."""
WARM_UP = 2
"""Rollouts, or rounds of searches, before the measurement."""

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """CPU time and memory of one process."""

    pid: int
    cpu_s: float  # seconds on a core since its start
    memory_mb: float  # resident memory; shared memory is counted in each process


def family(pid: int | None = None) -> list[Usage]:
    """Return the usage of a process (default: this one), then of all its descendants."""
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
    """Return the fields of ``/proc/PID/stat`` from the state on; empty if the process ended."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def config_of(cell: Cell, problem: Problem) -> TrainConfig:
    """Return the pack's training settings with the numbers of the cell."""
    train = replace(problem.pack.train_by(cell.algo), total_frames=ENDLESS)
    if cell.gathers_proofs:
        return replace(train, **cell.settings)
    n_steps = max(1, min(train.frames_per_batch // cell.n_envs, LONGEST))
    return replace(train, frames_per_batch=n_steps * cell.n_envs, **cell.settings)


def measure(cell: Cell) -> dict[str, Any]:
    """Start the collector, gather frames for ``cell.seconds``, and return rates and costs.

    ``startup_s`` is the time until all workers are ready; torch and the problem are loaded before.
    """
    problem = load_problem(cell.env)
    config = config_of(cell, problem)
    torch.set_num_threads(TORCH_THREADS)
    torch.manual_seed(config.seed)
    head, _ = head_for(problem, config)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=config.dim)
    policy.to(resolve_device(cell.device))
    algorithm = make_algorithm(policy, config)
    began = perf_counter()
    algorithm.open(problem, resolve(config))
    startup_s = perf_counter() - began
    try:
        for _ in range(WARM_UP):
            algorithm.gather()
        spent = Gauge(lambda: algorithm.metrics.seconds)
        done = Gauge(lambda: {"inferences": algorithm.metrics.inferences})
        cpu = Gauge(lambda: {str(one.pid): one.cpu_s for one in family()})
        frames, total, began = 0, 0.0, perf_counter()
        while total < cell.seconds:
            frames += algorithm.gather().numel()
            total = perf_counter() - began
        parent, *workers = family()
        phases = spent.rise()
        phases["rest"] = total - sum(phases.values())
        inferences = done.rise()["inferences"]
        units = max(1, inferences if cell.gathers_proofs else frames)
        return {
            "frames_per_second": frames / total,
            "inferences_per_second": inferences / total,
            "startup_s": startup_s,
            "parent_mb": parent.memory_mb,
            "worker_mb": max((worker.memory_mb for worker in workers), default=0.0),
            "cpu_share": sum(cpu.rise().values()) / total / n_cores(),
            "seconds": {phase: s / units * 1e6 for phase, s in phases.items()},
        }
    finally:
        algorithm.shutdown()


def main() -> int:
    """Measure the cell of the command line and print its document."""
    os.environ.setdefault("PYTHONWARNINGS", "ignore")  # of TorchRL's workers about itself
    try:
        sample = measure(Cell(**json.loads(sys.argv[1])))
    except SymbolicError as error:
        sample = {"error": str(error).replace("\n", "; ")}
    print(json.dumps(sample), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
