"""Signatures of behaviour: exact results of searches, environments and training, in one file.

    python -m tests.signatures      # or: make signatures

writes ``signatures.json``; ``test_signatures.py`` makes every signature again and compares.

Each pack and each program of ``bench/strangers`` has the settings that training chooses for it; for
each kind of search and query how it ended, inferences, counters, and a digest of the proof that
SWI-Prolog derives again (*learned* is guided search with the settings that training ends with); and
*steps*, a digest of what eight rows show on random legal actions, with *steps tensor* where that
engine can run the program.

Three packs also have the metrics of a few iterations of each algorithm that can train on them.

Digests and whole numbers are exact on every machine. Environments compute with integers. Each
fixed weight is -1/4, 0 or 1/4, and the width 16 has an exact square root: sums of float32 then have
nothing to round, in whatever order a compiler adds them. Training rounds differently on each kind
of processor, so other numbers are kept to three digits and compared within ``TOLERANCE``. Nothing
depends on time, on the number of cores, or on folders.
"""

import csv
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, replace
from hashlib import blake2b
from io import StringIO
from math import isclose, isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tensordict import TensorDict

from symbolic_rl.base.config import SearchSettings, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import ENVS_DIR
from symbolic_rl.derivations import queries, step
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.envs.mdp_on_device import MdpTensorEnv
from symbolic_rl.envs.on_device import TensorDerivationEnv, runs_on_device
from symbolic_rl.envs.torchrl import BatchedEnv, DerivationEnv
from symbolic_rl.policy import DerivationPolicy, PolicyShape, choose_head, make_policy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Query
from symbolic_rl.proofs.proof import Proof, verify
from symbolic_rl.search import Limits, Space, find
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.settle import settle
from symbolic_rl.training.train import train

FILE = Path(__file__).with_name("signatures.json")
STRANGERS = Path(__file__).parents[1] / "bench" / "strangers"

DIM = 16
"""Width of the fixed policy; C divides logits by its square root."""
LEARNED = SearchSettings(temperature=2.0, greedy_mix=0.25, steps_to_go=True)
QUERIES = {
    "guided": {"test": 3, "train": 3},
    "learned": {"test": 2, "train": 2},
    "breadth-first": {"test": 1, "train": 2},
    "iterative-deepening": {"test": 1, "train": 2},
}
"""Number of queries of each search, the first ones of their splits: many test queries are too hard
for fixed weights, and a search without a proof says less."""
MAX_INFERENCES = 2_000

ROWS, STEPS = 8, 500
SMALLER = {"sokoban": (2, 50)}
"""Rows and steps where the start of an episode takes 0.4 s."""
SHOWN = ("goals", "candidates", "clauses", "action_mask", "inferences")
REACHED = (
    "goals", "clauses", "action_mask", "inferences", "reward", "terminated", "truncated",
    "episode_return", "episode_inferences",
)  # fmt: skip
"""Keys of ``next``, which differs from the following observation where an episode ends."""

TRAINED: dict[str, dict[str, dict[str, Any]]] = {
    "blocks": {"expert": {}, "ppo": {}, "grpo": {"baseline": "eob_loo"}},
    "countries_s3": {"expert": {}, "ppo": {}, "grpo": {"baseline": "rloo"}},
    "catcher": {"ppo": {}, "grpo": {"baseline": "logit_loo"}},
}
"""Pack -> algorithm -> settings of its own; an MDP with chance cannot be searched."""
SMALL: dict[str, Any] = {
    **{"dim": 8, "device": "cpu", "n_envs": 8, "frames_per_batch": 1024, "minibatch_size": 256},
    **{"total_frames": 3 * 1024, "group_size": 4, "search_budget": 100},
    **{"imitation_steps": 8, "imitation_frames": 128},
}
"""Settings for three iterations, and a few more where proofs are too few for eight steps."""
TOLERANCE = {"rel_tol": 1e-2, "abs_tol": 1e-5}

Signature = dict[str, Any]
"""Key -> digests, counts and metrics by name."""


# ---- entry points: a change of the package's names is followed here, and in the imports


def load(name: str, **settings: Any) -> Problem:
    """Load a pack or stranger, with the view and the limit that training chooses for it."""
    folder = ENVS_DIR / name if (ENVS_DIR / name).is_dir() else STRANGERS / name
    pack = load_pack(folder)
    return settle(load_problem(pack, replace(pack.env, **settings)), TrainConfig(algo="ppo"))[0]


def chosen_settings(problem: Problem) -> dict[str, Any]:
    given, settled = asdict(problem.pack.env), asdict(problem.env_config)
    return {key: value for key, value in settled.items() if value != given[key]}


def fixed_policy(problem: Problem) -> DerivationPolicy:
    """Return a policy whose weights numpy draws: -1/4, 0 or 1/4 each."""
    name, n_clauses = problem.pack.train.policy, problem.n_clauses
    head, _ = choose_head(name, told_apart=problem.told_apart, n_clauses=n_clauses)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=DIM)
    rng = np.random.default_rng(0)
    with torch.no_grad():
        for weights in policy.head.parameters():
            weights.copy_(torch.from_numpy(rng.integers(-1, 2, tuple(weights.shape)) / 4))
    return policy


class Searches:
    """Searches of a program, without SWI-Prolog or tabling next to them."""

    def __init__(self, problem: Problem) -> None:
        program = problem.program
        self._order = PolicyOrder(fixed_policy(problem), problem, program)
        self._engine = PrologEngine(program, problem.env_config, answers=True)

    def outcome(self, search: str, query: Query) -> dict[str, Any]:
        space, limits = self._space(search, query), Limits(max_inferences=MAX_INFERENCES)
        found = find("guided" if search == "learned" else search, space, limits=limits)
        counters = {key: n for key, n in sorted(found.counters.items()) if n}
        outcome = {"ended": found.ended, "inferences": found.inferences, **counters}
        if found.answers:
            proof = verify(self._engine, query, found.answers[0].choices)
            outcome |= {"steps": proof.inferences, "proof": digest_of(proof)}
        return outcome

    def _space(self, search: str, query: Query) -> Space:
        if search == "guided":
            return self._order.space(self._engine, query, SearchSettings())
        if search == "learned":
            return self._order.space(self._engine, query, LEARNED)
        return Space(self._engine, query)


def digest_of(proof: Proof) -> str:
    """Return a digest of the answer and of each goal with its clause and candidate.

    Where clauses of the library stand in its files is not kept.
    """
    lines = [
        (line.depth, line.goal, 0 if line.kind == "library" else line.line, line.candidate)
        for line in proof.lines
    ]
    text = json.dumps([proof.bindings, lines])
    return blake2b(text.encode(), digest_size=8).hexdigest()


def environment(problem: Problem, rows: int) -> BatchedEnv:
    """Return the environment that the collector ``vectorized`` steps, on the last level."""
    env: BatchedEnv
    if problem.is_memoised:
        env = MdpTensorEnv(problem, rows)
    elif runs_on_device(problem):
        env = TensorDerivationEnv(problem, rows)
    else:
        env = DerivationEnv(problem, rows)
    env.set_level(len(problem.asked("train").sizes) - 1)
    return env


def trained(name: str, algo: str, folder: Path) -> list[dict[str, str]]:
    """Train on a pack, and return the rows of metrics that do not depend on time.

    Without validation queries, which would be searched at the end.
    """
    config, pack = TrainConfig(algo=algo, **SMALL, **TRAINED[name][algo]), load_pack(name)
    learned = {split: path for split, path in pack.queries.items() if split == "train"}
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        train(load_problem(replace(pack, queries=learned)), config, folder / "run")
    with (folder / "run" / "metrics.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [{key: row[key] for key in row if "second" not in key} for row in rows]


# ---- signatures


def names() -> list[str]:
    """Return the names of all signatures: packs, strangers, and runs such as ``blocks ppo``."""
    programs = [path.parent.name for path in sorted(ENVS_DIR.glob("*/env.toml"))]
    programs += [path.parent.name for path in sorted(STRANGERS.glob("*/env.toml"))]
    return programs + [f"{name} {algo}" for name in TRAINED for algo in TRAINED[name]]


def signature(name: str) -> Signature:
    program, _, algo = name.partition(" ")
    with pytest.MonkeyPatch.context() as patch:
        for module in (queries, step):
            patch.setattr(module, "CHUNK", 8)  # starts made at once, whose number changes nothing
        return signature_of_run(program, algo) if algo else signature_of_program(program)


def signature_of_program(name: str) -> Signature:
    problem = load(name)
    found: Signature = {"settings": chosen_settings(problem), **searches_of(problem)}
    rows, n_steps = SMALLER.get(name, (ROWS, STEPS))
    found["steps"] = stepped(environment(problem, rows), n_steps)
    try:
        on_tensors = environment(load(name, engine="tensor"), rows)
    except ConfigError:  # the program needs SWI-Prolog at each step
        return found
    return found | {"steps tensor": stepped(on_tensors, n_steps)}


def searches_of(problem: Problem) -> Signature:
    searches = Searches(problem)
    try:
        return {
            f"{search} {split} {number}": searches.outcome(search, query)
            for search, splits in QUERIES.items()
            for split, n in splits.items()
            for number, query in enumerate(problem.queries(split)[:n], 1)
        }
    except ConfigError:  # an MDP with chance is not searched
        return {"searches": "refused"}


def stepped(env: BatchedEnv, n_steps: int) -> Signature:
    """Play random legal actions; return a digest of all that is shown, and the counters."""
    rng, digest = np.random.default_rng(0), blake2b(digest_size=8)
    shown = env.reset()
    add(digest, shown, SHOWN)
    for _ in range(n_steps):
        mask = shown["action_mask"].numpy()
        drawn = (mask * (1 + rng.random(mask.shape))).argmax(axis=1)
        stepped, shown = env.step_and_maybe_reset(shown.set("action", torch.from_numpy(drawn)))
        add(digest, stepped["next"], REACHED)
        add(digest, shown, SHOWN)
    counters = {key: n for key, n in sorted(env.counters.items()) if n}
    return {"digest": digest.hexdigest(), "inferences": env.inferences, **counters}


def add(digest: Any, tensors: TensorDict, keys: Sequence[str]) -> None:
    """Add the tensors of some keys to a digest, whatever types hold their numbers."""
    for key in sorted(keys):
        tensor = tensors[key]
        is_float = tensor.is_floating_point()
        digest.update(tensor.numpy().astype("<f8" if is_float else "<i8").tobytes())


def signature_of_run(name: str, algo: str) -> Signature:
    with tempfile.TemporaryDirectory() as folder:
        rows = trained(name, algo, Path(folder))
    return {
        f"iteration {i}": {key: number(text) for key, text in row.items()}
        for i, row in enumerate(rows, 1)
    }


def number(text: str) -> int | float | None:
    """Return a metric: whole, or rounded to three digits; None stands for no number."""
    try:
        return int(text)
    except ValueError:
        value = float(text)
        return None if isnan(value) else float(f"{value:.3g}")


# ---- the file


def text_of(signatures: Mapping[str, Signature]) -> str:
    parts = []
    for name, found in signatures.items():
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(found[key])}" for key in found)
        parts.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def differences(kept: Signature, made: Signature) -> Iterator[str]:
    for key in sorted({*kept, *made}):
        before, now = kept.get(key), made.get(key)
        if not isinstance(before, dict) or not isinstance(now, dict):
            if before != now:
                yield f"{key}: {before} before, {now} now"
            continue
        for name in sorted({*before, *now}):
            if not is_same(before.get(name), now.get(name)):
                yield f"{key}, {name}: {before.get(name)} before, {now.get(name)} now"


def is_same(before: Any, now: Any) -> bool:
    """Compare two values: numbers with a decimal point within ``TOLERANCE``, others exactly."""
    numbers = isinstance(before, int | float) and isinstance(now, int | float)
    if numbers and isinstance(before + now, float):
        return isclose(before, now, **TOLERANCE)
    return bool(before == now)


def main() -> None:
    torch.set_num_threads(1)
    FILE.write_text(text_of({name: signature(name) for name in names()}), "utf-8")


if __name__ == "__main__":
    main()
