"""Held-out triples ranked by a policy, and by what learns nothing: ``eval RUN --ranking``.

Among ``entities``: every entity of the graph stands in for the tail, then for the head; this is how
knowledge graphs are ranked. Among ``targets``: the tails of all held-out triples stand in for the
tail; this is how Countries is ranked, with the regions as targets, and there the area under the
precision-recall curve over all pairs is told too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from symbolic_rl.check import find_leaks
from symbolic_rl.engine.program import Program
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.errors import PackError
from symbolic_rl.graph.mining import Graph, Rule, mine, read_rules
from symbolic_rl.graph.packs import RULES, pack_triples
from symbolic_rl.graph.ranking import (
    Ranking,
    Score,
    area_under_precision_recall,
    candidates,
    rank,
    rule_confidence,
)
from symbolic_rl.graph.scores import by_length, by_policy
from symbolic_rl.graph.triples import Triple, atom, refuse_leaks
from symbolic_rl.packs import Pack
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.problem import Problem
from symbolic_rl.search.ordering import PolicyOrder
from symbolic_rl.trials import seed_in_words

BUDGET = 500
"""Inferences of the search for a proof of one candidate."""
ENTITIES, TARGETS = "entities", "targets"

IN_WORDS = {
    "policy": "log-probability of the first derivation that Levin tree search by the policy finds",
    "shortest proof": "the shorter the derivation that breadth-first search finds, the better; "
    "nothing learned",
    "rule confidence": "confidences of the mined rules that give the triple from the training "
    "facts, applied once, the highest first; nothing else learned",
}
"""What scores -> the protocol in words."""


@dataclass(frozen=True)
class Ranked:
    """What one way to score came to."""

    scores: str
    ranking: Ranking
    auc_pr: float | None
    """Over all pairs of a head that is asked for and a target; None among entities."""
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """A row of the report."""
        area = {} if self.auc_pr is None else {"auc_pr": self.auc_pr}
        return {"scores": self.scores, **self.ranking.as_json(), **area}


@dataclass(frozen=True)
class RankingReport:
    """Rankings of the same triples among the same candidates."""

    env: str
    split: str
    triples: int
    n_candidates: int
    among: str
    budget: int
    scored: int
    """Different candidates that were scored."""
    rules: int
    training_seed: int | None
    rows: tuple[Ranked, ...]

    def protocol(self) -> list[str]:
        """How the figures were made, in words."""
        asked = "tail and head asked for" if self.among == ENTITIES else "the tail asked for"
        lines = [
            f"{self.triples:,} {self.split} triples, {asked}, all {self.n_candidates:,} "
            f"{self.among} as candidates, filtered by the triples of all splits, mean rank on ties",
            f"{self.scored:,} different candidates, each searched once with at most "
            f"{self.budget:,} inferences; without a proof it ranks last",
            f"one policy, of {seed_in_words(self.training_seed)}; no {self.split} triple stands in "
            "training, nor among the facts, as was checked first",
        ]
        lines += [f"{row.scores}: {IN_WORDS[row.scores]}" for row in self.rows]
        if self.among == TARGETS:
            lines.append("auc_pr: average precision over all pairs of head and target, ties as one")
        lines.append(f"{self.rules:,} rules")
        return lines

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {
            "env": self.env,
            "split": self.split,
            "triples": self.triples,
            "candidates": self.n_candidates,
            "among": self.among,
            "budget": self.budget,
            "rows": [row.as_json() | {"seconds": round(row.seconds, 3)} for row in self.rows],
            "seeds": 1,
            "leaks": [],
            "protocol": self.protocol(),
        }

    def __str__(self) -> str:
        """Table and protocol."""
        columns = list(self.rows[0].as_json())[1:]
        lines = [" " * 16 + "".join(f"{name:>11}" for name in columns) + "    seconds"]
        for row in self.rows:
            figures = row.as_json()
            cells = "".join(f"{figures[name]:>11.4f}" for name in columns)
            lines.append(f"{row.scores:<16}{cells}{row.seconds:>11.1f}")
        return "\n".join([*lines, *(f"  {line}" for line in self.protocol())])


def ranking_report(
    problem: Problem,
    policy: DerivationPolicy | None,
    split: str = "test",
    *,
    among: str = ENTITIES,
    budget: int = BUDGET,
    most_triples: int = 0,
    training_seed: int | None = None,
) -> RankingReport:
    """Rank the triples of a split.

    Args:
        problem: a pack whose facts and queries are triples.
        policy: what was trained on it; None leaves its row out.
        split: ``valid`` or ``test``.
        among: ``entities`` or ``targets``, see above.
        budget: inferences of the search for each candidate.
        most_triples: only the first so many; 0 for all.
        training_seed: of the policy's run, for the protocol.

    Raises:
        PackError: the split has no triples, has other queries too, or a held-out triple is known.
    """
    triples = pack_triples(problem.pack)
    refuse_leaks(triples, where=str(problem.pack.folder))
    for leak in find_leaks(problem):
        if leak.split == split:
            fix = "take them out of training: whoever learns from them knows the answer."
            raise PackError(f"{leak}.", str(problem.pack.folder), fix)
    asked = _asked(problem, triples, split)[: most_triples or None]
    known = [triple for part in triples.values() for triple in part]
    graph = Graph(triples["train"], known)
    held_out = [*triples["valid"], *triples["test"]]
    targets = sorted({tail for _, _, tail in held_out}) if among == TARGETS else None
    rules = pack_rules(problem.pack, graph)
    wanted = list(dict.fromkeys(candidates(asked, known, graph.entities, targets)))
    if targets is not None:
        wanted = list(dict.fromkeys([*wanted, *_pairs(asked, targets)]))
    started = perf_counter()
    confidence = rule_confidence(graph, rules)
    by_rules = ("rule confidence", confidence, perf_counter() - started)
    rows = []
    for name, score, seconds in [*_by_search(problem, policy, wanted, budget), by_rules]:
        ranking = rank(asked, known, graph.entities, score, targets=targets)
        area = None if targets is None else _area(score, asked, targets, known)
        rows.append(Ranked(name, ranking, area, seconds))
    return RankingReport(
        env=problem.name,
        split=split,
        triples=len(asked),
        n_candidates=len(graph.entities if targets is None else targets),
        among=among,
        budget=budget,
        scored=len(wanted),
        rules=len(rules),
        training_seed=training_seed,
        rows=tuple(rows),
    )


def pack_rules(pack: Pack, graph: Graph) -> list[Rule]:
    """The rules of ``rules.pl`` with their figures; mined anew where a pack has no such file."""
    file = pack.folder / RULES
    return read_rules(file, graph) if file in pack.program else mine(graph)


def _asked(problem: Problem, triples: dict[str, list[Triple]], split: str) -> list[Triple]:
    n = sum(query.label for query in problem.queries(split))
    found = triples.get(split, [])
    if len(found) < n or not found:
        raise PackError(
            f"{n - len(found):,} of {n:,} {split} queries are no triples: they cannot be ranked.",
            str(problem.pack.folder),
            "rank packs whose queries are relation(head, tail); for others, use eval --search.",
        )
    return found


def _by_search(
    problem: Problem, policy: DerivationPolicy | None, wanted: Sequence[Triple], budget: int
) -> Iterable[tuple[str, Score, float]]:
    """Name, score and seconds of what searches for proofs of the triples that are wanted."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "candidates.pl"
        file.write_text("".join(f"query({atom(triple)}).\n" for triple in wanted), "utf-8")
        config = problem.env_config
        program = Program(problem.pack.program, {"candidates": [file]}, config=config)
        engine = PrologEngine(program, config, answers=True)
    if policy is not None:
        started = perf_counter()
        order = PolicyOrder(policy, problem, program)
        found = by_policy(engine, program.queries, order, most=budget)
        yield "policy", _looked_up(wanted, found.tolist()), perf_counter() - started
    started = perf_counter()
    found = by_length(engine, program.queries, most=budget)
    yield "shortest proof", _looked_up(wanted, found.tolist()), perf_counter() - started


def _looked_up(wanted: Sequence[Triple], values: Sequence[float]) -> Score:
    table = dict(zip(wanted, values, strict=True))
    return lambda head, relation, tail: table[head, relation, tail]


def _pairs(asked: Sequence[Triple], targets: Sequence[str]) -> list[Triple]:
    pairs = [(head, relation, target) for head, relation, _ in asked for target in targets]
    return list(dict.fromkeys(pairs))


def _area(
    score: Score, asked: Sequence[Triple], targets: Sequence[str], known: Sequence[Triple]
) -> float:
    pairs, true = _pairs(asked, targets), set(known)
    values = [score(*pair) for pair in pairs]
    place = {value: i for i, value in enumerate(sorted(set(values)))}
    return area_under_precision_recall(
        [place[value] for value in values], [pair in true for pair in pairs]
    )
