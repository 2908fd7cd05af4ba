"""What changed between two runs: ``symbolic-rl diagnose RUN --against RUN2``."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from symbolic_rl.diagnostics.figures import ends, load, number
from symbolic_rl.runs import RunDirectory


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
