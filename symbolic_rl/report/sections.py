"""Further sections of a report: training, learning curves, findings, settings, protocol."""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np

from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.bridge.tokens import FloatArray
from symbolic_rl.evaluation.verdicts import protocol as protocol_of, shortened
from symbolic_rl.report.chart import Curve, chart, legend
from symbolic_rl.report.page import TableRow, bullets, table
from symbolic_rl.report.runs import ReportedRun
from symbolic_rl.training.findings import Row, number

NOT_PROVED = "has no proof", "not proved"
"""Status of an unproved query, by whether it is searched again."""


def training(runs: Sequence[ReportedRun]) -> Markup:
    """Return the share of training queries proved, and the hardest ones."""
    names = [f"{run.name}: " if len(runs) > 1 else "" for run in runs]
    pairs = zip(runs, names, strict=True)
    return join(*(_training_queries(run, name) for run, name in pairs if run.training_queries))


def _training_queries(run: ReportedRun, name: str) -> Markup:
    rows = run.training_queries
    given = [row for row in rows if row["origin"] == "given"]
    proved = [row for row in given if int(row["steps"])]
    text = f"{name}{len(proved):,} of {len(given):,} training queries were proved"
    if len(rows) > len(given):
        text += f", and {len(rows) - len(given):,} goals like them proposed and learned from"
    unproved = [row for row in given if not int(row["steps"])]
    if lost := [row for row in proved if int(row["lost"])]:
        text += f"; the latest search did not find {len(lost):,} of these proofs again"
    hardest = sorted(proved, key=lambda row: (-int(row["lost"]), -int(row["inferences"])))
    listed: list[TableRow] = []
    for row in (*unproved[:20], *hardest[:20]):
        steps = int(row["steps"])
        cells: list[object] = [
            element("code", shortened(row["query"])),
            f"{int(row['round']):,}" if steps else NOT_PROVED[bool(int(row["next_budget"]))],
            f"{int(row['inferences']):,}",
            (f"{steps:,}" if steps else "-") + ", lost" * int(row["lost"]),
        ]
        listed.append((cells, ""))
    heads = ["query", "round", "inferences", "proof steps"]
    caption = (
        "Training queries: at most 20 without a proof, and 20 proved: first those that were lost, "
        "then those that took most inferences"
    )
    summary = element("summary", f"{name}hardest training queries")
    return join(
        element("p", f"{text}."), element("details", summary, table(caption, heads, listed))
    )


def parts(runs: Sequence[ReportedRun]) -> Markup:
    """Return which part of the policy found the proofs, and what its structure part looks at."""
    shown: list[Markup] = []
    for run in runs:
        if not (told := run.summary.get("parts")):
            continue
        name = f"{run.name}: " if len(runs) > 1 else ""
        if "origin" in told:
            shown.append(element("p", f"{name}{told['origin']}."))
        if "choices" not in told:
            continue
        gains = [
            f"{key} {told[key]:.2f}" for key in ("structure", "symbols", "both") if key in told
        ]
        text = (
            f"{name}On {told['choices']:,} choices of new proofs, before they were learned from, "
            f"the policy gains, in nats a choice over a guess: {', '.join(gains)}"
        )
        if "structure" not in told:
            text += ". Searches read no structure, which predicts these choices no better"
        elif "symbols" in told:
            first = "structure" if told["structure"] > told["symbols"] else "symbols"
            text += f". Most of what finds proofs is {first}"
        rows: list[TableRow] = [
            ([meaning, {1: "more", -1: "less"}.get(sign, "-"), f"{nats:.3f}"], "")
            for meaning, nats, sign in told["features"]
        ]
        caption = (
            "The ten features of structure that weigh most: what a proof's choice has, compared "
            "with its siblings, and the nats a choice that are lost without it"
        )
        heads = ["feature", "a proof takes", "nats"]
        shown.append(element("p", f"{text}."))
        if rows:
            shown.append(table(caption, heads, rows, texts=2))
    return join(*shown)


def findings(runs: Sequence[ReportedRun]) -> Markup:
    """Return the findings of all runs; problems with a fix come first."""
    parts: list[Markup] = []
    for run in runs:
        found = sorted(run.findings, key=lambda one: not one.fix)
        rows: list[TableRow] = [([one.topic, one.text, one.fix or "-"], "") for one in found]
        of = f" of {run.name}" if len(runs) > 1 else ""
        if not run.rows:
            parts.append(element("p", f"There was no update{of} yet."))
        caption = f"What training and evaluations{of} show; a counter where it is not 0"
        parts.append(table(caption, ["topic", "finding", "to fix"], rows, texts=3))
    return join(*parts)


def trained(runs: Sequence[ReportedRun]) -> Markup:
    """Return the program, non-default settings and commands of each run."""
    parts: list[Markup] = []
    for run in runs:
        if len(runs) > 1:
            parts.append(element("h3", run.name))
        parts.append(_facts(run))
        rows: list[TableRow] = [
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
    """Return the protocol of all evaluations."""
    parts: list[Markup] = []
    for run in runs:
        for split, found in run.tables.items():
            of = f", {run.name}" if len(runs) > 1 else ""
            parts += [element("h3", f"{split}{of}"), bullets(protocol_of(found))]
    text = (
        "Intervals of shares are Wilson's, 95 %: they cover the draw of the queries, not the "
        "variation between training seeds. A query is newly proved where the policy's search "
        "proves it and no other search of the table does, within the largest budget of all."
    )
    return join(*parts, element("p", text))


_GRID = 120
"""Points of an averaged curve."""


def _share_proved(row: Row) -> float:
    return number(row, "proved") / max(1.0, number(row, "queries"))


def _column(name: str) -> Callable[[Row], float]:
    return lambda row: number(row, name)


PANELS: tuple[tuple[str, Callable[[Row], float], tuple[float, float] | None], ...] = (
    ("Training queries proved, share", _share_proved, (0.0, 1.0)),
    ("Success: share of searches or episodes that end in a proof", _column("success"), (0.0, 1.0)),
    ("Inferences of a search or an episode, mean", _column("mean_inferences"), None),
    ("Loss of imitation", _column("loss_imitation"), None),
    ("Likeliest candidate is the proof's, share", _column("accuracy"), (0.0, 1.0)),
    ("Entropy of the policy, nats", _column("entropy"), None),
    ("Ended at a limit, share", _column("truncated"), (0.0, 1.0)),
)
"""(title, value of a row, range) of each chart; charts without values are left out."""


def learning(groups: Mapping[str, Sequence[ReportedRun]]) -> Markup:
    """Return the learning curves of groups of runs; empty without rows."""
    charts = []
    for title, figure, y_range in PANELS:
        curves = [
            curve
            for i, (name, runs) in enumerate(groups.items())
            if (curve := _curve(name, i, [_series(run, figure) for run in runs]))
        ]
        if curves:
            charts.append(chart(title, curves, x_label="frames", y_range=y_range))
    if not charts:
        return join()
    names = [(_named(name, runs), i) for i, (name, runs) in enumerate(groups.items())]
    return join(
        legend(names),
        element("div", *charts, class_="charts"),
        element("p", _spread_text(groups), class_="muted"),
    )


def _named(name: str, runs: Sequence[ReportedRun]) -> str:
    seeds = ", ".join(str(run.config.train.seed) for run in runs)
    return f"{name}, seed{'s' * (len(runs) > 1)} {seeds}"


def _spread_text(groups: Mapping[str, Sequence[ReportedRun]]) -> str:
    many = any(len(runs) > 1 for runs in groups.values())
    text = "Line: moving average of the updates; thin line: each update."
    if many:
        return f"{text} Several seeds: their mean, and from the least to the greatest of them."
    return f"{text} Band: least and greatest update of the average."


def _series(run: ReportedRun, figure: Callable[[Row], float]) -> tuple[FloatArray, FloatArray]:
    pairs = [(number(row, "frames"), figure(row)) for row in run.rows]
    found = np.array([pair for pair in pairs if all(map(isfinite, pair))], np.float64)
    found = found.reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _curve(name: str, color: int, series: Sequence[tuple[FloatArray, FloatArray]]) -> Curve | None:
    series = [(x, y) for x, y in series if x.size]
    if not series:
        return None
    smooth = [(x, *_moving(y)) for x, y in series]
    if len(smooth) == 1:
        ((x, mean, low, high),), ((_, each),) = smooth, series
        if _window(x.size) == 1:
            return Curve(name, color, _points(x, mean))
        return Curve(name, color, _points(x, mean), _points(x, each), _points(x, low, high))
    # Seeds log at different frames: interpolate onto a grid that starts where all have values.
    grid = np.linspace(max(x[0] for x, *_ in smooth), max(x[-1] for x, *_ in smooth), _GRID)
    # np.interp extends a run that ended early by its last value.
    values = np.stack([np.interp(grid, x, mean) for x, mean, *_ in smooth])
    band = _points(grid, values.min(axis=0), values.max(axis=0))
    return Curve(name, color, _points(grid, values.mean(axis=0)), band=band)


def _window(n: int) -> int:
    return max(1, n // 12)


def _moving(y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return moving mean, minimum and maximum, each [n]."""
    half = _window(y.size) // 2
    parts = [y[max(0, i - half) : i + half + 1] for i in range(y.size)]
    return (
        np.array([part.mean() for part in parts]),
        np.array([part.min() for part in parts]),
        np.array([part.max() for part in parts]),
    )


def _points(*columns: FloatArray) -> list[Any]:
    """Zip columns to points, thinned to a few hundred including both ends."""
    points = list(zip(*(column.tolist() for column in columns), strict=True))
    if len(points) <= 4 * _GRID:
        return points
    at = np.linspace(0, len(points) - 1, 4 * _GRID).round().astype(int)
    return [points[i] for i in at.tolist()]
