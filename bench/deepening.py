"""How many inferences a second does iterative deepening make?

    python bench/deepening.py [--programs blocks/test_6 robinson/test countries_s3/test nrev]
        [--queries 10] [--max-inferences 300000] [--repeats 5]

Searches the first ``--queries`` of a split, or naive reverse of lists of 30, one after another in
one thread, each for its first answer or ``--max-inferences``. No policy takes part. Rates are those
of CPU seconds of this process, medians of ``--repeats``, the programs by turns.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with
``program, queries, inferences, inferences_per_second``) and ``machine``.
"""

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.program import Query
from symbolic_rl.search import AnswerIterator, IterativeDeepening, Limits, Space

NREV = """app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
nrev([], []).
nrev([H|T], R) :- nrev(T, S), app(S, [H], R).
"""
LENGTH = 30


@dataclass
class Case:
    """Queries of a program, and what was measured on them."""

    name: str
    engine: PrologEngine
    queries: list[Query]
    inferences: int
    rates: list[float]

    def run(self, max_inferences: int) -> None:
        """Search each query once."""
        self.inferences = 0
        started = process_time()
        for query in self.queries:
            search = IterativeDeepening(Space(self.engine, query))
            AnswerIterator(search, Limits(max_inferences=max_inferences)).take(1)
            self.inferences += search.inferences
        self.rates.append(self.inferences / (process_time() - started))


def make_case(name: str, n_queries: int) -> Case:
    """Load a split of a pack, ``PACK/SPLIT``, or ``nrev``."""
    if name == "nrev":
        with tempfile.TemporaryDirectory() as folder:
            numbers = ",".join(map(str, range(LENGTH)))
            Path(folder, "program.pl").write_text(NREV)
            Path(folder, "train.pl").write_text(f"query(nrev([{numbers}], R), true).\n")
            Path(folder, "env.toml").write_text('description = "Naive reverse."\n')
            problem = load_problem(folder)
        queries = problem.queries("train") * n_queries
    else:
        env, _, split = name.partition("/")
        problem = load_problem(env)
        queries = problem.queries(split)[:n_queries]
    program = problem.program
    engine = PrologEngine(program, problem.env_config, answers=True)
    return Case(name, engine, queries, 0, [])


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    programs = ["blocks/test_6", "robinson/test", "countries_s3/test", "nrev"]
    parser.add_argument("--programs", nargs="+", default=programs)
    parser.add_argument("--queries", type=int, default=10)
    parser.add_argument("--max-inferences", type=int, default=300_000)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    machine = start("inferences a second of iterative deepening")
    cases = [make_case(name, args.queries) for name in args.programs]
    for _ in range(args.repeats):
        for case in cases:
            case.run(args.max_inferences)
    rows = [
        {
            "program": case.name,
            "queries": len(case.queries),
            "inferences": case.inferences,
            "inferences_per_second": round(median(case.rates)),
        }
        for case in cases
    ]
    print_table(rows)
    finish({"rows": rows}, machine)


if __name__ == "__main__":
    main()
