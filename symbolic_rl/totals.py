"""What a run has counted so far, and what it says of itself when it ends."""

from collections.abc import Mapping
from dataclasses import dataclass

from symbolic_rl.collectors.base import Figures
from symbolic_rl.metrics import Gauge
from symbolic_rl.runs import Value


class Totals:
    """Iterations, frames, inferences, episodes and counters of the whole run.

    Args:
        figures: what the collectors have counted when the session starts.
    """

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        """The latest."""
        names = ("iteration", "frames", "inferences", "episodes")
        self.sums: dict[str, int] = dict.fromkeys((*names, *figures.counters), 0)
        """By name; a resumed run sets those of its checkpoint."""
        self._counters = Gauge(lambda: self.figures.counters)
        self._levels = Gauge(self._by_level)

    def __getitem__(self, name: str) -> int:
        return self.sums[name]

    @property
    def counters(self) -> dict[str, int]:
        """What was paged, cut or refused."""
        return {name: self.sums[name] for name in self.figures.counters}

    def add(self, episodes: Mapping[str, Value], figures: Figures) -> dict[str, int]:
        """Add an update; how much each counter has risen in it."""
        self.figures = figures
        risen = {name: int(value) for name, value in self._counters.rise().items()}
        news = {name: int(episodes[name]) for name in ("frames", "inferences", "episodes")}
        for name, value in {"iteration": 1, **news, **risen}.items():
            self.sums[name] += value
        return risen

    def risen_on(self, level: int) -> tuple[int, int]:
        """Successes and episodes of a level since this was asked last."""
        risen = self._levels.rise()
        successes, episodes = risen.get(f"{level} successes", 0), risen.get(f"{level} episodes", 0)
        return int(successes), int(episodes)

    def _by_level(self) -> dict[str, float]:
        counts: dict[str, float] = {}
        for level, (successes, episodes) in self.figures.success_by_level.items():
            counts[f"{level} successes"], counts[f"{level} episodes"] = successes, episodes
        return counts


@dataclass(frozen=True, kw_only=True)
class Summary:
    """How a run ended; summary.json holds it."""

    status: str
    """``finished`` or ``interrupted``."""
    signal: int | None
    """The signal that interrupted it."""
    run_dir: str
    problem: str
    policy: str
    iterations: int
    frames: int
    inferences: int
    episodes: int
    success: float
    """Of the episodes that ended in the last ten updates."""
    level: int
    """Of the queries that were trained on at the end, from 1; 0 where there are no levels."""
    counters: dict[str, int]
    """What was paged, cut or refused, over the whole run."""
    session_seconds: float
    """Time in updates, this session only; so are the figures below."""
    session_frames: int
    frames_per_second: float
    inferences_per_second: float
    seconds_by_phase: dict[str, float]
    startup: dict[str, float]
