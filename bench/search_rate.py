"""How many states per second does guided search expand, compared to a rollout of the policy?

    python bench/search_rate.py [--envs robinson blocks countries_s3 family]
        [--searches 256 1] [--threads 1 2] [--frames 100000] [--repeats 5] [--seconds 3]
        [--budget 5000]

For each pack: trains as ``symbolic-rl train`` does, for ``--frames`` frames. Then, by turns, the
policy plays episodes (the rollout of ``bench/training.py``, 256 environments, one thread), and
guided search alone expands states of training queries, ``--searches``
of them side by side, in each number of ``--threads``. A search is asked for further answers until
it is exhausted or has taken ``--budget`` inferences; another one, of the next query, then takes its
place, and opening it counts. Rates are per second of wall clock, medians of ``--repeats``; with one
thread the CPU seconds are the same.

What a second thread can give is a property of the machine: two cores may share caches or even one
core's units. So two processes, each with one thread and searches of its own, are measured by turns
with one of them. ``two_processes`` is the rate of both divided by the rate of one alone,
``over_one_thread`` the rate of the row's threads divided by the rate of one thread: medians of
ratios by turn.

``deepening_per_second`` are the inferences a second of CPU time that iterative deepening makes, in
one thread: the first ten training queries one after another, each for its first answer.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
searches, threads, expansions_per_second, rollout_frames_per_second, ratio_to_rollout,
over_one_thread, two_processes, deepening_per_second``) and ``machine``.
"""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import cycle, takewhile
from operator import truediv
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import torch
from common.flags import make_parser
from common.processes import MeasuringProcess, rate_together

from symbolic_rl.base.config import ENDLESS
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.open import open_run
from symbolic_rl.program.program import Query
from symbolic_rl.search import AnswerIterator, IterativeDeepening, LevinTreeSearch, Limits, Space
from symbolic_rl.search.base import Search, SearchTask
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.scheduler import run_side_by_side
from symbolic_rl.training.session import Session
from symbolic_rl.training.settle import settle

N_ENVS = 256
N_DEEPENED = 10
"""Queries that iterative deepening searches."""


def trained(env: str, frames: int, run_dir: Path) -> tuple[Problem, DerivationPolicy]:
    """Train a policy of a pack for some frames; return it with its problem, and leave its run."""
    problem = load_problem(env)
    settings = {"total_frames": frames, "device": "cpu"}
    config = problem.pack.train.override(settings, where="bench")
    problem, _ = settle(problem, config)
    with Session(problem, resolve(config), run_dir) as run:
        while not run.is_finished:
            run.iterate()
        run.checkpoint()
        return problem, run.policy


def rollout_rate(problem: Problem, policy: DerivationPolicy) -> float:
    """Return the frames a second of one batch that the policy plays."""
    config = problem.pack.train_by("ppo").override(
        {"n_envs": N_ENVS, "frames_per_batch": 64 * N_ENVS, "device": "cpu"}, where="bench"
    )
    collector = make_collector(problem, policy, replace(config, total_frames=ENDLESS))
    try:
        batches = iter(collector)
        next(batches)
        started = perf_counter()
        frames = next(batches).numel()
        return float(frames / (perf_counter() - started))
    finally:
        collector.shutdown()


def search_rate(
    make: Callable[[Query], Search], queries: Sequence[Query], n: int, seconds: float, budget: int
) -> float:
    """Return the states a second that ``n`` searches side by side expand within some seconds."""
    limits = Limits(max_inferences=budget)
    started = perf_counter()

    def expanded(query: Query) -> SearchTask[int]:
        """Search for all answers; return the states: each further page of one counts, as a frame.

        The search is given up when it ends, as in training: its memory is the next one's.
        """
        search = make(query)
        found = AnswerIterator(search, limits)
        while not found.ended and perf_counter() - started < seconds:
            yield from found.first()
        return search.inferences + search.counters["pages_turned"]

    in_time = takewhile(lambda _: perf_counter() - started < seconds, cycle(queries))
    n_states = sum(run_side_by_side((expanded(query) for query in in_time), at_once=n))
    return n_states / (perf_counter() - started)


class Bench:
    """Searches of one pack, by a policy that was trained on it.

    Args:
        problem: program and queries.
        policy: guides the searches.
        args: the command line.
    """

    def __init__(
        self, problem: Problem, policy: DerivationPolicy, args: argparse.Namespace
    ) -> None:
        program = problem.program
        self._engine = PrologEngine(program, problem.env_config, answers=True)
        self._order = PolicyOrder(policy, problem, program)
        self._queries, self._args = problem.queries("train"), args

    def rate(self, turn: int, n: int, threads: int) -> float:
        """Return the states a second of ``n`` searches in some threads."""

        def make(query: Query) -> Search:
            space = self._order.space(self._engine, query, n_threads=threads)
            return LevinTreeSearch(space)

        at = turn * n % len(self._queries)
        queries = self._queries[at:] + self._queries[:at]
        return search_rate(make, queries, n, self._args.seconds, self._args.budget)

    def deepening_rate(self) -> float:
        """Return the inferences a CPU second of iterative deepening, one query after another."""
        inferences, started = 0, process_time()
        for query in self._queries[:N_DEEPENED]:
            search = IterativeDeepening(Space(self._engine, query))
            AnswerIterator(search, Limits(max_inferences=self._args.budget)).take(1)
            inferences += search.inferences
        return inferences / (process_time() - started)


def trained_bench(run_dir: Path, args: argparse.Namespace) -> Callable[..., float]:
    """Return what measures searches by the policy of a run, in a process of its own."""
    problem, policy = open_run(run_dir)
    torch.set_num_threads(1)
    return Bench(problem, policy, args).rate


@dataclass
class Turns:
    """Measurements of one pack, one for each turn."""

    rollouts: list[float]
    """Frames a second of the policy alone."""
    deepening: list[float]
    """Inferences a CPU second of iterative deepening."""
    rates: dict[tuple[int, int], list[float]]
    """States a second of guided search, by searches and threads."""
    both: dict[int, list[float]]
    """Rate of two processes over the rate of one, by searches."""


def measured(env: str, args: argparse.Namespace) -> Turns:
    """Train a policy of a pack, and measure its rollouts and searches by turns."""
    ways = [(n, threads) for n in args.searches for threads in args.threads]
    turns = Turns([], [], {way: [] for way in ways}, {n: [] for n in args.searches})
    with tempfile.TemporaryDirectory() as folder:
        run_dir = Path(folder, "run")
        problem, policy = trained(env, args.frames, run_dir)
        bench = Bench(problem, policy, args)
        with ExitStack() as stack:
            both = [
                stack.enter_context(MeasuringProcess(trained_bench, run_dir, args))
                for _ in range(2)
            ]
            for turn in range(args.repeats):
                turns.rollouts.append(rollout_rate(problem, policy))
                turns.deepening.append(bench.deepening_rate())
                for n, threads in ways:
                    turns.rates[n, threads].append(bench.rate(turn, n, threads))
                for n in args.searches:
                    turns.both[n].append(rate_together(both, turn, n, 1))
    return turns


def rows_of(env: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the rows of one pack."""
    turns = measured(env, args)
    rollout = median(turns.rollouts)
    one = {n: turns.rates.get((n, 1), found) for (n, _), found in turns.rates.items()}
    return [
        {
            "env": env,
            "searches": n,
            "threads": threads,
            "expansions_per_second": round(median(found)),
            "rollout_frames_per_second": round(rollout),
            "ratio_to_rollout": round(median(found) / rollout, 2),
            "over_one_thread": round(median(map(truediv, found, one[n])), 2),
            "two_processes": round(median(turns.both[n]), 2),
            "deepening_per_second": round(median(turns.deepening)),
        }
        for (n, threads), found in turns.rates.items()
    ]


def main() -> None:
    """Run the benchmark."""
    parser = make_parser(__doc__, "--repeats")
    packs = ["robinson", "blocks", "countries_s3", "family"]
    parser.add_argument("--envs", nargs="+", default=packs)
    parser.add_argument("--searches", type=int, nargs="+", default=[256, 1])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--budget", type=int, default=5_000, help="inferences of a search")
    args = parser.parse_args()
    machine = start("expansions of guided search and rollouts of the same policy")
    torch.set_num_threads(1)
    rows: list[dict[str, Any]] = []
    for env in args.envs:
        rows += rows_of(env, args)
        print(f"{env}: done", flush=True)
    print_table(rows)
    finish({"rows": rows}, machine)


if __name__ == "__main__":
    main()
