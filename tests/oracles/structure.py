"""The features of candidates without names, in plain Python: goals as terms, compared as terms."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.bridge.tokens import FUNCTOR, INTEGER_BASE, VARIABLE_BASE, VARIABLE_END
from symbolic_rl.program.vocabulary import Vocabulary
from tests.oracles import views

Term = tuple[object, tuple["Term", ...]]  # type: ignore[misc]
"""Name of the functor, ``("variable", number)`` and integers included, and arguments."""

_HEADER = (PROLOG_DIR / "core" / "core.h").read_text("utf-8").partition("#define FEATURES(FEATURE)")
NAMES = tuple(re.findall(r"FEATURE\((\w+)\)", _HEADER[2].partition("#define N_RANKED")[0]))
"""Features in their order, but for the two of each ranked one."""
RANKED = ("GOALS", "SIZE", "VARIABLES", "FIRST_SIZE", "SIMILAR_ARGUMENTS", "KNOWN")
NEAR_NODES, NEAR_GOALS, MOST_ARGUMENTS, MOST_SHARED, MOST_INTEGERS = 128, 8, 12, 64, 8


def described(
    vocabulary: Vocabulary, state: Sequence[int], candidates: Sequence[Sequence[int]]
) -> NDArray[np.int8]:
    """Return the features [n, F] of the candidates of a state."""
    before, n = goals_of(vocabulary, state), len(candidates)
    rows = [_row(before, goals_of(vocabulary, one), i, n) for i, one in enumerate(candidates)]
    for name in RANKED:
        values = [row[name] for row in rows]
        for row, value in zip(rows, values, strict=True):
            row[f"{name} above"], row[f"{name} below"] = value - min(values), max(values) - value
    table = [[*(row[name] for name in NAMES), *list(row.values())[len(NAMES) :]] for row in rows]
    return np.array(table, np.int8).reshape(n, N_FEATURES)


def goals_of(vocabulary: Vocabulary, state: Sequence[int]) -> list[Term]:
    """Return the goals of a state, with names instead of view ids."""

    def named(term: views.Term) -> Term:
        name: object = (term.token, term.codes) if term.token <= FUNCTOR else term.token
        if VARIABLE_BASE <= term.token < VARIABLE_END:
            name = ("variable", term.token - VARIABLE_BASE)
        return name, tuple(map(named, term.arguments))

    return [named(goal) for goal in views.terms(state, vocabulary)]


def _nodes(term: Term) -> Iterator[object]:
    yield term[0]
    for argument in term[1]:
        yield from _nodes(argument)


def _is_variable(name: object) -> bool:
    return isinstance(name, tuple) and name[0] == "variable"


def _names(term: Term) -> list[object]:
    return [name for name in _nodes(term) if not _is_variable(name)]


def _variables(terms: Sequence[Term]) -> set[object]:
    return {name for term in terms for name in _nodes(term) if _is_variable(name)}


def _count(terms: Sequence[Term]) -> int:
    return sum(1 for term in terms for _ in _nodes(term))


def _size(n: int) -> int:
    above, k = n + 1, (n + 1).bit_length() - 1
    return min(127, 8 * k + (above * 8 // 2**k - 8))


def _change(n: int) -> int:
    return _size(n) if n >= 0 else -_size(-n)


def _share(part: int, whole: int) -> int:
    return 64 * part // whole if whole else 0


def _common(a: Term, b: Term) -> int:
    if a[0] != b[0] or len(a[1]) != len(b[1]):
        return 0
    return 1 + sum(_common(x, y) for x, y in zip(a[1], b[1], strict=True))


def _alike(a: Term, b: Term) -> int:
    return _share(_common(a, b), max(_count([a]), _count([b])))


def _largest(goal: Term) -> Term | None:
    return max(goal[1][:MOST_ARGUMENTS], key=lambda one: _count([one]), default=None)


def _row(before: list[Term], after: list[Term], i: int, n: int) -> dict[str, int]:
    """Return the features of candidate i of n, but for the comparisons of ranked ones."""
    row = dict.fromkeys(NAMES, 0)
    selected, first = before[:1], after[:1]
    of_selected, of_first = ([x for x in map(_largest, one) if x] for one in (selected, first))
    added = len(after) - len(before)
    n_ground = sum(not _variables([goal]) for goal in after)
    row |= {
        "CANDIDATES": _size(n),
        "STATE_GOALS": _size(len(before)),
        "STATE_SIZE": _size(_count(before)),
        "STATE_VARIABLES": _size(len(_variables(before))),
        "SELECTED_SIZE": _size(_count(selected)),
        "SELECTED_LARGEST": _size(_count(of_selected)),
        "SELECTED_GROUND": 64 * (not _variables(selected)),
        "IS_PROOF": 64 * (not after),
        "GOALS_ADDED": 8 * max(-8, min(8, added)),
        "GOALS": _size(len(after)),
        "GROUND_GOALS": _share(n_ground, len(after)),
        "SIZE": _size(_count(after)),
        "SIZE_CHANGE": _change(_count(after) - _count(before)),
        "VARIABLES": _size(len(_variables(after))),
        "VARIABLES_CHANGE": _change(len(_variables(after)) - len(_variables(before))),
        "FIRST_SIZE": _size(_count(first)),
        "FIRST_SIZE_CHANGE": _change(_count(first) - _count(selected)),
        "RANK": _size(i),
        "RANK_SHARE": _share(i, n - 1),
        "IS_LAST": 64 * (i == n - 1),
    }
    if not before or not after:
        return row
    goal, near = after[0], after[:NEAR_GOALS]
    functors = [(one[0], len(one[1])) for one in (before[0], *near[: max(0, added + 1)])]
    arguments = goal[1][:MOST_ARGUMENTS]
    in_first = {("variable", k) for k in range(MOST_SHARED)} & _variables([goal])
    row |= {
        "FIRST_VARIABLES": _size(len(_variables([goal]))),
        "FIRST_SHARED": _size(len(in_first & _variables(after[1:]))),
        "ARGUMENT_VARIABLES": _share(sum(_is_variable(x) for x, _ in arguments), len(arguments)),
        "LARGEST_CHANGE": _change(_count(of_first) - _count(of_selected)),
        "RECURSIVE": 8 * functors[1:].count(functors[0]),
        "RECURSIVE_FIRST": 64 * (functors[1:2] == functors[:1]),
    }
    if _count([goal]) > NEAR_NODES:
        return row
    pairs = [(a, b) for a, b in combinations(arguments, 2) if not _variables_alone(a, b)]
    largest = of_first[0] if of_first else None
    others = [name for one in _without(arguments, largest) for name in _names(one)]
    found = [name for name in others if largest and name in _names(largest)]
    integers = [int(x) for x in _nodes(goal) if isinstance(x, int) and x >= VARIABLE_END]
    integers = [x - INTEGER_BASE for x in integers][:MOST_INTEGERS]
    distances = [abs(a - b) for a, b in combinations(integers, 2)]
    row |= {
        "REPEATED": 64 * (goal in near[1:]),
        "SIMILAR_TO_SECOND": _alike(goal, near[1]) if len(near) > 1 else 0,
        "SIMILAR_ARGUMENTS": max((_alike(a, b) for a, b in pairs), default=0),
        "EQUAL_ARGUMENTS": _share(sum(a == b for a, b in pairs), len(pairs)),
        "KNOWN": _share(len(found), len(others)),
        "INTEGERS": _size(len(integers)),
        "LARGEST_INTEGER": _size(max(map(abs, integers), default=0)),
        "NEAREST_INTEGERS": _size(min(distances)) if distances else 0,
    }
    if _count(selected) <= NEAR_NODES:
        known, names = _names(before[0]), _names(goal)
        row["SIMILAR_TO_SELECTED"] = _alike(goal, before[0])
        row["FRESH"] = _share(sum(name not in known for name in names), len(names))
    return row


def _variables_alone(a: Term, b: Term) -> bool:
    return _is_variable(a[0]) or _is_variable(b[0])


def _without(arguments: Sequence[Term], largest: Term | None) -> list[Term]:
    """Return the arguments but the first of the largest ones."""
    rest = list(arguments)
    if largest is not None:
        rest.remove(largest)
    return rest
