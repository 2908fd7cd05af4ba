"""CUDA graphs: what a function launches on static memory, launched again at once."""

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
    """

    def __init__(self, function: Callable[[], T], after_first: Callable[[], None]) -> None:
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            function()
        torch.cuda.current_stream().wait_stream(side)
        after_first()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._results = function()

    def __call__(self) -> T:
        """Launch the graph; the results are in the same tensors each time, until the next call."""
        self._graph.replay()
        return self._results
