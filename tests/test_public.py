"""``import symbolic_rl`` gives the public names, and loads what they need when they are used."""

import ast
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import symbolic_rl

GRAPH = "edge(a, b).\nedge(b, c).\npath(X, X).\npath(X, Z) :- edge(X, Y), path(Y, Z).\n"


def test_every_public_name_is_there_and_listed() -> None:
    assert len(set(symbolic_rl.__all__)) == len(symbolic_rl.__all__)
    assert all(getattr(symbolic_rl, name) is not None for name in symbolic_rl.__all__)
    assert set(symbolic_rl.__all__) <= set(dir(symbolic_rl))
    with pytest.raises(AttributeError, match="no attribute 'solve'"):
        _ = symbolic_rl.solve


def test_types_of_the_public_names_come_from_where_they_are_loaded() -> None:
    """Type checkers read imports that are never run: they name the same modules."""
    tree = ast.parse(Path(symbolic_rl.__file__).read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {(one.module, name.name, name.asname) for one in imports for name in one.names}
    for name, module in symbolic_rl._MODULES.items():
        assert (f"symbolic_rl.{module}", name, name) in names


def test_an_environment_takes_the_name_of_a_pack_or_a_goal(tmp_path: Path) -> None:
    env = symbolic_rl.DerivationEnv("countries_s1", 2)
    assert repr(env) == "DerivationEnv(countries_s1, n_envs=2, device=cpu)"

    file = tmp_path / "graph.pl"
    file.write_text(GRAPH)
    problem = symbolic_rl.load_problem(file, goal="path(a, c)")
    assert [query.text for query in problem.queries("train")] == ["path(a, c)"]
    frames = symbolic_rl.DerivationEnv(problem, 2).rollout(3, break_when_any_done=False)
    assert frames.shape == (2, 3)


def test_a_collector_ends_after_its_frames() -> None:
    problem = symbolic_rl.load_problem("countries_s1")
    policy = symbolic_rl.make_policy("auto", problem, dim=8)
    config = symbolic_rl.TrainConfig(algo="ppo", n_envs=4, frames_per_batch=8, total_frames=20)
    collector = symbolic_rl.make_collector(problem, policy, config)
    assert sum(rollout.numel() for rollout in islice(collector, 9)) == 24
    collector.shutdown()


def test_training_takes_the_name_of_a_pack(tmp_path: Path) -> None:
    config = symbolic_rl.TrainConfig(algo="ppo", n_envs=4, frames_per_batch=16, total_frames=16)
    summary = symbolic_rl.train("countries_s1", replace(config, dim=8), str(tmp_path / "run"))
    problem, policy = symbolic_rl.open_run(tmp_path / "run")
    assert (summary.frames, problem.name, policy.greedy) == (16, "countries_s1", True)
