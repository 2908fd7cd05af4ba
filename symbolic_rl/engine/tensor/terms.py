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
