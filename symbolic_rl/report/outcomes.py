"""Results of a split: the table of outcomes, charts, and the list of queries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symbolic_rl.base.markup import Markup, element, join, visible
from symbolic_rl.evaluation.table import Method, Outcomes, OutcomeTable, joined
from symbolic_rl.evaluation.verdicts import Verdict, headline, remarks, shortened, verdict, wilson
from symbolic_rl.report.chart import Curve, chart, legend
from symbolic_rl.report.page import TableRow, bullets, table

MOST_ROWS = 1_000
"""Most queries listed of a split."""


@dataclass(frozen=True)
class Shown:
    """Table of one run among runs on the same split."""

    name: str  # name of the run; empty if it is the only one
    color: int  # index of the group of runs that differ only in the seed
    table: OutcomeTable
    places: Mapping[str, str]
    """Viewer and number (``viewer number``) of the proofs on the page, by query."""

    def title(self, method: Method) -> str:
        """Return the title of a method, with the run's name if it depends on the run."""
        return f"{method.title}: {self.name}" if self.name and method.uses_policy else method.title


def share(successes: int, tries: int) -> Markup:
    """Return a share with its 95 % interval (Wilson)."""
    if not tries:
        return join("-")
    low, high = wilson(successes, tries)
    return join(f"{successes / tries:.3f}", element("small", f"{low:.2f} to {high:.2f}"))


def split_results(shown: Sequence[Shown]) -> Markup:
    """Return the results of a split; baselines without policy are shown once."""
    said = []
    for one in shown:
        lines = [*headline(one.table), *remarks(one.table)]
        said.append(bullets([f"{one.name}: {line}" if one.name else line for line in lines]))
    return join(*said, _shares(shown), _charts(shown), *map(_queries, shown))


def _methods(shown: Sequence[Shown]) -> Iterator[tuple[Shown, Method]]:
    """Yield the methods of some runs; methods without policy only for the first run."""
    for one in shown:
        for method in one.table.methods:
            if method.uses_policy or one is shown[0]:
                yield one, method


def _shares(shown: Sequence[Shown]) -> Markup:
    """Return the table of shares proved within each budget, with medians and seconds."""
    first = shown[0].table
    budgets = sorted({budget for one in shown for budget in one.table.budgets})
    rows: list[TableRow] = []
    for one, method in _methods(shown):
        within = {o.budget: o for o in one.table.outcomes if o.method == method.name and o.budget}
        if within:
            cells = _cells(one.title(method), method, within, budgets)
            rows.append((cells, "ours" * method.uses_policy))
    rows += [(cells, "ours") for cells in _pooled(shown, budgets)]
    rows.sort(key=lambda row: row[1] != "ours")
    heads = ["method", *(f"in {budget:,}" for budget in budgets), "median", "steps", "seconds"]
    caption = (
        f"Share of {len(first.queries):,} {first.split} queries proved within a number of "
        "inferences, with 95 % intervals (Wilson). Median inferences of a query, steps of a proof."
    )
    if first.searched < len(first.queries):
        caption += f" Searches tried the first {first.searched:,}."
    return table(caption, heads, rows)


def _cells(
    title: str, method: Method, within: Mapping[int, Outcomes], budgets: Sequence[int]
) -> list[object]:
    last = within[max(within)]
    tried = [within.get(budget) for budget in budgets]
    return [
        join(title, element("small", method.protocol)),
        *(share(one.n_proved, one.n) if one else "-" for one in tried),
        f"{last.median_inferences:,.0f}",
        f"{last.median_steps:,.0f}" if last.n_proved else "-",
        f"{last.seconds:,.1f}",
    ]


def _pooled(shown: Sequence[Shown], budgets: Sequence[int]) -> Iterator[list[object]]:
    """Yield rows that pool runs which differ only in the seed."""
    for color in dict.fromkeys(one.color for one in shown):
        tables = [one.table for one in shown if one.color == color]
        for method in tables[0].methods if len(tables) > 1 else ():
            if not method.uses_policy:
                continue
            tries = {budget: [t.within(method.name, budget) for t in tables] for budget in budgets}
            within = {budget: joined(found) for budget, found in tries.items() if all(found)}
            if within:
                yield _cells(
                    f"{method.title}: {len(tables)} seeds together", method, within, budgets
                )


def _charts(shown: Sequence[Shown]) -> Markup:
    """Return charts over inferences, and over seconds if measured."""
    first, names, charts = shown[0].table, dict[str, int](), []
    tried = [
        (one.title(method), last, last.inferences)
        for one, method in _methods(shown)
        if method.is_search and (last := one.table.last(method.name))
    ]
    timed = [
        (shown[0].title(first.method(one.method)), one, one.seconds_each) for one in first.timed
    ]
    for unit, found, least in (("inferences", tried, 1.0), ("seconds", timed, 1e-3)):
        curves = []
        for title, one, spent in found:
            points = one.proved_over(spent, least=least, end=one.limit_s or one.budget)
            curves.append(Curve(title, names.setdefault(title, len(names)), points, is_step=True))
        if curves:
            title = f"Share proved over {unit}"
            charts.append(chart(title, curves, x_label=unit, y_range=(0, 1), log_x=True))
    if not charts:
        return join()
    return join(legend(list(names.items())), element("div", *charts, class_="charts"))


_STATES = {
    "newly": ("newly proved: by the policy's search only", "good"),
    "lost": ("lost: by another search only", "bad"),
    "neither": ("by no search", ""),
    "both": ("by both", ""),
}
"""Text and CSS class by state of a query, in the order of the list."""


def _queries(shown: Shown) -> Markup:
    """Return the list of queries; queries on which searches differ come first."""
    found = shown.table
    said = verdict(found)
    if said is None:
        return join()
    states, order = ["both"] * said.guided.n, list(_STATES)
    for state in order[:-1]:
        for i in getattr(said, state):
            states[i] = state
    spent = said.guided.inferences
    ordered = sorted(range(len(states)), key=lambda i: (order.index(states[i]), -spent[i]))
    rows = [(_query(shown, said, i, states[i]), "") for i in ordered[:MOST_ROWS]]
    heads = ["query", "proved", "inferences", "without policy", "proof steps", ""]
    caption = f"Queries within {said.budget:,} inferences; the hardest of each kind first"
    if len(ordered) > MOST_ROWS:
        caption += f"; the first {MOST_ROWS:,} of {len(ordered):,}"
    title = f"All queries: {shown.name}" if shown.name else "All queries"
    listed = table(caption, heads, rows, texts=2)
    return element("details", element("summary", title), listed, open=len(ordered) <= 12)


def _query(shown: Shown, said: Verdict, i: int, state: str) -> list[object]:
    """Return the table cells of a query."""
    spent = [
        one.inferences[i]
        for name, one in said.plain.items()
        if one.proved[i] and shown.table.method(name).counts_steps
    ]
    text, kind = _STATES[state]
    if i in said.impossible:
        text = "has no proof: a search was exhausted"
    query, mine = shown.table.queries[i], said.guided
    short, link = shortened(query), ""
    if place := shown.places.get(visible(query)):
        name, number = place.split()
        options = {"type": "button", "data_viewer": name, "data_proof": number}
        link = element("button", "show proof", **options)
    return [
        element("code", short, title=None if short == query else query[:2000]),
        element("span", text, class_=kind or None),
        f"{mine.inferences[i]:,}" if mine.proved[i] else "-",
        f"{min(spent):,}" if spent else "-",
        f"{mine.steps[i]:,}" if mine.proved[i] else "-",
        link,
    ]
