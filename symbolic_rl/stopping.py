"""Ctrl-C and SIGTERM ask a run to stop; it stops where nothing is lost."""

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self


class StopSignals:
    """Remembers a first SIGINT or SIGTERM instead of obeying it; a second SIGINT is obeyed.

    Outside of the main thread, where Python delivers no signals, it does nothing.

    Args:
        say: told once, when the signal arrives.
    """

    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __init__(self, say: Callable[[str], None] = lambda text: None) -> None:
        self.received: int | None = None
        self._say = say
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = {
                number: signal.signal(number, self._on_signal) for number in self.SIGNALS
            }
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.received is not None and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.received = number
        name = signal.Signals(number).name
        self._say(f"{name}: finishing this batch, then the checkpoint (Ctrl-C again to drop it)")
