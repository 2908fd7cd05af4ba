"""Curriculum: opens the next level of training queries when the current one succeeds."""

from collections import deque
from typing import Any

from symbolic_rl.base.config import CurriculumConfig

ENOUGH_EPISODES = 200
"""Number of latest episodes on the current level that a promotion is judged by."""


class Curriculum:
    """Level of training queries, with the recent episodes on it.

    Args:
        config: the levels and the success rate at which the next one opens.
    """

    def __init__(self, config: CurriculumConfig) -> None:
        self.config = config
        self.level = 0
        self._recent: deque[tuple[int, int]] = deque()

    def update(self, successes: int, episodes: int) -> bool:
        """Add a batch's episodes on the current level, and return whether the level has risen.

        The last batches that hold ``ENOUGH_EPISODES`` together decide; with fewer it never rises.
        """
        self._recent.append((successes, episodes))
        while sum(n for _, n in self._recent) - self._recent[0][1] >= ENOUGH_EPISODES:
            self._recent.popleft()
        total = sum(n for _, n in self._recent)
        rate = sum(k for k, _ in self._recent) / max(1, total)
        is_last = self.level + 1 >= len(self.config.levels)
        if is_last or total < ENOUGH_EPISODES or rate < self.config.promote_at:
            return False
        self.level += 1
        self._recent.clear()
        return True

    def state_dict(self) -> dict[str, Any]:
        """Return the level and the recent counts."""
        return {"level": self.level, "recent": [list(pair) for pair in self._recent]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`.

        Raises:
            ValueError: there is no such level.
        """
        self.level = int(state["level"])
        if not 0 <= self.level < max(1, len(self.config.levels)):
            raise ValueError(f"there is no level {self.level}")
        self._recent = deque((int(k), int(n)) for k, n in state["recent"])
