"""A run at its terminal: the time it takes to start, its progress, the signals that stop it."""

import _thread
import contextlib
import gc
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from math import inf, isfinite
from types import FrameType
from typing import IO, Any, Self

from symbolic_rl.base import interrupts
from symbolic_rl.base.errors import TORCH_MB, expect_address_space

Row = Mapping[str, float | int | str]
"""Row of the metrics."""


@contextlib.contextmanager
def large_imports() -> Iterator[None]:
    """Suspend garbage collection during the import of torch and its dependents; saves a quarter.

    Collections would scan half a million new objects repeatedly, and find all of them in use.
    Afterwards the objects are frozen, so that later collections skip them.

    SymbolicError: torch does not fit into the limit on address space.
    """
    expect_address_space(TORCH_MB)
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


class Startup:
    """Phases from the start of the process to the first frame, in seconds as ``<name>_s``."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """End a phase, which began at the end of the last one."""
        spent = interrupts.process_age_s() - sum(self.laps.values())
        self.laps[f"{name}_s"] = round(max(spent, 0.0), 3)  # the clock has ticks of 10 ms

    def summary(self) -> dict[str, float]:
        """Return the seconds of each phase, and ``first_frame_s``, their sum."""
        return {**self.laps, "first_frame_s": round(sum(self.laps.values()), 3)}


def duration(seconds: float) -> str:
    """Return a time as text: ``48 s``, ``3 min 20 s``, ``2 h 05 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def counted(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 goal``, ``2,000 goals``, ``2 queries``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


class LiveLine:
    """Line that is redrawn in place on a terminal; elsewhere, plain lines every ``INTERVAL_S``.

    If it ``waits``, the first plain line comes after as many seconds of ``clock`` as well.
    """

    INTERVAL_S = 10.0

    def __init__(
        self,
        *,
        stream: IO[str] | None = None,
        waits: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.stream = sys.stdout if stream is None else stream
        self.is_live = self.stream.isatty()
        self._clock = clock
        self._next_s = clock() + self.INTERVAL_S if waits else -inf
        self._waiting = ""

    def say(self, text: str) -> None:
        """Print a separate line."""
        self.clear()
        print(text, file=self.stream, flush=True)

    def show(self, line: str) -> None:
        """Replace the last line: immediately on a terminal, at intervals elsewhere."""
        self._waiting = line
        if self.is_live:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:width]}", end="", file=self.stream, flush=True)
        elif self._clock() >= self._next_s:
            self._next_s = self._clock() + self.INTERVAL_S
            self.close()

    def close(self) -> None:
        """Print the last line permanently."""
        if self._waiting:
            self.say(self._waiting)
        self._waiting = ""

    def clear(self) -> None:
        """Erase the live line."""
        if self.is_live and self._waiting:
            print("\r\x1b[K", end="", file=self.stream, flush=True)


class Progress(LiveLine):
    """Progress of a training run of ``total_frames``; ``options`` as of :class:`LiveLine`."""

    def __init__(self, total_frames: int, **options: Any) -> None:
        super().__init__(**options)
        self.total_frames = max(1, total_frames)

    def update(self, row: Row, hardest: str = "") -> None:
        """Show a row of the metrics, and the hardest query proved so far."""
        frames, rate = int(row["frames"]), float(row["frames_per_second"])
        left = max(0, self.total_frames - frames) / rate if rate else inf
        share = min(1.0, frames / self.total_frames)
        percent = f"{int(100 * share + 1e-9)} %"
        parts = [
            f"{_bar(share)} {percent}" if self.is_live else f"{percent:>5}",
            f"{frames:,} frames",
            *([f"level {row['level']}"] if int(row.get("level", 0)) else []),
            *_won(row),
            _learned(row),
            f"{_pace(row)}{_longest_phase(row)}",
            _left(left),
            *([f"hardest {hardest}"] if hardest else []),
        ]
        self.show(" | ".join(parts))


def _left(seconds: float) -> str:
    """Return the time left at the pace so far; searches that find nothing new end before."""
    return f"about {duration(seconds)} left" if isfinite(seconds) else "no end in sight yet"


def _bar(share: float) -> str:
    """Return a bar of ASCII characters, for any terminal."""
    full = round(12 * share)
    return f"[{'#' * full}{'.' * (12 - full)}]"


def _pace(row: Row) -> str:
    """Return the rate of frames, or of searches and inferences if the algorithm searches.

    A searching algorithm counts the steps of proofs as frames: few where most searches fail.
    """
    if "proved" not in row:
        return f"{float(row['frames_per_second']):,.0f} frames/s"
    searches = float(row["episodes"]) / max(float(row["seconds"]), 1e-9)
    return f"{searches:,.0f} searches/s, {float(row['inferences_per_second']):,.0f} inferences/s"


def _won(row: Row) -> list[str]:
    """Return the success of episodes, or the number of queries that searches have proved."""
    success, inferences = float(row["success"]), float(row["mean_inferences"])
    if "proved" in row:
        found = [f"proved {row['proved']:,} of {row['queries']:,}"]
    elif isfinite(success):
        found = [f"success {success:.3f}"]
    else:
        return ["no episode has ended"]
    return [*found, f"inferences {inferences:,.1f}"] if isfinite(inferences) else found


def _learned(row: Row) -> str:
    """Return the policy's entropy, or the loss of imitation."""
    for key, name in (("entropy", "entropy"), ("loss_imitation", "loss")):
        if isfinite(value := float(row.get(key, "nan"))):
            return f"{name} {value:.2f}"
    return "no update"


def _longest_phase(row: Row) -> str:
    """Return the longest phase of a row, with its share of the time."""
    phases = [(float(row[key]), key) for key in row if key.startswith("seconds_")]
    if not phases:
        return ""
    seconds, key = max(phases)
    share = 100 * seconds / max(float(row["seconds"]), 1e-9)
    return f" ({key.removeprefix('seconds_')} {share:.0f} %)"


class StopSignals:
    """Context in which a first SIGINT or SIGTERM is only recorded; a second SIGINT interrupts.

    Outside of the main thread, where Python delivers no signals, it does nothing. At the first
    signal, ``say`` gets a message that ends in ``doing``, the work before the process ends.
    """

    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __init__(
        self,
        say: Callable[[str], None] = lambda text: None,
        doing: str = "finishing this batch, then the checkpoint (Ctrl-C again to drop it)",
    ) -> None:
        self.received: int | None = None
        self._say, self._doing = say, doing
        self._saying = _thread.allocate_lock()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = {
                number: signal.signal(number, self._on_signal) for number in self.SIGNALS
            }
            interrupts.set_patience(interrupts.PATIENT)
        return self

    def __exit__(self, *raised: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        interrupts.set_patience(interrupts.PROMPT)
        with self._saying:  # the message comes before what is printed next
            pass

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        interrupts.note_handled()
        interrupts.set_patience(interrupts.PROMPT)
        if self.received is not None:
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            return
        self.received = number
        # Python runs handlers between two instructions of the main thread, which may be within a
        # print: its stream refuses a second print of this thread, and lets another thread wait.
        self._saying.acquire()
        try:
            _thread.start_new_thread(self._tell, (signal.Signals(number).name,))
        except RuntimeError:  # no memory for a thread: the signal counts, unsaid
            self._saying.release()

    def _tell(self, name: str) -> None:
        try:
            with contextlib.suppress(OSError):  # the reader has gone
                self._say(f"{name}: {self._doing}")
        finally:
            self._saying.release()
