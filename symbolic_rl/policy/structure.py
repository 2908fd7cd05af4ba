"""Structure part of a head: a score of each candidate from features without names.

The logarithm of a choice's probability is the sum of a symbol part, the head's own logit, and a
structure part: a small network over the features that C computes (``prolog/core/structure.c``,
``docs/reference/structure.md``). The structure part knows no symbol, so that it is right on goals
whose symbols, sizes and places training has not shown.

Dimension key: see :mod:`symbolic_rl.policy.batch`, and
    F  features      H  width of the network
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.bridge.structs import STRUCTURE_WIDTH as WIDTH
from symbolic_rl.policy.batch import Batch, spans

OF_STRUCTURE = {f"structure.{layer}": "candidates" for layer in ("first", "out")}
"""The layers, as :attr:`.Head.ROWS` names them."""


class StructurePart(nn.Module):
    """Scores of candidates; its last layer is zero at first, so that it says nothing."""

    mean: Tensor
    inverse_std: Tensor
    mix: Tensor
    """[2] float32: factors of the symbol part and of this one in a logit."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(N_FEATURES, WIDTH)
        self.out = nn.Linear(WIDTH, 1, bias=False)
        self.register_buffer("mean", torch.zeros(N_FEATURES))
        self.register_buffer("inverse_std", torch.full((N_FEATURES,), 1 / 64))
        self.register_buffer("mix", torch.ones(2))
        nn.init.zeros_(self.out.weight)

    def forward(self, structure_CF: Tensor) -> Tensor:
        """Return scores [C] of candidates by their features [C, F] int8."""
        x = (structure_CF.float() - self.mean) * self.inverse_std
        scores: Tensor = self.out(self.first(x).relu()).squeeze(-1)
        return scores

    def plain(self) -> dict[str, Any]:
        """Return the layers for C, input first, with the normalization in them, and the factor."""
        first = self.first.weight * self.inverse_std
        return {
            "structure": first.T,
            "structure_bias": self.first.bias - first @ self.mean,
            "structure_out": self.out.weight[0],
            "structure_factor": float(self.mix[1]),
        }


class Choices(NamedTuple):
    """The legal actions of some frames of a batch."""

    place_C: Tensor  # among the legal actions of the batch
    frame_C: Tensor  # number of the frame among those chosen

    @classmethod
    def of(cls, batch: Batch, frames: Tensor) -> "Choices":
        """Return the legal actions of ``frames`` [B]."""
        start = batch.start_B[frames].long()
        count = batch.start_B[frames + 1].long() - start
        total = int(count.sum())
        frame_C = torch.repeat_interleave(count, output_size=total)
        return cls(spans(start, count, total), frame_C)


@torch.no_grad()
def structure_logits(part: StructurePart, batch: Batch, frames: Tensor) -> Tensor:
    """Return the scores [B, A] of some frames; minus infinity for illegal actions."""
    choices = Choices.of(batch, frames)
    scores = part(batch.structure_CF[choices.place_C].to(part.mean.device)).cpu()
    logits = torch.full((len(frames), batch.n_actions), -torch.inf)
    logits[choices.frame_C, batch.action_C[choices.place_C].long()] = scores
    return logits
