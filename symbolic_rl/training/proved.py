"""Training queries that episodes have proved so far."""

from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.queries import QueryDraw


class ProvedQueries:
    """Ledger of the training queries that an episode has proved.

    Frames do not say which query they belong to. But the query of each episode is a function of
    seed, row, number of the episode and level, so the draws are repeated here.

    Args:
        draw: of all rows of the run, as it was before the first episode.
        labels: [Q] labels of the training queries; those that are false have no proof to be found.
    """

    def __init__(self, draw: QueryDraw, labels: NDArray[np.bool_]) -> None:
        self.draw, self._labels = draw, labels
        self._fresh = draw.state()
        self._proved = np.zeros(labels.size, bool)
        self._episode = np.full(draw.rows.size, -1)
        self.query = np.zeros(draw.rows.size, np.int64)
        """[n_envs] query that each row plays after the last rollout."""
        self._has_begun = False

    @classmethod
    def of(cls, problem: Problem, config: TrainConfig) -> Self:
        """Return the ledger of a run that begins."""
        asked = problem.asked("train")
        draw = QueryDraw(
            asked.sizes,
            np.arange(config.n_envs),
            config.seed,
            group_size=config.rows_per_query,
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
        for t in range(done.shape[1]):
            rows = np.flatnonzero(done[:, t])
            if rows.size:
                self._proved[self.query[rows[won[rows, t]]]] = True
                self._start(rows)

    def start_anew(self) -> None:
        """Expect the first episode in every row; queries stay proved."""
        level = self.draw.level
        self.draw.restore({**self._fresh, "level": level})
        self._episode[:] = -1
        self._has_begun = False

    def state_dict(self) -> dict[str, Any]:
        """Return what a resumed run needs: tensors and plain values."""
        arrays = {"proved": self._proved, "episode": self._episode, "query": self.query}
        tensors = {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
        draw = {
            name: torch.from_numpy(value) if isinstance(value, np.ndarray) else value
            for name, value in self.draw.state().items()
        }
        return {**tensors, "has_begun": self._has_begun, "draw": draw}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        self._proved = state["proved"].numpy().copy()
        self._episode = state["episode"].numpy().copy()
        self.query = state["query"].numpy().copy()
        self._has_begun = state["has_begun"]
        self.draw.restore(
            {
                name: value.numpy() if isinstance(value, Tensor) else value
                for name, value in state["draw"].items()
            }
        )

    def _start(self, rows: IntArray) -> None:
        self._episode[rows] += 1
        self.query[rows], _ = self.draw(rows, self._episode[rows])
