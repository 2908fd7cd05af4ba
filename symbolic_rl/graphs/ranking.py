"""Rank held-out triples among all candidates, with the usual metrics.

The filtered protocol of the literature on knowledge graphs: for each triple, every entity is
substituted for the tail, then for the head; candidates that are true triples of any split, except
the one in question, are left out. Ties get their mean rank.

Dimension key: T triples, K scores.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import write_text
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import FloatArray, IntArray, digits_of
from symbolic_rl.graphs.mining import Graph, Rule, as_prolog, mine, within
from symbolic_rl.graphs.triples import SPLITS, Triple, refuse_leaks
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.program.program import Program, read_records, text_of

Score = Callable[[Triple], Any]
"""Maps (head, relation, tail) to any ordered type; higher is better."""

Among = Literal["entities", "targets"]
"""Candidates: all entities for tail and head, or the tails of held-out triples for the tail."""

PROTOCOL = (
    "every triple, tail and head asked for, all entities as candidates, filtered by all splits, "
    "mean rank on ties"
)


@dataclass(frozen=True)
class Ranking:
    """Ranks of triples, from 1."""

    tails: NDArray[np.float64]  # [T] ranks of tails
    heads: NDArray[np.float64]  # [T] ranks of heads; [0] if only tails were ranked

    @property
    def ranks(self) -> NDArray[np.float64]:
        """Ranks of tails, then of heads."""
        return np.concatenate([self.tails, self.heads])

    def as_json(self) -> dict[str, float]:
        """Return MRR and Hits@1, 3, 10 over both directions, and the MRR of each."""
        hits = {f"hits_at_{k}": float((self.ranks <= k).mean()) for k in (1, 3, 10)}
        figures = {"mrr": float((1 / self.ranks).mean()), **hits}
        if self.heads.size:
            figures["mrr_tail"] = float((1 / self.tails).mean())
            figures["mrr_head"] = float((1 / self.heads).mean())
        return figures

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:.4f}" for name, value in self.as_json().items())


def mean_rank(score: Any, others: Iterable[Any]) -> float:
    """Compute the rank of a score among others; ties get their mean rank."""
    scores = list(others)
    better: int = sum(other > score for other in scores)
    return 1 + better + scores.count(score) / 2


def rank(asked: Iterable[tuple[Triple, list[Triple]]], n: int, score: Score) -> Ranking:
    """Rank ``n`` triples among their :func:`candidates`, by a function that scores triples."""
    ranks = [mean_rank(score(triple), map(score, others)) for triple, others in asked]
    return Ranking(np.array(ranks[:n], np.float64), np.array(ranks[n:], np.float64))


def candidates(
    triples: Sequence[Triple],
    known: Iterable[Triple],
    entities: Sequence[str],
    targets: Sequence[str] | None = None,
    sampled: int = 0,
) -> Iterator[tuple[Triple, list[Triple]]]:
    """Yield each of T triples with its competitors: first for all tails, then for all heads.

    These are triples with another of all ``entities``; with ``targets``, only tails are asked for,
    among these. ``known`` are all true triples, of every split. Of the competitors, ``sampled`` are
    drawn for each, the same in every call; 0: all.
    """
    tails: dict[tuple[str, str], set[str]] = defaultdict(set)
    heads: dict[tuple[str, str], set[str]] = defaultdict(set)
    for head, relation, tail in known:
        tails[head, relation].add(tail)
        heads[relation, tail].add(head)
    names = entities if targets is None else targets
    draw = np.random.default_rng(0)

    def some(names: Sequence[str], true: set[str]) -> list[str]:
        others = [name for name in names if name not in true]
        if not 0 < sampled < len(others):
            return others
        return [others[i] for i in draw.choice(len(others), sampled, replace=False)]

    for head, relation, tail in triples:
        yield (
            (head, relation, tail),
            [(head, relation, e) for e in some(names, tails[head, relation])],
        )
    for head, relation, tail in triples if targets is None else ():
        yield (
            (head, relation, tail),
            [(e, relation, tail) for e in some(entities, heads[relation, tail])],
        )


def rule_confidence(graph: Graph, rules: Sequence[Rule], asked: IntArray | None = None) -> Score:
    """Return a score: the confidences of the rules that give a triple, in decreasing order.

    Tuples compare lexicographically. Rules are applied once, to the training facts. Only triples of
    the sorted pairs ``asked`` have a score, or all.
    """
    given: dict[tuple[str, int], tuple[float, ...]] = defaultdict(tuple)
    for rule in sorted(rules, key=lambda rule: -rule.confidence):
        pairs = graph.walked(rule.body)
        if asked is not None:
            pairs = pairs[within(asked, pairs)[1]]
        for pair in pairs.tolist():
            given[rule.head, pair] += (rule.confidence,)

    def score(triple: Triple) -> tuple[float, ...]:
        head, relation, tail = triple
        return given.get((relation, graph.code(head, tail)), ())

    return score


def average_precision(scores: Sequence[float], labels: Sequence[bool] | NDArray[np.bool_]) -> float:
    """Compute the average precision of scores [K] for labels [K]; ties count as one threshold."""
    order = np.argsort(-np.asarray(scores, float), kind="stable")
    sorted_scores = np.asarray(scores, float)[order]
    hits = np.cumsum(np.asarray(labels, bool)[order])
    # Cut only after the last of equal scores: the order within ties is arbitrary.
    last = np.append(np.flatnonzero(np.diff(sorted_scores)), sorted_scores.size - 1)
    precision, recall = hits[last] / (last + 1), hits[last] / max(1, hits[-1])
    return float((np.diff(np.concatenate([[0.0], recall])) * precision).sum())


class Bin(NamedTuple):
    """Candidates of similar probability, and how many of them are true."""

    predicted: float  # mean probability
    true: float  # share
    n: int


BINS = (0.0, 0.01, 0.05, *(k / 10 for k in range(1, 10)), 0.95)
"""Least probability of each bin: most candidates are false, so the lowest tenth is divided."""


def calibrated(
    places: NDArray[np.int64], labels: NDArray[np.bool_], parts: NDArray[np.bool_]
) -> FloatArray:
    """Return the probability [K] that candidates are true, by their scores alone.

    Isotonic regression, cross-fitted: what one part of the candidates says of its scores is the
    probability of the other's.

    >>> places, labels = np.array([0, 0, 1, 1] * 2), np.array([0, 0, 0, 1] * 2, bool)
    >>> calibrated(places, labels, np.arange(8) < 4).tolist()
    [0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.5, 0.5]

    ``places`` [K] are those of the scores in the order of all, from 0; equal scores share one.
    ``labels`` [K] are what is true, ``parts`` [K] the part of each candidate.
    """
    found = np.zeros(len(places))
    for part in (False, True):
        mine = parts == part
        count = np.bincount(places[mine], minlength=places.max(initial=0) + 1)
        won = np.bincount(places[mine], labels[mine], len(count))
        blocks: list[tuple[int, float, int]] = []  # first place, true ones, candidates
        for place in np.flatnonzero(count).tolist():
            first, true, n = place, float(won[place]), int(count[place])
            # A block that is not above the one before it is merged with it.
            while blocks and blocks[-1][1] * n >= true * blocks[-1][2]:
                first, true, n = blocks[-1][0], true + blocks[-1][1], n + blocks.pop()[2]
            blocks.append((first, true, n))
        starts = np.array([first for first, _, _ in blocks])
        shares = np.array([0.0, *(true / n for _, true, n in blocks)])
        found[~mine] = shares[np.searchsorted(starts, places[~mine], side="right")]
    return found


def reliability(probability: FloatArray, labels: NDArray[np.bool_]) -> list[Bin]:
    """Compare probabilities [K] with what is true of the candidates, in bins that are not empty."""
    bins = np.searchsorted(BINS, probability, side="right")
    groups = [bins == i for i in range(1, len(BINS) + 1)]
    return [
        Bin(float(probability[group].mean()), float(labels[group].mean()), int(group.sum()))
        for group in groups
        if group.any()
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean distance of the two, over candidates."""
    total = sum(one.n for one in bins)
    return sum(abs(one.predicted - one.true) * one.n for one in bins) / max(1, total)


RULES = "rules.pl"


@dataclass(frozen=True)
class MiningResult:
    """Mined rules, and the ranking of held-out triples by them."""

    file: Path
    facts: int
    rules: tuple[Rule, ...]
    split: str
    ranking: Ranking | None

    def __str__(self) -> str:
        """Return the counts, and the metrics with their protocol."""
        lines = [f"{len(self.rules):,} rules from {self.facts:,} facts, in {self.file}"]
        if self.ranking is not None:
            n = self.ranking.tails.size
            lines.append(f"{self.split} by rule confidence: {self.ranking}")
            lines.append(f"  {n:,} triples: {PROTOCOL}; rules applied once, nothing trained")
        return "\n".join(lines)


def pack_triples(pack: Pack) -> dict[str, list[Triple]]:
    """Return the facts of a pack as ``train``, and the queries that are triples by split."""
    files = [path for path in pack.program if path.name != RULES]
    queries = {split: [path] for split, path in pack.queries.items() if split in SPLITS[1:]}
    program = Program(files, queries, config=pack.env)
    found: dict[str, list[Triple]] = {split: [] for split in SPLITS}
    crossing = Crossing("export", "triples")
    for record in read_records(crossing(digits_of(program.number)), 4):
        split, relation, head, tail = (text_of(field) for field in record)
        found[split].append((head, relation, tail))
    return found


def mine_pack(source: str | Path, *, split: str = "test", **options: Any) -> MiningResult:
    """Mine rules from the facts of a pack into rules.pl, and rank held-out triples by them.

    An empty ``split`` is not ranked; for ``options`` see :func:`symbolic_rl.graphs.mining.mine`.
    PackError: there is no such pack, it has no rules.pl, or a held-out triple is a fact.
    """
    pack = load_pack(source)
    file = pack.folder / RULES
    if file not in pack.program:
        what = f"the pack {pack.name} does not read {RULES}."
        fix = f'add it: program = ["program.pl", "{RULES}"].'
        raise PackError(what, str(pack.folder / "env.toml"), fix)
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
    ranking = None
    if split:
        known = [triple for part in triples.values() for triple in part]
        graph = Graph(facts, known)
        asked = candidates(triples[split], known, graph.entities)
        ranking = rank(asked, len(triples[split]), rule_confidence(graph, rules))
    return MiningResult(file, len(facts), tuple(rules), split, ranking)
