"""Metrics of a run: counts of each batch and of the whole run, times, and their exchange.

Counts of a batch come from its frames (:class:`EpisodeStatistics`), those of the whole run from the
collector as well (:class:`Totals`), times from :class:`Timing`. Where several ranks train together,
the functions at the end bring weights, frames and counts together.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor, nn
from torch.utils._pytree import tree_map

from symbolic_rl.base.markup import element
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import PHASES, Value
from symbolic_rl.collectors.base import CollectorFigures
from symbolic_rl.training.proved import ProvedQueries


class Gauge:
    """Growth of counts between two looks at them.

    Args:
        read: returns the counts by name.
    """

    def __init__(self, read: Callable[[], Mapping[str, float]]) -> None:
        self._read = read
        self._last = dict(read())

    def rise(self) -> dict[str, float]:
        """Return how much each count grew since the last call."""
        now = dict(self._read())
        risen = {key: value - self._last.get(key, 0) for key, value in now.items()}
        self._last = now
        return risen


class EpisodeStatistics:
    """Counts of inferences and ended episodes, batch by batch.

    Forced moves are played within a step or a reset, so inferences are counted by the counter of
    each episode, not by frames. The moves of a reset stand in the first state of its episode.

    Args:
        n_envs: rows of a batch.
        proved: ledger of the training queries; without it they are not counted.
    """

    KEYS = ("done", "truncated", "inferences", "episode_return", "episode_inferences")
    """Keys that are read of ``next``; of the frame itself, ``inferences``."""

    def __init__(self, n_envs: int, proved: ProvedQueries | None = None) -> None:
        self._is_new = torch.ones(n_envs, 1, dtype=torch.bool)
        self._recent: deque[tuple[int, int]] = deque(maxlen=10)
        self.proved = proved

    @property
    def recent_success(self) -> float:
        """Success rate of the episodes that ended in the last ten batches; 0 without any."""
        return sum(won for won, _ in self._recent) / max(1, sum(n for _, n in self._recent))

    def update(self, batch: TensorDictBase) -> dict[str, Value]:
        """Return the statistics of a rollout [n_envs, T] that follows the one before."""
        after = batch.get("next").select(*self.KEYS).cpu()
        batch = batch.select("inferences").cpu()
        done = after.get("done").squeeze(-1)
        before, then = (td.get("inferences").squeeze(-1) for td in (batch, after))
        is_new = torch.cat([self._is_new, done[:, :-1]], 1)
        self._is_new = done[:, -1:].clone()
        returns = after.get("episode_return").squeeze(-1)[done].double()
        lengths = after.get("episode_inferences").squeeze(-1)[done].double()
        self._recent.append((int((returns > 0).sum()), len(returns)))
        truncated = after.get("truncated").squeeze(-1)[done].double()
        unproved: dict[str, Value] = {}
        if self.proved is not None:
            won = done & (after.get("episode_return").squeeze(-1) > 0)
            self.proved.update(done.numpy(), won.numpy())
            unproved["unproved"] = self.proved.n_unproved
        return {
            "frames": done.numel(),
            "inferences": int((then - before).sum() + before[is_new].sum()),
            "episodes": len(returns),
            "success": float((returns > 0).double().mean()),
            "truncated": float(truncated.mean()),
            **unproved,
            "mean_return": float(returns.mean()),
            "mean_inferences": float(lengths.mean()),
            "median_inferences": float(lengths.median()) if len(lengths) else float("nan"),
        }

    def start_anew(self) -> None:
        """Expect a new episode in every row."""
        self._is_new = torch.ones_like(self._is_new)
        if self.proved is not None:
            self.proved.start_anew()

    def state_dict(self) -> dict[str, Any]:
        """Return the rows that start an episode with the next batch, and the recent counts."""
        state = {"is_new": self._is_new, "recent": [list(pair) for pair in self._recent]}
        return state if self.proved is None else {**state, "proved": self.proved.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`.

        Raises:
            ValueError: it is of another number of rows.
        """
        if state["is_new"].shape != self._is_new.shape or state["is_new"].dtype != torch.bool:
            raise ValueError("statistics of other rows")
        self._is_new = state["is_new"]
        self._recent.extend((int(won), int(n)) for won, n in state["recent"])
        if self.proved is not None:
            self.proved.load_state_dict(state["proved"])


class Totals:
    """Iterations, frames, inferences, episodes and counters of the whole run.

    Args:
        figures: counts of the collectors when the session starts.
    """

    def __init__(self, figures: CollectorFigures) -> None:
        self.figures = figures
        """Latest counts of the collectors."""
        names = ("iteration", "frames", "inferences", "episodes")
        self.sums: dict[str, int] = dict.fromkeys((*names, *figures.counters), 0)
        """Totals by name; a resumed run sets those of its checkpoint."""
        self._counters = Gauge(lambda: self.figures.counters)
        self._levels = Gauge(self._by_level)

    def __getitem__(self, name: str) -> int:
        return self.sums[name]

    def load(self, sums: Mapping[str, int]) -> None:
        """Go on from the sums of a checkpoint.

        Raises:
            ValueError: they have other names, or are no counts.
        """
        if sums.keys() != self.sums.keys() or not all(
            type(n) is int and n >= 0 for n in sums.values()
        ):
            raise ValueError("totals that are not those of this version")
        self.sums.update(sums)

    @property
    def counters(self) -> dict[str, int]:
        """Totals of what was paged, cut or refused."""
        return {name: self.sums[name] for name in self.figures.counters}

    def add(self, episodes: Mapping[str, Value], figures: CollectorFigures) -> dict[str, int]:
        """Add an update, and return how much each counter has risen in it."""
        self.figures = figures
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
        for level, (successes, episodes) in self.figures.success_by_level.items():
            counts[f"{level} successes"], counts[f"{level} episodes"] = successes, episodes
        return counts


class Timing:
    """Time of updates by ``PHASES``, summed over a session.

    Args:
        read: returns the seconds so far by phase, and under ``ranks`` those of waiting for other
            ranks, which are added to ``wait``.
    """

    WITHIN_COLLECTION = ("expand", "view", "reset", "transfer", "policy", "wait")

    def __init__(self, read: Callable[[], Mapping[str, float]]) -> None:
        self._gauge = Gauge(read)
        self.sums = dict.fromkeys(("frames", "inferences", "seconds", *PHASES), 0.0)
        """Totals of the session."""

    def update(
        self, *, seconds: float, collect_s: float, frames: int, inferences: int
    ) -> dict[str, Value]:
        """Return the ``TIMING_COLUMNS`` of an update."""
        spent = dict.fromkeys(PHASES, 0.0)
        risen = self._gauge.rise()
        spent.update((key, value) for key, value in risen.items() if key in spent)
        spent["collect_rest"] = collect_s - sum(spent[key] for key in self.WITHIN_COLLECTION)
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
        """Return the figures of the session for its summary."""
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
    signal: int | None
    """Number of the signal that interrupted it."""
    run_dir: str
    problem: str
    policy: str
    iterations: int
    frames: int
    inferences: int
    episodes: int
    success: float
    """Success rate of the episodes that ended in the last ten updates."""
    level: int
    """Level of queries at the end, from 1; 0 where there are no levels."""
    counters: dict[str, int]
    """Totals of what was paged, cut or refused, over the whole run."""
    session_seconds: float
    """Time in updates of this session; the figures below are of this session as well."""
    session_frames: int
    frames_per_second: float
    inferences_per_second: float
    seconds_by_phase: dict[str, float]
    startup: dict[str, float]

    def _repr_html_(self) -> str:
        """Return the run as notebooks show it."""
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


class Board:
    """Writer of TensorBoard events, shown by ``tensorboard --logdir runs``.

    Args:
        path: the run's directory.
        first: iteration from which on events of an earlier session are dropped.
    """

    def __init__(self, path: Path, first: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self._writer = SummaryWriter(str(path), purge_step=first)

    def append(self, row: Mapping[str, Value]) -> None:
        """Write the numbers of a row of the metrics."""
        step = int(row["iteration"])
        for key, value in row.items():
            if key != "iteration" and not isinstance(value, str):
                self._writer.add_scalar(key, value, step)

    def close(self) -> None:
        """Write the remaining events."""
        self._writer.close()


def share_weights(ranks: Ranks, network: nn.Module) -> None:
    """Give all ranks the weights of the first."""
    if ranks.count == 1:
        return
    weights = ranks.broadcast(tree_map(_on_cpu, dict(network.state_dict())))
    network.load_state_dict(weights)


def states_of_all(ranks: Ranks, state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the states of all ranks; those of other processes are on the CPU."""
    if ranks.count == 1:
        return [state]
    return ranks.gather_objects(tree_map(_on_cpu, state))


def frames_of_all(ranks: Ranks, batch: TensorDictBase) -> TensorDictBase:
    """Join the keys that are counted, of the rollouts of all ranks, to [n_envs, T]."""
    if ranks.count == 1:
        return batch
    after = batch.get("next")
    seen = [batch.get("inferences"), *(after.get(key) for key in EpisodeStatistics.KEYS)]
    columns = ranks.gather(torch.cat([x.double().cpu() for x in seen], -1))
    first, *rest = torch.split(columns, 1, -1)
    then = {
        key: column.to(after.get(key).dtype)
        for key, column in zip(EpisodeStatistics.KEYS, rest, strict=True)
    }
    size = columns.shape[:2]
    before = first.to(batch.get("inferences").dtype)
    return TensorDict({"inferences": before, "next": TensorDict(then, size)}, size)


def figures_of_all(ranks: Ranks, figures: CollectorFigures) -> CollectorFigures:
    """Combine the figures of the collectors of all ranks."""
    if ranks.count == 1:
        return figures
    return CollectorFigures.together(ranks.gather_objects(figures))


def _on_cpu(value: Any) -> Any:
    return value.cpu() if isinstance(value, Tensor) else value
