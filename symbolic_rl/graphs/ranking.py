"""Rank held-out triples among all candidates, with the usual metrics.

The filtered protocol of the literature on knowledge graphs: for each triple, every entity is
substituted for the tail, then for the head; candidates that are true triples of any split, except
the one in question, are left out. Ties get their mean rank.

Dimension key: Q questions, K candidates of all of them, N different triples, V values of a score.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rl.base.errors import PackError
from symbolic_rl.base.files import write_text
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import FloatArray, IntArray, digits_of
from symbolic_rl.graphs.mining import Graph, Rule, as_prolog, given_by, mine, within
from symbolic_rl.graphs.triples import SPLITS, Triple, names, refuse_leaks
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.program.program import Program, read_records, text_of

Among = Literal["entities", "targets"]
"""Candidates: all entities for tail and head, or the tails of held-out triples for the tail."""

PROTOCOL = (
    "every triple, tail and head asked for, all entities as candidates, filtered by all splits, "
    "mean rank on ties"
)


@dataclass(frozen=True)
class Ranking:
    """Ranks of triples, from 1."""

    tails: NDArray[np.float64]  # [Q] ranks of tails
    heads: NDArray[np.float64]  # [Q] ranks of heads; [0] if only tails were ranked

    @classmethod
    def of(cls, ranks: FloatArray, n: int) -> Self:
        """Return the ranking of ``n`` triples: ranks of tails, then of heads if they are there."""
        return cls(ranks[:n], ranks[n:])

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


AT_ONCE = 1 << 20
"""Candidates of several questions that are scored together; one question may have more."""


@dataclass(frozen=True)
class Candidates:
    """N different triples, and the questions that ask for some of them.

    Triples are integers: the place of the relation in ``relations``, and the pair of entities of a
    graph.
    """

    graph: Graph
    relations: Sequence[str]
    relation: IntArray  # [N]
    pair: IntArray  # [N]
    is_known: NDArray[np.bool_]  # [N] true in some split
    of: IntArray
    """[K] triple of each candidate; a question's follow each other, the true one first."""
    starts: IntArray  # [Q] first candidate of each question
    question: IntArray  # [Q] number of each question: tails first, then heads

    @classmethod
    def of_triples(cls, graph: Graph, triples: Sequence[Triple]) -> Self:
        """Return triples that no question asks for."""
        _, relations = names(triples)
        relation = [relations.index(relation) for _, relation, _ in triples]
        pair = [graph.code(head, tail) for head, _, tail in triples]
        none, unknown = np.zeros(0, np.int64), np.zeros(len(triples), bool)
        return cls(graph, relations, np.array(relation), np.array(pair), unknown, none, none, none)

    def __len__(self) -> int:
        return len(self.pair)

    @cached_property
    def triples(self) -> list[Triple]:
        """The triples [N] by name."""
        entities, relations = self.graph.entities, self.relations
        heads, tails = (ends.tolist() for ends in np.divmod(self.pair, self.graph.size))
        each = zip(heads, self.relation.tolist(), tails, strict=True)
        return [(entities[head], relations[r], entities[tail]) for head, r, tail in each]

    def ranks(self, places: IntArray) -> FloatArray:
        """Return the ranks [Q] of the true triples by the places [N] of all in an order, from 1.

        Ties get their mean rank.
        """
        counts = np.diff(self.starts, append=len(self.of))
        scores = places[self.of]
        true = np.repeat(scores[self.starts], counts)
        ahead = (scores > true) + 0.5 * (scores == true)  # the true one is as good as itself
        return np.add.reduceat(ahead, self.starts) + 0.5


class Questions:
    """Questions for the tail of each of T triples, then for the head of each.

    Candidates are triples with another entity of the graph; with ``targets``, only tails are asked
    for, among these. A triple of any split, all of which are in ``known``, is no candidate, except
    the one in question. Of the others, ``sampled`` are drawn for each question, the same every
    time; 0: all.
    """

    def __init__(
        self,
        graph: Graph,
        triples: Sequence[Triple],
        known: Iterable[Triple],
        targets: Sequence[str] | None = None,
        sampled: int = 0,
    ) -> None:
        self._graph, self._sampled = graph, sampled
        everything = [*triples, *known]
        self._relations = names(everything)[1]
        number = {relation: i for i, relation in enumerate(self._relations)}
        self._asked = [
            (graph.number[head], number[relation], graph.number[tail])
            for head, relation, tail in triples
        ]
        n = graph.size
        self._pool = (
            np.arange(n) if targets is None else np.array([graph.number[t] for t in targets])
        )
        self._has_targets = targets is not None
        head, relation, tail = np.array(
            [(graph.number[h], number[r], graph.number[t]) for h, r, t in everything]
        ).T
        # Known others by relation and entity: of one direction, then of the other.
        self._known = [
            np.unique((relation * n + one) * n + other)
            for one, other in ((head, tail), (tail, head))
        ]

    def __len__(self) -> int:
        return len(self._asked) * (1 if self._has_targets else 2)

    def blocks(self) -> Iterator[Candidates]:
        """Yield all questions, with at most about ``AT_ONCE`` candidates at a time."""
        draw, size = np.random.default_rng(0), self._graph.size
        asked, others, first, total = list[IntArray](), list[IntArray](), 0, 0
        for number in range(len(self)):
            candidates, known = self._of(number, draw)
            asked.append(candidates)
            others.append(known)
            total += candidates.size
            if number + 1 < len(self) and total + self._pool.size <= AT_ONCE:
                continue
            different, of = np.unique(np.concatenate(asked + others), return_inverse=True)
            relation, pair = np.divmod(different, size * size)
            counts = np.array([some.size for some in asked])
            yield Candidates(
                self._graph,
                self._relations,
                relation,
                pair,
                is_known=within(self._known[0], different)[1],
                of=of.ravel()[:total],
                starts=np.cumsum(counts) - counts,
                question=np.arange(first, number + 1),
            )
            asked, others, first, total = [], [], number + 1, 0

    def _of(self, number: int, draw: np.random.Generator) -> tuple[IntArray, IntArray]:
        """Return the true triple of a question and its competitors, then known triples of targets.

        Each is one integer.
        """
        size = self._graph.size
        way, at = divmod(number, len(self._asked))
        head, relation, tail = self._asked[at]
        given, true = (tail, head) if way else (head, tail)
        low = (relation * size + given) * size
        first, end = np.searchsorted(self._known[way], (low, low + size))
        is_known = np.zeros(size, bool)
        is_known[self._known[way][first:end] - low] = True
        others = self._pool[~is_known[self._pool]]
        if 0 < self._sampled < others.size:
            others = others[draw.choice(others.size, self._sampled, replace=False)]
        known = self._pool[is_known[self._pool]] if self._has_targets else self._pool[:0]

        def triples(entities: IntArray) -> IntArray:
            pair = entities * size + given if way else given * size + entities
            return relation * size * size + pair

        return triples(np.append(true, others)), triples(known)


def rule_confidence(rules: Sequence[Rule], candidates: Candidates) -> list[tuple[float, ...]]:
    """Return scores [N]: the confidences of the rules that give a triple, in decreasing order.

    Tuples compare lexicographically. Rules are applied once, to the training facts.
    """
    found: list[tuple[float, ...]] = [()] * len(candidates)
    for number in np.unique(candidates.relation).tolist():
        mine = [rule for rule in rules if rule.head == candidates.relations[number]]
        at = np.flatnonzero(candidates.relation == number)
        row, rule = given_by(candidates.graph, mine, candidates.pair[at])
        confidence = np.array([rule.confidence for rule in mine])[rule] if mine else np.zeros(0)
        order = np.lexsort((-confidence, row))
        rows, first = np.unique(row[order], return_index=True)
        each = zip(at[rows].tolist(), np.split(confidence[order], first[1:]), strict=False)
        for place, values in each:
            found[place] = tuple(values.tolist())
    return found


def average_precision(scores: ArrayLike, labels: ArrayLike) -> float:
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


def calibrated(counts: IntArray) -> FloatArray:
    """Return the probability [V, 2] that a candidate is true, by its score and part.

    Isotonic regression, cross-fitted: what one part of the candidates says of its scores is the
    probability of the other's. ``counts`` [V, 2, 2] are the candidates that have each value of the
    score, in increasing order, by part and by what is true.

    >>> calibrated(np.array([[[2, 0], [2, 0]], [[1, 1], [1, 1]]])).tolist()
    [[0.0, 0.0], [0.5, 0.5]]
    """
    found = np.zeros(counts.shape[:2])
    for part in (False, True):
        won, count = counts[:, int(part), 1], counts[:, int(part)].sum(axis=1)
        blocks: list[tuple[int, float, int]] = []  # first place, true ones, candidates
        for place in np.flatnonzero(count).tolist():
            first, true, n = place, float(won[place]), int(count[place])
            # A block that is not above the one before it is merged with it.
            while blocks and blocks[-1][1] * n >= true * blocks[-1][2]:
                first, true, n = blocks[-1][0], true + blocks[-1][1], n + blocks.pop()[2]
            blocks.append((first, true, n))
        starts = np.array([first for first, _, _ in blocks])
        shares = np.array([0.0, *(true / n for _, true, n in blocks)])
        places = np.arange(len(counts))
        found[:, int(not part)] = shares[np.searchsorted(starts, places, side="right")]
    return found


def reliability(probability: FloatArray, counts: IntArray) -> list[Bin]:
    """Compare probabilities [V, 2] with what is true of the candidates, in bins.

    ``counts`` are as for :func:`calibrated`. Empty bins are left out.
    """
    bins, n = np.searchsorted(BINS, probability, side="right"), counts.sum(axis=2)
    groups = [bins == i for i in range(1, len(BINS) + 1)]
    return [
        Bin(
            float(np.average(probability[group], weights=n[group])),
            float(counts[group, 1].sum() / n[group].sum()),
            int(n[group].sum()),
        )
        for group in groups
        if n[group].any()
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
        questions = Questions(Graph(facts, known), triples[split], known)
        ranks = [
            block.ranks(places(rule_confidence(rules, block))[0]) for block in questions.blocks()
        ]
        ranking = Ranking.of(np.concatenate(ranks), len(triples[split]))
    return MiningResult(file, len(facts), tuple(rules), split, ranking)


def places(scores: Sequence[Any]) -> tuple[IntArray, list[Any]]:
    """Return the places [N] of scores among their values, and the values in increasing order."""
    values = sorted(set(scores))
    place = {value: i for i, value in enumerate(values)}
    return np.array([place[score] for score in scores], np.int64), values
