"""Trials and evaluation: every query once, the same limits for all, figures as they are told."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError, RunError
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.evaluation import trials as trials_module
from symbolic_rl.evaluation.alone import MODES, RANDOM, Mode, evaluate, plain
from symbolic_rl.evaluation.trials import DEPTH_FIRST_LIMIT, Tally, Trials, best, depth_first
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy.open import load_policy, open_run
from symbolic_rl.proofs.prove import prove
from symbolic_rl.training.train import train

Run = Callable[..., "subprocess.CompletedProcess[str]"]

PROGRAM = """\
edge(a, b). edge(a, n). edge(b, m). edge(b, c). edge(c, k). edge(c, d). edge(d, e).
edge(n, o). edge(o, q). edge(m, o). edge(k, n). edge(e, k).
path(X, X).
path(X, Y) :- edge(X, Z), path(Z, Y).
left(X, Y) :- left(X, Z), edge(Z, Y).
left(X, Y) :- edge(X, Y).
"""
SETTINGS = """\
[env]
max_inferences = 12
n_candidates = 6
hide_query = false
[queries]
labelled = "labelled.pl"
left = "left.pl"
"""
PAIRS = ("ab", "ac", "ad", "ak", "bc", "bd", "be", "cd", "ce", "de", "dk", "ek")
TRAIN = [f"path({x}, {y})" for x, y in PAIRS]
TEST = [f"path({x}, {y})" for x, y in ("ae", "bk", "ck")]
LABELLED = ["query(path(a, e), true).", "query(path(e, a), false).", "query(path(q, b), false)."]


def queries(goals: list[str]) -> str:
    return "".join(f"query({goal}).\n" for goal in goals)


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    folder = tmp_path_factory.mktemp("toy")
    texts = {
        "program.pl": PROGRAM,
        "env.toml": SETTINGS,
        "train.pl": queries(TRAIN),
        "test.pl": queries(TEST),
        "labelled.pl": "\n".join(LABELLED),
        "left.pl": queries(["left(a, b)", "left(a, a)", "path(a, e)", "path(e, e)"]),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return load_problem(folder)


@pytest.fixture(scope="module")
def run(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few thousand frames."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    config = TrainConfig(
        algo="ppo",
        n_envs=32,
        frames_per_batch=512,
        minibatch_size=256,
        total_frames=12_288,
        dim=16,
        lr=1e-2,
        device="cpu",
    )
    train(problem, config, folder, source=str(problem.pack.folder))
    return folder


def first(observation: Observation) -> IntArray:
    actions: IntArray = observation.action_mask.argmax(axis=1)
    return actions


def test_trained_policy_beats_what_does_without_learning(problem: Problem, run: Path) -> None:
    result = evaluate(problem, load_policy(run, problem), "test", baselines=True)

    assert result.tally.rate == 1.0
    assert result.baselines["uniform random"].rate < 1.0
    assert set(result.baselines) == {"uniform random", "depth-first"}


def test_every_query_counts_once_however_they_are_divided(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose_by_view(observation: Observation) -> IntArray:
        weight = observation.goals.reshape(len(observation.goals), -1).sum(axis=1)
        score = (weight[:, None] * (7 + np.arange(observation.action_mask.shape[1]))) % 11 + 1
        actions: IntArray = (score * observation.action_mask).argmax(axis=1)
        return actions

    whole = Trials(problem, "train")(choose_by_view)
    monkeypatch.setattr(trials_module, "CHUNK", 3)
    parts = Trials(problem, "train")(choose_by_view)

    assert whole.refuted.size == len(TRAIN)
    assert 0 < whole.refuted.sum() < len(TRAIN)
    assert (whole.refuted == parts.refuted).all()
    assert (whole.inferences == parts.inferences).all()


def test_refutation_by_the_last_inference_counts(problem: Problem, run: Path) -> None:
    policy = load_policy(run, problem)
    whole = evaluate(problem, policy, "test").tally
    needed = int(whole.inferences.max())

    assert evaluate(problem, policy, "test", max_inferences=needed).tally.rate == 1.0
    less = evaluate(problem, policy, "test", max_inferences=needed - 1)
    assert list(less.tally.refuted) == list(whole.inferences < needed)
    assert less.max_inferences == needed - 1


def test_limit_of_evaluation_is_its_own_setting(problem: Problem) -> None:
    longer = load_problem(
        problem.pack, problem.env_config.override({"eval_max_inferences": 99}, where="test")
    )

    assert (Trials(problem, "test").limit, Trials(longer, "test").limit) == (12, 99)


def test_greedy_is_repeatable_and_draws_depend_on_the_seed_alone(
    problem: Problem, run: Path
) -> None:
    policy = load_policy(run, problem)
    before = torch.get_rng_state()

    def outcome(**options: int) -> list[int]:
        return evaluate(problem, policy, "train", **options).tally.inferences.tolist()

    assert outcome() == outcome(seed=5)
    for weights in policy.parameters():
        weights.data.zero_()
    draws = [outcome(greedy=False, seed=seed) for seed in range(6)]
    assert torch.equal(before, torch.get_rng_state())
    torch.rand(3)
    assert outcome(greedy=False, seed=0) == draws[0]
    assert any(draw != draws[0] for draw in draws)
    assert policy.greedy


def test_first_refutation_of_several_attempts_counts() -> None:
    refuted = np.array([[False, True, False], [True, True, False]])
    inferences = np.array([[9, 4, 7], [3, 2, 8]])

    tally = best([Tally(*pair) for pair in zip(refuted, inferences, strict=True)])

    assert tally.refuted.tolist() == [True, True, False]
    assert tally.inferences.tolist() == [3, 4, 8]
    assert (tally.rate, tally.median) == (pytest.approx(2 / 3), 3.5)


def test_median_of_no_refutation_is_nothing() -> None:
    assert Tally(np.array([False]), np.array([5])).median is None


def test_labels_are_compared_and_a_false_query_has_no_refutation(
    problem: Problem, run: Path
) -> None:
    result = evaluate(problem, load_policy(run, problem), "labelled")

    assert result.tally.refuted.tolist() == [True, False, False]
    document = result.as_json()
    assert [document[key] for key in ("labelled_false", "refuted_false")] == [2, 0]
    assert document["labelled"] == {"greedy": {"accuracy": 1.0, "precision": 1.0, "recall": 1.0}}
    assert "greedy on labelled queries: accuracy 1.000, precision 1.000, recall 1.000" in str(
        result
    )


def test_baselines_are_told_of_labelled_queries_too(problem: Problem, run: Path) -> None:
    result = evaluate(problem, load_policy(run, problem), "labelled", baselines=True)

    assert result.labelled.keys() == {"greedy", "uniform random", "depth-first"}
    for name, figures in result.labelled.items():
        refuted = {"greedy": result.tally, **result.baselines}[name].refuted
        assert figures["accuracy"] == np.mean(refuted == [True, False, False])
        assert figures["recall"] == refuted[0]


def test_leaks_are_told_before_any_figure(problem: Problem, run: Path) -> None:
    train, test = (evaluate(problem, load_policy(run, problem), s) for s in ("train", "test"))
    copied = problem.pack.folder.parent / "leaking"
    shutil.copytree(problem.pack.folder, copied)
    (copied / "test.pl").write_text(queries([*TEST, TRAIN[0]]))
    leaking = evaluate(load_problem(copied), load_policy(run, problem), "test")

    assert train.leaks == test.leaks == ()
    assert str(leaking).startswith(
        "leak: 1 test query stands among the training queries; the first"
    )
    assert leaking.as_json()["leaks"] == [str(leaking.leaks[0])]


def test_depth_first_order_is_that_of_prolog(problem: Problem) -> None:
    tally = depth_first(problem, Trials(problem, "left", limit=1000))

    assert tally.refuted.tolist() == [False, False, True, True]  # left recursion comes first
    assert tally.inferences.tolist()[:2] == [DEPTH_FIRST_LIMIT, DEPTH_FIRST_LIMIT]
    assert tally.inferences[3] == 2


def test_depth_first_search_comes_back_from_dead_ends(problem: Problem) -> None:
    trials = Trials(problem, "test", limit=10_000)
    without = trials(first)
    tally = depth_first(problem, trials)

    assert tally.rate == 1.0
    assert without.rate < 1.0


def test_depth_first_search_is_not_cut_by_the_limit_of_an_episode(problem: Problem) -> None:
    whole = depth_first(problem, Trials(problem, "test", limit=10_000))
    few = int(whole.inferences.max()) - 1
    tallies = plain(problem, "test", limit=few)

    assert tallies["depth-first"].refuted.tolist() == whole.refuted.tolist()
    assert tallies["uniform random"].inferences.max() <= few
    assert all(tally.refuted.size == len(TEST) for tally in tallies.values())


def test_a_policy_below_random_choice_is_said(problem: Problem, run: Path) -> None:
    good = evaluate(problem, load_policy(run, problem), "test", baselines=True)
    none = Tally(np.zeros(3, bool), good.tally.inferences)
    bad = replace(good, tally=none, baselines={RANDOM: good.tally})

    assert good.notes() == []
    assert "note: the policy alone is below random choice (0.000 and 1.000)" in str(bad)


def test_a_new_baseline_is_one_entry(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = Mode(protocol="the first candidate", baseline=lambda _, trials, *__: trials(first))
    monkeypatch.setitem(MODES, "toy", toy)

    assert "toy" in plain(problem, "test", limit=5)


def test_several_greedy_attempts_are_refused(problem: Problem, run: Path) -> None:
    with pytest.raises(ConfigError, match="attempts=3"):
        evaluate(problem, load_policy(run, problem), "test", attempts=3)


def test_split_without_queries_is_told(problem: Problem, run: Path) -> None:
    with pytest.raises(PackError, match="no queries in split 'nowhere'"):
        evaluate(problem, load_policy(run, problem), "nowhere")


def test_the_first_queries_of_a_split_are_said_to_be_all_that_was_tried(
    problem: Problem, run: Path
) -> None:
    result = evaluate(problem, load_policy(run, problem), "test", baselines=True, most_queries=2)

    assert {t.refuted.size for t in (result.tally, *result.baselines.values())} == {2}
    assert "2 test queries, the first 2 of 3, each counted once" in str(result)


def test_run_of_another_program_is_refused(problem: Problem, run: Path) -> None:
    file = problem.pack.folder / "program.pl"
    before = file.read_text()
    try:
        file.write_text(before + "edge(q, q).\n")
        with pytest.raises(ConfigError, match="another version"):
            open_run(run)
    finally:
        file.write_text(before)
    with pytest.raises(RunError):
        open_run(problem.pack.folder)


def test_eval_prints_one_json_document(run: Path, command: Run) -> None:
    done = command("eval", str(run), "--json")

    document = json.loads(done.stdout)
    assert done.returncode == 0
    wanted = "env split queries refuted refutation_rate median_inferences seconds"
    assert set(wanted.split()) <= set(document)
    assert (document["split"], document["queries"], document["refuted"]) == ("test", 3, 3)
    assert (document["mode"], document["attempts"], document["max_inferences"]) == ("greedy", 1, 12)
    assert document["baselines"]["depth-first"].keys() == {
        "refuted",
        "refutation_rate",
        "median_inferences",
    }


def test_eval_tells_the_protocol_in_words(run: Path, command: Run) -> None:
    options = ("--split", "train", "--sampled", "--attempts", "4", "--no-baselines")
    said = command("eval", str(run), *options).stdout

    assert "refutation rate" in said
    assert "drawn with its probabilities; best of 4 attempts for each query, at most 12" in said
    assert "12 train queries, all of them, each counted once; one training seed (0)" in said


def test_run_orders_the_search_for_a_goal_it_never_saw(run: Path, problem: Problem) -> None:
    guided = prove(run, "path(a, e)").take(1)
    unseen = prove(run, "append(X, Y, [new, f(Z)]), member(W, Y) ; path(a, W)").take(3)

    assert [line.goal for line in guided.answers[0].lines[1:3]] == ["path(a, e)", "edge(a, b)"]
    assert guided.inferences < prove(problem.pack.folder, "path(a, e)").take(1).inferences
    assert len(unseen.answers) == 3


def test_run_finds_the_answers_that_the_program_has(run: Path, problem: Problem) -> None:
    def answers(source: Path) -> list[str]:
        found = prove(source, "path(X, k)").take(100)
        assert found.complete
        return sorted(proof.answer for proof in found.answers)

    assert answers(run) == answers(problem.pack.folder)
