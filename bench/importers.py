"""How long does an import of 10,000 clauses, examples or triples take?

    python bench/importers.py [--size 10000] [--repeats 3]

Writes a problem of ``--size`` clauses in CNF, one of as many formulas in FOF (with quantifiers of
both kinds and an equivalence), a folder of Popper with as many facts and examples, and as many
triples, and imports each. CPU seconds of this process, medians of ``--repeats`` after one that is
not counted; the start of Python and of SWI-Prolog is in none.

Prints a table and, as the last line, one JSON document with the keys ``rows`` (each with ``format,
size, cpu_s, made``) and ``machine``.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from symbolic_rl.base.machine import finish, print_table, start
from symbolic_rl.importers import IMPORTERS, ImportRequest


def cnf(folder: Path, size: int) -> tuple[Path, ...]:
    """Write rules over fifty predicates."""
    lines = [
        f"cnf(c{i}, axiom, p{i % 50}(X, f(Y, c{i})) | ~ p{(i + 1) % 50}(X, Z) | ~ q(Z, Y))."
        for i in range(size)
    ]
    return (_written(folder / "cnf.p", [*lines, "cnf(g, negated_conjecture, ~ p0(c1, X))."]),)


def fof(folder: Path, size: int) -> tuple[Path, ...]:
    """Write formulas that need Skolem functions and give two or three clauses each."""
    lines = [
        f"fof(f{i}, axiom, ! [X] : ( ? [Y] : (r{i % 50}(X, Y) & s(Y)) <=> t{i % 50}(X, c{i}) ))."
        for i in range(size)
    ]
    return (_written(folder / "fof.p", [*lines, "fof(g, conjecture, ? [X] : t0(X, c0))."]),)


def popper(folder: Path, size: int) -> tuple[Path, ...]:
    """Write facts and examples."""
    _written(folder / "popper" / "bk.pl", [f"edge(n{i}, n{i * 7 % size})." for i in range(size)])
    labels = ("pos", "neg")
    examples = [f"{labels[i % 2]}(path(n{i}, n{i * 3 % size}))." for i in range(size)]
    _written(folder / "popper" / "exs.pl", examples)
    _written(folder / "popper" / "bias.pl", ["head_pred(path,2).", "body_pred(edge,2)."])
    return (folder / "popper",)


def triples(folder: Path, size: int) -> tuple[Path, ...]:
    """Write triples, a tenth of them for validation and for tests each."""
    lines = [f"e{i}\tr{i % 20}\te{i * 7 % size}" for i in range(size)]
    tenth = size // 10
    splits = {"test": lines[:tenth], "valid": lines[tenth : 2 * tenth], "train": lines[2 * tenth :]}
    for split, part in splits.items():
        _written(folder / "triples" / f"{split}.txt", part)
    return (folder / "triples",)


FORMATS = {"cnf": cnf, "fof": fof, "popper": popper, "triples": triples}


def _written(file: Path, lines: list[str]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    card = start("How long does an import of clauses, examples or triples take?")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for format_, write in FORMATS.items():
            files = write(folder, args.size)
            importer = IMPORTERS["tptp" if format_ in ("cnf", "fof") else format_].load()
            request = ImportRequest(format_, "", files, f"{format_}-pack", folder)
            seconds, made = [], ""
            for _ in range(args.repeats + 1):
                began = process_time()
                made = importer(request).made[-1].rpartition(": ")[2]
                seconds.append(process_time() - began)
            cpu_s = round(median(seconds[1:]), 2)
            rows.append({"format": format_, "size": args.size, "cpu_s": cpu_s, "made": made})
    print_table(rows)
    finish({"rows": rows}, card)


if __name__ == "__main__":
    main()
