"""The pack robinson: equations of arithmetic over numerals s(s(...o)).

The queries are three families over numbers 0..10: *simple*, an expression of one or two
operators equal to its value; *left*, a left-nested expression of three operators equal to its
value; *pairs*, two left-nested expressions of three operators equal to each other. The levels
of the curriculum grow by operators and by the size of the numbers; their values stay below the
test queries' values. Two splits are for search: *twice* and *twice pairs* have six operators
where training has three, and values of up to twice the largest trained one. ``program.pl`` and
``env.toml`` are written by hand.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from tools.makers.text import query, shuffled, write

SEED = 3
MAX_VALUE = 1000
MAX_TRAINED_VALUE = 100
"""Largest value of training queries: the steps are the same, and the derivations shorter."""
TWICE_OPERATORS = 6
MAX_TWICE_VALUE = 2 * MAX_TRAINED_VALUE
N_POOL = 10_000
"""Expressions from which the queries of twice the size are drawn: there are too many to list."""
N_TEST = 200
N_FALSE = 50
N_LEVEL = 1500
PAIR_SHARE = 0.5
OPERATORS = ("plus", "mul")
LEVELS = ((1, 2), (1, 4), (2, 2), (2, 4), (1, 10), (2, 7), (3, 3), (2, 10), (3, 6), (3, 10))
"""Operators and largest number of each level, easiest first."""


@dataclass(frozen=True, order=True)
class Expression:
    """Left-nested expression ``((n0 op1 n1) op2 n2) ...``, with its value."""

    numbers: tuple[int, ...]
    operators: tuple[str, ...]
    value: int

    def __str__(self) -> str:
        """Return the expression as a Prolog term."""
        term = numeral(self.numbers[0])
        for operator, number in zip(self.operators, self.numbers[1:], strict=True):
            term = f"{operator}({term}, {numeral(number)})"
        return term


Equation = tuple[Expression, Expression | int]


def numeral(number: int) -> str:
    """Return ``s(s(...o))``."""
    return "s(" * number + "o" + ")" * number


@cache
def expressions(
    n_operators: int, largest: int, max_value: int = MAX_VALUE
) -> tuple[Expression, ...]:
    """Return all expressions over 0..largest whose value is at most ``max_value``."""
    found = []
    for operators in product(OPERATORS, repeat=n_operators):
        for numbers in product(range(largest + 1), repeat=n_operators + 1):
            one = Expression(numbers, operators, _value(numbers, operators))
            if one.value <= max_value:
                found.append(one)
    return tuple(sorted(found))


def drawn_expressions(
    n_operators: int, largest: int, max_value: int, n: int, rng: Random
) -> list[Expression]:
    """Draw ``n`` different expressions of ``expressions(n_operators, largest, max_value)``."""
    found: dict[Expression, None] = {}
    while len(found) < n:
        operators = tuple(OPERATORS[rng.randrange(2)] for _ in range(n_operators))
        numbers = tuple(rng.randrange(largest + 1) for _ in range(n_operators + 1))
        one = Expression(numbers, operators, _value(numbers, operators))
        if one.value <= max_value:
            found[one] = None
    return list(found)


def _value(numbers: tuple[int, ...], operators: tuple[str, ...]) -> int:
    value = numbers[0]
    for operator, number in zip(operators, numbers[1:], strict=True):
        value = value + number if operator == "plus" else value * number
    return value


class Draw:
    """Equations drawn without repetition."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._taken: set[frozenset[Expression | int]] = set()

    def _new(self, left: Expression, right: Expression | int) -> bool:
        # A pair counts as drawn in either order.
        key = frozenset([left, right])
        if left == right or key in self._taken:
            return False
        self._taken.add(key)
        return True

    def values(self, pool: Sequence[Expression], n: int) -> list[Equation]:
        """Draw up to ``n`` equations of an expression and its value."""
        drawn: list[Equation] = []
        for one in shuffled(pool, self._rng):
            if len(drawn) < n and self._new(one, one.value):
                drawn.append((one, one.value))
        return drawn

    def pairs(self, pool: Sequence[Expression], n: int) -> list[Equation]:
        """Draw up to ``n`` equations of two expressions; small pools give fewer."""
        alike: dict[int, list[Expression]] = {}
        for one in pool:
            alike.setdefault(one.value, []).append(one)
        drawn: list[Equation] = []
        for _ in range(20 * n):
            if len(drawn) < n:
                one = pool[self._rng.randrange(len(pool))]
                others = alike[one.value]
                other = others[self._rng.randrange(len(others))]
                if self._new(one, other):
                    drawn.append((one, other))
        return drawn

    def mixed(self, pool: Sequence[Expression], n: int) -> list[Equation]:
        """Draw up to ``n`` equations, a share of ``PAIR_SHARE`` of them pairs."""
        values = self.values(pool, round((1 - PAIR_SHARE) * n))
        n_pairs = round(len(values) * PAIR_SHARE / (1 - PAIR_SHARE))
        return shuffled([*values, *self.pairs(pool, n_pairs)], self._rng)

    def false(self, pool: Sequence[Expression], n: int) -> list[Equation]:
        """Draw false equations: half with a wrong value nearby, half with an expression."""
        drawn: list[Equation] = []
        while len(drawn) < n:
            one = pool[self._rng.randrange(len(pool))]
            other: Expression | int = pool[self._rng.randrange(len(pool))]
            if len(drawn) % 2:
                other = max(0, one.value + (-2, -1, 1, 2)[self._rng.randrange(4)])
            if one.value != (other if isinstance(other, int) else other.value):
                drawn.append((one, other))
        return drawn


def _write(folder: Path, name: str, what: str, lines: Iterable[str], most: int = MAX_VALUE) -> None:
    comment = (
        f"Robinson arithmetic: {what}.\n\nMade by `python -m tools.make robinson` (seed {SEED}); "
        f"values are at most {most}. MIT licence. Do not edit."
    )
    write(folder / f"{name}.pl", comment, list(lines))


def _lines(equations: Iterable[Equation], label: bool | None = None) -> list[str]:
    return [
        query(f"eq({left}, {numeral(right) if isinstance(right, int) else right})", label)
        for left, right in equations
    ]


def make(folder: Path) -> None:
    """Write the query files of the pack: the splits first, the levels from the rest."""
    draw = Draw(Random(SEED))
    one, two, three = (expressions(n, 10) for n in (1, 2, 3))
    left = draw.values(three, N_TEST)
    pairs = draw.pairs(three, N_TEST)
    simple = [*draw.values(one, N_TEST * 3 // 10), *draw.values(two, N_TEST * 7 // 10)]
    valid = [
        *draw.values(one, N_TEST // 10),
        *draw.values(two, N_TEST * 3 // 10),
        *draw.values(three, N_TEST * 3 // 10),
        *draw.pairs(three, N_TEST * 3 // 10),
    ]
    _write(folder, "test", "left-nested, three operators over 0..10, and the value", _lines(left))
    _write(folder, "test_pairs", "two left-nested expressions of three operators", _lines(pairs))
    _write(folder, "test_simple", "one or two operators over 0..10, and the value", _lines(simple))
    _write(folder, "valid", "validation queries of all kinds", _lines(valid))
    false = draw.false([*one, *two, *three], N_FALSE)
    _write(folder, "false", "false equations, none may have a proof", _lines(false, False))
    for level, (n_operators, largest) in enumerate(LEVELS, 1):
        pool = expressions(n_operators, largest, MAX_TRAINED_VALUE)
        equations = draw.mixed(pool, N_LEVEL)
        operators = "1 operator" if n_operators == 1 else f"{n_operators} operators"
        what = f"level {level}, {operators} over 0..{largest}, {len(equations)} queries"
        _write(folder, f"level_{level:02}", what, _lines(equations), MAX_TRAINED_VALUE)
    _make_twice(folder)


def _make_twice(folder: Path) -> None:
    """Write the queries of twice the trained size; no training query has as many operators."""
    rng = Random(SEED)
    pool = drawn_expressions(TWICE_OPERATORS, 10, MAX_TWICE_VALUE, N_POOL, rng)
    draw, what = Draw(rng), "left-nested, six operators over 0..10 where training has three"
    splits = {
        "test_twice": (f"{what}, and the value", draw.values(pool, N_TEST)),
        "test_twice_pairs": (f"pairs, each side {what}", draw.pairs(pool, N_TEST)),
        "valid_twice": (
            f"validation queries, {what}; half of them pairs",
            [*draw.values(pool, N_TEST // 4), *draw.pairs(pool, N_TEST // 4)],
        ),
    }
    for name, (words, equations) in splits.items():
        _write(folder, name, words, _lines(equations), MAX_TWICE_VALUE)
