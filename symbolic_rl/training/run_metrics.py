"""Metrics of a whole run, summed up from the rows of ``metrics.csv``. Torch-free."""

from collections import deque
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

MEANS = ("success", "entropy", "truncated", "proposed_shapes")
TOTALS = ("steps", "groups", "groups_skipped", "groups_all_failed", "proofs_not_replayed")
PROPOSALS = ("proposed", "proposals_kept", "proposals_easy")
"""Columns of goals that were proposed; of these, learned from; of these, proved straight away."""
LIMITS = (*COUNTERS, "worker_restarts")
"""Columns that count what was paged, cut, lost, refused or done again in an update."""

LATELY = 10
"""Rounds, the last ones, that tell whether the proposer or the prover has collapsed."""

Row = Mapping[str, Value]


def number(row: Row, key: str) -> float:
    """Return a number of a row; NaN where it has none."""
    value = row.get(key, nan)
    return float(value) if value not in ("", None) else nan


def numbers(rows: Sequence[Row], key: str) -> list[float]:
    """Return the finite numbers of a column."""
    return [value for row in rows if isfinite(value := number(row, key))]


def total(rows: Sequence[Row], key: str) -> int:
    """Return the sum of a column of counts."""
    return int(sum(numbers(rows, key)))


def ends(rows: Sequence[Row], key: str, part: int = 10) -> tuple[float, float]:
    """Return the means over the first and the last tenth, or other part; NaN without numbers."""
    values = numbers(rows, key)
    n = max(1, len(values) // part)
    return (sum(values[:n]) / n, sum(values[-n:]) / n) if values else (nan, nan)


@dataclass(frozen=True)
class Slow:
    """Iteration that took long, and the phase that exceeds its median by most."""

    iteration: int
    seconds: float
    phase: str
    took: float
    usually: float
    """Median time of the phase."""

    @classmethod
    def of(cls, row: Row, others: Sequence[Row] | deque[Row]) -> Self:
        """Find the slow phase of a row, compared with other rows."""
        phases = [key for key in row if key.startswith("seconds_") and not isnan(number(row, key))]
        usual = {key: median(number(other, key) for other in others) for key in phases}
        key = max(phases, key=lambda key: number(row, key) - usual[key])
        phase = key.removeprefix("seconds_")
        seconds = number(row, "seconds")
        return cls(int(row["iteration"]), seconds, phase, number(row, key), usual[key])

    def __str__(self) -> str:
        return (
            f"iteration {self.iteration} took {self.seconds:.2f} s, {self.phase} {self.took:.2f} s "
            f"instead of {self.usually:.2f} s"
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
    slow: list[Slow]
    """Of the three longest iterations, those that took ``SLOW`` times the median; none of searches,
    which take as long as their budgets, and these grow."""
    searches: bool
    """True if searches for proofs took the place of episodes."""
    first: dict[str, float]
    """Means of ``MEANS`` over the first tenth of the run; NaN where they were not measured."""
    last: dict[str, float]
    """The same over the last tenth."""
    totals: dict[str, int]
    """Sums of ``TOTALS``."""
    lately: dict[str, int]
    """Sums of ``PROPOSALS`` over the last ``LATELY`` rounds."""
    limits: dict[str, int]
    """Counters of ``LIMITS`` that are not 0."""
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
        longest = sorted(range(len(rows)), key=lambda i: -seconds[i])[:3]
        rates = [number(row, "frames_per_second") * number(row, "seconds") for row in rows]
        norms = numbers([row for row in rows if number(row, "steps") > 0], "grad_norm")
        means = {key: ends(rows, key, part) for key in MEANS}
        unproved, searches = numbers(rows, "unproved"), bool(numbers(rows, "max_budget"))
        return cls(
            iterations=len(rows),
            frames=int(number(rows[-1], "frames")),
            frames_per_second=sum(rates) / whole,
            seconds=sum(seconds),
            median_seconds=usual,
            share={key: sum(numbers(rows, f"seconds_{key}")) / whole for key in PHASES},
            slow=[
                Slow.of(rows[i], rows)
                for i in longest
                if seconds[i] > SLOW * usual and not searches
            ],
            searches=searches,
            first={key: first for key, (first, _) in means.items()},
            last={key: last for key, (_, last) in means.items()},
            totals={key: total(rows, key) for key in TOTALS},
            lately={key: total(rows[-LATELY:], key) for key in PROPOSALS},
            limits={key: n for key in LIMITS if (n := total(rows, key))},
            idle=sum(not number(row, "steps") > 0 for row in rows),
            grad_norm=median(norms) if norms else nan,
            unproved=int(unproved[-1]) if unproved else -1,
            exhausted=int(max(numbers(rows, "exhausted"), default=0)),
        )

    @property
    def shares_in_short(self) -> str:
        """Phases that took most of the time."""
        ordered = sorted(self.share.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{name} {100 * share:.0f} %" for name, share in ordered if share >= 0.005)


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
    before, found = (RunMetrics.of(each) for each in rows)
    frames = min(before.frames, found.frames)
    reached = [
        ends([row for row in each if number(row, "frames") <= frames], "success")[1]
        for each in rows
    ]
    changed = {
        "frames_per_second": [before.frames_per_second, found.frames_per_second],
        "seconds_per_iteration": [before.median_seconds, found.median_seconds],
        "success_at_end": [before.last["success"], found.last["success"]],
        "entropy_at_end": [before.last["entropy"], found.last["entropy"]],
        "steps": [before.totals["steps"], found.totals["steps"]],
        f"success_after_{frames}_frames": reached,
    }
    for phase in found.share:
        each = [m.share.get(phase, 0.0) * m.seconds / max(1, m.iterations) for m in (before, found)]
        if max(each) > 0.01 * max(before.median_seconds, found.median_seconds):
            changed[f"seconds_{phase}"] = each
    settings = _changed_settings(*runs)
    return {
        "run": str(run_dir), "against": str(other_dir), "settings": settings, "metrics": changed,
    }  # fmt: skip


def _changed_settings(other: RunDirectory, run: RunDirectory) -> dict[str, list[Any]]:
    settings: dict[str, list[Any]] = {}
    for part in ("env", "train", "curriculum"):
        then, now = (asdict(getattr(one.config, part)) for one in (other, run))
        settings |= {key: [then[key], now[key]] for key in now if now[key] != then[key]}
    for key in ("problem", "fingerprint", "head", "versions"):
        then, now = getattr(other.config, key), getattr(run.config, key)
        if now != then:
            settings[key] = [then, now]
    return settings
