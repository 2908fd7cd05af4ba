"""Queries of lisp: the values that a random expression has for two inputs of different atoms."""

from random import Random
from typing import Any

Expression = tuple[Any, ...]
ATOMS = "abcdefgh"


def expression(rng: Random, n_nodes: int) -> Expression:
    """Draw an expression with ``n_nodes`` nodes."""
    if n_nodes == 1:
        return ("x",) if rng.randrange(4) else ("nil",)
    if n_nodes == 2 or rng.randrange(2):
        return ("car" if rng.randrange(2) else "cdr", expression(rng, n_nodes - 1))
    left = 1 + rng.randrange(n_nodes - 2)
    return ("cons", expression(rng, left), expression(rng, n_nodes - 1 - left))


def value(one: Expression, given: Any) -> Any:
    """Evaluate an expression; None where it has no value."""
    if one[0] in ("x", "nil"):
        return given if one[0] == "x" else []
    parts = [value(part, given) for part in one[1:]]
    if None in parts:
        return None
    if one[0] == "cons":
        return [parts[0], *parts[1]] if isinstance(parts[1], list) else None
    if not isinstance(parts[0], list) or not parts[0]:
        return None
    return parts[0][0] if one[0] == "car" else parts[0][1:]


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw an expression of 2 to 7 nodes, or of 8 to 12, and two examples of it."""
    n_nodes = 8 + rng.randrange(5) if larger else 2 + rng.randrange(6)
    one = expression(rng, n_nodes)
    length = 2 + rng.randrange(3)
    first = rng.randrange(2)
    atoms = [ATOMS[i] for i in range(8)]
    inputs: list[Any] = [atoms[:length], atoms[4 : 4 + length]]
    if first:  # the first element is a list itself
        inputs = [[given[:2], *given[2:]] for given in inputs]
    outputs = [value(one, given) for given in inputs]
    if None in outputs or outputs[0] == outputs[1]:
        return None
    pairs = ", ".join(f"{term(i)}-{term(o)}" for i, o in zip(inputs, outputs, strict=True))
    return f"fits(_, [{pairs}])", text(one)


def term(given: Any) -> str:
    """Return a nested list as a Prolog term."""
    return f"[{', '.join(map(term, given))}]" if isinstance(given, list) else given


def text(one: Expression) -> str:
    """Return an expression as a Prolog term."""
    return f"{one[0]}({', '.join(map(text, one[1:]))})" if len(one) > 1 else one[0]
