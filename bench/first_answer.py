"""Does guided search next to compiled SWI-Prolog answer as soon as the latter alone?

    python bench/first_answer.py [--cases blocks/test_6 family keys/test_larger ...]
        [--queries 20] [--limit-s 20] [--cpu-s 120] [--runs FOLDER]
    python bench/first_answer.py --plain 20000 [--cases ...] [--queries 20]

And, with ``--plain``: does a portfolio of plain searches, the default of ``prove``, answer as soon
as the best of them alone?

Users wait seconds. Tries every test split of every pack and stranger (``bench/strangers``), or the
``--cases``: a pack with its splits, or one split. For each program, takes the run of that name in
``--runs``, or trains one as ``symbolic-rl train`` does (expert iteration, kept in that folder if
given), for at most ``--cpu-s`` CPU seconds (0: to its end). Packs that compiled SWI-Prolog refuses
(MDPs) are left out, and listed.

The first ``--queries`` queries of a split are searched one at a time, alternately by compiled
SWI-Prolog alone, for half of ``--limit-s``, and by guided search together with compiled SWI-Prolog,
for all of it. The time is wall clock until the first answer. Start-up is excluded: the program is
loaded, the policy is open, and a first search of the first query, which compiles the program, is
not counted. The two alternate query by query so that both see the same load; on a machine with a
single core, the combined search shares it evenly.

The claim, for T of 0.02, 0.2, 2 and 20 seconds up to the limit: guided search together with
compiled SWI-Prolog proves within T at least as many queries of the split as compiled SWI-Prolog
alone within T/2. And on ``robinson/test`` and ``blocks/test_6`` it proves at least 0.95 within 1 s,
where compiled SWI-Prolog proves at most 0.3.

With ``--plain N``, each plain search runs on the same queries and on the queries of
``bench/common/first_answers.pl``, within N inferences, or 16 N where SWI-Prolog counts them. The
claim: if a plain search answers a query with M inferences, by its own count, the portfolio answers
it with at most 4 M + 256 (its first turns take the 256). The last line has ``rows`` with ``case,
queries, answered`` (by a single search), ``by_portfolio, median`` and ``worst`` (ratios of
inferences), ``found_by, holds``.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``env,
split, queries, within_s, guided_with_swipl, swipl_in_half, holds``), ``within_a_second`` (each
with ``env, split, queries, guided_with_swipl, swipl, holds``; of the two splits above), ``holds``
(true if all hold), ``refused`` (packs, with the reason) and ``machine``. Counts are of queries.
The exit code is 1 if a claim does not hold.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import torch
from common.flags import make_parser
from common.training import train
from strangers import ENVS as STRANGERS, stranger

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.open import open_run
from symbolic_rl.program.pack import Pack, list_packs, load_pack
from symbolic_rl.search import AnswerIterator, Limits, Space, make_search, search_method
from symbolic_rl.search.in_prolog import refusal
from symbolic_rl.search.opened import open_goals
from symbolic_rl.search.policy_order import PolicyOrder

TIMES_S = (0.02, 0.2, 2.0, 20.0)
HARD = (("robinson", "test"), ("blocks", "test_6"))
"""Splits of which guided search is to prove 0.95 within a second."""
MOST_INFERENCES = 2**42
PROGRAMS = Path(__file__).parent / "common" / "first_answers.pl"
GOALS = (
    "value_of(E, [a, b])", "value_of(E, [i, do, see, you, right, here, now])",
    'calculated("12*(3+4)-5", V)', 'calculated("2*(3+(4-1)*5)-7*2", V)',
    "theorem(i(a, a), s(s(s(0))))", "times(inverse(inverse(a)), identity, a)",
    "hanoi(8, a, b, c, M)", "hanoi(13, a, b, c, M)", "counted_to(5000, X)", "reach(a, X)",
    "reach(a, d)",
)  # fmt: skip
"""Goals of these programs, of which one search or another fails to answer some in a million."""
PLAIN = ("iterative-deepening", "breadth-first", "unguided", "prolog", "swipl", "bottom-up")
FACTOR, FIRST_TURNS = 4, 256
"""A portfolio takes at most the first times the inferences of a single search, and the second."""
PER_STEP = 16
"""Inferences of SWI-Prolog that take as long as one in C."""


def pack_of(env: str) -> Pack:
    """Return a pack or a stranger, with all its splits."""
    return stranger(env) if env in STRANGERS else load_pack(env)


def opened(env: str, args: argparse.Namespace, folder: Path) -> tuple[Problem, DerivationPolicy]:
    """Return the problem and the policy of a run, which is made where there is none."""
    run_dir = folder / env
    if not (run_dir / "config.json").is_file():
        problem = load_problem(pack_of(env))
        trained = train(problem, "expert", 0, cpu_s=args.cpu_s or inf, run_dir=run_dir)
        print(f"{env}: trained for {trained.cpu_s:.0f} CPU s", flush=True)
    problem, policy = open_run(run_dir)
    if env not in STRANGERS:
        return problem, policy
    # a run records the folder of its program, not the extra split of a stranger
    return load_problem(pack_of(env), problem.env_config).shown_with(problem.ids), policy


def seconds_of(search: str, space: Space, limit_s: float, *, swipl: bool = False) -> float:
    """Return the seconds until the first answer; infinite without one."""
    limits = Limits(max_inferences=MOST_INFERENCES, timeout_s=limit_s)
    started = perf_counter()
    found = AnswerIterator(make_search(search, space, swipl=swipl), limits).take(1)
    return perf_counter() - started if found.answers else inf


def times(spaces: Sequence[Space], limit_s: float) -> tuple[list[float], list[float]]:
    """Return the seconds for each query, compiled SWI-Prolog alone and next to guided search."""
    alone, combined = [], []
    seconds_of("guided", spaces[0], limit_s, swipl=True)
    for number, space in enumerate(spaces):
        if number % 2:  # neither is always the first to touch the query
            combined.append(seconds_of("guided", space, limit_s, swipl=True))
        alone.append(seconds_of("swipl", space, limit_s / 2))
        if not number % 2:
            combined.append(seconds_of("guided", space, limit_s, swipl=True))
    return alone, combined


def inferences_of(search: str, space: Space, most: int) -> tuple[float, str]:
    """Return the inferences until the first answer, infinite without one, and who found it."""
    if search_method(search).refusal(space):
        return inf, ""
    most *= 1 if search_method(search).counts_steps else PER_STEP
    found = AnswerIterator(make_search(search, space), Limits(max_inferences=most)).take(1)
    return (found.inferences, found.answers[0].found_by) if found.answers else (inf, "")


def plain_row(case: str, spaces: Sequence[Space], most: int) -> dict[str, Any]:
    """Return how a portfolio compares with the best plain search for each query."""
    best, taken, by = list[float](), list[float](), Counter[str]()
    allowed = list[float]()
    for space in spaces:
        best.append(min(inferences_of(search, space, most)[0] for search in PLAIN))
        allowed.append(FACTOR * best[-1] + FIRST_TURNS if best[-1] < inf else most)
        # A limit also counts turned pages and large states, the claim inferences alone.
        inferences, found_by = inferences_of("portfolio", space, 2 * int(allowed[-1]))
        taken.append(inferences)
        by.update([found_by] if found_by else [])
    ratios = [one / least for one, least in zip(taken, best, strict=True) if least < inf]
    return {
        "case": case,
        "queries": len(spaces),
        "answered": len(ratios),
        "by_portfolio": sum(one < inf for one in taken),
        "median": round(median(ratios), 2) if ratios else None,
        "worst": round(max(ratios), 2) if ratios else None,
        "found_by": dict(by),
        "holds": all(a <= b for a, b, m in zip(taken, allowed, best, strict=True) if m < inf),
    }


def plain_rows(cases: Sequence[str], n_queries: int, most: int) -> Iterator[dict[str, Any]]:
    """Yield a row for each split, and one for the goals of ``PROGRAMS``."""
    opened = open_goals(PROGRAMS)
    yield plain_row(PROGRAMS.name, [opened.space(goal) for goal in GOALS], most)
    for env in dict.fromkeys(case.partition("/")[0] for case in cases):
        problem = load_problem(pack_of(env))
        if problem.engine.vocabulary.has_chance:
            continue
        engine = PrologEngine(problem.program, problem.env_config, answers=True)
        for split in (one for one in problem.pack.queries if one.startswith("test")):
            if env in cases or f"{env}/{split}" in cases:
                queries = [query for query in problem.queries(split) if query.label][:n_queries]
                yield plain_row(f"{env}/{split}", [Space(engine, one) for one in queries], most)


def within(seconds: Sequence[float], limit_s: float) -> int:
    """Return how many queries were proved within a time."""
    return sum(one <= limit_s for one in seconds)


def measure(
    cases: Sequence[str], args: argparse.Namespace, folder: Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, str]]:
    """Return the rows, those within a second, and the packs that were refused."""
    rows, hard, refused = list[dict[str, Any]](), list[dict[str, Any]](), dict[str, str]()
    for env in dict.fromkeys(case.partition("/")[0] for case in cases):
        if why := refusal(load_problem(pack_of(env)).engine):
            refused[env] = why
            continue
        problem, policy = opened(env, args, folder)
        program = problem.program
        engine = PrologEngine(program, problem.env_config, answers=True)
        order = PolicyOrder(policy, problem, program)
        for split in (one for one in problem.pack.queries if one.startswith("test")):
            if env not in cases and f"{env}/{split}" not in cases:
                continue
            queries = [query for query in problem.queries(split) if query.label][: args.queries]
            alone, combined = times([order.space(engine, query) for query in queries], args.limit_s)
            case = {"env": env, "split": split, "queries": len(queries)}
            for t in (t for t in TIMES_S if t <= args.limit_s):
                counts = within(combined, t), within(alone, t / 2)
                names = "guided_with_swipl", "swipl_in_half"
                found = dict(zip(names, counts, strict=True))
                rows.append({**case, "within_s": t, **found, "holds": counts[0] >= counts[1]})
            if (env, split) in HARD:
                n, of_swipl = within(combined, 1.0), within(alone, 1.0)
                holds = n >= 0.95 * len(queries) and of_swipl <= 0.3 * len(queries)
                found = {"guided_with_swipl": n, "swipl": of_swipl}
                hard.append({**case, **found, "holds": holds})
            print_table([row for row in rows if (row["env"], row["split"]) == (env, split)])
    return rows, hard, refused


def main() -> int:
    """Measure and print."""
    parser = make_parser(__doc__)
    parser.add_argument("--cases", nargs="+", default=[*list_packs(), *STRANGERS])
    parser.add_argument("--queries", type=int, default=20, help="of each split, the first")
    parser.add_argument("--limit-s", type=float, default=20.0)
    parser.add_argument("--cpu-s", type=float, default=120.0, help="of training; 0: to its end")
    parser.add_argument("--runs", type=Path, help="folder of runs, kept and used again")
    parser.add_argument("--plain", type=int, default=0, metavar="N", help="a portfolio instead")
    args = parser.parse_args()
    if args.plain:
        card = start("inferences until the first answer: a portfolio and the best plain search")
        plain = list[dict[str, Any]]()
        for row in plain_rows(args.cases, args.queries, args.plain):
            plain.append(row)
            ends = "holds" if row["holds"] else "does not hold"
            print(f"{row['case']}: {ends}", file=sys.stderr, flush=True)
        print_table(plain)
        finish({"rows": plain, "holds": all(row["holds"] for row in plain)}, card)
        return 0 if all(row["holds"] for row in plain) else 1
    torch.set_num_threads(1)
    card = start("first answers in seconds: compiled SWI-Prolog alone, and guided search with it")
    with tempfile.TemporaryDirectory() as temporary:
        rows, hard, refused = measure(args.cases, args, args.runs or Path(temporary))
    print_table(rows)
    print_table(hard)
    holds = all(row["holds"] for row in rows + hard)
    failed = [f"{row['env']}/{row['split']}" for row in rows + hard if not row["holds"]]
    print("holds everywhere" if holds else f"does not hold: {', '.join(dict.fromkeys(failed))}")
    finish({"rows": rows, "within_a_second": hard, "holds": holds, "refused": refused}, card)
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())
