"""This package against the classic way to put Prolog under reinforcement learning, in one run.

    python bench/classic.py [--env countries_s3] [--n-envs 256] [--collector vectorized]
        [--workers 8] [--repeats 5] [--batches 4] [--classic-frames 2048] [--device cpu]

The classic design, rebuilt: TorchRL's ``ParallelEnv`` with one environment in each of eight forked
processes; every step of every environment is a query of its own through pyswip's ``Prolog.query``
whose answer, a text, is taken apart and encoded in Python; observations are int64 of shapes
[1, 10, 3], [20, 10, 3] and [20], each moved ``.to(device)``; what does not fit is dropped. A frame
is one inference there, while here forced moves are played within a frame, so a frame here is more
work. Nothing is slowed down on purpose: no query is longer than it has to be, the answer is one
text instead of pyswip's terms, the network is this package's own (which computes equal goals
once), TorchRL's collector is spared the trajectory numbers.

Both sides: the same program and training queries, the same network, the same PPO. Rollouts are
gathered by turns, then updates are made by turns.

Prints a table and, as the last line, one JSON document with the keys ``rollout_ratio,
training_ratio`` (medians over the repeats), ``rows, env, n_envs, workers, weights`` and
``machine``.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torchrl.collectors import Collector
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase, ParallelEnv

from symbolic_rl.collectors import make_collector
from symbolic_rl.config import TrainConfig
from symbolic_rl.learn import PPO
from symbolic_rl.machine import finish, print_table, start
from symbolic_rl.packs import Pack, load_pack
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.problem import load_problem

N_ATOMS, N_STATES, ARITY = 10, 20, 3
"""Goals of a state, candidates, and places of a goal that a classic observation has."""
MAX_DEPTH = 20
N_VARIABLES = 100
HELPER = Path(__file__).resolve().parent / "classic.pl"

SHOWN = ("sub_index", "derived_sub_indices", "action_mask")
CHOSEN = ("action", "action_log_prob", "state_value")

State = tuple[str, ...]
"""Goals as Prolog writes them, variables as A, B and so on."""


class ClassicEnv(EnvBase):
    """One derivation at a time; Prolog is asked for the candidates at every step.

    Args:
        files: the program.
        queries: what is drawn from, as text.
    """

    def __init__(self, files: list[str], queries: list[str]) -> None:
        super().__init__(device="cpu", batch_size=torch.Size([]))
        self.files, self.queries = files, queries
        text = "\n".join([*map(_text, files), *queries])
        names = sorted(set(re.findall(r"\b[a-z]\w*", re.sub(r"%.*", "", text))))
        self.ids = {name: i for i, name in enumerate(names, 1)}
        """Names of the program; variables come behind them."""
        self.prolog: Any = None
        self.rng = np.random.default_rng(0)
        self.observation_spec = Composite(
            sub_index=Unbounded((1, N_ATOMS, ARITY), dtype=torch.int64),
            derived_sub_indices=Unbounded((N_STATES, N_ATOMS, ARITY), dtype=torch.int64),
            action_mask=Binary(shape=(N_STATES,), dtype=torch.bool),
        )
        self.action_spec = Categorical(N_STATES, dtype=torch.int64)
        self.reward_spec = Unbounded((1,), dtype=torch.float32)

    def _start_prolog(self) -> None:  # in the worker, not in the process that reads the specs
        from pyswip import Prolog

        self.prolog = Prolog()
        for file in (*self.files, str(HELPER)):
            self.prolog.consult(file)

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        if self.prolog is None:
            self._start_prolog()
        while True:  # a query without a first step is no episode
            self.query = self.queries[self.rng.integers(len(self.queries))]
            self.state: State = (self.query,)
            self.visited, self.depth = {self.state}, 0
            self._find_candidates()
            if self.candidates:
                return TensorDict(self._shown(), [])

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        self.state = self.candidates[int(tensordict["action"])]
        self.visited.add(self.state)
        self.depth += 1
        is_refuted = not self.state
        if is_refuted:
            self.candidates = []
        else:
            self._find_candidates()
        terminated = is_refuted or not self.candidates
        truncated = not terminated and self.depth >= MAX_DEPTH
        return TensorDict(
            {
                **self._shown(),
                "reward": torch.tensor([float(is_refuted)]),
                "terminated": torch.tensor([terminated]),
                "truncated": torch.tensor([truncated]),
                "done": torch.tensor([terminated or truncated]),
            },
            [],
        )

    def _set_seed(self, seed: int | None) -> None:
        self.rng = np.random.default_rng(seed)

    def _find_candidates(self) -> None:
        goals = ",".join(self.state)
        query = f"candidates({self.query},[{goals}],{N_STATES},Text)"
        text = next(iter(list(self.prolog.query(query, maxresult=1))))["Text"]
        text = text.decode() if isinstance(text, bytes) else text
        states = [tuple(state.split(";")[:-1]) for state in text.split("|")[:-1]]
        self.candidates = [state for state in states if state not in self.visited]

    def _shown(self) -> dict[str, torch.Tensor]:
        derived = np.zeros((N_STATES, N_ATOMS, ARITY), np.int64)
        for row, state in zip(derived, self.candidates, strict=False):
            self._encode(state, row)
        shown = np.zeros((1, N_ATOMS, ARITY), np.int64)
        self._encode(self.state, shown[0])
        mask = np.zeros(N_STATES, bool)
        mask[: max(1, len(self.candidates))] = True  # of a state that ends, the mask is not read
        return {
            "sub_index": torch.from_numpy(shown),
            "derived_sub_indices": torch.from_numpy(derived),
            "action_mask": torch.from_numpy(mask),
        }

    def _encode(self, state: State, row: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        ids = self.ids
        for place, goal in enumerate(state[:N_ATOMS]):
            name, _, arguments = goal[:-1].partition("(")
            row[place] = [ids[name], *(self._argument(x) for x in arguments.split(","))]

    def _argument(self, text: str) -> int:
        known = self.ids.get(text)
        if known is not None:
            return known
        number = ord(text[0]) - ord("A") + 26 * int(text[1:] or 0)  # as numbervars writes it
        return len(self.ids) + 1 + min(number, N_VARIABLES - 1)


def _text(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


def training_queries(pack: Pack) -> list[str]:
    """The goals of the training queries, as text without spaces."""
    text = pack.queries["train"].read_text(encoding="utf-8").replace(" ", "")
    return re.findall(r"^query\((.*\))\)\.$", text, re.MULTILINE)


def make_env(pack: Pack) -> ClassicEnv:
    """One classic environment for a pack."""
    return ClassicEnv([str(path) for path in pack.program], training_queries(pack))


class ClassicPolicy(TensorDictModuleBase):
    """The network of this package on classic observations, each moved to the device by itself."""

    in_keys, out_keys = SHOWN, CHOSEN

    def __init__(self, policy: DerivationPolicy, device: torch.device) -> None:
        super().__init__()
        self.policy, self.to_device = policy, device

    @torch.no_grad()
    def forward(self, td: TensorDictBase) -> TensorDictBase:
        """Write ``action``, ``action_log_prob`` and ``state_value`` into ``td``."""
        shown = {key: td.get(key).to(self.to_device) for key in SHOWN}
        chosen = self.policy(TensorDict(as_observation(shown), td.batch_size))
        for key in CHOSEN:
            td.set(key, chosen.get(key).to("cpu"))
        return td


def as_observation(shown: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The same tensors under the names that the network reads."""
    mask = shown["action_mask"]
    return {
        "goals": shown["sub_index"].squeeze(-3),
        "candidates": shown["derived_sub_indices"],
        "clauses": torch.zeros_like(mask, dtype=torch.int32),
        "action_mask": mask,
    }


def as_rollout(batch: TensorDictBase) -> TensorDict:
    """A classic rollout [N, T] as the learner of this package reads it."""
    shown = {key: batch.get(key) for key in SHOWN}
    after = {key: batch.get(("next", key)) for key in ("reward", "done", "terminated", "sub_index")}
    after["goals"] = after.pop("sub_index").squeeze(-3)
    chosen = {key: batch.get(key) for key in CHOSEN}
    data = {**as_observation(shown), **chosen, "next": TensorDict(after, batch.batch_size)}
    return TensorDict(data, batch.batch_size)


class Side:
    """One of the two designs, ready to gather and to learn."""

    def __init__(self, name: str, policy: DerivationPolicy, config: TrainConfig) -> None:
        self.name, self.policy, self.config = name, policy, config
        self.algorithm = PPO(policy, config)
        self.rollout_rates: list[float] = []
        self.training_rates: list[float] = []
        self.batches: Iterator[TensorDictBase] = iter(())
        self.collector: Any = None
        self.won = self.played = 0

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
            self.played += int(after.get("done").sum())
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
            "success_while_training": self.won / max(1, self.played),
        }


class Ours(Side):
    """This package, as ``symbolic-rl train`` puts it together."""

    def __init__(self, pack: Pack, config: TrainConfig) -> None:
        problem = load_problem(pack)
        shape = PolicyShape.for_problem(problem)
        policy = make_policy("resolvent", shape, dim=config.dim).to(config.device)
        super().__init__(f"symbolic-rl, {config.collector}", policy, config)
        self.collector = make_collector(problem, policy, config)
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
    config = replace(pack.train, torch_threads=1, device=args.device, collector=args.collector)
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--env", default="countries_s3", help="a pack without function symbols")
    parser.add_argument("--n-envs", type=int, default=256, help="of ours")
    parser.add_argument("--collector", default="vectorized", help="of ours")
    parser.add_argument("--workers", type=int, default=8, help="of the classic design")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--batches", type=int, default=4, help="of ours in one repeat")
    parser.add_argument("--classic-frames", type=int, default=2048, help="of a classic batch")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    args = parser.parse_args()
    card = start(f"ours against the classic design; env={args.env}")
    finish(measure(args), card)


if __name__ == "__main__":
    main()
