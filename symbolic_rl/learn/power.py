"""Power to which searches raise a policy's probabilities, fitted on proofs that it did not learn.

Levin search pays 1 / probability for a derivation, so the best power is the one under which known
proofs are most probable: the mean of -log softmax(b z) over their choices is convex in b, and its
slope, E[z] - z_chosen, rises with b. One bisection finds where it is 0.

Dimension key: F frames, A actions.
"""

import numpy as np
import torch
from torch import Tensor

from symbolic_rl.base.config import SearchConfig

_HALVINGS = 40
SHARPER_SHARE = 0.5
"""Most that a sharper reading of a policy has of the probability of a derivation."""


def best_power(logits: Tensor, chosen: Tensor, least: float, most: float) -> float:
    """Return the power in [``least``, ``most``] under which choices are most probable.

    >>> best_power(torch.tensor([[0.0, 1.0]] * 10), torch.tensor([1] * 9 + [0]), 1, 30)  # ln 9
    2.197...

    Args:
        logits: [F, A] float; -inf for what cannot be chosen.
        chosen: [F] int64 actions.
        least: lower bound, above 0.
        most: upper bound.
    """
    z = logits.double() - logits.double().max(dim=-1, keepdim=True).values
    shown = z.isfinite()
    z = z.masked_fill(~shown, 0.0)
    right = z.gather(-1, chosen[:, None]).squeeze(-1)
    low, high = np.log(least), np.log(most)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        weights = (np.exp(middle) * z).masked_fill(~shown, -torch.inf).softmax(dim=-1)
        slope = float(((weights * z).sum(dim=-1) - right).mean())
        low, high = (low, middle) if slope > 0 else (middle, high)
    return float(np.exp((low + high) / 2))


def reading_of(power: float, *, steps_to_go: bool = False) -> SearchConfig:
    """Return how searches read a policy whose fitted power is ``power``.

    Proofs of queries like those of training do not show what a sharper reading finds in longer
    derivations, so its share is not fitted: it is the power, and at most ``SHARPER_SHARE``. A small
    power says that the policy is often wrong, and then the sharper reading costs the first little.
    """
    power = float(f"{power:.3g}")
    return SearchConfig(
        sharpness=power, sharper_share=min(SHARPER_SHARE, power), steps_to_go=steps_to_go
    )
