"""Stretches of the numbers that seeds give, within which all draws of a process are the same.

A seed Key-Count gives a number from 0 to 65,536, of which ``draw/3`` takes the member
``number * length // 65537`` of a list. So lists of known lengths cut the numbers into stretches,
and one number of each is all there is to look at. Torch-free.

Dimension key: C stretches.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import INTEGER_BASE, LIST, NIL, IntArray, TokenArray

PRIME = 65537
"""Modulus of the draws of library_chance.pl."""
MOST_STRETCHES = 256
"""Stretches of a process that is held as tables: choices of the lists that it draws from."""
_FIRST_COUNT, _MOST_COUNTS = 17, 1000


def mixed(key: IntArray, counted: IntArray) -> IntArray:
    """Return what library_chance.pl makes of a seed, from 0 to 65,536; also for torch's tensors."""
    a = (key * 40503 + counted * 30011 + 12345) % PRIME
    b = (a * a % PRIME * a + counted * 7919 + 54321) % PRIME
    number: IntArray = (b * b % PRIME * b + key * 104729 + 31337) % PRIME * 25717 % PRIME
    return number


@dataclass(frozen=True)
class Stretches:
    """Stretches for lists of some lengths, with a seed for each.

    >>> stretches = Stretches.of([3])
    >>> stretches.first.tolist(), len(stretches.seeds)
    ([0, 21846, 43692], 3)
    """

    lengths: tuple[int, ...]
    first: IntArray
    """[C] the least number of each."""
    seeds: tuple[tuple[int, int], ...]
    """[C] key and count of a seed whose number lies within."""

    @classmethod
    def of(cls, lengths: Iterable[int]) -> "Stretches":
        """Cut the numbers for lists of these lengths.

        Raises:
            ConfigError: there are too many stretches.
        """
        lengths = tuple(sorted(set(lengths)))
        cuts = [-(np.arange(length) * -PRIME // length) for length in lengths]
        first = np.unique(np.concatenate([np.zeros(1, np.int64), *cuts]))
        if first.size > MOST_STRETCHES:
            raise ConfigError(
                f"draws from lists of {' and '.join(map(str, lengths))} choices have more than "
                f"{MOST_STRETCHES} outcomes together.",
                "--engine tensor",
                "draw from shorter lists; or use --engine prolog.",
            )
        return cls(lengths, first, _seeds(first))

    def of_numbers(self) -> IntArray:
        """Return the stretch of each number, [PRIME]."""
        found: IntArray = np.searchsorted(self.first, np.arange(PRIME), side="right") - 1
        return found

    def probe(self, stretch: int, functor: int, *, most: int = 0) -> TokenArray:
        """Return tokens that stand for a key: they draw as the stretch's seed does.

        A draw from a list whose length is neither known nor at most ``most``, or with a seed that
        is not that of the state, is an error of a builtin.

        Args:
            stretch: whose number is drawn with.
            functor: token of the probe's functor.
            most: see above.
        """
        key, counted = self.seeds[stretch]
        number = int(mixed(np.array(key), np.array(counted)))
        integers = [INTEGER_BASE + one for one in (number, counted, *self.lengths, most)]
        listed = [token for one in integers[2:-1] for token in (LIST, one)]
        return np.array([functor, *integers[:2], *listed, NIL, integers[-1]], np.int32)


def _seeds(first: IntArray) -> tuple[tuple[int, int], ...]:
    keys = np.arange(PRIME - 1)
    found = np.full((first.size, 2), -1)
    for counted in range(_FIRST_COUNT, _FIRST_COUNT + _MOST_COUNTS):
        at = np.searchsorted(first, mixed(keys, np.full_like(keys, counted)), side="right") - 1
        stretch, key = np.unique(at, return_index=True)
        missing = found[stretch, 0] < 0
        found[stretch[missing]] = np.stack(
            [key[missing], np.full(int(missing.sum()), counted)], axis=1
        )
        if (found >= 0).all():
            return tuple((key, count) for key, count in found.tolist())
    raise AssertionError("every number is that of a seed")
