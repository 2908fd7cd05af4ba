"""Results to be kept in a run directory: what each search did with each query of a split.

The report of a run is made from these documents alone, when the program may be gone.
"""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from symbolic_rl.evaluation.alone import Evaluation
from symbolic_rl.evaluation.searches import SearchReport
from symbolic_rl.evaluation.tallies import Outcomes, SearchTally
from symbolic_rl.evaluation.trials import Tally


def search_result(found: SearchReport, command: str) -> dict[str, Any]:
    """Make the document of a comparison of searches.

    Args:
        found: the comparison.
        command: the command that made it.
    """
    return {
        "command": command,
        "split": found.split,
        "queries": list(found.queries),
        "labels": found.labels.tolist(),
        "of_queries": found.of_queries,
        "budgets": list(found.budgets),
        "complete": found.is_complete,
        "protocol": found.protocol(),
        "leaks": [str(leak) for leak in found.leaks],
        "refused": list(found.refused),
        "notes": found.notes(),
        "searches": [_search(one) for one in found.tried],
        "timings": [
            {
                "search": one.search,
                "seconds": [s if isfinite(s) else None for s in one.seconds.tolist()],
                "start_up_s": one.start_up_s,
                "limit_s": one.limit_s,
            }
            for one in found.timings
        ],
    }


def _search(one: SearchTally) -> dict[str, Any]:
    return {
        "search": one.search,
        "protocol": one.method.protocol,
        "uses_policy": one.method.uses_policy,
        "counts_steps": one.method.counts_steps,
        "seconds": one.seconds,
        "within": {str(budget): _outcomes(found) for budget, found in one.outcomes.items()},
        "counters": list(one.counters),
    }


def _outcomes(found: Outcomes) -> dict[str, Any]:
    return {
        "refuted": found.refuted.astype(int).tolist(),
        "inferences": found.inferences.tolist(),
        "lengths": found.lengths.tolist(),
        "ended": list(found.ended),
    }


def alone_result(found: Evaluation, queries: Sequence[str], command: str) -> dict[str, Any]:
    """Make the document of an evaluation of the policy alone.

    Args:
        found: the evaluation.
        queries: [Q] their text.
        command: the command that made it.
    """
    return {
        "command": command,
        "split": found.split,
        "mode": found.mode,
        "attempts": found.attempts,
        "max_inferences": found.max_inferences,
        "queries": list(queries),
        "labels": found.labels.tolist(),
        "of_queries": found.of_queries,
        "policy": _tally(found.tally),
        "baselines": {name: _tally(tally) for name, tally in found.baselines.items()},
        "counters": found.counters,
        "protocol": found.protocol(),
        "leaks": [str(leak) for leak in found.leaks],
        "notes": found.notes(),
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "refuted": tally.refuted.astype(int).tolist(),
        "inferences": tally.inferences.tolist(),
    }
