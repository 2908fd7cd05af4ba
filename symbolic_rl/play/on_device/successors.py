"""Sizes and parts of the resolvents of chosen candidates, for steps of free and of fixed shape.

Dimension key: K rows that move, L tokens of a state.
"""

import torch
from torch import Tensor

from symbolic_rl.engine.tensor.resolvents import Written
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import either
from symbolic_rl.engine.tensor.unify import rules_of
from symbolic_rl.play.on_device.arrays import CandidateTable, DeviceRows, taken


def successors(
    tables: Tables, rows: DeviceRows, at: Tensor | None, tokens: Tensor, chosen: CandidateTable
) -> Written:
    """Describe the resolvent of each row that moves; nothing is waited for.

    Args:
        tables: the program.
        rows: all rows.
        at: [K] which of them move; None is all.
        tokens: [K, L] their states.
        chosen: [K] the candidate of each.
    """
    rule = rules_of(tables, chosen.clause)
    size, n_goals = tables.body_sizes.index_select(0, rule).unbind(1)
    rest_at = 1 + tables.arity.index_select(0, tokens[:, 0]).long()
    gone = torch.ones_like(rest_at)
    if tables.runs_builtins:
        # A candidate without a body has run the builtins in front of what is left.
        empty = n_goals == 0
        rest_at = either(empty, taken(rows.open_at, at), rest_at)
        gone += either(empty, taken(rows.n_leading, at), 0)
    return Written(
        tokens=chosen.tokens,
        gaps=chosen.gaps,
        rule=rule,
        rest_at=rest_at,
        sizes=size + taken(rows.sizes, at) - rest_at,
        n_goals=taken(rows.n_goals, at) - gone + n_goals,
    )
