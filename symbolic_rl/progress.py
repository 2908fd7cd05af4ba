"""What a user sees while a run goes on: one live line on a terminal, plain lines elsewhere."""

import shutil
import sys
import time
from collections.abc import Callable, Mapping
from math import isfinite
from typing import IO


def duration(seconds: float) -> str:
    """Write a time as people do: ``48 s``, ``3 min 20 s``, ``2 h 05 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


class Progress:
    """Shows how far a run has come.

    Args:
        total_frames: frames of the whole run.
        stream: where to write; standard output by default.
        interval_s: seconds between plain lines; a live line is redrawn with each call.
        clock: seconds; a test brings its own.
    """

    def __init__(
        self,
        total_frames: int,
        *,
        stream: IO[str] | None = None,
        interval_s: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total_frames = total_frames
        self.stream = sys.stdout if stream is None else stream
        self.interval_s = interval_s
        self.is_live = self.stream.isatty()
        self._clock = clock
        self._next_s = float("-inf")
        self._waiting: str | None = None

    def say(self, text: str) -> None:
        """Print a line of its own."""
        self._clear()
        print(text, file=self.stream, flush=True)

    def update(self, row: Mapping[str, float | int | str]) -> None:
        """Show a row of the metrics."""
        line = self._line(row)
        if self.is_live:
            width = shutil.get_terminal_size().columns - 1
            self._waiting = line
            print(f"\r\x1b[K{line[:width]}", end="", file=self.stream, flush=True)
        elif self._clock() >= self._next_s:
            self._next_s = self._clock() + self.interval_s
            self._waiting = None
            print(line, file=self.stream, flush=True)
        else:
            self._waiting = line

    def close(self) -> None:
        """Leave the last state of affairs on a line of its own."""
        if self._waiting is not None:
            last = self._waiting
            self._clear()
            print(last, file=self.stream, flush=True)
        self._waiting = None

    def _clear(self) -> None:
        if self.is_live and self._waiting is not None:
            print("\r\x1b[K", end="", file=self.stream)

    def _line(self, row: Mapping[str, float | int | str]) -> str:
        frames, rate = int(row["frames"]), float(row["frames_per_second"])
        entropy, success = float(row["entropy"]), float(row["success"])
        won = [f"success {success:.3f}", f"inferences {float(row['mean_inferences']):.1f}"]
        left = max(0, self.total_frames - frames) / max(rate, 1e-9)
        percent = min(100, 100 * frames // max(1, self.total_frames))
        parts = [
            f"{percent:3d} %",
            f"{frames:,} frames",
            *(won if isfinite(success) else ["no episode has ended"]),
            f"entropy {entropy:.2f}" if isfinite(entropy) else "no update",
            f"{rate:,.0f} frames/s{_longest(row)}",
            f"{duration(left)} left",
        ]
        if int(row.get("level", 0)):
            parts.insert(2, f"level {row['level']}")
        return " | ".join(parts)


def _longest(row: Mapping[str, float | int | str]) -> str:
    """The phase that took most of the time of a row, with its share."""
    phases = [(float(row[key]), key) for key in row if key.startswith("seconds_")]
    if not phases:
        return ""
    seconds, key = max(phases)
    share = 100 * seconds / max(float(row["seconds"]), 1e-9)
    return f" ({key.removeprefix('seconds_')} {share:.0f} %)"
