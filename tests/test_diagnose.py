"""Findings on a run: slow iterations by phase, skipped groups, collapse, limits; what changed."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.run_dir import RunDirectory, Value
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.report.runs import ReportedRun
from symbolic_rl.training.findings import (
    LIMITS,
    Finding,
    Row,
    RunMetrics,
    Watch,
    compare,
    findings,
    load_rows,
    nothing_learned,
)
from symbolic_rl.training.train import train
from tests.processes import Run
from tests.test_train import CONFIG, PROGRAM, write_pack


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    return write_pack(tmp_path_factory.mktemp("pack"), PROGRAM)


def row(iteration: int, **changes: Value) -> dict[str, Value]:
    usual = {"success": 0.5, "entropy": 0.5, "grad_norm": 0.1, "steps": 4}
    times = {"seconds_expand": 0.6, "seconds_update": 0.4, "seconds": 1.0}
    place = {"iteration": iteration, "frames": 100 * iteration, "frames_per_second": 100.0}
    return {**place, **usual, **times, **changes}


def found_on(rows: Sequence[Row], topic: str) -> Finding | None:
    """The finding on a topic, if there is one."""
    return next((one for one in findings(rows) if one.topic == topic), None)


def test_a_slow_iteration_is_said_with_the_phase_that_was_slow_and_not_again_and_again() -> None:
    watch, said = Watch(), []
    for i in range(1, 40):
        is_slow = i in (10, 34, 35)
        changes = {"seconds_update": 3.4, "seconds": 4.0} if is_slow else {}
        said.append(watch.update(row(i, **changes)))
    assert [i + 1 for i, lines in enumerate(said) if lines] == [10, 35]
    told = "iteration 10 took 4.00 s, update 3.40 s instead of 0.40 s, 4.0 times the median"
    assert said[9][0].text == told


def said_of(entropies: list[float], **changes: Value) -> list[tuple[int, Finding]]:
    """What is said while a run goes on, with its iteration."""
    watch = Watch()
    rows = (row(i, entropy=e, **changes) for i, e in enumerate(entropies, 1))
    return [(int(each["iteration"]), one) for each in rows for one in watch.update(each)]


def test_a_collapse_is_said_while_it_happens_with_what_to_do() -> None:
    falling = [float("nan"), 0.8, *[0.3] * 10, *[0.03] * 20]
    ((iteration, found),) = said_of(falling, success=0.4)

    assert iteration == 13
    assert "0.800 nats at the start, 0.030 at the end, success 0.400" in found.text
    assert "--algo expert" in found.fix and "entropy-coeff" not in found.fix
    assert not said_of(falling, success=0.95)
    assert not said_of([0.8, *[0.05] * 30], success=0.4)
    ((_, cut),) = said_of([0.8, 0.8, *[0.01] * 17], success=0.1, truncated=0.6)
    assert "collapsed" in cut.text and "60 % of its episodes ended at a limit" in cut.text
    assert "--max-inferences" in cut.fix


def test_a_limit_that_cuts_most_episodes_is_said_while_the_policy_fails() -> None:
    usual = [0.5] * 19
    ((_, finding),) = said_of(usual, truncated=0.7, success=0.2)
    assert "70 % of the last episodes ended at a limit, success 0.200" in finding.text
    assert "--max-inferences" in finding.fix
    assert not said_of(usual, truncated=0.7, success=0.95)
    assert not said_of(usual, truncated=0.4, success=0.2)
    assert not said_of(usual, truncated=0.7, success=0.2, max_budget=200)


SEARCHED = {"max_budget": 400}
OBSTACLES = [
    ({"truncated": 0.4, "unproved": 3}, "3 training queries are", "greater --max-inferences"),
    ({"truncated": 0.1, "unproved": 1}, "1 training query is without a proof", "--algo expert"),
    ({"truncated": 0.4, "unproved": 0, "success": 0.95}, "40 % of the last episodes", ""),
    ({"truncated": 0.1, "unproved": 0}, "0 training queries are without a proof", ""),
    ({"truncated": 0.5, "unproved": 2, **SEARCHED}, "2 training", "greater --max-search-budget"),
    ({"unproved": 2, "exhausted": 1, **SEARCHED}, "1 of which has no proof", "--max-search"),
    ({"unproved": 3, "exhausted": 3, **SEARCHED}, "3 training queries have no proof", ""),
    ({"unproved": 0, "proofs_not_framed": 1, **SEARCHED}, "8 proofs could not", ""),
    (
        {"unproved": 2, "truncated": 0.0, "success": 1.0, **SEARCHED},
        "2 training queries are without a proof so far, and the last searches all succeeded",
        "",
    ),
    ({}, "", ""),
]


@pytest.mark.parametrize(("changes", "told", "fix"), OBSTACLES)
def test_what_stands_in_the_way_is_told_with_the_cure(
    changes: dict[str, Value], told: str, fix: str
) -> None:
    found = found_on([row(i, **changes) for i in range(1, 9)], "proofs")
    assert bool(found) == bool(told)
    assert found is None or (told in found.text and fix in found.fix)
    assert bool(found and found.fix) == bool(fix)


UNTAUGHT = {"steps": 0, "queries": 3, "unproved": 3, "max_budget": 400}


@pytest.mark.parametrize(
    ("changes", "told", "fix"),
    [
        ({"exhausted": 3}, "3 training goals was proved.*the program has no proof of", "play"),
        ({"exhausted": 1}, "searches of up to 400 inferences found no proof", "--max-search"),
        ({"builtin_errors": 2}, "the searches lost candidates: 8 .* error", "raises"),
        ({"unproved": 1}, "proofs of 2 of your 3 .* leave no choice", "inside once/1"),
        ({"queries": 1, "unproved": 1}, "Your training goal was not proved", "--max-search"),
        ({"steps": 1}, "", ""),
    ],
)
def test_a_run_that_has_learned_nothing_says_so_and_why(
    changes: dict[str, Value], told: str, fix: str
) -> None:
    found = nothing_learned([row(i, **{**UNTAUGHT, **changes}) for i in range(4)])

    assert bool(found) == bool(told) and nothing_learned([]) is None
    assert found is None or (re.search(told, found.text) and fix in found.fix)


def test_proofs_known_by_heart_are_told_by_the_loss_on_new_ones() -> None:
    def finding(losses: list[float], newly_proved: int) -> Finding | None:
        counts = {"newly_proved": newly_proved, "loss_imitation": 0.02}
        rows = [row(i, loss_new=loss, **counts) for i, loss in enumerate(losses, 1)]
        return found_on(rows, "imitation")

    found = finding([nan, 0.8, 0.6, 0.9, 1.2, 1.4, 1.3], 10)
    assert found and "0.60 at best and 1.30 later, on imitated ones 0.02" in found.text
    assert "imitation_steps" in found.fix
    assert not finding([nan, 0.8, 0.6, 0.9, 1.2, 1.4, 1.3], 9)
    assert not finding([nan, 1.6, 1.5, 1.0, 0.7, 0.6, 0.6], 10)
    assert not finding([nan, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2], 10)


@pytest.mark.parametrize(
    ("skipped", "failed", "fix"),
    [(4, 4, ""), (5, 5, ""), (8, 4, "harder queries"), (9, 8, "easier"), (9, 1, "harder")],
)
def test_skipped_groups_are_said_with_what_to_do(skipped: int, failed: int, fix: str) -> None:
    groups = {"groups": 10, "groups_skipped": skipped, "groups_all_failed": failed}
    rows = [row(i, **groups) for i in (1, 2)]
    found, early = found_on(rows, "groups"), found_on(rows[:1], "groups")
    watch = Watch()
    assert found and fix in found.fix and bool(found.fix) == bool(fix)
    assert f"{10 * skipped} % of 20 groups have equal returns" in found.text
    assert early and not early.fix, "too few to tell"
    assert [bool(watch.update(each)) for each in rows] == [False, bool(fix)]
    assert found_on([row(1)], "groups") is None


def test_findings_tell_steps_time_slow_iterations_and_start() -> None:
    rows = [row(i) for i in range(1, 9)]
    rows[3] = row(4, seconds_expand=9.6, seconds=10.0, steps=0)
    startup = {"imports_s": 2.0, "policy_s": 0.5, "first_frame_s": 2.5}
    told = {one.topic: one for one in findings(rows, startup)}

    assert told["updates"].text.startswith("28 gradient steps in 8 iterations")
    assert "1 without one" in told["updates"].text
    assert "expand 81 %, update 19 %" in told["time"].text
    assert "iteration 4 took 10.00 s, expand 9.60 s instead of 0.60 s" in told["time"].text
    assert told["start"].text == "2.5 s: imports 2.0 s, policy 0.5 s"
    assert [topic for topic, one in told.items() if one.fix] == ["time", "success"]


def test_metrics_of_a_run_are_of_its_first_and_last_tenth() -> None:
    rows = [row(i, success=i / 20, entropy=1 - i / 20) for i in range(1, 21)]
    rows[5]["success"] = float("nan")  # nothing ended there
    rows[7] |= {"view_cuts": 1, "merged": 0}
    rows[8] |= {"view_cuts": 2, "merged": 0}
    found = RunMetrics.of(rows)

    assert (found.first["success"], found.last["success"]) == pytest.approx((1 / 20, 1.0))
    entropy = found.first["entropy"], found.last["entropy"]
    assert entropy == pytest.approx(((19 + 18) / 40, 1 / 40))
    assert {key: n for key, n in found.totals.items() if key in LIMITS} == {"view_cuts": 3}
    assert found.frames_per_second == 100


def written(folder: Path, rows: list[dict[str, Value]], problem: Problem, **changes: Any) -> Path:
    """A run with these rows."""
    train(problem, replace(CONFIG, total_frames=256, **changes), folder)
    (folder / "metrics.csv").unlink()
    run = RunDirectory.open(folder)
    for each in rows:
        run.append(each)
    run.close()
    return folder


@pytest.mark.parametrize(
    ("changes", "is_wrong", "said"),
    [
        ({}, False, "of the last 1,000 proposals 200 were learned from, 300 too easy and 500 not"),
        ({"proposed_shapes": 5}, True, "60 shapes a round at the start, 5 at the end: the prop"),
        ({"proposals_kept": 0}, True, "the prover proves next to nothing"),
        ({"proposals_kept": 0, "proposals_easy": 90}, True, "the proposer makes easy goals only"),
        ({"proposals_kept": 0, "proved": 5, "unproved": 0}, False, "0 were learned from"),
    ],
)
def test_a_proposer_or_a_prover_that_has_collapsed_is_told(
    changes: dict[str, Value], is_wrong: bool, said: str
) -> None:
    proposing: dict[str, Value] = {
        "queries": 5, "proved": 3, "unproved": 2, "proposed": 100, "proposed_shapes": 60,
        "proposals_kept": 20, "proposals_easy": 30,
    }  # fmt: skip
    each = ({**proposing, **(changes if i > 20 else {})} for i in range(1, 41))
    rows = [row(i, **values) for i, values in enumerate(each, 1)]
    found = found_on(rows, "proposer")
    assert found and said in found.text and bool(found.fix) == is_wrong


def test_two_runs_are_compared_by_settings_and_figures(problem: Problem, tmp_path: Path) -> None:
    slow = [row(i, frames_per_second=50.0, seconds=2.0, seconds_update=1.4) for i in range(1, 9)]
    one = written(tmp_path / "one", slow, problem, lr=1e-3)
    two = written(tmp_path / "two", [row(i, success=0.75) for i in range(1, 5)], problem)
    found = compare(two, one)
    assert found["settings"] == {"lr": [1e-3, CONFIG.lr]}
    assert found["metrics"]["frames_per_second"] == pytest.approx([50, 100])
    assert found["metrics"]["seconds_update"] == pytest.approx([1.4, 0.4])
    assert found["metrics"]["success_after_400_frames"] == [0.5, 0.75]


@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_a_real_run_can_be_diagnosed_from_the_command_line(
    problem: Problem, tmp_path: Path, command: Run, algo: Any
) -> None:
    config: TrainConfig = replace(CONFIG, algo=algo, group_size=4, total_frames=1024)
    train(problem, config, tmp_path / "run")
    shown = command("diagnose", "run")
    document = json.loads(command("diagnose", "run", "--against", "run", "--json").stdout)

    assert shown.returncode == 0
    assert [line.split()[1] for line in shown.stdout.splitlines()[:2]] == ["updates", "time"]
    told = {one["topic"]: one for one in document["findings"]}
    assert told["updates"]["fix"] == ""
    assert "ended at a limit" in told["proofs"]["text"]
    assert document["comparison"]["settings"] == {}
    assert ("groups" in told) == (algo == "grpo")
    assert document["metrics"]["share"]["update"] > 0


def test_limits_are_told_of_a_run_that_has_not_ended(problem: Problem, tmp_path: Path) -> None:
    rows = [row(1, pages_turned=2, view_cuts=1), row(2, pages_turned=3)]
    run = written(tmp_path / "run", rows, problem)
    (run / "summary.json").unlink()
    found = {one.topic: one for one in ReportedRun(run).findings}
    assert found["view_cuts"].text == "1 state shown to the policy only in part"
    assert "--goal-width" in found["view_cuts"].fix
    pages = Finding("pages_turned", "5 pages of further candidates")
    assert found["pages_turned"] == pages, "nothing is lost"


def test_diagnosing_what_is_no_run_says_so(problem: Problem, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run here"):
        ReportedRun(tmp_path)
    run = written(tmp_path / "run", [], problem)
    with pytest.raises(RunError, match="no row yet"):
        load_rows(RunDirectory.open(run))
    (run / "metrics.csv").write_text("a,b\n1,2\n")
    with pytest.raises(RunError, match="not what training writes"):
        ReportedRun(run)
