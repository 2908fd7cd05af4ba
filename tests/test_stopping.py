"""A run that is asked to stop hears it once, and a second Ctrl-C is obeyed."""

import signal
import threading

import pytest

from symbolic_rl.base.console import StopSignals


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
