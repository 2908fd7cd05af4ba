"""Imitation of proofs: cross-entropy on the choices of the shortest known proof of each query.

Proofs come from a search that the policy guides, and the better policy makes the search find more:
expert iteration (Anthony, Tian and Barber, 2017), with shortest proofs as in Levin tree search's
bootstrap (Orseau and Lelis, 2021). Frames of proofs are kept in a TorchRL replay buffer.

Dimension key: F frames of new proofs, B frames of a minibatch, A actions of the window.
"""

from collections import defaultdict
from time import perf_counter
from typing import Any

import torch
from tensordict import TensorDictBase
from torch import Tensor
from torchrl.data import LazyTensorStorage, TensorDictReplayBuffer
from torchrl.data.replay_buffers.samplers import Sampler
from torchrl.data.replay_buffers.storages import Storage

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.learn.learner import Learner
from symbolic_rl.policy import DerivationPolicy

MAX_FRAMES = 1_000_000
"""Frames that are kept; the room is taken as it is needed."""


class LiveSampler(Sampler):  # type: ignore[misc]
    """Uniform draws from the frames of the proofs that stand; replaced proofs leave gaps."""

    def __init__(self) -> None:
        self.live = torch.zeros(0, dtype=torch.int64)
        """[L] places of the storage."""

    def sample(self, storage: Storage, batch_size: int) -> tuple[Tensor, dict[str, Any]]:
        """Return [batch_size] places, drawn with replacement."""
        return self.live[torch.randint(len(self.live), (batch_size,))], {}

    def state_dict(self) -> dict[str, Any]:
        """Return what :meth:`load_state_dict` needs."""
        return {"live": self.live}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from :meth:`state_dict`."""
        self.live = state_dict["live"]

    def _empty(self) -> None:
        self.live = self.live[:0]

    def dumps(self, path: Any) -> None:
        """Write the places of the frames to a folder."""
        torch.save(self.state_dict(), f"{path}/live.pt")

    def loads(self, path: Any) -> None:
        """Read what :meth:`dumps` has written."""
        self.load_state_dict(torch.load(f"{path}/live.pt", weights_only=True))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.live)} frames)"


class ProofBuffer:
    """Frames of the shortest known proof of each query."""

    def __init__(self) -> None:
        self._sampler = LiveSampler()
        self._frames = TensorDictReplayBuffer(
            storage=LazyTensorStorage(MAX_FRAMES), sampler=self._sampler, batch_size=1
        )
        self._places: dict[int, Tensor] = {}
        self._free = torch.zeros(0, dtype=torch.int64)
        self._end = 0

    def __len__(self) -> int:
        return len(self._sampler.live)
