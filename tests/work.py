"""Work that is counted, so that tests of how it grows depend on no time."""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from symbolic_rl.bridge.swipl import quoted, run


def inferences_of(do: Callable[[], Any]) -> int:
    """Return the inferences that SWI-Prolog makes in this thread while something is done."""
    with TemporaryDirectory() as folder:
        counts = Path(folder, "counts")
        count = (
            f"system:(open({quoted(str(counts))}, append, Out), statistics(inferences, N), "
            "writeln(Out, N), close(Out))"
        )
        run(count)
        do()
        run(count)
        before, after = map(int, counts.read_text().split())
        return after - before


def calls_of(do: Callable[[], Any]) -> int:
    """Return the calls that Python makes in this thread, of C too, while something is done."""
    n_calls = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal n_calls
        n_calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return n_calls
