"""Loading of programs of millions of facts: how long, how much memory, and how fast steps are.

    python bench/facts.py [--facts 100000 1000000] [--engine tensor|prolog] [--n-envs 4096]
    python bench/facts.py --engine prolog --workers 2

The program is that of ``family`` with copies of its people: every fact again with other names. From
240 copies on a fact relates people of two copies, since there are tokens for 786,400 symbols. With
``--engine tensor`` it is loaded and stepped with uniformly random legal actions; with ``--engine
prolog`` it is only loaded. Each size is a process of its own.

With ``--workers`` other than 0 (Linux, ``--engine prolog``) as many worker processes then play 64
rows for 50 steps, as ``--collector multiprocess`` has them: what a worker holds that no other
process shares, and the process that opens the program for all of them, in megabytes.

Prints a table and, as the last line, one JSON document with the keys ``rows: [{facts, load_s,
cpu_s, bytes_per_fact, peak_memory_mb, environment_s, frames_per_second, workers_s,
worker_private_mb, worker_shared_mb, worker_cpu_s, opener_mb}]`` and ``machine``; a row has those
that were measured. ``bytes_per_fact`` is what the process has grown by, ``workers_s`` the seconds
until the workers have started.
"""

import argparse
import multiprocessing
import os
import re
import resource
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import torch

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.envs.torchrl import PoolEnv
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.program.pack import Pack, load_pack

FACT = re.compile(r"(\w+)\((\w+), (\w+)\)\.")


MOST_COPIES = 240
"""Copies of the 3,090 people whose names have tokens of their own."""


def copied(pack: Pack, n_facts: int, folder: Path) -> Pack:
    """The pack with so many facts, in ``folder``."""
    facts, others = [], []
    for line in pack.program[0].read_text("utf-8").splitlines():
        (facts if FACT.fullmatch(line) else others).append(line)
    target = folder / "program.pl"
    with target.open("w", encoding="utf-8") as out:
        for copy in range(-(-n_facts // len(facts))):
            one, two = copy % MOST_COPIES, (copy + copy // MOST_COPIES) % MOST_COPIES
            first, second = (f"_{k}" if k else "" for k in (one, two))
            for line in facts[: n_facts - copy * len(facts)]:
                out.write(FACT.sub(rf"\1(\2{first}, \3{second}).", line) + "\n")
        out.write("\n".join(others) + "\n")
    return replace(pack, program=(target,))


def resident_mb() -> float:
    """Memory of this process."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize() / 2**20


def measured(args: argparse.Namespace, n_facts: int) -> dict[str, Any]:
    """Load so many facts, step, and return the row of the table."""
    torch.set_num_threads(args.torch_threads)
    load_problem(load_pack("family"), EnvConfig(engine=args.engine))  # imports what there is
    with tempfile.TemporaryDirectory() as folder:
        pack = copied(load_pack("family"), n_facts, Path(folder))
        before, cpu, started = resident_mb(), process_time(), perf_counter()
        problem = load_problem(pack, replace(pack.env, engine=args.engine))
        loaded = perf_counter()
        clauses = problem.program.clauses
        row = {
            "facts": int((clauses.n_goals == 0).sum()),
            "load_s": loaded - started,
            "cpu_s": process_time() - cpu,
            "bytes_per_fact": (resident_mb() - before) * 2**20 / n_facts,
            "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
        if args.workers:  # which compare the files
            row |= in_workers(problem, args.workers)
    return row | (stepped(problem, args) if args.engine == "tensor" else {})


def in_workers(problem: Problem, n_workers: int) -> dict[str, float]:
    """Play at random in worker processes, and return what one of them costs."""
    started = perf_counter()
    env = PoolEnv(problem, 64, n_workers=n_workers)
    frame = env.reset()
    workers_s = perf_counter() - started
    for _ in range(50):
        _, frame = env.step_and_maybe_reset(env.rand_action(frame))
    last = env.pool.workers[-1]
    memory = memory_of(last.pid)
    times = Path(f"/proc/{last.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    parent = int(Path(f"/proc/{last.pid}/stat").read_text().rpartition(")")[2].split()[1])
    shared = memory["Shared_Clean"] + memory["Shared_Dirty"]
    is_forked = parent != os.getpid()
    opener_mb = sum(memory_of(parent)[key] for key in PARTS) if is_forked else 0.0
    env.close()
    return {
        "workers_s": workers_s,
        "worker_private_mb": memory["Private_Clean"] + memory["Private_Dirty"],
        "worker_shared_mb": shared,
        "worker_cpu_s": sum(map(int, times)) / os.sysconf("SC_CLK_TCK"),
        "opener_mb": opener_mb,
    }


PARTS = ("Shared_Clean", "Shared_Dirty", "Private_Clean", "Private_Dirty")
"""Parts of the memory of a process, of which other processes share the first two."""


def memory_of(pid: int) -> dict[str, float]:
    """Return the megabytes of each of ``PARTS`` of a process."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    found = dict(line.split()[:2] for line in lines if line.startswith(PARTS))
    return {key: int(found[f"{key}:"]) / 1024 for key in PARTS}


def stepped(problem: Problem, args: argparse.Namespace) -> dict[str, float]:
    """Play at random for some seconds."""
    made = perf_counter()
    env = TensorDerivationEnv(problem, args.n_envs, device=resolve_device(args.device))
    environment_s = perf_counter() - made
    frame, steps = env.reset(), 0
    _, frame = env.step_and_maybe_reset(env.rand_action(frame))
    spent, began = 0.0, perf_counter()
    while spent < args.seconds:
        _, frame = env.step_and_maybe_reset(env.rand_action(frame))
        steps, spent = steps + 1, perf_counter() - began
    rate = steps * args.n_envs / spent
    return {"environment_s": environment_s, "frames_per_second": rate}


def main() -> None:
    """Measure each size in a process, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--facts", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--engine", choices=("tensor", "prolog"), default="tensor")
    parser.add_argument("--n-envs", type=int, default=4096)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--torch-threads", type=int, default=2)
    args = parser.parse_args()
    card = start(f"a function-free program of {', '.join(f'{n:,}' for n in args.facts)} facts")
    spawn, rows = multiprocessing.get_context("spawn"), []
    for n_facts in args.facts:
        with ProcessPoolExecutor(1, spawn) as process:
            rows.append(process.submit(measured, args, n_facts).result())
    print_table(rows)
    finish({"env": "family, copied", "n_envs": args.n_envs, "rows": rows}, card)


if __name__ == "__main__":
    main()
