"""The packs are learned: what the README promises, by several seeds. Long runs are slow tests."""

from pathlib import Path

import pytest

from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.train import train


def trained(pack: str, seed: int, folder: Path) -> tuple[Problem, Path]:
    problem = load_problem(pack)
    config = load_pack(pack).train.override({"seed": seed}, where="a test")
    train(problem, config, folder / "run")
    return problem, folder / "run"


def greedy(problem: Problem, run: Path, split: str) -> float:
    return evaluate(problem, load_policy(run, problem), split).outcomes[0].rate


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_countries_s3_is_learned(seed: int, tmp_path: Path) -> None:
    problem, run = trained("countries_s3", seed, tmp_path)
    assert greedy(problem, run, "test") >= 0.95


@pytest.mark.slow
def test_robinson_is_learned_and_nothing_false_is_proved(tmp_path: Path) -> None:
    problem, run = trained("robinson", 0, tmp_path)
    drawn = evaluate(
        problem,
        load_policy(run, problem),
        "false",
        ("sampled",),
        Effort(attempts=64, max_inferences=1000),
    )

    assert greedy(problem, run, "test") >= 0.95
    assert greedy(problem, run, "test_pairs") >= 0.90
    assert drawn.outcomes[0].n_proved == 0
