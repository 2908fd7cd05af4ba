"""What a batch of frames says about the episodes that ended in it, and where it is written."""

from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from tensordict import TensorDictBase

from symbolic_rl.runs import PHASES, Value


class EpisodeStatistics:
    """Counts inferences and ended episodes, batch by batch.

    Forced moves are played within a step or a reset, so inferences are counted by the counter of
    each episode, not by frames. The moves of a reset stand in the first state of its episode.

    Args:
        n_envs: rows of a batch.
    """

    KEYS = ("done", "inferences", "episode_return", "episode_inferences")
    """What is read of ``next``; of the frame itself, ``inferences``."""

    def __init__(self, n_envs: int) -> None:
        self._is_new = torch.ones(n_envs, 1, dtype=torch.bool)
        self._recent: deque[tuple[int, int]] = deque(maxlen=10)

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
        return {
            "frames": done.numel(),
            "inferences": int((then - before).sum() + before[is_new].sum()),
            "episodes": len(returns),
            "success": float((returns > 0).double().mean()),
            "mean_return": float(returns.mean()),
            "mean_inferences": float(lengths.mean()),
            "median_inferences": float(lengths.median()) if len(lengths) else float("nan"),
        }

    def start_anew(self) -> None:
        """Expect a new episode in every row."""
        self._is_new = torch.ones_like(self._is_new)

    def state_dict(self) -> dict[str, Any]:
        """Which rows start an episode with the next batch, and the recent counts."""
        return {"is_new": self._is_new, "recent": [list(pair) for pair in self._recent]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        self._is_new = state["is_new"]
        self._recent.extend((int(won), int(n)) for won, n in state["recent"])


class Gauge:
    """Turns counts that only grow into how much they grew since one looked last.

    Args:
        read: the counts by name.
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


class Timing:
    """Splits the time of updates into ``PHASES``, and adds it up over a session.

    Args:
        read: seconds so far of the phases within and after the collection; ``ranks``: of waiting
            for other ranks, which is no part of any phase but ``wait``.
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


class Board:
    """Writes TensorBoard events; a reader starts ``tensorboard --logdir runs``.

    Args:
        path: the run's directory.
        first: events from this iteration on are written anew.
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
        """Write what is left."""
        self._writer.close()
