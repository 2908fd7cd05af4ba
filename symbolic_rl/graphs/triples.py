"""Triples of knowledge graphs: files, packs, and their names in Prolog."""

import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from symbolic_rl.base.errors import InstallationError, PackError
from symbolic_rl.base.files import read_text, write_text

Triple = tuple[str, str, str]
SPLITS = ("train", "valid", "test")
PYKEEN = ("umls", "nations", "kinships")
"""Data sets shipped in the wheel of pykeen."""

SETTINGS = """\
program = ["program.pl", "rules.pl"]

[env]
hide_query = true
max_inferences = 6   # one mined rule, and one more for an atom of its body
n_goals = 6

[train]
body_cost = 3.0      # mined rules call each other: random actions would never come to a fact
"""
_MOST_LISTED = 3


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


def write_pack(files: dict[str, Path], folder: Path, *, source: str) -> dict[str, int]:
    """Write a pack: training triples are both its facts and its training queries.

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
    folder.mkdir(parents=True, exist_ok=True)
    header = f"% Made by `symbolic-rl import` from {source}.\n\n"
    # Relations without training triples would be unknown predicates.
    unseen = [f":- dynamic {quoted(name)}/2.\n" for name in relations if name not in known]
    facts = sorted(triples["train"], key=lambda triple: (triple[1], triple[0], triple[2]))
    text = "".join((header, *unseen, *(f"{atom(t)}.\n" for t in facts)))
    write_text(folder / "program.pl", text)
    for split in SPLITS:
        queries = "".join(f"query({atom(t)}).\n" for t in triples[split])
        write_text(folder / f"{split}.pl", header + queries)
    rules = folder / "rules.pl"
    if not rules.exists():
        write_text(rules, "% No rules yet: `symbolic-rl mine` writes them here.\n")
    write_text(
        folder / "env.toml",
        f'# Made by `symbolic-rl import` from {source}.\ndescription = "Triples of {source}."\n'
        + SETTINGS,
    )
    return {split: len(triples[split]) for split in SPLITS}


def refuse_leaks(triples: dict[str, list[Triple]], *, where: str) -> None:
    """Refuse held-out triples that also occur in an earlier split, by a PackError."""
    for split, before in (("valid", ("train",)), ("test", ("train", "valid"))):
        for other in before:
            both = sorted(set(triples[split]) & set(triples[other]))
            if both:
                first = ", ".join(" ".join(triple) for triple in both[:_MOST_LISTED])
                what = f"{len(both)} triples of {split} stand in {other} too, such as {first}."
                fix = f"remove them from {other}: a policy trained on them has seen the answers."
                raise PackError(what, where, fix)


def atom(triple: Triple) -> str:
    """Return a triple as a Prolog atom, without full stop."""
    return f"{quoted(triple[1])}({quoted(triple[0])}, {quoted(triple[2])})"


def quoted(name: str) -> str:
    """Return a name as a Prolog atom."""
    is_plain = name[:1].isascii() and name[:1].islower()
    if is_plain and name.isascii() and name.replace("_", "a").isalnum():
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def unquoted(atom: str) -> str:
    """Invert :func:`quoted`."""
    return re.sub(r"\\(.)", r"\1", atom[1:-1]) if atom.startswith("'") else atom


def names(triples: Iterable[Triple]) -> tuple[list[str], list[str]]:
    """Return entities and relations, sorted."""
    listed = list(triples)
    entities = {name for head, _, tail in listed for name in (head, tail)}
    return sorted(entities), sorted({relation for _, relation, _ in listed})
