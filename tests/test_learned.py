"""One goal that is learned: ``prove --learn``; runs that start with the weights of others."""

import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, ProgramError, RunError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.policy.open import load_policy, open_run
from symbolic_rl.proofs.learned import UPWARD, prove_by_learning
from symbolic_rl.training.train import train
from tests.problems import program_file
from tests.processes import Run
from tests.test_bottom_up import doubled
from tests.test_proposer import SORTED
from tests.test_training_searches import numeral

FEW = TrainConfig(n_envs=32, dim=8, imitation_steps=4, imitation_frames=32, search_budget=100)
HARD = f"sorted([{', '.join(map(numeral, (3, 1, 4, 2, 0)))}], Sorted)"
"""None of the first budgets is enough: four rounds are needed at least."""

ALONE = TrainConfig(
    algo="ppo", n_envs=8, frames_per_batch=64, minibatch_size=64, total_frames=64, dim=8
)


program = program_file(SORTED, "sorting.pl")


@pytest.fixture
def only_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search from the facts take part."""
    monkeypatch.setattr("symbolic_rl.search.tree.BottomUpSearch.refusal", lambda space: "no")


@pytest.mark.usefixtures("only_learning")
def test_a_goal_is_proved_by_learning_from_others_and_the_run_guides_searches(
    program: Path, tmp_path: Path
) -> None:
    said: list[str] = []
    found = prove_by_learning(program, HARD, tmp_path / "run", config=FEW, say=said.append)

    assert found.ended == "stopped"
    assert found.answers[0].bindings == {"Sorted": f"[{', '.join(map(numeral, range(5)))}]"}
    assert found.rounds == len(said) > 1 and found.proposals > 0
    assert "the goal has no proof yet, 200 inferences for it next" in said[0]
    assert said[-1].endswith("the goal is proved") and "are too easy" in said[0]
    assert found.inferences == int(RunDirectory.open(tmp_path / "run").metrics()[-1]["inferences"])
    problem, _ = open_run(tmp_path / "run")
    assert [query.text for query in problem.queries("train")] == [HARD]
    with pytest.raises(RunError, match="run already"):
        prove_by_learning(program, HARD, tmp_path / "run", config=FEW)


@pytest.mark.parametrize(
    ("part", "at"),
    [
        ("symbolic_rl.training.expert.Expert._step", 2),  # of four in a round
        ("symbolic_rl.training.proposer.Proposer._parent", 3),
        ("symbolic_rl.search.scheduler.serve", 1),
    ],
)
def test_learning_stops_in_a_round_when_the_time_is_over_and_says_so(
    part: str, at: int, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over in the middle of gradient steps, proposals and searches."""
    module, _, name = part.rpartition(".")
    owner, times = resolve_name(module), count(1)
    function = getattr(owner, name)

    def passes(*arguments: Any) -> Any:
        done = function(*arguments)
        calls().limits[-1].is_over = next(times) >= at
        return done

    monkeypatch.setattr(owner, name, passes)
    small = replace(FEW, imitation_frames=2)  # the first round takes all of its steps
    found = prove_by_learning(program, HARD, tmp_path / "run", config=small, timeout_s=1000)
    assert next(times) == at + 1, "more was done after the time"
    assert (found.ended, found.answers) == ("timeout_s", ())
    assert ("the time is up before the first round has ended" in found.ending) == (not found.rounds)
    assert "--timeout-s allows more" in found.ending and not calls().is_over


def test_a_goal_is_searched_further_than_those_of_training_where_nothing_can_be_learned(
    tmp_path: Path,
) -> None:
    (tmp_path / "lock.pl").write_text(
        "code(X, Y, Z) :- d(X), d(Y), d(Z), X * 2500 + Y * 50 + Z =:= 98765.\n"
        + "".join(f"d({i}).\n" for i in range(50))
    )
    few = replace(FEW, search_budget=20, max_search_budget=40)
    found = prove_by_learning(tmp_path / "lock.pl", "code(X, Y, Z)", tmp_path / "run", config=few)
    assert found.answers[0].bindings == {"X": "39", "Y": "25", "Z": "15"}


def test_mistakes_with_a_goal_to_be_learned_are_told(program: Path, tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="the goal has an error"):
        prove_by_learning(program, "sorted([o], X", tmp_path / "a", config=FEW)
    prove_by_learning(program, "le(o, o)", tmp_path / "run", config=FEW)
    with pytest.raises(ConfigError, match="starts from a program"):
        prove_by_learning(tmp_path / "run", "le(o, o)", tmp_path / "b", config=FEW)


def test_the_command_prints_progress_the_proof_and_where_the_run_is(
    program: Path, tmp_path: Path, command: Run
) -> None:
    goal, run, kept = f"le({numeral(2)}, {numeral(3)})", tmp_path / "run", tmp_path / "proof.json"
    options = ("--learn", "--run-dir", str(run), "--save", str(kept), "--memory-mb", "512")
    learned = command("prove", str(program), goal, *options)
    assert RunDirectory.open(run).config.train.memory_mb == 512

    assert (learned.returncode, learned.stderr) == (0, "")
    assert learned.stdout.startswith("round 1: ") and "\ntrue\n  le(s(s(o))," in learned.stdout
    assert "1 answer after" in learned.stdout and f"run    {run}" in learned.stdout
    assert command("verify", str(kept), str(program)).returncode == 0
    assert "it cannot be resumed" in command("train", "--resume", str(run)).stderr
    again = command("prove", str(run), goal)
    assert again.stdout.startswith("true\n")
    shown = command("prove", str(program), goal, "--learn", "--json")
    assert json.loads(shown.stdout)["search"] == "learned" and "round 1" in shown.stderr


def test_flags_that_do_not_go_with_learning_are_refused(program: Path, command: Run) -> None:
    both = command("prove", str(program), "le(o, o)", "--learn", "--answers", "2", "--hedge")
    alone = command("prove", str(program), "le(o, o)", "--run-dir", "run")
    assert both.returncode == 2 and "--answers, --hedge" in both.stderr
    assert alone.returncode == 2 and "add --learn" in alone.stderr


def test_a_run_starts_with_the_weights_of_another(tmp_path: Path) -> None:
    problem = load_problem("countries_s1")
    few = replace(FEW, total_frames=256, n_envs=16)
    train(problem, few, tmp_path / "before")
    first = load_policy(tmp_path / "before", problem).state_dict()
    still = replace(ALONE, lr=0.0)
    train(problem, still, tmp_path / "after", weights_from=tmp_path / "before")
    train(problem, still, tmp_path / "alone")

    def is_same(run: str) -> bool:
        weights = load_policy(tmp_path / run, problem).state_dict()
        symbols = (key for key in first if "structure" not in key)
        return all(torch.equal(weights[key], first[key]) for key in symbols)

    assert is_same("after") and not is_same("alone")
    kept = RunDirectory.open(tmp_path / "after").config.weights_from
    assert kept == str(tmp_path / "before")
    again = train(problem, replace(still, total_frames=128), tmp_path / "after", resume=True)
    assert again.frames == 128 and is_same("after")
    # Search has a structure part, and rollouts have none: the symbols go both ways.
    heads = [RunDirectory.open(tmp_path / name).config.head for name in ("before", "after")]
    assert heads == ["structured-resolvent", "resolvent"]
    train(problem, replace(few, lr=0.0), tmp_path / "back", weights_from=tmp_path / "after")
    assert is_same("back")


def test_weights_of_another_program_view_or_network_are_refused_with_the_difference(
    tmp_path: Path,
) -> None:
    problem, run = load_problem("countries_s1"), tmp_path / "before"
    train(problem, ALONE, run, source="countries_s1")

    def refused(source: str, config: TrainConfig = ALONE, **env: object) -> str:
        other = load_problem(source)
        if env:
            other = load_problem(source, replace(other.env_config, **env))  # type: ignore[arg-type]
        with pytest.raises(ConfigError) as error:
            train(other, config, tmp_path / "run", weights_from=run)
        assert not (tmp_path / "run").exists()
        return str(error.value)

    assert "vocabulary_size is" in refused("blocks")
    assert "dim is 8, not 16" in refused("countries_s1", replace(ALONE, dim=16))
    assert "n_goals is" in refused("countries_s1", n_goals=3)
    assert len(refused("countries_s2").splitlines()) == 3


def test_the_command_takes_program_head_and_width_from_the_run(
    tmp_path: Path, command: Run
) -> None:
    problem, run = load_problem("countries_s1"), tmp_path / "before"
    train(problem, replace(ALONE, policy="clause"), run, source="countries_s1")
    few = ("--total-frames", "64", "--n-envs", "8", "--frames-per-batch", "64")
    args = ("--algo", "ppo", "--from", str(run), *few, "--run-dir", str(tmp_path / "after"))
    trained = command("train", *args)

    assert trained.returncode == 0, trained.stderr
    config = RunDirectory.open(tmp_path / "after").config
    assert (config.problem, config.head, config.train.dim) == ("countries_s1", "clause", 8)
    both = command("train", "--resume", str(run), "--from", str(run))
    assert both.returncode == 2 and "--from" in both.stderr


def test_a_proof_that_shares_its_steps_is_found_from_the_facts_between_rounds(
    tmp_path: Path,
) -> None:
    program = tmp_path / "doubled.pl"
    program.write_text(doubled(12))

    found = prove_by_learning(program, "t(12)", tmp_path / "run", config=FEW)

    assert (found.ended, found.rounds, found.answers[0].inferences) == ("stopped", 1, 2**13)
    assert found.answers[0].found_by == "bottom-up"
    of_run = int(RunDirectory.open(tmp_path / "run").metrics()[-1]["inferences"])
    assert 0 < found.inferences - of_run <= UPWARD
    assert "found by the search bottom-up" in str(found)
