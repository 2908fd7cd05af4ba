"""How many inferences does a policy save a complete search?

    python bench/search.py [--queries 0] [--runs FOLDER] [--frames 0] [--budget 0] [--hedge]
        [--limit-s 1]
        [--envs countries_s3 robinson/test_twice robinson/test_twice_pairs blocks/test_6 family]

For each pack: takes the run of that name in ``--runs``, or trains one as ``symbolic-rl train`` does
(kept there if the folder is given; ``--frames`` other than 0 shortens it), and searches an answer
to the first ``--queries`` queries of a split (0: all of them, at most 200): guided by the policy,
and by iterative deepening, breadth-first, depth-first, and SWI-Prolog's own engine, each within
``--budget`` inferences (0: 2,000 for countries_s3, 5,000 for blocks, else 10,000). The splits of
robinson and blocks ask for goals twice as large as the trained ones, and for more blocks. Searches
count resolution steps alike; ``prolog`` counts as SWI-Prolog does. Guided search reads a policy as
its run has fitted it. Times are for all queries of a search, 64 side by side where the search
allows it. For comparison, one derivation of each query with uniformly random choices, without
loop check or search; on family it ends after 100 inferences, as its resolvents only grow.

Then the pace of each pack: states per second that guided search alone expands in ``--seconds``, 64
queries side by side, taking queries in turn and asking each for further answers.

The same queries are searched one at a time, each for at most ``--limit-s`` seconds (0: not at
all): by guided search, the same together with compiled SWI-Prolog, iterative deepening, compiled
SWI-Prolog alone and plain SWI-Prolog; the share proved within 0.01, 0.1, 1, ... seconds of wall
clock excludes the start-up, which is given separately.

Prints tables and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
split, method, budget, queries, proved, share, low, high, median_inferences, median_steps,
seconds``), ``rows_in_seconds`` (each with ``env, split, method, within_s, queries, proved, share,
low, high, start_up_s``),
``median_saving`` (by pack and split: median inferences of the best plain search divided by the
median of guided search, with a 95 % interval), ``best_plain`` (to its name), ``margins`` (to the
rates of guided search and of the best plain one by budget), ``random`` (to the rate of random
choice), ``protocol``, ``seeds``, ``expansions_per_second`` (pack to pace), ``at_once`` and
``machine``.
"""

import argparse
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from common.flags import make_parser

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.evaluate import TIMED, Effort, evaluate
from symbolic_rl.evaluation.printing import printed
from symbolic_rl.evaluation.table import OutcomeTable
from symbolic_rl.evaluation.trials import play, random_choice
from symbolic_rl.evaluation.verdicts import (
    common_budgets,
    protocol,
    rows as rows_of,
    saved,
    verdict,
)
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.open import open_run
from symbolic_rl.search import SEARCHES, AnswerIterator, LevinTreeSearch, Limits
from symbolic_rl.search.base import SearchTask
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.scheduler import run_side_by_side
from symbolic_rl.training.train import train

AT_ONCE = 64
MOST_QUERIES = 200
CASES = {
    "countries_s3": 2_000,
    "robinson/test_twice": 10_000,
    "robinson/test_twice_pairs": 10_000,
    "blocks/test_6": 5_000,
    "family": 10_000,
}
"""Pack and split (test where none is named) to the largest budget."""
RANDOM_LIMITS = {"family": 100}
"""Inferences of a random derivation, where not as many as a search has."""
FINER = (100, 300, 1_000, 2_000, 5_000, 10_000, 100_000)


def main() -> None:
    """Measure and print."""
    args = arguments()
    card = start("How many inferences does a policy save a complete search?")
    rows: list[dict[str, Any]] = []
    in_seconds: list[dict[str, Any]] = []
    found: dict[str, Any] = {name: {} for name in PER_CASE}
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.runs or Path(temporary)
        for case in args.envs:
            env, _, split = case.partition("/")
            split = split or "test"
            problem, policy = trained(env, folder / env, args.frames)
            most = args.budget or CASES.get(case, FINER[-2])
            n_queries = args.queries or min(MOST_QUERIES, len(problem.queries(split)))
            effort = Effort(
                budgets=[*(b for b in FINER if b < most), most],
                timed=TIMED if args.limit_s else (),
                limit_s=args.limit_s,
                hedge=args.hedge,
                most_queries=n_queries,
            )
            table = evaluate(problem, policy, split, tuple(SEARCHES), effort)
            print(f"{case}\n{printed(table)}\n", flush=True)
            rows += [row for row in rows_of(table) if "budget" in row]
            in_seconds += [row for row in rows_of(table) if "within_s" in row]
            said = verdict(table, counting_steps=True)
            assert said is not None
            found["median_saving"][case] = saved(said, said.best.name)["times"]
            found["best_plain"][case] = said.best.name
            found["margins"][case] = margins(table)
            limit = min(most, RANDOM_LIMITS.get(case, most))
            found["random"][case] = random_rate(problem, split, limit, n_queries)
            found["protocol"][case] = protocol(table)
            if env not in found["expansions_per_second"]:
                pace = expansions_per_second(problem, policy, split, args.seconds)
                found["expansions_per_second"][env] = pace
    print_table(rows)
    finish(
        {"rows": rows, "rows_in_seconds": in_seconds, **found, "seeds": 1, "at_once": AT_ONCE}, card
    )


PER_CASE = ("median_saving", "best_plain", "margins", "random", "protocol", "expansions_per_second")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = make_parser(__doc__, "--frames")
    parser.add_argument("--envs", nargs="+", default=list(CASES))
    parser.add_argument("--budget", type=int, default=0)
    parser.add_argument("--queries", type=int, default=0)
    parser.add_argument("--runs", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--limit-s", type=float, default=1.0)
    parser.add_argument("--hedge", action="store_true")
    return parser.parse_args()


def margins(table: OutcomeTable) -> list[dict[str, Any]]:
    """The shares proved by guided search and by the best one without a policy, by budget."""
    said = [verdict(table, budget) for budget in common_budgets(table)]
    return [
        {
            "budget": one.budget,
            "guided": one.guided.rate,
            "plain": one.plain[one.best.name].rate,
            "best": one.best.name,
        }
        for one in said
        if one
    ]


def random_rate(problem: Problem, split: str, limit: int, n_queries: int) -> float:
    """Share of the first queries that one random derivation without a loop check proves."""
    config = problem.env_config.override({"loop_check": "off"}, where="bench")
    unchecked = load_problem(problem.pack, config)
    return play(unchecked, split, random_choice(), limit=limit, most_queries=n_queries).rate


def trained(env: str, run: Path, frames: int) -> tuple[Problem, DerivationPolicy]:
    """The problem and the policy of a run, which is made where there is none."""
    if not (run / "config.json").is_file():
        problem = load_problem(env)
        config = problem.pack.train
        if frames:
            values = {"total_frames": frames, "n_envs": 64, "frames_per_batch": 2048}
            config = config.override(values, where="--frames")
        train(problem, config, run, source=env)
    return open_run(run)


def expansions_per_second(
    problem: Problem, policy: DerivationPolicy, split: str, seconds: float
) -> float:
    """States that guided searches expand, policy included, 64 of them side by side."""
    torch.set_num_threads(1)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    order = PolicyOrder(policy, problem, problem.program)
    queries = problem.queries(split)
    searches = [
        LevinTreeSearch(order.space(engine, query)) for query in (queries * AT_ONCE)[:AT_ONCE]
    ]
    limits = Limits(max_inferences=10**9, timeout_s=seconds)
    tasks = [search_on(AnswerIterator(search, limits)) for search in searches]
    began = perf_counter()
    run_side_by_side(tasks, at_once=AT_ONCE)
    return sum(search.inferences for search in searches) / (perf_counter() - began)


def search_on(answers: AnswerIterator) -> SearchTask[None]:
    """Search for one answer after another, until a limit ends it."""
    while not answers.ended:
        yield from answers.seek()
        next(answers, None)


if __name__ == "__main__":
    main()
