"""``symbolic-rl prove --goals FILE``: a line for each goal as it ends, and a summary."""

import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from symbolic_rl.base.console import LiveLine, StopSignals, duration

if TYPE_CHECKING:
    from symbolic_rl.proofs.goals import GoalBatch

_SHOWN_EACH_S = 0.2


def prove_goals(batch: "GoalBatch", save: Path | None, *, jsonl: bool) -> int:
    """Search for a proof of each goal; print its line as it ends, and a summary at last.

    Args:
        batch: the goals.
        save: file of records; goals that are done there are not searched again.
        jsonl: print records instead of lines, and the summary on stderr.

    Returns:
        The exit code: 0 if all goals have a proof, 1 if not, 128 and more after a signal.
    """
    from symbolic_rl.program.left_out import left_out_in_words
    from symbolic_rl.proofs.goals import PROVED
    from symbolic_rl.proofs.records import Records

    out = sys.stderr if jsonl else sys.stdout
    live = LiveLine(stream=sys.stderr, wait_s=LiveLine.INTERVAL_S)
    ends: Counter[str] = Counter()
    inferences, started, due = 0, perf_counter(), 0.0
    with (
        closing(Records(batch, save)) as records,
        StopSignals(live.say, "ending the searches (Ctrl-C again to stop at once)") as stop,
    ):
        n = len(batch.queries)
        print(
            "".join(f"{text}\n" for text in left_out_in_words(batch.program.notes)),
            end="",
            file=out,
        )
        ends.update(records.before.values())
        if records.before:
            print(f"{len(records.before):,} of {n:,} goals were done before", file=out)

        def goes_on() -> bool:
            nonlocal due
            if perf_counter() >= due:
                due = perf_counter() + _SHOWN_EACH_S
                live.show(f"{ends.total():,} of {n:,} goals, {ends[PROVED]:,} proved")
            return stop.received is None

        for result in batch.run(records.left, goes_on=goes_on):
            ends[result.end] += 1
            inferences += result.inferences
            line = records.add(result)
            live.clear()
            print(line if jsonl else result, flush=True)
        live.clear()
    seconds = perf_counter() - started
    print(*_summary(batch, ends, inferences, seconds), sep="\n", file=out)
    if save:
        print(f"kept in {save}; `symbolic-rl replay {save} PROGRAM` derives the proofs", file=out)
    if stop.received is not None:
        return 128 + stop.received
    return 0 if ends[PROVED] == n else 1


def _summary(batch: "GoalBatch", ends: Counter[str], inferences: int, seconds: float) -> list[str]:
    from symbolic_rl.proofs.goals import ENDS

    n, left = len(batch.queries), len(batch.queries) - ends.total()
    parts = [f"{ends[end]:,} {words}" for end, words in ENDS.items() if ends[end]]
    parts += [f"{left:,} not searched"] * bool(left)
    lines = [
        f"{n:,} goal{'s' * (n != 1)}: {', '.join(parts)}",
        f"search {batch.search}: {inferences:,} inferences in {duration(seconds)}",
    ]
    return lines + [str(batch.unknown)] * bool(batch.unknown.names)
