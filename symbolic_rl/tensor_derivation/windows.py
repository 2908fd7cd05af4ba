"""Windows of actions: variants merged, what leads back masked, *more* and *refuse* put in place.

Dimension key: K rows that are opened, M candidates, A actions, H states of a history.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from symbolic_rl.config import MORE, REFUSE
from symbolic_rl.engine.tensor.states import Part
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.observation.pages import Outcome
from symbolic_rl.tensor_derivation.candidates import Candidates
from symbolic_rl.tensor_derivation.parts import parts_of


class History(NamedTuple):
    """The states that K rows have come through."""

    hashes: Tensor
    """[K, H] int64."""
    lengths: Tensor
    """[K] int64."""


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
    history: History | None,
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
        history: hashes of earlier states; None without loop check.
        refuted: [K] which states have no goals; None if all have.
        width: A.
        refuse: offer to refuse.
    """
    device, n, limit = hashes.device, len(found.more), width - refuse
    place = torch.full((n * limit,), -1, dtype=torch.int64, device=device)
    place[found.row * limit + found.ordinal] = torch.arange(len(hashes), device=device)
    place = place.view(n, limit)
    column = torch.arange(limit, device=device)
    has = place >= 0
    dense = column.expand(n, -1)  # no hash of anything, and different from each other
    if len(hashes):
        held = hashes.index_select(0, place.clamp(min=0).flatten()).view_as(place)
        dense = torch.where(has, held, dense)
    kept = has & (column < limit - found.more.long()[:, None])
    repeated = kept & _repeated(dense, has.sum(1))
    kept &= ~repeated
    looped = torch.zeros_like(kept)
    if history is not None:
        looped = _seen(dense, history) & kept
        kept &= ~looped
    target = torch.where(kept, kept.cumsum(1) - 1, width)
    slots = torch.full((n, width + 1), -1, dtype=torch.int64, device=device)
    slots = slots.scatter_(1, target, place)[:, :width]
    mask = slots >= 0
    clauses = torch.zeros((n, width), dtype=torch.int32, device=device)
    if len(hashes):
        ids = tables.ids.to(torch.int32).index_select(0, found.clause)
        ids = ids.index_select(0, slots.clamp(min=0).flatten()).view_as(slots)
        clauses = torch.where(mask, ids, 0)
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


def _repeated(dense: Tensor, counts: Tensor) -> Tensor:
    """[K, A] whether the same hash stands to the left of one, among the first ``counts`` [K]."""
    if dense.device.type == "cuda":
        return (dense[:, :, None] == dense[:, None, :]).tril(-1).any(2)
    repeated = torch.zeros_like(dense, dtype=torch.bool)
    for part in parts_of(counts):
        some = dense[:, : part.length]
        some = some if part.rows is None else some.index_select(0, part.rows)
        found = torch.zeros_like(some, dtype=torch.bool)
        for apart in range(1, part.length):  # a third of the time of the cube on a CPU
            found[:, apart:] |= some[:, apart:] == some[:, :-apart]
        _put(repeated[:, : part.length], part, found)
    return repeated


def _seen(dense: Tensor, history: History) -> Tensor:
    """[K, A] whether a hash is in the history of its row."""
    if dense.device.type == "cuda":
        return (dense[:, :, None] == history.hashes[:, None, :]).any(2)
    seen = torch.zeros_like(dense, dtype=torch.bool)
    for part in parts_of(history.lengths):
        some, hashes = dense, history.hashes[:, : part.length]
        if part.rows is not None:
            some, hashes = (x.index_select(0, part.rows) for x in (some, hashes))
        found = torch.zeros_like(some, dtype=torch.bool)
        for at in range(hashes.shape[1]):
            found |= some == hashes[:, at : at + 1]
        _put(seen, part, found)
    return seen


def _put(into: Tensor, part: Part, found: Tensor) -> None:
    if part.rows is None:
        into.copy_(found)
    else:
        into.index_copy_(0, part.rows, found)
