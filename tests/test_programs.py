"""One policy for several programs: turns, a balanced fit, and what other runs start from."""

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import NAMELESS, Programs
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.policy.open import open_run, structure_parts
from symbolic_rl.program.pack import load_packs
from symbolic_rl.training.expert import Expert
from symbolic_rl.training.ledger import Ledger
from tests.problems import write_files
from tests.processes import Run
from tests.test_training_searches import numeral

ADD = "add(o, X, X).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\nadd(X, Y, Z) :- add(Y, X, Z).\n"
JOIN = "join([], X, X).\njoin([A|X], Y, [A|Z]) :- join(X, Y, Z).\njoin(X, Y, Z) :- join(Y, X, Z).\n"
SETTINGS = TrainConfig(policy=NAMELESS, n_envs=16, total_frames=40_000)


def write_packs(folder: Path, *, held_out: str = "") -> list[str]:
    """Write three programs: sums, lists, and the sums with other names and the same goals."""
    sums = [f"add({numeral(n)}, {numeral(2)}, X)" for n in range(24)]
    lists = [f"join({list(range(n))}, [a], X)" for n in range(4)]
    new = {"add": "plus", "o": "zero", "s": "next"}
    renamed = [re.sub(r"\b(add|o|s)\b", lambda word: new[word[0]], text) for text in (ADD, *sums)]
    programs = {"sums": (ADD, sums), "lists": (JOIN, lists), "twin": (renamed[0], renamed[1:])}
    for name, (program, goals) in programs.items():
        queries = [f"query({goal}).\n" for goal in goals]
        split = "valid" if name == held_out else "train"
        texts = {"test": "".join(queries[1::2]), split: "".join(queries[::2])}
        settings = "[env]\nn_candidates = 5\n" if name == "lists" else ""
        write_files(folder / name, {"env.toml": settings}, program=program, **texts)
    return list(programs)


def programs_of(folder: Path, **settings: Any) -> Programs:
    return Programs.load(load_packs([str(folder)]), EnvConfig(**settings), SETTINGS)


@pytest.mark.parametrize(
    "collector", ["vectorized", "multiprocess", pytest.param("ray", marks=pytest.mark.ray)]
)
def test_one_policy_is_trained_for_several_programs_and_each_opens_as_a_run(
    collector: str, tmp_path: Path, command: Run
) -> None:
    names = write_packs(tmp_path / "packs", held_out="twin")
    flags = ["--collector", collector, "--n-envs", "16", "--run-dir", "run"]
    flags += ["--n-workers", "1"] * (collector == "ray")  # actors of two programs share a core

    trained = command("train", "--env", "packs", *flags, "--total-frames", "40000")

    assert trained.returncode == 0, trained.stderr
    assert "held out, because they have no training queries: twin" in trained.stdout
    run = RunDirectory.open(tmp_path / "run")
    last = run.metrics()[-1]
    assert int(last["proved_sums"]) + int(last["proved_lists"]) == int(last["proved"]) > 4
    page = (tmp_path / "run" / "report.html").read_text()
    assert re.search(r"\d+ of 14 training queries were proved", page) and "sums: add(" in page
    assert "proved_twin" not in last and set(run.config.programs) == set(names)
    for name in names:
        assert set(RunDirectory.open(tmp_path / "run" / name).results()["tables"]) == {"test"}
    assert inferences_of(tmp_path / "run" / "sums") == inferences_of(tmp_path / "run" / "twin")
    goal = "plus(next(next(zero)), next(zero), X)"
    proved = command("prove", "run/twin", goal)
    assert "X = next(next(next(zero)))" in proved.stdout, proved.stderr
    refused = command("prove", "run", goal)
    assert refused.returncode == 2
    assert "name a folder in the run's: lists, sums, twin" in refused.stderr
    assert "give --resume run." in command("train", "--resume", "run/sums").stderr
    if collector != "ray":  # whose actors take seconds to start
        resumed = command("train", "--resume", "run", "--total-frames", "80000")
        assert resumed.returncode == 0, resumed.stderr


def inferences_of(run: Path) -> list[list[int]]:
    """Inferences of guided search for each test query, with a structure part that has learned."""
    problem, policy = open_run(run)
    assert policy.head.structure is not None and policy.head.structure.out.weight.any()
    table = evaluate(problem, policy, "test", ["guided"], Effort(budgets=(1000,)))
    return [one.inferences for one in table.outcomes]


def test_searches_in_workers_find_the_proofs_of_searches_in_this_process(tmp_path: Path) -> None:
    write_packs(tmp_path / "packs")
    first, *others = programs_of(tmp_path / "packs").trained
    rows = []
    for changes in ({}, {"collector": "multiprocess", "n_workers": 2}):
        torch.manual_seed(0)
        policy = make_policy(NAMELESS, PolicyShape.for_problem(first))
        config = SETTINGS.override(changes, where="test")
        expert = Expert(policy, config)
        expert.open(first, resolve(config), others=others)
        rows.append([expert.gather(), expert.gather()])
        assert expert.last_round["proved_lists"] and expert.last_round["proved_sums"]
        expert.shutdown()
    for one, other in zip(*rows, strict=True):
        assert torch.equal(one.query, other.query) and torch.equal(one.action, other.action)
        assert torch.equal(one.batch.structure_CF, other.batch.structure_CF) and len(one)


def test_each_program_has_a_column_before_its_first_proof(tmp_path: Path) -> None:
    write_packs(tmp_path / "packs")
    (tmp_path / "packs" / "twin" / "train.pl").write_text("query(plus(next(zero), zero, zero)).\n")
    first, *others = programs_of(tmp_path / "packs").trained
    expert = Expert(make_policy(NAMELESS, PolicyShape.for_problem(first)), SETTINGS)
    expert.open(first, resolve(SETTINGS), others=others)

    expert.gather()

    assert expert.last_round["proved_twin"] == 0


def test_programs_take_turns_and_have_equal_shares_of_the_fit(tmp_path: Path) -> None:
    program = np.repeat([0, 1], [1000, 3])
    ledger = Ledger.blank(1003, 200)
    rng = np.random.default_rng(0)
    chosen = ledger.choose(rng, 20, 200, fills_up=True, program=program)
    assert Counter(program[chosen].tolist()) == {0: 17, 1: 3}

    write_packs(tmp_path / "packs")
    first, *others = programs_of(tmp_path / "packs").trained
    expert = Expert(make_policy(NAMELESS, PolicyShape.for_problem(first)), SETTINGS)
    expert.open(first, resolve(SETTINGS), others=others)
    rows = expert.gather()
    program_of = torch.from_numpy(np.repeat([0, 1, 2], [2, 12, 12]))[rows.query.long()]
    uneven, even = (torch.bincount(x) / len(rows) for x in (program_of, program_of[draw(rows)]))
    balanced = rows.balanced(program_of, seed=0)
    assert len(balanced) == len(rows) and uneven.min() < 0.2 < even.min()


def draw(rows: Any) -> torch.Tensor:
    """Places in ``rows`` of what :meth:`.ProofRows.balanced` draws, found by number."""
    program = torch.from_numpy(np.repeat([0, 1, 2], [2, 12, 12]))[rows.query.long()]
    numbered = type(rows)(rows.batch, rows.query, rows.action, torch.arange(len(rows)))
    return numbered.balanced(program, seed=0).to_go


def test_the_structure_part_of_a_run_starts_another_program(tmp_path: Path, command: Run) -> None:
    write_packs(tmp_path / "packs")
    few = ("--n-envs", "8", "--total-frames", "40000")
    command("train", "--env", "packs/sums", "packs/lists", *few, "--run-dir", "two")
    before, _ = carried(tmp_path / "two" / "sums")
    flags = ("--policy", "structured", "--dim", "8", *few)

    done = command("train", "--env", "packs/twin", "--from", "two", *flags, "--run-dir", "next")

    assert done.returncode == 0, done.stderr
    assert "the structure part of lists+sums is carried over" not in done.stdout  # order as given
    assert "the structure part of sums+lists is carried over; left behind: nothing" in done.stdout
    after, mean = carried(tmp_path / "next")
    assert torch.equal(mean, carried(tmp_path / "two")[1])  # the scale of the features as well
    assert 0 < (after - before).norm() < before.norm()
    again = command("train", "--env", "packs/lists", "--from", "next", *few, "--run-dir", "last")
    assert re.search(r"left behind: [\d,]+ weights for its symbols and clauses", again.stdout)
    command("train", "--env", "packs/sums", "--policy", "comparing", *few, "--run-dir", "names")
    refused = command("train", "--env", "packs/lists", "--from", "names", "--run-dir", "no")
    assert refused.returncode == 2 and "--policy structured in both" in refused.stderr


def test_the_first_proofs_choose_the_nearest_of_several_runs(tmp_path: Path, command: Run) -> None:
    write_packs(tmp_path / "packs")
    few = ("--n-envs", "8", "--total-frames", "40000")
    for name in ("sums", "lists"):
        flags = ("--env", f"packs/{name}", "--policy", "structured", "--dim", "8", *few)
        command("train", *flags, "--run-dir", f"runs/{name}")

    done = command("train", "--env", "packs/twin", "--from", "runs", *few, "--run-dir", "next")

    assert done.returncode == 0, done.stderr
    (line,) = re.findall(
        "The structure part starts from sums, which predicts the first.*", done.stdout
    )
    assert re.search(r"a guess: sums \d\.\d\d, lists -?\d\.\d\d", line)
    run = RunDirectory.open(tmp_path / "next")
    assert line in (tmp_path / "next" / "report.html").read_text()
    assert run.config.head == "structured"
    assert torch.equal(carried(tmp_path / "next")[1], carried(tmp_path / "runs" / "sums")[1])
    # The opposite of what is near is far.
    far = structure_parts(tmp_path / "runs")["sums"]
    far["out.weight"] = -far["out.weight"]
    twin = next(one for one in programs_of(tmp_path / "packs") if one.name == "twin")
    expert = Expert(make_policy(NAMELESS, PolicyShape.for_problem(twin)), SETTINGS)
    expert.open(twin, resolve(SETTINGS))
    expert.choose_from({"far": far})
    expert.learn(expert.gather(), progress=0.0)
    assert re.match(r"Nothing is taken over: .* over a guess: far -\d", expert.origin)
    ppo = command("train", "--env", "packs/twin", "--from", "runs", "--algo", "ppo")
    assert ppo.returncode == 2 and "give --algo expert" in ppo.stderr
    (tmp_path / "runs" / "sums" / "checkpoint" / "state.pt").unlink()
    named = ("--policy", "comparing", "--env", "packs/lists", *few)
    command("train", *named, "--run-dir", "others/names")
    none = command("train", "--env", "packs/twin", "--from", "others")
    assert none.returncode == 2 and "None of the 1 runs" in none.stderr


def carried(run: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """First layer of a run's structure part, and the means of the features."""
    weights = RunDirectory.open(run).load_state()["policy"]
    return weights["structure.first.weight"], weights["structure.mean"]


def test_what_knows_the_symbols_of_one_program_is_refused_for_several(
    tmp_path: Path, command: Run
) -> None:
    write_packs(tmp_path / "packs")
    for flags, told in (
        (("--policy", "comparing"), "--policy structure"),
        (("--algo", "ppo"), "--algo expert"),
        (("--lemmas", "3"), "--lemmas 0"),
        (("--goals", "packs/sums/train.pl"), "--goals with several --env"),
    ):
        done = command("train", "--env", "packs", *flags)
        assert done.returncode == 2 and told in done.stderr, done.stderr
    one = ("train", "--env", "packs/sums", "--policy", "structure", "--algo", "ppo")
    assert "cannot value a state without" in command(*one).stderr
    shutil.copytree(tmp_path / "packs" / "sums", tmp_path / "other" / "sums")
    with pytest.raises(PackError, match="two packs have the name 'sums'"):
        load_packs([str(tmp_path / "packs"), str(tmp_path / "other")])
    for name in ("sums", "lists", "twin"):
        (tmp_path / "packs" / name / "train.pl").unlink()
    with pytest.raises(ConfigError, match="No program has training queries"):
        programs_of(tmp_path / "packs")


def test_made_programs_of_all_families_load_and_are_made_again_alike(tmp_path: Path) -> None:
    kin = pytest.importorskip("tools.kin", reason="needs the checkout")
    first, again = list[Path](), list[Path]()
    for family, members in kin.FAMILIES.items():
        added, same = (kin.made(tmp_path / name, family) for name in ("first", "again"))
        assert len(added) == len(members) == 5 and set(members) <= set(kin.LARGEST)
        first, again = first + added, again + same
    for one, other in zip(first, again, strict=True):
        for file in one.iterdir():
            assert file.read_bytes() == (other / file.name).read_bytes()
    programs = Programs.load(load_packs([str(one) for one in first]), EnvConfig(), SETTINGS)
    assert not programs.held_out and not str(programs)  # nothing is left out
    assert all({"train", "test"} <= set(one.splits) for one in programs)
    for hold_out, n in (("member", 20), ("family", 4)):
        parts = list(kin.parts(list(programs), hold_out))
        names = [name for _, _, out in parts for name in sorted(out)]
        assert len(parts) == n and len(names) == len(set(names)) == 20
        assert not any(trained & out for _, trained, out in parts)
