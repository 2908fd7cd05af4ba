"""How many frames a second are gathered with the policy, and how many are learned from.

    python bench/training.py [--env countries_s3] [--n-envs 256] [--frames 262144]
        [--batches 8] [--repeats 5] [--n-threads 1]

Rollout: the pack's policy and environment under the collector of TorchRL, without learning; once
with fresh weights and once, after the training, with the trained ones. Training: a whole run of
``--frames`` frames as ``symbolic-rl train`` does it, its first update not counted. With several
threads *expand* is the mean of their times, and what they wait for each other is in *collector*.

Prints a table with the seconds for a million frames by phase and, as the last line, one JSON
document with the keys ``rollout_frames_per_second`` (fresh weights; median of the repeats),
``rollout_trained_frames_per_second``, ``training_frames_per_second``, ``seconds`` (of each
phase, for each of the three), ``env, n_envs, n_threads, head, frames`` and
``machine``.
"""

import argparse
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import torch
from common.flags import make_parser

from symbolic_rl.base.config import ENDLESS, TrainConfig
from symbolic_rl.base.devices import TORCH_THREADS
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.policy import PolicyShape, head_for, make_policy
from symbolic_rl.training.session import Session

ROLLOUT_PHASES = ("expand", "view", "reset", "policy")


@dataclass
class Cell:
    """What was measured of one way to spend frames."""

    name: str
    frames: int
    rates: list[float]
    """Frames per second of each repeat."""
    seconds: dict[str, float]
    """By phase, all repeats together."""
    cores: float
    """How many the process got: less than one on a machine that others use."""

    def row(self) -> dict[str, Any]:
        """The line of the table; the phases are seconds for a million frames."""
        phases = {name: s / self.frames * 1e6 for name, s in self.seconds.items()}
        return {
            "what": self.name,
            "frames": self.frames,
            "frames/s": median(self.rates),
            "min": min(self.rates),
            "max": max(self.rates),
            "cores": self.cores,
            **{name: phases.get(name, 0.0) for name in PHASES},
        }


PHASES = (*ROLLOUT_PHASES, "collector", "advantage", "update", "rest")


def rollout(
    name: str,
    problem: Problem,
    config: TrainConfig,
    weights: Mapping[str, torch.Tensor] | None,
    args: argparse.Namespace,
) -> Cell:
    """Gather batches without learning; ``weights`` of the policy, None for fresh ones."""
    torch.manual_seed(config.seed)
    head = head_for(problem, config)[0]
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=config.dim)
    if weights is not None:
        policy.head.load_state_dict(dict(weights))
    collector = make_collector(problem, policy, replace(config, total_frames=ENDLESS))
    batches = iter(collector)
    next(batches)
    before, cpu = collector.metrics.seconds, process_time()
    took = []
    for _ in range(args.repeats):
        started = perf_counter()
        for _ in range(args.batches):
            next(batches)
        took.append(perf_counter() - started)
    cpu = process_time() - cpu
    seconds = {key: s - before[key] for key, s in collector.metrics.seconds.items()}
    seconds["collector"] = sum(took) - sum(seconds.values())
    collector.shutdown()
    frames = args.batches * config.frames_per_batch
    rates = [frames / t for t in took]
    return Cell(name, frames * args.repeats, rates, seconds, cpu / sum(took))


def training(problem: Problem, config: TrainConfig) -> tuple[Cell, dict[str, torch.Tensor]]:
    """Train as the command does; the figures after the first update, and the weights."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(problem, resolve(config), Path(folder, "run")) as run,
    ):
        run.iterate()
        sums: dict[str, float] = {}
        rates, cpu, started = [], process_time(), perf_counter()
        while not run.is_finished:
            row = run.iterate()
            rates.append(float(row["frames_per_second"]))
            for key, value in row.items():
                if key.startswith("seconds_"):
                    name = key.removeprefix("seconds_")
                    sums[name] = sums.get(name, 0.0) + float(value)
        total, cpu = perf_counter() - started, process_time() - cpu
        frames = len(rates) * config.frames_per_batch
        known = {key: sums[key] for key in (*ROLLOUT_PHASES, "advantage", "update")}
        known["collector"] = sums["collect_rest"] + sums["expand"] - known["expand"]
        known["rest"] = total - sum(known.values())
        cell = Cell("training", frames, [frames / total], known, cpu / total)
        return cell, run.policy.head.state_dict()


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measure the three cells, print the table and return the document."""
    problem = load_problem(args.env)
    config = replace(
        problem.pack.train_by("ppo"),
        n_envs=args.n_envs,
        total_frames=args.frames,
        frames_per_batch=min(problem.pack.train_by("ppo").frames_per_batch // args.n_envs or 1, 128)
        * args.n_envs,
        n_threads=args.n_threads,
        device="cpu",
    )
    torch.set_num_threads(TORCH_THREADS)
    fresh = rollout("rollout, fresh weights", problem, config, None, args)
    learned, weights = training(problem, config)
    trained = rollout("rollout, trained", problem, config, weights, args)
    print("phases in seconds for a million frames")
    cells = {"rollout": fresh, "rollout_trained": trained, "training": learned}
    print_table([cell.row() for cell in cells.values()])
    return {
        **{f"{key}_frames_per_second": median(cell.rates) for key, cell in cells.items()},
        "seconds": {key: cell.seconds for key, cell in cells.items()},
        "cores": {key: cell.cores for key, cell in cells.items()},
        "env": args.env,
        "n_envs": args.n_envs,
        "n_threads": args.n_threads,
        "head": head_for(problem, config)[0],
        "frames": learned.frames,
    }


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--env", "--repeats")
    parser.add_argument("--n-envs", type=int, default=256)
    parser.add_argument("--frames", type=int, default=262_144, help="of the training run")
    parser.add_argument("--batches", type=int, default=8, help="of one run of the collector")
    parser.add_argument("--n-threads", type=int, default=1)
    args = parser.parse_args()
    card = start(f"frames a second, gathered and learned; env={args.env} n_envs={args.n_envs}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
