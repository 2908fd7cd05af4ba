"""The report of searches: rates by budget, savings with intervals, labelled queries, leaks."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation.searches import bootstrap, report
from symbolic_rl.evaluation.trials import confusion
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES, Limits, SearchMethod, Space, find
from symbolic_rl.search.best_first import BreadthFirstSearch

Run = Callable[..., "subprocess.CompletedProcess[str]"]
PROGRAM = """\
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
edge(a, b). edge(b, c). edge(c, d). edge(d, e). edge(b, a).
"""
QUERIES = """\
query(path(a, e)).
query(path(b, d)).
query(path(d, a), false).
query(path(e, a), true).
query(edge(c, d)).
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pack")
    (folder / "env.toml").write_text("[train]\ntotal_frames = 512\nn_envs = 16\n")
    (folder / "program.pl").write_text(PROGRAM)
    (folder / "train.pl").write_text("query(path(a, c)).\nquery(path(b, d)).\n")
    (folder / "test.pl").write_text(QUERIES)
    return folder


@pytest.fixture(scope="module")
def problem(folder: Path) -> Problem:
    return load_problem(folder)


def test_margins_set_guided_search_against_the_best_of_the_others(problem: Problem) -> None:
    result = report(problem, None, budgets=(3, 200))

    rates = {(row["search"], row["budget"]): row["refutation_rate"] for row in result.rows()}
    for margin in result.margins():
        budget = margin["budget"]
        others = [rates[search, budget] for search in SEARCHES if search != "guided"]
        assert margin["guided"] == rates["guided", budget]
        assert margin["plain"] == max(others) == rates[margin["best"], budget]


def test_rates_by_budget_are_those_of_a_search_with_that_budget(problem: Problem) -> None:
    budgets = (3, 10, 200)
    result = report(problem, None, budgets=budgets)

    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    for row in result.rows():
        if row["search"] == "prolog":
            continue
        limits = Limits(max_inferences=row["budget"])
        alone = [
            find(row["search"], Space(engine, q), limits=limits) for q in problem.queries("test")
        ]
        assert row["refuted"] == sum(bool(one.answers) for one in alone)
    assert [row["search"] for row in result.rows()] == [s for s in SEARCHES for _ in budgets]


def test_labels_leaks_and_protocol_stand_beside_the_figures(problem: Problem) -> None:
    result = report(problem, None, budgets=(200,))

    document = result.as_json()
    assert document["labelled"]["guided"] == {"accuracy": 0.6, "precision": 1.0, "recall": 0.5}
    assert document["leaks"] == [
        "1 test query stands among the training queries; the first: path(b, d)",
        "1 test query stands among the facts; the first: edge(c, d)",
    ]
    assert str(result).startswith("leak: 1 test query stands among the training queries")
    assert any("5 test queries, all of them" in line for line in document["protocol"])
    assert set(document["saved"]) == set(SEARCHES) - {"guided"}


def test_a_bootstrap_interval_covers_the_mean_of_its_sample() -> None:
    rng = np.random.default_rng(0)
    covered = 0
    for seed in range(40):
        sample = rng.normal(5, 1, (1, 60))
        interval = bootstrap(lambda p: float(p[0].mean()), sample, seed=seed)
        assert interval.low < interval.value < interval.high
        covered += interval.low < 5 < interval.high

    assert covered >= 34


def test_confusion_counts_what_is_refuted_as_held_true() -> None:
    refuted, labels = np.array([1, 1, 0, 0], bool), np.array([1, 0, 1, 0], bool)

    assert confusion(refuted, labels) == {"accuracy": 0.5, "precision": 0.5, "recall": 0.5}


def test_budgets_must_grow(problem: Problem) -> None:
    with pytest.raises(ConfigError, match="growing"):
        report(problem, None, budgets=(10, 10))


def test_eval_searches_and_draws(folder: Path, command: Run, tmp_path: Path) -> None:
    run, plot = tmp_path / "run", tmp_path / "plot.svg"
    trained = command("train", "--env", str(folder), "--run-dir", str(run), timeout_s=120)

    options = ["--search", "--budget", "500", "--json", "--plot", str(plot)]
    options += ["--sharpness", "2.5", "--uniform-share", "0.25"]
    done = command("eval", str(run), *options, timeout_s=120)

    assert trained.returncode == 0, trained.stderr
    document = json.loads(done.stdout)
    assert [row["budget"] for row in document["rows"][:2]] == [100, 500]
    assert any("power 2.5" in line and "share of 0.25" in line for line in document["protocol"])
    assert "<svg" in plot.read_text()


def test_a_new_search_is_one_entry(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = SearchMethod(make=lambda space: BreadthFirstSearch(space.plain), protocol="a toy")
    monkeypatch.setitem(SEARCHES, "toy", toy)

    result = report(problem, None, budgets=(20,))
    proofs = prove(problem.pack.folder, "path(a, X)", search="toy").take(1)

    assert [row["search"] for row in result.rows()] == list(SEARCHES)
    assert "toy: a toy" in result.protocol()
    assert (proofs.search, len(proofs.answers)) == ("toy", 1)
