"""Packs made from triples, and the mining of their rules."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import write_text
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.graphs.mining import Graph, Rule, as_prolog, mine
from symbolic_rl.graphs.ranking import PROTOCOL, Ranking, rank, rule_confidence
from symbolic_rl.graphs.triples import SPLITS, Triple, refuse_leaks
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.program.program import Program, read_records, text_of

RULES = "rules.pl"


@dataclass(frozen=True)
class MiningReport:
    """Mined rules, and their ranking of held-out triples."""

    file: Path
    facts: int
    rules: tuple[Rule, ...]
    split: str
    ranking: Ranking | None

    def __str__(self) -> str:
        """Return the counts, and the figures with their protocol."""
        lines = [f"{len(self.rules):,} rules from {self.facts:,} facts, in {self.file}"]
        if self.ranking is not None:
            n = self.ranking.tails.size
            lines.append(f"{self.split} by rule confidence: {self.ranking}")
            lines.append(f"  {n:,} triples: {PROTOCOL}; rules applied once, nothing trained")
        return "\n".join(lines)


def pack_triples(pack: Pack) -> dict[str, list[Triple]]:
    """Return the facts of a pack as ``train``, and its queries that are triples by split.

    Raises:
        ProgramError: the program has errors.
    """
    files = [path for path in pack.program if path.name != RULES]
    queries = {split: [path] for split, path in pack.queries.items() if split in SPLITS[1:]}
    program = Program(files, queries, config=pack.env)
    found: dict[str, list[Triple]] = {split: [] for split in SPLITS}
    crossing = Crossing("export", "triples")
    for record in read_records(crossing(program.number_codes), 4):
        split, relation, head, tail = (text_of(field) for field in record)
        found[split].append((head, relation, tail))
    return found


def mine_pack(source: str | Path, *, split: str = "test", **options: Any) -> MiningReport:
    """Mine rules from the facts of a pack, write them, and rank held-out triples by them.

    Args:
        source: a pack with a file rules.pl.
        split: of the triples that are ranked; empty for none.
        options: those of :func:`symbolic_rl.graphs.mining.mine`.

    Raises:
        PackError: there is no such pack, it has no rules.pl, or a held-out triple is a fact.
    """
    pack = load_pack(source)
    file = pack.folder / RULES
    if file not in pack.program:
        raise PackError(
            f"the pack {pack.name} does not read {RULES}.",
            str(pack.folder / "env.toml"),
            f'add it: program = ["program.pl", "{RULES}"].',
        )
    triples = pack_triples(pack)
    refuse_leaks(triples, where=str(pack.folder))
    facts = triples["train"]
    if split and not triples.get(split):
        held = [name for name in triples if name != "train" and triples[name]]
        there = f"name {' or '.join(held)}, or " if held else ""
        fix = f"{there}rank nothing: --split ''."
        raise PackError(f"the pack {pack.name} has no triples in split {split!r}.", "--split", fix)
    rules = mine(Graph(facts), **options)
    header = f"Mined by `symbolic-rl mine` from {len(facts):,} training facts."
    write_text(file, as_prolog(rules, header=header))
    ranking = _ranked(triples, rules, split) if split else None
    return MiningReport(file, len(facts), tuple(rules), split, ranking)


def _ranked(triples: dict[str, list[Triple]], rules: list[Rule], split: str) -> Ranking:
    known = [triple for part in triples.values() for triple in part]
    graph = Graph(triples["train"], known)
    return rank(triples[split], known, graph.entities, rule_confidence(graph, rules))
