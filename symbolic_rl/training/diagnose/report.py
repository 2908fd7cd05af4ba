"""Answers on a run that is slow or does not learn, and its comparison with another one."""

from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import Any

from symbolic_rl.base.console import duration
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.training.diagnose.figures import (
    RunFigures,
    ends,
    load,
    number,
    shares,
    skipped_groups,
)
from symbolic_rl.training.diagnose.obstacles import LEARNED, cure, obstacles
from symbolic_rl.training.diagnose.warnings import COLLAPSED

FEW_SHAPES = 0.25
"""Share of the shapes of proposals at the start below which a proposer repeats itself."""

RARELY = 0.01
"""Share of proposals that are learned from below which proposing does not help."""

Answer = tuple[str, str]
"""A verdict, ``ok`` or ``look``, and a line of text."""


def diagnose(run_dir: Path) -> dict[str, Any]:
    """Answer each question with a verdict (``ok`` or ``look``) and a line of text.

    Raises:
        RunError: there is no run, or it has no row of metrics.
    """
    _, found = load(run_dir)
    answers = {
        "updates": _updates(found),
        "time": _time(found),
        "entropy": _entropy(found),
        "reward": _reward(found),
        "proofs": _proofs(found),
        "groups": _groups(found),
        "proposer": _proposer(found),
        "limits": _limits(found),
    }
    document = {
        key: {"verdict": verdict, "text": text} for key, (verdict, text) in answers.items() if text
    }
    return {"run": str(run_dir), "answers": document, "figures": asdict(found)}


def _updates(found: RunFigures) -> Answer:
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


def _time(found: RunFigures) -> Answer:
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


def _entropy(found: RunFigures) -> Answer:
    first, last = found.entropy
    if isnan(first) and found.steps:
        return "ok", "not measured by this algorithm"
    if isnan(first):
        return "look", "no entropy was measured: no step was made"
    text = f"{first:.2f} nats at the start, {last:.2f} at the end"
    if last < COLLAPSED * first and found.success[1] < LEARNED:
        return (
            "look",
            f"{text}: the policy has collapsed before it succeeds. {cure(found.truncated[1])}",
        )
    return "ok", text


def _reward(found: RunFigures) -> Answer:
    first, last = found.success
    if isnan(first):
        return "look", "no episode has ended: raise --total-frames or lower --max-inferences"
    text = f"success {first:.3f} at the start, {last:.3f} at the end"
    if last < first + 0.02 and last < LEARNED:
        return "look", f"{text}: it does not move"
    return "ok", text


def _proofs(found: RunFigures) -> Answer:
    is_obstacle, text = obstacles(found)
    return ("look" if is_obstacle else "ok"), text


def _groups(found: RunFigures) -> Answer:
    if not found.groups:
        return "ok", ""
    text = skipped_groups(found)
    many = found.groups_skipped > found.groups / 2
    if many and found.groups_all_failed > found.groups_skipped / 2:
        return (
            "look",
            f"{text}: easier queries first, larger groups, --keep-failed, or --algo expert",
        )
    return ("look", f"{text}: the queries are too easy by now") if many else ("ok", text)


def _proposer(found: RunFigures) -> Answer:
    """Answer whether the proposer or the prover has collapsed."""
    if not found.proposed:
        return "ok", ""
    kept, easy, n = found.proposals_kept, found.proposals_easy, found.proposed
    first, last = found.shapes
    text = (
        f"of the last {n:,} proposals {kept:,} were learned from, {easy:,} too easy and "
        f"{n - kept - easy:,} not proved; {first:.0f} shapes a round at the start, {last:.0f} at "
        "the end"
    )
    if last < FEW_SHAPES * first:
        return "look", f"{text}: the proposer has collapsed to few kinds of goals"
    if found.unproved <= found.exhausted or kept >= RARELY * n:
        return "ok", text
    if easy > n / 2:
        return "look", f"{text}: the proposer makes easy goals only, and given ones have no proof"
    return "look", f"{text}: the prover proves next to nothing of what is proposed"


def _limits(found: RunFigures) -> Answer:
    if not found.limits:
        return "ok", "none was hit"
    return "look", ", ".join(f"{name} {n:,}" for name, n in found.limits.items())


def compare(run_dir: Path, other_dir: Path) -> dict[str, Any]:
    """Compare settings and figures of two runs; each pair is [other, this].

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
