"""Comparison of the searches with the plain ones."""

from collections.abc import Sequence
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
from symbolic_rl.search.scheduler import run_side_by_side
from symbolic_rl.search.tree import TreeSearch
from tests.oracles.best_first import PlainBreadthFirst, PlainLevin
from tests.oracles.deepening import PlainDeepening
from tests.oracles.search import PlainSearch

ORACLES: list[tuple[type[TreeSearch], type[PlainSearch]]] = [
    (BreadthFirstSearch, PlainBreadthFirst),
    (IterativeDeepening, PlainDeepening),
    (LevinTreeSearch, PlainLevin),
]
GUIDED = ORACLES[-1:]
"""The one that asks a policy."""


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


def expect_the_same(
    space: Space,
    most: int,
    n_answers: int,
    oracles: Sequence[tuple[type[TreeSearch], type[PlainSearch]]] = ORACLES,
) -> int:
    """Compare each search with its oracle; return the inferences of all.

    Levin tree search also expands the same states in the same order.
    """
    inferences = 0
    for kind, oracle in oracles:
        search, plain = kind(space), oracle(space)
        found = AnswerIterator(search, Limits(max_inferences=most)).take(n_answers)
        plain.run(most, n_answers)

        assert figures_of(search, found) == results_of_plain(plain), kind.__name__
        if isinstance(search, LevinTreeSearch):
            ways = [search.nodes_to(node)[:, 1:].tolist() for node in range(len(plain.expanded))]
            assert ways == [[list(choice) for choice in path] for path in plain.expanded]
        inferences += search.inferences
    return inferences


def expect_the_same_in_threads(space: Space, most: int) -> None:
    """Compare searches that the threads of a space serve, three of each kind, with the oracles."""
    kinds = [kind for kind in ORACLES for _ in range(3)]
    searches = [kind(space) for kind, _ in kinds]
    limits = Limits(max_inferences=most)
    tasks = (AnswerIterator(search, limits).first() for search in searches)
    found = run_side_by_side(tasks, at_once=5)
    for one, search, (kind, oracle) in zip(found, searches, kinds, strict=True):
        plain = oracle(space)
        plain.run(most, 1)
        assert figures_of(search, one) == results_of_plain(plain), kind.__name__
