"""Arithmetic on tokens of function-free states: selection, substitution, unification of tokens.

An argument is one token: a constant, or a variable, which is VARIABLE_BASE + its column of a
substitution. A substitution is a row of X tokens, one for each variable; an unbound variable maps
to itself. Invariant: no bound variable occurs in a substitution, so one look-up resolves a token.

Dimension key: M candidates, X columns of a substitution, K tokens of a row.
"""

import torch
from torch import Tensor

from symbolic_rl.bridge.tokens import VARIABLE_BASE, VARIABLE_END


def is_variable(tokens: Tensor) -> Tensor:
    """Return which tokens are variables; bool, same shape."""
    return (tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END)


def either(where: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """Select by a mask between integers of one type, as ``torch.where`` does."""
    # On a CPU torch.where branches for each number. Where the branch predictor fails, that takes as
    # long as twenty arithmetic operations; hence bit masks, here and below.
    if where.device.type != "cpu":
        return torch.where(where, one, two)
    dtype = one.dtype if isinstance(one, Tensor) else two.dtype  # type: ignore[union-attr]
    return _blended(where.to(dtype).neg_(), one, two)


def where_negative(x: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """:func:`either` where int32 numbers are negative."""
    if x.device.type != "cpu":
        return torch.where(x < 0, one, two)
    return _blended(x >> 31, one, two)


def where_variable(tokens: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """:func:`either` where int32 tokens are variables."""
    if tokens.device.type != "cpu":
        return torch.where(is_variable(tokens), one, two)
    # The signs of both differences are set within [VARIABLE_BASE, VARIABLE_END) only.
    mask = (VARIABLE_BASE - 1) - tokens
    mask &= tokens - VARIABLE_END
    mask >>= 31
    return _blended(mask, one, two)


def _blended(mask: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """Select ``one`` where the mask is -1, ``two`` where it is 0."""
    if isinstance(two, int) and two == 0:
        return one & mask
    # two ^ (mask & (one ^ two)) is one where the mask is all ones.
    result = mask & (one ^ two)
    result ^= two
    return result


def add_if_upto(into: Tensor, one: Tensor, two: Tensor) -> None:
    """Add 1 to ``into`` where ``one`` is at most ``two``; int32, differences less than 2**31."""
    if into.device.type != "cpu":
        into += one <= two
    else:
        mask = one - 1 - two
        mask >>= 31
        into -= mask


def column_of(number: Tensor, width: int) -> Tensor:
    """Return int32 numbers of variables as int64 columns; ``width`` for those outside [0, width).

    Column ``width`` is an extra one: scatters write entries to it that are to be ignored.
    """
    # Without its sign a negative number is larger than any width.
    return (number & (2**31 - 1)).clamp_(max=width).long()


def shifted(tokens: Tensor, by: int) -> Tensor:
    """Rename the variables of a state apart, to numbers behind the ``by`` clause variables."""
    return where_variable(tokens, tokens + by, tokens)


def resolved(token: Tensor, substitution: Tensor) -> Tensor:
    """Apply a substitution [M, X] to tokens [M]."""
    return mapped(token[:, None], substitution).squeeze(1)


def mapped(tokens: Tensor, substitution: Tensor) -> Tensor:
    """Apply a substitution [M, X] to tokens [M, K] whose variables all have a column."""
    if not substitution.shape[1]:
        return tokens
    column = (tokens - VARIABLE_BASE).clamp_(0, substitution.shape[1] - 1).long()
    return where_variable(tokens, substitution.gather(1, column), tokens)


def unified(one: Tensor, two: Tensor, where: Tensor, substitution: Tensor) -> tuple[Tensor, Tensor]:
    """Unify resolved tokens [M] in the rows ``where`` [M].

    Return a mask [M] of the rows that unify, and the new substitution [M, X].
    """
    unifies, replaced, by = replacement(one, two, where)
    # Replaced in all columns, not only in its own: other variables may be bound to it.
    return unifies, either(substitution == replaced[:, None], by[:, None], substitution)


def replacement(one: Tensor, two: Tensor, where: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Find the binding that unifies tokens [M] in the rows ``where`` [M].

    Return a mask [M] of success, the variable [M] to replace, -1 for none, and the token [M] that
    replaces it.
    """
    # No occurs check is needed without functions. A variable may replace itself.
    free_one, free_two = is_variable(one), is_variable(two)
    unifies = where & (free_one | free_two | (one == two))
    replaced = either(free_one, one, two)
    replaced = either(unifies & (free_one | free_two), replaced, -1)
    return unifies, replaced, either(free_one, two, one)


def looked_up(table: Tensor, index: Tensor) -> Tensor:
    """Return ``table[index]`` for a vector; int32 indices need no conversion to int64."""
    return table.index_select(0, index.flatten()).view(index.shape)
