"""A run tells how far it is, on a terminal and in a log, and stops at a first Ctrl-C."""

import io
import signal
import threading

import pytest

from symbolic_rl.base.console import Progress, StopSignals, duration

ROW = {
    "frames": 500,
    "frames_per_second": 100.0,
    "success": 0.5,
    "mean_inferences": 3.0,
    "entropy": 1.0,
    "level": 0,
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def row(frames: int, **values: float) -> dict[str, float]:
    return {**ROW, "frames": frames, **values}


def test_a_log_gets_a_line_now_and_then_and_the_last_one() -> None:
    seconds = iter([0.0, 0.0, 4.0, 11.0, 11.0, 12.0])
    log = io.StringIO()
    progress = Progress(1000, stream=log, interval_s=10, clock=lambda: next(seconds))
    for frames in (100, 200, 300, 400):
        progress.update(row(frames))
    progress.close()
    frames = [line.split("|")[1].split()[0] for line in log.getvalue().splitlines()]

    assert frames == ["100", "300", "400"]
    assert "\r" not in log.getvalue()


def test_a_terminal_gets_one_line_that_is_drawn_again() -> None:
    terminal = Terminal()
    progress = Progress(1000, stream=terminal)
    progress.update(row(100))
    progress.update(row(200))
    progress.close()

    assert terminal.getvalue().count("\n") == 1
    last = terminal.getvalue().splitlines()[-1].split("\x1b[K")[-1]
    assert last.startswith("[##..........] 20 %")


def test_the_line_tells_how_far_how_good_how_fast_and_how_long() -> None:
    def line(frames: int, **values: float) -> str:
        log = io.StringIO()
        Progress(1000, stream=log).update(row(frames, **values))
        return log.getvalue()

    assert line(500, level=2) == (
        " 50 % | 500 frames | level 2 | success 0.500 | inferences 3.0 | entropy 1.00 | "
        "100 frames/s | 5 s left\n"
    )
    assert line(1500).startswith("100 % |") and line(1500).endswith("| 0 s left\n")
    nan = float("nan")
    assert "| no episode has ended | entropy" in line(500, success=nan, mean_inferences=nan)


def test_a_live_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    terminal = Terminal()
    Progress(1000, stream=terminal).update(row(100))

    shown = terminal.getvalue().removeprefix("\r\x1b[K")
    assert shown == "[#...........] 10 % | 100 frames | success 0.500"[:29]


def test_a_terminal_shows_a_bar_the_pace_of_searches_and_the_hardest_query(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    terminal, log = Terminal(), io.StringIO()
    found = row(500, proved=3, queries=4, episodes=40, seconds=2.0)
    for stream in (terminal, log):
        Progress(1000, stream=stream).update(found, "p(x) (70 inferences)")

    assert "[######......] 50 % | 500 frames | proved 3 of 4 |" in terminal.getvalue()
    assert log.getvalue().startswith(" 50 % | 500 frames |")
    for stream in (terminal, log):
        assert "| 20 searches/s, 100 frames/s" in stream.getvalue()
        assert "| hardest p(x) (70 inferences)" in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (47.6, "48 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (200, "3 min 20 s"),
        (3599, "59 min 59 s"),
        (3600, "1 h 00 min"),
        (7500, "2 h 05 min"),
        (36000, "10 h 00 min"),
    ],
)
def test_durations_are_written_as_people_do(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_line_names_the_phase_that_took_longest_and_an_iteration_without_update() -> None:
    log = io.StringIO()
    progress = Progress(1000, stream=log)
    phases = {"seconds_expand": 1.5, "seconds_update": 0.5, "seconds": 2.0}
    progress.update(row(100, **phases, entropy=float("nan")))

    assert "100 frames/s (expand 75 %)" in log.getvalue()
    assert "no update" in log.getvalue() and "nan" not in log.getvalue()


# ---- signals


@pytest.mark.parametrize("number", StopSignals.SIGNALS)
def test_first_signal_is_remembered_and_said(number: int) -> None:
    said: list[str] = []
    with StopSignals(said.append) as stop:
        signal.raise_signal(number)

    assert stop.received == number
    assert len(said) == 1 and signal.Signals(number).name in said[0]


def test_second_ctrl_c_is_obeyed() -> None:
    with StopSignals() as stop, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)

    assert stop.received == signal.SIGTERM


def test_handlers_are_given_back() -> None:
    before = [signal.getsignal(number) for number in StopSignals.SIGNALS]
    with StopSignals():
        during = [signal.getsignal(number) for number in StopSignals.SIGNALS]

    assert [signal.getsignal(number) for number in StopSignals.SIGNALS] == before
    assert during != before


def test_other_threads_may_train_though_they_hear_no_signals() -> None:
    seen: list[int | None] = []

    def work() -> None:
        with StopSignals() as stop:
            seen.append(stop.received)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert seen == [None]
