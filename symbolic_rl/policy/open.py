"""Opening of runs: the policy that a run directory holds, and the problem it was trained on."""

from pathlib import Path

import torch

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.program.pack import pack_of_run


def load_policy(run_dir: Path, problem: Problem, *, device: str = "cpu") -> DerivationPolicy:
    """Load the greedy policy of a run, to use it with a problem of the same program.

    Args:
        run_dir: a directory that ``symbolic-rl train`` has written.
        problem: program and queries.
        device: ``auto``, ``cpu`` or a CUDA device.

    Raises:
        RunError: there is no run, or none with a checkpoint.
        ConfigError: the run was made with another program, or there is no such device.
    """
    run = RunDirectory.open(Path(run_dir))
    run.config.expect(problem.name, problem.fingerprint, where=str(run_dir))
    state = run.load_state()
    with run.restoring():
        policy = make_policy(state["head"], PolicyShape(**state["shape"]), dim=state["dim"])
        policy.load_weights(state["policy"], where=str(run_dir))
        policy.reading = SearchConfig(**state["reading"])
    policy.longest_proof = state["longest_proof"]
    policy.to(resolve_device(device))
    policy.greedy = True
    return policy


def load_weights(policy: DerivationPolicy, problem: Problem, run_dir: Path, *, dim: int) -> None:
    """Let a policy go on from the weights of a run of the same program and view.

    Args:
        policy: made for ``problem``; gets the weights.
        problem: program and queries that it is to be trained on.
        run_dir: a directory that ``symbolic-rl train`` has written.
        dim: width of the policy's network.

    Raises:
        RunError: there is no run, or none with a checkpoint.
        ConfigError: it was made with another program, view or network.
    """
    run = RunDirectory.open(Path(run_dir))
    state = run.load_checkpoint()
    shape = PolicyShape.for_problem(problem).to_dict()
    wanted = {"policy": policy.name, "dim": dim, **shape, "view": problem.env_config.view}
    found = {
        "policy": state["head"], "dim": state["dim"], **state["shape"], "view": run.config.env.view
    }  # fmt: skip
    differing = [
        f"{key} is {found[key]}, not {value}"
        for key, value in wanted.items()
        if found[key] != value
    ]
    if not differing and run.config.fingerprint != problem.fingerprint:
        then, now = load_problem(pack_of_run(run.config), run.config.env).program, problem.program
        if then.vocabulary.symbols != now.vocabulary.symbols:
            differing = ["its program and queries mention other symbols"]
        elif [clause.predicate for clause in then.clauses] != [c.predicate for c in now.clauses]:
            differing = ["its program has other clauses"]
    if differing:
        raise ConfigError(
            f"The weights of this run are not for {problem.name!r}: {'; '.join(differing)}.",
            f"--from {run_dir}",
            "name a run of the same program, queries and settings, or leave --from out.",
        )
    policy.load_weights(state["policy"], where=str(run_dir))
    policy.longest_proof = state["longest_proof"]


def training_seed(run_dir: Path) -> int:
    """Return the seed that a run was trained with.

    Raises:
        RunError: there is no run.
    """
    return RunDirectory.open(run_dir).config.train.seed


def open_run(run_dir: Path) -> tuple[Problem, DerivationPolicy]:
    """Load the problem of a run, with the run's settings, and its greedy policy.

    >>> from symbolic_rl.base.config import TrainConfig
    >>> from symbolic_rl.training.train import train
    >>> config = TrainConfig(algo="ppo", total_frames=64, n_envs=8, frames_per_batch=64, dim=8)
    >>> _ = train(load_problem("countries_s1"), config, Path("run"), source="countries_s1")
    training countries_s1 with policy resolvent...
    >>> problem, policy = open_run(Path("run"))
    >>> problem.name, policy.name, policy.greedy
    ('countries_s1', 'resolvent', True)

    Raises:
        RunError: there is no run, or none with a checkpoint.
        ConfigError: the program has changed since.
    """
    config = RunDirectory.open(run_dir).config
    problem = load_problem(pack_of_run(config), config.env)
    torch.set_num_threads(config.train.torch_threads)
    return problem, load_policy(run_dir, problem)
