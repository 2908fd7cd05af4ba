"""How many steps a second the environment takes, and where the time goes.

    python bench/engine.py [--env countries_s3] [--n-envs 256] [--n-threads 1 2]
        [--seconds 3] [--repeats 5]

Every step plays uniformly random legal actions through ``DerivationEnv.step_and_maybe_reset``; the
observation is what the program's own policy reads: all candidates for the resolvent head, none for
the clause head. The cells (one for each number of threads) are measured by turns; with several
threads *expand* includes what they wait for each other. The floor is ``PrologEngine.expand`` alone,
on states of the same play, in one thread and in as many as the last cell has: the quotient is what
two threads are worth on the machine at that moment.

Prints two tables and, as the last line, one JSON document with the keys ``env, n_envs, n_threads,
frames_per_second`` (of the first number of threads: the median of the repeats), ``head, rows``
(one for each number of threads), ``floor`` and ``machine``.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import torch
from common.flags import make_parser

from symbolic_rl.base.machine import finish, print_table, spread, start
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import HEADS, choose_head
from symbolic_rl.program.pack import load_pack

N_SNAPSHOTS = 64
"""Batches of states that the floor is measured on."""


@dataclass
class Sample:
    """What one timed run of a cell came to."""

    frames: int
    inferences: int
    seconds: dict[str, float]
    """By phase, and ``total``."""
    cpu_seconds: float
    """Of all threads."""

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self.frames / self.seconds["total"]


class Chooser:
    """Draws a legal action for each row, each with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)

    def __call__(self, mask: np.ndarray[Any, np.dtype[np.bool_]]) -> IntArray:
        """From a mask [N, A], no row all False, to actions [N]."""
        n, width = mask.shape
        legal, rows = np.flatnonzero(mask), np.arange(0, n * width, width)
        first = np.searchsorted(legal, rows)
        counts = np.append(first[1:], legal.size) - first
        actions: IntArray = legal[first + (self._rng.random(n) * counts).astype(np.int64)] - rows
        return actions


class Cell:
    """An environment that is stepped with random actions, some seconds at a time."""

    def __init__(self, problem: Problem, n_envs: int, n_threads: int, needs: bool) -> None:
        self.env = DerivationEnv(problem, n_envs, with_candidates=needs, n_threads=n_threads)
        self.choose = Chooser()
        self.frame = self.env.reset()

    def __call__(self, seconds: float) -> Sample:
        """Step for about ``seconds``."""
        before, inferences, steps, choosing = dict(self.env.seconds), self.env.inferences, 0, 0.0
        cpu_started, started = process_time(), perf_counter()
        now = started
        while now - started < seconds:
            drawn = self.choose(self.frame["action_mask"].numpy())
            choosing += perf_counter() - now
            _, self.frame = self.env.step_and_maybe_reset(
                self.frame.set("action", torch.from_numpy(drawn))
            )
            steps, now = steps + 1, perf_counter()
        phases = {name: s - before[name] for name, s in self.env.seconds.items()}
        phases["choose"] = choosing
        phases["rest"] = now - started - sum(phases.values())
        phases["total"] = now - started
        return Sample(
            frames=steps * self.env.n_envs,
            inferences=self.env.inferences - inferences,
            seconds=phases,
            cpu_seconds=process_time() - cpu_started,
        )


def snapshots(problem: Problem, n_envs: int) -> list[Callable[[], Any]]:
    """Calls of ``PrologEngine.expand`` on the states of as many steps of random actions."""
    play, choose = Derivations(problem, n_envs, with_candidates=False), Chooser()
    hidden = np.array([query.hidden for query in play.queries], np.int64)
    observation, calls = play.reset(), []
    for _ in range(N_SNAPSHOTS):
        for _ in range(3):
            _, observation = play.step(choose(observation.action_mask))
        states = play.pages.pool.take(play.pages.state_at)
        calls.append(expansion(problem, states, hidden[play.rows.query], play.pages.offset.copy()))
    return calls


def expansion(
    problem: Problem, states: TokenBatch, hidden: IntArray, offset: IntArray
) -> Callable[[], Any]:
    """A call of ``PrologEngine.expand`` that asks for the pages the environment asks for."""
    limit = problem.env_config.n_candidates - problem.env_config.refuse
    return lambda: problem.engine.expand(states, hidden=hidden, limit=limit, offset=offset)


def rate(calls: list[Callable[[], Any]], seconds: float) -> float:
    """Calls per second, in this thread."""
    done, started = 0, perf_counter()
    while perf_counter() - started < seconds:
        calls[done % len(calls)]()
        done += 1
    return done / (perf_counter() - started)


def floor(
    problem: Problem, n_envs: int, n_threads: int, seconds: float, repeats: int
) -> dict[str, Any]:
    """States per second of ``PrologEngine.expand`` alone, in one thread and in ``n_threads``.

    The quotient is what the machine has to give at the moment: cores of a virtual machine are
    shared with others.
    """
    calls = snapshots(problem, n_envs)
    candidates = sum(call().clauses.size for call in calls)
    alone, together = [], []
    with ThreadPoolExecutor(n_threads) as pool:
        for _ in range(repeats):
            alone.append(rate(calls, seconds) * n_envs)
            rates = pool.map(lambda _: rate(calls, seconds), range(n_threads))
            together.append(sum(rates) * n_envs)
    speed_up = [many / one for many, one in zip(together, alone, strict=True)]
    return {
        "states_per_second": spread(alone),
        "threads": n_threads,
        "states_per_second_in_threads": spread(together),
        "speed_up": spread(speed_up),
        "candidates_per_state": candidates / len(calls) / n_envs,
    }


def row(n_threads: int, samples: list[Sample]) -> dict[str, Any]:
    """The line of the table for one cell; the phases are seconds for a million frames.

    ``cores`` is how many the process got: less than its threads on a machine that others use.
    ``speed_up``, added later, is the median over pairs of runs that followed one another.
    """
    rates = [sample.rate for sample in samples]
    frames = sum(sample.frames for sample in samples)
    total = {k: sum(sample.seconds[k] for sample in samples) for k in samples[0].seconds}
    inferences = sum(sample.inferences for sample in samples)
    return {
        "threads": n_threads,
        "frames/s": median(rates),
        "min": min(rates),
        "max": max(rates),
        "cores": sum(sample.cpu_seconds for sample in samples) / total["total"],
        "inferences/s": inferences / total["total"],
        **{name: s / frames * 1e6 for name, s in total.items() if name != "total"},
    }


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measure all cells by turns, then the floor; print the tables and return the document."""
    pack = load_pack(args.env)
    problem = load_problem(pack, replace(pack.env, engine="prolog"))
    head, why = choose_head(
        problem.pack.train_by("ppo").policy,
        told_apart=problem.told_apart,
        n_clauses=problem.n_clauses,
    )
    needs = HEADS[head].load().shown()
    shown = "with" if needs else "without"
    print(f"observations {shown} candidates, as policy {head} reads them ({why})")
    cells = {n: Cell(problem, args.n_envs, n, needs) for n in args.n_threads}
    for cell in cells.values():
        cell(min(args.seconds, 1.0))
    samples: dict[int, list[Sample]] = {n: [] for n in cells}
    for _ in range(args.repeats):
        for n_threads, cell in cells.items():
            samples[n_threads].append(cell(args.seconds))
    rows = [row(n, found) for n, found in samples.items()]
    print("steps of the environment; phases in seconds for a million frames")
    for line, found in zip(rows, samples.values(), strict=True):
        pairs = zip(found, samples[args.n_threads[0]], strict=True)
        line["speed_up"] = median(one.rate / first.rate for one, first in pairs)
    print_table(rows)
    alone = floor(problem, args.n_envs, max(cells), min(args.seconds, 1.0), args.repeats)
    print("Engine.expand alone: what the machine has to give")
    print_table([{k: v["median"] if isinstance(v, dict) else v for k, v in alone.items()}])
    return {
        "env": args.env,
        "n_envs": args.n_envs,
        "n_threads": args.n_threads[0],
        "frames_per_second": rows[0]["frames/s"],
        "head": head,
        "rows": [{name.replace("/s", "_per_second"): v for name, v in r.items()} for r in rows],
        "floor": alone,
    }


def main() -> None:
    """Measure, print the tables and the line of JSON."""
    parser = make_parser(__doc__, "--env", "--repeats")
    parser.add_argument("--n-envs", type=int, default=256)
    parser.add_argument("--n-threads", type=int, nargs="+", default=[1])
    parser.add_argument("--seconds", type=float, default=3.0, help="of one run of a cell")
    args = parser.parse_args()
    torch.set_num_threads(1)
    card = start(f"random legal steps a second; env={args.env} n_envs={args.n_envs}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
