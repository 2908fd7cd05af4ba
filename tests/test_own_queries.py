"""A trained run and questions of one's own: its program is what it is tied to, not query files."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError, ProgramError
from symbolic_rl.cli import eval as eval_command
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, ProblemFiles, ProblemImage, load_problem
from symbolic_rl.evaluation.evaluate import evaluate
from symbolic_rl.policy.open import load_policy, open_run
from symbolic_rl.proofs.goals import GoalBatch
from symbolic_rl.search import Limits
from symbolic_rl.training.train import train
from tests.problems import write_files
from tests.test_train import PROGRAM

TRAIN = "query(path(a, c)). query(path(b, d)). query((path(a, X), member(X, [c, d]))).\n"
TEST = "query(path(a, d)). query(path(a, y)).\n"
CONFIG = TrainConfig(
    algo="ppo", n_envs=8, frames_per_batch=64, minibatch_size=64, total_frames=256, dim=8
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack and a run of it."""
    folder = tmp_path_factory.mktemp("made")
    texts = {"program": PROGRAM, "train": TRAIN, "test": TEST}
    pack = write_files(folder / "pack", {"env.toml": ""}, **texts)
    train(load_problem(pack), CONFIG, folder / "run", source=str(pack))
    return folder


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    """A copy of the run, of a copy of the pack beside it."""
    for name in ("pack", "run"):
        shutil.copytree(made / name, tmp_path / name)
    change_config(tmp_path / "run", source=str(tmp_path / "pack"))
    return tmp_path / "run"


def change_config(run: Path, **changes: object) -> None:
    file = run / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_query_files_may_be_added_and_changed(run: Path) -> None:
    """Also where they bring symbols, library clauses and disjunctions of their own."""
    pack = run.parent / "pack"
    problem, policy = open_run(run)
    before, expected = problem.ids, evaluate(problem, policy, "test")
    (pack / "valid.pl").write_text("query((path(a, new), append([u], v, W))).\n")
    (pack / "train.pl").write_text("query((path(q, r) ; path(a, b))).\n")
    problem, policy = open_run(run)
    result = evaluate(problem, policy, "test")

    assert problem.ids == before != load_problem(pack).ids
    for found, wanted in zip(result.outcomes, expected.outcomes, strict=True):
        assert (found.proved, found.inferences) == (wanted.proved, wanted.inferences)
    with pytest.raises(ConfigError, match="queries of 'pack' have changed"):
        load_policy(run, load_problem(pack))


def test_the_policy_is_shown_the_same_after_a_query_file_has_changed(run: Path) -> None:
    """The new file's symbols and clauses come before others in the program's own order."""
    goals = run.parent / "goals.pl"
    goals.write_text("path(a, d). path(a, X), member(X, [c, d]).\n")

    def asked() -> list[tuple[str, int]]:
        limits = Limits(max_inferences=500)
        batch = GoalBatch(run, goals, temperature=1.0, uniform_share=0.01, limits=limits)
        return sorted((result.end, result.inferences) for result in batch.run())

    def logits() -> np.ndarray:
        problem, policy = open_run(run, goals)
        choices = []
        policy.register_forward_hook(lambda _, __, td: choices.append(td["action_log_prob"]))
        torch.manual_seed(0)
        evaluate(problem, policy, "own")
        return torch.cat(choices).numpy()

    before = asked(), logits()
    (run.parent / "pack" / "test.pl").write_text("query((append(A, [b0], C), path(aa, C))).\n")

    assert asked() == before[0]
    np.testing.assert_array_equal(logits(), before[1])


def test_a_query_file_with_mistakes_does_not_stop_questions_of_ones_own(run: Path) -> None:
    own = run.parent / "own.pl"
    own.write_text("path(a, d). path(a, c).\n")
    leaks = evaluate(*open_run(run, own), "own").leaks
    (run.parent / "pack" / "test.pl").write_text("query(path(a).\n")
    again = evaluate(*open_run(run, own), "own").leaks
    (run.parent / "pack" / "train.pl").write_text("way(a).\n")
    without = evaluate(*open_run(run, own), "own").leaks

    assert leaks == again and leaks[0].startswith("1 own query is among the training queries")
    assert not without
    assert [result.end for result in GoalBatch(run, own).run()] == ["proved", "proved"]
    with pytest.raises(ProgramError):
        open_run(run)


def test_a_run_whose_goals_are_gone_answers_others(run: Path) -> None:
    change_config(run, goals=str(run.parent / "gone.pl"), queries={"goals": "0123"})
    (run.parent / "own.pl").write_text("path(a, d).\n")

    assert [r.end for r in GoalBatch(run, run.parent / "own.pl").run()] == ["proved"]
    assert open_run(run, run.parent / "own.pl")[0].splits == ["own"]
    problem, _ = open_run(run)
    assert len(problem.queries("test")) == 2
    with pytest.raises(PackError, match="no queries in split 'train'"):
        problem.queries("train")


def test_workers_and_actors_are_shown_the_same(run: Path) -> None:
    (run.parent / "pack" / "test.pl").write_text("query(path(aa, new)).\n")
    problem, _ = open_run(run)

    def shown(one: Problem) -> list[np.ndarray]:
        return [*Derivations(one, 3, split="train", seed=1).reset().arrays().values()]

    for other in (ProblemImage.of(problem).open(), ProblemFiles.of(problem).open()):
        assert problem.sizes == other.sizes
        for a, b in zip(shown(problem), shown(other), strict=True):
            np.testing.assert_array_equal(a, b)


def test_training_goes_on_with_the_queries_it_began_with(run: Path) -> None:
    pack = run.parent / "pack"
    longer = replace(CONFIG, total_frames=512)
    (pack / "test.pl").write_text("query(path(a, new)).\n")
    summary = train(load_problem(pack), longer, run, resume=True)
    assert summary.frames == 512

    (pack / "train.pl").write_text("query(path(a, c)).\n")
    with pytest.raises(ConfigError, match="learns from have changed: train"):
        train(load_problem(pack), longer, run, resume=True)


def test_eval_answers_queries_of_ones_own(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = run.parent / "mine.pl"
    own.write_text("path(a, c).\nquery(path(c, a), false).\npath(a, u).\n")
    (run.parent / "pack" / "test.pl").write_text("query(path(a, b)).\n")
    assert eval_command.main([str(run), "--goals", str(own)]) == 0
    told = capsys.readouterr().out.splitlines()
    args = (str(run), "--goals", str(own), "--search", "--budget", "100", "--json")
    assert eval_command.main(args) == 0
    document = json.loads(capsys.readouterr().out)

    assert told[0] == (
        "note: query files changed since the run was trained: test (changed); "
        "it did not learn from them"
    )
    assert told[1] == "note: 1 symbol that training did not know, in 1 of 3 queries: u"
    assert "3 own queries, all of them; one policy" in "\n".join(told)
    assert {row["split"] for row in document["rows"]} == {"own"}
    assert document["unknown_symbols"] == {"symbols": ["u"], "queries": 1}
    assert document["changed_queries"] == {"test": "changed"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("% nothing\n", "there is no goal in this file."),
        ("\n\n\n\n\n\npa th(a.\n", "own.pl:7:4"),
        ("way(a).\nway(a, b).\n", "unknown predicate way/1 (1 more mistake in the file: line 2)"),
    ],
)
def test_mistakes_in_a_file_of_goals_are_told_in_three_lines(
    made: Path, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "own.pl"
    file.write_text(text)
    for ask in (lambda: open_run(made / "run", file), lambda: GoalBatch(made / "run", file)):
        with pytest.raises((PackError, ProgramError)) as caught:
            ask()
        lines = str(caught.value).splitlines()

        assert told in str(caught.value)
        assert len(lines) == 3 and lines[1].startswith("  where:  " + str(file))


def test_a_file_of_goals_that_is_not_there_is_named(made: Path) -> None:
    with pytest.raises(PackError, match=r"no file nowhere\.pl"):
        open_run(made / "run", Path("nowhere.pl"))
