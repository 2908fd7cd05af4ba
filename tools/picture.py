"""The picture of the README: which share of queries each search proves, over inferences.

    python -m tools.picture              draws docs/picture.svg from bench/results/picture.json
    python -m tools.picture RUN SPLIT    keeps the searches of a run there first

What is kept are the inferences of each proof, by search; nothing is measured here.
"""

import json
import sys
from pathlib import Path
from typing import Any

from symbolic_rl.report.chart import HEIGHT, WIDTH, Curve, chart
from symbolic_rl.report.runs import ReportedRun

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "bench" / "results" / "picture.json"
PICTURE = ROOT / "docs" / "picture.svg"

COLORS = {
    "guided": "#0b6bcb",
    "unguided": "#c2560c",
    "iterative-deepening": "#4d7c0f",
    "breadth-first": "#7c3aed",
    "depth-first": "#6b7280",
}
NAMES = {
    "guided": "guided by the policy that was trained on five other goals",
    "unguided": "the same search without a policy",
}
LINE = 15


def kept(run: Path, split: str) -> dict[str, Any]:
    """Return the searches of a run on a split: inferences of each proof, in ascending order."""
    opened = ReportedRun(run)
    table = opened.tables[split]
    proved = {}
    for name in COLORS:
        if found := table.last(name):
            tries = zip(found.inferences, found.proved, strict=True)
            proved[name] = sorted(spent for spent, is_proved in tries if is_proved)
    return {
        "trained by": opened.commands[0],
        "searched by": table.command,
        "queries": table.searched,
        "limit": table.budgets[-1],
        "proved": proved,
    }


def drawn(document: dict[str, Any]) -> str:
    """Return the picture of what was kept, as SVG."""
    n, limit = document["queries"], document["limit"]
    curves = []
    for i, (name, spent) in enumerate(document["proved"].items()):
        points = [(10.0, 0.0), *((float(max(x, 10)), k / n) for k, x in enumerate(spent, 1))]
        curves.append(Curve(name, i, [*points, (float(limit), points[-1][1])], is_step=True))
    title = f"Share of {n} goals proved, over inferences"
    markup = str(chart(title, curves, x_label="inferences", y_range=(0, 1), log_x=True))
    inner = markup[markup.index("<svg") : markup.index("</svg>") + len("</svg>")]
    top = LINE * (len(curves) + 2)
    inner = inner.replace("<svg", f'<svg x="0" y="{top}" width="{WIDTH}" height="{HEIGHT}"', 1)
    style = (
        ".axis{stroke:#ddd} text{fill:#333;font:11px sans-serif} .curve{fill:none;stroke-width:2}"
    )
    rows = []
    for i, name in enumerate(document["proved"]):
        style += f" .s{i}{{stroke:{COLORS[name]}}}"
        y = LINE * (i + 2)
        rows.append(f'<line x1="12" x2="32" y1="{y}" y2="{y}" class="curve s{i}"/>')
        share = len(document["proved"][name]) / n
        rows.append(f'<text x="38" y="{y + 4}">{NAMES.get(name, name)}: {share:.2f}</text>')
    size = f'viewBox="0 0 {WIDTH} {HEIGHT + top}" width="{WIDTH}" height="{HEIGHT + top}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">',
        f"<style>{style}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="12" y="{LINE}" style="font-weight:bold">{title}</text>',
        *rows,
        inner,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Keep the searches of a run, if one is named, and draw."""
    if len(sys.argv) == 3:
        document = kept(Path(sys.argv[1]), sys.argv[2])
        KEPT.write_text(json.dumps(document) + "\n", "utf-8")
    PICTURE.write_text(drawn(json.loads(KEPT.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
