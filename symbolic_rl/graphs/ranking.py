"""Ranking held-out triples among all candidates, and the figures of it.

Protocol, as knowledge-graph papers have it: for each triple, every entity stands in for the tail,
then for the head; candidates that are triples of any split, other than the one that is asked for,
are left out (filtered). Candidates of equal score share the mean of their ranks.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.graphs.mining import Graph, Rule
from symbolic_rl.graphs.triples import Triple

Score = Callable[[str, str, str], Any]
"""From head, relation and tail to anything that can be compared; more is better."""

PROTOCOL = (
    "every triple, tail and head asked for, all entities as candidates, filtered by all splits, "
    "mean rank on ties"
)


@dataclass(frozen=True)
class Ranking:
    """Ranks of what was asked for."""

    tails: NDArray[np.float64]
    """[T] where the tail was asked for."""
    heads: NDArray[np.float64]
    """[T] where the head was; [0] if it never was."""

    @property
    def ranks(self) -> NDArray[np.float64]:
        """Of tails, then heads."""
        return np.concatenate([self.tails, self.heads])

    def as_json(self) -> dict[str, float]:
        """MRR and Hits@1, 3, 10 over all that was asked for, and the MRR of each direction."""
        hits = {f"hits_at_{k}": float((self.ranks <= k).mean()) for k in (1, 3, 10)}
        figures = {"mrr": mean_reciprocal(self.ranks), **hits}
        if self.heads.size:
            figures["mrr_tail"] = mean_reciprocal(self.tails)
            figures["mrr_head"] = mean_reciprocal(self.heads)
        return figures

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:.4f}" for name, value in self.as_json().items())


def mean_reciprocal(ranks: NDArray[np.float64]) -> float:
    """Mean of 1 / rank."""
    return float((1 / ranks).mean())


def mean_rank(score: Any, others: Iterable[Any]) -> float:
    """The rank of a score among others, the mean of its ranks where others are equal."""
    better = equal = 0
    for other in others:
        if other == score:
            equal += 1
        elif other > score:
            better += 1
    return 1 + better + equal / 2


@dataclass(frozen=True)
class _Asked:
    """A triple that is asked for, and the others that it is ranked among."""

    triple: Triple
    others: list[Triple]


def rank(
    triples: Sequence[Triple],
    known: Iterable[Triple],
    entities: Sequence[str],
    score: Score,
    *,
    targets: Sequence[str] | None = None,
) -> Ranking:
    """Rank triples among all candidates.

    Args:
        triples: what is asked for.
        known: all triples that are true, of every split.
        entities: the candidates.
        score: of a candidate.
        targets: if given, only tails are asked for, and these are the candidates.
    """
    ranks = [
        mean_rank(score(*asked.triple), (score(*other) for other in asked.others))
        for asked in _asked(triples, known, entities, targets)
    ]
    tails, heads = ranks[: len(triples)], ranks[len(triples) :]
    return Ranking(np.array(tails, np.float64), np.array(heads, np.float64))


def candidates(
    triples: Sequence[Triple],
    known: Iterable[Triple],
    entities: Sequence[str],
    targets: Sequence[str] | None = None,
) -> Iterator[Triple]:
    """All that :func:`rank` asks the score of; some come more than once."""
    for asked in _asked(triples, known, entities, targets):
        yield asked.triple
        yield from asked.others


def _asked(
    triples: Sequence[Triple],
    known: Iterable[Triple],
    entities: Sequence[str],
    targets: Sequence[str] | None,
) -> Iterator[_Asked]:
    """First the tails, then the heads."""
    tails: dict[tuple[str, str], set[str]] = defaultdict(set)
    heads: dict[tuple[str, str], set[str]] = defaultdict(set)
    for head, relation, tail in known:
        tails[head, relation].add(tail)
        heads[relation, tail].add(head)
    for head, relation, tail in triples:
        names = entities if targets is None else targets
        others = [(head, relation, e) for e in names if e not in tails[head, relation]]
        yield _Asked((head, relation, tail), others)
    if targets is not None:
        return
    for head, relation, tail in triples:
        others = [(e, relation, tail) for e in entities if e not in heads[relation, tail]]
        yield _Asked((head, relation, tail), others)


def rule_confidence(graph: Graph, rules: Sequence[Rule]) -> Score:
    """The score of a triple: the confidences of the rules that give it, the highest first.

    Rules are applied once, to the training facts. It is a baseline that learns nothing but the
    rules' confidences.
    """
    given: dict[tuple[str, int], tuple[float, ...]] = defaultdict(tuple)
    for rule in sorted(rules, key=lambda rule: -rule.confidence):
        for pair in graph.walked(rule.body).tolist():
            given[rule.head, pair] += (rule.confidence,)

    def score(head: str, relation: str, tail: str) -> tuple[float, ...]:
        return given.get((relation, graph.code(head, tail)), ())

    return score


def area_under_precision_recall(
    scores: Sequence[float], labels: Sequence[bool] | NDArray[np.bool_]
) -> float:
    """Average precision: precision at each true candidate, the best score first; ties as one."""
    order = np.argsort(-np.asarray(scores, float), kind="stable")
    sorted_scores = np.asarray(scores, float)[order]
    hits = np.cumsum(np.asarray(labels, bool)[order])
    last = np.append(np.flatnonzero(np.diff(sorted_scores)), sorted_scores.size - 1)
    precision, recall = hits[last] / (last + 1), hits[last] / max(1, hits[-1])
    return float((np.diff(np.concatenate([[0.0], recall])) * precision).sum())
