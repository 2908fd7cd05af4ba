"""Scores of queries by the first proof that a search finds: its probability, or its length.

What has no proof within the inferences allowed gets :data:`NONE`, and all such share their ranks.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.config import SearchConfig
from symbolic_rl.engine import Engine
from symbolic_rl.engine.program import Query
from symbolic_rl.search import Answers, Derivation, Limits, Space
from symbolic_rl.search.asks import Asking, replies
from symbolic_rl.search.best_first import BestFirst
from symbolic_rl.search.breadth_first import BreadthFirst
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.ordering import PolicyOrder

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
