"""State of N derivations as tensors, the candidates they can choose, and parts of rows by length.

A set of rows is an index tensor, or None for all: then nothing is copied.

Dimension key: N rows, A actions, L tokens of the longest state, H states of a history, X variables
of a clause and of a state that a step can bind, P candidates of a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.devices import fetch
from symbolic_rl.derivations.pages import COUNTERS
from symbolic_rl.engine.tensor.states import Part
from symbolic_rl.engine.tensor.tables import NEVER

NO_HASH = 0x0DD5EED00DD5EED0
"""Padding of a history."""


def taken(x: Tensor, rows: Tensor | None) -> Tensor:
    """Return copies of some rows; for None the tensor itself."""
    return x if rows is None else x.index_select(0, rows)


def put(into: Tensor, rows: Tensor | None, new: Tensor) -> None:
    """Write rows in place; None is all of them."""
    if rows is None:
        into.copy_(new)
    else:
        into.index_copy_(0, rows, new)


def add(into: Tensor, rows: Tensor | None, more: Tensor) -> None:
    """Add to rows in place, none of them named twice; None is all of them."""
    if rows is None:
        into += more
    else:
        into.index_add_(0, rows, more)


@dataclass
class CandidateTable:
    """Candidates that rows can choose, P of them; ``DeviceRows.slots`` are indices into it.

    It holds the pages opened by the latest step and the starts behind it, no more: a step returns a
    new table, and each row that can still choose was opened in it. So it stays as small as the
    open pages, and no slot outlives its table.
    """

    clause: Tensor  # [P] int64 row of the clause table
    tokens: Tensor
    """[P, X] int32 token of each variable in the resolvent, variables of the clause first."""
    gaps: Tensor
    """[P, X] int32; see :class:`symbolic_rl.engine.tensor.resolvents.Written`."""
    n_columns: Tensor
    """[P] int32 the K of the step that found the candidate; tables of several steps are joined."""
    hashes: Tensor  # [P] int64

    def take(self, index: Tensor) -> "CandidateTable":
        """Return the candidates ``index``."""
        return CandidateTable(*(getattr(self, f.name).index_select(0, index) for f in fields(self)))

    @classmethod
    def joined(cls, tables: "Sequence[CandidateTable]") -> "CandidateTable":
        """Join tables, in order; columns that a narrow one lacks are padding: token 0, no gap."""
        if len(tables) == 1:
            return tables[0]
        width = max(table.tokens.shape[1] for table in tables)

        def padded(x: Tensor, value: int) -> Tensor:
            return pad(x, (0, width - x.shape[1]), value=value) if x.shape[1] < width else x

        return cls(
            torch.cat([table.clause for table in tables]),
            torch.cat([padded(table.tokens, 0) for table in tables]),
            torch.cat([padded(table.gaps, NEVER) for table in tables]),
            torch.cat([table.n_columns for table in tables]),
            torch.cat([table.hashes for table in tables]),
        )


@dataclass
class DeviceRows:
    """State of N derivations; every field has N rows."""

    tokens: Tensor  # [N, L+1] int32 the state, 0 behind the last token
    sizes: Tensor  # [N] int64 its tokens
    n_goals: Tensor  # [N] int64 its goals
    hashes: Tensor  # [N] int64 its hash
    slots: Tensor  # [N, A] int64 index of the candidate of each action; -1 for other actions
    clauses: Tensor
    """[N, A] int32 clause id of each action; see :mod:`symbolic_rl.derivations.pages`."""
    mask: Tensor  # [N, A] bool legal actions
    open_at: Tensor  # [N] int64 place behind the builtins that stand behind the selected goal
    n_leading: Tensor  # [N] int64 number of those builtins
    offset: Tensor  # [N] int64 candidates before the page
    next_offset: Tensor  # [N] int64 the same for the next page
    turned: Tensor  # [N] int64 pages turned at the state
    outcome: Tensor  # [N] int64 an Outcome
    inferences: Tensor  # [N] int64 inferences of the derivation
    history: Tensor  # [N, H] int64 hashes of its states, NO_HASH behind the last
    history_length: Tensor  # [N] int64
    counted: Tensor  # [N, len(COUNTERS)] int64 counts since they were last taken
    hidden: Tensor  # [N] int64 clause that may not be used

    @classmethod
    def blank(
        cls, n: int, *, length: int, width: int, history: int, device: torch.device
    ) -> "DeviceRows":
        """Make N rows without states: ``length`` tokens, ``width`` actions, ``history`` hashes."""

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
        """Join rows, in order."""
        return cls(**{f.name: torch.cat([getattr(p, f.name) for p in parts]) for f in fields(cls)})

    def take(self, rows: Tensor) -> "DeviceRows":
        """Return copies of some rows."""
        return DeviceRows(
            **{f.name: getattr(self, f.name).index_select(0, rows) for f in fields(self)}
        )

    def put(self, rows: Tensor, source: "DeviceRows") -> None:
        """Overwrite ``rows`` with the rows of ``source``."""
        for f in fields(self):
            getattr(self, f.name).index_copy_(0, rows, getattr(source, f.name))

    def choose(self, where: Tensor, other: "DeviceRows") -> "DeviceRows":
        """Return rows of ``other`` where the mask [N] is set, else the own ones."""
        chosen = {}
        for f in fields(self):
            one, two = getattr(self, f.name), getattr(other, f.name)
            # where [N] becomes [N, 1, ...], to broadcast over the field's other dimensions.
            chosen[f.name] = torch.where(where.view(-1, *[1] * (one.dim() - 1)), two, one)
        return DeviceRows(**chosen)


@dataclass
class DeviceEpisodes:
    """Episodes of N rows: all that a step changes, but for the draw of queries."""

    rows: DeviceRows
    pool: CandidateTable
    query: Tensor  # [N] int64
    level: Tensor  # [N] int64 level of the query
    episode: Tensor  # [N] int64 number of the episode; -1 before the first one
    counted: Tensor  # [len(COUNTERS)] int64 counts of all rows
    tallies: Tensor  # [levels, 2] int64 episodes that earned a reward, and all that ended
    inferences: Tensor  # [] int64
    cuts: Tensor  # [N] int64 views cut in the current observation
    shown: dict[str, Tensor]  # the observation, by key

    def copied(self) -> "DeviceEpisodes":
        """Return a copy in memory of its own."""
        changed: dict[str, Any] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if isinstance(value, Tensor):
                changed[f.name] = value.clone()
            elif isinstance(value, dict):
                changed[f.name] = {name: x.clone() for name, x in value.items()}
            else:
                parts = {name: x.clone() for name, x in vars(value).items()}
                changed[f.name] = replace(value, **parts)
        return replace(self, **changed)

    def write(self, other: "DeviceEpisodes") -> None:
        """Overwrite all tensors, in place."""
        for f in fields(self):
            into, value = getattr(self, f.name), getattr(other, f.name)
            if isinstance(into, Tensor):
                into.copy_(value)
                continue
            into, value = (x if isinstance(x, dict) else vars(x) for x in (into, value))
            for name, tensor in into.items():
                tensor.copy_(value[name])


_BOUNDS = (4, 8, 12, 16, 24, 40, 64)
"""Sizes at which rows can be parted; seven, because eight numbers are fetched in one copy."""


@cache
def _bounds(device: torch.device) -> Tensor:
    return torch.tensor(_BOUNDS, device=device)


_PASS_TOKENS = {"cpu": 2**12, "cuda": 2**20}
"""Cost of one more part, in tokens of padding that take as long."""


def parts_of(sizes: Tensor) -> list[Part]:
    """Part rows of ``sizes`` [N] int64 so that padding and passes together cost least.

    The shortest part comes first. One part of all rows has no index.
    """
    # How many rows have at most each size: all sizes are fetched in one copy.
    bucket = torch.bucketize(sizes, _bounds(sizes.device))
    upto = torch.zeros(len(_BOUNDS) + 1, dtype=torch.int64, device=sizes.device)
    upto = upto.index_add_(0, bucket, torch.ones_like(bucket)).cumsum(0)
    longest, *most = fetch(sizes.max(), *upto[:-1].unbind(0))
    longest, n = max(1, longest), len(sizes)
    # (bound, rows of at most this size), with the bounds beyond the longest row left out.
    known = [(0, 0), *zip(_BOUNDS, most, strict=True)]
    ends = [*((bound, many) for bound, many in known if bound < longest and many < n), (longest, n)]
    pass_ = _PASS_TOKENS.get(sizes.device.type, 2**20)
    # Shortest path: the least cost of parting the rows up to an end, and the end before that one.
    best = [(0, -1)]
    # Part j..i holds the rows longer than ends[j], each padded to ends[i].
    for i, (bound, many) in enumerate(ends[1:], 1):
        ways = ((best[j][0] + (many - ends[j][1]) * bound + pass_, j) for j in range(i))
        best.append(min(ways))
    chosen = [len(ends) - 1]
    while (before := best[chosen[-1]][1]) > 0:
        chosen.append(before)
    if len(chosen) == 1:
        return [Part(None, longest)]
    # From the shortest part up; the sizes of the indices are known, so nothing waits.
    parts, (lower, seen) = [], (-1, 0)
    for i in reversed(chosen):
        bound, many = ends[i]
        where = (sizes > lower) & (sizes <= bound)
        parts.append(Part(torch.nonzero_static(where, size=many - seen).squeeze(1), bound))
        lower, seen = bound, many
    return [part for part in parts if len(part.rows)]  # type: ignore[arg-type]
