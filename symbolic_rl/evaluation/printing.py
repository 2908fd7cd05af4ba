"""Print a table of outcomes for a terminal, or plot it."""

from collections.abc import Sequence
from io import BytesIO
from itertools import zip_longest
from pathlib import Path

from symbolic_rl.base.files import expect_plot, replace_file
from symbolic_rl.evaluation.table import Outcomes, OutcomeTable
from symbolic_rl.evaluation.verdicts import counters, headline, protocol, remarks, saved, verdict

_WIDTH = 30


def printed(table: OutcomeTable, *, is_short: bool = False) -> str:
    """Return the headline, shares, medians and remarks as text.

    ``is_short``, at the end of training, explains the columns, and leaves out savings, protocol and
    counters.
    """
    lines = [*headline(table), *_rows(table), *_rows_in_seconds(table)]
    if is_short:
        lines.append(
            "  in 100: share of the queries proved within 100 inferences; median: inferences until "
            "the proof, or all\n  that were spent; steps: of the median proof; seconds: of all "
            "queries together"
        )
    elif said := verdict(table):
        for name in said.plain:
            found = saved(said, name)
            lines.append(
                f"saved against {table.method(name).title}: median {found['median']}, "
                f"mean {found['mean']}, ratio of medians {found['times']}"
            )
    lines += remarks(table)
    if not is_short:
        lines += [f"  {line}" for line in (*protocol(table), *counters(table))]
    return "\n".join(lines)


def _rows(table: OutcomeTable) -> list[str]:
    """Return the shares proved within each budget, with medians and seconds of the largest."""
    n, of, budgets = len(table.queries), table.of_queries, table.budgets
    title = f"{table.split}, {f'first {n:,} of {of:,}' if n < of else f'all {of:,}'} queries"
    if table.searches and table.searched < n:
        title += f", {table.searched:,} searched"
    returns = ["return"] * any(one.returns for one in table.outcomes)
    heads = [*(f"in {budget:,}" for budget in budgets), "median", "steps", "seconds", *returns]
    rows = [(title, heads)]
    for method in table.methods:
        if last := table.last(method.name):
            tried = [table.within(method.name, budget) for budget in budgets]
            shares = [f"{one.rate:.3f}" if one else "-" for one in tried]
            figures = [_number(last.median_inferences), _number(last.median_steps)]
            returned = [f"{sum(last.returns) / last.n:.3f}"] if last.returns else []
            cells = [*shares, *figures, f"{last.seconds:.1f}", *returned]
            rows.append((f"  {method.title}", cells))
    return aligned(rows)


def _rows_in_seconds(table: OutcomeTable) -> list[str]:
    """Return the shares proved within each number of seconds."""
    if not table.timed:
        return []
    heads = [f"in {seconds:g} s" for seconds in table.timed[0].times_s]
    rows = [(f"  {table.method(one.method).title}", _in_seconds(one)) for one in table.timed]
    return aligned([("wall clock of a query", [*heads, "start-up"]), *rows])


def _in_seconds(one: Outcomes) -> list[str]:
    shares = [f"{one.within_s(s) / one.n:.3f}" if one.n else "-" for s in one.times_s]
    return [*shares, f"{one.start_up_s:.2f} s"]


def aligned(rows: Sequence[tuple[str, list[str]]]) -> list[str]:
    """Return rows as lines, with a column for each cell; the first row has as many as any."""
    width = max(_WIDTH, *(len(title) for title, _ in rows))
    columns = zip_longest(*(cells for _, cells in rows), fillvalue="")
    widths = [max(10, *(len(cell) + 2 for cell in column)) for column in columns]
    return [
        f"{title:<{width}}"
        + "".join(f"{cell:>{n}}" for cell, n in zip(cells, widths, strict=False))
        for title, cells in rows
    ]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == value else "-"


def plot(table: OutcomeTable, file: Path) -> None:
    """Plot the share of queries proved by searches against inferences spent.

    ConfigError: the file cannot be written. InstallationError: matplotlib is not installed.
    """
    expect_plot(file, "--plot")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for method in table.searches:
        if last := table.last(method.name):
            points = last.proved_over(last.inferences, least=1, end=last.budget)
            x, y = zip(*points, strict=True)
            axes.step(x, y, where="post", label=method.title)
    axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("inferences")
    axes.set_ylabel("share of queries proved")
    axes.set_title(f"{table.env}, {table.searched} {table.split} queries")
    axes.legend()
    drawn = BytesIO()
    figure.savefig(drawn, format=file.suffix[1:])
    replace_file(file, drawn.getbuffer())
