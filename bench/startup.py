"""How long until something happens: ``--help``, first frames of a training run, a million facts.

    python bench/startup.py [--env countries_s3] [--repeats 5] [--facts 1000000]

Prints the seconds of each phase and, as the last line, one JSON document with the keys ``help_s``
(process start to exit) and ``first_frame_s`` (process start to the first collected frames), each
the median of the repeats, ``breakdown``, ``facts`` and ``machine``. One start of each is not
counted: it reads the files into the page cache.

Then the program ``family`` with copies of its people, every fact again with other names, is loaded
for each number of ``--facts``, in a process of its own: ``facts`` has rows of ``facts, load_s,
cpu_s, bytes_per_fact`` (growth of the process) and ``peak_memory_mb``. From 240 copies on a fact
relates people of two copies, since there are tokens for 786,400 symbols.
"""

import json
import multiprocessing
import re
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from statistics import median

from common.flags import make_parser

from symbolic_rl.base.machine import finish, print_table, spread, start
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.program.pack import Pack, load_pack

COMMAND = Path(sys.executable).with_name("symbolic-rl")
LIMITS = {"help_s": 0.3, "first_frame_s": 6.0}
FACT = re.compile(r"(\w+)\((\w+), (\w+)\)\.")
MOST_COPIES = 240
"""Copies of the 3,090 people whose names have tokens of their own."""


def run(*args: str) -> float:
    """Run ``symbolic-rl ARGS`` and return the seconds it took."""
    before = time.perf_counter()
    subprocess.run(
        [str(COMMAND), *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
    )
    return time.perf_counter() - before


def train_start(env: str) -> dict[str, float]:
    """Train one small batch and return the seconds of each phase up to its frames."""
    with tempfile.TemporaryDirectory() as folder:
        run_dir = Path(folder, "run")
        few = "--algo ppo --n-envs 16 --frames-per-batch 64 --total-frames 64"
        run("train", "--env", env, "--run-dir", str(run_dir), *few.split())
        summary = json.loads((run_dir / "summary.json").read_text())
    return {name: float(seconds) for name, seconds in summary["startup"].items()}


def copied(pack: Pack, n_facts: int, folder: Path) -> Pack:
    """Return the pack with ``n_facts`` facts, its program written to ``folder``."""
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


def resident_bytes() -> int:
    """Return the memory of this process."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def loaded(n_facts: int) -> dict[str, float]:
    """Load a program of ``n_facts`` facts, in a process that has loaded nothing large before."""
    load_problem("family")  # imports modules and starts SWI-Prolog
    with tempfile.TemporaryDirectory() as folder:
        pack = copied(load_pack("family"), n_facts, Path(folder))
        before, cpu_s, started = resident_bytes(), time.process_time(), time.perf_counter()
        problem = load_problem(pack, pack.env)
        return {
            "facts": int((problem.program.clauses.n_goals == 0).sum()),
            "load_s": time.perf_counter() - started,
            "cpu_s": time.process_time() - cpu_s,
            "bytes_per_fact": (resident_bytes() - before) / n_facts,
            "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--env", "--repeats")
    parser.add_argument("--facts", type=int, nargs="*", default=[1_000_000])
    args = parser.parse_args()
    card = start(f"seconds from the start of the MDP; env={args.env}")

    helps = [run("--help") for _ in range(args.repeats + 1)][1:]
    starts = [train_start(args.env) for _ in range(args.repeats + 1)][1:]

    phases = {name: [each[name] for each in starts] for name in starts[0]}
    print_table([{"seconds": name, **spread(values)} for name, values in phases.items()])
    found = {"help_s": median(helps), "first_frame_s": median(phases.pop("first_frame_s"))}
    print_table([{"from start to": k, "seconds": v, "limit": LIMITS[k]} for k, v in found.items()])
    breakdown = {name: median(values) for name, values in phases.items()}
    rows = []
    for n_facts in args.facts:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            rows.append(process.submit(loaded, n_facts).result())
    print_table(rows)
    finish({**found, "breakdown": breakdown, "env": args.env, "facts": rows}, card)


if __name__ == "__main__":
    main()
