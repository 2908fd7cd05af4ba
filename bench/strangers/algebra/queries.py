"""Queries of algebra: a random term, and what some random steps make of it."""

from collections.abc import Iterator
from random import Random
from typing import Any

Term = Any
"""An atom, or a tuple of not, and, or and the parts."""


def term(rng: Random, n_nodes: int) -> Term:
    """Draw a term of about the given number of nodes."""
    if n_nodes <= 1:
        return "pqr"[rng.randrange(3)]
    if rng.randrange(3) == 0:
        return ("not", term(rng, n_nodes - 1))
    left = rng.randrange(n_nodes - 1)
    parts = term(rng, left), term(rng, n_nodes - 1 - left)
    return ("and" if rng.randrange(2) else "or", *parts)


def at_the_root(one: Term) -> Iterator[tuple[str, Term]]:
    """Enumerate the rules that apply to a term as a whole, and what they give."""
    if isinstance(one, str):
        return
    name, first, last = one[0], one[1], one[-1]
    kind, other = (part[0] if isinstance(part, tuple) else "" for part in (first, last))
    if name == "not":
        if kind == "not":
            yield "double", first[1]
        elif kind:
            turned = "or" if kind == "and" else "and"
            yield "de_morgan", (turned, ("not", first[1]), ("not", first[2]))
        return
    yield "turn", (name, last, first)
    if name == "and" and other == "or":
        yield "share", ("or", ("and", first, last[1]), ("and", first, last[2]))
    if name == "or" and kind == other == "and" and first[1] == last[1]:
        yield "collect", ("and", first[1], ("or", first[2], last[2]))
    if first == last:
        yield "same", first
    if other == {"and": "or", "or": "and"}[name] and last[1] == first:
        yield "absorb", first
    if last == ("not", first):
        yield "contrary", "false" if name == "and" else "true"
    if first == {"and": "true", "or": "false"}[name]:
        yield "unit", last


def steps(one: Term) -> Iterator[tuple[str, Term]]:
    """Enumerate the rules that apply at some place of a term, and what they give."""
    yield from at_the_root(one)
    for i in range(1, len(one) if isinstance(one, tuple) else 0):
        for rule, part in steps(one[i]):
            yield rule, (*one[:i], part, *one[i + 1 :])


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw a term of 4 to 9 nodes and 1 to 3 steps, or 4 to 6; no term comes up twice."""
    one = term(rng, 4 + rng.randrange(6))
    n_steps = 4 + rng.randrange(3) if larger else 1 + rng.randrange(3)
    seen, rules = [one], []
    for _ in range(n_steps):
        options = [(rule, near) for rule, near in steps(seen[-1]) if near not in seen]
        if not options:
            return None
        kinds = sorted({rule for rule, _ in options})
        kind = kinds[rng.randrange(len(kinds))]  # else nearly all would be `turn`
        of_kind = [option for option in options if option[0] == kind]
        rule, near = of_kind[rng.randrange(len(of_kind))]
        seen.append(near)
        rules.append(rule)
    if len(text(seen[-1])) > 90:
        return None
    return f"rewrites({text(one)}, {text(seen[-1])}, _)", f"[{', '.join(rules)}]"


def text(one: Term) -> str:
    """Return a term as Prolog text."""
    return one if isinstance(one, str) else f"{one[0]}({', '.join(map(text, one[1:]))})"
