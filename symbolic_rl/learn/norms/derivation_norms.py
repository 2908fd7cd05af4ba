"""Exact norms of the gradients of derivations, from a separate pass before the first step.

The pass runs over the distinct moves (observation and action) of a batch, far fewer than its
frames, and once for all copies of a derivation. A norm that misses one use of a weight is wrong
without any sign of it. So :class:`GradientRecorder` searches the graph of the differentiated sum,
and refuses by name a layer without a rule, or a weight that is used without calling its layer.

Dimension key: B frames, M groups of G derivations, n = M * G.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Self

import torch
from torch import Tensor, nn

from symbolic_rl.base.errors import UnsupportedModuleError
from symbolic_rl.learn.groups import GroupBatch, split, staleness
from symbolic_rl.learn.norms.gradient_norms import LayerCall, MoveGradients, Segments, has_rule
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical
from symbolic_rl.policy.batch import Owners, distinct, mentioned


class GradientRecorder:
    """Recorder of the calls of a network's layers within a ``with`` block.

    The network is a :class:`.Head`, or a module with such ``ROWS``.
    """

    def __init__(self, network: nn.Module) -> None:
        self.network = network
        self.rows: Mapping[str, str] = network.ROWS  # type: ignore[assignment]
        self._calls: list[LayerCall] = []
        self._hooks = ExitStack()

    def __enter__(self) -> Self:
        self._calls.clear()
        for name, module in self.network.named_modules():
            # Shortcuts that use a weight without calling its layer are off within the block.
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
        gradient of the sum with respect to a row's output is the gradient of its move's share.

        ``total`` sums numbers computed within the block, each move's from its own rows; ``owners``
        are the moves of rows, ascending. UnsupportedModuleError: a weight's gradient has no rule.
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
        """Refuse layers without a rule, and weights used without a call of their layer."""
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
            # All uses of a weight enter one sum before it is squared, but lookups and products are
            # summed separately: a weight may have one kind of use only.
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
        "symbolic_rl.learn.norms.derivation_norms",
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


NORMS_FRAMES = 16_384
"""Frames of the derivations whose norms are computed together; bounds memory."""


class DerivationNorms:
    """Squared norms of the gradients of derivations' log-probabilities."""

    def __init__(self, policy: DerivationPolicy) -> None:
        self.policy, self.recorder = policy, GradientRecorder(policy.head)

    def __call__(self, batch: GroupBatch) -> Tensor:
        """Return squared norms [M, G] of ``sum_t factor_t grad log pi(a_t | s_t)``.

        The factor of a frame is its weight in the loss, the staleness. UnsupportedModuleError: a
        layer has no rule.
        """
        returns, trajectory = batch.groups.returns, batch.trajectory
        n = returns.numel()
        example, move = batch.moves
        inputs, there = self.policy.send(
            batch.observations.take(example), example=example, move=move
        )
        log_prob = self._log_prob(inputs, batch.action[there["example"]])[there["move"]]
        factor = staleness(log_prob, batch.behaviour)
        (factor_here,) = self.policy.transfer.down(factor)
        # Copies of a derivation have equal norms, computed once.
        original = copies(move, factor_here.double(), trajectory, n)
        is_kept = original == torch.arange(n)
        kept = is_kept.nonzero().squeeze(1)
        length = torch.bincount(trajectory, minlength=n)
        parts = split(kept, length[kept], NORMS_FRAMES)
        squares = torch.cat([self._of_derivations(batch, part, factor) for part in parts])
        # [n] place of each derivation's original among the kept ones.
        same = (is_kept.cumsum(0) - 1)[original]
        return squares[self.policy.to_device({"same": same})["same"]].view(returns.shape)

    def _of_derivations(self, batch: GroupBatch, part: Tensor, factor: Tensor) -> Tensor:
        """Return squared norms of ascending derivations ``part``, from their distinct moves."""
        example, move = batch.moves
        # [n] number of each derivation in this part; -1 for derivations of other parts.
        new = torch.full((batch.groups.returns.numel(),), -1)
        new[part] = torch.arange(len(part))
        frames = (new[batch.trajectory] >= 0).nonzero().squeeze(1)
        is_made = mentioned(move[frames], len(example))
        made, local = is_made.nonzero().squeeze(1), is_made.cumsum(0) - 1
        shown, local = example[made], local[move[frames]]
        # Each move owns its rows: a row shared by two moves would mix their gradients.
        each = torch.arange(len(made))
        inputs, there = self.policy.send(
            batch.observations.choose(shown).apart().take(),
            each=each,
            shown=shown,
            local=local,
            frames=frames,
            of_frame=new[batch.trajectory[frames]],
        )
        with self.recorder:
            logits, _ = self.policy.head(inputs)
        total = MaskedCategorical(logits).log_prob(batch.action[there["shown"]]).sum()
        gradients = self.recorder.gradients(total, inputs.owners(there["each"]), len(made))
        factors = factor[there["frames"]]
        return gradients.squared_norms(there["local"], factors, there["of_frame"], len(part))

    @torch.no_grad()
    def _log_prob(self, inputs: Any, action: Tensor) -> Tensor:
        return MaskedCategorical(self.policy.head(inputs)[0]).log_prob(action)


def copies(moves: Tensor, factors: Tensor, trajectory: Tensor, n: int) -> Tensor:
    """Return, for each trajectory [n], the first with the same moves and factors.

    Trajectories are hashed, then compared with their originals. After a collision every trajectory
    counts as its own original: slower, but exact.

    ``moves``, ``factors`` and ``trajectory``, which ascends, are [B].
    """
    _, code = distinct(torch.stack([moves, factors.view(torch.int64)], 1))
    start = torch.searchsorted(trajectory, torch.arange(n))
    length = torch.bincount(trajectory, minlength=n)
    step = torch.arange(len(trajectory)) - start[trajectory]
    random = torch.Generator().manual_seed(0)
    multipliers = torch.randint(-(2**62), 2**62, (int(length.max()) + 1,), generator=random)
    # [n] a random linear hash of length and steps.
    keys = multipliers[length].index_add(0, trajectory, (code + 1) * multipliers[step])
    _, same = torch.unique(keys, return_inverse=True)
    original = torch.full_like(same, n).scatter_reduce_(0, same, torch.arange(n), "amin")[same]
    there = (start[original][trajectory] + step).clamp(max=len(code) - 1)
    if torch.equal(code[there], code) and torch.equal(length[original], length):
        return original
    return torch.arange(n)  # two keys have collided
