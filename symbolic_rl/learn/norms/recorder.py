"""Recorder of the inputs of a network's layers and of the gradients of their outputs.

A norm that misses one use of a weight is wrong without a trace. So the graph of the differentiated
sum is searched: a layer without a rule in :mod:`.gradient_norms`, or a weight that is used without
calling its layer, is refused by name.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Self

import torch
from torch import Tensor, nn

from symbolic_rl.base.errors import UnsupportedModuleError
from symbolic_rl.learn.norms.gradient_norms import LayerCall, MoveGradients, has_rule
from symbolic_rl.learn.norms.segments import Segments
from symbolic_rl.policy.packing import Owners


class GradientRecorder:
    """Recorder of the calls of a network's layers within a ``with`` block.

    Args:
        network: a :class:`.Head`, or a module with such ``ROWS``.
    """

    def __init__(self, network: nn.Module) -> None:
        self.network = network
        self.rows: Mapping[str, str] = network.ROWS  # type: ignore[assignment]
        self._calls: list[LayerCall] = []
        self._hooks = ExitStack()

    def __enter__(self) -> Self:
        self._calls.clear()
        for name, module in self.network.named_modules():
            # Shortcuts that use a weight past its layer are switched off meanwhile.
            if hasattr(module, "calls_layers"):
                module.calls_layers = True
                self._hooks.callback(setattr, module, "calls_layers", False)
            if name in self.rows and has_rule(module):
                self._hooks.callback(module.register_forward_hook(self._noting(name)).remove)
        return self

    def __exit__(self, *_: object) -> None:
        self._hooks.close()

    def _noting(self, name: str) -> Any:
        def note(module: nn.Module, inputs: tuple[Any, ...], output: Any) -> None:
            if isinstance(output, Tensor) and output.requires_grad:
                self._calls.append(LayerCall(name, module, inputs, output))

        return note

    def gradients(self, total: Tensor, owners: Owners, n_moves: int) -> MoveGradients:
        """Return the gradient of each move's share of ``total``.

        One backward pass gives all of them: every row of a layer belongs to one move, so the
        gradient of the sum with respect to a row's output is that of its move's share.

        Args:
            total: sum over moves of numbers computed within the block, each from its own rows.
            owners: move of each row, from 0, ascending.
            n_moves: number of moves.

        Raises:
            UnsupportedModuleError: ``total`` depends on a weight whose gradient has no rule.
        """
        self._check(total)
        outputs = [call.output for call in self._calls]
        found = torch.autograd.grad(total, outputs, allow_unused=True)
        segments = {name: Segments(owner, n_moves) for name, owner in owners._asdict().items()}
        gradients = MoveGradients(n_moves)
        with torch.no_grad():
            for call, gradient in zip(self._calls, found, strict=True):
                if gradient is not None:
                    gradients.add(call, gradient, segments[self.rows[call.name]])
        self._calls.clear()
        return gradients

    def _check(self, total: Tensor) -> None:
        """Refuse layers without a rule, and weights that are used without calling their layer."""
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
                if not has_rule(module) or name not in self.rows:
                    raise _unsupported(f"{name or names[weight]} ({type(module).__name__})")
            # The norm is that of the sum over all uses; lookups and products are squared apart.
            is_lookup = {isinstance(m, nn.Embedding | nn.EmbeddingBag) for m in modules}
            if len(is_lookup) > 1:
                raise _unsupported(f"{names[weight]}, shared by an embedding and another layer")
            # Each recorded call accounts for one use: any further use has bypassed the layer.
            calls = [c for c in self._calls if c.module in modules and c.output.grad_fn in reached]
            if n_uses > len(calls):
                raise _unsupported(f"{names[weight]}, used without calling its layer")


def _unsupported(what: str) -> UnsupportedModuleError:
    return UnsupportedModuleError(
        f"No rule for the gradient of single trajectories with respect to {what}.",
        "symbolic_rl.learn.norms.recorder",
        "take a baseline without gradient norms (--baseline logit_loo), or build the policy from "
        "Linear, Embedding, EmbeddingBag (sum) and LayerNorm, named in its ROWS.",
    )


def _uses_of_weights(total: Tensor) -> tuple[dict[Tensor, int], set[Any]]:
    """Return the number of uses of each weight in the graph of ``total``, and its nodes."""
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
