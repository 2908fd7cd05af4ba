"""Moving averages of weights, which act while the weights themselves go on learning.

At a constant learning rate the last weights carry the noise of the last minibatches. Their
exponential moving average (Polyak and Juditsky 1992) has it averaged out, as annealing the rate
would, and does so at every moment of a run whose end is not known when it begins.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn


class WeightAverage:
    """Exponential moving average of weights, in their place except while they are trained.

    >>> weight = torch.nn.Parameter(torch.zeros(1))
    >>> average = WeightAverage([weight], decay=0.5)
    >>> with average.while_training():
    ...     weight.data += 1.0
    ...     average.update()
    >>> weight.item() < 1.0
    True

    Args:
        parameters: the weights; in place, they become their average.
        decay: share of the average that is kept at each update; the first updates keep less.
    """

    def __init__(self, parameters: Sequence[nn.Parameter], *, decay: float) -> None:
        self._decay, self._updates = decay, 0
        self._parameters: list[Tensor] = list(parameters)
        self._average = [p.detach().clone() for p in self._parameters]
        self._trained = [p.detach().clone() for p in self._parameters]

    @contextmanager
    def while_training(self) -> Iterator[None]:
        """Put the trained weights in place, and their average when the block ends."""
        _copy(self._trained, self._parameters)
        try:
            yield
        finally:
            _copy(self._parameters, self._trained)
            _copy(self._average, self._parameters)

    def update(self) -> None:
        """Take the weights in place into the average; to be called after each gradient step."""
        self._updates += 1
        decay = min(self._decay, (1 + self._updates) / (10 + self._updates))
        with torch.no_grad():
            average_in_place: Any = get_ema_multi_avg_fn(decay)  # type: ignore[no-untyped-call]
            average_in_place(self._average, self._parameters, self._updates)

    def state_dict(self) -> dict[str, Any]:
        """Return what is needed beside the weights in place, which are the average."""
        return {"trained": [p.clone() for p in self._trained], "updates": self._updates}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned; the average must be in place."""
        _copy(state["trained"], self._trained)
        _copy(self._parameters, self._average)
        self._updates = state["updates"]


def _copy(sources: Sequence[Tensor], targets: Sequence[Tensor]) -> None:
    with torch.no_grad():
        for source, target in zip(sources, targets, strict=True):
            target.copy_(source)
