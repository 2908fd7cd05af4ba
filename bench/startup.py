"""How long until something happens: ``--help``, and the first frame of a training run.

    python bench/startup.py [--env countries_s3] [--repeats 5]

Prints the seconds of each phase and, as the last line, one JSON document with the keys ``help_s``
(process start to exit) and ``first_frame_s`` (process start to the first collected frames), each
the median of the repeats, ``breakdown`` and ``machine``. One start of each is not counted: it
reads the files into the page cache.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from symbolic_rl.base.machine import finish, print_table, spread, start

COMMAND = Path(sys.executable).with_name("symbolic-rl")
LIMITS = {"help_s": 0.3, "first_frame_s": 6.0}


def run(*args: str) -> float:
    """Run ``symbolic-rl ARGS`` and return the seconds it took."""
    before = time.perf_counter()
    subprocess.run(
        [str(COMMAND), *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
    )
    return time.perf_counter() - before


def train_start(env: str) -> dict[str, float]:
    """Train one small batch and return the seconds of each phase up to its frames."""
    with tempfile.TemporaryDirectory() as folder:
        run_dir = Path(folder, "run")
        few = [
            "--algo",
            "ppo",
            "--n-envs",
            "16",
            "--frames-per-batch",
            "64",
            "--total-frames",
            "64",
        ]
        run("train", "--env", env, "--run-dir", str(run_dir), *few)
        summary = json.loads((run_dir / "summary.json").read_text())
    return {name: float(seconds) for name, seconds in summary["startup"].items()}


def main() -> None:
    """Measure, print the table and the line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--env", default="countries_s3")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    card = start(f"seconds from the start of the process; env={args.env}")

    helps = [run("--help") for _ in range(args.repeats + 1)][1:]
    starts = [train_start(args.env) for _ in range(args.repeats + 1)][1:]

    phases = {name: [each[name] for each in starts] for name in starts[0]}
    print_table([{"seconds": name, **spread(values)} for name, values in phases.items()])
    found = {"help_s": median(helps), "first_frame_s": median(phases.pop("first_frame_s"))}
    print_table([{"from start to": k, "seconds": v, "limit": LIMITS[k]} for k, v in found.items()])
    breakdown = {name: median(values) for name, values in phases.items()}
    finish({**found, "breakdown": breakdown, "env": args.env}, card)


if __name__ == "__main__":
    main()
