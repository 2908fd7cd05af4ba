"""MDPs on a device are learned with the economies of a step as proofs are."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.learn.learner import why_no_compiler
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.session import Session

pytestmark = pytest.mark.usefixtures("one_thread")

SMALL = {"n_envs": 64, "frames_per_batch": 1024, "minibatch_size": 512, "total_frames": 1024}


def learned(folder: Path, **changes: Any) -> dict[str, float]:
    """Metrics of the first update of catcher on tensors."""
    pack = load_pack("catcher")
    problem = load_problem(pack, replace(pack.env, engine="tensor"))
    config = pack.train.override({**SMALL, "device": "cpu", **changes}, where="a test")
    with Session(problem, resolve(config), folder / "run") as run:
        row = run.iterate()
    return {key: float(row[key]) for key in row if key.startswith("loss")}


def test_catcher_is_learned_in_bf16_and_in_micro_batches(tmp_path: Path) -> None:
    plain, parts, rounded = (
        learned(tmp_path / str(k), **changes)
        for k, changes in enumerate(({}, {"micro_batch_size": 128}, {"precision": "bf16"}))
    )

    assert plain and parts == pytest.approx(plain, rel=1e-3, abs=1e-5)
    assert rounded != plain
    assert rounded == pytest.approx(plain, rel=0.05, abs=0.01)


@pytest.mark.slow
def test_catcher_is_learned_by_a_compiled_network(tmp_path: Path) -> None:
    if why := why_no_compiler(torch.device("cpu")):
        pytest.skip(why)
    plain, compiled = (learned(tmp_path / str(c), compile=c) for c in (False, True))

    assert compiled == pytest.approx(plain, rel=1e-3, abs=1e-5)
