"""Each script of ``bench/`` runs, and its last line is one JSON document with the promised keys."""

import json
import runpy
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.graphs.methods import METHODS
from tests.clocks import let_clock_tick
from tests.pretend_cuda import pretended_cuda

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


def test_engine_counts_the_steps_of_the_environment(bench: Any) -> None:
    document = bench(
        "engine.py", "--n-envs", "16", "--n-threads", "1", "2", "--seconds", "0.1", "--repeats", "2"
    )

    assert document["env"] == "countries_s3"
    assert (document["n_envs"], document["n_threads"]) == (16, 1)
    assert [row["threads"] for row in document["rows"]] == [1, 2]
    assert document["frames_per_second"] == document["rows"][0]["frames_per_second"] > 0
    assert document["floor"]["states_per_second"]["median"] > 0


def test_tensor_engine_counts_bytes_on_the_device(bench: Any) -> None:
    few = ["--seconds", "0.1", "--repeats", "2"]

    document = bench("tensor_engine.py", "--n-envs", "16", "512", *few)

    assert [row["n_envs"] for row in document["rows"]] == [16, 512]
    assert all(row["frames_per_second"] > 0 for row in document["rows"])
    assert document["rows"][0]["MB_per_step"] < document["rows"][1]["MB_per_step"]
    copied = 2 * 2**28 / TICK_S  # a copy takes a tick, and a step several
    assert document["bytes_per_second_of_a_copy"] == copied
    for row in document["rows"]:
        assert 0 < row["bandwidth_share"] * copied < row["MB_per_step"] * 1e6 / TICK_S


def test_processes_are_played_and_their_steps_counted(bench: Any) -> None:
    few = ["--queries", "2", "--frames", "64", "--n-envs", "64", "--seconds", "0.1"]
    rows = bench("mdps.py", "--packs", "catcher", "rate", *few)["rows"]

    assert [row["way"] for row in rows[:2]] == ["policy", "random actions"]
    assert all(0 <= row["value"] <= 1 for row in rows[:2])
    assert [row["n"] for row in rows] == [20, 20, 64, 8, 64]
    assert all(row["value"] > 0 for row in rows[2:])


@pytest.mark.slow
def test_processes_are_searched_with_a_policy_and_without(bench: Any) -> None:
    rows = bench("mdps.py", "--packs", "rewriting", "--queries", "2", "--frames", "64")["rows"]

    assert [row["way"] for row in rows[::2]] == ["guided", "unguided", "breadth-first"]
    assert all(0 <= row["value"] <= 1 for row in rows[::2])


@pytest.mark.parametrize("env", ["countries_s3", "robinson"])
def test_training_times_rollouts_and_updates(bench: Any, env: str) -> None:
    few = ["--n-envs", "16", "--frames", "4096", "--batches", "1", "--repeats", "1"]

    document = bench("training.py", "--env", env, *few)

    assert document["rollout_frames_per_second"] > 0
    assert document["training_frames_per_second"] > 0
    assert document["seconds"]["training"]["update"] > 0
    assert document["seconds"]["rollout"]["policy"] > 0


@pytest.mark.slow
def test_robinson_trains_and_plays_every_query(bench: Any) -> None:
    few = ["--n-envs", "64", "--frames", "8192", "--max-inferences", "30", "--samples", "1"]

    document = bench("robinson.py", "--seeds", "0", *few)

    assert document["medians"].keys() == {"test", "test_pairs", "test_simple"}
    assert {row["policy"] for row in document["rows"]} == {
        "trained, greedy",
        "uniform random",
        "uniform random, no loop check",
        "depth-first",
        "rewriting by hand",
    }
    assert all(0 <= row["share"] <= 1 for row in document["rows"])
    assert document["training"][0]["finished"]
    assert document["false_proved"] == 0


@pytest.mark.slow
def test_startup_times_help_the_first_frame_and_many_facts(bench: Any) -> None:
    document = bench("startup.py", "--repeats", "1", "--facts", "30000")

    assert document["help_s"] == TICK_S and document["first_frame_s"] >= 0
    assert document["breakdown"].keys() >= {"imports_s", "environment_s", "policy_s"}
    (row,) = document["facts"]
    assert row["facts"] == 30_000 and 0 < row["bytes_per_fact"] < 2_000


@pytest.mark.slow
def test_worker_sweep_measures_plots_and_recommends(bench: Any, tmp_path: Path) -> None:
    few = ["--n-envs", "4", "--n-workers", "2", "--seconds", "0.1", "--repeats", "1"]
    plot = tmp_path / "sweep.png"

    document = bench(
        "worker_sweep.py", *few, "--collector", "vectorized", "multiprocess", "--plot", str(plot)
    )

    assert [(row["collector"], row["n_workers"], row["error"]) for row in document["rows"]] == [
        ("vectorized", 0, ""),
        ("multiprocess", 2, ""),
    ]
    for row in document["rows"]:
        assert row["inferences_per_second"] >= row["frames_per_second"] > 0
        assert row["seconds"]["policy"] >= 0 and row["cpu_share"] >= 0
    assert 0 < document["rows"][1]["worker_mb"] < 100 < document["rows"][1]["parent_mb"]
    assert document["recommended"]["n_envs"] == 4
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_search_compares_guided_with_every_plain_search(bench: Any) -> None:
    few = ["--frames", "2048", "--budget", "300", "--queries", "4", "--seconds", "100"]
    few += ["--limit-s", "0.2"]

    document = bench("search.py", "--envs", "countries_s3", *few, tick_s=0.05)

    assert [row["budget"] for row in document["rows"][:2]] == [100, 300]
    assert {row["method"] for row in document["rows"]} >= {"guided", "prolog"}
    assert {row["split"] for row in document["rows"]} == {"test"}
    timed = [(row["method"], row["within_s"]) for row in document["rows_in_seconds"]]
    assert timed == [(search, seconds) for search in TIMED for seconds in (0.01, 0.1, 0.2)]
    assert len(document["median_saving"]["countries_s3"]) == 3
    assert [margin["budget"] for margin in document["margins"]["countries_s3"]] == [100, 300]
    assert 0 <= document["random"]["countries_s3"] <= 1
    assert document["expansions_per_second"]["countries_s3"] > 0


@pytest.mark.slow
def test_search_rate_compares_searches_with_the_rollout_and_with_two_processes(bench: Any) -> None:
    few = ["--envs", "countries_s1", "--searches", "4", "--threads", "1", "2", "--frames", "256"]

    rows = bench("search_rate.py", *few, "--repeats", "1", "--seconds", "0.1")["rows"]

    assert [row["threads"] for row in rows] == [1, 2] and rows[0]["over_one_thread"] == 1
    for row in rows:
        assert row["expansions_per_second"] > 0 < row["rollout_frames_per_second"]
        assert row["two_processes"] > 0 < row["deepening_per_second"]


@pytest.mark.slow
def test_first_answer_gives_shares_in_seconds_of_both_ways(bench: Any) -> None:
    few = ["--cases", "countries_s1", "--queries", "2", "--limit-s", "0.2", "--cpu-s", "1"]

    document = bench("first_answer.py", *few)

    assert document["rows"] and document["refused"] == {}


@pytest.mark.slow
def test_algorithms_gives_an_interval_for_each_pack_split_and_way(bench: Any) -> None:
    few = ("--seeds", "0", "1", "--frames", "16384")

    document = bench("algorithms.py", "--envs", "countries_s3", *few)

    rows = {(row["algo"], row["budget"]): row for row in document["rows"]}
    assert set(rows) == {(algo, b) for algo in ("expert", "ppo", "grpo") for b in (0, 100)}
    for row in rows.values():
        share = sum(row["rates"]) / 2
        assert 0 <= row["low"] <= share <= row["high"] <= 1
        assert row["queries"] == 24
        assert row["frames"] == 16384


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

    rows, budgets = document["rows"], (100, 1_000, 10_000)
    assert [row.keys() for row in rows] == [rows[0].keys()] * len(rows)
    assert rows[0].keys() == {
        *("env", "split", "algo", "way", "budget", "rate", "low", "high", "queries", "seeds"),
        *("cpu_s", "proved_training"),
    }
    ways = {(row["split"], row["way"], row["algo"], row["budget"]) for row in rows}
    for split in ("test", "test_larger"):
        for budget in budgets:
            for algo in ("expert", "ppo"):
                assert (split, "guided", algo, budget) in ways
            assert (split, "unguided", "none", budget) in ways
    plain = [row["algo"] for row in rows if row["way"] == "best plain"]
    names = {"breadth-first", "depth-first", "iterative-deepening", "prolog"}
    assert len(plain) == 2 * len(budgets) and set(plain) <= names
    alone = {(row["split"], row["algo"]) for row in rows if row["way"] == "alone"}
    assert alone == {(s, a) for s in ("test", "test_larger") for a in ("expert", "ppo")}
    for row in rows:
        is_trained = row["algo"] in ("expert", "ppo")
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
        assert (row["queries"], row["seeds"], row["cpu_s"]) == (3, is_trained, 4 * is_trained)
        assert (row["proved_training"] is not None) == (row["algo"] == "expert")
    assert [verdict["env"] for verdict in document["verdicts"]] == ["jobs"]
    timed = {
        (r["split"], r["algo"], r["method"], r["within_s"]) for r in document["rows_in_seconds"]
    }
    assert timed == {
        (split, algo, search, seconds)
        for split in ("test", "test_larger")
        for algo in ("expert", "ppo")
        for search in TIMED
        for seconds in (0.01, 0.1)
    }


def test_strangers_gives_a_verdict_on_rates_of_both_sizes(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(checkout / "bench"))
    verdict = runpy.run_path(str(checkout / "bench" / "strangers.py"))["verdict"]

    def rows(**rates: float) -> list[dict[str, Any]]:
        """Rows of all ways, each with the rate that is named, or 0.5, and 0.1 more as interval."""
        made = []
        for split in ("test", "test_larger"):
            for algo, way in (("expert", "guided"), ("ppo", "guided"), ("prolog", "best plain")):
                for budget in (100, 1_000, 10_000):
                    rate = rates.get(f"{split}_{algo}_{budget}", 0.5)
                    made.append({"algo": algo, "way": way, "budget": budget, "rate": rate})
                    made[-1] |= {"split": split, "high": rate + 0.1}
            for algo in ("expert", "ppo"):
                rate = rates.get(f"{split}_{algo}_alone", 0.5)
                made.append({"algo": algo, "way": "alone", "budget": 20, "rate": rate})
                made[-1] |= {"split": split, "high": rate + 0.1}
        return made

    def said(**rates: float) -> list[bool]:
        found = verdict("any", rows(**rates))
        return [found[key] for key in found if key not in ("env", "behind_plain")]

    behind = verdict("any", rows(test_expert_100=0.45))["behind_plain"]
    assert (behind, verdict("any", rows())["behind_plain"]) == ("test 100: 0.450 < 0.500", "")
    assert said() == [True, True, False]
    assert said(test_larger_expert_1000=1.0) == [True, True, True]
    assert said(test_larger_expert_1000=0.0, test_larger_prolog_1000=0.0) == [True, False, False]
    assert said(test_larger_expert_1000=1.0, test_larger_prolog_1000=0.9) == [True, True, True]
    assert said(test_expert_100=0.45, test_larger_ppo_alone=0.55) == [True, True, False]
    assert said(test_expert_100=0.3) == [False, False, False]
    assert said(test_prolog_10000=0.7) == [False, True, False]
    assert said(test_larger_ppo_alone=0.7) == [True, False, False]
    without = [row for row in rows() if row["algo"] != "expert"]
    assert set(verdict("any", without).values()) == {"any", None}


@pytest.mark.slow
def test_goals_proves_the_goals_and_others_like_them(bench: Any) -> None:
    few = ("--goals", "4", "200", "--draws", "2", "--frames", "102400")

    document = bench("goals.py", "--cases", "countries_s3/test", *few)

    some, all_of_them = document["rows"]
    assert (some["goals"], all_of_them["goals"]) == (4, 24)
    assert (len(some["others"]), all_of_them["others"]) == (2, [])
    assert some["median"] >= 0.9 and all_of_them["proved"] == [1.0]
    assert {"unguided", "plain", "plain_search", "cpu_seconds"} <= some.keys()


@pytest.mark.slow
def test_graphs_ranks_by_every_method(bench: Any) -> None:
    if find_spec("pykeen") is None:
        pytest.skip("pykeen is not installed")
    few = ["--datasets", "nations", "--frames", "8192", "--triples", "3", "--beam", "2"]

    document = bench("graphs.py", *few, "--steps", "4")

    assert [row["scores"] for row in document["rows"]] == list(METHODS)
    assert all(0 < row["mrr"] <= 1 for row in document["rows"])
    assert [run["triples"] for run in document["runs"]] == [3]
    assert document["runs"][0]["inferences"] > 0


@pytest.mark.slow
def test_a_short_soak_looks_at_memory_atoms_and_descriptors(bench: Any, tmp_path: Path) -> None:
    few = ["--steps", "3840", "--searches", "120", "--kills", "2", "--killed-runs", "0"]

    document = bench("soak.py", *few, "--plot", str(tmp_path / "soak.png"))

    assert [row["part"] for row in document["rows"]] == ["steps", "searches", "kills"]
    assert all(len(samples) >= 2 for samples in document["samples"].values())
    assert document["samples"]["kills"][-1]["workers_mb"] > 0
    assert (tmp_path / "soak.png").stat().st_size > 10_000


@pytest.mark.slow
def test_killed_runs_have_the_columns_of_one_that_was_not(bench: Any) -> None:
    few = ["--steps", "3840", "--searches", "120", "--kills", "2", "--killed-runs", "4"]

    rows = bench("soak.py", *few, "--ways", "vectorized", "multiprocess")["killed_runs"]

    assert sum(row["n"] for row in rows) == sum(row["equal"] for row in rows) == 4
    assert not any(row["processes left"] for row in rows)


GPU = (
    "gpu.py", "--n-envs", "16", "--rows", "40", "--steps", "4", "--dim", "8", "--repeats", "1",
    "--envs", "countries_s3",
)  # fmt: skip


def test_gpu_counts_on_a_pretended_device(bench: Any) -> None:
    document = bench(*GPU, "--pretend")

    assert document["pretended"] and document["failed"] == []
    assert {row["check"] for row in document["rows"]} == {
        "same", "acting", "learning", "searching", "captured", "engine", "repeat",
    }  # fmt: skip
    counted = [row for row in document["rows"] if row["metric"] in ("waits", "pageable")]
    assert len(counted) == 16 and all(row["value"] == 0 and row["ok"] for row in counted)


@pytest.mark.slow
def test_gpu_measures_rates_where_the_device_is_not_called_pretended(bench: Any) -> None:
    with pretended_cuda():
        document = bench(*GPU, "--checks", "acting", "learning", "searching", "engine")

    assert document["failed"] == [] and not document["pretended"]
    rates = {(row["check"], row["case"]) for row in document["rows"] if "/s" in row["metric"]}
    assert rates == {
        ("acting", "vectorized"), ("acting", "multiprocess"), ("learning", "ppo"),
        ("learning", "grpo"), ("learning", "expert"), ("searching", "expert, a round"),
        ("engine", "countries_s3, 40 rows"), ("engine", "countries_s3, 40 rows, free"),
    }  # fmt: skip
    assert all(row["value"] > 0 for row in document["rows"] if "/s" in row["metric"])
