"""Queries of codegen: random assignments, with the least size of their code."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

Expression = Any
"""A variable, a number, or a tuple of an operator and two expressions."""
Stack = tuple[Expression, ...]
Code = tuple[int, tuple[str, ...]]
"""Bytes, and instructions."""

NAMES = {"+": "add", "-": "sub", "*": "mul"}
VARIABLES = ("a", "b", "c")
TARGETS = ("x", "y", "z")
LIMIT = 40


def constant(one: Expression) -> int | None:
    """Return the value of an expression without variables, and None for others."""
    if not isinstance(one, tuple):
        return one if isinstance(one, int) else None
    left, right = constant(one[1]), constant(one[2])
    if left is None or right is None:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}[one[0]]


def laws(one: Expression) -> Iterator[Expression]:
    """Enumerate the expressions that the laws of the program make of one."""
    op, left, right = one
    if op in "+-" and isinstance(left, tuple) and isinstance(right, tuple):
        if left[0] == right[0] == "*" and left[1] == right[1]:
            yield ("*", left[1], (op, left[2], right[2]))
        if op == "+" and left[0] == right[0] == "*" and left[2] == right[2]:
            yield ("*", ("+", left[1], right[1]), left[2])
    if op == "*" and constant(right) == 2:
        yield ("+", left, left)
    if op == "+" and isinstance(right, tuple) and right[0] == "+":
        yield ("+", ("+", left, right[1]), right[2])
    if op == "-" and isinstance(left, tuple) and left[0] == "+" and left[2] == right:
        yield left[1]


@cache
def value(one: Expression, stack: Stack) -> Code:
    """Return the shortest code that pushes an expression."""
    if stack and stack[0] == one:
        return 1, ("dup",)
    if stack[1:] and stack[1] == one:
        return 1, ("over",)
    number = constant(one)
    if number is not None:
        return 2, (f"push({number})",)
    if isinstance(one, str):
        return 2, (f"load({one})",)
    op, left, right = one
    found = []
    if op in "+-" and constant(right) == 1:
        found.append(joined(value(left, stack), (1, ("inc" if op == "+" else "dec",))))
    orders = [(left, right)]
    if op != "-" and left != right:
        orders.append((right, left))
    for first, second in orders:
        both = joined(value(first, stack), value(second, (first, *stack)))
        found.append(joined(both, (1, (NAMES[op],))))
    found += [value(other, stack) for other in laws(one)]
    return min(found, key=lambda code: code[0])


def joined(one: Code, two: Code) -> Code:
    """Return one piece of code behind the other."""
    return one[0] + two[0], one[1] + two[1]


def mentions(one: Expression, variable: str) -> bool:
    """Return whether a variable occurs in an expression."""
    if isinstance(one, tuple):
        return mentions(one[1], variable) or mentions(one[2], variable)
    return bool(one == variable)


def compiled(program: tuple[tuple[str, Expression], ...], stack: Stack) -> Code:
    """Return the shortest code of some assignments."""
    if not program:
        return 0, ()
    (variable, one), *rest = program
    known = tuple("unknown" if mentions(each, variable) else each for each in stack)
    store = f"store({variable})"
    ways = ((2, (store,)), known), ((3, ("dup", store)), (variable, *known))
    codes = [joined(code, compiled(tuple(rest), after)) for code, after in ways]
    return joined(value(one, stack), min(codes, key=lambda code: code[0]))


def expression(rng: Random, n_operators: int, variables: tuple[str, ...]) -> Expression:
    """Draw an expression with ``n_operators`` operators."""
    if not n_operators:
        if rng.randrange(4):
            return variables[rng.randrange(len(variables))]
        return 1 + rng.randrange(3)
    left = rng.randrange(n_operators)
    sides = (left, n_operators - 1 - left)
    op = ("+", "+", "*", "*", "-")[rng.randrange(5)]
    return (op, *(expression(rng, side, variables) for side in sides))


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw assignments of 2 to 5 operators, or of 7 to 10."""
    n_operators = 7 + rng.randrange(4) if larger else 2 + rng.randrange(4)
    n_statements = 2 + rng.randrange(2) if larger else 1 + rng.randrange(2)
    program: list[tuple[str, Expression]] = []
    for i, target in enumerate(TARGETS[:n_statements]):
        here = n_operators if i == n_statements - 1 else rng.randrange(n_operators)
        n_operators -= here
        program.append((target, expression(rng, here, VARIABLES + TARGETS[:i])))
    size, code = compiled(tuple(program), ())
    if size > LIMIT:
        return None
    statements = ", ".join(f"{target} := {text(one)}" for target, one in program)
    return f"compile([{statements}], {size}, _)", f"[{', '.join(code)}]"


def text(one: Expression) -> str:
    """Return an expression as a Prolog term."""
    if not isinstance(one, tuple):
        return str(one)
    op, left, right = one
    tight = op == "*"
    left_text = text(left)
    right_text = text(right)
    if tight and isinstance(left, tuple) and left[0] != "*":
        left_text = f"({left_text})"
    if isinstance(right, tuple) and (tight or right[0] != "*"):
        right_text = f"({right_text})"
    return f"{left_text} {op} {right_text}"
