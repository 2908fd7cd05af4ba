"""Sections of a report besides outcomes, curves and proofs: findings, settings, protocol."""

from collections.abc import Iterator, Mapping, Sequence

from symbolic_rl.base.console import duration
from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.evaluation.table import Outcomes, OutcomeTable
from symbolic_rl.evaluation.verdicts import protocol as protocol_of
from symbolic_rl.report.chart import shares
from symbolic_rl.report.page import bullets, table
from symbolic_rl.report.runs import Document, ReportedRun
from symbolic_rl.training.findings import COUNTERS_IN_WORDS, HARMLESS

NOT_PROVED = "has no proof", "not proved"
"""Ends of a query without a proof, by whether it is searched again."""


def training(runs: Sequence[ReportedRun]) -> Markup:
    """Return which training queries were proved, and which took most."""
    many = len(runs) > 1
    return join(
        *(
            _training_queries(run, f"{run.name}: " if many else "")
            for run in runs
            if run.training_queries
        )
    )


def _training_queries(run: ReportedRun, name: str) -> Markup:
    rows = run.training_queries
    given = [row for row in rows if row["origin"] == "given"]
    proved = [row for row in given if int(row["steps"])]
    text = f"{name}{len(proved):,} of {len(given):,} training queries were proved"
    if len(rows) > len(given):
        text += f", and {len(rows) - len(given):,} goals like them proposed and learned from"
    unproved = [row for row in given if not int(row["steps"])]
    hardest = sorted(proved, key=lambda row: -int(row["inferences"]))
    listed: list[tuple[list[object], str]] = []
    for row in (*unproved[:20], *hardest[:20]):
        steps = int(row["steps"])
        cells: list[object] = [
            _code(_short(row["query"])),
            f"{int(row['round']):,}" if steps else NOT_PROVED[bool(int(row["next_budget"]))],
            f"{int(row['inferences']):,}",
            f"{steps:,}" if steps else "-",
        ]
        listed.append((cells, ""))
    heads: list[object] = ["query", "round", "inferences", "proof steps"]
    caption = "Training queries: at most 20 without a proof, and the 20 that took most inferences"
    summary = element("summary", f"{name}hardest training queries")
    return join(
        element("p", f"{text}."), element("details", summary, table(caption, heads, listed))
    )


def findings(runs: Sequence[ReportedRun]) -> Markup:
    """Return what went wrong and how to fix it, where the time went, and which limits were hit."""
    parts: list[Markup] = []
    for run in runs:
        rows: list[tuple[list[object], str]] = [
            ([one.topic, one.text, one.fix or "-"], "") for one in run.findings
        ]
        rows.sort(key=lambda row: row[0][2] == "-")
        if len(runs) > 1:
            parts.append(element("h3", run.name))
        if rows:
            caption = "What the run shows; what asks for something first"
            parts.append(table(caption, ["topic", "finding", "to fix"], rows, texts=3))
        if run.metrics:
            ordered = sorted(run.metrics.share.items(), key=lambda pair: -pair[1])
            parts.append(element("p", f"Phases of {duration(run.metrics.seconds)} of training:"))
            parts.append(shares([(name, share) for name, share in ordered if share >= 0.005]))
        else:
            parts.append(element("p", "There was no update yet."))
    return join(*parts, _limits(runs))


def _limits(runs: Sequence[ReportedRun]) -> Markup:
    """Return the counters of training and of the policy's evaluations, and who hit them most."""
    rows: list[tuple[list[object], str]] = []
    for run in runs:
        of = f", {run.name}" if len(runs) > 1 else ""
        counted = run.summary.get("counters", {})
        rows += [_counter(name, f"training{of}", n, "", "") for name, n in counted.items() if n]
        for split, found in run.tables.items():
            goals = _goals(run.proofs.get(split, {}))
            for method in found.methods:
                if method.uses_policy and (last := found.last(method.name)):
                    where = f"{method.title}, {split}{of}"
                    rows += _counters(found, last, where, goals if method.is_search else {})
    if not rows:
        return element("p", "No limit was hit, and nothing was lost, cut or left out.")
    heads: list[object] = ["what", "where", "most by the query", "most at the goal", "times"]
    caption = (
        "Counters that are not 0. Training and the policy alone are counted as a whole; "
        "the goals, and the clauses that led to them, are those of recorded searches."
    )
    return table(caption, heads, rows, texts=4)


def _counters(
    found: OutcomeTable, last: Outcomes, where: str, goals: Mapping[str, str]
) -> Iterator[tuple[list[object], str]]:
    """Yield the rows of a method: its counters are by query, or those of all queries together."""
    for name in dict.fromkeys(name for counted in last.counters for name in counted):
        counts = [counted.get(name, 0) for counted in last.counters]
        worst = ""
        if len(counts) == last.n:
            i = max(range(last.n), key=counts.__getitem__)
            worst = f"{_short(found.queries[i])} ({counts[i]:,})"
        yield _counter(name, where, sum(counts), worst, goals.get(name, ""))


def _counter(name: str, where: str, n: int, query: str, goal: str) -> tuple[list[object], str]:
    harmless = " (no proof is lost by it)" if name in HARMLESS else ""
    what = join(name, element("small", COUNTERS_IN_WORDS.get(name, "") + harmless))
    return [what, where, _code(query), _code(goal), f"{n:,}"], ""


def _code(text: str) -> Markup:
    return element("code", text) if text else join("-")


def _short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:160]} ..."


def _goals(kept: Document) -> dict[str, str]:
    """Return for each counter the goal of recorded searches that hit it most, and its clause."""
    most: dict[str, tuple[int, str]] = {}
    for search in kept.get("searches", []):
        for name, (goal, n, clause) in search["lost"].items():
            text = f"{_short(goal)} ({n:,})"
            if clause >= 0:
                file, line, source = kept["clauses"][clause]
                text += f", after {file}:{line}: {_short(' '.join(source.split()))}"
            most[name] = max(most.get(name, (0, "")), (n, text))
    return {name: text for name, (_, text) in most.items()}


def trained(runs: Sequence[ReportedRun]) -> Markup:
    """Return what was trained: program, settings that differ from the defaults, commands."""
    parts: list[Markup] = []
    for run in runs:
        if len(runs) > 1:
            parts.append(element("h3", run.name))
        parts.append(_facts(run))
        rows: list[tuple[list[object], str]] = [
            ([join(s.name, element("small", s.meaning)), str(s.value), str(s.default)], "")
            for s in run.settings
        ]
        if rows:
            caption = "Settings that differ from the defaults of the package"
            parts.append(table(caption, ["setting", "here", "default"], rows, texts=3))
        else:
            parts.append(element("p", "All settings are the defaults of the package."))
        commands = run.commands or [f"symbolic-rl train --config {run.path}/config.json"]
        parts.append(element("p", "Made by"))
        parts += [element("pre", line, tabindex="0") for line in commands]
    return join(*parts)


def _facts(run: ReportedRun) -> Markup:
    config = run.config
    versions = ", ".join(f"{name} {version}" for name, version in config.versions.items())
    facts = {
        "program": config.problem,
        "source": config.source,
        "fingerprint of program and queries": config.fingerprint,
        "goals": config.goals,
        "started with the weights of": config.weights_from,
        "run directory": str(run.path),
        "versions": versions,
    }
    pairs = [
        element("div", element("dt", name, class_="muted"), element("dd", element("code", value)))
        for name, value in facts.items()
        if value
    ]
    return element("dl", *pairs, class_="facts")


def protocol(runs: Sequence[ReportedRun]) -> Markup:
    """Return how the outcomes of the evaluations were made."""
    parts: list[Markup] = []
    for run in runs:
        for split, found in run.tables.items():
            of = f", {run.name}" if len(runs) > 1 else ""
            parts += [element("h3", f"{split}{of}"), bullets(protocol_of(found))]
    text = (
        "Intervals of shares are Wilson's, 95 %: they cover the draw of the queries, not that of "
        "the training seed. A query is newly proved where the policy's search proves it and no "
        "other search of the table does, within the largest budget that all were given."
    )
    return join(*parts, element("p", text))
