"""Devices of torch: their choice, copies from them, and their random numbers."""

from functools import cache
from typing import Any

import torch
from torch import Tensor

from symbolic_rl.base.errors import ConfigError

TORCH_THREADS = 1
"""Threads of torch on the CPU. Networks of these widths gain nothing from more threads, and rows,
searches or other runs use the cores."""


def resolve_device(name: str) -> torch.device:
    """Return the device of a setting; ``auto``: CUDA, if any. ConfigError: there is no CUDA."""
    has_cuda = torch.cuda.is_available()
    if name == "auto":
        name = "cuda" if has_cuda else "cpu"
    if name.startswith("cuda") and not has_cuda:
        fix = "use --device cpu; or install a driver, and a build of torch for it."
        raise ConfigError("torch finds no CUDA device.", f"--device {name}", fix)
    return torch.device(name)


class _HostCopy:
    """Copies of numbers from a CUDA device to page-locked memory."""

    def __init__(self) -> None:
        self._event = torch.cuda.Event()  # type: ignore[no-untyped-call]
        self._buffer = torch.empty(64, dtype=torch.int64, pin_memory=True)

    def __call__(self, numbers: Tensor) -> list[int]:
        if len(self._buffer) < len(numbers):
            self._buffer = torch.empty(2 * len(numbers), dtype=torch.int64, pin_memory=True)
        into = self._buffer[: len(numbers)]
        into.copy_(numbers, non_blocking=True)
        self._event.record()
        self._event.synchronize()
        return [int(value) for value in into.tolist()]


@cache
def _host_copy(device: torch.device) -> _HostCopy:
    with torch.cuda.device(device):
        return _HostCopy()


def fetch(*numbers: Tensor) -> list[int]:
    """Return the values of scalars; waits for the event of their copy only."""
    if numbers[0].device.type == "cuda":
        stacked = torch.stack([number.long() for number in numbers])
        return _host_copy(stacked.device)(stacked)
    return [int(number.numpy()) for number in numbers]


def places(mask: Tensor, count: int | None = None) -> Tensor:
    """Return the indices [K] int64 at which a mask is True; ``count`` is K, if known."""
    if mask.device.type == "cpu":  # faster there, and needs no wait
        return mask.nonzero().squeeze(1)
    if count is None:
        (count,) = fetch(mask.sum())
    return torch.nonzero_static(mask, size=count).squeeze(1)


def places_within(mask: Tensor, size: int) -> Tensor:
    """Return the indices [size] int64 at which a mask [N] is True, padded with N.

    Does not wait for the device; indices beyond ``size`` are dropped.

    >>> places_within(torch.tensor([False, True, True]), 3)
    tensor([1, 2, 3])
    """
    n = len(mask)
    # Place in the result of each True entry; the others collect in a column that is cut off.
    place = torch.where(mask, mask.cumsum(0) - 1, size).clamp_(max=size)
    index = torch.full((size + 1,), n, dtype=torch.int64, device=mask.device)
    return index.scatter_(0, place, torch.arange(n, device=mask.device))[:size]


def random_state() -> dict[str, Any]:
    """Return the state of torch's random numbers on the CPU and on this process's CUDA device.

    Each rank has its own device, and all draw the same numbers, so one rank's state serves all.
    """
    state: dict[str, Any] = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        state["cuda"] = torch.cuda.get_rng_state()
    return state


def set_random_state(state: dict[str, Any]) -> None:
    """Restore :func:`random_state`, on this process's CUDA device if the state has one."""
    torch.set_rng_state(state["cpu"])
    if torch.cuda.is_available() and "cuda" in state:
        torch.cuda.set_rng_state(state["cuda"])
