"""How many similar goals does training on only a few hard goals prove?

    python bench/goals.py [--cases blocks/test_6 robinson/test_twice] [--goals 5 20 200] [--draws 5]
        [--frames 0]

Draws goals from a split, trains on them alone as ``symbolic-rl train --env PACK --goals FILE`` does
(a goal that a search does not prove comes back with a larger budget), and then searches an answer
to every query of the split: guided by the policy; guided in the same way without a policy; and by
plain searches, each within 5,000 inferences (``robinson``: 10,000). What is shown are the queries
that were not among the goals, and the goals themselves where these are the whole split. Each draw
is also the seed of its training. CPU seconds are of the training, in one process.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``case,
goals, draws, budget, proved`` of the goals, ``others`` proved of the other queries, their
``median``, ``unguided``, ``plain`` and ``plain_search`` of the best one, and ``cpu_seconds``) and
``machine``.
"""

import argparse
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from common.flags import make_parser
from numpy.typing import NDArray

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.policy.open import open_run
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.train import train

BUDGETS = {"blocks": 5_000}
BUDGET = 10_000
PLAIN = ("unguided", "iterative-deepening", "breadth-first", "depth-first")


def draw(
    case: str, n_goals: int, seed: int, frames: int
) -> tuple[list[str], NDArray[np.bool_], float]:
    """The goals, which queries the policy trained on them proves by search, and CPU seconds."""
    env, _, split = case.partition("/")
    pack = load_pack(env)
    texts = [query.text for query in load_problem(pack).queries(split)]
    chosen = np.random.default_rng(seed).permutation(len(texts))[:n_goals]
    goals = [texts[i] for i in chosen]
    with tempfile.TemporaryDirectory() as folder:
        file, run = Path(folder, "goals.pl"), Path(folder, "run")
        file.write_text("".join(f"{goal}.\n" for goal in goals))
        settings = {"seed": seed, "device": "cpu", **({"total_frames": frames} if frames else {})}
        config = pack.train.override(settings, where="bench")
        began = process_time()
        with redirect_stdout(StringIO()):
            train(load_problem(pack.with_goals(file)), config, run, source=env)
        seconds = process_time() - began
        problem, policy = open_run(run)
        budget = BUDGETS.get(env, BUDGET)
        table = evaluate(problem, policy, split, ("guided",), Effort(budgets=(budget,)))
    return goals, np.array(table.outcomes[0].proved), seconds


def rows_of(case: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    """A row for each number of goals."""
    env, _, split = case.partition("/")
    budget = BUDGETS.get(env, BUDGET)
    problem = load_problem(env)
    texts = np.array([query.text for query in problem.queries(split)])
    plain = evaluate(problem, None, split, PLAIN, Effort(budgets=(budget,)))
    rates = {one.method: round(one.rate, 3) for one in plain.outcomes}
    best = max((name for name in rates if name != "unguided"), key=rates.__getitem__)
    rows = []
    for n_goals in args.goals:
        proved, others, spent = [], [], []
        for seed in range(1 if n_goals >= texts.size else args.draws):
            goals, found, seconds = draw(case, n_goals, seed, args.frames)
            is_goal = np.isin(texts, goals)
            proved.append(round(float(found[is_goal].mean()), 3))
            if not is_goal.all():
                others.append(round(float(found[~is_goal].mean()), 3))
            spent.append(round(seconds))
            print(case, n_goals, seed, proved, others, spent, flush=True)
        rows.append(
            {
                "case": case,
                "goals": min(n_goals, texts.size),
                "draws": len(proved),
                "budget": budget,
                "proved": proved,
                "others": others,
                "median": median(others) if others else None,
                "unguided": rates["unguided"],
                "plain": rates[best],
                "plain_search": best,
                "cpu_seconds": spent,
            }
        )
    return rows


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--frames")
    parser.add_argument("--cases", nargs="+", default=["blocks/test_6", "robinson/test_twice"])
    parser.add_argument("--goals", type=int, nargs="+", default=[5, 20, 200])
    parser.add_argument("--draws", type=int, default=5)
    args = parser.parse_args()
    card = start("training on a few goals, then every query of their split, by search")
    rows = [row for case in args.cases for row in rows_of(case, args)]
    print_table(rows)
    finish({"rows": rows}, card)


if __name__ == "__main__":
    main()
