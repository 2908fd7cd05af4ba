"""Integers to a device and floats back, without waiting for more than they need.

What a step sends is written into one page-locked slab and goes up in one copy that nobody waits
for; what comes back comes in one copy, and only its event is waited for, never the whole device.
Three rules make that safe, and tests/test_transfer.py breaks each of them:

1. Two slabs are used in turn, so that one can be written while the other is copied.
2. A slab is written anew only after the event of its last copy.
3. A result is read only after the event of its copy, and is copied out of the slab.

On the CPU everything is where it is needed: :class:`Direct` has the same methods and does nothing.
"""

from collections.abc import Callable, Mapping
from itertools import cycle
from math import prod
from time import perf_counter
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

ALIGNMENT = 64
"""Bytes; where each tensor starts in a slab."""


class Event(Protocol):
    """Something that has happened when the copy before it is complete."""

    def synchronize(self) -> None:
        """Wait for it."""
        ...


class Port(Protocol):
    """What a transfer needs of a device; the tests have one that is slow on purpose."""

    device: torch.device

    def page_locked(self, n_bytes: int) -> Tensor:
        """Memory of the host [n_bytes] uint8 that the device copies from and to by itself."""
        ...

    def empty(self, n_bytes: int) -> Tensor:
        """Memory of the device [n_bytes] uint8."""
        ...

    def copy(self, target: Tensor, source: Tensor) -> Event:
        """Start a copy in the order of the device's work; the event tells when it is complete."""
        ...


class CudaPort:
    """A CUDA device; copies are made in the current stream, between the kernels."""

    def __init__(self, device: torch.device) -> None:
        self.device = device

    def page_locked(self, n_bytes: int) -> Tensor:
        """See :class:`Port`."""
        return torch.empty(n_bytes, dtype=torch.uint8, pin_memory=True)

    def empty(self, n_bytes: int) -> Tensor:
        """See :class:`Port`."""
        return torch.empty(n_bytes, dtype=torch.uint8, device=self.device)

    def copy(self, target: Tensor, source: Tensor) -> Event:
        """See :class:`Port`."""
        target.copy_(source, non_blocking=True)
        event = torch.cuda.Event()  # type: ignore[no-untyped-call]
        event.record(torch.cuda.current_stream(self.device))
        return event


class PinnedSlab:
    """Page-locked memory, and the copy that may still be using it."""

    def __init__(self, port: Port) -> None:
        self._port, self._memory = port, port.page_locked(0)
        self._busy: Event | None = None

    def room(self, n_bytes: int) -> Tensor:
        """The first bytes [n_bytes] uint8, once no copy uses them (rule 2)."""
        if self._busy is not None:
            self._busy.synchronize()
        if len(self._memory) < n_bytes:
            self._memory = self._port.page_locked(2 * n_bytes)
        return self._memory[:n_bytes]

    def used_until(self, event: Event) -> None:
        """Say which copy uses the memory now."""
        self._busy = event


class Transfer(Protocol):
    """The way to the device of a network and back."""

    device: torch.device
    transfer_s: float
    """Seconds spent on laying out and copying."""
    wait_s: float
    """Seconds spent on waiting for a copy, and for what the device computes before it."""

    def up(self, fields: Mapping[str, Tensor], *, ids: torch.dtype) -> dict[str, Tensor]:
        """Send tensors of the host; they arrive in the order of the device's work.

        Args:
            fields: int64 tensors (indices below 2^31), int32 tensors (ids), bool tensors.
            ids: int16 or int32; as which int32 tensors cross and arrive. The others arrive as
                they are.
        """
        ...

    def down(self, *columns: Tensor) -> list[Tensor]:
        """Fetch float32 tensors of one shape; the only point at which the host waits."""
        ...


class Direct:
    """Network and data are in the same memory: nothing is copied, nothing is waited for."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.transfer_s = self.wait_s = 0.0

    def up(self, fields: Mapping[str, Tensor], *, ids: torch.dtype) -> dict[str, Tensor]:
        """See :class:`Transfer`; the same tensors."""
        return dict(fields)

    def down(self, *columns: Tensor) -> list[Tensor]:
        """See :class:`Transfer`; the same tensors."""
        return list(columns)


class Field(NamedTuple):
    """Where a tensor lies in a slab."""

    start: int
    shape: torch.Size
    wire: torch.dtype

    @property
    def stop(self) -> int:
        """The byte behind the last one."""
        return self.start + prod(self.shape) * self.wire.itemsize

    def of(self, slab: Tensor) -> Tensor:
        """The tensor as a part of ``slab``."""
        return slab[self.start : self.stop].view(self.wire).view(self.shape)


class PageLocked:
    """Through page-locked slabs; see the module's text.

    Args:
        port: the device.
    """

    def __init__(self, port: Port) -> None:
        self._port, self.device = port, port.device
        self.transfer_s = self.wait_s = 0.0
        self._up = cycle([PinnedSlab(port), PinnedSlab(port)])
        self._down = PinnedSlab(port)

    def up(self, fields: Mapping[str, Tensor], *, ids: torch.dtype) -> dict[str, Tensor]:
        """See :class:`Transfer`; one copy, and one cast for all indices."""
        started = perf_counter()
        layout = laid_out(fields, ids)
        n_bytes = max(field.stop for field in layout.values())
        slab = next(self._up)
        here = self._room(slab, n_bytes)
        there = self._port.empty(n_bytes)
        for name, field in layout.items():
            field.of(here).copy_(fields[name])
        slab.used_until(self._port.copy(there, here))
        found = arrived(fields, layout, there)
        self.transfer_s += perf_counter() - started
        return found

    def _room(self, slab: PinnedSlab, n_bytes: int) -> Tensor:
        started = perf_counter()
        room = slab.room(n_bytes)
        waited = perf_counter() - started
        self.wait_s += waited
        self.transfer_s -= waited  # within it
        return room

    def down(self, *columns: Tensor) -> list[Tensor]:
        """See :class:`Transfer`; one copy."""
        started = perf_counter()
        packed = torch.stack(columns)
        here = self._room(self._down, packed.numel() * packed.itemsize)
        event = self._port.copy(here, packed.view(-1).view(torch.uint8))
        self._down.used_until(event)
        between = perf_counter()
        event.synchronize()
        waited = perf_counter() - between
        found = list(here.view(packed.dtype).view(packed.shape).clone().unbind())
        self.wait_s += waited
        self.transfer_s += perf_counter() - started - waited
        return found


def laid_out(fields: Mapping[str, Tensor], ids: torch.dtype) -> dict[str, Field]:
    """Place the tensors in a slab: the indices in a row as int32, then the rest aligned."""
    layout, stop = {}, 0
    for name, tensor in fields.items():
        if tensor.dtype == torch.int64:
            layout[name] = Field(stop, tensor.shape, torch.int32)
            stop = layout[name].stop
    for name, tensor in fields.items():
        if name not in layout:
            wire = torch.bool if tensor.dtype == torch.bool else ids
            layout[name] = Field(-(-stop // ALIGNMENT) * ALIGNMENT, tensor.shape, wire)
            stop = layout[name].stop
    return layout


def arrived(
    fields: Mapping[str, Tensor], layout: Mapping[str, Field], slab: Tensor
) -> dict[str, Tensor]:
    """The tensors of a slab on the device; int64 where they were int64."""
    indices = [name for name, tensor in fields.items() if tensor.dtype == torch.int64]
    found = {name: field.of(slab) for name, field in layout.items() if name not in indices}
    if indices:
        row = slab[: layout[indices[-1]].stop].view(torch.int32).long()
        for name in indices:
            start, shape, wire = layout[name]
            found[name] = row[start // wire.itemsize :][: prod(shape)].view(shape)
    return found


OPENERS: dict[str, Callable[[torch.device], Transfer]] = {
    "cpu": Direct,
    "cuda": lambda device: PageLocked(CudaPort(device)),
}


def open_transfer(device: torch.device) -> Transfer:
    """The way to ``device``, as its type needs it."""
    return OPENERS[device.type](device)
