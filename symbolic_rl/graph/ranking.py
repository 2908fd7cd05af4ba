"""Ranking held-out triples among all candidates, and the figures of it.

Protocol, as knowledge-graph papers have it: for each triple, every entity stands in for the tail,
then for the head; candidates that are triples of any split, other than the one that is asked for,
are left out (filtered). Candidates of equal score share the mean of their ranks.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.graph.mining import Graph, Rule
from symbolic_rl.graph.triples import Triple

Score = Callable[[str, str, str], Any]
"""From head, relation and tail to anything that can be compared; more is better."""

PROTOCOL = (
    "every triple, tail and head asked for, all entities as candidates, filtered by all splits, "
    "mean rank on ties"
)


@dataclass(frozen=True)
class Ranking:
    """Ranks of what was asked for."""

    ranks: NDArray[np.float64]
    """[2 * T] of tails, then heads."""

    def as_json(self) -> dict[str, float]:
        """MRR and Hits@1, 3, 10 over both directions, and the MRR of each."""
        tails, heads = np.split(self.ranks, 2)
        hits = {f"hits_at_{k}": float((self.ranks <= k).mean()) for k in (1, 3, 10)}
        return {
            "mrr": mean_reciprocal(self.ranks),
            **hits,
            "mrr_tail": mean_reciprocal(tails),
            "mrr_head": mean_reciprocal(heads),
        }

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


def rank(
    triples: Sequence[Triple], known: Iterable[Triple], entities: Sequence[str], score: Score
) -> Ranking:
    """Rank triples among all candidates.

    Args:
        triples: what is asked for.
        known: all triples that are true, of every split.
        entities: the candidates.
        score: of a candidate.
    """
    tails: dict[tuple[str, str], set[str]] = defaultdict(set)
    heads: dict[tuple[str, str], set[str]] = defaultdict(set)
    for head, relation, tail in known:
        tails[head, relation].add(tail)
        heads[relation, tail].add(head)
    ranks = []
    for head, relation, tail in triples:
        own, true = score(head, relation, tail), tails[head, relation]
        others = (score(head, relation, e) for e in entities if e not in true)
        ranks.append(mean_rank(own, others))
    for head, relation, tail in triples:
        own, true = score(head, relation, tail), heads[relation, tail]
        others = (score(e, relation, tail) for e in entities if e not in true)
        ranks.append(mean_rank(own, others))
    return Ranking(np.array(ranks))


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
