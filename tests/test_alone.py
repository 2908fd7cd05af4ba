"""Trials and evaluation: every query once, the same limits for all, figures as printed."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.cli.eval import DEPTH_FIRST_LIMIT
from symbolic_rl.cli.main import run as cli
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.evaluation import trials as trials_module
from symbolic_rl.evaluation.evaluate import ALONE, Effort, PolicyAlone, evaluate
from symbolic_rl.evaluation.printing import printed
from symbolic_rl.evaluation.table import Outcomes, OutcomeTable
from symbolic_rl.evaluation.trials import best, play
from symbolic_rl.evaluation.verdicts import findings, labelled
from symbolic_rl.policy.open import load_policy
from symbolic_rl.proofs.prove import prove
from symbolic_rl.training.train import train
from tests.problems import write_files

PROGRAM = """\
edge(a, b). edge(a, n). edge(b, m). edge(b, c). edge(c, k). edge(c, d). edge(d, e).
edge(n, o). edge(o, q). edge(m, o). edge(k, n). edge(e, k).
path(X, X).
path(X, Y) :- edge(X, Z), path(Z, Y).
"""
SETTINGS = """\
[env]
max_inferences = 12
n_candidates = 6
hide_query = false
[queries]
labelled = "labelled.pl"
"""
PAIRS = ("ab", "ac", "ad", "ak", "bc", "bd", "be", "cd", "ce", "de", "dk", "ek")
SPLITS = {
    "train": [f"path({x}, {y})" for x, y in PAIRS],
    "test": [f"path({x}, {y})" for x, y in ("ae", "bk", "ck")],
    "labelled": ["path(a, e), true", "path(e, a), false", "path(q, b), false"],
}


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    splits = {k: "".join(f"query({goal}).\n" for goal in goals) for k, goals in SPLITS.items()}
    files = {"env.toml": SETTINGS}
    return load_problem(
        write_files(tmp_path_factory.mktemp("toy"), files, program=PROGRAM, **splits)
    )


@pytest.fixture(scope="module")
def run(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few thousand frames."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    config = TrainConfig(
        algo="ppo", n_envs=32, frames_per_batch=512, minibatch_size=256, total_frames=12_288,
        dim=16, lr=1e-2, device="cpu",
    )  # fmt: skip
    train(problem, config, folder, source=str(problem.pack.folder))
    return folder


def last(table: OutcomeTable, name: str = "greedy") -> Outcomes:
    found = table.last(name)
    assert found is not None
    return found


def stepped(problem: Problem, run: Path, split: str = "test", **effort: int) -> Outcomes:
    """Outcomes of the policy alone."""
    return last(evaluate(problem, load_policy(run, problem), split, effort=Effort(**effort)))


def outcomes(proved: list[bool], inferences: list[int]) -> Outcomes:
    return Outcomes(
        method="greedy",
        budget=9,
        proved=proved,
        inferences=inferences,
        steps=[n * done for n, done in zip(inferences, proved, strict=True)],
        ended=["stopped" if done else "failed" for done in proved],
        complete=[False] * len(proved),
        seconds=1.0,
        counters=[{"merged": 1}],
    )


def first(observation: Observation) -> IntArray:
    actions: IntArray = observation.action_mask.argmax(axis=1)
    return actions


def test_every_query_counts_once_however_they_are_divided(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose_by_view(observation: Observation) -> IntArray:
        weight = observation.goals.reshape(len(observation.goals), -1).sum(axis=1)
        score = (weight[:, None] * (7 + np.arange(observation.action_mask.shape[1]))) % 11 + 1
        actions: IntArray = (score * observation.action_mask).argmax(axis=1)
        return actions

    whole = play(problem, "train", choose_by_view)
    monkeypatch.setattr(trials_module, "CHUNK", 3)
    parts = play(problem, "train", choose_by_view)

    assert 0 < whole.n_proved < whole.n == len(PAIRS)
    assert (whole.proved, whole.inferences) == (parts.proved, parts.inferences)


def test_a_proof_by_the_last_inference_counts(problem: Problem, run: Path) -> None:
    whole = stepped(problem, run)
    needed = max(whole.inferences)
    assert stepped(problem, run, max_inferences=needed).rate == 1.0
    less = stepped(problem, run, max_inferences=needed - 1)
    assert less.proved == [n < needed for n in whole.inferences]
    assert less.budget == needed - 1
    assert set(less.ended) == {"stopped", "max_inferences"}


def test_greedy_is_repeatable_and_draws_depend_on_the_seed_alone(
    problem: Problem, run: Path
) -> None:
    policy = load_policy(run, problem)
    before = torch.get_rng_state()

    def outcome(method: str, seed: int) -> list[int]:
        table = evaluate(problem, policy, "train", (method,), Effort(seed=seed))
        return last(table, method).inferences

    assert outcome("greedy", 0) == outcome("greedy", 5)
    for weights in policy.parameters():
        weights.data.zero_()
    draws = [outcome("sampled", seed) for seed in range(6)]
    assert torch.equal(before, torch.get_rng_state())
    torch.rand(3)
    assert outcome("sampled", 0) == draws[0]
    assert any(draw != draws[0] for draw in draws)
    assert policy.greedy


def test_first_proof_of_several_attempts_counts() -> None:
    pairs = [([False, True, False], [9, 4, 7]), ([True, True, False], [3, 2, 8])]

    found = best([outcomes(*pair) for pair in pairs])

    assert found.proved == [True, True, False]
    assert found.inferences == [3, 4, 8]
    assert found.steps == [3, 4, 0]
    assert found.ended == ["stopped", "stopped", "failed"]
    assert (found.seconds, found.counters) == (2.0, [{"merged": 2}])
    assert (found.rate, found.median_inferences, found.median_steps) == (2 / 3, 4, 3.5)


def test_labels_are_compared_and_a_false_query_has_no_proof(problem: Problem, run: Path) -> None:
    table = evaluate(problem, load_policy(run, problem), "labelled")
    assert last(table).proved == [True, False, False]
    right = {"accuracy": 1.0, "precision": 1.0, "recall": 1.0, "mistakes": 0}
    assert labelled(table) == {"greedy": right}
    told = printed(table)
    assert "2 of the queries are labelled false" in told
    assert "greedy: 0 mistakes, accuracy 1.000, precision 1.000, recall 1.000" in told


def test_the_limit_of_an_attempt_does_not_cut_searches(problem: Problem) -> None:
    effort = Effort(budgets=[10_000], max_inferences=3)
    table = evaluate(problem, None, "test", ("random", "depth-first"), effort)
    assert last(table, "depth-first").rate == 1.0
    assert max(last(table, "depth-first").inferences) > 3
    assert max(last(table, "random").inferences) <= 3


def test_a_policy_below_random_choice_is_said(problem: Problem, run: Path) -> None:
    good = evaluate(problem, load_policy(run, problem), "test", ("greedy", "random"))
    all_of, none = last(good), outcomes([False] * 3, [5] * 3)
    bad = replace(good, outcomes=[none, replace(all_of, method="random")])
    assert findings(good) == []
    by_chance = replace(all_of, method="random", proved=[True, False, False])
    assert findings(replace(good, outcomes=[none, by_chance])) == []
    told = "note: the policy alone is below random choice (0.000 and 1.000)"
    assert told in printed(bad) and "To fix: train longer" in printed(bad)


def test_a_new_way_to_play_is_one_entry(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    protocol = "the first candidate"
    toy = PolicyAlone(name="toy", title="a toy", protocol=protocol, choose=lambda *_: first)
    monkeypatch.setitem(ALONE, "toy", toy)
    table = evaluate(problem, None, "test", ("toy",))
    assert last(table, "toy").n == 3
    assert "  a toy: the first candidate" in printed(table)


def test_eval_prints_one_json_document(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli(["eval", str(run), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["split"], document["queries"]) == ("test", 3)
    greedy, random, depth_first = document["rows"]
    assert (greedy["method"], greedy["budget"], greedy["proved"]) == ("greedy", 12, 3)
    assert greedy["share"] == 1.0 == greedy["high"] and 0 < greedy["low"] < 1
    assert {"median_inferences", "median_steps", "seconds"} <= greedy.keys()
    assert (random["method"], random["budget"]) == ("random", 12) and random["share"] < 1
    assert (depth_first["method"], depth_first["budget"]) == ("depth-first", DEPTH_FIRST_LIMIT)


def test_the_protocol_is_told(problem: Problem, run: Path) -> None:
    effort = Effort(attempts=4)
    said = printed(evaluate(problem, load_policy(run, problem), "train", ("sampled",), effort))
    told = "12 of 12 train goals proved by the policy alone, without search"
    assert said.startswith(f"{told}\ntrain, all 12 queries")
    assert "the policy alone, sampled" in said and "random choice" not in said
    assert "candidates drawn with the policy's probabilities" in said
    assert "without a search: best of 4 attempts at each query" in said
    assert "12 train queries, all of them; one policy, of one training seed" in said


def test_run_orders_the_search_for_a_goal_it_never_saw(run: Path, problem: Problem) -> None:
    guided = prove(run, "path(a, e)").take(1)
    unseen = prove(run, "append(X, Y, [new, f(Z)]), member(W, Y) ; path(a, W)").take(3)
    assert [line.goal for line in guided.answers[0].lines[1:3]] == ["path(a, e)", "edge(a, b)"]
    assert guided.inferences < prove(problem.pack.folder, "path(a, e)").take(1).inferences
    assert len(unseen.answers) == 3
