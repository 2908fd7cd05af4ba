"""Searches in the table of outcomes: shares by budget, savings with intervals, labels, leaks."""

import json
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.console import LiveLine
from symbolic_rl.cli import main as cli
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.evaluation import searching
from symbolic_rl.evaluation.evaluate import TIMED, WITH_SWIPL, Effort, evaluate
from symbolic_rl.evaluation.printing import printed
from symbolic_rl.evaluation.table import Method, Outcomes, OutcomeTable
from symbolic_rl.evaluation.verdicts import (
    Interval,
    bootstrap,
    common_budgets,
    findings,
    headline,
    protocol,
    rows,
    saved,
    summary,
    verdict,
)
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES, BreadthFirstSearch, Limits, SearchMethod, Space, find
from symbolic_rl.training.train import train
from tests.problems import write_files
from tests.processes import Run

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
    few = {"env.toml": "[train]\ntotal_frames = 512\nn_envs = 16\n"}
    train = "query(path(a, c)).\nquery(path(b, d)).\n"
    texts = {"program": PROGRAM, "train": train, "test": QUERIES}
    return write_files(tmp_path_factory.mktemp("pack"), few, **texts)


@pytest.fixture(scope="module")
def problem(folder: Path) -> Problem:
    return load_problem(folder)


def searched(
    problem: Problem, budgets: Sequence[int], methods: Sequence[str] = tuple(SEARCHES), **more: Any
) -> OutcomeTable:
    """Outcomes of searches without a policy."""
    calls = {key: more.pop(key) for key in ("show", "is_stopped") if key in more}
    return evaluate(problem, None, "test", methods, Effort(budgets=budgets, **more), **calls)


def made_up(
    name: str, budgets: dict[int, list[bool]], *, uses_policy: bool = False
) -> OutcomeTable:
    """OutcomeTable of one search, whose proofs within each budget are given."""
    outcomes = [
        Outcomes(
            method=name, budget=budget, proved=proved, seconds=1.0,
            inferences=[budget - done for done in proved], steps=[int(done) for done in proved],
            ended=["stopped" if done else "max_inferences" for done in proved],
            complete=[False] * len(proved),
        )
        for budget, proved in budgets.items()
    ]  # fmt: skip
    n = len(next(iter(budgets.values())))
    method = Method(name=name, title=name, protocol="a toy", uses_policy=uses_policy)
    return OutcomeTable(
        env="toy", split="test", queries=[f"q({i})" for i in range(n)], labels=[True] * n,
        of_queries=n, searched=n, methods=[method], outcomes=outcomes, protocol=[], leaks=[],
        refused=[],
    )  # fmt: skip


def together(first: OutcomeTable, *others: OutcomeTable) -> OutcomeTable:
    """One table of the methods of several."""
    return replace(
        first,
        methods=[one for table in (first, *others) for one in table.methods],
        outcomes=[one for table in (first, *others) for one in table.outcomes],
    )


def test_the_headline_says_what_is_proved_with_and_without_the_policy() -> None:
    guided = made_up("guided", {10: [True, True, False, False]}, uses_policy=True)
    best = made_up("breadth-first", {10: [True, False, True, False], 100: [True] * 4})
    worst = made_up("depth-first", {10: [True, False, False, False], 100: [True] * 3})
    table = together(guided, best, worst)
    said = verdict(table)

    assert said is not None
    assert (said.budget, said.guided.n_proved) == (10, 2)
    assert (said.best.name, said.best_proved) == ("breadth-first", 2)
    assert (said.newly, said.lost, said.neither) == ([1], [2], [3])
    assert headline(table) == printed(table, is_short=True).splitlines()[:2]
    assert headline(table) == [
        "2 of 4 test goals proved within 10 inferences each by search with the trained policy",
        "2 by the best search without it (breadth-first); 1 only with it, 1 only without it",
    ]
    assert verdict(best) is None and verdict(guided) is None
    best.outcomes[0].complete[3] = True
    assert headline(table)[2] == "1 has no proof: a search was exhausted"
    assert headline(replace(table, split="goals", of_queries=9))[0].startswith(
        "2 of the first 4 of your 9 goals proved within 10 "
    )


def test_large_numbers_stand_in_columns_of_their_own() -> None:
    budgets = {10_000: [True], 100_000: [True], 10_000_000: [True]}
    guided = made_up("guided", budgets, uses_policy=True)
    plain = made_up("plain", {budget: [False] for budget in budgets})
    lines = printed(together(guided, plain)).splitlines()
    heads, *rows = (
        line for line in lines if line.startswith(("test, all", "  guided  ", "  plain  "))
    )

    assert heads.split()[4:10] == ["in", "10,000", "in", "100,000", "in", "10,000,000"]
    assert {len(row) for row in rows} == {len(heads)}
    assert str(Interval(99_944.0, 8.5, 1e6)) == "99,944 (8.5 to 1,000,000)"


def test_of_searches_that_prove_as_much_the_one_with_fewer_inferences_is_the_best() -> None:
    guided = made_up("guided", {10: [True, True]}, uses_policy=True)
    slow, fast = (made_up(name, {10: [True, True]}) for name in ("slow", "fast"))
    fast = replace(fast, outcomes=[replace(fast.outcomes[0], inferences=[2, 2])])
    said = verdict(together(guided, slow, fast))
    assert said is not None and said.best.name == "fast"
    assert saved(said, "fast")["mean"].value == -7.0
    assert saved(said, "slow")["times"].value == 1.0


def test_protocol_says_where_only_some_queries_were_tried(problem: Problem) -> None:
    n = len(problem.queries("test"))
    whole, few = (searched(problem, (9,), most_queries=k) for k in (0, 1))
    half = searched(problem, (9,), most_searched=2)
    assert n > 2 and protocol(whole)[0].startswith(f"{n} test queries, all of them; ")
    assert protocol(few)[0].startswith(f"1 test queries, the first 1 of {n}; ")
    assert "the first proof of the first 2, anew" in protocol(half)[1]
    assert common_budgets(half) == [9] and f"all {n} queries, 2 searched" in printed(half)


def test_shares_by_budget_are_those_of_a_search_with_that_budget(problem: Problem) -> None:
    budgets = (3, 10, 200)
    table = searched(problem, budgets)

    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    spaces = [Space(engine, query) for query in problem.queries("test")]
    for row in rows(table):
        limits = Limits(max_inferences=row["budget"])
        alone = [find(row["method"], space, limits=limits) for space in spaces]
        assert row["proved"] == sum(bool(one.answers) for one in alone) or row["method"] == "prolog"
    assert [row["method"] for row in rows(table)] == [s for s in SEARCHES for _ in budgets]


def test_a_table_is_the_same_after_it_was_kept(problem: Problem) -> None:
    table = searched(problem, (3, 200), most_queries=3, timed=("breadth-first",), limit_s=5.0)
    kept = OutcomeTable.from_json(json.loads(json.dumps(table.as_json())))
    assert kept == replace(table, outcomes=[replace(one, found=[]) for one in table.outcomes])
    assert summary(kept) == summary(table)
    with pytest.raises(TypeError):
        OutcomeTable.from_json({**table.as_json(), "more": 1})


def test_a_table_that_is_stopped_has_the_queries_in_front_and_says_how_many(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "AT_ONCE", 1)
    monkeypatch.setattr(searching, "_SHOWN_EACH_S", 0.0)
    shown: list[str] = []

    def is_stopped() -> bool:
        return bool(shown) and shown[-1].startswith("test: breadth-first within 200 | 4 of 5")

    methods, budgets = ("unguided", "breadth-first"), (3, 200)
    table = searched(problem, budgets, methods, show=shown.append, is_stopped=is_stopped)
    whole = searched(problem, budgets, methods)
    found = [(one.method, one.budget, one.proved) for one in table.outcomes]
    n = len(found[-1][2])

    assert not table.is_complete and whole.is_complete and 0 < n < 5
    assert [one for one in found if one[:2] != ("breadth-first", 200)] == [
        (one.method, one.budget, one.proved) for one in whole.outcomes[:-1]
    ]
    assert found[-1][2] == whole.outcomes[-1].proved[:n]
    said = f"  breadth-first: all 5 within 3, the first {n} of 5 within 200"
    assert said in printed(table).splitlines()
    assert rows(table)[-1]["queries"] == n and common_budgets(table) == [3]
    assert not summary(table)["complete"]


def test_guided_search_that_is_behind_is_said(problem: Problem) -> None:
    ahead = searched(problem, (3, 200), ("guided", "breadth-first"))
    guided = [replace(one, budget=200) for one in ahead.outcomes if one.method == "guided"]
    plain = [one for one in ahead.outcomes if one.method != "guided"]
    behind = replace(ahead, outcomes=[guided[0], *plain])

    assert findings(ahead) == []
    (finding,) = findings(behind)
    assert "guided search is behind breadth-first within 200" in finding.text
    assert "--view" in finding.fix and f"note: {finding}" in printed(behind)


def test_labels_leaks_and_protocol_stand_beside_the_figures(problem: Problem) -> None:
    table = searched(problem, (200,))

    document = summary(table)
    rates = {"accuracy": 0.6, "precision": 1.0, "recall": 0.5, "mistakes": 0}
    assert document["labelled"]["guided"] == rates
    assert document["leaks"] == [
        "1 test query is among the training queries; the first: path(b, d)",
        "1 test query is among the facts; the first: edge(c, d)",
    ]
    assert [f"leak: {leak}" in printed(table) for leak in table.leaks] == [True, True]
    assert document["complete"] and "interrupted" not in printed(table)
    assert any("5 test queries, all of them" in line for line in document["protocol"])
    assert set(document["saved"]) == set(SEARCHES) - {"guided"}


def test_a_bootstrap_interval_covers_the_mean_of_its_sample() -> None:
    samples = np.random.default_rng(0).normal(5, 1, (40, 1, 60))
    intervals = [
        bootstrap(lambda p: p[0].mean(-1), sample, seed=seed) for seed, sample in enumerate(samples)
    ]
    assert all(one.low < one.value < one.high for one in intervals)
    assert sum(one.low < 5 < one.high for one in intervals) >= 34


def test_plain_searches_are_not_cut_by_a_bound_that_a_pack_sets_on_states(tmp_path: Path) -> None:
    (tmp_path / "program.pl").write_text("p(X) :- q(f(X, X)).\nq(f(X, X)).\n")
    (tmp_path / "env.toml").write_text("[env]\nmax_tokens = 1000\n")
    wide = "f(" + ",".join(["a"] * 600) + ")"
    (tmp_path / "test.pl").write_text(f"query(p({wide})).\n")
    table = searched(load_problem(tmp_path), (2_000,))
    rates = {one.method: one.rate for one in table.outcomes}
    assert {name: rate for name, rate in rates.items() if rate < 1} == {}


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
    options += ["--temperature", "0.4", "--uniform-share", "0.25"]
    done = command("eval", str(run), *options)

    document = json.loads(done.stdout)
    stepped = {row["method"]: row["budget"] for row in document["rows"][:2]}
    assert list(stepped) == ["greedy", "random"] and stepped["greedy"] == stepped["random"]
    assert [row["budget"] for row in document["rows"][2:4]] == [100, 500]
    assert any("temperature 0.4" in one and "of 0.25" in one for one in document["protocol"])
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
    titles = [line.split(",")[0] for line in told.splitlines() if ", all " in line[:12]]
    assert titles == ["test", "train"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_eval_that_is_interrupted_prints_what_it_has(
    run: Path, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(searching, "AT_ONCE", 1)
    monkeypatch.setattr(searching, "_SHOWN_EACH_S", 0.0)

    def show(self: LiveLine, line: str) -> None:
        if line.startswith("test: iterative-deepening within 100 | 3 of 5"):
            signal.raise_signal(number)

    monkeypatch.setattr(LiveLine, "show", show)
    code = cli.run(["eval", str(run), "--search", "--split", "test", "train"])
    printed = capsys.readouterr()

    assert code == 128 + number
    assert "  guided, without a policy: all 5 within 100" in printed.out
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
        (["--search", "guided"], "compares all searches: it takes no name"),
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
    table = searched(problem, (20,), tuple(SEARCHES))
    proofs = prove(problem.pack.folder, "path(a, X)", search="toy").take(1)
    assert [row["method"] for row in rows(table)] == list(SEARCHES)
    assert "toy: a toy" in protocol(table)
    assert (proofs.search, len(proofs.answers)) == ("toy", 1)


def test_seconds_are_those_of_one_query_at_a_time_without_the_start_up(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first search takes seven seconds on the clock of this test, and each query ten times as
    long as the one before; the first two have a proof."""
    names = ("iterative-deepening", "swipl", "prolog")
    took = [second for _ in names for second in (7.0, 0.05, 0.5, 5.0, 50.0, 500.0)]
    clock = iter([time for second in took for time in (100.0, 100.0 + second)])
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock))
    table = searched(problem, (50,), (), timed=names, limit_s=600)

    timed = rows(table)
    assert [(row["method"], row["within_s"], row["proved"]) for row in timed] == [
        (search, t, proved)
        for search in names
        for t, proved in ((0.01, 0), (0.1, 1), (1.0, 2), (10.0, 2), (600, 2))
    ]
    assert all(row["queries"] == 5 and row["start_up_s"] == 7 for row in timed)
    assert next(clock, None) is None
    assert "wall clock of a query" in printed(table) and "in 1 s" in printed(table)
    assert table.budgets == [] and table.searches == []


def test_a_program_that_swipl_refuses_is_searched_by_the_others(tmp_path: Path) -> None:
    (tmp_path / "program.pl").write_text("p(X, f(X)).\np(X, Y) :- p(Y, X).\n")
    (tmp_path / "env.toml").write_text("[env]\noccurs_check = false\n")
    (tmp_path / "test.pl").write_text("query(p(a, f(a))).\n")

    timed = [one for one in TIMED if one != "guided"]
    table = searched(load_problem(tmp_path), (50,), timed=timed, limit_s=0.5)

    left = [search for search in SEARCHES if search not in ("swipl", "bottom-up")]
    assert [one.method for one in table.outcomes if one.budget] == left
    assert {one.method for one in table.timed} == {"iterative-deepening", "prolog"}
    assert WITH_SWIPL in timed and WITH_SWIPL not in [one.name for one in table.methods]
    told = printed(table)
    assert "left out: swipl" in told and "occurs_check = false" in told
    assert len(table.refused) == 2
