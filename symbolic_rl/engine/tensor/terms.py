"""Tokens under substitutions, for goals whose arguments are single tokens.

A substitution is a row: what each variable became. Its first C columns are the variables of a
clause, those behind them the first K variables of a state.

Dimension key: M candidates, X = C + K columns, K tokens of a row where a function says so.
"""

import torch
from torch import Tensor

from symbolic_rl.engine.tokens import VARIABLE_BASE, VARIABLE_END


def is_variable(tokens: Tensor) -> Tensor:
    """Which tokens are variables; bool, same shape."""
    return (tokens >= VARIABLE_BASE) & (tokens < VARIABLE_END)


def select(where: Tensor, one: Tensor | int, two: Tensor | int) -> Tensor:
    """``torch.where`` for integers of one type; on a CPU without a branch for each of them.

    A branch that cannot be foreseen takes as long as twenty operations on a vector.
    """
    if where.device.type != "cpu":
        return torch.where(where, one, two)
    dtype = one.dtype if isinstance(one, Tensor) else two.dtype  # type: ignore[union-attr]
    mask = where.to(dtype).neg_()
    if isinstance(two, int) and two == 0:
        return one & mask
    return (one ^ two) & mask ^ two


def add_if_upto(into: Tensor, one: Tensor, two: Tensor) -> None:
    """Add 1 to ``into`` where ``one`` is at most ``two``; int32, differences within 2**31."""
    if into.device.type != "cpu":
        into += one <= two
    else:
        into -= (one - 1 - two) >> 31


def shifted(tokens: Tensor, by: int) -> Tensor:
    """Tokens of a state, its variables behind those of the clause."""
    return torch.where(is_variable(tokens), tokens + by, tokens)


def resolved(token: Tensor, substitution: Tensor) -> Tensor:
    """[M] tokens under a substitution [M, X]."""
    return mapped(token[:, None], substitution).squeeze(1)


def mapped(tokens: Tensor, substitution: Tensor) -> Tensor:
    """[M, K] tokens, all variables of which have a column, under a substitution [M, X]."""
    if not substitution.shape[1]:
        return tokens
    column = (tokens - VARIABLE_BASE).clamp_(0, substitution.shape[1] - 1).long()
    return torch.where(is_variable(tokens), substitution.gather(1, column), tokens)


def unified(one: Tensor, two: Tensor, where: Tensor, substitution: Tensor) -> tuple[Tensor, Tensor]:
    """Unify tokens [M], already under the substitution, of rows ``where`` [M].

    Returns:
        which of these unify [M], and the substitution [M, X].
    """
    free_one, free_two = is_variable(one), is_variable(two)
    unifies = where & (free_one | free_two | (one == two))
    replaced = torch.where(free_one, one, torch.where(free_two, two, -1))
    replaced = torch.where(unifies, replaced, -1)
    by = torch.where(free_one, two, one)
    return unifies, torch.where(substitution == replaced[:, None], by[:, None], substitution)


def looked_up(table: Tensor, index: Tensor) -> Tensor:
    """``table[index]`` for a vector and int32 indices, which need not be converted."""
    return table.index_select(0, index.flatten()).view(index.shape)
