"""Base of the algorithms that learn from rollouts: their source, and the counts of episodes."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torch import Tensor

from symbolic_rl.base.config import ResolvedConfig, TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.collectors import make_collector
from symbolic_rl.collectors.base import Collector, CollectorMetrics
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.queries import QueryDraw
from symbolic_rl.envs.torchrl import to_arrays, to_tensors
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.batch import Batch
from symbolic_rl.training import Algorithm


class ProvedQueries:
    """Ledger of the training queries that an episode has proved.

    Frames do not name their query. But the query of an episode is a function of seed, row, number
    of the episode and level, so the draws are repeated here.

    ``draw`` draws the queries of all rows, and has drawn none yet; ``labels`` are [Q].
    """

    def __init__(self, draw: QueryDraw, labels: NDArray[np.bool_]) -> None:
        self.draw, self._labels = draw, labels
        self._proved = np.zeros(labels.size, bool)
        self._episode = np.full(draw.rows.size, -1)
        self.query = np.zeros(draw.rows.size, np.int64)
        """[n_envs] query of each row after the last rollout."""
        self._has_begun = False

    @classmethod
    def of(cls, problem: Problem, config: TrainConfig) -> Self:
        """Return the ledger of a new run."""
        asked = problem.asked("train")
        draw = QueryDraw(
            asked.sizes, np.arange(config.n_envs), config.seed, group_size=config.rows_per_query
        )
        return cls(draw, np.asarray(asked.labels, bool))

    @property
    def n_unproved(self) -> int:
        """Number of queries labelled true that no episode has proved yet."""
        return int((self._labels & ~self._proved).sum())

    def update(self, done: NDArray[np.bool_], won: NDArray[np.bool_]) -> None:
        """Note the episodes that ended in a rollout [n_envs, T], and the wins among them."""
        if not self._has_begun:
            self._start(np.arange(self._episode.size))
            self._has_begun = True
        # Step by step: teams number their episodes by step, then by row.
        for t in range(done.shape[1]):
            rows = np.flatnonzero(done[:, t])
            if rows.size:
                self._proved[self.query[rows[won[rows, t]]]] = True
                self._start(rows)

    def state_dict(self) -> dict[str, Any]:
        """Return what a resumed run needs: tensors and plain values."""
        arrays = {"proved": self._proved, "episode": self._episode, "query": self.query}
        state = {**arrays, "has_begun": self._has_begun, "draw": self.draw.state()}
        return dict(to_tensors(state))

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        state = to_arrays(state)
        self._proved, self._episode = state["proved"], state["episode"]
        self.query, self._has_begun = state["query"], state["has_begun"]
        self.draw.restore(state["draw"])

    def _start(self, rows: IntArray) -> None:
        self._episode[rows] += 1
        self.query[rows], _ = self.draw(rows, self._episode[rows])


class EpisodeStatistics:
    """Counts of inferences and ended episodes, batch by batch.

    Forced moves happen within a step or a reset, so inferences are counted by each episode's
    counter and not by frames. The first state of an episode counts the moves of its reset.
    """

    KEYS = ("done", "truncated", "inferences", "episode_return", "episode_inferences")
    """Keys read from ``next``; the frame itself needs only ``inferences``."""

    def __init__(self, n_envs: int, proved: ProvedQueries | None = None) -> None:
        self._is_new = torch.ones(n_envs, 1, dtype=torch.bool)
        self._recent: deque[tuple[int, int]] = deque(maxlen=10)
        self.proved = proved

    @property
    def recent_success(self) -> float:
        """Success rate of the episodes that ended in the last ten batches; 0 without any."""
        return sum(won for won, _ in self._recent) / max(1, sum(n for _, n in self._recent))

    def update(self, batch: TensorDictBase) -> dict[str, Value]:
        """Return the statistics of a rollout [n_envs, T] that continues the last one."""
        after = batch.get("next").select(*self.KEYS).cpu()
        batch = batch.select("inferences").cpu()
        done = after.get("done").squeeze(-1)
        before, then = (td.get("inferences").squeeze(-1) for td in (batch, after))
        # The frame after an end is the first of an episode; its count so far is its reset's.
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

    def state_dict(self) -> dict[str, Any]:
        """Return the mask of rows that begin an episode next, and the recent counts."""
        state = {"is_new": self._is_new, "recent": [list(pair) for pair in self._recent]}
        return state if self.proved is None else {**state, "proved": self.proved.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`, or raise ValueError: the number of rows differs."""
        if state["is_new"].shape != self._is_new.shape or state["is_new"].dtype != torch.bool:
            raise ValueError("statistics of other rows")
        self._is_new = state["is_new"]
        self._recent.extend((int(won), int(n)) for won, n in state["recent"])
        if self.proved is not None:
            self.proved.load_state_dict(state["proved"])


def frames_of_all(ranks: Ranks, batch: TensorDictBase) -> TensorDictBase:
    """Join the counted keys of the rollouts of all ranks, to [n_envs, T]."""
    if ranks.count == 1:
        return batch
    after = batch.get("next")
    seen = [batch.get("inferences"), *(after.get(key) for key in EpisodeStatistics.KEYS)]
    # One message: all columns as float64, which holds every count exactly.
    columns = ranks.gather(torch.cat([x.double().cpu() for x in seen], -1))
    first, *rest = torch.split(columns, 1, -1)
    then = {
        key: column.to(after.get(key).dtype)
        for key, column in zip(EpisodeStatistics.KEYS, rest, strict=True)
    }
    size = columns.shape[:2]
    before = first.to(batch.get("inferences").dtype)
    return TensorDict({"inferences": before, "next": TensorDict(then, size)}, size)


class RolloutAlgorithm(Algorithm):
    """Algorithm that learns from rollouts of a collector, and counts their episodes."""

    def __init__(
        self, policy: DerivationPolicy, config: TrainConfig, ranks: Ranks | None = None
    ) -> None:
        super().__init__(policy, config, ranks)
        self._collector: Collector | None = None

    def open(
        self,
        problem: Problem,
        config: ResolvedConfig,
        state: Mapping[str, Any] | None = None,
        *,
        others: Sequence[Problem] = (),
    ) -> None:
        """Open the collector; see :class:`.Algorithm`."""
        assert not others, "rollouts are of one program"
        self._collector = make_collector(problem, self.policy, config, state)
        self._rollouts: Iterator[TensorDictBase] = iter(self._collector)
        has_chance = problem.vocabulary.has_chance
        proved = None if has_chance else ProvedQueries.of(problem, self.config)
        self._statistics = EpisodeStatistics(self.config.n_envs, proved)

    def gather(self) -> TensorDictBase:
        """Return the next rollout [n_envs, T]; it overwrites the last one."""
        return next(self._rollouts)

    def packed(self, batch: TensorDictBase) -> tuple[Batch, Tensor]:
        """Return the packed observations of a rollout, and where each frame [n_envs * T] is there.

        Padded ones are packed on their device.
        """
        packed = self._collector.packed if self._collector else None
        if packed:
            return packed.frames, packed.place
        flat = {key: batch.get(key).flatten(0, 1) for key in self.policy.in_keys}
        frames = self.policy.batch(TensorDict(flat, [batch.numel()]))
        return frames, torch.arange(batch.numel())

    def count(self, batch: TensorDictBase) -> dict[str, Value]:
        """Return the counts of a rollout that continues the last one."""
        return self._statistics.update(frames_of_all(self.ranks, batch))

    def describe(self) -> str:
        """Return the collector's line; subclasses put their own in front."""
        return self._collector.describe() if self._collector else ""

    @property
    def success(self) -> float:
        """Success rate of the episodes that ended in the last ten batches; 0 without any."""
        return self._statistics.recent_success

    @property
    def metrics(self) -> CollectorMetrics:
        """See :class:`.Algorithm`."""
        assert self._collector is not None
        return self._collector.metrics

    def set_level(self, level: int) -> None:
        """See :class:`.Algorithm`."""
        assert self._collector is not None
        self._collector.set_level(level)
        if self._statistics.proved:
            self._statistics.proved.draw.level = level

    def rows(self) -> dict[str, Any]:
        """Return the state of the derivations in progress."""
        assert self._collector is not None
        return self._collector.state()

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the statistics; subclasses add the state of learning."""
        return {"statistics": self._statistics.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore the statistics."""
        self._statistics.load_state_dict(state["statistics"])

    def shutdown(self) -> None:
        """See :class:`.Algorithm`."""
        if self._collector is not None:
            self._collector.shutdown()
