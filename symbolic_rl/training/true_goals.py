"""Goals that are true by construction: instances that random derivations compute.

Dimension key: N goals, R rows that are still going on.
"""

from collections.abc import Sequence

import numpy as np

from symbolic_rl.bridge.tokens import TokenArray, TokenBatch, code_of
from symbolic_rl.engine import PrologEngine

_WIDTH = 64
"""Candidates of a state that a step is drawn from."""

_ENDING = 2
"""A derivation may go on for so many times its random steps, to finish its goals."""


def random_instances(
    engine: PrologEngine,
    goals: Sequence[Sequence[int]],
    n_steps: Sequence[int],
    rng: np.random.Generator,
) -> list[TokenArray | None]:
    """Derive each goal at random, and return the instance that the derivation proves.

    Steps are drawn alike from the candidates, but for those that would end the derivation; after
    ``n_steps`` only from those that leave the fewest goals. What comes to no end, or to none in
    three times as many steps, gives None.

    >>> from symbolic_rl.engine.prolog import PrologEngine
    >>> from symbolic_rl.play.problem import load_problem
    >>> problem = load_problem("countries_s1", goal="neighborOf(palau, X)")
    >>> goal = problem.program.queries[0].goal[2:-1].tolist()  # without $query([...])
    >>> engine = PrologEngine(problem.program, problem.env_config, answers=True)
    >>> random_instances(engine, [goal], [0], np.random.default_rng(0))  # an island
    [None]

    Args:
        engine: expands states that carry an answer term; here that is the goal itself.
        goals: N goals as tokens, with variables where instances are wanted.
        n_steps: [N] random steps of each.
        rng: draws the steps.
    """
    found: list[TokenArray | None] = [None] * len(goals)
    states = TokenBatch.of([[code_of(1), *goal, *goal] for goal in goals])
    rows = np.arange(len(goals))
    steps = np.asarray(n_steps)
    for step in range((1 + _ENDING) * int(steps.max(initial=0)) + 1):
        going_on = step <= (1 + _ENDING) * steps[rows]
        rows, states = rows[going_on], states.take(np.flatnonzero(going_on))
        if not rows.size:
            break
        hidden, offset = np.zeros((2, rows.size), np.int64)
        page = engine.expand(states, hidden=hidden, limit=_WIDTH, offset=offset)
        owner = np.repeat(np.arange(rows.size), page.counts)
        n_goals = page.candidates.goal_counts() if owner.size else np.zeros(0, np.int64)
        fewest, most = np.full(rows.size, np.iinfo(np.int64).max), np.zeros(rows.size, np.int64)
        np.minimum.at(fewest, owner, n_goals)
        np.maximum.at(most, owner, n_goals)
        is_ending = step >= steps[rows]
        goes_on = (n_goals > 0) | (most[owner] == 0)
        allowed = np.where(is_ending[owner], n_goals == fewest[owner], goes_on)
        rank = np.where(allowed, rng.random(owner.size), np.inf)
        order = np.lexsort((rank, owner))
        first = order[np.flatnonzero(np.r_[True, np.diff(owner[order]) > 0][: owner.size])]
        rows, states = rows[owner[first]], page.candidates.take(first)
        is_over = n_goals[first] == 0
        for i in np.flatnonzero(is_over).tolist():
            found[rows[i]] = states[i][1:].copy()
        rows, states = rows[~is_over], states.take(np.flatnonzero(~is_over))
    return found
