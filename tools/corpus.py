"""Load every Prolog file of a folder, and count which load, how much of them, and why not the rest.

python -m tools.corpus FOLDER [--files] [--least N]
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from symbolic_rl.base.errors import SymbolicError
from symbolic_rl.program.notes import reason
from symbolic_rl.program.program import Program


def loaded(file: Path) -> tuple[str, set[str]]:
    """Return how a file loads (``whole``, ``in part`` or ``refused``), and the kinds of reasons."""
    try:
        notes = Program([file], {}).notes
    except SymbolicError as error:
        found = [note for note in getattr(error, "diagnostics", ()) if note.severity != "info"]
        return "refused", {reason(note) for note in found} or {str(error.what)}
    kinds = {reason(note) for note in notes if note.severity == "skipped"}
    return ("in part" if kinds else "whole"), kinds


def files_of(folder: Path) -> Iterator[Path]:
    """Yield the Prolog files of a folder, sorted; files of Perl have the same suffix."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".pl", ".pro", ".prolog") and file.is_file():
            start = file.read_bytes()[:200]
            if b"perl" not in start and b"use strict" not in start:
                yield file


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", action="store_true", help="print a line for each file")
    parser.add_argument("--least", type=int, default=1, help="files of a reason that is shown")
    flags = parser.parse_args()
    ends, kinds, folders = Counter[str](), Counter[str](), dict[str, Counter[str]]()
    for file in files_of(flags.folder):
        end, found = loaded(file)
        ends[end] += 1
        kinds.update(found)
        folders.setdefault(file.relative_to(flags.folder).parts[0], Counter())[end] += 1
        if flags.files:
            print(f"{end:<8} {file.relative_to(flags.folder)}: {'; '.join(sorted(found))}")
    print("| folder | files | load by default | no clause is left out |\n|---|---|---|---|")
    for name, counts in (*sorted(folders.items()), ("all", ends)):
        n = max(counts.total(), 1)
        whole, some = counts["whole"] / n, 1 - counts["refused"] / n
        print(f"| {name} | {counts.total():,} | {some:.1%} | {whole:.1%} |")
    print("\n| files | reason |\n|---|---|")
    for kind, count in kinds.most_common():
        if count >= flags.least:
            print(f"| {count:,} | {kind} |")


if __name__ == "__main__":
    main()
