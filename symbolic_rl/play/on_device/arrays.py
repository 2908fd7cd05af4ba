"""What N derivations are, as tensors, and the candidates that they can choose.

Dimension key: N rows, A actions, L tokens of the longest state, H states of a history, X variables
of a clause and of a state that a step can bind, P candidates of a pool.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch
from symbolic_rl.engine.tensor.states import Part
from symbolic_rl.engine.tensor.tables import NEVER
from symbolic_rl.play.pages import COUNTERS


def taken(x: Tensor, rows: Tensor | None) -> Tensor:
    """Copies of some rows; None is all of them, not copied."""
    return x if rows is None else x.index_select(0, rows)


def put(into: Tensor, rows: Tensor | None, new: Tensor) -> None:
    """Write rows; None is all of them."""
    if rows is None:
        into.copy_(new)
    else:
        into.index_copy_(0, rows, new)


def add(into: Tensor, rows: Tensor | None, more: Tensor) -> None:
    """Add to different rows; None is all of them."""
    if rows is None:
        into += more
    else:
        into.index_add_(0, rows, more)


NO_HASH = 0x0DD5EED00DD5EED0
"""Of what is not in a history."""


@dataclass
class CandidateTable:
    """P candidates that rows can choose."""

    clause: Tensor
    """[P] int64 row of the clause table."""
    tokens: Tensor
    """[P, X] int32 token of each variable in the resolvent, those of the clause first."""
    gaps: Tensor
    """[P, X] int32; see :class:`symbolic_rl.engine.tensor.resolvents.Written`."""
    n_columns: Tensor
    """[P] int32 how many variables of the state the step could bind."""
    hashes: Tensor
    """[P] int64."""

    def take(self, index: Tensor) -> "CandidateTable":
        """Some candidates."""
        return CandidateTable(*(getattr(self, f.name).index_select(0, index) for f in fields(self)))

    @classmethod
    def joined(cls, pools: "Sequence[CandidateTable]") -> "CandidateTable":
        """The candidates of all pools, in order."""
        if len(pools) == 1:
            return pools[0]
        width = max(pool.tokens.shape[1] for pool in pools)

        def padded(x: Tensor, value: int) -> Tensor:
            return pad(x, (0, width - x.shape[1]), value=value) if x.shape[1] < width else x

        return cls(
            torch.cat([pool.clause for pool in pools]),
            torch.cat([padded(pool.tokens, 0) for pool in pools]),
            torch.cat([padded(pool.gaps, NEVER) for pool in pools]),
            torch.cat([pool.n_columns for pool in pools]),
            torch.cat([pool.hashes for pool in pools]),
        )


@dataclass
class DeviceRows:
    """N derivations; every field has N rows."""

    tokens: Tensor
    """[N, L+1] int32 the state, 0 behind the last token."""
    sizes: Tensor
    """[N] int64 its tokens."""
    n_goals: Tensor
    """[N] int64 its goals."""
    hashes: Tensor
    """[N] int64 its hash."""
    slots: Tensor
    """[N, A] int64 where the candidate of each action is in the pool; -1 for other actions."""
    clauses: Tensor
    """[N, A] int32 clause id of each action; see :mod:`symbolic_rl.play.pages`."""
    mask: Tensor
    """[N, A] bool legal actions."""
    open_at: Tensor
    """[N] int64 where the state goes on behind the builtins that stand behind the selected goal."""
    n_leading: Tensor
    """[N] int64 how many those are."""
    offset: Tensor
    """[N] int64 candidates before the page."""
    next_offset: Tensor
    """[N] int64 the same for the next page."""
    turned: Tensor
    """[N] int64 pages turned at the state."""
    outcome: Tensor
    """[N] int64 an Outcome."""
    inferences: Tensor
    """[N] int64 inferences of the derivation."""
    history: Tensor
    """[N, H] int64 hashes of its states."""
    history_length: Tensor
    """[N] int64."""
    counted: Tensor
    """[N, len(COUNTERS)] int64 what was counted and not yet taken."""
    hidden: Tensor
    """[N] int64 clause that may not be used."""

    @classmethod
    def blank(
        cls, n: int, *, length: int, width: int, history: int, device: torch.device
    ) -> "DeviceRows":
        """N rows without states: of ``length`` tokens, ``width`` actions, ``history`` hashes."""

        def zeros(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros((n, *shape), dtype=dtype, device=device)

        return cls(
            tokens=zeros(length, dtype=torch.int32),
            sizes=zeros(),
            n_goals=zeros(),
            hashes=zeros(),
            slots=zeros(width) - 1,
            clauses=zeros(width, dtype=torch.int32),
            mask=zeros(width, dtype=torch.bool),
            open_at=zeros(),
            n_leading=zeros(),
            offset=zeros(),
            next_offset=zeros(),
            turned=zeros(),
            outcome=zeros(),
            inferences=zeros(),
            history=zeros(history) + NO_HASH,
            history_length=zeros(),
            counted=zeros(len(COUNTERS)),
            hidden=zeros(),
        )

    @classmethod
    def joined(cls, parts: "Sequence[DeviceRows]") -> "DeviceRows":
        """All rows, in order."""
        return cls(**{f.name: torch.cat([getattr(p, f.name) for p in parts]) for f in fields(cls)})

    def take(self, rows: Tensor) -> "DeviceRows":
        """Copies of some rows."""
        return DeviceRows(
            **{f.name: getattr(self, f.name).index_select(0, rows) for f in fields(self)}
        )

    def put(self, rows: Tensor, source: "DeviceRows") -> None:
        """Make ``rows`` copies of the rows of ``source``."""
        for f in fields(self):
            getattr(self, f.name).index_copy_(0, rows, getattr(source, f.name))

    def choose(self, where: Tensor, other: "DeviceRows") -> "DeviceRows":
        """Rows of ``other`` where the mask [N] is set, else the own ones."""
        chosen = {}
        for f in fields(self):
            one, two = getattr(self, f.name), getattr(other, f.name)
            chosen[f.name] = torch.where(where.view(-1, *[1] * (one.dim() - 1)), two, one)
        return DeviceRows(**chosen)


_BOUNDS = (4, 8, 12, 16, 24, 40, 64)


@cache
def _bounds(device: torch.device) -> Tensor:
    return torch.tensor(_BOUNDS, device=device)


_PASS_TOKENS = {"cpu": 2**12, "cuda": 2**20}
"""Padding, in tokens, that takes as long as a pass over hardly any rows."""


def parts_of(sizes: Tensor) -> list[Part]:
    """Rows [N] by size: one part or more, the shortest first.

    Args:
        sizes: [N] int64 what each row needs; N is not 0.
    """
    bucket = torch.bucketize(sizes, _bounds(sizes.device))
    upto = torch.zeros(len(_BOUNDS) + 1, dtype=torch.int64, device=sizes.device)
    upto = upto.index_add_(0, bucket, torch.ones_like(bucket)).cumsum(0)
    longest, *most = fetch(sizes.max(), *upto[:-1].unbind(0))
    longest, n = max(1, longest), len(sizes)
    known = [(0, 0), *zip(_BOUNDS, most, strict=True)]
    ends = [*((bound, many) for bound, many in known if bound < longest and many < n), (longest, n)]
    pass_ = _PASS_TOKENS.get(sizes.device.type, 2**20)
    best = [(0, -1)]  # the least cost of the rows up to an end, and the end before that
    for i, (bound, many) in enumerate(ends[1:], 1):
        ways = ((best[j][0] + (many - ends[j][1]) * bound + pass_, j) for j in range(i))
        best.append(min(ways))
    chosen = [len(ends) - 1]
    while (before := best[chosen[-1]][1]) > 0:
        chosen.append(before)
    if len(chosen) == 1:
        return [Part(None, longest)]
    parts, (lower, seen) = [], (-1, 0)
    for i in reversed(chosen):
        bound, many = ends[i]
        where = (sizes > lower) & (sizes <= bound)
        parts.append(Part(torch.nonzero_static(where, size=many - seen).squeeze(1), bound))
        lower, seen = bound, many
    return [part for part in parts if len(part.rows)]  # type: ignore[arg-type]
