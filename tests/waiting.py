"""A block in which nothing may wait for a CUDA device."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import torch


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
