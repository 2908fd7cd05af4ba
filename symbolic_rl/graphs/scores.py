"""Scores of queries by the first proof that a search finds: its probability, or its length.

What has no proof within the inferences allowed gets :data:`NONE`, and all such share their ranks.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.engine import Engine
from symbolic_rl.graphs.mining import BodyAtom, Graph, Rule
from symbolic_rl.program.program import Query
from symbolic_rl.search import Answers, Derivation, Limits, Space
from symbolic_rl.search.base import Asking, replies
from symbolic_rl.search.best_first import BestFirst, BreadthFirst
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.policy_order import PolicyOrder

FloatArray = NDArray[np.float64]

NONE = -1e9
"""The score without a proof."""
AT_ONCE = 128
"""Searches that share a crossing to Prolog and a call of the policy."""


def by_length(engine: Engine, queries: Sequence[Query], *, most: int) -> FloatArray:
    """[Q] minus the steps of the shortest derivation, found by breadth-first search.

    Args:
        engine: expands states that carry an answer term.
        queries: Q queries.
        most: inferences of each search.
    """
    searches = (BreadthFirst(Space(engine, query)) for query in queries)
    return _scores(searches, most, lambda search, answer: -float(len(answer.choices)))


def by_policy(
    engine: Engine, queries: Sequence[Query], order: PolicyOrder, *, most: int
) -> FloatArray:
    """[Q] log-probability of the first derivation that Levin tree search comes to.

    The policy's probabilities are taken as they are, mixed with the search's uniform share.

    Args:
        engine: expands states that carry an answer term.
        queries: Q queries.
        order: the policy.
        most: inferences of each search.
    """
    as_they_are = SearchConfig(sharpness=1.0)
    searches = (LevinTreeSearch(order.space(engine, query, as_they_are)) for query in queries)
    return _scores(searches, most, lambda search, answer: float(search.answer_weights[1]))


def _scores(
    searches: Iterable[BestFirst], most: int, value: Callable[[BestFirst, Derivation], float]
) -> FloatArray:
    """The value of the first answer of each search, :data:`AT_ONCE` of them side by side."""
    limits, scores = Limits(max_inferences=most), []
    waiting = enumerate(searches)
    going: list[tuple[int, BestFirst, Answers, Asking[None], Any]] = []
    while True:
        for number, search in islice(waiting, AT_ONCE - len(going)):
            answers = Answers(search, limits)
            going.append((number, search, answers, answers.seek(), None))
            scores.append(NONE)
        if not going:
            return np.array(scores)
        asked = []
        for number, search, answers, seeking, reply in going:
            try:
                asked.append((number, search, answers, seeking, seeking.send(reply)))
            except StopIteration:
                for answer in answers.take(1).answers:
                    scores[number] = value(search, answer)
        replied = replies([ask for *_, ask in asked])
        going = [(*one[:4], reply) for one, reply in zip(asked, replied, strict=True)]


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
