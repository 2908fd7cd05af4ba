"""Weights of mined rules as evidence, by logistic regression on the training facts.

A pair of entities is described by the rules of a relation that give it, applied once to the facts;
pairs that are facts count as true, all others as false. A confidence is how often a rule is right
by itself; a weight is how much it adds to the other rules that give the same pair. No weight is
negative: a proof is never evidence against a triple.

Dimension key: E entities, C rules of a relation.
"""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F

from symbolic_rl.graphs.mining import Graph, Rule

FloatArray = NDArray[np.float64]

SHRINKAGE = 1.0
"""Factor of the sum of squared weights in the loss."""
MOST_ITERATIONS = 40


def log_odds(graph: Graph, rules: Sequence[Rule]) -> dict[str, FloatArray]:
    """Compute log-odds that relation(head, tail) is true, for relations that have rules.

    Each array is [E, E], head by tail, for the E entities of the graph.

    Args:
        graph: the training facts; small enough for :func:`symbolic_rl.graphs.scores.fits`.
        rules: rules with bodies of any length.
    """
    of_head: dict[str, list[Rule]] = {}
    for rule in rules:
        of_head.setdefault(rule.head, []).append(rule)
    return {relation: _log_odds(graph, relation, of) for relation, of in of_head.items()}


def _log_odds(graph: Graph, relation: str, rules: Sequence[Rule]) -> FloatArray:
    given = np.zeros((graph.size**2, len(rules)), np.float32)
    for column, rule in enumerate(rules):
        given[graph.walked(rule.body), column] = 1.0
    true = np.zeros(graph.size**2, np.float32)
    true[graph.facts(relation)] = 1.0
    # pairs given by the same rules are alike: one row stands for all of a kind, with their count
    kinds, kind, count = np.unique(
        np.packbits(given > 0, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    first = np.zeros(len(kinds), np.int64)
    first[kind.ravel()] = np.arange(kind.size)
    share = np.bincount(kind.ravel(), true, minlength=len(kinds)) / count
    weights, bias = _fitted(given[first], share.astype(np.float32), count.astype(np.float32))
    odds: FloatArray = (given @ weights + bias).reshape(graph.size, graph.size).astype(np.float64)
    return odds


def _fitted(
    given: NDArray[np.float32], share: NDArray[np.float32], count: NDArray[np.float32]
) -> tuple[NDArray[np.float32], float]:
    """Fit weights [C] and bias to kinds of pairs [K]: rules [K, C], share of true ones, count.

    L-BFGS from equal weights draws nothing: equal facts give equal weights.
    """
    x, y, n = (torch.from_numpy(array) for array in (given, share, count))
    weights = torch.ones(given.shape[1], requires_grad=True)
    bias = torch.full((), -4.0, requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [weights, bias], max_iter=MOST_ITERATIONS, line_search_fn="strong_wolfe"
    )

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        logits = x @ weights.clamp(min=0) + bias
        value = F.binary_cross_entropy_with_logits(logits, y, weight=n, reduction="sum")
        value = value + SHRINKAGE * weights.square().sum()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return weights.detach().clamp(min=0).numpy(), bias.item()
