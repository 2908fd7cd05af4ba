"""Answers with the goals that wait for their variables, in a form without order."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import Answer, Item

Term = tuple[Item, tuple[Any, ...]]
"""A symbol and its arguments."""


def normal(answer: Answer) -> tuple[Any, frozenset[str]]:
    """An answer, and its delayed goals: each ``dif/2`` is its pairs of terms that may become equal.

    Variables are numbered by the answer; others are alike.
    """
    terms = list(_terms(iter(answer)))
    if terms[0][0][:2] != ("symbol", "$delayed"):
        return answer, frozenset()
    head, arguments = terms[0]
    told, goals = (terms[1], arguments[0]) if head[2] == 1 else arguments
    names: dict[Any, str] = {}
    shown = _text(told, names, is_new=True)
    return shown, frozenset(_normal_goal(goal, names) for goal in _members(goals))


def _terms(items: Iterator[Item]) -> Iterator[Term]:
    for item in items:
        arity = item[2] or 0
        inner = _terms(items)
        yield item, tuple(next(inner) for _ in range(arity))


def _members(term: Term) -> Iterator[Term]:
    while term[1]:
        yield term[1][0]
        term = term[1][1]


def _text(term: Term, names: dict[Any, str], *, is_new: bool = False) -> str:
    (kind, value, _), arguments = term
    if kind == "variable":
        return names.setdefault(value, f"v{len(names)}") if is_new else names.get(value, "?")
    inner = ",".join(_text(one, names, is_new=is_new) for one in arguments)
    return f"{kind}:{value}({inner})"


def _normal_goal(goal: Term, names: dict[Any, str]) -> str:
    if goal[0][1] == "when":
        goal = goal[0], (_open(goal[1][0]), goal[1][1])
    if goal[0][1] != "dif":
        return _text(goal, names)
    pairs = {tuple(sorted(_text(one, names) for one in pair)) for pair in _pairs(*goal[1])}
    return f"dif {sorted(pairs)}"


def _open(condition: Term) -> Term:
    """A condition of ``when/2`` without what is true in a conjunction, which SWI-Prolog shows."""
    if condition[0][1] == ",":
        left, right = map(_open, condition[1])
        return (
            right if _is_true(left) else left if _is_true(right) else (condition[0], (left, right))
        )
    return condition


def _is_true(condition: Term) -> bool:
    (_, name, _), arguments = condition
    if name == "nonvar":
        return arguments[0][0][0] != "variable"
    if name == "?=":
        return arguments[0] == arguments[1] or _clash(*arguments)
    return name == "ground" and "variable" not in str(arguments)


def _clash(one: Term, other: Term) -> bool:
    if "variable" in (one[0][0], other[0][0]):
        return False
    return one[0] != other[0] or any(map(_clash, one[1], other[1]))


def _pairs(one: Term, other: Term) -> Iterator[tuple[Term, Term]]:
    if "variable" in (one[0][0], other[0][0]):
        if one != other:
            yield one, other
        return
    for left, right in zip(one[1], other[1], strict=True):
        yield from _pairs(left, right)
