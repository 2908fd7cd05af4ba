"""Plot of a sweep: frames or inferences a second against workers, one line for each collector."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from symbolic_rl.base.files import replace_file

INSTALL = "pip install 'symbolic-rl[bench]'"


def is_possible() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def plot(rows: Sequence[dict[str, Any]], file: Path, *, title: str) -> None:
    """Write a PNG; a collector without workers is a horizontal line.

    Args:
        rows: result of :func:`symbolic_rl.training.sweep.sweep`.
        file: path to write to.
        title: text above the axes.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), dpi=150)
    measured = [row for row in rows if not row["error"]]
    for number, name in enumerate(dict.fromkeys(row["collector"] for row in measured)):
        mine = [row for row in measured if row["collector"] == name]
        color, rates = f"C{number}", [row[row["figure"]] for row in mine]
        if not mine[0]["n_workers"]:
            axes.axhline(rates[0], color=color, linestyle="--", label=name)
            continue
        workers = [row["n_workers"] for row in mine]
        axes.plot(workers, rates, color=color, marker="o", label=name)
        low, high = zip(*(row["range"] for row in mine), strict=True)
        axes.fill_between(workers, low, high, color=color, alpha=0.2)
    unit = next((row["figure"].partition("_")[0] for row in measured), "frames")
    axes.set(xlabel="workers", ylabel=f"{unit} / s, with the policy", title=title, yscale="log")
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.grid(alpha=0.3)
    axes.legend()
    file.parent.mkdir(parents=True, exist_ok=True)
    drawn = BytesIO()
    figure.savefig(drawn, format=file.suffix[1:], bbox_inches="tight")
    replace_file(file, drawn.getbuffer())
    pyplot.close(figure)
