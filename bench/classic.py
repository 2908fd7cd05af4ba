"""This package against the classic way to put Prolog under reinforcement learning, in one run.

    python bench/classic.py [--env countries_s3] [--n-envs 256] [--collector vectorized]
        [--workers 8] [--repeats 5] [--batches 4] [--classic-frames 2048] [--device cpu]

The classic design, rebuilt in ``common/classic_design.py``: TorchRL's ``ParallelEnv`` with one
environment in each of eight forked processes; every step of every environment is a query of its own
through pyswip's ``Prolog.query`` whose answer, a text, is taken apart and encoded in Python;
observations are int64 of shapes [1, 10, 3], [20, 10, 3] and [20], each moved ``.to(device)``; what
does not fit is dropped. A frame is one inference there, while here forced moves are made within a
frame, so a frame here is more work. Nothing is slowed down on purpose: no query is longer than it
has to be, the answer is one text instead of pyswip's terms, the network is this package's own
(which computes equal goals once), TorchRL's collector is spared the trajectory numbers.

Both sides: the same program and training queries, the same network, the same PPO. Rollouts are
gathered by turns, then updates are made by turns.

Prints a table and, as the last line, one JSON document with the keys ``rollout_ratio,
training_ratio`` (medians over the repeats), ``rows, env, n_envs, workers, weights`` and
``machine``.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import torch
from common.classic_design import (
    ARITY,
    N_ATOMS,
    N_STATES,
    N_VARIABLES,
    ClassicPolicy,
    as_rollout,
    make_env,
)
from common.flags import make_parser
from tensordict import TensorDictBase
from torchrl.collectors import Collector
from torchrl.envs import ParallelEnv

from symbolic_rl.base.config import ENDLESS, TrainConfig
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.training.ppo import PPO


class Side:
    """One of the two designs, ready to gather and to learn."""

    def __init__(self, name: str, policy: DerivationPolicy, config: TrainConfig) -> None:
        self.name, self.policy, self.config = name, policy, config
        self.algorithm = PPO(policy, config)
        self.rollout_rates: list[float] = []
        self.training_rates: list[float] = []
        self.batches: Iterator[TensorDictBase] = iter(())
        self.collector: Any = None
        self.won = self.stepped = 0

    def rollout(self, n_batches: int) -> None:
        """Gather some batches; note the frames per second."""
        started = perf_counter()
        for _ in range(n_batches):
            next(self.batches)
        frames = n_batches * self.config.frames_per_batch
        self.rollout_rates.append(frames / (perf_counter() - started))

    def training(self, n_batches: int) -> None:
        """Gather some batches and learn from each; note the frames per second."""
        started = perf_counter()
        for _ in range(n_batches):
            batch = next(self.batches)
            self.learn(batch)
            after = batch.get("next")
            self.won += int(after.get("reward").sum())
            self.stepped += int(after.get("done").sum())
        frames = n_batches * self.config.frames_per_batch
        self.training_rates.append(frames / (perf_counter() - started))

    def learn(self, batch: TensorDictBase) -> None:
        """Make an update."""
        self.algorithm.learn(batch, progress=0.0)

    def row(self) -> dict[str, Any]:
        """The line of the table."""
        return {
            "design": self.name,
            "n_envs": self.config.n_envs,
            "frames_per_batch": self.config.frames_per_batch,
            "rollout_frames_per_second": median(self.rollout_rates),
            "rollout_min": min(self.rollout_rates),
            "rollout_max": max(self.rollout_rates),
            "training_frames_per_second": median(self.training_rates),
            "training_min": min(self.training_rates),
            "training_max": max(self.training_rates),
            "success_while_training": self.won / max(1, self.stepped),
        }


class Ours(Side):
    """This package, as ``symbolic-rl train`` puts it together."""

    def __init__(self, pack: Pack, config: TrainConfig) -> None:
        problem = load_problem(pack)
        shape = PolicyShape.for_problem(problem)
        policy = make_policy("resolvent", shape, dim=config.dim).to(config.device)
        super().__init__(f"symbolic-rl, {config.collector}", policy, config)
        self.collector = make_collector(problem, policy, replace(config, total_frames=ENDLESS))
        self.batches = iter(self.collector)


class Classic(Side):
    """The classic design."""

    def __init__(self, pack: Pack, config: TrainConfig) -> None:
        env = ParallelEnv(
            config.n_envs, partial(make_env, pack), mp_start_method="fork", num_threads=1
        )
        env.set_seed(config.seed)
        shape = PolicyShape(
            vocabulary_size=len(make_env(pack).ids) + 1 + N_VARIABLES,
            n_clauses=3,
            n_candidates=N_STATES,
            n_goals=N_ATOMS,
            goal_width=ARITY,
        )
        policy = make_policy("resolvent", shape, dim=config.dim).to(config.device)
        super().__init__("classic, ParallelEnv and pyswip", policy, config)
        self.collector = Collector(
            env,
            ClassicPolicy(policy, policy.device),
            frames_per_batch=config.frames_per_batch,
            total_frames=-1,
            track_traj_ids=False,
            auto_register_policy_transforms=False,
        )
        self.batches = iter(self.collector)

    def learn(self, batch: TensorDictBase) -> None:
        """Make an update."""
        super().learn(as_rollout(batch))


def ratio(rows: list[dict[str, Any]], key: str) -> float:
    """How many times the classic figure ours is."""
    return float(rows[0][key] / rows[1][key])


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measure both sides by turns, print the table and return the document."""
    pack = load_pack(args.env)
    config = replace(pack.train_by("ppo"), device=args.device, collector=args.collector)
    torch.set_num_threads(1)
    torch.manual_seed(config.seed)
    steps = min(config.frames_per_batch // args.n_envs or 1, 128)
    few = args.classic_frames // args.workers * args.workers
    # first: its workers fork before this process has a Prolog
    classic = Classic(pack, replace(config, n_envs=args.workers, frames_per_batch=few))
    classic.rollout(1)
    ours = Ours(pack, replace(config, n_envs=args.n_envs, frames_per_batch=steps * args.n_envs))
    ours.rollout(1)
    sides: list[tuple[Side, int]] = [(ours, args.batches), (classic, 1)]
    for side, _ in sides:
        side.rollout_rates.clear()
    for _ in range(args.repeats):
        for side, n_batches in sides:
            side.rollout(n_batches)
    for _ in range(args.repeats):
        for side, n_batches in sides:
            side.training(n_batches)
    for side, _ in sides:
        side.collector.shutdown()
    rows = [side.row() for side, _ in sides]
    print_table(rows)
    document = {
        "rollout_ratio": ratio(rows, "rollout_frames_per_second"),
        "training_ratio": ratio(rows, "training_frames_per_second"),
    }
    print(f"rollout ratio {document['rollout_ratio']:.1f}")
    print(f"training ratio {document['training_ratio']:.1f}\n", flush=True)
    weights = {side.name: sum(p.numel() for p in side.policy.parameters()) for side, _ in sides}
    about = {"env": args.env, "n_envs": args.n_envs, "workers": args.workers}
    return {**document, "rows": rows, **about, "weights": weights}


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--repeats")
    parser.add_argument("--env", default="countries_s3", help="a pack without function symbols")
    parser.add_argument("--n-envs", type=int, default=256, help="of ours")
    parser.add_argument("--collector", default="vectorized", help="of ours")
    parser.add_argument("--workers", type=int, default=8, help="of the classic design")
    parser.add_argument("--batches", type=int, default=4, help="of ours in one repeat")
    parser.add_argument("--classic-frames", type=int, default=2048, help="of a classic batch")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    args = parser.parse_args()
    card = start(f"ours against the classic design; env={args.env}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
