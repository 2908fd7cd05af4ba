"""Metrics of a run: counts of each batch and of the whole run, times, and their exchange.

Counts of a batch come from its algorithm, counts of the whole run also from the collector
(:class:`Totals`), times from :class:`Timing`. If several ranks train together, the functions at the
end exchange weights and counts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor, nn
from torch.utils._pytree import tree_map

from symbolic_rl.base.markup import element
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import PHASES, Value
from symbolic_rl.collectors.base import CollectorMetrics


class Gauge:
    """Growth of counts, which ``read`` returns by name, between two readings."""

    def __init__(self, read: Callable[[], Mapping[str, float]]) -> None:
        self._read = read
        self._last = dict(read())

    def rise(self) -> dict[str, float]:
        """Return how much each count grew since the last call."""
        now = dict(self._read())
        risen = {key: value - self._last.get(key, 0) for key, value in now.items()}
        self._last = now
        return risen


class Totals:
    """Sums of the whole run; ``metrics`` are counts of the collectors when the session starts."""

    def __init__(self, metrics: CollectorMetrics) -> None:
        self.metrics = metrics
        """Latest counts of the collectors."""
        names = ("iteration", "frames", "inferences", "episodes")
        self.sums: dict[str, int] = dict.fromkeys((*names, *metrics.counters), 0)
        """Totals by name; a resumed run starts from its checkpoint's."""
        self._counters = Gauge(lambda: self.metrics.counters)
        self._levels = Gauge(self._by_level)

    def __getitem__(self, name: str) -> int:
        return self.sums[name]

    def load(self, sums: Mapping[str, int]) -> None:
        """Go on from the sums of a checkpoint; ValueError: not the names and counts of this run."""
        if sums.keys() != self.sums.keys() or not all(
            type(n) is int and n >= 0 for n in sums.values()
        ):
            raise ValueError("totals of another version")
        self.sums.update(sums)

    @property
    def counters(self) -> dict[str, int]:
        """Totals of the collector's counters."""
        return {name: self.sums[name] for name in self.metrics.counters}

    def add(self, episodes: Mapping[str, Value], metrics: CollectorMetrics) -> dict[str, int]:
        """Add an update, and return how much each counter has risen in it."""
        self.metrics = metrics
        risen = {name: int(value) for name, value in self._counters.rise().items()}
        news = {name: int(episodes[name]) for name in ("frames", "inferences", "episodes")}
        for name, value in {"iteration": 1, **news, **risen}.items():
            self.sums[name] += value
        return risen

    def risen_on(self, level: int) -> tuple[int, int]:
        """Return successes and episodes of a level since the last call."""
        risen = self._levels.rise()
        successes, episodes = risen.get(f"{level} successes", 0), risen.get(f"{level} episodes", 0)
        return int(successes), int(episodes)

    def _by_level(self) -> dict[str, float]:
        counts: dict[str, float] = {}
        for level, (successes, episodes) in self.metrics.success_by_level.items():
            counts[f"{level} successes"], counts[f"{level} episodes"] = successes, episodes
        return counts


class Timing:
    """Time of updates by ``PHASES``, summed over a session.

    ``read`` returns the seconds so far by phase; the key ``ranks``, time spent waiting for other
    ranks, is added to ``wait``.
    """

    WITHIN_COLLECTION = ("expand", "view", "reset", "transfer", "policy", "wait")

    def __init__(self, read: Callable[[], Mapping[str, float]]) -> None:
        self._gauge = Gauge(read)
        self.sums = dict.fromkeys(("frames", "inferences", "seconds", *PHASES), 0.0)
        """Totals of the session."""

    def update(
        self, *, seconds: float, collect_s: float, frames: int, inferences: int
    ) -> dict[str, Value]:
        """Return the ``TIMING_COLUMNS`` of an update, and of the checkpoint behind the last one.

        ``seconds`` are of the update alone.
        """
        spent = dict.fromkeys(PHASES, 0.0)
        risen = self._gauge.rise()
        spent.update((key, value) for key, value in risen.items() if key in spent)
        seconds += spent["checkpoint"]
        # The rest of collection, which no phase measures: nothing where lanes of rows overlap.
        measured = sum(spent[key] for key in self.WITHIN_COLLECTION)
        spent["collect_rest"] = max(0.0, collect_s - measured)
        spent["wait"] += risen.get("ranks", 0.0)
        amounts = {"frames": frames, "inferences": inferences, "seconds": seconds, **spent}
        for key, value in amounts.items():
            self.sums[key] += value
        return {
            "frames_per_second": frames / seconds,
            "inferences_per_second": inferences / seconds,
            **{f"seconds_{key}": value for key, value in spent.items()},
            "seconds": seconds,
        }

    def summary(self) -> dict[str, Any]:
        """Return the metrics of the session for its summary."""
        # A session without an update has no rate.
        seconds = max(self.sums["seconds"], 1e-9)
        return {
            "session_seconds": round(self.sums["seconds"], 3),
            "session_frames": int(self.sums["frames"]),
            "frames_per_second": round(self.sums["frames"] / seconds, 1),
            "inferences_per_second": round(self.sums["inferences"] / seconds, 1),
            "seconds_by_phase": {key: round(self.sums[key], 3) for key in PHASES},
        }


@dataclass(frozen=True, kw_only=True)
class Summary:
    """Result of a run; summary.json holds it."""

    status: str
    """``finished`` or ``interrupted``."""
    signal: int | None  # number of the signal that interrupted it
    run_dir: str
    problem: str
    policy: str
    iterations: int
    frames: int
    inferences: int
    episodes: int
    success: float  # success rate of the episodes that ended in the last ten updates
    level: int  # level of queries at the end, from 1; 0 without levels
    counters: dict[str, int]  # totals of the counters, over the whole run
    session_seconds: float
    """Time in updates of this session; the fields below are also of this session."""
    session_frames: int
    frames_per_second: float
    inferences_per_second: float
    seconds_by_phase: dict[str, float]
    startup: dict[str, float]
    parts: dict[str, Any] = field(default_factory=dict)
    """What structure and symbols say of new proofs (:meth:`.Algorithm.parts`)."""
    lemmas: dict[str, Any] = field(default_factory=dict)
    """Trial of the lemmas (:class:`.LemmaTrial`), and whether they help; empty without one."""

    def _repr_html_(self) -> str:
        """Return the run as HTML for notebooks."""
        facts = {
            "run": self.run_dir,
            "program": self.problem,
            "policy": self.policy,
            "status": self.status,
            "success": f"{self.success:.3f}",
            "iterations": f"{self.iterations:,}",
            "frames": f"{self.frames:,}, {self.frames_per_second:,.0f} a second",
            "inferences": f"{self.inferences:,}",
            "limits hit": ", ".join(f"{name} {n:,}" for name, n in self.counters.items() if n)
            or "none",
        }
        rows = [element("tr", element("th", key), element("td", facts[key])) for key in facts]
        return element("table", element("tbody", *rows))


def share_weights(ranks: Ranks, network: nn.Module) -> None:
    """Give all ranks the weights of the first."""
    if ranks.count == 1:
        return
    weights = ranks.broadcast(tree_map(_on_cpu, dict(network.state_dict())))
    network.load_state_dict(weights)


def states_of_all(ranks: Ranks, state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the states of all ranks; with several ranks, on the CPU."""
    if ranks.count == 1:
        return [state]
    return ranks.gather_objects(tree_map(_on_cpu, state))


def metrics_of_all(ranks: Ranks, metrics: CollectorMetrics) -> CollectorMetrics:
    """Combine the metrics of the collectors of all ranks."""
    if ranks.count == 1:
        return metrics
    return CollectorMetrics.together(ranks.gather_objects(metrics))


def _on_cpu(value: Any) -> Any:
    return value.cpu() if isinstance(value, Tensor) else value
