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
from itertools import product
from operator import itemgetter
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
"""Workers are recommended from this multiple of the rate of ``vectorized``: each takes memory and
a moment to start, and rates vary by a few percent."""


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
        return f"{named(self.collector, self.n_workers)}, --n-envs {self.n_envs}"

    @property
    def settings(self) -> dict[str, Any]:
        """Training settings of the cell."""
        return {
            "algo": self.algo,
            "collector": self.collector,
            "n_envs": self.n_envs,
            "n_workers": self.n_workers,
        }


def named(collector: str, n_workers: int) -> str:
    """Return the name of a collector with its workers, for people."""
    return f"{collector}, {n_workers} worker{'s' * (n_workers > 1)}" if n_workers else collector


def cells(
    env: str,
    collectors: Sequence[str],
    *,
    n_envs: Sequence[int],
    n_workers: Sequence[int],
    seconds: float,
    device: str = "cpu",
    algo: str = "ppo",
) -> list[Cell]:
    """Return the cells of a sweep; ConfigError: an unknown collector, or rows left over.

    A collector without workers has one cell for each of ``n_envs``. The default ``collectors`` are
    all but ray, which needs a cluster.
    """
    found = []
    for name in collectors or [name for name in COLLECTORS if name != "ray"]:
        backend = COLLECTORS.get(name)
        has_workers = backend is None or backend.parallelism_flag == "n_workers"
        common = {"env": env, "collector": name, "seconds": seconds, "device": device, "algo": algo}
        for rows, workers in product(n_envs, n_workers if has_workers else (0,)):
            cell = Cell(n_envs=rows, n_workers=workers, **common)  # type: ignore[arg-type]
            resolve(TrainConfig(frames_per_batch=rows, **cell.settings))
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
    phases = dict.fromkeys(phase for row in rows for phase in row["seconds"])
    for row in rows:
        if not row["error"]:
            yield {
                "collector": row["collector"],
                "workers": row["n_workers"],
                "n-envs": row["n_envs"],
                unit_of(row): row[row["metric"]],
                **dict(zip(("min", "max"), row["range"], strict=True)),
                "start-up s": row["startup_s"],
                "parent MB": row["parent_mb"],
                "worker MB": row["worker_mb"],
                "of CPU": row["cpu_share"],
                **{phase: row["seconds"].get(phase, 0.0) for phase in phases},
            }


def unit_of(row: dict[str, Any]) -> str:
    """Return the unit of the rate that rows are compared by: ``frames/s``, ``inferences/s``."""
    return str(row["metric"]).replace("_per_second", "/s")


def recommend(rows: Sequence[dict[str, Any]]) -> tuple[dict[str, Any] | None, str]:
    """Return the row to use and why; workers only if ``CLEARLY`` faster than ``vectorized``."""
    measured = [row for row in rows if not row["error"]]
    if not measured:
        return None, "no cell could be measured"
    metric = measured[0]["metric"]
    best = fastest = max(measured, key=lambda row: float(row[metric]))
    alone = [row for row in measured if row["collector"] == "vectorized"]
    plain = max(alone, key=lambda row: float(row[metric]), default=None)
    if plain is not None and fastest[metric] < CLEARLY * plain[metric]:
        best = plain
    flags = f"--collector {best['collector']}"
    if best["n_workers"]:
        flags += f" --n-workers {best['n_workers']}"
    lines = [
        f"recommended: {flags} --n-envs {best['n_envs']} ({best[metric]:,.0f} {unit_of(best)})"
    ]
    if plain is not None:
        compared = max(
            (row for row in measured if row["n_workers"]), key=itemgetter(metric), default=None
        )
        if compared:
            lines.append(
                f"why: {named(compared['collector'], compared['n_workers'])}: "
                f"{compared[metric] / plain[metric]:.2f} times the rate of vectorized; workers are "
                f"recommended from {CLEARLY} times, since each takes memory and rates vary"
            )
    return best, "\n".join(lines)


INSTALL = "pip install 'symbolic-rl[bench]'"


def is_possible() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def plot(rows: Sequence[dict[str, Any]], file: Path, *, title: str) -> None:
    """Write a PNG: a line for each collector and number of rows, horizontal without workers."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), dpi=150)
    measured = [row for row in rows if not row["error"]]
    lines = dict.fromkeys((row["collector"], row["n_envs"]) for row in measured)
    for number, (collector, n_envs) in enumerate(lines):
        mine = [row for row in measured if (row["collector"], row["n_envs"]) == (collector, n_envs)]
        name = f"{collector}, --n-envs {n_envs}"
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
