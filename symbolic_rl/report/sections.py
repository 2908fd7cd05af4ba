"""Sections of a report besides outcomes, curves and proofs: findings, settings, protocol."""

from collections.abc import Sequence

from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.evaluation.verdicts import protocol as protocol_of
from symbolic_rl.evaluation.verdicts import shortened
from symbolic_rl.report.page import bullets, table
from symbolic_rl.report.runs import ReportedRun

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
            element("code", shortened(row["query"])),
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
    """Return what the runs and their evaluations show: what is to be fixed first."""
    parts: list[Markup] = []
    for run in runs:
        found = sorted(run.findings, key=lambda one: not one.fix)
        rows: list[tuple[list[object], str]] = [
            ([one.topic, one.text, one.fix or "-"], "") for one in found
        ]
        of = f" of {run.name}" if len(runs) > 1 else ""
        if not run.rows:
            parts.append(element("p", f"There was no update{of} yet."))
        caption = f"What training and evaluations{of} show; a counter where it is not 0"
        parts.append(table(caption, ["topic", "finding", "to fix"], rows, texts=3))
    return join(*parts)


def trained(runs: Sequence[ReportedRun]) -> Markup:
    """Return what was trained: program, settings that differ from the defaults, commands."""
    parts: list[Markup] = []
    for run in runs:
        if len(runs) > 1:
            parts.append(element("h3", run.name))
        parts.append(_facts(run))
        rows: list[tuple[list[object], str]] = [
            ([join(name, element("small", meaning)), str(value), str(default)], "")
            for name, meaning, value, default in run.settings
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
