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

from symbolic_rl.bridge.structs import N_FEATURES, STRUCTURE_WIDTH as WIDTH
from symbolic_rl.policy.batch import Batch

OF_STRUCTURE = {f"structure.{layer}": "candidates" for layer in ("first", "out")}
"""The layers, as :attr:`.Head.ROWS` names them."""


FEATURES = {
    "CANDIDATES": "siblings",
    "STATE_GOALS": "goals of the state",
    "STATE_SIZE": "size of the state",
    "STATE_VARIABLES": "variables of the state",
    "SELECTED_SIZE": "size of the selected goal",
    "SELECTED_LARGEST": "size of the selected goal's largest argument",
    "SELECTED_GROUND": "a selected goal without variables",
    "IS_PROOF": "no goal is left",
    "GOALS_ADDED": "goals added",
    "GOALS": "goals",
    "GROUND_GOALS": "share of goals without variables",
    "SIZE": "size",
    "SIZE_CHANGE": "growth in size",
    "VARIABLES": "variables",
    "VARIABLES_CHANGE": "growth in variables",
    "FIRST_SIZE": "size of the first goal",
    "FIRST_SIZE_CHANGE": "first goal larger than the selected one",
    "LARGEST_CHANGE": "largest argument larger than the selected goal's",
    "FIRST_VARIABLES": "variables of the first goal",
    "FIRST_SHARED": "variables of the first goal that later goals share",
    "ARGUMENT_VARIABLES": "share of the first goal's arguments that are variables",
    "RECURSIVE_FIRST": "the first goal calls the selected predicate",
    "RECURSIVE": "new goals that call the selected predicate",
    "REPEATED": "a goal that is there twice",
    "SIMILAR_TO_SELECTED": "likeness of the first and the selected goal",
    "SIMILAR_TO_SECOND": "likeness of the first two goals",
    "SIMILAR_ARGUMENTS": "likeness of two arguments of the first goal",
    "EQUAL_ARGUMENTS": "equal arguments of the first goal",
    "KNOWN": "names in the first goal's other arguments that its largest one has too",
    "FRESH": "names in the first goal that the selected one has not",
    "INTEGERS": "integers in the first goal",
    "LARGEST_INTEGER": "largest integer in the first goal",
    "NEAREST_INTEGERS": "distance of the first goal's nearest integers",
    "RANK": "siblings before it",
    "RANK_SHARE": "share of siblings before it",
    "IS_LAST": "the last sibling",
}
"""Descriptions of the features, in the order of columns; :data:`RANKED` have two more each."""

RANKED = ("GOALS", "SIZE", "VARIABLES", "FIRST_SIZE", "SIMILAR_ARGUMENTS", "KNOWN")

_FAR = "above the least", "below the most"

MEANINGS = (*FEATURES.values(), *(f"{FEATURES[name]}, {how}" for name in RANKED for how in _FAR))
"""[F] what a column tells of a candidate, compared with its siblings."""


class StructurePart(nn.Module):
    """Scores of candidates; its last layer is zero at first, so that it says nothing."""

    mean: Tensor
    inverse_std: Tensor
    mix: Tensor
    """[2] float32: factors of the symbol part and of this one in a logit."""
    to_go: Tensor
    """[F + 1] float32: weights, and bias, of a state's value, the logarithm of 1 + inferences left,
    for a head that knows no symbols."""

    def __init__(self) -> None:
        super().__init__()
        with torch.random.fork_rng(devices=[]):  # what is drawn later does not depend on this part
            self.first = nn.Linear(N_FEATURES, WIDTH)
        self.out = nn.Linear(WIDTH, 1, bias=False)
        self.register_buffer("mean", torch.zeros(N_FEATURES))
        self.register_buffer("inverse_std", torch.full((N_FEATURES,), 1 / 64))
        self.register_buffer("mix", torch.ones(2))
        self.register_buffer("to_go", torch.zeros(N_FEATURES + 1))
        nn.init.zeros_(self.out.weight)

    def forward(self, structure_CF: Tensor) -> Tensor:
        """Return scores [C] of candidates by their features [C, F] int8."""
        x = (structure_CF.float() - self.mean) * self.inverse_std
        scores: Tensor = self.out(self.first(x).relu()).squeeze(-1)
        return scores

    def means(self, structure_CF: Tensor, frame_C: Tensor, n_frames: int) -> Tensor:
        """Return what the value of a frame reads [B, F + 1]: means of its candidates, and 1."""
        # The candidates of a frame are adjacent, so a sum is the difference of two: exact, and
        # without a wait for the device.
        end = torch.searchsorted(frame_C, torch.arange(n_frames, device=frame_C.device), right=True)
        start = torch.cat([end.new_zeros(1), end[:-1]])
        up_to = torch.cat([end.new_zeros(1, N_FEATURES), structure_CF.long().cumsum(0)])
        count = (end - start).clamp(min=1).unsqueeze(1)
        means = ((up_to[end] - up_to[start]) / count - self.mean) * self.inverse_std
        return torch.cat([means, means.new_ones(n_frames, 1)], 1)

    def plain(self) -> dict[str, Any]:
        """Return the layers for C, input first, with the normalization in them, and the factor.

        There are none where the factor is 0: then searches compute no features.
        """
        if not self.mix[1]:
            return {}
        first = self.first.weight * self.inverse_std
        return {
            "structure": first.T,
            "structure_bias": self.first.bias - first @ self.mean,
            "structure_out": self.out.weight[0],
            "structure_factor": float(self.mix[1]),
        }


@torch.no_grad()
def structure_logits(part: StructurePart, batch: Batch, frames: Tensor) -> Tensor:
    """Return the scores [B, A] of some frames; minus infinity for illegal actions."""
    choices = batch.legal(frames)
    scores = part(batch.structure_of(choices.place_C).to(part.mean.device)).cpu()
    logits = torch.full((len(frames), batch.n_actions), -torch.inf)
    logits[choices.frame_C, batch.action_C[choices.place_C].long()] = scores
    return logits


class Weighed(NamedTuple):
    """A feature, by what it does for the choices of proofs."""

    meaning: str
    nats: float  # lost for each choice where the feature says the same of all candidates
    sign: int  # the choices have more (1) or less (-1) of it than their siblings; 0: as much


@torch.no_grad()
def weighed(part: StructurePart, batch: Batch, action: Tensor, most: int) -> list[Weighed]:
    """Return the ``most`` features without which choices would be least probable, first one first.

    ``action`` [B] is the one of each of B frames with structure that a proof takes.
    """
    frames = torch.arange(len(batch))
    choices = batch.legal(frames)
    x = batch.structure_of(choices.place_C).float().to(part.mean.device)
    frame = choices.frame_C.to(x.device)
    is_taken = (batch.action_C == action.long()[choices.frame_C]).to(x.device)

    def nats(features: Tensor) -> float:
        scores = part(features).double() * part.mix[1]
        sums = torch.zeros(len(batch), dtype=torch.float64, device=x.device)
        sums.index_add_(0, frame, scores.exp())
        return float((scores[is_taken] - sums.log()).mean())

    n = torch.bincount(frame).unsqueeze(1)
    apart = x[is_taken] - torch.zeros(len(batch), x.shape[1], device=x.device).index_add_(
        0, frame, x / n[frame]
    )
    whole, found = nats(x), list[Weighed]()
    for column, meaning in enumerate(MEANINGS):
        without = x.clone()
        without[:, column] = part.mean[column]
        sign = int(apart[:, column].mean().sign())
        found.append(Weighed(meaning, whole - nats(without), sign))
    return sorted(found, key=lambda one: -one.nats)[:most]
