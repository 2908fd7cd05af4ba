"""What does `prove --goals` cost beside the searches themselves?

    python bench/own_goals.py [--env blocks] [--goals 1000] [--frames 20000] [--repeats 5]
        [--budget 100000]

Trains as ``symbolic-rl train`` does for ``--frames`` frames, writes ``--goals`` goals of the pack's
own queries to a file, and then, by turns, searches for their proofs with the run's policy as
``prove RUN --goals FILE --save RECORDS`` does (each proof derived again, written and printed), and
with the same searches alone. CPU seconds of this process, medians of ``--repeats``; loading the
program and importing torch are in neither.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
goals, proved, search_s, goals_s, ratio``) and ``machine``.
"""

import argparse
import contextlib
import io
import tempfile
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import process_time

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.cli.goals import prove_goals
from symbolic_rl.play.problem import load_problem
from symbolic_rl.proofs.goals import AT_ONCE, GoalBatch
from symbolic_rl.search import AnswerIterator, Limits, make_search
from symbolic_rl.search.base import MemoryBudget
from symbolic_rl.search.scheduler import run_side_by_side
from symbolic_rl.training.train import train


def searched(batch: GoalBatch) -> tuple[float, int]:
    """Run the searches of a batch alone; return CPU seconds and the number of proofs."""
    began, memory = process_time(), MemoryBudget(0, AT_ONCE)
    spaces = (batch.space(query) for query in batch.queries)
    tasks = (
        AnswerIterator(make_search(batch.search, space), batch.limits, memory).first()
        for space in spaces
    )
    found = run_side_by_side(tasks, at_once=AT_ONCE)
    return process_time() - began, sum(bool(result.answers) for result in found)


def proved(batch: GoalBatch, file: Path) -> float:
    """Prove the goals of a batch as the command does; return CPU seconds."""
    began = process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        prove_goals(batch, file, jsonl=False)
    return process_time() - began


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--env", default="blocks")
    parser.add_argument("--goals", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--budget", type=int, default=100_000)
    args = parser.parse_args()
    card = start("What does `prove --goals` cost beside the searches themselves?")
    problem = load_problem(args.env)
    config = problem.pack.train.override({"total_frames": args.frames}, where="bench")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with contextlib.redirect_stdout(io.StringIO()):
            train(problem, config, folder / "run", source=args.env)
        texts = islice(cycle(query.text for query in problem.queries("train")), args.goals)
        (folder / "goals.pl").write_text("".join(f"{text}.\n" for text in texts))
        limits = Limits(max_inferences=args.budget)
        batch = GoalBatch(folder / "run", folder / "goals.pl", limits=limits)
        alone, whole, n_proved = [], [], 0
        for repeat in range(args.repeats + 1):  # the first one warms up
            seconds, n_proved = searched(batch)
            alone.append(seconds)
            whole.append(proved(batch, folder / f"records{repeat}.jsonl"))
        row = {
            "env": args.env,
            "goals": len(batch.queries),
            "proved": n_proved,
            "search_s": round(median(alone[1:]), 3),
            "goals_s": round(median(whole[1:]), 3),
            "ratio": round(median(whole[1:]) / median(alone[1:]), 3),
        }
    print_table([row])
    finish({"rows": [row]}, card)


if __name__ == "__main__":
    main()
