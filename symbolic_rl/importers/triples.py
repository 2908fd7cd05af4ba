"""Import knowledge graphs: files of triples, and the data sets shipped with pykeen."""

from importlib.util import find_spec
from pathlib import Path

from symbolic_rl.base.errors import InstallationError, PackError
from symbolic_rl.base.files import read_text
from symbolic_rl.graphs.triples import SPLITS, Triple, atom, names, quoted, refuse_leaks
from symbolic_rl.importers import ImportRequest, ImportSummary, write_pack

PYKEEN = ("umls", "nations", "kinships")
"""Data sets shipped in the wheel of pykeen."""

DOWNLOADED = {"wn18rr": "WN18RR", "fb15k237": "FB15k-237"}
"""Data sets that pykeen downloads."""
_SUFFIXES = (".txt", ".tsv")
SETTINGS = """\
program = ["program.pl", "rules.pl"]

[env]
hide_query = true
max_inferences = 6   # one mined rule, and one more for an atom of its body
n_goals = 6

[train]
body_cost = 3.0      # mined rules call each other: random actions would never come to a fact
"""


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
    counts = write_graph(files, folder, source=source)
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


def read_triples(file: Path) -> list[Triple]:
    """Read the distinct triples (head, relation, tail) of a tab-separated file; or PackError."""
    fix = "name a text file with head, relation and tail on each line, tabs between."
    triples = []
    for number, line in enumerate(read_text(file, fix).splitlines(), 1):
        fields = line.split("\t")
        if not line.strip():
            continue
        if len(fields) != 3 or not all(field.strip() for field in fields):
            fix = "write head, relation and tail, with a tab between."
            raise PackError(f"not a triple: {line!r:.80}", f"{file}:{number}", fix)
        triples.append((fields[0].strip(), fields[1].strip(), fields[2].strip()))
    return list(dict.fromkeys(triples))


def pykeen_files(name: str) -> dict[str, Path]:
    """Return the files of a data set of pykeen by split, without importing pykeen.

    PackError: there is no such data set. InstallationError: pykeen is not installed.
    """
    if name not in PYKEEN:
        fix = f"choose from {', '.join(PYKEEN)}."
        raise PackError(f"pykeen has no data set {name!r}.", f"pykeen:{name}", fix)
    spec = find_spec("pykeen")
    if spec is None or not spec.submodule_search_locations:
        raise InstallationError(
            "pykeen is not installed.", f"pykeen:{name}", "pip install --no-deps pykeen==1.11.1"
        )
    folder = Path(next(iter(spec.submodule_search_locations))) / "datasets" / name
    return {split: folder / f"{split}.txt" for split in SPLITS}


def write_graph(files: dict[str, Path], folder: Path, *, source: str) -> dict[str, int]:
    """Write a graph as a pack: training triples are both its facts and its training queries.

    ``files`` are by split; ``source`` is the origin in the headers. Return the number of triples by
    split. PackError: a line is not a triple, a triple occurs in two splits, or a relation has a
    name reserved in Prolog.
    """
    triples = {split: read_triples(file) for split, file in files.items()}
    refuse_leaks(triples, where=str(folder))
    known = set(names(triples["train"])[1])
    relations = names(triple for split in SPLITS for triple in triples[split])[1]
    for relation in relations:
        if relation == "is" or not any(letter.isalnum() for letter in relation):
            fix = "give the relation a name with letters in the files of triples."
            raise PackError(f"{relation!r} may name a predicate of Prolog.", str(folder), fix)
    # Relations without training triples would be unknown predicates.
    unseen = [f":- dynamic {quoted(name)}/2." for name in relations if name not in known]
    facts = sorted(triples["train"], key=lambda triple: (triple[1], triple[0], triple[2]))
    texts = {f"{split}.pl": [f"query({atom(t)})." for t in triples[split]] for split in SPLITS}
    texts["program.pl"] = [*unseen, *(f"{atom(triple)}." for triple in facts)]
    if not (folder / "rules.pl").exists():
        texts["rules.pl"] = ["% No rules yet: `symbolic-rl mine` writes them here."]
    write_pack(folder, source, f"Triples of {source}.", SETTINGS.splitlines(), texts)
    return {split: len(triples[split]) for split in SPLITS}
