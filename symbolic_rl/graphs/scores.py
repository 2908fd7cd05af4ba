"""Scores of queries by the length of their shortest proof.

Proofs are found by search, or, where all rules were mined, by chaining these forward on matrices.

Dimension key: Q queries, R relations, E entities.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.engine import Engine
from symbolic_rl.graphs.mining import BodyAtom, Graph, Rule
from symbolic_rl.program.program import Query
from symbolic_rl.search import Limits, Space, find_all

NONE = -1e9
"""Score of a query without a proof within the inferences allowed."""
AT_ONCE = 128
"""Searches that share a crossing to Prolog."""


def by_length(engine: Engine, queries: Sequence[Query], *, most: int) -> list[float]:
    """Return [Q] minus the steps of the shortest derivation, found by breadth-first search.

    Args:
        engine: expands states that carry an answer term.
        queries: Q queries.
        most: inferences of each search.
    """
    spaces = (Space(engine, query) for query in queries)
    limits = Limits(max_inferences=most)
    found = find_all("breadth-first", spaces, limits=limits, at_once=AT_ONCE)
    return [-float(len(one.answers[0].choices)) if one.answers else NONE for one in found]


MOST_CELLS = 20_000_000
"""Pairs of entities times relations up to which all triples are held at once."""


def fits(graph: Graph) -> bool:
    """Tell whether all triples over the entities of a graph can be held at once."""
    return len(graph.relations) * graph.size**2 <= MOST_CELLS


def shortest_proofs(graph: Graph, rules: Sequence[Rule], *, most: int) -> NDArray[np.int64]:
    """Return [R, E, E] steps of the shortest derivation of relation(head, tail); 0 without one.

    A step is a resolution step, that from the query's root included, so a fact has 2. Rules are
    chained forward, proofs of n steps in round n: a body of two atoms gives one of n steps from
    each way to share n - 1 steps between its atoms.

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
    # steps below the root -> the pairs whose shortest proof has so many, as floats for @
    found = {1: known.astype(np.float32)}
    by_body: dict[tuple[BodyAtom, ...], list[int]] = {}
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
    """Return [E, E] which pairs a body gives by shortest proofs of ``n`` steps together."""
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
