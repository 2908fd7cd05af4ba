"""How many states a second does guided search expand, beside the rollout of the same policy?

    python bench/search_rate.py [--envs robinson blocks countries_s3 family]
        [--searches 256 1] [--threads 1 2] [--frames 100000] [--repeats 3] [--seconds 3] [--oracle]

For each pack: trains as ``symbolic-rl train`` does, for ``--frames`` frames. Then, by turns, the
policy plays episodes (the rollout of ``bench/training.py``, 256 environments, one thread), and
guided search without the plain one beside it expands states of training queries, each again and
again for further answers, ``--searches`` of them side by side, in each number of ``--threads``.
``--oracle`` adds the search in Python (``threads`` 0). Rates are those of wall clock, medians of
``--repeats``; with one thread the CPU seconds are the same.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
searches, threads, expansions_per_second, rollout_frames_per_second, ratio_to_rollout``) and
``machine``.
"""

import argparse
import tempfile
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import torch

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.search import AnswerIterator, Limits
from symbolic_rl.search.base import Search, run_side_by_side
from symbolic_rl.search.compiled import CompiledLevin
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.session import Session
from symbolic_rl.training.settle import settle

N_ENVS = 256


def trained(env: str, frames: int) -> tuple[Problem, DerivationPolicy]:
    """Train a policy of a pack for some frames; return it with its problem."""
    problem = load_problem(env)
    settings = {"total_frames": frames, "device": "cpu"}
    config = problem.pack.train.override(settings, where="bench")
    problem, _ = settle(problem, config)
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(problem, resolve(config), Path(folder, "run")) as run,
    ):
        while not run.is_finished:
            run.iterate()
        return problem, run.policy


def rollout_rate(problem: Problem, policy: DerivationPolicy) -> float:
    """Return the frames a second of one batch that the policy plays."""
    config = problem.pack.train_by("ppo").override(
        {"n_envs": N_ENVS, "frames_per_batch": 64 * N_ENVS, "device": "cpu"}, where="bench"
    )
    collector = make_collector(problem, policy, resolve(config), None)
    try:
        batches = iter(collector)
        next(batches)
        started = perf_counter()
        frames = next(batches).numel()
        return float(frames / (perf_counter() - started))
    finally:
        collector.shutdown()


def search_rate(searches: list[Search], seconds: float) -> float:
    """Return the states a second that searches side by side expand within some seconds."""
    limits = Limits(max_inferences=10**9, timeout_s=seconds)
    iterators = [AnswerIterator(search, limits) for search in searches]
    before = expansions(searches)
    started = perf_counter()
    while perf_counter() - started < seconds and any(not one.ended for one in iterators):
        run_side_by_side((one.first() for one in iterators if not one.ended), at_once=N_ENVS)
    taken = perf_counter() - started
    return (expansions(searches) - before) / taken


def expansions(searches: list[Search]) -> int:
    """Return the states that were expanded; each further page of one counts, as a frame does."""
    return sum(search.inferences + search.counters["pages_turned"] for search in searches)


def rows_of(env: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the rows of one pack."""
    problem, policy = trained(env, args.frames)
    program = problem.program.in_prolog
    assert program is not None
    engine = PrologEngine(program, problem.env_config, answers=True)
    order = PolicyOrder(policy, problem, program)
    queries = problem.queries("train")
    ways = [(n, threads) for n in args.searches for threads in args.threads]
    ways += [(n, 0) for n in args.searches] if args.oracle else []
    rollouts: list[float] = []
    rates: dict[tuple[int, int], list[float]] = {way: [] for way in ways}
    for repeat in range(args.repeats):
        rollouts.append(rollout_rate(problem, policy))
        for n, threads in ways:
            chosen = islice(cycle(queries), repeat * n, (repeat + 1) * n)
            make = CompiledLevin if threads else LevinTreeSearch
            spaces = (order.space(engine, query, n_threads=max(1, threads)) for query in chosen)
            rates[n, threads].append(search_rate([make(space) for space in spaces], args.seconds))
    return [
        {
            "env": env,
            "searches": n,
            "threads": threads,
            "expansions_per_second": round(median(found)),
            "rollout_frames_per_second": round(median(rollouts)),
            "ratio_to_rollout": round(median(found) / median(rollouts), 2),
        }
        for (n, threads), found in rates.items()
    ]


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    packs = ["robinson", "blocks", "countries_s3", "family"]
    parser.add_argument("--envs", nargs="+", default=packs)
    parser.add_argument("--searches", type=int, nargs="+", default=[256, 1])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--oracle", action="store_true", help="also the search in Python")
    args = parser.parse_args()
    machine = start("expansions of guided search beside the rollout of the same policy")
    torch.set_num_threads(1)
    rows = [row for env in args.envs for row in rows_of(env, args)]
    print_table(rows)
    finish({"rows": rows}, machine)


if __name__ == "__main__":
    main()
