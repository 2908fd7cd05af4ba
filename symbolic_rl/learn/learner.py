"""Gradient steps of a policy's network, for every algorithm.

A step may use a fused optimizer, a compiled network, bfloat16, and gradients that are summed over
micro-batches and over the ranks of a run. None of these makes the host wait for the device.
"""

import os
import platform
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any, TypeVar

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.policy import DerivationPolicy

T = TypeVar("T")
Network = Callable[[Any], tuple[Tensor, Tensor]]


class Learner:
    """Network and AdamW (Loshchilov and Hutter 2019) of a policy's head, or of ``parameters``."""

    def __init__(
        self,
        policy: DerivationPolicy,
        config: TrainConfig,
        *,
        parameters: Iterable[nn.Parameter] | None = None,
        ranks: Ranks | None = None,
    ) -> None:
        self.policy, self.config, self.ranks = policy, config, ranks or Ranks()
        chosen = policy.parameters() if parameters is None else parameters
        self.parameters = [p for p in chosen if p.requires_grad]
        self.optimizer = torch.optim.AdamW(self.parameters, lr=config.lr, eps=1e-5, fused=True)
        self.network: Network = policy.head
        self._said: list[str] = []
        if config.compile:
            self._compile()
        self.has_bf16 = config.precision == "bf16"
        if self.has_bf16 and (why := why_no_bf16(policy.device)):
            self.has_bf16 = False
            self._said.append(f"bf16 is not used: {why}")

    def describe(self) -> str:
        """Return the options in use, and why other requested ones are not."""
        return "\n".join(self._said)

    def _compile(self) -> None:
        device = self.policy.device
        if why := why_no_compiler(device):
            self._said.append(f"torch.compile is not used: {why}")
            return
        self._said.append("the network is compiled when it is first learned from")
        self.network = Compiled(self.policy.head)

    def evaluate(self, inputs: Any) -> tuple[Tensor, Tensor]:
        """Return logits [B, A] and values [B], float32, with gradients."""
        if not self.has_bf16:
            return self.network(inputs)
        with torch.autocast(self.policy.device.type, torch.bfloat16):
            logits, values = self.network(inputs)
        return logits.float(), values.float()

    def differentiate(self, losses: Callable[[], tuple[Tensor, T]]) -> T:
        """Add the gradient of a loss to the gradients of the weights.

        ``losses`` evaluates the network and returns the loss, and a further value to pass on. If
        the compiler fails, in the forward or the backward pass, it is called again with the plain
        network: no gradient was added before the failure.
        """
        if isinstance(self.network, Compiled) and not self.network.why_plain:
            try:
                return _backward(*losses())
            except Exception as error:
                self.network.give_up(error)
        return _backward(*losses())

    def anneal(self, remaining: float) -> None:
        """Set the learning rate to this share of the initial one."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.config.lr * remaining

    @property
    def lr(self) -> float:
        """Current learning rate."""
        return float(self.optimizer.param_groups[0]["lr"])

    def zero_grad(self) -> None:
        """Drop the gradients of the last step."""
        self.optimizer.zero_grad(set_to_none=True)

    def step(self) -> Tensor:
        """Sum the gradients of all ranks, clip them and step; return the norm before clipping."""
        if self.ranks.count > 1:
            self._add_up()
        # After the sum: clipping depends on the whole gradient.
        norm = nn.utils.clip_grad_norm_(self.parameters, self.config.max_grad_norm)
        self.optimizer.step()
        return norm.detach()

    def totals(self, sums: Tensor) -> list[float]:
        """Return the sums [K] of all ranks, the one wait of an update; or RunError."""
        self.ranks.add_up(sums)
        if sums.device.type != "cpu":
            # A sum on CUDA waits forever for a rank that has ended, while a message between hosts
            # fails; so the message comes first.
            self.ranks.gather_objects(None)
        (found,) = self.policy.transfer.down(sums)
        numbers: list[float] = found.tolist()
        return numbers

    def expect_finite(self, means: Iterable[float]) -> None:
        """Check the losses and norms of an update; RunError: one of them is not finite."""
        if not all(map(isfinite, means)):
            raise RunError(
                "Learning diverged: the policy's outputs are not finite.",
                f"learning rate {self.lr:g}",
                "start again with a smaller --lr; the last checkpoint is from before.",
            )

    def _add_up(self) -> None:
        # One message for all weights. A rank without frames in the minibatch sends zeros: all ranks
        # must make the same collective calls.
        flat = torch.cat(
            [(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in self.parameters]
        )
        self.ranks.add_up(flat)
        sizes = [p.numel() for p in self.parameters]
        for parameter, gradient in zip(self.parameters, torch.split(flat, sizes), strict=True):
            parameter.grad = gradient.view_as(parameter)


def _backward(loss: Tensor, further: T) -> T:
    torch.autograd.backward(loss)
    return further


class Compiled:
    """Network through ``torch.compile``, until :meth:`give_up`."""

    def __init__(self, head: nn.Module) -> None:
        self._plain: Network = head
        self._compiled: Network | None = torch.compile(head, dynamic=True)
        self.why_plain = ""

    def __call__(self, inputs: Any) -> tuple[Tensor, Tensor]:
        """Evaluate the network."""
        network = self._plain if self._compiled is None else self._compiled  # it has no truth value
        return network(inputs)

    def give_up(self, error: Exception) -> None:
        """Warn, and go on with the plain network.

        Any error in the compiled network counts as the compiler's: the backward pass is compiled
        late, and its errors have no type of their own. If the network itself is at fault, the plain
        one raises the error again.
        """
        if self._compiled is None:
            raise error
        # Never tried again: the compiler would fail at every step.
        self._compiled = None
        self.why_plain = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        warnings.warn(
            f"torch.compile failed, going on without it: {self.why_plain}",
            RuntimeWarning,
            stacklevel=3,
        )


def why_no_compiler(device: torch.device) -> str:
    """Return why ``torch.compile`` cannot be used on this machine; empty if it can."""
    from torch._dynamo.eval_frame import is_dynamo_supported

    if not is_dynamo_supported():
        return f"it does not know Python {platform.python_version()} on {platform.system()}"
    if device.type == "cuda":
        from torch.utils._triton import has_triton

        return "" if has_triton() else "triton is not installed, or the GPU is too old for it"
    compilers = [os.environ.get("CXX") or "g++", "clang++"]
    if any(map(shutil.which, compilers)):
        return ""
    return f"no C++ compiler was found ({', '.join(compilers)}); install one, or set CXX"


def why_no_bf16(device: torch.device) -> str:
    """Return why bfloat16 cannot be used on a device; empty if it can."""
    if device.type == "cuda" and not torch.cuda.is_bf16_supported(including_emulation=False):
        return "the GPU has no bfloat16"
    return ""


class WeightAverage:
    """Exponential moving average of weights: it replaces them, except during training.

    >>> weight = torch.nn.Parameter(torch.zeros(1))
    >>> average = WeightAverage([weight], decay=0.5)
    >>> with average.while_training():
    ...     weight.data += 1.0
    ...     average.update()
    >>> weight.item() < 1.0
    True

    ``decay`` is the share of the average kept at each update; the first ones keep less.
    """

    def __init__(self, parameters: Sequence[nn.Parameter], *, decay: float) -> None:
        self._decay, self._updates = decay, 0
        self._parameters: list[Tensor] = list(parameters)
        self._average = [p.detach().clone() for p in self._parameters]
        self._trained = [p.detach().clone() for p in self._parameters]

    @contextmanager
    def while_training(self) -> Iterator[None]:
        """Restore the trained weights for a ``with`` block, and then their average."""
        _copy(self._trained, self._parameters)
        try:
            yield
        finally:
            _copy(self._parameters, self._trained)
            _copy(self._average, self._parameters)

    def update(self) -> None:
        """Add the current weights to the average; call it after each gradient step."""
        self._updates += 1
        # Early averages keep less, so that the first weights do not linger.
        decay = min(self._decay, (1 + self._updates) / (10 + self._updates))
        with torch.no_grad():
            average_in_place: Any = get_ema_multi_avg_fn(decay)  # type: ignore[no-untyped-call]
            average_in_place(self._average, self._parameters, self._updates)

    def state_dict(self) -> dict[str, Any]:
        """Return the state; the policy's weights, which are the average, are saved elsewhere."""
        return {"trained": [p.clone() for p in self._trained], "updates": self._updates}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned; the weights must hold the average already."""
        _copy(state["trained"], self._trained)
        _copy(self._parameters, self._average)
        self._updates = state["updates"]


def _copy(sources: Sequence[Tensor], targets: Sequence[Tensor]) -> None:
    with torch.no_grad():
        for source, target in zip(sources, targets, strict=True):
            target.copy_(source)
