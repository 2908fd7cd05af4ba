"""Metrics of a whole run, summed up from the rows of ``metrics.csv``. Torch-free."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite, isnan, nan
from pathlib import Path
from statistics import median
from typing import Any, Self

from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import PHASES, RunDirectory, Value
from symbolic_rl.play.pages import COUNTERS

SLOW = 3.0
"""Multiple of the median time from which on an iteration is slow."""
LATELY = 10
"""Rounds, the last ones, that tell whether the proposer or the prover has collapsed."""

MEANS = ("success", "entropy", "truncated", "proposed_shapes")
TOTALS = ("steps", "groups", "groups_skipped", "groups_all_failed", "proofs_not_replayed")
PROPOSALS = ("proposed", "proposals_kept", "proposals_easy")
"""Columns of goals that were proposed; of these, learned from; of these, proved straight away."""
LIMITS = (*COUNTERS, "worker_restarts")
"""Columns that count what was paged, cut, lost, refused or done again in an update."""

Row = Mapping[str, Value]


def number(row: Row, key: str) -> float:
    """Return a number of a row; NaN where it has none."""
    value = row.get(key, nan)
    return float(value) if value not in ("", None) else nan


def numbers(rows: Sequence[Row], key: str) -> list[float]:
    """Return the finite numbers of a column."""
    return [value for row in rows if isfinite(value := number(row, key))]


def ends(rows: Sequence[Row], key: str, part: int = 10) -> tuple[float, float]:
    """Return the means over the first and the last tenth, or other part; NaN without numbers."""
    values = numbers(rows, key)
    n = max(1, len(values) // part)
    return (sum(values[:n]) / n, sum(values[-n:]) / n) if values else (nan, nan)


def slow_phase(row: Row, others: Sequence[Row]) -> str:
    """Return how long an iteration took, and the phase that exceeds its median by most."""
    phases = [key for key in row if key.startswith("seconds_") and not isnan(number(row, key))]
    usual = {key: median(number(other, key) for other in others) for key in phases}
    key = max(phases, key=lambda key: number(row, key) - usual[key])
    return (
        f"iteration {row['iteration']} took {number(row, 'seconds'):.2f} s, "
        f"{key.removeprefix('seconds_')} {number(row, key):.2f} s instead of {usual[key]:.2f} s"
    )


@dataclass(frozen=True)
class RunMetrics:
    """Metrics of a whole run, or of some of its rows."""

    iterations: int
    frames: int
    frames_per_second: float
    seconds: float
    """Time of all iterations."""
    median_seconds: float
    share: dict[str, float]
    """Share of the time, by phase."""
    slow: list[str]
    """Of the three longest iterations, those that took ``SLOW`` times the median; none of searches,
    which take as long as their budgets, and these grow."""
    searches: bool
    """True if searches for proofs took the place of episodes."""
    first: dict[str, float]
    """Means of ``MEANS`` over the first tenth of the run; NaN where they were not measured."""
    last: dict[str, float]
    """The same over the last tenth."""
    totals: dict[str, int]
    """Sums of ``TOTALS``, and of the ``LIMITS`` that are not 0."""
    lately: dict[str, int]
    """Sums of ``PROPOSALS`` over the last ``LATELY`` rounds."""
    idle: int
    """Iterations without a gradient step."""
    grad_norm: float
    """Median of the others."""
    unproved: int
    """Training queries without a proof at the end; -1 where they were not counted."""
    exhausted: int
    """Those of them that have none: a search of theirs was exhausted, and nothing was lost."""

    @classmethod
    def of(cls, rows: Sequence[Row], part: int = 10) -> Self:
        """Sum up rows, the ends of a run being each a tenth of it, or another part."""
        seconds = [number(row, "seconds") for row in rows]
        whole, usual = max(sum(seconds), 1e-9), median(seconds)
        longest = sorted(rows, key=lambda row: -number(row, "seconds"))[:3]
        rates = [number(row, "frames_per_second") * number(row, "seconds") for row in rows]
        norms = numbers([row for row in rows if number(row, "steps") > 0], "grad_norm")
        means = {key: ends(rows, key, part) for key in MEANS}
        sums = {key: int(sum(numbers(rows, key))) for key in (*TOTALS, *LIMITS)}
        unproved, searches = numbers(rows, "unproved"), bool(numbers(rows, "max_budget"))
        is_slow = [row for row in longest if number(row, "seconds") > SLOW * usual]
        return cls(
            iterations=len(rows),
            frames=int(number(rows[-1], "frames")),
            frames_per_second=sum(rates) / whole,
            seconds=sum(seconds),
            median_seconds=usual,
            share={key: sum(numbers(rows, f"seconds_{key}")) / whole for key in PHASES},
            slow=[] if searches else [slow_phase(row, rows) for row in is_slow],
            searches=searches,
            first={key: first for key, (first, _) in means.items()},
            last={key: last for key, (_, last) in means.items()},
            totals={key: n for key, n in sums.items() if n or key in TOTALS},
            lately={key: int(sum(numbers(rows[-LATELY:], key))) for key in PROPOSALS},
            idle=sum(not number(row, "steps") > 0 for row in rows),
            grad_norm=median(norms) if norms else nan,
            unproved=int(unproved[-1]) if unproved else -1,
            exhausted=int(max(numbers(rows, "exhausted"), default=0)),
        )


def load_rows(run: RunDirectory) -> list[Row]:
    """Return the rows of a run.

    Raises:
        RunError: it has none.
    """
    rows = run.metrics()
    if not rows or not {"iteration", "seconds", "seconds_update"} <= rows[0].keys():
        what = "has no row yet" if not rows else "is not of a run"
        fix = "train it for one update at least."
        raise RunError(f"There is nothing to tell: metrics.csv {what}.", str(run.path), fix)
    return list(rows)


def compare(run_dir: Path, other_dir: Path) -> dict[str, Any]:
    """Compare settings and metrics of two runs; each pair is [other, this].

    Raises:
        RunError: one of them is no run, or it has no row of metrics.
    """
    runs = [RunDirectory.open(path) for path in (other_dir, run_dir)]
    rows = [load_rows(run) for run in runs]
    each = [RunMetrics.of(one) for one in rows]
    frames = min(one.frames for one in each)
    metrics = {
        "frames_per_second": [one.frames_per_second for one in each],
        "seconds_per_iteration": [one.median_seconds for one in each],
        "success_at_end": [one.last["success"] for one in each],
        "entropy_at_end": [one.last["entropy"] for one in each],
        "steps": [one.totals["steps"] for one in each],
        f"success_after_{frames}_frames": [
            ends([row for row in one if number(row, "frames") <= frames], "success")[1]
            for one in rows
        ],
    }
    for phase in PHASES:
        spent = [one.share[phase] * one.seconds / one.iterations for one in each]
        if max(spent) > 0.01 * max(one.median_seconds for one in each):
            metrics[f"seconds_{phase}"] = spent
    then, now = (_settings(run) for run in runs)
    changed = {key: [then[key], now[key]] for key in now if now[key] != then[key]}
    return {
        "run": str(run_dir), "against": str(other_dir), "settings": changed, "metrics": metrics,
    }  # fmt: skip


def _settings(run: RunDirectory) -> dict[str, Any]:
    config = run.config
    parts = (asdict(part) for part in (config.env, config.train, config.curriculum))
    found = {key: value for part in parts for key, value in part.items()}
    names = ("problem", "fingerprint", "head", "versions")
    return found | {name: getattr(config, name) for name in names}
