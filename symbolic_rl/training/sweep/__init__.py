"""Sweeps: measure collectors and numbers of workers on this machine, and recommend one.

A cell is a collector with a number of workers. Each is measured several times, in its own process
(:mod:`.cell`) and in turn with the others, so that a slow minute of the machine does not hit one
cell alone. Medians are reported.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.files import replace_file
from symbolic_rl.base.machine import spread
from symbolic_rl.collectors import COLLECTORS, resolve

PATIENCE_S, WORKER_PATIENCE_S = 120.0, 20.0
"""Seconds that a cell may take in addition to its measurement, and further seconds per worker."""

CLEARLY = 1.1
"""Workers are recommended from this multiple of the rate of ``vectorized``."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """Point of measurement: a collector and its settings."""

    env: str  # A pack, a folder or a Prolog file
    collector: str
    n_envs: int
    n_workers: int  # 0 for a collector without workers
    seconds: float  # time to gather frames for
    device: str = "cpu"  # device of the policy
    algo: str = "ppo"
    """Algorithm that needs the frames; one that gathers proofs runs searches instead."""

    @property
    def gathers_proofs(self) -> bool:
        """Return whether the cell runs searches."""
        return TrainConfig(algo=self.algo).gathers_proofs

    @property
    def metric(self) -> str:
        """Key of a row by which cells are compared."""
        return "inferences_per_second" if self.gathers_proofs else "frames_per_second"

    @property
    def name(self) -> str:
        """Name for people."""
        return f"{self.collector}, {self.n_workers} workers" if self.n_workers else self.collector

    @property
    def settings(self) -> dict[str, Any]:
        """Training settings of the cell."""
        return {
            "algo": self.algo,
            "collector": self.collector,
            "n_envs": self.n_envs,
            "n_workers": self.n_workers,
        }


def cells(
    env: str,
    collectors: Sequence[str],
    *,
    n_envs: int,
    n_workers: Sequence[int],
    seconds: float,
    device: str = "cpu",
    algo: str = "ppo",
) -> list[Cell]:
    """Return the cells of a sweep; a collector without workers has one cell.

    The default ``collectors`` are all but ray, which needs a cluster.

    Raises:
        ConfigError: there is no such collector, or the environments cannot be divided.
    """
    found = []
    for name in collectors or [name for name in COLLECTORS if name != "ray"]:
        backend = COLLECTORS.get(name)
        for n in n_workers if backend is None or backend.parallelism_flag == "n_workers" else (0,):
            numbers = {"n_envs": n_envs, "n_workers": n}
            cell = Cell(
                env=env, collector=name, seconds=seconds, device=device, algo=algo, **numbers
            )
            resolve(TrainConfig(frames_per_batch=n_envs, **cell.settings))
            found.append(cell)
    return found


def sweep(
    plan: Sequence[Cell], *, repeats: int, say: Callable[[str], None] = lambda text: None
) -> list[dict[str, Any]]:
    """Measure every cell ``repeats`` times, in turn; return a row for each, with the medians.

    Keys of a row: ``collector, n_workers, n_envs, frames_per_second, inferences_per_second``,
    ``metric`` (the key of the rate that rows are compared by), ``range`` (its minimum and maximum),
    ``startup_s, parent_mb, worker_mb, cpu_share`` (1 is the whole machine), ``seconds`` (by phase,
    per million frames or inferences) and ``error`` (why a cell has no metrics, else empty).
    """
    samples: list[list[dict[str, Any]]] = [[] for _ in plan]
    errors = [""] * len(plan)
    for number in range(repeats):
        for place, cell in enumerate(plan):
            if not errors[place]:
                say(f"round {number + 1} of {repeats}: {cell.name}")
                sample = measure(cell)
                errors[place] = sample.get("error", "")
                samples[place].append(sample)
    cases = zip(plan, samples, errors, strict=True)
    return [row_of(cell, [] if error else taken, error) for cell, taken, error in cases]


def measure(cell: Cell) -> dict[str, Any]:
    """Measure a cell once, in its own process; return the document that it prints."""
    command = [sys.executable, "-m", "symbolic_rl.training.sweep.cell", json.dumps(asdict(cell))]
    limit = cell.seconds + PATIENCE_S + WORKER_PATIENCE_S * cell.n_workers
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return {"error": f"no result after {limit:.0f} s"}
    if done.returncode:
        return {"error": (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]}
    sample: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return sample


def row_of(cell: Cell, taken: Sequence[dict[str, Any]], error: str) -> dict[str, Any]:
    """Return the row of a cell: medians of its samples."""

    def middle(key: str) -> float:
        return median([sample[key] for sample in taken]) if taken else 0.0

    rates = spread([sample[cell.metric] for sample in taken] or [0.0])
    phases = taken[0]["seconds"] if taken else {}
    return {
        "collector": cell.collector,
        "n_workers": cell.n_workers,
        "n_envs": cell.n_envs,
        "frames_per_second": middle("frames_per_second"),
        "inferences_per_second": middle("inferences_per_second"),
        "metric": cell.metric,
        "range": [rates["min"], rates["max"]],
        "startup_s": middle("startup_s"),
        "parent_mb": middle("parent_mb"),
        "worker_mb": middle("worker_mb"),
        "cpu_share": middle("cpu_share"),
        "seconds": {key: median([sample["seconds"][key] for sample in taken]) for key in phases},
        "error": error,
    }


def table(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the lines of the table, for rows without an error."""

    def rates(row: dict[str, Any]) -> dict[str, float]:
        """Return the rates, first the one that rows are compared by, with its range."""
        names = {"frames_per_second": "frames/s", "inferences_per_second": "inferences/s"}
        first, (low, high) = row["metric"], row["range"]
        found = {names.pop(first): row[first], "min": low, "max": high}
        return found | {name: row[key] for key, name in names.items()}

    phases = dict.fromkeys(phase for row in rows for phase in row["seconds"])
    for row in rows:
        if not row["error"]:
            yield {
                "collector": row["collector"],
                "workers": row["n_workers"],
                "envs": row["n_envs"],
                **rates(row),
                "start-up s": row["startup_s"],
                "parent MB": row["parent_mb"],
                "worker MB": row["worker_mb"],
                "cpu": row["cpu_share"],
                **{phase: row["seconds"].get(phase, 0.0) for phase in phases},
            }


def recommend(rows: Sequence[dict[str, Any]]) -> tuple[dict[str, Any] | None, str]:
    """Return the row to use, and the line that says so.

    Workers are recommended only if they are ``CLEARLY`` faster than ``vectorized``.
    """
    measured = [row for row in rows if not row["error"]]
    if not measured:
        return None, "no cell could be measured"
    metric = measured[0]["metric"]
    best = max(measured, key=lambda row: float(row[metric]))
    plain = next((row for row in measured if row["collector"] == "vectorized"), None)
    if plain is not None and best[metric] < CLEARLY * plain[metric]:
        best = plain
    flags = f"--collector {best['collector']}"
    if best["n_workers"]:
        flags += f" --n-workers {best['n_workers']} --n-envs {best['n_envs']}"
    unit = metric.replace("_per_second", "/s")
    line = f"recommended: {flags} ({best[metric]:,.0f} {unit}"
    if plain is not None and best is not plain:
        line += f", {best[metric] / plain[metric]:.1f} x vectorized"
    return best, line + ")"


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
        color, rates = f"C{number}", [row[row["metric"]] for row in mine]
        if not mine[0]["n_workers"]:
            axes.axhline(rates[0], color=color, linestyle="--", label=name)
            continue
        workers = [row["n_workers"] for row in mine]
        axes.plot(workers, rates, color=color, marker="o", label=name)
        low, high = zip(*(row["range"] for row in mine), strict=True)
        axes.fill_between(workers, low, high, color=color, alpha=0.2)
    unit = next((row["metric"].partition("_")[0] for row in measured), "frames")
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
