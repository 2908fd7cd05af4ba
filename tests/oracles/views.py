"""What a policy sees of a state, in plain Python: goals as terms, then their slots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

import numpy as np

from symbolic_rl.bridge.tokens import FUNCTOR, LIST, NIL, TokenArray, count_of
from symbolic_rl.derivations.views import View
from symbolic_rl.program.vocabulary import ELLIPSIS, LITERAL_ID, N_LITERAL_BUCKETS, Vocabulary


@dataclass
class Term:
    """A term of a goal: its view id, its token, and the codes of a literal."""

    shown: int
    token: int
    codes: tuple[int, ...]
    arguments: "list[Term]" = field(default_factory=list)


def shown(view: View, vocabulary: Vocabulary, state: Sequence[int]) -> tuple[TokenArray, bool]:
    """Return the goals [G, W] that a policy sees of a state, and whether some of it is cut."""
    goals = seen(terms(state, vocabulary), vocabulary)
    rows, is_cut = np.zeros((view.n_goals, view.goal_width), np.int32), len(goals) > view.n_goals
    for row, goal in zip(rows, goals[: view.n_goals - is_cut], strict=False):
        placed, was_cut = prefix(goal, row.size) if view.kind == "prefix" else tree(goal, view)
        row[: len(placed)] = placed
        if was_cut:
            row[-1], is_cut = ELLIPSIS, True
    if len(goals) > view.n_goals:
        rows[-1, 0] = ELLIPSIS
    return rows, is_cut


def terms(state: Sequence[int], vocabulary: Vocabulary) -> list[Term]:
    """Return the goals of a state as terms."""
    ids = vocabulary.view(np.array(state, np.int32)).tolist()
    at = 1

    def next_term() -> Term:
        nonlocal at
        first, token = at, state[at]
        arity, at = vocabulary.shape(state, at)
        codes = tuple(state[first + 2 + (token == FUNCTOR) : at])
        term = Term(ids[first] if token > FUNCTOR else literal(token, codes), token, codes)
        term.arguments += [next_term() for _ in range(arity)]
        return term

    return [next_term() for _ in range(count_of(state[0]))]


def literal(kind: int, codes: Sequence[int]) -> int:
    """Return the view id of a literal, one of a few of its kind."""
    number = reduce(lambda sofar, code: (31 * sofar + code) % 2**32, codes, 0)
    return LITERAL_ID + (kind - 1) * N_LITERAL_BUCKETS + number % N_LITERAL_BUCKETS


def seen(goals: list[Term], vocabulary: Vocabulary) -> list[Term]:
    """Return the goals, or of the state of an MDP what is seen of it: the members of a list."""
    if len(goals) != 1 or goals[0].token != vocabulary.state:
        return goals
    rest = goals[0].arguments[1]  # behind the reward
    if len(goals[0].arguments) < 3 or rest.token not in (LIST, NIL):
        return [rest]
    members = []
    while rest.token == LIST:
        member, rest = rest.arguments
        members.append(member)
    return members


def prefix(goal: Term, width: int) -> tuple[list[int], bool]:
    """Return the first ids of a goal in pre-order, and whether there are more than slots."""
    ids, waiting = list[int](), [goal]
    while waiting:
        term = waiting.pop()
        ids.append(term.shown)
        waiting += reversed(term.arguments)
    return ids[:width], len(ids) > width


def tree(goal: Term, view: View) -> tuple[list[int], bool]:
    """Return the id in each slot of the tree, 0 where there is no term, and whether one is cut."""
    slots, n_placed = [goal, *[None] * (len(view.parents) - 1)], 1
    for slot, (parent, argument) in enumerate(zip(view.parents, view.arguments, strict=True)):
        above = slots[parent] if slot else None
        if above and argument < len(above.arguments):
            slots[slot] = above.arguments[argument]
            n_placed += 1
    n_below = sum(len(term.arguments) for term in slots if term)
    return [term.shown if term else 0 for term in slots], 1 + n_below > n_placed
