"""Importers: convert programs and queries of other formats to packs.

To add a format, write a module in this folder with a function of type :data:`Importer`, and add it
to ``IMPORTERS`` for ``symbolic-rl import NAME FILE ...``.
"""

from collections.abc import Callable

from symbolic_rl.base.registry import Entry
from symbolic_rl.importers.base import ImportRequest, ImportSummary

__all__ = ["IMPORTERS", "ImportRequest", "ImportSummary", "Importer"]

Importer = Callable[[ImportRequest], ImportSummary]
"""Imports what a request names, writes packs, and returns a summary."""

IMPORTERS: dict[str, Entry[Importer]] = {
    "tptp": Entry(
        "symbolic_rl.importers.tptp.importer:import_tptp",
        "tptp FILE|FOLDER: problems of the TPTP in CNF or FOF, Horn clauses of them",
    ),
    "popper": Entry(
        "symbolic_rl.importers.popper:import_popper",
        "popper FOLDER: bk.pl, exs.pl and bias.pl; examples become labelled queries",
    ),
    "pddl": Entry(
        "symbolic_rl.importers.pddl:import_pddl",
        "pddl DOMAIN TASKS [TEST_TASKS]: planning tasks, as an MDP for all tasks of the domain",
    ),
    "triples": Entry(
        "symbolic_rl.importers.triples:import_triples",
        "triples FOLDER, or TRAIN VALID TEST --name X: files of head, relation and tail",
    ),
    "pykeen": Entry(
        "symbolic_rl.importers.triples:import_pykeen",
        "pykeen:NAME: umls, nations or kinships, which come with pykeen",
    ),
}
"""Formats of ``symbolic-rl import``."""
