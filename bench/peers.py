"""Compare our vector environments with other libraries' on the same environment.

    python bench/peers.py [--env countries_s3] [--n-envs 256] [--workers 8] [--seconds 2]
        [--repeats 5]

Every design steps the same derivations with uniformly random legal actions. With one environment
for each worker: gymnasium's ``AsyncVectorEnv``, the ``SubprocVecEnv`` of Stable-Baselines3 and
TorchRL's ``ParallelEnv``, the last two forked. With as many rows as these have workers, and with
``--n-envs``: gymnasium's ``SyncVectorEnv``, which has no workers, and ours: the vector environment
of ``symbolic_rl.envs.gymnasium``, the same as a ``VecEnv``, and ``DerivationEnv`` of TorchRL. The
designs are measured by turns.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (design, n_envs,
workers, frames_per_second, min, max, ratio to AsyncVectorEnv), ``env, n_envs, workers`` and
``machine``.

    python bench/peers.py learn [--env countries_s3] [--n-envs 256] [--workers 8] [--repeats 5]
        [--rollout 16384]

The rate of ``learn()`` of sb3-contrib's MaskablePPO (MultiInputPolicy, one thread) on our
``DerivationVecEnv`` and on ``SubprocVecEnv``, by turns, with the same settings: the frames of a
rollout, and batch and epochs of each line. ``gathered`` is the rate without the gradient steps,
``env_share`` the part of ``learn()`` spent in the vector environment, and ``bound`` the ratio that
an environment without any cost would have. ``rows`` has the columns of the table as keys.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import torch
from common.flags import make_parser
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import SubprocVecEnv, VecEnv
from torchrl.envs import EnvBase, ParallelEnv

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.envs.gymnasium.stable_baselines import DerivationVecEnv
from symbolic_rl.envs.torchrl import DerivationEnv

Actions = np.ndarray[Any, np.dtype[np.int64]]
Mask = np.ndarray[Any, np.dtype[Any]]


@dataclass
class Design:
    """One way to step N environments."""

    name: str
    n_envs: int
    workers: int
    step: Callable[[Actions], Mask]
    """Steps all environments and returns their masks [N, A]."""
    close: Callable[[], Any]
    mask: Mask
    rates: list[float] = field(default_factory=list)

    def run(self, seconds: float, rng: np.random.Generator) -> None:
        """Step for about ``seconds``; note the frames per second."""
        frames, started = 0, perf_counter()
        now = started
        while now - started < seconds:
            drawn = rng.random(self.mask.shape, np.float32) * self.mask
            self.mask = self.step(drawn.argmax(axis=1))
            frames, now = frames + self.n_envs, perf_counter()
        self.rates.append(frames / (now - started))


def gymnasium_design(name: str, mode: str, env_id: str, n_envs: int) -> Design:
    """Return a vector environment made by gymnasium; ``mode`` is an argument of ``make_vec``."""
    kwargs: dict[str, Any] = {}
    if mode != "vector_entry_point":
        kwargs = {"vector_kwargs": {"autoreset_mode": AutoresetMode.SAME_STEP}}
    envs = gymnasium.make_vec(env_id, num_envs=n_envs, vectorization_mode=mode, **kwargs)
    shown, _ = envs.reset(seed=0)
    workers = n_envs if mode == "async" else 0
    return Design(
        name,
        n_envs,
        workers,
        lambda actions: envs.step(actions)[0]["action_mask"],
        envs.close,
        shown["action_mask"],
    )


def sb3_design(name: str, envs: VecEnv, workers: int) -> Design:
    """Return a vector environment of Stable-Baselines3."""
    envs.seed(0)
    return Design(
        name,
        envs.num_envs,
        workers,
        lambda actions: envs.step(actions)[0]["action_mask"],
        envs.close,
        envs.reset()["action_mask"],
    )


def one_row(env: str) -> DerivationEnv:
    """An environment of one row, in its own process."""
    return DerivationEnv(load_problem(env), 1)


def torchrl_design(name: str, envs: EnvBase, workers: int) -> Design:
    """A batched environment of TorchRL; rows of its batch dimensions are taken as one."""
    frame = envs.reset()

    def step(actions: Actions) -> Mask:
        nonlocal frame
        chosen = torch.from_numpy(actions).view(envs.batch_size)
        _, frame = envs.step_and_maybe_reset(frame.set("action", chosen))
        mask: Mask = frame["action_mask"].flatten(0, -2).numpy()
        return mask

    mask: Mask = frame["action_mask"].flatten(0, -2).numpy()
    return Design(name, len(mask), workers, step, envs.close, mask)


def designs(args: argparse.Namespace) -> list[Design]:
    """All designs, those with processes first: they fork before this process is large."""
    env_id = f"symbolic_rl.envs.gymnasium:symbolic_rl/{args.env}-v0"
    few, many = args.workers, args.n_envs
    return [
        gymnasium_design("gymnasium AsyncVectorEnv", "async", env_id, few),
        sb3_design(
            "Stable-Baselines3 SubprocVecEnv",
            SubprocVecEnv([partial(gymnasium.make, env_id)] * few, start_method="fork"),
            few,
        ),
        torchrl_design(
            "TorchRL ParallelEnv",
            ParallelEnv(few, partial(one_row, args.env), mp_start_method="fork", num_threads=1),
            few,
        ),
        gymnasium_design("gymnasium SyncVectorEnv", "sync", env_id, few),
        gymnasium_design("gymnasium SyncVectorEnv", "sync", env_id, many),
        *(
            gymnasium_design("symbolic-rl vector environment", "vector_entry_point", env_id, n)
            for n in (few, many)
        ),
        *(
            sb3_design("symbolic-rl DerivationVecEnv", DerivationVecEnv(args.env, n), 0)
            for n in (few, many)
        ),
        *(
            torchrl_design("symbolic-rl DerivationEnv", DerivationEnv(load_problem(args.env), n), 0)
            for n in (few, many)
        ),
    ]


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measure all designs by turns, print the table and return the document."""
    torch.set_num_threads(1)
    found, rng = designs(args), np.random.default_rng(0)
    try:
        for design in found:
            design.run(min(args.seconds, 0.5), rng)
            design.rates.clear()
        for _ in range(args.repeats):
            for design in found:
                design.run(args.seconds, rng)
    finally:
        for design in found:
            design.close()
    reference = median(found[0].rates)
    rows = [
        {
            "design": design.name,
            "n_envs": design.n_envs,
            "workers": design.workers,
            "frames_per_second": median(design.rates),
            "min": min(design.rates),
            "max": max(design.rates),
            "ratio": median(design.rates) / reference,
        }
        for design in found
    ]
    print_table(rows)
    return {"rows": rows, "env": args.env, "n_envs": args.n_envs, "workers": args.workers}


LEARNING: tuple[dict[str, int], ...] = (
    {"batch_size": 64, "n_epochs": 10},  # the defaults, with 2,048 steps of eight environments
    {"batch_size": 1024, "n_epochs": 10},
    {"batch_size": 4096, "n_epochs": 10},
    {"batch_size": 4096, "n_epochs": 4},
    {"batch_size": 4096, "n_epochs": 1},
)


class Timed:
    """Adds up the seconds of calls of methods, which it wraps."""

    def __init__(self, owner: Any, *names: str) -> None:
        self.seconds = 0.0
        for name in names:
            setattr(owner, name, self._timed(getattr(owner, name)))

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            started = perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds += perf_counter() - started

        return call


def learned(envs: VecEnv, rollout: int, settings: dict[str, Any]) -> tuple[float, float, float]:
    """Learn for two rollouts; return seconds in all, of gradient steps, and in the environment."""
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=rollout // envs.num_envs, device="cpu", **settings
    )
    env, training = Timed(envs, "step", "env_method"), Timed(model, "train")
    started = perf_counter()
    model.learn(2 * rollout)
    seconds = perf_counter() - started
    for name in ("step", "env_method"):
        delattr(envs, name)
    return seconds, training.seconds, env.seconds


def learning(args: argparse.Namespace) -> dict[str, Any]:
    """Measure ``learn()`` by turns, print the table and return the document."""
    torch.set_num_threads(1)
    env_id = f"symbolic_rl.envs.gymnasium:symbolic_rl/{args.env}-v0"
    makers: list[Callable[[], Any]] = [partial(gymnasium.make, env_id)] * args.workers
    vectors: list[VecEnv] = [SubprocVecEnv(makers, start_method="fork")]
    vectors.append(DerivationVecEnv(args.env, args.n_envs))
    rows, n = [], 2 * args.rollout
    for settings in LEARNING:
        taken: list[list[tuple[float, float, float]]] = [[], []]
        for _ in range(args.repeats):
            for envs, times in zip(vectors, taken, strict=True):
                times.append(learned(envs, args.rollout, settings))
        theirs, ours = (np.median(times, axis=0) for times in taken)
        rates = [n / x for x in (theirs[0], ours[0])]
        rows.append(
            settings
            | {
                "subproc": rates[0],
                "ours": rates[1],
                "ratio": float(np.median([a[0] / b[0] for a, b in zip(*taken, strict=True)])),
                "gathered_subproc": n / (theirs[0] - theirs[1]),
                "gathered_ours": n / (ours[0] - ours[1]),
                "env_share": ours[2] / ours[0],
                "bound": theirs[0] / (ours[0] - ours[2]),
            }
        )
    for envs in vectors:
        envs.close()
    print_table(rows)
    return {"rows": rows, "env": args.env, "n_envs": args.n_envs, "workers": args.workers}


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--env", "--repeats")
    parser.add_argument("--n-envs", type=int, default=256, help="rows of ours")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=2.0, help="of one run of a design")
    if sys.argv[1:2] == ["learn"]:
        parser.add_argument("--rollout", type=int, default=16_384, help="frames")
        args = parser.parse_args(sys.argv[2:])
        card = start(f"learn() of MaskablePPO on two vector environments; {args.env}")
        finish(learning(args), card)
        return
    args = parser.parse_args()
    card = start(f"random legal steps a second under different vector environments; {args.env}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
