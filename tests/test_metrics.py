"""Episodes are counted once, and inferences by their own counter."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tensordict import TensorDict

from symbolic_rl.collectors import resolve
from symbolic_rl.collectors.base import LocalCollector
from symbolic_rl.training.rollouts import EpisodeStatistics, RolloutAlgorithm
from symbolic_rl.training.session import Session
from tests.test_proposer import FEW, sorting
from tests.test_train import CONFIG, PROGRAM, write_pack

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "metrics.md"


def batch(before: list[int], after: list[int], done: list[bool], won: list[bool]) -> TensorDict:
    """One row; ``before`` and ``after`` are the episode's inferences around each frame."""

    def column(values: list[int] | list[bool]) -> torch.Tensor:
        return torch.tensor(values).view(1, -1, 1)

    ends = column(done)
    following = {
        "inferences": column(after),
        "episode_inferences": column(after) * ends,
        "episode_return": (column(won) & ends).float(),
        "done": ends,
        "truncated": ends & ~column(won),
    }
    size = [1, len(before)]
    return TensorDict({"inferences": column(before), "next": TensorDict(following, size)}, size)


def test_forced_moves_of_steps_and_resets_are_inferences() -> None:
    statistics = EpisodeStatistics(1)
    first = statistics.update(
        batch([1, 3, 2], [3, 4, 5], [False, True, False], [False, True, False])
    )
    second = statistics.update(batch([5, 1], [6, 2], [True, False], [False, False]))
    assert first["inferences"] == 4 + 5
    assert second["inferences"] == 1 + 2


def test_only_ended_episodes_count() -> None:
    seen = EpisodeStatistics(1).update(
        batch([0, 1, 0, 0], [1, 4, 1, 3], [False, True, True, False], [False, True, False, False])
    )
    assert (seen["episodes"], seen["success"], seen["mean_inferences"]) == (2, 0.5, 2.5)
    seen = EpisodeStatistics(1).update(batch([0], [1], [False], [False]))
    assert seen["episodes"] == 0
    assert math.isnan(float(seen["success"])) and math.isnan(float(seen["median_inferences"]))


@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_queries_without_a_proof_are_counted_by_repeating_the_draws(
    algo: str, tmp_path: Path
) -> None:
    (tmp_path / "pack").mkdir()
    problem = write_pack(tmp_path / "pack", PROGRAM)
    config = resolve(replace(CONFIG, algo=algo, group_size=4))
    with Session(problem, config, tmp_path / "run") as run:
        assert isinstance(run.algorithm, RolloutAlgorithm)
        collector = run.algorithm._collector
        assert isinstance(collector, LocalCollector)
        proved, rows, counts = run.algorithm._statistics.proved, collector.env, []
        while not run.is_finished:
            counts.append(run.iterate()["unproved"])
            assert proved is not None
            assert proved.query.tolist() == rows._rows.rows.query.tolist()

    assert counts[-1] == 0 and run.level == 2
    assert counts == sorted(counts, reverse=True)


@pytest.mark.skipif(not PAGE.is_file(), reason="needs the checkout")
def test_the_page_on_metrics_has_the_columns_of_each_algorithm_and_no_others(
    tmp_path: Path,
) -> None:
    cells = [line.split("|")[1] for line in PAGE.read_text("utf-8").splitlines() if "|" in line]
    described = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    columns = set[str]()
    for config in (FEW, CONFIG, replace(CONFIG, algo="grpo", group_size=4)):
        problem, run_dir = sorting(tmp_path / config.algo), tmp_path / f"{config.algo}_run"
        with Session(problem, resolve(config), run_dir) as run:
            columns |= run.iterate().keys()

    assert columns <= described
    assert described - columns == {"proved_NAME", "stale_rounds"}
