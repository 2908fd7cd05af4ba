"""Fuzz for a while: ``python -m tests.fuzz [SECONDS] [--seed S] [--targets loader border ...]``.

Prints how many cases of each target were checked; on a failure its seed and the smallest case that
still fails, and ends with 1. The same seed makes the same cases.
"""

import argparse
import sys
import time

from tests.fuzz.run import fuzz, sanitized_core
from tests.fuzz.targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=60.0)
    parser.add_argument("--seed", default=time.strftime("%Y%m%d"))
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--cases", type=int, default=0, help="of each target, instead of seconds")
    flags = parser.parse_args()
    print(f"seed {flags.seed}; C core: {sanitized_core() or 'without sanitizers'}")
    n_failures = 0
    for target in flags.targets:
        share = flags.seconds / len(flags.targets)
        n, failure = fuzz(target, flags.seed, cases=flags.cases, seconds=share)
        print(f"{target:<14}{n:>8,} cases{', the last fails' * (failure is not None)}", flush=True)
        if failure is not None:
            print(f"{failure}\n", flush=True)
            n_failures += 1
    return 1 if n_failures else 0


if __name__ == "__main__":
    sys.exit(main())
