"""Squared gradient norms of trajectories, from inputs and output gradients of layers.

The gradient of a trajectory is a weighted sum over its moves, and many trajectories make the same
moves. So the network runs once over the *distinct* moves, whose rows are not merged. A linear layer
``y = W x + b`` with inputs X [R, I] and output gradients D [R, O] has the gradient ``D_m.T @ X_m``
for the rows of move m. For a trajectory of rows r with factors f_r it is G = sum_r f_r d_r x_r^T,
and

    ||G||^2 = sum_rs f_r f_s (d_r . d_s) (x_r . x_s),

so that two Gram matrices of its rows replace the [O, I] matrix G (Goodfellow 2015, arXiv 1510.01799
for one row; ghost norms for many). With many rows G itself is less work: the choice between both is
the mixed ghost norm of Bu et al. 2023 (arXiv 2210.00038). An embedding is a linear layer whose
inputs count symbols. All calls of one weight enter one sum before it is squared.

There are rules for Linear, Embedding, EmbeddingBag (sums) and LayerNorm.

Dimension key: m moves, n trajectories (owners of rows), E pairs of a trajectory and a move of it, R
rows of a layer, I its inputs, O its outputs, K columns, L symbols that an embedding looks up.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from symbolic_rl.policy.batch import distinct

ALIGNED_BYTES = 16
"""``grouped_mm`` takes rows whose length in bytes is a multiple of this."""


class Segments:
    """Rows of each of n owners, in a matrix whose rows are sorted by owner.

    Invariant: the rows of owner i are ``starts[i] : starts[i + 1]``; owners may have none.
    """

    def __init__(self, owner: Tensor, n: int) -> None:
        if len(owner):  # asynchronous: the host must not wait for the device
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
        """Largest number of rows of an owner."""
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


GRAM = 2.0
"""Gram matrices of r rows cost r^2 (O + I), the matrix G costs r O I: they break even at
r = O I / (O + I). Gram matrices are used up to GRAM times this r, because G also takes memory."""

BLOCKS = 64
"""Trajectories whose matrices G are computed together, few enough to stay in the cache."""

PADDED_ROWS = 8192
"""Padded rows whose Gram matrices are computed together."""

COUNTS = 2**21
"""Elements of a table of symbol counts up to which an embedding is treated as a linear layer."""


@dataclass
class LayerCall:
    """Call of a layer with its arguments."""

    name: str
    module: nn.Module
    inputs: tuple[Any, ...]
    output: Tensor


def has_rule(module: nn.Module) -> bool:
    """Return whether there is a rule for the gradients of this layer."""
    if isinstance(module, nn.Embedding | nn.EmbeddingBag):
        is_plain = module.max_norm is None and not module.scale_grad_by_freq
        return is_plain and getattr(module, "mode", "sum") == "sum"
    return isinstance(module, nn.Linear | nn.LayerNorm)


class _Sums:
    """Weighted sums of moves, one for each of n trajectories; all arrays are [E], by trajectory."""

    def __init__(self, move: Tensor, factor: Tensor, trajectory: Tensor, n: int) -> None:
        self.move, self.factor, self.n = move, factor, n
        self.segments = Segments(trajectory, n)
        self._rows: dict[Segments, _Rows] = {}

    def dense(self, each: Tensor) -> Tensor:
        """Return squared norms [n] of the sums of ``each`` [m, K]."""
        scaled = each.index_select(0, self.move) * self.factor[:, None]
        return self.segments.sums(scaled).square().sum(1)

    def rows(self, segments: Segments) -> "_Rows":
        """Return the rows of each trajectory in a layer, whose rows by move are ``segments``."""
        if segments not in self._rows:
            # R' rows: each pair (trajectory, move) is repeated for every row of the move.
            count = segments.counts[self.move]
            end = count.cumsum(0)
            pair = torch.repeat_interleave(count)
            place = torch.arange(len(pair), device=pair.device) - (end - count)[pair]
            owner = Segments(self.segments.owner[pair], self.n)
            index = segments.starts[self.move][pair] + place
            self._rows[segments] = _Rows(index, self.factor[pair], owner)
        return self._rows[segments]


class _Rows:
    """Weighted rows of a layer by trajectory; a row may belong to many trajectories.

    ``index`` [R'] is the number of the row in the layer, ``factor`` [R'] its weight.
    """

    def __init__(self, index: Tensor, factor: Tensor, segments: Segments) -> None:
        self.index, self.factor, self.segments = index, factor, segments
        self._alike: dict[tuple[int, int], list[tuple[Tensor, Tensor, Tensor]]] = {}

    def alike(self, below: int, length: int) -> list[tuple[Tensor, Tensor, Tensor]]:
        """Return the trajectories of more than ``below`` and at most ``length`` rows, in parts.

        Each part has its trajectories [k], their rows and their factors [k, length].
        """
        if (below, length) not in self._alike:
            counts = self.segments.counts
            which = ((counts > below) & (counts <= length)).nonzero().squeeze(1)
            step = torch.arange(length, device=which.device)
            row = (self.segments.starts[which, None] + step).clamp_(max=len(self.index) - 1)
            # Padded to one length for batched products. Rows behind the last one are arbitrary:
            # their factor is 0, so they add nothing to the sum over pairs.
            factor = self.factor[row].masked_fill_(step >= counts[which, None], 0)
            parts = (
                torch.split(x, max(1, PADDED_ROWS // length))
                for x in (which, self.index[row], factor)
            )
            self._alike[below, length] = list(zip(*parts, strict=True)) if len(which) else []
        return self._alike[below, length]

    def norms(self, left: Tensor, right: "Tensor | _Shared") -> Tensor:
        """Return squared norms [n] of ``G = sum_r f_r left_r right_r^T``.

        Output gradients are ``left`` [R, O], inputs ``right`` [R, I].
        """
        segments = self.segments
        norms = left.new_zeros(segments.n)
        n_outputs, n_inputs = left.shape[1], right.shape[1]
        # Up to this number of rows, Gram matrices are less work than G itself.
        most = GRAM * n_outputs * n_inputs / (n_outputs + n_inputs)
        # Lengths double, so padding at most doubles the rows.
        below, length = 0, 1
        while length <= most and below < segments.longest:
            for which, index, factor in self.alike(below, length):
                pairs = _pairs(left, index).mul_(
                    right.pairs(index) if isinstance(right, _Shared) else _pairs(right, index)
                )
                # [k, 1, L] @ [k, L, L] @ [k, L, 1]: the double sum over r and s.
                norms[which] = (factor[:, None] @ pairs @ factor[:, :, None]).flatten()
            below, length = length, 2 * length
        rest = (segments.counts > below).nonzero().squeeze(1)
        for many in torch.split(rest, BLOCKS) if len(rest) else ():
            rows, part = segments.among(many)
            index, factor = self.index[rows], self.factor[rows, None]
            # [rows, I] and, below, G [k, O, I].
            given = right.rows(index) if isinstance(right, _Shared) else right[index]
            blocks = part.products(left[index] * factor, given)
            norms[many] = torch.linalg.vector_norm(blocks, dim=(1, 2)).square()
        return norms


def _pairs(matrix: Tensor, index: Tensor) -> Tensor:
    """Return the Gram matrices [k, length, length] of the rows ``index`` [k, length]."""
    rows = matrix.index_select(0, index.flatten()).view(*index.shape, matrix.shape[1])
    return rows @ rows.mT


class _Shared:
    """Matrix [R, I] of whole numbers with few distinct rows, whose products are computed once."""

    def __init__(self, matrix: Tensor) -> None:
        example, self._row = distinct(matrix.int())
        self._distinct = matrix[example]
        self._products = (self._distinct @ self._distinct.T).flatten()
        self.shape = matrix.shape

    def pairs(self, index: Tensor) -> Tensor:
        """Return the Gram matrices [k, length, length] of the rows ``index`` [k, length]."""
        row = self._row[index]
        place = row[:, :, None] * len(self._distinct) + row[:, None]
        return self._products.index_select(0, place.flatten()).view(place.shape)

    def rows(self, index: Tensor) -> Tensor:
        """Return the rows ``index`` [k] as [k, I]."""
        return self._distinct.index_select(0, self._row[index])


class _Linear(NamedTuple):
    """Call of a linear layer."""

    gradient: Tensor  # [R, O] of its outputs
    input: Tensor  # [R, I]
    segments: Segments  # rows of each move


class _Lookups(NamedTuple):
    """Call of an embedding."""

    gradient: Tensor  # [R, O] of its outputs
    segments: Segments  # outputs of each move
    output: Tensor  # [L] output that each symbol contributes to, ascending
    symbol: Tensor  # [L]

    def counted(self, used: Tensor, n_symbols: int) -> _Linear:
        """Return the call as one of a linear layer whose inputs count the ``used`` symbols."""
        place = torch.full((n_symbols,), -1, device=used.device)
        place[used] = torch.arange(len(used), device=used.device)
        counts = self.gradient.new_zeros(len(self.gradient), len(used))
        ones = self.gradient.new_ones(len(self.symbol))
        counts.index_put_((self.output, place[self.symbol]), ones, accumulate=True)
        return _Linear(self.gradient, counts, self.segments)


class MoveGradients:
    """Gradients of m moves: of matrices as their factors, of vectors as [m, K]."""

    def __init__(self, n_moves: int) -> None:
        self.n_moves = n_moves
        self._linear: dict[Tensor, list[_Linear]] = {}
        self._dense: dict[Tensor, Tensor] = {}
        self._lookups: dict[Tensor, list[_Lookups]] = {}

    def add(self, call: LayerCall, gradient: Tensor, segments: Segments) -> None:
        """Add one call, with the gradient of its output and the rows of each move."""
        module: Any = call.module
        if isinstance(module, nn.Embedding | nn.EmbeddingBag):
            if module.weight.requires_grad:
                looked_up = _lookups(call, gradient, segments)
                self._lookups.setdefault(module.weight, []).append(looked_up)
            return
        given = call.inputs[0].detach()
        # A layer may see several rows per row of its move, such as one per goal: they share its
        # owner.
        segments = segments.folded(given[..., 0].numel() // max(1, len(segments.owner)))
        given, gradient = given.flatten(0, -2), gradient.flatten(0, -2)
        if isinstance(module, nn.LayerNorm):
            # The gradient of the gain is the normalized input times the output's gradient.
            given = F.layer_norm(given, module.normalized_shape, eps=module.eps)
            self._sum(module.weight, segments.sums(given * gradient))
        elif isinstance(module, nn.Linear) and module.weight.requires_grad:
            found = _Linear(gradient, given, segments)
            self._linear.setdefault(module.weight, []).append(found)
        self._sum(module.bias, segments.sums(gradient))

    def _sum(self, weight: Tensor | None, gradients: Tensor) -> None:
        if weight is not None and weight.requires_grad:
            before = self._dense.get(weight)
            self._dense[weight] = gradients if before is None else before + gradients

    @torch.no_grad()
    def squared_norms(self, move: Tensor, factor: Tensor, trajectory: Tensor, n: int) -> Tensor:
        """Return squared norms [n] of the gradients of trajectories: weighted sums of moves [E]."""
        sums = _Sums(move, factor, trajectory, n)
        norms = factor.new_zeros(n)
        for dense in self._dense.values():
            norms += sums.dense(dense)
        for calls in self._linear.values():
            joined = self._joined(calls)
            norms += sums.rows(joined.segments).norms(joined.gradient, joined.input)
        for weight, lookups in self._lookups.items():
            used = torch.unique(torch.cat([call.symbol for call in lookups]))
            size = len(used) * sum(len(call.gradient) for call in lookups)
            # Few symbols: counts of symbols are the inputs of a linear layer.
            if size <= COUNTS:
                joined = self._joined([call.counted(used, len(weight)) for call in lookups])
                rows = sums.rows(joined.segments)
                norms += rows.norms(joined.gradient, _Shared(joined.input))
            else:
                norms += _norms_by_symbol(lookups, sums, len(weight))
        return norms

    def _joined(self, calls: list[_Linear]) -> _Linear:
        """Return all calls of a layer as one: cross terms between calls are part of the norm."""
        if len(calls) == 1:
            return calls[0]
        gradients, given, segments = zip(*calls, strict=True)
        owner, order = torch.sort(torch.cat([part.owner for part in segments]), stable=True)
        return _Linear(
            torch.cat(gradients)[order], torch.cat(given)[order], Segments(owner, self.n_moves)
        )


def _lookups(call: LayerCall, gradient: Tensor, segments: Segments) -> _Lookups:
    """Return the lookups of a call of an embedding, without padding."""
    module: Any = call.module
    ids = call.inputs[0]
    if isinstance(module, nn.EmbeddingBag) and ids.ndim == 1:
        end = torch.cat([call.inputs[1][1:], ids.new_full((1,), len(ids))])
        output = torch.repeat_interleave(end - call.inputs[1], output_size=len(ids))
    elif isinstance(module, nn.EmbeddingBag):
        output = torch.arange(len(ids), device=ids.device).repeat_interleave(ids.shape[1])
    else:
        output = torch.arange(ids.numel(), device=ids.device)
    gradient, symbol = gradient.reshape(-1, gradient.shape[-1]), ids.reshape(-1)
    segments = segments.folded(max(1, len(gradient) // max(1, len(segments.owner))))
    if module.padding_idx is not None:
        kept = (symbol != module.padding_idx).nonzero().squeeze(1)
        symbol, output = symbol[kept], output[kept]
    return _Lookups(gradient, segments, output, symbol)


def _norms_by_symbol(lookups: list[_Lookups], sums: _Sums, n_symbols: int) -> Tensor:
    """Return squared norms [n] with respect to an embedding of many symbols.

    The gradient of a symbol's row is the sum of the gradients of the outputs that it contributes
    to. Rows of different symbols are disjoint, so their squares add up.
    """
    first, outputs, keys, factors = 0, [], [], []
    for call in lookups:
        owner = Segments(call.segments.owner[call.output], call.segments.n)
        rows = sums.rows(owner)
        outputs.append(call.output[rows.index] + first)
        keys.append(rows.segments.owner * n_symbols + call.symbol[rows.index])
        factors.append(rows.factor)
        first += len(call.gradient)
    # Equal keys belong to one trajectory and one symbol: their gradients are summed, then
    # squared.
    key, order = torch.sort(torch.cat(keys))
    is_first = torch.ones_like(key, dtype=torch.bool)
    is_first[1:] = key[1:] != key[:-1]
    start = is_first.nonzero().squeeze(1)
    gradients = torch.cat([call.gradient for call in lookups])
    added = F.embedding_bag(
        torch.cat(outputs)[order],
        gradients,
        start,
        mode="sum",
        per_sample_weights=torch.cat(factors)[order],
    )
    squares = added.square().sum(1)
    return squares.new_zeros(sums.n).index_add_(0, key[start] // n_symbols, squares)
