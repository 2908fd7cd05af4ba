"""Keep evaluations in run directories: tables, proofs of guided search, recorded searches."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine import COUNTERS
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.table import Outcomes, OutcomeTable
from symbolic_rl.evaluation.verdicts import by_policy, verdict
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.proofs.proof import verify_one
from symbolic_rl.report.kept import KeptProofs, to_bytes
from symbolic_rl.search.policy_order import PolicyOrder

MOST_PROOFS = 200
"""Most proofs kept of a split."""


def keep_table(
    run_dir: Path, problem: Problem, policy: DerivationPolicy, table: OutcomeTable, command: str
) -> None:
    """Write a table of outcomes and the proofs of guided search into a run directory.

    ``policy`` guided the searches; ``command`` is the command line that made the table.
    """
    run = RunDirectory.open(run_dir)
    run.keep_result("tables", replace(table, command=command).as_json())
    if guided := by_policy(table, is_search=True):
        proofs = _proofs(problem, policy, table, guided)
        run.keep_proofs(table.split, to_bytes(proofs.as_json()))


def _proofs(
    problem: Problem, policy: DerivationPolicy, table: OutcomeTable, guided: Outcomes
) -> KeptProofs:
    kept, program = KeptProofs(), problem.program
    engine = PrologEngine(program, problem.env_config, answers=True)
    queries = problem.queries(table.split)
    proved = [(i, one) for i, one in enumerate(guided.found) if one is not None]
    for i, one in proved[:MOST_PROOFS]:
        proof = verify_one(engine, queries[i], one.choices)
        by = one.found_by or guided.method
        kept.add(replace(proof, found_by=by, found_after=one.found_after))
    order = PolicyOrder(policy, problem, program)
    # Recording runs the policy in Python, which is slow: only a few queries are recorded.
    for i, why in worth_a_look(table):
        known_by, known = _known(table, i)
        space = order.space(engine, queries[i].without_answer(program.vocabulary))
        kept.record(queries[i].text, space, known, why=why, known_by=known_by)
    return kept


def _known(table: OutcomeTable, i: int) -> tuple[str, Sequence[tuple[int, int]]]:
    """Return the name and choices of a proof of a query, preferably of guided search."""
    for one in sorted(table.searches, key=lambda one: not one.uses_policy):
        found = last.found if (last := table.last(one.name)) else ()
        if i < len(found) and (derivation := found[i]) is not None:
            return one.name, derivation.choices
    return "", ()


def worth_a_look(table: OutcomeTable) -> list[tuple[int, str]]:
    """Return the queries whose guided search is most instructive, with the reasons.

    At most one query of each kind: proved by another search but not by the policy's; proved only by
    the policy's; the hardest it proves; proved by none; most candidates lost to limits.
    """
    said = verdict(table)
    if said is None:
        return []
    proved, spent = said.guided.proved, said.guided.inferences
    lost = [sum(found.get(name, 0) for name in COUNTERS) for found in said.guided.counters]
    hardest = max(range(len(proved)), key=lambda i: (proved[i], spent[i]))
    most_lost = max(range(len(lost)), key=lost.__getitem__)
    wanted = (
        (said.lost, "proved by another search, not by the policy's"),
        (said.newly, "proved by the policy's search only"),
        ([hardest] * proved[hardest], "the hardest that it proves"),
        (said.neither, "proved by no search"),
        ([most_lost] * bool(lost[most_lost]), "it lost most candidates to limits"),
    )
    chosen: dict[int, str] = {}
    for queries, why in wanted:
        for i in queries[:1]:
            chosen.setdefault(i, why)
    return list(chosen.items())
