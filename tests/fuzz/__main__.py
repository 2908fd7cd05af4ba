"""Fuzz for a while: ``python -m tests.fuzz [SECONDS] [--seed S] [--targets loader border ...]``.

Prints how many cases of each target were checked, of which kinds; on a failure its seed and the
smallest case that still fails, and ends with 1. The same seed makes the same cases: a long run may
be split, as in ``--seed s --targets whole --cases 500 --first 1500 --failures 9``.
"""

import argparse
import sys
import time

from tests.fuzz.run import Worker, fuzz, sanitized_core
from tests.fuzz.targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=60.0)
    parser.add_argument("--seed", default=time.strftime("%Y%m%d"))
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--cases", type=int, default=0, help="of each target, instead of seconds")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--failures", type=int, default=1, help="cases of a target that may fail")
    flags = parser.parse_args()
    print(f"seed {flags.seed}; C core: {sanitized_core() or 'without sanitizers'}")
    n_failures, share = 0, flags.seconds / len(flags.targets)
    options = {"cases": flags.cases, "seconds": share, "first": flags.first, "most": flags.failures}
    with Worker() as worker:
        for target in flags.targets:
            done = fuzz(worker, target, flags.seed, **options)
            kinds = ", ".join(f"{n:,} {kind}" for kind, n in done.kinds.most_common() if kind)
            failed = f"{len(done.failures):,} failed" if done.failures else ""
            told = (f"{target:<14}{done.n:>8,} cases", *filter(None, (failed, kinds)))
            print(*told, sep="; ", flush=True)
            print(*(f"{failure}\n" for failure in done.failures), sep="", end="", flush=True)
            n_failures += len(done.failures)
    return 1 if n_failures else 0


if __name__ == "__main__":
    sys.exit(main())
