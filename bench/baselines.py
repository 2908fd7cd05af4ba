"""What a baseline costs: whole training steps of GRPO on the same real rollouts, interleaved.

    python bench/baselines.py [--env robinson] [--group-size 8] [--batches 8] [--repeats 5]
        [--max-inferences 200] [--entropy-coeff 0.005]

A batch of frames is gathered with the pack's settings; the groups that are complete in it are then
learned from with every baseline, each starting from the same weights, in an order that turns. The
weights that ``rloo`` arrives at gather the next batch. A whole step is gathering plus learning.

Prints a table and, as the last line, one JSON document with the keys ``eob_over_rloo``,
``eob_over_rloo_4_epochs``, ``otb_over_rloo``, ``logit_over_rloo`` (whole steps, median over the
batches of the ratio within one; ``eob`` is ``eob_loo``), ``update`` (the same four for learning
alone), ``seconds`` (medians), ``env, group_size, entropy_coeff, frames, derivations`` (of a
batch) and ``machine``.
"""

import argparse
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any

import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.devices import TORCH_THREADS
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.learn.groups import GroupBuffer, Groups
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, choose_head, make_policy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.grpo import GRPO

CELLS = {
    "rloo": ("rloo", 1),
    "eob": ("eob_loo", 1),
    "otb": ("otb", 1),
    "logit": ("logit_loo", 1),
    "rloo_4_epochs": ("rloo", 4),
    "eob_4_epochs": ("eob_loo", 4),
}
"""What is compared: name, baseline and epochs."""

RATIOS = {
    "eob_over_rloo": ("eob", "rloo"),
    "eob_over_rloo_4_epochs": ("eob_4_epochs", "rloo_4_epochs"),
    "otb_over_rloo": ("otb", "rloo"),
    "logit_over_rloo": ("logit", "rloo"),
}


class Rollouts:
    """Gathers groups whose returns differ, and says how long a batch takes.

    Args:
        problem: program and queries.
        config: training settings.
    """

    def __init__(self, problem: Problem, config: TrainConfig) -> None:
        torch.manual_seed(config.seed)
        head, _ = choose_head(config.policy, is_flat=problem.is_flat, n_clauses=problem.n_clauses)
        shape = PolicyShape.for_problem(problem)
        self.policy: DerivationPolicy = make_policy(head, shape, dim=config.dim)
        keys = [*self.policy.in_keys, "action", "action_log_prob"]
        self.buffer = GroupBuffer(config.n_envs, config.group_size, keys, gamma=config.gamma)
        self.collector = make_collector(problem, self.policy, resolve(config))
        self._batches = iter(self.collector)

    def gather(self, n_frames: int) -> tuple[Groups, float]:
        """Groups of at least so many frames, and the seconds that as many frames took."""
        parts: list[Groups] = []
        started, n_gathered = perf_counter(), 0
        while sum(part.n_frames for part in parts) < n_frames:
            batch = next(self._batches)
            n_gathered += batch.numel()
            groups = self.buffer.add(batch)
            if groups is not None:
                teaches = (groups.returns != groups.returns[:, :1]).any(1)
                if teaches.any():
                    parts.append(groups.where(teaches))
        found = Groups.concatenate(parts)
        return found, (perf_counter() - started) * found.n_frames / n_gathered


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Learn from each batch with every baseline, print the table and return the document."""
    pack = load_pack(args.env)
    environment = replace(pack.env, max_inferences=args.max_inferences or pack.env.max_inferences)
    problem = load_problem(pack, environment)
    changes: dict[str, Any] = (
        {} if args.entropy_coeff is None else {"entropy_coeff": args.entropy_coeff}
    )
    config = replace(
        pack.train_by("grpo"),
        algo="grpo",
        n_envs=args.n_envs,
        frames_per_batch=args.frames,
        minibatch_size=args.minibatch_size,
        group_size=args.group_size,
        device="cpu",
        **changes,
    )
    torch.set_num_threads(TORCH_THREADS)
    rollouts = Rollouts(problem, config)
    policy = rollouts.policy
    cells = {
        name: GRPO(policy, replace(config, baseline=baseline, epochs=epochs))
        for name, (baseline, epochs) in CELLS.items()
    }
    seconds: dict[str, list[float]] = {name: [] for name in ("gather", *cells)}
    sizes: list[tuple[int, int]] = []
    for number in range(args.batches + 1):
        groups, gather_s = rollouts.gather(args.frames)
        before = {key: value.clone() for key, value in policy.state_dict().items()}
        turned = [*cells][number % len(cells) :] + [*cells][: number % len(cells)]
        took: dict[str, list[float]] = {name: [] for name in cells}
        after = before
        for name in turned * args.repeats:
            policy.load_state_dict(before)
            started = perf_counter()
            cells[name].update(groups)
            took[name].append(perf_counter() - started)
            if name == "rloo":
                after = {key: value.clone() for key, value in policy.state_dict().items()}
        policy.load_state_dict(after)
        if number:  # the first batch warms up
            seconds["gather"].append(gather_s)
            sizes.append((groups.n_frames, groups.returns.numel()))
            for name in cells:
                seconds[name].append(median(took[name]))
    rollouts.collector.shutdown()
    return document(args, config, seconds, sizes)


def document(
    args: argparse.Namespace,
    config: TrainConfig,
    seconds: dict[str, list[float]],
    sizes: list[tuple[int, int]],
) -> dict[str, Any]:
    """Print the table and return what the last line holds."""
    gather = seconds["gather"]

    def ratio(one: str, other: str, *, whole: bool) -> float:
        ratios = [
            (a + whole * g) / (b + whole * g)
            for a, b, g in zip(seconds[one], seconds[other], gather, strict=True)
        ]
        return round(median(ratios), 3)

    rows = []
    for name, (baseline, epochs) in CELLS.items():
        plain = "rloo_4_epochs" if epochs > 1 else "rloo"
        rows.append(
            {
                "baseline": baseline,
                "epochs": epochs,
                "gather_s": median(gather),
                "learn_s": median(seconds[name]),
                "whole step/rloo": ratio(name, plain, whole=True),
                "learning/rloo": ratio(name, plain, whole=False),
            }
        )
    print_table(rows)
    return {
        **{key: ratio(*pair, whole=True) for key, pair in RATIOS.items()},
        "update": {key: ratio(*pair, whole=False) for key, pair in RATIOS.items()},
        "seconds": {name: median(values) for name, values in seconds.items()},
        "env": args.env,
        "group_size": config.group_size,
        "entropy_coeff": config.entropy_coeff,
        "frames": round(median(frames for frames, _ in sizes)),
        "derivations": round(median(n for _, n in sizes)),
    }


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--env", default="robinson")
    parser.add_argument("--n-envs", type=int, default=256)
    parser.add_argument("--group-size", type=int, default=8)
    parser.add_argument("--frames", type=int, default=8192, help="of a batch")
    parser.add_argument("--minibatch-size", type=int, default=2048)
    parser.add_argument("--max-inferences", type=int, default=200)
    parser.add_argument("--entropy-coeff", type=float, default=None, help="default: the pack's")
    parser.add_argument("--batches", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    card = start(f"cost of baselines; env={args.env} group_size={args.group_size}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
