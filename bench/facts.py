"""Whether a program of a million facts loads and runs, how fast, and in how much memory.

    python bench/facts.py [--facts 1000000] [--n-envs 4096] [--device cpu] [--seconds 3]

The program is that of ``family`` with copies of its people: every fact again with other names. It
is loaded without SWI-Prolog and stepped with uniformly random legal actions.

Prints a table and, as the last line, one JSON document with the keys ``facts, load_s,
environment_s, frames_per_second, peak_memory_mb`` and ``machine``.
"""

import argparse
import re
import resource
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import torch

from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.pack import Pack, load_pack

FACT = re.compile(r"(\w+)\((\w+), (\w+)\)\.")


def copied(pack: Pack, n_facts: int, folder: Path) -> Pack:
    """The pack with so many facts, in ``folder``."""
    facts, others = [], []
    for line in pack.program[0].read_text("utf-8").splitlines():
        (facts if FACT.fullmatch(line) else others).append(line)
    target = folder / "program.pl"
    with target.open("w", encoding="utf-8") as out:
        for copy in range(-(-n_facts // len(facts))):
            suffix = f"_{copy}" if copy else ""
            for line in facts[: n_facts - copy * len(facts)]:
                out.write(FACT.sub(rf"\1(\2{suffix}, \3{suffix}).", line) + "\n")
        out.write("\n".join(others) + "\n")
    return replace(pack, program=(target,))


def main() -> None:
    """Load, step, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--n-envs", type=int, default=4096)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--torch-threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.torch_threads)
    card = start(f"a function-free program of {args.facts:,} facts")
    pack = load_pack("family")
    with tempfile.TemporaryDirectory() as folder:
        pack = copied(pack, args.facts, Path(folder))
        started = perf_counter()
        problem = load_problem(pack, replace(pack.env, engine="tensor"))
        loaded = perf_counter()
    env = TensorDerivationEnv(problem, args.n_envs, device=resolve_device(args.device))
    made = perf_counter()
    print(env.describe())
    frame, steps = env.reset(), 0
    _, frame = env.step_and_maybe_reset(env.rand_action(frame))
    began = perf_counter()
    while perf_counter() - began < args.seconds:
        _, frame = env.step_and_maybe_reset(env.rand_action(frame))
        steps += 1
    figures = {
        "facts": sum(clause.n_goals == 0 for clause in problem.program.clauses),
        "load_s": loaded - started,
        "environment_s": made - loaded,
        "frames_per_second": steps * args.n_envs / (perf_counter() - began),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print_table([figures])
    finish({"env": "family, copied", "n_envs": args.n_envs, **figures}, card)


if __name__ == "__main__":
    main()
