"""Evaluations kept in a run directory: results, the proofs of guided search, recorded searches."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.engine import COUNTERS
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.results import search_result
from symbolic_rl.evaluation.searches import SearchReport
from symbolic_rl.play.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.proofs.compact import RECORDED, ProofTable, pack
from symbolic_rl.proofs.proof import replay_one
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.recorded import record

MOST_PROOFS = 200
"""Proofs that are kept of a split."""


def keep_searches(
    run_dir: Path,
    problem: Problem,
    policy: DerivationPolicy,
    found: SearchReport,
    command: str,
) -> None:
    """Write what searches of a split have found into the directory of a run.

    Args:
        run_dir: directory of the run.
        problem: program and queries.
        policy: guided the searches.
        found: the comparison of searches.
        command: the command that made it.

    Raises:
        OSError: it cannot be written.
    """
    run = RunDirectory.open(run_dir)
    run.keep_result("searches", search_result(found, command))
    run.keep_proofs(found.split, pack(_proofs(problem, policy, found).as_json()))


def _proofs(problem: Problem, policy: DerivationPolicy, found: SearchReport) -> ProofTable:
    table, program = ProofTable(), problem.program.in_prolog
    guided = next((one for one in found.tried if one.method.uses_policy), None)
    if program is None or guided is None:
        return table
    engine = PrologEngine(program, problem.env_config, answers=True)
    queries = problem.queries(found.split)
    proved = [i for i, one in enumerate(guided.found) if one is not None]
    for i in proved[:MOST_PROOFS]:
        one = guided.found[i]
        assert one is not None
        proof = replay_one(engine, queries[i], one.choices)
        table.add(queries[i].text, proof, search=guided.search, found_after=one.found_after)
    order = PolicyOrder(policy, problem, program)
    for i, why in worth_a_look(found):
        known_by, known = _known(found, i)
        query = queries[i].without_answer(program.vocabulary)
        space = order.space(engine, query, found.settings)
        search, result = record(space, RECORDED, known, order.cuts)
        text = queries[i].text
        table.add_search(text, program, search, result, why=why, known_by=known_by)
    return table


def _known(found: SearchReport, i: int) -> tuple[str, Sequence[tuple[int, int]]]:
    """Return a search that has proved a query, the guided first, and the choices of its proof."""
    tried = sorted(found.tried, key=lambda one: not one.method.uses_policy)
    for one in tried:
        if i < len(one.found) and (derivation := one.found[i]) is not None:
            return one.search, derivation.choices
    return "", ()


def worth_a_look(found: SearchReport) -> list[tuple[int, str]]:
    """Return queries whose guided search tells most about the policy, each with the reason.

    A query that another search proves and the policy's does not; one that only the policy's search
    proves; the hardest that it proves; the first without a proof; the one that lost most candidates
    to limits and errors.
    """
    guided = next((one for one in found.tried if one.method.uses_policy and one.outcomes), None)
    plain = [one for one in found.tried if not one.method.uses_policy and one.outcomes]
    if guided is None:
        return []
    n = min([guided.refuted.size, *(one.refuted.size for one in plain)])
    mine = guided.refuted[:n]
    others = np.zeros(n, bool)
    for one in plain:
        others |= one.refuted[:n]
    lost = np.array(
        [sum(found.get(name, 0) for name in COUNTERS) for found in guided.counters[:n]], np.int64
    )
    spent = np.where(mine, guided.inferences[:n], -1)
    wanted: Sequence[tuple[Any, str]] = (
        (np.flatnonzero(~mine & others)[:1], "proved by another search, not by the policy's"),
        (np.flatnonzero(mine & ~others)[:1], "proved by the policy's search only"),
        (np.argsort(-spent, kind="stable")[: int(mine.any())], "the hardest that it proves"),
        (np.flatnonzero(~mine & ~others)[:1], "proved by no search"),
        (np.argsort(-lost, kind="stable")[: int(lost.any())], "it lost most candidates to limits"),
    )
    chosen: dict[int, str] = {}
    for queries, why in wanted:
        for i in queries.tolist():
            chosen.setdefault(i, why)
    return list(chosen.items())
