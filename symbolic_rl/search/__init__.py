"""Searches: from the root of a query to derivations of its answers. One registry; torch-free.

A search counts an **inference** for each candidate that it follows, including the step from the
query's root and steps that it has taken before. All searches and the environment count alike, but
for ``prolog`` and ``swipl``, which count as SWI-Prolog does, and ``bottom-up``, which counts each
atom that it derives.

To add one, write a class with the methods of :class:`symbolic_rl.search.base.Search` and add a
:class:`SearchMethod` to ``SEARCHES``: the commands ``prove`` and ``eval --search`` then know it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.registry import look_up
from symbolic_rl.search.base import (
    Derivation,
    Limits,
    MemoryBudget,
    Search,
    SearchResult,
    Space,
)
from symbolic_rl.search.in_prolog import (
    InProlog,
    SwiplSearch,
    refusal,
    refusal_beside,
    refusal_of_program,
)
from symbolic_rl.search.pairs import InterleavedSearch, Portfolio, WithSwipl
from symbolic_rl.search.scheduler import (
    AT_ONCE,
    AnswerIterator,
    first_answers,
    in_order,
    run_side_by_side,
)
from symbolic_rl.search.tree import (
    BottomUpSearch,
    BreadthFirstSearch,
    IterativeDeepening,
    LevinTreeSearch,
)

__all__ = [
    "PORTFOLIO",
    "SEARCHES",
    "AnswerIterator",
    "BreadthFirstSearch",
    "Derivation",
    "IterativeDeepening",
    "LevinTreeSearch",
    "Limits",
    "MemoryBudget",
    "Search",
    "SearchMethod",
    "SearchResult",
    "Space",
    "find",
    "find_all",
    "first_answers",
    "make_search",
    "run_side_by_side",
    "search_method",
]


@dataclass(frozen=True, kw_only=True)
class SearchMethod:
    """Entry of the registry: how a search is made, and its properties."""

    make: Callable[[Space], Search]
    protocol: str  # description for reports
    make_hedged: Callable[[Space], Search] | None = None  # for --hedge
    refusal: Callable[[Space], str] = lambda space: ""  # why it cannot search a space
    uses_policy: bool = False  # whether it asks the policy of its space
    counts_steps: bool = True  # whether its inferences are resolution steps


def guided(space: Space) -> Search:
    """Return Levin tree search by the policy, interleaved with breadth-first search.

    A goal that breadth-first search proves with N inferences takes at most 16 N, however bad the
    policy is. With lemmas, half of the inferences go to the same search without them.
    """
    if twin := space.without_lemmas:
        return InterleavedSearch(LevinTreeSearch(space), guided(twin), one_in=2)
    return InterleavedSearch(LevinTreeSearch(space), BreadthFirstSearch(space.plain), one_in=16)


def hedged(space: Space) -> Search:
    """Return Levin tree search by the policy; half of the inferences go to iterative deepening."""
    return InterleavedSearch(LevinTreeSearch(space), IterativeDeepening(space.plain), one_in=2)


def portfolio(space: Space) -> Search:
    """Return searches without a policy that share the inferences, in C and in SWI-Prolog."""
    names = ["iterative-deepening", "unguided"]
    if not refusal_beside(space.engine):
        names += ["prolog", "swipl"]
    names += [BottomUpSearch.name] * (not BottomUpSearch.refusal(space.plain))
    return Portfolio({name: SEARCHES[name].make(space) for name in names})


PORTFOLIO = "portfolio"
"""Name of the search that is made of others, which no table of searches has."""

SEARCHES: dict[str, SearchMethod] = {
    "guided": SearchMethod(
        make=guided,
        make_hedged=hedged,
        uses_policy=True,
        protocol="Levin tree search by the policy, every sixteenth inference breadth-first",
    ),
    "unguided": SearchMethod(
        make=lambda space: guided(space.plain),
        protocol="guided search without a policy, all candidates alike",
    ),
    "iterative-deepening": SearchMethod(
        make=lambda space: IterativeDeepening(space.plain),
        protocol="iterative deepening in clause order, variants of states left out",
    ),
    "breadth-first": SearchMethod(
        make=lambda space: BreadthFirstSearch(space.plain),
        protocol="breadth-first search in clause order, variants of states left out",
    ),
    "depth-first": SearchMethod(
        make=partial(InProlog, name="depth_first"),
        protocol="depth-first search in clause order with backtracking, as Prolog does it",
    ),
    "swipl": SearchMethod(
        make=lambda space: SwiplSearch(space.plain),
        refusal=lambda space: refusal(space.engine),
        counts_steps=False,
        protocol="iterative deepening over the length of derivations, compiled into SWI-Prolog, "
        "inferences as SWI-Prolog counts them",
    ),
    "prolog": SearchMethod(
        make=partial(InProlog, name="swipl"),
        refusal=lambda space: refusal_of_program(space.engine),
        counts_steps=False,
        protocol="the program compiled for SWI-Prolog, inferences as SWI-Prolog counts them, those "
        "of library predicates too",
    ),
    "bottom-up": SearchMethod(
        make=lambda space: BottomUpSearch(space.plain),
        refusal=BottomUpSearch.refusal,
        protocol="from the facts to the goal, the lightest unit first",
    ),
}
"""Name of a search -> its entry."""


def search_method(name: str) -> SearchMethod:
    """Return the entry of a search.

    ConfigError: there is no such search; the error names the nearest one.
    """
    if name == PORTFOLIO:
        protocol = (
            "iterative deepening, Prolog's own order, unguided and bottom-up search, in turns"
        )
        return SearchMethod(make=portfolio, protocol=protocol)
    return look_up(SEARCHES, name, what="search", flag="--search")


def make_search(name: str, space: Space, *, hedge: bool = False, swipl: bool = False) -> Search:
    """Make a search of a space.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> problem = load_problem("countries_s1")
    >>> space = Space(problem.engine, problem.queries("test")[0])
    >>> make_search("breadth-first", space).inferences
    0

    ConfigError: there is no such search, it has no hedged form, or it refuses the program.

    Args:
        name: a key of ``SEARCHES``.
        space: the derivations to search.
        hedge: give half of the inferences of a guided search to iterative deepening.
        swipl: let compiled SWI-Prolog search as well, in a thread of its own.
    """
    if swipl:
        beside = make_search("swipl", space)
        assert isinstance(beside, SwiplSearch)
        return WithSwipl(make_search(name, space, hedge=hedge), beside, name)
    method = search_method(name)
    if why := method.refusal(space):
        raise ConfigError(f"{why}.", f"--search {name}", "use another search.")
    if not hedge:
        return method.make(space)
    if method.make_hedged is None:
        hedged = " or ".join(key for key, other in SEARCHES.items() if other.make_hedged)
        raise ConfigError(
            f"the search {name!r} has nothing to hedge.",
            "--hedge",
            f"leave it out, or use {hedged}.",
        )
    return method.make_hedged(space)


def find(
    name: str, space: Space, *, answers: int = 1, hedge: bool = False, limits: Limits | None = None
) -> SearchResult:
    """Search until ``answers`` are found, the space is exhausted, or a limit is reached.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> problem = load_problem("countries_s1")
    >>> found = find("iterative-deepening", Space(problem.engine, problem.queries("test")[0]))
    >>> len(found.answers), found.ended
    (1, 'stopped')

    ConfigError: as for :func:`make_search`.
    """
    search = make_search(name, space, hedge=hedge)
    return AnswerIterator(search, limits or Limits()).take(answers)


def find_all(
    name: str, spaces: Iterable[Space], *, limits: Limits, at_once: int = AT_ONCE
) -> list[SearchResult]:
    """Search for the first answer in each space, some spaces side by side.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> problem = load_problem("countries_s1")
    >>> spaces = [Space(problem.engine, query) for query in problem.queries("test")]
    >>> found = find_all("breadth-first", spaces, limits=Limits(max_inferences=1000))
    >>> sum(len(one.answers) for one in found), len(spaces)
    (24, 24)

    Args:
        name: a key of ``SEARCHES``.
        spaces: one for each query.
        limits: of each search; its time includes the turns of the others, its memory is shared.
        at_once: searches that run side by side: they share crossings and calls of the policy.
    """
    searches = (make_search(name, space) for space in spaces)
    return in_order(first_answers(searches, limits, at_once=at_once))
