"""The pack rewriting: expressions that hide a small one, graded by how they were hidden.

A small expression has each variable once at most, so that nothing of the same value is smaller.
Moves are taken back at random to make it large. ``program.pl`` and ``env.toml`` are by hand.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.makers.text import query, shuffled, write

SEED = 37
VARIABLES = "abcd"
STEPS = (2, 4, 6, 9, 12)
"""Steps by which the expressions of each grade are hidden, easiest first; held out: the last."""
LARGEST = 17
N_GRADE, N_HELD = 400, 200
"""Expressions of a grade, and held-out ones, of which half are for validation."""

Expression = str | tuple[str, "Expression", "Expression"]


def size(one: Expression) -> int:
    """Return the number of symbols."""
    return 1 if isinstance(one, str) else 1 + size(one[1]) + size(one[2])


def text(one: Expression, *, is_part: bool = False) -> str:
    """Return an expression as Prolog text."""
    if isinstance(one, str):
        return one
    said = f"{text(one[1], is_part=True)}{one[0]}{text(one[2], is_part=True)}"
    return f"({said})" if is_part else said


def small(n: int, rng: Random) -> Expression:
    """Return an expression of n variables, each of them once."""
    parts: list[Expression] = [*shuffled(VARIABLES, rng)[:n]]
    while len(parts) > 1:
        parts = shuffled(parts, rng)
        parts[:2] = [("+-**"[rng.randrange(4)], parts[0], parts[1])]
    return parts[0]


def hidden(one: Expression, rng: Random) -> Expression:
    """Return an expression of the same value, by a move taken back at a random place."""
    if not isinstance(one, str) and rng.randrange(3):
        sign, left, right = one
        if rng.randrange(size(left) + size(right)) < size(left):
            return (sign, hidden(left, rng), right)
        return (sign, left, hidden(right, rng))
    other = VARIABLES[rng.randrange(len(VARIABLES))]
    ways: list[Expression] = [("+", one, "0"), ("-", one, "0"), ("*", one, "1")]
    ways.append(("-", ("+", one, other), other))
    if one == "0":
        ways += [("-", other, other), ("*", other, "0")] * 2
    if not isinstance(one, str):
        ways += moved(one) * 3
    return ways[rng.randrange(len(ways))]


def moved(one: tuple[str, Expression, Expression]) -> list[Expression]:
    """Return what moves that save nothing make of the whole of an expression."""
    sign, left, right = one
    ways: list[Expression] = [] if sign == "-" else [(sign, right, left)]
    if sign == "+" and right[0] == "+":
        ways.append(("+", ("+", left, right[1]), right[2]))
    if sign == "*" and right[0] in ("+", "-"):
        ways.append((right[0], ("*", left, right[1]), ("*", left, right[2])))
    return ways


def drawn(n_steps: int, rng: Random, seen: set[Expression]) -> Iterator[str]:
    """Enumerate different queries of a grade."""
    while True:
        aim = small(rng.randrange(1, len(VARIABLES) + 1), rng)
        one = aim
        for _ in range(n_steps):
            following = hidden(one, rng)
            one = following if size(following) <= LARGEST else one
        if one not in seen and size(one) > size(aim):
            seen.add(one)
            yield query(f"smaller({text(one)}, {size(aim)})")


def make(folder: Path) -> None:
    """Write the query files."""
    rng, seen = Random(SEED), set[Expression]()
    grades = [drawn(n_steps, rng, seen) for n_steps in STEPS]
    held = [next(grades[-1]) for _ in range(N_HELD)]
    learned = [next(grade) for grade in grades for _ in range(N_GRADE)]
    for split, lines in (
        ("train", learned),
        ("valid", held[N_HELD // 2 :]),
        ("test", held[: N_HELD // 2]),
    ):
        comment = (
            f"Expressions to be made small: {len(lines)}"
            f"{', graded by how they were hidden' if split == 'train' else ' of the last grade'},\n"
            "each with the least size that an expression of its value has.\n\n"
            f"Made by `python -m tools.make rewriting` (seed {SEED}). MIT licence. Do not edit."
        )
        write(folder / f"{split}.pl", comment, lines)
