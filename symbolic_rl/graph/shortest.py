"""Lengths of the shortest proofs of all triples of a graph at once, by chaining rules forward.

What breadth-first search finds for one triple after another, for programs of facts and mined rules
alone. Lengths are met in ascending order: a pair has a proof of n steps if some rule gives it from
pairs whose shortest proofs have n - 1 steps together.

Dimension key: E entities, R relations.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.graph.mining import Graph, Rule, Step

MOST_CELLS = 20_000_000
"""Pairs times relations up to which all triples are held at once."""


def fits(graph: Graph) -> bool:
    """Whether a graph is small enough."""
    return len(graph.relations) * graph.size**2 <= MOST_CELLS


def shortest_proofs(graph: Graph, rules: Sequence[Rule], *, most: int) -> NDArray[np.int64]:
    """[R, E, E] steps of the shortest derivation of relation(head, tail); 0 without one.

    A step is a resolution step, that from the query's root included, so a fact has 2.

    Args:
        graph: the facts.
        rules: all rules of the program.
        most: steps up to which proofs count.
    """
    number = {name: i for i, name in enumerate(graph.relations)}
    shape = (len(graph.relations), graph.size, graph.size)
    known = np.zeros(shape, bool)
    for name, i in number.items():
        known[i].flat[graph.facts(name)] = True
    steps = np.where(known, 2, 0)
    found = {1: known.astype(np.float32)}
    """By the steps below the root: the pairs whose shortest proof has so many."""
    by_body: dict[tuple[Step, ...], list[int]] = {}
    for rule in rules:
        by_body.setdefault(rule.body, []).append(number[rule.head])
    for n in range(2, most):
        given = np.zeros(shape, bool)
        for body, heads in by_body.items():
            given[heads] |= _walked(found, [(number[s.relation], s.backwards) for s in body], n - 1)
        given &= steps == 0
        steps[given] = n + 1
        found[n] = given.astype(np.float32)
        if steps.all():
            break
    return steps


def _walked(
    found: dict[int, NDArray[np.float32]], body: Sequence[tuple[int, bool]], n: int
) -> NDArray[np.bool_]:
    """[E, E] which pairs a body gives by shortest proofs of ``n`` steps together."""
    if len(body) == 1:
        alone: NDArray[np.bool_] = _directed(found[n], *body[0]) > 0
        return alone
    size = next(iter(found.values())).shape[1]
    total = np.zeros((size, size), np.float32)
    for i in range(1, n):
        left, right = _directed(found[i], *body[0]), _directed(found[n - i], *body[1])
        if left.any() and right.any():
            total += left @ right
    return total > 0


def _directed(pairs: NDArray[np.float32], relation: int, backwards: bool) -> NDArray[np.float32]:
    directed: NDArray[np.float32] = pairs[relation]
    return directed.T if backwards else directed
