"""Is the way that training chose to read the policy as good as the best of fifteen fixed ones?

    python bench/sharpness.py [--envs countries_s3 blocks family keys english] [--queries 100]
        [--seed 0] [--cpu-s 60]

Trains each pack, or stranger of ``bench/strangers``, by default settings for at most ``--cpu-s``
CPU seconds. Training ends with a power on the policy and a uniform share that it has chosen
without test queries. Guided search then tries the test queries with that reading, and with each of
the powers 1, 2, 4, 30 and 1000 with each of the constant shares 0.5, 0.02 and 1e-4.

``worse`` is by how much the chosen reading refutes fewer queries than the best fixed one, with the
half-width of the 95 % interval of the paired difference. The best of fifteen is the best by luck,
too: that is counted against the chosen one.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
split, budget, queries, sharpness, uniform_share`` that were chosen, ``rate, best_sharpness,
best_share, best_rate, worse, half_width``) and ``machine``.
"""

import argparse
from itertools import product
from typing import Any

import numpy as np
import torch
from measure import Trained, train
from numpy.typing import NDArray
from strangers import ENVS, stranger

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.pack import load_pack

POWERS = (1.0, 2.0, 4.0, 30.0, 1000.0)
SHARES = (0.5, 0.02, 1e-4)
TRIED = {
    "countries_s3": ("test", (20, 100)),
    "blocks": ("test_6", (1_000, 5_000)),
    "family": ("test", (100, 1_000)),
    "robinson": ("test_twice_pairs", (1_000, 10_000)),
    "countries_s1": ("test", (5, 20)),
    "countries_s2": ("test", (10, 50)),
    "rewriting": ("test", (100, 1_000)),
    "sokoban": ("test", (100, 1_000)),
    "tiles": ("test", (100, 1_000)),
}
"""Split and inferences of packs; of strangers, the larger size within 100 and 1,000."""


def refuted(
    trained: Trained, split: str, budgets: tuple[int, ...], queries: int
) -> dict[int, NDArray[np.bool_]]:
    """Return [Q] which queries guided search proves within each budget, as the policy is read."""
    effort = Effort(budgets=budgets, most_queries=queries)
    table = evaluate(trained.problem, trained.policy, split, ("guided",), effort)
    return {one.budget: np.array(one.proved) for one in table.outcomes}


def rows_of(env: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Train, and compare the chosen reading with the fixed ones."""
    pack = stranger(env) if env in ENVS else load_pack(env)
    split, budgets = TRIED.get(env, ("test_larger", (100, 1_000)))
    trained = train(load_problem(pack), "expert", args.seed, cpu_s=args.cpu_s)
    chosen = trained.policy.reading
    by_choice = refuted(trained, split, budgets, args.queries)
    fixed = {}
    for power, share in product(POWERS, SHARES):
        trained.policy.reading = SearchConfig(sharpness=power, uniform_share=share)
        fixed[power, share] = refuted(trained, split, budgets, args.queries)
    rows = []
    for budget, mine in by_choice.items():
        best = max(fixed, key=lambda reading: int(fixed[reading][budget].sum()))
        lost = fixed[best][budget].astype(float) - mine
        rows.append(
            {
                "env": env,
                "split": split,
                "budget": budget,
                "queries": mine.size,
                "sharpness": chosen.sharpness,
                "uniform_share": chosen.uniform_share,
                "rate": float(mine.mean()),
                "best_sharpness": best[0],
                "best_share": best[1],
                "best_rate": float(fixed[best][budget].mean()),
                "worse": float(lost.mean()),
                "half_width": float(1.96 * lost.std(ddof=1) / np.sqrt(lost.size)),
            }
        )
    print(f"{env}: done", flush=True)
    return rows


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    usual = ["countries_s3", "blocks", "family", "keys", "english"]
    parser.add_argument("--envs", nargs="+", choices=[*TRIED, *ENVS], default=usual)
    parser.add_argument("--queries", type=int, default=100, help="of a split; 0: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cpu-s", type=float, default=60.0, help="of each training")
    args = parser.parse_args()
    torch.set_num_threads(1)
    card = start("the reading that training chose, and fifteen fixed ones")
    rows = [row for env in args.envs for row in rows_of(env, args)]
    print_table(rows)
    finish({"rows": rows}, card)


if __name__ == "__main__":
    main()
