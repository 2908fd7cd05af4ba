"""Ragged batches of token sequences: the states of derivations.

A state is exact and canonical: the number of its goals, then the goals in pre-order, then the
answer term if answers are wanted. Variant states have equal tokens. ``prolog/resolve/tokens.pl``
defines the tokens; a test compares its constants, and C's, with these.

Dimension key: N sequences, T tokens in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
TokenArray = NDArray[np.int32]
HashArray = NDArray[np.uint64]

NUMBER, STRING, ATOM, FUNCTOR = 1, 2, 3, 4
QUERY, LIST, NIL, NOT = 14, 15, 16, 17
VARIABLE_BASE, VARIABLE_END = 0xC0000, 0xF0000
INTEGER_BASE, INTEGER_LEAST, INTEGER_END = 0xF8000, -0x8000, 0x17FFE
SURROGATES, N_SURROGATES = 0xD800, 0x800


def count_of(code: int) -> int:
    """Return the count (of goals, arguments or code points) that a token encodes."""
    return code if code < SURROGATES else code - N_SURROGATES


def code_of(count: int) -> int:
    """Return the token of a count; tokens skip the surrogates, which strings cannot hold."""
    return count if count < SURROGATES else count + N_SURROGATES


def digits_of(numbers: ArrayLike, n: int = 2) -> TokenArray:
    """Return natural numbers as ``n`` digits of base 0x4000 each, which are no surrogates."""
    each = np.asarray(numbers, np.int64).reshape(-1, 1)
    return (each >> 14 * np.arange(n)[::-1] & 0x3FFF).astype(np.int32).ravel()


def numbers_of(digits: TokenArray | IntArray) -> IntArray:
    """Return the numbers of two digits each."""
    wide = digits.astype(np.int64)
    numbers: IntArray = wide[::2] << 14 | wide[1::2]
    return numbers


def number_of(digits: TokenArray | IntArray) -> int:
    """Return the number of all these digits."""
    number = 0
    for digit in digits.tolist():
        number = number << 14 | digit
    return number


def splitmix64(x: HashArray) -> HashArray:
    """Apply the finalizer of the splitmix64 generator (Steele, Lea and Flood, 2014) by element."""
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@cache
def _weights(n: int) -> HashArray:
    """Return the multipliers of the hash, two odd pseudo-random numbers per position: [2, n]."""
    positions = np.arange(n, dtype=np.uint64)
    lanes = [splitmix64(positions + np.uint64(lane << 40)) for lane in (1, 2)]
    return np.stack(lanes) | np.uint64(1)


@dataclass(frozen=True)
class TokenBatch:
    """N token sequences, concatenated."""

    tokens: TokenArray  # [T] int32
    offsets: IntArray
    """[N+1] int64; sequence i is ``tokens[offsets[i]:offsets[i+1]]``."""

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, i: int) -> TokenArray:
        """Return sequence i, a view."""
        return self.tokens[self.offsets[i] : self.offsets[i + 1]]

    @property
    def lengths(self) -> IntArray:
        """[N] int64: tokens of each sequence."""
        return np.diff(self.offsets)

    @classmethod
    def of(cls, sequences: Sequence[Sequence[int] | TokenArray]) -> Self:
        """Build a batch of the given sequences."""
        lengths = np.fromiter((len(s) for s in sequences), np.int64, len(sequences))
        flat = [np.asarray(s, np.int32) for s in sequences]
        tokens = np.concatenate(flat) if flat else np.zeros(0, np.int32)
        return cls(tokens, starts(lengths))

    @classmethod
    def concatenate(cls, batches: Sequence[Self]) -> Self:
        """Concatenate batches."""
        if len(batches) == 1:
            return batches[0]
        tokens = np.concatenate([b.tokens for b in batches])
        shifts = np.cumsum([0] + [b.tokens.size for b in batches])
        offsets = [b.offsets[:-1] + shift for b, shift in zip(batches, shifts, strict=False)]
        return cls(tokens, np.concatenate([*offsets, shifts[-1:]]))

    def take(self, rows: IntArray) -> "TokenBatch":
        """Return the sequences ``rows`` [M], in that order."""
        first = self.offsets[rows]
        lengths = self.offsets[rows + 1] - first
        offsets = starts(lengths)
        # [T'] difference between a token's old and new place, then its old place.
        index = np.repeat(first - offsets[:-1], lengths)
        index += np.arange(index.size)
        return TokenBatch(self.tokens[index], offsets)

    def goal_counts(self) -> IntArray:
        """Return the number of goals of each state, [N] int64."""
        codes = self.tokens[self.offsets[:-1]].astype(np.int64)
        return np.where(codes < SURROGATES, codes, codes - N_SURROGATES)

    def hashes(self) -> HashArray:
        """Return a 128-bit multilinear hash of each (non-empty) sequence, [N, 2] uint64."""
        if not len(self):
            return np.zeros((0, 2), np.uint64)
        lengths = self.lengths
        weights = _weights(max(1024, 1 << int(lengths.max()).bit_length()))
        position = np.arange(self.tokens.size) - np.repeat(self.offsets[:-1], lengths)
        token = self.tokens.astype(np.uint64) + np.uint64(1)  # so that token 0 counts too
        lanes = [np.add.reduceat(token * weights[k, position], self.offsets[:-1]) for k in (0, 1)]
        salt = lengths.astype(np.uint64)
        return np.stack([splitmix64(lane ^ salt) for lane in lanes], axis=1)

    def variable_counts(self) -> IntArray:
        """Return an upper bound of the variables of each (non-empty) state, [N] int64."""
        variable = (self.tokens >= VARIABLE_BASE) & (self.tokens < VARIABLE_END)
        number = np.where(variable, self.tokens - (VARIABLE_BASE - 1), 0)
        return np.maximum.reduceat(number, self.offsets[:-1]).astype(np.int64)


def starts(lengths: IntArray) -> IntArray:
    """Return the offsets [N+1] int64 of sequences of these lengths [N], laid end to end."""
    offsets = np.zeros(lengths.size + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
