"""CUDA graphs of the pretended device of :mod:`tests.pretend_cuda`.

While a graph is captured, the operations on the device are recorded, and what a real capture
refuses is refused: waits, copies between the memories, shapes that depend on data. A replay runs
the recorded operations again on the same memory, and nothing of Python: a value that Python has
read is the old one then, as on a GPU. As there, a capture leaves all memory as it was, and what it
allocates holds nothing of use before the first replay.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, UntypedStorage
from torch.utils._python_dispatch import _disable_current_modes

WITHOUT_VALUES = frozenset({"empty", "new_empty", "empty_like", "empty_strided"})


def tensors_of(values: Any) -> list[Tensor]:
    """Return the tensors among arguments or results of an operation.

    ``torch.utils._pytree`` knows more containers, and takes half of the time of the tests.
    """
    if isinstance(values, Tensor):
        return [values]
    return [x for each in values for x in tensors_of(each)] if _holds(values) else []


def mapped(function: Callable[[Any], Any], values: Any) -> Any:
    """Return arguments or results of an operation, with ``function(x)`` for what they hold."""
    if _holds(values):
        return type(values)([mapped(function, x) for x in values])
    return function(values)


def _holds(values: Any) -> bool:
    return isinstance(values, list | tuple)


class Recorder:
    """Operations of the graph that is being captured, if any."""

    def __init__(self) -> None:
        self.steps: list[tuple[Any, Any, Any, list[Tensor]]] | None = None
        self._made: dict[int, UntypedStorage] = {}
        self._before: dict[int, tuple[UntypedStorage, UntypedStorage]] = {}

    def refuse(self, what: str) -> None:
        """Raise what CUDA raises where a stream that is captured would have to stand still."""
        if self.steps is not None:
            raise RuntimeError(f"{what}: operation not permitted when stream is capturing")

    def save(self, func: Any, args: Any, kwargs: Any) -> None:
        """Keep the contents of memory that an operation is about to write."""
        if self.steps is None or not func._schema.is_mutable:
            return
        given = dict(zip((a.name for a in func._schema.arguments), args, strict=False)) | kwargs
        for argument in func._schema.arguments:
            if argument.alias_info is None or not argument.alias_info.is_write:
                continue
            for x in tensors_of(given.get(argument.name)):
                storage = x.untyped_storage()
                at = storage.data_ptr()
                if at not in self._made and at not in self._before:
                    self._before[at] = storage, storage.clone()

    def record(self, func: Any, args: Any, kwargs: Any, found: Any) -> None:
        """Note an operation that has been carried out on the numbers of tensors."""
        if self.steps is None:
            return
        made = [] if func._schema.is_mutable else tensors_of(found)
        if not func.is_view:
            for x in made:
                self._made[x.untyped_storage().data_ptr()] = x.untyped_storage()
        # Views show the memory of what they are made of, which stays where it is.
        if not func.is_view and func.overloadpacket.__name__ not in WITHOUT_VALUES:
            self.steps.append((func, args, kwargs, made))
        elif made:
            self.steps.append((None, (), {}, made))  # kept, so that no address is used again

    @contextmanager
    def recording(self, graph: "PretendedGraph") -> Iterator[None]:
        """Capture the operations of a block."""
        self.refuse("capture within a capture")
        self.steps = []
        try:
            yield
            graph.steps = self.steps
        finally:
            for storage, saved in self._before.values():
                storage.copy_(saved)
            for at, storage in self._made.items():
                if at not in self._before:
                    storage.fill_(1)
            self.steps, self._made, self._before = None, {}, {}


class PretendedGraph:
    """Stand-in of ``torch.cuda.CUDAGraph``.

    Args:
        log: counts of the device.
    """

    def __init__(self, log: Any) -> None:
        self.log = log
        self.steps: list[tuple[Any, Any, Any, list[Tensor]]] = []

    def replay(self) -> None:
        """Run the recorded operations again; one launch."""
        assert self.steps, "a graph without operations"
        with torch.no_grad(), _disable_current_modes():
            for func, args, kwargs, made in self.steps:
                if func is None:
                    continue
                found = func(*args, **kwargs)
                for into, new in zip(made, tensors_of(found), strict=bool(made)):
                    into.copy_(new)
        self.log.launches["graph"] += 1
        self.log.replayed += sum(func is not None for func, *_ in self.steps)


class PretendedStream:
    """Stand-in of ``torch.cuda.Stream``; all work is done at once, in its order."""

    def wait_stream(self, other: "PretendedStream") -> None:
        """Do nothing: what came before is done."""
