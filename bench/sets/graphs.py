"""Knowledge graphs: how well are held-out triples ranked?

Protocol. The triples of a set become a pack, rules are mined from the training facts, a policy is
trained with ``--frames`` on the training triples, each hidden while it is proved, and the held-out
triples are ranked among all entities, in both directions, filtered, with the mean rank on ties, as
``symbolic-rl eval --ranking`` does it; what it prints of its protocol stands below the table. Every
step refuses held-out triples that stand in training. The policy's proofs are compared with the
weights of rules, the shortest proof and the confidence of rules.

Sets of pykeen are ranked among all entities. They have the triples and splits of MINERVA, which
asks for tails: ``mrr_tail``. Sets of DeepProofLog are ranked as its repository does it, among
``--sampled`` others that are drawn for each triple and direction; rules are mined here, its own are
not read. On wn18rr they have up to five atoms, and are chosen by their support. The triples of
fb15k-237 come from OpenKE, which has numbers for names. ``--frames 0`` trains no policy, and
leaves its rows out.
"""

import argparse
import re
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from sets.base import Measured, PublicSet, Row, Source
from symbolic_rl.base.machine import print_table
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.graphs.methods import METHODS
from symbolic_rl.graphs.ranking import mine_pack
from symbolic_rl.graphs.table import RankingResult, rank_triples
from symbolic_rl.graphs.triples import SPLITS
from symbolic_rl.importers.triples import PYKEEN, pykeen_files, write_graph
from symbolic_rl.policy.open import open_run
from symbolic_rl.training.train import train

Files = Callable[[str, argparse.Namespace, Path], dict[str, Path]]
"""From a set's name, the flags and a folder for new files to its files of triples, by split."""


LONG_RULES = {
    "most_atoms": 5,
    "min_confidence": 0.0,
    "min_head_coverage": 0.003,
    "min_support": 20,
    "most_rules": 10**6,
}
MINED = {"wn18rr": LONG_RULES}
"""Settings of mining other than the defaults; the pairs of long rules are too many to list."""


def of_pykeen(name: str, args: argparse.Namespace, folder: Path) -> dict[str, Path]:
    """Return the files of a set of pykeen."""
    return pykeen_files(name)


_FACT = re.compile(r"^(\w+)\((.+?),(.+?)\)\.$", re.MULTILINE)


def of_deepprooflog(name: str, args: argparse.Namespace, folder: Path) -> dict[str, Path]:
    """Write facts ``relation(head,tail).`` as tab-separated triples."""
    files = {}
    for split in SPLITS:
        found = _FACT.findall((args.folder / name / f"{split}.txt").read_text("utf-8"))
        files[split] = folder / f"{split}.tsv"
        lines = (f"{head}\t{relation}\t{tail}\n" for relation, head, tail in found)
        files[split].write_text("".join(lines), "utf-8")
    return files


def of_openke(name: str, args: argparse.Namespace, folder: Path) -> dict[str, Path]:
    """Write lines ``head tail relation`` of numbers as tab-separated triples of names."""
    entities, relations = (
        dict(line.split("\t")[::-1] for line in lines_of(args.folder / f"{kind}2id.txt"))
        for kind in ("entity", "relation")
    )
    files = {}
    for split in SPLITS:
        each = (line.split() for line in lines_of(args.folder / f"{split}2id.txt"))
        lines = (f"{entities[h]}\t{relations[r]}\t{entities[t]}\n" for h, t, r in each)
        files[split] = folder / f"{split}.tsv"
        files[split].write_text("".join(lines), "utf-8")
    return files


def lines_of(file: Path) -> list[str]:
    """Return the lines of a file of OpenKE without the first, which counts them."""
    return file.read_text("utf-8").splitlines()[1:]


def measure(name: str, files: Files, args: argparse.Namespace) -> Measured:
    """Import, mine, train and rank; a row for each way to score."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        run, report = ranked(name, files(name, args, folder), args.seed, folder, args)
    rows: list[Row] = [{"set": name, **row, "seed": args.seed} for row in report.as_json()["rows"]]
    print_table([run])
    print("\n".join(f"  {line}" for line in [*report.protocol(), *report.reliability()]))
    table = [{key: row[key] for key in row if key != "reliability"} for row in rows]
    return Measured([{**run, "scores": rows}], table)


def ranked(
    name: str, files: dict[str, Path], seed: int, folder: Path, args: argparse.Namespace
) -> tuple[dict[str, Any], RankingResult]:
    """One set with one seed, from its files to its ranking."""
    times = [perf_counter()]
    write_graph(files, folder / name, source=f"{name}, public")
    times.append(perf_counter())
    mined = mine_pack(folder / name, split="", **MINED.get(name, {}))
    times.append(perf_counter())
    problem, policy, success = load_problem(folder / name), None, 0.0
    frames = 400_000 if args.frames is None else args.frames
    if frames:
        config = problem.pack.train_by("ppo").override(
            {"total_frames": frames, "seed": seed}, where="bench"
        )
        success = train(problem, config, folder / "run", source=str(folder / name)).success
        problem, policy = open_run(folder / "run")
    times.append(perf_counter())
    # Breadth-first search of each candidate takes hours for other sets.
    left_out = {"shortest proof"} if name not in PYKEEN else set()
    left_out |= {"rule confidence"} if name in MINED else set()
    report = rank_triples(
        problem,
        policy,
        args.split,
        beam=args.beam,
        steps=args.steps,
        most_triples=args.triples,
        sampled=args.sampled,
        methods=[one for one in METHODS if one not in left_out],
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
        "success": success,
        **{key: document[key] for key in kept},
    }
    return run, report


GRAPHS = {
    name: PublicSet(
        Source("pykeen, on PyPI", "1.11.1", "pykeen/datasets", "not looked up for each set"),
        "how well are held-out triples ranked?",
        partial(measure, name, of_pykeen),
        needs_folder=False,
    )
    for name in PYKEEN
} | {
    name: PublicSet(
        Source(
            "DeepProofLog/Batched_Env",
            "89c9c98d1ddfd4193274d46965f9ed8964d3430d",
            "kge_experiments/data",
            "none is named",
        ),
        "how well are held-out triples ranked?",
        partial(measure, name, of_deepprooflog),
    )
    for name in ("family", "wn18rr")
}
GRAPHS["fb15k-237"] = PublicSet(
    Source(
        "thunlp/OpenKE",
        "64c4ec8157abfc39112772e9825a349091da45f1",
        "benchmarks/FB15K237",
        "none is named",
    ),
    "how well are held-out triples ranked?",
    partial(measure, "fb15k-237", of_openke),
)
