"""Worker of the fuzzer: makes and checks cases, one after the other.

``python -m tests.fuzz.worker CORE`` reads a line of JSON for each case, its target and its parts,
or a seed to make them from; and writes one: what is wrong, empty if nothing is, and what kind of
case the check calls it. CORE is the library of the C core to load, or empty.
"""

import json
import random
import sys
import tempfile
import traceback
from pathlib import Path

from symbolic_rl.bridge import build

MOST_SAID = 3000


def main(core: str) -> None:
    if core:
        build.library_path = lambda: Path(core)  # type: ignore[assignment]
    from tests.fuzz.targets import TARGETS

    for line in sys.stdin:
        name, asked = json.loads(line)
        target = TARGETS[name]
        parts = asked if isinstance(asked, list) else target.make(random.Random(asked))
        wrong, kind = "", ""
        with tempfile.TemporaryDirectory(prefix="symbolic_rl_fuzz_") as folder:
            try:
                kind = target.check(parts, Path(folder)) or ""
            except Exception:
                wrong = traceback.format_exc()[-MOST_SAID:]
        answer = {"wrong": wrong, "parts": parts, "kind": kind}
        print(json.dumps(answer), file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
