"""The gallery of the documentation: what was learned on ten programs, from runs of today.

    for p in bench/strangers/keys blocks ...; do
        symbolic-rl train --env $p --run-dir RUNS/$(basename $p)
    done
    python -m tools.gallery RUNS     writes docs/gallery.md, and docs/gallery/*.svg

Nothing is measured here: figures and curves come from the runs, in the order of their first lines;
the policy's search finds a proof of a test goal again.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from symbolic_rl import load_problem
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.evaluation.verdicts import headline
from symbolic_rl.proofs.prove import prove
from symbolic_rl.report.chart import HEIGHT, WIDTH, Curve, chart
from symbolic_rl.report.runs import ReportedRun

ROOT = Path(__file__).resolve().parents[1]
PAGE, FOLDER = ROOT / "docs" / "gallery.md", ROOT / "docs" / "gallery"
HEAD = """\
# Gallery

Ten programs, each with two of its training goals, the curve of its searches (the share that find a
proof, over the frames learned from), how many test goals the trained policy proves, and one proof.
Each is one run of the command shown, on two busy cores, so its seconds mean little. One run is no
comparison: see [results](results.md). `python -m tools.gallery` writes this page from
the runs.
"""
STYLE = """
svg{--ink:#1f2937;--line:#d1d5db;--curve:#0b6bcb} .page{fill:#fff}
@media (prefers-color-scheme:dark){
svg{--ink:#e5e7eb;--line:#4b5563;--curve:#60a5fa} .page{fill:#111827}
}
.axis{stroke:var(--line)} text{fill:var(--ink);font:11px sans-serif}
.curve{fill:none;stroke:var(--curve);stroke-width:2}
"""
LEAST_STEPS, MOST_LINES, MOST_WIDTH = 8, 16, 110


def curve(run: ReportedRun) -> str:
    """Return the learning curve of a run, as SVG for light and dark pages."""
    points = [(float(row["frames"]), float(row["success"])) for row in run.rows]
    title = f"Share of searches that find a proof, {run.name}"
    lines = [Curve("found", 0, points)]
    markup = str(chart(title, lines, x_label="frames", y_range=(0, 1)))
    inner = markup[markup.index("<svg") : markup.index("</svg>")]
    tag, _, parts = inner.partition(">")
    label = re.search(r'aria-label="[^"]*"', tag)
    size = f'viewBox="0 0 {WIDTH + 12} {HEIGHT}" width="{WIDTH + 12}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {label and label[0]}>'
    page = f'<rect class="page" width="{WIDTH + 12}" height="{HEIGHT}"/>'
    return f"{head}\n<style>{STYLE}</style>\n{page}\n{parts}</svg>\n"


def shown_proof(run: ReportedRun) -> str:
    """Return a proof of a test goal, one with few steps, as ``prove`` prints it."""
    table = run.tables["test"]
    guided, queries = table.last("guided"), load_problem(run.config.source).queries("test")
    assert guided is not None
    found = zip(guided.steps, guided.proved, queries, strict=False)
    long = [(n, query.text) for n, done, query in found if done and n >= LEAST_STEPS]
    goal = min(long)[1]
    (proof,) = prove(run.path, goal, swipl=False).take(1).answers
    lines = [f"?- {goal}.", proof.answer, *str(proof).splitlines()]
    cut = [line if len(line) <= MOST_WIDTH else f"{line[: MOST_WIDTH - 4]} ..." for line in lines]
    more = [f"... and {len(cut) - MOST_LINES} more lines"] * (len(cut) > MOST_LINES)
    return "\n".join([*cut[:MOST_LINES], *more])


def section(folder: Path) -> Iterator[str]:
    """Yield the lines of a program, and write its curve."""
    run = ReportedRun(folder)
    source = Path(run.config.source)
    problem = load_problem(str(source))
    name = problem.name
    homes = (ROOT / "bench" / "strangers", ROOT / "envs")
    program = next(file for home in homes if (file := home / name / "program.pl").is_file())
    (FOLDER / f"{name}.svg").write_text(curve(run), "utf-8")
    last, split = run.rows[-1], "train" if "train" in problem.splits else problem.splits[0]
    goals = sorted(problem.queries(split), key=lambda query: len(query.text))
    command = re.sub(r"--run-dir \S+", f"--run-dir {name}", run.commands[0])
    where = Path("..") / program.relative_to(ROOT)
    yield f"\n## {name}\n\n{problem.pack.description} [The program]({where}).\n"
    yield f"```sh\n{command}\n```\n"
    yield "```prolog"
    yield from (f"{goal.text}." for goal in (goals[0], goals[-1]))
    yield "```\n"
    yield f"![Share of searches of {name} that find a proof, over frames](gallery/{name}.svg)\n"
    seconds = sum(float(row["seconds"]) for row in run.rows)
    yield f"* {int(last['frames']):,} frames in {seconds:.0f} s"
    yield from (f"* {line}" for line in headline(run.tables["test"]))
    yield f"\n```text\n{shown_proof(run)}\n```"


def main() -> None:
    """Write the page and the curves of the runs in a folder."""
    FOLDER.mkdir(exist_ok=True)
    runs = sorted(file.parent for file in Path(sys.argv[1]).glob("*/report.html"))
    lines = [line for run in runs if RunDirectory.open(run) for line in section(run)]
    PAGE.write_text("\n".join([HEAD.rstrip("\n"), *lines]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
