"""Make the query files of the strangers anew, byte for byte.

    python bench/strangers/make.py [keys lisp ...]

Each folder has a ``queries.py`` with a function ``draw(rng, larger)``: a goal with one ``_`` in it,
and an answer to put there, which is written behind the query as a comment. Goals are made forward
from their answers, so each has a proof. A goal comes up once in all files; a drawn goal that is of
another size is None, and drawn again. Where there is a function ``program()``, it gives the facts
that stand at the end of the program, behind its rules.
"""

import runpy
import sys
from pathlib import Path
from random import Random
from typing import Any

from tools.makers.text import query, write

SEED = 3
N_TRAIN, N_TEST, N_LARGER = 400, 100, 100
FOLDER = Path(__file__).resolve().parent
NAMES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/queries.py")))
MARK = "% Made by `python bench/strangers/make.py`: what follows."


def lines_of(n: int, draw: Any, rng: Random, known: set[str], *, larger: bool) -> list[str]:
    """Draw ``n`` goals that are not known yet, note them as known and return their lines."""
    lines: list[str] = []
    for _ in range(1_000 * n):
        goal, answer = draw(rng, larger) or ("", "")
        if goal and goal not in known:
            known.add(goal)
            lines.append(f"{query(goal)}  % {answer}")
        if len(lines) == n:
            return lines
    raise SystemExit(f"only {len(lines)} of {n} goals can be drawn")


def make(name: str, folder: Path) -> None:
    """Write the query files of a stranger, and the generated end of its program."""
    rng, source = Random(SEED), runpy.run_path(str(FOLDER / name / "queries.py"))
    known: set[str] = set()
    lines = lines_of(N_TEST + N_TRAIN, source["draw"], rng, known, larger=False)
    splits = {
        "test": ("of the trained size", lines[:N_TEST]),
        "train": ("for training", lines[N_TEST:]),
        "test_larger": (
            "larger than in training",
            lines_of(N_LARGER, source["draw"], rng, known, larger=True),
        ),
    }
    for split, (what, chosen) in splits.items():
        comment = (
            f"{name}: {len(chosen)} queries {what}; the comments give an answer.\n\n"
            f"Made by `python bench/strangers/make.py` (seed {SEED}). MIT licence. Do not edit."
        )
        write(folder / f"{split}.pl", comment, chosen)
    if "program" in source:
        rules = (FOLDER / name / "program.pl").read_text().partition(MARK)[0]
        text = "\n".join([f"{rules}{MARK}", *source["program"]()]) + "\n"
        (folder / "program.pl").write_text(text)


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        make(name, FOLDER / name)
