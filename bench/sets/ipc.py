"""Learning track of the planning competition of 2023: tasks solved, of one domain.

Protocol. ``FOLDER`` is the clone; ``--only`` names the domain, blocksworld by default. A policy
learns from the first ``--learned`` training tasks (0: all; they are ordered by size) within
``--frames``, as ``symbolic-rl import pddl`` and ``train`` do it. The test tasks of each ``--level``
are searched one by one, guided by the policy, within ``--budget`` inferences, which a state with
many moves takes more than one of, and ``--seconds`` of CPU time; easy ones alone are also searched
without a policy. SWI-Prolog derives every plan again, and the validator of unified-planning, where
that is installed, checks it from the files of PDDL.
"""

import argparse
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time

from common.training import Trained, train

from sets.base import Measured, PublicSet, Row, Source, first_answer
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.swipl import stack_limit
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.importers import ImportRequest
from symbolic_rl.importers.pddl import import_pddl
from symbolic_rl.program.program import Query
from symbolic_rl.proofs.proof import verify_one
from symbolic_rl.search import Space
from symbolic_rl.search.policy_order import PolicyOrder

PROOF_STACK_BYTES = 4 * 2**30
"""Stacks of SWI-Prolog for the proof of a plan: each of its states has all facts of the task."""


def plan_of(moves: list[str]) -> str:
    """Return moves ``stack(b1, b2)`` as a plan, an action on each line."""
    words = (move.replace("'", "").rstrip(")").replace("(", " ").replace(",", "") for move in moves)
    return "".join(f"({line})\n" for line in words)


def is_valid(domain: Path, task: Path, moves: list[str]) -> bool | None:
    """Ask unified-planning whether a plan is one; None where it is not installed."""
    if find_spec("unified_planning") is None:
        return None
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.engines.results import ValidationResultStatus
    from unified_planning.io import PDDLReader

    reader = PDDLReader()
    problem = reader.parse_problem(str(domain), str(task))
    plan = reader.parse_plan_string(problem, plan_of(moves))
    result = SequentialPlanValidator().validate(problem, plan)
    return bool(result.status == ValidationResultStatus.VALID)


def measure(args: argparse.Namespace) -> Measured:
    """Import, train, search and validate."""
    folder = args.folder / (args.only or "blocksworld")
    domain, tasks = folder / "domain.pddl", sorted((folder / "training").rglob("*.pddl"))
    tested = {level: sorted((folder / "testing" / level).glob("*.pddl")) for level in args.level}
    with tempfile.TemporaryDirectory() as temporary:
        learned, test = Path(temporary, "learned"), Path(temporary, "test")
        learned.mkdir()
        for task in tasks[: args.learned or None]:
            shutil.copy(task, learned)
        for n, level in enumerate(tested):
            (test / f"{n}").mkdir(parents=True)
            for task in tested[level]:
                shutil.copy(task, test / f"{n}")
        print(import_pddl(ImportRequest("pddl", "", (domain, learned, test), "pack", test.parent)))
        problem = load_problem(Path(temporary, "pack"))
        trained = train(problem, "expert", args.seed, frames=args.frames or 0)
        print(f"{trained.proved:.3f} proved, {trained.cpu_s:.0f} CPU s", flush=True)
        queries, rows, table = iter(trained.problem.queries("test")), list[Row](), list[Row]()
        for level, those in tested.items():
            each = list(zip(those, queries, strict=False))
            for way in ("guided", "unguided") if [*tested] == ["easy"] else ("guided",):
                found = [row_of(way, task, query, trained, domain, args) for task, query in each]
                rows += [{"level": level, **row} for row in found]
                table.append({"level": level, **summary(way, found, args)})
                print(table[-1], flush=True)
    return Measured(rows, table)


def row_of(
    way: str, task: Path, query: Query, trained: Trained, domain: Path, args: argparse.Namespace
) -> Row:
    """Search a plan, and check it."""
    problem = trained.problem
    engine = problem.engine
    space = Space(engine, query)
    if way == "guided":
        space = PolicyOrder(trained.policy, problem, problem.program).space(engine, query)
    began = process_time()
    found = first_answer(way, space, budget=args.budget, seconds=args.seconds)
    row: Row = {"search": way, "task": task.stem, "inferences": found.inferences}
    row |= {"cpu_s": round(process_time() - began, 1), "plan": None, "valid": None}
    if found.choices is not None:
        try:
            with stack_limit(PROOF_STACK_BYTES):
                lines = verify_one(engine, query, found.choices, "plain_proof").lines
        except EngineError as error:  # a long plan of large states: its stack is full
            print(f"{task.stem}: not counted, no proof of it is made: {error.what}")
        else:
            moves = [line.goal for line in lines if line.kind == "action"]
            row |= {"plan": len(moves), "valid": is_valid(domain, task, moves)}
            row["proof_cpu_s"] = round(process_time() - began - row["cpu_s"], 1)
    print(row, flush=True)
    return row


def summary(way: str, rows: list[Row], args: argparse.Namespace) -> Row:
    """Count the tasks of a level that a search solves."""
    plans = [row["plan"] for row in rows if row["plan"] is not None]
    return {
        "search": way,
        "within": f"{args.budget:,}, {args.seconds:g} s",
        "solved": f"{len(plans)} of {len(rows)}",
        "valid": sum(row["valid"] is True for row in rows),
        "median plan": median(plans) if plans else None,
        "cpu_s": round(sum(row["cpu_s"] for row in rows)),
    }


IPC_2023 = PublicSet(
    Source(
        "ipc2023-learning/benchmarks",
        "ae70e8e3a535e7b05ed191dcb9fa8d572c1eeae3",
        "DOMAIN",
        "none is named",
    ),
    "how many tasks of a planning domain are solved?",
    measure,
)
