"""Memory of searches that run side by side: one budget for all of them.

Who asks for no limit gets a quarter of the machine's memory. When all searches together have used
up their budget, those end that take more than an even share; the others go on.
"""

from symbolic_rl.base.machine import memory_bytes

DEFAULT_SHARE = 0.25
"""Share of the machine's memory that searches may take where nobody has set a limit."""


def default_memory_mb() -> int:
    """Return the megabytes that all searches of a process may take where no limit is set."""
    return max(64, int(memory_bytes() * DEFAULT_SHARE) >> 20)


class MemoryBudget:
    """Memory that some searches share.

    Args:
        megabytes: of all of them; 0 for :func:`default_memory_mb`.
        at_once: searches that may run side by side.
    """

    def __init__(self, megabytes: int = 0, at_once: int = 1) -> None:
        self._limit = (megabytes or default_memory_mb()) << 20
        self.even_share = self._limit // max(1, at_once)
        """Bytes that a search may take when as many as may run side by side do."""
        self._used: dict[int, int] = {}
        self._total = 0

    def note(self, search: int, n_bytes: int) -> None:
        """Note what a search takes now; 0 when it has ended."""
        self._total += n_bytes - self._used.pop(search, 0)
        if n_bytes:
            self._used[search] = n_bytes

    def is_used_up(self, search: int) -> bool:
        """Tell whether a search has to end, so that the others can go on."""
        return self._total >= self._limit and self._used.get(search, 0) >= self.even_share
