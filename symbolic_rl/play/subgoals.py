"""Sub-goals of a proof, and the codes by which a derivation crosses to Prolog."""

from collections.abc import Iterator, Sequence

import numpy as np

from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import TokenArray, TokenBatch, code_of
from symbolic_rl.engine import PrologEngine
from symbolic_rl.program.program import Query, read_records

BY_PLACE = (1 << 28) - 1
"""Ordinal of a candidate whose offset is its place among all solutions of a step; as in
``prolog/resolve/constants.pl``."""


def subgoals(
    engine: PrologEngine,
    query: Query,
    choices: Sequence[tuple[int, int]],
    steps: Sequence[int],
    *,
    searched: Query | None = None,
) -> list[TokenArray]:
    """Return the goals that some steps of a derivation resolve, as its answer instantiates them.

    What follows the step until its goal is resolved away is a proof, so each of them is true. A
    goal that is larger then than a state may be is left out.

    >>> from symbolic_rl.play.problem import load_problem
    >>> from symbolic_rl.search import Space, find
    >>> problem = load_problem("countries_s1")
    >>> query = problem.queries("test")[0]
    >>> (found,) = find("breadth-first", Space(problem.engine, query)).answers
    >>> goals = subgoals(problem.engine, query, found.choices, [1])
    >>> problem.program.vocabulary.text(goals[0].tolist())
    ['locatedIn(burkina_faso,africa)']

    Args:
        engine: the engine that the derivation was found with; it runs in SWI-Prolog.
        query: root of the derivation.
        choices: for each step, offset of the page and ordinal in it of the candidate.
        steps: numbers of steps, ascending; step 0 resolves the query itself.
        searched: see :func:`derivation_codes`.

    Raises:
        EngineError: there is no such derivation.
    """
    wanted = [digit for step in steps for digit in (step >> 14, step & 0x3FFF)]
    codes = [
        np.array([code_of(len(steps)), *wanted], np.int32),
        derivation_codes(engine.number, query, choices, searched),
    ]
    found = Crossing("proof", "subgoals")(np.concatenate(codes))
    return [goal for (goal,) in read_records(found, 1)]


def derivation_codes(
    engine: int, query: Query, choices: Sequence[tuple[int, int]], searched: Query | None = None
) -> TokenArray:
    """Return a derivation as ``prolog/search/proof.pl: proof/2`` reads it.

    Args:
        engine: number of the engine in Prolog.
        query: root of the derivation.
        choices: for each step, offset of the page and ordinal in it of the candidate.
        searched: the root that the search began with, where that is the query without its answer. A
            candidate that is too large for a state has no ordinal, and the answer is a part of it.
    """
    carried = (query if searched is None else searched).answer
    return np.array([*_header(engine, query), *carried.tolist(), *_digits(choices)], np.int32)


def _header(number: int, query: Query) -> Iterator[int]:
    digits = (number >> 14, number & 0x3FFF, query.hidden >> 14, query.hidden & 0x3FFF)
    yield from (*digits, code_of(len(query.names)))
    for name in query.names:
        yield from (code_of(len(name)), *map(ord, name))
    root = query.root(answers=True)
    yield code_of(int(TokenBatch.of([root]).variable_counts()[0]))
    yield from root.tolist()


def _digits(choices: Sequence[tuple[int, int]]) -> Iterator[int]:
    for offset, ordinal in choices:
        yield from (offset >> 14, offset & 0x3FFF, ordinal >> 14, ordinal & 0x3FFF)
