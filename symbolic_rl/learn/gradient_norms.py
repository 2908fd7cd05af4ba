"""The gradient of each trajectory of a batch from one forward and one input-only backward pass.

For a linear layer with inputs X and output gradients D, the gradient of trajectory i is the
product of the rows that belong to it, ``D_i.T @ X_i``. So it is enough to run the network once,
with the rows of different trajectories kept apart, to take the gradients of the layers' outputs
(no gradient of a weight is computed), and to multiply segment by segment. The same blocks give
the gradient of any weighted sum of the trajectories: an optimal baseline, which needs the norms
before it knows the weights, costs no second backward pass.

Known are Linear, Embedding, EmbeddingBag (sums) and LayerNorm; anything else that a trajectory's
log-probability depends on is refused by name, and so is a weight that is used without calling its
layer. Not for modules that draw random numbers.

Dimension key: n trajectories, R rows of a layer, I its inputs, O its outputs, P pairs of a
trajectory and a row of an embedding that it uses.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from symbolic_rl.errors import UnsupportedModuleError
from symbolic_rl.policy.packing import Owners

GRAM = 0.5
"""Norms come from products of rows where those are fewer than this share of a block's numbers."""

BLOCKS = 64
"""Trajectories whose blocks are made at once: they should stay in the cache."""

ALIGNED_BYTES = 16
"""``grouped_mm`` takes rows of a multiple of this length."""


@dataclass
class _Call:
    """One call of a layer; for an embedding ``inputs`` are its arguments."""

    name: str
    module: nn.Module
    inputs: tuple[Any, ...]
    output: Tensor


class GradientRecorder:
    """Notes the calls of a network's layers within a ``with`` block, and differentiates them.

    Args:
        network: its ``ROWS`` says of each layer what its rows are, a field of :class:`Owners`.
    """

    def __init__(self, network: nn.Module) -> None:
        self.network = network
        self.rows: Mapping[str, str] = network.ROWS  # type: ignore[assignment]
        self._calls: list[_Call] = []
        self._hooks = ExitStack()

    def __enter__(self) -> Self:
        self._calls.clear()
        for name, module in self.network.named_modules():
            if hasattr(module, "calls_layers"):
                module.calls_layers = True
                self._hooks.callback(setattr, module, "calls_layers", False)
            if name in self.rows and _has_rule(module):
                self._hooks.callback(module.register_forward_hook(self._noting(name)).remove)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hooks.close()

    def _noting(self, name: str) -> Any:
        def note(module: nn.Module, inputs: tuple[Any, ...], output: Any) -> None:
            if isinstance(output, Tensor) and output.requires_grad:
                self._calls.append(_Call(name, module, inputs, output))

        return note

    def gradients(self, total: Tensor, owners: Owners, n: int) -> "TrajectoryGradients":
        """Return the gradient of each trajectory's share of ``total``.

        Args:
            total: a sum over trajectories of what was computed within the block.
            owners: which of the trajectories, numbered from 0, a row belongs to, ascending.
            n: number of trajectories.

        Raises:
            UnsupportedModuleError: ``total`` depends on a weight whose gradient has no rule here.
        """
        self._check(total)
        outputs = [call.output for call in self._calls]
        found = torch.autograd.grad(total, outputs, allow_unused=True)
        pieces = _Pieces({name: _Segments(owner, n) for name, owner in owners._asdict().items()})
        with torch.no_grad():
            for call, gradient in zip(self._calls, found, strict=True):
                if gradient is not None:
                    pieces.add(call, gradient, self.rows[call.name])
            gradients = pieces.finish(n)
        self._calls.clear()
        return gradients

    def _check(self, total: Tensor) -> None:
        """Refuse what has no rule: a layer of another kind, or a weight used past its layer."""
        uses, reached = _uses_of_weights(total)
        homes: dict[Tensor, list[tuple[str, nn.Module]]] = {}
        for name, module in self.network.named_modules():
            for weight in module.parameters(recurse=False):
                homes.setdefault(weight, []).append((name, module))
        names: dict[Tensor, str] = {
            weight: name for name, weight in self.network.named_parameters()
        }
        for weight, n_uses in uses.items():
            if weight not in homes:
                raise _unsupported(f"a weight of shape {list(weight.shape)} outside of the network")
            modules = [module for _, module in homes[weight]]
            for name, module in homes[weight]:
                if not _has_rule(module) or name not in self.rows:
                    raise _unsupported(f"{name or names[weight]} ({type(module).__name__})")
            is_lookup = {isinstance(m, nn.Embedding | nn.EmbeddingBag) for m in modules}
            if len(is_lookup) > 1:
                raise _unsupported(f"{names[weight]}, shared by an embedding and another layer")
            calls = [c for c in self._calls if c.module in modules and c.output.grad_fn in reached]
            if n_uses > len(calls):
                raise _unsupported(f"{names[weight]}, used without calling its layer")


def _has_rule(module: nn.Module) -> bool:
    if isinstance(module, nn.Embedding | nn.EmbeddingBag):
        is_plain = module.max_norm is None and not module.scale_grad_by_freq
        return is_plain and getattr(module, "mode", "sum") == "sum"
    return isinstance(module, nn.Linear | nn.LayerNorm)


def _unsupported(what: str) -> UnsupportedModuleError:
    return UnsupportedModuleError(
        f"No rule for the gradient of single trajectories with respect to {what}.",
        "symbolic_rl.learn.gradient_norms",
        "take a baseline without gradient norms (--baseline logit_loo), or build the policy from "
        "Linear, Embedding, EmbeddingBag (sum) and LayerNorm, named in its ROWS.",
    )


def _uses_of_weights(total: Tensor) -> tuple[dict[Tensor, int], set[Any]]:
    """How often each leaf that needs a gradient enters ``total``, and all steps on the way."""
    uses: dict[Tensor, int] = {}
    seen, waiting = {total.grad_fn}, [total.grad_fn]
    while waiting:
        node = waiting.pop()
        for following, _ in node.next_functions if node is not None else ():
            weight = getattr(following, "variable", None)
            if weight is not None:
                uses[weight] = uses.get(weight, 0) + 1
            elif following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
    return uses, seen


class _Segments:
    """The rows of each trajectory in a matrix whose rows are in their order.

    Args:
        owner: [R] trajectory of each row, ascending.
        n: number of trajectories.
    """

    def __init__(self, owner: Tensor, n: int) -> None:
        if len(owner):
            torch._assert_async((owner[1:] >= owner[:-1]).all(), "rows are not in order")
        self.owner, self.n = owner, n
        self.counts = torch.bincount(owner, minlength=n)
        self.starts = torch.cat([owner.new_zeros(1), self.counts.cumsum(0)])
        self._parts: dict[tuple[int, int], tuple[Tensor, Tensor, _Segments]] = {}

    def folded(self, factor: int) -> "_Segments":
        """The same for a matrix with ``factor`` rows instead of each."""
        if factor == 1:
            return self
        return _Segments(self.owner.repeat_interleave(factor), self.n)

    def sums(self, rows: Tensor) -> Tensor:
        """[n, K], from rows [R, K]."""
        return torch.segment_reduce(rows, "sum", offsets=self.starts, axis=0)

    def part(self, below: int, length: int) -> tuple[Tensor, Tensor, "_Segments"]:
        """Trajectories of more than ``below`` rows, up to ``length``; their rows, numbered anew."""
        if (below, length) not in self._parts:
            chosen = (self.counts > below) & (self.counts <= length)
            rows = chosen[self.owner].nonzero().squeeze(1)
            new = chosen.long().cumsum(0) - 1
            which = chosen.nonzero().squeeze(1)
            self._parts[below, length] = which, rows, _Segments(new[self.owner[rows]], len(which))
        return self._parts[below, length]

    def among(self, many: Tensor) -> tuple[Tensor, "_Segments"]:
        """The rows of ascending trajectories ``many``, numbered anew."""
        new = torch.full_like(self.counts, -1)
        new[many] = torch.arange(len(many), device=many.device)
        rows = (new[self.owner] >= 0).nonzero().squeeze(1)
        return rows, _Segments(new[self.owner[rows]], len(many))

    @cached_property
    def longest(self) -> int:
        """Most rows of a trajectory."""
        return int(self.counts.max()) if self.n else 0

    @cached_property
    def places(self) -> Tensor:
        """[R] place of a row in its trajectory."""
        return torch.arange(len(self.owner), device=self.owner.device) - self.starts[self.owner]

    def padded(self, rows: Tensor, length: int) -> Tensor:
        """[n, length, K], from rows [R, K]; zeros behind the rows of each trajectory."""
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


def _norms_of_products(left: Tensor, right: Tensor, segments: _Segments) -> Tensor:
    """Squared norms [n] of the products ``left_i.T @ right_i``, without keeping any of them.

    Few rows: the norm is a sum over pairs of rows, so the block is not made at all. That is done
    for trajectories of about the same number of rows together.
    """
    norms = left.new_zeros(segments.n)
    n_outputs, n_inputs = left.shape[1], right.shape[1]
    most = GRAM * n_outputs * n_inputs / (n_outputs + n_inputs)
    below, length = 0, 1
    while length <= most and below < segments.longest:
        which, rows, part = segments.part(below, length)
        if part.n:
            one, other = (part.padded(m.index_select(0, rows), length) for m in (left, right))
            norms[which] = ((one @ one.mT) * (other @ other.mT)).sum((1, 2))
        below, length = length, 4 * length
    rest = (segments.counts > below).nonzero().squeeze(1)
    for many in torch.split(rest, BLOCKS) if len(rest) else ():
        rows, part = segments.among(many)
        blocks = part.products(left[rows], right[rows])
        norms[many] = torch.linalg.vector_norm(blocks, dim=(1, 2)).square()
    return norms


class _Rows(NamedTuple):
    """Inputs and output gradients of all calls of a linear layer."""

    gradient: Tensor
    input: Tensor
    owner: Tensor


class _Sparse(NamedTuple):
    """Gradients of the rows of an embedding that each trajectory uses."""

    gradient: Tensor
    """[P, K]"""
    owner: Tensor
    row: Tensor


_Part = tuple[Tensor, Tensor | _Rows | _Sparse]
"""A weight and its gradients."""


class TrajectoryGradients:
    """The gradients of n trajectories; nothing of size [n, weights] is kept of a matrix."""

    def __init__(self, n: int, squared_norms: Tensor) -> None:
        self.n = n
        self.squared_norms = squared_norms
        """[n]"""
        self._parts: list[_Part] = []

    @torch.no_grad()
    def add_to_grad(self, coefficients: Tensor) -> None:
        """Add the sum of the gradients, weighted by ``coefficients`` [n], to each weight's."""
        for weight, part in self._parts:
            if weight.grad is None:
                weight.grad = torch.zeros_like(weight)
            if isinstance(part, _Rows):
                scaled = part.gradient * coefficients[part.owner, None]
                weight.grad.addmm_(scaled.T, part.input)
            elif isinstance(part, _Sparse):
                scaled = part.gradient * coefficients[part.owner, None]
                weight.grad.index_add_(0, part.row, scaled)
            else:
                weight.grad.add_(coefficients @ part)


class _Pieces:
    """Collects the calls' shares of each weight's gradient."""

    def __init__(self, segments: Mapping[str, _Segments]) -> None:
        self._segments = segments
        self._linear: dict[Tensor, list[tuple[Tensor, Tensor, _Segments]]] = {}
        self._dense: dict[Tensor, Tensor] = {}
        self._lookups: dict[Tensor, list[tuple[Tensor, Tensor, Tensor, Tensor]]] = {}

    def add(self, call: _Call, gradient: Tensor, rows: str) -> None:
        """Take over one call, with the gradient of its output."""
        module: Any = call.module
        segments = self._segments[rows]
        if isinstance(module, nn.Embedding | nn.EmbeddingBag):
            if not module.weight.requires_grad:
                return
            self._lookups.setdefault(module.weight, []).append(_lookup(call, gradient, segments))
            return
        given = call.inputs[0].detach()
        segments = segments.folded(given[..., 0].numel() // max(1, len(segments.owner)))
        given, gradient = given.flatten(0, -2), gradient.flatten(0, -2)
        if isinstance(module, nn.LayerNorm):
            given = F.layer_norm(given, module.normalized_shape, eps=module.eps)
            self._sum(module.weight, segments.sums(given * gradient))
        elif isinstance(module, nn.Linear) and module.weight.requires_grad:
            self._linear.setdefault(module.weight, []).append((gradient, given, segments))
        self._sum(module.bias, segments.sums(gradient))

    def _sum(self, weight: Tensor | None, gradients: Tensor) -> None:
        if weight is not None and weight.requires_grad:
            before = self._dense.get(weight)
            self._dense[weight] = gradients if before is None else before + gradients

    def finish(self, n: int) -> TrajectoryGradients:
        """Add up what belongs to the same weight, and take the norms."""
        norms: list[Tensor] = []
        parts: list[_Part] = []
        for weight, calls in self._linear.items():
            gradient, given, segments = _joined(calls, n)
            norms.append(_norms_of_products(gradient, given, segments))
            parts.append((weight, _Rows(gradient, given, segments.owner)))
        for weight, dense in self._dense.items():
            norms.append(dense.square().sum(1))
            parts.append((weight, dense))
        for weight, lookups in self._lookups.items():
            sparse = _merged(lookups, len(weight))
            squares = sparse.gradient.square().sum(1)
            norms.append(squares.new_zeros(n).index_add_(0, sparse.owner, squares))
            parts.append((weight, sparse))
        result = TrajectoryGradients(n, torch.stack(norms).sum(0))
        result._parts = parts
        return result


def _joined(
    calls: list[tuple[Tensor, Tensor, _Segments]], n: int
) -> tuple[Tensor, Tensor, _Segments]:
    """The rows of all calls of a layer, those of a trajectory together."""
    if len(calls) == 1:
        return calls[0]
    gradients, given, segments = zip(*calls, strict=True)
    owner, order = torch.sort(torch.cat([part.owner for part in segments]), stable=True)
    return torch.cat(gradients)[order], torch.cat(given)[order], _Segments(owner, n)


def _lookup(
    call: _Call, gradient: Tensor, segments: _Segments
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Gradients [R, K] of an embedding's outputs; of each lookup the output, owner and row."""
    module, ids = call.module, call.inputs[0]
    if isinstance(module, nn.EmbeddingBag) and ids.ndim == 1:
        end = torch.cat([call.inputs[1][1:], ids.new_full((1,), len(ids))])
        bag = torch.repeat_interleave(end - call.inputs[1], output_size=len(ids))
    elif isinstance(module, nn.EmbeddingBag):
        bag = torch.arange(len(ids), device=ids.device).repeat_interleave(ids.shape[1])
    else:
        bag = torch.arange(ids.numel(), device=ids.device)
    gradient = gradient.reshape(-1, gradient.shape[-1])
    each = max(1, len(gradient)) // max(1, len(segments.owner))
    flat, owner = ids.reshape(-1), segments.owner[bag // max(1, each)]
    if module.padding_idx is not None:
        kept = (flat != module.padding_idx).nonzero().squeeze(1)
        flat, owner, bag = flat[kept], owner[kept], bag[kept]
    return gradient, bag, owner, flat


def _merged(lookups: list[tuple[Tensor, Tensor, Tensor, Tensor]], n_rows: int) -> _Sparse:
    """Add up the gradients of the same row of an embedding within a trajectory."""
    gradients, bags, owners, ids = zip(*lookups, strict=True)
    first, moved = 0, []
    for gradient, bag in zip(gradients, bags, strict=True):
        moved.append(bag + first)
        first += len(gradient)
    keys, order = torch.sort(torch.cat(owners) * n_rows + torch.cat(ids))
    is_first = torch.ones_like(keys, dtype=torch.bool)
    is_first[1:] = keys[1:] != keys[:-1]
    start = is_first.nonzero().squeeze(1)
    sums = F.embedding_bag(torch.cat(moved)[order], torch.cat(gradients), start, mode="sum")
    found = keys[start]
    return _Sparse(sums, found // n_rows, found % n_rows)
