"""Limit on episodes where nobody has set one: chosen from proofs that a short search finds.

An episode that is truncated earns nothing. So a limit below the length of the proofs caps what can
be learned, and nothing in the success rate tells so. Torch-free.
"""

from dataclasses import dataclass, replace

import numpy as np

from symbolic_rl.base.config import DEFAULT_LIMIT
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.problem import Problem
from symbolic_rl.search import Limits, Space, find_all
from symbolic_rl.training.findings import has_none

MOST_QUERIES = 32
"""Training queries that are searched, spread evenly over all."""

BUDGET = 2_000
"""Inferences of each search: a second or two for all of them."""

UNPROVED_LIMIT = 200
"""Least limit where a query stays without a proof: its proofs may be longer than those found."""


@dataclass(frozen=True)
class PlainProofs:
    """Proofs of training queries by guided search without a policy."""

    n_searched: int
    """0 without training queries, and for a process with chance."""
    lengths: IntArray
    """[proved] inferences of each proof found."""
    n_exhausted: int = 0
    """Queries that have no proof: their search was exhausted."""

    @property
    def limit(self) -> int:
        """Inferences of an episode that leave room for a policy to stray.

        Four times the median proof, twice the longest and at least ``DEFAULT_LIMIT``; at least
        ``UNPROVED_LIMIT`` where a query that may have a proof stays without one.
        """
        is_complete = 0 < self.n_searched == self.lengths.size + self.n_exhausted
        least = DEFAULT_LIMIT if is_complete else UNPROVED_LIMIT
        if not self.lengths.size:
            return least
        return max(least, int(4 * np.median(self.lengths)), 2 * int(self.lengths.max()))

    def __str__(self) -> str:
        if not self.n_searched:
            return "none: there are no training queries, or the program is a process with chance"
        text = f"{self.lengths.size} of {self.n_searched} training queries are proved by plain "
        text += f"search within {BUDGET:,} inferences"
        if self.n_exhausted:
            text += f", {self.n_exhausted} {has_none(self.n_exhausted)}"
        if not self.lengths.size:
            return text
        return f"{text}; median proof {np.median(self.lengths):g}, longest {self.lengths.max()}"


def plain_proofs(problem: Problem) -> PlainProofs:
    """Search for proofs of some training queries.

    >>> from symbolic_rl.play.problem import load_problem
    >>> found = plain_proofs(load_problem("countries_s1"))
    >>> found.n_searched, found.lengths.size, found.limit
    (32, 32, 20)

    Raises:
        PackError: there are no training queries.
    """
    queries = [query for query in problem.queries("train") if query.label]
    if not queries or problem.vocabulary.has_chance:
        return PlainProofs(0, np.zeros(0, np.int64))
    n = min(MOST_QUERIES, len(queries))
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    chosen = np.linspace(0, len(queries) - 1, n).round().astype(int).tolist()
    spaces = [Space(engine, queries[i].without_answer(problem.program.vocabulary)) for i in chosen]
    found = find_all("unguided", spaces, limits=Limits(max_inferences=BUDGET))
    lengths = [len(one.answers[0].choices) for one in found if one.answers]
    n_exhausted = sum(one.complete and not one.answers for one in found)
    return PlainProofs(n, np.array(lengths, np.int64), n_exhausted)


def with_limit(problem: Problem) -> tuple[Problem, str]:
    """Return the problem with a limit on episodes, and in words how it was chosen.

    A limit that a pack or a flag has set stays, and nothing is searched.
    """
    if problem.env_config.max_inferences:
        return problem, ""
    found = plain_proofs(problem)
    config = replace(problem.env_config, max_inferences=found.limit)
    why = f"episodes end after {found.limit} inferences (--max-inferences): {found}"
    return replace(problem, env_config=config), why
