"""Short rows apart from long ones, where that saves more padding than another pass costs.

Of the states of ``family`` one in a hundred is eight times as long as the middle one.
"""

from functools import cache

import torch
from torch import Tensor

from symbolic_rl.devices import fetch
from symbolic_rl.engine.tensor.states import Part

_BOUNDS = (4, 8, 12, 16, 24, 40, 64)


@cache
def _bounds(device: torch.device) -> Tensor:
    return torch.tensor(_BOUNDS, device=device)


_PASS_TOKENS = {"cpu": 2**12, "cuda": 2**20}
"""Padding, in tokens, that takes as long as a pass over hardly any rows."""


def parts_of(sizes: Tensor) -> list[Part]:
    """Rows [N] by size: one part or more, the shortest first.

    Args:
        sizes: [N] int64 what each row needs; N is not 0.
    """
    bucket = torch.bucketize(sizes, _bounds(sizes.device))
    upto = torch.zeros(len(_BOUNDS) + 1, dtype=torch.int64, device=sizes.device)
    upto = upto.index_add_(0, bucket, torch.ones_like(bucket)).cumsum(0)
    longest, *most = fetch(sizes.max(), *upto[:-1].unbind(0))
    longest, n = max(1, longest), len(sizes)
    known = [(0, 0), *zip(_BOUNDS, most, strict=True)]
    ends = [*((bound, many) for bound, many in known if bound < longest and many < n), (longest, n)]
    pass_ = _PASS_TOKENS.get(sizes.device.type, 2**20)
    best = [(0, -1)]  # the least cost of the rows up to an end, and the end before that
    for i, (bound, many) in enumerate(ends[1:], 1):
        ways = ((best[j][0] + (many - ends[j][1]) * bound + pass_, j) for j in range(i))
        best.append(min(ways))
    chosen = [len(ends) - 1]
    while (before := best[chosen[-1]][1]) > 0:
        chosen.append(before)
    if len(chosen) == 1:
        return [Part(None, longest)]
    parts, (lower, seen) = [], (-1, 0)
    for i in reversed(chosen):
        bound, many = ends[i]
        where = (sizes > lower) & (sizes <= bound)
        parts.append(Part(torch.nonzero_static(where, size=many - seen).squeeze(1), bound))
        lower, seen = bound, many
    return [part for part in parts if len(part.rows)]  # type: ignore[arg-type]
