"""Each script of ``bench/`` runs, and its last line is one JSON document with the promised keys."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

MACHINE = {"cpu", "cores", "load_average", "commit"}


@pytest.fixture
def bench(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    """Runs a script, in this process to import torch but once; the document of its last line."""
    monkeypatch.syspath_prepend(str(checkout / "bench"))

    def run(script: str, *args: str) -> dict[str, Any]:
        monkeypatch.setattr("sys.argv", [script, *args])
        runpy.run_path(str(checkout / "bench" / script), run_name="__main__")
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


@pytest.mark.parametrize("env", ["countries_s3", "robinson"])
def test_training_times_rollouts_and_updates(bench: Any, env: str) -> None:
    few = ["--n-envs", "16", "--frames", "4096", "--batches", "1", "--repeats", "1"]

    document = bench("training.py", "--env", env, *few)

    assert document["rollout_frames_per_second"] > 0
    assert document["training_frames_per_second"] > 0
    assert document["seconds"]["training"]["update"] > 0
    assert document["seconds"]["rollout"]["policy"] > 0


def test_robinson_trains_and_plays_every_query(bench: Any) -> None:
    few = ["--n-envs", "64", "--frames", "8192", "--max-inferences", "30", "--samples", "1"]

    document = bench("robinson.py", "--seeds", "0", *few)

    assert document["medians"].keys() == {"test", "test_pairs", "test_simple"}
    assert {row["policy"] for row in document["rows"]} == {
        "trained, greedy",
        "uniform random",
        "depth-first",
        "rewriting",
    }
    assert all(0 <= row["refutation_rate"] <= 1 for row in document["rows"])
    assert document["training"][0]["finished"]
    assert document["false_refuted"] == 0


def test_startup_times_help_and_the_first_frame(bench: Any) -> None:
    document = bench("startup.py", "--repeats", "1")

    assert 0 < document["help_s"] < document["first_frame_s"]
    assert document["breakdown"].keys() >= {"imports_s", "environment_s", "policy_s"}


def test_baselines_are_timed_on_the_same_groups(bench: Any) -> None:
    few = ["--n-envs", "32", "--frames", "1024", "--batches", "1", "--repeats", "1"]

    document = bench("baselines.py", *few, "--minibatch-size", "512")

    ratios = {"eob_over_rloo", "eob_over_rloo_4_epochs", "otb_over_rloo", "logit_over_rloo"}
    assert ratios <= document.keys() and document["update"].keys() == ratios
    assert all(document[key] > 0 for key in ratios)
    assert document["frames"] >= 1024 and document["derivations"] % 8 == 0
