"""States of a process, numbered without their seeds. Torch-free.

Dimension key: n states, C stretches.
"""

import numpy as np

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.schema import BoolArray
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    VARIABLE_END,
    IntArray,
    TokenArray,
    TokenBatch,
    code_of,
    starts,
)
from symbolic_rl.play.stretches import Stretches
from symbolic_rl.program.vocabulary import Vocabulary

MOST_STATES = 250_000
"""States of a process that is held as tables."""
MOST_PLACES = 4_000_000
"""States times stretches of the numbers that are drawn with."""


class SeedlessStates:
    """States in the order in which they are met, with a seed 0-0; the first is the empty resolvent.

    Args:
        vocabulary: symbols of the process.
        stretches: of the numbers that seeds give.
    """

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
        """Return [n] numbers of states without their seeds, keys, counts, and which have a seed."""
        batch = pool.take(at)
        tokens, seeds = batch.tokens.copy(), np.zeros((2, at.size), np.int64)
        places, owner = self.seeds_of(batch)
        for k in (0, 1):
            seeds[k, owner] = tokens[places + 1 + k] - INTEGER_BASE
            tokens[places + 1 + k] = INTEGER_BASE
        batch = TokenBatch(tokens, batch.offsets)
        names = np.ascontiguousarray(batch.hashes()).view("V16").ravel()
        _, first, inverse = np.unique(names, return_index=True, return_inverse=True)
        numbers = np.zeros(first.size, np.int64)
        for k in np.argsort(first).tolist():  # in the order in which they are met
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
                f"the process has more than {most:,} states.",
                "--engine tensor",
                "use --engine prolog, or fewer and smaller queries.",
            )

    def seeds_of(self, batch: TokenBatch) -> tuple[IntArray, IntArray]:
        """Return where seeds Key-Count stand, and the states that they stand in, ascending."""
        if not self._has_chance:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        is_number = batch.tokens >= VARIABLE_END
        is_seed = (batch.tokens[:-2] == self._pair) & is_number[1:-1] & is_number[2:]
        places = np.flatnonzero(is_seed)
        owner = np.searchsorted(batch.offsets, places, side="right") - 1
        if (np.diff(owner) == 0).any():
            raise ConfigError(
                "a state of the process has more than one pair of integers Key-Count.",
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
        """Return the states with a probe of a stretch in place of a key."""
        probe = self._stretches.probe(stretch, self._probe, most=most)
        places, owner = self.seeds_of(batch)
        tokens = self.with_seeds(batch, stretch).tokens
        copies = np.ones(tokens.size, np.int64)
        copies[places + 1] = probe.size
        tokens = np.repeat(tokens, copies)
        at = places + 1 + np.arange(places.size) * (probe.size - 1)
        tokens[at[:, None] + np.arange(probe.size)] = probe
        lengths = batch.lengths
        lengths[owner] += probe.size - 1
        return TokenBatch(tokens, starts(lengths))
