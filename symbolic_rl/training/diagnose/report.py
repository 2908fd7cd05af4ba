"""A run in numbers, and the lines that end it."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite, isnan, nan
from pathlib import Path
from statistics import median
from typing import Any

from symbolic_rl.base.console import duration
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import PHASES, RunDirectory, Value
from symbolic_rl.play.pages import COUNTERS
from symbolic_rl.training.diagnose.warnings import COLLAPSED, EXPLORE, LEARNED

SLOW = 3.0
"""Times the median at which an iteration is called slow."""

LIMITS = (*COUNTERS, "worker_restarts")
"""Columns of what was paged, cut, lost, refused or done again, update by update."""

Row = Mapping[str, Value]


def number(row: Row, key: str) -> float:
    """A number of a row; NaN where it has none."""
    value = row.get(key, nan)
    return float(value) if value not in ("", None) else nan


def slow_phase(row: Row, others: Sequence[Row] | deque[Row]) -> tuple[str, float, float]:
    """The phase that took most longer than as a rule, with both times."""
    excess = []
    for phase in phases_of(row):
        usual = median(number(other, f"seconds_{phase}") for other in others)
        took = number(row, f"seconds_{phase}")
        excess.append((took - usual, phase, took, usual))
    return max(excess)[1:]


def phases_of(row: Row) -> list[str]:
    """Names of the phases that a row has seconds of."""
    found = [key.removeprefix("seconds_") for key in row if key.startswith("seconds_")]
    return [phase for phase in found if not isnan(number(row, f"seconds_{phase}"))]


@dataclass(frozen=True)
class Figures:
    """A run in numbers."""

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
    """Of all iterations."""
    median_seconds: float
    share: dict[str, float]
    """Of the time, by phase."""
    slowest: list[dict[str, Any]]
    """Iterations that took longest: number, seconds, phase that was slow."""
    success: tuple[float, float]
    """In the first and in the last tenth of the run."""
    entropy: tuple[float, float]
    grad_norm: float
    """Median of the iterations that made a step."""
    limits: dict[str, int]
    """Counters of what was paged, cut, lost or refused, those that are not 0."""

    @property
    def slow(self) -> list[dict[str, Any]]:
        """Those of ``slowest`` that took much longer than the median."""
        return [each for each in self.slowest if each["seconds"] > SLOW * self.median_seconds]


def figures(rows: Sequence[Row]) -> Figures:
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
    return Figures(
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
        grad_norm=median(found) if (found := numbers(with_step, "grad_norm")) else nan,
        limits={key: n for key in LIMITS if (n := int(sum(numbers(rows, key))))},
    )


def numbers(rows: Sequence[Row], key: str) -> list[float]:
    """Those of all rows that are finite."""
    return [value for row in rows if isfinite(value := number(row, key))]


def _mean_rate(rows: Sequence[Row]) -> float:
    pairs = [(number(row, "frames_per_second"), number(row, "seconds")) for row in rows]
    return sum(rate * s for rate, s in pairs) / max(sum(s for _, s in pairs), 1e-9)


def ends(rows: Sequence[Row], key: str) -> tuple[float, float]:
    """Means over the first and the last tenth; NaN where there are no numbers."""
    values = numbers(rows, key)
    tenth = max(1, len(values) // 10)
    if not values:
        return nan, nan
    return sum(values[:tenth]) / tenth, sum(values[-tenth:]) / tenth


def closing(rows: Sequence[Row], startup: Mapping[str, float]) -> list[str]:
    """The lines that end a run: steps made and skipped, where the time went, what was slow."""
    if not rows:
        return []
    found = figures(rows)
    lines = [_steps(found), f"time   {shares(found)}"]
    if found.slow:
        parts = (f"{s['iteration']} ({s['seconds']:.2f} s, {s['phase']})" for s in found.slow)
        lines.append(f"slow   iterations {', '.join(parts)}; median {found.median_seconds:.2f} s")
    laps = {key.removesuffix("_s"): s for key, s in startup.items() if key != "first_frame_s"}
    if laps:
        each = ", ".join(f"{name} {s:.1f} s" for name, s in laps.items())
        lines.append(f"start  {sum(laps.values()):.1f} s: {each}")
    return lines


def _steps(found: Figures) -> str:
    text = f"steps  {found.steps:,} in {found.iterations:,} iterations"
    if found.iterations_without_step:
        text += (
            f"; {found.iterations_without_step:,} without one: too few groups with unequal returns"
        )
    return f"{text}; {skipped_groups(found)}" if found.groups else text


def skipped_groups(found: Figures) -> str:
    """How many groups taught nothing, in words."""
    return (
        f"{found.groups_skipped:,} of {found.groups:,} groups skipped, "
        f"{found.groups_all_failed:,} of them all failures"
    )


def shares(found: Figures) -> str:
    """The phases that took most of the time, in words."""
    ordered = sorted(found.share.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in ordered if share >= 0.005)


def load(run_dir: Path) -> tuple[RunDirectory, Figures]:
    """A run and its figures.

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


Answer = tuple[str, str]
"""A verdict, ``ok`` or ``look``, and a line of text."""


def diagnose(run_dir: Path) -> dict[str, Any]:
    """Answers by question, each with a verdict (``ok`` or ``look``) and a line of text.

    Raises:
        RunError: there is no run, or it has no row of metrics.
    """
    _, found = load(run_dir)
    answers = {
        "updates": _updates(found),
        "time": _time(found),
        "entropy": _entropy(found),
        "reward": _reward(found),
        "groups": _groups(found),
        "limits": _limits(found),
    }
    document = {
        key: {"verdict": verdict, "text": text} for key, (verdict, text) in answers.items() if text
    }
    return {"run": str(run_dir), "answers": document, "figures": asdict(found)}


def _updates(found: Figures) -> Answer:
    if not found.steps:
        return "look", f"no gradient step in {found.iterations} iterations: nothing is learned"
    text = (
        f"{found.steps:,} gradient steps in {found.iterations:,} iterations, "
        f"median gradient norm {found.grad_norm:.3g}"
    )
    if found.grad_norm < 1e-6:
        return "look", f"{text}: next to nothing is learned"
    if found.iterations_without_step > found.iterations / 2:
        return "look", f"{text}; {found.iterations_without_step:,} iterations without one"
    return "ok", text


def _time(found: Figures) -> Answer:
    text = (
        f"{duration(found.seconds)}, {found.frames_per_second:,.0f} frames/s, "
        f"{found.median_seconds:.2f} s an iteration: {shares(found)}"
    )
    if not found.slow:
        return "ok", text
    worst = found.slow[0]
    return "look", (
        f"{text}; iteration {worst['iteration']} took {worst['seconds']:.2f} s, "
        f"{worst['phase']} {worst['took']:.2f} s instead of {worst['usually']:.2f} s"
    )


def _entropy(found: Figures) -> Answer:
    first, last = found.entropy
    if isnan(first):
        return "look", "no entropy was measured: no step was made"
    text = f"{first:.2f} nats at the start, {last:.2f} at the end"
    if last < COLLAPSED * first and found.success[1] < LEARNED:
        return "look", f"{text}: the policy has collapsed before it succeeds. {EXPLORE}"
    return "ok", text


def _reward(found: Figures) -> Answer:
    first, last = found.success
    if isnan(first):
        return "look", "no episode has ended: raise --total-frames or lower --max-inferences"
    text = f"success {first:.3f} at the start, {last:.3f} at the end"
    if last < first + 0.02 and last < LEARNED:
        return "look", f"{text}: it does not move"
    return "ok", text


def _groups(found: Figures) -> Answer:
    if not found.groups:
        return "ok", ""
    text = skipped_groups(found)
    many = found.groups_skipped > found.groups / 2
    if many and found.groups_all_failed > found.groups_skipped / 2:
        return "look", f"{text}: easier queries first, larger groups or more exploration"
    return ("look", f"{text}: the queries are too easy by now") if many else ("ok", text)


def _limits(found: Figures) -> Answer:
    if not found.limits:
        return "ok", "none was hit"
    return "look", ", ".join(f"{name} {n:,}" for name, n in found.limits.items())


def compare(run_dir: Path, other_dir: Path) -> dict[str, Any]:
    """What changed from ``other_dir`` to ``run_dir``: settings and figures, [other, this].

    Raises:
        RunError: one of them is no run.
    """
    (run, found), (other, before) = load(run_dir), load(other_dir)
    settings: dict[str, list[Any]] = {}
    for part in ("env", "train", "curriculum"):
        now, then = (asdict(getattr(r.config, part)) for r in (run, other))
        settings |= {key: [then[key], now[key]] for key in now if now[key] != then[key]}
    for key in ("problem", "fingerprint", "head", "versions"):
        now, then = getattr(run.config, key), getattr(other.config, key)
        if now != then:
            settings[key] = [then, now]
    changed = {
        "frames_per_second": [before.frames_per_second, found.frames_per_second],
        "seconds_per_iteration": [before.median_seconds, found.median_seconds],
        "success_at_end": [before.success[1], found.success[1]],
        "entropy_at_end": [before.entropy[1], found.entropy[1]],
        "steps": [before.steps, found.steps],
    }
    frames = min(before.frames, found.frames)
    reached = [_success_at(r, frames) for r in (other, run)]
    changed[f"success_after_{frames}_frames"] = reached
    for phase in found.share:
        each = [f.share.get(phase, 0.0) * f.seconds / max(1, f.iterations) for f in (before, found)]
        if max(each) > 0.01 * max(before.median_seconds, found.median_seconds):
            changed[f"seconds_{phase}"] = each
    return {
        "run": str(run_dir),
        "against": str(other_dir),
        "settings": settings,
        "figures": changed,
    }


def _success_at(run: RunDirectory, frames: int) -> float:
    rows = [row for row in run.metrics() if number(row, "frames") <= frames]
    return ends(rows, "success")[1]
