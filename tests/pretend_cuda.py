"""A pretended CUDA device: tensors in host memory that say they are on ``cuda:0``.

Code for CUDA runs on any machine in a block ``with pretended_cuda() as log``, and the log counts
what decides its speed on a GPU: kernels launched, waits of the host, copies of pageable memory,
bytes. Operations on tensors of both memories are refused, as by torch. The numbers that come out
are the CPU's. What it cannot show: times, the order of copies and kernels (for that see
``SlowPort`` in test_transfer.py), and faults of torch's own kernels for CUDA.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, fields
from types import FrameType
from typing import Any
from unittest.mock import patch

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from symbolic_rl.base import devices
from symbolic_rl.derivations.on_device import arrays
from symbolic_rl.policy import batch
from tests.pretend_graph import (
    PretendedGraph,
    PretendedStream,
    Recorder,
    mapped,
    tensors_of,
)

CUDA = torch.device("cuda", 0)

HERE = ("cuda", "meta")
"""Types of the device: by name, and as torch's C++ sees the tensors."""

WAITING = frozenset({
    "_local_scalar_dense", "nonzero", "is_nonzero", "equal", "masked_select", "bincount",
    "_unique2", "unique_dim", "unique_consecutive",
})  # fmt: skip
"""Operations whose result, or its shape, the host has to know before it goes on."""

ATOMIC = frozenset({"index_add", "index_add_", "scatter_add", "scatter_add_"})
"""Operations that add floats in the order in which threads of a GPU come by."""

FREE = frozenset({"detach", "empty", "new_empty", "empty_like", "empty_strided", "_unsafe_view"})
"""Operations without a kernel, beside views."""

INDEXING = frozenset({"index", "index_put", "index_put_", "_index_put_impl_"})


@dataclass
class Log:
    """Counts since it was opened or cleared; what costs time also by operation and line."""

    launches: Counter[str] = field(default_factory=Counter)
    waits: Counter[str] = field(default_factory=Counter)
    """Waits for the device, except ``fetches`` and ``slab_waits``."""
    pageable: Counter[str] = field(default_factory=Counter)
    """Copies between the device and memory of the host that is not page-locked."""
    atomic: Counter[str] = field(default_factory=Counter)
    """Sums of floats whose order changes from run to run."""
    uploads: int = 0
    """Copies from page-locked memory."""
    fetches: int = 0
    """Waits for the event of a copy to page-locked memory."""
    slab_waits: int = 0
    """Waits for the event of an upload, before its memory is written again."""
    bytes_up: int = 0
    bytes_down: int = 0
    largest: int = 0
    """Bytes of the largest tensor on the device."""
    replayed: int = 0
    """Kernels of replayed graphs; ``launches`` has one for each replay."""

    def clear(self) -> None:
        """Count from 0."""
        for each in fields(self):
            value = getattr(self, each.name)
            setattr(self, each.name, Counter() if isinstance(value, Counter) else 0)

    def metrics(self) -> dict[str, int]:
        """Return all counts as numbers."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {k: x.total() if isinstance(x, Counter) else x for k, x in values.items()}


class OnDevice(Tensor):
    """Tensor that says it is on ``cuda:0``; ``inner`` holds its numbers."""

    inner: Tensor

    @staticmethod
    def __new__(cls, inner: Tensor) -> "OnDevice":
        made: OnDevice = Tensor._make_wrapper_subclass(  # type: ignore[attr-defined]
            cls,
            inner.size(),
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            device="meta",  # so that what autograd makes beside it can be told from host memory
        )
        made.inner = inner
        return made

    @property
    def device(self) -> torch.device:  # type: ignore[override]
        return CUDA

    @property
    def is_cuda(self) -> bool:  # type: ignore[override]
        return True

    def __repr__(self, **_: Any) -> str:  # type: ignore[override]
        return f"OnDevice({self.inner!r})"

    def __deepcopy__(self, memo: Any) -> "OnDevice":
        copy = OnDevice(self.inner.detach().clone()).requires_grad_(self.requires_grad)
        copy._is_param = getattr(self, "_is_param", False)
        memo[id(self)] = copy
        return copy

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise RuntimeError(f"{func} on the pretended device, outside of pretended_cuda()")


def inner(x: Any) -> Any:
    """Return the numbers of a tensor on the device; anything else as it is."""
    return x.inner if isinstance(x, OnDevice) else x


def _wrapped(x: Any) -> Any:
    return OnDevice(x) if isinstance(x, Tensor) and not isinstance(x, OnDevice) else x


def _site() -> str:
    """Return the line of the project that the operation stands in."""
    frame: FrameType | None = sys._getframe()
    while frame := frame.f_back:
        if "/symbolic_rl/" in (file := frame.f_code.co_filename):
            return f"{file.rsplit('/symbolic_rl/', 1)[1]}:{frame.f_lineno}"
    return "elsewhere"


def _meet(dim: int, index: Tensor, source: Tensor) -> bool:
    """Return whether numbers other than 0 are added at one place."""
    if index.dim() < source.dim():
        index = index.view(-1, *[1] * (source.dim() - 1)).expand_as(source)
    size, dim = int(index.max()) + 1 if index.numel() else 0, dim % index.dim()
    shape = [size if i == dim else n for i, n in enumerate(index.shape)]
    source = source[tuple(slice(n) for n in index.shape)]
    return bool(torch.zeros(shape).scatter_add(dim, index, (source != 0).float()).gt(1).any())


class _Operations(TorchDispatchMode):
    """Runs operations on the numbers within, and counts them."""

    def __init__(self, log: Log, copies: "_Copies") -> None:
        super().__init__()
        self.log, self.copies, self.recorder = log, copies, Recorder()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs, name = dict(kwargs or {}), func.overloadpacket.__name__
        if name == "copy_":
            into, source = args[:2]
            self.copy(source, isinstance(into, OnDevice), len(args) > 2 and bool(args[2]))
            if isinstance(into, OnDevice):
                self.run(func, (into, source), {})
            else:
                into.copy_(inner(source))
            return into
        tensors = tensors_of([*args, *kwargs.values()])
        there = any(isinstance(x, OnDevice) for x in tensors)
        target = kwargs.get("device")
        goes = there if target is None else torch.device(target).type in HERE
        if not (there or goes):
            return func(*args, **kwargs)
        if target is not None:
            kwargs["device"] = "cpu"
        kwargs.pop("pin_memory", None)
        if name == "_to_copy" and there != goes:
            self.copy(tensors[0], goes, bool(kwargs.get("non_blocking")))
        else:
            self._count(func, name, args, kwargs, tensors)
        found = self.run(func, args, kwargs)
        if "out" in kwargs:
            return kwargs["out"]
        if func._schema.is_mutable and found is not None and name.endswith("_"):
            return args[0]
        if not goes:
            return found
        self.log.largest = max([self.log.largest, *(x.nbytes for x in tensors_of(found))])
        return mapped(_wrapped, found)

    def run(self, func: Any, args: Any, kwargs: Any) -> Any:
        """Carry out an operation on the numbers within, and record it in a graph."""
        args = mapped(inner, args)
        kwargs = {key: mapped(inner, x) for key, x in kwargs.items()}
        self.recorder.save(func, args, kwargs)
        found = func(*args, **kwargs)
        self.recorder.record(func, args, kwargs, found)
        return found

    def _count(self, func: Any, name: str, args: Any, kwargs: Any, tensors: list[Tensor]) -> None:
        log, indices = self.log, []
        if name in INDEXING:
            indices = [x for x in args[1] if isinstance(x, Tensor)]
        for x in tensors:
            if isinstance(x, OnDevice) or not x.dim():
                continue
            if not any(x is index for index in indices):
                raise RuntimeError(
                    f"{name} of tensors on cuda:0 and cpu, which must be on the same device"
                )
            self.copy(x, True, False)
        masks = any(x.dtype in (torch.bool, torch.uint8) for x in indices)
        unsized = name == "repeat_interleave" and kwargs.get("output_size") is None
        if name in WAITING or masks or unsized:
            self.recorder.refuse(f"{name} at {_site()}")
            log.waits[f"{name} at {_site()}"] += 1
        if name in ATOMIC and args[0].is_floating_point() and _meet(*map(inner, args[1:4])):
            log.atomic[f"{name} at {_site()}"] += 1
        if not func.is_view and name not in FREE:
            log.launches[name] += 1

    def copy(self, source: Tensor, up: bool, non_blocking: bool) -> None:
        """Count a copy, if it goes from one memory to the other."""
        log, size = self.log, source.numel() * source.element_size()
        if isinstance(source, OnDevice) == up:
            log.launches["copy_"] += int(up)
            return
        self.recorder.refuse(f"copy {'up' if up else 'down'} at {_site()}")
        log.bytes_up += size * up
        log.bytes_down += size * (not up)
        # the page-locked side of a fetch is its target; a copy without waiting goes nowhere else
        is_pinned = self.copies.holds(source) if up else non_blocking
        log.uploads += int(up and is_pinned)
        if not is_pinned:
            log.pageable[f"{'up' if up else 'down'} at {_site()}"] += 1
        if not non_blocking:
            log.waits[f"copy {'up' if up else 'down'} at {_site()}"] += 1
        self.copies.number += 1
        self.copies.last_went_up = up


class _Copies:
    """Page-locked memory, and the copies between the memories, in their order."""

    def __init__(self) -> None:
        self._held: dict[int, Tensor] = {}
        self.number = self.n_complete = 0
        """Number of the last copy, and of the last one that was waited for."""
        self.last_went_up = True

    def pin(self, memory: Tensor) -> Tensor:
        self._held[memory.untyped_storage().data_ptr()] = memory  # kept: addresses stay taken
        return memory

    def holds(self, x: Tensor) -> bool:
        return not x.nbytes or x.untyped_storage().data_ptr() in self._held


_STOOD_IN = {
    Tensor.to, Tensor.cuda, Tensor.cpu, Tensor.tolist, Tensor.numpy, Tensor.__setitem__,
}  # fmt: skip
"""Functions without keywords that have a stand-in."""


class _Functions(TorchFunctionMode):
    """Stands in for functions that would reach for the real device, or for the tensor's memory."""

    def __init__(self, operations: _Operations) -> None:
        super().__init__()
        self.operations = operations

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func not in _STOOD_IN and not kwargs:  # mostly a property of a tensor
            return func(*args)
        kwargs = dict(kwargs or {})
        if func in (Tensor.to, Tensor.cuda, Tensor.cpu):
            return self._to(func, *args, **kwargs)
        if func in (Tensor.tolist, Tensor.numpy) and isinstance(args[0], OnDevice):
            if func is Tensor.numpy:
                raise TypeError("can't convert cuda:0 device type tensor to numpy")
            self.operations.copy(args[0], False, False)
            return args[0].inner.tolist()
        if func is Tensor.__setitem__ and isinstance(args[0], OnDevice):
            # As on an H100: a number for one element is copied, and one for several is filled in.
            index = args[1] if isinstance(args[1], tuple) else (args[1],)
            is_one = len(index) == args[0].ndim and all(isinstance(i, int) for i in index)
            if is_one and isinstance(args[2], int | float):
                self.operations.copy(torch.tensor(args[2]), True, False)
        if kwargs.pop("pin_memory", False):
            return self.operations.copies.pin(func(*args, **kwargs))
        name, device = getattr(func, "__name__", ""), kwargs.get("device")
        if name in ("tensor", "as_tensor") and device and torch.device(device).type == "cuda":
            made = func(*args, **{**kwargs, "device": "cpu"})
            self.operations.copy(made, True, False)
            return OnDevice(made)
        return func(*args, **kwargs)

    def _to(self, func: Any, x: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        options = [*args, *(kwargs.get(key) for key in ("device", "dtype", "other"))]
        device = {Tensor.cuda: CUDA, Tensor.cpu: torch.device("cpu")}.get(func)
        dtype = None
        for option in options:
            if isinstance(option, Tensor):
                device, dtype = option.device, option.dtype
            elif isinstance(option, torch.dtype):
                dtype = option
            elif isinstance(option, (str, torch.device)):
                device = torch.device(option)
        up = isinstance(x, OnDevice) if device is None else device.type in HERE
        if up != isinstance(x, OnDevice):
            self.operations.copy(x, up, bool(kwargs.get("non_blocking")))
            with torch._C.DisableTorchFunctionSubclass():
                x = OnDevice(x.detach().clone()) if up else x.inner.detach().clone()  # type: ignore[attr-defined]
            return x if dtype in (None, x.dtype) else x.to(dtype)
        if dtype not in (None, x.dtype):
            return func(x, dtype)  # type: ignore[no-any-return]
        return x.clone() if kwargs.get("copy") else x


class _Event:
    """Event behind the last copy; a wait for it is counted by the copy's direction."""

    log: Log
    copies: _Copies
    recorder: Recorder

    def __init__(self, *_: Any, **__: Any) -> None:
        self._number, self._is_up = 0, True

    def record(self, *_: Any) -> None:
        self._number, self._is_up = self.copies.number, self.copies.last_went_up

    def synchronize(self) -> None:
        self.recorder.refuse("wait for an event")
        if self._number <= self.copies.n_complete:
            return  # a wait for a later copy was a wait for this one, too
        self.copies.n_complete = self._number
        if self._is_up:
            self.log.slab_waits += 1
        else:
            self.log.fetches += 1


@contextmanager
def pretended_cuda() -> Iterator[Log]:
    """Pretend that there is a CUDA device; the log counts what happens on it."""
    log, copies = Log(), _Copies()
    operations = _Operations(log, copies)
    recorder = operations.recorder

    def synchronize(*_: Any) -> None:
        recorder.refuse("synchronize")
        log.waits[f"synchronize at {_site()}"] += 1

    stand_ins: dict[str, Callable[..., Any]] = {
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "current_stream": lambda *_: PretendedStream(),
        "Stream": lambda *_: PretendedStream(),
        "stream": lambda *_: nullcontext(),
        "CUDAGraph": lambda *_: PretendedGraph(log),
        "graph": lambda graph, **_: recorder.recording(graph),
        "device": lambda *_: nullcontext(),
        "synchronize": synchronize,
        "is_bf16_supported": lambda including_emulation=True: True,
        "get_rng_state": lambda *_: torch.zeros(16, dtype=torch.uint8),
        "set_rng_state": lambda *_: None,
        "get_device_name": lambda *_: "pretended device",
        "_lazy_init": lambda: None,
        "Event": type("Event", (_Event,), {"log": log, "copies": copies, "recorder": recorder}),
    }
    with ExitStack() as held:
        for name, stand_in in stand_ins.items():
            held.enter_context(patch(f"torch.cuda.{name}", stand_in))
        # a build for CUDA would ask the driver here, and there may be none
        check = "_accelerator_graph_capture_health_check"
        held.enter_context(patch.object(torch.optim.Optimizer, check, lambda _: None))
        _forget()
        held.callback(_forget)
        # else ``module.to`` puts the new memory below the old parameter, which stays of its class
        overwrites = torch.__future__.get_overwrite_module_params_on_conversion()
        torch.__future__.set_overwrite_module_params_on_conversion(True)
        held.callback(torch.__future__.set_overwrite_module_params_on_conversion, overwrites)
        held.enter_context(_Functions(operations))
        held.enter_context(operations)
        yield log


def _forget() -> None:
    """Forget tensors that were cached for a device of this name."""
    cached: Sequence[Any] = (devices._host_copy, batch._multipliers, arrays._bounds)
    for function in cached:
        function.cache_clear()


@contextmanager
def waits_refused() -> Iterator[None]:
    """Have torch raise an error where an operation would wait for the device.

    The first change of the mode warns after it was made, and warnings are errors in tests: left in
    place by such an error, the mode would fail all tests that follow.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Synchronization debug mode", UserWarning)
        try:
            torch.cuda.set_sync_debug_mode("error")
            yield
        finally:
            torch.cuda.set_sync_debug_mode("default")
