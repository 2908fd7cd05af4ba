"""Runs targets of the fuzzer in workers, and makes what fails smaller.

Workers run with the C core built with sanitizers where the compiler has them, so that an error of
memory that happens to do no harm ends the worker too. A case that ends or hangs its worker
has failed.
"""

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from symbolic_rl.bridge import build
from tests.fuzz.targets import TARGETS, Parts

HANG_S = 600
"""Seconds after which a case hangs: hundreds of times what one takes, on a busy machine too."""
CASES_OF_A_WORKER = 20_000
"""Cases after which a worker is replaced: a program that was loaded leaves kilobytes behind."""
MOST_TRIES = 60
"""Tries to make a case smaller."""
_LIBRARIES = ("libasan.so", "libubsan.so")
_SUPPRESSIONS = Path(__file__).with_name("suppressions.txt")
_OPTIONS = (
    "detect_leaks=0:use_sigaltstack=0:halt_on_error=1:hard_rss_limit_mb=3000:allocator_may_return_null=1"
    f":suppressions={_SUPPRESSIONS}"
)


@dataclass(frozen=True)
class Failure:
    """A case that failed, as small as it was made."""

    target: str
    seed: str
    parts: Parts
    wrong: str

    def __str__(self) -> str:
        parts = "\n".join(f"    {json.dumps(part)}" for part in self.parts)
        first = f"{self.target} fails with seed {self.seed}; the smallest case:"
        return f"{first}\n{parts}\n{self.wrong}"


@cache
def sanitizers() -> str:
    """What to preload for a process with sanitizers; empty if the compiler has none."""
    compiler, found = shutil.which(os.environ.get("CC", "cc")), []
    for name in _LIBRARIES if compiler else ():
        command = [str(compiler), f"-print-file-name={name}"]
        found.append(subprocess.run(command, capture_output=True, text=True).stdout.strip())
    are_there = found and all(Path(path).is_absolute() and Path(path).exists() for path in found)
    return ":".join(found) if are_there else ""


@cache
def sanitized_core() -> str:
    """The C core, built with sanitizers once for its sources; empty if the compiler has none."""
    if not sanitizers():
        return ""
    folder = Path(tempfile.gettempdir()) / f"symbolic_rl_sanitized_{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / build.library_path().name
    if not target.exists():
        build.compile_core(target, build.SANITIZED)
    return str(target)


class Worker:
    """A process that checks cases; started again when it has ended."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115

    def check(self, target: str, asked: str | Parts) -> tuple[str, Parts | None, str]:
        """The fault of a case, given by its parts or its seed; its parts if known; its kind."""
        child = self._started()
        assert child.stdin is not None and child.stdout is not None
        print(json.dumps([target, asked]), file=child.stdin, flush=True)
        if not select.select([child.stdout], [], [], HANG_S)[0]:
            self.end()
            return f"no answer within {HANG_S} s", None, ""
        line = child.stdout.readline()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer["wrong"], answer["parts"], answer["kind"]
        code = child.wait()
        self.end()
        self._said.seek(0)
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return f"the process ended: {how}\n{self._said.read()[:4000]}", None, ""

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()
        self._said.close()

    def end(self) -> None:
        if self._child is not None:
            self._child.kill()
            with self._child:  # waits for it, and closes its pipes
                self._child = None

    def _started(self) -> "subprocess.Popen[str]":
        if self._child is None:
            core = sanitized_core()
            extra = {"LD_PRELOAD": sanitizers(), "ASAN_OPTIONS": _OPTIONS} if core else {}
            self._said.seek(0)
            self._said.truncate()
            self._child = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "tests.fuzz.worker", core],
                cwd=Path(__file__).parents[2],
                env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", **extra},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                text=True,
            )
        return self._child


def smaller(parts: Parts) -> Iterator[Parts]:
    size = len(parts) // 2
    while size:
        for at in range(0, len(parts), size):
            yield parts[:at] + parts[at + size :]
        size //= 2
    for i, part in enumerate(parts):
        if len(part) > 8 and not part.startswith(("%", "[")):
            half = len(part) // 2
            yield [*parts[:i], part[:half], *parts[i + 1 :]]
            yield [*parts[:i], part[half:], *parts[i + 1 :]]


def shrink(parts: Parts, wrong: str, check: Callable[[Parts], str]) -> tuple[Parts, str]:
    """Make a failing case smaller as long as it fails, by at most ``MOST_TRIES`` tries."""
    tries, goes_on = 0, True
    while goes_on and tries < MOST_TRIES:
        goes_on = False
        for other in smaller(parts):
            tries += 1
            if tries > MOST_TRIES:
                break
            if found := check(other):
                parts, wrong, goes_on = other, found, True
                break
    return parts, wrong


@dataclass
class Fuzzed:
    """What became of the cases of a target."""

    n: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """Cases that passed, by what their checks call them."""
    failures: list[Failure] = field(default_factory=list)


def fuzz(
    worker: Worker, target: str, seed: str, *, cases: int = 0, seconds: float = 0.0, first: int = 0,
    most: int = 1,
) -> Fuzzed:  # fmt: skip
    """Check cases until ``most`` have failed, ``cases`` are checked, or the time is over.

    Case ``i`` has the seed ``SEED/i``, however long the others take; the first is ``first``.
    """
    done, end = Fuzzed(), time.monotonic() + seconds
    while done.n < cases if cases else time.monotonic() < end:
        asked = f"{seed}/{first + done.n}"
        if done.n and done.n % CASES_OF_A_WORKER == 0:
            worker.end()
        done.n += 1
        wrong, parts, kind = worker.check(target, asked)
        if not wrong:
            done.kinds[kind] += 1
            continue
        if parts is None:
            parts = TARGETS[target].make(random.Random(asked))
        parts, wrong = shrink(parts, wrong, lambda other: worker.check(target, other)[0])
        done.failures.append(Failure(target, asked, parts, wrong))
        if len(done.failures) == most:
            break
    return done
