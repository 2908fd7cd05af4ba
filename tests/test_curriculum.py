"""Levels open when the current one is mastered, and not before there is evidence."""

from symbolic_rl.base.config import CurriculumConfig
from symbolic_rl.training.session import ENOUGH_EPISODES, Curriculum

LEVELS = CurriculumConfig(levels=("a.pl", "b.pl", "c.pl"), promote_at=0.9)


def test_level_opens_at_the_rate_and_the_count_starts_anew() -> None:
    curriculum = Curriculum(LEVELS)

    assert curriculum.update(180, 200)
    assert curriculum.level == 1
    assert not curriculum.update(100, 100)
    assert curriculum.update(100, 100)


def test_few_episodes_prove_nothing() -> None:
    curriculum = Curriculum(LEVELS)

    assert not curriculum.update(ENOUGH_EPISODES - 1, ENOUGH_EPISODES - 1)


def test_a_rate_below_the_bar_opens_nothing() -> None:
    curriculum = Curriculum(LEVELS)

    assert not any(curriculum.update(178, 200) for _ in range(20))


def test_old_failures_are_forgotten() -> None:
    curriculum = Curriculum(LEVELS)
    for _ in range(50):
        curriculum.update(0, 100)

    assert not curriculum.update(100, 100)
    assert curriculum.update(100, 100)


def test_the_last_level_is_the_last() -> None:
    curriculum = Curriculum(LEVELS)
    risen = [curriculum.update(200, 200) for _ in range(5)]

    assert risen == [True, True, False, False, False]
    assert curriculum.level == 2


def test_state_survives_a_checkpoint() -> None:
    first = Curriculum(LEVELS)
    first.update(200, 200)
    first.update(100, 100)
    second = Curriculum(LEVELS)
    second.load_state_dict(first.state_dict())

    assert second.level == 1
    assert second.update(100, 100)
