"""View of goals where nobody has set one: chosen by what it would cut of the program's states.

A policy cannot tell apart what its view cuts. A complete tree shows few levels of a term, and with
them one or two elements of a list. A tree fitted to the program shows whatever lies in the same few
places; where terms grow in all directions it would need too many slots, and pre-order tokens show
as much of a goal as there are slots. A slot that no training state fills would have no trained
weights, so there are no more of them than training states need. Torch-free.

Dimension key: S states.
"""

from dataclasses import replace

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.views import MOST_LEVELS, View
from symbolic_rl.program.vocabulary import ELLIPSIS
from symbolic_rl.training.fitted_tree import Places

MOST_QUERIES, STEPS = 64, 24
"""Training queries, spread evenly over all, and random steps from each."""
TOLERATED = 0.1
"""Share of states that a complete tree may cut."""
FITTED_TOLERATED = 0.25
"""Share of states that a fitted tree may cut: it shows where each part of a goal stands."""
SELDOM = 0.005
"""Share of goals that hold a compound term in a place, under which its arguments get no slots."""
SHOWN_WHOLE = 0.95
"""Share of selected goals that pre-order slots are to show whole."""
LEAST_SLOTS, MOST_SLOTS = 16, 96
"""Limits of the number of slots, which is a multiple of 8."""


def sample_states(problem: Problem) -> TokenBatch:
    """Return states of random derivations from training queries, their first states included."""
    queries = problem.queries("train")
    chosen = np.linspace(0, len(queries) - 1, min(MOST_QUERIES, len(queries))).round().astype(int)
    states = TokenBatch.of([queries[i].root(answers=False) for i in chosen.tolist()])
    hidden = np.array([queries[i].hidden for i in chosen.tolist()])
    rng, met = np.random.default_rng(0), list[TokenBatch]()
    limit = problem.env_config.n_candidates
    for _ in range(STEPS):
        is_open = np.flatnonzero(states.goal_counts() > 0)
        states, hidden = states.take(is_open), hidden[is_open]
        if not is_open.size:
            break
        found = problem.engine.expand(
            states, hidden=hidden, limit=limit, offset=np.zeros(len(states), np.int64)
        )
        goes_on = np.flatnonzero(found.counts)
        first = np.cumsum(found.counts) - found.counts
        drawn = first[goes_on] + (rng.random(goes_on.size) * found.counts[goes_on]).astype(int)
        states, hidden = found.candidates.take(drawn), hidden[goes_on]
        met.append(states)
    return TokenBatch.concatenate(met)


def with_view(problem: Problem) -> tuple[Problem, str]:
    """Return the problem with a view of its goals, and in words how it was chosen.

    A view or width that a pack or a flag has set stays, and so does that of a function-free
    program, which cuts nothing.

    Raises:
        PackError: there are no training queries.
    """
    config = problem.env_config
    if config.view != "auto" or config.goal_width or problem.is_flat:
        return problem, ""
    states = sample_states(problem)
    tree = replace(config, view="tree")
    cut = _share_cut(problem, tree, states)
    why = f"view tree: it cuts {cut:.0%} of {len(states):,} goals of random play"
    if cut <= TOLERATED:
        return _viewed(problem, tree, why)
    places = Places.of(states, problem.vocabulary, config.n_goals)
    opened = places.opened(MOST_SLOTS - 1, max(1, round(SELDOM * places.n_goals)))
    fitted = replace(tree, view_tree=" ".join(map(str, places.counts(opened))))
    left = _share_cut(problem, fitted, states)
    of_all = f"of {len(states):,} goals of random play, and one of {MOST_LEVELS} levels {cut:.0%}"
    if left <= FITTED_TOLERATED:
        n = View.of(problem.program, fitted).goal_width
        why = f"view tree, {n} slots where terms stand: it cuts {left:.0%} {of_all}"
        return _viewed(problem, fitted, why)
    shown = _shown(problem, View("prefix", 1, _FAR), states)
    wanted = int(np.quantile((shown != 0).sum(axis=1), SHOWN_WHOLE))
    width = min(max(-(-wanted // 8) * 8, LEAST_SLOTS), MOST_SLOTS)
    prefix = replace(config, view="prefix", goal_width=width)
    less = _share_cut(problem, prefix, states)
    why = f"view prefix, {width} slots: it cuts {less:.0%} {of_all}"
    return _viewed(problem, prefix, why)


def _viewed(problem: Problem, config: EnvConfig, why: str) -> tuple[Problem, str]:
    view = View.of(problem.program, config)
    return replace(problem, env_config=config, view=view), f"{why} (--view, --goal-width)"


_FAR = 256


def _shown(problem: Problem, view: View, states: TokenBatch) -> IntArray:
    """Return the selected goals [S, W] of states as a view shows them."""
    n = len(states)
    goals = np.zeros((n, _ROOM, view.goal_width), np.int32)
    viewer = replace(problem, view=replace(view, n_goals=_ROOM)).viewer
    viewer.show(states, np.arange(n), np.full((n, 1), -1), goals, None)
    return goals[:, 0].astype(np.int64)


_ROOM = 2
"""Goals to lay out: in a state with more of them the last one is an ellipsis."""


def _share_cut(problem: Problem, config: EnvConfig, states: TokenBatch) -> float:
    view = replace(View.of(problem.program, config), n_goals=1)
    return float((_shown(problem, view, states)[:, -1] == ELLIPSIS).mean())
