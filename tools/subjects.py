"""Subjects of commits: at most 72 characters, in the commits since ``FIRST``.

    python -m tools.subjects

names the others; the exit code is 1 if there are any. Without git's history it checks nothing.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRST = "ad67d0c4ab0adeb9c491f3792615abf2ce7cff40"
"""Later commits are checked: the subjects of earlier ones cannot change any more."""
LONGEST = 72


def too_long(root: Path, first: str) -> list[str]:
    """Return the hash and subject of each commit after ``first`` whose subject is too long."""
    command = ["git", "log", "--no-merges", "--format=%h %s", f"{first}..HEAD"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    subjects = [line.partition(" ") for line in done.stdout.splitlines()]  # empty without `first`
    return [" ".join((name, subject)) for name, _, subject in subjects if len(subject) > LONGEST]


def main() -> int:
    """Print the commits whose subject is too long."""
    found = too_long(ROOT, FIRST)
    for one in found:
        print(f"{one}\n    has more than {LONGEST} characters: shorten it by `git rebase -i`")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
