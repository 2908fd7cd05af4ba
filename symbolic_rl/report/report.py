"""The report of one run, or of several side by side: ``report.html``, ``symbolic-rl report``.

Nothing is computed here but what the files of the runs hold; the programs may be gone.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from symbolic_rl.base.console import duration
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.files import replace_file
from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.evaluation.tallies import wilson
from symbolic_rl.report import searches, sections
from symbolic_rl.report.curves import learning
from symbolic_rl.report.limits import limits
from symbolic_rl.report.page import page, section, table
from symbolic_rl.report.runs import ReportedRun, groups, open_runs
from symbolic_rl.report.viewer import MOST_BYTES, ProofViewer, viewer

FILE = "report.html"
"""Name of the report in a run directory."""

MOST_RUNS = 32
"""Runs of a report."""

ALGORITHMS = {"expert": "expert iteration", "ppo": "PPO", "grpo": "GRPO"}

Shown = Mapping[tuple[str, str], tuple[str, ProofViewer]]
"""Run and split -> identifier and content of the viewer of its proofs."""


def write_report(run_dirs: Sequence[Path], file: Path) -> None:
    """Write the report of some runs.

    Args:
        run_dirs: their directories.
        file: page to be written.

    Raises:
        RunError: there is no such run, one of its files is damaged, or the page cannot be written.
    """
    text = report(open_runs(run_dirs))
    try:
        replace_file(file, text.encode())
    except OSError as error:
        fix = "name another file: symbolic-rl report RUN --out FILE"
        raise RunError(f"The report cannot be written: {error}.", str(file), fix) from error


def report(runs: Sequence[ReportedRun]) -> str:
    """Return the page on some runs."""
    title = ", ".join(dict.fromkeys(run.config.problem for run in runs))
    grouped = groups(runs)
    other = [learning(grouped), _results(runs, grouped, {}), sections.trained(runs)]
    shown = _viewers(runs, max(MOST_BYTES - sum(map(len, other)), MOST_BYTES // 10))
    places = {
        run.name: {
            query: f"{identifier} {i}"
            for (name, _), (identifier, one) in shown.items()
            if name == run.name
            for i, query in enumerate(one.shown)
        }
        for run in runs
    }
    parts = [
        ("results", "How good it is", _results(runs, grouped, places)),
        ("learning", "Learning", join(sections.training(runs), learning(grouped))),
        ("time", "Where the time went", sections.times(runs)),
        ("limits", "Limits", limits(runs)),
        ("proofs", "Proofs and searches", _proofs(shown, runs)),
        ("trained", "What was trained", sections.trained(runs)),
        ("protocol", "Protocol", sections.protocol(runs)),
    ]
    links = [element("li", element("a", name, href=f"#{key}")) for key, name, _ in parts]
    header = element("header", element("h1", title), *_headlines(runs))
    return page(
        f"{title}: report",
        header,
        element("nav", element("ul", *links), class_="contents", aria_label="Contents"),
        element("main", *(section(key, name, content) for key, name, content in parts)),
        element("footer", element("p", "made by ", element("code", _command(runs)))),
    )


def _command(runs: Sequence[ReportedRun]) -> str:
    return f"symbolic-rl report {' '.join(str(run.path) for run in runs)}"


def _headlines(runs: Sequence[ReportedRun]) -> list[Markup]:
    if len(runs) > 1:
        return [element("p", f"{len(runs)} runs side by side"), _overview(runs)]
    (run,) = runs
    train = run.config.train
    algorithm = ALGORITHMS.get(train.algo, train.algo)
    status = run.summary.get("status", "without a summary: it was ended, or goes on")
    line = f"{algorithm}, policy {run.config.head}, seed {train.seed}: {status}"
    return [element("p", line, class_="muted"), element("dl", *_figures(run), class_="figures")]


def _figures(run: ReportedRun) -> list[Markup]:
    """Return the few numbers that a reader looks for first."""
    found: list[tuple[str, str, str]] = []
    for split, document in run.of_kind("searches").items():
        if told := searches.outcome(document):
            low, high = wilson(told.proved, told.n)
            found += [
                (
                    f"{split} queries proved by its search",
                    f"{told.proved:,} of {told.n:,}",
                    f"{low:.2f} to {high:.2f}, within {told.budget:,} inferences",
                ),
                (
                    "best search without the policy",
                    f"{told.best_proved:,} of {told.n:,}",
                    told.best,
                ),
                (
                    "newly proved, and lost",
                    f"{len(told.newly):,}, {len(told.lost):,}",
                    "by no other search; by another only",
                ),
            ]
    for split, document in list(run.of_kind("alone").items())[:1]:
        refuted = document["policy"]["refuted"]
        n, k = len(refuted), sum(refuted)
        low, high = wilson(k, n) if n else (0.0, 1.0)
        found.append(
            (f"{split}, the policy alone", f"{k:,} of {n:,}", f"{low:.2f} to {high:.2f}, no search")
        )
    if told_training := run.figures:
        updates = f"{told_training.iterations:,} iterations, {told_training.steps:,} steps"
        found.append(("training", duration(told_training.seconds), updates))
    return [
        element("div", element("dt", name), element("dd", value, element("small", note)))
        for name, value, note in found
    ]


def _overview(runs: Sequence[ReportedRun]) -> Markup:
    """Return a table with a row for each run."""
    rows = []
    for run in runs:
        told = next(
            (o for one in run.of_kind("searches").values() if (o := searches.outcome(one))), None
        )
        alone = next(iter(run.of_kind("alone").values()), None)
        seconds = run.figures.seconds if run.figures else 0.0
        cells: list[object] = [
            run.name,
            run.config.problem,
            ALGORITHMS.get(run.config.train.algo, run.config.train.algo),
            str(run.config.train.seed),
            searches.share(told.proved, told.n) if told else "-",
            f"{len(told.newly):,}, {len(told.lost):,}" if told else "-",
            searches.share(sum(alone["policy"]["refuted"]), len(alone["policy"]["refuted"]))
            if alone
            else "-",
            duration(seconds),
        ]
        rows.append((cells, ""))
    heads: list[object] = [
        "run", "program", "algorithm", "seed", "guided search", "newly, lost", "policy alone",
        "training",
    ]  # fmt: skip
    caption = "Shares of queries proved, with 95 % intervals (Wilson)"
    return table(caption, heads, rows, texts=3)


def _results(
    runs: Sequence[ReportedRun],
    grouped: Mapping[str, Sequence[ReportedRun]],
    places: Mapping[str, Mapping[str, str]],
) -> Markup:
    color = {run.name: i for i, members in enumerate(grouped.values()) for run in members}
    parts: list[Markup] = []
    for kind in ("searches", "alone"):
        splits = dict.fromkeys(split for run in runs for split in run.of_kind(kind))
        for split in splits:
            having = [run for run in runs if split in run.of_kind(kind)]
            for program in dict.fromkeys(run.config.fingerprint for run in having):
                same = [run for run in having if run.config.fingerprint == program]
                of = f" of {same[0].config.problem}" if len(having) > len(same) else ""
                title = "Searches" if kind == "searches" else "The policy alone"
                parts.append(element("h3", f"{title}, {split}{of}"))
                if kind == "searches":
                    colored = [(run, color[run.name]) for run in same]
                    parts.append(searches.split_results(split, colored, places))
                else:
                    parts.append(searches.alone_results(split, same))
    if not parts:
        text = "It was not evaluated yet: "
        command = f"symbolic-rl eval {runs[0].path} --search"
        return element("p", text, element("code", command), class_="note")
    return join(*parts)


def _viewers(runs: Sequence[ReportedRun], most: int) -> Shown:
    kept = [
        (run, split, content)
        for run in runs
        for split, content in run.proofs.items()
        if content.get("proofs") or content.get("searches")
    ]
    shown = {}
    for i, (run, split, content) in enumerate(kept):
        identifier = f"viewer-{i}"
        made = viewer(content, identifier, most=most // len(kept))
        shown[run.name, split] = identifier, made
    return shown


def _proofs(shown: Shown, runs: Sequence[ReportedRun]) -> Markup:
    if not shown:
        return element("p", "No proof was kept: guided search found none, or was not asked yet.")
    parts: list[Markup] = [
        element(
            "p",
            "Proofs that guided search found, each derived again by SWI-Prolog; and the record of "
            "a few searches: Levin tree search by the policy, without the share of iterative "
            "deepening, with the probability of each choice as the search reads the policy.",
            class_="muted",
        )
    ]
    for (name, split), (_, made) in shown.items():
        if len(shown) > 1:
            parts.append(element("h3", f"{split}, {name}" if len(runs) > 1 else split))
        parts.append(made.markup)
    return join(*parts)
