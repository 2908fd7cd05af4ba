"""Files without a name that live in memory: shared by handing on the descriptor, never left behind.

The kernel frees one when the last process that has it open is gone, however it went.
"""

import os
import tempfile


def anonymous_file(size: int = 0) -> int:
    """The descriptor of a new file of ``size`` zero bytes that no path leads to."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("symbolic_rl")
    else:  # not Linux: a file that is deleted at once
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, size)
    return descriptor
