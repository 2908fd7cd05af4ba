"""Knowledge graphs that come with pykeen: how well are held-out triples ranked?

Protocol. The triples of a set become a pack, rules are mined from the training facts, a policy is
trained with ``--frames`` on the training triples, each hidden while it is proved, and the held-out
triples are ranked among all entities, in both directions, filtered, with the mean rank on ties, as
``symbolic-rl eval --ranking`` does it; what it prints of its protocol stands below the table. Every
step refuses held-out triples that stand in training. The policy's proofs are compared with the
weights of rules, the shortest proof and the confidence of rules.
"""

import argparse
import tempfile
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from sets.base import Measured, PublicSet, Row, Source
from symbolic_rl.base.machine import print_table
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.graphs.ranking import mine_pack
from symbolic_rl.graphs.table import RankingResult, rank_triples
from symbolic_rl.graphs.triples import PYKEEN, pykeen_files, write_pack
from symbolic_rl.policy.open import open_run
from symbolic_rl.training.train import train


def measure(name: str, args: argparse.Namespace) -> Measured:
    """Import, mine, train and rank; a row for each way to score."""
    with tempfile.TemporaryDirectory() as temporary:
        run, report = ranked(name, args.seed, Path(temporary), args)
    rows: list[Row] = [{"set": name, **row, "seed": args.seed} for row in report.as_json()["rows"]]
    print_table([run])
    print("\n".join(f"  {line}" for line in report.protocol()))
    return Measured([run], rows)


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


GRAPHS = {
    name: PublicSet(
        Source("pykeen, on PyPI", "1.11.1", "pykeen/datasets", "not looked up for each set"),
        "how well are held-out triples ranked?",
        partial(measure, name),
        needs_folder=False,
    )
    for name in PYKEEN
}
