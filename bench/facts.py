"""Loading of programs of millions of facts: how long, how much memory, and how fast steps are.

    python bench/facts.py [--facts 1000000 10000000] [--engine tensor|prolog] [--n-envs 4096]

The program is that of ``family`` with copies of its people: every fact again with other names. From
240 copies on a fact relates people of two copies, since there are tokens for 786,400 symbols. With
``--engine tensor`` it is loaded without SWI-Prolog and stepped with uniformly random legal actions;
with ``--engine prolog`` it is only loaded. Each size is a process of its own.

Prints a table and, as the last line, one JSON document with the keys ``rows: [{facts, load_s,
cpu_s, bytes_per_fact, peak_memory_mb, environment_s, frames_per_second}]`` and ``machine``; the
last two of a row are missing with ``prolog``. ``bytes_per_fact`` is what the process has grown by.
"""

import argparse
import multiprocessing
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
    return row | (stepped(problem, args) if args.engine == "tensor" else {})


def stepped(problem: Problem, args: argparse.Namespace) -> dict[str, float]:
    """Play at random for some seconds."""
    made = perf_counter()
    env = TensorDerivationEnv(problem, args.n_envs, device=resolve_device(args.device))
    environment_s = perf_counter() - made
    frame, steps = env.reset(), 0
    _, frame = env.step_and_maybe_reset(env.rand_action(frame))
    began = perf_counter()
    while perf_counter() - began < args.seconds:
        _, frame = env.step_and_maybe_reset(env.rand_action(frame))
        steps += 1
    rate = steps * args.n_envs / (perf_counter() - began)
    return {"environment_s": environment_s, "frames_per_second": rate}


def main() -> None:
    """Measure each size in a process, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--facts", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--engine", choices=("tensor", "prolog"), default="tensor")
    parser.add_argument("--n-envs", type=int, default=4096)
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
