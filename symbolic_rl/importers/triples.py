"""Import knowledge graphs: files of triples, and the data sets shipped with pykeen."""

from pathlib import Path

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import writing
from symbolic_rl.graphs.triples import PYKEEN, SPLITS, pykeen_files, write_pack
from symbolic_rl.importers import ImportRequest, ImportSummary

DOWNLOADED = {"wn18rr": "WN18RR", "fb15k237": "FB15k-237"}
"""Data sets that pykeen downloads."""
_SUFFIXES = (".txt", ".tsv")


def import_triples(request: ImportRequest) -> ImportSummary:
    """Import three files of triples, or the folder that holds them.

    ConfigError: the request names neither. PackError: a file is missing, a line is not a triple, or
    a triple occurs in two splits.
    """
    if len(request.files) == 1 and not request.files[0].is_file():
        folder = request.files[0]
        return _write(request, _of_folder(folder), folder.resolve().name, str(folder.name))
    if len(request.files) != len(SPLITS) or not request.name or request.target:
        request.refuse(
            "write `import triples TRAIN VALID TEST --name X`, `import triples FOLDER`, or "
            "`import pykeen:umls`."
        )
    files = dict(zip(SPLITS, request.files, strict=True))
    return _write(request, files, request.name, ", ".join(file.name for file in request.files))


def import_pykeen(request: ImportRequest) -> ImportSummary:
    """Import a data set shipped with pykeen.

    ConfigError: the request names none, or also files. PackError: pykeen does not have it.
    InstallationError: pykeen is not installed.
    """
    name = request.target
    if not name or request.files:
        request.refuse("write `import pykeen:NAME`, such as `import pykeen:umls`.")
    if title := DOWNLOADED.get(name.lower().replace("-", "")):
        raise PackError(
            f"pykeen does not ship {title}, it downloads it on first use.",
            f"pykeen:{name}",
            "put train.txt, valid.txt and test.txt (head, relation and tail with tabs between) "
            f"into a folder and write `import triples FOLDER`; or choose from {', '.join(PYKEEN)}.",
        )
    return _write(request, pykeen_files(name), name, f"pykeen, {name}")


def _write(request: ImportRequest, files: dict[str, Path], name: str, source: str) -> ImportSummary:
    folder = request.folder(name)
    with writing(folder, "name a folder of your own (--out FOLDER)."):
        counts = write_pack(files, folder, source=source)
    sizes = ", ".join(f"{n:,} {split}" for split, n in counts.items())
    return ImportSummary(made=[f"{folder}: {sizes}"], next=f"symbolic-rl mine {folder}")


def _of_folder(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by split."""
    found = {}
    for split in SPLITS:
        named = [folder / f"{split}{suffix}" for suffix in _SUFFIXES]
        there = [file for file in named if file.is_file()]
        if not there:
            raise PackError(
                f"there is no file {named[0].name} or {named[1].name} in {folder}.",
                str(folder),
                "name a folder with train, valid and test, each .txt or .tsv, or the three files "
                "themselves: import triples TRAIN VALID TEST --name X.",
            )
        found[split] = there[0]
    return found
