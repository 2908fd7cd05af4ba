"""The benchmarks that fork, each in a process of its own: a used Prolog is not to be forked."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ran


def run(checkout: Path, *command: str) -> str:
    """Standard output of Python with these arguments, with ``bench`` on its path."""
    path = f"{checkout}{os.pathsep}{checkout / 'bench'}"
    done = ran(sys.executable, *command, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    return done.stdout


def last_line(checkout: Path, script: str, *args: str) -> dict[str, Any]:
    """The document of a benchmark."""
    shown = run(checkout, str(checkout / "bench" / script), *args)
    document: dict[str, Any] = json.loads(shown.splitlines()[-1])
    assert document["machine"]["cores"] > 0
    return document


@pytest.mark.slow
def test_classic_design_is_measured_beside_ours(checkout: Path) -> None:
    few = ["--workers", "2", "--classic-frames", "32", "--repeats", "1", "--batches", "1"]
    document = last_line(checkout, "classic.py", "--n-envs", "16", *few)
    ours, classic = document["rows"]
    for what in ("rollout", "training"):
        rate = f"{what}_frames_per_second"
        assert document[f"{what}_ratio"] == pytest.approx(ours[rate] / classic[rate])
    assert (ours["n_envs"], classic["n_envs"]) == (16, 2)


@pytest.mark.slow
def test_the_environment_is_stepped_by_all_peers(checkout: Path) -> None:
    few = ["--workers", "2", "--n-envs", "4", "--seconds", "0.1", "--repeats", "1"]
    rows = last_line(checkout, "peers.py", *few)["rows"]
    designs = {row["design"].partition(" ")[0] for row in rows}
    assert designs == {"gymnasium", "Stable-Baselines3", "TorchRL", "symbolic-rl"}
    assert {(row["n_envs"], row["workers"]) for row in rows} == {(2, 2), (2, 0), (4, 0)}
    assert len(rows) == 11 and all(row["frames_per_second"] > 0 for row in rows)


@pytest.mark.slow
def test_stable_baselines_learns_on_both_vector_environments(checkout: Path) -> None:
    few = ["--workers", "2", "--n-envs", "4", "--rollout", "64", "--repeats", "1"]
    rows = last_line(checkout, "peers.py", "learn", *few)["rows"]
    assert len(rows) == 5 and all(0 < row["env_share"] < 1 for row in rows)
    assert all(row["ratio"] == pytest.approx(row["ours"] / row["subproc"]) for row in rows)


WALK = """
import numpy as np
from common.classic_design import make_env
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from dataclasses import replace
from symbolic_rl.program.pack import load_pack

pack = load_pack("countries_s3")
env, rng = make_env(pack), np.random.default_rng(0)
problem = load_problem(pack, replace(pack.env, auto_advance=False, max_inferences=50))
queries, n_steps, n_won = env.queries, 0, 0
for i in range(0, len(queries), 4):
    env.queries = [queries[i]]
    td = env.reset()
    ours = Derivations(problem, 1, first_row=i, in_order=True, with_candidates=False)
    shown = ours.reset()
    moved, shown = ours.step(shown.action_mask.argmax(1), restart=False)
    done = False
    while not done and env.depth < 20:
        legal = np.flatnonzero(shown.action_mask[0])
        assert len(legal) == len(env.candidates), (env.state, env.candidates)
        assert (td["derived_sub_indices"].flatten(1).any(1).sum().item()
                == sum(map(bool, env.candidates)))
        choice = int(rng.integers(len(legal)))
        td["action"] = np.array(choice)
        td = env._step(td)
        moved, shown = ours.step(legal[[choice]], restart=False)
        done = bool(td["terminated"])
        assert done == moved.terminated[0, 0]
        assert td["reward"].item() == moved.reward[0, 0]
        n_steps, n_won = n_steps + 1, n_won + int(td["reward"].item())
print(n_steps, n_won)
"""


def test_classic_environment_offers_what_the_engine_offers(checkout: Path) -> None:
    n_steps, n_won = map(int, run(checkout, "-c", WALK).split())
    assert n_steps > 100 and n_won > 0
