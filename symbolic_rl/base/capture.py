"""CUDA graphs: the operations of a function on static memory, launched again as one."""

import warnings
from collections.abc import Callable
from typing import Generic, TypeVar

import torch

T = TypeVar("T")


class CapturedCall(Generic[T]):
    """Function whose operations on a CUDA device are captured as a graph.

    It runs once before the capture, on its own stream, to load its kernels; the caller must undo
    what this run writes. The function may not read values on the host, may not have shapes that
    depend on data, and must write its results to permanent memory.

    Args:
        function: reads and writes tensors that keep their memory.
        after_first: called after the first run, to undo its writes.

    Raises:
        RuntimeError: the function could not be captured; its writes are undone.
    """

    def __init__(self, function: Callable[[], T], after_first: Callable[[], None]) -> None:
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        try:
            with torch.cuda.stream(side):
                function()
        finally:
            torch.cuda.current_stream().wait_stream(side)
            after_first()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._results = function()

    def __call__(self) -> T:
        """Launch the graph; results are in the same tensors each time, until the next call."""
        self._graph.replay()
        return self._results


def warn_of_failure(error: RuntimeError) -> None:
    """Warn that capture failed, so that steps launch their operations one by one."""
    why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    warnings.warn(
        f"steps could not be captured as a CUDA graph, going on without: {why}",
        RuntimeWarning,
        stacklevel=3,
    )
