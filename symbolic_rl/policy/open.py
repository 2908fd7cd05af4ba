"""Opening of runs: the policy of a run directory, with the problem it was trained on."""

from dataclasses import replace
from pathlib import Path

import torch

from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.program.pack import load_pack


def load_policy(run_dir: Path, problem: Problem, *, device: str = "cpu") -> DerivationPolicy:
    """Load the policy of a run; it chooses greedily until ``policy.greedy`` is set to False.

    Args:
        run_dir: a directory that ``symbolic-rl train`` has written.
        problem: the program and queries it is to be used with.
        device: where the policy is to run.

    Raises:
        RunError: there is no run, or none with a checkpoint.
        ConfigError: the run was made with another program.
    """
    run = RunDirectory.open(Path(run_dir))
    run.config.expect(problem.name, problem.fingerprint, where=str(run_dir))
    state = run.load_checkpoint()
    policy = make_policy(state["head"], PolicyShape(**state["shape"]), dim=state["dim"])
    policy.load_weights(state["policy"], where=str(run_dir))
    policy.to(resolve_device(device))
    policy.greedy = True
    return policy


def training_seed(run_dir: Path) -> int:
    """The seed that a run was trained with."""
    return RunDirectory.open(run_dir).config.train.seed


def open_run(run_dir: Path) -> tuple[Problem, DerivationPolicy]:
    """The problem of a run, with the run's settings, and its policy.

    Raises:
        RunError: there is no run, or none with a checkpoint.
        ConfigError: the program has changed since.
    """
    config = RunDirectory.open(run_dir).config
    pack = replace(load_pack(config.source or config.problem), curriculum=config.curriculum)
    problem = load_problem(pack, config.env)
    torch.set_num_threads(config.train.torch_threads)
    return problem, load_policy(run_dir, problem)
