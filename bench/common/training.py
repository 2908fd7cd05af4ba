"""Parts that benchmarks of learning share: training by an algorithm, and intervals of shares."""

import os
import tempfile
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.training.session import Session
from symbolic_rl.training.settle import settle


@dataclass(frozen=True)
class Trained:
    """Policy of a finished training run."""

    problem: Problem
    """Problem with the view and the limits that training has chosen for the program."""
    policy: DerivationPolicy
    cpu_s: float
    """CPU seconds of the run without the start of the MDP."""
    proved: float | None
    """Share of the training queries that expert iteration has proofs of; None for the others."""


def train(
    problem: Problem,
    algo: Any,
    seed: int,
    *,
    frames: int = 0,
    cpu_s: float = inf,
    run_dir: Path | None = None,
) -> Trained:
    """Train as ``symbolic-rl train --algo ALGO --seed SEED`` does.

    Args:
        problem: program, queries and settings.
        algo: learning algorithm.
        seed: of the run.
        frames: frames of the run; 0 for the pack's.
        cpu_s: CPU seconds after which no further batch is gathered; the one in progress is
            finished, and learned from.
        run_dir: where the run is kept; None for nowhere.
    """
    settings = {"seed": seed, "device": "cpu", **({"total_frames": frames} if frames else {})}
    config = problem.pack.train_by(algo).override(settings, where="bench")
    started = cpu_seconds()
    problem, _ = settle(problem, config)
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(
            problem,
            resolve(config),
            run_dir or Path(folder, "run"),
            source=str(problem.pack.folder),
        ) as run,
    ):
        proved: float | None = None
        while not run.is_finished and cpu_seconds() - started < cpu_s:
            row = run.iterate()
            if "proved" in row:
                proved = float(row["proved"]) / float(row["queries"])
        run.choose_search_settings()
        if run_dir:
            run.checkpoint()
        return Trained(problem, run.policy, cpu_seconds() - started, proved)


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of the children that have ended."""
    return sum(os.times()[:4])
