"""Horn problems of the TPTP without equality, by the rating that the TPTP gives them.

Protocol. ``FOLDER`` holds problems in CNF (files ``*.p``, at any depth). Problems of the classes
``CNF_UNS_RFO_NEQ_HRN`` and ``CNF_UNS_EPR_NEQ_HRN`` are taken, one of each name. Each is imported as
``symbolic-rl import tptp`` does it, and searched by each plain search within ``--budget``
inferences; the table counts the problems proved within a hundredth, a tenth and all of it. Then the
default of ``prove``, a portfolio, has ``--seconds`` of CPU time, and so has the E prover (``eprover
--auto``, where installed). Loading is part of E's time and not of ours. One more search has half
of ``--budget`` from the facts, and the rest from the goal, with the smallest derived atoms as
lemmas, as ``prove --learn`` has it. ``--budget 0`` leaves all but the portfolio and E out.

With ``--frames N``, a structure part, which knows no names, learns from the problems of rating 0
alone, as ``symbolic-rl train --env PACK PACK ...`` does it, and guides the search of each of the
others, within ``--budget`` inferences, too. With ``--learn S``, each problem that the portfolio
leaves open gets S seconds of wall time of ``prove --learn``.

The rating is the share of provers of the TPTP's list that fail on a problem: 0 is easy, 1 unsolved.

Condensed detachment: the problems below ``FOLDER``, in CNF or not, with one rule (Y follows from X
and the implication of Y by X) and at most four other axioms. Problems outside the TPTP have
no rating.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import NamedTuple

from sets.base import Measured, PublicSet, Row, Source, chosen, first_answer
from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.derivations.problem import NAMELESS, Programs
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.importers import ImportRequest
from symbolic_rl.importers.tptp.importer import import_tptp
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program.pack import load_packs
from symbolic_rl.proofs.learned import FROM_GOAL, UNITS, prove_by_learning
from symbolic_rl.search import AnswerIterator, Limits, Space, find
from symbolic_rl.search.lemmas import written
from symbolic_rl.search.opened import open_goals
from symbolic_rl.search.tree import BottomUpSearch
from symbolic_rl.training.train import train

CLASSES = re.compile(r"SPC\s*:\s*CNF_UNS_(?:RFO|EPR)_NEQ_HRN")
RATING = re.compile(r"Rating\s*:\s*([\d.]+)")
DETACHMENT = re.compile(r"~(\w+)\([a-z].*\)\|~\1\(([A-Z]\w*)\)\|\1\(([A-Z]\w*)\)")
BANDS = ((0.0, "0"), (0.25, "below 0.25"), (0.5, "below 0.5"), (0.75, "below 0.75"),
         (1.0, "below 1"), (inf, "1"))  # fmt: skip
PLAIN = ("iterative-deepening", "breadth-first", "unguided", "bottom-up")
E_PROVER = "eprover"


class Problem(NamedTuple):
    """A problem file and its rating; nan without one."""

    file: Path
    rating: float


def problems(folder: Path, is_taken: Callable[[str], object]) -> Iterator[Problem]:
    """Yield the problems whose text is taken, one of each name."""
    taken = set[str]()
    for file in sorted(folder.rglob("*.p")):
        text = file.read_text("utf-8", errors="replace")
        if file.stem not in taken and is_taken(text):
            taken.add(file.stem)
            rating = RATING.search(text)
            yield Problem(file, float(rating[1]) if rating else nan)


def is_condensed_detachment(text: str) -> bool:
    """Return whether a problem has detachment as its only rule, and at most four other axioms."""
    text = re.sub(r"%.*|\s", "", text)
    axioms = re.findall(r"(?:cnf|fof)\(\w+,(?:axiom|hypothesis),(.*?)\)\.", text)
    rules = [axiom for axiom in axioms if "|" in axiom]
    return len(rules) == 1 and len(axioms) <= 5 and bool(DETACHMENT.search(rules[0]))


def band(rating: float) -> str:
    """Return the band of a rating."""
    bands = (name for most, name in BANDS if rating < most or rating == most == 0)
    return next(bands, "none")


def opened(problem: Problem, folder: Path) -> Space:
    """Import a problem as a pack below ``folder``, and return the space of its goal."""
    pack = pack_of(problem, folder)
    goal = (pack / "test.pl").read_text("utf-8")
    goals = re.findall(r"^query\((.*?)(?:, false)?\)\.", goal, re.MULTILINE)
    if len(goals) != 1:
        raise ValueError(f"{problem.file}: {len(goals)} goals")
    return open_goals(pack).space(goals[0])


def with_lemmas(space: Space, pack: Path, budget: int) -> float:
    """Return the inferences of bottom-up search, half of them, and of a search with its units."""
    upward, limits = BottomUpSearch(space), Limits(max_inferences=budget // 2)
    found = AnswerIterator(upward, limits).take(1)
    spent: float = upward.inferences
    if not found.answers and (units := upward.units(UNITS)):
        file = pack / "units.pl"
        file.write_text(written(pack.name, units), "utf-8")
        with_units = open_goals(pack, lemmas=file).space(space.query.text)
        found = find(FROM_GOAL, with_units, limits=Limits(max_inferences=budget // 2))
        spent += found.inferences
    return spent if found.answers else inf


def of_e(file: Path, seconds: float) -> float:
    """Return the CPU seconds of the E prover; infinite without a proof."""
    command = [E_PROVER, "--auto", "--silent", f"--cpu-limit={max(1, round(seconds))}", str(file)]
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    is_proved = re.search(r"SZS status (?:Unsatisfiable|Theorem)", done.stdout)
    return spent if is_proved else inf


def pack_of(problem: Problem, folder: Path) -> Path:
    """Import a problem as a pack below ``folder``."""
    import_tptp(ImportRequest("tptp", files=(problem.file,), out=folder))
    return folder / problem.file.stem


def learned(those: Sequence[Problem], args: argparse.Namespace) -> dict[str, float]:
    """Learn from the problems of rating 0, and search the others, guided by what was learned.

    Returns inferences by the name of the problem, infinite without a proof.
    """
    config = TrainConfig(policy=NAMELESS, total_frames=args.frames, seed=args.seed)
    with tempfile.TemporaryDirectory() as temporary:
        run_dir = Path(temporary, "run")
        packs = {one: pack_of(one, Path(temporary)) for one in those}
        for pack in packs.values():
            shutil.copy(pack / "test.pl", pack / "train.pl")
        every = Programs.load(load_packs([*map(str, packs.values())]), EnvConfig(), config)
        easy = {pack.name for one, pack in packs.items() if one.rating == 0}
        parts = {is_easy: tuple(one for one in every if (one.name in easy) == is_easy)
                 for is_easy in (True, False)}  # fmt: skip
        train(replace(every, trained=parts[True], held_out=parts[False]), config, run_dir)
        effort = Effort(budgets=(args.budget,))
        found = dict[str, float]()
        for problem in parts[False]:
            policy = load_policy(run_dir / problem.name, problem)
            (last,) = evaluate(problem, policy, "test", ("guided",), effort).outcomes
            found[problem.name] = float(last.inferences[0]) if last.proved[0] else inf
            print(problem.name, found[problem.name], flush=True)
        return found


def measured(is_taken: Callable[[str], object]) -> Callable[[argparse.Namespace], Measured]:
    """Return the function that measures the problems of a kind."""

    def measure(args: argparse.Namespace) -> Measured:
        by_name = {one.file.stem: one for one in problems(args.folder, is_taken)}
        rows, names = list[Row](), chosen(sorted(by_name), args)
        after = learned([by_name[name] for name in names], args) if args.frames else {}
        for name in names:
            rows.append(row_of(by_name[name], args))
            if args.frames:
                rows[-1]["learned"] = after.get(name, inf)
            print({key: value for key, value in rows[-1].items() if value != inf}, flush=True)
        return Measured(rows, summary(rows, args))

    return measure


def row_of(problem: Problem, args: argparse.Namespace) -> Row:
    """Search a problem by all searches."""
    row: Row = {"problem": problem.file.stem, "rating": problem.rating}
    with tempfile.TemporaryDirectory() as folder:
        space = opened(problem, Path(folder))
        for search in PLAIN if args.budget else ():
            row[search] = first_answer(search, space, budget=args.budget).inferences
        if args.budget:
            row["lemmas"] = with_lemmas(space, Path(folder) / problem.file.stem, args.budget)
        row["portfolio_s"] = first_answer("portfolio", space, seconds=args.seconds).seconds
        if args.learn and row["portfolio_s"] > args.seconds:
            pack, run_dir, goal = Path(folder, problem.file.stem), Path(folder, "run"), space.query
            found = prove_by_learning(pack, goal.text, run_dir, timeout_s=args.learn, say=len)
            row["by_learning"] = bool(found.answers)
    row["e_s"] = of_e(problem.file, args.seconds) if shutil.which(E_PROVER) else inf
    return row


def summary(rows: list[Row], args: argparse.Namespace) -> list[Row]:
    """Count the proved problems of each band, and of all."""
    table = list[Row]()
    budgets = [args.budget // 100, args.budget // 10, args.budget]
    for name in (*(name for _, name in BANDS), "none", "all"):
        those = [row for row in rows if name in ("all", band(row["rating"]))]
        line: Row = {"rating": name, "problems": len(those)}
        if args.budget:
            for search in (*PLAIN, *(("learned",) if args.frames else ())):
                counts = (sum(row[search] <= budget for row in those) for budget in budgets)
                label = f"{search}, {', '.join(f'{one:,}' for one in budgets)}"
                line[label] = " ".join(map(str, counts))
            line["bottom-up, then with lemmas"] = sum(row["lemmas"] <= args.budget for row in those)
            any_of = (min(row[one] for one in PLAIN) for row in those)
            line["any of them"] = sum(least <= args.budget for least in any_of)
        for key, label in (("portfolio_s", "portfolio"), ("e_s", "E")):
            times = [args.seconds / 10, args.seconds]
            counts = (sum(row[key] <= limit for row in those) for limit in times)
            label += ", " + ", ".join(f"{limit:g} s" for limit in times)
            line[label] = " ".join(map(str, counts))
        if args.learn:
            tried = [row["by_learning"] for row in those if "by_learning" in row]
            line[f"of the open ones, prove --learn, {args.learn:g} s"] = (
                f"{sum(tried)} {len(tried)}"
            )
        table.append(line)
    return table


SOURCE = Source(
    "github:CronosC/FOL_Tableaux_Solver",
    "f370c89f5861ba511678ee57bd7f4227ab2384a6",
    "data/tptp",
    "none; the problems: TPTP v8.1.2",
)
TPTP_HORN = PublicSet(
    SOURCE, "how many Horn problems of the TPTP are proved?", measured(CLASSES.search)
)
CONDENSED_DETACHMENT = PublicSet(
    Source(
        "github:atpcurr/atpcurr and github:zsoltzombori/lemma",
        "0e1c9dcf408718097476d7aa599d557176ed3690 and 2cba14d3b4b359d4bc491ba3b7541771a2c8900e",
        "theorems/LCL and problems_01/tc-problems, in one folder",
        "none; the problems of the first: TPTP v7.3.0",
    ),
    "how many problems of condensed detachment are proved?",
    measured(is_condensed_detachment),
)
