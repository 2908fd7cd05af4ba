"""Comparison of the searches with the plain ones."""

from typing import Any

from symbolic_rl.search import (
    AnswerIterator,
    BreadthFirstSearch,
    IterativeDeepening,
    LevinTreeSearch,
    Limits,
    SearchResult,
    Space,
)
from symbolic_rl.search.base import EXHAUSTED
from symbolic_rl.search.tree import TreeSearch
from tests.oracles.best_first import PlainBreadthFirst, PlainLevin
from tests.oracles.deepening import PlainDeepening
from tests.oracles.search import PlainSearch

ORACLES: list[tuple[type[TreeSearch], type[PlainSearch]]] = [
    (BreadthFirstSearch, PlainBreadthFirst),
    (IterativeDeepening, PlainDeepening),
    (LevinTreeSearch, PlainLevin),
]


def figures_of(search: TreeSearch, found: SearchResult) -> dict[str, Any]:
    """Return answers and figures of a search, as :func:`results_of_plain` gives them."""
    return {
        "answers": [(one.choices, one.found_after, one.key) for one in found.answers],
        "inferences": search.inferences,
        "spent": search.spent,
        "is_exhausted": search.ended == EXHAUSTED,
        "counters": list(search.counters.values()),
    }


def results_of_plain(plain: PlainSearch) -> dict[str, Any]:
    """Return answers and figures of a plain search."""
    return {
        "answers": plain.answers,
        "inferences": plain.inferences,
        "spent": plain.spent,
        "is_exhausted": plain.is_exhausted,
        "counters": [*plain.lost.tolist(), plain.turned, plain.variants],
    }


def expect_the_same(space: Space, most: int, n_answers: int) -> int:
    """Compare each search with its oracle; return the inferences of all."""
    inferences = 0
    for kind, oracle in ORACLES:
        search, plain = kind(space), oracle(space)
        found = AnswerIterator(search, Limits(max_inferences=most)).take(n_answers)
        plain.run(most, n_answers)

        assert figures_of(search, found) == results_of_plain(plain), kind.__name__
        inferences += search.inferences
    return inferences
