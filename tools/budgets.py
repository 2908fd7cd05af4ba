"""Budgets of the code base: what there is of each kind, and what there may be at most.

    python -m tools.budgets

prints a table; the exit code is 1 while something is over its budget.
"""

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def tracked(*patterns: str) -> list[Path]:
    """Return the files that git knows or would add, by patterns of git."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in map(ROOT.joinpath, done.stdout.split("\n")) if path.is_file()]


def lines(files: Iterable[Path]) -> int:
    """Count physical lines."""
    return sum(file.read_bytes().count(b"\n") for file in files)


def comment_share(files: Iterable[Path]) -> float:
    """Return the percentage of lines with a comment that is not for a tool."""
    files = list(files)
    found = 0
    for file in files:
        for token in tokenize.generate_tokens(io.StringIO(file.read_text("utf-8")).readline):
            is_marker = any(word in token.string for word in ("noqa", "type:", "fmt:"))
            found += token.type == tokenize.COMMENT and not is_marker
    return 100 * found / max(1, lines(files))


def flags_of_training() -> int:
    """Count the flags that ``symbolic-rl train --help-all`` lists."""
    command = [sys.executable, "-m", "symbolic_rl", "train", "--help-all"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return len(re.findall(r"^\W{0,4}--(?!help)[a-z]", done.stdout, re.M))


@dataclass(frozen=True)
class Budget:
    """One line of the table."""

    what: str
    measure: Callable[[], float]
    bound: float
    at_least: bool = False

    @property
    def row(self) -> tuple[str, bool]:
        """The line, and whether the budget holds."""
        now = self.measure()
        holds = now >= self.bound if self.at_least else now <= self.bound
        kind = "least" if self.at_least else "most"
        mark = "" if holds else "  over" if not self.at_least else "  under"
        return f"{self.what:<34} {now:>9,.6g}  at {kind} {self.bound:>9,.6g}{mark}", holds


def budgets() -> list[Budget]:
    """Return all budgets."""
    package, tests = tracked("symbolic_rl/*.py"), tracked("tests/*.py")
    records = tracked("docs/decisions/[0-9]*.md")
    return [
        Budget("lines of symbolic_rl/", lambda: lines(package), 32_000),
        Budget("files of symbolic_rl/", lambda: len(package), 190),
        Budget("lines of tests/", lambda: lines(tests), 21_000),
        Budget("lines of C", lambda: lines(tracked("prolog/*.c", "prolog/*.h")), 6_800),
        Budget("lines of Prolog", lambda: lines(tracked("prolog/*.pl")), 9_300),
        Budget("scripts in bench/", lambda: len(tracked(":(glob)bench/*.py")), 18),
        Budget("decision records", lambda: len(records), 40),
        Budget("lines of CHANGELOG.md", lambda: lines([ROOT / "CHANGELOG.md"]), 60),
        Budget("flags of train", flags_of_training, 45),
        Budget("comments, % of lines", lambda: comment_share(package), 3.0, at_least=True),
    ]


def main() -> int:
    """Print the table."""
    rows = [budget.row for budget in budgets()]
    print(*(line for line, _ in rows), sep="\n")
    return int(not all(holds for _, holds in rows))


if __name__ == "__main__":
    sys.exit(main())
