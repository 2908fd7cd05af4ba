"""What the metrics of a run say: where its time goes, whether it learns, what stands in the way.

:class:`Watch` looks at rows as they come and warns; :func:`closing` sums a run up;
:func:`diagnose` answers the questions that one asks of a run that is slow or does not learn, and
:func:`compare` says what changed between two. All read the rows of ``metrics.csv``, whatever the
algorithm and the collector. Torch-free.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite, isnan, nan
from pathlib import Path
from statistics import median
from typing import Any

from symbolic_rl.progress import duration
from symbolic_rl.runs import PHASES, RunDirectory, Value

SLOW = 3.0
"""Times the median at which an iteration is called slow."""

ENOUGH = 5
"""Iterations before anything is called slow."""

QUIET = 25
"""Iterations after a warning during which the same one is not repeated."""

COLLAPSED = 0.05
"""Share of the entropy at the start below which a policy no longer tries anything."""

LEARNED = 0.9
"""Success rate from which that is as it should be."""

EXPLORE = (
    "To fix: start anew with a greater --entropy-coeff (grpo on a small program: --keep-failed and "
    "0.05), or a smaller --lr or --epochs; what is not drawn any more is not learned any more"
)

Row = Mapping[str, Value]


def number(row: Row, key: str) -> float:
    """A number of a row; NaN where it has none."""
    value = row.get(key, nan)
    return float(value) if value not in ("", None) else nan


class Watch:
    """Warns of slow iterations, idle groups and a policy that collapses, while a run goes on."""

    def __init__(self) -> None:
        self._rows: deque[Row] = deque(maxlen=100)
        self._first_entropy = nan
        self._said: dict[str, int] = {}

    def update(self, row: Row) -> list[str]:
        """Take a row of the metrics; the warnings that it gives cause for."""
        found = []
        if len(self._rows) >= ENOUGH and (text := slow(row, self._rows)):
            found.append(("slow", text))
        self._rows.append(row)
        if text := skipping([*self._rows][-10:]):
            found.append(("skipping", text))
        if isnan(self._first_entropy):
            self._first_entropy = number(row, "entropy")
        if text := collapsing([*self._rows][-10:], self._first_entropy):
            found.append(("collapsing", text))
        return [text for kind, text in found if self._is_news(kind, int(row["iteration"]))]

    def _is_news(self, kind: str, iteration: int) -> bool:
        if iteration - self._said.get(kind, -QUIET) < QUIET:
            return False
        self._said[kind] = iteration
        return True


def slow(row: Row, before: Sequence[Row] | deque[Row]) -> str:
    """The warning for an iteration that took much longer than those before; empty if not."""
    usual, now = median(number(r, "seconds") for r in before), number(row, "seconds")
    if not now > SLOW * usual:
        return ""
    name, took, as_a_rule = _slow_phase(row, before)
    return (
        f"slow: iteration {row['iteration']} took {now:.2f} s, {now / usual:.1f} times the median; "
        f"{name} took {took:.2f} s instead of {as_a_rule:.2f} s"
    )


def _slow_phase(row: Row, others: Sequence[Row] | deque[Row]) -> tuple[str, float, float]:
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


def skipping(rows: Sequence[Row]) -> str:
    """The warning that most groups of derivations teach nothing; empty if they do not."""
    groups, skipped, failed = (
        sum(n for row in rows if not isnan(n := number(row, key)))
        for key in ("groups", "groups_skipped", "groups_all_failed")
    )
    if groups < 20 or skipped <= groups / 2:
        return ""
    share = f"{100 * skipped / groups:.0f} % of the last {groups:.0f} groups have equal returns"
    if failed > skipped / 2:
        return (
            f"skipping: {share}, most of them all failures. To fix: easier queries first (levels "
            "in env.toml), larger groups (--group-size), more exploration (--keep-failed, "
            "--entropy-coeff)"
        )
    return (
        f"skipping: {share}, most of them all refutations. To fix: harder queries; if these are "
        "all there are, the policy has learned them"
    )


def collapsing(rows: Sequence[Row], first: float) -> str:
    """The warning that a policy has made up its mind too early; empty if it has not.

    Args:
        rows: the last ones.
        first: entropy at the start of the run.
    """
    entropy, success = (_numbers(rows, key) for key in ("entropy", "success"))
    if len(rows) < 10 or not entropy or not success:
        return ""
    last, rate = entropy[-1], sum(success) / len(success)
    if last >= COLLAPSED * first or rate >= LEARNED:
        return ""
    return (
        f"collapsing: entropy {last:.3f} after {first:.3f} at the start, with success {rate:.3f}. "
        f"{EXPLORE}"
    )


# ---- the end of a run


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


def figures(rows: Sequence[Row], counters: Mapping[str, int]) -> Figures:
    """Sum up the rows of a run; ``counters`` are those of its summary."""
    seconds = [number(row, "seconds") for row in rows]
    total = sum(seconds)
    with_step = [row for row in rows if number(row, "steps") > 0]
    phases = [phase for phase in PHASES if any(f"seconds_{phase}" in row for row in rows)]
    share = {phase: sum(_numbers(rows, f"seconds_{phase}")) / max(total, 1e-9) for phase in phases}
    order = sorted(range(len(rows)), key=lambda i: -seconds[i])[:3]
    slowest = []
    for i in order:
        phase, took, usual = _slow_phase(rows[i], rows)
        text = {"iteration": int(rows[i]["iteration"]), "seconds": round(seconds[i], 3)}
        slowest.append({**text, "phase": phase, "took": round(took, 3), "usually": round(usual, 3)})
    return Figures(
        iterations=len(rows),
        steps=int(sum(_numbers(rows, "steps"))),
        iterations_without_step=len(rows) - len(with_step),
        groups=int(sum(_numbers(rows, "groups"))),
        groups_skipped=int(sum(_numbers(rows, "groups_skipped"))),
        groups_all_failed=int(sum(_numbers(rows, "groups_all_failed"))),
        frames=int(number(rows[-1], "frames")) if rows else 0,
        frames_per_second=_mean_rate(rows),
        seconds=total,
        median_seconds=median(seconds) if seconds else nan,
        share=share,
        slowest=slowest,
        success=_ends(rows, "success"),
        entropy=_ends(rows, "entropy"),
        grad_norm=median(found) if (found := _numbers(with_step, "grad_norm")) else nan,
        limits={key: n for key, n in counters.items() if n},
    )


def _numbers(rows: Sequence[Row], key: str) -> list[float]:
    return [value for row in rows if isfinite(value := number(row, key))]


def _mean_rate(rows: Sequence[Row]) -> float:
    pairs = [(number(row, "frames_per_second"), number(row, "seconds")) for row in rows]
    return sum(rate * s for rate, s in pairs) / max(sum(s for _, s in pairs), 1e-9)


def _ends(rows: Sequence[Row], key: str) -> tuple[float, float]:
    values = _numbers(rows, key)
    tenth = max(1, len(values) // 10)
    if not values:
        return nan, nan
    return sum(values[:tenth]) / tenth, sum(values[-tenth:]) / tenth


def closing(rows: Sequence[Row], startup: Mapping[str, float]) -> list[str]:
    """The lines that end a run: steps made and skipped, where the time went, what was slow."""
    if not rows:
        return []
    found = figures(rows, {})
    lines = [_steps(found), f"time   {_shares(found)}"]
    worst = [s for s in found.slowest if s["seconds"] > SLOW * found.median_seconds]
    if worst:
        parts = (f"{s['iteration']} ({s['seconds']:.2f} s, {s['phase']})" for s in worst)
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
    if found.groups:
        text += (
            f"; {found.groups_skipped:,} of {found.groups:,} groups skipped, "
            f"{found.groups_all_failed:,} of them all failures"
        )
    return text


def _shares(found: Figures) -> str:
    ordered = sorted(found.share.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in ordered if share >= 0.005)


# ---- questions to a run


def load(run_dir: Path) -> tuple[RunDirectory, Figures]:
    """A run and its figures.

    Raises:
        RunError: there is no run.
    """
    run = RunDirectory.open(run_dir)
    return run, figures(run.metrics(), run.counters())


def diagnose(run_dir: Path) -> dict[str, Any]:
    """Answers by question, each with a verdict (``ok`` or ``look``) and a line of text.

    Raises:
        RunError: there is no run.
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


Answer = tuple[str, str]


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
        f"{found.median_seconds:.2f} s an iteration: {_shares(found)}"
    )
    slow_ones = [s for s in found.slowest if s["seconds"] > SLOW * found.median_seconds]
    if not slow_ones:
        return "ok", text
    worst = slow_ones[0]
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
    if last < first + 0.02 and last < 0.9:
        return "look", f"{text}: it does not move"
    return "ok", text


def _groups(found: Figures) -> Answer:
    if not found.groups:
        return "ok", ""
    text = (
        f"{found.groups_skipped:,} of {found.groups:,} groups skipped, "
        f"{found.groups_all_failed:,} of them all failures"
    )
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
    return _ends(rows, "success")[1]
