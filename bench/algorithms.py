"""Which share of test queries does each algorithm learn to prove, alone and by guided search?

    python bench/algorithms.py [--envs countries_s3 blocks robinson family]
        [--algos expert ppo grpo] [--seeds 0 1 2] [--frames 0] [--alone] [--queries 200]

Trains each pack by each algorithm as ``symbolic-rl train --env ENV --algo ALGO --seed SEED`` does.
The policy alone tries each query of its test splits once, greedily; guided search has a budget of
inferences for each query of the splits that are named for it (``--alone`` leaves the searches out).
The interval is Wilson's, 95 %, of the share of all tries of all seeds (Wilson 1927): it covers
the draw of the queries, not the choice of the seeds; the range over the seeds is given as
well.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
algo, split, budget`` of guided search, 0 for the policy alone, ``queries, rates`` of each seed,
``median, low, high, cpu_seconds`` of the training of each seed, set-up included, ``frames``) and
``machine``.
"""

import argparse
from statistics import median
from typing import Any

import torch
from common.flags import make_parser
from common.training import train

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.evaluation.verdicts import wilson
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import load_pack

SPLITS = {"robinson": ("test", "test_pairs", "test_simple")}
"""Of packs with more than the split ``test``."""

SEARCHED = {
    "countries_s1": [("test", 100)],
    "countries_s2": [("test", 100)],
    "countries_s3": [("test", 100)],
    "blocks": [("test_6", 1_000), ("test_6", 5_000)],
    "robinson": [("test_twice", 10_000), ("test_twice_pairs", 10_000)],
    "family": [("test", 100)],
}
"""Splits that guided search is tried on, and its inferences."""


def proved(
    problem: Problem, policy: DerivationPolicy, split: str, budget: int, queries: int
) -> list[bool]:
    """Return which queries the policy proves: alone, or by guided search within a budget."""
    if not budget:
        return evaluate(problem, policy, split).outcomes[0].proved
    effort = Effort(budgets=(budget,), most_queries=queries)
    return evaluate(problem, policy, split, ("guided",), effort).outcomes[0].proved


def cell(env: str, algo: Any, args: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of one pack and one algorithm: one for each split and way to try it."""
    ways = [(split, 0) for split in SPLITS.get(env, ("test",))]
    ways += [] if args.alone else SEARCHED[env]
    tries: dict[tuple[str, int], list[list[bool]]] = {way: [] for way in ways}
    seconds = []
    for seed in args.seeds:
        problem = load_problem(load_pack(env))
        trained = train(problem, algo, seed, frames=args.frames)
        seconds.append(trained.cpu_s)
        for split, budget in ways:
            done = proved(trained.problem, trained.policy, split, budget, args.queries)
            tries[split, budget].append(done)
        said = {way: sum(done[-1]) for way, done in tries.items()}
        print(f"{env} {algo} seed {seed}: {trained.cpu_s:.0f} CPU s, proved", said, flush=True)
    rows = []
    for (split, budget), done in tries.items():
        rates = [sum(one) / len(one) for one in done]
        low, high = wilson(sum(map(sum, done)), sum(map(len, done)))
        rows.append(
            {
                "env": env,
                "algo": algo,
                "split": split,
                "budget": budget,
                "queries": len(done[0]),
                "rates": [round(rate, 3) for rate in rates],
                "median": median(rates),
                "low": low,
                "high": high,
                "cpu_seconds": [round(s) for s in seconds],
                "frames": args.frames or load_pack(env).train_by(algo).total_frames,
            }
        )
    return rows


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--seeds", "--frames")
    parser.add_argument("--envs", nargs="+", default=list(SEARCHED)[2:])
    parser.add_argument("--algos", nargs="+", default=["expert", "ppo", "grpo"])
    parser.add_argument("--queries", type=int, default=200, help="of a split, for searches")
    parser.add_argument("--alone", action="store_true", help="no searches")
    args = parser.parse_args()
    torch.set_num_threads(1)
    card = start("training by each algorithm, then test queries: alone, and by guided search")
    rows = [row for env in args.envs for algo in args.algos for row in cell(env, algo, args)]
    print_table(rows)
    finish({"rows": rows}, card)


if __name__ == "__main__":
    main()
