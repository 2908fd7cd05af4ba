"""Faults of a process that only playing it shows: ``symbolic-rl check``. Torch-free.

Dimension key: N rows.
"""

from collections.abc import Iterator

import numpy as np

from symbolic_rl.bridge.tokens import VARIABLE_BASE, TokenArray, TokenBatch, code_of
from symbolic_rl.engine import Expansion
from symbolic_rl.evaluation.trials import random_choice
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.pages import Outcome
from symbolic_rl.play.problem import Problem
from symbolic_rl.program.program import Query

_ROWS, _STEPS = 64, 64
_LOST = {
    "builtin_errors": (
        "are lost to an error: a builtin of action/3, reward/4, observe/2 or terminal/2 raised "
        "one, or a reward is no whole number"
    ),
    "inference_limits": (
        "are lost to a limit: a move takes more than twice builtin_inferences; "
        "bound its recursion, or raise it"
    ),
    "negation_limits": (
        "are lost to a limit: terminal/2, or a negation, takes more than builtin_inferences"
    ),
    "size_limits": "are lost to their size: a state has more than max_tokens tokens, or is cyclic",
}


def find_faults(problem: Problem, split: str) -> list[str]:
    """Play a process at random, and return in words what is wrong with it.

    Args:
        problem: a process.
        split: queries to play, the first ones of it.
    """
    n = min(_ROWS, len(problem.asked(split).queries))
    rows = Derivations(problem, n, split=split, in_order=True, with_candidates=False)
    return list(_faults(problem, rows))


def _faults(problem: Problem, rows: Derivations) -> Iterator[str]:
    choose, observation = random_choice(), rows.reset()
    state, n_played = problem.vocabulary.state, rows.n
    unstarted = [
        row for row, query in enumerate(rows.queries[: rows.n]) if not _starts(problem, query)
    ]
    if unstarted:
        query = rows.queries[unstarted[0]]
        yield (
            f"{len(unstarted):,} of {rows.n:,} queries have no first state: initial/2 has no "
            f"solution; the first: {query.text} (line {query.line})"
        )
        return
    stuck = unseen = 0
    example = ""
    for _ in range(_STEPS):
        unseen += int((observation.goals == 0).all(axis=(1, 2)).sum())
        transition, observation = rows.step(choose(observation), restart=False)
        done = (transition.terminated | transition.truncated)[:, 0]
        for row in np.flatnonzero(rows.pages.outcome == Outcome.FAILED).tolist():
            left = rows.pages.states(np.array([row]))[0]
            is_state = left.size > 1 and left[1] == state
            is_stuck = is_state and not len(_candidates(problem, left).candidates)
            if is_stuck and not is_terminal(problem, left):
                stuck += 1
                example = example or text_of_state(problem, left)
        if done.all():
            break
        if done.any():
            observation = rows.keep(np.flatnonzero(~done))
    if stuck:
        yield (
            f"{stuck:,} of {n_played:,} episodes end where action/3 has no move and terminal/2 no "
            f"reward; the first: {example}"
        )
    if unseen:
        yield f"{unseen:,} states show nothing: observe/2 has no solution for them"
    for name, why in _LOST.items():
        if count := rows.counters[name]:
            yield f"{count:,} moves {why}"


def _starts(problem: Problem, query: Query) -> bool:
    """Return whether a query has a first state."""
    tokens = query.root(answers=False)
    for _ in range(2):  # the step from the query, and that to its state
        found = _candidates(problem, tokens)
        if not len(found.candidates):
            return False
        tokens = found.candidates[0]
    return True


def text_of_state(problem: Problem, tokens: TokenArray) -> str:
    """Return the state of a process as text, without its reward and what is seen."""
    own = problem.program.vocabulary
    (state,) = own.text(_inner(problem, tokens).tolist())
    return state


def _candidates(problem: Problem, tokens: TokenArray) -> Expansion:
    """Return the first candidate of a state, be it one that the loop check masks."""
    zero = np.zeros(1, np.int64)
    return problem.engine.expand(TokenBatch.of([tokens]), hidden=zero, limit=1, offset=zero)


def _inner(problem: Problem, tokens: TokenArray) -> TokenArray:
    """Return the tokens of the user's own state."""
    own = problem.program.vocabulary
    at, start = 2, 2
    for _ in range(int(own.arity[tokens[1]])):  # the state is the last argument
        waiting, start = 1, at
        while waiting:
            _, arity, at = own.head(tokens.tolist(), at)
            waiting += arity - 1
    return tokens[start:at]


def is_terminal(problem: Problem, tokens: TokenArray) -> bool:
    """Return whether terminal/2 has a reward for a state."""
    symbols = problem.program.vocabulary.symbols
    terminal = next(one.token for one in symbols if (one.name, one.arity) == ("terminal", 2))
    inner = _inner(problem, tokens)
    variable = VARIABLE_BASE + int(TokenBatch.of([[code_of(0), *inner]]).variable_counts()[0])
    goal = np.array([code_of(1), terminal, *inner, variable], np.int32)
    return bool(len(_candidates(problem, goal).candidates))
