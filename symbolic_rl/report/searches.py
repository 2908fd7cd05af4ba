"""How good a policy is: guided and plain searches, what is newly proved, and what is lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from symbolic_rl.base.markup import Markup, element, join, visible
from symbolic_rl.evaluation.tallies import wilson
from symbolic_rl.report.chart import Curve, chart, legend
from symbolic_rl.report.page import bullets, table
from symbolic_rl.report.runs import Document, ReportedRun

MOST_ROWS = 1_000
"""Queries of a split that are listed."""

_TITLES = {"guided": "guided by the policy", "unguided": "guided, without a policy"}


@dataclass(frozen=True)
class Verdict:
    """Outcome of the queries of a split within the largest budget that all were given."""

    budget: int
    n: int
    proved: int
    """By the policy's search."""
    best: str
    """Name of the search without the policy that proves most."""
    best_proved: int
    newly: list[int]
    """Queries that only the policy's search proves."""
    lost: list[int]
    """Queries that another search proves, and the policy's does not."""
    neither: list[int]


def share(successes: int, tries: int) -> Markup:
    """Return a share with its 95 % interval (Wilson)."""
    if not tries:
        return join("-")
    low, high = wilson(successes, tries)
    return join(f"{successes / tries:.3f}", element("small", f"{low:.2f} to {high:.2f}"))


def common_budget(found: Document) -> int:
    """Return the largest budget within which all searches were given all queries; 0 if none."""
    n = len(found["queries"])
    whole = [
        budget
        for budget in found["budgets"]
        if all(
            len(one["within"].get(str(budget), {}).get("refuted", [])) == n
            for one in found["searches"]
        )
    ]
    return int(max(whole, default=0))


def outcome(found: Document) -> Verdict | None:
    """Compare the policy's search with those without it; None where there is none of either."""
    budget = common_budget(found)
    guided = [one for one in found["searches"] if one["uses_policy"]]
    plain = [one for one in found["searches"] if not one["uses_policy"]]
    if not (budget and guided and plain):
        return None
    mine = guided[0]["within"][str(budget)]["refuted"]
    others = [one["within"][str(budget)]["refuted"] for one in plain]
    best = max(range(len(plain)), key=lambda i: sum(others[i]))
    by_any = [any(column) for column in zip(*others, strict=True)]
    pairs = list(enumerate(zip(mine, by_any, strict=True)))
    return Verdict(
        budget=budget,
        n=len(mine),
        proved=sum(mine),
        best=plain[best]["search"],
        best_proved=sum(others[best]),
        newly=[i for i, (is_mine, is_other) in pairs if is_mine and not is_other],
        lost=[i for i, (is_mine, is_other) in pairs if is_other and not is_mine],
        neither=[i for i, (is_mine, is_other) in pairs if not is_mine and not is_other],
    )


def split_results(
    split: str, runs: Sequence[tuple[ReportedRun, int]], places: Mapping[str, Mapping[str, str]]
) -> Markup:
    """Return what is known of the searches of a split.

    Args:
        split: its name.
        runs: runs that have searched it, each with the colour of its group; searches without a
            policy are shown for the first.
        places: for each run, queries whose proofs can be shown -> attributes of a link to them, as
            ``viewer number``.
    """
    documents = [(run, color, run.of_kind("searches")[split]) for run, color in runs]
    parts: list[Markup] = []
    found = documents[0][2]
    if not found["complete"]:
        parts.append(element("p", "The searches were interrupted.", class_="note"))
    for text in (*found["leaks"], *found["notes"]):
        parts.append(element("p", text, class_="note"))
    for run, _, one in documents:
        if told := outcome(one):
            prefix = f"{run.name}: " if len(documents) > 1 else ""
            parts.append(element("p", prefix, *_in_words(told)))
    if text := _labels_in_words(found):
        parts.append(element("p", text, class_="note"))
    parts.append(_rates(split, documents))
    parts.append(_charts(documents))
    parts += [
        _queries(run, one, places.get(run.name, {}), is_many=len(documents) > 1)
        for run, _, one in documents
    ]
    return join(*parts)


def _in_words(told: Verdict) -> list[object]:
    title = _TITLES.get(told.best, told.best)
    return [
        f"Within {told.budget:,} inferences the policy's search proves ",
        element("strong", f"{told.proved:,} of {told.n:,}"),
        f", {len(told.newly):,} of them proved by no other search; the best search without the "
        f"policy ({title}) proves {told.best_proved:,}. "
        f"{len(told.lost):,} are proved by another search and not by the policy's.",
    ]


def _labels_in_words(found: Document) -> str:
    """Return what searches did with queries that are labelled false; empty where none is."""
    n = found["labels"].count(False)
    budget = common_budget(found)
    if not n or not budget:
        return ""
    wrong = [
        (one["search"], sum(r for r, is_true in pairs if not is_true))
        for one in found["searches"]
        if (pairs := list(zip(one["within"][str(budget)]["refuted"], found["labels"], strict=True)))
    ]
    told = ", ".join(f"{name} {count:,}" for name, count in wrong)
    return (
        f"{n:,} of the queries are labelled false, and count below as any other: a proof of one of "
        f"them is a mistake. Proved of these within {budget:,} inferences: {told}."
    )


def _rates(split: str, documents: Sequence[tuple[ReportedRun, int, Document]]) -> Markup:
    found = documents[0][2]
    budgets = found["budgets"]
    rows = []
    for run, _, one in documents:
        for search in one["searches"]:
            if search["uses_policy"] or one is found:
                name = _TITLES.get(search["search"], search["search"])
                if len(documents) > 1 and search["uses_policy"]:
                    name = f"{name}: {run.name}"
                rows.append((_rate_row(name, search, budgets), "ours" * search["uses_policy"]))
    rows += [(_rate_row(name, search, budgets), "ours") for name, search in _pooled(documents)]
    rows.sort(key=lambda row: row[1] != "ours")
    heads = ["search", *(f"in {budget:,}" for budget in budgets), "median", "proof", "seconds"]
    caption = (
        f"Share of {len(found['queries']):,} {split} queries proved within so many inferences, "
        "with 95 % intervals (Wilson). Median of the inferences of a search, steps of a proof."
    )
    return table(caption, list(heads), rows)


def _pooled(documents: Sequence[tuple[ReportedRun, int, Document]]) -> list[tuple[str, Document]]:
    """Return the searches of runs that differ in their seed only, all their tries together."""
    groups: dict[tuple[int, str], list[Document]] = {}
    for _, color, found in documents:
        for search in found["searches"]:
            if search["uses_policy"]:
                groups.setdefault((color, search["search"]), []).append(search)
    pooled = []
    for (_, name), searches in groups.items():
        if len(searches) < 2:
            continue
        within = {
            budget: {
                key: [value for one in searches for value in one["within"][budget][key]]
                for key in ("refuted", "inferences", "lengths")
            }
            for budget in searches[0]["within"]
            if all(budget in one["within"] for one in searches)
        }
        seconds = sum(one["seconds"] for one in searches)
        title = f"{_TITLES.get(name, name)}: {len(searches)} seeds together"
        pooled.append((title, {**searches[0], "within": within, "seconds": seconds}))
    return pooled


def _rate_row(name: str, search: Document, budgets: Sequence[int]) -> list[object]:
    cells: list[object] = [join(name, element("small", search["protocol"]))]
    last: Document = {}
    for budget in budgets:
        within = search["within"].get(str(budget), {})
        refuted = within.get("refuted", [])
        cells.append(share(sum(refuted), len(refuted)))
        last = within or last
    lengths = [n for n in last.get("lengths", []) if n]
    spent = last.get("inferences", [])
    cells += [
        f"{median(spent):,.0f}" if spent else "-",
        f"{median(lengths):,.0f}" if lengths else "-",
        f"{search['seconds']:,.1f}",
    ]
    return cells


def _charts(documents: Sequence[tuple[ReportedRun, int, Document]]) -> Markup:
    """Return the charts over inferences, and over seconds where they were measured."""
    names: dict[str, int] = {}
    by_inferences: list[Curve] = []
    by_seconds: list[Curve] = []
    first = documents[0][2]
    for run, _, found in documents:
        for search in found["searches"]:
            name = _TITLES.get(search["search"], search["search"])
            if search["uses_policy"]:
                name = f"{name}: {run.name}" if len(documents) > 1 else name
            elif found is not first:
                continue
            if not search["within"]:
                continue
            color = names.setdefault(name, len(names))
            last = search["within"][max(search["within"], key=int)]
            pairs = zip(last["inferences"], last["refuted"], strict=True)
            spent = sorted(max(1, n) for n, is_proved in pairs if is_proved)
            by_inferences.append(_step_curve(name, color, spent, len(last["refuted"]), 1.0))
        for timing in found["timings"] if found is first or len(documents) == 1 else []:
            name = _TITLES.get(timing["search"], timing["search"])
            color = names.setdefault(name, len(names))
            taken = sorted(max(s, 1e-3) for s in timing["seconds"] if s is not None)
            by_seconds.append(_step_curve(name, color, taken, len(timing["seconds"]), 1e-3))
    charts = []
    ends = {"inferences": [float(max(first["budgets"]))]}
    for title, curves, unit in (
        ("Share proved over inferences", by_inferences, "inferences"),
        ("Share proved over seconds", by_seconds, "seconds"),
    ):
        if curves:
            end = max([x for curve in curves for x, _ in curve.points] + ends.get(unit, []))
            curves = [
                Curve(c.name, c.color, [*c.points, (end, c.points[-1][1])], is_step=True)
                for c in curves
            ]
            charts.append(chart(title, curves, x_label=unit, y_range=(0, 1), log_x=True))
    if not charts:
        return join()
    return join(legend(list(names.items())), element("div", *charts, class_="charts"))


def _step_curve(name: str, color: int, spent: Sequence[float], n: int, start: float) -> Curve:
    points = [(start, 0.0)]
    for i, x in enumerate(spent, 1):
        points.append((x, i / max(1, n)))
    return Curve(name, color, points, is_step=True)


_STATES = (
    ("newly", "newly proved: by the policy's search only", "good"),
    ("lost", "lost: by another search only", "bad"),
    ("neither", "by no search", ""),
    ("both", "by both", ""),
)


def _queries(
    run: ReportedRun, found: Document, places: Mapping[str, str], *, is_many: bool
) -> Markup:
    """Return the list of the queries, those first that tell the searches apart."""
    told = outcome(found)
    if told is None:
        return join()
    of: dict[int, tuple[str, str]] = {}
    for key, text, kind in _STATES[:3]:
        of |= dict.fromkeys(getattr(told, key), (text, kind))
    budget = str(told.budget)
    guided = next(one for one in found["searches"] if one["uses_policy"])["within"][budget]
    plain = [one for one in found["searches"] if not one["uses_policy"] and one["counts_steps"]]
    ordered = sorted(range(told.n), key=lambda i: (_rank(of.get(i)), -guided["inferences"][i]))
    rows = []
    for i in ordered[:MOST_ROWS]:
        text, kind = of.get(i, _STATES[3][1:])
        spent = [
            one["within"][budget]["inferences"][i]
            for one in plain
            if one["within"][budget]["refuted"][i]
        ]
        query = found["queries"][i]
        short = query if len(query) <= 160 else f"{query[:160]} ..."
        cells: list[object] = [
            element("code", short, title=None if short == query else query[:2000]),
            element("span", text, class_=kind or None),
            f"{guided['inferences'][i]:,}" if guided["refuted"][i] else "-",
            f"{min(spent):,}" if spent else "-",
            f"{guided['lengths'][i]:,}" if guided["refuted"][i] else "-",
            _link(places.get(visible(query))),
        ]
        rows.append((cells, ""))
    heads: list[object] = ["query", "proved", "inferences", "without policy", "proof steps", ""]
    caption = f"Queries within {told.budget:,} inferences; the hardest of each kind first"
    if told.n > MOST_ROWS:
        caption += f"; the first {MOST_ROWS:,} of {told.n:,}"
    title = f"All queries: {run.name}" if is_many else "All queries"
    return element(
        "details",
        element("summary", title),
        table(caption, heads, rows, texts=2),
        open=told.n <= 12,
    )


def _rank(state: tuple[str, str] | None) -> int:
    return 3 if state is None else [text for _, text, _ in _STATES].index(state[0])


def _link(place: str | None) -> Markup:
    if place is None:
        return join()
    viewer, number = place.split()
    return element("button", "show proof", type="button", data_viewer=viewer, data_proof=number)


def alone_results(split: str, runs: Sequence[ReportedRun]) -> Markup:
    """Return what policies alone, and baselines, refute of a split."""
    rows = []
    first = runs[0].of_kind("alone")[split]
    for run in runs:
        found = run.of_kind("alone")[split]
        name = f"the policy alone, {found['mode']}"
        rows.append(
            (_alone_row(f"{name}: {run.name}" if len(runs) > 1 else name, found["policy"]), "ours")
        )
    rows += [(_alone_row(name, tally), "") for name, tally in first["baselines"].items()]
    caption = (
        f"No search: share of {len(first['queries']):,} {split} queries that end in a proof, "
        f"within {first['max_inferences']:,} inferences, with 95 % intervals (Wilson)"
    )
    return table(caption, ["", "share", "median inferences"], rows)


def _alone_row(name: str, tally: Mapping[str, Any]) -> list[object]:
    pairs = zip(tally["inferences"], tally["refuted"], strict=True)
    spent = [n for n, is_refuted in pairs if is_refuted]
    n = len(tally["refuted"])
    return [name, share(sum(tally["refuted"]), n), f"{median(spent):,.0f}" if spent else "-"]


def protocol(found: Document) -> Markup:
    """Return in words how the figures of a document were made."""
    return bullets([*found["protocol"], *(f"left out: {why}" for why in found.get("refused", []))])
