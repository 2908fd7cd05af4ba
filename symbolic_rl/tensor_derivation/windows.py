"""Windows of actions: variants merged, what leads back masked, *more* and *refuse* put in place.

Dimension key: K rows that are opened, M candidates, A actions, H states of a history.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.config import MORE, REFUSE
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.engine.tensor.terms import either
from symbolic_rl.observation.pages import Outcome
from symbolic_rl.tensor_derivation.candidates import Candidates
from symbolic_rl.tensor_derivation.parts import parts_of
from symbolic_rl.tensor_derivation.rows import put, taken


@dataclass(frozen=True)
class Window:
    """The windows of K rows, and what was counted when they were laid out."""

    slots: Tensor
    """[K, A] int64 where the candidate of each action is among M; -1 for other actions."""
    clauses: Tensor
    """[K, A] int32."""
    mask: Tensor
    """[K, A] bool."""
    outcome: Tensor
    """[K] int64 an Outcome."""
    merged: Tensor
    """[K] int64 variants left out."""
    looped: Tensor
    """[K] int64 candidates masked because they lead back."""


def window_of(
    tables: Tables,
    found: Candidates,
    hashes: Tensor,
    history: Tensor | None,
    refuted: Tensor | None,
    *,
    width: int,
    refuse: bool,
) -> Window:
    """Lay out candidates.

    Args:
        tables: the program.
        found: the candidates.
        hashes: [M] of their resolvents.
        history: [K, H] hashes of earlier states, NO_HASH behind the last one of a row; None
            without loop check.
        refuted: [K] which states have no goals; None if all have.
        width: A.
        refuse: offer to refuse.
    """
    device, n, limit, m = hashes.device, len(found.more), width - refuse, len(hashes)
    column = torch.arange(limit, device=device)
    place = (column + m).repeat(n + 1)  # behind the candidates: no hash, and all different
    at = either(found.on_page, found.row * limit + found.ordinal, n * limit)
    place = place.scatter_(0, at, torch.arange(m, device=device))[: n * limit]
    dense = torch.cat([hashes, column]).index_select(0, place).view(n, limit)
    place = place.view(n, limit)
    has = place < m
    kept = has & (column < limit - found.more.long()[:, None])
    repeated, looped = _known(dense, has.sum(1), history)
    repeated &= kept
    looped &= kept & ~repeated
    kept &= ~(repeated | looped)
    target = either(kept, kept.cumsum(1) - 1, width)
    slots = torch.full((n, width + 1), m, dtype=torch.int64, device=device)
    slots = slots.scatter_(1, target, place)[:, :width].contiguous()
    mask = slots < m
    ids = pad(tables.ids.index_select(0, found.clause).to(torch.int32), (0, 1))
    clauses = ids.index_select(0, slots.flatten()).view_as(slots)
    slots |= mask.long() - 1
    last = torch.arange(width, device=device)
    is_more = found.more[:, None] & (last == limit - 1)
    mask |= is_more
    clauses = torch.where(is_more, MORE, clauses)
    failed = ~mask.any(1)
    if refuse:
        offered = ~failed[:, None] & (last == width - 1)
        mask |= offered
        clauses = torch.where(offered, REFUSE, clauses)
    mask |= failed[:, None] & (last == 0)
    outcome = torch.where(failed, int(Outcome.FAILED), int(Outcome.OPEN))
    if refuted is not None:  # no action but one in the first slot
        outcome = torch.where(refuted, int(Outcome.REFUTED), outcome)
        slots = torch.where(refuted[:, None], -1, slots)
        clauses = torch.where(refuted[:, None], 0, clauses)
        mask = torch.where(refuted[:, None], last == 0, mask)
    return Window(slots, clauses, mask, outcome, repeated.sum(1), looped.sum(1))


def _known(dense: Tensor, counts: Tensor, history: Tensor | None) -> tuple[Tensor, Tensor]:
    """Which hashes [K, A] stand to the left as well, and which are in the history of their row.

    Args:
        dense: [K, A] hashes.
        counts: [K] how many of these matter.
        history: [K, H] hashes, NO_HASH behind the last one of a row; None without loop check.
    """
    if dense.device.type == "cuda":
        repeated = (dense[:, :, None] == dense[:, None, :]).tril(-1).any(2)
        if history is None:
            return repeated, torch.zeros_like(repeated)
        return repeated, (dense[:, :, None] == history[:, None, :]).any(2)
    repeated, looped = (torch.zeros_like(dense, dtype=torch.bool) for _ in range(2))
    for rows, length in parts_of(counts):
        some = torch.stack(taken(dense[:, :length], rows).unbind(1))  # by action, not by row
        found = torch.zeros_like(some, dtype=torch.bool)
        for apart in range(1, length):
            found[apart:] |= some[apart:] == some[:-apart]
        put(repeated[:, :length], rows, found.t())
        if history is not None:
            found = torch.zeros_like(found)
            for state in taken(history, rows).unbind(1):
                found |= some == state
            put(looped[:, :length], rows, found.t())
    return repeated, looped
