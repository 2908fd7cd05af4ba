"""Does anything grow in a long run? Steps with pages and errors of builtins, searches, kills.

    python bench/soak.py [--steps 20000000] [--searches 2000000] [--kills 200] [--plot soak.png]
    python bench/soak.py --short          # minutes: a hundredth of all

Plays a program whose goals turn pages and raise errors of builtins, searches its goals by every
search in turn, and kills worker processes while they play. Sixty times in each part it looks at the
memory of this process and of the workers, at Prolog's atoms and stacks, and at open descriptors.
Growth is what the second half of a part has above the first: medians, so that one sample says
nothing.

The last line is one JSON document with the keys ``rows`` and ``samples``.
"""

import argparse
import os
import signal
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from time import monotonic

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import InstallationError
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.envs.workers.pool import WorkerPool
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.program.pack import Pack
from symbolic_rl.search import SEARCHES, AnswerIterator, Limits, Space, make_search

PROGRAM = """\
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
pick(X, [X|T], T).
pick(X, [H|T], [H|R]) :- pick(X, T, R).
perm([], []).
perm(L, [H|T]) :- pick(H, L, R), perm(R, T).
wide(X) :- between(1, 40, X).
sum(X, Y) :- wide(X), wide(Z), Y is X + Z.
wrong(X) :- wide(X), Y = a, X > Y.
new(X, Y) :- wide(X), atom_concat(name, X, Y).
text(X) :- wide(Y), number_codes(Y, X).
"""
GOALS = ("perm([a, b, c, d], X)", "app(X, Y, [1, 2, 3, 4])", "sum(7, X)", "wrong(X)", "new(9, X)",
         "text(X)", "wide(39)", "perm([1, 2, 3], [3, 1, 2])")  # fmt: skip
ROWS, WORKERS, SAMPLES = 64, 2, 60
Sample = dict[str, float]


def problem_in(folder: Path) -> Problem:
    """Return the problem, with windows so narrow that most states have pages."""
    program, queries = folder / "program.pl", folder / "train.pl"
    program.write_text(PROGRAM)
    queries.write_text("".join(f"query({goal}).\n" for goal in GOALS))
    settings = EnvConfig(n_candidates=8, max_inferences=60)
    return load_problem(
        Pack("soak", "", folder, (program,), {"train": queries}, env=settings), settings
    )


def memory_mb(pid: int) -> float:
    """Resident memory of a process; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def look(done: int, workers: list[int]) -> Sample:
    """Look at this process, its workers and Prolog."""
    from pyswip import Prolog

    prolog = next(iter(Prolog().query("statistics(atoms, A), statistics(stack, S)")))
    return {
        "done": done,
        "memory_mb": memory_mb(os.getpid()),
        "workers_mb": sum(map(memory_mb, workers)),
        "atoms": prolog["A"],
        "stack_kb": prolog["S"] / 1024,
        "descriptors": len(os.listdir("/proc/self/fd")),
    }


def steps(problem: Problem, n: int) -> Iterator[int]:
    """Take random steps in this process; yield how many were taken."""
    derivations = Derivations(problem, ROWS)
    derivations.reset()
    random = np.random.default_rng(0)
    for done in range(0, n, ROWS):
        mask = derivations.current().action_mask
        derivations.step((random.random(mask.shape) * mask).argmax(axis=1))
        yield done
    counters = derivations.counters
    assert counters["pages_turned"] and counters["builtin_errors"], counters


def searches(problem: Problem, n: int) -> Iterator[int]:
    """Search each goal by each search in turn, with a new engine each thousand of them."""
    queries, names = problem.queries("train"), cycle(SEARCHES)
    engine = None
    for done in range(n):
        if done % 1000 == 0:
            engine = PrologEngine(problem.program, problem.env_config, answers=True)
        assert engine is not None
        search = make_search(next(names), Space(engine, queries[done % len(queries)]))
        AnswerIterator(search, Limits(max_inferences=200)).take(3)
        yield done


def kills(problem: Problem, n: int, workers: list[int]) -> Iterator[int]:
    """Play in workers, and kill one of them every now and then; yield the kills."""
    pool = WorkerPool(
        problem, ROWS, n_workers=WORKERS, split="train", seed=0, with_candidates=False,
        group_size=1, timeout_s=60.0, max_restarts=n + 1,
    )  # fmt: skip
    random = np.random.default_rng(0)
    try:
        pool.reset()
        for done in range(n):
            workers[:] = [worker.pid for worker in pool.workers]
            os.kill(workers[done % WORKERS], signal.SIGKILL)
            for _ in range(20):
                mask = pool.current().action_mask
                pool.begin((random.random(mask.shape) * mask).argmax(axis=1), restart=True)
                pool.end()
            yield done
        assert pool.restarts == n, f"{pool.restarts} of {n} killed workers were replaced"
    finally:
        pool.close()
        workers.clear()


def soak(part: Iterator[int], n: int, workers: list[int]) -> list[Sample]:
    """Run a part to its end, and look ``SAMPLES`` times."""
    every, found = max(1, n // SAMPLES), []
    due = every
    for done in part:
        if done + 1 >= due:
            found.append(look(done, workers))
            due += every
    return found


def growth(samples: list[Sample], key: str) -> float:
    """Return by how much the second half is above the first, the first fifth left out."""
    values = [sample[key] for sample in samples[len(samples) // 5 :]]
    half = len(values) // 2
    return median(values[half:]) - median(values[:half])


def plot(parts: dict[str, list[Sample]], file: Path) -> None:
    """Draw each figure over each part.

    Raises:
        InstallationError: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        fix = "pip install 'symbolic-rl[bench]', or leave --plot out."
        raise InstallationError("matplotlib is not installed.", "--plot", fix) from error
    keys = [key for key in next(iter(parts.values()))[0] if key != "done"]
    figure = Figure(figsize=(4 * len(parts), 2 * len(keys)), layout="constrained")
    axes = figure.subplots(len(keys), len(parts), squeeze=False)
    for column, (name, samples) in enumerate(parts.items()):
        axes[0][column].set_title(name)
        for row, key in enumerate(keys):
            seen = [s[key] for s in samples]
            axes[row][column].plot([s["done"] for s in samples], seen)
            axes[row][column].set_ylim(0, 1.1 * max(seen, default=0) or 1)
            axes[row][column].set_ylabel(key)
    figure.savefig(file)


def main() -> None:
    """Run all parts, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=20_000_000)
    parser.add_argument("--searches", type=int, default=2_000_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="a hundredth of all, and 20 kills")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    args = parser.parse_args()
    if args.short:
        args.steps, args.searches, args.kills = args.steps // 100, args.searches // 100, 20
    card = start(f"{args.steps:,} steps, {args.searches:,} searches, {args.kills} kills")

    parts: dict[str, list[Sample]] = {}
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory(prefix="symbolic_rl_soak_") as folder:
        problem, workers = problem_in(Path(folder)), []
        todo = {
            "steps": (args.steps, steps(problem, args.steps)),
            "searches": (args.searches, searches(problem, args.searches)),
            "kills": (args.kills, kills(problem, args.kills, workers)),
        }
        for name, (n, part) in todo.items():
            before = monotonic()
            parts[name] = soak(part, n, workers)
            last = parts[name][-1]
            grown = {f"{key} +": growth(parts[name], key) for key in last if key != "done"}
            rows.append({"part": name, "n": n, "seconds": monotonic() - before, **grown})
    print_table(rows)
    if args.plot:
        plot(parts, args.plot)
    finish({"rows": rows, "samples": parts}, card)


if __name__ == "__main__":
    main()
