"""Sections of a report: training queries, times, settings, protocol."""

from collections.abc import Sequence

from symbolic_rl.base.console import duration
from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.report import searches
from symbolic_rl.report.chart import shares
from symbolic_rl.report.page import bullets, table
from symbolic_rl.report.runs import ReportedRun
from symbolic_rl.training.diagnose.obstacles import obstacles

NOT_PROVED = "has no proof", "not proved"
"""Ends of a query without a proof, by whether it is searched again."""


def training(runs: Sequence[ReportedRun]) -> Markup:
    """Return what was proved in training, and what was not."""
    parts: list[Markup] = []
    for run in runs:
        name = f"{run.name}: " if len(runs) > 1 else ""
        if run.figures and (text := obstacles(run.figures)[1]):
            parts.append(element("p", f"{name}{text}."))
        if run.training_queries:
            parts.append(_training_queries(run, name))
    return join(*parts)


def _training_queries(run: ReportedRun, name: str) -> Markup:
    rows = run.training_queries
    given = [row for row in rows if row["origin"] == "given"]
    proved = [row for row in given if int(row["steps"])]
    text = f"{name}{len(proved):,} of {len(given):,} training queries were proved"
    if len(rows) > len(given):
        text += f", and {len(rows) - len(given):,} goals like them proposed and learned from"
    unproved = [row for row in given if not int(row["steps"])]
    hardest = sorted(proved, key=lambda row: -int(row["inferences"]))
    listed = []
    for row in (*unproved[:20], *hardest[:20]):
        steps = int(row["steps"])
        query = row["query"] if len(row["query"]) <= 160 else f"{row['query'][:160]} ..."
        cells: list[object] = [
            element("code", query),
            f"{int(row['round']):,}" if steps else NOT_PROVED[bool(int(row["next_budget"]))],
            f"{int(row['inferences']):,}",
            f"{steps:,}" if steps else "-",
        ]
        listed.append((cells, ""))
    heads: list[object] = ["query", "round", "inferences", "proof steps"]
    caption = "Training queries: at most 20 without a proof, and the 20 that took most inferences"
    return join(
        element("p", f"{text}."),
        element(
            "details",
            element("summary", f"{name}hardest training queries"),
            table(caption, heads, listed),
        ),
    )


def times(runs: Sequence[ReportedRun]) -> Markup:
    """Return the phases that took the time, and slow iterations."""
    parts: list[Markup] = []
    for run in runs:
        found = run.figures
        if found is None:
            continue
        if len(runs) > 1:
            parts.append(element("h3", run.name))
        ordered = sorted(found.share.items(), key=lambda pair: -pair[1])
        large = [(name, share) for name, share in ordered if share >= 0.005]
        startup = run.summary.get("startup", {})
        start = [
            f"{key.removesuffix('_s').replace('_', ' ')} {seconds:.1f} s"
            for key, seconds in startup.items()
            if key != "first_frame_s"
        ]
        told = (
            f"{duration(found.seconds)} in {found.iterations:,} iterations, "
            f"{found.median_seconds:.2f} s each (median), "
            f"{found.frames_per_second:,.0f} frames a second."
        )
        parts += [element("p", told), shares(large)]
        if start:
            parts.append(element("p", f"Start: {', '.join(start)}.", class_="muted"))
        slow = [
            f"iteration {one['iteration']} took {one['seconds']:.2f} s: {one['phase']} "
            f"{one['took']:.2f} s instead of {one['usually']:.2f} s"
            for one in (found.slow if not found.searches else [])
        ]
        parts.append(bullets(slow))
    return join(*parts) if parts else element("p", "There was no update yet.")


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
    """Return in words how the figures of the evaluations were made."""
    parts: list[Markup] = []
    for run in runs:
        for kind, title in (("searches", "searches"), ("alone", "the policy alone")):
            for split, found in run.of_kind(kind).items():
                of = f", {run.name}" if len(runs) > 1 else ""
                parts += [element("h3", f"{split}, {title}{of}"), searches.protocol(found)]
    text = (
        "Intervals of shares are Wilson's, 95 %: they cover the draw of the queries, not that of "
        "the training seed. A query is newly proved where the policy's search proves it and no "
        "other search of the table does, within the largest budget that all were given."
    )
    return join(*parts, element("p", text))
