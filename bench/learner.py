"""What each economy of a gradient step saves: updates of PPO on the same frames, interleaved.

    python bench/learner.py [--env countries_s3] [--frames 8192] [--minibatch-size 2048]
        [--repeats 15] [--device cpu] [--cells plain micro_batches bf16 compile]

One rollout is gathered with the pack's settings. Each cell learns from it again and again, from the
same weights, in an order that turns; its first update, in which a network is compiled, is not
counted but told. ``micro_batches`` makes four of a minibatch.
What was asked for and could not be used is said in ``why_not``.

Prints a table and, as the last line, one JSON document with the keys ``over_plain`` (for each cell
the median of its time over that of ``plain`` in the same round), ``update_s`` (medians),
``first_update_s``, ``why_not, env, head, device, frames, minibatch_size, epochs`` and ``machine``.
"""

import argparse
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any

import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.devices import TORCH_THREADS, resolve_device
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.play.problem import load_problem
from symbolic_rl.policy import PolicyShape, choose_head, make_policy
from symbolic_rl.training.ppo import PPO


def cells(config: TrainConfig) -> dict[str, dict[str, Any]]:
    """What is compared: the settings that each changes."""
    quarter = max(1, config.minibatch_size // 4)
    return {
        "plain": {},
        "micro_batches": {"micro_batch_size": quarter},
        "bf16": {"precision": "bf16"},
        "compile": {"compile": True},
    }


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Learn with every cell, print the table and return the document."""
    problem = load_problem(args.env)
    config = replace(
        problem.pack.train_by("ppo"),
        algo="ppo",
        n_envs=args.n_envs,
        frames_per_batch=args.frames,
        minibatch_size=args.minibatch_size,
        device=args.device,
    )
    torch.set_num_threads(TORCH_THREADS)
    torch.manual_seed(config.seed)
    head, _ = choose_head(config.policy, is_flat=problem.is_flat, n_clauses=problem.n_clauses)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=config.dim)
    policy.to(resolve_device(config.device))
    collector = make_collector(problem, policy, resolve(config))
    batches = iter(collector)
    batch = [next(batches).clone() for _ in range(2)][-1]  # derivations are under way by then
    collector.shutdown()
    before = {key: value.clone() for key, value in policy.state_dict().items()}
    learners = {
        name: PPO(policy, replace(config, **changes))
        for name, changes in cells(config).items()
        if name in args.cells
    }
    took: dict[str, list[float]] = {name: [] for name in learners}
    for turn in range(args.repeats + 1):
        for name in [*learners][turn % len(learners) :] + [*learners][: turn % len(learners)]:
            policy.load_state_dict(before)
            started = perf_counter()
            learners[name].learn(batch, progress=0.0)  # ends with figures, so nothing is under way
            took[name].append(perf_counter() - started)
    return document(config, head, took, {key: x.describe() for key, x in learners.items()})


def document(
    config: TrainConfig, head: str, took: dict[str, list[float]], said: dict[str, str]
) -> dict[str, Any]:
    """Print the table and return what the last line holds."""
    counted = {name: seconds[1:] for name, seconds in took.items()}
    over_plain = {
        name: round(median(a / b for a, b in zip(s, counted["plain"], strict=True)), 3)
        for name, s in counted.items()
    }
    rows = [
        {
            "cell": name,
            "first update s": took[name][0],
            "update s": median(seconds),
            "min": min(seconds),
            "max": max(seconds),
            "over plain": over_plain[name],
        }
        for name, seconds in counted.items()
    ]
    print_table(rows)
    return {
        "over_plain": over_plain,
        "update_s": {name: median(seconds) for name, seconds in counted.items()},
        "first_update_s": {name: seconds[0] for name, seconds in took.items()},
        "why_not": {name: text for name, text in said.items() if "not used" in text},
        "head": head,
        "device": str(resolve_device(config.device)),
        "frames": config.frames_per_batch,
        "minibatch_size": config.minibatch_size,
        "epochs": config.epochs,
    }


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    names = [*cells(TrainConfig())]
    parser.add_argument("--env", default="countries_s3")
    parser.add_argument("--n-envs", type=int, default=256)
    parser.add_argument("--frames", type=int, default=8192, help="of the batch")
    parser.add_argument("--minibatch-size", type=int, default=2048)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--cells", nargs="+", choices=names, default=names)
    args = parser.parse_args()
    if "plain" not in args.cells:
        parser.error("--cells needs plain: the others are compared with it")
    card = start(f"economies of a gradient step; env={args.env} device={args.device}")
    finish({**measure(args), "env": args.env}, card)


if __name__ == "__main__":
    main()
