"""Figures of a run: phases, rates, limits and success, from its metrics."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isnan, nan
from pathlib import Path
from statistics import median
from typing import Any

from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import PHASES, RunDirectory, Value
from symbolic_rl.play.pages import COUNTERS

SLOW = 3.0
"""Multiple of the median time from which on an iteration is slow."""

LIMITS = (*COUNTERS, "worker_restarts")
"""Columns that count what was paged, cut, lost, refused or done again in an update."""

LATELY = 10
"""Rounds, the last ones, that tell whether the proposer or the prover has collapsed."""

Row = Mapping[str, Value]


def number(row: Row, key: str) -> float:
    """Return a number of a row; NaN where it has none."""
    value = row.get(key, nan)
    return float(value) if value not in ("", None) else nan


def slow_phase(row: Row, others: Sequence[Row] | deque[Row]) -> tuple[str, float, float]:
    """Return the phase that exceeds its median by most, its time and that median."""
    excess = []
    for phase in phases_of(row):
        usual = median(number(other, f"seconds_{phase}") for other in others)
        took = number(row, f"seconds_{phase}")
        excess.append((took - usual, phase, took, usual))
    return max(excess)[1:]


def phases_of(row: Row) -> list[str]:
    """Return the names of the phases that a row has seconds of."""
    found = [key.removeprefix("seconds_") for key in row if key.startswith("seconds_")]
    return [phase for phase in found if not isnan(number(row, f"seconds_{phase}"))]


@dataclass(frozen=True)
class RunFigures:
    """Figures of a whole run."""

    iterations: int
    steps: int
    """Gradient steps."""
    iterations_without_step: int
    groups: int
    groups_skipped: int
    groups_all_failed: int
    frames: int
    frames_per_second: float
    seconds: float
    """Time of all iterations."""
    median_seconds: float
    share: dict[str, float]
    """Share of the time, by phase."""
    slowest: list[dict[str, Any]]
    """Three longest iterations: number, seconds, and the phase that was slow."""
    success: tuple[float, float]
    """Success rate in the first and in the last tenth of the run."""
    entropy: tuple[float, float]
    truncated: tuple[float, float]
    """Share of episodes, or of searches, that ended at a limit; NaN where it was not measured."""
    unproved: int
    """Training queries without a proof at the end; -1 where they were not counted."""
    exhausted: int
    """Those of them that have none: a search of theirs was exhausted, and nothing was lost."""
    proofs_not_replayed: int
    """Proofs that searches found and the policy could not be shown."""
    searches: bool
    """True if searches for proofs took the place of episodes."""
    grad_norm: float
    """Median of the iterations that made a step."""
    limits: dict[str, int]
    """Counters of ``LIMITS`` that are not 0."""
    proposed: int = 0
    """Goals that were proposed in the last ``LATELY`` rounds; 0 where none are."""
    proposals_kept: int = 0
    proposals_easy: int = 0
    """Of these, goals that were learned from, and goals that were proved straight away."""
    shapes: tuple[float, float] = (nan, nan)
    """Different shapes among the proposals of a round, in the first and last tenth of the run."""

    @property
    def slow(self) -> list[dict[str, Any]]:
        """Iterations of ``slowest`` that took ``SLOW`` times the median."""
        return [each for each in self.slowest if each["seconds"] > SLOW * self.median_seconds]


def figures(rows: Sequence[Row]) -> RunFigures:
    """Sum up the rows of a run."""
    seconds = [number(row, "seconds") for row in rows]
    total = sum(seconds)
    with_step = [row for row in rows if number(row, "steps") > 0]
    phases = [phase for phase in PHASES if any(f"seconds_{phase}" in row for row in rows)]
    share = {phase: sum(numbers(rows, f"seconds_{phase}")) / max(total, 1e-9) for phase in phases}
    order = sorted(range(len(rows)), key=lambda i: -seconds[i])[:3]
    slowest = []
    for i in order:
        phase, took, usual = slow_phase(rows[i], rows)
        text = {"iteration": int(rows[i]["iteration"]), "seconds": round(seconds[i], 3)}
        slowest.append({**text, "phase": phase, "took": round(took, 3), "usually": round(usual, 3)})
    return RunFigures(
        iterations=len(rows),
        steps=int(sum(numbers(rows, "steps"))),
        iterations_without_step=len(rows) - len(with_step),
        groups=int(sum(numbers(rows, "groups"))),
        groups_skipped=int(sum(numbers(rows, "groups_skipped"))),
        groups_all_failed=int(sum(numbers(rows, "groups_all_failed"))),
        frames=int(number(rows[-1], "frames")) if rows else 0,
        frames_per_second=_mean_rate(rows),
        seconds=total,
        median_seconds=median(seconds) if seconds else nan,
        share=share,
        slowest=slowest,
        success=ends(rows, "success"),
        entropy=ends(rows, "entropy"),
        truncated=ends(rows, "truncated"),
        unproved=int(unproved[-1]) if (unproved := numbers(rows, "unproved")) else -1,
        exhausted=int(max(numbers(rows, "exhausted"), default=0)),
        proofs_not_replayed=int(sum(numbers(rows, "proofs_not_replayed"))),
        searches=bool(numbers(rows, "max_budget")),
        grad_norm=median(found) if (found := numbers(with_step, "grad_norm")) else nan,
        limits={key: n for key in LIMITS if (n := int(sum(numbers(rows, key))))},
        proposed=int(sum(numbers(rows[-LATELY:], "proposed"))),
        proposals_kept=int(sum(numbers(rows[-LATELY:], "proposals_kept"))),
        proposals_easy=int(sum(numbers(rows[-LATELY:], "proposals_easy"))),
        shapes=ends(rows, "proposed_shapes"),
    )


def numbers(rows: Sequence[Row], key: str) -> list[float]:
    """Return the finite numbers of a column."""
    return [value for row in rows if isfinite(value := number(row, key))]


def _mean_rate(rows: Sequence[Row]) -> float:
    pairs = [(number(row, "frames_per_second"), number(row, "seconds")) for row in rows]
    return sum(rate * s for rate, s in pairs) / max(sum(s for _, s in pairs), 1e-9)


def ends(rows: Sequence[Row], key: str) -> tuple[float, float]:
    """Return the means of a column over the first and the last tenth; NaN without numbers."""
    values = numbers(rows, key)
    tenth = max(1, len(values) // 10)
    if not values:
        return nan, nan
    return sum(values[:tenth]) / tenth, sum(values[-tenth:]) / tenth


def skipped_groups(found: RunFigures) -> str:
    """Return in words how many groups taught nothing."""
    return (
        f"{found.groups_skipped:,} of {found.groups:,} groups skipped, "
        f"{found.groups_all_failed:,} of them all failures"
    )


def shares(found: RunFigures) -> str:
    """Return in words the phases that took most of the time."""
    ordered = sorted(found.share.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in ordered if share >= 0.005)


def load(run_dir: Path) -> tuple[RunDirectory, RunFigures]:
    """Open a run and sum it up.

    Raises:
        RunError: there is no run, or it has no row of metrics.
    """
    run = RunDirectory.open(run_dir)
    rows = run.metrics()
    if not rows or not {"iteration", "seconds", "seconds_update"} <= rows[0].keys():
        what = "has no row yet" if not rows else "is not of a run"
        raise RunError(
            f"There is nothing to tell: metrics.csv {what}.",
            str(run_dir),
            "train it for one update at least.",
        )
    return run, figures(rows)
