"""The report of one or several runs: ``report.html``, ``symbolic-rl report``."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from symbolic_rl.base.console import duration
from symbolic_rl.base.files import write_text, writing
from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.evaluation.table import Outcomes
from symbolic_rl.evaluation.verdicts import by_policy, verdict, wilson
from symbolic_rl.report import sections
from symbolic_rl.report.outcomes import Shown, split_results
from symbolic_rl.report.page import page, section
from symbolic_rl.report.runs import ReportedRun, groups, open_runs
from symbolic_rl.report.sections import learning
from symbolic_rl.report.viewer import MOST_BYTES, ProofViewer, viewer

FILE = "report.html"
"""Name of the report in a run directory."""

MOST_RUNS = 32
"""Most runs in a report."""

ALGORITHMS = {"expert": "expert iteration", "ppo": "PPO", "grpo": "GRPO"}

Viewers = Mapping[tuple[str, str], tuple[str, ProofViewer]]
"""Identifier and content of the proof viewer, by run and split."""


def write_report(run_dirs: Sequence[Path], file: Path) -> None:
    """Write the report of some runs.

    RunError: one is missing or damaged. ConfigError: the file cannot be written.
    """
    text = report(open_runs(run_dirs))
    with writing(file, "name another file: symbolic-rl report RUN --out FILE"):
        write_text(file, text)


def report(runs: Sequence[ReportedRun]) -> str:
    """Return the report of some runs as HTML."""
    title = ", ".join(dict.fromkeys(run.config.problem for run in runs))
    grouped = groups(runs)
    # Proofs get the space that the other sections leave, but at least a tenth.
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
        (
            "learning",
            "Learning",
            join(sections.training(runs), sections.parts(runs), learning(grouped)),
        ),
        ("findings", "Findings", sections.findings(runs)),
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


def _headlines(runs: Sequence[ReportedRun]) -> Iterator[Markup]:
    """Yield the description and headline figures of each run."""
    many = len(runs) > 1
    if many:
        yield element("p", f"{len(runs)} runs side by side")
    for run in runs:
        train = run.config.train
        algorithm = ALGORITHMS.get(train.algo, train.algo)
        status = run.summary.get("status", "without a summary: it was ended, or goes on")
        line = f"{algorithm}, policy {run.config.head}, seed {train.seed}: {status}"
        yield element("p", f"{run.name}: {line}" if many else line, class_="muted")
        facts = [
            element("div", element("dt", name), element("dd", value, element("small", note)))
            for name, value, note in _facts(run)
        ]
        yield element("dl", *facts, class_="figures")


def _facts(run: ReportedRun) -> Iterator[tuple[str, str, str]]:
    """Yield (name, value, note) of the headline figures."""
    for split, one in run.tables.items():
        if said := verdict(one):
            within = f"within {said.budget:,} inferences"
            best = f"{said.best_proved:,} of {said.guided.n:,}"
            differ = f"{len(said.newly):,}, {len(said.lost):,}"
            yield f"{split} queries proved with the policy", *_of(said.guided, within)
            yield "best search without it", best, said.best.title
            yield "only with it, only without it", differ, "queries proved"
        if stepped := by_policy(one, is_search=False):
            yield f"{split}, the policy alone", *_of(stepped, "no search")
    if told := run.metrics:
        updates = f"{told.iterations:,} iterations, {told.totals['steps']:,} steps"
        yield "training", duration(told.seconds), updates


def _of(tried: Outcomes, note: str) -> tuple[str, str]:
    low, high = wilson(tried.n_proved, tried.n)
    return f"{tried.n_proved:,} of {tried.n:,}", f"{low:.2f} to {high:.2f}, {note}"


def _results(
    runs: Sequence[ReportedRun],
    grouped: Mapping[str, Sequence[ReportedRun]],
    places: Mapping[str, Mapping[str, str]],
) -> Markup:
    """Return the tables of all splits; runs of the same program share tables."""
    color = {run.name: i for i, members in enumerate(grouped.values()) for run in members}
    by_split: dict[tuple[str, str], list[ReportedRun]] = {}
    for run in runs:
        for split in run.tables:
            by_split.setdefault((split, run.config.fingerprint), []).append(run)
    splits = [split for split, _ in by_split]
    parts: list[Markup] = []
    for (split, _), same in by_split.items():
        of = f" of {same[0].config.problem}" if splits.count(split) > 1 else ""
        shown = [
            Shown(
                name=run.name if len(same) > 1 else "",
                color=color[run.name],
                table=run.tables[split],
                places=places.get(run.name, {}),
            )
            for run in same
        ]
        parts += [element("h3", f"{split}{of}"), split_results(shown)]
    if not parts:
        command = f"symbolic-rl eval {runs[0].path} --search"
        return element("p", "It was not evaluated yet: ", element("code", command), class_="note")
    return join(*parts)


def _viewers(runs: Sequence[ReportedRun], most: int) -> Viewers:
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


def _proofs(shown: Viewers, runs: Sequence[ReportedRun]) -> Markup:
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
