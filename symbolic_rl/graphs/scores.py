"""Scores of queries by one proof: its length, or its probability.

Proofs are found by search, or, where all rules were mined, by chaining these forward on matrices.
A query without a proof within the inferences allowed scores :data:`NONE`.

Dimension key: Q queries, R relations, E entities.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.engine import Engine
from symbolic_rl.graphs.mining import BodyAtom, Graph, Rule
from symbolic_rl.program.program import Query
from symbolic_rl.search import AnswerIterator, Derivation, Limits, Space
from symbolic_rl.search.base import SearchTask, run_side_by_side
from symbolic_rl.search.best_first import BestFirstSearch, BreadthFirstSearch
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.policy_order import PolicyOrder

FloatArray = NDArray[np.float64]

NONE = -1e9
"""Score without a proof."""
AT_ONCE = 128
"""Searches that share a crossing to Prolog and a call of the policy."""


def by_length(engine: Engine, queries: Sequence[Query], *, most: int) -> FloatArray:
    """Return [Q] minus the steps of the shortest derivation, found by breadth-first search.

    Args:
        engine: expands states that carry an answer term.
        queries: Q queries.
        most: inferences of each search.
    """
    searches = (BreadthFirstSearch(Space(engine, query)) for query in queries)
    return _scores(searches, most, lambda search, answer: -float(len(answer.choices)))


def by_policy(
    engine: Engine, queries: Sequence[Query], order: PolicyOrder, *, most: int
) -> FloatArray:
    """Return [Q] log-probability of the first derivation that Levin tree search finds.

    The policy's probabilities are not sharpened, but mixed with the search's uniform share.

    Args:
        engine: expands states that carry an answer term.
        queries: Q queries.
        order: log-probabilities of the policy.
        most: inferences of each search.
    """
    unsharpened = SearchConfig(sharpness=1.0)
    searches = (LevinTreeSearch(order.space(engine, query, unsharpened)) for query in queries)
    return _scores(searches, most, lambda search, answer: float(search.answer_weights[1]))


def _scores(
    searches: Iterable[BestFirstSearch],
    most: int,
    value: Callable[[BestFirstSearch, Derivation], float],
) -> FloatArray:
    """Return the value of the first answer of each search, some of them side by side."""
    limits = Limits(max_inferences=most)

    def scored(search: BestFirstSearch) -> SearchTask[float]:
        found = yield from AnswerIterator(search, limits).first()
        return value(search, found.answers[0]) if found.answers else NONE

    return np.array(run_side_by_side(map(scored, searches), at_once=AT_ONCE))


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
