"""``symbolic-rl import``: make packs of problems and data sets in other formats."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import Positional, arg

from symbolic_rl.base.registry import look_up
from symbolic_rl.cli.flags import SwitchOn, parse


@dataclass(frozen=True)
class ImportArgs:
    """Make a pack of a problem or data set in another format.

    `import tptp FILE|FOLDER` reads problems of the TPTP (CNF, and FOF, which is clausified): Horn
    clauses become a program, conjectures its goals, and other clauses are left out and named.
    `import popper FOLDER` reads bk.pl, exs.pl and bias.pl: examples become labelled queries.
    `import triples FOLDER` (train.txt, valid.txt, test.txt) or `import triples TRAIN VALID TEST
    --name X` reads triples (head, relation and tail with tabs between); `import pykeen:umls` a set
    that comes with pykeen: umls, nations or kinships. A held-out triple that stands in training is
    refused.
    """

    source: Positional[str]
    """`tptp`, `popper`, `triples`, or `pykeen:` and the name of a set."""
    files: Positional[Annotated[tuple[Path, ...], arg(metavar="[FILE ...]")]] = ()
    """A problem or a folder; with `triples` also the files of training, validation and test."""
    name: str = ""
    """Name of the pack; by default that of the set, the file or the folder."""
    out: Path = Path(".")
    """Folder that holds the pack's folder."""
    equality_axioms: SwitchOn = False
    """With `tptp`: add the axioms of equality (reflexive, symmetric, transitive, and what equal
    arguments mean for each function and predicate) where a problem has an equality."""
    root: Path | None = None
    """With `tptp`: folder that files to be included are looked up in, besides that of the problem;
    by default $TPTP, or the folder above `Problems`."""


def main(args: Sequence[str]) -> int:
    """Write the pack; print what was read, what was refused and why, and the next command."""
    flags = parse(ImportArgs, args, command="import")
    from symbolic_rl.importers import IMPORTERS, ImportRequest

    form, _, target = flags.source.partition(":")
    importer = look_up(IMPORTERS, form, what="format", flag="symbolic-rl import").load()
    request = ImportRequest(
        form, target, flags.files, flags.name, flags.out, flags.equality_axioms, flags.root
    )
    if form != "tptp" and (flags.equality_axioms or flags.root):
        request.refuse("--equality-axioms and --root belong to `import tptp`.")
    if form != "pykeen" and target:
        request.refuse(f"write `import {form}` and the files behind it, with a space between.")
    print(importer(request))
    return 0
