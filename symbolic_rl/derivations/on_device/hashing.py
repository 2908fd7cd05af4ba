"""64-bit hashes of resolvents, without writing them and without numbering their variables.

A constant adds its value times a power of the radix, by its distance from the end. A variable adds
a mix of the sum of the powers at its places, so variants have equal hashes whatever their numbers.
Counted from the end, the tokens that a step keeps have the same powers before and after it: they
are summed once per state, and a candidate adds its body and the K variables that the step could
bind.
All sums are modulo 2**64. Two different resolvents collide with probability 2**-64, so loop check
and merging compare hashes alone.

Dimension key: N states, L tokens of the longest, M candidates, C variables of a clause, K variables
of a state that a step can bind, X = C + K, R rules, B tokens of the longest body.
"""

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch
from symbolic_rl.bridge.tokens import (
    INTEGER_BASE,
    INTEGER_END,
    VARIABLE_BASE,
    VARIABLE_END,
    splitmix64,
)
from symbolic_rl.engine.tensor.resolvents import Written
from symbolic_rl.engine.tensor.states import Selected, Tail, put_together
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import column_of, looked_up

ROOT_HASH = 0x5EED5EED5EED5EED
"""Hash of all roots ``$query(...)``, which nothing leads back to. The empty resolvent has 0."""
_RADIX, _FACTOR = 0x9E3779B97F4A7C15, 0x3F58476D1CE4E5B9


class Hasher:
    """Hash function for the candidates of one program; no resolvent has more than ``longest``."""

    def __init__(self, tables: Tables, longest: int) -> None:
        self._tables = tables
        tokens = np.arange(INTEGER_BASE + INTEGER_END, dtype=np.uint64)
        values = splitmix64(tokens ^ np.uint64(ROOT_HASH)).view(np.int64)
        values[0] = 0  # padding and variables add nothing as constants
        values[VARIABLE_BASE:VARIABLE_END] = 0
        self._value = tables.put(values)
        with np.errstate(over="ignore"):
            # powers[i] = radix**i modulo 2**64.
            powers = np.full(longest + tables.bodies.shape[1] + 1, _RADIX, np.uint64)
            powers[0] = 1
            powers = np.multiply.accumulate(powers).view(np.int64)
        self._power = tables.put(powers)
        # A window of this array begins with the power of a tail's first token, and is 0 behind its
        # last token.
        self._powers = tables.put(np.concatenate([powers[::-1], np.zeros_like(powers)]))
        self._make_bodies(values, powers)

    def _make_bodies(self, values: np.ndarray, powers: np.ndarray) -> None:
        """Sum bodies with nothing behind them: constants [R], and shares of variables [R, C]."""
        table, n_variables = self._tables.table, self._tables.n_variables
        constant = np.zeros(len(table.bodies), np.int64)
        share = np.zeros((len(table.bodies), n_variables), np.int64)
        size = table.body_sizes[:, 0].astype(np.int64)
        rows = np.arange(len(table.bodies))
        with np.errstate(over="ignore"):
            for at in range(table.bodies.shape[1]):
                token = table.bodies[:, at]
                # [R] by the distance of the token from the end of its body.
                power = np.where(at < size, powers[np.maximum(size - 1 - at, 0)], 0)
                constant += values[token] * power
                free = (token >= VARIABLE_BASE) & (token < VARIABLE_END)
                share[rows[free], token[free] - VARIABLE_BASE] += power[free]
        self._body_constant = self._tables.put(constant)
        self._body_share = self._tables.put(share)

    def __call__(
        self,
        selected: Selected,
        row: Tensor,
        written: Written,
        bound: Tensor,
        n_variables: int | None = None,
    ) -> Tensor:
        """Hash the resolvents of candidates [M] int64, by their ``row`` [M] and ``bound`` [M, X].

        ``n_variables`` is above the number of any variable; None fetches the bound.
        """
        tables = self._tables
        sums = [self._sums(tail, selected.n_columns, n_variables) for tail in selected.tails]
        fixed, share = (put_together(selected.tails, x) for x in zip(*sums, strict=True))
        if selected.between.shape[1]:
            earlier = self._with_between(selected, fixed, share)
            # Candidates with a body keep the builtins that stand between: they read the second
            # half.
            row = row + tables.has_body.index_select(0, written.rule) * len(fixed)
            fixed, share = torch.cat([fixed, earlier[0]]), torch.cat([share, earlier[1]])
        size = tables.body_sizes[:, 0].index_select(0, written.rule)
        # A body's powers grow by the power of the number of tokens behind it.
        behind = self._power.index_select(0, (written.sizes - size).clamp_(min=0))
        total = fixed.index_select(0, row)  # [M]
        total += self._body_constant.index_select(0, written.rule) * behind
        body_share = self._body_share.index_select(0, written.rule) * behind[:, None]
        shares = torch.cat([body_share, share.index_select(0, row)], 1)  # [M, X]
        # A variable that was bound to a constant adds that constant at all its places; those that
        # became the same variable (a class) add up their powers before these are mixed.
        total += (looked_up(self._value, bound) * shares).sum(1)
        width = bound.shape[1]
        column = column_of(bound - VARIABLE_BASE, width)
        classes = shares.new_zeros((len(bound), width + 1)).scatter_add_(1, column, shares)
        # Column X collected the constants, which have no class.
        classes[:, -1] = 0
        return total.add_(_mixed_(classes).sum(1))

    def _with_between(
        self, selected: Selected, fixed: Tensor, share: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Add what stands between rest_at and open_at: only variables that a step can bind."""
        tokens = selected.between
        place = torch.arange(1, tokens.shape[1] + 1, device=tokens.device)
        # [N, tokens between] distance of each token from the end of the state.
        behind = (selected.states.sizes - selected.rest_at)[:, None] - place
        power = looked_up(self._power, behind.clamp_(min=0))
        power = torch.where(tokens > 0, power, 0)
        fixed = fixed + (looked_up(self._value, tokens) * power).sum(1)
        column = column_of(tokens - VARIABLE_BASE, share.shape[1])
        padded = pad(share, (0, 1)).scatter_add_(1, column, power)
        return fixed, padded[:, :-1]

    def _sums(self, tail: Tail, n_columns: int, n_variables: int | None) -> tuple[Tensor, Tensor]:
        """Sum tails: [rows] what is equal for all candidates, [rows, n_columns] powers of the rest.

        Equal are constants and variables that no step binds; the rest are the other variables.
        """
        n, length = tail.tokens.shape
        # Window i of the reversed powers gives the place k of a tail the power of its distance from
        # the end, and 0 behind the end.
        at = len(self._power) - tail.sizes.clamp(min=0)
        power = self._powers.unfold(0, length, 1).index_select(0, at)
        if n_variables is None:
            n_variables = 1 + fetch(tail.number.max())[0]
        highest = max(n_columns, n_variables)
        shares = power.new_zeros((n, highest + 1))
        # Constants fall into the last column, which nothing reads.
        shares.scatter_add_(1, column_of(tail.number, highest), power)
        fixed = (looked_up(self._value, tail.tokens) * power).sum(1)
        # Variables that no step binds keep their places, so what they add is the same for all
        # candidates.
        if highest > n_columns:
            fixed += _mixed_(shares[:, n_columns:-1].contiguous()).sum(1)
        return fixed, shares[:, :n_columns]


def _mixed_(x: Tensor) -> Tensor:
    """Mix the bits of int64 in place; 0 stays 0, and the function is not additive."""
    x *= _FACTOR
    x ^= x >> 31
    x *= _FACTOR
    x ^= x >> 29
    return x
