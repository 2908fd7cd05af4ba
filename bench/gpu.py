"""What does the code for CUDA do on a GPU? For the first quarter of an hour on a new one.

    python bench/gpu.py [--pretend] [--checks acting learning ...] [--envs countries_s3 family]

Run it on a quiet machine with one CUDA device, from the checkout, and before it
``pytest -m cuda``. It goes on where a check fails. ``--pretend`` needs no GPU: it runs the same
code on tests/pretend_cuda.py, and counts launches, waits and copies instead of measuring times.

1. ``same``: the engine tensor on the device plays the frames of SWI-Prolog.
2. ``acting``: frames/s of rollouts, environments on the CPU, in this process and in workers.
3. ``learning``: frames/s of updates of PPO, GRPO and expert iteration.
4. ``searching``: inferences/s of rounds of expert iteration; the network in C has a copy of the
   weights on the device.
5. ``captured``: steps of the environment on the device that are captured as a graph give the frames
   of those that are not.
6. ``engine``: frames/s of rollouts of that environment with its policy, for several numbers of
   rows, captured and free.
7. ``repeat``: the same training twice from one seed; the weights must be equal.

Prints a table with what each figure must show, and as the last line one JSON document with the keys
``rows`` (``check, case, metric, value, must, ok``, with ``ok`` null where a person has to judge),
``failed, device, pretended`` and ``machine``.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice, product
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from common.flags import make_parser

from symbolic_rl.base.config import ENDLESS, TrainConfig
from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.captured import STEPS_SEEN
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.policy.weights import ARRAYS
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training import make_algorithm
from symbolic_rl.training.expert import Expert

COUNTED = ("launches", "waits", "pageable", "uploads", "fetches", "atomic")
"""Counts of the pretended device that are shown."""


class Bench:
    """Checks of one session, and the rows of their table.

    Args:
        args: flags.
        log: counts of the pretended device; None on a real one.
    """

    def __init__(self, args: argparse.Namespace, log: Any) -> None:
        self.args, self.log = args, log
        self.rows: list[dict[str, Any]] = []

    def add(
        self, check: str, case: str, metric: str, value: float, must: str, ok: bool | None = None
    ) -> None:
        """Add a row and tell of it; ``ok`` is None where a person has to judge."""
        print(f"{check}, {case}: {metric} {value:,.6g}", file=sys.stderr, flush=True)
        self.rows.append(
            {"check": check, "case": case, "metric": metric, "value": value, "must": must, "ok": ok}
        )

    @contextmanager
    def timed(
        self, check: str, case: str, unit: str, n: Callable[[], float], must: str
    ) -> Iterator[None]:
        """Measure the rate of a block, or count what it does; ``n``: its units, when it is over."""
        if self.log is not None:
            self.log.clear()
        else:
            torch.cuda.synchronize()
        started = perf_counter()
        yield
        if self.log is None:
            torch.cuda.synchronize()
            self.add(check, case, f"{unit}/s", n() / (perf_counter() - started), must)

    def count(self, check: str, case: str, per: float, **limits: float) -> None:
        """Add the counts since the log was cleared, over ``per``; limits are the most allowed."""
        if self.log is None:
            return
        counts = self.log.metrics()
        for name in COUNTED:
            value = counts[name] / max(1, per)
            most = limits.get(name)
            must = "" if most is None else f"at most {most:g}"
            self.add(check, case, name, value, must, None if most is None else value <= most)

    # ---- the parts

    def config(self, **changes: Any) -> TrainConfig:
        """Return settings of training on the device."""
        rows = self.args.n_envs
        base = TrainConfig(
            algo="ppo",
            n_envs=rows,
            total_frames=ENDLESS,
            frames_per_batch=rows * self.args.steps,
            minibatch_size=max(8, rows * self.args.steps // 4),
            dim=self.args.dim,
            device="cuda",
        )
        return replace(base, **changes)

    def parts(
        self, name: str, config: TrainConfig, engine: str
    ) -> tuple[Problem, DerivationPolicy]:
        """Return a problem, and an untrained policy on the device."""
        pack = load_pack(name)
        problem = load_problem(pack, replace(pack.env, engine=engine))
        torch.manual_seed(config.seed)
        policy = make_policy("resolvent", PolicyShape.for_problem(problem), dim=config.dim)
        return problem, policy.to(resolve_device(config.device))

    def repeats(self) -> int:
        """Return how many rollouts or updates a measurement takes."""
        return 1 if self.log is not None else self.args.repeats

    # ---- the checks

    def same(self) -> None:
        """Check that frames of the environment on the device equal SWI-Prolog's."""
        for name in self.args.envs:
            pack = load_pack(name)
            one = DerivationEnv(load_problem(pack), 16, seed=3)
            problem = load_problem(pack, replace(pack.env, engine="tensor"))
            other = TensorDerivationEnv(problem, 16, seed=3, device="cuda")
            generator = torch.Generator().manual_seed(0)
            here, there, differing = one.reset(), other.reset(), 0
            for _ in range(self.args.steps):
                mask = here["action_mask"]
                action = ((torch.rand(mask.shape, generator=generator) + 1) * mask).argmax(1)
                here.set("action", action)
                there.set("action", action.to("cuda"))
                _, here = one.step_and_maybe_reset(here)
                _, there = other.step_and_maybe_reset(there)
                differing += sum(
                    not torch.equal(here[key], there[key].cpu()) for key in one.observation_spec
                )
            self.add("same", name, "arrays that differ", differing, "0", differing == 0)

    def acting(self) -> None:
        """Rollouts with environments on the CPU."""
        for collector, share in product(("vectorized", "multiprocess"), (1.0, 0.5)):
            workers = {"n_workers": 2} if collector == "multiprocess" else {}
            config = self.config(collector=collector, ready_share=share, **workers)
            case = collector if share == 1 else f"{collector}, half of the rows at a time"
            problem, policy = self.parts(self.args.envs[0], config, "prolog")
            source = make_collector(problem, policy, resolve(config))
            try:
                batches = iter(source)
                next(batches)
                n = self.repeats()
                frames = n * config.frames_per_batch
                must = "at least 0.9 of bench/engine.py --n-threads 1, or 2 for the workers"
                with self.timed("acting", case, "frames", partial(float, frames), must):
                    for _ in islice(batches, n):
                        pass
                self.count(
                    "acting", f"{case}, a step", n * self.args.steps / share,
                    waits=0, pageable=0, uploads=1, fetches=1,
                )  # fmt: skip
            finally:
                source.shutdown()

    def learning(self) -> None:
        """Updates from one rollout, of environments on the CPU."""
        wide: dict[str, Any] = {"dim": self.args.wide}
        cases: list[tuple[str, dict[str, Any]]] = [("ppo", {}), ("grpo", {})]
        if self.args.wide and self.log is None:  # what the GPU brings, and not what it waits for
            cases += [
                ("ppo", {"compile": True}),
                ("ppo", wide),
                ("ppo", wide | {"precision": "bf16"}),
                ("ppo", wide | {"compile": True}),
                ("ppo", wide | {"device": "cpu"}),
                ("ppo", {"device": "cpu"}),
            ]
        for algo, changes in cases:
            case = ", ".join([algo, *(f"{key} {value}" for key, value in changes.items())])
            config = self.config(algo=algo, **changes)
            problem, policy = self.parts(self.args.envs[0], config, "prolog")
            algorithm = make_algorithm(policy, config)
            source = make_collector(problem, policy, resolve(config))
            n_updates, limits = 0, {"waits": 0, "pageable": 0, "atomic": 0}
            must = "more than with --device cpu (bench/training.py)"
            try:
                for batch in islice(source, 40):
                    if self.log is not None:
                        self.log.clear()
                    started = perf_counter()
                    metrics = algorithm.learn(batch, progress=0.0)
                    n_updates += metrics["steps"] > 0
                    if n_updates < 3:  # the first ones load and compile the kernels
                        continue
                    if self.log is not None:
                        self.count("learning", f"{case}, an update", 1, **limits)
                    else:
                        frames = metrics.get("frames_learned", config.frames_per_batch)
                        rate = frames / (perf_counter() - started)
                        self.add("learning", case, "frames/s", rate, must)
                    break
                else:
                    self.add("learning", case, "updates", n_updates, "at least 3", False)
            finally:
                source.shutdown()

    def searching(self) -> None:
        """Rounds of expert iteration: searches, then steps of imitation."""
        config = self.config(algo="expert", imitation_steps=4, imitation_frames=64)
        problem, policy = self.parts(self.args.envs[0], config, "prolog")
        algorithm = Expert(policy, config)
        algorithm.open(problem, resolve(config))
        algorithm.learn(algorithm.gather(), progress=0.0)
        found: list[Any] = []
        must = "about that of --device cpu (bench/search_rate.py)"

        def inferences() -> float:
            return float(algorithm.last_round["inferences"])

        with self.timed("searching", "expert, a round", "inferences", inferences, must):
            found.append(algorithm.gather())
        n_copied = len(ARRAYS)  # of weights, once a round
        self.count("searching", "expert, a round", 1, waits=n_copied, pageable=n_copied)
        steps = {"n": 0.0}
        with self.timed("learning", "expert", "steps", lambda: steps["n"], "judge"):
            steps["n"] = algorithm.learn(found[0], progress=0.0)["steps"]
        self.count("learning", "expert, a round", 1, waits=0, pageable=0, atomic=0)

    def captured(self) -> None:
        """Captured steps are those that are taken freely."""
        for name in self.args.envs:
            pack = load_pack(name)
            problem = load_problem(pack, replace(pack.env, engine="tensor"))
            envs = [
                TensorDerivationEnv(
                    problem, self.args.n_envs, seed=3, device="cuda", capture=capture
                )
                for capture in (False, True)
            ]
            free, graph = (env.reset() for env in envs)
            generator, differing = torch.Generator().manual_seed(0), 0
            for _ in range(STEPS_SEEN + self.args.steps):
                mask = free["action_mask"]
                drawn = torch.rand(mask.shape, generator=generator).to("cuda")
                actions = ((drawn + 1) * mask).argmax(1)
                _, free = envs[0].step_and_maybe_reset(free.set("action", actions))
                _, graph = envs[1].step_and_maybe_reset(graph.set("action", actions))
                differing += sum(
                    not torch.equal(free[key].cpu(), graph[key].cpu())
                    for key in envs[0].observation_spec
                )
            made, redone = envs[1].n_captured, envs[1].n_redone
            self.add("captured", name, "arrays that differ", differing, "0", differing == 0)
            self.add("captured", name, "graphs", made, "at least 1", made >= 1)
            self.add("captured", name, "steps stepped again", redone, "few of the steps")

    def engine(self) -> None:
        """Rollouts of the environment on the device, with its policy there."""
        must = "1,000,000 at 65,536 rows of family; a step of 4,096 rows as long as of 256"
        for name in self.args.envs:
            for n in self.args.rows:
                case = f"{name}, {n} rows"
                self._rollouts(name, n, case, must)
                self._free_steps(name, n, f"{case}, free")

    def _rollouts(self, name: str, n: int, case: str, must: str) -> None:
        """Measure rollouts whose steps are captured, once there was room for one."""
        steps, repeats = self.args.steps, self.repeats()
        config = self.config(n_envs=n, frames_per_batch=n * steps)
        problem, policy = self.parts(name, config, "tensor")
        source: Any = make_collector(problem, policy, resolve(config))
        batches, env, known = iter(source), source.env, -1
        try:
            for _ in range(20):
                next(batches)
                if env.is_ready and env.n_captured and env.n_captured + env.n_redone == known:
                    break
                known = env.n_captured + env.n_redone
            frames = n * steps * repeats
            with self.timed("engine", case, "frames", partial(float, frames), must):
                for _ in range(repeats):
                    next(batches)
            self.count(
                "engine", f"{case}, a step", steps * repeats,
                waits=0, pageable=0, uploads=0, launches=150, fetches=1 / steps,
            )  # fmt: skip
            redone = env.n_captured + env.n_redone - known
            self.add("engine", case, "rollouts stepped again", redone, "0")
        finally:
            source.shutdown()

    def _free_steps(self, name: str, n: int, case: str) -> None:
        """Measure steps in shapes that follow the data."""
        steps = self.args.steps * self.repeats()
        config = self.config(n_envs=n, frames_per_batch=n)
        problem, policy = self.parts(name, config, "tensor")
        env = TensorDerivationEnv(problem, n, device="cuda", capture=False)
        frame = env.reset()
        for _ in range(3):
            _, frame = env.step_and_maybe_reset(policy(frame))
        must = "less than captured"
        with self.timed("engine", case, "frames", partial(float, n * steps), must):
            for _ in range(steps):
                _, frame = env.step_and_maybe_reset(policy(frame))
        self.count("engine", f"{case}, a step", steps, waits=0, pageable=0)

    def repeat(self) -> None:
        """The same training twice."""
        weights = []
        for _ in range(2):
            config = self.config()
            problem, policy = self.parts(self.args.envs[0], config, "prolog")
            algorithm = make_algorithm(policy, config)
            source = make_collector(problem, policy, resolve(config))
            torch.manual_seed(1)
            for batch in islice(source, 3):
                algorithm.learn(batch, progress=0.0)
            source.shutdown()
            weights.append([p.detach().cpu() for p in policy.parameters()])
        differing = sum(not torch.equal(one, two) for one, two in zip(*weights, strict=True))
        self.add("repeat", "ppo, 3 updates", "weights that differ", differing, "0", differing == 0)

    def run(self) -> dict[str, Any]:
        """Make the checks, print the table and return the document."""
        failed = []
        for name in self.args.checks:
            try:
                getattr(self, name)()
            except Exception as error:  # the others are wanted all the same
                failed.append(name)
                self.add(name, "", f"{type(error).__name__}: {error}"[:120], 0, "no error", False)
        print_table(self.rows)
        failed += [row["check"] for row in self.rows if row["ok"] is False]
        return {
            "rows": self.rows,
            "failed": sorted(set(failed)),
            "device": torch.cuda.get_device_name(),
            "pretended": self.log is not None,
        }


CHECKS = ("same", "acting", "learning", "searching", "captured", "engine", "repeat")


def main() -> None:
    """Make the checks, print the table and the line of JSON."""
    parser = make_parser(__doc__, "--repeats")
    parser.add_argument("--pretend", action="store_true", help="count on a pretended device")
    parser.add_argument("--checks", nargs="+", choices=CHECKS, default=CHECKS)
    parser.add_argument("--envs", nargs="+", default=["countries_s3", "family"])
    parser.add_argument("--n-envs", type=int, default=1024, help="environments on the CPU")
    parser.add_argument("--rows", type=int, nargs="+", default=[256, 4096, 16_384, 65_536])
    parser.add_argument("--steps", type=int, default=32, help="of a rollout")
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--wide", type=int, default=1024, help="width of a large network; 0: none")
    args = parser.parse_args()
    torch.set_num_threads(1)
    pretended: Any = nullcontext()
    if args.pretend:
        sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
        from tests.pretend_cuda import pretended_cuda

        pretended = pretended_cuda()
    with pretended as log:
        resolve_device("cuda")  # refuses where there is none
        card = start("the code for CUDA, on a " + ("pretended device" if args.pretend else "GPU"))
        finish(Bench(args, log).run(), card)


if __name__ == "__main__":
    main()
