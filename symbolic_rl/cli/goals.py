"""``symbolic-rl prove --goals FILE``: a line for each goal as it ends, and a summary."""

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import IO, Any

from symbolic_rl.base.console import LiveLine, StopSignals, counted, duration
from symbolic_rl.base.errors import ProofError
from symbolic_rl.proofs.goals import DECIDED, END_LABELS, PROVED, GoalBatch, GoalResult
from symbolic_rl.proofs.saved import about, expect_program, other_content, read_records

_SHOWN_EACH_S = 0.2


def prove_goals(batch: GoalBatch, save: Path | None, *, jsonl: bool) -> int:
    """Search for a proof of each goal; print a line as each search ends, then a summary.

    Goals already done in the file ``save`` are skipped. With ``jsonl``, records are printed instead
    of lines, and the summary goes to stderr. The exit code is 0 if all goals are proved, 1 if not,
    128 + n after signal n.
    """
    out = sys.stderr if jsonl else sys.stdout
    live = LiveLine(stream=sys.stderr, waits=True)
    ends: Counter[str] = Counter()
    inferences, started, due = 0, perf_counter(), 0.0
    with (
        closing(Records(batch, save)) as records,
        StopSignals(live.say, "ending the searches (Ctrl-C again to stop at once)") as stop,
    ):
        n = len(batch.queries)
        if batch.program.loading.left_out:
            print(batch.program.loading, file=out)
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
        print(f"kept in {save}; `symbolic-rl verify {save} PROGRAM` derives the proofs", file=out)
    if stop.received is not None:
        return 128 + stop.received
    return 0 if ends[PROVED] == n else 1


def _summary(batch: GoalBatch, ends: Counter[str], inferences: int, seconds: float) -> list[str]:
    n, left = len(batch.queries), len(batch.queries) - ends.total()
    parts = [f"{ends[end]:,} {words}" for end, words in END_LABELS.items() if ends[end]]
    parts += [f"{left:,} not searched"] * bool(left)
    lines = [
        f"{counted(n, 'goal')}: {', '.join(parts)}",
        f"search {batch.search}: {inferences:,} inferences in {duration(seconds)}",
    ]
    return lines + [str(batch.unknown)] * bool(batch.unknown.names)


class Records:
    """File of the records of a batch of goals (:mod:`symbolic_rl.proofs.saved`); None keeps none.

    An interrupted batch continues with the goals that are not in it. ProofError: the file cannot be
    read or written, has other content, or goals of another program.
    """

    def __init__(self, batch: GoalBatch, file: Path | None) -> None:
        self._batch, self._program = batch, about(batch.pack, batch.config)
        self._search = {"name": batch.search, "limits": asdict(batch.limits)}
        self.before: dict[int, str] = {}
        """Ends of goals done before, by index."""
        self._file: IO[bytes] | None = None
        if file is not None:
            try:
                self._open(file)
            except OSError as error:
                what = f"cannot keep the proofs: {error}."
                raise ProofError(what, str(file), "name another file.") from error

    @property
    def left(self) -> Sequence[int]:
        """Indices of the goals left to search."""
        return [i for i in range(len(self._batch.queries)) if i not in self.before]

    def add(self, result: GoalResult) -> str:
        """Return the record of a result as a line, after appending and flushing it to the file."""
        record = result.as_json()
        record["search"] |= self._search
        line = json.dumps({"program": self._program, **record})
        if self._file is not None:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
        return line

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _open(self, file: Path) -> None:
        """Open the file after its last complete line, and collect the goals already done."""
        content = file.read_bytes() if file.exists() else b""
        whole = content.rfind(b"\n") + 1  # the rest was being written when the process ended
        ends = dict[str, str]()
        for record in read_records(content[:whole], file):
            expect_program(record, self._program, file)
            try:
                if self._is_done(record["search"]):
                    ends[record["goal"]] = record["search"]["end"]
            except (KeyError, TypeError) as error:
                raise other_content(file) from error
        self.before = {
            i: ends[query.text] for i, query in enumerate(self._batch.queries) if query.text in ends
        }
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        self._file = os.fdopen(os.open(file, flags, 0o666), "r+b")
        self._file.truncate(whole)
        self._file.seek(whole)

    def _is_done(self, search: Mapping[str, Any]) -> bool:
        """Return whether a goal was decided, or searched with the same search and limits."""
        return search["end"] in DECIDED or search == {**search, **self._search}
