"""Records of goals that were searched, lines of JSON: ``prove --goals FILE --save RECORDS``.

    {"goal": "path(a, X)", "line": 3, "end": "proved", "inferences": 12, "answer": {"X": "b"},
     "proof": [0, 4, 0], "unknown": [], "search": "guided", "limits": {"max_inferences": 1000000,
     "timeout_s": 0, "memory_mb": 0}, "program": "4f0c..."}

``end`` is a key of :data:`symbolic_rl.proofs.goals.ENDS`. ``proof`` is the place of the candidate
that each step takes, ``[offset, place]`` on a later page; null without an answer. From these
SWI-Prolog derives the proof again (:func:`replay_records`), with its tree. ``program`` is the
checksum of program and settings. A file of records says which goals are done, so that searches that
were interrupted go on where they stopped.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError, ProofError, SymbolicError
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import Pack
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.document import digest, header
from symbolic_rl.proofs.goals import LOST, NO_PROOF, PROVED, GoalBatch, GoalResult
from symbolic_rl.proofs.proof import Proof, replay_one

_DECIDED = (PROVED, NO_PROOF, LOST)
_ELSE = "name another file."


class Records:
    """Records of a batch of goals.

    Args:
        batch: the goals.
        file: gets a line for each goal as it ends; None keeps none.

    Raises:
        ProofError: the file cannot be read or written, has other content, or goals of another
            program.
    """

    def __init__(self, batch: GoalBatch, file: Path | None) -> None:
        self._batch, self._limits = batch, asdict(batch.limits)
        self._program = digest(header(batch.pack, batch.config))[:16]
        self.before: dict[int, str] = {}
        """Place of each goal that was done before -> its end."""
        self._file: IO[bytes] | None = None
        if file is not None:
            try:
                self._open(file)
            except OSError as error:
                raise ProofError(f"cannot keep the proofs: {error}.", str(file), _ELSE) from error

    @property
    def left(self) -> Sequence[int]:
        """Places of the goals that are to be searched."""
        return [i for i in range(len(self._batch.queries)) if i not in self.before]

    def add(self, result: GoalResult) -> str:
        """Return the line of a result; it is in the file before the next one is waited for."""
        steps = [place if not offset else [offset, place] for offset, place in result.choices]
        record = {
            "goal": result.goal,
            "line": result.line,
            "end": result.end,
            "inferences": result.inferences,
            "answer": result.answer,
            "proof": steps or None,
            "unknown": result.unknown,
            "search": self._batch.search,
            "limits": self._limits,
            "program": self._program,
        }
        line = json.dumps(record)
        if self._file is not None:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
        return line

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _open(self, file: Path) -> None:
        """Open the file behind its last whole line, and note the goals that are done."""
        whole, ends = 0, dict[str, str]()
        if file.exists():
            content = file.read_bytes()
            whole = content.rfind(b"\n") + 1  # what follows was being written when it ended
            for line in content[:whole].splitlines():
                record = _record(line, file)
                if record["program"] != self._program:
                    raise ProofError("these are goals of another program.", str(file), _ELSE)
                if self._is_done(record):
                    ends[record["goal"]] = record["end"]
        self.before = {
            i: ends[query.text] for i, query in enumerate(self._batch.queries) if query.text in ends
        }
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        self._file = os.fdopen(os.open(file, flags, 0o666), "r+b")
        self._file.truncate(whole)
        self._file.seek(whole)

    def _is_done(self, record: dict[str, Any]) -> bool:
        """Tell whether a goal was decided, or searched in this way with these limits."""
        is_same = (record["search"], record["limits"]) == (self._batch.search, self._limits)
        return record["end"] in _DECIDED or is_same


def is_records(file: Path) -> bool:
    """Tell whether a file begins as one of records does."""
    try:
        with file.open("rb") as content:
            return content.read(9) == b'{"goal": '
    except OSError:
        return False


def replay_records(file: Path, pack: Pack, config: EnvConfig) -> list[tuple[str, Proof]]:
    """Have SWI-Prolog derive the proofs of a file of records again.

    Args:
        file: the records.
        pack: the program.
        config: its settings.

    Returns:
        goal and proof of each record that has one.

    Raises:
        ProofError: the file is no file of records, is about another program, or has a proof that
            SWI-Prolog does not derive.
    """
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise ProofError(f"cannot read the proofs: {error}.", str(file), _ELSE) from error
    records = [_record(line, file) for line in lines]
    known = digest(header(pack, config))[:16]
    for record in records:
        if record["program"] != known:
            raise ProofError("these are goals of another program.", str(file), _ELSE)
    proved = [record for record in records if record["proof"] is not None]
    goals = {f"goal {i}": str(record["goal"]) for i, record in enumerate(proved)}
    if not goals:
        return []
    config = replace(config, hide_query=False)
    program = Program(pack.program, {}, goals=goals, config=config)
    engine = PrologEngine(program, config, answers=True)
    derived = []
    for record, query in zip(proved, program.queries, strict=True):
        try:
            steps = [step if isinstance(step, list) else (0, step) for step in record["proof"]]
            choices = [(int(offset), int(place)) for offset, place in steps]
            proof = replay_one(engine, query, choices)
        except (TypeError, ValueError, OverflowError, EngineError) as error:
            if isinstance(error, SymbolicError) and not isinstance(error, EngineError):
                raise
            what = f"the proof of {record['goal']!r:.80} is refused: there is no such derivation."
            raise ProofError(what, str(file), "prove the goals again with this program.") from error
        derived.append((str(record["goal"]), proof))
    return derived


def _record(line: bytes, file: Path) -> dict[str, Any]:
    try:
        record = json.loads(line)
        if {"goal", "end", "search", "limits", "program", "proof"} <= record.keys():
            return dict(record)
    except (ValueError, RecursionError, AttributeError):
        pass
    raise ProofError("it has other content than records of goals.", str(file), _ELSE)
