"""Does training on its own equations make a prover of Robinson arithmetic?

    python bench/robinson.py [--seeds 0 1 2] [--minutes 5] [--frames 0] [--n-envs 0]
        [--max-inferences 20000] [--samples 64] [--public FOLDER [--run-dir RUN]]

Trains the pack ``robinson`` as ``symbolic-rl train`` does (never longer than ``--minutes``), then
tries every query of three splits once, greedily, with ``--max-inferences`` inferences: *test*
(three left-nested operators over 0..10, and the value), *test_pairs* (two such expressions) and
*test_simple*. Beside it, with the same inferences: a uniform random choice (with the pack's loop
check, and without), depth-first order with backtracking, and rewriting rules written by hand. Then
soundness: for each false equation, ``--samples`` derivations of at most 1,000 inferences drawn from
the policy of the first seed.

With ``--public``, instead: guided search on public queries of this theory, and plain searches on
every tenth of them. FOLDER is the folder ``theorems/robinson`` of the repository
``atpcurr/atpcurr`` (FLoP), whose conjectures ``fof(_, conjecture, L = R)`` become goals
``eq(L, R)``. The run is trained with default settings unless ``--run-dir`` names one. ``rows`` is
then all that the document has.

Prints tables and, as the last line, one JSON document with the keys ``rows`` (each with ``policy,
seed, split, queries, share, median_steps, most_steps, limit, seconds``),
``medians`` (over the seeds: split to share of proved queries), ``training`` (for each seed:
``seconds, frames, finished, level, success, cores``), ``false_queries, false_samples,
false_proved`` and ``machine``.
"""

import argparse
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import torch
from common.flags import make_parser

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.cli.eval import DEPTH_FIRST_LIMIT
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.evaluation.table import Outcomes
from symbolic_rl.evaluation.trials import play, random_choice
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.open import open_run
from symbolic_rl.program.pack import OWN
from symbolic_rl.program.vocabulary import N_VARIABLE_ROLES, VARIABLE_ID
from symbolic_rl.training.session import Session
from symbolic_rl.training.train import train as train_run

SPLITS = ("test", "test_pairs", "test_simple")
FALSE_INFERENCES = 1000
PLAIN = ("unguided", "iterative-deepening", "breadth-first", "depth-first")
"""Searches without a policy, on every tenth of the public queries: wide ones hold large terms."""
EVERY = 10
PUBLIC = {"RA-1": "simple/final", "RA-2": "left_random/final", "RA-3": "random/final2"}
"""Folders of FLoP's test sets."""
_CONJECTURE = re.compile(r"^fof\(\w+, conjecture, (.*) = (.*)\)\.$", re.MULTILINE)

REFLEXIVITY, IN_S, IN_PLUS, IN_MUL, PLUS_O, PLUS_S, MUL_O, MUL_S, TRANSITIVITY, SYMMETRY = range(10)
"""The clauses of the program, in order."""
FIRST_CLAUSE = 4


class Rewriting:
    """Lazy evaluation by hand: rewrite sums and products from the outside, as far as it is needed.

    Reads what the policy reads. The left side of the selected goal is rewritten until it starts
    with ``s`` or ``o``: transitivity asks for one rewriting step (an axiom where the second operand
    is known, else congruence, which asks for the second operand alone). Then the right side gets
    its turn by symmetry, and where both start alike, the ``s`` on both sides goes.
    """

    def __init__(self, problem: Problem) -> None:
        view, vocabulary = problem.view, problem.program.vocabulary
        places = list(zip(view.parents, view.arguments, strict=True))
        self._left, self._right = places.index((0, 0)), places.index((0, 1))
        self._first, self._second = places.index((self._left, 0)), places.index((self._left, 1))
        ids = {symbol.name: int(vocabulary.view_id[symbol.token]) for symbol in vocabulary.symbols}
        self._o, self._s, self._plus, self._mul = (ids[name] for name in ("o", "s", "plus", "mul"))

    def __call__(self, observation: Observation) -> IntArray:
        """From N observations to N actions."""
        goal, behind = observation.goals[:, 0], observation.goals[:, 1]
        left, right, operand = goal[:, self._left], goal[:, self._right], goal[:, self._second]
        is_sum, is_product = left == self._plus, left == self._mul
        is_asked = (right >= VARIABLE_ID) & (right < VARIABLE_ID + N_VARIABLE_ROLES)
        is_one_step = behind[:, self._left] == right
        is_operand = behind[:, self._second] == right
        axiom = np.where(operand == self._o, PLUS_O, PLUS_S) + np.where(is_sum, 0, MUL_O - PLUS_O)
        is_known = (operand == self._o) | (operand == self._s)
        step = np.where(is_known, axiom, np.where(is_sum, IN_PLUS, IN_MUL))
        asked = np.where(is_one_step, step, np.where(is_operand, TRANSITIVITY, REFLEXIVITY))
        is_turned = (right == self._plus) | (right == self._mul)
        given = np.where(is_turned, SYMMETRY, np.where(left == self._s, IN_S, REFLEXIVITY))
        is_open = is_sum | is_product
        clause = np.where(is_asked, asked, np.where(is_open, TRANSITIVITY, given))
        clause = np.where(is_asked & ~is_open, REFLEXIVITY, clause)
        wanted = (observation.clauses == clause[:, None] + FIRST_CLAUSE) & observation.action_mask
        actions: IntArray = np.where(wanted, 2, observation.action_mask).argmax(axis=1)
        return actions


def train(problem: Problem, args: argparse.Namespace, seed: int) -> tuple[dict[str, Any], Any]:
    """Train with the pack's settings; how it went, and the policy."""
    given = {"n_envs": args.n_envs, "total_frames": args.frames}
    config = replace(
        problem.pack.train_by("ppo"),
        seed=seed,
        device="cpu",
        **{k: v for k, v in given.items() if v},
    )
    started, cpu = perf_counter(), process_time()
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(problem, resolve(config), Path(folder, "run")) as run,
    ):
        while not run.is_finished and perf_counter() - started < args.minutes * 60:
            run.iterate()
        seconds = perf_counter() - started
        document = {
            "seed": seed,
            "seconds": seconds,
            "frames": run.totals["frames"],
            "frames/s": run.totals["frames"] / seconds,
            "finished": run.is_finished,
            "level": run.level,
            "success": run.algorithm.success,
            "cores": (process_time() - cpu) / seconds,
        }
        return document, run.policy


def line(policy: str, seed: int | None, split: str, limit: int, found: Outcomes) -> dict[str, Any]:
    """A line of the table."""
    return {
        "policy": policy,
        "seed": "" if seed is None else seed,
        "split": split,
        "queries": found.n,
        "share": found.rate,
        "median_steps": found.median_steps if found.n_proved else "",
        "most_steps": max(found.steps) or "",
        "limit": limit,
        "seconds": found.seconds,
    }


def baselines(problem: Problem, limit: int) -> list[dict[str, Any]]:
    """What does without learning; random choice also without the loop check of the pack."""
    config = problem.env_config.override({"loop_check": "off"}, where="bench")
    loose = load_problem(problem.pack, config)
    depth_first = Effort(budgets=[max(limit, DEPTH_FIRST_LIMIT)])
    rows = []
    for split in SPLITS:
        table = evaluate(problem, None, split, ("depth-first",), depth_first)
        tries = {
            "uniform random": play(problem, split, random_choice(), limit=limit),
            "uniform random, no loop check": play(loose, split, random_choice(), limit=limit),
            "depth-first": table.outcomes[0],
            "rewriting by hand": play(problem, split, Rewriting(problem), limit=limit),
        }
        rows += [line(name, None, split, limit, found) for name, found in tries.items()]
    return sorted(rows, key=lambda row: [r["policy"] for r in rows].index(row["policy"]))


def soundness(problem: Problem, policy: DerivationPolicy, samples: int) -> dict[str, Any]:
    """Sampled derivations of the false equations; ``false_proved`` are equations."""
    effort = Effort(attempts=samples, max_inferences=FALSE_INFERENCES)
    (found,) = evaluate(problem, policy, "false", ("sampled",), effort).outcomes
    return {
        "false_queries": found.n,
        "false_samples": samples,
        "false_proved": found.n_proved,
        "false_seconds": found.seconds,
    }


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Train, evaluate, print the tables and return the document."""
    problem = load_problem("robinson")
    rows, trainings, first = [], [], None
    for seed in args.seeds:
        trained, policy = train(problem, args, seed)
        trainings.append(trained)
        print_table([trained])
        first = first or policy
        effort = Effort(max_inferences=args.max_inferences)
        for split in SPLITS:
            (found,) = evaluate(problem, policy, split, ("greedy",), effort).outcomes
            rows.append(line("trained, greedy", seed, split, args.max_inferences, found))
        print_table(rows[-len(SPLITS) :])
    rows += baselines(problem, args.max_inferences) if args.baselines else []
    print_table(rows)
    medians = {
        split: median(row["share"] for row in rows if row["split"] == split and row["seed"] != "")
        for split in SPLITS
    }
    print_table([{"median of the seeds": split, "rate": rate} for split, rate in medians.items()])
    checked = soundness(problem, first, args.samples) if first and args.samples else {}
    print_table([checked] if checked else [])
    return {"rows": rows, "medians": medians, "training": trainings, **checked}


def goals(folder: Path) -> str:
    """Return the conjectures of the TPTP files of a folder, one goal a line."""
    found = (_CONJECTURE.findall(file.read_text()) for file in sorted(folder.glob("*.p")))
    return "".join(f"eq({left}, {right}).\n" for pairs in found for left, right in pairs)


def public(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Search for proofs of public queries with a policy of the default algorithm."""
    run_dir = args.run_dir or folder / "run"
    if not run_dir.exists():
        problem = load_problem("robinson")
        config = replace(problem.pack.train_by("expert"), seed=args.seeds[0], device="cpu")
        train_run(problem, config, run_dir, source="robinson")
    rows = []
    for name, place in PUBLIC.items():
        file = folder / f"{name}.pl"
        file.write_text(goals(args.public / place))
        problem, policy = open_run(run_dir, file)
        left_out = sum(note.severity == "skipped" for note in problem.program.notes)
        effort = Effort(budgets=[1_000, args.max_inferences])
        (few, found) = evaluate(problem, policy, OWN, ("guided",), effort).outcomes
        row = {"set": name, "queries": found.n, "left out": left_out, "proved": found.n_proved}
        row |= {"within 1,000": few.n_proved, "median": found.median_steps, "s": found.seconds}
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(lines[::EVERY]))
        problem, policy = open_run(run_dir, file)
        plain = evaluate(problem, policy, OWN, PLAIN, Effort(budgets=[args.max_inferences]))
        row |= {f"of every {EVERY}th": plain.searched}
        row |= {one.method: one.n_proved for one in plain.outcomes}
        rows.append(row)
        print_table([row])
    return {"rows": rows}


def main() -> None:
    """Measure, print the tables and the line of JSON."""
    parser = make_parser(__doc__, "--seeds", "--frames")
    parser.add_argument("--minutes", type=float, default=5.0, help="of training, at most")
    parser.add_argument("--n-envs", type=int, default=0, help="0: the pack's own")
    parser.add_argument("--max-inferences", type=int, default=20_000, help="in evaluation")
    parser.add_argument("--samples", type=int, default=64, help="of each false equation")
    parser.add_argument("--baselines", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--public", type=Path, help="folder of FLoP's conjectures")
    parser.add_argument("--run-dir", type=Path, help="with --public: run of the default algorithm")
    args = parser.parse_args()
    torch.set_num_threads(1)
    if args.public:
        card = start(f"guided search on public queries, within {args.max_inferences:,} inferences")
        with tempfile.TemporaryDirectory() as folder:
            finish(public(args, Path(folder)), card)
        return
    card = start(f"training for at most {args.minutes:g} minutes, then every query once, greedily")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
