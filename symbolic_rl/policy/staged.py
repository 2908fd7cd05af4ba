"""Computations whose shapes depend on data, in stages between which a device is waited for once.

Several of them go on side by side, and what all of them have to know is fetched together: taking a
hundred minibatches on a device waits as often as taking one.
"""

from collections.abc import Generator, Sequence
from typing import TypeVar

from torch import Tensor

from symbolic_rl.base.devices import fetch

T = TypeVar("T")

Staged = Generator[list[Tensor], list[int], T]
"""Computation that yields the scalars on which the shapes of its next stage depend, and is sent
their values."""


def together(parts: Sequence[Staged[T]]) -> Staged[list[T]]:
    """Join computations that go on side by side: they are sent values once for each stage."""
    results: dict[int, T] = {}
    sent: dict[int, list[int] | None] = dict.fromkeys(range(len(parts)))
    while sent:
        asked: dict[int, list[Tensor]] = {}
        for i, values in sent.items():
            try:
                asked[i] = parts[i].send(values)  # type: ignore[arg-type] # None starts it
            except StopIteration as end:
                results[i] = end.value
        if not asked:
            break
        found = yield [scalar for scalars in asked.values() for scalar in scalars]
        values_left = iter(found)
        sent = {i: [next(values_left) for _ in scalars] for i, scalars in asked.items()}
    return [results[i] for i in range(len(parts))]


def finish(computation: Staged[T]) -> T:
    """Run a computation in stages; a device is waited for once for each of them.

    >>> import torch
    >>> from symbolic_rl.base.devices import places
    >>> def masked(x):
    ...     (count,) = yield [(x > 0).sum()]
    ...     return x[places(x > 0, count)]
    >>> finish(together([masked(torch.tensor([3, 0, 4])), masked(torch.tensor([0, 5]))]))
    [tensor([3, 4]), tensor([5])]
    """
    try:
        asked = next(computation)
        while True:
            asked = computation.send(fetch(*asked))
    except StopIteration as end:
        result: T = end.value
        return result
