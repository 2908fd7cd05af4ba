"""Frames of proofs, and a replay of the latest proof of each query.

Dimension key: F frames.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.derivations.proof_frames import ProofFrames
from symbolic_rl.policy.batch import Batch, Staged


@dataclass(frozen=True)
class ProofRows:
    """Packed frames of one proof of each query, and what is learned from them."""

    batch: Batch
    query: Tensor  # [F] number of the frame's training query
    action: Tensor  # [F] action that the proof takes
    to_go: Tensor  # [F] inferences left

    @classmethod
    def of(cls, framed: ProofFrames[Batch], queries: Sequence[int]) -> Self:
        """Join the frames of proofs of ``queries``."""
        query = np.repeat(np.array(queries, np.int64), framed.counts)
        batch = Batch.join(framed.packed).choose(torch.from_numpy(framed.order))
        return cls(batch, *map(torch.from_numpy, (query, framed.actions, framed.to_go)))

    def __len__(self) -> int:
        return len(self.query)

    def numel(self) -> int:
        """Return the number of frames, by the name that a rollout has for it."""
        return len(self)

    def __getitem__(self, frames: Tensor) -> Self:
        columns = self.query[frames], self.action[frames], self.to_go[frames]
        return type(self)(self.batch.choose(frames), *columns)

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return self.batch.nbytes + self.query.nbytes + self.action.nbytes + self.to_go.nbytes

    def small(self, ids: torch.dtype) -> Self:
        """Return the rows in small types; see :meth:`.Batch.small`."""
        return type(self)(
            self.batch.small(ids), self.query.int(), self.action.int(), self.to_go.int()
        )

    @classmethod
    def join(cls, parts: Sequence[Self], *, merges: bool = True) -> Self:
        """Return the rows of all parts, one part behind the other; see :meth:`.Batch.join`."""
        columns = zip(*((part.query, part.action, part.to_go) for part in parts), strict=True)
        batches = [part.batch for part in parts]
        return cls(Batch.join(batches, merges=merges), *map(torch.cat, columns))

    def balanced(self, program: Tensor, seed: int) -> Self:
        """Draw as many rows with replacement, so that each ``program`` [F] has the same share."""
        weights = 1 / torch.bincount(program)[program]
        generator = torch.Generator().manual_seed(seed)
        return self[torch.multinomial(weights, len(self), replacement=True, generator=generator)]

    def state(self) -> dict[str, Any]:
        """Return tensors and plain values, for :meth:`load`."""
        return {**vars(self), "batch": self.batch.state()}

    @classmethod
    def load(cls, state: Mapping[str, Any], read: Callable[[Batch], Staged[Any]]) -> Self:
        """Return the rows of :meth:`state`, or raise ValueError: the arrays do not fit together."""
        rows = cls(**{**state, "batch": Batch.load(state["batch"], read)})
        if {len(rows.batch), len(rows.action), len(rows.to_go)} != {len(rows)}:
            raise ValueError("not as many frames as choices")
        return rows


GROWTH = 1.25
"""Frames, or rows of features, as a multiple of those after the last time, at which equal ones of a
replay are merged."""


@dataclass
class ProofReplay:
    """Frames of the latest proof of each query, in small types.

    New frames are put behind the others, and frames of earlier proofs of their queries are drawn no
    more. To drop these and to merge equal goals copies everything, so it waits until there are
    ``GROWTH`` times as many frames as after the last time.
    """

    rows: ProofRows
    live: Tensor  # [L] frames that are drawn
    n_merged: int
    """Frames after the last time."""
    n_features: int = 0
    """Rows of features after the last time that equal ones were merged, which takes longer."""

    @classmethod
    def of(cls, rows: ProofRows) -> Self:
        """Return a replay of ``rows``, which are one proof of each query."""
        return cls(rows, torch.arange(len(rows)), len(rows))

    def __len__(self) -> int:
        return len(self.live)

    def add(self, new: ProofRows, ids: torch.dtype) -> None:
        """Add frames in the place of earlier ones of their queries; see :meth:`.Batch.small`."""
        n = len(self.rows)
        stays = ~torch.isin(self.rows.query[self.live], new.query)
        self.rows = ProofRows.join([self.rows, new.small(ids)], merges=False)
        self.live = torch.cat([self.live[stays], torch.arange(n, len(self.rows))])
        if len(self.rows) > GROWTH * self.n_merged:
            self.merge(ids)

    def merge(self, ids: torch.dtype) -> ProofRows:
        """Merge equal goals, drop the frames that are not drawn, and return all others."""
        if len(self.rows) > self.n_merged:
            rows = self.rows[self.live]
            batch = rows.batch.merged()
            if len(batch.structure_SF) > GROWTH * self.n_features:
                batch = batch.with_distinct_structure()
                self.n_features = len(batch.structure_SF)
            merged = replace(rows, batch=batch).small(ids)
            self.rows, self.live, self.n_merged = merged, torch.arange(len(rows)), len(rows)
        return self.rows

    def forget(self, most: int, ids: torch.dtype) -> int:
        """Drop the oldest quarters until the rows take ``most`` bytes; return the frames dropped.

        At least one frame stays.
        """
        if self.rows.nbytes <= most:
            return 0
        rows = self.merge(ids)
        n = len(rows)
        while rows.nbytes > most and len(rows) > 1:
            rows = rows[torch.arange(len(rows) // 4 + 1, len(rows))]
            rows = replace(rows, batch=rows.batch.with_distinct_structure()).small(ids)
        if len(rows) < n:
            self.rows, self.live, self.n_merged = rows, torch.arange(len(rows)), len(rows)
            self.n_features = len(rows.batch.structure_SF)
        return n - len(rows)

    def sample(self, n: int) -> Tensor:
        """Draw [n] frames of ``rows`` with replacement."""
        return self.live[torch.randint(len(self.live), (n,))]

    def state(self) -> dict[str, Any]:
        """Return tensors and plain values, for :meth:`load`."""
        return {**vars(self), "rows": self.rows.state()}

    @classmethod
    def load(cls, state: Mapping[str, Any], read: Callable[[Batch], Staged[Any]]) -> Self:
        """Return the replay of :meth:`state`, or raise ValueError: its arrays do not fit."""
        replay = cls(**{**state, "rows": ProofRows.load(state["rows"], read)})
        if len(replay) and not 0 <= replay.live.min() <= replay.live.max() < len(replay.rows):
            raise ValueError("a frame that is not there")
        return replay
