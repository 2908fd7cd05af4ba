"""Learning track of the planning competition of 2023: tasks solved, of one domain.

Protocol. ``FOLDER`` is the clone; ``--only`` names the domain, blocksworld by default. A policy
learns from the first ``--learned`` training tasks (0: all; they are ordered by size) within
``--frames``, as ``symbolic-rl import pddl`` and ``train`` do it. Test tasks are searched within
``--budget`` inferences, which a state with many moves takes more than one of, guided by the policy
and guided without one; ``--level`` says which: easy, medium or hard. SWI-Prolog derives every plan
again, and the validator of unified-planning, where that is installed, checks it from the files of
PDDL.
"""

import argparse
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from common.training import cpu_seconds, train

from sets.base import Measured, PublicSet, Row, Source
from symbolic_rl.base.errors import EngineError
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.importers import ImportRequest
from symbolic_rl.importers.pddl import import_pddl
from symbolic_rl.proofs.proof import verify_one


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
    tested = sorted((folder / "testing" / args.level).glob("*.pddl"))
    with tempfile.TemporaryDirectory() as temporary:
        learned = Path(temporary, "learned")
        learned.mkdir()
        for task in tasks[: args.learned or None]:
            shutil.copy(task, learned)
        files = (domain, learned, folder / "testing" / args.level)
        print(import_pddl(ImportRequest("pddl", "", files, "pack", Path(temporary))))
        problem = load_problem(Path(temporary, "pack"))
        trained = train(problem, "expert", args.seed, frames=args.frames or 0)
        problem, rows, table = trained.problem, list[Row](), list[Row]()
        print(f"{trained.proved:.3f} proved, {trained.cpu_s:.0f} CPU s", flush=True)
        engine = PrologEngine(problem.program, problem.env_config)
        for way in ("guided", "unguided"):
            began, effort = cpu_seconds(), Effort(budgets=(args.budget,))
            (found,) = evaluate(problem, trained.policy, "test", (way,), effort).outcomes
            spent = cpu_seconds() - began
            each = zip(tested, problem.queries("test"), found.found, found.inferences, strict=True)
            those = list[Row]()
            for task, query, plan, n in each:
                if plan is not None:
                    try:
                        lines = verify_one(engine, query, plan.choices).lines
                    except EngineError as error:  # a long plan of large states: its stack is full
                        print(f"{task.stem}: not counted, no proof of it is made: {error.what}")
                        continue
                    moves = [line.goal for line in lines if line.kind == "action"]
                    valid = is_valid(domain, task, moves)
                    shown = {"search": way, "task": task.stem, "inferences": n}
                    those.append({**shown, "plan": len(moves), "valid": valid})
            rows += those
            table.append({
                "search": way,
                "within": args.budget,
                "solved": f"{len(those)} of {len(tested)}",
                "valid": sum(one["valid"] is True for one in those),
                "median plan": median(one["plan"] for one in those) if those else None,
                "cpu_s": round(spent),
            })  # fmt: skip
            print(table[-1], flush=True)
    return Measured(rows, table)


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
