"""Each script of ``bench/`` runs, and its last line is one JSON document with the promised keys."""

import json
import runpy
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import count, product
from math import inf
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.graphs.methods import METHODS
from symbolic_rl.search.opened import open_goals
from tests.clocks import let_clock_tick
from tests.pretend_cuda import pretended_cuda
from tests.problems import write_files

TIMED = ("guided", "guided + swipl", "iterative-deepening", "swipl", "prolog")
"""Searches whose shares in seconds are shown."""
MACHINE = {"cpu", "cores", "load_average", "commit"}
TICK_S = 2.0**-10


@pytest.fixture
def bench(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    """Runs a script, in this process to import torch but once; the document of its last line.

    Its clock ticks whenever it is read: figures that this process measures are the same each time.
    """

    def run(script: str, *args: str, tick_s: float = TICK_S) -> dict[str, Any]:
        let_clock_tick(monkeypatch, tick_s)
        monkeypatch.setattr("sys.argv", [script, *args])
        monkeypatch.syspath_prepend(str(checkout / "bench"))
        try:
            runpy.run_path(str(checkout / "bench" / script), run_name="__main__")
        except SystemExit as ended:
            assert ended.code in (0, 1), ended.code  # 1: a bound of its own does not hold
        document: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert document["machine"].keys() >= MACHINE
        return document

    return run


Document = dict[str, Any]
FEW = ("--seconds", "0.1", "--repeats", "2")
SOAK = ("soak.py", "--steps", "3840", "--searches", "120", "--kills", "2")
GPU = (
    "gpu.py", "--n-envs", "16", "--rows", "40", "--steps", "4", "--dim", "8", "--repeats", "1",
    "--envs", "countries_s3", "--wide", "0",
)  # fmt: skip
RUNS: dict[str, tuple[tuple[str, ...], Callable[[Document], tuple[bool, ...]]]] = {
    # a slow one has an asterisk: words of the command, and what its document holds
    "engine": (
        ("engine.py", "--n-envs", "16", "--n-threads", "1", "2", *FEW),
        lambda found: (
            [row["threads"] for row in found["rows"]] == [1, 2],
            found["frames_per_second"] == found["rows"][0]["frames_per_second"] > 0,
            found["floor"]["states_per_second"]["median"] > 0,
        ),
    ),
    "mdps *": (
        ("mdps.py", "--packs", "catcher", "rate", "--queries", "2", "--frames", "64",
         "--n-envs", "64", "--seconds", "0.1"),
        lambda found: (
            [row["way"] for row in found["rows"][:2]] == ["policy", "random actions"],
            [row["n"] for row in found["rows"]] == [20, 20, 64, 8, 64],
            all(0 <= row["value"] <= 1 for row in found["rows"][:2]),
            all(row["value"] > 0 for row in found["rows"][2:]),
        ),
    ),
    "mdps, searched *": (
        ("mdps.py", "--packs", "rewriting", "--queries", "2", "--frames", "64"),
        lambda found: (
            [row["way"] for row in found["rows"][::2]] == ["guided", "unguided", "breadth-first"],
        ),
    ),
    "training *": (
        ("training.py", "--env", "robinson", "--n-envs", "16", "--frames", "4096",
         "--batches", "1", "--repeats", "1"),
        lambda found: (
            found["rollout_frames_per_second"] > 0 < found["training_frames_per_second"],
            found["seconds"]["training"]["update"] > 0 < found["seconds"]["rollout"]["policy"],
        ),
    ),
    "robinson *": (
        ("robinson.py", "--seeds", "0", "--n-envs", "64", "--frames", "8192",
         "--max-inferences", "30", "--samples", "1"),
        lambda found: (
            found["medians"].keys() == {"test", "test_pairs", "test_simple"},
            len({row["policy"] for row in found["rows"]}) == 5,
            all(0 <= row["share"] <= 1 for row in found["rows"]),
            found["training"][0]["finished"] and found["false_proved"] == 0,
        ),
    ),
    "startup *": (
        ("startup.py", "--repeats", "1", "--facts", "30000"),
        lambda found: (
            found["help_s"] == TICK_S and found["first_frame_s"] >= 0,
            found["breakdown"].keys() >= {"imports_s", "environment_s", "policy_s"},
            0 < found["facts"][0]["bytes_per_fact"] < 2_000,
        ),
    ),
    "worker_sweep *": (
        ("worker_sweep.py", "--n-envs", "4", "--n-workers", "2", "--seconds", "0.1",
         "--repeats", "1", "--collector", "vectorized", "multiprocess", "--plot", "PLOT"),
        lambda found: (
            [row["collector"] for row in found["rows"]] == ["vectorized", "multiprocess"],
            all(row["inferences_per_second"] >= row["frames_per_second"] > 0
                for row in found["rows"]),
            0 < found["rows"][1]["worker_mb"] < 100 < found["rows"][1]["parent_mb"],
            found["recommended"]["n_envs"] == 4,
        ),
    ),
    "worker_sweep, ready *": (
        ("worker_sweep.py", "ready", "--env", "countries_s1", "--n-envs", "4", "--steps", "2",
         "--latency-ms", "0.1", "--repeats", "1"),
        lambda found: (
            [row["ready_share"] for row in found["rows"]] == [1.0, 0.5, 1.0, 0.5],
            found["step_us"].keys() == {"p50", "p95", "p99", "p99.5"},
        ),
    ),
    "search_rate *": (
        ("search_rate.py", "--envs", "countries_s1", "--searches", "4", "--threads", "1", "2",
         "--frames", "256", "--repeats", "1", "--seconds", "0.1"),
        lambda found: (
            [row["threads"] for row in found["rows"]] == [1, 2],
            all(row["expansions_per_second"] > 0 < row["rollout_frames_per_second"]
                and row["two_processes"] > 0 < row["deepening_per_second"]
                for row in found["rows"]),
        ),
    ),
    "first_answer *": (
        ("first_answer.py", "--cases", "countries_s1", "--queries", "2", "--limit-s", "0.2",
         "--cpu-s", "1"),
        lambda found: (len(found["rows"]) > 0, found["refused"] == {}),
    ),
    "first_answer, plain *": (
        ("first_answer.py", "--plain", "2000", "--cases", "countries_s3", "--queries", "2"),
        lambda found: (
            found["holds"],
            [row["case"] for row in found["rows"]] == ["first_answers.pl", "countries_s3/test"],
        ),
    ),
    "algorithms *": (
        ("algorithms.py", "--envs", "countries_s3", "--seeds", "0", "1", "--frames", "16384"),
        lambda found: (
            {(row["algo"], row["budget"]) for row in found["rows"]}
            == {(algo, budget) for algo in ("expert", "ppo", "grpo") for budget in (0, 100)},
            all(0 <= row["low"] <= sum(row["rates"]) / 2 <= row["high"] <= 1
                for row in found["rows"]),
            {(row["queries"], row["frames"]) for row in found["rows"]} == {(24, 16384)},
        ),
    ),
    "goals *": (
        ("goals.py", "--cases", "countries_s3/test", "--goals", "4", "200", "--draws", "2",
         "--frames", "102400"),
        lambda found: (
            [row["goals"] for row in found["rows"]] == [4, 24],
            [len(row["others"]) for row in found["rows"]] == [2, 0],
            found["rows"][0]["median"] >= 0.9 and found["rows"][1]["proved"] == [1.0],
        ),
    ),
    "soak *": (
        (*SOAK, "--killed-runs", "0", "--plot", "PLOT"),
        lambda found: (
            [row["part"] for row in found["rows"]] == ["steps", "searches", "kills"],
            all(len(samples) >= 2 for samples in found["samples"].values()),
            found["samples"]["kills"][-1]["workers_mb"] > 0,
        ),
    ),
    "soak, killed runs *": (
        (*SOAK, "--killed-runs", "4", "--ways", "vectorized", "multiprocess"),
        lambda found: (
            sum(row["n"] for row in found["killed_runs"]) == 4,
            all(row["n"] == row["equal"] and not row["processes left"]
                for row in found["killed_runs"]),
        ),
    ),
    "gpu, pretended": (
        (*GPU, "--pretend"),
        lambda found: (
            found["pretended"] and found["failed"] == [],
            len({row["check"] for row in found["rows"]}) == 7,
            [(row["value"], row["ok"]) for row in found["rows"] if row["check"] != "searching"
             and row["metric"] in ("waits", "pageable")] == [(0, True)] * 18,
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * ("*" in name)) for name in RUNS]
)
def test_a_script_ends_with_a_document_of_figures(name: str, bench: Any, tmp_path: Path) -> None:
    (script, *words), holds = RUNS[name]
    plot = tmp_path / "plot.png"

    document = bench(script, *(str(plot) if word == "PLOT" else word for word in words))

    claims = holds(document)
    assert all(claims), (claims, document)
    assert "PLOT" not in words or plot.read_bytes().startswith(b"\x89PNG")


def test_tensor_engine_counts_bytes_on_the_device(bench: Any) -> None:
    document = bench("tensor_engine.py", "--n-envs", "16", "512", *FEW)
    copied = 2 * 2**28 / TICK_S  # a copy takes a tick, and a step several
    assert document["bytes_per_second_of_a_copy"] == copied
    assert document["rows"][0]["MB_per_step"] < document["rows"][1]["MB_per_step"]
    for row in document["rows"]:
        assert row["frames_per_second"] > 0
        assert 0 < row["bandwidth_share"] * copied < row["MB_per_step"] * 1e6 / TICK_S


def test_search_compares_guided_with_every_plain_search(bench: Any) -> None:
    few = ["--frames", "2048", "--budget", "300", "--queries", "4", "--seconds", "20"]
    few += ["--limit-s", "0.2"]

    document = bench("search.py", "--envs", "countries_s3", *few, tick_s=0.05)

    assert [row["budget"] for row in document["rows"][:2]] == [100, 300]
    assert {row["method"] for row in document["rows"]} >= {"guided", "prolog"}
    timed = [(row["method"], row["within_s"]) for row in document["rows_in_seconds"]]
    assert timed == [(search, seconds) for search in TIMED for seconds in (0.01, 0.1, 0.2)]
    assert [margin["budget"] for margin in document["margins"]["countries_s3"]] == [100, 300]
    assert 0 <= document["random"]["countries_s3"] <= 1
    assert document["expansions_per_second"]["countries_s3"] > 0


@pytest.mark.slow
def test_strangers_compares_every_way_on_both_sizes(
    bench: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A training has two iterations within its time: each takes a second on the clock of CPUs."""
    monkeypatch.syspath_prepend(str(checkout / "bench"))
    seconds = count()
    monkeypatch.setattr(import_module("common.training"), "cpu_seconds", lambda: next(seconds))
    few = ("--algos", "expert", "ppo", "--cpu-s", "3", "--queries", "3", "--limit-s", "0.1")

    document = bench("strangers.py", "--envs", "jobs", *few, tick_s=0.05)

    splits, algos, budgets = ("test", "test_larger"), ("expert", "ppo"), (100, 1_000, 10_000)
    rows = document["rows"]
    ways = {(row["split"], row["way"], row["algo"], row["budget"]) for row in rows}
    assert ways >= {(*one, b) for one in product(splits, ["guided"], algos) for b in budgets}
    assert ways >= {(*one, b) for one in product(splits, ["unguided"], ["none"]) for b in budgets}
    assert sum(row["way"] == "best plain" for row in rows) == 2 * len(budgets)
    assert {way[:3] for way in ways if way[1] == "alone"} == {*product(splits, ["alone"], algos)}
    for row in rows:
        is_trained = row["algo"] in algos
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
        assert (row["queries"], row["seeds"], row["cpu_s"]) == (3, is_trained, 4 * is_trained)
        assert (row["proved_training"] is not None) == (row["algo"] == "expert")
    assert [verdict["env"] for verdict in document["verdicts"]] == ["jobs"]
    columns = ("split", "algo", "method", "within_s")
    timed = {tuple(row[key] for key in columns) for row in document["rows_in_seconds"]}
    assert timed == {*product(splits, algos, TIMED, (0.01, 0.1))}


@pytest.mark.slow
def test_graphs_ranks_by_every_method(bench: Any) -> None:
    if find_spec("pykeen") is None:
        pytest.skip("pykeen is not installed")
    few = ["nations", "--frames", "8192", "--triples", "3", "--beam", "2", "--steps", "4"]

    document = bench("public.py", *few)

    assert [row["scores"] for row in document["table"]] == list(METHODS)
    assert all(0 < row["mrr"] <= 1 for row in document["table"])
    assert [run["triples"] for run in document["rows"]] == [3]
    assert document["rows"][0]["inferences"] > 0


HORN = """\
% Rating   : {rating} v8.1.2
% SPC      : CNF_UNS_RFO_NEQ_HRN
cnf(condensed_detachment,axiom,
    ( ~ is_a_theorem(implies(X,Y)) | ~ is_a_theorem(X) | is_a_theorem(Y) )).
cnf(ap_1,axiom, is_a_theorem(implies(X,implies(Y,X)))).
cnf(ap_2,axiom,
    is_a_theorem(implies(implies(X,implies(Y,Z)),implies(implies(X,Y),implies(X,Z))))).
cnf(prove,negated_conjecture, ~ is_a_theorem({goal})).
"""


def test_seconds_of_a_search_are_those_of_the_cpu(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a clock of the CPU that goes on by 100 s for each round of turns, whatever the load."""
    monkeypatch.syspath_prepend(str(checkout / "bench"))
    base = import_module("sets.base")
    seconds = count(step=100)
    monkeypatch.setattr(base, "process_time", lambda: next(seconds))
    (tmp_path / "p.pl").write_text("p(X) :- p(f(X)).\n")
    found = base.first_answer("guided", open_goals(tmp_path / "p.pl").space("p(a)"), seconds=900)
    assert (found, next(seconds)) == ((inf, inf, None), 1100)


def test_public_counts_horn_problems_by_their_rating(bench: Any, tmp_path: Path) -> None:
    for name, rating, goal in (
        ("LCL900-1", "0.00", "implies(a,a)"), ("LCL901-1", "0.33", "implies(a,b)"),
        ("LCL903-1", "0.50", "implies(a,implies(b,a))"),
    ):  # fmt: skip
        (tmp_path / f"{name}.p").write_text(HORN.format(rating=rating, goal=goal))
    (tmp_path / "LCL902-1.p").write_text(HORN.format(rating="0.00", goal="a").replace("_NEQ", ""))

    limits = ("--budget", "200", "--seconds", "0.01")
    more = ("--frames", "256", "--learn", "1")
    document = bench("public.py", "tptp-horn", str(tmp_path), *limits, *more)

    learned = {row["problem"]: row["learned"] for row in document["rows"]}
    assert list(learned) == ["LCL900-1", "LCL901-1", "LCL903-1"]
    assert learned["LCL900-1"] == learned["LCL901-1"] == inf > learned["LCL903-1"]
    by_learning = {row["problem"]: row.get("by_learning") for row in document["rows"]}
    assert by_learning["LCL901-1"] is False and by_learning["LCL903-1"] is not False
    proved = {row["rating"]: row["any of them"] for row in document["table"]}
    assert proved["0"] == proved["below 0.75"] == 1 and proved["below 0.5"] == 0
    # Condensed detachment goes by the axioms, whatever the header says.
    (tmp_path / "more.p").write_text("cnf(one,axiom, p(X) | ~ q(X)).\ncnf(two,axiom, q(a)).\n")
    limits = ("--budget", "0", "--seconds", "0.01")
    document = bench("public.py", "condensed-detachment", str(tmp_path), *limits)
    assert [row["problem"] for row in document["rows"]] == sorted([*learned, "LCL902-1"])


LEVEL = """\
; {name}
##########
#@   #####
#  $ #####
#    #####
#  . #####
##########
##########
##########
##########
##########
"""

GRID = """\
Size: 4 4
Init: 0 0
Goal: {goal}
Colors: {colours}
"""


@pytest.mark.slow
def test_public_counts_the_expansions_of_puzzles(bench: Any, tmp_path: Path) -> None:
    texts = {
        "sokoban/train_50000/000.txt": LEVEL.format(name=0),
        "sokoban/test/000.txt": LEVEL.format(name=0) + LEVEL.format(name=1).replace("$ ", " $"),
        "stp/puzzles_5x5_train/puzzles_50000": " ".join(map(str, range(25))) + "\n",
        "stp/puzzles_5x5_test/puzzles_1000": "1 2 0 " + " ".join(map(str, range(3, 25))) + "\n",
        "witness/puzzles_4x4/4x4_1": GRID.format(goal="0 1", colours="|0 0 1"),
        "witness/puzzles_4x4_50k_test/puzzles_1000": GRID.format(
            goal="0 2", colours="|0 0 1|0 1 2"
        ),
    }
    write_files(tmp_path, texts)

    for puzzle, shortest, free in (("boxoban", 2, 15), ("tiles_24", 2, 1), ("witness", 4, 1)):
        document = bench("public.py", puzzle, str(tmp_path), "--frames", "512", "--budget", "500")

        assert {row["search"] for row in document["table"]} == {
            "guided", "unguided", "breadth-first"
        }  # fmt: skip
        assert document["rows"][-1]["plan"] == shortest  # breadth-first
        assert all(row["as_steps"] == free * row["expanded"] for row in document["rows"])


@pytest.mark.slow
def test_public_counts_planning_tasks(bench: Any, tmp_path: Path) -> None:
    pytest.importorskip("pddl")
    from tests.test_pddl import DOMAIN, TASK

    free = DOMAIN
    for cost in (
        ":action-costs",
        "(:functions (total-cost) - number)",
        "(increase (total-cost) 1)",
    ):
        free = free.replace(cost, "")  # the validator wants a metric with costs
    tasks = {f"{split}/p01.pddl": TASK for split in ("training", "testing/easy")}
    write_files(tmp_path / "port", {"domain.pddl": free, **tasks})
    few = ("--only", "port", "--frames", "512", "--budget", "2000")

    document = bench("public.py", "ipc2023", str(tmp_path), *few)

    assert [row["solved"] for row in document["table"]] == ["1 of 1", "1 of 1"]
    validated = find_spec("unified_planning") is not None
    assert all(row["plan"] >= 5 for row in document["rows"])
    assert {row["valid"] for row in document["rows"]} == {True if validated else None}


@pytest.mark.slow
def test_gpu_measures_rates_where_the_device_is_not_called_pretended(bench: Any) -> None:
    with pretended_cuda():
        document = bench(*GPU, "--checks", "acting", "learning", "searching", "engine")

    assert document["failed"] == [] and not document["pretended"]
    rates = {(row["check"], row["case"]) for row in document["rows"] if "/s" in row["metric"]}
    assert rates == {
        ("acting", "vectorized"), ("acting", "multiprocess"), ("learning", "ppo"),
        ("acting", "vectorized, half of the rows at a time"),
        ("acting", "multiprocess, half of the rows at a time"),
        ("learning", "grpo"), ("learning", "expert"), ("searching", "expert, a round"),
        ("engine", "countries_s3, 40 rows"), ("engine", "countries_s3, 40 rows, free"),
    }  # fmt: skip
    assert all(row["value"] > 0 for row in document["rows"] if "/s" in row["metric"])
