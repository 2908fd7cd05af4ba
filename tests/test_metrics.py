"""Episodes are counted once, and inferences by their own counter."""

import math

import torch
from tensordict import TensorDict

from symbolic_rl.training.metrics import EpisodeStatistics, Gauge


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


def test_a_batch_without_an_end_has_no_success_rate() -> None:
    seen = EpisodeStatistics(1).update(batch([0], [1], [False], [False]))

    assert seen["episodes"] == 0
    assert math.isnan(float(seen["success"])) and math.isnan(float(seen["median_inferences"]))


def test_gauge_tells_the_rise_since_the_last_look() -> None:
    counts = {"a": 5}
    gauge = Gauge(lambda: counts)
    counts.update(a=7, b=1)

    assert gauge.rise() == {"a": 2, "b": 1}
    assert gauge.rise() == {"a": 0, "b": 0}
