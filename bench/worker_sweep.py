"""Which collector, and how many workers, gather frames, or search, fastest on this machine.

    python bench/worker_sweep.py [--env countries_s3] [--algo ppo|grpo|expert] [--n-envs 64 256]
        [--n-workers 1 2 4 8]
        [--collector vectorized multiprocess] [--seconds 2] [--repeats 3]
        [--plot runs/worker_sweep.png]

The same as ``symbolic-rl sweep``, which see: cells in processes of their own, by turns, medians.
``startup_s`` is the time until all workers stand ready, ``worker_mb`` the resident memory of the
largest worker, ``cpu_share`` 1 when all cores are busy. The classic design, TorchRL's
``ParallelEnv`` with one environment in each process, is a peer in ``peers.py``.

Prints a table, a recommendation and, as the last line, one JSON document with the keys ``env,
algo, n_envs, rows`` (``collector, n_workers, n_envs, frames_per_second, inferences_per_second,
metric, range, startup_s, parent_mb, worker_mb, cpu_share, seconds, error``), ``recommended``,
``plot`` and ``machine``. Rows are compared by their ``metric``: with ``--algo expert``,
the default, the inferences a second of searches for proofs of training queries, and otherwise
frames a second.

    python bench/worker_sweep.py ready [--env tail] [--n-envs 32] [--steps 256] [--n-workers 2]
        [--latency-ms 0] [--each-call] [--repeats 5]

What it brings not to wait for all rows: rollouts with ``ready_share`` 1 and 0.5, by turns. ``tail``
is a program that this script writes: one step in a hundred takes a thousand times longer. With
``--latency-ms`` the policy draws at random and sleeps, in proportion to the rows that it acts for,
or the whole time for ``--each-call``. The last line has the keys ``rows`` (collector, ready_share,
frames_per_second, min, max, ratio), ``step_us`` (p50, p95, p99 and p99.5 of a step of one row) and
``machine``.

    python bench/worker_sweep.py ahead [--env blocks robinson] [--seeds 0 1 2] [--n-envs 256]
        [--n-workers 2] [--share 0.95]

What it brings that workers search while the policy learns: seconds until a share of the training
queries is proved, without and with ``search_ahead``, by turns. The last line has the keys ``rows``
(env, seed, waiting_s, ahead_s, ratio, waiting_rounds, ahead_rounds, searches of the last round
ahead) and ``machine``.

    python bench/worker_sweep.py scaling [--env blocks] [--n-envs 1024 16384] [--n-workers 2]
        [--seconds 1] [--repeats 15]

The environment alone: steps a second of workers over one worker's, with random legal actions, by
turns. The time to draw actions is not counted. What the machine itself allows is measured in the
same turns: as many independent processes, each with its share of the rows and nothing to wait for,
over one of them by itself. The last line has the keys ``rows`` (n_envs, one_worker, workers, ratio,
min, max, and ``independent``, the ratio of independent processes) and ``machine``.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from common.processes import MeasuringProcess, rate_together

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.cli.flags import parse
from symbolic_rl.cli.sweep import SweepArgs, measured

TAIL = """
walk(_, 0).
walk(S, N) :- N > 0, M is N - 1, turn(S, T), heavy(T), walk(T, M).
turn(S, T) :- T is (S * 7919 + 104729) mod 1000003.
turn(S, T) :- T is (S * 6101 + 1299709) mod 1000003, dry(T).
dry(T) :- T mod 4 > 0.
heavy(T) :- T mod 100 =\\= 0.
heavy(T) :- T mod 100 =:= 0, LONG.
long :- \\+ ( between(1, 50000, X), X < 0 ).
"""
TAIL_SETTINGS = """
description = "One step in a hundred takes a thousand times longer."
program = "program.pl"
queries = { train = "train.pl" }
env = { max_subproof_inferences = 1_000_000, max_inferences = 1000, n_candidates = 4, n_goals = 5 }
"""


def write_tail(folder: Path) -> Path:
    """Write the program whose steps have a heavy tail."""
    program = TAIL.replace("LONG", ", ".join(["long"] * 40))
    queries = "".join(f"query(walk({start}, 12)).\n" for start in range(1, 2000))
    files = {"program.pl": program, "train.pl": queries, "env.toml": TAIL_SETTINGS}
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def step_times(problem: Any, n_steps: int = 2000) -> dict[str, float]:
    """Return percentiles of random steps of one row, in microseconds."""
    import numpy as np

    from symbolic_rl.derivations.derivations import Derivations

    rows, rng, times = Derivations(problem, 1), np.random.default_rng(0), []
    shown = rows.reset()
    for _ in range(n_steps):
        actions = (rng.random(shown.action_mask.shape) * shown.action_mask).argmax(1)
        started = perf_counter()
        _, shown = rows.step(actions)
        times.append(1e6 * (perf_counter() - started))
    return {f"p{p}": float(np.percentile(times, p)) for p in (50, 95, 99, 99.5)}


def sleeping(policy: Any, n: int, latency_s: float, *, each_call: bool) -> None:
    """Let a policy draw at random after a sleep, the latency of a device."""
    import torch

    from symbolic_rl.envs.torchrl import draw_legal

    def forward(td: Any) -> Any:
        rows = len(td.get("goals"))
        sleep(latency_s if each_call else latency_s * rows / n)
        td.set("action", draw_legal(td.get("action_mask")))
        td.set("action_log_prob", torch.zeros(rows))
        return td.set("state_value", torch.zeros(rows, 1))

    policy.forward = forward


def measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Gather rollouts by turns (``tail`` is in ``folder``); print a table, return the document."""
    import torch

    from symbolic_rl.base.config import TrainConfig
    from symbolic_rl.collectors import make_collector, resolve
    from symbolic_rl.derivations.problem import load_problem
    from symbolic_rl.policy import make_policy

    torch.set_num_threads(1)
    problem = load_problem(write_tail(folder) if args.env == "tail" else args.env)
    n_frames = args.n_envs * args.steps
    base = TrainConfig(
        algo="ppo", n_envs=args.n_envs, frames_per_batch=n_frames, total_frames=10**9, dim=16
    )
    found: list[tuple[str, float, Any, Iterator[Any], list[float]]] = []
    for collector in ("vectorized", "multiprocess"):
        for share in (1.0, 0.5):
            n_workers = args.n_workers * (collector == "multiprocess")
            config = replace(base, collector=collector, ready_share=share, n_workers=n_workers)
            torch.manual_seed(0)  # another policy would meet another share of slow steps
            policy = make_policy("auto", problem, dim=16)
            if args.latency_ms:
                sleeping(policy, args.n_envs, args.latency_ms / 1e3, each_call=args.each_call)
            made = make_collector(problem, policy, resolve(config))
            found.append((collector, share, made, iter(made), []))
    for turn in range(args.repeats + 1):
        for *_, rollouts, rates in found:
            started = perf_counter()
            next(rollouts)
            if turn:  # the first one is a warm-up
                rates.append(n_frames / (perf_counter() - started))
    rows = []
    for collector, share, made, _, rates in found:
        made.shutdown()
        waiting = next(r for c, s, *_, r in found if (c, s) == (collector, 1.0))
        rows.append(
            {
                "collector": collector,
                "ready_share": share,
                "frames_per_second": median(rates),
                "min": min(rates),
                "max": max(rates),
                "ratio": median(a / b for a, b in zip(rates, waiting, strict=True)),
            }
        )
    print_table(rows)
    return {"rows": rows, "step_us": step_times(problem), **vars(args)}


def seconds_to(share: float, env: str, config: Any) -> tuple[float, int, int]:
    """Train until a share of the queries is proved; return seconds, rounds and last searches."""
    from symbolic_rl.collectors import resolve
    from symbolic_rl.derivations.problem import load_problem
    from symbolic_rl.training.session import Session

    problem = load_problem(env)
    with (
        TemporaryDirectory() as folder,
        Session(problem, resolve(config), Path(folder, "run")) as run,
    ):
        started = perf_counter()
        while True:
            row = run.iterate()
            if row["proved"] >= share * row["queries"]:
                return perf_counter() - started, int(row["iteration"]), int(row["episodes"])


def main_ahead(flags: list[str]) -> None:
    """Measure what ``search_ahead`` brings."""
    from symbolic_rl.base.config import TrainConfig

    parser = argparse.ArgumentParser(prog="worker_sweep.py ahead")
    parser.add_argument("--env", nargs="+", default=["blocks", "robinson"])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--n-envs", type=int, default=256)
    parser.add_argument("--n-workers", type=int, default=2)
    parser.add_argument("--share", type=float, default=0.95)
    args = parser.parse_args(flags)
    card = start(f"seconds until {args.share} of the training queries are proved")
    rows = []
    for env in args.env:
        for seed in args.seeds:
            base = TrainConfig(
                n_envs=args.n_envs, n_workers=args.n_workers, seed=seed, total_frames=10**9,
                collector="multiprocess",
            )  # fmt: skip
            waiting_s, n_waiting, _ = seconds_to(args.share, env, base)
            ahead = replace(base, search_ahead=True)
            ahead_s, n_ahead, searches = seconds_to(args.share, env, ahead)
            rows.append(
                {
                    "env": env, "seed": seed, "waiting_s": waiting_s, "ahead_s": ahead_s,
                    "ratio": ahead_s / waiting_s, "waiting_rounds": n_waiting,
                    "ahead_rounds": n_ahead, "searches": searches,
                }
            )  # fmt: skip
    print_table(rows)
    finish({"rows": rows, **vars(args)}, card)


def stepped(pool: Any, mask: Any, seconds: float) -> tuple[float, Any]:
    """Return steps a second over some seconds of steps, and the last mask of legal actions."""
    import numpy as np

    rng, spent, n_steps = np.random.default_rng(0), 0.0, 0
    while spent < seconds:
        actions = (rng.random(mask.shape, dtype=np.float32) * mask).argmax(1)
        started = perf_counter()
        _, current = pool.step(actions)
        spent += perf_counter() - started
        n_steps, mask = n_steps + 1, current.action_mask
    return n_steps / spent, mask


def rows_alone(env: str, n_envs: int, seconds: float) -> Callable[[], float]:
    """Return what steps rows of this process for some seconds and returns the steps a second."""
    from symbolic_rl.derivations.derivations import Derivations
    from symbolic_rl.derivations.problem import load_problem

    rows = Derivations(load_problem(env), n_envs)
    mask = rows.reset().action_mask

    def rate() -> float:
        nonlocal mask
        steps, mask = stepped(rows, mask, seconds)
        return steps

    return rate


def main_scaling(flags: list[str]) -> None:
    """Measure what more workers bring to the environment alone."""
    from symbolic_rl.derivations.problem import load_problem
    from symbolic_rl.envs.workers.pool import WorkerPool

    parser = argparse.ArgumentParser(prog="worker_sweep.py scaling")
    parser.add_argument("--env", default="blocks")
    parser.add_argument("--n-envs", type=int, nargs="+", default=[1024, 16384])
    parser.add_argument("--n-workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=15)
    args = parser.parse_args(flags)
    card = start(f"steps a second of {args.n_workers} workers over one worker's; {args.env}")
    problem, rows = load_problem(args.env), []
    for n in args.n_envs:
        pools = [WorkerPool(problem, n, n_workers=k) for k in (1, args.n_workers)]
        masks: list[Any] = [pool.reset().action_mask for pool in pools]
        turns, independent = [], []
        with ExitStack() as stack:
            for pool in pools:
                stack.callback(pool.close)
            share = args.env, n // args.n_workers, args.seconds
            apart = [MeasuringProcess(rows_alone, *share) for _ in range(args.n_workers)]
            for process in apart:
                stack.enter_context(process)
            for _ in range(args.repeats + 1):  # the first one is a warm-up
                both = [stepped(*one, args.seconds) for one in zip(pools, masks, strict=True)]
                masks = [mask for _, mask in both]
                turns.append([rate for rate, _ in both])
                independent.append(rate_together(apart))
        ratios = [many / one for one, many in turns[1:]]
        one, many = (median(rates) for rates in zip(*turns[1:], strict=True))
        rows.append(
            {
                "n_envs": n, "one_worker": one, "workers": many, "ratio": median(ratios),
                "min": min(ratios), "max": max(ratios), "independent": median(independent[1:]),
            }
        )  # fmt: skip
    print_table(rows)
    finish({"rows": rows, **vars(args)}, card)


def main_ready(flags: list[str]) -> None:
    """Measure what ``ready_share`` brings."""
    parser = argparse.ArgumentParser(prog="worker_sweep.py ready")
    parser.add_argument("--env", default="tail")
    parser.add_argument("--n-envs", type=int, default=32)
    parser.add_argument("--steps", type=int, default=256, help="T of a rollout")
    parser.add_argument("--n-workers", type=int, default=2)
    parser.add_argument("--latency-ms", type=float, default=0.0)
    parser.add_argument("--each-call", action="store_true")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args(flags)
    card = start(f"rollouts that wait for all rows, and for half of them; {args.env}")
    with TemporaryDirectory() as folder:  # workers read the program
        finish(measure(args, Path(folder)), card)


if __name__ == "__main__":
    questions = {"ready": main_ready, "ahead": main_ahead, "scaling": main_scaling}
    if sys.argv[1:2] and sys.argv[1] in questions:
        questions[sys.argv[1]](sys.argv[2:])
    else:
        document = measured(parse(SweepArgs, sys.argv[1:], command="sweep"))
        finish(document, document["machine"])
        sys.exit(not document["recommended"])
