"""Segments: contiguous rows of a matrix that belong to one owner, such as a move or a trajectory.

Dimension key: R rows, n owners, K columns, and O and I columns of the factors of a product.
"""

from functools import cached_property

import torch
from torch import Tensor
from torch.nn import functional as F

ALIGNED_BYTES = 16
"""Length of which the rows that ``grouped_mm`` accepts are multiples."""


class Segments:
    """Rows of each of n owners, in a matrix whose rows are sorted by owner.

    Invariant: the rows of owner i are ``starts[i] : starts[i + 1]``; owners may have none.

    Args:
        owner: [R] int64, ascending.
        n: number of owners.
    """

    def __init__(self, owner: Tensor, n: int) -> None:
        if len(owner):  # asynchronous, as a device must not be waited for
            torch._assert_async((owner[1:] >= owner[:-1]).all(), "rows are not in order")
        self.owner, self.n = owner, n
        self.counts = torch.bincount(owner, minlength=n)
        self.starts = torch.cat([owner.new_zeros(1), self.counts.cumsum(0)])
        self._folded: dict[int, Segments] = {}

    def folded(self, factor: int) -> "Segments":
        """Return the segments of a matrix with ``factor`` rows in place of each row."""
        if factor == 1:
            return self
        if factor not in self._folded:
            self._folded[factor] = Segments(self.owner.repeat_interleave(factor), self.n)
        return self._folded[factor]

    def sums(self, rows: Tensor) -> Tensor:
        """Return the sums [n, K] of rows [R, K]."""
        return torch.segment_reduce(rows, "sum", offsets=self.starts, axis=0)

    def among(self, many: Tensor) -> tuple[Tensor, "Segments"]:
        """Return the rows of ascending owners ``many``, and the segments of these rows."""
        new = torch.full_like(self.counts, -1)
        new[many] = torch.arange(len(many), device=many.device)
        rows = (new[self.owner] >= 0).nonzero().squeeze(1)
        return rows, Segments(new[self.owner[rows]], len(many))

    @cached_property
    def longest(self) -> int:
        """Number of rows of the owner that has most."""
        return int(self.counts.max()) if self.n else 0

    @cached_property
    def places(self) -> Tensor:
        """[R] position of each row within its segment."""
        return torch.arange(len(self.owner), device=self.owner.device) - self.starts[self.owner]

    def padded(self, rows: Tensor, length: int) -> Tensor:
        """Return rows [R, K] as [n, length, K]: the rows of each segment, then zeros."""
        place = self.places + self.owner * length
        blank = rows.new_zeros(self.n * length, rows.shape[1])
        return blank.index_copy_(0, place, rows).view(self.n, length, -1)

    def products(self, left: Tensor, right: Tensor) -> Tensor:
        """Return the products ``left_i.T @ right_i`` [n, O, I] of segments of [R, O] and [R, I]."""
        on_cpu = left.device.type == "cpu" and left.dtype == torch.float32
        if on_cpu and all(
            m.shape[1] * m.element_size() % ALIGNED_BYTES == 0 for m in (left, right)
        ):
            return F.grouped_mm(left.T, right, offs=self.starts[1:].int())
        # A batched product needs segments of one length; padding rows of zeros add nothing.
        longest = self.longest
        return self.padded(left, longest).mT @ self.padded(right, longest)
