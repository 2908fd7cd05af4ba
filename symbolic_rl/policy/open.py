"""Opening of runs: the policy of a run directory, and the problem it was trained on."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from symbolic_rl.base.config import SearchSettings
from symbolic_rl.base.devices import TORCH_THREADS
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.run_dir import RunDirectory, runs_in
from symbolic_rl.derivations.known_ids import KnownIds, Trained
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy, with_structure
from symbolic_rl.program.notes import expect_goals, goals_of
from symbolic_rl.program.pack import OWN, Pack, changed_queries, is_learned, pack_of_run


def load_policy(run_dir: Path, problem: Problem) -> DerivationPolicy:
    """Load the greedy policy of a run, to use it with a problem of the same program.

    The problem has the ids of the run (:func:`open_run`) or equal ones, and the view of the run's
    config.json. RunError: there is no run, or none with a checkpoint. ConfigError: the run was made
    with another program, or knows other symbols.
    """
    trained, policy = load_trained(run_dir, problem.pack)
    if replace(trained.ids, view=problem.view) != problem.ids:
        raise ConfigError(
            f"The queries of {problem.name!r} have changed since the run was made.",
            str(run_dir),
            "open run and problem together: symbolic_rl.policy.open.open_run(RUN).",
        )
    return policy


def load_trained(run_dir: Path, pack: Pack) -> tuple[Trained, DerivationPolicy]:
    """Load the greedy policy of a run, with the ids and settings of its training.

    RunError: there is no run, or none with a checkpoint. ConfigError: its program is another.
    """
    run = RunDirectory.open(Path(run_dir))
    run.config.expect(pack.name, pack.program_checksum, where=str(run_dir))
    state = run.load_state()
    with run.restoring():
        policy = make_policy(state["head"], PolicyShape(**state["shape"]), dim=state["dim"])
        policy.load_weights(state["policy"], where=str(run_dir))
        policy.search_settings = SearchSettings(**state["search_settings"])
        ids = KnownIds.from_state(state["ids"])
    policy.longest_proof = state["longest_proof"]
    policy.greedy = True
    return Trained(ids, run.config.env), policy


_STRUCTURE = "structure."
"""Prefix of the names of a structure part's weights."""


def load_weights(policy: DerivationPolicy, problem: Problem, run_dir: Path, *, dim: int) -> str:
    """Load the weights of a run into a policy; of another program or view, the structure part.

    Return a line that says what was left behind, if anything. RunError: there is no run, or none
    with a checkpoint. ConfigError: another program, view or network, and no structure part.
    """
    run = RunDirectory.open(Path(run_dir))
    state = run.load_checkpoint()
    shape = asdict(PolicyShape.for_problem(problem))
    wanted = {"policy": policy.name, "dim": dim, **shape, "view": problem.env_config.view}
    found = {
        "policy": state["head"], "dim": state["dim"], **state["shape"], "view": run.config.env.view
    }  # fmt: skip
    if with_structure(policy.name) == with_structure(state["head"]):
        found["policy"] = policy.name  # one of them may lack the structure part
    differing = [
        f"{key} is {found[key]}, not {value}"
        for key, value in wanted.items()
        if found[key] != value
    ]
    if run.config.programs:
        differing = [f"it was made for {len(run.config.programs)} programs"]
    if not differing:
        with run.restoring():
            ids, now = KnownIds.from_state(state["ids"]), problem.ids
        if ids.symbols != now.symbols:
            differing = ["its program and queries mention other symbols"]
        elif run.config.fingerprint != problem.pack.program_checksum:
            then = load_problem(pack_of_run(run.config), run.config.env).program.clauses
            if [one.predicate for one in then] != [
                one.predicate for one in problem.program.clauses
            ]:
                differing = ["its program has other clauses"]
    if not differing:
        own = policy.head.state_dict()
        structure = {key: x for key, x in own.items() if key.startswith(_STRUCTURE)}
        weights = {
            key: x
            for key, x in {**structure, **state["policy"]}.items()
            if structure or not key.startswith(_STRUCTURE)
        }
        policy.load_weights(weights, where=str(run_dir))
        policy.longest_proof = state["longest_proof"]
        return ""
    part, carried = policy.head.structure, _structure_of(state)
    if part is None or not carried:
        raise ConfigError(
            f"The weights of this run are not for {problem.name!r}: {'; '.join(differing)}.",
            f"--from {run_dir}",
            "name a run of the same program, queries and settings, or leave --from out; between "
            "programs, runs with a structure part carry it over: --policy structured in both.",
        )
    with run.restoring():
        part.load_state_dict(carried)
    n_left = sum(x.numel() for x in state["policy"].values() if x.any())
    n_left -= sum(x.numel() for x in carried.values())
    left = f"{n_left:,} weights for its symbols and clauses, because {'; '.join(differing)}"
    return (
        f"from {run_dir}: the structure part of {run.config.problem} is carried over; left behind: "
        f"{left if n_left else 'nothing, it knows no symbols'}"
    )


def _structure_of(state: Mapping[str, Any]) -> dict[str, Tensor]:
    """Return the weights of the structure part in a checkpoint; empty if it has none."""
    weights = state["policy"].items()
    return {k.removeprefix(_STRUCTURE): x for k, x in weights if k.startswith(_STRUCTURE)}


def structure_parts(folder: Path) -> dict[str, dict[str, Tensor]]:
    """Return the weights of the structure part of each run in a folder that has one, by name.

    RunError: a checkpoint cannot be read. ConfigError: no run in the folder has such a part.
    """
    states = {run.name: RunDirectory.open(run).load_checkpoint() for run in runs_in(folder)}
    parts = {name: part for name, state in states.items() if (part := _structure_of(state))}
    if not parts:
        raise ConfigError(
            f"None of the {len(states)} runs in this folder has a structure part.",
            f"--from {folder}",
            "train some with --policy structured, or for several programs.",
        )
    return parts


def open_run(
    run_dir: str | Path, queries: Path | None = None, *, max_subproof_inferences: int = 0
) -> tuple[Problem, DerivationPolicy]:
    """Load the problem of a run, with the run's settings and ids, and its greedy policy.

    >>> from symbolic_rl.base.config import TrainConfig
    >>> from symbolic_rl.training.train import train
    >>> config = TrainConfig(algo="ppo", total_frames=64, n_envs=8, frames_per_batch=64, dim=8)
    >>> from tempfile import mkdtemp
    >>> run = Path(mkdtemp(), "run")
    >>> _ = train(load_problem("countries_s1"), config, run, source="countries_s1")
    memory: ...
    >>> problem, policy = open_run(run)
    >>> problem.name, policy.name, policy.greedy
    ('countries_s1', 'resolvent', True)
    >>> mine = run.with_name("mine.pl")
    >>> _ = mine.write_text("locatedIn(france, europe).")
    >>> problem, _ = open_run(run, mine)
    >>> len(problem.queries("own"))
    1

    A file of ``queries`` is the split ``own``; in addition, only unchanged queries that the run
    learned from are loaded. RunError: there is no run, or none with a checkpoint. PackError: there
    is no such file, no goal in it, or no program of the run. ProgramError: the queries have
    mistakes. ConfigError: the program has changed since.
    """
    run_dir = Path(run_dir)
    config = RunDirectory.open(run_dir).config
    torch.set_num_threads(TORCH_THREADS)
    pack = pack_of_run(config)
    trained, policy = load_trained(run_dir, pack)
    env_config = trained.env_config
    if max_subproof_inferences:
        env_config = replace(env_config, max_subproof_inferences=max_subproof_inferences)
    if queries is None:
        problem = load_problem(pack, env_config)
    else:
        changed = changed_queries(config, pack)
        learned = [one for one in config.queries if is_learned(config, one) and one not in changed]
        with goals_of(queries):
            own = pack.asked(learned).with_queries(queries)
            problem = load_problem(own, env_config)
        expect_goals([query for query in problem.program.queries if query.split == OWN], queries)
    return problem.shown_with(trained.ids), policy
