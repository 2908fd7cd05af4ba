"""Arithmetic on the terms of function-free states: variables, substitution, rows of tables."""

import torch
from torch import Tensor

from symbolic_rl.bridge.tokens import VARIABLE_BASE, VARIABLE_END


def is_variable(tokens: Tensor) -> Tensor:
    """Which tokens are variables; bool, same shape."""
    return (tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END)


def either(where: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """``torch.where`` for integers of one type; on a CPU without a branch for each of them.

    A branch that cannot be foreseen takes as long as twenty operations on a vector.
    """
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
    mask = (VARIABLE_BASE - 1) - tokens
    mask &= tokens - VARIABLE_END
    mask >>= 31
    return _blended(mask, one, two)


def _blended(mask: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """Where the mask is -1 one, where it is 0 the other."""
    if isinstance(two, int) and two == 0:
        return one & mask
    result = mask & (one ^ two)
    result ^= two
    return result


def add_if_upto(into: Tensor, one: Tensor, two: Tensor) -> None:
    """Add 1 to ``into`` where ``one`` is at most ``two``; int32, differences within 2**31."""
    if into.device.type != "cpu":
        into += one <= two
    else:
        mask = one - 1 - two
        mask >>= 31
        into -= mask


def column_of(number: Tensor, width: int) -> Tensor:
    """int64: int32 numbers of variables; ``width`` for those outside 0 to width."""
    return (number & (2**31 - 1)).clamp_(max=width).long()


def shifted(tokens: Tensor, by: int) -> Tensor:
    """Tokens of a state, its variables behind those of the clause."""
    return where_variable(tokens, tokens + by, tokens)


def resolved(token: Tensor, substitution: Tensor) -> Tensor:
    """[M] tokens under a substitution [M, X]."""
    return mapped(token[:, None], substitution).squeeze(1)


def mapped(tokens: Tensor, substitution: Tensor) -> Tensor:
    """[M, K] tokens, all variables of which have a column, under a substitution [M, X]."""
    if not substitution.shape[1]:
        return tokens
    column = (tokens - VARIABLE_BASE).clamp_(0, substitution.shape[1] - 1).long()
    return where_variable(tokens, substitution.gather(1, column), tokens)


def unified(one: Tensor, two: Tensor, where: Tensor, substitution: Tensor) -> tuple[Tensor, Tensor]:
    """Unify tokens [M], already under the substitution, of rows ``where`` [M].

    Returns:
        which of these unify [M], and the substitution [M, X].
    """
    unifies, replaced, by = replacement(one, two, where)
    return unifies, either(substitution == replaced[:, None], by[:, None], substitution)


def replacement(one: Tensor, two: Tensor, where: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What unifying tokens [M] does.

    Returns:
        which of the rows ``where`` [M] unify [M], the variable that is replaced, -1 for none [M],
        and what replaces it [M].
    """
    free_one, free_two = is_variable(one), is_variable(two)
    unifies = where & (free_one | free_two | (one == two))
    replaced = either(free_one, one, two)
    replaced = either(unifies & (free_one | free_two), replaced, -1)
    return unifies, replaced, either(free_one, two, one)


def looked_up(table: Tensor, index: Tensor) -> Tensor:
    """``table[index]`` for a vector and int32 indices, which need not be converted."""
    return table.index_select(0, index.flatten()).view(index.shape)
