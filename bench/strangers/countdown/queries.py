"""Queries of countdown: numbers combined at random, the last result is the target."""

from random import Random

from tools.makers.text import shuffled


def results(a: int, b: int) -> list[tuple[str, int]]:
    """Return what two numbers can be combined to."""
    found = [("+", a + b)] if a >= b else []
    found += [("-", a - b)] if a > b else []
    found += [("*", a * b)] if a >= b and b > 1 else []
    return found + ([("/", a // b)] if b > 1 and a % b == 0 else [])


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw 3 or 4 numbers and 1 to 3 steps, or 5 numbers and 3 or 4 steps."""
    n_numbers = 5 if larger else 3 + rng.randrange(2)
    n_steps = 3 + rng.randrange(2) if larger else 1 + rng.randrange(n_numbers - 1)
    numbers = [1 + rng.randrange(12) for _ in range(n_numbers)]
    left, steps = list(numbers), []
    for _ in range(n_steps):
        left = shuffled(left, rng)
        a, b = left.pop(), left.pop()
        options = results(a, b)
        if not options:
            return None
        operator, result = options[rng.randrange(len(options))]
        steps.append(f"step({a}, {operator}, {b}, {result})")
        left.append(result)
    target = left[-1]
    if target in numbers or target > 500:
        return None
    return f"reach([{', '.join(map(str, numbers))}], {target}, _)", f"[{', '.join(steps)}]"
