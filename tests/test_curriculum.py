"""Levels open when the current one is mastered, and not before there is evidence."""

import pytest

from symbolic_rl.base.config import CurriculumConfig
from symbolic_rl.training.session import ENOUGH_EPISODES, Curriculum

LEVELS = CurriculumConfig(levels=("a.pl", "b.pl", "c.pl"), promote_at=0.9)


@pytest.mark.parametrize(
    ("batches", "risen"),
    [
        ([(180, 200), (100, 100), (100, 100)], [True, False, True]),  # the count starts anew
        ([(ENOUGH_EPISODES - 1, ENOUGH_EPISODES - 1)], [False]),
        ([(178, 200)] * 5, [False] * 5),
        ([(0, 100)] * 9 + [(100, 100)] * 2, [False] * 10 + [True]),  # old failures are forgotten
        ([(200, 200)] * 4, [True, True, False, False]),  # the last level is the last
    ],
)
def test_a_level_opens_at_the_rate(batches: list[tuple[int, int]], risen: list[bool]) -> None:
    curriculum = Curriculum(LEVELS)
    assert [curriculum.update(*batch) for batch in batches] == risen
    assert curriculum.level == sum(risen)


def test_state_survives_a_checkpoint() -> None:
    first, second = Curriculum(LEVELS), Curriculum(LEVELS)
    first.update(200, 200)
    first.update(100, 100)
    second.load_state_dict(first.state_dict())
    assert second.level == 1 and second.update(100, 100)
