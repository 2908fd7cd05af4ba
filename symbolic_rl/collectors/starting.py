"""A deadline for worker processes that TorchRL starts.

TorchRL waits for each worker in turn to say that it is ready, without end. It is told of one that
has died, or was killed here, by the end of its pipe.
"""

import multiprocessing
import re
import threading
from types import TracebackType


class StartError(Exception):
    """A worker ended, or hung, before it was ready; the message is TorchRL's."""

    def __init__(self, error: Exception, waited_s: float) -> None:
        super().__init__(str(error))
        found = re.match(r"Worker (\d+) failed to initialize", str(error))
        self.number = int(found[1]) if found else None
        """Of the first one that was not ready, where it ended without a word."""
        self.waited_s = waited_s
        """After how long it was killed; 0 where it ended by itself."""


class Starting:
    """While workers start: kills them when they take too long, and leaves none behind on an error.

    Leaving the context raises :class:`StartError` in the place of TorchRL's error.

    Args:
        patience_s: how long they may take.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s, self._is_late = patience_s, False
        self._timer = threading.Timer(patience_s, self._give_up)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._before = multiprocessing.active_children()
        self._timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if error is None:
            return
        self._kill()
        if isinstance(error, Exception):
            raise StartError(error, self._patience_s if self._is_late else 0.0) from error

    def _give_up(self) -> None:
        self._is_late = True
        self._kill()

    def _kill(self) -> None:
        for process in multiprocessing.active_children():
            if process not in self._before:
                process.kill()
