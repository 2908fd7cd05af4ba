"""CUDA graphs: the operations of a function on static memory, launched again as one."""

import warnings
from collections.abc import Callable
from typing import Generic, TypeVar

import torch

T = TypeVar("T")


class CapturedCall(Generic[T]):
    """Function whose operations on a CUDA device are captured as a graph.

    It runs once before that, on a stream of its own, so that its kernels are loaded; what it writes
    then has to be put back by the caller. It may read nothing on the host, have no shape that
    depends on data, and must write its results to memory that stays.

    Args:
        function: it reads and writes tensors that keep their places.
        after_first: called behind the first run.

    Raises:
        RuntimeError: it could not be captured; what it writes is as it was.
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
        """Launch the graph; the results are in the same tensors each time, until the next call."""
        self._graph.replay()
        return self._results


def warn_of_failure(error: RuntimeError) -> None:
    """Warn that steps are launched one operation at a time, since they could not be captured."""
    why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    warnings.warn(
        f"steps could not be captured as a CUDA graph, going on without: {why}",
        RuntimeWarning,
        stacklevel=3,
    )
