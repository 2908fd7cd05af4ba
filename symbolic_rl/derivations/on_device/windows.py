"""Candidates of pages, and their layout in windows of A actions.

Dimension key: N states, K rows that are opened, M candidates, X columns of a substitution, A
actions, H states of a history.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.devices import fetch
from symbolic_rl.derivations.on_device.arrays import parts_of, put, taken
from symbolic_rl.derivations.pages import Outcome
from symbolic_rl.engine.tensor.resolvents import Written, write
from symbolic_rl.engine.tensor.states import Bounds, Selected
from symbolic_rl.engine.tensor.tables import Passes, Tables, agrees, spans
from symbolic_rl.engine.tensor.terms import either
from symbolic_rl.engine.tensor.unify import try_clauses

_MOST_PAIRS = 2**28
"""Most pairs of hashes compared in one operation on CUDA, a byte each; else rows are sorted."""
_MOSTLY = 0.75
"""Above this share of useful entries, the useless ones are carried along, not filtered out."""


class DeviceCandidates(NamedTuple):
    """Candidates on the pages of N states, and a few clauses that are no candidates: M in all.

    Candidates of a state are in program order, but not adjacent where its list took several passes;
    ``ordinal`` is their place.
    """

    row: Tensor  # [M] int64 state
    clause: Tensor  # [M] int64 row of the clause table
    bound: Tensor  # [M, X] int32 substitution
    written: Written
    """Meaningful where ``on_page`` is set."""
    ordinal: Tensor  # [M] int64 place in the page
    on_page: Tensor  # [M] bool whether it is a candidate and on the page
    more: Tensor  # [N] bool whether there are candidates behind the page
    errors: Tensor  # [N] int64 clauses that a builtin's error removed
    tries: tuple[int, ...]  # clauses that were looked at, pass by pass


def candidates_of(
    tables: Tables,
    selected: Selected,
    hidden: Tensor,
    begin: Tensor,
    limit: int,
    *,
    bounds: Bounds | None = None,
    tries: tuple[int, ...] = (),
) -> DeviceCandidates:
    """Find the candidates on pages: at most ``limit`` after the first ``begin`` [N].

    A state without goals has none; clause ``hidden`` [N] may not be used. ``bounds`` notes where
    there was no room for the clauses that each pass ``tries``; None takes shapes from the data, and
    fetches them.
    """
    end = begin + limit
    start, length = spans(tables, selected.predicate, selected.arguments)
    length = either(selected.states.n_goals > 0, length, 0)
    counts, errors = torch.zeros_like(start), torch.zeros_like(start)
    parts: list[tuple[Tensor, ...]] = []
    looked: list[int] = []
    # One entry more than a page: mostly one pass is enough.
    lists: Passes | _BoundedPasses = (
        Passes(start, length, limit + 1)
        if bounds is None
        else _BoundedPasses(tables, start, length, limit + 1, tries, bounds)
    )
    for row, entry in lists:
        looked.append(len(row))
        clause = tables.lists.entries.index_select(0, entry).long()
        arguments = selected.arguments.index_select(0, row)
        may = agrees(tables, arguments, clause, hidden.index_select(0, row))
        if isinstance(lists, _BoundedPasses):
            may = may & lists.is_there
        else:
            (count,) = fetch(may.sum())
            if count < _MOSTLY * len(row):
                row, clause, may = _chosen(may, count, row, clause, may)
        found = try_clauses(tables, selected, row, clause, hidden, apart=bounds is None)
        holds = found.holds & may
        # The ordinal counts candidates of the state, from 0 at the page's first: candidates of
        # earlier passes, and of this pass the ones before it, less candidates of earlier states.
        here = torch.zeros_like(counts).index_add_(0, row, holds.long())
        before = holds.cumsum(0) - holds.long()
        ordinal = before + (counts - begin - here.cumsum(0) + here).index_select(0, row)
        if tables.raises:  # errors count up to the first candidate behind the page, as in Prolog
            errors.index_add_(0, row, (found.failed & may & (ordinal <= limit)).long())
        counts = counts + here
        on_page = holds & (ordinal >= 0) & (ordinal < limit)
        some: tuple[Tensor, ...] = row, clause, found.substitution, ordinal, on_page
        if bounds is None:
            (count,) = fetch(on_page.sum())
            some = some if count >= _MOSTLY * len(row) else _chosen(on_page, count, *some)
        parts.append(some)
        lists.finish(counts > end)
    row, clause, bound, ordinal, on_page = _joined(parts, tables, selected)
    written = write(tables, selected, row, clause, bound)
    return DeviceCandidates(
        row, clause, bound, written, ordinal, on_page, counts > end, errors, tuple(looked)
    )


class _BoundedPasses:
    """Iterator through lists like :class:`.Passes`, in passes of sizes given beforehand.

    A pass takes ``width`` entries of each list, ``capacity`` of all; ``bounds`` notes if one was
    too small.
    """

    is_there: Tensor  # [M] which places of the pass hold an entry

    def __init__(
        self,
        tables: Tables,
        start: Tensor,
        length: Tensor,
        width: int,
        capacity: tuple[int, ...],
        bounds: Bounds,
    ) -> None:
        self._last_entry, self._start, self._left = len(tables.lists.entries) - 1, start, length
        self._width, self._capacity, self._bounds = width, capacity, bounds

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        n = len(self._start)
        for size in self._capacity:
            # Entry k of the pass belongs to the row whose running total first exceeds k.
            now = self._left.clamp(0, self._width)
            upto = now.cumsum(0)
            self._bounds.check(upto[-1] > size)
            place = torch.arange(size, device=upto.device)
            row = torch.searchsorted(upto, place, right=True)
            # Places behind the last entry belong to no list; they read row n - 1 and are discarded.
            self.is_there = row < n
            row = row.clamp_(max=n - 1)
            entry = (self._start - upto + now).index_select(0, row) + place
            self._start, self._left = self._start + now, self._left - now
            yield row, entry.clamp_(0, self._last_entry)
        self._bounds.check(self._left > 0)

    def finish(self, is_done: Tensor) -> None:
        """Skip the rest of the lists where the mask [N] is set."""
        self._left = either(is_done, 0, self._left)


def _chosen(where: Tensor, count: int, *tensors: Tensor) -> tuple[Tensor, ...]:
    """Return the entries, ``count`` in number, where a mask is set."""
    index = torch.nonzero_static(where, size=count).squeeze(1)
    return tuple(x.index_select(0, index) for x in tensors)


def _joined(
    parts: list[tuple[Tensor, ...]], tables: Tables, selected: Selected
) -> tuple[Tensor, ...]:
    if len(parts) == 1:
        return parts[0]
    if parts:
        return tuple(torch.cat(field) for field in zip(*parts, strict=True))
    nothing = selected.predicate.new_zeros(0)
    width = tables.n_variables + selected.n_columns
    return nothing, nothing, selected.arguments.new_zeros((0, width)), nothing, nothing.bool()


@dataclass(frozen=True)
class DeviceWindows:
    """Windows of K rows, and counts of what they leave out."""

    slots: Tensor  # [K, A] int64 index of the candidate of each action; -1 for other actions
    clauses: Tensor  # [K, A] int32
    mask: Tensor  # [K, A] bool
    outcome: Tensor  # [K] int64 an Outcome
    merged: Tensor  # [K] int64 variants left out
    looped: Tensor  # [K] int64 candidates masked by the loop check


class DeviceWindowLayout:
    """Layout of windows of ``width`` actions; ``prolog/core/windows.c`` is the form in C."""

    def __init__(self, tables: Tables, width: int, *, refuse: bool) -> None:
        self.tables, self.width, self.refuse = tables, width, refuse

    @property
    def limit(self) -> int:
        """Actions for candidates, and for *more* where there are too many."""
        return self.width - self.refuse

    def __call__(
        self,
        found: DeviceCandidates,
        hashes: Tensor,
        history: Tensor | None,
        proved: Tensor | None,
        *,
        apart: bool = True,
    ) -> DeviceWindows:
        """Lay out the candidates of K states: merge variants, mask loops, add *more* and *refuse*.

        ``hashes`` [M] of the resolvents; ``history`` [K, H] of earlier states, NO_HASH behind
        the last one of a row, None without loop check. ``proved`` [K]: no goals; None if all states
        have some. ``apart``: compare parts of rows of like numbers of candidates, where that is
        faster.
        """
        tables, width, limit = self.tables, self.width, self.limit
        device, n, m = hashes.device, len(found.more), len(hashes)
        column = torch.arange(limit, device=device)
        # A dense table of candidates, [n, limit]. Empty places point behind the candidates, where
        # each column has a hash of its own, so that no two of a row are equal. Candidates off the
        # page are written to the end and cut off.
        place = (column + m).repeat(n + 1)
        at = either(found.on_page, found.row * limit + found.ordinal, n * limit)
        place = place.scatter_(0, at, torch.arange(m, device=device))[: n * limit]
        dense = torch.cat([hashes, column]).index_select(0, place).view(n, limit)
        place = place.view(n, limit)
        has = place < m
        # *More* takes the place of the last candidate, which then comes first on the next page.
        kept = has & (column < limit - found.more.long()[:, None])
        # [K, limit] each: a variant further left in the row, and a state of the row's history.
        repeated, looped = _known(dense, has.sum(1), history, apart=apart)
        repeated &= kept
        looped &= kept & ~repeated
        kept &= ~(repeated | looped)
        # Kept candidates move to the left; the others go to column A, which is cut off.
        target = either(kept, kept.cumsum(1) - 1, width)
        slots = torch.full((n, width + 1), m, dtype=torch.int64, device=device)
        slots = slots.scatter_(1, target, place)[:, :width].contiguous()
        mask = slots < m
        ids = pad(tables.ids.index_select(0, found.clause).to(torch.int32), (0, 1))
        clauses = ids.index_select(0, slots.flatten()).view_as(slots)
        slots |= mask.long() - 1  # -1 where there is no candidate
        last = torch.arange(width, device=device)
        is_more = found.more[:, None] & (last == limit - 1)
        mask |= is_more
        clauses = torch.where(is_more, MORE, clauses)
        failed = ~mask.any(1)  # no mask may be empty: the first slot becomes legal below
        if self.refuse:
            offered = ~failed[:, None] & (last == width - 1)
            mask |= offered
            clauses = torch.where(offered, REFUSE, clauses)
        mask |= failed[:, None] & (last == 0)
        outcome = torch.where(failed, int(Outcome.FAILED), int(Outcome.OPEN))
        if proved is not None:  # no action but one in the first slot
            outcome = torch.where(proved, int(Outcome.PROVED), outcome)
            slots = torch.where(proved[:, None], -1, slots)
            clauses = torch.where(proved[:, None], 0, clauses)
            mask = torch.where(proved[:, None], last == 0, mask)
        return DeviceWindows(slots, clauses, mask, outcome, repeated.sum(1), looped.sum(1))


def _sorted_known(dense: Tensor, history: Tensor | None) -> tuple[Tensor, Tensor]:
    """Return what :func:`_known` does, in memory that does not grow with the pairs of a row."""
    found, order = dense.sort(stable=True, dim=1)  # the first of equals stays the first
    is_equal = pad(found[:, 1:] == found[:, :-1], (1, 0))
    repeated = torch.zeros_like(is_equal).scatter_(1, order, is_equal)
    if history is None:
        return repeated, torch.zeros_like(repeated)
    # NO_HASH is a hash like any other: that a candidate has it has a chance of 2**-64.
    past = history.sort(1).values
    at = torch.searchsorted(past, dense).clamp_(max=past.shape[1] - 1)
    return repeated, past.gather(1, at) == dense


def _known(
    dense: Tensor, counts: Tensor, history: Tensor | None, *, apart: bool = True
) -> tuple[Tensor, Tensor]:
    """Find hashes [K, A] that occur to the left in their row, and those in its history [K, H].

    A row has ``counts`` [K] candidates; ignore the output behind them.
    """
    # All pairs in one operation where memory traffic is cheap. On a CPU parts of rows with about
    # as many candidates, compared by action: each operation then runs over contiguous rows.
    if dense.device.type == "cuda" or not apart:
        n, width = dense.shape
        if n * width * max(width, 0 if history is None else history.shape[1]) > _MOST_PAIRS:
            return _sorted_known(dense, history)
        # [K, A, A], below the diagonal: equal to an entry further left.
        repeated = (dense[:, :, None] == dense[:, None, :]).tril(-1).any(2)
        if history is None:
            return repeated, torch.zeros_like(repeated)
        return repeated, (dense[:, :, None] == history[:, None, :]).any(2)
    repeated, looped = (torch.zeros_like(dense, dtype=torch.bool) for _ in range(2))
    for rows, length in parts_of(counts):
        some = torch.stack(taken(dense[:, :length], rows).unbind(1))  # by action, not by row
        found = torch.zeros_like(some, dtype=torch.bool)
        # Shifted by 1, 2, ...: all pairs, without a table of pairs.
        for by in range(1, length):
            found[by:] |= some[by:] == some[:-by]
        put(repeated[:, :length], rows, found.t())
        if history is not None:
            found = torch.zeros_like(found)
            for state in taken(history, rows).unbind(1):
                found |= some == state
            put(looped[:, :length], rows, found.t())
    return repeated, looped
