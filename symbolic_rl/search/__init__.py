"""Searches: from the root of a query to derivations of its answers. One registry; torch-free.

A search counts an **inference** for each resolution step it takes: each candidate that it follows,
whether or not the same step was taken before, the step from the query's root included. So do all
searches, and the environment; ``prolog`` alone counts as SWI-Prolog does.

To add one, write a class with the methods of :class:`symbolic_rl.search.base.Search` and add it to
``SEARCHES``.
"""

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import partial
from itertools import islice
from typing import Any

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.search.base import Answers, Asking, Derivation, Found, Limits, Search, replies
from symbolic_rl.search.best_first import BreadthFirst
from symbolic_rl.search.in_prolog import InProlog
from symbolic_rl.search.interleaved import InterleavedSearch
from symbolic_rl.search.iterative_deepening import IterativeDeepening
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.space import Order, Page, Space

__all__ = [
    "SEARCHES",
    "Answers",
    "Derivation",
    "Found",
    "Limits",
    "Order",
    "Page",
    "Search",
    "Space",
    "find",
    "find_all",
    "make_search",
]

PLAIN_ONE_IN = 8
"""Of the inferences of ``guided``, one in so many is plain iterative deepening's."""


def guided(space: Space, *, plain_one_in: int = PLAIN_ONE_IN) -> Search:
    """Levin tree search by the policy, and iterative deepening beside it.

    Whatever iterative deepening refutes with N inferences, this refutes with at most
    ``plain_one_in`` * N, however bad the policy is.
    """
    plain = IterativeDeepening(space.plain)
    return InterleavedSearch(LevinTreeSearch(space), plain, one_in=plain_one_in)


SEARCHES: dict[str, Callable[[Space], Search]] = {
    "guided": guided,
    "iterative-deepening": lambda space: IterativeDeepening(space.plain),
    "breadth-first": lambda space: BreadthFirst(space.plain),
    "depth-first": partial(InProlog, name="depth_first"),
    "prolog": partial(InProlog, name="native"),
}
"""Name to search of a space."""

IN_WORDS = {
    "guided": "Levin tree search by the policy, every eighth inference iterative deepening's",
    "iterative-deepening": "iterative deepening in clause order, variants of states left out",
    "breadth-first": "breadth-first search in clause order, variants of states left out",
    "depth-first": "depth-first search in clause order with backtracking, as Prolog does it",
    "prolog": "the program run by SWI-Prolog's own engine, inferences as SWI-Prolog counts them",
}
"""Name of a search -> the protocol in words."""


def make_search(name: str, space: Space, *, hedge: bool = False) -> Search:
    """The search of this name.

    Args:
        name: a key of ``SEARCHES``.
        space: what is searched.
        hedge: of ``guided``, give half of the inferences to iterative deepening.

    Raises:
        ConfigError: there is no such search, or nothing to hedge.
    """
    if name not in SEARCHES:
        near = get_close_matches(name, SEARCHES, 1)
        fix = f"did you mean {near[0]!r}?" if near else f"searches: {', '.join(SEARCHES)}."
        raise ConfigError(f"unknown search {name!r}.", "--search", fix)
    if hedge and name != "guided":
        raise ConfigError(
            f"the search {name!r} has nothing to hedge.", "--hedge", "leave it out, or use guided."
        )
    return guided(space, plain_one_in=2) if hedge else SEARCHES[name](space)


def find(
    name: str, space: Space, *, answers: int = 1, hedge: bool = False, limits: Limits | None = None
) -> Found:
    """Search until ``answers`` are found, all is exhausted, or a limit is reached."""
    return Answers(make_search(name, space, hedge=hedge), limits or Limits()).take(answers)


def find_all(
    name: str, spaces: Iterable[Space], *, limits: Limits, hedge: bool = False, at_once: int = 64
) -> list[Found]:
    """The first answer in each space, some spaces side by side.

    Args:
        name: of the search.
        spaces: one for each query.
        limits: of each search; time is that of all searches that go on.
        hedge: as for :func:`make_search`.
        at_once: searches that share a crossing to Prolog and a call of the policy.
    """
    waiting = enumerate(Answers(make_search(name, space, hedge=hedge), limits) for space in spaces)
    going: list[tuple[int, Answers, Asking[None], Any]] = []
    found: dict[int, Found] = {}
    while True:
        for number, run in islice(waiting, at_once - len(going)):
            going.append((number, run, run.seek(), None))
        if not going:
            return [found[number] for number in range(len(found))]
        asked = []
        for number, run, seeking, reply in going:
            try:
                asked.append((number, run, seeking, seeking.send(reply)))
            except StopIteration:
                found[number] = run.take(1)
        answers = replies([ask for *_, ask in asked])
        going = [(*state, reply) for (*state, _), reply in zip(asked, answers, strict=True)]
