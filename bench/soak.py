"""Does anything grow in a long run, and is anything lost when a run is killed?

    python bench/soak.py [--steps 20000000] [--searches 2000000] [--kills 200] [--plot soak.png]
        [--killed-runs 200] [--seed 0]
    python bench/soak.py --short          # minutes: a hundredth of all

Plays a program whose goals turn pages and raise errors of builtins, searches its goals by every
search in turn, and kills worker processes while they play. Sixty times in each part it looks at the
memory of this process and of the workers, at Prolog's atoms and stacks, and at open descriptors.
Growth is what the second half of a part has above the first: medians, so that one sample says
nothing.

Then small runs of training are killed with SIGKILL at a random time, ``--killed-runs`` of them: the
trainer, or one of the processes that gather frames. A killed trainer is resumed; a killed worker
the run has to notice itself: it replaces the worker, or ends with a checkpoint and is resumed. In
any case the columns of metrics.csv that do not depend on time must equal an undisturbed run's, and
no process of the run may be left.

The last line is one JSON document with the keys ``rows`` and ``samples`` of growth, ``killed_runs``
with a row for each way of gathering and kind of victim, and ``machine``.
"""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

import numpy as np
from common.flags import make_parser

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import InstallationError
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.base.run_dir import TIMING_COLUMNS, RunDirectory
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.envs.workers.pool import WorkerPool
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

FRAMES, HANG_S, GONE_S = 1024, 300, 30
"""Frames of a run that is killed; seconds until it hangs, and until its processes must be gone."""
RUN = (
    "--env", "countries_s1", "--frames-per-batch", "64", "--minibatch-size", "32", "--dim", "8",
    "--checkpoint-interval", "1", "--seed", "3", "--n-envs", "16", "--total-frames", str(FRAMES),
)  # fmt: skip
WAYS = {
    "vectorized": ("--algo", "ppo", "--collector", "vectorized"),
    "multiprocess": ("--algo", "ppo", "--collector", "multiprocess", "--n-workers", "2"),
    "searches": ("--collector", "multiprocess", "--n-workers", "2"),
}
"""Ways to gather frames, and their flags; ``searches`` is for the default algorithm."""


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


@dataclass
class KilledRun:
    """A run that was killed once, and how it ended."""

    way: str
    victim: str
    resumes: int
    is_equal: bool
    orphans: int


def begin(way: str, folder: Path) -> "subprocess.Popen[bytes]":
    """Start a run in a session of its own, or resume the run of this folder."""
    if (folder / "checkpoint").exists():
        flags: tuple[str, ...] = ("--resume", str(folder), "--total-frames", str(FRAMES))
    else:
        shutil.rmtree(folder, ignore_errors=True)  # killed before its first checkpoint
        flags = ("--run-dir", str(folder), *RUN, *WAYS[way])
    return subprocess.Popen(
        [sys.executable, "-m", "symbolic_rl", "train", *flags],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def columns(folder: Path) -> list[dict[str, str]]:
    """Return the rows of the metrics without columns that depend on time or count kills."""
    left_out = {*TIMING_COLUMNS, "worker_restarts"}
    rows = RunDirectory.open(folder).metrics()
    return [{k: v for k, v in row.items() if k not in left_out} for row in rows]


def members(session: int) -> list[int]:
    """Return the processes of a session that have not ended."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.name.isdigit() and int(words[3]) == session and words[0] != "Z":
            found.append(int(entry.name))
    return sorted(found)


def killed_run(
    way: str, folder: Path, unharmed: list[dict[str, str]], at_s: float, source: random.Random
) -> KilledRun:
    """Kill a run once, and let it end; a run that ends before is killed earlier the next time."""
    run = begin(way, folder)
    time.sleep(at_s)
    while run.poll() is not None:
        shutil.rmtree(folder)
        at_s *= 0.8
        run = begin(way, folder)
        time.sleep(at_s)
    others = [pid for pid in members(run.pid) if pid != run.pid]
    is_worker = bool(others) and source.random() < 0.5
    with contextlib.suppress(ProcessLookupError):  # it ends just now
        os.kill(source.choice(others) if is_worker else run.pid, signal.SIGKILL)
    sessions = [run.pid]
    while run.wait(timeout=HANG_S) != 0 and len(sessions) < 4:
        run = begin(way, folder)
        sessions.append(run.pid)
    until = time.monotonic() + GONE_S
    while (left := sum(map(len, map(members, sessions)))) and time.monotonic() < until:
        time.sleep(0.1)
    victim = "worker" if is_worker else "trainer"
    return KilledRun(way, victim, len(sessions) - 1, columns(folder) == unharmed, left)


def killed_runs(n: int, ways: list[str], seed: int) -> list[dict[str, object]]:
    """Kill ``n`` runs, a share of each way; return a row for each way and kind of victim."""
    source, runs = random.Random(seed), []
    with tempfile.TemporaryDirectory(prefix="symbolic_rl_soak_") as home:
        for index, way in enumerate(ways[:n]):
            before = time.monotonic()
            ended = begin(way, Path(home, way)).wait(timeout=HANG_S)
            assert ended == 0, f"the unharmed run of {way} ended with {ended}"
            seconds, unharmed = time.monotonic() - before, columns(Path(home, way))
            for number in range(index, n, len(ways)):
                at_s = source.uniform(0.3, 1.0) * seconds
                runs.append(killed_run(way, Path(home, f"{way}-{number}"), unharmed, at_s, source))
    return [
        {
            "way": way,
            "killed": victim,
            "n": len(of),
            "resumed": sum(one.resumes > 0 for one in of),
            "equal": sum(one.is_equal for one in of),
            "processes left": sum(one.orphans for one in of),
        }
        for way in ways
        for victim in ("trainer", "worker")
        if (of := [one for one in runs if (one.way, one.victim) == (way, victim)])
    ]


def main() -> None:
    """Run all parts, print the table and the line of JSON."""
    parser = make_parser(__doc__)
    parser.add_argument("--steps", type=int, default=20_000_000)
    parser.add_argument("--searches", type=int, default=2_000_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--killed-runs", type=int, default=200)
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS, help="of the runs")
    parser.add_argument("--seed", type=int, default=0, help="of times and victims")
    parser.add_argument("--short", action="store_true", help="a hundredth of all, and 20 kills")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    args = parser.parse_args()
    if args.short:
        args.steps, args.searches, args.kills = args.steps // 100, args.searches // 100, 20
        args.killed_runs = 6
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
            before = time.monotonic()
            parts[name] = soak(part, n, workers)
            last = parts[name][-1]
            grown = {f"{key} +": growth(parts[name], key) for key in last if key != "done"}
            rows.append({"part": name, "n": n, "seconds": time.monotonic() - before, **grown})
    print_table(rows)
    if args.plot:
        plot(parts, args.plot)
    killed = killed_runs(args.killed_runs, args.ways, args.seed)
    print_table(killed)
    finish({"rows": rows, "samples": parts, "killed_runs": killed}, card)


if __name__ == "__main__":
    main()
