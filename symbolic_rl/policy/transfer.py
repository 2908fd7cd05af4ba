"""Transfer of a step's integers to the device of a network, and of its floats back.

All tensors of a step are written into one slab of pinned host memory, and go up in one asynchronous
copy. The results come down in one copy, and the host waits for the event of that copy only. The
device runs copies and kernels in the order of issue. Three rules make it safe to reuse slabs;
tests/test_transfer.py breaks each of them:

1. Two slabs alternate, so that one can be written while the other is copied.
2. A slab is overwritten only after the event of its last copy.
3. A result is read only after the event of its copy, and is cloned out of the slab.

On the CPU nothing is copied: see :class:`Transfer`.
"""

from collections.abc import Mapping
from itertools import cycle
from math import prod
from time import perf_counter
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

ALIGNMENT = 64
"""Tensors other than indices start at multiples of this number of bytes in a slab."""


class Event(Protocol):
    """Marker after a copy, in the device's order of work."""

    def synchronize(self) -> None:
        """Wait until the copy is complete."""
        ...


class Port:
    """Memory and copies of a CUDA device; copies go into the current stream, between the kernels.

    ``yields_core``: wait without a core, which is a little slower than polling.
    """

    def __init__(self, device: torch.device, *, yields_core: bool = False) -> None:
        self.device, self._yields_core = device, yields_core

    def pinned(self, n_bytes: int) -> Tensor:
        """Allocate page-locked host memory [n_bytes] uint8."""
        return torch.empty(n_bytes, dtype=torch.uint8, pin_memory=True)

    def empty(self, n_bytes: int) -> Tensor:
        """Allocate memory of the device [n_bytes] uint8."""
        return torch.empty(n_bytes, dtype=torch.uint8, device=self.device)

    def copy(self, target: Tensor, source: Tensor) -> Event:
        """Issue a copy, and return the event that follows it."""
        target.copy_(source, non_blocking=True)
        event = torch.cuda.Event(blocking=self._yields_core)  # type: ignore[no-untyped-call]
        event.record(torch.cuda.current_stream(self.device))
        return event


class PinnedSlab:
    """Pinned memory, and the event of the last copy that uses it."""

    def __init__(self, port: Port) -> None:
        self._port, self._memory = port, port.pinned(0)
        self.busy: Event | None = None  # of the last copy

    def claim(self, n_bytes: int) -> Tensor:
        """Return the first ``n_bytes``, once no copy uses them (rule 2)."""
        if self.busy is not None:
            self.busy.synchronize()
        if len(self._memory) < n_bytes:
            # The old memory may be freed: its last copy is complete.
            self._memory = self._port.pinned(2 * n_bytes)
        return self._memory[:n_bytes]


class Transfer:
    """Transfer within one memory: copies nothing."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.transfer_s = 0.0  # seconds of packing and copying
        self.wait_s = 0.0  # seconds of waiting for copies, and for the kernels before them

    def up(self, fields: Mapping[str, Tensor], *, ids: torch.dtype) -> dict[str, Tensor]:
        """Send tensors of the host to the device; waits only for a free slab (rule 2).

        Indices are int64 and below 2**31; ids, int32, cross and arrive as the type ``ids``; bool
        and float32 are kept.
        """
        return dict(fields)

    def bring(self, fields: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Fetch tensors of the device, of the types of :meth:`up`, and wait for their copy."""
        return dict(fields)

    def down(self, *columns: Tensor) -> list[Tensor]:
        """Fetch float32 tensors of one shape, and wait for their copy (rule 3)."""
        return list(columns)


class Field(NamedTuple):
    """Place of a tensor in a slab."""

    start: int
    shape: torch.Size
    sent: torch.dtype  # type in which it crosses

    @property
    def stop(self) -> int:
        """Offset of the byte after the last one."""
        return self.start + prod(self.shape) * self.sent.itemsize

    def of(self, slab: Tensor) -> Tensor:
        """Return the tensor as a view of ``slab``."""
        return slab[self.start : self.stop].view(self.sent).view(self.shape)


class PinnedTransfer(Transfer):
    """Transfer through pinned slabs; see the module's docstring."""

    def __init__(self, port: Port) -> None:
        super().__init__(port.device)
        self._port = port
        self._up = cycle([PinnedSlab(port), PinnedSlab(port)])
        self._down = PinnedSlab(port)

    def up(self, fields: Mapping[str, Tensor], *, ids: torch.dtype) -> dict[str, Tensor]:
        """See :class:`Transfer`; one copy, and one cast for all indices."""
        started = perf_counter()
        layout = lay_out(fields, ids)
        n_bytes = max(field.stop for field in layout.values())
        slab = next(self._up)
        here = self._claim(slab, n_bytes)
        there = self._port.empty(n_bytes)  # fresh, because kernels may still read the last one
        for name, field in layout.items():
            field.of(here).copy_(fields[name])
        slab.busy = self._port.copy(there, here)
        found = unpack(fields, layout, there)
        self.transfer_s += perf_counter() - started
        return found

    def _claim(self, slab: PinnedSlab, n_bytes: int) -> Tensor:
        started = perf_counter()
        capacity = slab.claim(n_bytes)
        waited = perf_counter() - started
        self.wait_s += waited
        self.transfer_s -= waited  # the caller's transfer time includes the wait
        return capacity

    def down(self, *columns: Tensor) -> list[Tensor]:
        """See :class:`Transfer`; one copy."""
        packed = torch.stack(columns)
        here = self._fetched(packed.view(-1).view(torch.uint8))
        return list(here.view(packed.dtype).view(packed.shape).unbind())

    def bring(self, fields: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """See :class:`Transfer`; one copy."""
        layout = lay_out(fields, torch.int32)
        packed = self._port.empty(max(field.stop for field in layout.values()))
        for name, field in layout.items():
            field.of(packed).copy_(fields[name])
        return unpack(fields, layout, self._fetched(packed))

    def _fetched(self, packed: Tensor) -> Tensor:
        """Copy bytes of the device to the host, and wait for them."""
        started = perf_counter()
        here = self._claim(self._down, len(packed))
        # One slab is enough: the wait below ends before the next call can overwrite it.
        event = self._down.busy = self._port.copy(here, packed)
        between = perf_counter()
        event.synchronize()
        waited = perf_counter() - between
        found = here.clone()
        self.wait_s += waited
        self.transfer_s += perf_counter() - started - waited
        return found


def lay_out(fields: Mapping[str, Tensor], ids: torch.dtype) -> dict[str, Field]:
    """Place tensors in a slab: indices first, side by side as int32, then the others, aligned.

    Ids, which are int32, cross in the type ``ids``.
    """
    layout, stop = {}, 0
    for name, tensor in fields.items():
        if tensor.dtype == torch.int64:
            layout[name] = Field(stop, tensor.shape, torch.int32)
            stop = layout[name].stop
    for name, tensor in fields.items():
        if name not in layout:
            sent = ids if tensor.dtype == torch.int32 else tensor.dtype
            layout[name] = Field(-(-stop // ALIGNMENT) * ALIGNMENT, tensor.shape, sent)
            stop = layout[name].stop
    return layout


def unpack(
    fields: Mapping[str, Tensor], layout: Mapping[str, Field], slab: Tensor
) -> dict[str, Tensor]:
    """Return the tensors in a slab: views of it, except indices, which become int64."""
    indices = [name for name, tensor in fields.items() if tensor.dtype == torch.int64]
    found = {name: field.of(slab) for name, field in layout.items() if name not in indices}
    if indices:
        # Indices are adjacent at the front, so one cast serves all of them.
        row = slab[: layout[indices[-1]].stop].view(torch.int32).long()
        for name in indices:
            start, shape, sent = layout[name]
            found[name] = row[start // sent.itemsize :][: prod(shape)].view(shape)
    return found


def open_transfer(device: torch.device, *, yields_core: bool = False) -> Transfer:
    """Open the transfer to a device, the CPU or a CUDA device; see :class:`Port`."""
    if device.type == "cpu":
        return Transfer(device)
    return PinnedTransfer(Port(device, yields_core=yields_core))
