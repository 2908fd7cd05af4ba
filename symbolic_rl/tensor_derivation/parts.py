"""Short states apart from long ones, where that saves more padding than a second pass costs.

Of the states of ``family`` one in a hundred is eight times as long as the middle one.
"""

import torch
from torch import Tensor

from symbolic_rl.devices import fetch
from symbolic_rl.engine.tensor.states import Part

_BOUNDS = (8, 12, 16, 24, 32, 64)
_PASS_TOKENS = {"cpu": 2**15, "cuda": 2**22}
"""Tokens of padding that take as long as a pass over hardly any rows."""


def parts_of(sizes: Tensor) -> list[Part]:
    """All rows [N], or the short and the long ones.

    Args:
        sizes: [N] tokens of each state; N is not 0.
    """
    longest, *short = fetch(sizes.max(), *((sizes <= bound).sum() for bound in _BOUNDS))
    n, pass_ = len(sizes), _PASS_TOKENS.get(sizes.device.type, 2**22)
    costs = [
        (many * bound + (n - many) * longest + pass_, bound, many)
        for bound, many in zip(_BOUNDS, short, strict=True)
        if 0 < many < n
    ]
    cost, bound, many = min(costs, default=(n * longest, 0, 0))
    if cost >= n * longest:
        return [Part(None, max(1, longest))]
    is_short = sizes <= bound
    return [
        Part(torch.nonzero_static(is_short, size=many).squeeze(1), bound),
        Part(torch.nonzero_static(~is_short, size=n - many).squeeze(1), longest),
    ]
