"""Files without a name that live in memory: shared by handing on the descriptor, never left behind.

The kernel frees one when the last process that has it open is gone, however it went.
"""

import mmap
import os
import tempfile


def anonymous_file(size: int = 0, content: bytes = b"") -> int:
    """The descriptor of a new file that no path leads to: ``content``, else ``size`` zero bytes."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("symbolic_rl")
    else:  # not Linux: a file that is deleted at once
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, max(size, len(content)))
    if content:
        with mmap.mmap(descriptor, len(content)) as memory:
            memory[:] = content
    return descriptor
