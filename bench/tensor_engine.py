"""How many steps a second the engine in torch takes, and how near it is to a large copy.

    python bench/tensor_engine.py [--device cpu|cuda] [--env family]
        [--n-envs 64 1024 16384 65536] [--torch-threads 1] [--seconds 3] [--repeats 5]

Every step plays uniformly random legal actions through ``TensorDerivationEnv``; the observation is
what the program's own policy reads. ``MB_per_step`` are the bytes that the operations of a step
read and write, as if nothing stayed in a cache, and ``bandwidth_share`` what they come to a second,
as a share of what a large copy reaches on the device.

Prints a table and, as the last line, one JSON document with the keys ``env, device, torch_threads,
bytes_per_second_of_a_copy, rows`` (one for each number of environments: ``n_envs,
frames_per_second`` (the median of the repeats), ``min, max, operations, MB_per_step,
bandwidth_share``) and ``machine``.
"""

import argparse
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any

import torch
from common.flags import make_parser
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.policy import HEADS, choose_head
from symbolic_rl.program.pack import load_pack


class Traffic(TorchDispatchMode):
    """Adds up the bytes that operations read and write, as if nothing stayed in a cache."""

    def __init__(self) -> None:
        super().__init__()
        self.n_bytes = self.n_operations = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run an operation, and count it unless it gives a view."""
        result = func(*args, **(kwargs or {}))
        if not func.is_view:
            tensors = tree_leaves((args, kwargs, result))
            self.n_bytes += sum(_size(x) for x in tensors if isinstance(x, torch.Tensor))
            self.n_operations += 1
        return result


def _size(tensor: torch.Tensor) -> int:
    """Return the bytes of a tensor, or of its storage if its rows overlap."""
    return min(tensor.nbytes, tensor.untyped_storage().nbytes())


def bandwidth(device: torch.device, n_bytes: int = 2**28) -> float:
    """Bytes a second that a large copy reads and writes."""
    source = torch.zeros(n_bytes, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    best = 0.0
    for _ in range(5):
        wait(device)
        started = perf_counter()
        target.copy_(source)
        wait(device)
        best = max(best, 2 * n_bytes / (perf_counter() - started))
    return best


def wait(device: torch.device) -> None:
    """Wait for pending work."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def on_device(problem: Problem, n_envs: int, args: argparse.Namespace) -> dict[str, Any]:
    """Step one environment of the engine ``tensor`` with random actions."""
    device = resolve_device(args.device)
    env = TensorDerivationEnv(problem, n_envs, with_candidates=args.needs, device=device)
    frame = env.reset()

    def play(seconds: float) -> float:
        nonlocal frame
        wait(device)
        steps, started = 0, perf_counter()
        while perf_counter() - started < seconds:
            _, frame = env.step_and_maybe_reset(env.rand_action(frame))
            steps += 1
        wait(device)
        return steps * n_envs / (perf_counter() - started)

    play(min(args.seconds, 1.0))
    rates = [play(args.seconds) for _ in range(args.repeats)]
    traffic = Traffic()
    with traffic:
        env.step_and_maybe_reset(env.rand_action(frame))
    reached = traffic.n_bytes * median(rates) / n_envs
    return {
        "n_envs": n_envs,
        "frames/s": median(rates),
        "min": min(rates),
        "max": max(rates),
        "operations": traffic.n_operations,
        "MB_per_step": traffic.n_bytes / 1e6,
        "bandwidth_share": reached / args.bandwidth,
    }


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measure the environment on the device for each number of rows."""
    pack = load_pack(args.env)
    problem = load_problem(pack, replace(pack.env, engine="tensor"))
    head, why = choose_head(
        pack.train_by("ppo").policy, told_apart=problem.told_apart, n_clauses=problem.n_clauses
    )
    args.needs = HEADS[head].load().shown()
    device = resolve_device(args.device)
    args.bandwidth = bandwidth(device)
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"
    print(f"device {name}, {args.bandwidth / 1e9:,.0f} GB/s in a copy; policy {head} ({why})")
    rows = [on_device(problem, n, args) for n in args.n_envs]
    print_table(rows)
    return {
        "env": args.env,
        "device": name,
        "torch_threads": torch.get_num_threads(),
        "bytes_per_second_of_a_copy": args.bandwidth,
        "rows": [{name.replace("/s", "_per_second"): v for name, v in r.items()} for r in rows],
    }


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--repeats")
    parser.add_argument("--env", default="family")
    parser.add_argument("--n-envs", type=int, nargs="+", default=[64, 1024, 16384])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--torch-threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3.0, help="of one run")
    args = parser.parse_args()
    torch.set_num_threads(args.torch_threads)
    card = start(f"random legal steps a second in torch; env={args.env} n_envs={args.n_envs}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
