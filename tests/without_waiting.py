"""A block in which nothing may be read on the host, nor have a shape that depends on a value.

It holds on a CPU too, where reading costs nothing and is so easily overlooked.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

READS = {
    "item", "cpu", "numpy", "tolist", "nonzero", "masked_select", "unique", "__bool__", "__int__",
    "__float__", "__index__", "__contains__",
}  # fmt: skip
SHAPES = ("_local_scalar_dense", "nonzero", "masked_select", "unique", "_unique2", "is_nonzero")


class _RefusingFunctions(TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "")
        if name in READS:
            raise AssertionError(f"{name} reads a tensor on the host")
        return func(*args, **(kwargs or {}))


class _RefusingOperations(TorchDispatchMode):
    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.overloadpacket.__name__
        if name in SHAPES:
            raise AssertionError(f"{name} has a shape or a value that the host must know")
        if name in ("index", "index_put", "index_put_"):
            places = [one for one in args[1] if one is not None]
            if any(one.dtype == torch.bool for one in places):
                raise AssertionError("an index of booleans has a shape that depends on them")
        return func(*args, **(kwargs or {}))


@contextmanager
def reads_refused() -> Iterator[None]:
    """Raise AssertionError where an operation would have to wait for the device."""
    with _RefusingFunctions(), _RefusingOperations():
        yield
