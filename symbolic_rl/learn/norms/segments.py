"""Segments of a batch: the frames of each derivation, aligned in memory."""

from functools import cached_property

import torch
from torch import Tensor
from torch.nn import functional as F

ALIGNED_BYTES = 16
"""``grouped_mm`` takes rows of a multiple of this length."""


class Segments:
    """The rows of each owner in a matrix whose rows are in their order.

    Args:
        owner: [R], ascending.
        n: number of owners.
    """

    def __init__(self, owner: Tensor, n: int) -> None:
        if len(owner):
            torch._assert_async((owner[1:] >= owner[:-1]).all(), "rows are not in order")
        self.owner, self.n = owner, n
        self.counts = torch.bincount(owner, minlength=n)
        self.starts = torch.cat([owner.new_zeros(1), self.counts.cumsum(0)])
        self._folded: dict[int, Segments] = {}

    def folded(self, factor: int) -> "Segments":
        """The same for a matrix with ``factor`` rows instead of each."""
        if factor == 1:
            return self
        if factor not in self._folded:
            self._folded[factor] = Segments(self.owner.repeat_interleave(factor), self.n)
        return self._folded[factor]

    def sums(self, rows: Tensor) -> Tensor:
        """[n, K], from rows [R, K]."""
        return torch.segment_reduce(rows, "sum", offsets=self.starts, axis=0)

    def among(self, many: Tensor) -> tuple[Tensor, "Segments"]:
        """The rows of ascending owners ``many``, numbered anew."""
        new = torch.full_like(self.counts, -1)
        new[many] = torch.arange(len(many), device=many.device)
        rows = (new[self.owner] >= 0).nonzero().squeeze(1)
        return rows, Segments(new[self.owner[rows]], len(many))

    @cached_property
    def longest(self) -> int:
        """Most rows of an owner."""
        return int(self.counts.max()) if self.n else 0

    @cached_property
    def places(self) -> Tensor:
        """[R] place of a row among those of its owner."""
        return torch.arange(len(self.owner), device=self.owner.device) - self.starts[self.owner]

    def padded(self, rows: Tensor, length: int) -> Tensor:
        """[n, length, K], from rows [R, K]; zeros behind the rows of each owner."""
        place = self.places + self.owner * length
        blank = rows.new_zeros(self.n * length, rows.shape[1])
        return blank.index_copy_(0, place, rows).view(self.n, length, -1)

    def products(self, left: Tensor, right: Tensor) -> Tensor:
        """[n, O, I], the products ``left_i.T @ right_i`` of [R, O] and [R, I]."""
        on_cpu = left.device.type == "cpu" and left.dtype == torch.float32
        if on_cpu and all(
            m.shape[1] * m.element_size() % ALIGNED_BYTES == 0 for m in (left, right)
        ):
            return F.grouped_mm(left.T, right, offs=self.starts[1:].int())
        longest = self.longest
        return self.padded(left, longest).mT @ self.padded(right, longest)
