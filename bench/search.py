"""How many inferences does a policy save a complete search?

    python bench/search.py [--envs countries_s3 robinson blocks family] [--split test]
        [--budget 100000] [--queries 50] [--runs FOLDER] [--frames 0] [--hedge]

For each pack: takes the run of that name in ``--runs``, or trains one as ``symbolic-rl train`` does
(kept there if the folder is given; ``--frames`` other than 0 shortens it), and searches an answer
to the first ``--queries`` queries of a split: guided by the policy, and by iterative deepening,
breadth-first, depth-first, and SWI-Prolog's own engine, each within ``--budget`` inferences.
Searches count resolution steps alike; ``prolog`` counts as SWI-Prolog does. Times are those of all
queries of a search, 64 side by side where the search allows it.

Last comes the pace: guided search without the plain one beside it, on queries of the first pack
that it cannot finish within the seconds given by ``--seconds``, 64 side by side.

Prints tables and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
search, budget, refuted, queries, median_inferences, seconds``), ``median_saving`` (pack to median
inferences of the best plain search divided by those of guided search), ``best_plain`` (pack to its
name), ``protocol``, ``seeds``, ``expansions_per_second`` and ``machine``.
"""

import argparse
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from card import finish, print_table, start

from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluate import open_run
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.problem import Problem, load_problem
from symbolic_rl.search import Answers, Limits, Space
from symbolic_rl.search.asks import replies
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.ordering import PolicyOrder
from symbolic_rl.search_report import BUDGETS, report
from symbolic_rl.train import train

AT_ONCE = 64


def main() -> None:
    """Measure and print."""
    args = arguments()
    card = start("How many inferences does a policy save a complete search?")
    rows: list[dict[str, Any]] = []
    saving, best, protocol, pace = {}, {}, {}, None
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.runs or Path(temporary)
        for env in args.envs:
            problem, policy = trained(env, folder / env, args.frames)
            budgets = [*(b for b in BUDGETS if b < args.budget), args.budget]
            result = report(
                problem,
                policy,
                args.split,
                budgets=budgets,
                hedge=args.hedge,
                most_queries=args.queries,
            )
            print(f"{env}\n{result}\n", flush=True)
            rows += result.rows()
            plain = result.best_plain
            assert plain is not None
            saving[env] = result.saved(plain)["times"].as_json()
            best[env], protocol[env] = plain.search, result.protocol()
            if pace is None:
                pace = expansions_per_second(problem, policy, args.split, args.seconds)
    print_table(rows)
    document = {
        "rows": rows,
        "median_saving": saving,
        "best_plain": best,
        "protocol": protocol,
        "seeds": 1,
        "expansions_per_second": pace,
    }
    finish(document, card)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    packs = ["countries_s3", "robinson", "blocks", "family"]
    parser.add_argument("--envs", nargs="+", default=packs)
    parser.add_argument("--split", default="test")
    parser.add_argument("--budget", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--runs", type=Path)
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--hedge", action="store_true")
    return parser.parse_args()


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
        LevinTreeSearch(Space(engine, query, width=order.width, order=order))
        for query in (queries * AT_ONCE)[:AT_ONCE]
    ]
    runs = [Answers(search, Limits(max_inferences=10**9)) for search in searches]
    going: list[Any] = [(i, run.seek(), None) for i, run in enumerate(runs)]
    began = perf_counter()
    while perf_counter() - began < seconds and going:
        asked = []
        for i, seeking, reply in going:
            try:
                asked.append((i, seeking, seeking.send(reply)))
            except StopIteration:
                if not runs[i].ended:
                    next(runs[i])  # on to the next answer
                    following = runs[i].seek()
                    asked.append((i, following, next(following)))
        answers = replies([ask for _, _, ask in asked])
        going = [(i, s, reply) for (i, s, _), reply in zip(asked, answers, strict=True)]
    return sum(search.inferences for search in searches) / (perf_counter() - began)


if __name__ == "__main__":
    main()
