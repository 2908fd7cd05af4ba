"""Limits that were hit: how often, and by which query, goal and clause most."""

from collections.abc import Mapping, Sequence

from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.proofs.prove import COUNTERS_IN_WORDS
from symbolic_rl.report.page import table
from symbolic_rl.report.runs import Document, ReportedRun

IN_WORDS = {
    **COUNTERS_IN_WORDS,
    "merged": "candidates left out as variants of another one of their state",
    "loops_masked": "candidates masked because they lead back to a state of the derivation",
    "page_limits": "episodes that ended at max_pages",
    "view_cuts": "views of states that did not fit and were cut",
    "worker_restarts": "workers that were replaced",
}
"""Counter -> its description; others stand under their name."""

HARMLESS = ("variants", "merged", "pages_turned", "loops_masked")
"""Counters that lose no proof."""


def limits(runs: Sequence[ReportedRun]) -> Markup:
    """Return the counters of training and of evaluations that are not 0."""
    rows = []
    for run in runs:
        of = f", {run.name}" if len(runs) > 1 else ""
        for name, n in run.summary.get("counters", {}).items():
            rows.append(_row(f"training{of}", name, n))
        for split, found in run.of_kind("searches").items():
            by_goal = _by_goal(run.proofs.get(split, {}))
            for search in found["searches"]:
                if search["uses_policy"]:
                    hits = _by_query(found["queries"], search["counters"])
                    for name, by in hits.items():
                        worst = max(by, key=by.__getitem__)
                        rows.append(
                            _row(
                                f"searches by the policy, {split}{of}",
                                name,
                                sum(by.values()),
                                query=f"{_short(worst)} ({by[worst]:,})",
                                goal=by_goal.get(name, ""),
                            )
                        )
        for split, found in run.of_kind("alone").items():
            for name, n in found["counters"].items():
                rows.append(_row(f"the policy alone, {split}{of}", name, n))
    shown = [row for n, row in rows if n]
    if not shown:
        return element("p", "No limit was hit, and nothing was lost, cut or left out.")
    heads: list[object] = ["what", "where", "most by the query", "most at the goal", "times"]
    caption = (
        "Counters that are not 0. Training and the policy alone are counted as a whole; "
        "the goals, and the clauses that led to them, are those of recorded searches."
    )
    return table(caption, heads, [(row, "") for row in shown], texts=4)


def _row(
    where: str, name: str, n: int, *, query: str = "", goal: str = ""
) -> tuple[int, list[object]]:
    harmless = " (no proof is lost by it)" if name in HARMLESS else ""
    what = join(name, element("small", IN_WORDS.get(name, "") + harmless))
    cells: list[object] = [what, where, _code(query), _code(goal), f"{n:,}"]
    return n, cells


def _code(text: str) -> Markup:
    return element("code", text) if text else join("-")


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]} ..."


def _by_query(
    queries: Sequence[str], counters: Sequence[Mapping[str, int]]
) -> dict[str, dict[str, int]]:
    """Return for each counter the queries that hit it."""
    found: dict[str, dict[str, int]] = {}
    for query, counted in zip(queries, counters, strict=False):
        for name, n in counted.items():
            found.setdefault(name, {})[query] = n
    return found


def _by_goal(kept: Document) -> dict[str, str]:
    """Return for each counter the goal of recorded searches that hit it most, and its clause."""
    most: dict[str, tuple[int, str]] = {}
    for search in kept.get("searches", []):
        for name, (goal, n, *clause) in search["lost"].items():
            text = f"{_short(goal)} ({n:,}){_after(kept, clause)}"
            most[name] = max(most.get(name, (0, "")), (n, text))
    return {name: text for name, (_, text) in most.items()}


def _after(kept: Document, clause: Sequence[int]) -> str:
    if not clause or clause[0] < 0:
        return ""
    file, line, source = kept["clauses"][clause[0]]
    return f", after {file}:{line}: {_short(' '.join(source.split()))}"
