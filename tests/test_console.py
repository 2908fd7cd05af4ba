"""A run tells how far it is, on a terminal and in a log, and stops at a first Ctrl-C."""

import io
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from symbolic_rl.base.console import LiveLine, Progress, StopSignals, duration

ROW = {
    **{"frames": 500, "frames_per_second": 100.0, "success": 0.5, "level": 0},
    **{"mean_inferences": 3.0, "entropy": 1.0},
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def row(frames: int, **values: float) -> dict[str, float]:
    return {**ROW, "frames": frames, **values}


def test_a_log_gets_a_line_now_and_then_and_the_last_one() -> None:
    seconds = iter([0.0, 0.0, 4.0, 11.0, 11.0, 12.0])
    log = io.StringIO()
    progress = Progress(1000, stream=log, clock=lambda: next(seconds))
    for frames in (100, 200, 300, 400):
        progress.update(row(frames))
    progress.close()
    frames = [line.split("|")[1].split()[0] for line in log.getvalue().splitlines()]
    assert frames == ["100", "300", "400"]
    assert "\r" not in log.getvalue()


def line(frames: int, **values: float) -> str:
    log = io.StringIO()
    Progress(1000, stream=log).update(row(frames, **values))
    return log.getvalue()


def test_a_terminal_gets_one_line_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    terminal = Terminal()
    progress = Progress(1000, stream=terminal)
    progress.update(row(100))
    progress.update(row(200))
    progress.close()

    drawn = terminal.getvalue().rstrip("\n").split("\r\x1b[K")
    assert terminal.getvalue().count("\n") == 1
    assert drawn[1] == "[#...........] 10 % | 100 frames | success 0.500"[:29]
    assert drawn[-1].startswith("[##..........] 20 %")


def test_the_line_tells_how_far_how_good_how_fast_and_how_long() -> None:
    assert line(500, level=2) == (
        " 50 % | 500 frames | level 2 | success 0.500 | inferences 3.0 | entropy 1.00 | "
        "100 frames/s | about 5 s left\n"
    )
    assert line(1500).startswith("100 % |") and line(1500).endswith("| about 0 s left\n")
    nan = float("nan")
    assert "| no episode has ended | entropy" in line(500, success=nan, mean_inferences=nan)
    told = line(100, seconds_expand=1.5, seconds_update=0.5, seconds=2.0, entropy=nan)
    assert "100 frames/s (expand 75 %)" in told and "no update" in told and "nan" not in told


def test_a_terminal_shows_a_bar_the_pace_of_searches_and_the_hardest_query(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    more = {"episodes": 40, "seconds": 2.0, "inferences_per_second": 7000.0}
    found = row(500, proved=3, queries=4, **more)
    for stream, begin in ((Terminal(), "[######......] 50 %"), (io.StringIO(), " 50 %")):
        Progress(1000, stream=stream).update(found, "p(x) (70 inferences)")
        told = stream.getvalue().removeprefix("\r\x1b[K")
        assert told.startswith(f"{begin} | 500 frames | proved 3 of 4 |")
        assert "| 20 searches/s, 7,000 inferences/s | about 5 s left" in told
        assert "| hardest p(x) (70 inferences)" in told


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        *((59.4, "59 s"), (59.6, "1 min 00 s"), (200, "3 min 20 s"), (3599, "59 min 59 s")),
        *((3600, "1 h 00 min"), (7500, "2 h 05 min"), (36000, "10 h 00 min")),
    ],
)
def test_durations_are_written_as_people_do(seconds: float, text: str) -> None:
    assert duration(seconds) == text


# ---- signals


@pytest.mark.parametrize("number", StopSignals.SIGNALS)
def test_first_signal_is_remembered_and_said_and_handlers_are_given_back(number: int) -> None:
    said: list[str] = []
    before = signal.getsignal(number)
    with StopSignals(said.append) as stop:
        assert signal.getsignal(number) != before
        signal.raise_signal(number)
    assert stop.received == number and signal.getsignal(number) == before
    assert len(said) == 1 and signal.Signals(number).name in said[0]


class Interrupting(io.RawIOBase):
    """Stream in whose first write SIGINT arrives."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.written.append(bytes(data))
        if len(self.written) == 1:
            signal.raise_signal(signal.SIGINT)
        return len(data)


def test_a_signal_within_a_print_is_said_after_it() -> None:
    raw = Interrupting()
    stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8")
    line = LiveLine(stream=stream)
    with StopSignals(line.say, "finishing") as stop:
        line.say("a row")
    line.say("the end")
    assert stop.received == signal.SIGINT
    assert b"".join(raw.written) == b"a row\nSIGINT: finishing\nthe end\n"


def test_second_ctrl_c_is_obeyed() -> None:
    with StopSignals() as stop, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    assert stop.received == signal.SIGTERM


def test_other_threads_may_train_though_they_hear_no_signals() -> None:
    with ThreadPoolExecutor(1) as threads:
        stop = StopSignals()
        threads.submit(stop.__enter__).result()
        assert stop.received is None
        threads.submit(stop.__exit__).result()
