"""The report of searches: rates by budget, savings with intervals, labelled queries, leaks."""

import json
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.console import LiveLine
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.cli import main as cli
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation import passes
from symbolic_rl.evaluation.searches import report
from symbolic_rl.evaluation.tallies import bootstrap
from symbolic_rl.evaluation.timings import TimedSearch, time_searches
from symbolic_rl.evaluation.trials import confusion
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES, Limits, SearchMethod, Space, find, make_search
from symbolic_rl.search.best_first import BreadthFirstSearch
from symbolic_rl.training.train import train

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


def test_protocol_says_where_only_some_queries_were_searched(problem: Problem) -> None:
    n = len(problem.queries("test"))

    told = [report(problem, None, budgets=(9,), most_queries=k).protocol()[0] for k in (0, 1)]

    assert n > 1 and told[0].startswith(f"{n} test queries, all of them, ")
    assert told[1].startswith(f"1 test queries, the first 1 of {n}, ")


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


def test_a_row_is_the_same_whatever_larger_budgets_there_are() -> None:
    problem = load_problem("family")
    options = {"searches": ("guided", "iterative-deepening"), "most_queries": 9}

    def rows(*budgets: int) -> list[dict[str, Any]]:
        found = report(problem, None, budgets=budgets, **options).rows()
        return [{k: v for k, v in row.items() if k != "seconds"} for row in found]

    small, large = rows(100), rows(100, 2000)

    assert small == [row for row in large if row["budget"] == 100]
    assert [row["refuted"] for row in large if row["budget"] == 2000] == [9, 9]


def test_a_report_that_is_stopped_has_the_queries_in_front_and_says_how_many(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "AT_ONCE", 1)
    monkeypatch.setattr(passes, "_SHOWN_EACH_S", 0.0)
    shown: list[str] = []

    def is_stopped() -> bool:
        return bool(shown) and shown[-1].startswith("breadth-first within 200 | 4 of 5 queries")

    searches, budgets = ("unguided", "breadth-first"), (3, 200)
    options = {"searches": searches, "budgets": budgets}
    result = report(problem, None, **options, show=shown.append, is_stopped=is_stopped)
    whole = report(problem, None, **options)

    assert not result.is_complete and whole.is_complete
    assert result.tried[0].within(200).tolist() == whole.tried[0].within(200).tolist()
    assert 0 < result.tried[1].n_within(200) < 5
    n = result.tried[1].n_within(200)
    assert result.tried[1].within(200).tolist() == whole.tried[1].within(200)[:n].tolist()
    told = str(result).splitlines()
    assert told[2] == "interrupted: queries searched"
    assert told[3] == "  unguided: all 5 within 200"
    assert told[4] == f"  breadth-first: all 5 within 3, the first {n} of 5 within 200"
    assert result.rows()[-1]["queries"] == n
    assert not result.as_json()["complete"]


def test_a_report_that_is_stopped_at_once_says_that_nothing_was_searched(problem: Problem) -> None:
    result = report(problem, None, searches=("unguided",), is_stopped=lambda: True)

    assert result.rows() == [] and result.best_plain is None
    assert "  unguided: 0 of 5" in str(result)


def test_progress_tells_queries_refuted_and_the_time_that_is_left_at_most(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "_SHOWN_EACH_S", 0.0)
    shown: list[str] = []
    report(problem, None, searches=("unguided",), budgets=(3, 200), show=shown.append)

    assert all(line.endswith(" left") or "no end" in line for line in shown)
    assert shown[-1].startswith("unguided within 200 | 5 of 5 queries, 2 refuted | at most 0 s")


def test_the_first_queries_of_a_split_are_searched_and_said(problem: Problem) -> None:
    result = report(problem, None, searches=("unguided",), budgets=(200,), most_queries=2)

    assert result.rows()[0]["queries"] == 2
    assert "test: the first 2 of 5 queries (--limit)" in str(result)


def test_guided_search_that_is_behind_is_said(problem: Problem) -> None:
    ahead = report(problem, None, searches=("guided", "breadth-first"), budgets=(3, 200))
    order = [tally.search for tally in ahead.tried]
    guided, plain = ahead.tried
    behind = replace(ahead, tried=(replace(guided, outcomes={200: guided.outcomes[3]}), plain))

    assert order == ["guided", "breadth-first"] and ahead.notes() == []
    assert "guided search is behind breadth-first within 200" in "".join(behind.notes())


def test_labels_leaks_and_protocol_stand_beside_the_figures(problem: Problem) -> None:
    result = report(problem, None, budgets=(200,))

    document = result.as_json()
    assert document["labelled"]["guided"] == {"accuracy": 0.6, "precision": 1.0, "recall": 0.5}
    assert document["leaks"] == [
        "1 test query stands among the training queries; the first: path(b, d)",
        "1 test query stands among the facts; the first: edge(c, d)",
    ]
    assert str(result).startswith("leak: 1 test query stands among the training queries")
    assert document["complete"] and "interrupted" not in str(result)
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


def test_plain_searches_are_not_cut_by_a_bound_that_a_pack_sets_on_states(tmp_path: Path) -> None:
    (tmp_path / "program.pl").write_text("p(X) :- q(f(X, X)).\nq(f(X, X)).\n")
    (tmp_path / "env.toml").write_text("[env]\nmax_tokens = 1000\n")
    wide = "f(" + ",".join(["a"] * 600) + ")"
    (tmp_path / "test.pl").write_text(f"query(p({wide})).\n")
    result = report(load_problem(tmp_path), None, budgets=(2_000,))

    rates = {one.search: float(one.refuted.mean()) for one in result.tried}
    assert {name: rate for name, rate in rates.items() if rate < 1} == {}


def test_confusion_counts_what_is_refuted_as_held_true() -> None:
    refuted, labels = np.array([1, 1, 0, 0], bool), np.array([1, 0, 1, 0], bool)

    assert confusion(refuted, labels) == {"accuracy": 0.5, "precision": 0.5, "recall": 0.5}


def test_budgets_must_grow(problem: Problem) -> None:
    with pytest.raises(ConfigError, match="growing"):
        report(problem, None, budgets=(10, 10))


@pytest.fixture(scope="module")
def run(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one round."""
    run = tmp_path_factory.mktemp("runs") / "run"
    few = TrainConfig(imitation_steps=1, imitation_frames=64, total_frames=64, dim=8, n_envs=16)
    train(load_problem(folder), few, run, source=str(folder))
    return run


def test_eval_searches_and_draws(run: Path, command: Run, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    options = ["--search", "--budget", "500", "--json", "--plot", str(plot)]
    options += ["--sharpness", "2.5", "--uniform-share", "0.25"]
    done = command("eval", str(run), *options)

    document = json.loads(done.stdout)
    assert [row["budget"] for row in document["rows"][:2]] == [100, 500]
    assert any("power 2.5" in line and "share of 0.25" in line for line in document["protocol"])
    assert "<svg" in plot.read_text()


def test_eval_takes_several_splits_and_the_first_queries_of_each(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--search", "--budget", "100", "--split", "test", "train", "--limit", "1"]
    code = cli.run(["eval", str(run), *options, "--json"])
    document = json.loads(capsys.readouterr().out)["splits"]
    plain = cli.run(["eval", str(run), "--split", "test", "train"])
    told = capsys.readouterr().out

    assert (code, plain, list(document)) == (0, 0, ["test", "train"])
    assert {row["queries"] for found in document.values() for row in found["rows"]} == {1}
    assert [line.split()[0] for line in told.splitlines() if "refutation rate" in line][::3] == [
        "test",
        "train",
    ]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_eval_that_is_interrupted_prints_what_it_has(
    run: Path,
    number: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(passes, "AT_ONCE", 1)
    monkeypatch.setattr(passes, "_SHOWN_EACH_S", 0.0)

    def show(self: LiveLine, line: str) -> None:
        if line.startswith("test: iterative-deepening within 100 | 3 of 5"):
            signal.raise_signal(number)

    monkeypatch.setattr(LiveLine, "show", show)
    code = cli.run(["eval", str(run), "--search", "--split", "test", "train"])
    printed = capsys.readouterr()

    assert code == 128 + number
    assert "  unguided: all 5 within 100" in printed.out
    assert "  iterative-deepening: the first 3 of 5 within 100" in printed.out
    assert "  prolog: 0 of 5" in printed.out
    assert "printing what there is" in printed.err and "not searched: train" in printed.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--split", "test", "test"], "name each split once"),
        (["--search", "--plot", "a.svg", "--split", "test", "train"], "one split"),
        (["--ranking", "--limit", "3"], "--triples"),
        (["--search", "--split", "test", "nowhere"], "no queries in split"),
    ],
)
def test_eval_refuses_splits_that_make_no_sense(
    run: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["eval", str(run), *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and told in printed.err


def test_a_new_search_is_one_entry(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = SearchMethod(make=lambda space: BreadthFirstSearch(space.plain), protocol="a toy")
    monkeypatch.setitem(SEARCHES, "toy", toy)

    result = report(problem, None, budgets=(20,))
    proofs = prove(problem.pack.folder, "path(a, X)", search="toy").take(1)

    assert [row["search"] for row in result.rows()] == list(SEARCHES)
    assert "toy: a toy" in result.protocol()
    assert (proofs.search, len(proofs.answers)) == ("toy", 1)


def test_seconds_are_those_of_one_query_at_a_time_without_the_start_up(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first search takes seven seconds on the clock of this test, and each query ten times as
    long as the one before; the first two have an answer."""
    names = ("iterative-deepening", "native", "prolog")
    took = [second for _ in names for second in (7.0, 0.05, 0.5, 5.0, 50.0, 500.0)]
    clock = iter([reading for second in took for reading in (100.0, 100.0 + second)])
    monkeypatch.setattr("symbolic_rl.evaluation.timings.perf_counter", lambda: next(clock))
    result = report(problem, None, searches=("iterative-deepening",), budgets=(50,), seconds=600)
    again = report(problem, None, searches=("iterative-deepening",), budgets=(50,))

    rows = result.as_json()["rows_in_seconds"]
    assert [(row["search"], row["seconds"], row["refuted"]) for row in rows] == [
        (search, t, refuted)
        for search in names
        for t, refuted in ((0.01, 0), (0.1, 1), (1.0, 2), (10.0, 2), (600, 2))
    ]
    assert all(row["queries"] == 5 and row["start_up_s"] == 7 for row in rows)
    assert next(clock, None) is None
    assert "refuted within" in str(result) and "1 s" in str(result)
    assert "start-up" in str(result) and "start-up" not in str(again)
    assert result.rows()[0]["refuted"] == again.rows()[0]["refuted"]


def test_a_stop_leaves_the_seconds_of_the_queries_before(problem: Problem) -> None:
    spaces = [Space(problem.engine, query) for query in problem.queries("test")]
    one = TimedSearch("native", partial(make_search, "native"), spaces)
    asked = iter([False, False, False, True, True])

    (timed,) = time_searches([one, one], 600.0, is_stopped=lambda: next(asked))

    assert timed.seconds.size == 2
    assert np.isfinite(timed.seconds).all()


def test_a_program_that_native_refuses_is_searched_by_the_others(folder: Path) -> None:
    text = "p(X, f(X)).\np(X, Y) :- p(Y, X).\n"
    (folder / "cyclic.pl").write_text(text)
    pack = replace(
        load_problem(folder).pack,
        program=(folder / "cyclic.pl",),
        queries={"test": folder / "cyclic_queries.pl"},
        env=EnvConfig(occurs_check=False),
    )
    (folder / "cyclic_queries.pl").write_text("query(p(a, f(a))).\n")

    result = report(load_problem(pack), None, budgets=(50,), seconds=0.5)

    left = [search for search in SEARCHES if search != "native"]
    assert [row["search"] for row in result.rows()] == left
    assert {one.search for one in result.timings} == {"iterative-deepening", "prolog"}
    assert "left out: native" in str(result) and "occurs_check = false" in str(result)
    assert len(result.as_json()["refused"]) == 1
