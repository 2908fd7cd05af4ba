"""How well are held-out triples of knowledge graphs ranked by a policy, by rules, by short proofs?

    python bench/graphs.py [--datasets nations umls kinships] [--seeds 0] [--frames 400000]
        [--split test] [--triples 0] [--beam 8] [--steps 5]

For each set that comes with pykeen: its triples become a pack, rules are mined from the training
facts, a policy is trained on the training triples, each hidden while it is proved, and the held-out
triples are ranked among all entities, both directions, filtered, mean rank on ties, as
``symbolic-rl eval --ranking`` does it; the protocol is printed below each table. Every step refuses
held-out triples that stand in training.

Prints tables and, as the last line, one JSON document with the keys ``rows`` (each with
``dataset, scores, seed, mrr, hits_at_1, hits_at_3, hits_at_10, seconds``), ``runs`` (each with
``dataset, seed, import_s, mine_s, train_s, rank_s, rules, success, triples, candidates, scored,
inferences, cut``) and ``machine``.
"""

import argparse
import tempfile
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.graphs.ranking import mine_pack
from symbolic_rl.graphs.table import BEAM, RankingResult, rank_triples
from symbolic_rl.graphs.triples import PYKEEN, pykeen_files, write_pack
from symbolic_rl.policy.open import open_run
from symbolic_rl.training.train import train


def main() -> None:
    """Import, mine, train, rank and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--datasets", nargs="+", choices=PYKEEN, default=["nations"])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--frames", type=int, default=400_000)
    parser.add_argument("--split", choices=["test", "valid"], default="test")
    parser.add_argument("--triples", type=int, default=0, help="only the first N; 0: all")
    parser.add_argument("--beam", type=int, default=BEAM)
    parser.add_argument("--steps", type=int, default=5)
    args = parser.parse_args()
    card = start("Knowledge graphs: how well are held-out triples ranked?")
    rows: list[dict[str, Any]] = []
    runs: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as temporary:
        for name in args.datasets:
            for seed in args.seeds:
                folder = Path(temporary) / f"{name}-{seed}"
                run, report = ranked(name, seed, folder, args)
                runs.append(run)
                of_run = [
                    {"dataset": name, **row, "seed": seed} for row in report.as_json()["rows"]
                ]
                print_table(of_run)
                print("\n".join(f"  {line}" for line in report.protocol()))
                rows += of_run
    print_table(runs)
    finish({"rows": rows, "runs": runs}, card)


def ranked(
    name: str, seed: int, folder: Path, args: argparse.Namespace
) -> tuple[dict[str, Any], RankingResult]:
    """One set with one seed, from its files to its ranking."""
    times = [perf_counter()]
    write_pack(pykeen_files(name), folder / name, source=f"pykeen, {name}")
    times.append(perf_counter())
    mined = mine_pack(folder / name, split="")
    times.append(perf_counter())
    problem = load_problem(folder / name)
    config = problem.pack.train_by("ppo").override(
        {"total_frames": args.frames, "seed": seed}, where="bench"
    )
    summary = train(problem, config, folder / "run", source=str(folder / name))
    times.append(perf_counter())
    report = rank_triples(
        *open_run(folder / "run"),
        args.split,
        beam=args.beam,
        steps=args.steps,
        most_triples=args.triples,
    )
    times.append(perf_counter())
    spent = [later - earlier for earlier, later in pairwise(times)]
    document = report.as_json()
    kept = ("triples", "candidates", "scored", "inferences", "cut")
    run = {
        "dataset": name,
        "seed": seed,
        **dict(zip(("import_s", "mine_s", "train_s", "rank_s"), spent, strict=True)),
        "rules": len(mined.rules),
        "success": summary.success,
        **{key: document[key] for key in kept},
    }
    return run, report


if __name__ == "__main__":
    main()
