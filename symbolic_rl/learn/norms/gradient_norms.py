"""Squared gradient norms of trajectories, from one forward and one input-only backward pass.

The gradient of a trajectory is a sum over its moves, and trajectories of a batch make the same
moves again and again. So the network runs once over the *distinct* moves, kept apart. For a linear
layer with inputs X and output gradients D the gradient of move m is ``D_m.T @ X_m``: the gradients
of the layers' outputs are enough (no gradient of a weight is computed), and the norm of any
weighted sum of moves comes from products of their rows, segment by segment. An embedding is a
linear layer whose inputs count the symbols.

Known are Linear, Embedding, EmbeddingBag (sums) and LayerNorm. Calls of layers and gradients of
their outputs come from :mod:`symbolic_rl.learn.norms.recorder`, which refuses anything else that
a log-probability depends on by name.

Dimension key: m moves, n trajectories, E pairs of a trajectory and a move of it, R rows of a layer,
I its inputs, O its outputs, L symbols that an embedding looks up.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from symbolic_rl.learn.norms.segments import Segments
from symbolic_rl.policy.packing import distinct

GRAM = 2.0
"""Norms come from products of rows up to so many times the rows at which a block is less work."""

BLOCKS = 64
"""Trajectories whose blocks are made at once: they should stay in the cache."""

PADDED_ROWS = 8192
"""Rows of trajectories that are multiplied at once."""

COUNTS = 2**21
"""Numbers of a table of symbol counts up to which an embedding is taken for a linear layer."""


@dataclass
class LayerCall:
    """One call of a layer; for an embedding ``inputs`` are its arguments."""

    name: str
    module: nn.Module
    inputs: tuple[Any, ...]
    output: Tensor


def has_rule(module: nn.Module) -> bool:
    """Whether gradients of a layer of this kind are known here."""
    if isinstance(module, nn.Embedding | nn.EmbeddingBag):
        is_plain = module.max_norm is None and not module.scale_grad_by_freq
        return is_plain and getattr(module, "mode", "sum") == "sum"
    return isinstance(module, nn.Linear | nn.LayerNorm)


class _Sums:
    """For each of n trajectories a weighted sum of moves, followed down to the rows of a layer.

    Args:
        move: [E].
        factor: [E] what the move counts.
        trajectory: [E], ascending.
        n: number of trajectories.
    """

    def __init__(self, move: Tensor, factor: Tensor, trajectory: Tensor, n: int) -> None:
        self.move, self.factor, self.n = move, factor, n
        self.segments = Segments(trajectory, n)
        self._rows: dict[Segments, _Rows] = {}

    def dense(self, each: Tensor) -> Tensor:
        """Squared norms [n] of the sums of ``each`` [m, K]."""
        scaled = each.index_select(0, self.move) * self.factor[:, None]
        return self.segments.sums(scaled).square().sum(1)

    def rows(self, segments: Segments) -> "_Rows":
        """The rows of a layer that belong to the moves of each trajectory."""
        if segments not in self._rows:
            count = segments.counts[self.move]
            end = count.cumsum(0)
            pair = torch.repeat_interleave(count)
            place = torch.arange(len(pair), device=pair.device) - (end - count)[pair]
            owner = Segments(self.segments.owner[pair], self.n)
            index = segments.starts[self.move][pair] + place
            self._rows[segments] = _Rows(index, self.factor[pair], owner)
        return self._rows[segments]


class _Rows:
    """Rows of a layer by trajectory: trajectories of about the same number of rows are padded.

    Args:
        index: [R] which row of the layer.
        factor: [R] what it counts.
        segments: which trajectory it belongs to.
    """

    def __init__(self, index: Tensor, factor: Tensor, segments: Segments) -> None:
        self.index, self.factor, self.segments = index, factor, segments
        self._alike: dict[tuple[int, int], list[tuple[Tensor, Tensor, Tensor]]] = {}

    def alike(self, below: int, length: int) -> list[tuple[Tensor, Tensor, Tensor]]:
        """Trajectories [k] of more than ``below`` rows, up to ``length``, in parts.

        Returns:
            For each part which they are, and their rows and factors [k, length], zeros behind.
        """
        if (below, length) not in self._alike:
            counts = self.segments.counts
            which = ((counts > below) & (counts <= length)).nonzero().squeeze(1)
            step = torch.arange(length, device=which.device)
            row = (self.segments.starts[which, None] + step).clamp_(max=len(self.index) - 1)
            factor = self.factor[row].masked_fill_(step >= counts[which, None], 0)
            parts = (
                torch.split(x, max(1, PADDED_ROWS // length))
                for x in (which, self.index[row], factor)
            )
            self._alike[below, length] = list(zip(*parts, strict=True)) if len(which) else []
        return self._alike[below, length]

    def norms(self, left: Tensor, right: "Tensor | _Shared") -> Tensor:
        """Squared norms [n] of the products of [., O] and [., I], without keeping any of them.

        Few rows: the norm is a sum over pairs of rows, so the block is not made at all.
        """
        segments = self.segments
        norms = left.new_zeros(segments.n)
        n_outputs, n_inputs = left.shape[1], right.shape[1]
        most = GRAM * n_outputs * n_inputs / (n_outputs + n_inputs)
        below, length = 0, 1
        while length <= most and below < segments.longest:
            for which, index, factor in self.alike(below, length):
                pairs = _pairs(left, index).mul_(
                    right.pairs(index) if isinstance(right, _Shared) else _pairs(right, index)
                )
                norms[which] = (factor[:, None] @ pairs @ factor[:, :, None]).flatten()
            below, length = length, 2 * length
        rest = (segments.counts > below).nonzero().squeeze(1)
        for many in torch.split(rest, BLOCKS) if len(rest) else ():
            rows, part = segments.among(many)
            index, factor = self.index[rows], self.factor[rows, None]
            given = right.rows(index) if isinstance(right, _Shared) else right[index]
            blocks = part.products(left[index] * factor, given)
            norms[many] = torch.linalg.vector_norm(blocks, dim=(1, 2)).square()
        return norms


def _pairs(matrix: Tensor, index: Tensor) -> Tensor:
    """Products [k, length, length] of the rows ``index`` [k, length] with each other."""
    rows = matrix.index_select(0, index.flatten()).view(*index.shape, matrix.shape[1])
    return rows @ rows.mT


class _Shared:
    """A matrix [R, I] of integers with few distinct rows, whose products are all known.

    Args:
        matrix: [R, I].
    """

    def __init__(self, matrix: Tensor) -> None:
        example, self._row = distinct(matrix.int())
        self._few = matrix[example]
        self._products = (self._few @ self._few.T).flatten()
        self.shape = matrix.shape

    def pairs(self, index: Tensor) -> Tensor:
        """Products [k, length, length] of the rows ``index`` [k, length] with each other."""
        few = self._row[index]
        place = few[:, :, None] * len(self._few) + few[:, None]
        return self._products.index_select(0, place.flatten()).view(place.shape)

    def rows(self, index: Tensor) -> Tensor:
        """The rows ``index`` [k]."""
        return self._few.index_select(0, self._row[index])


class _Linear(NamedTuple):
    """Output gradients and inputs of a call of a linear layer, and which move a row is of."""

    gradient: Tensor
    input: Tensor
    segments: Segments


class _Lookups(NamedTuple):
    """A call of an embedding."""

    gradient: Tensor
    """[R, K] of its outputs."""
    segments: Segments
    """Which move an output is of."""
    output: Tensor
    """[L] which output a symbol is part of, ascending."""
    symbol: Tensor
    """[L]"""

    def counted(self, used: Tensor, n_symbols: int) -> _Linear:
        """The same as a linear layer, whose inputs count each of the ``used`` symbols."""
        place = torch.full((n_symbols,), -1, device=used.device)
        place[used] = torch.arange(len(used), device=used.device)
        counts = self.gradient.new_zeros(len(self.gradient), len(used))
        ones = self.gradient.new_ones(len(self.symbol))
        counts.index_put_((self.output, place[self.symbol]), ones, accumulate=True)
        return _Linear(self.gradient, counts, self.segments)


class MoveGradients:
    """The gradients of m moves; nothing of size [m, weights] is kept of a matrix."""

    def __init__(self, n_moves: int) -> None:
        self.n_moves = n_moves
        self._linear: dict[Tensor, list[_Linear]] = {}
        self._dense: dict[Tensor, Tensor] = {}
        self._lookups: dict[Tensor, list[_Lookups]] = {}

    def add(self, call: LayerCall, gradient: Tensor, segments: Segments) -> None:
        """Take over one call, with the gradient of its output."""
        module: Any = call.module
        if isinstance(module, nn.Embedding | nn.EmbeddingBag):
            if module.weight.requires_grad:
                looked_up = _lookups(call, gradient, segments)
                self._lookups.setdefault(module.weight, []).append(looked_up)
            return
        given = call.inputs[0].detach()
        segments = segments.folded(given[..., 0].numel() // max(1, len(segments.owner)))
        given, gradient = given.flatten(0, -2), gradient.flatten(0, -2)
        if isinstance(module, nn.LayerNorm):
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
        """Squared norms [n] of the gradients of trajectories: weighted sums of moves.

        Args:
            move: [E].
            factor: [E] what the move counts.
            trajectory: [E], ascending.
            n: number of trajectories.
        """
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
            if size <= COUNTS:
                joined = self._joined([call.counted(used, len(weight)) for call in lookups])
                rows = sums.rows(joined.segments)
                norms += rows.norms(joined.gradient, _Shared(joined.input))
            else:
                norms += _norms_by_symbol(lookups, sums, len(weight))
        return norms

    def _joined(self, calls: list[_Linear]) -> _Linear:
        """All calls of a layer as one."""
        if len(calls) == 1:
            return calls[0]
        gradients, given, segments = zip(*calls, strict=True)
        owner, order = torch.sort(torch.cat([part.owner for part in segments]), stable=True)
        return _Linear(
            torch.cat(gradients)[order], torch.cat(given)[order], Segments(owner, self.n_moves)
        )


def _lookups(call: LayerCall, gradient: Tensor, segments: Segments) -> _Lookups:
    """What a call of an embedding has looked up, its padding left out."""
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
    """Squared norms [n]: the gradients of each symbol that a trajectory uses are added up."""
    first, outputs, keys, factors = 0, [], [], []
    for call in lookups:
        owner = Segments(call.segments.owner[call.output], call.segments.n)
        rows = sums.rows(owner)
        outputs.append(call.output[rows.index] + first)
        keys.append(rows.segments.owner * n_symbols + call.symbol[rows.index])
        factors.append(rows.factor)
        first += len(call.gradient)
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
