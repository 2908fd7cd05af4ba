"""Replay buffer of proofs, which grows with the queries that are proved."""

from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor


class ProofBuffer:
    """Frames of one proof of each query, drawn from uniformly.

    A proof that is replaced leaves places that the next proofs are written to: the buffer grows
    with the queries that are proved, not with the rounds of training.

    Dimension key: P places of the storage, L places in use, F frames of new proofs.
    """

    def __init__(self) -> None:
        self._frames: TensorDictBase = TensorDict(batch_size=[0])
        """[P]"""
        self._places: dict[int, Tensor] = {}
        """Query -> places of its frames."""
        self._live = torch.zeros(0, dtype=torch.int64)
        """[L] places of all queries."""
        self._free = torch.zeros(0, dtype=torch.int64)
        """[P - L]"""

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, query: int) -> bool:
        return query in self._places

    def replace(self, frames: TensorDictBase) -> None:
        """Keep ``frames`` [F] in place of the known ones of their queries, by the key ``query``."""
        queries = frames.get("query")
        numbers = list(dict.fromkeys(queries.tolist()))  # in order, so that a resumed run agrees
        left = [self._places.pop(query) for query in numbers if query in self._places]
        self._free = torch.cat([self._free, *left])
        self._grow(frames)
        places, self._free = self._free[: len(frames)], self._free[len(frames) :]
        self._frames[places] = frames
        self._places |= {query: places[queries == query] for query in numbers}
        self._live = torch.cat(list(self._places.values()))

    def _grow(self, frames: TensorDictBase) -> None:
        """Make room for ``frames``: at least twice the places, so that few frames are copied."""
        missing, n = len(frames) - len(self._free), len(self._frames)
        if missing <= 0:
            return
        grown = frames.new_empty(n + max(n, missing))  # memory is committed when it is written
        if n:
            grown[:n] = self._frames
        self._free = torch.cat([self._free, torch.arange(n, len(grown))])
        self._frames = grown

    def sample(self, n: int) -> TensorDictBase:
        """Return [n] frames, drawn with replacement."""
        frames: TensorDictBase = self._frames[self._live[torch.randint(len(self._live), (n,))]]
        return frames

    def state(self) -> dict[str, Any]:
        """Return the frames [L] that are kept, for :meth:`load`."""
        return self._frames[self._live].to_dict() if len(self) else {}

    def load(self, state: dict[str, Any]) -> None:
        """Keep the frames of :meth:`state`."""
        if state:
            self.replace(TensorDict(state, batch_size=[len(state["query"])]))
