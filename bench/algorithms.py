"""Which share of test queries does each algorithm learn to refute, on how many seeds?

    python bench/algorithms.py [--envs countries_s3 robinson] [--algos ppo grpo]
        [--seeds 0 1 2] [--frames 0]

Trains each pack by each algorithm as ``symbolic-rl train --env ENV --algo ALGO --seed SEED`` does,
and tries each query of its test splits once, greedily, without search. The interval is Wilson's,
95 %, of the share of all tries of all seeds (Wilson 1927): it covers which queries were drawn, and
of the seeds only that there are some; the range over the seeds stands beside it.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
algo, split, queries, rates`` of each seed, ``median, low, high, seconds`` of each seed, set-up
included, ``frames``) and ``machine``.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import NormalDist, median
from time import perf_counter
from typing import Any

import torch

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import resolve
from symbolic_rl.evaluation.alone import evaluate
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.session import Session

SPLITS = {"robinson": ("test", "test_pairs", "test_simple")}
"""Of packs with more than the split ``test``."""


def wilson(successes: int, tries: int, level: float = 0.95) -> tuple[float, float]:
    """Confidence interval of a share, by Wilson's score method."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, scale = successes / tries, 1 + z**2 / tries
    middle = (share + z**2 / (2 * tries)) / scale
    half = z / scale * (share * (1 - share) / tries + z**2 / (4 * tries**2)) ** 0.5
    return middle - half, middle + half


def train(problem: Problem, algo: Any, seed: int, frames: int) -> tuple[DerivationPolicy, float]:
    """The policy, and the seconds of the run without the start of the process."""
    settings = {"seed": seed, "device": "cpu", **({"total_frames": frames} if frames else {})}
    config = problem.pack.train_by(algo).override(settings, where="bench")
    started = perf_counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(problem, resolve(config), Path(folder, "run")) as run,
    ):
        while not run.is_finished:
            run.iterate()
        return run.policy, perf_counter() - started


def cell(env: str, algo: Any, args: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of one pack and one algorithm: one for each split."""
    splits = SPLITS.get(env, ("test",))
    refuted: dict[str, list[int]] = {split: [] for split in splits}
    queries, seconds = dict.fromkeys(splits, 0), []
    for seed in args.seeds:
        problem = load_problem(load_pack(env))
        policy, took = train(problem, algo, seed, args.frames)
        seconds.append(took)
        for split in splits:
            done = evaluate(problem, policy, split)
            refuted[split].append(int(done.tally.refuted.sum()))
            queries[split] = done.tally.refuted.size
        print(f"{env} {algo} seed {seed}: {took:.0f} s, refuted", refuted, flush=True)
    rows = []
    for split in splits:
        rates = [count / queries[split] for count in refuted[split]]
        low, high = wilson(sum(refuted[split]), queries[split] * len(rates))
        rows.append(
            {
                "env": env,
                "algo": algo,
                "split": split,
                "queries": queries[split],
                "rates": [round(rate, 3) for rate in rates],
                "median": median(rates),
                "low": low,
                "high": high,
                "seconds": [round(s) for s in seconds],
                "frames": args.frames or load_pack(env).train_by(algo).total_frames,
            }
        )
    return rows


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--envs", nargs="+", default=["countries_s3", "robinson"])
    parser.add_argument("--algos", nargs="+", default=["ppo", "grpo"])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--frames", type=int, default=0, help="0: the pack's own")
    args = parser.parse_args()
    torch.set_num_threads(1)
    card = start("training by each algorithm, then every test query once, greedily")
    rows = [row for env in args.envs for algo in args.algos for row in cell(env, algo, args)]
    print_table(rows)
    finish({"rows": rows}, card)


if __name__ == "__main__":
    main()
