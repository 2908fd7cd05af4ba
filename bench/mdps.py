"""Do MDPs hold their bars: puzzles and rewriting by guided search, a game with chance?

    python bench/mdps.py [--packs tiles tiles_15 sokoban rewriting catcher rate]
        [--queries 100] [--frames 0] [--seed 0] [--n-envs 4096] [--seconds 5]

Each pack is trained as ``symbolic-rl train --seed SEED`` does by default. ``tiles``, ``tiles_15``,
``sokoban`` and ``rewriting``: share of held-out instances with a plan within 10,000 expansions,
100,000 for the 15-puzzle: guided by the policy, guided without a policy, and breadth-first; for
``rewriting`` also by how much the expressions found are larger than the least of the same value,
all together, where those without a plan stay as they were. ``catcher``: share of fruits caught, by
the policy and by random actions. ``rate``: frames of ``catcher`` a CPU second with random actions
and one thread, on the tensor engine on a CPU and under gymnasium's ``SyncVectorEnv`` with 8
environments.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``pack,
way, measure, value, n, cpu_s``) and ``machine``. CPU seconds are of the training in rows of
trained policies, otherwise of the measurement.
"""

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import torch
from common.flags import make_parser
from common.training import Trained, cpu_seconds, train
from gymnasium.vector import AutoresetMode
from tensordict import TensorDict

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.mdp_on_device import MdpTensorEnv
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import load_pack

Rows = list[dict[str, Any]]


PUZZLES = {"tiles": 10_000, "tiles_15": 100_000, "sokoban": 10_000, "rewriting": 10_000}
"""Expansions that a search of each has."""


def row(pack: str, way: str, measure: str, value: float, n: int, cpu_s: float) -> dict[str, Any]:
    """Return a row of the table."""
    figures = {"value": round(value, 3), "n": n, "cpu_s": round(cpu_s, 1)}
    return {"pack": pack, "way": way, "measure": measure, **figures}


def trained_on(pack: str, args: argparse.Namespace) -> Trained:
    """Train a pack by default settings."""
    problem = load_problem(pack)
    return train(problem, problem.pack.train.algo, args.seed, frames=args.frames)


def puzzle(name: str, args: argparse.Namespace) -> Rows:
    """Return the share of instances with a plan, by search."""
    budget = PUZZLES[name]
    trained = trained_on(name, args)
    print(f"{name}: trained in {trained.cpu_s:.0f} CPU s", flush=True)
    rows = []
    for way in ("guided", "unguided", "breadth-first"):
        began = cpu_seconds()
        effort = Effort(budgets=(budget,), most_queries=args.queries)
        searched = evaluate(trained.problem, trained.policy, "test", (way,), effort)
        (found,) = searched.outcomes
        spent = trained.cpu_s if way == "guided" else cpu_seconds() - began
        rows.append(row(name, way, f"solved within {budget:,}", found.rate, found.n, spent))
        if name == "rewriting":
            above = above_best(searched.queries, found.proved)
            rows.append(row(name, way, "size above the best", above, found.n, spent))
        print(rows[-1], flush=True)
    return rows


def above_best(queries: list[str], is_solved: list[bool]) -> float:
    """Return by which share of the least sizes the sizes found are above them."""
    best = [int(text.rsplit(",", 1)[1].strip(" )")) for text in queries]
    given = [len(re.findall(r"[a-d01]|[-+*]", text.rsplit(",", 1)[0][8:])) for text in queries]
    found = [a if done else b for a, b, done in zip(best, given, is_solved, strict=True)]
    return sum(found) / sum(best) - 1


def catches(problem: Problem, policy: DerivationPolicy | None, n_games: int) -> float:
    """Return the share of fruits caught in test games; without a policy, by random actions."""
    shows = policy is not None and policy.shown
    play = Derivations(problem, n_games, split="test", in_order=True, with_candidates=shows)
    seen, rng = play.reset(), np.random.default_rng(0)
    caught = np.full(n_games, -1)
    while (caught < 0).any():
        if policy is None:
            actions = (rng.random(seen.action_mask.shape) * seen.action_mask).argmax(axis=1)
        else:
            arrays = {key: torch.from_numpy(x.copy()) for key, x in seen.arrays().items()}
            with torch.no_grad():
                scores = policy.log_probabilities(TensorDict(arrays, [n_games]))
            actions = scores.argmax(dim=1).numpy()
        transition, seen = play.step(actions)
        worth = np.rint(transition.episode_return[:, 0] / problem.env_config.reward_scale)
        ended = (transition.terminated | transition.truncated)[:, 0] & (caught < 0)
        scored = np.where(worth == 11, 10, (10 + worth) / 2)  # 1 more without a miss
        caught[ended] = scored[ended]
    return float(caught.sum()) / (10 * n_games)


def game(name: str, args: argparse.Namespace) -> Rows:
    """Return the share of fruits caught."""
    trained = trained_on(name, args)
    n = min(args.queries, len(trained.problem.queries("test")))
    shares = (("policy", trained.policy, trained.cpu_s), ("random actions", None, 0.0))
    return [
        row(name, way, "share caught", catches(trained.problem, policy, n), 10 * n, spent)
        for way, policy, spent in shares
    ]


def rate(step: Callable[[], object], n_envs: int, seconds: float) -> float:
    """Return frames a CPU second of what steps all environments."""
    for _ in range(3):
        step()
    frames, began = 0, process_time()
    while (spent := process_time() - began) < seconds:
        step()
        frames += n_envs
    return frames / spent


def on_tensors(n_envs: int, seconds: float) -> float:
    """Return the rate of the tensor engine."""
    pack = load_pack("catcher")
    problem = load_problem(pack, replace(pack.env, engine="tensor"))
    env = MdpTensorEnv(problem, n_envs, with_candidates=False)
    frame = env.reset()

    def step() -> None:
        nonlocal frame
        drawn = torch.rand(frame["action_mask"].shape) * frame["action_mask"]
        frame = env.step_and_maybe_reset(frame.set("action", drawn.argmax(dim=1)))[1]

    return rate(step, n_envs, seconds)


def under_gymnasium(n_envs: int, seconds: float) -> float:
    """Return the rate of gymnasium's own vector of our environments."""
    envs = gymnasium.make_vec(
        "symbolic_rl.envs.gymnasium:symbolic_rl/catcher-v0",
        num_envs=n_envs,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        with_candidates=False,
    )
    seen, rng = envs.reset(seed=0)[0], np.random.default_rng(0)

    def step() -> None:
        nonlocal seen
        mask = seen["action_mask"]
        seen = envs.step((rng.random(mask.shape) * mask).argmax(axis=1))[0]

    return rate(step, n_envs, seconds)


def rates(name: str, args: argparse.Namespace) -> Rows:
    """Return frames a second of catcher, however it is stepped."""
    n, seconds = args.n_envs, args.seconds
    ours, theirs = on_tensors(n, seconds), under_gymnasium(8, seconds)
    measure = "frames a CPU second"
    return [
        row("catcher", "tensor engine", measure, round(ours), n, seconds),
        row("catcher", "SyncVectorEnv", measure, round(theirs), 8, seconds),
        row("catcher", "tensor engine", "times SyncVectorEnv", ours / theirs, n, seconds),
    ]


PARTS: dict[str, Callable[[str, argparse.Namespace], Rows]] = {
    **dict.fromkeys(PUZZLES, puzzle),
    "catcher": game,
    "rate": rates,
}


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--frames")
    parser.add_argument("--packs", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--queries", type=int, default=100, help="of a split, or games")
    parser.add_argument("--seed", type=int, default=0, help="of training")
    parser.add_argument("--n-envs", type=int, default=4096, help="of the tensor engine")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each rate")
    args = parser.parse_args()
    card = start("Do MDPs hold their bars?")
    torch.set_num_threads(1)
    rows = [row for name in args.packs for row in PARTS[name](name, args)]
    print_table(rows)
    finish({"rows": rows}, card)


if __name__ == "__main__":
    main()
