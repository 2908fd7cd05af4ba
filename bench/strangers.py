"""Does training by default settings help on programs that the settings were never tried on?

    python bench/strangers.py [--envs keys lisp roads hilbert countdown algebra jobs miu english
        captures codegen doctor] [--algos expert ppo grpo] [--cpu-s 30] [--seeds 0] [--queries 0]
        [--limit-s 0]

The programs, one folder each in ``bench/strangers``, come from different fields and have an
``env.toml`` of one line: nothing is set for them. Each is trained by each algorithm for the same
CPU seconds: no batch is gathered after ``--cpu-s``, and training may end before them, as it does
by default. The batch in progress is finished, and for PPO and GRPO the reading of the policy is
fitted then, on top of the limit. They lower their learning rate by frames, so it ends higher here.

Then the first ``--queries`` queries (0: all, 100) of the trained size (``test``) and of a larger
one (``test_larger``) are tried in these ways:

    alone        the policy alone, greedy, once, within the inferences that ``eval`` gives it
    guided       guided search, within 100, 1,000 and 10,000 inferences
    unguided     guided search without a policy; ``algo`` is ``none``
    best plain   the best of breadth-first, depth-first, iterative-deepening and prolog at each
                 budget; ``algo`` is its name

Intervals are Wilson's, 95 %, of all tries of all seeds. ``cpu_s`` are CPU seconds of training, the
mean over the seeds, and ``proved_training`` the mean share of training queries that expert
iteration has proofs of (null for the others, which keep no account of them); ``seeds`` is 0 where
nothing was trained. Whether guided search by expert iteration is nowhere below the best plain
search, and nowhere below PPO (alone and guided), is asked on both splits, at every budget: it is
below where the other's rate is above its interval. Twice the best plain search within 1,000
inferences, or all queries, is asked for on the larger size. ``behind_plain`` names each rate that
is lower than the best plain search's, by however little.

With ``--limit-s`` other than 0 the first seed of each algorithm is also searched one query at a
time, each for at most that many seconds of wall clock: guided, guided together with compiled
SWI-Prolog, iterative deepening, compiled SWI-Prolog and plain SWI-Prolog.

Prints a table for each program and, as the last line, one JSON document with the keys ``rows``
(each with ``env, split, algo, way, budget, rate, low, high, queries, seeds, cpu_s,
proved_training``), ``rows_in_seconds`` (each with ``env, split, algo, method, within_s, queries,
proved, share, low, high, start_up_s``), ``verdicts`` (each with ``env, nowhere_below_plain,
nowhere_below_ppo, twice_plain_at_1000, behind_plain``, null where an algorithm was left out) and
``machine``.
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import torch
from common.flags import make_parser
from common.training import Trained, train
from numpy.typing import NDArray

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.evaluation.evaluate import TIMED, Effort, evaluate
from symbolic_rl.evaluation.verdicts import rows as rows_in, wilson
from symbolic_rl.program.pack import Pack, load_pack

FOLDER = Path(__file__).resolve().parent / "strangers"
ENVS = ("keys", "lisp", "roads", "hilbert", "countdown", "algebra", "jobs", "miu", "english")
ENVS += ("captures", "codegen", "doctor")  # their conditions and cuts are sub-proofs
SPLITS = ("test", "test_larger")
BUDGETS = (100, 1_000, 10_000)
PLAIN = ("breadth-first", "depth-first", "iterative-deepening", "prolog")

Key = tuple[str, str, str, int]
"""Split, algorithm, way and budget."""


@dataclass(frozen=True)
class Tries:
    """Outcomes of one way to try the queries of a split."""

    proved: list[NDArray[np.bool_]]
    """[Q] for each seed, or once where nothing was trained."""
    trained: tuple[Trained, ...] = ()

    def metrics(self) -> dict[str, Any]:
        """Return the share of the tries with its interval, and the figures of training."""
        outcomes = np.concatenate(self.proved)
        low, high = wilson(int(outcomes.sum()), outcomes.size)
        shares = [one.proved for one in self.trained if one.proved is not None]
        return {
            "rate": float(outcomes.mean()),
            "low": low,
            "high": high,
            "queries": self.proved[0].size,
            "seeds": len(self.trained),
            "cpu_s": round(mean(one.cpu_s for one in self.trained), 1) if self.trained else 0.0,
            "proved_training": round(mean(shares), 3) if shares else None,
        }


def stranger(env: str) -> Pack:
    """Load a stranger, with the queries of the larger size as a split."""
    pack = load_pack(FOLDER / env)
    return replace(pack, queries={**pack.queries, "test_larger": pack.folder / "test_larger.pl"})


def untrained(problem: Problem, n: int) -> dict[Key, Tries]:
    """Try the first ``n`` queries (0: all) of each split by searches that learned nothing."""
    tries = {}
    for split in SPLITS:
        effort = Effort(budgets=BUDGETS, most_queries=n)
        table = evaluate(problem, None, split, ("unguided", *PLAIN), effort)
        for budget in BUDGETS:
            within = [one for one in table.outcomes if one.budget == budget]
            by_name = {one.method: np.array(one.proved) for one in within}
            tries[split, "none", "unguided", budget] = Tries([by_name.pop("unguided")])
            best = max(by_name, key=lambda name: int(by_name[name].sum()))
            tries[split, best, "best plain", budget] = Tries([by_name[best]])
    return tries


def learned(
    problem: Problem, algo: str, args: argparse.Namespace, in_seconds: list[dict[str, Any]]
) -> dict[Key, Tries]:
    """Train by an algorithm on each seed, and try the queries alone and by guided search.

    What is timed is added to the rows ``in_seconds``.
    """
    outcomes: dict[Key, list[NDArray[np.bool_]]] = {}
    trained = []
    for seed in args.seeds:
        one = train(problem, algo, seed, cpu_s=args.cpu_s)
        trained.append(one)
        for split in SPLITS:
            is_timed = args.limit_s and seed == args.seeds[0]
            effort = Effort(
                budgets=BUDGETS,
                timed=TIMED if is_timed else (),
                limit_s=args.limit_s,
                most_queries=args.queries,
            )
            table = evaluate(one.problem, one.policy, split, ("greedy", "guided"), effort)
            timed = [row for row in rows_in(table) if "within_s" in row]
            in_seconds += [{**row, "algo": algo} for row in timed]
            for found in (found for found in table.outcomes if found.budget):
                way = "alone" if found.method == "greedy" else "guided"
                key = (split, algo, way, found.budget)
                outcomes.setdefault(key, []).append(np.array(found.proved))
        print(f"{problem.name} {algo} seed {seed}: {one.cpu_s:.0f} CPU s of training", flush=True)
    return {key: Tries(proved, tuple(trained)) for key, proved in outcomes.items()}


def rows_of(
    env: str, args: argparse.Namespace, in_seconds: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Train and search on one program; return a row for each split, algorithm, way and budget."""
    problem = load_problem(stranger(env))
    tries = untrained(problem, args.queries)
    for algo in args.algos:
        tries |= learned(problem, algo, args, in_seconds)
    names = ("split", "algo", "way", "budget")
    return [
        {"env": env, **dict(zip(names, key, strict=True)), **one.metrics()}
        for key, one in tries.items()
    ]


def verdict(env: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Compare expert iteration with plain searches and with PPO, on the rows of one program."""
    rates: dict[tuple[str, str, str, int], float] = {}
    highs: dict[tuple[str, str, int], float] = {}
    for row in rows:
        algo = "" if row["way"] == "best plain" else row["algo"]
        budget = 0 if row["way"] == "alone" else row["budget"]
        rates[row["split"], algo, row["way"], budget] = row["rate"]
        if algo == "expert":
            highs[row["split"], row["way"], budget] = row["high"]
    algos = {row["algo"] for row in rows}
    above_plain = above_ppo = twice = behind = None
    if "expert" in algos:
        above_plain = all(
            high >= rates[split, "", "best plain", budget]
            for (split, way, budget), high in highs.items()
            if way == "guided"
        )
        pairs = [
            (
                split,
                budget,
                rates[split, "expert", way, budget],
                rates[split, "", "best plain", budget],
            )
            for split, way, budget in highs
            if way == "guided"
        ]
        behind = ", ".join(
            f"{split} {budget:,}: {rate:.3f} < {plain:.3f}"
            for split, budget, rate, plain in pairs
            if rate < plain
        )
        guided = rates[SPLITS[1], "expert", "guided", 1_000]
        twice = guided == 1 or 0 < guided >= 2 * rates[SPLITS[1], "", "best plain", 1_000]
    if {"expert", "ppo"} <= algos:
        above_ppo = all(high >= rates[c[0], "ppo", *c[1:]] for c, high in highs.items())
    return {
        "env": env,
        "nowhere_below_plain": above_plain,
        "nowhere_below_ppo": above_ppo,
        "twice_plain_at_1000": twice,
        "behind_plain": behind,
    }


def table(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a line for each split, way and algorithm, with the budgets side by side."""
    lines: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        is_plain, is_alone = row["way"] == "best plain", row["way"] == "alone"
        key = row["split"], row["way"], "" if is_plain else row["algo"]
        line = lines.setdefault(
            key,
            {
                **dict(zip(("split", "way", "algo"), key, strict=True)),
                "alone": "",
                **{f"{budget:,}": "" for budget in BUDGETS},
                "cpu_s": row["cpu_s"],
                "proved_training": "" if row["proved_training"] is None else row["proved_training"],
            },
        )
        share = f"{row['rate']:.3f} [{row['low']:.2f}, {row['high']:.2f}]"
        line["alone" if is_alone else f"{row['budget']:,}"] = (
            f"{share} {row['algo']}" if is_plain else share
        )
    return list(lines.values())


def main() -> None:
    """Measure, print the tables and the line of JSON."""
    parser = make_parser(__doc__)
    parser.add_argument("--envs", nargs="+", choices=ENVS, default=list(ENVS))
    parser.add_argument("--algos", nargs="+", default=["expert", "ppo", "grpo"])
    parser.add_argument("--cpu-s", type=float, default=30.0)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--queries", type=int, default=0, help="0: all")
    parser.add_argument("--limit-s", type=float, default=0.0, help="0: nothing is timed")
    args = parser.parse_args()
    torch.set_num_threads(1)
    card = start("training by default settings on programs that they were never tried on")
    rows, in_seconds, verdicts = [], list[dict[str, Any]](), []
    for env in args.envs:
        timed: list[dict[str, Any]] = []
        found = rows_of(env, args, timed)
        rows += found
        verdicts.append(verdict(env, found))
        print(f"{env}, {found[0]['queries']} queries of each size")
        print_table(table(found))
        if timed:
            print_table(timed)
        in_seconds += timed
    print_table(verdicts)
    finish({"rows": rows, "rows_in_seconds": in_seconds, "verdicts": verdicts}, card)


if __name__ == "__main__":
    main()
