"""Runs cases of the hostile corpus, and says what is wrong with how they ended."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.case import CANARY, Case
from tests.hostile.host import ERR, OUT

MOST_SAID = 200_000
"""Characters of standard error that a person may still be shown."""


@dataclass(frozen=True)
class Ended:
    """How a case ended."""

    code: int
    """Exit code; negative: the signal that ended it."""
    peak_mb: float
    out: str
    err: str
    has_canary: bool

    def faults(self, case: Case) -> list[str]:
        """A text for each thing that is wrong."""
        said = self.out + self.err
        codes = case.code if isinstance(case.code, tuple) else (case.code,)
        checks = {
            "the canary was made": not self.has_canary,
            f"exit code {self.code}, not {case.code}": self.code in codes,
            "a traceback": "Traceback (most recent call last)" not in said,
            "a fault of ours": "fault of symbolic-rl" not in said,
            f"{len(self.err):,} characters on standard error": len(self.err) < MOST_SAID,
            f"nothing that is like {case.says!r}": bool(re.search(case.says, said)),
            "an error without a word": self.code != 2 or bool(self.err.strip()),
            f"{self.peak_mb:.0f} MB": self.peak_mb <= case.peak_mb,
        }
        return [what for what, holds in checks.items() if not holds]


class Runner:
    """Host of cases; see :mod:`tests.hostile.host`."""

    def __init__(self, root: Path) -> None:
        self._host = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.hostile.host"],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "OMP_NUM_THREADS": "1", "COLUMNS": "100"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._root, self._n = root, 0
        self._run: Path | None = None

    def run(self, case: Case) -> Ended:
        """Run a case in a folder of its own, which is removed."""
        self._n += 1
        folder = self._root / f"case-{self._n}"
        folder.mkdir()
        if case.needs_run:
            shutil.copytree(self._trained(), folder / "run", symlinks=True)
            shutil.copytree(self._trained().parent / "pack", folder / "pack")
        case.write(folder)
        ended = self._ended(case, folder)
        shutil.rmtree(folder, ignore_errors=True)
        return ended

    def close(self) -> None:
        with self._host as host:  # waits for it, and closes its pipes
            assert host.stdin is not None
            host.stdin.close()

    def _ended(self, case: Case, folder: Path) -> Ended:
        assert self._host.stdin is not None and self._host.stdout is not None
        asked = {
            "args": list(case.args),
            "folder": str(folder),
            "address_mb": case.address_mb,
            "encoding": case.encoding,
        }
        print(json.dumps(asked), file=self._host.stdin, flush=True)
        used = json.loads(self._host.stdout.readline())
        return Ended(
            code=os.waitstatus_to_exitcode(used["status"]),
            peak_mb=used["peak_mb"],
            out=(folder / OUT).read_text("utf-8", "replace"),
            err=(folder / ERR).read_text("utf-8", "replace"),
            has_canary=any(path.name == CANARY for path in folder.rglob("*")),
        )

    def _trained(self) -> Path:
        if self._run is None:
            from tests.hostile.runs import TRAINING

            home = self._root / "trained"
            home.mkdir()
            TRAINING.write(home)
            ended = self._ended(TRAINING, home)
            assert not ended.faults(TRAINING), (ended.faults(TRAINING), ended.err)
            self._run = home / "run"
        return self._run
