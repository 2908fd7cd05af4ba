"""States of an MDP, numbered without their seeds, and stretches of the numbers of seeds.

A seed Key-Count gives a number from 0 to 65,536, and ``draw/3`` takes the member
``number * length // 65537`` of a list. So lists of known lengths cut the numbers into stretches
within which all draws are equal: one number of each is enough. Torch-free.

Dimension key: n states, C stretches.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import BoolArray
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    LIST,
    NIL,
    VARIABLE_END,
    IntArray,
    TokenArray,
    TokenBatch,
    code_of,
    starts,
)
from symbolic_rl.program.vocabulary import Vocabulary

PRIME = 65537
"""Modulus of the draws of library_chance.pl."""
MOST_STRETCHES = 256
"""Most stretches of an MDP held as tables."""
_FIRST_COUNT, _MOST_COUNTS = 17, 1000


def mixed(key: IntArray, counted: IntArray) -> IntArray:
    """Return the number of a seed as library_chance.pl does, 0 to 65,536; takes tensors too."""
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
    first: IntArray  # [C] least number of each stretch
    seeds: tuple[tuple[int, int], ...]  # [C] key and count of a seed with a number in the stretch

    @classmethod
    def of(cls, lengths: Iterable[int]) -> "Stretches":
        """Cut the numbers for lists of these lengths; ConfigError: there are too many stretches."""
        lengths = tuple(sorted(set(lengths)))
        # Member i begins at ceil(i * PRIME / length).
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
        """Return tokens, with a ``functor``, that replace a key and draw like the stretch's seed.

        It is an error of the builtin to draw from a list whose length is neither known nor at most
        ``most``, or with a seed that is not the state's.
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
        # All keys are tried together, for one count at a time; a few counts reach all stretches.
        at = np.searchsorted(first, mixed(keys, np.full_like(keys, counted)), side="right") - 1
        stretch, key = np.unique(at, return_index=True)
        missing = found[stretch, 0] < 0
        found[stretch[missing]] = np.stack(
            [key[missing], np.full(int(missing.sum()), counted)], axis=1
        )
        if (found >= 0).all():
            return tuple((key, count) for key, count in found.tolist())
    raise AssertionError("every number has a seed")


MOST_STATES = 250_000
"""Most states of an MDP held as tables."""
MOST_PLACES = 4_000_000
"""Most states times stretches of an MDP held as tables."""


class SeedlessStates:
    """States, numbered as they are met, with the seed 0-0; the first is the empty resolvent."""

    def __init__(self, vocabulary: Vocabulary, stretches: Stretches) -> None:
        self._stretches, self._has_chance = stretches, vocabulary.has_chance
        named = {(one.name, one.arity): one.token for one in vocabulary.symbols}
        self._pair, self._probe = named.get(("-", 2), -1), named.get(("$probe", 4), -1)
        end = TokenBatch.of([[code_of(0)]])
        self._known: dict[bytes, int] = {end.hashes().tobytes(): 0}
        self.tokens: list[TokenArray] = [end[0]]
        """Tokens of each state."""

    def __len__(self) -> int:
        return len(self.tokens)

    def numbered(
        self, pool: TokenBatch, at: IntArray
    ) -> tuple[IntArray, IntArray, IntArray, BoolArray]:
        """Return, each [n]: numbers of states without seeds, keys, counts, a mask of seeds."""
        batch = pool.take(at)
        tokens, seeds = batch.tokens.copy(), np.zeros((2, at.size), np.int64)
        places, owner = self.seeds_of(batch)
        for k in (0, 1):
            seeds[k, owner] = tokens[places + 1 + k] - INTEGER_BASE
            tokens[places + 1 + k] = INTEGER_BASE
        batch = TokenBatch(tokens, batch.offsets)
        # 128-bit hashes name states: two of 250,000 states collide with a probability below 2**-92.
        names = np.ascontiguousarray(batch.hashes()).view("V16").ravel()
        _, first, inverse = np.unique(names, return_index=True, return_inverse=True)
        numbers = np.zeros(first.size, np.int64)
        for k in np.argsort(first).tolist():  # in order of first occurrence
            name = names[first[k]].tobytes()
            if name not in self._known:
                self._known[name] = len(self.tokens)
                self.tokens.append(batch[int(first[k])].copy())
            numbers[k] = self._known[name]
        self._expect_few()
        has_seed = np.zeros(at.size, bool)
        has_seed[owner] = True
        return numbers[inverse.ravel()], seeds[0], seeds[1], has_seed

    def _expect_few(self) -> None:
        n, n_stretches = len(self.tokens), self._stretches.first.size
        if n > MOST_STATES or n * n_stretches > MOST_PLACES:
            most = min(MOST_STATES, MOST_PLACES // n_stretches)
            raise ConfigError(
                f"the MDP has more than {most:,} states.",
                "--engine tensor",
                "use --engine prolog, or fewer and smaller queries.",
            )

    def seeds_of(self, batch: TokenBatch) -> tuple[IntArray, IntArray]:
        """Return the places of seeds Key-Count, and their states, ascending."""
        if not self._has_chance:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        is_number = batch.tokens >= VARIABLE_END
        is_seed = (batch.tokens[:-2] == self._pair) & is_number[1:-1] & is_number[2:]
        places = np.flatnonzero(is_seed)
        owner = np.searchsorted(batch.offsets, places, side="right") - 1
        if (np.diff(owner) == 0).any():
            raise ConfigError(
                "a state of the MDP has more than one pair of integers Key-Count.",
                "--engine tensor",
                "write pairs that are no seed with another functor; or use --engine prolog.",
            )
        return places, owner

    def with_seeds(self, batch: TokenBatch, stretch: int) -> TokenBatch:
        """Return the states with the seed of a stretch."""
        tokens, (places, _) = batch.tokens.copy(), self.seeds_of(batch)
        for k, number in enumerate(self._stretches.seeds[stretch]):
            tokens[places + 1 + k] = INTEGER_BASE + number
        return TokenBatch(tokens, batch.offsets)

    def probed(self, batch: TokenBatch, stretch: int, *, most: int = 0) -> TokenBatch:
        """Return the states with the key replaced by a probe of a stretch."""
        probe = self._stretches.probe(stretch, self._probe, most=most)
        places, owner = self.seeds_of(batch)
        tokens = self.with_seeds(batch, stretch).tokens
        # Repeat the token of the key to make room for the probe.
        copies = np.ones(tokens.size, np.int64)
        copies[places + 1] = probe.size
        tokens = np.repeat(tokens, copies)
        at = places + 1 + np.arange(places.size) * (probe.size - 1)
        tokens[at[:, None] + np.arange(probe.size)] = probe
        lengths = batch.lengths
        lengths[owner] += probe.size - 1
        return TokenBatch(tokens, starts(lengths))
